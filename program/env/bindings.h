#ifndef FPREDICT_PROGRAM_ENV_BINDINGS_H
#define FPREDICT_PROGRAM_ENV_BINDINGS_H

/* Numbers for the leaves of symbolic expressions.
 *
 * `bindings` is what a user chose: --set NAME=VALUE and --procs. `env` resolves
 * every parameter and grid of one expression pool under such a choice, and
 * evaluates. Order for a parameter: --set; its definition in the program;
 * else unresolved. */

#include "program/expr/expr.h"
#include "program/expr/mapping.h"
#include "program/tree/tree.h"

typedef struct binding {
    const char *name; /* interned */
    int64_t value;
} binding;

typedef struct bindings {
    int count;
    const binding *set;
    int procs_rank;      /* 0: the directives decide */
    int procs[MAX_RANK]; /* a shape; rank 1 is also a total for any grid */
} bindings;

typedef struct env env;

/* Binds the grids and the parameters of `pool`. Grids take --procs when the
 * rank fits; a total is divided over the extents a directive leaves open, or
 * else, unless they have as many, factored as squarely as it can be, smallest extent first
 * (8 is 2x4). A
 * shape of another rank is a total to a grid with open extents. A grid `like`
 * another factors the other's size. Parts follow the grid they are part of; where
 * --procs has given that another shape, a part of all of it takes the new extents,
 * or factors them. Reports to ctx and returns null: a shape
 * that fits no grid, an extent that nothing tells, an extent below 1, a part that
 * is not within its grid or has another number of processors than it states, a --set
 * that names nothing. `values->set`, `pool` and the grids outlive the env, which
 * is in ctx's arena. */
env *env_new(fp_context *ctx, const expr_pool *pool, const proc_grid *const *grids, int grid_count,
             const bindings *values);

/* Binds the same pool and grids anew and forgets everything else, without
 * allocating: for many evaluations. Returns false after reporting; the env may
 * then only be bound again. */
bool env_rebind(env *e, const bindings *values);

/* Evaluates. Sets *ok to false (never clears it) when a parameter is
 * unresolved or defined by itself, arithmetic overflows, a divisor is 0, or an
 * axis is impossible (env_dim_mapping), and then returns 0; the first failure
 * is kept for env_failure. `a && b` and `a || b` need only one side where that
 * decides the result. */
int64_t expr_eval(env *e, const expr *x, bool *ok);

/* Evaluates a loop's step. Fails as expr_eval does, and where the loop would not
 * come to its end: a step of 0, or one of the other sign than `direction`. */
int64_t env_step(env *e, const loop_range *range, loop_direction direction, bool *ok);

/* The parameter that made an evaluation fail, or null. */
const param *env_unresolved(const env *e);

/* Who is told, while messages are worked out (transfer/), that there are many, as soon as they are
 * counted. `many` null: nobody. */
typedef struct env_watch {
    void (*many)(void *with, int64_t messages);
    void *with;
    int64_t most; /* more, once they are told of, are given up; 0: as many as can be */
} env_watch;

void env_set_watch(env *e, env_watch watch);

/* Of the steps that integers may take to be followed, so many have been taken (expr/slice.h). What
 * only looks ahead sets them back, so that the program still has them all. */
int64_t env_steps(const env *e);
void env_set_steps(env *e, int64_t steps);
void env_tell_many(const env *e, int64_t messages);
/* `most`, or the fewer that a watch lets be worked out. */
int64_t env_most_messages(const env *e, int64_t most);

/* Why the first failed evaluation failed: "nothing tells the value of 'n'; …"; null
 * if none did. Forgotten by env_rebind and env_forget_failure. */
const char *env_failure(const env *e);
void env_forget_failure(env *e);

/* Reports that failure as an error: at the parameter or the grid that is to
 * blame, else at `where`; says which option would help. Does nothing without. */
void env_report_failure(env *e, source_range where);

/* The value of a loop's variable from now on; it has none at first. */
void env_set_loop_var(env *e, const loop_var *v, int64_t value);

/* The executing processor from now on: its rank, 0 <= rank < env_procs; 0 at
 * first. */
void env_set_rank(env *e, int rank);
int env_rank(const env *e);

/* The value of a parameter in a callee from now on (PARAM_FORMAL). */
void env_set_param(env *e, const param *p, int64_t value);

/* Processors in all: the largest grid's product; 1 without a grid. */
int env_procs(const env *e);
int env_extent(const env *e, const proc_grid *grid, int axis);
int env_grid_size(const env *e, const proc_grid *grid);
/* The coordinate of `rank` on an axis; -1 for a rank outside the grid. Ranks are
 * those of the whole machine, in parts of grids too. */
int env_coord(const env *e, const proc_grid *grid, int axis, int rank);
/* The same of all processors, by [rank * grid->rank + axis]. */
void env_coords(const env *e, const proc_grid *grid, int *coords);
int env_rank_at(const env *e, const proc_grid *grid, const int *coords);

/* Was the parameter read in any evaluation so far, and what was it? (For the
 * list of parameters and assumptions of an estimate.) */
bool env_param_used(const env *e, const param *p, int64_t *value);

/* A parameter that `x` mentions, itself or in another's definition, and whose value
 * nothing tells; null: none. Evaluates nothing. */
const param *env_unknown_param(const env *e, const expr *x);

/* Puts numbers into an axis that is not replicated; AXIS_FIXED has stride 0 and
 * the template index as offset. Returns false, setting *ok, as expr_eval does,
 * also where the template is empty, a block is not positive, BLOCK(m) holds fewer
 * than all cells, or GEN_BLOCK's sizes do not fit. The sums of GEN_BLOCK hold until
 * env_rebind or env_set_param. */
bool env_dim_mapping(env *e, const axis_map *axis, dim_mapping *out, bool *ok);

/* Do all that execute under `at` own elements first … last of the dimension that drives the axis
 * k of the array's map, as an index of it that no loop moves and these numbers say? */
bool env_home_owns(env *e, const home *at, int k, const axis_map *axis, int64_t first,
                   int64_t last);

/* Coordinates from `first` up to that of the next one. */
typedef struct count_stretch {
    int first;
    int64_t count;
} count_stretch;

typedef struct count_stretches {
    int count;
    const count_stretch *at; /* the first is from coordinate 0 */
} count_stretches;

/* The values of an EXPR_COUNT at all coordinates of its axis, whatever its own
 * coordinate says: few stretches, except where the iterations are no whole number of
 * times in a block. Allocates in `a`. Returns false, after noting why for
 * env_failure, where the count has no value. */
bool env_count_stretches(env *e, const expr *x, arena *a, count_stretches *out);

#endif
