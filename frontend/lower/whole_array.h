#ifndef FPREDICT_FRONTEND_LOWER_WHOLE_ARRAY_H
#define FPREDICT_FRONTEND_LOWER_WHOLE_ARRAY_H

/* XcalableMP's functions of whole arrays (Language Specification 1.4, chapter 4), which descriptors
 * name: xmp_transpose, xmp_matmul, xmp_gather, xmp_scatter, xmp_pack, xmp_unpack. They are taken to
 * do what the run-time library of generated programs does (codegen/runtime/fpr_whole.c): each
 * process gets all elements of what is read, computes all of the result, and keeps what it owns. */

#include "frontend/lower/expression.h"

/* Lowers such a call; false: it is none, or its arrays are not known. */
bool lower_whole_array(lowering *lo, gather *g, const syntax *call, const char *name);

#endif
