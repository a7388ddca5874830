#include "frontend/resolve/units.h"

static bool is_same_place(source_range a, source_range b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

bool scope_is_said(directive_table *t, const declared *one, const void *object)
{
    for (int i = 0; i < t->said.count; i++) {
        const said_directive *s = &t->said.data[i];
        if (s->object == object && s->unit != one->names->unit &&
            is_same_place(s->where, one->d->where))
            return true;
    }
    VEC_PUSH(t->ctx->arena, &t->said, ((said_directive){object, one->d->where, one->names->unit}));
    return false;
}

static bool are_same(int count, const expr *const *a, const expr *const *b)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

dist_template *scope_template_of_unit(const directive_table *t, const scope_entry *e, int rank,
                                      const expr *const *lower, const expr *const *extent)
{
    for (int i = 0; i < t->entries.count; i++) {
        const scope_entry *other = &t->entries.data[i];
        dist_template *tmpl = other->tmpl;
        if (tmpl && other->unit != e->unit && other->name == e->name &&
            is_same_place(other->where, e->where) && tmpl->rank == rank &&
            are_same(rank, tmpl->lower, lower) && are_same(rank, tmpl->extent, extent))
            return tmpl;
    }
    return NULL;
}

proc_grid *scope_grid_of_unit(const directive_table *t, const scope_entry *e, const proc_grid *g)
{
    for (int i = 0; i < t->entries.count; i++) {
        const scope_entry *other = &t->entries.data[i];
        bool is_part = g->of != NULL;
        if (other->grid && other->unit != e->unit && other->name == e->name && !other->owner &&
            !e->owner && other->grid->of == g->of && other->grid->rank == g->rank &&
            are_same(g->rank, other->grid->extent, g->extent) &&
            (!is_part || is_same_place(other->where, e->where)))
            return other->grid;
    }
    return NULL;
}

static bool are_same_sizes(const gen_sizes *a, const gen_sizes *b)
{
    return a == b || (a && b && a->count == b->count && are_same(a->count, a->size, b->size));
}

bool scope_same_distribution(const dist_template *a, const dist_template *b)
{
    bool is_same = a == b || (a->rank == b->rank && are_same(a->rank, a->lower, b->lower) &&
                              are_same(a->rank, a->extent, b->extent));
    is_same = is_same && a->is_distributed == b->is_distributed && a->grid == b->grid;
    for (int k = 0; k < a->rank && is_same; k++)
        is_same = a->format[k].kind == b->format[k].kind &&
                  a->format[k].block == b->format[k].block &&
                  are_same_sizes(a->format[k].sizes, b->format[k].sizes);
    return is_same;
}

/* The template that stands for the entry's, too: of an entry before it. */
static dist_template *same_of_unit(const directive_table *t, int entry)
{
    const scope_entry *e = &t->entries.data[entry];
    for (int i = 0; i < entry; i++) {
        const scope_entry *other = &t->entries.data[i];
        if (other->tmpl && other->unit != e->unit && other->name == e->name && !other->owner &&
            scope_same_distribution(other->tmpl, e->tmpl))
            return other->tmpl;
    }
    return NULL;
}

static void drop_template(directive_table *t, const dist_template *dropped)
{
    int kept = 0;
    for (int i = 0; i < t->templates.count; i++)
        if (t->templates.data[i] != dropped)
            t->templates.data[kept++] = t->templates.data[i];
    t->templates.count = kept;
}

void scope_join_templates(directive_table *t)
{
    bool is_joined = false;
    for (int i = 0; i < t->entries.count; i++) {
        scope_entry *e = &t->entries.data[i];
        dist_template *same = e->tmpl && !e->owner ? same_of_unit(t, i) : NULL;
        if (!same || same == e->tmpl)
            continue;
        drop_template(t, e->tmpl);
        e->tmpl = same;
        is_joined = true;
    }
    for (int i = 0; i < t->templates.count && is_joined; i++)
        t->templates.data[i]->id = i; /* dense again */
}

bool scope_same_alignment(const alignment *a, const alignment *b)
{
    bool is_same = scope_same_distribution(a->target, b->target);
    for (int k = 0; k < a->target->rank && is_same; k++) {
        const align_axis *x = &a->axis[k], *y = &b->axis[k];
        is_same = x->source == y->source && x->offset == y->offset && x->stride == y->stride &&
                  (x->source != ALIGN_BY_DIM || x->dim == y->dim);
    }
    return is_same;
}

bool scope_fail_mapped_otherwise(directive_table *t, const char *name, source_range where,
                                 source_range first)
{
    return scope_fail_noting(
        t, "mapped-otherwise", where,
        scope_text(t,
                   "'%s' is mapped here otherwise than in '%s', and is the same in both files: "
                   "write its directives once, in a header that both include",
                   name, source_path(first.file)),
        first, "first mapped here");
}
