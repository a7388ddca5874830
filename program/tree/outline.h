#ifndef FPREDICT_PROGRAM_TREE_OUTLINE_H
#define FPREDICT_PROGRAM_TREE_OUTLINE_H

/* The text of functions, statement by statement: for who writes the source anew with
 * something changed. The tree says what a program does; this says where that is written. */

#include "support/source.h"

struct variable;

typedef enum outline_kind {
    OUTLINE_SIMPLE, /* an expression, a jump, or nothing */
    OUTLINE_DECLARATION,
    OUTLINE_RETURN,
    OUTLINE_BLOCK,  /* children: its statements */
    OUTLINE_FOR,    /* child: the body */
    OUTLINE_WHILE,  /* child: the body */
    OUTLINE_DO,     /* child: the body */
    OUTLINE_IF,     /* children: then; else, where there is one */
    OUTLINE_SWITCH, /* child: the body */
    OUTLINE_CASE,   /* child: the statement behind the label */
    OUTLINE_OTHER   /* labels, …: children: what stands in it */
} outline_kind;

typedef struct outline outline;
struct outline {
    outline_kind kind;
    source_range where; /* without the `;` that ends an expression or a jump */
    bool in_macro;      /* a macro wrote it: `where` is that of its use */
    /* OUTLINE_FOR: what stands between the brackets, each may be unset. Others: the
     * condition, or the value of a return, is head[1]. */
    source_range head[3];
    int child_count;
    const outline *const *child;
    int declared_count; /* OUTLINE_DECLARATION, and a `for` that declares */
    const struct variable *const *declared;
};

#endif
