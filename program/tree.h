#ifndef FPREDICT_PROGRAM_TREE_H
#define FPREDICT_PROGRAM_TREE_H

/* The neutral tree: what the front end hands to the planner, and, with
 * communication in it and loops restricted to what a processor owns, what the
 * planner hands on as the node program. No clang, no machine. */

#include "program/expr.h"
#include "program/mapping.h"
#include "program/ops.h"
#include "program/outline.h"

typedef struct function function;
typedef struct node node;

typedef enum elem_kind { ELEM_INT, ELEM_FLOAT, ELEM_OTHER } elem_kind;

/* --- Directives ---------------------------------------------------------- */

/* One template dimension's format in a DISTRIBUTE. */
typedef struct dist_format {
    dist_kind kind;
    const expr *block;      /* block(n), cyclic(n); null: block's default, cyclic(1) */
    const gen_sizes *sizes; /* gen_block */
    source_range where;
} dist_format;

typedef struct dist_template {
    const char *name; /* interned; for a direct DISTRIBUTE of an array, the array's name */
    int rank;
    const expr *lower[MAX_RANK];
    const expr *extent[MAX_RANK];
    source_range where;
    bool is_distributed;
    dist_format format[MAX_RANK];
    const proc_grid *grid; /* onto; null when not distributed */
    source_range dist_where;
    bool is_direct;        /* stands for one array that is distributed directly */
    bool is_dynamic;       /* HPF dynamic: redistribute may say otherwise */
    const function *owner; /* declared in it; null: at file scope */
    int id;                /* dense, from 0, in one program */
} dist_template;

typedef enum align_source { ALIGN_BY_DIM, ALIGN_REPLICATED, ALIGN_FIXED } align_source;

/* What drives one template dimension: array dimension `dim` by stride*i+offset,
 * nothing (`*`: replicated), or one fixed index (`offset`). */
typedef struct align_axis {
    align_source source;
    int dim;
    const expr *stride, *offset;
} align_axis;

typedef struct alignment {
    const dist_template *target;
    align_axis axis[MAX_RANK]; /* one for each template dimension */
    source_range where;
} alignment;

/* --- Variables ----------------------------------------------------------- */

typedef struct variable {
    const char *name;
    source_range where;
    elem_kind kind;
    int elem_bytes;
    bool is_no_number;            /* its elements are structures or pointers */
    int rank;                     /* 0: a scalar */
    const expr *extent[MAX_RANK]; /* first dimension of a formal may be null: unknown */
    const alignment *align;       /* null: replicated */
    const expr *shadow_lower[MAX_RANK], *shadow_upper[MAX_RANK]; /* null: none declared */
    bool is_shadow_whole[MAX_RANK]; /* shadow `*`: room for the whole dimension */
    source_range shadow_where;
    /* Of the plan: its values stay in registers, and only messages have them in memory. */
    bool is_in_registers;
    bool is_mask;          /* of the plan: conditions that a forall keeps */
    const function *owner; /* null: global */
    int formal_index;      /* -1: not a formal */
    bool is_dynamic;       /* HPF dynamic: redistribute and realign may map it anew */
    bool is_inherited;     /* HPF inherit: a formal that stays where its actual is */
    bool is_static;        /* in a function, and keeps its values from call to call */
    bool is_aliased;       /* read or written by other names, too, or by functions elsewhere */
    const char *type;      /* of an element, as C spells it: "unsigned long"; or null */
    source_range text;     /* of the declaration, from its first word to this one's end */
    /* Of the plan's own: that array, where a redistribute or realign has put it. */
    const struct variable *version_of;
    int id; /* dense, from 0, in one program */
} variable;

/* --- References and statements ------------------------------------------- */

typedef enum subscript_kind {
    SUBSCRIPT_VALUE,    /* an expression of loop variables and parameters */
    SUBSCRIPT_INDIRECT, /* through another array or an unknown value */
    SUBSCRIPT_WHOLE     /* the whole dimension (an array passed or assigned whole) */
} subscript_kind;

typedef struct subscript {
    subscript_kind kind;
    const expr *value; /* SUBSCRIPT_VALUE */
} subscript;

typedef struct reference {
    const variable *var;
    subscript sub[MAX_RANK];
    source_range where;
} reference;

