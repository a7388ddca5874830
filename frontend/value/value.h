#ifndef FPREDICT_FRONTEND_VALUE_VALUE_H
#define FPREDICT_FRONTEND_VALUE_VALUE_H

/* Names, places, values and their operations. Part of lower/lower.h. */

#include "frontend/value/state.h"

/* value/names.c: what names mean. */
const directive_names *lower_names(lowering *lo, decl *function);
/* The value of an integer variable, enumerator or formal here; null: it varies.
 * With `allow_unknown` a parameter that --set can give stands for such a one. */
const expr *lower_decl_value(lowering *lo, const decl *d, bool allow_unknown);

/* value/constant_propagation.c: assignments to integer scalars, counted before lowering. */
void constants_propagate(lowering *lo);
/* After the bodies: formals to which all calls pass the same value have it
 * (value/formal_constants.c). */
void lower_bind_formals(lowering *lo);
/* Once more for those without a value, when it is known which nodes there are. */
void constants_refine(lowering *lo);
/* The value that the variable has all through the program; null: it varies. */
const expr *lower_traced_value(lowering *lo, const decl *d);
/* Is the variable assigned outside of loops only? Then one parameter can stand
 * for its value where that is unknown. */
bool lower_has_known_flow(const lowering *lo, const decl *d);
/* Is the variable assigned in a loop around the statement at hand? */
bool lower_varies_around(const lowering *lo, const decl *d);
const expr *lower_unknown_value(lowering *lo, const decl *d);
/* Every integer variable that `s` may change varies from here on. */
void lower_forget(lowering *lo, const syntax *s);
void lower_forget_globals(lowering *lo);
void lower_set_flow(lowering *lo, const decl *d, const expr *value);
bool lower_is_assigned_in(const syntax *s, const decl *d);
bool lower_is_assigned_by(const syntax *s, const decl *d); /* by the node itself */

/* value/array_constants.c: the elements of an integer array of one dimension, their number;
 * -1: it is none, 0: nothing tells how many it has. */
int lower_elements(lowering *lo, const decl *d, const expr *const **elements);

/* value/integer.c: the expression of loop variables and parameters that an
 * integer expression is; null when it is none. */
const expr *lower_integer(lowering *lo, const syntax *s, bool allow_unknown);
/* The product of the extents of dimensions from:to of an array; null: not known. */
const expr *lower_extents(lowering *lo, const decl *d, int from, int to);
/* The loop's variable is `bound` or more. */
void lower_set_floor(lowering *lo, const loop_var *v, const expr *bound);

/* value/inline_result.c: the value of a call of a function that only returns one; null: it does
 * more. */
const expr *lower_result(lowering *lo, const syntax *call, bool allow_unknown);

/* value/variable.c */
void lower_add_variable(lowering *lo, const decl *d);
void lower_variables(lowering *lo);
/* First extents that only alignment tells; after directive_table_resolve. */
void lower_missing_extents(lowering *lo);

/* value/access_path.c: what an expression designates. */
typedef enum place_kind {
    PLACE_NONE,    /* no object: a value */
    PLACE_SCALAR,  /* a scalar variable, in a register */
    PLACE_ELEMENT, /* an element of a variable of rank >= 1 */
    PLACE_ADDRESS, /* an array, a row of one, or a pointer: no memory is touched */
    PLACE_MEMORY   /* something else in memory: a struct's member, behind a pointer */
} place_kind;

#define MAX_PLACE_PARTS 24

typedef struct place {
    place_kind kind;
    const decl *base;            /* null: not a variable */
    int level;                   /* subscripts so far */
    const expr *index[MAX_RANK]; /* null: indirect */
    const expr *pending;         /* added to the pointer since the last subscript; 0 at first */
    const syntax *part[MAX_PLACE_PARTS]; /* every index expression, for its operations */
    int part_count;
    bool is_indirect; /* PLACE_MEMORY behind a pointer that is an element of `base` */
    bool is_reshaped; /* through a cast to a shape that is unknown: so are the indices */
    int shape_rank;   /* through a cast to rows of this shape: dimensions, from level on */
    const expr *shape[MAX_RANK]; /* shape[0] is not used */
    int shape_level;             /* subscripts of the cast's own so far */
    const expr *linear;          /* elements before the current one */
    int section_count;           /* subscripts so far that are sections */
} place;

place access_path_of(lowering *lo, const syntax *s);
const reference *lower_reference(lowering *lo, const place *p, source_range where);

/* lower/expression.c: the operations and reads of a value. */
typedef VEC(const reference *) reference_vec;
typedef VEC(const variable *) variable_vec;

typedef struct gather {
    node_list *before; /* calls and nested assignments, hoisted */
    op_tally ops;
    reference_vec reads;
    variable_vec scalars;
    VEC(value_path) paths; /* of what was read so far, to the value that is made of it */
    bool is_io;
    const expr *io_bytes; /* of fread and fwrite, where known */
} gather;

/* What was counted since g->ops was `before` waits for the operands whose paths begin at
 * `first`, all that were read for it. */
void lower_operate(gather *g, int first, const op_tally *before);

void lower_value(lowering *lo, gather *g, const syntax *s);
/* The index arithmetic of a place. */
void lower_index_ops(lowering *lo, gather *g, const place *p);
/* A value that is tested for not being 0. */
void lower_condition(lowering *lo, gather *g, const syntax *s);
void lower_count(gather *g, op_kind kind, unsigned times);
/* The operation of a binary operator on operands of this type. */
void lower_count_binary(gather *g, syntax_op op, const c_type *type);
void lower_count_conversion(gather *g, const c_type *from, const c_type *to);
bool lower_is_constant(const syntax *s);

/* lower/call.c */
void lower_call(lowering *lo, gather *g, const syntax *call);

/* value/node_queries.c: does what is executed here, or a function of the program that it calls, ask
 * XcalableMP's library which of the executing nodes this is, or how many there are? */
bool lower_queries_rank(const lowering *lo, const syntax *s);

/* value/alias.c: warnings about what is not followed. */
void lower_check_pointer(lowering *lo, const decl *pointer, const syntax *value);
void lower_find_aliases(lowering *lo); /* notes them in their variables */
void lower_check_escape(lowering *lo, const syntax *call);

/* lower/reduction_form.c */
reduce_op lower_reduce_form(const syntax *assignment, const decl *scalar);
/* The operation of w op= e on an element of `array`, of which nothing else is read. */
reduce_op lower_reduce_element(const syntax *assignment, const decl *array);
/* if (e > s) s = e; the assignment, which may stand among others, as in
 * { s = e; at = i; }; null when there is none of this form. */
const syntax *lower_reduce_if(const syntax *s, reduce_op *op);

/* value/member.c: members of structures. */
/* Makes a variable of a member that a directive names. */
void lower_member_variable(lowering *lo, const decl *member);
/* The member that `s` is, of a variable, when it is mapped; null otherwise. */
const decl *lower_mapped_member(const lowering *lo, const syntax *s);
/* "struct.member" in a declaration is that member of each variable of the structure:
 * their number, and the declarations in *out; -1: it names a variable, or nothing. */
int lower_each_member(lowering *lo, const directive *d, decl *f, const directive *const **out);

#endif
