#ifndef FPREDICT_PROGRAM_TREE_NODE_H
#define FPREDICT_PROGRAM_TREE_NODE_H

/* Loops, conditions, statements and directives, as the nodes of a tree. */

#include <limits.h>

#include "program/tree/communication.h"
#include "program/tree/ops.h"
#include "program/tree/unknown.h"

typedef struct node node;

/* Which way the condition of a loop looks: i <= upper, or i >= upper. Where the
 * source tells, a step of another sign leads away from the end. */
typedef enum loop_direction { LOOP_BY_STEP, LOOP_UP, LOOP_DOWN } loop_direction;

/* XMP gmove: who starts the transfers, which are the same: all, those that get, or
 * those that have. */
typedef enum gmove_mode { GMOVE_COLLECTIVE, GMOVE_IN, GMOVE_OUT } gmove_mode;

typedef enum node_kind {
    NODE_LOOP,
    NODE_WHILE,
    NODE_IF,
    NODE_STATEMENT,
    NODE_CALL,
    NODE_COMM,
    NODE_REFLECT,
    NODE_REDUCE,
    NODE_BARRIER,
    NODE_BCAST,
    NODE_COLLECTIVE,
    NODE_WAIT,
    NODE_POST,
    NODE_WAIT_POST,
    NODE_PUT,
    NODE_GET,
    NODE_TASK,
    NODE_GMOVE,
    NODE_REMAP,
    NODE_BREAK, /* leaves the loop around it; only where mappings change, until remaps_lower */
    NODE_RETURN
} node_kind;

/* LOOP_FORALL, on every loop of the nest: all that is read is read before anything
 * is written (forall, array assignment, where). plan/ makes independent loops of it. */
typedef enum loop_parallel { LOOP_UNSAID, LOOP_INDEPENDENT, LOOP_ON, LOOP_FORALL } loop_parallel;

/* XMP expand and margin: which iterations of a divided loop a processor executes, by
 * those that are its own. Widths below 0 count inwards. One that has none of its own
 * executes none. */
typedef enum reach_kind {
    REACH_OWN,
    REACH_EXPANDED,   /* its own, `lower` more before them and `upper` more after */
    REACH_LOW_MARGIN, /* those before, or its own first ones */
    REACH_HIGH_MARGIN /* those after, or its own last ones that are no low margin */
} reach_kind;

typedef struct loop_reach {
    reach_kind kind;
    const expr *lower, *upper; /* null: REACH_OWN */
    bool is_unbound;           /* past the ends of the loop, too */
    source_range where;
} loop_reach;

/* Arrays are mapped otherwise in a loop's first iteration than in the others, and plan/ has made
 * two loops of it. The second goes on where the first ends. */
typedef enum loop_piece { LOOP_ENTIRE, LOOP_FIRST, LOOP_REST } loop_piece;

/* Who sets which member, and when: the front end sets the first group, of all loops alike. Each
 * pass of plan/ (plan/passes/passes.c) sets its own members in its own clone of the tree, and
 * those of later passes are 0 until then. Nothing writes to a node program any more: graph and
 * code generator read it. */
