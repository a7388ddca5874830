#ifndef FPREDICT_TRACE_EXTRAPOLATION_TARGET_H
#define FPREDICT_TRACE_EXTRAPOLATION_TARGET_H

/* What the machine's parameters come to, in ticks: those of its section `extrapolation`, and where
 * that has none, what messages and barriers cost there otherwise. */

#include "trace/extrapolation/recorded.h"

typedef struct extrapolation_target {
    const sag_communication *network;
    const sag_extrapolation *stated;
    uint32_t processors;
    request_service requests;
    barrier_model barrier;
    bool barrier_by_messages;
    int64_t service, interrupt, poll_every, poll;
    int64_t entry, exit, check, exit_check, model;
    uint64_t request_bytes, barrier_bytes;
    const char *const *assumptions;
    int assumption_count;
} extrapolation_target;

/* Null after reporting that it has too few processors. */
const extrapolation_target *target_make(fp_context *ctx, const sag *machine, uint32_t processors);

/* A message from one processor to another: for how long it keeps the sender's, its port and the
 * receiver's port, and the receiver's; and how long it is on the way. */
typedef struct target_message {
    int64_t send, port_out, way, port_in, receive;
} target_message;
target_message target_price(const extrapolation_target *t, uint32_t from, uint32_t to,
                            uint64_t bytes);

#endif
