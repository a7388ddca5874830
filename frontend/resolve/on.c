/* Who executes: on, from, on home, task on. */

#include "frontend/resolve/on.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/resolve/grid.h"
#include "frontend/resolve/shadow.h"
#include "frontend/resolve/subgrid.h"

/* What the clause indexes, with what its subscripts need. */
typedef struct indexed {
    const char *name;
    int rank;
    source_range declared_at;
    bool is_fortran;
    bool is_length;             /* a range is base:length (XMP's brackets) */
    int shift;                  /* added to an index: -1 for processors that count from 1 */
    const expr *step[MAX_RANK]; /* of ranges of processors, as far as they are read */
    const expr *first[MAX_RANK], *extent[MAX_RANK]; /* of the target; extent may be null */
} indexed;

static void index_grid(directive_table *t, const proc_grid *g, indexed *out)
{
    out->name = g->name;
    out->rank = scope_grid_rank(g);
    out->declared_at = g->where;
    out->shift = out->is_fortran ? -1 : 0;
    for (int k = 0; k < out->rank; k++) {
        out->first[k] = expr_int(t->pool, 0);
        out->extent[k] = expr_extent(t->pool, g, k);
    }
}

static void index_template(const dist_template *tmpl, indexed *out)
{
    out->name = tmpl->name;
    out->rank = tmpl->rank;
    out->declared_at = tmpl->where;
    for (int k = 0; k < tmpl->rank; k++) {
        out->first[k] = tmpl->lower[k];
        out->extent[k] = tmpl->extent[k];
    }
}

static void index_array(directive_table *t, const variable *var, indexed *out)
{
    out->name = var->name;
    out->rank = var->rank;
    out->declared_at = var->where;
    for (int k = 0; k < var->rank; k++) {
        out->first[k] = expr_int(t->pool, 0);
        out->extent[k] = var->extent[k];
    }
}

/* Extents of grids as declared; --procs may give others. */
static const expr *declared_extent(const on_clause *on, const indexed *x, int k)
{
    return on->nodes ? on->nodes->extent[k] : x->extent[k];
}

/* Is an index that the program fixes within the target? */
static bool check_index(directive_table *t, const on_clause *on, const indexed *x, int k,
                        const expr *index, source_range where, const char *hint)
{
    const expr *extent = declared_extent(on, x, k);
    int64_t i, first, count;
    if (!extent || !expr_known(index, &i) || !expr_known(x->first[k], &first) ||
        !expr_known(extent, &count) || (i >= first && i < first + count))
        return true;
    return scope_fail_noting(
        t, "out-of-range", where,
        scope_text(t, "index %lld is outside of '%s', which has %lld to %lld%s",
                   (long long)i - x->shift, x->name, (long long)first - x->shift,
                   (long long)(first + count) - 1 - x->shift, hint),
        x->declared_at, scope_text(t, "'%s' is declared here", x->name));
}

static const expr *read_index(directive_table *t, const directive_names *names, const indexed *x,
                              directive_expr e)
{
    const expr *index = expr_read(t->reader, names, e);
    if (!index) {
        t->has_failed = true;
        return NULL;
    }
    return expr_add(t->pool, index, expr_int(t->pool, x->shift));
}

/* Is it the whole dimension, as far as it is known? */
static bool is_whole(directive_table *t, const on_clause *on, const indexed *x, int k,
                     const expr *first, const expr *last)
{
    const expr *extent = declared_extent(on, x, k);
    const expr *length = expr_add(t->pool, expr_sub(t->pool, last, first), expr_int(t->pool, 1));
    int64_t a, b;
    bool is_all = length == extent || length == x->extent[k] ||
                  (extent && expr_known(length, &a) && expr_known(extent, &b) && a == b);
    return is_all && (first == x->first[k] ||
                      (expr_known(first, &a) && expr_known(x->first[k], &b) && a == b));
}

/* The step of a range, of which homes know a template's as a number. */
static bool read_step(directive_table *t, const directive_names *names, indexed *x, int k,
                      const directive_subscript *sub, on_clause *on)
{
    int64_t value;
    if (sub->step.count == 0)
        return true;
    x->step[k] = expr_read(t->reader, names, sub->step);
    t->has_failed |= !x->step[k];
    if (x->step[k] && !on->nodes && (!expr_is_int(x->step[k], &on->step[k]) || on->step[k] < 1))
        return scope_fail(t, "extent", sub->where,
                          "the step of a section of '%s' is a number above 0; write it so",
                          x->name);
    return x->step[k] && ((expr_known(x->step[k], &value) && value != 0) ||
                          scope_fail(t, "extent", sub->where, "a step is a constant other than 0"));
}

