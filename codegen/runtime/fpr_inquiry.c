/* What programs ask of nodes, templates and arrays (frontend/include/xmp.h, "Inquiry"): a
 * descriptor is the name, and the program says in the beginning what its names are. Dimensions of
 * nodes and templates are numbered from 1, the fastest first; those of arrays in C's order. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_internal.h"

typedef void *xmp_desc_t;

enum { NOT_DISTRIBUTED = 2100, IN_BLOCKS, IN_CYCLES, IN_GIVEN_BLOCKS };
enum { ENTIRE_NODES = 2000, EXECUTING_NODES, PRIMARY_NODES, EQUIVALENCE_NODES };
enum { FAILURE = 1 };

typedef struct named {
    const char *name;
    const fpr_grid *nodes;
    const fpr_array *array;
    const char *of; /* of a template its nodes, of an array its template, of nodes those that they
                     * are part of; or null */
    int rank;       /* of a template, or of these nodes */
    int attribute;  /* of nodes */
    bool is_open;   /* a template without bounds so far */
    fpr_range part[FPR_RANK];
    fpr_template_dim dim[FPR_RANK];
    fpr_aligned aligned[FPR_RANK]; /* of an array, by dimension of the template */
    fpr_halo shadow[FPR_RANK];
    struct named *next;
} named;

static named *all;

static named *add(const char *name)
{
    named *n = fpr_allocate(1, sizeof *n);
    *n = (named){.name = name, .next = all};
    return all = n;
}

void fpr_name_nodes(const char *name, const fpr_grid *nodes, fpr_node_set set)
{
    named *n = add(name);
    n->nodes = nodes;
    n->attribute = set == FPR_EXECUTING_NODES ? EXECUTING_NODES
                   : set == FPR_PRIMARY_NODES ? PRIMARY_NODES
                                              : ENTIRE_NODES;
}

void fpr_name_part(const char *name, const fpr_grid *nodes, const char *of, int rank,
                   const fpr_range *part)
{
    named *n = add(name);
    n->nodes = nodes;
    n->attribute = EQUIVALENCE_NODES;
    n->of = of;
    n->rank = rank;
    for (int k = 0; k < rank; k++)
        n->part[k] = part[k];
}

void fpr_name_template(const char *name, const char *nodes, int rank, const fpr_template_dim *dim)
{
    named *n = add(name);
    n->of = nodes;
    n->rank = rank;
    for (int d = 0; d < rank; d++)
        n->dim[d] = dim[d];
}

void fpr_name_array(const char *name, const fpr_array *array, const char *template, int rank,
                    const fpr_aligned *aligned, const fpr_halo *shadow)
{
    named *n = add(name);
    n->array = array;
    n->of = template;
    for (int k = 0; k < rank; k++)
        n->aligned[k] = aligned[k];
    for (int d = 0; shadow[d].below >= 0; d++)
        n->shadow[d] = shadow[d];
}

