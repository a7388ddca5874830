#ifndef FPREDICT_FRONTEND_RESOLVE_SCOPE_H
#define FPREDICT_FRONTEND_RESOLVE_SCOPE_H

/* The inside of a directive table: what was declared where, and how names are
 * found. For the files of resolve/. */

#include "frontend/resolve/table.h"
#include "support/vec.h"

typedef struct declared {
    const directive *d;
    const directive_names *names;
} declared;

typedef enum mapped_state { MAPPED_WAITING, MAPPED_IN_PROGRESS, MAPPED_DONE } mapped_state;

/* A grid or a template. What was declared and could not be resolved stays with
 * a null pointer, so that its uses are not reported again. */
typedef struct scope_entry {
    const char *name;      /* interned */
    const function *owner; /* null: file scope, */
    int unit;              /* of this translation unit */
    source_range where;
    proc_grid *grid;
    dist_template *tmpl;
    bool is_grid;
    declared nodes; /* a grid's declaration */
    mapped_state state;
    source_range dist_where; /* a template that a DISTRIBUTE names; else unset */
    bool is_reported;        /* that it is not distributed */
    declared fix;            /* the template_fix that completes a template; d null: none */
} scope_entry;

/* An array that an ALIGN or a direct DISTRIBUTE maps. */
typedef struct mapped_array {
    variable *var;
    const directive *d;
    source_range where; /* of the name in it */
    const directive_names *names;
    mapped_state state;
    alignment *result; /* null after an error */
    int first;         /* another unit's that maps the same array; -1: this is the first */
} mapped_array;

/* An array with a private template, which a redistribute names; it need not be aligned
 * with that from the beginning. */
typedef struct natural_template {
    const variable *var;
    const alignment *identity;
} natural_template;

/* An executable redistribute. */
typedef struct redistribution {
    const directive *d;
    remap_node meaning;
} redistribution;

/* What a directive was said of, in a unit. */
typedef struct said_directive {
    const void *object;
    source_range where;
    int unit;
} said_directive;

struct directive_table {
    fp_context *ctx;
    expr_pool *pool;
    expr_reader *reader;
    bool has_failed;
    VEC(declared) declarations;
    VEC(scope_entry) entries;
    VEC(mapped_array) arrays;
    VEC(const proc_grid *) grids;
    VEC(dist_template *) templates;
    VEC(redistribution) redistributions;
    VEC(const dist_template *) redistributed; /* by their number */
    VEC(natural_template) natural;
    VEC(said_directive) said;
    VEC(const char *) unknown;         /* names that nothing declares, each once */
    proc_grid *implied[MAX_RANK + 1];  /* by rank: for DISTRIBUTE without onto */
    const loop_var *dummies[MAX_RANK]; /* stand for array dimensions in ALIGN */
};

/* Reports an error and returns false. */
bool scope_fail(directive_table *t, const char *rule, source_range where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports an error with a note at the place of an earlier declaration. */
bool scope_fail_noting(directive_table *t, const char *rule, source_range where, const char *text,
                       source_range note_at, const char *note);

const char *scope_text(directive_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Does `a` begin before `b`? Of two files: yes. */
bool scope_is_before(source_range a, source_range b);

/* "1 dimension", "2 dimensions" */
const char *scope_dimensions(directive_table *t, int count);

/* The innermost entry of this name and kind, or null. */
scope_entry *scope_find(directive_table *t, const directive_names *names, const char *name,
                        bool is_grid);

/* The variable of this name, or null. */
variable *scope_variable(const directive_names *names, directive_name name);

/* Reports that no template, nodes or array has this name; `what` says which
 * was looked for. */
bool scope_unknown(directive_table *t, const directive_names *names, directive_name name,
                   const char *what);

/* Is the list of subscripts in Fortran order (round `#pragma xmp`)? */
bool scope_is_fortran(dialect spelling, bool is_square);

/* The dimension in C order of subscript k of `rank`. */
int scope_dim(bool is_fortran, int rank, int k);

#endif
