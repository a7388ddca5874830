/* align, with templates and (HPF) with other arrays, whose alignments compose. */

#include "frontend/directive_scope.h"

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
    if (old) {
        bool is_later = scope_is_before(old->where, where);
        scope_fail_noting(t, "mapped-twice", is_later ? where : old->where,
                          scope_text(t, "'%s' is mapped twice; keep one of the two", var->name),
                          is_later ? old->d->where : one->d->where, "first mapped here");
        return NULL;
    }
    mapped_array fresh = {.var = var, .d = one->d, .names = one->names, .where = where};
    VEC_PUSH(t->ctx->arena, &t->arrays, fresh);
    return &t->arrays.data[t->arrays.count - 1];
}

void note_alignment(directive_table *t, const declared *one)
{
    directive_name name = one->d->u.align.source.name;
    variable *var = scope_variable(one->names, name);
    if (!var)
        scope_unknown(t, one->names, name, "an array");
    else
        scope_map_array(t, one, var, name.where);
}

/* --- The subscripts of the array: dummies, `*`, `:` ------------------------- */

/* While the template's subscripts are read, the dummies are names too. */
typedef struct align_scope {
    directive_table *t;
    const directive_names *outer;
    const variable *var;
    const char *dummy[MAX_RANK]; /* null: `*` or `:` */
    bool is_colon[MAX_RANK];
} align_scope;

static bool find_in_align(void *data, const char *name, source_range at, meaning *out)
{
    const align_scope *s = data;
    for (int d = 0; d < s->var->rank; d++) {
        if (s->dummy[d] == name) {
            out->kind = MEANING_DECLARED;
            out->value = expr_loop_var(s->t->pool, s->t->dummies[d]);
            return true;
        }
    }
    return s->outer->find(s->outer->data, name, at, out);
}

static int list_in_align(void *data, const char *const **names)
{
    const align_scope *s = data;
    VEC(const char *) known = {0};
    for (int d = 0; d < s->var->rank; d++) {
        if (s->dummy[d])
            VEC_PUSH(s->t->ctx->arena, &known, s->dummy[d]);
    }
    *names = known.data;
    return known.count;
}

static const loop_var *dummy_var(directive_table *t, int dim)
{
    if (!t->dummies[dim])
        t->dummies[dim] =
            expr_new_loop_var(t->pool, scope_text(t, "i%d", dim + 1), (source_range){0});
    return t->dummies[dim];
}

static bool read_dummy(align_scope *s, const directive_subscript *sub, int dim)
{
    directive_table *t = s->t;
    if (sub->kind == DIRECTIVE_SUB_STAR)
        return true;
    if (sub->kind == DIRECTIVE_SUB_RANGE && sub->value.count + sub->upper.count == 0) {
        s->is_colon[dim] = true;
        return true;
    }
    const char *name = sub->kind == DIRECTIVE_SUB_VALUE ? directive_expr_name(sub->value) : NULL;
    if (!name)
        return scope_fail(t, "malformed-directive", sub->where,
                          "a dimension of '%s' is a name, ':' or '*' here; write what is added or "
                          "multiplied on the template's side",
                          s->var->name);
    for (int d = 0; d < dim; d++) {
        if (s->dummy[d] == name)
            return scope_fail(t, "malformed-directive", sub->where,
                              "'%s' stands for two dimensions of '%s'", name, s->var->name);
    }
    s->dummy[dim] = name;
    dummy_var(t, dim);
    return true;
}

static bool read_source(align_scope *s, const directive_ref *source)
{
    const variable *var = s->var;
    if (source->count == 0) { /* align A with B: dimension by dimension */
        for (int d = 0; d < var->rank; d++)
            s->is_colon[d] = true;
        return true;
    }
    if (source->count != var->rank)
        return scope_fail_noting(s->t, "rank-mismatch", source->where,
                                 scope_text(s->t, "'%s' has %s, but %d %s aligned", var->name,
                                            scope_dimensions(s->t, var->rank), source->count,
                                            source->count == 1 ? "is" : "are"),
                                 var->where, scope_text(s->t, "'%s' is declared here", var->name));
    for (int d = 0; d < var->rank; d++) {
        if (!read_dummy(s, &source->sub[d], d))
            return false;
    }
    return true;
}

/* --- The subscripts of the template ----------------------------------------- */

/* The dummy in e as an array dimension, -1 for none; false for more than one. */
static bool find_dummy(align_scope *s, const expr *e, int *dim)
{
    *dim = -1;
    for (int d = 0; d < s->var->rank; d++) {
        if (!s->dummy[d] || !expr_mentions(e, s->t->dummies[d]))
            continue;
        if (*dim >= 0)
            return false;
        *dim = d;
    }
    return true;
}

