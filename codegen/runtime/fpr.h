#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_H

/* The run-time library of generated programs: processors in grids, distributed arrays
 * in local memory, and the communications of the plan, over MPI.
 *
 * Indices are those of the source everywhere. Of each dimension of a distributed array a
 * processor has a window, what it owns and the halo; the array's address is that of the
 * element with all indices 0, which it may not have: u[i][j] is written as in the source.
 *
 * Each processor computes its sends and receives from the needs of a communication, once
 * for equal needs and without messages: the messages sent are those of the plan
 * (program/transfer/transfer.h of fpredict), and no others.
 *
 * Mistakes of a run (too few processes, no memory) end the program with a message. */

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FPR_RANK = 7 };

/* --- Processors -------------------------------------------------------------- */

/* Ranks are numbered in C order: the last axis varies fastest. */
typedef struct fpr_grid {
    int rank, size; /* ranks are less than `size`; of a part of the processes, some are outside */
    int extent[FPR_RANK];
    int me[FPR_RANK]; /* coordinates of this process; -1: it is outside */
    /* Of a part: the rank of each place in C order, and the place of each rank (-1: outside). Null:
     * they are the same. */
    const int *rank_at, *place_of;
} fpr_grid;

/* Starts MPI. Ends the program unless there are `procs` processes. Only the first of
 * them writes to standard output: what all execute is printed once. Between these two
 * each process does, too. */
void fpr_start(int *argc, char ***argv, int procs);
void fpr_print_begin(void);
void fpr_print_end(void);
/* Each process can then read all of standard input, which the first one alone has. */
void fpr_share_input(void);
/* Ends the program where a size that it reads is not the one that it is generated for. */
void fpr_expect(const char *name, long long value, long long made_for);
/* Ends the program where an element of an array of structures is named that it was not generated
 * for: by the variable `name` of a loop; null: because the array has none such. */
_Noreturn void fpr_no_element(const char *name, long long value);
/* Ends MPI; returns the exit status, the largest of all processes'. */
int fpr_finish(int status);
/* What exit() of the program is: MPI ends with it where all has gone well. Anything else may be
 * known to one process alone, which waits for no others. */
_Noreturn void fpr_exit(int status);
#ifndef FPR_INTERNAL
#undef exit
#define exit(status) fpr_exit(status)
#endif

/* --- Work -------------------------------------------------------------------------- */

/* ran[i] says how often the program has done what[i]: operations, by their names in machine
 * files, as in "1 loop_iteration; 2 load, 1 double_add". What they take is read from the file
 * that the environment variable FPR_COSTS names, a line each: the name, and seconds. Then
 * under SimGrid's SMPI so much time passes before each communication, and at the end. Elsewhere
 * it is only added up, for the report.
 *
 * Where FPR_REPORT names a file (`-`: standard error), a line for each rank is written there
 * at the end: seconds from the start of the program to its end, those of them that were
 * counted, and messages sent and their bytes. */
void fpr_count(int count, const char *const *what, const long long *ran);

/* --- Algorithms ---------------------------------------------------------------------- */

/* How collectives are done, as machine files say (docs/model.md, "Collectives"); FPR_OF_MPI: by
 * the function of MPI. */
typedef enum fpr_algorithm {
    FPR_DIRECT,
    FPR_BINOMIAL,
    FPR_DOUBLING,
    FPR_RING,
    FPR_LINEAR,
    FPR_OF_MPI
} fpr_algorithm;

typedef struct fpr_choice {
    fpr_algorithm all, part; /* of all processes; of fewer */
} fpr_choice;

/* How processors of a grid have their numbers on a hypercube, whose dimensions trees and
 * doublings follow. */
typedef enum fpr_cube { FPR_NO_CUBE, FPR_GRAY, FPR_BY_RANK } fpr_cube;

typedef struct fpr_collectives {
    fpr_choice broadcast, reduce, gather, barrier;
    fpr_cube cube;
    /* What all do by MPI's own function, those do too for whom there is a communicator when the
     * time begins: lines of processors along axes of a grid. */
    bool calls_library;
    bool calls_all_to_all; /* places of the program say where: before the time begins it is used */
    /* Gathers that are no collective, and reflects: one displacement after the other; or axis
     * after axis, by MPI_Sendrecv. */
    bool is_phased, is_sendrecv;
} fpr_collectives;

/* From here on. Without it broadcasts go along binomial trees, and all else is MPI's. */
void fpr_use(const fpr_collectives *how);

