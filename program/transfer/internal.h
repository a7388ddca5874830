#ifndef FPREDICT_PROGRAM_TRANSFER_INTERNAL_H
#define FPREDICT_PROGRAM_TRANSFER_INTERNAL_H

/* What the files of transfer_compute share. Nothing outside includes it.
 *
 *   needs, symbolic --transfer_read--> shapes, numeric   (transfer/affine.c, transfer/read.c,
 *                                        of a slice only: transfer/slice.c)
 *   shapes, batch by batch -----------> factors of forms  (transfer/transfer.c, transfer/factor.c)
 *   a factor --------------walked-----> cells by key      (transfer/count.c)
 *   product of the factors' cells ----> messages          (transfer/product.c)
 *                                  or a pattern           (transfer/pattern.c)
 *                                  or an all-gather       (transfer/gather.c)
 *
 * A *factor* is an array dimension (or several that one loop variable ties
 * together). A *form* is what one or more needs touch in it: a progression, of
 * which each receiver has the part that its home axes own. A *column* is one
 * axis of one grid on which receivers differ; a *key* is a choice of coordinates
 * on a factor's columns. A *cell* is what one key needs from one sender
 * coordinate, counted by the set of needs that touch the elements. */

#include "program/env/internal.h"
#include "program/env/residue.h"
#include "program/transfer/transfer.h"
#include "support/vec.h"

/* Which needs touch an element: one bit for each class of needs that differ in
 * one dimension only. */
enum { BATCH_NEEDS = 64 };
typedef uint64_t need_set;

/* --- Numbers for needs ---------------------------------------------------- */

/* first + step*k for 0 <= k < count. */
typedef struct progression {
    int64_t first, step, count;
} progression;

/* factor * loop's value + constant; without a loop, `span` is all there is. */
typedef struct place {
    int loop; /* -1: none */
    int64_t factor, constant;
    progression span;
} place;

/* The executing processor's coordinate on `column` owns the cell that `map`
 * makes of factor * loop's value + constant. */
typedef struct home_rule {
    dim_mapping map;
    int column;
    int loop; /* -1: an invariant index, `constant` */
    int64_t factor, constant;
    int64_t last; /* invariant: whoever owns any of constant..last:step */
    int64_t step;
    bool is_told; /* invariant: forms of the batch say who takes part */
} home_rule;

typedef struct need_shape {
    int rank;
    place *at;             /* by dimension */
    const proc_grid *grid; /* null: everybody executes */
    int home_count;
    home_rule *home;
    bool is_free[MAX_RANK]; /* the home grid's axes without a rule */
    const bool *carried;    /* by axis of the source's grid */
    int loop_count;
    const progression *loop;
    bool is_bound; /* touches no more than this says, perhaps less */
    int batch;     /* -1: one of its own */
    need_set bit;  /* of its class, in its batch */
} need_shape;

/* One message takes a hundred bytes or two until its round is priced: as many as 4,096 processors
 * send if each sends to each. */
enum { MESSAGES_MOST = 1 << 24 };

/* --- Factors --------------------------------------------------------------- */

/* Element k of a progression is owned by the coordinate that owns template cell
 * first + step*k, counted from the template's lower bound. Step 0: all by one. */
typedef struct owner_rule {
    int64_t first, step;
    int64_t block;
    int procs;
    int column;            /* of a home */
    const int64_t *before; /* GEN_BLOCK, as in dim_mapping; else null */
} owner_rule;

/* Who owns element x of the factor: as element x of a progression from 0. */
typedef struct source_rule {
    owner_rule rule;
    int axis;
    int carrier;    /* the column of its carried forms; -1: none is carried */
    int64_t stride; /* of a coordinate in the sender's place */
} source_rule;

typedef struct dim_form {
    progression span; /* step > 0 */
    need_set needs;
    int rule_count;
    const owner_rule *rules;
    unsigned carried; /* by source rule of the factor */
} dim_form;

typedef struct dim_part {
    need_set needs; /* exactly these touch the elements */
    int64_t count;
} dim_part;

typedef struct dim_cell {
    int64_t rank;     /* the sender's coordinates here, as their share of its place */
    need_set needs;   /* of all parts */
    int first, count; /* parts */
} dim_cell;

typedef VEC(dim_part) part_vec;
typedef VEC(dim_cell) cell_vec;

