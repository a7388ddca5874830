#ifndef FPREDICT_FRONTEND_RESOLVE_TABLE_H
#define FPREDICT_FRONTEND_RESOLVE_TABLE_H

/* From declarations to mappings, and from references to homes.
 *
 * Use: add every declaration of the file (order does not matter), resolve
 * once, then ask for the meaning of executable directives while lowering the
 * statements that they stand at. Everything is C order and processor
 * coordinates count from 0, whatever the spelling; a template keeps its lower
 * bound. Names declared inside a function are seen in that function only. */

#include "frontend/directive/directive.h"

typedef struct directive_table directive_table;

directive_table *directive_table_new(fp_context *ctx, expr_pool *pool, expr_reader *reader);

/* Adds one declaration (not its `next`); `names` must outlive the table. */
void directive_table_add(directive_table *t, const directive *d, const directive_names *names);

/* Notes an executable `redistribute`, whose processors and formats are read with the
 * declarations; in the same way. */
void directive_table_note(directive_table *t, const directive *d, const directive_names *names);

/* Makes grids and templates and fills in `align` and the shadow of the
 * variables that are mapped. Returns false after errors; what could be
 * resolved is. */
bool directive_table_resolve(directive_table *t);

/* After resolve; ids are indices. */
int directive_table_grids(directive_table *t, const proc_grid *const **grids);
int directive_table_templates(const directive_table *t, const dist_template *const **templates);

/* What each `redistribute` makes of its template, by remap_node.redistribution. */
int directive_table_redistributions(const directive_table *t,
                                    const dist_template *const **redistributions);

/* The meaning of a DIRECTIVE_REDISTRIBUTE, which has been noted, or a DIRECTIVE_REALIGN. */
bool directive_remap(directive_table *t, const directive *d, const directive_names *names,
                     remap_node *out);

/* Who executes, as written (plan/ makes a `home` of it, under the distributions
 * that it tries): `on t(i,j)`, `on p(1)`, `on home(A(i,j))`. Fills in target,
 * nodes or ref, and the indices in C order; they use the loop variables that
 * `names` gives. Returns false after a diagnostic. */
bool directive_on(directive_table *t, const directive_ref *ref, const directive_names *names,
                  on_clause *out);

/* Does `inner` name processors that surely are none of those of `outer`? */
bool directive_is_outside(const on_clause *outer, const on_clause *inner);

/* array on t(..): as directive_on; position[k] counts along the k-th of `count`
 * sections of the assignment, of length[k] elements (-1: not known), which are those of
 * the template, in this order. */
bool directive_array_on(directive_table *t, const directive_ref *ref, const directive_names *names,
                        int count, const expr *const *position, const int64_t *length,
                        on_clause *out);

/* The widths of expand, margin or peel_and_wait, by dimensions of `on` in C order,
 * each as REACH_EXPANDED; 0 where there are none. */
bool directive_reaches(directive_table *t, const directive_loop *loop, const directive_names *names,
                       loop_reach *by_dim);

/* The reduction clauses of a loop directive. */
bool directive_reductions(directive_table *t, const directive_loop *loop,
                          const directive_names *names, int *count, const reduction **out);

/* The variables of `new(..)`. */
bool directive_news(directive_table *t, const directive_loop *loop, const directive_names *names,
                    int *count, const variable *const **out);

/* One reflect_node for each array of a DIRECTIVE_REFLECT. */
bool directive_reflects(directive_table *t, const directive *d, const directive_names *names,
                        int *count, const reflect_node **out);

/* DIRECTIVE_REDUCTION, DIRECTIVE_BCAST and DIRECTIVE_BARRIER. Without `on`,
 * on_explicit is null: every processor. `on` and `from` are left to plan/. */
bool directive_executable(directive_table *t, const directive *d, const directive_names *names,
                          xmp_comm_node *out);

/* The nodes of a DIRECTIVE_WAIT_ASYNC, one for each id. */
bool directive_waits(directive_table *t, const directive *d, const directive_names *names,
                     int *count, const xmp_comm_node **out);

/* DIRECTIVE_POST and DIRECTIVE_WAIT: on_explicit is the other side; null: anybody. */
bool directive_post(directive_table *t, const directive *d, const directive_names *names,
                    xmp_comm_node *out);

/* Sets *id to the id in async(id); to null where the directive has none. */
bool directive_async(directive_table *t, const directive *d, const directive_names *names,
                     const expr **id);

/* The value of a DIRECTIVE_TRIP or a DIRECTIVE_PIPELINE; null after a diagnostic. */
const expr *directive_trips(directive_table *t, const directive *d, const directive_names *names);
const expr *directive_strip(directive_table *t, const directive *d, const directive_names *names);

#endif
