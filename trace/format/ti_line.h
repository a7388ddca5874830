#ifndef FPREDICT_TRACE_FORMAT_TI_LINE_H
#define FPREDICT_TRACE_FORMAT_TI_LINE_H

/* A line of a time-independent trace of SMPI (SimGrid 3.32): "RANK ACTION NUMBER…". */

#include <stdbool.h>
#include <stdint.h>

typedef enum ti_action {
    TI_NOTHING, /* no communication, and no computation */
    TI_INIT,
    TI_COMPUTE,
    TI_SLEEP,
    TI_SEND,
    TI_ISEND,
    TI_RECV,
    TI_IRECV,
    TI_SENDRECV,
    TI_WAIT,
    TI_WAITALL,
    TI_TEST,
    TI_BARRIER,
    TI_BCAST,
    TI_REDUCE,
    TI_ALLREDUCE,
    TI_ALLTOALL,
    TI_ALLTOALLV,
    TI_GATHER,
    TI_GATHERV,
    TI_SCATTER,
    TI_SCATTERV,
    TI_ALLGATHER,
    TI_ALLGATHERV,
    TI_REDUCE_SCATTER,
    TI_SCAN,
    TI_EXSCAN,
    TI_FINALIZE,
    TI_ACTION_COUNT
} ti_action;

typedef struct ti_line {
    long rank;
    ti_action action;
    int count;
    const double *numbers; /* what stands after it */
} ti_line;

/* "send"; TI_ACTION_COUNT for a word that is none. */
ti_action ti_action_by_name(const char *word);
/* MPI's name. */
const char *ti_action_name(ti_action a);
/* The numbers that have to follow it in a run of so many ranks; after them stand a root, where
 * there is one, and datatypes. */
double ti_action_numbers(ti_action a, uint32_t rank_count);
/* Bytes of an element of the datatype that SMPI numbers so, 0 where it has none. */
uint32_t ti_type_bytes(double number);

#endif
