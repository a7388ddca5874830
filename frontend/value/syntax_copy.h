#ifndef FPREDICT_FRONTEND_VALUE_SYNTAX_COPY_H
#define FPREDICT_FRONTEND_VALUE_SYNTAX_COPY_H

/* Copies of trees that stand for one text: a function for each structure that it gets, the body of
 * a loop for each of its iterations. What a copy declares is its own. */

#include "frontend/syntax/syntax.h"

typedef struct syntax_copying {
    fp_context *ctx;
    c_program *source;
    int count;   /* of the declarations before */
    decl **copy; /* by id: what stands for it in the copy; null: itself */
    /* Variables of which only the value is read, and the numbers that stand for them. */
    int number_count;
    const decl *const *variable;
    const int64_t *number;
} syntax_copying;

syntax_copying syntax_copy_begin(fp_context *ctx, c_program *source);

/* Another declaration like `d`, seen where that is; `d` is its origin. */
decl *syntax_copy_decl(syntax_copying *c, const decl *d);
/* Copies what `d` refers to: extents, what it is initialised with, members. After all declarations
 * that these name. */
void syntax_fill_decl(syntax_copying *c, const decl *d);
syntax *syntax_copy_tree(syntax_copying *c, const syntax *s);
/* All that the tree declares, too. */
syntax *syntax_copy_scope(syntax_copying *c, const decl *function, const syntax *s);

/* Another function with the text of `f`, whose body is like `body`. A call of itself stays one of
 * `f`. */
decl *syntax_copy_function(syntax_copying *c, const decl *f, const syntax *body);

/* A node in the place of `at`, with so many children to be filled in. */
syntax *syntax_new_at(fp_context *ctx, const syntax *at, syntax_kind kind, int children);
/* A number in the place of `at`. */
syntax *syntax_number_at(fp_context *ctx, const syntax *at, const c_type *type, int64_t value);

/* The expression for the member at `path`, "a.n", of a variable that is a structure, in the place
 * of `at`; "": for the variable. `type` is what it is of; null: of no interest. */
const syntax *syntax_path_at(fp_context *ctx, const syntax *at, const decl *whole, const char *path,
                             const c_type *type);

#endif
