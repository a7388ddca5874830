#ifndef FPREDICT_PLAN_PLANNER_PLANNER_H
#define FPREDICT_PLAN_PLANNER_PLANNER_H

/* Private to plan/. One entry function is planned in passes (passes/passes.c) over one clone of
 * its tree; this is what they share. */

#include "plan/plan.h"
#include "program/env/bindings.h"
#include "support/vec.h"

/* One step from the entry's body down to a site. */
typedef struct path_step {
    node **list; /* head of the list that holds `child` */
    node *child;
    int index; /* of child in its list */
} path_step;

/* A statement, or the condition of an `if`. */
typedef struct site {
    node *node;
    int order; /* position in the text */
    int depth;
    const path_step *path; /* path[depth - 1].child == node */
    bool has_own_home;     /* it writes a distributed array */
    home own;
    home at;                /* who executes it, in all */
    int access, access_end; /* planner.accesses: the first of its own, and after the last */
} site;

typedef struct access {
    int site;
    const reference *ref;
    bool is_write;
} access;

/* A scalar read or written at a site, or an array that nothing maps and that some site accumulates
 * into. */
typedef struct scalar_access {
    int site;
    const variable *var;
    bool is_write;
    reduce_op reduce; /* the site accumulates into it */
} scalar_access;

/* Accesses of a list that write, a variable's together and in the order of the text. */
typedef struct write_index {
    int *access;        /* numbers of accesses */
    int *first;         /* by variable id: where its own begin; one more: where the last end */
    int variable_count; /* ids of those that are accessed are less */
} write_index;

/* A compiler-generated variable, and where it is. */
typedef struct temporary {
    variable *var;
    const variable *like; /* has its shape and its map; null: no other */
    const array_map *map; /* null: everywhere */
} temporary;

/* A reference that a communication serves, and which of its needs is this one's. */
typedef struct served {
    const reference *ref;
    comm_kind kind; /* of that need alone */
    int need;
} served;

/* A communication that needs are still joined into, and its place. */
typedef struct exchange {
    communication *comm;
    VEC(need) needs;
    VEC(served) served;
    node **list;
    node *child;
    int index;
    bool is_after; /* stands after `child`, not before */
    /* What it serves first: it stands in the list of step `step` of the site's path. */
    const site *at;
    int step;
} exchange;

#define MAX_NEST_DEPTH 16

typedef struct tile tile; /* loop/pipeline.h */

/* What a wait for an id is for. */
typedef struct awaited {
    const node *wait;
    const char *reason;
} awaited;

/* Why a loop is not divided. */
typedef enum serial_reason {
    SERIAL_OTHER_HOME, /* its statements are at home on different processors in one iteration, */
    SERIAL_ONE_HOME,   /* or on the same ones in each */
    SERIAL_UNEVEN,     /* where one is at home is no multiple of the variable plus a constant, */
    SERIAL_TWO_LOOPS,  /* or depends on another loop, too */
    SERIAL_OUTSIDE,    /* or may be nowhere in some iteration */
    SERIAL_IO,
    SERIAL_COPIES,    /* an array is assigned that each processor needs all of */
    SERIAL_CARRIED,   /* a scalar goes from one iteration to the next */
    SERIAL_TAKEN,     /* a loop around it divides the same processors */
    SERIAL_UNCOUNTED, /* it steps between values that are not known before it (NODE_WHILE) */
    SERIAL_SENDS /* what it needs is sent inside; a divided loop inside does not make up for it */
} serial_reason;

/* A loop that is said to be independent, or is over distributed data, and is not divided; and
 * why. */
typedef struct undivided_loop {
    const node *loop;
    serial_reason reason;
    bool is_surprise; /* its author may take it for divided: a warning */
    source_range where;
    const char *why;
} undivided_loop;

/* What was said of a loop that is no `independent` one, at its directive. */
typedef struct broken_promise {
    source_range directive;
    diag *said;
    bool is_undivided; /* that it is not divided either has been added */
} broken_promise;

typedef struct planner {
    fp_context *ctx;
    arena *arena;
    const program *program;
    expr_pool *pool;
    const layout *layout;
    bool keeps_messages; /* plan_options */
    node *body;
    VEC(site) sites;
    VEC(access) accesses;
    VEC(access) unknown; /* of whole arrays, by what is not known: reads, too; nothing is sent */
    VEC(scalar_access) scalars;
    write_index writes;         /* of accesses */
    write_index unknown_writes; /* of unknown */
    /* Where the text takes the address of a scalar (analysis/runtime_index.c); null: not asked yet.
     */
    struct address_list *addresses;
    VEC(exchange *) exchanges;
    struct exchange_index *exchange_index; /* communication/exchange_index.c; null: none yet */
    VEC(node *) reflects;                  /* XMP: every reflect of the program; */
    VEC(const reflect_node *) periodic;    /* those that go round in some dimension */
    VEC(const loop_node *) reducing;       /* loops split for where the reduced data are */
    VEC(tile *) tiles;
    VEC(undivided_loop) undivided;
    VEC(broken_promise) broken;
    int comm_count;
    env *defined;                    /* evaluates what the program itself defines, and no loop's */
    int params_before;               /* of the pool: later ones are this plan's */
    VEC(struct recursion *) cloning; /* functions whose bodies are being cloned */
    VEC(const array_exchange *) exchanged; /* of formals, in calls */
    VEC(const function *) calling;         /* those that are looked through */
    VEC(const function *) recursive;       /* said of these */
    int divided;                           /* loops with `on`, and tasks, around what is cloned */
    int unfolded, unfolded_most;           /* nodes cloned for calls; 0: not asked for yet */
    VEC(awaited) awaited;
    VEC(temporary) temporaries;     /* not yet in `program` and `layout` */
    VEC(bound_check) bounds;        /* for the program */
    const unknown_effect *unknowns; /* the program's, and what plans cannot tell */
    VEC(member_check) members;      /* too */
    VEC(unsent_write) unsent;       /* too */
} planner;

#endif
