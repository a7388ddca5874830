/* align, with templates and (HPF) with other arrays, whose alignments compose. */

#include "frontend/resolve/align.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/align_subscripts.h"
#include "frontend/resolve/units.h"

mapped_array *scope_find_mapped(directive_table *t, const variable *var)
{
    for (int i = 0; i < t->arrays.count; i++) {
        if (t->arrays.data[i].var == var)
            return &t->arrays.data[i];
    }
    return NULL;
}

mapped_array *scope_map_array(directive_table *t, const declared *one, variable *var,
                              source_range where)
{
    const char *declared_here = scope_text(t, "'%s' is declared here", var->name);
    if (var->rank == 0) {
        scope_fail_noting(
            t, "scalar", where,
            scope_text(t, "'%s' is a scalar; only arrays can be distributed", var->name),
            var->where, declared_here);
        return NULL;
    }
    mapped_array *old = scope_find_mapped(t, var);
    const bool is_of_unit = old && old->names->unit != one->names->unit;
    if (old && !is_of_unit) {
        bool is_later = scope_is_before(old->where, where);
        scope_fail_noting(t, "mapped-twice", is_later ? where : old->where,
                          scope_text(t, "'%s' is mapped twice; keep one of the two", var->name),
                          is_later ? old->d->where : one->d->where, "first mapped here");
        return NULL;
    }
    mapped_array fresh = {.var = var,
                          .d = one->d,
                          .names = one->names,
                          .where = where,
                          .first = is_of_unit ? (int)(old - t->arrays.data) : -1};
    VEC_PUSH(t->ctx->arena, &t->arrays, fresh);
    return &t->arrays.data[t->arrays.count - 1];
}

void note_alignment(directive_table *t, const declared *one)
{
    directive_name name = one->d->u.align.source.name;
    variable *var = scope_variable(one->names, name);
    if (!var)
        scope_unknown(t, one->names, name, "an array");
    else if (!scope_is_said(t, one, var))
        scope_map_array(t, one, var, name.where);
}

/* --- Bounds ------------------------------------------------------------------- */

/* Is every element within the template? Only what is certain is reported. */
static bool check_bounds(align_scope *s, const alignment *a, source_range where)
{
    directive_table *t = s->t;
    expr_pool *pool = t->pool;
    for (int k = 0; k < a->target->rank; k++) {
        const align_axis *x = &a->axis[k];
        const expr *lower = a->target->lower[k];
        const expr *end = expr_add(pool, lower, a->target->extent[k]);
        const expr *first = x->offset, *last = x->offset;
        if (x->source == ALIGN_REPLICATED)
            continue;
        if (x->source == ALIGN_BY_DIM) {
            if (!s->var->extent[x->dim])
                continue;
            const expr *top = expr_sub(pool, s->var->extent[x->dim], expr_int(pool, 1));
            last = expr_add(pool, expr_mul(pool, x->stride, top), x->offset);
        }
        int64_t from, to, low, high;
        if (!expr_known(first, &from) || !expr_known(last, &to) || !expr_known(lower, &low) ||
            !expr_known(end, &high))
            continue;
        int64_t outside = from < low || from >= high ? from : to;
        if (outside < low || outside >= high)
            return scope_fail_noting(
                t, "align-bounds", where,
                scope_text(t, "'%s' reaches index %lld of '%s', which has %lld to %lld",
                           s->var->name, (long long)outside, a->target->name, (long long)low,
                           (long long)high - 1),
                a->target->where, scope_text(t, "'%s' is declared here", a->target->name));
    }
    return true;
}

/* --- Resolution ----------------------------------------------------------------- */

static const alignment *resolve_alignment(directive_table *t, int index);

static void align_with_template(directive_table *t, align_scope *s, const directive *d,
                                const scope_entry *e, alignment *out)
{
    const directive_ref *target = &d->u.align.target;
    const dist_template *tmpl = e->tmpl;
    align_axis axes[MAX_RANK] = {0};
    int count = target->count > 0 ? target->count : s->var->rank;
    if (!tmpl || !align_check_rank(t, target, count, tmpl->rank, e->where) ||
        !align_read_target(s, &d->u.align.source, target, tmpl->rank, axes))
        return;
    bool is_fortran = target->count > 0 && scope_is_fortran(d->spelling, target->is_square);
    for (int k = 0; k < tmpl->rank; k++)
        out->axis[scope_dim(is_fortran, tmpl->rank, k)] = axes[k];
    out->target = tmpl;
    if (!check_bounds(s, out, target->where))
        out->target = NULL;
}

/* One template axis of A's alignment with B, from B's with the template. */
static align_axis compose(expr_pool *pool, const align_axis *a_on_b, const align_axis *b)
{
    if (b->source != ALIGN_BY_DIM)
        return *b;
    align_axis out = a_on_b[b->dim];
    if (out.source == ALIGN_REPLICATED)
        return out;
    out.offset = expr_add(pool, expr_mul(pool, b->stride, out.offset), b->offset);
    if (out.source == ALIGN_BY_DIM)
        out.stride = expr_mul(pool, b->stride, out.stride);
    return out;
}

