#ifndef FPREDICT_FRONTEND_VALUE_SLICE_CODE_H
#define FPREDICT_FRONTEND_VALUE_SLICE_CODE_H

/* The code of slices: statements and expressions of C as steps. */

#include "frontend/value/state.h"
#include "program/expr/slice.h"

/* A variable of the slice. */
typedef struct slice_cell {
    const decl *variable;
    int at;     /* in its function's cells */
    int extent; /* of an array; 0: a scalar */
} slice_cell;

typedef VEC(int) jump_vec; /* steps whose target is not known yet */

/* A loop that is being written. */
typedef struct slice_loop {
    jump_vec breaks, continues;
    bool is_switch; /* or a switch */
    struct slice_loop *outer;
} slice_loop;

/* A function that is called; its code stands after that of its caller. */
typedef struct slice_function {
    decl *called;
    int begin; /* -1: not written yet */
    int cells;
    jump_vec calls;
} slice_function;

typedef struct slice_maker {
    lowering *lo;
    const syntax *region; /* the loop; null: a call */
    bool is_tested;       /* the loop's condition, and what leaves it, decide */
    const decl *function; /* that is being written; null: the loop is in the one at hand */
    VEC(slice_step) code;
    VEC(const expr *) inputs;
    VEC(slice_cell) cells; /* of the function that is being written */
    int cell_count;        /* that these take */
    VEC(slice_function) functions;
    slice_loop *loop;
    int height;   /* of the stack */
    bool is_lost; /* something is not known */
} slice_maker;

/* Is the variable, which a declaration names, made anew by it? Not what is static, or elsewhere. */
static inline bool slice_begins(const decl *d)
{
    return d->function && !d->is_static;
}

/* Is its value one of the slice's, rather than an input? */
bool slice_has(const slice_maker *m, const decl *d);

/* A cell of the function that is being written, for a variable, or for a value between (null);
 * extent 0: no array. Returns where it is. */
int slice_add_cell(slice_maker *m, const decl *d, int extent);

/* The variable that the node sets, whose element, or itself; null: none. */
const decl *slice_target(const syntax *s);

int slice_emit(slice_maker *m, slice_op op, const c_type *type, int64_t operand);
/* A jump that is noted in `from`. */
void slice_jump(slice_maker *m, slice_op op, jump_vec *from);
/* Sets the variable's cell to what is on the stack, converted; it stays there. */
void slice_store(slice_maker *m, const decl *d);
/* Jumps whose target is the next step. */
void slice_land(slice_maker *m, const jump_vec *jumps);

/* Pushes an expression: a number, or an input. */
void slice_expression(slice_maker *m, const expr *e);
/* Leaves the value of an integer expression on the stack, after its conversions. */
void slice_value(slice_maker *m, const syntax *s);
/* The same of a call, without its conversions. */
void slice_call(slice_maker *m, const syntax *s);
/* What it sets, without its value. */
void slice_effects(slice_maker *m, const syntax *s);
void slice_statement(slice_maker *m, const syntax *s);

#endif
