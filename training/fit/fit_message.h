#ifndef FPREDICT_TRAINING_FIT_FIT_MESSAGE_H
#define FPREDICT_TRAINING_FIT_FIT_MESSAGE_H

/* The function of a message as machine files have it, from two measured ones:
 * what a message takes alone, and how much of that the next one has to wait for. */

#include "sysmodels/model/communication.h"
#include "training/fit/fit_line.h"

/* The same sizes in both; seconds. */
typedef struct fit_message_data {
    int count;
    fit_point *total;    /* from when a message is sent until it has been received */
    fit_point *occupied; /* until the next one can go; not more than the total */
} fit_message_data;

/* Fits lines to both, with a further piece where either has one, at most
 * FIT_PIECES_MOST. Neither part of a
 * piece is negative. Returns false if there are too few sizes. */
bool fit_message(arena *a, const fit_message_data *data, const char *source, int *piece_count,
                 message_piece **pieces);

/* Returns a value for a machine file, in microseconds ("us") or bytes, rounded to as many
 * digits as its error justifies, at most FIT_DIGITS; `error` is relative. */
quantity fit_time(double seconds, double error, const char *source);
/* A whole number that was found. */
quantity fit_count(int count, const char *source);
quantity fit_bytes(double bytes, const char *source);

/* Returns the provenance of a choice that was made by what `source` names. */
origin fit_origin(const char *source);

enum { FIT_DIGITS = 6 };

/* No value is taken to be known better than this; it is what a trained value has
 * that states no error of its own. */
#define FIT_ERROR_LEAST 0.001

#endif
