#ifndef FPREDICT_ESTIMATOR_SIMULATE_ASYNC_H
#define FPREDICT_ESTIMATOR_SIMULATE_ASYNC_H

/* Communication that is started in one place and waited for in another. */

#include "estimator/message/schedule.h"

/* How often a communication may be under way at one time. */
int async_slots(const communication *c);
/* Memory for what may be under way; after run_open. */
void async_open(run *r);
void async_start(run *r, const aag_unit *u, const schedule *s);
/* Waits for what has been started under the unit's id. */
void async_wait(run *r, const aag_unit *u);
/* Waits for all earlier starts of the same unit that nobody has waited for. */
void async_finish_earlier(run *r, const aag_unit *u);
/* Of all that is under way, but for the times. */
uint64_t async_hash(const run *r);
/* Is number `i` of r->clock a clock, or the time of what is under way? Nothing reads another, and
 * its value is any. */
bool async_is_kept(const run *r, int i);
/* Number `i` of r->clock as a time: what is not under way goes with its clock. */
int128 async_clock(const run *r, int i);
/* What is under way, aside: for branches that are weighted. */
typedef struct async_state async_state;
async_state *async_take(const run *r);
/* Puts back what was under way. */
void async_put(run *r, const async_state *s);
/* What is under way after both branches, weighted; `probability` is that of the first. */
void async_blend(run *r, const async_state *before, const async_state *first,
                 const async_state *second, double probability);
void async_drop(async_state *s);

#endif
