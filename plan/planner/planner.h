#ifndef FPREDICT_PLAN_PLANNER_PLANNER_H
#define FPREDICT_PLAN_PLANNER_PLANNER_H

/* Private to plan/. One entry function is planned in passes over one clone of
 * its tree, with the bodies of called functions in place of the calls:
 *
 *   normalize/inline.c    clone, formals replaced by actuals
 *   normalize/intrinsic.c   arguments of <hpf.h>'s functions
 *   remap*.c      redistribute and realign: arrays in versions, and copies
 *   normalize/forall.c, normalize/forall_split.c, normalize/temporary.c  all that is read before
 * all that is written: as independent nests normalize/check_independent.c, collide*.c  promises
 * that are not kept analysis/why_serial.c    promises that are of no use normalize/scalar_expand.c
 * scalars that a divided loop carries, as arrays analysis/scalar.c      what loops do with scalars
 *   analysis/private.c         which variables an iteration has for itself
 *   planner/sites.c       list every place that reads or writes, with its path
 *   planner/owner.c        the processors that a reference or a clause names
 *   analysis/owner_computes.c   who executes what: homes, and loops that can be split
 *   analysis/nonlocal.c        what each reference needs from other processors
 *   analysis/guard_ranges.c       conditions around a reference, as ranges of its loops
 *   analysis/section.c        what subscripts touch
 *   analysis/sign.c        which of two expressions is greater
 *   analysis/congruence.c     remainders of subscripts
 *   analysis/bounds.c      subscripts that leave their array
 *   loop/dependence.c  where that may be brought at the earliest
 *   loop/band.c        loops that may be permuted and tiled
 *   loop/interchange.c       their order as an optimising compiler would have it, where asked for
 *   loop/pipeline.c, loop/tile.c  nests that carry values between processors, tiled
 *   communication/placement.c    joined into communications
 *   communication/provenance.c       what each of them serves
 *   communication/condition.c   conditions around them, which all must test
 *   communication/reduction.c      partial results and their combination
 *   stated*.c     XcalableMP: communication as the program states it
 *   brought*.c    XcalableMP: what references need, and whether it has been brought
 *   xmp/task_members.c      XcalableMP: who must execute what stands in a task
 *   analysis/margins.c       XcalableMP: loops over more, or less, than a processor's own part
 *   async*.c      what is started in one place and waited for in another
 *   communication/direct_receive.c        messages that come where they are copied to
 *   passes/node_program.c     the node program: communications in place, loops split, guards
 */

#include "plan/plan.h"
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
    home at; /* who executes it, in all */
} site;

typedef struct access {
    int site;
    const reference *ref;
    bool is_write;
} access;

/* A scalar read or written at a site. */
typedef struct scalar_access {
    int site;
    const variable *var;
    bool is_write;
    reduce_op reduce; /* the site accumulates into it */
} scalar_access;

/* A variable of the plan's own, and where it is. */
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

/* A communication in the making, and its place. */
typedef struct exchange {
    communication *comm;
    VEC(need) needs;
    VEC(served) served;
    node **list;
    node *child;
    int index;
    bool is_after; /* stands after `child`, not before */
    /* What it was made for: it stands in the list of step `step` of the site's path. */
    const site *at;
    int step;
} exchange;

#define MAX_NEST_DEPTH 16

/* A nest that loop/pipeline.c has tiled. */
typedef struct tile {
    node *outer;                    /* the outermost of the new loops */
    node *task;                     /* what the owner of a tile executes */
    const node *strips;             /* the loop that strips are taken of; null: none */
    const char *strip_name;         /* of their parameter */
    source_range hinted;            /* the loop whose 'pipeline' says how long they are */
    VEC(const reference *) carried; /* read what earlier tiles compute */
} tile;

/* What a wait for an id is for. */
typedef struct awaited {
    const node *wait;
    const char *reason;
} awaited;

/* A loop that is said to be independent, or is nearly one that is divided, and is not; and why. */
typedef struct undivided_loop {
    const node *loop;
    bool is_own_axis; /* one inside that is divided does not make up for it */
    source_range where;
    const char *why;
} undivided_loop;

