/* What programs ask of arrays (frontend/include/xmp.h, "Inquiry"). Dimensions are numbered from 1,
 * in C's order. */

#include "codegen/runtime/fpr_inquiry.h"

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
int xmp_array_lsize(xmp_desc_t array, int dim, int *size);
int xmp_array_gsize(xmp_desc_t array, int dim);
int xmp_array_gcglbound(xmp_desc_t array, int dim);
int xmp_array_gcgubound(xmp_desc_t array, int dim);
int xmp_array_gcllbound(xmp_desc_t array, int dim);
int xmp_array_gclubound(xmp_desc_t array, int dim);

static const fpr_named *array_of(xmp_desc_t array, int dim)
{
    const fpr_named *n = fpr_find_named(array);
    return n && n->array && dim >= 1 && dim <= n->array->rank ? n : NULL;
}

/* The template's dimension that one of the array is aligned with; -1: none. */
static int aligned_with(const fpr_named *n, int d)
{
    const fpr_named *t = fpr_find_named(n->of);
    for (int k = 0; t && k < t->rank; k++)
        if (n->aligned[k].dim == d)
            return k;
    return -1;
}

int xmp_align_axis(xmp_desc_t array, int dim, int *axis)
{
    const fpr_named *n = array_of(array, dim);
    int k = n ? aligned_with(n, dim - 1) : -1;
    return k >= 0 ? fpr_tell(fpr_find_named(n->of)->rank - k, axis) : FPR_FAILURE;
}

int xmp_align_offset(xmp_desc_t array, int dim, int *offset)
{
    const fpr_named *n = array_of(array, dim);
    int k = n ? aligned_with(n, dim - 1) : -1;
    return k >= 0 ? fpr_tell((int)n->aligned[k].offset, offset) : FPR_FAILURE;
}

int xmp_align_replicated(xmp_desc_t array, int dim, int *replicated)
{
    const fpr_named *n = array_of(array, 1), *t = n ? fpr_find_named(n->of) : NULL;
    int k = t ? fpr_axis_of(t->rank, dim) : -1;
    return k >= 0 ? fpr_tell(n->aligned[k].is_everywhere, replicated) : FPR_FAILURE;
}

int xmp_align_template(xmp_desc_t array, xmp_desc_t *tmpl)
{
    const fpr_named *n = array_of(array, 1);
    if (!n || !fpr_find_named(n->of))
        return FPR_FAILURE;
    *tmpl = (void *)(size_t)n->of;
    return 0;
}

int xmp_array_ndims(xmp_desc_t array, int *ndims)
{
    const fpr_named *n = array_of(array, 1);
    return n ? fpr_tell(n->array->rank, ndims) : FPR_FAILURE;
}

int xmp_array_lbound(xmp_desc_t array, int dim, int *lower)
{
    return array_of(array, dim) ? fpr_tell(0, lower) : FPR_FAILURE;
}

int xmp_array_ubound(xmp_desc_t array, int dim, int *upper)
{
    const fpr_named *n = array_of(array, dim);
    return n ? fpr_tell((int)n->array->extent[dim - 1] - 1, upper) : FPR_FAILURE;
}

int xmp_array_lshadow(xmp_desc_t array, int dim, int *width)
{
    const fpr_named *n = array_of(array, dim);
    return n ? fpr_tell((int)n->shadow[dim - 1].below, width) : FPR_FAILURE;
}

int xmp_array_ushadow(xmp_desc_t array, int dim, int *width)
{
    const fpr_named *n = array_of(array, dim);
    return n ? fpr_tell((int)n->shadow[dim - 1].above, width) : FPR_FAILURE;
}

/* What divides dimension d; null: nothing. */
static const fpr_alignment *dividing(const fpr_named *n, int d)
{
    for (int k = 0; k < n->array->grid->rank; k++)
        if (n->array->alignment[k].axis && n->array->alignment[k].dim == d)
            return &n->array->alignment[k];
    return NULL;
}

