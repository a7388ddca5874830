#ifndef FPREDICT_FRONTEND_PRAGMA_REPLACE_H
#define FPREDICT_FRONTEND_PRAGMA_REPLACE_H

/* A macro's body with arguments in place of its formals: #, ##, __VA_OPT__. For
 * pragma/expand.c. */

#include "frontend/pragma/expand.h"

typedef VEC(made_list) argument_vec;

typedef struct replacement {
    fp_context *ctx;
    const c_macro *macro;
    const made_token *use;
    const argument_vec *arguments; /* null: object-like */
    bool lacks_rest;               /* nothing is given for `...`, not even an empty argument */
    /* Appends what an argument becomes by itself; false: it grows too large. */
    bool (*expand)(void *data, const made_list *argument, made_list *out);
    void *data;
} replacement;

/* Appends the body's replacement. *ends_in_space: a blank stands behind it, before
 * what has become nothing. */
bool pragma_replace(const replacement *r, made_list *out, bool *ends_in_space);

#endif
