#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_INTERNAL_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_INTERNAL_H

/* What the files of the library share. */

#include <mpi.h>

#define FPR_INTERNAL
#include "codegen/runtime/fpr.h"

#ifdef SMPI_H /* <mpi.h> is SimGrid's */
#define FPR_SIMULATED 1
#endif

/* The rank of this process. */
extern int fpr_me;

/* Does this process write to standard output all that it executes? For the start. */
void fpr_keep_output(bool is_printed);
/* Ends the program with a message on standard error. */
_Noreturn void fpr_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Memory, zeroed; ends the program where there is none. */
void *fpr_allocate(size_t count, size_t bytes);
/* The same for elements of arrays, which in shared access others read where they are. */
void *fpr_allocate_elements(size_t count, size_t bytes);
void fpr_free_elements(void *memory); /* or null */

/* The coordinate of a rank along an axis; -1: it is outside. */
int fpr_coordinate(const fpr_grid *g, int axis, int rank);
/* The rank at these coordinates. */
int fpr_rank_at(const fpr_grid *g, const int *at);
/* The coordinate of who has, along an axis on which each has a copy, the one for q: its own;
 * for those outside the first. */
static inline int fpr_copy_for(const fpr_grid *g, int axis, int q)
{
    int at = fpr_coordinate(g, axis, q);
    return at < 0 ? 0 : at;
}

/* Does the rank execute the tasks that this process is in? */
bool fpr_is_in_task(int rank);
/* Is it in any that only some execute? */
bool fpr_has_task(void);
/* Those who execute this, as far as a task that asks says. */
MPI_Comm fpr_executing(void);

/* Values first, first + step, … of which there are `count`. */
typedef struct fpr_run {
    long first, step, count;
} fpr_run;

/* Which values of `range` have a cell scale*v + offset that coordinate p owns: runs in
 * ascending order of blocks, at most one a block. Calls `each` for every one. */
typedef void fpr_each_run(void *data, fpr_run run);
void fpr_owned_runs(const fpr_axis *x, int p, long scale, long offset, fpr_range range,
                    fpr_each_run *each, void *data);

/* The values v whose scale*v + offset is one of first..last; scale is not 0. */
fpr_range fpr_within(long scale, long offset, long first, long last);
/* Of cells that are dealt out one by one: after how many of them, each `by` further, owners come
 * again; of others 0. */
long fpr_owner_period(const fpr_axis *x, long by);
/* For how many of the cells from this one on, each `by` further, it has the same owner, at least:
 * 1 or more. */
long fpr_same_owner(const fpr_axis *x, long cell, long by);
/* The indices whose cells scale*i + offset are in the template. */
fpr_range fpr_inside(const fpr_axis *x, long scale, long offset);

/* The indices of dimension d that coordinate p of the axis that divides it owns, from the first to
 * the last; all, where none does. */
fpr_range fpr_owned_range(const fpr_array *a, int d, int p);

/* Calls `each` for all elements that this process owns, in the order of their indices: with the
 * place in the whole array, by C's order, and the address. */
typedef void fpr_each_element(void *data, size_t place, char *element);
void fpr_each_owned(const fpr_array *a, fpr_each_element *each, void *data);

/* --- fpr_dense.c --- */

typedef struct fpr_slots fpr_slots;

/* For dimension d of an array, of which the window is known. */
fpr_slots *fpr_slots_open(const fpr_array *a, int d, const fpr_alignment *alignment, long received);
/* The same by owners. */
fpr_slots *fpr_slots_by_owner(const fpr_array *a, int d, const fpr_alignment *alignment);
/* For elements apart, which are from this one on in the array's memory. */
fpr_slots *fpr_slots_apart(long first, long count);
void fpr_slots_close(fpr_slots *s); /* or null */
/* Places by index, or null where they are few. */
const int *fpr_places(const fpr_slots *s);
/* The index that is owned there; -1: none. */
long fpr_index_at(const fpr_slots *s, long place);
/* Where an index is that is owned or, as it is received, gets a slot; -1: there is none left. Of
 * those that follow `by` further, how many are as evenly spaced there, and how far. */
long fpr_place_for(fpr_slots *s, long index);
long fpr_evenly_placed(const fpr_slots *s, long index, long by, long *step);

/* Is the element, by its place in the whole array, stored apart where it is received now? */
bool fpr_is_apart(const fpr_array *a, long long whole);

/* What a place of the program has received in its last execution has slots until the next. Between
 * these two fpr_place_for gives them away. */
void fpr_hold_begin(fpr_site *site, const fpr_array *a);
void fpr_hold_end(fpr_site *site);

/* Elements at, at + step, … of which there are `count`. */
typedef struct fpr_stretch {
    long long at, step, count;
} fpr_stretch;

typedef struct fpr_stretches {
    long long count, capacity;
    fpr_stretch *list;
} fpr_stretches;

/* Elements that go from one processor to another, by where they are in the whole array. */
typedef fpr_stretches fpr_elements;

/* Adds a stretch after those there are, or to the last of them. */
void fpr_add_stretch(fpr_stretches *s, fpr_stretch one);
void fpr_free_stretches(fpr_stretches *s);
/* Adds the elements of the needs that q executes and s has: of a replicated element, the copy next
 * to q. `is_write_back`: what q writes for s, and all copies get that only it executes. Were there
 * any? */
bool fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                 bool is_write_back, fpr_elements *out);

/* Does it add anything? */
bool fpr_inspections(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s);
/* Does the processor execute any of the needs? */
bool fpr_executes(int need_count, const fpr_need *needs, int q);
/* Might the processor be a participant, execute some or have some of their elements? False
 * where it surely has none; works out nothing. */
bool fpr_may_take_part(const fpr_array *a, int need_count, const fpr_need *needs, int p);
/* Has the processor any element of the needs, whoever executes them? */
bool fpr_has_some(const fpr_array *a, int need_count, const fpr_need *needs, int s);

/* --- fpr_connect.c --- */

/* Processes may meet along the axes of this grid. */
void fpr_note_grid(const fpr_grid *g);

/* --- fpr_work.c --- */

/* All processes begin; from here on time is measured. */
void fpr_begin_time(void);
/* Charges what the library does as the model charges it: operations as in fpr_count's
 * lists, so many times. Nothing where no costs are known. */
void fpr_charge(const char *what, double times);
/* Lets pass what has been executed and charged since the last time. Before messages. */
void fpr_elapse(void);
/* Tells who records the program what it has counted, in ns since the first call of this. */
void fpr_tell_counted(unsigned long long ns);
/* Messages that this process has sent, of so many bytes together. */
void fpr_count_messages(long long count, long long bytes);
/* The end of the program: writes the report, if one is asked for. All call it. */
void fpr_report(void);

/* --- Images -------------------------------------------------------------------------- */

/* What this process, or another, has put is seen here. */
void fpr_images_sync(void);
/* Each of these images and this one wait for each other. */
void fpr_images_meet(int count, const int *images);
/* Closes all coarrays; before the end of MPI. */
void fpr_images_end(void);

#endif