typedef struct loop_node {
    /* Set by frontend/. Passes that clone, permute or tile loops write these anew. */
    loop_range range;
    loop_direction direction;
    node *body;
    bool is_exact;          /* false: a break or return may leave it early */
    bool moves_inside;      /* the text moves the variable in the body, and goes on after that */
    int period;             /* the body is so many iterations of the source's loop, after which
                             * the pointers that it exchanges are as before; 0: it is one */
    bool is_followed;       /* its integers tell how often it is executed, and its range counts
                             * the iterations: the source's loop does not count */
    bool is_of_executions;  /* of a function that calls itself: a return ends one of them */
    loop_parallel parallel; /* what the source says; foralls_lower leaves no LOOP_FORALL */
    source_range directive;
    const on_clause *on_explicit; /* LOOP_ON (XMP loop … on t(..), HPF on home), on every loop of
                                   * the nest: who executes, by this nest's loop variables; or
                                   * null */
    loop_reach reach;
    int reduction_count;
    const reduction *reductions;
    int new_count; /* HPF new(..): private in each iteration */
    const variable *const *news;
    bool is_elsewhere;     /* LOOP_FORALL, the outermost: its masks are those of before the nest
                            * before it */
    const expr *hinted;    /* `#pragma fpredict trip(n)`: how often it is executed; or null */
    const expr *strip;     /* `#pragma fpredict pipeline(n)`: iterations of a strip; or null */
    source_range strip_at; /* of that directive */

    /* instance_entry: iterations in all. node_program_build, of loops that are split, tiled or have
     * a reach: on this processor. */
    const expr *trips;
    loop_piece piece;  /* remaps_lower: which of the source's iterations `range` is */
    bool is_of_forall; /* foralls_lower, the outermost loop of a nest that it has made: of one
                        * assignment, of a copy from a temporary, or of a mask */
    /* row_loops_make: the source has one loop for this and the one in it; of the outermost of such
     * loops, the source's variable, and its value by theirs. */
    bool is_of_rows;
    const loop_var *row_var;
    const expr *row_value;
    const home *on; /* partition_homes, from on_explicit */
    /* partition_homes, anew after each change of the tree: if set, this processor executes only the
     * iterations i whose `split_on` coordinate of index c*i + d is its own; the trip count is
     * expr_count. node_program_build unsets it where communication stands inside. */
    const axis_map *split_on;
    const expr *split_c, *split_d;
    const char *reordered;     /* loops_order: the nest that begins here in the source has its loops
                                * in another order: a clause for people; or null */
    const char *serialized_by; /* exchanges_infer: it hands values on between processors, one
                                * iteration after the other, and is not tiled: likewise */
    bool is_placement;         /* pipelines_make: a loop over blocks, which costs nothing: it only
                                * says in which order processors take part */
    /* private_arrays_find: of which each iteration reads only what it has written. */
    int private_count;
    const variable *const *privates;
    /* invariants_find, of innermost loops: what their statements read in each iteration, always of
     * the same elements, which nothing in the loop writes; and whether there is an iteration in any
     * case, while the loop is not divided. */
    int invariant_count;
    const reference *const *invariants;
    bool has_iteration;
    /* pipelines_make, margins_solve, direct_receives_find: the whole range of a loop that keeps
     * those iterations of it that are a tile's or a processor's; or null. */
    const loop_range *whole;
} loop_node;

typedef struct while_node {
    const expr *trips; /* a parameter (PARAM_TRIP), or what a hint says */
    loop_piece piece;  /* remaps_lower, as in loop_node */
    bool tests_first;  /* while; false: do */
    op_tally condition;
    int scalar_read_count; /* what the condition looks at, where it reads no array; else a */
    const variable *const *scalar_reads; /* statement of the body does */
    const variable *stepped; /* goes by equal steps, between values that are not known before the
                                loop; null: none does */
    /* Where `stepped` goes through stretches of an array one after the other (k = first[i] to
     * first[i + 1] - 1): its first value, as if all were as long as this one, and its step; null:
     * it does not. */
    const expr *begins, *step;
    node *body;
} while_node;

/* The cases of a `switch` that executes some of them whatever its value is. */
typedef struct case_set {
    int count; /* each an `if` with one branch, one after another */
} case_set;

/* if_node.leaves: the function is left, with all loops. */
enum { LEAVES_FUNCTION = INT_MAX };

typedef struct if_node {
    const expr *condition; /* null: not an expression of known integers */
    bool is_operator;      /* of ?:, && or ||: guards calls in an expression */
    bool is_decided;       /* by the numbers at hand, wherever it is asked in a function */
    op_tally ops;
    int read_count;
    const reference *const *reads; /* what the condition reads */
    int scalar_read_count;
    const variable *const *scalar_reads;
    bool reads_all;      /* each time that it is asked: no part of it guards another */
    double probability;  /* of `then`, when condition is null */
    bool is_hinted;      /* by the source, not the default of 0.5 */
    bool is_copy;        /* asks whether there is the iteration that the body in it is for */
    bool is_placement;   /* scalars_expand: asks for a loop's first iteration; costs nothing */
    const char *assumed; /* what the probability stands for; null: how often it is taken */
    /* Where the condition holds (`is_node_other`: where it does not) it is this one of all nodes,
     * from 0; null: nothing says which. */
    const expr *node_number;
    bool is_node_other;
    bool queries_rank;     /* which processor this is: then the program sees to who executes it */
    const case_set *cases; /* that it is one of; or null */
    bool goes_on;          /* likewise: into the next one */
    bool then_ends, else_ends; /* the program, with a call of exit or its like */
    int leaves; /* a branch ends what so many loops around it do in an iteration, or the innermost
                 * of them; LEAVES_FUNCTION: the function; 0: none does */
    node *then_body, *else_body;
} if_node;

/* From one value that a statement reads to the one that it writes: the operations on the way,
 * each of which waits for the one before. */
