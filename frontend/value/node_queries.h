#ifndef FPREDICT_FRONTEND_VALUE_NODE_QUERIES_H
#define FPREDICT_FRONTEND_VALUE_NODE_QUERIES_H

/* Calls of XcalableMP's library, and of MPI's, that ask for the number of the executing node. */

#include "frontend/value/state.h"

/* Does what is executed here, or a function of the program that it calls, ask which of
 * the executing nodes this is, or how many there are? */
bool value_queries_rank(const lowering *lo, const syntax *s);

/* Notes the variables that MPI_Comm_rank sets, of the whole program. */
void value_find_ranks(lowering *lo);
/* Is it one of these? */
bool value_is_rank(const lowering *lo, const syntax *s);

#endif