/* Makes what MPI's collectives need of the lines of processors that the grids have, and begins the
 * time anew. All processes call it, when they have laid out their arrays. */
void fpr_connect(void);

/* --- Grids ------------------------------------------------------------------------- */

fpr_grid fpr_arrange(int rank, const int *extent);
/* Of these ranks, in C order: a part of another grid, or all of it in another order. */
fpr_grid fpr_arrange_part(int rank, const int *extent, const int *ranks);
/* Is this process one of the grid's? */
static inline bool fpr_is_in(const fpr_grid *g)
{
    return g->me[0] >= 0;
}
/* The first of the processors that differ only along the axes of the set, and execute this? */
bool fpr_is_root(const fpr_grid *g, unsigned along);

/* Values lower, lower + step, … up to (or down to) upper. */
typedef struct fpr_range {
    long lower, upper, step;
} fpr_range;

/* --- Distributions ------------------------------------------------------------ */

typedef enum fpr_format { FPR_BLOCK, FPR_CYCLIC } fpr_format;

/* One dimension of a template on one axis of a grid. BLOCK is CYCLIC whose blocks do
 * not come round. */
typedef struct fpr_axis {
    const fpr_grid *grid;
    int axis;
    fpr_format format;
    long lower, extent, block;
    const long *before; /* GEN_BLOCK: the cells before each coordinate's; or null */
    /* Known, for programs ask in the innermost loops: the cells of this process, where they are
     * one interval; and where a block has 2^shift cells, and there are mask + 1 = 2^around
     * coordinates, not one, which coordinate has a cell. */
    bool is_interval;
    int shift, around;
    long mask;
    long owned_first;
    size_t owned_count;
} fpr_axis;

/* block 0: as even as can be (BLOCK), or 1 (CYCLIC). */
fpr_axis fpr_distribute(const fpr_grid *g, int axis, fpr_format format, long lower, long extent,
                        long block);
/* GEN_BLOCK: coordinate p has size[p] cells. */
fpr_axis fpr_distribute_sizes(const fpr_grid *g, int axis, long lower, long extent,
                              const long *size);
/* The coordinate that owns a cell. */
int fpr_owner(const fpr_axis *x, long cell);
/* The iterations of a loop that a processor executes, those i of from, from + step, … for which the
 * processor owns cell scale*i + offset: the first one, and one after which there is none up to
 * `to`. Between them they are `step` apart (BLOCK), or, in a loop of step 1 or -1, as many as there
 * are processors (CYCLIC in blocks of one). None: the end is before the first. */
long fpr_first(const fpr_axis *x, long scale, long offset, long from, long step);
long fpr_last(const fpr_axis *x, long scale, long offset, long to, long step);
/* The same of a loop over cells, upwards and one by one. */
long fpr_from(const fpr_axis *x, long from);
long fpr_to(const fpr_axis *x, long to);
/* The same where they are not evenly spaced: one run after the other. */
typedef struct fpr_runs {
    const fpr_axis *axis;
    fpr_range range;
    long scale, offset;
    long block, last_block, by; /* the next one, and the last */
    bool is_single;             /* blocks of one cell: iterations in place of blocks */
    bool is_whole;              /* one run of all */
    long first, last;           /* of this run */
    long local_step;            /* from one iteration of a run to the next: in fpr_local */
} fpr_runs;
fpr_runs fpr_divided_begin(const fpr_axis *x, long scale, long offset, long lower, long upper,
                           long step);
bool fpr_divided_next(fpr_runs *runs);
/* All iterations are one run where one processor has all cells. */
static inline fpr_runs fpr_runs_begin(const fpr_axis *x, long scale, long offset, long lower,
                                      long upper, long step)
{
    if (!x->is_interval || x->owned_count < (size_t)x->extent)
        return fpr_divided_begin(x, scale, offset, lower, upper, step);
    return (fpr_runs){.is_whole = step > 0 ? lower <= upper : lower >= upper,
                      .by = 1,
                      .block = 1,
                      .local_step = scale * step,
                      .first = lower,
                      .last = upper};
}
static inline bool fpr_runs_next(fpr_runs *runs)
{
    bool is_whole = runs->is_whole;
    runs->is_whole = false;
    return is_whole || (runs->axis && fpr_divided_next(runs));
}

/* How many cells before this one its owner has, where they are dealt out in cycles: the place of an
 * index in a dense dimension. */
