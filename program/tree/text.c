#include "program/tree/print.h"

/* The index that an alignment or a mapping gives the name of dimension dim. */
static const char *dim_name(int dim)
{
    static const char *const names[MAX_RANK] = {"i", "j", "k", "l", "m", "n", "o"};
    return dim >= 0 && dim < MAX_RANK ? names[dim] : "?";
}

static void print_sizes(FILE *out, const gen_sizes *sizes)
{
    fputs("gen_block(", out);
    if (sizes->name)
        fputs(sizes->name, out);
    for (int i = 0; i < sizes->count && !sizes->name; i++) {
        fputs(i ? ", " : "", out);
        expr_print(out, sizes->size[i]);
    }
    fputc(')', out);
}

/* "block", "cyclic(4)", "gen_block(m)", "gen_block(10, 20)" */
static void print_format(FILE *out, dist_kind kind, const expr *block, const gen_sizes *sizes)
{
    switch (kind) {
    case DIST_COLLAPSED:
        fputc('*', out);
        return;
    case DIST_BLOCK:
        fputs("block", out);
        break;
    case DIST_CYCLIC:
        fputs("cyclic", out);
        break;
    case DIST_GEN_BLOCK:
        print_sizes(out, sizes);
        return;
    }
    if (block) {
        fputc('(', out);
        expr_print(out, block);
        fputc(')', out);
    }
}

void tree_print_reference(FILE *out, const reference *ref)
{
    int count = ref->is_linear ? 1 : ref->var->rank;
    fputs(ref->var->name, out);
    for (int d = 0; d < count; d++) {
        fputc('[', out);
        switch (ref->sub[d].kind) {
        case SUBSCRIPT_VALUE:
            expr_print(out, ref->sub[d].value);
            break;
        case SUBSCRIPT_INDIRECT:
            fputc('?', out);
            break;
        case SUBSCRIPT_WHOLE:
            fputc(':', out);
            break;
        }
        fputc(']', out);
    }
}

static bool is_value(const expr *e, int64_t value)
{
    int64_t v;
    return e && expr_is_int(e, &v) && v == value;
}

/* stride*index + offset, index given as an expression or as a name. */
static void print_cell(FILE *out, const axis_map *map, const expr *index, const char *name)
{
    const bool has_stride = map->stride && !is_value(map->stride, 1);
    if (has_stride) {
        expr_print(out, map->stride);
        fputc('*', out);
    }
    if (name) {
        fputs(name, out);
    } else {
        const bool is_plain = !has_stride || index->kind <= EXPR_EXTENT;
        fputs(is_plain ? "" : "(", out);
        expr_print(out, index);
        fputs(is_plain ? "" : ")", out);
    }
    if (map->offset)
        expr_print_added(out, map->offset);
}

static void print_axis(FILE *out, const axis_map *map, const expr *index, const char *name)
{
    switch (map->source) {
    case AXIS_REPLICATED:
        fputc('*', out);
        return;
    case AXIS_FIXED:
        expr_print(out, map->offset);
        break;
    case AXIS_BY_DIM:
        print_cell(out, map, index, name);
        break;
    }
    fputs(" by ", out);
    print_format(out, map->kind, map->block, map->sizes);
}

void tree_print_home(FILE *out, const home *at)
{
    if (!at->grid) {
        fputs("every processor", out);
        return;
    }
    fprintf(out, "%s(", at->grid->name);
    for (int axis = 0; axis < at->grid->rank; axis++) {
        const home_axis *h = &at->axis[axis];
        fputs(axis ? ", " : "", out);
        if (h->is_restricted)
            print_axis(out, &h->map, h->index, NULL);
        else
            fputc('*', out);
        if (h->is_restricted && h->last) {
            fputs(" to ", out);
            expr_print(out, h->last);
            if (h->step > 1)
                fprintf(out, " by steps of %lld", (long long)h->step);
        }
    }
    fputc(')', out);
}

void tree_print_map(FILE *out, const array_map *map)
{
    if (!map || !map->grid) {
        fputs("every processor", out);
        return;
    }
    fprintf(out, "%s(", map->grid->name);
    for (int axis = 0; axis < map->grid->rank; axis++) {
        fputs(axis ? ", " : "", out);
        print_axis(out, &map->axis[axis], NULL, dim_name(map->axis[axis].dim));
    }
    fputc(')', out);
}

void tree_print_clause(FILE *out, const on_clause *clause)
{
    if (clause->ref) {
        fputs("home(", out);
        tree_print_reference(out, clause->ref);
        fputc(')', out);
        return;
    }
    const int rank =
        clause->target ? clause->target->rank : clause->nodes->rank - clause->nodes->own_count;
    fputs(clause->target ? clause->target->name : clause->nodes->name, out);
    for (int d = 0; d < rank; d++) {
        fputc('[', out);
        if (clause->index[d])
            expr_print(out, clause->index[d]);
        else
            fputc('*', out);
        if (clause->last[d]) {
            fputc(':', out);
            expr_print(out, clause->last[d]);
            if (clause->step[d] > 1)
                fprintf(out, ":%lld", (long long)clause->step[d]);
        }
        fputc(']', out);
    }
}

void tree_print_alignment(FILE *out, const alignment *a)
{
    fprintf(out, "%s(", a->target->name);
    for (int d = 0; d < a->target->rank; d++) {
        const align_axis *axis = &a->axis[d];
        int64_t value;
        fputs(d ? ", " : "", out);
        switch (axis->source) {
        case ALIGN_REPLICATED:
            fputc('*', out);
            continue;
        case ALIGN_FIXED:
            expr_print(out, axis->offset);
            continue;
        case ALIGN_BY_DIM:
            break;
        }
        if (!expr_is_int(axis->stride, &value) || value != 1) {
            expr_print(out, axis->stride);
            fputc('*', out);
        }
        fputs(dim_name(axis->dim), out);
        expr_print_added(out, axis->offset);
    }
    fputc(')', out);
}

void tree_print_distribution(FILE *out, const dist_template *t)
{
    fputc('(', out);
    for (int d = 0; d < t->rank; d++) {
        fputs(d ? ", " : "", out);
        print_format(out, t->format[d].kind, t->format[d].block, t->format[d].sizes);
    }
    fputc(')', out);
    if (t->grid)
        fprintf(out, " onto %s", t->grid->name);
}