typedef struct value_path {
    int read;   /* index of `reads`; -1: the value of a scalar, */
    int scalar; /* index of `scalar_reads` */
    op_tally ops;
} value_path;

/* Arrays that exchange all of their elements, by their pointers. */
typedef struct array_exchange {
    int count;
    const variable *const *array;
    const int *from; /* array i gets the elements of array from[i] */
    int statement_count;
    const source_range *statements; /* that do so, one after the other */
    bool keeps_text;  /* they exchange more: pointers to the structures that the arrays are in */
    bool is_by_value; /* what a function does to its formals, whose callers see nothing of it */
    bool is_undone;   /* likewise, at its end: each array gets what it had at the beginning; `from`
                         is null, and there are no statements */
} array_exchange;

/* A run of one source statement: an assignment or an expression. */
typedef struct statement_node {
    const reference *write; /* null: writes no array */
    const variable *scalar; /* the scalar it writes, or null */
    const expr *value;      /* of an integer scalar: what it is afterwards, where that is known */
    int read_count;
    const reference *const *reads; /* arrays only, in source order; a compound
                                      assignment also reads its left side */
    int scalar_read_count;
    const variable *const *scalar_reads;
    op_tally ops;
    int path_count; /* one each time that a value is read; 0 of a compiler-generated copy */
    const value_path *paths;
    const array_exchange *exchange; /* `write`, the whole, is one of its arrays; or null */
    reduce_op reduce; /* when the form is s = s op e or s op= e on scalar `scalar`, or w op= e on
                         `write`, of whose array neither e nor a subscript reads anything */
    bool keeps_first; /* of several equal extreme values, the first that was come upon */
    bool is_io;       /* calls printf and the like */
    bool is_filled;   /* each byte of `write` becomes `fill`, as memset does it */
    unsigned char fill;
    bool draws; /* takes the next value of a sequence that each process has, as of rand() */
    /* Bytes that such a call moves, where its arguments say (fread, fwrite); null:
     * the values that the statement reads. */
    const expr *io_bytes;
    /* node_program_build: who executes it; grid null: everybody that gets here. */
    home at;
} statement_node;

typedef struct argument {
    const variable *array;  /* an array (or null) */
    const expr *value;      /* an integer value (or null: neither is of interest) */
    bool is_part;           /* only a part of `array`, or from another shape's view */
    const reference *first; /* of a part: the element that the formal begins with, `where` being the
                               argument's; null: it is not known */
    const variable *own;    /* of the plan: the mapped array of which the processor's own part is
                                passed, instead of `array`; or null */
    /* A pointer that may lead into several arrays: these; is_each: it is one of them as a whole. */
    int led_to_count;
    const variable *const *led_to;
    bool is_each;
} argument;

typedef struct call_node {
    const function *callee;
    int argument_count;
    const argument *arguments;
    int scalar_read_count; /* what the arguments look at */
    const variable *const *scalar_reads;
    const expr *trips; /* of a function that calls itself by this call: how often it is executed in
                        * all, when it is called from elsewhere; null: it does not */
    node *instance; /* instance_entry: the callee's body for these arguments; null: it has none */
} call_node;

/* XMP reflect as written. width null: the whole declared shadow. */
typedef struct reflect_node {
    const variable *var;
    const expr *width_lower[MAX_RANK], *width_upper[MAX_RANK];
    bool is_orthogonal;         /* no corners */
    bool is_periodic[MAX_RANK]; /* the first and the last processor are neighbours too */
    bool is_reverse;   /* reduce_shadow: shadows are added to the elements they stand for */
    const expr *async; /* async(id): it only starts here; null: it ends here */
} reflect_node;

/* NODE_REDUCE, NODE_BCAST, NODE_BARRIER, NODE_WAIT; NODE_POST and NODE_WAIT_POST, whose `on`
 * is the other side; NODE_PUT and NODE_GET, of one item, whose other side is `image`. */
typedef struct xmp_comm_node {
    int count;
    const reduction *items;                       /* op is REDUCE_NONE for bcast */
    const home *on;                               /* partition_homes, from on_explicit; */
    const home *from;                             /* bcast: likewise; null: all, or the first */
    const on_clause *on_explicit, *from_explicit; /* null: all; bcast from the first */
    bool along[MAX_RANK];  /* with on_explicit: the axes of `on` along which it is one thing */
    bool is_of_loop;       /* `on` is that of the loop before it, of its nodes that execute this */
    const expr *async;     /* async(id), as in reflect_node; NODE_WAIT: the id waited for */
    const expr *tag;       /* NODE_POST; NODE_WAIT_POST: null: any */
    const expr *image;     /* NODE_PUT, NODE_GET: from 0; null: nothing tells it */
    const proc_grid *grid; /* likewise: whose processors the images are; null: in no order */
    bool is_packed;        /* likewise: the elements are apart in memory, here or there */
    bool is_called;        /* the source calls a function of XcalableMP's library for it */
} xmp_comm_node;