static bool read_value(align_scope *s, const directive_subscript *sub, align_axis *out)
{
    directive_table *t = s->t;
    directive_names names = {
        .data = s, .owner = s->outer->owner, .find = find_in_align, .list = list_in_align};
    const expr *e = expr_read(t->reader, &names, sub->value);
    int dim;
    if (!e) {
        t->has_failed = true;
        return false;
    }
    if (!find_dummy(s, e, &dim))
        return scope_fail(t, "align", sub->where,
                          "a dimension of a template follows at most one dimension of an array");
    if (dim < 0) {
        *out = (align_axis){ALIGN_FIXED, 0, NULL, e};
        return !e->uses_loop_var || scope_fail(t, "align", sub->where,
                                               "an alignment cannot depend on a loop; align with "
                                               "an index that stands still, or "
                                               "with '*'");
    }
    *out = (align_axis){.source = ALIGN_BY_DIM, .dim = dim};
    return expr_affine(t->pool, e, t->dummies[dim], &out->stride, &out->offset) ||
           scope_fail(t, "align", sub->where,
                      "'%s' must be multiplied by, and added to, what does not change: a*%s + b",
                      s->dummy[dim], s->dummy[dim]);
}

/* A `:` follows the next `:` of the array. */
static bool match_colon(align_scope *s, const directive_subscript *sub, int *next, align_axis *out)
{
    if (sub->value.count + sub->upper.count + sub->step.count > 0)
        return scope_fail(s->t, "not-analysed", sub->where,
                          "a section in an alignment is not analysed in this version; write it "
                          "with names, as in A(i) with T(2*i + 1)");
    while (*next < s->var->rank && !s->is_colon[*next])
        ++*next;
    if (*next == s->var->rank)
        return scope_fail(s->t, "align", sub->where, "no ':' of '%s' is left for this one",
                          s->var->name);
    *out = (align_axis){ALIGN_BY_DIM, (*next)++, expr_int(s->t->pool, 1), expr_int(s->t->pool, 0)};
    return true;
}

/* Each `:` of the array has one of the template; `next` is behind the last that has. */
static bool check_colons_used(align_scope *s, const directive_ref *source, int next)
{
    for (int d = next; d < source->count; d++) {
        if (s->is_colon[d])
            return scope_fail(s->t, "align", source->sub[d].where,
                              "this ':' of '%s' has none on the template's side; write '*' for a "
                              "dimension that is not distributed",
                              s->var->name);
    }
    return true;
}

static bool check_dims_used_once(align_scope *s, const directive_ref *target,
                                 const align_axis *axes)
{
    for (int k = 0; k < target->count; k++) {
        for (int j = 0; j < k; j++) {
            if (axes[k].source == ALIGN_BY_DIM && axes[j].source == ALIGN_BY_DIM &&
                axes[k].dim == axes[j].dim)
                return scope_fail(s->t, "align", target->sub[k].where,
                                  "dimension %d of '%s' drives two dimensions of '%s'",
                                  axes[k].dim + 1, s->var->name, target->name.text);
        }
    }
    return true;
}

/* Fills in axes[k] for subscript k as written; `align A with B` has none. */
static bool read_target(align_scope *s, const directive_ref *source, const directive_ref *target,
                        int rank, align_axis *axes)
{
    int next = 0;
    for (int k = 0; k < rank; k++) {
        const directive_subscript whole = {.kind = DIRECTIVE_SUB_RANGE, .where = target->where};
        const directive_subscript *sub = target->count > 0 ? &target->sub[k] : &whole;
        bool is_read = true;
        switch (sub->kind) {
        case DIRECTIVE_SUB_STAR:
            axes[k] = (align_axis){.source = ALIGN_REPLICATED};
            break;
        case DIRECTIVE_SUB_VALUE:
            is_read = read_value(s, sub, &axes[k]);
            break;
        case DIRECTIVE_SUB_RANGE:
            is_read = match_colon(s, sub, &next, &axes[k]);
            break;
        }
        if (!is_read)
            return false;
    }
    return target->count == 0 ||
           (check_colons_used(s, source, next) && check_dims_used_once(s, target, axes));
}

static bool check_target_rank(directive_table *t, const directive_ref *target, int count, int rank,
                              source_range declared_at)
{
    return count == rank ||
           scope_fail_noting(
               t, "rank-mismatch", target->where,
               scope_text(t, "'%s' has %s, but %d %s indexed", target->name.text,
                          scope_dimensions(t, rank), count, count == 1 ? "is" : "are"),
               declared_at, scope_text(t, "'%s' is declared here", target->name.text));
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
    if (!tmpl || !check_target_rank(t, target, count, tmpl->rank, e->where) ||
        !read_target(s, &d->u.align.source, target, tmpl->rank, axes))
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
    if (!check_target_rank(t, target, count, other->rank, other->where) ||
        !read_target(s, &d->u.align.source, target, other->rank, axes))
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
    if (is_read) {
        m->result = out;
        m->var->align = out;
    }
    return m->result;
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
    else if (read_source(&s, &d->u.align.source)) {
        if (e)
            align_with_template(t, &s, d, e, out);
        else
            align_with_array(t, &s, d, other, out);
    }
    return out->target != NULL;
}

/* Warns once a template: its arrays are on every processor, surely not meant. */
static void warn_undistributed(directive_table *t)
{
    for (int i = 0; i < t->arrays.count; i++) {
        const mapped_array *m = &t->arrays.data[i];
        const dist_template *target = m->result ? m->result->target : NULL;
        if (!target || target->is_direct || target->is_distributed)
            continue;
        bool is_told = false;
        for (int j = 0; j < t->entries.count; j++) {
            scope_entry *e = &t->entries.data[j];
            is_told |= e->tmpl == target && (e->is_told || source_range_is_set(e->dist_where));
            e->is_told |= e->tmpl == target;
        }
        if (!is_told)
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
