#ifndef FPREDICT_FRONTEND_LOWER_H
#define FPREDICT_FRONTEND_LOWER_H

/* What the lower_*.c files share: from syntax and directives to the tree. Only
 * they and frontend.c include this header. */

#include "frontend/directive_table.h"
#include "frontend/pragma.h"
#include "frontend/syntax.h"
#include "support/vec.h"

/* What is known of an integer variable's value at the statement being lowered. */
typedef enum flow_kind {
    FLOW_UNSAID, /* nothing has been assigned on the way here */
    FLOW_VALUE,
    FLOW_VARYING /* not an expression of loop variables and parameters */
} flow_kind;

typedef struct flow_state {
    flow_kind flow;
    const expr *value; /* FLOW_VALUE */
} flow_state;

typedef struct decl_info {
    variable *var;
    function *fn;
    /* Over the whole program (lower_trace.c): */
    int assignments;        /* and address operators, which may assign too */
    const syntax *assigned; /* the only assignment's right side; null: unknown */
    bool is_assigned_in_loop;
    bool has_address_taken;
    bool is_traced, is_tracing;
    const expr *traced; /* its value all through the program; null: it varies */
    param *unknown;     /* stands for the value that only --set can give */
    param *formal;      /* a formal's; null: it is never asked for */
    flow_state now;     /* at the current statement */
} decl_info;

/* The elements of an integer array, parameters all of them. */
typedef struct array_elements {
    const decl *array;
    int count;
    const expr *const *value;
} array_elements;

/* A loop variable that directives may name. */
typedef struct bound_loop {
    const decl *var;
    const loop_var *loop;
} bound_loop;

/* A value that a loop's variable is never below. */
typedef struct loop_floor {
    const loop_var *loop;
    int64_t least;
} loop_floor;

/* A `for` whose loop variable and clauses were fixed by a directive above it. */
typedef struct planned_loop {
    const syntax *loop;
    const loop_var *var;
    loop_parallel parallel;
    source_range directive;
    const on_clause *on;
    int reduction_count;
    const reduction *reductions;
    int new_count;
    const variable *const *news;
    loop_reach reach;
    const stated_node *combined; /* XMP: behind the loop, by all whom its clause names; or null */
    bool is_elsewhere;
    bool is_used; /* lowered; another copy of the loop has another variable */
} planned_loop;

/* The part of a loop with a margin that is being lowered. */
typedef struct reach_piece {
    int dim; /* of `on`, whose margin it is; those before are taken inside the margin, those
                behind with theirs. -1: all that is inside */
    reach_kind side;
    bool is_last;
} reach_piece;

typedef struct node_list {
    node *head, *tail;
} node_list;

typedef struct loop_frame {
    bool may_leave; /* a break or return was seen in it */
    bool is_switch;
    bool is_divided;                 /* a loop of which each processor has iterations of its own */
    const on_clause *on;             /* by this clause; or null */
    const struct continuation *rest; /* a switch: where `break` goes on; null: behind it */
    const syntax *loop;              /* null: a switch */
    struct loop_frame *outer;
} loop_frame;

/* The loops that an array assignment's sections stand for (lower_section.c). */
typedef struct section_nest section_nest;

typedef struct lowering {
    VEC(const directive *) reflect_inits; /* so far, in the order of the text */
    fp_context *ctx;
    expr_pool *pool;
    const c_unit *unit;
    pragma_list pragmas;
    expr_reader *reader;
    directive_table *table;
    decl_info *info; /* by decl id */
    /* The first loop of each line that --set must count. */
    VEC(source_range) trips;
    VEC(const variable *) variables;
    VEC(fixed_name) fixed;
    VEC(array_elements) elements; /* of the arrays that were asked for */
    int result_depth;             /* of calls that lower_result is in */
    bool is_by_number;            /* lower_integer takes macros for the numbers they stand for */
    dialect spelling;
    /* The function being lowered. */
    decl *function;
    const directive_names *names;
    VEC(bound_loop) bound;
    VEC(planned_loop) planned;
    VEC(loop_floor) floors;
    VEC(int) tracked; /* ids of the integer variables in sight: their values are followed */
    loop_frame *frame;
    source_range trip_at;   /* the hint of the loop at hand that says how often it is executed */
    const syntax *move;     /* moves the variable of the innermost loop, in its body */
    bool is_bound;          /* of a loop that a trip count can tell of as well */
    int copies;             /* of statements behind an `if` with a `continue` in it */
    const syntax *extremum; /* an assignment that keeps the larger or smaller value */
    reduce_op extremum_op;
    int next_pragma;
    const reach_piece *piece;         /* of the loop that is being planned; or null */
    const section_nest *nest;         /* an array assignment is being lowered */
    VEC(const on_clause *) executing; /* of the tasks around */
    const syntax *previous;           /* the statement before the one at hand, in its block */
    const syntax *masked; /* the last statement of a where that an elsewhere may follow */
    const syntax *mask;   /* the `if` that a hint before a where is meant for */
    const directive *mask_probability;
    bool has_distributed;
    bool has_remaps;                    /* some directive redistributes or realigns */
    VEC(const source_region *) regions; /* marked so far */
    VEC(foreign_call) foreign;          /* called so far */
} lowering;