/* What a collective of MPI's does, of all processes. */
typedef enum collective_form {
    FORM_BARRIER,
    FORM_BROADCAST,
    FORM_REDUCE, /* one gets the result */
    FORM_ALL_REDUCE,
    FORM_GATHER,
    FORM_SCATTER,
    FORM_ALL_GATHER,
    FORM_ALL_TO_ALL
} collective_form;

/* A call of one in the source. Not in a node program: there it is a communication. */
typedef struct collective_node {
    collective_form form;
    const char *name;       /* of the function */
    const variable *buffer; /* what is sent, as far as it has a name; or null */
    elem_kind kind;         /* of an element */
    int elem_bytes;
    const expr *elements;   /* FORM_GATHER and later: of one processor's part; null: `sizes`, */
    const gen_sizes *sizes; /* the elements of each one's */
    reduce_op op;
    const expr *root;      /* of those that have one */
    const variable *parts; /* collectives_prepare: stands for all elements; or null */
} collective_node;

typedef struct task_node {
    home on; /* partition_homes, from on_explicit; of guards and tiles there is only this */
    const on_clause *on_explicit;
    node *body;
    bool is_placement; /* pipelines_make: a tile; finding its processor costs nothing */
    int tile;          /* pipelines_make: the number of the tiled nest, from 1; 0: none */
    bool queries_rank; /* in it, the program asks which of the task's nodes this is */
} task_node;

/* XMP gmove: what its body needs is inferred, by the owners of what it assigns.
 * Not in a node program. */
typedef struct move_node {
    gmove_mode mode;
    const expr *async; /* as in reflect_node: what it needs from others only starts here */
    node *body;
} move_node;

/* HPF redistribute and realign: from here on the template, and all that is aligned with it,
 * or the array is mapped as said. plan/ makes of it a copy for each array that moves;
 * not in a node program. */
typedef struct remap_node {
    const variable *var;         /* the array that is named; null: a template is */
    const alignment *align;      /* of `var` from here on; null: it is a template */
    const dist_template *target; /* redistribute: the template, or that of `var` alone */
    const dist_template *to;     /* what that becomes; null: realign */
    bool is_formal;              /* `var` was named as a formal, of which it is the actual */
    int redistribution;          /* of `to` in the program's; realign: -1 */
} remap_node;

struct node {
    node_kind kind;
    int copy; /* of a body that is there for each iteration (OUTLINE_COPIES): which; 0: of none, or
               * what the plan has put there */
    source_range where; /* loops and ifs: the keyword's line begins it */
    /* Where it is written: elsewhere than `where` in the bodies of <hpf.h>, and nowhere
     * (unset) where plan/ has put it. */
    source_range text;
    const unknown_effect *unknowns; /* what cannot be known of its execution; null: nothing */
    node *next;
    union {
        loop_node loop;
        while_node whil;
        if_node cond;
        statement_node stmt;
        call_node call;
        const communication *comm;
        reflect_node reflect;
        xmp_comm_node xmp_comm;
        collective_node collective;
        task_node task;
        move_node move;
        remap_node remap;
    } u;
};

/* Makes a node in the pool's arena. */
node *node_new(fp_context *ctx, node_kind kind, source_range where);
/* A compiler-generated one: the source has it nowhere. */
node *node_new_made(fp_context *ctx, node_kind kind, source_range where);
/* Does the condition look at the scalar? Not where it finds an extreme value, which its branch
 * assigns by a reduction. */
bool if_looks_at(const if_node *c, const variable *v);
/* Does the node's condition, or an argument of its call, look at the scalar? */
bool node_looks_at(const node *n, const variable *v);
/* Appends to a list given by its head and tail. */
void node_append(node **head, node **tail, node *n);
/* The lists below a node: a loop's body, both branches of an if, a call's
 * instance. Puts the addresses of their heads into `lists`; returns how many. */
int node_lists(node *n, node **lists[2]);
/* The same, of a node that stays as it is: the lists themselves. */
int node_below(const node *n, const node *lists[2]);

#endif
