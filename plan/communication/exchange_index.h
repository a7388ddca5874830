#ifndef FPREDICT_PLAN_COMMUNICATION_EXCHANGE_INDEX_H
#define FPREDICT_PLAN_COMMUNICATION_EXCHANGE_INDEX_H

/* The planner's exchanges that stand before a node, by array and list: whoever looks for one does
 * not go through all of them. */

#include "plan/planner/planner.h"

/* `x` has its array and place. */
void exchange_index_add(planner *p, exchange *x);
/* The youngest of those of the array in the list that stand before its nodes number `first` to
 * `last`; null: there is none. */
exchange *exchange_index_find(const planner *p, const variable *var, node *const *list, int first,
                              int last);

#endif
