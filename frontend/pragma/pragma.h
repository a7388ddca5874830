#ifndef FPREDICT_FRONTEND_PRAGMA_PRAGMA_H
#define FPREDICT_FRONTEND_PRAGMA_PRAGMA_H

/* Finds the pragmas in the user's files: `#pragma`, _Pragma("…"), and those that
 * macros expand to.
 *
 * Comes in: the program (syntax/). Goes out: the directives in the order in which
 * the compiler sees them, and the statement that each stands before. May include syntax/
 * and directive/. */

#include "frontend/directive/directive.h"
#include "frontend/directive/token.h"
#include "frontend/syntax/syntax.h"
#include "support/vec.h"

/* How to know the statement that a pragma stands before. */
typedef enum pragma_place {
    PRAGMA_WRITTEN,        /* it begins after `text` */
    PRAGMA_EXPANDED,       /* a macro expands to it: it begins at `text` or after it */
    PRAGMA_EXPANDED_AT,    /* in the midst of a use of a macro: it begins at `text` */
    PRAGMA_EXPANDED_AT_FOR /* it is a `for` in the macro */
} pragma_place;

typedef struct pragma {
    pragma_place place;
    /* After `#pragma`, or inside the quotes of _Pragma("…"). Of one that a macro
     * expands to, the place of what follows it. */
    source_range text;
    source_range use; /* PRAGMA_EXPANDED…: the use of the macro */
    int for_index;    /* PRAGMA_EXPANDED_AT_FOR: among those of the macro at `text` */
    int unit;         /* the translation unit that it is read in: one in a header is read in each */
    directive *directives;
} pragma;

typedef VEC(pragma) pragma_vec;

typedef struct macro_index macro_index;

/* An #undef. */
typedef struct pragma_undef {
    const char *name; /* interned */
    source_range where;
} pragma_undef;

/* The macros of a unit, for what stands in it. */
typedef struct unit_macros {
    const macro_index *index;
    int undef_count;
    const pragma_undef *undefs; /* by file, in order of text */
} unit_macros;

typedef struct pragma_list {
    int count;
    pragma *data;              /* by unit and file, in the order in which the compiler sees them */
    const unit_macros *macros; /* by unit */
    int misspelt;              /* pragmas that may be meant to be ours, and were warned of */
} pragma_list;

/* Reads every pragma that no #if leaves out. */
pragma_list pragma_read(fp_context *ctx, const c_program *source);

/* Does the pragma stand before the statement, of those from it on? */
bool pragma_is_before(const pragma *p, const syntax *s);

/* pragma/substitute.c: the macro that `name` is at `at`; null: none, or none any more. */
const c_macro *pragma_find_macro(const unit_macros *macros, const char *name, source_range at);
/* The words of a directive in that unit, with those that are macros of a part of it (a format, a
 * clause, a list) expanded, all placed where the macro is named. `macros` has what was read before
 * it. */
token_list pragma_expand_parts(fp_context *ctx, const c_program *source, int unit,
                               const unit_macros *macros, const token_list *tokens);

/* For pragma/find.c (pragma/from_macro.c): appends the pragmas that a use of a macro expands to.
 * [begin, end) is the use in `file`, and `after` where its arguments end when the
 * macro turns into another that takes them from the text after it. */
void pragma_add_expanded(fp_context *ctx, const macro_index *index, const c_expansion *use,
                         size_t after, pragma_vec *out);

#endif