typedef struct planner {
    fp_context *ctx;
    arena *arena;
    const program *program;
    expr_pool *pool;
    const layout *layout;
    node *body;
    VEC(site) sites;
    VEC(access) accesses;
    VEC(scalar_access) scalars;
    VEC(exchange *) exchanges;
    VEC(node *) reflects;            /* XMP: every reflect of the program */
    VEC(const loop_node *) reducing; /* loops split for where the reduced data are */
    VEC(tile *) tiles;
    VEC(undivided_loop) undivided;
    int comm_count;
    int params_before;               /* of the pool: later ones are this plan's */
    VEC(const function *) calling;   /* to find recursion */
    VEC(const function *) recursive; /* said of these */
    int unfolded;                    /* nodes cloned for calls */
    VEC(awaited) awaited;
    VEC(temporary) temporaries;    /* not yet in `program` and `layout` */
    VEC(bound_check) bounds;       /* for the program */
    VEC(member_check) members;     /* too */
    VEC(const reference *) unsent; /* too */
} planner;

/* normalize/inline.c */
node *instance_entry(planner *p, const function *entry);
/* A clone of a list with other expressions in it. */
node *instance_substitute(planner *p, const node *list, const expr_substitution *values);
/* normalize/intrinsic.c: reports arguments that an intrinsic function cannot take; `values` are
 * those of its formals. */
void intrinsic_check(planner *p, const node *call, const call_node *c,
                     const expr_substitution *values);

/* remap/remap.c: makes a version of an array for each mapping that it gets, and of each
 * redistribute and realign the copies between them: of values that are read again, and are
 * not there yet, or of all. */
void remaps_lower(planner *p, const function *entry, bool moves_all);

/* normalize/forall_split.c: makes independent nests of all foralls. */
void foralls_lower(planner *p);
/* normalize/check_independent.c: warns of loops that surely are not what HPF's directive promises.
 */
void independents_check(planner *p);
/* analysis/why_serial.c: keeps a reason, if the loop is said to be independent, or is written so
 * that it could be divided but for that (`is_near`); says which are divided nowhere. */
void serial_note(planner *p, const node *loop, bool is_near, bool is_own_axis, source_range where,
                 const char *why);
void undivided_report(planner *p);
/* normalize/scalar_expand.c: makes arrays of scalars that divided loops carry. */
void scalars_expand(planner *p, const function *entry);
/* normalize/temporary.c: puts the temporaries into `program` and `layout`, which are copies
 * from then on. */
void temporaries_place(planner *p);
/* An unmapped array of a callee, with the extents that it has in one call. */
const variable *temporary_sized(planner *p, const variable *of, const expr *const *extent);
/* The array under another map. */
const variable *temporary_version(planner *p, const variable *of, const array_map *map,
                                  const expr *const *extent);
/* Forgets the temporaries that are not used, by their number. */
void temporaries_keep(planner *p, const bool *is_used);

/* planner/sites.c */
void sites_collect(planner *p);
/* The gmove around a site; null: there is none. */
const move_node *site_move(const site *s);
/* Does the site copy an array from one of its mappings to another? */
bool site_is_remap(const site *s);
/* Does the site, in a gmove or a remapping, assign what it reads as it is? */
bool site_is_copy(const site *s);
/* The intrinsic function that is being called there: "cshift"; null: none. */
const char *site_intrinsic(const site *s);
/* Is what the site needs inferred, and not stated by the program? */
bool site_is_inferred(const planner *p, const site *s);
bool step_is_loop(const path_step *s);
const loop_node *step_loop(const path_step *s); /* null: not a counted loop */

/* planner/owner.c */
const array_map *map_of(const planner *p, const variable *v); /* null: replicated */
const expr *axis_index(planner *p, const axis_map *axis, const expr *index);
const expr *block_size(planner *p, const axis_map *axis); /* of BLOCK and CYCLIC */
bool same_cells(const axis_map *a, const axis_map *b);    /* owner depends on the cell alike */
bool reference_is_indirect(const reference *ref);
home home_of_reference(planner *p, const reference *ref);
/* *along: the axes along which all whom the clause names act together. */
home home_of_clause(planner *p, const on_clause *clause, bool *along);
bool home_is_restricted(const home *h);