typedef enum reduce_op {
    REDUCE_NONE,
    REDUCE_SUM,
    REDUCE_PRODUCT,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_XOR,
    REDUCE_LOGICAL_AND,
    REDUCE_LOGICAL_OR
} reduce_op;

const char *reduce_op_text(reduce_op op); /* as C and XcalableMP spell it; "" for REDUCE_NONE */

typedef struct reduction {
    reduce_op op;
    const variable *var;
    const expr *elements; /* of an array, those meant; null: all */
    source_range where;
    int location_bytes; /* max:v/i,j/: of i and j, which go with the extreme value */
    int location_count;
    const variable *const *locations;
    bool takes_last; /* lastmax, lastmin */
} reduction;

/* --- Communication (see program/transfer.h for its exact meaning) --------- */

typedef enum comm_kind {
    COMM_SHIFT,        /* neighbours' boundary elements: the halo exchange */
    COMM_BROADCAST,    /* one owner to all, or along some axes (multicast) */
    COMM_GATHER,       /* to one processor */
    COMM_ALLGATHER,    /* everybody gets everything */
    COMM_WRITE_BACK,   /* computed values to their owners */
    COMM_TRANSPOSE,    /* exchanged indices */
    COMM_REDISTRIBUTE, /* between two distributions */
    COMM_REDUCE,       /* combine partial values; all get the result */
    COMM_IRREGULAR,    /* indirect subscripts: an upper bound, reported as such */
    COMM_ELEMENT,      /* element messages inside a loop that could not be vectorised */
    COMM_BARRIER,
    COMM_WAIT,  /* XMP wait_async: until operations that were started are done */
    COMM_POST,  /* XMP post: an empty message to one processor, from each that executes it */
    COMM_POSTED /* XMP wait: until one that was posted has come */
} comm_kind;

const char *comm_kind_name(comm_kind kind); /* "shift", "broadcast", … as in the JSON */

/* Who executes: for each grid axis, all its coordinates, or those that own
 * index `index` of the axis. The loop variables in `index` are those of the loops
 * around, or of the ranges of the need that the home is in. */
typedef struct home_axis {
    bool is_restricted;
    axis_map map; /* with AXIS_BY_DIM: template index = stride*index + offset */
    const expr *index;
    const expr *last; /* null, or: who owns any of index..last, neither of which moves */
    int64_t step;     /* of index..last; 0 stands for 1 */
} home_axis;

typedef struct home {
    const proc_grid *grid; /* null: every processor executes */
    home_axis axis[MAX_RANK];
} home;

/* An `on` or `from` clause as written; plan/ makes a `home` of it. One of
 * target, nodes and ref says what is indexed. Indices are in C order and in the
 * target's own bounds; null: the whole axis. With `last`, index..last. */
typedef struct on_clause {
    const dist_template *target;
    const proc_grid *nodes;
    const reference *ref; /* on home(A(i,j)) */
    const expr *index[MAX_RANK];
    const expr *last[MAX_RANK];
    int64_t step[MAX_RANK]; /* of index..last of a template; 0 stands for 1 */
    /* `*`: each processor's own coordinate or index; what the others along it do is
     * done apart, as by another clause (reductions). */
    bool is_own[MAX_RANK];
    bool is_section; /* `nodes` is a section of others, as on p(1:2) */
    source_range where;
} on_clause;

typedef struct loop_range {
    const loop_var *var;
    const expr *lower, *upper, *step; /* upper inclusive */
} loop_range;

/* Which way the condition of a loop looks: i <= upper, or i >= upper. Where the
 * source tells, a step of another sign leads away from the end. */
typedef enum loop_direction { LOOP_BY_STEP, LOOP_UP, LOOP_DOWN } loop_direction;

/* One reference in one nest, vectorised over the loops of `range`. Elements
 * that a processor's iterations touch and that it does not own are needed. */
typedef struct need {
    const reference *ref;
    home at;
    int range_count;
    const loop_range *range;
    bool is_bound; /* conditions that the ranges do not tell: fewer iterations may need it */
    /* carried[k]: the sender shares the receiver's coordinate on the source's
     * axis k (a reflect done one dimension after the other). */
    bool carried[MAX_RANK];
} need;

