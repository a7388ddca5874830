#ifndef FPREDICT_FRONTEND_LOWER_IMAGE_H
#define FPREDICT_FRONTEND_LOWER_IMAGE_H

/* Coarrays: what is read from other images, and written there, and how images wait for each
 * other. */

#include "frontend/lower/expression.h"

/* The value of an element on another image. */
void lower_image_value(lowering *lo, gather *g, const syntax *s);
/* Is it an assignment to another image, or of a section from one? */
bool lower_is_image_copy(const syntax *s);
void lower_image_copy(lowering *lo, node_list *out, const syntax *s);
/* A call of XcalableMP's library that synchronises images; returns false for another. */
bool lower_image_sync(lowering *lo, gather *g, const syntax *call, const char *name);

#endif