static bool check_not_empty(directive_table *t, const indexed *x, int k,
                            const directive_subscript *sub, const expr *first, const expr *last)
{
    int64_t from, to, step = 1;
    if (!expr_known(first, &from) || !expr_known(last, &to) ||
        (x->step[k] && !expr_known(x->step[k], &step)) || (step > 0 ? to >= from : to <= from))
        return true;
    return scope_fail(t, "extent", sub->where, "this section of '%s' is empty: %s", x->name,
                      x->is_length ? "its length is at least 1"
                                   : "its end is before its beginning");
}

static bool read_range(directive_table *t, const directive_names *names, indexed *x, int k,
                       const directive_subscript *sub, on_clause *out)
{
    expr_pool *pool = t->pool;
    const expr *one = expr_int(pool, 1);
    if (sub->value.count + sub->upper.count == 0 && sub->step.count == 0)
        return true;
    if (!read_step(t, names, x, k, sub, out))
        return false;
    const expr *first = x->first[k];
    if (sub->value.count > 0 && !(first = read_index(t, names, x, sub->value)))
        return false;
    const expr *last = NULL;
    if (sub->upper.count == 0) {
        if (!x->extent[k])
            return scope_fail(t, "extent", sub->where,
                              "the extent of dimension %d of '%s' is not known here; give the "
                              "section its end",
                              k + 1, x->name);
        last = expr_sub(pool, expr_add(pool, x->first[k], x->extent[k]), one);
    } else if (x->is_length) {
        const expr *length = expr_read(t->reader, names, sub->upper);
        const expr *steps = length ? expr_sub(pool, length, one) : NULL;
        if (steps && x->step[k])
            steps = expr_mul(pool, steps, x->step[k]);
        last = steps ? expr_add(pool, first, steps) : NULL;
    } else {
        last = read_index(t, names, x, sub->upper);
    }
    if (!last) {
        t->has_failed = true;
        return false;
    }
    const char *by_length =
        x->is_length && sub->upper.count > 0 ? "; in brackets, a section is base:length:step" : "";
    if (!check_not_empty(t, x, k, sub, first, last) ||
        !check_index(t, out, x, k, first, sub->where, "") ||
        !check_index(t, out, x, k, last, sub->where, by_length))
        return false;
    if (x->step[k] || !is_whole(t, out, x, k, first, last)) {
        out->index[k] = first;
        out->last[k] = last;
    }
    return true;
}

static bool read_subscript(directive_table *t, const directive_names *names, indexed *x, int k,
                           const directive_subscript *sub, on_clause *out)
{
    switch (sub->kind) {
    case DIRECTIVE_SUB_STAR:
        out->is_own[k] = true;
        return true;
    case DIRECTIVE_SUB_RANGE:
        return read_range(t, names, x, k, sub, out);
    case DIRECTIVE_SUB_VALUE:
        break;
    }
    out->index[k] = read_index(t, names, x, sub->value);
    return out->index[k] && check_index(t, out, x, k, out->index[k], sub->where, "");
}

static bool read_subscripts(directive_table *t, const directive_ref *ref,
                            const directive_names *names, indexed *x, on_clause *out)
{
    if (ref->count > 0 && ref->count != x->rank)
        return scope_fail_noting(t, "rank-mismatch", ref->where,
                                 scope_text(t, "'%s' has %s, but %d %s indexed", x->name,
                                            scope_dimensions(t, x->rank), ref->count,
                                            ref->count == 1 ? "is" : "are"),
                                 x->declared_at, scope_text(t, "'%s' is declared here", x->name));
    for (int k = 0; k < ref->count; k++) {
        int dim = scope_dim(x->is_fortran, x->rank, k);
        if (!read_subscript(t, names, x, dim, &ref->sub[k], out))
            return false;
    }
    return true;
}

/* on home(A(i,j)): the same indices, as a reference. */
static bool make_reference(directive_table *t, const directive_ref *ref, const variable *var,
                           on_clause *out)
{
    reference *r = ARENA_NEW(t->ctx->arena, reference);
    r->var = var;
    r->where = ref->where;
    for (int k = 0; k < var->rank; k++) {
        if (out->last[k])
            return scope_fail(t, "not-analysed", ref->where,
                              "the home of a section is not analysed in this version; name the "
                              "element that an iteration writes");
        r->sub[k].kind = out->index[k] ? SUBSCRIPT_VALUE : SUBSCRIPT_WHOLE;
        r->sub[k].value = out->index[k];
    }
    out->ref = r;
    return true;
}