/* lower_result.c: the value of a call of a function that only returns one; null: it does more. */
const expr *lower_result(lowering *lo, const syntax *call, bool allow_unknown);

/* lower_names.c: what names mean. */
const directive_names *lower_names(lowering *lo, decl *function);
/* The value of an integer variable, enumerator or formal here; null: it varies.
 * With `allow_unknown` a parameter that --set can give stands for such a one. */
const expr *lower_decl_value(lowering *lo, const decl *d, bool allow_unknown);
bool lower_is_integer(const decl *d);

/* lower_trace.c: assignments to integer scalars, counted before lowering. */
void lower_trace(lowering *lo);
/* After the bodies: formals to which all calls pass the same value have it (lower_formal.c). */
void lower_bind_formals(lowering *lo);
/* Once more for those without a value, when it is known which nodes there are. */
void lower_trace_again(lowering *lo);
/* The value that the variable has all through the program; null: it varies. */
const expr *lower_traced_value(lowering *lo, const decl *d);
/* Is the variable assigned outside of loops only? Then one parameter can stand
 * for its value where that is unknown. */
bool lower_is_settled(const lowering *lo, const decl *d);
const expr *lower_unknown_value(lowering *lo, const decl *d);
/* Every integer variable that `s` may change varies from here on. */
void lower_forget(lowering *lo, const syntax *s);
void lower_forget_globals(lowering *lo);
void lower_set_flow(lowering *lo, const decl *d, const expr *value);
bool lower_is_assigned_in(const syntax *s, const decl *d);
bool lower_is_assigned_by(const syntax *s, const decl *d); /* by the node itself */

/* lower_elements.c: the elements of an integer array of one dimension, their number;
 * -1: it is none, 0: nothing tells how many it has. */
int lower_elements(lowering *lo, const decl *d, const expr *const **elements);

/* lower_integer.c: the expression of loop variables and parameters that an
 * integer expression is; null when it is none. */
const expr *lower_integer(lowering *lo, const syntax *s, bool allow_unknown);
/* The product of the extents of dimensions from:to of an array; null: not known. */
const expr *lower_extents(lowering *lo, const decl *d, int from, int to);
/* The loop's variable is `bound` or more. */
void lower_set_floor(lowering *lo, const loop_var *v, const expr *bound);

/* lower_variable.c */
void lower_add_variable(lowering *lo, const decl *d);
void lower_variables(lowering *lo);
/* First extents that only alignment tells; after directive_table_resolve. */
void lower_missing_extents(lowering *lo);

/* lower_place.c: what an expression designates. */
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
    bool is_behind;   /* PLACE_MEMORY behind a pointer that is an element of `base` */
    bool is_reshaped; /* through a cast to a shape that is unknown: so are the indices */
    int shape_rank;   /* through a cast to rows of this shape: dimensions, from level on */
    const expr *shape[MAX_RANK]; /* shape[0] is not used */
    int shape_level;             /* subscripts of the cast's own so far */
    const expr *linear;          /* elements before the current one */
    int section_count;           /* subscripts so far that are sections */
} place;

place lower_place(lowering *lo, const syntax *s);
const reference *lower_reference(lowering *lo, const place *p, source_range where);

/* lower_value.c: the operations and reads of a value. */
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

/* lower_call.c */
void lower_call(lowering *lo, gather *g, const syntax *call);
/* Does calling it end the program? */
bool lower_never_returns(const syntax *call);
/* "fmax" of a call of a named function; null otherwise. */
const char *lower_callee_name(const syntax *call);

/* lower_alias.c: warnings about what is not followed. */
void lower_check_pointer(lowering *lo, const decl *pointer, const syntax *value);
void lower_find_aliases(lowering *lo); /* notes them in their variables */
void lower_check_escape(lowering *lo, const syntax *call);

/* Directives that are meant for the statement they stand before. */
#define MAX_LOOP_DIRECTIVES 4
#define MAX_NEST 16