static named *find_named(const char *name)
{
    for (named *n = all; name && n; n = n->next)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

static const named *find(const char *name)
{
    return find_named(name);
}

static void set_open(const char *name, bool is_open)
{
    named *n = find_named(name);
    if (n)
        n->is_open = is_open;
}

void fpr_open_template(const char *name)
{
    set_open(name, true);
}

void fpr_fix_template(const char *name)
{
    set_open(name, false);
}

static int tell(int value, int *out)
{
    *out = value;
    return 0;
}

/* --- Nodes -------------------------------------------------------------------------- */

int xmp_nodes_ndims(xmp_desc_t nodes, int *ndims);
int xmp_nodes_index(xmp_desc_t nodes, int dim, int *index);
int xmp_nodes_size(xmp_desc_t nodes, int dim, int *size);
int xmp_nodes_attr(xmp_desc_t nodes, int *attribute);
int xmp_nodes_equiv(xmp_desc_t nodes, xmp_desc_t *other, int lower[], int upper[], int step[]);

/* The axis that the number means; -1: there is none. */
static int axis_of(int rank, int dim)
{
    return dim >= 1 && dim <= rank ? rank - dim : -1;
}

int xmp_nodes_ndims(xmp_desc_t nodes, int *ndims)
{
    const named *n = find(nodes);
    return n && n->nodes ? tell(n->nodes->rank, ndims) : FAILURE;
}

int xmp_nodes_index(xmp_desc_t nodes, int dim, int *index)
{
    const named *n = find(nodes);
    int k = n && n->nodes ? axis_of(n->nodes->rank, dim) : -1;
    return k >= 0 && fpr_is_in(n->nodes) ? tell(n->nodes->me[k] + 1, index) : FAILURE;
}

int xmp_nodes_size(xmp_desc_t nodes, int dim, int *size)
{
    const named *n = find(nodes);
    int k = n && n->nodes ? axis_of(n->nodes->rank, dim) : -1;
    return k >= 0 ? tell(n->nodes->extent[k], size) : FAILURE;
}

int xmp_nodes_attr(xmp_desc_t nodes, int *attribute)
{
    const named *n = find(nodes);
    return n && n->nodes ? tell(n->attribute, attribute) : FAILURE;
}

int xmp_nodes_equiv(xmp_desc_t nodes, xmp_desc_t *other, int lower[], int upper[], int step[])
{
    const named *n = find(nodes), *of = n && n->nodes ? find(n->of) : NULL;
    if (!of || !of->nodes)
        return FAILURE;
    *other = (void *)(size_t)of->name;
    for (int k = 0; k < n->rank; k++) {
        const fpr_range *part = &n->part[k];
        const bool is_own = part->lower < 0;
        const int d = n->rank - 1 - k, own = of->nodes->me[k] + 1;
        lower[d] = is_own ? own : (int)part->lower + 1;
        upper[d] = is_own ? own : (int)part->upper + 1;
        step[d] = (int)part->step;
    }
    return 0;
}

/* --- Templates ----------------------------------------------------------------------- */

int xmp_template_fixed(xmp_desc_t tmpl, int *fixed);
int xmp_template_ndims(xmp_desc_t tmpl, int *ndims);
int xmp_template_lbound(xmp_desc_t tmpl, int dim, int *lower);
int xmp_template_ubound(xmp_desc_t tmpl, int dim, int *upper);
int xmp_dist_format(xmp_desc_t tmpl, int dim, int *format);
int xmp_dist_blocksize(xmp_desc_t tmpl, int dim, int *size);
int xmp_dist_gblockmap(xmp_desc_t tmpl, int dim, int map[]);
int xmp_dist_nodes(xmp_desc_t tmpl, xmp_desc_t *nodes);
int xmp_dist_axis(xmp_desc_t tmpl, int dim, int *axis);

static const fpr_template_dim *dim_of(xmp_desc_t tmpl, int dim)
{
    const named *n = find(tmpl);
    int d = n && !n->nodes ? axis_of(n->rank, dim) : -1;
    return d >= 0 ? &n->dim[d] : NULL;
}

int xmp_template_fixed(xmp_desc_t tmpl, int *fixed)
{
    const named *n = find(tmpl);
    return n && n->rank && !n->nodes ? tell(!n->is_open, fixed) : FAILURE;
}

int xmp_template_ndims(xmp_desc_t tmpl, int *ndims)
{
    const named *n = find(tmpl);
    return n && n->rank && !n->nodes ? tell(n->rank, ndims) : FAILURE;
}

int xmp_template_lbound(xmp_desc_t tmpl, int dim, int *lower)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    return d ? tell((int)d->lower, lower) : FAILURE;
}

int xmp_template_ubound(xmp_desc_t tmpl, int dim, int *upper)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    return d ? tell((int)(d->lower + d->extent - 1), upper) : FAILURE;
}