static inline long fpr_local(const fpr_axis *x, long cell)
{
    long at = cell - x->lower, procs = x->grid->extent[x->axis];
    if (x->mask)
        return at >> x->shift >> x->around << x->shift | (at & ((1L << x->shift) - 1));
    return x->block == 1 ? at / procs : at / (x->block * procs) * x->block + at % x->block;
}

/* Does this processor own the cell? */
static inline bool fpr_is_mine(const fpr_axis *x, long cell)
{
    if ((size_t)(cell - x->owned_first) < x->owned_count)
        return true;
    if (x->is_interval && (size_t)(cell - x->lower) < (size_t)x->extent)
        return false;
    return x->grid->me[x->axis] ==
           (x->mask ? (int)((cell - x->lower) >> x->shift & x->mask) : fpr_owner(x, cell));
}
/* Any of cells first, first + step, … up to last? */
bool fpr_is_any_mine(const fpr_axis *x, long first, long last, long step);

/* --- Some of the processors ----------------------------------------------------------- */

/* The coordinates of the axis that own one of cells first, first + step, … up to last. */
typedef struct fpr_span {
    const fpr_axis *axis;
    long first, last, step;
} fpr_span;

/* Those of the grid whose coordinates all spans name; along axes that are not in the set `along`
 * they have this process's own. */
typedef struct fpr_some {
    const fpr_grid *grid;
    unsigned along;
    int count;
    const fpr_span *span;
} fpr_some;

/* A task that only they execute, of those who execute this: true for these, who call
 * fpr_task_end, which is false, at its end. In it collectives are between those who execute it. */
bool fpr_task_begin(fpr_some on);
/* The same where the program asks who they are: XcalableMP's library answers for them. */
bool fpr_asking_task_begin(fpr_some on);
bool fpr_task_end(void);

/* --- Arrays -------------------------------------------------------------------- */

/* What drives one axis of the grid that an array is aligned with: its dimension `dim`, cell =
 * stride*index + offset; with dim -1 the one cell `offset`; with axis null nothing: it is
 * replicated along this axis. */
typedef struct fpr_alignment {
    const fpr_axis *axis;
    int dim;
    long stride, offset;
} fpr_alignment;

/* The halo, in indices; FPR_WHOLE: for the whole dimension. Of a dimension in cycles FPR_DENSE:
 * only what the processor owns, and room for so many other indices that it receives at a time;
 * FPR_BY_OWNER: the same, and room for what each other processor owns, as that one has it.
 * FPR_WHOLE_ROUND: the whole dimension, and room beyond its ends. */
typedef struct fpr_halo {
    long below, above;
    bool is_round; /* beyond the ends of the array, too: the first and the last are neighbours */
    bool is_dense, is_by_owner;
    long received;
    long beyond_first, beyond_last; /* of a whole dimension */
} fpr_halo;
#define FPR_DENSE(others)                                                                          \
    {                                                                                              \
        .is_dense = true, .received = others                                                       \
    }
#define FPR_BY_OWNER                                                                               \
    {                                                                                              \
        .is_dense = true, .is_by_owner = true                                                      \
    }
#define FPR_WHOLE                                                                                  \
    {                                                                                              \
        -1, -1, false                                                                              \
    }
#define FPR_WHOLE_ROUND(first, last)                                                               \
    {                                                                                              \
        .below = -1, .above = -1, .beyond_first = (first), .beyond_last = (last)                   \
    }

typedef struct fpr_array {
    const char *name;
    size_t bytes; /* of an element */
    int rank;
    long extent[FPR_RANK];
    const fpr_grid *grid;
    fpr_alignment alignment[FPR_RANK];    /* by axis of the grid */
    long from[FPR_RANK], count[FPR_RANK]; /* the window: of places, which are indices, */
    struct fpr_slots *slots[FPR_RANK];    /* but of a dense dimension (fpr_dense.c); else null */
    const int *place[FPR_RANK];           /* by index, of a dense dimension of several */
    long owned[FPR_RANK];                 /* by owner: places for each; else 0 */
    long apart;                           /* so many elements that are received at a time are after
                                           * the window, each by itself: set before it is laid out */
    struct fpr_slots *slots_apart;
    long long strides[FPR_RANK]; /* elements between neighbours */
    void *memory;                /* of the window */
    void *at;                    /* where the element of indices 0 would be */
    void *part;                  /* between fpr_part_begin and fpr_part_end; else null */
    /* Of each element of the window, whether it has been written, between fpr_marks_begin and
     * fpr_write_back_marked; null elsewhere. Its memory stays, zeroed; what is not, is from the
     * first written element to the last. */
    char *is_written, *flags;
    size_t first_written, last_written;
} fpr_array;