typedef struct attached {
    const directive
        *loop[MAX_LOOP_DIRECTIVES]; /* independent, on home, loop, … of the loop that follows */
    int loop_count;
    const directive *task, *tasks, *probability, *trip, *pipeline, *move, *array;
} attached;

/* lower_attach.c: what stands before a statement, and whether it may. */
/* Adds a directive of the loop that follows; false, after a diagnostic, when another
 * one says the same. */
bool lower_take_loop_directive(lowering *lo, attached *with, const directive *d);
/* Puts the directive into its place in `attached`, unless another one is there. */
void lower_take_directive(lowering *lo, const directive **slot, const directive *d);
/* Nothing that is meant for the next statement may wait before one that is a
 * statement by itself. */
bool lower_check_between(lowering *lo, const attached *with, const directive *d);
/* Warns of what all processors do together, in a loop that is divided. */
void lower_check_together(lowering *lo, const directive *d);
/* Are the processors that a clause names among those that execute it? Null: all. */
bool lower_check_executing(lowering *lo, const on_clause *on);
/* Are the hints at a statement that they can be for? */
void lower_check_hints(lowering *lo, const attached *with, const syntax *s);
/* Warns of a clause that divides what a loop around has divided. */
void lower_check_divided(lowering *lo, const on_clause *on);
/* lower_combine.c: does the loop, which `source` is, combine what its clauses name, and as they
 * say? */
void lower_check_operations(lowering *lo, const loop_node *l, const syntax *source);
/* Nothing leaves the loop, which directive `d` divides. */
void lower_check_jumps(lowering *lo, const directive *d, const syntax *loop);
/* Does the statement of the task run to its end? */
void lower_check_task(lowering *lo, const directive *task, const syntax *s);
/* The statement of a `tasks`. */
void lower_check_tasks(lowering *lo, const directive *tasks, const syntax *s);

/* lower_forall.c */
bool lower_is_forall(const directive *d);
/* Marks the nest at `s`, whose loops are planned, and checks what it is;
 * is_independent: the program says that there is no need to read all first. */
void lower_plan_forall(lowering *lo, const directive *d, const syntax *s, bool is_independent,
                       const directive *probability);
void lower_move(lowering *lo, node_list *out, const syntax *s, const directive *d);

/* lower_outline.c: where the statements of a function are written. */
const outline *lower_outline(lowering *lo, const syntax *s);

/* lower_member.c: members of structures. */
/* Makes a variable of a member that a directive names. */
void lower_member_variable(lowering *lo, const decl *member);
/* The member that `s` is, of a variable, when it is mapped; null otherwise. */
const decl *lower_mapped_member(const lowering *lo, const syntax *s);
/* "struct.member" in a declaration is that member of each variable of the structure:
 * their number, and the declarations in *out; -1: it names a variable, or nothing. */
int lower_each_member(lowering *lo, const directive *d, decl *f, const directive *const **out);

/* lower_reach.c: expand, margin and peel_and_wait. */
/* Which iterations the loops of a nest execute, of the piece that is being lowered. */
void lower_plan_reach(lowering *lo, const directive *d, const on_clause *on,
                      const syntax *const *nest, int count);
/* What the reduction clauses combine behind the nest, or behind its last piece. */
void lower_plan_combined(lowering *lo, const directive *d, const on_clause *on,
                         const syntax *const *nest, int count);
/* The loop directive whose loop is executed in pieces; null: none is. */
const directive *lower_pieces(const attached *with);
void lower_in_pieces(lowering *lo, node_list *out, const syntax *s, const attached *with,
                     const expr *trips);

/* lower_section.c: array assignments. */
bool lower_has_section(const syntax *s);
/* The index of the element of section `s`, the next subscript of `p`, that the nest
 * is at; null: indirect, or a section that stands where none may. */
const expr *lower_section_index(lowering *lo, place *p, const c_type *array, const syntax *s);
/* An assignment with sections, or an `if` whose condition has some. */
void lower_array_statement(lowering *lo, node_list *out, const syntax *s, const attached *with);
/* The statement behind array on t(..). */
void lower_array_on(lowering *lo, node_list *out, const syntax *s, const attached *with);

/* lower_assign.c: an expression that is a statement. */
void lower_expression(lowering *lo, node_list *out, const syntax *s);
void lower_declaration(lowering *lo, node_list *out, const syntax *s);
/* The statement node of gathered operations, unless there is nothing in it. */
node *lower_gathered(lowering *lo, node_list *out, const gather *g, source_range where);
/* The same, whatever is in it. */
node *lower_reading(lowering *lo, node_list *out, const gather *g, source_range where);

