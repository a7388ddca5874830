#ifndef FPREDICT_TESTS_FAKE_PROGRAM_H
#define FPREDICT_TESTS_FAKE_PROGRAM_H

/* Programs for the tests of directives, read without clang: a text of lines
 *   #define NAME body      #define NAME(a, b) body      enum { NAME = e };
 *   float NAME[e]..;       int NAME = e;                void NAME(float A[][e]..) {
 *   int NAME[e] = {e, ..};
 *   #pragma ..             }
 * Other lines mean nothing. i, j, k, l and m are loop variables unless they are
 * declared. A `[]` is an extent that is not known. */

#include "frontend/resolve/table.h"
#include "support/vec.h"

typedef struct fake_name {
    const char *name;
    int line;
    const function *owner;
    meaning is;
} fake_name;

typedef struct fake_pragma {
    directive *d;
    const directive_names *names;
} fake_pragma;

/* The initialiser of an array: parameters NAME[0], NAME[1], .. */
typedef struct fake_list {
    const variable *var;
    const expr **value;
} fake_list;

typedef struct fake_program {
    fp_context *ctx;
    expr_pool *pool;
    expr_reader *reader;
    directive_table *table;
    const source_file *file;
    const directive_names *names; /* of the scope being read */
    VEC(fake_name) known;
    VEC(fake_pragma) pragmas; /* each directive, chained ones apart */
    VEC(variable *) arrays;   /* of rank >= 1, in order */
    VEC(fake_list) lists;
} fake_program;

/* Reads the text, resolves its declarations and asks for the meaning of its
 * other directives; mistakes are in ctx->diags. */
fake_program *fake_program_read(const char *path, const char *text, size_t length);
void fake_program_free(fake_program *p);

/* The directives of one pragma: `text` begins after "#pragma". */
directive *fake_parse(fp_context *ctx, source_range text);

/* The diagnostics as printed; free it. */
char *fake_program_diags(const fake_program *p);

/* Grids, templates, mapped arrays and executable directives, one a line, with
 * everything in C order; free it. */
char *fake_program_text(const fake_program *p);

#endif
