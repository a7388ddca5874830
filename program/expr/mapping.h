#ifndef FPREDICT_PROGRAM_EXPR_MAPPING_H
#define FPREDICT_PROGRAM_EXPR_MAPPING_H

/* Data mappings, symbolic and numeric, and their closed forms.
 *
 * A mapping is seen from the processor grid: each grid axis is driven by one
 * array dimension, or the array is replicated along it, or it sits at one
 * fixed template index. Array dimensions that drive no axis are collapsed.
 * ALIGN and DISTRIBUTE are composed: for an axis driven by dimension d,
 *   template index = stride * array index + offset
 *   owner          = ((template index - template_lower) div block) mod procs.
 * BLOCK is CYCLIC(ceil(extent / procs)). HPF 2.0, sections 3.3-3.4. GEN_BLOCK
 * (its section 8.10) gives coordinate p the next size[p] cells; those outside of
 * the template count as the first or the last coordinate's. */

#include <stdbool.h>
#include <stdint.h>

#include "program/expr/expr.h"

#define MAX_RANK 7

typedef enum dist_kind { DIST_COLLAPSED, DIST_BLOCK, DIST_CYCLIC, DIST_GEN_BLOCK } dist_kind;

/* The sizes of GEN_BLOCK's blocks, by coordinate. More than there are coordinates
 * must be 0 from there on. */
typedef struct gen_sizes {
    const char *name; /* the array that they stand in, for people; null: listed */
    int count;
    const expr *const *size; /* free of loop variables and coordinates */
    bool is_open;            /* of memory from malloc: only as many count as there are processors */
} gen_sizes;

/* What a grid that is part of another takes along one of that one's axes. */
typedef enum part_kind {
    PART_RANGE, /* the coordinates first, first + step, …, `count` of them */
    PART_INDEX, /* the coordinate `first` */
    PART_OWN    /* each processor's own: there is such a part for every coordinate */
} part_kind;

typedef struct grid_part {
    part_kind kind;
    const expr *first, *count, *step; /* null: 0; all from `first` on; 1 */
} grid_part;

/* Which nodes an arrangement is of, where its directive names none: it says nothing, `= *` or
 * `= **`. In a program without tasks around the directive all are the same. */
typedef enum node_set { NODES_ENTIRE, NODES_EXECUTING, NODES_PRIMARY } node_set;

/* A processors/nodes arrangement. extent[d] is null where the directive says
 * `*`; then only --procs (or what it is part of) can tell it. Ranks are numbered
 * in C order: the last axis varies fastest. */
typedef struct proc_grid {
    const char *name;
    int rank;
    const expr *extent[MAX_RANK];
    /* A grid that --distribute implies: as many processors as this one has,
     * factored anew when --procs does not give the shape. Null otherwise. */
    const struct proc_grid *like;
    /* A part of another grid, or another shape of all of it: the coordinates that
     * the ranges take, in C order, arranged in C order on the axes here. Each axis
     * of PART_OWN is one of the last `own_count` axes here, on which everything is
     * replicated. Null otherwise. */
    const struct proc_grid *of;
    const grid_part *part; /* by axis of `of` */
    int own_count;
    node_set set;
    /* By a DISTRIBUTE without onto, or as a row of all processors: no directive names it. */
    bool is_implied;
    bool is_unused; /* declared, but nothing is placed on it: it takes no processors */
    source_range where;
    int id; /* dense, from 0, in one program */
} proc_grid;

/* The grid that this one is part of, and is no part itself. */
const proc_grid *grid_root(const proc_grid *grid);

typedef enum axis_source { AXIS_BY_DIM, AXIS_REPLICATED, AXIS_FIXED } axis_source;

typedef struct axis_map {
    axis_source source;
    dist_kind kind;         /* not DIST_COLLAPSED (AXIS_BY_DIM, AXIS_FIXED) */
    int dim;                /* AXIS_BY_DIM: the array dimension that drives it */
    const expr *stride;     /* AXIS_BY_DIM */
    const expr *offset;     /* AXIS_BY_DIM; AXIS_FIXED: the template index */
    const expr *block;      /* elements a block; null: ceil(extent / procs) */
    const expr *lower;      /* template's lower bound */
    const expr *extent;     /* template's extent */
    const gen_sizes *sizes; /* DIST_GEN_BLOCK; else null */
    const proc_grid *grid;
    int axis; /* this axis of the grid */
} axis_map;

/* grid null: replicated on all processors. */
typedef struct array_map {
    const proc_grid *grid;
    axis_map axis[MAX_RANK]; /* one for each of the grid's axes */
} array_map;

/* A regular section; upper inclusive, stride of either sign, never 0. */
typedef struct section {
    int64_t lower, upper, stride;
} section;

int64_t section_count(section s);

/* One axis with numbers in. */
typedef struct dim_mapping {
    dist_kind kind;
    int64_t lower, extent; /* template */
    int64_t block;         /* always set: > 0; GEN_BLOCK: the largest */
    int procs;
    int64_t stride, offset; /* template index = stride*i + offset; stride 0 for a fixed index */
    /* GEN_BLOCK: the cells before each coordinate's, procs + 1 of them; lives as
     * env_dim_mapping says. */
    const int64_t *before;
} dim_mapping;

/* Has every coordinate one interval of cells (BLOCK, GEN_BLOCK)? */
bool dist_is_interval(dist_kind kind);

/* Then which: first..last, counted from the template's lower bound; none when last
 * is below first. */
void mapping_interval(const dim_mapping *dim, int p, int64_t *first, int64_t *last);

/* Returns the coordinate of a cell, counted from the template's lower bound. */
int mapping_cell_owner(const dim_mapping *dim, int64_t cell);

/* Returns the coordinate that owns array index i. O(1). */
int mapping_owner(const dim_mapping *dim, int64_t i);

/* Returns the number of elements of the section that coordinate `p` owns.
 * O(log(upper - lower)), floor sums. */
int64_t mapping_local_count(const dim_mapping *dim, section s, int p);

/* Coordinates from which on mapping_local_count may differ from that of the one
 * before, ascending from 0: at most COUNT_STARTS of them, put into `starts`.
 * Returns how many; 0 where it may differ everywhere. */
enum { COUNT_STARTS = 5 };
int mapping_count_starts(const dim_mapping *dim, section s, int *starts);
/* The same for what sets coordinates a and b apart from the others. */
int mapping_starts(const dim_mapping *dim, int a, int b, int *starts);

/* The same sizes in the same order? Both may be null. */
bool gen_sizes_equal(const gen_sizes *a, const gen_sizes *b);

/* Do two symbolic axes place equal template cells on equal coordinates? Sizes
 * need not be known: pointers of hash-consed expressions are compared. What
 * drives the axes (dim, stride, offset) is not, except that a replicated axis
 * equals replicated ones only. */
bool axis_map_equal(const axis_map *a, const axis_map *b);
/* Is every element on the same processors? Compares what drives the axes too. */
bool array_map_equal(const array_map *a, const array_map *b);

#endif
