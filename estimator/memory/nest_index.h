#ifndef FPREDICT_ESTIMATOR_MEMORY_NEST_INDEX_H
#define FPREDICT_ESTIMATOR_MEMORY_NEST_INDEX_H

/* Subscripts that are known only at run time: which of them are the same, and in which loops they
 * stay as they are. Used while the graph's nests are read. */

#include "estimator/memory/nest.h"

typedef struct index_log {
    const aag_graph *graph;
    arena *arena;
    int *settings; /* by variable: so far */
    int *latest;   /* by variable: the touch that read it last, and 1 more */
} index_log;

void nest_index_open(index_log *log, const aag_graph *graph, arena *a);
/* Sets what is known of touch `t`, which comes after all `touches`, in the loops `around`. */
void nest_index_read(index_log *log, const touch *touches, touch *t, const aag_unit *const *around);
/* Notes that the touch is number `at`. */
void nest_index_note(index_log *log, const touch *t, int at);
/* Notes that a scalar is set; null: none is. */
void nest_index_set(index_log *log, const variable *scalar);
/* Are the subscripts in dimension `d` of two touches of a statement the same? */
bool nest_index_is_same(const touch *a, const touch *b, int d);

#endif
