#ifndef FPREDICT_FRONTEND_LOWER_STRETCH_H
#define FPREDICT_FRONTEND_LOWER_STRETCH_H

/* Loops from one element of an array of integers to the next one, as through the rows of a sparse
 * matrix: for (k = first[i]; k < first[i + 1]; k++). */

#include "frontend/value/state.h"

/* If the loop `s`, which steps `k`, is one, sets where k begins if all of them run as often as this
 * one, and its step. Before what the loop assigns is forgotten. */
void lower_stretch(lowering *lo, const syntax *s, const decl *k, while_node *w);

#endif
