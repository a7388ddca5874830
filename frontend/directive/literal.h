#ifndef FPREDICT_FRONTEND_DIRECTIVE_LITERAL_H
#define FPREDICT_FRONTEND_DIRECTIVE_LITERAL_H

/* Integer and character constants (C17, 6.4.4). */

#include "frontend/directive/typed_value.h"

/* Reports what is none; see x->has_failed. */
typed_value literal_number(reading *x, const directive_token *t);
typed_value literal_character(reading *x, const directive_token *t);

#endif
