#ifndef FPREDICT_SYSMODELS_NETWORK_MEASURED_H
#define FPREDICT_SYSMODELS_NETWORK_MEASURED_H

/* Collectives that were measured as a whole on some numbers of processors. Times in seconds,
 * messages in bytes; log2 P steps of a tree: Balasundaram and others 1991, section 5. */

#include "sysmodels/model/sag.h"

/* Was a collective measured on so many processors, or on two neighbouring numbers about it, so
 * that it has a function of its own? */
bool sag_is_measured(const sag_collective *c, int processors);
/* Returns that function, from when the last processor begins until the last is through; between
 * two numbers, times are linear in the logarithm of the number. The arena keeps what is
 * neither's. */
message_function sag_measured_function(arena *a, const sag_collective *c, int processors);

#endif
