#ifndef FPREDICT_SYSMODELS_CHANGE_VALUE_KIND_H
#define FPREDICT_SYSMODELS_CHANGE_VALUE_KIND_H

/* What a machine's values are of: a machine is another one by its processor, its memory or its
 * network rather than by one operation. */

#include "sysmodels/model/sag.h"

typedef enum sag_value_kind {
    VALUE_OF_COMPUTING,
    VALUE_OF_MEMORY,
    VALUE_OF_LATENCY,
    VALUE_OF_BANDWIDTH /* what `--scale bandwidth` changes of a message function */
} sag_value_kind;

/* Finds the kinds of the values with these paths (quantity.path); what is neither of a processor
 * nor of a memory is of latency. */
void sag_kinds_of_values(fp_context *ctx, const sag *machine, int count, const char *const *paths,
                         sag_value_kind *kinds);

/* The times a byte and a packet of a piece, for change/. */
enum { PIECE_RATES = 6 };
void piece_rates(message_piece *p, quantity *rates[PIECE_RATES]);

#endif
