#ifndef FPREDICT_PROGRAM_EXPR_EXPR_H
#define FPREDICT_PROGRAM_EXPR_EXPR_H

/* Symbolic integer expressions, hash-consed: in one pool, equal expressions
 * have equal addresses, and simplification is done on construction (constants
 * folded, sums and products flattened into a canonical order), so that
 * `expr_add(i, 1) == expr_add(1, i)`. Nodes are immutable and live in the
 * pool's arena. Arithmetic is exact 64-bit; overflow is reported by expr_eval.
 *
 * Canonical form. Sums and products are polynomials multiplied out: terms by id
 * of what they multiply, coefficients in front, the constant last. Comparisons
 * are EXPR_LT, EXPR_EQ or EXPR_NE of a side without and a side with the constant
 * (`a <= b` becomes `a < b + 1`). Simplification never changes a value; it may
 * drop an operand that could not have been evaluated (`0 * x`), and an
 * intermediate result may leave 64 bits where the unsimplified one did not.
 *
 * The structure never depends on the value of a parameter, an extent or a
 * coordinate: those are leaves, bound when the expression is evaluated. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "support/context.h"

typedef struct expr expr;
typedef struct expr_pool expr_pool;
struct proc_grid;
struct axis_map;
struct slice;

typedef enum expr_kind {
    EXPR_INT,
    EXPR_PARAM,    /* a named value: macro, constant, program variable */
    EXPR_LOOP_VAR, /* the current value of a loop's variable */
    EXPR_COORD,    /* coordinate of the executing processor on a grid's axis */
    EXPR_EXTENT,   /* processors along a grid's axis: the last of the leaves */
    EXPR_ADD,      /* n-ary */
    EXPR_MUL,      /* n-ary */
    EXPR_FLOOR_DIV,
    EXPR_MOD, /* of floor division: 0 <= r < |divisor| for positive divisor */
    EXPR_MIN,
    EXPR_MAX,
    EXPR_SELECT, /* a ? b : c */
    EXPR_LT,
    EXPR_LE,
    EXPR_EQ,
    EXPR_NE,
    EXPR_AND,
    EXPR_OR,
    EXPR_NOT,
    EXPR_POWER, /* constant b >= 2 to the power of max(e, 0); operands b, e */
    EXPR_LOG,   /* the largest e with b^e <= x, -1 for x < 1; operands b, x */
    EXPR_SLICE, /* of a run of code (program/expr/slice.h): operands as there */
    EXPR_COUNT  /* how many i of l:u:s have owner(axis, c*i+d) == coordinate */
} expr_kind;

/* Where the value of a named parameter comes from. */
typedef enum param_origin {
    PARAM_MACRO,
    PARAM_CONSTANT, /* enum, const */
    PARAM_VARIABLE, /* traced to its only definition, or external */
    PARAM_FORMAL,   /* a function's formal; bound at each call, and to what all calls pass */
    PARAM_TRIP,     /* the trip count of a loop that nothing else tells */
    PARAM_STRIP,    /* iterations of a pipeline's strip: strip@LINE */
    PARAM_INDEX,    /* a scalar as a subscript, which only the run knows: one index stands for it */
    PARAM_SYNTHETIC
} param_origin;

/* A named value. `value` is its definition when the program tells it, null
 * when only --set can; it is free of loop variables and coordinates. `name` is
 * interned and is what --set names. */
typedef struct param {
    const char *name;
    param_origin origin;
    const expr *value;
    source_range where; /* its definition or first use */
    bool has_different; /* a formal: its calls pass different values */
    const char *bounds; /* a trip count: the array whose elements the loop's bounds are; or null */
    bool is_word;       /* read from what the program is called with, which is not told */
    bool is_pointed;    /* a member of what pointers lead to: the text has it by these */
    bool may_be_negative;  /* a formal: some call passes what is below 0 */
    bool is_unsigned;      /* the text has it in a type without a sign */
    source_range assigned; /* a member: the name in its only assignment; or unset */
    bool is_in_text;       /* --set gave it to the text that was read, which may not name it */
    /* PARAM_INDEX: what it is in each iteration of the loop that sets it, for those who evaluate
     * (plan/analysis/spread_index.h); null: the same in all. */
    const expr *spread;
    const char *provenance; /* "from its initialiser", "#define", … for the list of assumptions */
    bool is_assumption;     /* the report lists it among the assumptions when used */
    int id;                 /* dense, from 0, in one pool */
} param;

