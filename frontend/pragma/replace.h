#ifndef FPREDICT_FRONTEND_PRAGMA_REPLACE_H
#define FPREDICT_FRONTEND_PRAGMA_REPLACE_H

/* A macro's body with arguments in place of its formals: #, ##, __VA_OPT__. For
 * pragma/expand.c. */

#include "frontend/pragma/expand.h"

typedef VEC(expanded_list) argument_vec;

typedef struct replacement {
    fp_context *ctx;
    const c_macro *macro;
    const expanded_token *use;
    const argument_vec *arguments; /* null: object-like */
    bool lacks_rest;               /* there is no argument for `...`, not even an empty one */
    /* Appends what an argument becomes by itself; false: it grows too large. */
    bool (*expand)(void *data, const expanded_list *argument, expanded_list *out);
    void *data;
} replacement;

/* Appends the body's replacement. *ends_in_space: a blank stands after it, before
 * what has become nothing. */
bool pragma_replace(const replacement *r, expanded_list *out, bool *ends_in_space);

#endif