int xmp_dist_format(xmp_desc_t tmpl, int dim, int *format)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    if (!d)
        return FAILURE;
    return tell(!d->axis                       ? NOT_DISTRIBUTED
                : d->axis->before              ? IN_GIVEN_BLOCKS
                : d->axis->format == FPR_BLOCK ? IN_BLOCKS
                                               : IN_CYCLES,
                format);
}

int xmp_dist_blocksize(xmp_desc_t tmpl, int dim, int *size)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    return d && d->axis && !d->axis->before ? tell((int)d->axis->block, size) : FAILURE;
}

int xmp_dist_gblockmap(xmp_desc_t tmpl, int dim, int map[])
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    if (!d || !d->axis || !d->axis->before)
        return FAILURE;
    for (int p = 0; p < d->axis->grid->extent[d->axis->axis]; p++)
        map[p] = (int)(d->axis->before[p + 1] - d->axis->before[p]);
    return 0;
}

int xmp_dist_nodes(xmp_desc_t tmpl, xmp_desc_t *nodes)
{
    const named *n = find(tmpl), *of = n ? find(n->of) : NULL;
    if (!of || !of->nodes)
        return FAILURE;
    *nodes = (void *)(size_t)of->name;
    return 0;
}

int xmp_dist_axis(xmp_desc_t tmpl, int dim, int *axis)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    const named *on = d && d->axis ? find(find(tmpl)->of) : NULL;
    return on && on->nodes ? tell(on->nodes->rank - d->on, axis) : FAILURE;
}

/* --- Arrays ---------------------------------------------------------------------------- */

int xmp_align_axis(xmp_desc_t array, int dim, int *axis);
int xmp_align_offset(xmp_desc_t array, int dim, int *offset);
int xmp_align_replicated(xmp_desc_t array, int dim, int *replicated);
int xmp_align_template(xmp_desc_t array, xmp_desc_t *tmpl);
int xmp_array_ndims(xmp_desc_t array, int *ndims);
int xmp_array_lbound(xmp_desc_t array, int dim, int *lower);
int xmp_array_ubound(xmp_desc_t array, int dim, int *upper);
int xmp_array_lshadow(xmp_desc_t array, int dim, int *width);
int xmp_array_ushadow(xmp_desc_t array, int dim, int *width);
int xmp_array_lbound_global(xmp_desc_t array, int dim, int *lower);
int xmp_array_ubound_global(xmp_desc_t array, int dim, int *upper);
int xmp_array_gtol(xmp_desc_t array, int dim, int global, int *local);

static const named *array_of(xmp_desc_t array, int dim)
{
    const named *n = find(array);
    return n && n->array && dim >= 1 && dim <= n->array->rank ? n : NULL;
}

/* The template's dimension that one of the array is aligned with; -1: none. */
static int aligned_with(const named *n, int d)
{
    const named *t = find(n->of);
    for (int k = 0; t && k < t->rank; k++)
        if (n->aligned[k].dim == d)
            return k;
    return -1;
}

int xmp_align_axis(xmp_desc_t array, int dim, int *axis)
{
    const named *n = array_of(array, dim);
    int k = n ? aligned_with(n, dim - 1) : -1;
    return k >= 0 ? tell(find(n->of)->rank - k, axis) : FAILURE;
}

int xmp_align_offset(xmp_desc_t array, int dim, int *offset)
{
    const named *n = array_of(array, dim);
    int k = n ? aligned_with(n, dim - 1) : -1;
    return k >= 0 ? tell((int)n->aligned[k].offset, offset) : FAILURE;
}

int xmp_align_replicated(xmp_desc_t array, int dim, int *replicated)
{
    const named *n = array_of(array, 1), *t = n ? find(n->of) : NULL;
    int k = t ? axis_of(t->rank, dim) : -1;
    return k >= 0 ? tell(n->aligned[k].is_everywhere, replicated) : FAILURE;
}