/* A loop variable; distinct loops have distinct loop_vars even if they share
 * the program's variable. */
typedef struct loop_var {
    const char *name;
    source_range where;
    bool is_unsigned; /* the text has it in a type without a sign */
    int id;           /* dense, from 0, in one pool */
} loop_var;

/* Sets of loop variables have bit id for each; those from number 63 on share the last one, which
 * so says of none of them that it is there. */
#define LOOP_VARS_SHARED (UINT64_C(1) << 63)

static inline uint64_t loop_var_bit(const loop_var *v)
{
    return v->id < 63 ? UINT64_C(1) << v->id : LOOP_VARS_SHARED;
}

struct expr {
    expr_kind kind;
    int id;             /* dense, from 0, in one pool: index for evaluators' tables */
    bool uses_coord;    /* an EXPR_COORD or EXPR_COUNT of the executing processor below */
    bool uses_loop_var; /* an EXPR_LOOP_VAR below */
    bool uses_param;    /* an EXPR_PARAM below */
    bool is_opaque;     /* a sum or product too large to simplify: left as it stands */
    /* Which variables below: their loop_var_bit. */
    uint64_t loop_vars;
    /* Bounds of the value under every binding; INT64_MIN, INT64_MAX: none known. */
    int64_t at_least, at_most;
    union {
        int64_t value; /* EXPR_INT */
        const param *param;
        const loop_var *var;
        struct {
            const struct proc_grid *grid;
            int axis;
        } on; /* EXPR_COORD, EXPR_EXTENT */
        struct {
            const expr **operand;
            int count;
        } op; /* the rest; EXPR_COUNT: lower, upper, step, c, d, coordinate */
    } u;
    const struct axis_map *axis; /* EXPR_COUNT only; a copy in the pool, its `dim` is 0 */
    const struct slice *code;    /* EXPR_SLICE only; the pool's */
};

static inline bool expr_is_leaf(expr_kind kind)
{
    return kind <= EXPR_EXTENT;
}

/* It is computed from u.op.operand[0 … count - 1]; a leaf from none. */
static inline int expr_operand_count(const expr *e)
{
    return expr_is_leaf(e->kind) ? 0 : e->u.op.count;
}

expr_pool *expr_pool_new(fp_context *ctx);
int expr_pool_size(const expr_pool *pool); /* ids are below this */
int expr_pool_param_count(const expr_pool *pool);
int expr_pool_loop_var_count(const expr_pool *pool);
const param *expr_pool_param(const expr_pool *pool, int id);

/* Makes a new parameter (the pool fills in id and interns name). */
param *expr_new_param(expr_pool *pool, param_origin origin, const char *name, source_range where);
/* The text that was read has its value: param.is_in_text. */
void expr_mark_in_text(expr_pool *pool, const param *p);
/* Of a variable without a sign: loop_var.is_unsigned. */
void expr_mark_unsigned(expr_pool *pool, const loop_var *v);
const loop_var *expr_new_loop_var(expr_pool *pool, const char *name, source_range where);

const expr *expr_int(expr_pool *pool, int64_t value);
const expr *expr_param(expr_pool *pool, const param *p);
/* Does `--set name=…` say what the parameter is? Not of one that is told by another of that name,
 * as the formal n of f is by the variable n in f(n * n). */
