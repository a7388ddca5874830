#ifndef FPREDICT_FRONTEND_VALUE_NODE_QUERIES_H
#define FPREDICT_FRONTEND_VALUE_NODE_QUERIES_H

/* Calls of XcalableMP's library, and of MPI's, that ask for the number of the executing node, or
 * for how many there are. */

#include "frontend/value/state.h"

/* A function that returns the number of the node. */
typedef struct node_number {
    const char *name;
    int first;      /* what it returns on the first one */
    bool is_of_all; /* whatever task executes it; false: of a task's nodes, in a task */
} node_number;

/* Does what is executed here, or a function of the program that it calls, ask which of
 * the executing nodes this is, or how many there are? */
bool value_queries_rank(const lowering *lo, const syntax *s);

/* Notes the variables that MPI_Comm_rank sets, of the whole program. */
void value_find_ranks(lowering *lo);
/* Is it one of these? */
bool value_is_rank(const lowering *lo, const syntax *s);
/* Is it MPI's `MPI_Comm_size(MPI_COMM_WORLD, …)`? */
bool value_is_size_query(const c_program *source, const syntax *call);
/* All processors, as the first arrangement that is used has them; null: there is none. */
const proc_grid *value_all_nodes(lowering *lo);
/* The function that the expression calls, of those; null: none. */
const node_number *value_node_number(const syntax *call);
/* What such a call returns, by the coordinates of the processor that executes it, or by how many
 * there are; null: it is none, or stands where a task may be around it. */
const expr *value_node_query(lowering *lo, const syntax *call);

#endif