/* lower_reduce.c */
reduce_op lower_reduce_form(const syntax *assignment, const decl *scalar);
/* The operation of w op= e on an element of `array`, of which nothing else is read. */
reduce_op lower_reduce_element(const syntax *assignment, const decl *array);
/* if (e > s) s = e; the assignment, which may stand among others, as in
 * { s = e; at = i; }; null when there is none of this form. */
const syntax *lower_reduce_if(const syntax *s, reduce_op *op);

/* lower_statement.c */
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
/* Is a `continue` of the loop around in it, or a `break` of the loop or switch? */
bool lower_may_continue(const syntax *s);
bool lower_may_break(const syntax *s);

/* lower_branch.c */
void lower_if(lowering *lo, node_list *out, const syntax *s, const attached *with,
              const continuation *after);
/* May what follows this `if` be lowered into both its branches? */
bool lower_can_copy(lowering *lo, const syntax *s);
/* May it be lowered once more? Counts, and warns when it is too often. */
bool lower_may_copy(lowering *lo, source_range where);
/* Does the statement always end in `continue`, or in a `break` of the switch around? */
bool lower_always_continues(const lowering *lo, const syntax *s);

/* lower_switch.c; `after` is what runs behind it, when it has a `continue`. */
void lower_switch(lowering *lo, node_list *out, const syntax *s, const continuation *after);

/* lower_loop.c, lower_counted.c */
void lower_for(lowering *lo, node_list *out, const syntax *s, const expr *trips);
void lower_while(lowering *lo, node_list *out, const syntax *s, const expr *trips);
/* A parameter that --set names by the place: trip@23, trip@23@40. */
const expr *lower_trip_param(lowering *lo, source_range where);
/* Recognises `for`; for directives that name loops. Null: no induction variable. */
const decl *lower_for_variable(lowering *lo, const syntax *s);

const decl *lower_scalar_name(const syntax *s); /* of an integer; null: it is none */
/* The value of `var` behind the loop's first part. */
const expr *lower_initial_value(lowering *lo, const syntax *s, const decl *var);
/* The last value that a condition allows `var`, which moves in the direction of
 * `step`; null: it does not bound it. *is_exact becomes false where more than
 * the bound may end the loop. */
const expr *lower_bounds(lowering *lo, const syntax *s, const decl *var, const expr *step,
                         bool *is_exact);

/* The variable that the head of a `for` with all its parts steps; null: none. */
const decl *lower_stepped_variable(lowering *lo, const syntax *s);

/* lower_once.c: lowers a loop that runs at most once; false: it is another one. */
bool lower_once(lowering *lo, node_list *out, const syntax *s);

/* lower_canonical.c: a loop as the `for` that it is. */
typedef struct canonical {
    syntax loop;        /* in four parts, the second and third not null */
    const syntax *move; /* where the variable moves, when that is within the body; or null */
    bool moves_first;   /* the variable moves before the body */
    bool tests_old;     /* the condition is of its value before the move */
    bool runs_once;     /* at least */
} canonical;
/* False: the loop counts nothing. */
bool lower_canonical(lowering *lo, const syntax *s, canonical *out);
/* Is the variable assigned in a loop around, so that no one value stands for it? */
bool lower_varies_around(const lowering *lo, const decl *d);

/* lower_geometric.c: loops that multiply or divide their variable by a constant. */
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

/* lower_induction.c: other variables that a counted loop moves by the same
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

/* lower_directive.c, lower_nest.c */
/* Emits the directive, a statement by itself. */
void lower_directive(lowering *lo, node_list *out, const directive *d);
/* Emits executable directives before a statement; returns those that are meant
 * for it. */
attached lower_directives(lowering *lo, node_list *out, const syntax *s);
/* Goes on behind those that stand before the end of `s`. */
void lower_skip_directives(lowering *lo, const syntax *s);
/* Those at the end of a block, where nothing follows that they could be for. */
void lower_last_directives(lowering *lo, node_list *out, const syntax *block);
/* Fixes clauses and loop variables of the nest at `s`. */
void lower_plan_nest(lowering *lo, const attached *with, const syntax *s);
planned_loop *lower_find_plan(lowering *lo, const syntax *s);
/* The plan for the loop, which is thereby used; null: there is none. */
const planned_loop *lower_planned(lowering *lo, const syntax *s);
void lower_declare_directives(lowering *lo);

/* lower_function.c */
/* The functions, still empty, so that variables can say whose they are. */
void lower_make_functions(lowering *lo);
void lower_functions(lowering *lo, program *p);

#endif
