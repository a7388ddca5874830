#ifndef FPREDICT_AAG_AAG_H
#define FPREDICT_AAG_AAG_H

/* The application abstraction graph (Parashar and Hariri 1996, section 2.2 and table 1): the
 * node program as units of thirteen classes, symbolic in sizes, processors and
 * coordinates. Sealed and const after aag_build. */

#include "program/tree/layout.h"
#include "program/tree/tree.h"

typedef enum aag_class {
    AAG_START,
    AAG_END,
    AAG_SEQ,
    AAG_SPAWN,
    AAG_ITER_D,
    AAG_ITER_SYNC,
    AAG_ITER_ND,
    AAG_CONDT_D,
    AAG_CONDT_SYNC,
    AAG_COMM,
    AAG_SYNC,
    AAG_SYNC_SEQ,
    AAG_CALL
} aag_class;

/* "Seq", "IterD", … as the paper spells them. */
const char *aag_class_name(aag_class c);

typedef struct aag_unit aag_unit;

/* One line about a unit: "i = 1 .. N - 2", "if i < 4", "shift of 'u'". Empty
 * when the class says it all. */
const char *aag_unit_text(fp_context *ctx, const aag_unit *u);

bool aag_is_iteration(aag_class c); /* IterD, IterSync, IterND */
bool aag_is_condition(aag_class c); /* CondtD, CondtSync */
bool aag_is_exchange(aag_class c);  /* Comm, Sync, SyncSeq: `comm` is set */
bool aag_is_compound(aag_class c);  /* has units below */

/* Array accesses of a Seq unit, for the memory model. */
typedef struct aag_access {
    const reference *ref;
    bool is_write;
    source_range where;
} aag_access;

/* A statement inside a Seq unit; clustering joins several. */
typedef struct aag_step {
    source_range where;
    op_tally ops;
    const home *at;         /* grid null or pointer null: everybody */
    const variable *scalar; /* that it writes; or null */
    int access_count;
    const aag_access *accesses;
    bool is_io;           /* an input or output call, of io_bytes or, where that is null, */
    const expr *io_bytes; /* of io_values bytes, those of the values that it reads */
    int io_values;
    const unknown_effect *unknowns; /* of the statement, linked by next; null: none */
} aag_step;

/* Operations of one iteration of a loop, each of which waits for the one before, and the
 * first for what the last has made `distance` iterations ago: iterations cannot follow each
 * other faster. */
typedef struct aag_chain {
    op_tally ops;
    int64_t distance; /* iterations, 1 or more */
    source_range where;
} aag_chain;

struct aag_unit {
    aag_class cls;
    int id;    /* dense, from 0, in preorder */
    int last;  /* largest id in this unit's subtree: ids id..last are the subtree */
    int depth; /* enclosing units */
    source_range where;
    const aag_unit *parent;
    const aag_unit *next;  /* sibling */
    const aag_unit *child; /* first child: body; condition: then-branch */
    const aag_unit *other; /* condition: first unit of the else-branch */
    bool has_comm;         /* a communication or synchronisation below */
    /* The smallest marked region that it stands in, in its own function or, where that
     * has none here, in that of the call; null: none. */
    const source_region *region;
    /* What cannot be known of its execution, linked by next; null: nothing. Seq units have
     * those of their steps there. */
    const unknown_effect *unknowns;

    /* AAG_SEQ; AAG_CONDT_*: at most one step, without operations, for the
     * elements that the condition reads */
    int step_count;
    const aag_step *steps;

    /* AAG_ITER_* */
    const loop_var *var;         /* null: while */
    loop_range range;            /* var set */
    const expr *trips;           /* on the executing processor */
    const loop_node *loop;       /* how the iterations are split; null: while */
    const while_node *uncounted; /* while: what its own integer does; null: not while */
    op_tally condition;          /* while: tested each iteration; condition units: each time */
    bool tests_first;            /* while; false: do */
    /* Of loops without others, calls or communication inside: what iterations carry from one
     * to the next, as far as it is scalars, or elements at a constant distance. */
    int chain_count;
    const aag_chain *chains;
    /* A loop over the tiles of a pipeline, or the test whose tile it is: it says in
     * which order processors take part, and costs them nothing. Or a test for the first
     * iteration of a loop, which stands for code before the loop. */
    bool is_placement;
    bool is_passed_over; /* AAG_END of a return: what follows it is executed all the same */

    /* AAG_CONDT_* */
    const expr *test; /* null: by probability; a task's membership is in `on` */
    const home *on;   /* set: true on the processors of this home */
    double probability;
    bool is_hinted;
    const char *assumed; /* in words, what is no `if` of the source; or null */

    /* AAG_COMM, AAG_SYNC, AAG_SYNC_SEQ */
    const communication *comm;

    /* AAG_CALL */
    const function *callee;
};

/* Returns the test for the tile of a pipeline for which that unit exchanges, and which
 * stands where the tiled nest does; null for what is no pipeline's. */
const aag_unit *aag_pipeline_of(const aag_unit *u);

/* An edge of the synchronised graph: `from` sends what `to` receives. In an
 * SPMD program both ends are usually one unit on different processors; what only
 * starts in one unit ends in each wait that may be for it. */
typedef struct aag_edge {
    const aag_unit *from, *to;
    const communication *comm;
} aag_edge;

typedef struct aag_graph {
    const program *program;
    const function *entry;
    const layout *layout;
    int unit_count;
    const aag_unit *const *units; /* by id */
    const aag_unit *root;         /* AAG_START, then its siblings to AAG_END */
    int edge_count;
    const aag_edge *edges;
    int comm_count;
    const communication *const *comms; /* by communication id */
} aag_graph;

/* Consecutive Seq statements join into one unit: not at all, within one source
 * line, or as far as nothing stands between them. */
typedef enum aag_granularity { AAG_BY_STATEMENT, AAG_BY_LINE, AAG_BY_BLOCK } aag_granularity;

/* Builds the graph of a planned entry function. Never fails on a verified
 * node program. */
const aag_graph *aag_build(fp_context *ctx, const program *p, const layout *where,
                           const function *entry, const node *node_program,
                           aag_granularity granularity);

/* Reports an internal error for each breach of the legal shape. */
bool aag_verify(fp_context *ctx, const aag_graph *g);

typedef enum dump_format { DUMP_TEXT, DUMP_DOT, DUMP_JSON } dump_format;
/* with_edges: the synchronised graph (SAAG). */
void aag_dump(fp_context *ctx, const aag_graph *g, bool with_edges, dump_format format, FILE *out);

/* A number that units have, by their id; NaN: none. */
typedef struct aag_attribute {
    const char *name; /* a word */
    const double *values;
} aag_attribute;

/* The same as dot or JSON, with further attributes of units. */
void aag_dump_with(fp_context *ctx, const aag_graph *g, bool with_edges, dump_format format,
                   int count, const aag_attribute *attributes, FILE *out);

#endif