bool expr_is_set_by(const param *p, const char *name);
const expr *expr_loop_var(expr_pool *pool, const loop_var *v);
const expr *expr_coord(expr_pool *pool, const struct proc_grid *grid, int axis);
const expr *expr_extent(expr_pool *pool, const struct proc_grid *grid, int axis);
const expr *expr_add(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_sub(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_mul(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_floor_div(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_ceil_div(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_mod(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_min(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_max(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_select(expr_pool *pool, const expr *c, const expr *a, const expr *b);
/* kind is EXPR_LT … EXPR_NOT; b is null for EXPR_NOT. */
const expr *expr_logic(expr_pool *pool, expr_kind kind, const expr *a, const expr *b);
/* Powers and logarithms, rounded down, to a constant base of 2 or more; what the
 * variable of a loop that doubles is, and how often such a loop runs. A power
 * has no exponents below 0 (it is 1 there), a logarithm of less than 1 is -1. */
const expr *expr_power(expr_pool *pool, int64_t base, const expr *exponent);
const expr *expr_log(expr_pool *pool, int64_t base, const expr *x);
/* Number of i in lower:upper:step (upper inclusive, step of either sign) for
 * which the coordinate on `axis` of array index c*i+d equals `coordinate`. */
const expr *expr_count(expr_pool *pool, const struct axis_map *axis, const expr *lower,
                       const expr *upper, const expr *step, const expr *c, const expr *d,
                       const expr *coordinate);
/* Number of i in lower:upper:step: max(0, floor((upper-lower)/step)+1). */
const expr *expr_trips(expr_pool *pool, const expr *lower, const expr *upper, const expr *step);

bool expr_is_int(const expr *e, int64_t *value);
/* What such an operation makes of two numbers; false: it has no value, or one beyond 64 bits, or is
 * none of two. Divisors may be below 0. */
bool expr_pair_value(expr_kind kind, int64_t a, int64_t b, int64_t *value);

/* Writes e = coefficient * v + rest when e is affine in v with a coefficient
 * free of loop variables; returns false otherwise. */
bool expr_affine(expr_pool *pool, const expr *e, const loop_var *v, const expr **coefficient,
                 const expr **rest);

/* Divides polynomials, divisor > 0: e = quotient * divisor + rest for all values. No term of `rest`
 * is a multiple of the divisor's first term, and its constant is below that of a divisor that is a
 * number; nothing else is known of how large it is. False: no division was found. */
bool expr_split(expr_pool *pool, const expr *e, const expr *divisor, const expr **quotient,
                const expr **rest);

/* Does v occur in e? */
bool expr_mentions(const expr *e, const loop_var *v);

/* Returns the loop variables of e in *vars (arena), their number. */
int expr_loop_vars(expr_pool *pool, const expr *e, const loop_var ***vars);

/* A substitution of leaves: loop variables or parameters by expressions, all at
 * once. A parameter whose value mentions a replaced one becomes a new parameter
 * of the same name with the substituted value (the same one each time), so that
 * --set still reaches it; a value that changes with a loop takes its place. */
typedef struct expr_substitution {
    int count;
    const loop_var *const *vars; /* vars[i] or params[i] is replaced by with[i] */
    const param *const *params;
    const expr *const *with;
} expr_substitution;
const expr *expr_substitute(expr_pool *pool, const expr *e, const expr_substitution *s);

/* Prints in C's notation, as a person would write it: "N - 1", "2*i + 1". What
 * C has no notation for reads as a call: min(a, b), pow(2, e), log(2, x),
 * size(P, axis), me(P, axis),
 * count(l:u:s, owner(P, axis, index) == me(P, axis)). */
const char *expr_text(fp_context *ctx, const expr *e);
void expr_print(FILE *out, const expr *e);
/* Prints the trip count of a loop: an EXPR_COUNT counts by the loop's name. */
void expr_print_trips(FILE *out, const expr *trips, const loop_var *v);
/* Prints what is added to a text before it: " + N", " - 1"; nothing for 0. */
void expr_print_added(FILE *out, const expr *e);

#endif
