/* What executable directives state: reflect, reduction, bcast, barrier; and the
 * numbers of hints. */

#include "frontend/resolve/executable.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/resolve/bcast_from.h"
#include "frontend/resolve/margins.h"
#include "frontend/resolve/on.h"
#include "frontend/resolve/reduction.h"
#include "frontend/resolve/scope.h"

/* --- async ---------------------------------------------------------------------- */

static const expr *read_id(directive_table *t, const directive_names *names, directive_expr e)
{
    const expr *id = expr_read(t->reader, names, e);
    t->has_failed |= !id;
    return id;
}

bool directive_async(directive_table *t, const directive *d, const directive_names *names,
                     const expr **id)
{
    *id = d->async.count ? read_id(t, names, d->async) : NULL;
    return *id || !d->async.count;
}

/* --- reflect ------------------------------------------------------------------ */

/* Is a width within the declared shadow, as far as it is known? */
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
    const expr *low, *high;
    if (sub->is_unbound)
        return scope_fail(t, "malformed-directive", sub->where,
                          "'/unbound/' belongs to the expand and the margin of a loop");
    if (!scope_read_width(t, sub, names, &low, &high))
        return false;
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
    reflect_node *list = ARENA_ARRAY(t->ctx->arena, wanted, reflect_node);
    const expr *async;
    bool is_right = directive_async(t, d, names, &async);
    for (int i = 0; i < wanted; i++) {
        directive_name name = d->u.reflect.vars[i];
        variable *var = scope_named(t, names, name, true);
        bool is_usable =
            var && !is_reported_missing(t, var) && check_reflected(t, d, var, name.where);
        for (int k = 0; k < i && is_usable; k++)
            if (list[k].var == var)
                is_usable = scope_fail_noting(
                    t, "reflect", name.where,
                    scope_text(t, "'%s' is reflected twice; name it once", var->name),
                    d->u.reflect.vars[k].where, "first named here");
        list[i].var = var;
        list[i].is_orthogonal = d->u.reflect.is_orthogonal;
        list[i].is_reverse = strcmp(d->word, "reduce_shadow") == 0;
        list[i].async = async;
        for (int dim = 0; is_usable && dim < d->u.reflect.width_count; dim++)
            is_usable = read_widths(t, d, names, var, dim, &list[i]);
        is_right &= is_usable;
    }
    *count = wanted;
    *out = list;
    return is_right;
}

/* --- reduction, bcast, barrier -------------------------------------------------- */

static bool make_on(directive_table *t, bool has_clause, const directive_ref *ref,
                    const directive_names *names, const on_clause **out)
{
    if (!has_clause)
        return true;
    on_clause *list = ARENA_NEW(t->ctx->arena, on_clause);
    *out = list;
    return directive_on(t, ref, names, list);
}

bool directive_executable(directive_table *t, const directive *d, const directive_names *names,
                          xmp_comm_node *out)
{
    *out = (xmp_comm_node){0};
    out->count = d->u.comm.reduction_count;
    bool is_right = scope_reductions(t, out->count, d->u.comm.reductions, names, &out->items);
    is_right &= directive_async(t, d, names, &out->async);
    is_right &= make_on(t, d->u.comm.has_on, &d->u.comm.on, names, &out->on_explicit);
    if (!d->u.comm.has_from || !is_right)
        return is_right;
    on_clause *from = ARENA_NEW(t->ctx->arena, on_clause);
    out->from_explicit = from;
    return scope_from(t, &d->u.comm.from, names, out->on_explicit, from);
}

bool directive_waits(directive_table *t, const directive *d, const directive_names *names,
                     int *count, const xmp_comm_node **out)
{
    xmp_comm_node *list = ARENA_ARRAY(t->ctx->arena, d->u.wait.ids.count, xmp_comm_node);
    const on_clause *on = NULL;
    bool is_right = make_on(t, d->u.wait.has_on, &d->u.wait.on, names, &on);
    *count = d->u.wait.ids.count;
    *out = list;
    for (int i = 0; i < *count; i++) {
        list[i].async = read_id(t, names, d->u.wait.ids.sub[i].value);
        list[i].on_explicit = on;
        is_right &= list[i].async != NULL;
    }
    return is_right;
}

/* Is one processor named, with an index for each axis of its nodes? */
static bool check_partner(directive_table *t, const directive_ref *ref, const on_clause *on)
{
    if (!on->nodes)
        return scope_fail(t, "post", ref->where,
                          "'%s' is a template; post to nodes and wait for nodes, as in 'p(1)'",
                          ref->name.text);
    for (int k = 0; k < on->nodes->rank; k++)
        if (!on->index[k] || on->last[k] || on->is_own[k])
            return scope_fail(t, "post", ref->where,
                              "a post goes to one node, and a wait is for one; give '%s' an index "
                              "in each dimension",
                              ref->name.text);
    return true;
}

bool directive_post(directive_table *t, const directive *d, const directive_names *names,
                    xmp_comm_node *out)
{
    *out = (xmp_comm_node){0};
    bool is_right = true;
    if (d->u.post.has_node) {
        on_clause *on = ARENA_NEW(t->ctx->arena, on_clause);
        out->on_explicit = on;
        is_right = scope_on(t, &d->u.post.node, names, on) && check_partner(t, &d->u.post.node, on);
    }
    if (d->u.post.tag.count)
        out->tag = read_id(t, names, d->u.post.tag);
    return is_right && (out->tag || !d->u.post.tag.count);
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
