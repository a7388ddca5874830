#ifndef FPREDICT_FRONTEND_LOWER_UNUSED_TEMPLATE_H
#define FPREDICT_FRONTEND_LOWER_UNUSED_TEMPLATE_H

/* Templates that place nothing. */

#include "frontend/value/state.h"

/* Warns of templates of the main file that no array is aligned with and that no clause names; and
 * says which arrays each processor has whole where none is mapped at all. */
void lower_check_templates(lowering *lo, const program *p);

#endif
