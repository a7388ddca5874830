#ifndef FPREDICT_FRONTEND_PRAGMA_EXPAND_H
#define FPREDICT_FRONTEND_PRAGMA_EXPAND_H

/* What a use of a macro expands to, with # and ##, so that the _Pragma's in it are
 * seen. Only the user's macros are expanded. */

#include "frontend/directive/token.h"
#include "frontend/syntax/syntax.h"

typedef struct expanded_token expanded_token;
struct expanded_token {
    /* where: in the file; of a token that a macro's body wrote, the macro's name
     * as it is used there */
    directive_token token;
    bool is_written; /* stands so in the file */
    bool is_painted; /* the name of a macro inside its own expansion */
    /* Of a macro that stands for an integer: its name as used, and how many of its
     * tokens are left, this one too. */
    const expanded_token *name;
    int name_left;
    /* A string that # produced: the tokens in it. */
    int part_count;
    const expanded_token *part;
};
typedef VEC(expanded_token) expanded_list;

typedef struct macro_index macro_index;
macro_index *macro_index_new(fp_context *ctx, const c_unit *unit);

/* The last definition of `name` that does not stand after `at` in the same file; null: none. */
const c_macro *macro_index_find(const macro_index *index, const char *name, source_range at);

/* Can a macro of the unit expand to a _Pragma? */
bool macro_index_has_pragma(const macro_index *index);

/* Appends what the first `limit` of `tokens`, from a file, become; the others are
 * there in case that arguments of a macro reach beyond. `defined` is how many of
 * the unit's macros were defined by then. Returns false when that grows too large. */
bool macro_index_expand(const macro_index *index, int defined, const token_list *tokens, int limit,
                        expanded_list *out);

#endif
