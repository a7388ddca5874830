#ifndef FPREDICT_PROGRAM_EXPR_INTERNAL_H
#define FPREDICT_PROGRAM_EXPR_INTERNAL_H

/* What the files that build expressions share. Nothing outside includes it. */

#include "program/expr/expr.h"
#include "program/expr/mapping.h"
#include "support/vec.h"

__extension__ typedef __int128 int128;

typedef VEC(const expr *) expr_vec;

/* A parameter made by expr_substitute from another, for one value. */
typedef struct param_instance {
    const param *of;
    const expr *value;
    const param *made;
} param_instance;

struct expr_pool {
    fp_context *ctx;
    const expr **slot; /* open addressing; a power of two of them */
    int slot_count;
    int count; /* expressions so far: the next id */
    VEC(param *) params;
    VEC(loop_var *) vars;
    VEC(const axis_map *) axes;
    VEC(const struct slice *) slices;
    /* Memory of expr_substitute, by id, valid where the stamp is the current. */
    struct replacement *replaced;
    int replaced_count;
    unsigned stamp;
    VEC(param_instance) instances;
};

/* Interns an operation as it stands. `operand` is copied. */
const expr *expr_intern(expr_pool *pool, expr_kind kind, const expr *const *operand, int count,
                        const axis_map *axis);

/* The same of an EXPR_SLICE. */
const expr *expr_intern_code(expr_pool *pool, const struct slice *code, const expr *const *operand,
                             int count);

/* The same of two operands. */
const expr *expr_intern_pair(expr_pool *pool, expr_kind kind, const expr *a, const expr *b);

/* Interns a sum or product that no rule may look into. */
const expr *expr_intern_opaque(expr_pool *pool, expr_kind kind, const expr *const *operand,
                               int count);

/* Sets at_least and at_most from the operands'. */
void expr_set_bounds(expr *e);

/* Orders by id: the canonical order of operands. */
void expr_sort(const expr **operand, int count);

/* Appends the operands of `e` if it is of `kind`, else `e` itself. */
void expr_flatten(expr_pool *pool, expr_vec *into, expr_kind kind, const expr *e);

/* A sum under construction: constant + Σ coefficient * base. Bases are products
 * without a constant factor, or anything that is neither sum nor product; an
 * opaque sum or product counts as neither. */
typedef struct linear_term {
    const expr *base;
    int128 coefficient;
} linear_term;

typedef struct linear {
    linear_term *term;
    int count, capacity;
    int128 constant;
    bool is_lost; /* a coefficient left 128 bits; the sum means nothing */
    linear_term own[8];
} linear;

void linear_init(linear *sum);
/* Adds scale * e. */
void linear_add(expr_pool *pool, linear *sum, const expr *e, int128 scale);
/* Orders the terms, joins those of one base, drops those of coefficient 0. */
void linear_collect(linear *sum);
/* The expression of a collected sum; null when a coefficient leaves 64 bits. */
const expr *linear_build(expr_pool *pool, const linear *sum);
/* Bounds of a collected sum; the widest where they leave 128 bits. */
void linear_bounds(const linear *sum, int128 *least, int128 *most);
/* Greatest common divisor of the coefficients; 0 without terms. */
int128 linear_gcd(const linear *sum);

int128 int128_gcd(int128 a, int128 b);
int128 int128_floor_div(int128 a, int128 b);
int128 int128_mod(int128 a, int128 b);
bool int128_fits(int128 v);

/* Always the axis_map of equal content. */
const axis_map *expr_intern_axis(expr_pool *pool, const axis_map *axis);

#endif