/* Allocates the window, zeroed; an array of the same size that was laid out before keeps its
 * memory, and its values. */
void fpr_array_layout(fpr_array *a, const char *name, size_t bytes, int rank, const long *extent,
                      const fpr_grid *grid, const fpr_alignment *alignment, const fpr_halo *halo);
/* The place of an index in a dimension by owners: those of this process first, then those of each
 * after it, going round; to a process outside the grid, which is -1, the last one comes first. */
static inline long fpr_by_owner(const fpr_array *a, int d, const fpr_axis *x, long offset,
                                long index)
{
    long cell = index + offset, me = x->grid->me[x->axis], procs = x->grid->extent[x->axis];
    long after =
        x->mask ? (((cell - x->lower) >> x->shift) - me) & x->mask : fpr_owner(x, cell) - me;
    after += after < 0 ? procs : after >= procs ? -procs : 0;
    return after * a->owned[d] + fpr_local(x, cell);
}
/* Of blocks of one cell: how far beyond the place of a cell that this process owns, as fpr_local
 * counts, the place of the one `by` further is. */
long fpr_beside(const fpr_array *a, int d, const fpr_axis *x, long by);
/* The place of an index in a dense dimension: of what the processor owns, or has received; else
 * one that holds nothing. */
long fpr_place_at(const fpr_array *a, int d, long index);
/* An element that the processor owns in the dense dimensions, or that is apart. */
void *fpr_element(const fpr_array *a, const long *index);
/* Memory of so many bytes, in place of `old` (or null). */
void *fpr_realloc(void *old, size_t bytes);
/* What this process owns of the array, as one piece of memory, for a function that knows nothing of
 * distributions: its elements in the order of their indices; and back to the array. */
void *fpr_part_begin(fpr_array *a);
void fpr_part_end(fpr_array *a);
#define FPR_EXCHANGED_MOST 16
/* Array i gets the elements that array from[i] has had; all have the same window. */
void fpr_exchange_arrays(int count, fpr_array *const *a, const int *from);
/* Each gets back the elements that it had: had[i] is a copy of *a[i] from then. */
void fpr_put_back(int count, fpr_array *const *a, const fpr_array *had);
/* The window's elements from those of the whole array; null: zeros. */
void fpr_fill(fpr_array *a, const void *whole);

/* --- Communication --------------------------------------------------------------- */

/* scale * (value of loop `loop`) + offset; loop -1: offset alone. */
typedef struct fpr_index {
    int loop;
    long scale, offset;
} fpr_index;

/* Who executes: along one axis of the grid those that own the cell; axis null: all. */
typedef struct fpr_on {
    const fpr_axis *axis;
    fpr_index cell;
} fpr_on;

/* One reference, and the loops that it is needed in. */
typedef struct fpr_need {
    int loops;
    fpr_range range[FPR_RANK];
    fpr_index index[FPR_RANK]; /* by dimension of the array */
    fpr_on home[FPR_RANK];     /* those who execute */
    /* Axes of the array's grid, a bit each, along which the sender is not the owner, but
     * has the receiver's coordinate: a shadow is handed on. */
    unsigned carried;
} fpr_need;

typedef enum fpr_pattern {
    FPR_WAIT_POST, /* all messages at once */
    FPR_PHASED,    /* one displacement of processors after the other */
    FPR_SENDRECV,  /* likewise, axis after axis, by MPI_Sendrecv */
    FPR_BROADCAST, /* each sender to all who need it, by the algorithm of broadcasts */
    FPR_GATHER     /* all that others need, each its part, by the algorithm of all-gathers */
} fpr_pattern;

/* In shared access (codegen/runtime/shared), of a place that all processors come to: what others
 * own is read, or written, between two barriers. Elsewhere messages are sent. */
typedef enum fpr_access { FPR_MESSAGES, FPR_GETS, FPR_PUTS } fpr_access;