/* What this process owns of dimension d, from the first index to the last. In blocks that is what
 * of its block the array has, also where this is nothing: the first is then above the last
 * (frontend/value/inquiry.c says the same of each node). */
static fpr_range owned(const fpr_named *n, int d)
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
    const fpr_named *n = array_of(array, dim);
    return n ? fpr_tell((int)owned(n, dim - 1).lower, lower) : FPR_FAILURE;
}

int xmp_array_ubound_global(xmp_desc_t array, int dim, int *upper)
{
    const fpr_named *n = array_of(array, dim);
    return n ? fpr_tell((int)owned(n, dim - 1).upper, upper) : FPR_FAILURE;
}

/* XcalableMP's place of an index: a node has in memory what is its own, after its lower shadow. In
 * blocks that is told of this node's own and its shadow; in cycles of the index at its owner, which
 * has the indices between two of its own nowhere. */
int xmp_array_gtol(xmp_desc_t array, int dim, int global, int *local)
{
    const fpr_named *n = array_of(array, dim);
    if (!n || global < 0 || global >= n->array->extent[dim - 1])
        return FPR_FAILURE;
    const fpr_alignment *by = dividing(n, dim - 1);
    const fpr_halo *shadow = &n->shadow[dim - 1];
    const fpr_range own = owned(n, dim - 1);
    const long below = fpr_max(shadow->below, 0), above = fpr_max(shadow->above, 0);
    long before = 0;
    if (!by || by->axis->is_interval) {
        bool is_there = global >= own.lower - below && global <= own.upper + above;
        return is_there ? fpr_tell((int)(global - own.lower + below), local) : FPR_FAILURE;
    }
    const int owner = fpr_owner(by->axis, by->stride * global + by->offset);
    for (long i = 0; i < global; i++)
        before += fpr_owner(by->axis, by->stride * i + by->offset) == owner;
    return fpr_tell((int)(before + below), local);
}

/* How many elements this node has in memory along a dimension, with its shadow. */
int xmp_array_lsize(xmp_desc_t array, int dim, int *size)
{
    const fpr_named *n = array_of(array, dim);
    if (!n)
        return FPR_FAILURE;
    const fpr_alignment *by = dividing(n, dim - 1);
    const fpr_halo *shadow = &n->shadow[dim - 1];
    const fpr_range own = owned(n, dim - 1);
    const int me = by ? n->array->grid->me[by->axis->axis] : 0;
    long count = 0;
    if (!by || by->axis->is_interval)
        count = fpr_max(own.upper - own.lower + 1, 0);
    else
        for (long i = own.lower; i <= own.upper; i++)
            count += fpr_owner(by->axis, by->stride * i + by->offset) == me;
    return fpr_tell((int)(count + fpr_max(shadow->below, 0) + fpr_max(shadow->above, 0)), size);
}

/* Omni XcalableMP's, which return what they tell, or -1. */
typedef int inquiry(xmp_desc_t array, int dim, int *value);

static int returned(inquiry *ask, xmp_desc_t array, int dim)
{
    int value;
    return ask(array, dim, &value) == 0 ? value : -1;
}

int xmp_array_gsize(xmp_desc_t array, int dim)
{
    const fpr_named *n = array_of(array, dim);
    return n ? (int)n->array->extent[dim - 1] : -1;
}

int xmp_array_gcglbound(xmp_desc_t array, int dim)
{
    return returned(xmp_array_lbound, array, dim);
}

int xmp_array_gcgubound(xmp_desc_t array, int dim)
{
    return returned(xmp_array_ubound, array, dim);
}

int xmp_array_gcllbound(xmp_desc_t array, int dim)
{
    return returned(xmp_array_lbound_global, array, dim);
}

int xmp_array_gclubound(xmp_desc_t array, int dim)
{
    return returned(xmp_array_ubound_global, array, dim);
}