/* What a communication brings for the references of one line, and as which kind it would stand
 * alone. */
typedef struct comm_part {
    comm_kind kind;
    source_range where;     /* the first of them */
    const char *references; /* as the source has them: "b[i - 1], b[i + 1]" */
    const char *reason;     /* as a communication's */
} comm_part;

typedef struct communication {
    comm_kind kind;
    int id;              /* dense, from 0, in one node program */
    const variable *var; /* what moves */
    array_map source;    /* where it is (comm_is_write_back: where it must go) */
    int elem_bytes;
    int need_count;
    const need *needs; /* the union of these moves; each element once per receiver */
    bool is_mixed;     /* the needs are of several kinds, `kind` one of them */
    int part_count;    /* in the order of the text; 0: what a directive states */
    const comm_part *parts;
    reduce_op op;         /* COMM_REDUCE; COMM_IRREGULAR: how it joins what is there, or none */
    const expr *elements; /* COMM_REDUCE, stated COMM_BROADCAST: how many, on each processor */
    /* COMM_REDUCE, COMM_BARRIER, COMM_WAIT, stated COMM_BROADCAST: who takes part. COMM_POST:
     * whom it goes to. COMM_POSTED: whom it comes from; grid null: from anybody. */
    home group;
    const expr *tag;      /* COMM_POST; COMM_POSTED: null: any */
    bool along[MAX_RANK]; /* COMM_REDUCE: combined along these axes of group.grid; coordinates
                             on the others stay apart, each with a result of its own */
    /* COMM_REDUCE: scalars that go with the extreme value. */
    int location_count;
    const variable *const *locations;
    bool takes_last; /* of equal ones, the last place; false: the first */
    home from;       /* stated COMM_BROADCAST: who has it; grid null: the first of the group */
    /* COMM_REDUCE: the group is a part of the processors, those apart in it have equal
     * results, and all that get here learn it. */
    bool goes_to_all;
    /* Axis of `source` along which a message is one run of memory; -1: none.
     * Messages along other axes are copied on both sides: packing, overhead. */
    int contiguous_axis;
    /* All that comes is only assigned on, by the copies behind it: they take it out of the
     * message's buffer. */
    bool is_assigned_on;
    /* Each element that comes goes straight to where this puts it, in the iteration that
     * needs it; the copies behind are only of what is there. Null: to where it is read. */
    const reference *into;
    bool is_stated; /* the program states it (reflect, …) */
    bool goes_home; /* what others have written goes to its owners: it stands behind that */
    /* XMP async(id): it only starts here, under this id, and ends in the wait for that
     * id; null: it ends here. COMM_WAIT: the id that is waited for. */
    const expr *async;
    const char *intrinsic; /* interned: the intrinsic function that does it; or null */
    /* By axis of `source`: how far a reflect reaches to either side, at most; null: it
     * does not go along that axis. */
    const expr *reach[MAX_RANK];
    source_range where; /* the first reference, or the directive, that it serves */
    /* A sentence for people: "'u' needs a row and a column of its neighbours". */
    const char *reason;
} communication;

/* Do values go from who has computed them to their owners, not elements to who needs them? */
static inline bool comm_is_write_back(const communication *c)
{
    return c->kind == COMM_WRITE_BACK || c->goes_home;
}

/* --- Nodes --------------------------------------------------------------- */

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
    NODE_WAIT,
    NODE_POST,
    NODE_POSTED,
    NODE_TASK,
    NODE_GMOVE,
    NODE_REMAP,
    NODE_BREAK, /* leaves the loop around it here; only where mappings change, for plan/ */
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
    REACH_EXPANDED,   /* its own, `lower` more before them and `upper` more behind */
    REACH_LOW_MARGIN, /* those before, or its own first ones */
    REACH_HIGH_MARGIN /* those behind, or its own last ones that are no low margin */
} reach_kind;

typedef struct loop_reach {
    reach_kind kind;
    const expr *lower, *upper; /* null: REACH_OWN */
    bool is_unbound;           /* past the ends of the loop, too */
    source_range where;
} loop_reach;

