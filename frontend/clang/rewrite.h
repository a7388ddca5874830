#ifndef FPREDICT_FRONTEND_CLANG_REWRITE_H
#define FPREDICT_FRONTEND_CLANG_REWRITE_H

/* What is not C, turned into C before the parse.
 *
 * An array section a[base:length:step] becomes a[SECTION_FUNCTION(mask, …)],
 * the call of a variadic function whose first argument says which of the parts
 * are there (1 base, 2 length, 4 step) and whose others they are. In a macro's
 * body and in its arguments too: a call survives what a comma would not. One in
 * HPF's spelling, a(lower:upper:stride, i), becomes a[SECTION_FUNCTION(mask, …)][i],
 * with 8 in the mask. A coarray's element on another image, E:[n], becomes
 * (&(E))[IMAGE_FUNCTION(n)], which has its type; the [*] of its declaration becomes an
 * attribute. The mask of `#pragma hpf where(mask)` becomes an `if` around
 * what the directive is meant for. A variable that is an extent at file scope
 * becomes const. Lines stay what they are; rewrite_place gives the columns. */

#include "frontend/syntax/syntax.h"

#define SECTION_FUNCTION "__fpredict_section"
#define IMAGE_FUNCTION "__fpredict_image"
#define COARRAY_ATTRIBUTE "fpredict_coarray"
/* What is left of a declaration whose variable has become const elsewhere; of no use. */
#define LEFTOVER_NAME "__fpredict_const_"
enum { SECTION_HAS_BASE = 1, SECTION_HAS_LENGTH = 2, SECTION_HAS_STEP = 4, SECTION_IS_TRIPLET = 8 };

/* Text that stands for `removed` bytes of the source. */
typedef struct rewrite_edit {
    size_t at; /* offset in the source */
    size_t removed;
    const char *text;
    size_t length;
    source_range from; /* the place that it stands for; unset: where it is put */
    bool is_copy;      /* of what is at `from`, byte for byte */
} rewrite_edit;

typedef struct rewritten {
    const source_file *file; /* as written */
    int edit_count;          /* 0: there is nothing to rewrite */
    rewrite_edit *edits;     /* in the order of `at` */
    const char *text;
    size_t length;
} rewritten;

/* A variable that is to be const: where its declaration begins, and the text from
 * its name to the end of its initialiser. */
typedef struct rewrite_const {
    size_t at, begin, end;
    const char *type;
    bool is_alone; /* nothing else is declared with it */
} rewrite_const;

/* What else than masks is to be rewritten: sections, since a source that parses as
 * it is has none; and variables that are to be const. */
typedef struct rewrite_wishes {
    bool with_sections;
    bool is_unit; /* the text is of whole files: outside of all braces are declarations only */
    int const_count;
    const rewrite_const *consts;
    /* Macros with arguments, where sections are wanted: what stands in their
     * parentheses is theirs. */
    int macro_count;
    const char *const *macros;
} rewrite_wishes;

/* Rewrites a file. Returns false after reporting a mistake in a section or a
 * directive. */
bool rewrite_source(fp_context *ctx, const user_file *file, const rewrite_wishes *wishes,
                    rewritten *out);

/* The place in the source of a line and column of the rewritten text. */
void rewrite_place(const rewritten *r, int *line, int *column);

/* Has the variable whose name stands there become const? */
bool rewrite_made_const(const rewritten *r, int line, int column);

#endif
