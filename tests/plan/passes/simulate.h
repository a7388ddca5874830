#ifndef FPREDICT_TESTS_PLAN_PASSES_SIMULATE_H
#define FPREDICT_TESTS_PLAN_PASSES_SIMULATE_H

/* Runs a program twice on hashes for values: the source tree sequentially, and
 * the node program on processors that have only what they own, computed or were
 * sent. Communication is walked element by element, from the needs as defined
 * in program/transfer/transfer.h, and its messages are compared with transfer_compute;
 * what that calls exact must also be read by whoever gets it. Where the plan moves all
 * that a remapping names, arrays must lie where the directives put them, all the way. */

#include "plan/plan.h"
#include "program/env/bindings.h"
#include "program/transfer/transfer.h"

typedef struct simulation {
    const char *wrong;       /* null: both agree */
    const char *unsupported; /* what the simulation cannot run; null: nothing */
    int64_t messages, bytes; /* of all executions of all communications that have needs */
} simulation;

simulation simulate(fp_context *ctx, const program *p, const function *entry,
                    const node_program *planned, env *e, bool moves_all);

#endif
