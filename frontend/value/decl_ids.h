#ifndef FPREDICT_FRONTEND_VALUE_DECL_IDS_H
#define FPREDICT_FRONTEND_VALUE_DECL_IDS_H

/* A set of declarations, by their ids: found in one walk over the text, and asked often. */

#include "frontend/value/state.h"

void decl_ids_add(arena *a, decl_ids *set, int id);
/* After all have been added: in order, each once. */
void decl_ids_sort(decl_ids *set);
/* Of a sorted one. */
bool decl_ids_has(const decl_ids *set, int id);

#endif
