#ifndef FPREDICT_FRONTEND_LOWER_STATEMENT_H
#define FPREDICT_FRONTEND_LOWER_STATEMENT_H

/* Statements, branches and loops. Part of lower/lower.h. */

#include "frontend/lower/directive.h"

/* lower/statement.c */
void lower_statement(lowering *lo, node_list *out, const syntax *s);

/* What runs after the statement at hand unless a `continue` takes it away: the
 * rest of the blocks around it, out to the loop's body. */
typedef struct continuation {
    const syntax *block;
    int from; /* 1 or more */
    loop_frame *frame;
    const struct continuation *outer;
} continuation;
void lower_sequence(lowering *lo, node_list *out, const syntax *block, int from,
                    const continuation *after);
void lower_after(lowering *lo, node_list *out, const continuation *after);

/* lower/assign.c: an expression that is a statement. */
void lower_expression(lowering *lo, node_list *out, const syntax *s);
void lower_declaration(lowering *lo, node_list *out, const syntax *s);
/* The statement node of gathered operations, unless there is nothing in it. */
node *lower_gathered(lowering *lo, node_list *out, const gather *g, source_range where);
/* The same, whatever is in it. */
node *lower_reading(lowering *lo, node_list *out, const gather *g, source_range where);

/* lower/branch.c */
void lower_if(lowering *lo, node_list *out, const syntax *s, const attached *with,
              const continuation *after);
/* May what follows this `if` be lowered into both its branches? */
bool lower_can_copy(lowering *lo, const syntax *s);
/* May it be lowered once more? Counts, and warns when it is too often. */
bool lower_may_copy(lowering *lo, source_range where);
/* Does the statement always end in `continue`, or in a `break` of the switch around? */
bool lower_always_continues(const lowering *lo, const syntax *s);

/* lower/switch.c; `after` is what runs behind it, when it has a `continue`. */
void lower_switch(lowering *lo, node_list *out, const syntax *s, const continuation *after);

/* lower/loop.c, lower/loop_bounds.c */
void lower_for(lowering *lo, node_list *out, const syntax *s, const expr *trips);
void lower_while(lowering *lo, node_list *out, const syntax *s, const expr *trips);
/* A parameter that --set names by the place: trip@23, trip@23@40. */
const expr *lower_trip_param(lowering *lo, source_range where);
/* Recognises `for`; for directives that name loops. Null: no induction variable. */
const decl *lower_for_variable(lowering *lo, const syntax *s);

/* The value of `var` behind the loop's first part. */
const expr *lower_initial_value(lowering *lo, const syntax *s, const decl *var);
/* The last value that a condition allows `var`, which moves in the direction of
 * `step`; null: it does not bound it. *is_exact becomes false where more than
 * the bound may end the loop. */
const expr *lower_bounds(lowering *lo, const syntax *s, const decl *var, const expr *step,
                         bool *is_exact);

/* The variable that the head of a `for` with all its parts steps; null: none. */
const decl *lower_stepped_variable(lowering *lo, const syntax *s);

/* lower/single_trip.c: lowers a loop that runs at most once; false: it is another one. */
bool lower_single_trip(lowering *lo, node_list *out, const syntax *s);

/* lower/canonical_loop.c: a loop as the `for` that it is. */
typedef struct canonical {
    syntax loop;        /* in four parts, the second and third not null */
    const syntax *move; /* where the variable moves, when that is within the body; or null */
    bool moves_first;   /* the variable moves before the body */
    bool tests_old;     /* the condition is of its value before the move */
    bool runs_once;     /* at least */
} canonical;
/* False: the loop counts nothing. */
bool lower_canonical(lowering *lo, const syntax *s, canonical *out);

/* lower/geometric_loop.c: loops that multiply or divide their variable by a constant. */
typedef struct geometric {
    const decl *var;
    int64_t factor; /* 2 or more */
    bool is_division;
    const expr *first; /* the variable's first value */
    const expr *last;  /* the number of multiplications before the last iteration */
    bool is_exact;     /* only the bound ends it */
} geometric;
bool lower_geometric(lowering *lo, const syntax *s, const expr *trips, geometric *out);
/* What the variable is after `v` multiplications. */
const expr *lower_geometric_value(lowering *lo, const geometric *g, const loop_var *v);
/* The variable that a `for` multiplies or divides; null: none. */
const decl *lower_growing_variable(lowering *lo, const syntax *s);

/* lower/induction.c: other variables that a counted loop moves by the same
 * amount in each iteration. */
typedef struct induction {
    const decl *var;
    const syntax *move; /* the statement that moves it */
    const expr *first;  /* its value before the loop */
    const expr *step;   /* null: the amount is not the same in all iterations */
} induction;
typedef VEC(induction) induction_vec;
/* To be asked before the loop makes its variables vary. */
induction_vec lower_inductions(lowering *lo, const syntax *loop);
/* Sets them for the iteration; then, where the loop ran `trips` times, behind it. */
void lower_enter_inductions(lowering *lo, induction_vec *moved, const loop_var *counter,
                            const expr *iteration);
void lower_leave_inductions(lowering *lo, const induction_vec *moved, const expr *trips);

#endif
