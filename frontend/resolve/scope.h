#ifndef FPREDICT_FRONTEND_RESOLVE_SCOPE_H
#define FPREDICT_FRONTEND_RESOLVE_SCOPE_H

/* The inside of a directive table: what was declared where, and how names are
 * found. Private to the directive files. */

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
    const function *owner; /* null: file scope */
    source_range where;
    proc_grid *grid;
    dist_template *tmpl;
    bool is_grid;
    declared nodes; /* a grid's declaration */
    mapped_state state;
    source_range dist_where; /* a template that a DISTRIBUTE names; else unset */
    bool is_told;            /* that it is not distributed */
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
} mapped_array;

/* An array on a template of its own, which a redistribute names; it need not lie there
 * from the beginning. */
typedef struct own_template {
    const variable *var;
    const alignment *identity;
} own_template;

/* An executable redistribute. */
typedef struct redistribution {
    const directive *d;
    remap_node meaning;
} redistribution;

struct directive_table {
    fp_context *ctx;
    expr_pool *pool;
    expr_reader *reader;
    bool has_failed;
    VEC(declared) declarations;
    VEC(scope_entry) entries;
    VEC(mapped_array) arrays;
    VEC(const proc_grid *) grids;
    VEC(const dist_template *) templates;
    VEC(redistribution) redistributions;
    VEC(const dist_template *) redistributed; /* by their number */
    VEC(own_template) own;
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

/* Is what maps the array wrong, and reported? */
bool scope_is_mapping_broken(const directive_table *t, const variable *var);

/* The variable that a clause names; null after a diagnostic. */
variable *scope_named(directive_table *t, const directive_names *names, directive_name name,
                      bool is_array);

/* The items of a reduction or a broadcast, each of which is checked. */
bool scope_reductions(directive_table *t, int count, const directive_reduction *items,
                      const directive_names *names, const reduction **out);

/* Is the list of subscripts in Fortran order (round `#pragma xmp`)? */
bool scope_is_fortran(dialect spelling, bool is_square);

/* The dimension in C order of subscript k of `rank`. */
int scope_dim(bool is_fortran, int rank, int k);

/* As directive_on; a part of a dimension may move with a loop. */
bool scope_on(directive_table *t, const directive_ref *ref, const directive_names *names,
              on_clause *out);

/* from: one processor, of those of `on` (null: all). */
bool scope_from(directive_table *t, const directive_ref *ref, const directive_names *names,
                const on_clause *on, on_clause *out);

/* The steps of directive_table_resolve (resolve/grid.c, resolve/distribute.c,
 * resolve/align.c, resolve/shadow.c). Each reports what is wrong with one
 * declaration. */
void resolve_nodes(directive_table *t, const declared *one);
void resolve_grids(directive_table *t);
void resolve_template(directive_table *t, const declared *one);
void resolve_template_fix(directive_table *t, const declared *one);
void check_templates_fixed(directive_table *t);
void resolve_distribute(directive_table *t, const declared *one);
void note_alignment(directive_table *t, const declared *one);
void resolve_alignments(directive_table *t);
void resolve_shadow(directive_table *t, const declared *one);
void resolve_inherit(directive_table *t, const declared *one);
void resolve_dynamic(directive_table *t, const declared *one);
void resolve_redistribute(directive_table *t, const declared *one);

/* Adds an array to those that are mapped; false, after a diagnostic, when it
 * is already, or is a scalar. */
mapped_array *scope_map_array(directive_table *t, const declared *one, variable *var,
                              source_range where);

/* Reads a width, `n` for both sides or `low:high`; false after a diagnostic. */
bool scope_read_width(directive_table *t, const directive_subscript *sub,
                      const directive_names *names, const expr **low, const expr **high);

/* The array's own entry among those that are mapped; null: it is not. */
mapped_array *scope_find_mapped(directive_table *t, const variable *var);

/* Reads an ALIGN or REALIGN of `var`; false after a diagnostic. */
bool scope_read_alignment(directive_table *t, const directive *d, const directive_names *names,
                          const variable *var, alignment *out);

/* Are there as many formats as dimensions? */
bool scope_check_formats(directive_table *t, const directive *d, int rank,
                         source_range declared_at);

/* A template of the array's shape, on which it lies as `identity` says; null after a
 * diagnostic at `where`. */
dist_template *scope_own_template(directive_table *t, const variable *var, source_range where,
                                  source_range directive_at, alignment *identity);

/* Reads bounds: `n`, `lo:hi`, or in XMP's brackets `base:length`; `:`, which is
 * open, leaves both null. */
bool scope_read_bounds(directive_table *t, const declared *one, const directive_ref *shape,
                       const directive_subscript *sub, const expr **lower, const expr **extent);

/* The number of formats that are not `*`. */
int scope_distributed_count(const directive *d);

/* The same format in the same words? */
bool scope_same_format(const directive_format *a, const directive_format *b);

/* Finds the processors of the onto clause, or the implied ones. Null after a
 * diagnostic, now or where they are declared. */
const proc_grid *scope_onto(directive_table *t, const declared *one, int distributed);

/* Reads a template's formats, one for each dimension, which a template_fix (or
 * null) may complete. */
bool scope_read_formats(directive_table *t, const declared *one, const declared *fix,
                        const dist_template *tmpl, const proc_grid *grid, dist_format *out);

/* The entry's grid, made now if it is needed before its turn. Null after a
 * diagnostic. */
const proc_grid *scope_grid(directive_table *t, scope_entry *e);
/* Returns the grid, or null, and notes that something is placed on it, and so on what it is
 * part of. */
const proc_grid *scope_use_grid(directive_table *t, scope_entry *e);

/* `= parent(..)`: makes `g`, whose shape is read, a part of the parent. */
bool scope_read_parent(directive_table *t, const declared *one, proc_grid *g);

/* The part of `grid` within the ranges first[k]..last[k] (null: all of axis k) in
 * steps of step[k] (null: 1); null after a diagnostic. */
const proc_grid *scope_section_of(directive_table *t, const directive_ref *ref,
                                  const proc_grid *grid, const expr *const *first,
                                  const expr *const *last, const expr *const *step);

/* The axes that subscripts count: the last ones may be hidden. */
int scope_grid_rank(const proc_grid *grid);

/* Appends a template of the program. */
dist_template *scope_new_template(directive_table *t, const char *name, int rank,
                                  source_range where);

#endif
