#ifndef FPREDICT_ESTIMATOR_SIMULATE_POST_H
#define FPREDICT_ESTIMATOR_SIMULATE_POST_H

/* Posts, and waits for them. */

#include "estimator/run/run.h"

void post_send(run *r, const aag_unit *u);
void post_wait(run *r, const aag_unit *u);
/* Processors that wait in a task go on when what they wait for is there: after each
 * unit after it; at the latest before one that they take part in, or, with `u` null,
 * at the end of the list at this depth. */
void post_release(run *r, const aag_unit *u, int depth);
void post_resume(run *r, int depth);
/* At the end: reports what was posted and never waited for. */
void post_check(const run *r);
uint64_t post_hash(const run *r, uint64_t hash);
bool post_is_kept(const run *r, int slot); /* is there a record in it? */

#endif
