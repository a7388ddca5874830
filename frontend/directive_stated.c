/* What executable directives say of variables: reductions, new, reflect, bcast,
 * and the numbers of hints. */

#include <string.h>

#include "frontend/directive_scope.h"

static variable *find_variable(directive_table *t, const directive_names *names,
                               directive_name name, bool is_array)
{
    variable *var = scope_variable(names, name);
    if (!var)
        scope_unknown(t, names, name, is_array ? "an array" : "a variable");
    return var;
}

/* --- Parts of arrays ------------------------------------------------------------ */

static bool check_place(directive_table *t, const variable *var, int dim, const expr *index,
                        source_range where)
{
    int64_t i, extent;
    if (!expr_known(index, &i) || (i >= 0 && !var->extent[dim]) ||
        (i >= 0 && !expr_known(var->extent[dim], &extent)) || (i >= 0 && i < extent))
        return true;
    return scope_fail_noting(t, "out-of-range", where,
                             scope_text(t, "element %lld is outside of dimension %d of '%s'",
                                        (long long)i, dim + 1, var->name),
                             var->where, scope_text(t, "'%s' is declared here", var->name));
}

/* What is not there has its default; null after a diagnostic. */
static const expr *read_or(directive_table *t, const directive_names *names, directive_expr e,
                           const expr *otherwise)
{
    const expr *value = e.count ? expr_read(t->reader, names, e) : otherwise;
    t->has_failed |= !value;
    return value;
}

/* How many elements a subscript means in one dimension; null after a diagnostic. */
static const expr *count_selected(directive_table *t, const directive_names *names,
                                  const variable *var, int dim, const directive_subscript *sub)
{
    expr_pool *pool = t->pool;
    const expr *one = expr_int(pool, 1);
    const expr *base = read_or(t, names, sub->value, expr_int(pool, 0));
    const expr *step = read_or(t, names, sub->step, one), *length = one;
    int64_t number;
    if (!base || !step || !check_place(t, var, dim, base, sub->where))
        return NULL;
    bool is_range = sub->kind == DIRECTIVE_SUB_RANGE;
    if (sub->kind == DIRECTIVE_SUB_STAR || (expr_known(step, &number) && number < 1)) {
        scope_fail(t, "section", sub->where,
                   "a part of an array is an index, or base:length with a step above 0");
        return NULL;
    }
    if (is_range && sub->upper.count) {
        length = read_or(t, names, sub->upper, NULL);
    } else if (is_range && var->extent[dim]) {
        length = expr_ceil_div(pool, expr_sub(pool, var->extent[dim], base), step);
    } else if (is_range) {
        scope_fail(t, "section", sub->where,
                   "how many elements this section has is not known: the array's extent is not; "
                   "write base:length");
        return NULL;
    }
    if (!length)
        return NULL;
    if (expr_known(length, &number) && number < 1) {
        scope_fail(t, "section", sub->where, "this section has no elements");
        return NULL;
    }
    const expr *last = expr_add(pool, base, expr_mul(pool, step, expr_sub(pool, length, one)));
    return check_place(t, var, dim, last, sub->where) ? length : NULL;
}

/* The elements of a[i][0:n]..; dimensions that are not indexed count whole. */
static bool count_part(directive_table *t, const directive_names *names, const variable *var,
                       const directive_ref *part, const expr **out)
{
    const expr *count = expr_int(t->pool, 1);
    if (var->align)
        return scope_fail_noting(t, "not-analysed", part->where,
                                 scope_text(t,
                                            "a part of '%s', which is distributed, is not analysed "
                                            "here in this version; move it with 'gmove'",
                                            var->name),
                                 var->align->where, "it is aligned here");
    if (part->count > var->rank)
        return scope_fail_noting(t, "rank-mismatch", part->where,
                                 scope_text(t, "'%s' has %s, but %d %s indexed", var->name,
                                            scope_dimensions(t, var->rank), part->count,
                                            part->count == 1 ? "is" : "are"),
                                 var->where, scope_text(t, "'%s' is declared here", var->name));
    for (int dim = 0; dim < var->rank; dim++) {
        const expr *length = dim < part->count ? count_selected(t, names, var, dim, &part->sub[dim])
                                               : var->extent[dim];
        if (!length)
            return false;
        count = expr_mul(t->pool, count, length);
    }
    *out = count;
    return true;
}