/* analysis/owner_computes.c */
void partition_homes(planner *p);
/* analysis/scalar.c */
typedef enum scalar_use { SCALAR_UNUSED, SCALAR_READ, SCALAR_SET } scalar_use;
/* What the nodes from `first` to before `end` do first with v's value, as far as
 * statements tell: SET only where they do whatever conditions say. */
scalar_use scalar_first_use(const node *first, const node *end, const variable *v);
/* Is the scalar private to an iteration of the loop, or only added up in it? */
bool scalar_is_privatizable(const node *loop, const variable *v);

/* analysis/private.c */
/* Has each iteration of the loop, or each call, a `v` of its own: is it declared there, or named
 * in new(..)? */
bool is_private_in(const node *n, const variable *v);
/* The same of an array, and of the loop at `step` or what stands inside it; one that is mapped
 * is where its map says, unless new(..) names it. */
bool array_is_private_in(const site *s, int step, const variable *v);

/* loop/interchange.c: permutes the loops of nests, which makes the sites and their homes out of
 * date. */
void loops_order(planner *p);

/* loop/pipeline.c */
/* Tiles one more nest, which makes the sites and their homes out of date; returns
 * whether there was one. */
bool pipelines_make(planner *p);
/* Warns of a 'pipeline' before a nest that is none. */
void pipelines_check(planner *p, node *list);
const tile *pipeline_tile(const planner *p, const site *s, int *step); /* *step: of its task */
bool tile_carries(const tile *t, const reference *ref);
int tile_outer_step(const tile *t, const site *s);

/* analysis/section.c */
/* What a subscript touches while some loops run: lower:upper:step, step 0 for
 * one value. A step may be so many times an expression that is not 0. */
typedef struct span {
    const site *at; /* the subscript's */
    bool is_known;  /* step and lower (or the value) are set */
    bool is_finite; /* upper is set, and both bounds hold */
    const expr *lower, *upper;
    int64_t step;
    const expr *unit; /* null: 1 */
} span;
/* The elements of one dimension that a subscript touches while the loops from
 * step `first` of the path on run and those above it stand still. */
span span_of(planner *p, const site *s, int first, const subscript *sub);
bool spans_disjoint(planner *p, const span *a, const span *b); /* false: not proved */
/* The only loop of the path, from step `first` on, whose variable `e` mentions;
 * *count is how many there are. */
const loop_node *free_loop(planner *p, const site *s, int first, const expr *e, int *count);

/* analysis/sign.c: is it more than 0 whenever the site is executed, with the values that the loops
 * around have then? False: not proved. */
bool sign_is_positive(planner *p, const site *at, const expr *e);

/* analysis/congruence.c: do two references to one array touch different elements for certain, as
 * remainders of their indices tell, while the loops from step `step` of both paths on run? */
bool congruences_disjoint(planner *p, const site *as, const reference *a, const site *bs,
                          const reference *b, int step);

/* analysis/bounds.c: warns of subscripts that leave their array for certain, and lists those
 * that may (bounds). */
void bounds_check(planner *p);

/* analysis/runtime_index.c: raises `step` and `earliest`, which say a place as dependence_place
 * does, to behind the statements that set what only the run knows of where the reference is, and
 * whose need it is. */
void defined_before(planner *p, const site *at, const reference *ref, int *step, int *earliest);

/* loop/dependence.c: where may a read's elements be brought at the earliest? Writes
 * the step of the path whose list takes the communication, and the index in
 * that list that it must not precede; `carrier`: the loop whose carried
 * dependence forbids an earlier place, or null. */
void dependence_place(planner *p, const site *at, const reference *ref, int *step, int *earliest,
                      const node **carrier);

/* May what the write touches be read, while the loops above step `step` of both paths have the
 * same values in both, and, with `is_earlier`, the loop there is in a later iteration at the read?
 */