typedef struct loop_node {
    loop_range range;
    loop_direction direction;
    node *body;
    loop_parallel parallel; /* what the source says */
    source_range directive;
    /* LOOP_ON (XMP loop … on t(..), HPF on home): who executes; index expressions
     * use this nest's loop variables. Set on every loop of the nest. */
    /* LOOP_FORALL, the outermost: its masks are those of before the nest before it. */
    bool is_elsewhere;
    /* Node program, the outermost loop of a nest that plan/ has made of a forall: of one of its
     * assignments, of a copy from a temporary, or of a mask. */
    bool is_of_forall;
    const home *on;             /* by plan/, from on_stated */
    const on_clause *on_stated; /* null: no clause */
    loop_reach reach;
    int reduction_count;
    const reduction *reductions;
    int new_count; /* HPF new(..): private in each iteration */
    const variable *const *news;
    bool is_exact; /* false: a break or return may leave it early */
    /* Node program: if set, this processor executes only the iterations i whose
     * `split_on` coordinate of index is its own; the trip count is expr_count. */
    const axis_map *split_on;
    const expr *split_c, *split_d; /* index = c*i + d */
    const expr *strip; /* `#pragma fpredict pipeline(n)`: iterations of a strip; or null */
    source_range strip_at;
    /* Node program, tiled nests and loops with a reach: the whole range of a loop that
     * keeps those of a tile, or of a processor; and, of a loop over blocks, that it costs nothing:
     * it only says in which order processors take part. */
    const loop_range *whole;
    bool is_placement;
    /* The nest that begins here in the source has its loops in another order: a clause
     * for people; or null. */
    const char *reordered;
    /* It hands values on between processors, one iteration after the other, and no tiles were
     * found for it: likewise a clause. */
    const char *by_turns;
    const expr *trips;  /* node program: iterations on this processor */
    const expr *hinted; /* `#pragma fpredict trip(n)`: how often it is executed; or null */
} loop_node;

typedef struct while_node {
    const expr *trips; /* a parameter (PARAM_TRIP), or what a hint says */
    bool tests_first;  /* while; false: do */
    op_tally condition;
    node *body;
} while_node;

typedef struct if_node {
    const expr *condition; /* null: not an expression of known integers */
    op_tally ops;
    int read_count;
    const reference *const *reads; /* what the condition reads */
    bool reads_all;                /* each time that it is asked: no part of it guards another */
    double probability;            /* of `then`, when condition is null */
    bool is_hinted;                /* by the source, not the stated default of 0.5 */
    bool is_placement;             /* by plan/: of a loop's first iteration, which costs nothing */
    const char *assumed; /* what the probability stands for; null: how often it is taken */
    /* Where the condition holds (`is_node_other`: where it does not) it is this one of all nodes,
     * from 0; null: nothing says which. */
    const expr *node_number;
    bool is_node_other;
    bool asks_node; /* which processor this is: then the program sees to who executes it */
    node *then_body, *else_body;
} if_node;

/* From one value that a statement reads to the one that it writes: the operations on the way,
 * each of which waits for the one before. */
typedef struct value_path {
    int read;   /* index of `reads`; -1: the value of a scalar, */
    int scalar; /* index of `scalar_reads` */
    op_tally ops;
} value_path;

/* A run of one source statement: an assignment or an expression. */
typedef struct statement_node {
    const reference *write; /* null: writes no array */
    const variable *scalar; /* the scalar it writes, or null */
    int read_count;
    const reference *const *reads; /* arrays only, in source order; a compound
                                      assignment also reads its left side */
    int scalar_read_count;
    const variable *const *scalar_reads;
    op_tally ops;
    int path_count; /* one each time that a value is read; 0 of a copy that the plan has made */
    const value_path *paths;
    reduce_op reduce; /* when the form is s = s op e or s op= e on scalar `scalar`, or w op= e on
                         `write`, of whose array neither e nor a subscript reads anything */
    bool is_io;       /* calls printf and the like */
    /* Bytes that such a call moves, where its arguments say (fread, fwrite); null:
     * the values that the statement reads. */
    const expr *io_bytes;
    /* Node program: who executes it; grid null: everybody that gets here. */
    home at;
} statement_node;

typedef struct argument {
    const variable *array; /* an array (or null) */
    const expr *value;     /* an integer value (or null: neither is of interest) */
    bool is_part;          /* only a part of `array`, or from another shape's view */
} argument;

