#ifndef FPREDICT_ESTIMATOR_FORMULA_BUILDER_H
#define FPREDICT_ESTIMATOR_FORMULA_BUILDER_H

/* A formula while it is made, beside the run that it is made of. */

#include "estimator/formula.h"
#include "estimator/run/run.h"

typedef struct builder {
    fp_context *ctx;
    run *r;
    expr_pool *pool;
    int rank;
    const char *why; /* the last expression that could not be resolved; null: all could */
    VEC(formula_name) names;
    VEC(formula_condition) conditions;
    VEC(formula_term) terms;
    const aag_unit *unit; /* that terms are being made of */
    int tried;
    const char *later; /* of sizes where another processor is later; or null */
    const char *later_at_all;
} builder;

/* --- build.c -------------------------------------------------------------------- */

/* The grid by whose coordinates the processor is told, or null. */
const proc_grid *place_grid(const builder *b);

/* --- resolve.c ------------------------------------------------------------------ */

/* The expression on the builder's processor, free of coordinates and of maxima: these go the way
 * they go here, which is noted as a condition. Null, with b->why: it has no such form. */
const expr *resolve(builder *b, const expr *x);
/* Its value here; expressions of resolve, which may be newer than the run's environment. */
bool resolve_value(builder *b, const expr *x, int64_t *value);
/* How many of lower:upper:step have their place on `axis` at that coordinate; null as above. */
const expr *resolve_count(builder *b, const axis_map *axis, const loop_range *range, const expr *c,
                          const expr *d, const expr *coordinate);
/* ceil(log2(p)), by a name of its own. */
const expr *resolve_doublings(builder *b, const expr *p);
/* Notes that the formula is of blocks of at least so many elements, where these are blocks. */
void resolve_wide_blocks(builder *b, const axis_map *axis, int64_t least);
/* The builder's coordinate, counted from the nearer end of the axis. */
const expr *resolve_coord(builder *b, const proc_grid *grid, int axis);

/* Notes that the formula is of this piece only while `test` is not 0. */
void resolve_condition(builder *b, const expr *test);
/* The same, while the grid has the shape that it has here. */
void resolve_fixed_shape(builder *b, const proc_grid *grid);

/* --- terms.c -------------------------------------------------------------------- */

typedef struct price_list {
    VEC(formula_factor) factors;
    double left;
} price_list;

void price_add(builder *b, price_list *p, const expr *times, const quantity *value);
void price_add_ops(builder *b, price_list *p, const op_tally *ops, int64_t times);
void term_add(builder *b, source_range where, formula_part part, const expr *times,
              const price_list *price);
void term_open(builder *b, source_range where, formula_part part, int128 ticks, const char *why);

/* --- messages.c ----------------------------------------------------------------- */

/* Adds the terms of a communication that the unit performs `times` times. */
void message_terms(builder *b, const aag_unit *u, const expr *times);

/* --- probe.c -------------------------------------------------------------------- */

/* Holds the terms against evaluations at other sizes and processors; adds conditions, and opens
 * what no condition explains. */
void probe_terms(builder *b, const estimate *result, const bindings *values,
                 const estimate_options *options);

#endif
