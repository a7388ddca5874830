#ifndef FPREDICT_ESTIMATOR_MESSAGE_LONG_TRANSFER_H
#define FPREDICT_ESTIMATOR_MESSAGE_LONG_TRANSFER_H

/* A single communication of very many messages. */

#include "estimator/run/run.h"
#include "program/transfer/transfer.h"

/* transfer_compute_pattern of the unit's communication. Where its messages are so many that they
 * take long, tells so (estimate_options.tell) as soon as they are counted. */
bool long_transfer_compute(run *r, arena *a, const aag_unit *u, transfer *out,
                           transfer_pattern *pattern, bool *ok);

/* transfer_compute_gather of it, likewise. */
bool long_transfer_compute_gather(run *r, arena *a, const aag_unit *u, transfer *out,
                                  transfer_gather *gather, bool *ok);

/* The same, but gives up where it is none and there are many messages, and tells nobody. */
bool long_transfer_compute_gather_few(run *r, arena *a, const aag_unit *u, bool *is_more,
                                      transfer *out, transfer_gather *gather, bool *ok);

/* As long_transfer_compute, but gives up at more than `most` messages, and tells nobody. */
bool long_transfer_compute_few(run *r, arena *a, const aag_unit *u, int64_t most, bool *is_more,
                               transfer *out, transfer_pattern *pattern, bool *ok);

/* transfer_compute_again of it, likewise. */
bool long_transfer_compute_again(run *r, arena *a, const aag_unit *u, transfer_memo *memo,
                                 transfer *out, bool *is_again, bool *ok);

#endif