typedef struct call_node {
    const function *callee;
    int argument_count;
    const argument *arguments;
    node *instance; /* node program: the callee's planned body for these arguments */
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

/* NODE_REDUCE, NODE_BCAST, NODE_BARRIER, NODE_WAIT; NODE_POST and NODE_POSTED, whose `on`
 * is the other side. */
typedef struct stated_node {
    int count;
    const reduction *items; /* op is REDUCE_NONE for bcast */
    home on;
    home from;                                /* bcast */
    const on_clause *on_stated, *from_stated; /* null: all; bcast from the first */
    bool along[MAX_RANK]; /* with on_stated: the axes of `on` along which it is one thing */
    bool is_of_loop;   /* `on` is that of the loop before it: those of its nodes that come here */
    const expr *async; /* async(id), as in reflect_node; NODE_WAIT: the id waited for */
    const expr *tag;   /* NODE_POST; NODE_POSTED: null: any */
} stated_node;

typedef struct task_node {
    home on;
    const on_clause *on_stated;
    node *body;
    bool is_placement; /* node program: a tile; finding its processor costs nothing */
} task_node;

/* XMP gmove: what its body needs is inferred, by the owners of what it assigns.
 * Not in a node program. */
typedef struct move_node {
    gmove_mode mode;
    const expr *async; /* as in reflect_node: what it needs from others only starts here */
    node *body;
} move_node;

/* HPF redistribute and realign: from here on the template, and all that lies on it,
 * or the array is mapped as said. plan/ makes of it a copy for each array that moves;
 * not in a node program. */
typedef struct remap_node {
    const variable *var;         /* the array that is named; null: a template is */
    const alignment *align;      /* how `var` lies from here on; null: it is a template */
    const dist_template *target; /* redistribute: the template, or that of `var` alone */
    const dist_template *to;     /* what that becomes; null: realign */
    bool is_formal;              /* `var` was named as a formal, of which it is the actual */
    int redistribution;          /* of `to` in the program's; realign: -1 */
} remap_node;

struct node {
    node_kind kind;
    source_range where; /* loops and ifs: the keyword's line begins it */
    /* Where it is written: elsewhere than `where` in the bodies of <hpf.h>, and nowhere
     * (unset) where plan/ has put it. */
    source_range text;
    node *next;
    union {
        loop_node loop;
        while_node whil;
        if_node cond;
        statement_node stmt;
        call_node call;
        const communication *comm;
        reflect_node reflect;
        stated_node stated;
        task_node task;
        move_node move;
        remap_node remap;
    } u;
};

struct function {
    const char *name;
    const char *intrinsic; /* interned: "cshift" of <hpf.h>'s functions of that name; or null */
    source_range where;
    int formal_count;
    source_range text;              /* of the definition, from its first word to its last brace */
    const outline *outline;         /* of its block */
    const variable *const *formals; /* in order; array formals and scalars alike */
    const param *const *formal_params; /* for integer scalars, else null */
    node *body;
    bool has_body;
    bool has_distributed; /* loops over distributed data, or directives, inside */
    const function *next;
};

/* A phase that the source marks (`#pragma fpredict region NAME`): all that stands in
 * `extent`, and what is called from there. Two regions lie inside each other or apart. */
typedef struct source_region {
    const char *name;                   /* interned */
    source_range where;                 /* of the directive */
    source_range extent;                /* of the statement or block after it */
    const struct source_region *parent; /* the smallest that it lies in; null: none */
    int id;                             /* dense, from 0; an outer one before those inside it */
} source_region;

/* A macro whose value went into the tree as a number: --set cannot change it. */
typedef struct fixed_name {
    const char *name; /* interned */
    source_range where;
} fixed_name;

/* A function of the program whose body is elsewhere: where it is called first. Or a
 * call through a pointer. */
typedef struct foreign_call {
    const char *name; /* interned; null: nothing tells what is called */
    source_range where;
} foreign_call;

/* spelling of the directives; XMP programs state their communication */
typedef enum dialect { DIALECT_NONE, DIALECT_HPF, DIALECT_XMP } dialect;

/* The first and the last index that loops lead to in one dimension of an array or
 * of the template of a clause, `end` being behind its last; only the values of a run
 * tell whether they are in it. Where one of the loops does not run, none is reached. */
typedef struct bound_check {
    source_range where, declared_at;
    const char *name; /* of the array or template */
    int dim;
    const expr *lower, *upper, *first, *end;
    int64_t slack; /* by how much the last may fall short of `upper` */
    bool is_write, is_home;
    const char *intrinsic; /* not null: `upper` is the last of that function's array, which may
                            * not fall short of the real one's: its rows would lie elsewhere */
    int range_count;
    const loop_range *ranges;
} bound_check;

/* Processors that must be among others: those without which a construct in a task, or under a
 * clause `on`, cannot be executed must execute it (XcalableMP 1.2, sections 4.4 and 4.5).
 * Only the values of a run tell. */
typedef enum member_role {
    MEMBER_REFLECTED,  /* all that have a part of the array */
    MEMBER_ITERATIONS, /* those that `on` gives the iterations of a loop to */
    MEMBER_READ,       /* gmove: the owners of what it reads, */
    MEMBER_WRITTEN,    /* and of what it assigns */
    MEMBER_CLAUSE,     /* those that an `on` names */
    MEMBER_SOURCE      /* bcast: the one that it comes from */
} member_role;

typedef struct member_check {
    source_range where, within_at;
    member_role role;
    const char *name; /* of the array, the template or the nodes */
    home needed, within;
    bool is_task;    /* `within` is a task's; false: the clause `on` of the same directive */
    bool is_certain; /* the conditions below say all of whether it is executed */
    int guard_count; /* all are not 0 where it is executed */
    const expr *const *guards;
    int range_count; /* the loops around, the outermost first; */
    const loop_range *ranges;
    int outer_count; /* so many of them are around `within` too, and both may use their variables */
} member_check;

typedef struct program {
    fp_context *ctx;
    const source_file *file;
    expr_pool *pool;
    dialect spelling;
    int grid_count;
    const proc_grid *const *grids;
    int template_count;
    const dist_template *const *templates;
    /* What each executable redistribute makes of its template, whose id they have. */
    int redistribution_count;
    const dist_template *const *redistributions;
    int variable_count;
    const variable *const *variables;
    const function *functions; /* linked by next, source order */
    int entry_count;           /* main, or each external function with distributed loops */
    const function *const *entries;
    int fixed_count;
    const fixed_name *fixed;
    int foreign_count;
    const foreign_call *foreign;
    int region_count;
    const source_region *const *regions;     /* by id; an outer one before those inside it */
    const struct directive_listing *listing; /* the front end's own, for its dump */
    int bound_count;                         /* of a node program; so are these */
    const bound_check *bounds;
    int member_count;
    const member_check *members;
} program;

/* Is it the program's own, not one of an intrinsic function's body? */
bool variable_is_of_source(const variable *v);

/* What a communication is about, as the source calls it: its variable, or the
 * intrinsic function whose own variable it is; "" for neither. */
const char *comm_subject(const communication *c);

/* May a wait for the first id be one for what is started under the second? */
bool async_ids_match(const expr *waited, const expr *started);
/* May what is started, or posted, end in this wait? */
bool comm_may_end_in(const communication *c, const communication *wait);

/* The smallest region that a place lies in; null: none. */
const source_region *program_region_at(const program *p, source_range where);

/* Makes a node in the pool's arena. */
node *node_new(fp_context *ctx, node_kind kind, source_range where);
/* One of the plan's own: the source has it nowhere. */
node *node_new_made(fp_context *ctx, node_kind kind, source_range where);
/* Appends to a list given by its head and tail. */
void node_append(node **head, node **tail, node *n);
/* The lists below a node: a loop's body, both branches of an if, a call's
 * instance. Puts the addresses of their heads into `lists`; returns how many. */
int node_lists(node *n, node **lists[2]);

/* Checks the legal shape; reports an internal error for each breach and
 * returns whether there was none. `is_node_program` also admits planned nodes. */
bool tree_verify(const program *p, const function *f, const node *body, bool is_node_program);

/* Prints a body as readable pseudo-C, one node a line, indented. */
void tree_print(fp_context *ctx, FILE *out, const node *body, int indent);
void program_print(const program *p, FILE *out);

#endif
