#ifndef FPREDICT_FRONTEND_LOWER_IMAGE_TEXT_H
#define FPREDICT_FRONTEND_LOWER_IMAGE_TEXT_H

/* What generated programs have in the place of references to other images, which are no C. */

#include "frontend/value/state.h"

/* Fills in p->replacements, after all bodies are lowered. */
void lower_image_texts(lowering *lo, program *p);

#endif