/* A place of the program that communicates, and what it worked out. */
typedef struct fpr_site {
    struct fpr_schedule *last;
    struct fpr_cache *cache;
    struct fpr_holding *held; /* in slots of dense dimensions (fpr_dense.c) */
    /* What is copied to and from buffers counts, where the program is counted: messages
     * along these axes of the grid, a bit each, of more than one element. */
    unsigned copied;
    bool is_left;       /* on the sender's side alone: received values are read from the buffer */
    bool is_apart;      /* what is received is stored apart */
    bool is_all_to_all; /* one call of MPI's where each has a block for each */
    bool is_together;   /* of fpr_inspect: for a collective, which each participant must know */
    fpr_access access;
} fpr_site;

typedef enum fpr_op {
    FPR_SUM,
    FPR_PRODUCT,
    FPR_MIN,
    FPR_MAX,
    FPR_AND,
    FPR_OR,
    FPR_XOR,
    FPR_LOGICAL_AND,
    FPR_LOGICAL_OR
} fpr_op;

typedef enum fpr_type {
    FPR_INT,
    FPR_UNSIGNED,
    FPR_LONG,
    FPR_LONG_LONG,
    FPR_FLOAT,
    FPR_DOUBLE,
    FPR_LONG_DOUBLE,
    FPR_SHORT,
    FPR_UNSIGNED_SHORT,
    FPR_UNSIGNED_LONG,
    FPR_UNSIGNED_LONG_LONG
} fpr_type;

/* Each processor fetches the elements of the needs that it does not own. All processors of the grid
 * call it; `count` needs, each element once. */
void fpr_fetch(fpr_site *site, fpr_array *a, fpr_pattern pattern, int count, const fpr_need *needs);

/* The same, posted, and waited for only by fpr_wait of the same number. */
void fpr_fetch_begin(fpr_site *site, fpr_array *a, long id, int count, const fpr_need *needs);
void fpr_wait(long id);

/* Fetches the shadow of dimension `dim`, so far as `reach` says; and with it, so far as it says of
 * other dimensions, the shadows there: FPR_WHOLE, all that there are. */
void fpr_reflect(fpr_site *site, fpr_array *a, int dim, const fpr_halo *reach);
/* The other way: shadows are added to what they stand for. */
void fpr_reflect_back(fpr_site *site, fpr_array *a, fpr_type type, int dim, const fpr_halo *reach);

/* The same where the loops of a need depend on one another, or an index on two of them: every
 * processor runs through them, when one of the values that they depend on is new, and records
 * what is accessed and where it is executed: by innermost loops that do not depend on one
 * another. */

/* Where something is, of the processors of an axis. */
typedef struct fpr_place {
    const fpr_axis *axis;
    long cell;
} fpr_place;

/* offset, and of each loop scale[loop] * its value. */
typedef struct fpr_sum {
    long offset, scale[FPR_RANK];
} fpr_sum;

typedef struct fpr_executor {
    const fpr_axis *axis;
    fpr_sum cell;
} fpr_executor;

/* True: record it. `moved`: how far along each dimension all of it is, in those that are not
 * distributed; null: only the values tell. */
bool fpr_inspect_begin(fpr_site *site, const fpr_array *a, int count, const long *values,
                       const long *moved);
void fpr_inspect(fpr_site *site, const fpr_array *a, int loops, const fpr_range *range,
                 const fpr_sum *index, int executors, const fpr_executor *executor);
void fpr_fetch_inspected(fpr_site *site, fpr_array *a, fpr_pattern pattern);

/* All elements of `from` to where `to`, the same array in another distribution, has them. */
void fpr_redistribute(fpr_site *site, fpr_array *to, const fpr_array *from);

/* Write-back: the elements of the needs are sent from the executing processor to the owner. */
void fpr_write_back(fpr_site *site, fpr_array *a, int count, const fpr_need *needs);
/* The same for what was combined since fpr_accumulate_begin, which gives what others own the
 * operation's neutral value; owners combine it with what they have. No logical operations. */
void fpr_accumulate_begin(fpr_array *a, fpr_type type, fpr_op op);
void fpr_accumulate_end(fpr_site *site, fpr_array *a, fpr_type type, fpr_op op, int count,
                        const fpr_need *needs);
/* The same where only some of it has been written since fpr_marks_begin, which the program
 * says of each element in the window of this processor. */
void fpr_marks_begin(fpr_array *a);
void fpr_mark_written(fpr_array *a, const void *element);
void fpr_write_back_marked(fpr_site *site, fpr_array *a, int count, const fpr_need *needs);
/* The three, of what fpr_inspect_written has recorded. */
void fpr_inspect_written(fpr_site *site, const fpr_array *a, int loops, const fpr_range *range,
                         const fpr_sum *index, int executors, const fpr_executor *executor);