typedef struct dim_factor {
    int source_count;
    source_rule *source; /* room for all the source's axes */
    VEC(int) columns;
    int64_t *key_stride; /* by column of the factor */
    int64_t key_count;
    VEC(dim_form) forms;
    /* Filled by factor_walk: cells of slot k are first_cell[k] … first_cell[k+1] - 1.
     * A key has a slot of its own; or, where keys from one on look alike, they share
     * its slot, and the sender is as much further as they are. */
    int *first_cell;
    int slot_count;
    const int *slot_key; /* the first key of each slot, ascending; null: slots are keys */
    cell_vec cells;
    part_vec parts;
} dim_factor;

/* --- Columns ---------------------------------------------------------------- */

typedef struct key_column {
    const proc_grid *grid;
    int axis;
    int extent;
    int64_t stride, size;  /* of a coordinate in the grid's order; its processors */
    const env_grid *place; /* which ranks those are */
    need_set *excluded;    /* by coordinate: needs it has no iteration of; null: none */
} key_column;

typedef VEC(key_column) column_vec;

int column_find(arena *a, env *e, column_vec *columns, const proc_grid *grid, int axis);

/* The coordinate of a rank; -1 outside the grid. */
static inline int column_coord(const key_column *c, int rank)
{
    int index = env_grid_index(c->place, rank);
    return index >= 0 ? (int)(index / c->stride % c->extent) : -1;
}

/* Needs that differ in one dimension only, the same one, touch the product of
 * what they share and the union in that dimension: one bit serves them all. */
typedef struct need_class {
    const need_shape *first;
    int dim; /* in which its needs differ; -1: none yet */
} need_class;

/* --- A communication in numbers ---------------------------------------------- */

typedef VEC(need_shape *) shape_vec;
typedef VEC(message) message_vec;

typedef struct problem {
    arena *a;
    env *e;
    const communication *c;
    bool *ok;
    bool is_write_back;
    int procs;
    int axis_count;         /* of the source */
    const int *source_rank; /* of each place in its grid's order; null: itself */
    dim_mapping axis[MAX_RANK];
    int64_t axis_stride[MAX_RANK];
    progression extent[MAX_RANK]; /* the array's indices */
    bool is_open_ended[MAX_RANK]; /* nothing tells how many */
    int slice; /* only a part of this dimension is looked at, `extent` of it; -1: all */
    column_vec columns;
    shape_vec shapes;
    int batch_count; /* of shapes that are counted together */
    need_class classes[BATCH_NEEDS];
    int class_count; /* of the last batch */
    bool is_bound;
    residue_table *pieces;     /* of the need that is being read: those that have been */
    VEC(arena *) piece_memory; /* of pieces inside each other, outermost first */
    int depth;                 /* of them are being read */
    int tries;                 /* how often something was read in pieces */
} problem;

/* --- Reading ----------------------------------------------------------------- */

enum { AFFINE_TERMS = 4 };

/* constant + sum of factor * loop's value; no factor is 0, no loop twice. */
typedef struct affine {
    int64_t constant;
    int count;
    struct {
        int loop;
        int64_t factor;
    } term[AFFINE_TERMS];
} affine;

/* A need's loops, outermost first. A loop is open when it has more than one value
 * here, or none is known yet; the others' values are in the environment. */
typedef struct nest {
    problem *p;
    arena *memory; /* ends with the piece that is read */
    const need *n;
    const expr *at;    /* what is being read, to blame for an overflow */
    progression *loop; /* count -1: values not known */
    /* Where a loop is read in strides, `loop` counts its values, which are base + times * that. */
    int64_t *base, *times;
    bool *is_open;
    bool *is_mixed; /* stands with another loop where one would be exact */
    bool *is_boxed; /* `loop` only bounds its values */
    uint64_t open;  /* as expr.loop_vars */
    /* The first value (split_at of loop split_loop, in order of iterations) from
     * which another piece of a min, max, select or floor division holds. */
    int split_loop; /* -1: none */
    int64_t split_at, split_pieces;
    /* Of every `stride`th value of a loop a division has no rest that differs. */
    int stride_loop; /* -1: none */
    int64_t stride;
} nest;

/* Does an open loop occur in x? */
bool nest_ranges(const nest *t, const expr *x);
/* Notes that the open loops in x stand in each other's way. */
void nest_mix(nest *t, const expr *x);
/* Writes x in the values of the open loops; false when it is not affine. */
bool nest_affine(nest *t, const expr *x, affine *out);
/* Bounds a form, or any expression, over all iterations; false when nothing
 * bounds it. */
bool nest_affine_interval(nest *t, const affine *x, int64_t *least, int64_t *most);
bool nest_interval(nest *t, const expr *x, int64_t *least, int64_t *most);

/* Values of a loop that are taken one by one: where they make one class, and where
 * most may move nothing. */
enum { LONE_VALUES = 1024, VALUES_MOST = 256 };

