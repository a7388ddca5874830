#ifndef FPREDICT_FRONTEND_LOWER_DRAWN_H
#define FPREDICT_FRONTEND_LOWER_DRAWN_H

/* Values of sequences, such as rand()'s, of which each process has its own: all processors draw
 * each of them, so that all have the same, and an element's owner keeps it. */

#include "frontend/syntax/syntax.h"

/* Does the expression, or a function of the program that it calls, go on in such a sequence? */
bool lower_draws(const syntax *s);

#endif
