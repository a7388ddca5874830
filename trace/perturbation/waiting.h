#ifndef FPREDICT_TRACE_PERTURBATION_WAITING_H
#define FPREDICT_TRACE_PERTURBATION_WAITING_H

/* A call that waits for requests, MPI_Wait, MPI_Waitall and MPI_Sendrecv: it ends when all that it
 * waits for has. What began before it goes on while its rank computes; only of what is last does a
 * trace tell how long it took. Ticks. */

#include "trace/perturbation/flight.h"

/* Of one request. */
typedef struct awaited {
    bool is_send;
    /* It began when it could go on: a message once it was sent and, where its sender waits for the
     * receiver, once that had asked for it, too. */
    double measured, approximated;
    uint64_t bytes;
    bool is_other; /* in the trace it was another message: only `approximated` is of this one */
} awaited;

/* Learns from a call that waits since `a`; of the first pass. */
void waiting_learn(learnt *l, const asked *a, const awaited *items, uint32_t count);

/* When it ends. */
double waiting_end(const learnt *l, flight_view view, const asked *a, const awaited *items,
                   uint32_t count);

#endif
