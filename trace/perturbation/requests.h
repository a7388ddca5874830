#ifndef FPREDICT_TRACE_PERTURBATION_REQUESTS_H
#define FPREDICT_TRACE_PERTURBATION_REQUESTS_H

/* Sends and receives that begin and are waited for later: where a rank is with them. */

#include "trace/perturbation/pass.h"

/* The rank's next event posts a receive, then. */
void pass_post(pass *p, uint32_t rank, double measured, double approximated);
/* A message was sent, the n-th of a queue: it may be that of a posted receive. */
void pass_meet_posted(pass *p, const message_queue *q, uint64_t index);
/* It cancels a request. */
void pass_drop(pass *p, uint32_t rank);
/* It begins a send, of message `m`, which may wait for its receiver. */
void pass_begin_send(pass *p, uint32_t rank, sent_message *m);

/* Is the next event one by which a call that waits ends, all of whose messages are those of the
 * trace? */
bool pass_waits(const pass *p, uint32_t rank);
/* When that is, with all that ends in the same call. */
progress pass_wait(pass *p, uint32_t rank, double *when);

/* Once nobody can go on otherwise: one of the ranks that wait for the receiver of a send goes on as
 * if that did not wait, the same in each pass. False if there is none. */
bool pass_let_request_go(pass *p);

#endif
