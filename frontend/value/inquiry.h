#ifndef FPREDICT_FRONTEND_VALUE_INQUIRY_H
#define FPREDICT_FRONTEND_VALUE_INQUIRY_H

/* What programs ask XcalableMP's library of nodes, templates and arrays, by name. */

#include "frontend/value/state.h"

/* A statement `xmp_array_lsize(xmp_desc_of(a), 1, &n);` becomes the assignment
 * `n = xmp_array_lsize(xmp_desc_of(a), 1)`. Once, before anything is lowered. */
void value_find_inquiries(fp_context *ctx, c_program *source);
/* The number that such a call tells; null: it tells none, or none that is known. */
const expr *value_inquiry(lowering *lo, const syntax *call);

#endif
