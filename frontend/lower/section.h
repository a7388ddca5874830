#ifndef FPREDICT_FRONTEND_LOWER_SECTION_H
#define FPREDICT_FRONTEND_LOWER_SECTION_H

/* Array assignments. */

#include "frontend/lower/directive.h"
#include "frontend/value/section_index.h"

/* The sections of one reference, from the left, into MAX_RANK places; returns how many. */
int lower_sections_of(lowering *lo, const syntax *s, section_bounds *out);
/* An assignment with sections, or an `if` whose condition has some. */
void lower_array_statement(lowering *lo, node_list *out, const syntax *s, const attached *with);
/* The statement after array on t(..). */
void lower_array_on(lowering *lo, node_list *out, const syntax *s, const attached *with);

#endif