void fpr_write_back_inspected(fpr_site *site, fpr_array *a);
void fpr_accumulate_end_inspected(fpr_site *site, fpr_array *a, fpr_type type, fpr_op op);
void fpr_write_back_inspected_marked(fpr_site *site, fpr_array *a);

/* Combines the parts of processors that differ only along the axes of the set; all of
 * them get the result. */
void fpr_combine(void *value, fpr_type type, fpr_op op, long count, const fpr_grid *g,
                 unsigned along);

/* The same of some; the others do nothing. The first of them? */
void fpr_combine_of(void *value, fpr_type type, fpr_op op, long count, fpr_some those);
bool fpr_is_first(fpr_some those);

/* fpr_combine of one value, which it gives back: the program's own variable can stay in a register.
 */
#define FPR_OF_EACH_TYPE(DO)                                                                       \
    DO(int, int, FPR_INT)                                                                          \
    DO(unsigned, unsigned, FPR_UNSIGNED)                                                           \
    DO(long, long, FPR_LONG)                                                                       \
    DO(long_long, long long, FPR_LONG_LONG)                                                        \
    DO(float, float, FPR_FLOAT)                                                                    \
    DO(double, double, FPR_DOUBLE)                                                                 \
    DO(long_double, long double, FPR_LONG_DOUBLE)                                                  \
    DO(short, short, FPR_SHORT)                                                                    \
    DO(unsigned_short, unsigned short, FPR_UNSIGNED_SHORT)                                         \
    DO(unsigned_long, unsigned long, FPR_UNSIGNED_LONG)                                            \
    DO(unsigned_long_long, unsigned long long, FPR_UNSIGNED_LONG_LONG)
#define FPR_COMBINED(name, type, code)                                                             \
    type fpr_combined_##name(type value, fpr_op op, const fpr_grid *g, unsigned along);
FPR_OF_EACH_TYPE(FPR_COMBINED)
#undef FPR_COMBINED

/* The same of one extreme value, with the locations that go with it: of equal values, those of
 * the first location, or (takes_last) of the last, by the locations in their order. */
typedef struct fpr_at {
    void *value;
    fpr_type type; /* FPR_INT to FPR_LONG_LONG */
    size_t bytes;  /* not 0: so much of any type goes with it, and is not compared */
} fpr_at;
void fpr_combine_locations(void *value, fpr_type type, fpr_op op, bool takes_last, int count,
                           const fpr_at *at, const fpr_grid *g, unsigned along);
/* Zeros. */
void fpr_clear(void *values, size_t bytes);

/* From the processor that owns the cells, along other axes the first, to all of the grid. */
void fpr_send_to_all(void *values, size_t bytes, const fpr_grid *g, int count,
                     const fpr_place *from);
/* To some; from the owner of the cells, along other axes the sender's or receiver's own coordinate
 * (`from` null: from the first of them). The others do nothing. */
void fpr_send_to_some(void *values, size_t bytes, fpr_some to, int count, const fpr_place *from);
/* The same two of what each owns of an array that is copied along the axes of `those`. */
void fpr_combine_copies(fpr_array *a, fpr_type type, fpr_op op, fpr_some those);
void fpr_send_copies(fpr_array *a, fpr_some to, int count, const fpr_place *from);
/* A number, 0 or more, to that processor; waiting for one from it (grid null: from any), the same
 * (-1: any). */
void fpr_signal(const fpr_grid *g, int count, const fpr_place *to, long number);
void fpr_await(const fpr_grid *g, int count, const fpr_place *from, long number);

/* All processors of the grid wait for each other; or some. */
void fpr_barrier(const fpr_grid *g);
void fpr_barrier_of(fpr_some those);

/* A region of the source, for a recorder (fpr_region.c). */
void fpr_region_begin(const char *name, const char *file, int line);
void fpr_region_end(void);

#include "fpr_names.h"
#include "fpr_number.h"
#include "fpr_xmp.h"

/* --- Integers ------------------------------------------------------------------------- */

/* What an integer holds that the source computes by steps of its own (fpr_slice.c): `code` has
 * them, five numbers each; `about` has the iterations of the loop that it is at most, the cell that
 * is asked for (-1: how many iterations there are), the extent of the array there (-1: what the
 * code returns), the element's index, and then the code's inputs. */
long fpr_slice(const long *code, long cells, const long *about);

#endif