static bool make_reductions(directive_table *t, int count, const directive_reduction *items,
                            const directive_names *names, const reduction **out)
{
    reduction *made = ARENA_ARRAY(t->ctx->arena, count, reduction);
    bool is_right = true;
    for (int i = 0; i < count; i++) {
        made[i].op = items[i].op;
        made[i].where = items[i].var.where;
        made[i].var = find_variable(t, names, items[i].var, false);
        is_right &=
            made[i].var != NULL &&
            (!items[i].part || count_part(t, names, made[i].var, items[i].part, &made[i].elements));
        for (int k = 0; k < items[i].location_count; k++) {
            const variable *location = find_variable(t, names, items[i].locations[k], false);
            made[i].location_bytes += location ? location->elem_bytes : 0;
            is_right &= location != NULL;
        }
    }
    *out = made;
    return is_right;
}

bool directive_reductions(directive_table *t, const directive_loop *loop,
                          const directive_names *names, int *count, const reduction **out)
{
    *count = loop->reduction_count;
    return make_reductions(t, loop->reduction_count, loop->reductions, names, out);
}

bool directive_news(directive_table *t, const directive_loop *loop, const directive_names *names,
                    int *count, const variable *const **out)
{
    const variable **made = ARENA_ARRAY(t->ctx->arena, loop->new_count, const variable *);
    bool is_right = true;
    for (int i = 0; i < loop->new_count; i++) {
        made[i] = find_variable(t, names, loop->news[i], false);
        is_right &= made[i] != NULL;
    }
    *count = loop->new_count;
    *out = made;
    return is_right;
}

/* --- reflect ------------------------------------------------------------------ */

/* Is a width within the declared shadow, as far as the program tells? */
static bool check_width(directive_table *t, const variable *var, int dim, const expr *width,
                        const expr *declared_width, source_range where)
{
    int64_t wanted, there;
    if (var->is_shadow_whole[dim] || !expr_known(width, &wanted))
        return true;
    if (wanted < 0)
        return scope_fail(t, "extent", where, "a width is not negative");
    if (!expr_known(declared_width, &there) || wanted <= there)
        return true;
    return scope_fail_noting(t, "shadow", where,
                             scope_text(t,
                                        "dimension %d of '%s' is reflected %lld wide, but its "
                                        "shadow is %lld wide",
                                        dim + 1, var->name, (long long)wanted, (long long)there),
                             var->shadow_where, "the shadow is declared here");
}

static bool read_widths(directive_table *t, const directive *d, const directive_names *names,
                        const variable *var, int dim, reflect_node *out)
{
    const directive_subscript *sub = &d->u.reflect.widths[dim];
    if (sub->kind == DIRECTIVE_SUB_STAR || sub->step.count > 0 ||
        (sub->kind == DIRECTIVE_SUB_RANGE && (sub->value.count == 0 || sub->upper.count == 0)))
        return scope_fail(t, "malformed-directive", sub->where,
                          "a width is a number or 'low:high'");
    const expr *low = expr_read(t->reader, names, sub->value);
    const expr *high = low;
    if (low && sub->kind == DIRECTIVE_SUB_RANGE)
        high = expr_read(t->reader, names, sub->upper);
    if (!low || !high) {
        t->has_failed = true;
        return false;
    }
    out->is_periodic[dim] = sub->is_periodic;
    out->width_lower[dim] = low;
    out->width_upper[dim] = high;
    return check_width(t, var, dim, low, var->shadow_lower[dim], sub->where) &&
           check_width(t, var, dim, high, var->shadow_upper[dim], sub->where);
}

static bool check_reflected(directive_table *t, const directive *d, const variable *var,
                            source_range where)
{
    const char *note = scope_text(t, "'%s' is declared here", var->name);
    if (!var->align)
        return scope_fail_noting(t, "reflect", where,
                                 scope_text(t,
                                            "'%s' is not distributed, and has nothing to "
                                            "reflect; align it with a template",
                                            var->name),
                                 var->where, note);
    if (!source_range_is_set(var->shadow_where))
        return scope_fail_noting(
            t, "reflect", where,
            scope_text(t, "'%s' has no shadow; declare one with 'shadow %s'", var->name, var->name),
            var->where, note);
    if (d->u.reflect.width_count != 0 && d->u.reflect.width_count != var->rank)
        return scope_fail_noting(t, "rank-mismatch", d->u.reflect.width_at,
                                 scope_text(t, "'%s' has %s, but %d %s a width", var->name,
                                            scope_dimensions(t, var->rank),
                                            d->u.reflect.width_count,
                                            d->u.reflect.width_count == 1 ? "gets" : "get"),
                                 var->where, note);
    return true;
}