/* on p[1:2]: as if that part had a name. */
static bool take_section(directive_table *t, const directive_ref *ref, const indexed *x,
                         on_clause *out)
{
    const expr *first[MAX_RANK] = {NULL};
    bool is_part = false;
    for (int k = 0; k < x->rank; k++) {
        if (!out->last[k])
            continue;
        first[k] = out->index[k];
        out->index[k] = NULL;
        is_part = true;
    }
    if (!is_part)
        return true;
    out->nodes = scope_section_of(t, ref, out->nodes, first, out->last, x->step);
    out->is_section = true;
    memset(out->last, 0, sizeof out->last);
    return out->nodes != NULL;
}

static bool check_home_array(directive_table *t, const directive_ref *ref, const variable *var)
{
    const char *note = scope_text(t, "'%s' is declared here", var->name);
    if (ref->spelling == DIALECT_XMP)
        return scope_fail_noting(t, "unknown-name", ref->name.where,
                                 scope_text(t,
                                            "'%s' is not a template and not nodes; name the "
                                            "template that it is aligned with",
                                            var->name),
                                 var->where, note);
    return var->rank > 0 ||
           scope_fail_noting(t, "scalar", ref->name.where,
                             scope_text(t,
                                        "'%s' is a scalar, which every processor has; name an "
                                        "element of a distributed array",
                                        var->name),
                             var->where, note);
}

bool scope_on(directive_table *t, const directive_ref *ref, const directive_names *names,
              on_clause *out)
{
    *out = (on_clause){.where = ref->where};
    dialect spelling = ref->spelling;
    indexed x = {.is_fortran = scope_is_fortran(spelling, ref->is_square) && ref->count > 0,
                 .is_length = spelling == DIALECT_XMP && ref->is_square};
    scope_entry *tmpl = scope_find(t, names, ref->name.text, false);
    scope_entry *grid = scope_find(t, names, ref->name.text, true);
    variable *var = tmpl || grid ? NULL : scope_variable(names, ref->name);
    if (tmpl && grid && !grid->owner) /* the innermost declaration of the name */
        grid = NULL;
    if (grid) {
        if (!grid->grid)
            return false;
        out->nodes = scope_use_grid(t, grid);
        index_grid(t, grid->grid, &x);
    } else if (tmpl) {
        if (!tmpl->tmpl)
            return false;
        out->target = tmpl->tmpl;
        index_template(tmpl->tmpl, &x);
    } else if (var) {
        if (!check_home_array(t, ref, var))
            return false;
        index_array(t, var, &x);
    } else {
        return scope_unknown(t, names, ref->name,
                             spelling == DIALECT_XMP ? "a template or nodes"
                                                     : "an array, a template or processors");
    }
    return read_subscripts(t, ref, names, &x, out) && (!grid || take_section(t, ref, &x, out)) &&
           (!var || make_reference(t, ref, var, out));
}

/* The planner has no home that is a part of an axis and moves. */
static bool check_parts(directive_table *t, const directive_ref *ref, const on_clause *on)
{
    bool is_fortran = scope_is_fortran(ref->spelling, ref->is_square);
    for (int k = 0; k < ref->count; k++) {
        int d = scope_dim(is_fortran, ref->count, k);
        if (on->last[d] && (on->last[d]->uses_loop_var || on->index[d]->uses_loop_var))
            return scope_fail(t, "not-analysed", ref->sub[k].where,
                              "a part of '%s' that moves with a loop is not analysed in this "
                              "version; name one element, or all of the dimension",
                              ref->name.text);
    }
    return true;
}

/* Says it once a template, like warn_undistributed. */
static void warn_undistributed(directive_table *t, const dist_template *target)
{
    for (int i = 0; i < t->entries.count; i++) {
        scope_entry *e = &t->entries.data[i];
        if (e->tmpl != target || e->is_reported || source_range_is_set(e->dist_where))
            continue;
        e->is_reported = true;
        diag_report(t->ctx->diags, DIAG_WARNING, "not-distributed", target->where,
                    "'%s' is not distributed: every processor executes all that stands 'on' it; "
                    "write 'distribute %s'",
                    target->name, target->name);
    }
}

bool directive_on(directive_table *t, const directive_ref *ref, const directive_names *names,
                  on_clause *out)
{
    if (!scope_on(t, ref, names, out) || !check_parts(t, ref, out))
        return false;
    if (out->target && !out->target->is_direct && !out->target->is_distributed)
        warn_undistributed(t, out->target);
    if (!out->ref || out->ref->var->align)
        return true;
    return scope_is_mapping_broken(t, out->ref->var) ||
           scope_fail_noting(t, "not-distributed", ref->name.where,
                             scope_text(t,
                                        "'%s' is not distributed: every processor owns all of it; "
                                        "name an element of an array that is",
                                        ref->name.text),
                             out->ref->var->where,
                             scope_text(t, "'%s' is declared here", ref->name.text));
}
