#ifndef FPREDICT_PROGRAM_ENV_INTERNAL_H
#define FPREDICT_PROGRAM_ENV_INTERNAL_H

/* The parts of an env, shared by the files that bind and that evaluate. */

#include "program/env/bindings.h"
#include "support/vec.h"

/* What an expression depends on decides for how long its value holds. */
enum { USES_COORD = 1, USES_LOOP_VAR = 2, DEPENDENCES = 4 };

/* A computed value; it holds while `stamp` is not older than the last change of
 * what the expression depends on. */
typedef struct env_value {
    int64_t value;
    uint64_t stamp;
} env_value;

typedef struct env_param {
    int64_t value;
    bool is_known;    /* `value` is it */
    bool is_assigned; /* by env_set_param, for good */
    bool is_busy;     /* its definition is being evaluated */
    bool is_used;
} env_param;

typedef struct env_loop_var {
    int64_t value;
    bool is_set;
} env_loop_var;

/* The cells before each coordinate's of a GEN_BLOCK axis, as of `stamp`. */
typedef struct env_gen {
    const gen_sizes *sizes;
    int procs;
    uint64_t stamp;
    int64_t *before; /* procs + 1 */
    int64_t largest; /* size */
} env_gen;

typedef struct env_grid {
    const proc_grid *grid;
    bool is_bound;
    int extent[MAX_RANK];
    int coord[MAX_RANK]; /* of the executing processor; -1 outside */
    int size;
    /* Parts: the rank of each processor in the grid's own order, and back; -1
     * outside. Null: the first `size` ranks, in order. */
    int *rank_of, *index_of;
    int index_count; /* ranks that index_of knows */
    int rank_room, index_room;
} env_grid;

typedef enum env_fault_kind {
    FAULT_NONE,
    FAULT_UNRESOLVED,
    FAULT_CIRCULAR,
    FAULT_OVERFLOW,
    FAULT_DIVISION,
    FAULT_LOOP_VAR,
    FAULT_STEP,
    FAULT_GRID,
    FAULT_EXTENT,
    FAULT_BLOCK,
    FAULT_BLOCK_SUM,
    FAULT_GEN_COUNT,    /* `block` sizes for `procs` coordinates */
    FAULT_GEN_SURPLUS,  /* size number `procs`, for no coordinate, is `block` */
    FAULT_GEN_NEGATIVE, /* size number `procs` is `block` */
    FAULT_GEN_SUM,      /* `block` cells in all */
    FAULT_STEPS,        /* a slice takes more than `extent` */
    FAULT_ENDLESS,      /* a slice's loop: every `extent` iterations it is as before */
    FAULT_INDEX,        /* a slice looks at an array's element that there is not */
    FAULT_ARRAY,
    FAULT_MESSAGES /* more than `extent`, of `array` on `procs` processors */
} env_fault_kind;

/* Why an evaluation failed: plain data, so that failing is cheap; env_failure
 * makes the sentence. */
typedef struct env_fault {
    env_fault_kind kind;
    const expr *at;
    const param *param;
    const axis_map *axis;
    int64_t extent, block, procs;
    const char *array; /* dimension `dim` of it */
    int dim;
    const loop_range *range; /* its step, and the way that it should go */
    int64_t step;
    loop_direction direction;
} env_fault;

struct env {
    fp_context *ctx;
    const expr_pool *pool;
    bindings values;
    int grid_count;
    env_grid *grid;
    int procs;
    int rank;
    uint64_t clock;              /* counts changes */
    uint64_t since[DEPENDENCES]; /* when last something changed that matters to these */
    int value_count;
    env_value *value; /* by expression id */
    int param_count;
    env_param *param;
    int loop_var_count;
    env_loop_var *loop_var;
    VEC(env_gen) gens;
    VEC(struct slice_state *) slices; /* by id (env/run_slice.c) */
    int64_t slice_steps;              /* that all of them took since env_rebind */
    uint64_t bound_count;             /* how often that was called */
    env_fault fault;
    env_watch watch;
};

/* Evaluates; returns false after noting the fault. */
bool env_value_of(env *e, const expr *x, int64_t *out);

/* The value of an EXPR_SLICE; returns false after noting the fault. */
bool env_run_slice(env *e, const expr *x, int64_t *out);

/* The value of an EXPR_COUNT (env/count.c); returns false after noting the fault. */
bool env_count(env *e, const expr *x, int64_t *out);

/* Closed forms of an axis compute with template cells: none may come near the
 * end of 64 bits. */
__extension__ typedef __int128 env_cell;
static inline bool env_is_safe_cell(env_cell cell)
{
    const env_cell end = (env_cell)1 << 61;
    return cell > -end && cell < end;
}

/* Makes room for parameters that are younger than the env. */
void env_grow_params(env *e);

/* The sentence for a FAULT_STEP. */
const char *env_step_text(const env *e, const env_fault *f);

/* Notes a fault unless one is noted already; returns false. */
bool env_fail(env *e, env_fault fault);

/* The slot of a grid; null, with a fault, for one that was not bound. */
env_grid *env_find_grid(const env *e, const proc_grid *grid);

/* The place of a rank in the grid's order; -1 outside. */
static inline int env_grid_index(const env_grid *g, int rank)
{
    if (!g->index_of)
        return rank >= 0 && rank < g->size ? rank : -1;
    return rank >= 0 && rank < g->index_count ? g->index_of[rank] : -1;
}

/* Is what --procs says a number of processors, or a shape, that a grid can have? Reports. */
bool env_check_procs(env *e);
/* Finds the extents of a grid, unless they are known; returns false after reporting. */
bool env_bind_grid(env *e, env_grid *g);

/* Binds a grid that is part of `of`, which is bound (env/bind_subgrid.c). */
bool env_bind_part(env *e, env_grid *g, const env_grid *of);

/* Divides `total` processors over `count` axes as squarely as it can be, the
 * smallest extent first: the largest is as small as possible, then the next. */
void env_factor(int total, int count, int *extent);

#endif
