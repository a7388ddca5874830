#ifndef FPREDICT_TRAINING_FIT_FIT_OVERHEAD_H
#define FPREDICT_TRAINING_FIT_FIT_OVERHEAD_H

/* A message's function where adapters carry messages (docs/model.md, "The exchange"):
 * what the processors on both sides pay is measured by calls that are timed by themselves,
 * and the adapter's part and the latency are what is left of the whole. */

#include "training/fit/fit_message.h"
#include "training/fit/fit_series.h"

/* Beside the sizes of a message's data; seconds. */
typedef struct fit_overheads {
    double *send;          /* until the call that sends returns */
    double *receive;       /* what taking up a message takes that has come */
    double *late;          /* the same of one that nobody had asked for */
    bool *waits;           /* it had not come: it waits for its receiver */
    bool *keeps;           /* and its sender with it, until it is there */
    bool has_late_senders; /* that was measured */
    /* Where `message` is between nodes, and calls were timed inside one: what messages there take
     * whole. Null: as `message`. */
    const fit_point *near;
} fit_overheads;

/* Takes what `data` have of messages to rank 1 for the sizes of `message`, and leaves out of
 * `message` the sizes that they lack. Returns false if they have fewer than a line needs. */
bool fit_overheads_of(arena *a, const fit_data *data, fit_message_data *message,
                      fit_overheads *overheads);

/* Fits pieces, one for each of the total's near by, and others begin where messages begin to wait
 * for receivers, and senders with them. Returns false if there are too few sizes. */
bool fit_adapter(arena *a, const fit_message_data *message, const fit_overheads *overheads,
                 int *piece_count, message_piece **pieces);

/* Seconds of a kernel of ranks 0 and 1 at this size; negative: not measured. */
double fit_pair_s(const fit_data *data, const char *kernel, double bytes);

#endif
