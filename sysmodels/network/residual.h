#ifndef FPREDICT_SYSMODELS_NETWORK_RESIDUAL_H
#define FPREDICT_SYSMODELS_NETWORK_RESIDUAL_H

/* What a trained machine does not describe well: docs/training.md. */

#include "support/arena.h"
#include "sysmodels/model/communication.h"

/* Returns how far, as a fraction, what was measured of such communications is off what the machine
 * says of them, or null: no further than its values' errors say. What is redistributed, written
 * back or irregular goes from many to many, as transposes do. */
const quantity *sag_residual(const sag_communication *c, sag_pattern_kind kind);

/* No more than this is what a fit may leave without a word. */
#define SAG_RESIDUAL_POOR 0.05

/* Returns those beyond that in words, "gathers to 28 %, broadcasts to 12 %"; null: there are none.
 */
const char *sag_residuals_text(arena *a, const sag_communication *c);

#endif
