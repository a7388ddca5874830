#ifndef FPREDICT_PROGRAM_TREE_COMMUNICATION_H
#define FPREDICT_PROGRAM_TREE_COMMUNICATION_H

/* Who executes, what others need of them, and the communication that fetches it;
 * program/transfer/transfer.h says exactly what that moves. */

#include "program/tree/reference.h"

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
    COMM_WAIT,      /* XMP wait_async: until operations that were started are done */
    COMM_POST,      /* XMP post: an empty message to one processor, from each that executes it */
    COMM_WAIT_POST, /* XMP wait: until one that was posted has come */
    COMM_PUT, /* to a coarray on another image, by each that executes it: nobody receives it */
    COMM_GET  /* from there */
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

/* The same processors for the same values of the loop variables? False: not proved. */
bool home_equal(const home *a, const home *b);

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
    /* The same elements and more, in one piece, for who counts and finds too many pieces; null:
     * there is no such. */
    const struct need *coarse;
} need;

/* What a communication fetches for the references of one line, and as which kind it would stand
 * alone. */
typedef struct comm_part {
    comm_kind kind;
    source_range where;     /* the first of them */
    const char *references; /* as the source has them: "b[i - 1], b[i + 1]" */
    const char *reason;     /* as a communication's */
} comm_part;

/* A reflect, one dimension after the other. Dimensions here are the array's. */
typedef struct shadow_ring {
    int count, dim[MAX_RANK];  /* of which shadows are fetched, in this order */
    bool is_earlier[MAX_RANK]; /* of which they have been: they go along, for the corners */
    bool is_round[MAX_RANK];   /* the first and the last processor are neighbours */
    const expr *below[MAX_RANK], *above[MAX_RANK]; /* how far */
    bool is_orthogonal;                            /* no corners */
    bool is_reverse; /* shadows are added to what they stand for, in the opposite order */
} shadow_ring;

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
    const expr *elements; /* COMM_REDUCE, explicit COMM_BROADCAST: how many, on each processor;
                           * COMM_PUT, COMM_GET: of one */
    const expr *first;    /* COMM_REDUCE, explicit COMM_BROADCAST: of a part of an array, where it
                           * begins, if it is one run; or null */
    /* COMM_REDUCE, COMM_BARRIER, COMM_WAIT, explicit COMM_BROADCAST: who takes part.
     * COMM_POST: the receivers. COMM_WAIT_POST: the senders; grid null: any. */
    home group;
    const expr *image;    /* COMM_PUT, COMM_GET: the other side, from 0; null: nothing tells it */
    bool is_packed;       /* COMM_PUT, COMM_GET: elements are apart in memory */
    bool is_called;       /* the source calls a function of XcalableMP's library for it */
    const expr *tag;      /* COMM_POST; COMM_WAIT_POST: null: any */
    bool along[MAX_RANK]; /* COMM_REDUCE: combined along these axes of group.grid; coordinates
                             on the others stay apart, each with a result of its own */
    /* COMM_REDUCE: scalars that go with the extreme value. */
    int location_count;
    const variable *const *locations;
    const location_part *location_parts; /* of each; or null: scalars */
    bool takes_last;                     /* of equal ones, the last place; false: the first */
    bool is_located;                     /* the order of the locations says which place that is */
    bool follows_ranks; /* of a loop's clause: lower ranks have the earlier iterations */
    home from;          /* explicit COMM_BROADCAST: who has it; grid null: the first of the group */
    /* COMM_REDUCE: the group is a part of the processors, those apart in it have equal
     * results, and all that get here learn it. */
    bool goes_to_all;
    /* Axis of `source` along which a message is one run of memory; -1: none.
     * Messages along other axes are copied on both sides: packing, overhead. */
    int contiguous_axis;
    /* All that is received is only assigned on, by the copies after it: they take it out of the
     * message's buffer. */
    bool is_assigned_on;
    /* Each element is received straight where this puts it, in the iteration that needs it;
     * the copies after it are only of the processor's own. Null: where it is read. */
    const reference *into;
    bool is_explicit; /* the program states it (reflect, …) */
    bool is_of_loop;  /* … in a clause of a loop, whose parts it combines */
    /* A call of MPI's in the source does it; or null. */
    const struct collective_node *call;
    bool is_to_one;               /* COMM_REDUCE: only one of the group gets the result */
    const struct move_node *move; /* the gmove that it serves; or null */
    /* A reflect of an array that goes round somewhere, so that needs do not say where it puts what
     * it fetches; or null. */
    const struct shadow_ring *ring;
    bool is_write_back; /* what others have written goes to its owners: it stands after that */
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
    return c->kind == COMM_WRITE_BACK || c->is_write_back;
}

/* Is it known only at run time which of the elements that the needs name are meant? */
bool comm_is_partial(const communication *c);

/* May each processor have a block for each other one, of which all know by what is stated? */
bool comm_is_all_to_all(const communication *c);

/* Does a byte go with each element that says whether it was written? Which were is known only
 * at run time, and owners must not take back what they wrote themselves. */
bool comm_is_marked(const communication *c);

/* What a communication is about, as the source calls it: its variable, or the
 * intrinsic function in whose body the variable is; "" for neither. */
const char *comm_subject(const communication *c);

/* May a wait for the first id be one for what is started under the second? */
bool async_ids_match(const expr *waited, const expr *started);
/* May what is started, or posted, end in this wait? */
bool comm_may_end_in(const communication *c, const communication *wait);

#endif