/* A loop's part: `count` of its values from the one numbered `first` on, all or every `stride`th.
 */
typedef struct loop_cut {
    int64_t first, count; /* count -1: all */
    int64_t stride;
} loop_cut;

/* Does the loop occur in one subscript only? The needs of its values are one
 * class. */
bool nest_is_lone(const nest *t, int r);
/* Which mixed loop to take value by value: the shortest that fits; -1: none. One whose
 * own values are only bounded must wait: cuts count from its first value. */
int nest_loop_to_expand(const nest *t);
/* What is left to read of a piece: the values of its open loops, and all in which they occur. In
 * t->memory. */
void nest_left(const nest *t, const loop_cut *cuts, residue *left);

/* Reads the needs into p->shapes; clears *p->ok when an expression cannot be
 * evaluated. */
void transfer_read(problem *p);

/* Appends a shape to p->shapes and finds its batch and class. */
void problem_add(problem *p, need_shape *s);
/* Can the shapes be counted, and together? */
bool problem_is_exact(const problem *p);
/* Appends the messages of the union of the shapes; of several batches their sum, a bound. */
void problem_run(problem *p, message_vec *messages);
/* Appends the exact messages of needs that do not fit into one batch, slice by slice; false:
 * that cannot be done (*p->ok), or takes too long, and nothing has changed. */
bool problem_run_by_slices(problem *p, message_vec *messages);
/* Of a problem of one batch: appends the messages, or returns true where what decides them is as it
 * was when the memo was last asked. */
bool problem_run_again(problem *p, transfer_memo *memo, message_vec *messages);
/* The next time nothing is as it was. */
void memo_forget(transfer_memo *memo);
/* Joins messages of one pair. */
void messages_join(problem *p, message_vec *v);

/* Clears *p->ok when template cells of array indices least … most come near the
 * end of 64 bits; `blame` is what made them so large. */
void problem_check_cells(problem *p, const dim_mapping *map, int64_t least, int64_t most,
                         const expr *blame);
void problem_fail(problem *p, env_fault_kind kind, const expr *blame);
/* Fails as there are more messages than MESSAGES_MOST. */
void problem_fail_messages(problem *p);
/* Adds, and fails for more elements than 64 bits count. */
void add_elements(problem *p, int64_t *sum, int64_t count);

typedef struct batch {
    int count;
    need_shape *const *shapes;
    int factor_count;
    dim_factor *factors;
    /* Which needs have an iteration at all, by key: loops that no subscript uses. */
    VEC(dim_factor) presence;
} batch;

/* Makes the factors of shapes of at most BATCH_NEEDS classes and walks them. A
 * shape in which one loop moves in two dimensions is a batch of its own. */
void batch_prepare(problem *p, batch *b);
/* A loop that moves in several dimensions; -1: none. */
int shape_tied_loop(const need_shape *s);
/* Keeps the k for which lower <= first + step*k <= upper; *skipped counts those
 * dropped in front. */
progression progression_clip(progression s, int64_t lower, int64_t upper, int64_t *skipped);

/* Receivers, and where each one's messages begin. */
typedef struct receivers {
    int count;
    const int *rank; /* null: all */
    int *first;      /* null: not asked for; [count] is the end */
} receivers;

/* Appends the batch's messages, ordered by receiver (in a write-back by sender). */
void batch_multiply(problem *p, batch *b, receivers who, message_vec *messages);
/* Finds the batch's pattern; false where it has none. */
bool batch_pattern(problem *p, batch *b, transfer_pattern *out);
/* Finds what the batch gathers; false where it is something else. */
bool batch_gather(problem *p, batch *b, transfer_gather *out);
/* Orders messages from `begin` on by receiver, then sender. */
void messages_sort(message_vec *v, int begin);

/* What one run of a walk gives one slot: `count` elements at the sender `rank`. */
typedef struct finding {
    int key, rank;
    dim_part part;
} finding;

/* Counts a factor's forms into its cells. */
/* False where more than MESSAGES_MOST cells are found. */
bool factor_walk(arena *a, dim_factor *f, const column_vec *columns);
/* The only coordinate whose receivers touch anything of the form; -1: there are more. Of a factor
 * with slots for keys that look alike. */
int form_receiver(const dim_form *form);
/* Gives each key a slot. */
void factor_find_slots(arena *a, dim_factor *f, const column_vec *columns);
/* Joins what was found to cells, slot by slot. */
void factor_collect(arena *a, dim_factor *f, int count, const finding *found);
/* The slot of a key, and what to add to the sender's rank in its cells. */
int factor_slot(const dim_factor *f, int64_t key, int64_t *further);

#endif