/* After an error in the declarations, an array may lack what it was meant to
 * have: that has been reported. */
static bool is_reported_missing(const directive_table *t, const variable *var)
{
    for (int i = 0; i < t->declarations.count; i++) {
        const declared *one = &t->declarations.data[i];
        directive_kind kind = one->d->kind;
        if (kind != DIRECTIVE_ALIGN && kind != DIRECTIVE_SHADOW)
            continue;
        directive_name name =
            kind == DIRECTIVE_ALIGN ? one->d->u.align.source.name : one->d->u.shadow.name;
        bool is_missing =
            kind == DIRECTIVE_ALIGN ? !var->align : !source_range_is_set(var->shadow_where);
        if (is_missing && scope_variable(one->names, name) == var)
            return true;
    }
    return false;
}

bool directive_reflects(directive_table *t, const directive *d, const directive_names *names,
                        int *count, const reflect_node **out)
{
    int wanted = d->u.reflect.count;
    reflect_node *made = ARENA_ARRAY(t->ctx->arena, wanted, reflect_node);
    bool is_right = true;
    for (int i = 0; i < wanted; i++) {
        directive_name name = d->u.reflect.vars[i];
        variable *var = find_variable(t, names, name, true);
        bool is_usable =
            var && !is_reported_missing(t, var) && check_reflected(t, d, var, name.where);
        made[i].var = var;
        made[i].is_orthogonal = d->u.reflect.is_orthogonal;
        made[i].is_reverse = strcmp(d->word, "reduce_shadow") == 0;
        for (int dim = 0; is_usable && dim < d->u.reflect.width_count; dim++)
            is_usable = read_widths(t, d, names, var, dim, &made[i]);
        is_right &= is_usable;
    }
    *count = wanted;
    *out = made;
    return is_right;
}

/* --- reduction, bcast, barrier -------------------------------------------------- */

static bool make_on(directive_table *t, bool has_clause, const directive_ref *ref,
                    const directive_names *names, const on_clause **out)
{
    if (!has_clause)
        return true;
    on_clause *made = ARENA_NEW(t->ctx->arena, on_clause);
    *out = made;
    return directive_on(t, ref, names, made);
}

/* A broadcast has one source: no section in any dimension. */
static bool make_from(directive_table *t, bool has_clause, const directive_ref *ref,
                      const directive_names *names, const on_clause **out)
{
    if (!has_clause)
        return true;
    on_clause *made = ARENA_NEW(t->ctx->arena, on_clause);
    *out = made;
    if (!scope_on(t, ref, names, made))
        return false;
    for (int k = 0; k < MAX_RANK; k++) {
        if (made->last[k] || made->is_section)
            return scope_fail(t, "not-analysed", ref->where,
                              "a broadcast from a section is not analysed in this version; name "
                              "one processor");
    }
    return true;
}

bool directive_stated(directive_table *t, const directive *d, const directive_names *names,
                      stated_node *out)
{
    *out = (stated_node){0};
    out->count = d->u.stated.reduction_count;
    bool is_right = make_reductions(t, out->count, d->u.stated.reductions, names, &out->items);
    is_right &= make_on(t, d->u.stated.has_on, &d->u.stated.on, names, &out->on_stated);
    is_right &= make_from(t, d->u.stated.has_from, &d->u.stated.from, names, &out->from_stated);
    return is_right;
}

/* --- Hints ---------------------------------------------------------------------- */

/* The number in a hint, which is at least `least`. */
static const expr *hinted_number(directive_table *t, const directive *d,
                                 const directive_names *names, int64_t least, const char *wrong)
{
    int64_t value;
    const expr *number = expr_read(t->reader, names, d->u.trip);
    if (!number) {
        t->has_failed = true;
        return NULL;
    }
    if (expr_known(number, &value) && value < least) {
        scope_fail(t, "extent", d->u.trip.where, wrong, (long long)value);
        return NULL;
    }
    return number;
}

const expr *directive_trips(directive_table *t, const directive *d, const directive_names *names)
{
    return hinted_number(t, d, names, 0, "a loop is not executed %lld times");
}

const expr *directive_strip(directive_table *t, const directive *d, const directive_names *names)
{
    return hinted_number(t, d, names, 1, "a strip has at least one iteration, not %lld");
}
