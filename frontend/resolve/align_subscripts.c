/* The subscripts of an ALIGN: dummies of the array, and what follows them on the target. */

#include "frontend/resolve/align_subscripts.h"

#include "support/suggest.h"

/* --- The subscripts of the array: dummies, `*`, `:` ------------------------- */

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

static bool fail_rank(align_scope *s, const directive_ref *source)
{
    const variable *v = s->var;
    diag *d =
        diag_report(s->t->ctx->diags, DIAG_ERROR, "rank-mismatch", source->where,
                    "'%s' has %s, but %d %s aligned", v->name, scope_dimensions(s->t, v->rank),
                    source->count, source->count == 1 ? "is" : "are");
    s->t->has_failed = true;
    if (source_range_is_set(v->where))
        diag_note(d, v->where, "'%s' is declared here", v->name);
    if (source_range_is_set(v->other_use) && source->count == v->rank - 1)
        diag_note(d, v->other_use,
                  "but for this use of the address, it would be the one array that it points at");
    return false;
}

bool align_read_source(align_scope *s, const directive_ref *source)
{
    const variable *var = s->var;
    if (source->count == 0) { /* align A with B: dimension by dimension */
        for (int d = 0; d < var->rank; d++)
            s->is_colon[d] = true;
        return true;
    }
    if (source->count != var->rank)
        return fail_rank(s, source);
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

/* A name of the template's side that is declared nowhere is meant for an index of the array: where
 * none is called nearly so, the array has other subscripts, such as its extents. */
static bool fail_index(align_scope *s, const directive_subscript *sub, const char *name)
{
    directive_table *t = s->t;
    const char *said = "";
    for (int d = 0; d < s->var->rank; d++)
        said = scope_text(t, "%s%s%s", said, d ? ", " : "",
                          s->dummy[d]      ? scope_text(t, "'%s'", s->dummy[d])
                          : s->is_colon[d] ? "':'"
                                           : "'*'");
    return scope_fail(t, "unknown-name", sub->where,
                      "'%s' is no index of '%s', whose subscripts are %s here: write '%s' in the "
                      "dimension that follows the template, and '*' in those that none does",
                      name, s->var->name, said, name);
}

static bool read_value(align_scope *s, const directive_subscript *sub, align_axis *out)
{
    directive_table *t = s->t;
    const char *name = directive_expr_name(sub->value), *const * known;
    meaning found = {0};
    const int count = list_in_align(s, &known);
    if (name && !find_in_align(s, name, sub->where, &found) && !suggest_closest(name, known, count))
        return fail_index(s, sub, name);
    directive_names names = {.data = s,
                             .owner = s->outer->owner,
                             .unit = s->outer->unit,
                             .find = find_in_align,
                             .list = list_in_align};
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
                                               "an index that does not change, or with '*'");
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

/* Each `:` of the array has one of the template; `next` is after the last that has. */
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
bool align_read_target(align_scope *s, const directive_ref *source, const directive_ref *target,
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

bool align_check_rank(directive_table *t, const directive_ref *target, int count, int rank,
                      source_range declared_at)
{
    return count == rank ||
           scope_fail_noting(
               t, "rank-mismatch", target->where,
               scope_text(t, "'%s' has %s, but %d %s indexed", target->name.text,
                          scope_dimensions(t, rank), count, count == 1 ? "is" : "are"),
               declared_at, scope_text(t, "'%s' is declared here", target->name.text));
}