static void align_with_array(directive_table *t, align_scope *s, const directive *d,
                             const variable *other, alignment *out)
{
    const directive_ref *target = &d->u.align.target;
    mapped_array *mapped = scope_find_mapped(t, other);
    const char *declared_here = scope_text(t, "'%s' is declared here", other->name);
    align_axis axes[MAX_RANK] = {0};
    if (d->spelling == DIALECT_XMP) {
        scope_fail_noting(t, "align", target->name.where,
                          scope_text(t,
                                     "'%s' is not a template; '#pragma xmp' aligns with "
                                     "templates",
                                     other->name),
                          other->where, declared_here);
        return;
    }
    if (!mapped) {
        scope_fail_noting(
            t, "align", target->name.where,
            scope_text(t, "'%s' is not distributed itself; distribute or align it", other->name),
            other->where, declared_here);
        return;
    }
    int count = target->count > 0 ? target->count : s->var->rank;
    if (!align_check_rank(t, target, count, other->rank, other->where) ||
        !align_read_target(s, &d->u.align.source, target, other->rank, axes))
        return;
    const alignment *theirs = resolve_alignment(t, (int)(mapped - t->arrays.data));
    if (!theirs)
        return;
    for (int k = 0; k < theirs->target->rank; k++)
        out->axis[k] = compose(t->pool, axes, &theirs->axis[k]);
    out->target = theirs->target;
    if (!check_bounds(s, out, target->where))
        out->target = NULL;
}

/* Names the arrays of a circle, from the one that closes it. */
static void report_circle(directive_table *t, const mapped_array *last)
{
    const mapped_array *a = last;
    diag *d = diag_report(t->ctx->diags, DIAG_ERROR, "circular-alignment", a->d->where,
                          "'%s' is aligned with itself; align one array of the circle with a "
                          "template",
                          a->var->name);
    for (int steps = 0; steps < t->arrays.count; steps++) {
        variable *next = scope_variable(a->names, a->d->u.align.target.name);
        mapped_array *b = next ? scope_find_mapped(t, next) : NULL;
        if (!b || b == last)
            break;
        diag_note(d, b->d->where, "through '%s', aligned here", b->var->name);
        a = b;
    }
    t->has_failed = true;
}

static const alignment *resolve_alignment(directive_table *t, int index)
{
    mapped_array *m = &t->arrays.data[index];
    if (m->state == MAPPED_IN_PROGRESS)
        report_circle(t, m);
    if (m->d->is_broken)
        m->state = MAPPED_DONE;
    if (m->state != MAPPED_WAITING)
        return m->result;
    m->state = MAPPED_IN_PROGRESS;
    alignment *out = ARENA_NEW(t->ctx->arena, alignment);
    bool is_read = scope_read_alignment(t, m->d, m->names, m->var, out);
    m = &t->arrays.data[index];
    m->state = MAPPED_DONE;
    if (is_read)
        m->result = out;
    if (is_read && m->first < 0)
        m->var->align = out;
    else if (is_read)
        scope_check_mapped(t, m);
    return m->result;
}

void scope_check_mapped(directive_table *t, const mapped_array *again)
{
    const mapped_array *first = &t->arrays.data[again->first];
    if (first->result && !scope_same_alignment(first->result, again->result))
        scope_fail_mapped_otherwise(t, again->var->name, again->d->where, first->d->where);
}

bool scope_read_alignment(directive_table *t, const directive *d, const directive_names *names,
                          const variable *var, alignment *out)
{
    const directive_ref *target = &d->u.align.target;
    align_scope s = {.t = t, .outer = names, .var = var};
    out->where = d->where;
    scope_entry *e = scope_find(t, names, target->name.text, false);
    variable *other = e ? NULL : scope_variable(names, target->name);
    if (!e && !other)
        scope_unknown(t, names, target->name, "a template");
    else if (align_read_source(&s, &d->u.align.source)) {
        if (e)
            align_with_template(t, &s, d, e, out);
        else
            align_with_array(t, &s, d, other, out);
    }
    return out->target != NULL;
}

/* Is the mistake in the directive that distributes it? */
static bool has_broken_distribute(const directive_table *t, const dist_template *target)
{
    const diag_list *said = t->ctx->diags;
    return diag_has_error_beside(said, "unknown-directive", target->name) ||
           diag_has_error_beside(said, "unknown-name", "distribute") ||
           diag_has_error_beside(said, "malformed-directive", "distribute");
}

/* Warns once a template: its arrays are on every processor, surely not meant. */
static void warn_undistributed(directive_table *t)
{
    for (int i = 0; i < t->arrays.count; i++) {
        const mapped_array *m = &t->arrays.data[i];
        const dist_template *target = m->result ? m->result->target : NULL;
        if (!target || target->is_direct || target->is_distributed)
            continue;
        bool is_reported = false;
        for (int j = 0; j < t->entries.count; j++) {
            scope_entry *e = &t->entries.data[j];
            is_reported |=
                e->tmpl == target && (e->is_reported || source_range_is_set(e->dist_where));
            e->is_reported |= e->tmpl == target;
        }
        if (!is_reported && !has_broken_distribute(t, target))
            diag_report(t->ctx->diags, DIAG_WARNING, "not-distributed", target->where,
                        "'%s' is not distributed: every processor has all of '%s'; write "
                        "'distribute %s'",
                        target->name, m->var->name, target->name);
    }
}

void resolve_alignments(directive_table *t)
{
    for (int i = 0; i < t->arrays.count; i++)
        resolve_alignment(t, i);
    warn_undistributed(t);
}