int xmp_align_template(xmp_desc_t array, xmp_desc_t *tmpl)
{
    const named *n = array_of(array, 1);
    if (!n || !find(n->of))
        return FAILURE;
    *tmpl = (void *)(size_t)n->of;
    return 0;
}

int xmp_array_ndims(xmp_desc_t array, int *ndims)
{
    const named *n = array_of(array, 1);
    return n ? tell(n->array->rank, ndims) : FAILURE;
}

int xmp_array_lbound(xmp_desc_t array, int dim, int *lower)
{
    return array_of(array, dim) ? tell(0, lower) : FAILURE;
}

int xmp_array_ubound(xmp_desc_t array, int dim, int *upper)
{
    const named *n = array_of(array, dim);
    return n ? tell((int)n->array->extent[dim - 1] - 1, upper) : FAILURE;
}

int xmp_array_lshadow(xmp_desc_t array, int dim, int *width)
{
    const named *n = array_of(array, dim);
    return n ? tell((int)n->shadow[dim - 1].below, width) : FAILURE;
}

int xmp_array_ushadow(xmp_desc_t array, int dim, int *width)
{
    const named *n = array_of(array, dim);
    return n ? tell((int)n->shadow[dim - 1].above, width) : FAILURE;
}

/* What divides dimension d; null: nothing. */
static const fpr_alignment *dividing(const named *n, int d)
{
    for (int k = 0; k < n->array->grid->rank; k++)
        if (n->array->alignment[k].axis && n->array->alignment[k].dim == d)
            return &n->array->alignment[k];
    return NULL;
}

/* What this process owns of dimension d, from the first index to the last. In blocks that is what
 * of its block the array has, also where this is nothing: the first is then above the last
 * (frontend/value/inquiry.c says the same of each node). */
static fpr_range owned(const named *n, int d)
{
    const fpr_alignment *by = dividing(n, d);
    const int me = by ? n->array->grid->me[by->axis->axis] : 0;
    fpr_range own = fpr_owned_range(n->array, d, me);
    if (by && me >= 0 && by->axis->format == FPR_BLOCK && !by->axis->before && by->stride == 1) {
        own.lower = by->axis->lower + me * by->axis->block - by->offset;
        own.upper = own.lower + by->axis->block - 1;
    }
    own.lower = fpr_max(own.lower, 0);
    own.upper = fpr_min(own.upper, n->array->extent[d] - 1);
    return own;
}

int xmp_array_lbound_global(xmp_desc_t array, int dim, int *lower)
{
    const named *n = array_of(array, dim);
    return n ? tell((int)owned(n, dim - 1).lower, lower) : FAILURE;
}

int xmp_array_ubound_global(xmp_desc_t array, int dim, int *upper)
{
    const named *n = array_of(array, dim);
    return n ? tell((int)owned(n, dim - 1).upper, upper) : FAILURE;
}

/* XcalableMP's place of an index: a node has in memory what is its own, after its lower shadow. In
 * blocks that is told of this node's own and its shadow; in cycles of the index at its owner, which
 * has the indices between two of its own nowhere. */
int xmp_array_gtol(xmp_desc_t array, int dim, int global, int *local)
{
    const named *n = array_of(array, dim);
    if (!n || global < 0 || global >= n->array->extent[dim - 1])
        return FAILURE;
    const fpr_alignment *by = dividing(n, dim - 1);
    const fpr_halo *shadow = &n->shadow[dim - 1];
    const fpr_range own = owned(n, dim - 1);
    const long below = fpr_max(shadow->below, 0), above = fpr_max(shadow->above, 0);
    long before = 0;
    if (!by || by->axis->is_interval) {
        bool is_there = global >= own.lower - below && global <= own.upper + above;
        return is_there ? tell((int)(global - own.lower + below), local) : FAILURE;
    }
    const int owner = fpr_owner(by->axis, by->stride * global + by->offset);
    for (long i = 0; i < global; i++)
        before += fpr_owner(by->axis, by->stride * i + by->offset) == owner;
    return tell((int)(before + below), local);
}
