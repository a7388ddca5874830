/* What programs ask of nodes, templates and arrays (frontend/include/xmp.h, "Inquiry"): a
 * descriptor is the name, and the program says in the beginning what its names are. Dimensions of
 * nodes and templates are numbered from 1, the fastest first; those of arrays in C's order. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_inquiry.h"

enum { NOT_DISTRIBUTED = 2100, IN_BLOCKS, IN_CYCLES, IN_GIVEN_BLOCKS };
enum { ENTIRE_NODES = 2000, EXECUTING_NODES, PRIMARY_NODES, EQUIVALENCE_NODES };

static fpr_named *all;

static fpr_named *add(const char *name)
{
    fpr_named *n = fpr_allocate(1, sizeof *n);
    *n = (fpr_named){.name = name, .next = all};
    return all = n;
}

void fpr_name_nodes(const char *name, const fpr_grid *nodes, fpr_node_set set)
{
    fpr_named *n = add(name);
    n->nodes = nodes;
    n->attribute = set == FPR_EXECUTING_NODES ? EXECUTING_NODES
                   : set == FPR_PRIMARY_NODES ? PRIMARY_NODES
                                              : ENTIRE_NODES;
}

void fpr_name_part(const char *name, const fpr_grid *nodes, const char *of, int rank,
                   const fpr_range *part)
{
    fpr_named *n = add(name);
    n->nodes = nodes;
    n->attribute = EQUIVALENCE_NODES;
    n->of = of;
    n->rank = rank;
    for (int k = 0; k < rank; k++)
        n->part[k] = part[k];
}

void fpr_name_template(const char *name, const char *nodes, int rank, const fpr_template_dim *dim)
{
    fpr_named *n = add(name);
    n->of = nodes;
    n->rank = rank;
    for (int d = 0; d < rank; d++)
        n->dim[d] = dim[d];
}

void fpr_name_array(const char *name, const fpr_array *array, const char *template, int rank,
                    const fpr_aligned *aligned, const fpr_halo *shadow)
{
    fpr_named *n = add(name);
    n->array = array;
    n->of = template;
    for (int k = 0; k < rank; k++)
        n->aligned[k] = aligned[k];
    for (int d = 0; shadow[d].below >= 0; d++)
        n->shadow[d] = shadow[d];
}

static fpr_named *find_named(const char *name)
{
    for (fpr_named *n = all; name && n; n = n->next)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

const fpr_named *fpr_find_named(const char *name)
{
    return find_named(name);
}

static void set_open(const char *name, bool is_open)
{
    fpr_named *n = find_named(name);
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

int fpr_tell(int value, int *out)
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

int fpr_axis_of(int rank, int dim)
{
    return dim >= 1 && dim <= rank ? rank - dim : -1;
}

int xmp_nodes_ndims(xmp_desc_t nodes, int *ndims)
{
    const fpr_named *n = fpr_find_named(nodes);
    return n && n->nodes ? fpr_tell(n->nodes->rank, ndims) : FPR_FAILURE;
}

int xmp_nodes_index(xmp_desc_t nodes, int dim, int *index)
{
    const fpr_named *n = fpr_find_named(nodes);
    int k = n && n->nodes ? fpr_axis_of(n->nodes->rank, dim) : -1;
    return k >= 0 && fpr_is_in(n->nodes) ? fpr_tell(n->nodes->me[k] + 1, index) : FPR_FAILURE;
}

int xmp_nodes_size(xmp_desc_t nodes, int dim, int *size)
{
    const fpr_named *n = fpr_find_named(nodes);
    int k = n && n->nodes ? fpr_axis_of(n->nodes->rank, dim) : -1;
    return k >= 0 ? fpr_tell(n->nodes->extent[k], size) : FPR_FAILURE;
}

int xmp_nodes_attr(xmp_desc_t nodes, int *attribute)
{
    const fpr_named *n = fpr_find_named(nodes);
    return n && n->nodes ? fpr_tell(n->attribute, attribute) : FPR_FAILURE;
}

int xmp_nodes_equiv(xmp_desc_t nodes, xmp_desc_t *other, int lower[], int upper[], int step[])
{
    const fpr_named *n = fpr_find_named(nodes), *of = n && n->nodes ? fpr_find_named(n->of) : NULL;
    if (!of || !of->nodes)
        return FPR_FAILURE;
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
    const fpr_named *n = fpr_find_named(tmpl);
    int d = n && !n->nodes ? fpr_axis_of(n->rank, dim) : -1;
    return d >= 0 ? &n->dim[d] : NULL;
}

int xmp_template_fixed(xmp_desc_t tmpl, int *fixed)
{
    const fpr_named *n = fpr_find_named(tmpl);
    return n && n->rank && !n->nodes ? fpr_tell(!n->is_open, fixed) : FPR_FAILURE;
}

int xmp_template_ndims(xmp_desc_t tmpl, int *ndims)
{
    const fpr_named *n = fpr_find_named(tmpl);
    return n && n->rank && !n->nodes ? fpr_tell(n->rank, ndims) : FPR_FAILURE;
}

int xmp_template_lbound(xmp_desc_t tmpl, int dim, int *lower)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    return d ? fpr_tell((int)d->lower, lower) : FPR_FAILURE;
}

int xmp_template_ubound(xmp_desc_t tmpl, int dim, int *upper)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    return d ? fpr_tell((int)(d->lower + d->extent - 1), upper) : FPR_FAILURE;
}

int xmp_dist_format(xmp_desc_t tmpl, int dim, int *format)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    if (!d)
        return FPR_FAILURE;
    return fpr_tell(!d->axis                       ? NOT_DISTRIBUTED
                    : d->axis->before              ? IN_GIVEN_BLOCKS
                    : d->axis->format == FPR_BLOCK ? IN_BLOCKS
                                                   : IN_CYCLES,
                    format);
}

int xmp_dist_blocksize(xmp_desc_t tmpl, int dim, int *size)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    return d && d->axis && !d->axis->before ? fpr_tell((int)d->axis->block, size) : FPR_FAILURE;
}

int xmp_dist_gblockmap(xmp_desc_t tmpl, int dim, int map[])
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    if (!d || !d->axis || !d->axis->before)
        return FPR_FAILURE;
    for (int p = 0; p < d->axis->grid->extent[d->axis->axis]; p++)
        map[p] = (int)(d->axis->before[p + 1] - d->axis->before[p]);
    return 0;
}

int xmp_dist_nodes(xmp_desc_t tmpl, xmp_desc_t *nodes)
{
    const fpr_named *n = fpr_find_named(tmpl), *of = n ? fpr_find_named(n->of) : NULL;
    if (!of || !of->nodes)
        return FPR_FAILURE;
    *nodes = (void *)(size_t)of->name;
    return 0;
}

int xmp_dist_axis(xmp_desc_t tmpl, int dim, int *axis)
{
    const fpr_template_dim *d = dim_of(tmpl, dim);
    const fpr_named *on = d && d->axis ? fpr_find_named(fpr_find_named(tmpl)->of) : NULL;
    return on && on->nodes ? fpr_tell(on->nodes->rank - d->on, axis) : FPR_FAILURE;
}