bool dependence_touches(planner *p, const site *ws, const reference *w, const site *rs,
                        const reference *r, int step, bool is_earlier);

/* The step of the counted loop that carries a value from one processor to another
 * for the read `a`; -1: none does. */
int dependence_crossing(planner *p, const access *a);

/* analysis/nonlocal.c */
bool need_is_local(planner *p, const site *at, const reference *ref);
/* Is every processor that has a copy of what a site writes one that executes it? */
bool write_is_local(planner *p, const site *at, const reference *ref);
/* On axis k of the grid that the array is distributed over? */
bool need_is_local_along(planner *p, const site *at, const reference *ref, int k);
/* Is the reference, along axis k, a fixed number of cells from the executing one? */
bool need_offset_along(planner *p, const site *at, const reference *ref, int k, int64_t *by);
comm_kind need_kind(planner *p, const site *at, const reference *ref, int step);
int comm_weight(comm_kind kind); /* more: the kind says more about the pattern */
int need_contiguous_axis(planner *p, const need *n);
/* From one mapping to another, of a gmove or a remapping: does a receiver take parts of
 * what is a row in the sender's memory, or rows (or elements of a vector) that lie apart
 * there? */
bool need_has_gaps(planner *p, const need *n);
/* What a communication is for; `communication/provenance.c` has that of each of its parts. */
const char *need_reason(planner *p, const communication *c, const exchange *x);
/* The same as if it were of that kind, for those of its references that are of it, and begin on
 * that line; line 0: all. */
const char *need_reason_of(planner *p, const exchange *x, comm_kind kind, int line);
/* communication/provenance.c: what it brings for which line, into its communication. */
void parts_lower(planner *p, exchange *x);

/* analysis/guard_ranges.c: works the conditions around a site, from `step` of its path on, into
 * the ranges of its loops; false: they hold less often than the ranges say. */
bool guard_narrow(planner *p, const site *at, int step, loop_range *range, int count);

/* normalize/output_dependence.c: how far apart two iterations of the nest are, "i by 1", that write
 * the same element; null: none are known to. *is_certain: there are two so far apart. */
const char *output_dependence(planner *p, const loop_node *const *loops, int count,
                              const reference *write, bool *is_certain);

/* communication/placement.c */
void exchanges_infer(planner *p);
/* Brings what a reference at a site reads to those who execute the site. */
void exchange_for_read(planner *p, const site *at, const reference *ref);
exchange *exchange_new(planner *p, comm_kind kind, const variable *var, source_range where,
                       const path_step *place, bool is_after);
void conditions_place(planner *p); /* communication/condition.c */
void reductions_infer(planner *p); /* communication/reduction.c */

/* xmp/check_coverage.c, xmp/communication.c */
void xmp_comm_check(planner *p);
node *xmp_comm_replace(planner *p, node *n); /* the node's communications, as a list */

/* xmp/task_members.c: lists whom the constructs in tasks, and under clauses, need (members). */
void members_check(planner *p);

/* analysis/margins.c */
/* The cells before those of the coordinate; not of CYCLIC. */
const expr *cells_before(planner *p, const axis_map *axis, const expr *coordinate);
/* Gives loops with a reach the bounds of what each processor executes. */
void margins_solve(planner *p, node *list);
/* How far from the cell that the clause of a loop around names, along axis k of the
 * home, the site executes for others: from <= 0 or more, both 0 for its own. */
void reach_along(const site *at, int k, int64_t *from, int64_t *to);
/* How many of its own cells at either end of its block the site leaves out. */
void reach_inside(const site *at, int k, int64_t *low, int64_t *high);
bool site_reaches(const site *at); /* is there such a loop around? */

/* xmp/async.c: follows what is under way through the program, reports what is not waited
 * for and what is read too early, and notes what each wait is for. */
void async_check(planner *p);
const char *async_reason(const planner *p, const node *wait); /* null: nothing is */

/* communication/direct_receive.c: copies what comes in runs of memory to where it is assigned at
 * once, and leaves the loops behind with what is there. */
void direct_receives_find(planner *p);

/* passes/node_program.c */
void rebuild(planner *p, bool copies_all);

#endif
