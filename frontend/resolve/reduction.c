/* The variables of clauses: reductions, broadcasts, new. What may stand there:
 * HPF 2.0, sections 5.1 and 5.2; XcalableMP 1.2, sections 4.4.3, 4.5.4 and 4.5.5. */

#include "frontend/resolve/reduction.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/scope.h"

variable *scope_named(directive_table *t, const directive_names *names, directive_name name,
                      bool is_array)
{
    variable *var = scope_variable(names, name);
    if (!var)
        scope_unknown(t, names, name, is_array ? "an array" : "a variable");
    return var;
}

static bool fail_at(directive_table *t, const char *rule, directive_name name, const variable *var,
                    const char *text)
{
    return scope_fail_noting(t, rule, name.where, text, var->where,
                             scope_text(t, "'%s' is declared here", var->name));
}

/* Does each processor have other elements, of which there is no copy? */
static bool is_divided(const variable *var)
{
    const dist_template *target = var->align ? var->align->target : NULL;
    if (!target || !target->is_distributed || target->grid->own_count)
        return false;
    for (int k = 0; k < target->rank; k++) {
        bool is_copied = var->align->axis[k].source == ALIGN_REPLICATED;
        if (is_copied && target->format[k].kind != DIST_COLLAPSED)
            return false;
    }
    return true;
}

/* May what all have of the variable be sent, or combined? */
static bool check_sent(directive_table *t, const directive_reduction *item, const variable *var)
{
    const char *rule = item->op == REDUCE_NONE ? "bcast" : "reduction";
    for (int d = 0; d < var->rank && var->formal_index < 0; d++) {
        if (!var->extent[d])
            return fail_at(t, rule, item->var, var,
                           scope_text(t,
                                      "how many elements '%s' has is not known; name an array "
                                      "or a scalar",
                                      var->name));
    }
    if (item->spelling == DIALECT_HPF || !is_divided(var))
        return true;
    return fail_at(t, rule, item->var, var,
                   scope_text(t,
                              "'%s' is distributed: every processor has other elements of it; "
                              "name a variable of which all have a copy, or use 'gmove'",
                              var->name));
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

/* Of one dimension. */
typedef struct selection {
    const expr *base, *step;
    const expr *length; /* null after a diagnostic */
} selection;

/* How many elements a subscript means in one dimension, and which is the first; null after a
 * diagnostic. */
static const expr *count_selected(directive_table *t, const directive_names *names,
                                  const variable *var, int dim, const directive_subscript *sub,
                                  selection *out)
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
    *out = (selection){base, step, length};
    const expr *last = expr_add(pool, base, expr_mul(pool, step, expr_sub(pool, length, one)));
    return check_place(t, var, dim, last, sub->where) ? length : NULL;
}

/* The number of the first element, in C's order, if they are neighbours in memory: of all but one
 * dimension one index, or, after that one, all. Else null. */
static const expr *first_of_run(expr_pool *pool, const variable *var, const selection *of)
{
    const expr *one = expr_int(pool, 1), *first = expr_int(pool, 0);
    bool is_run = true, is_several = false; /* so far */
    for (int d = 0; d < var->rank; d++) {
        bool is_whole = of[d].base == expr_int(pool, 0) && of[d].length == var->extent[d];
        is_run = is_run && of[d].step == one && (!is_several || is_whole);
        is_several |= of[d].length != one;
        if (d > 0 && !var->extent[d])
            return NULL;
        first = expr_add(pool, d ? expr_mul(pool, first, var->extent[d]) : first, of[d].base);
    }
    return is_run ? first : NULL;
}

/* The elements of a[i][0:n]..; dimensions that are not indexed count whole. */
static bool count_part(directive_table *t, const directive_names *names, const variable *var,
                       const directive_ref *part, reduction *out)
{
    const expr *count = expr_int(t->pool, 1);
    selection of[MAX_RANK];
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
        if (dim >= part->count && !var->extent[dim])
            return fail_at(t, "section", part->name, var,
                           scope_text(t,
                                      "how many elements '%s' has is not known; name a part of it, "
                                      "as in %s[0:2]",
                                      var->name, var->name));
        of[dim] = (selection){expr_int(t->pool, 0), expr_int(t->pool, 1), var->extent[dim]};
        const expr *length = dim < part->count
                                 ? count_selected(t, names, var, dim, &part->sub[dim], &of[dim])
                                 : var->extent[dim];
        if (!length)
            return false;
        count = expr_mul(t->pool, count, length);
    }
    out->elements = count;
    out->first = first_of_run(t->pool, var, of);
    return true;
}

/* --- Reductions ------------------------------------------------------------------ */

static bool check_type(directive_table *t, const directive_reduction *item, const variable *var)
{
    bool is_bits = item->op == REDUCE_AND || item->op == REDUCE_OR || item->op == REDUCE_XOR;
    if (is_bits && var->kind != ELEM_INT)
        return fail_at(t, "reduction", item->var, var,
                       scope_text(t, "'%s' combines the bits of integers, but '%s' is none",
                                  item->word, var->name));
    bool compares = item->op == REDUCE_MAX || item->op == REDUCE_MIN;
    if (compares && (var->kind == ELEM_OTHER || var->is_no_number))
        return fail_at(
            t, "reduction", item->var, var,
            scope_text(t, "'%s' compares numbers, but '%s' is none", item->word, var->name));
    if (item->op != REDUCE_NONE && var->is_no_number)
        return fail_at(t, "reduction", item->var, var,
                       scope_text(t,
                                  "'%s' combines numbers, but '%s' is a structure or a pointer; "
                                  "name a variable of arithmetic type",
                                  item->word, var->name));
    return true;
}

/* Places, of any type, go with the extreme value. */
static bool check_locations(directive_table *t, const directive_reduction *item)
{
    bool is_extreme = item->op == REDUCE_MAX || item->op == REDUCE_MIN;
    if (item->location_count > 0 && !is_extreme)
        return scope_fail(t, "reduction", item->locations[0].name.where,
                          "'%s' has no location; only max, min, firstmax, firstmin, lastmax and "
                          "lastmin have one, as in max:x/i/",
                          item->word);
    return item->location_count > 0 || !item->needs_location ||
           scope_fail(
               t, "reduction", item->var.where,
               "'%s' needs variables for the location; write them, as in %s:%s/i/, or use %s",
               item->word, item->word, item->var.text, item->op == REDUCE_MAX ? "max" : "min");
}

static bool check_location(directive_table *t, const directive_reduction *item,
                           const variable *extreme, directive_name name, const variable *location)
{
    if (location == extreme)
        return scope_fail(t, "reduction", name.where,
                          "'%s' is the value itself; name the variables that receive its location, "
                          "as in %s:%s/i/",
                          location->name, item->word, location->name);
    return !location->align || fail_at(t, "reduction", name, location,
                                       scope_text(t,
                                                  "'%s' is distributed; a location is kept in "
                                                  "variables of which every processor has a copy",
                                                  location->name));
}

/* The value, its locations and a rank are one element of an MPI type, whose bytes are an int: so
 * many are left for the locations. */
enum { LOCATION_BYTES_MOST = INT32_MAX - 64 };

/* All of an array, or a part of it. */
static bool make_location_part(directive_table *t, const directive_names *names,
                               const variable *location, const directive_ref *ref,
                               location_part *out, int *bytes)
{
    reduction part = {0};
    int64_t count = 1;
    if (location->rank && !count_part(t, names, location, ref, &part))
        return false;
    if (!location->rank && ref->count)
        return scope_fail(t, "rank-mismatch", ref->where, "'%s' is no array: name it alone",
                          location->name);
    if (part.elements && !expr_known(part.elements, &count))
        return scope_fail(t, "reduction", ref->where,
                          "how many elements of '%s' go with the extreme value must be known: name "
                          "a part by numbers",
                          location->name);
    if (location->elem_bytes > 0 && count > (LOCATION_BYTES_MOST - *bytes) / location->elem_bytes)
        return scope_fail(t, "reduction", ref->where,
                          "what goes with the extreme value has at most %d bytes, with '%s' it has "
                          "more: name a part by numbers",
                          LOCATION_BYTES_MOST, location->name);
    *out = (location_part){part.elements, part.first};
    *bytes += (int)(count * location->elem_bytes);
    return true;
}

static bool make_reduction(directive_table *t, const directive_reduction *item,
                           const directive_names *names, reduction *out)
{
    *out = (reduction){.op = item->op, .where = item->var.where};
    out->var = scope_named(t, names, item->var, false);
    bool is_right = out->var && check_type(t, item, out->var) &&
                    (item->part ? count_part(t, names, out->var, item->part, out)
                                : check_sent(t, item, out->var));
    const variable **locations = ARENA_ARRAY(t->ctx->arena, item->location_count, const variable *);
    out->location_count = item->location_count;
    location_part *parts = ARENA_ARRAY(t->ctx->arena, item->location_count, location_part);
    out->locations = locations;
    out->location_parts = parts;
    out->takes_last = item->word && strncmp(item->word, "last", 4) == 0;
    for (int k = 0; k < item->location_count; k++) {
        const directive_ref *ref = &item->locations[k];
        const variable *location = scope_named(t, names, ref->name, false);
        locations[k] = location;
        is_right &= location && check_location(t, item, out->var, ref->name, location) &&
                    make_location_part(t, names, location, ref, &parts[k], &out->location_bytes);
    }
    return is_right && check_locations(t, item);
}

bool scope_reductions(directive_table *t, int count, const directive_reduction *items,
                      const directive_names *names, const reduction **out)
{
    reduction *list = ARENA_ARRAY(t->ctx->arena, count, reduction);
    bool is_right = true;
    for (int i = 0; i < count; i++) {
        is_right &= make_reduction(t, &items[i], names, &list[i]);
        for (int k = 0; k < i && is_right; k++) {
            if (list[k].var == list[i].var && !items[i].part && !items[k].part)
                is_right = scope_fail_noting(
                    t, list[i].op ? "reduction" : "bcast", list[i].where,
                    scope_text(t, "'%s' is %s twice; keep one of the two", list[i].var->name,
                               list[i].op ? "reduced" : "broadcast"),
                    list[k].where, list[i].op ? "first reduced here" : "first named here");
        }
    }
    *out = list;
    return is_right;
}

bool directive_reductions(directive_table *t, const directive_loop *loop,
                          const directive_names *names, int *count, const reduction **out)
{
    *count = loop->reduction_count;
    return scope_reductions(t, loop->reduction_count, loop->reductions, names, out);
}

/* --- new --------------------------------------------------------------------------- */

static bool check_new(directive_table *t, const directive_loop *loop, directive_name name,
                      const variable *var)
{
    if (var->align)
        return fail_at(t, "new", name, var,
                       scope_text(t,
                                  "'%s' is distributed, and cannot be private to an iteration; "
                                  "name a variable in new(..) that no directive maps",
                                  var->name));
    for (int i = 0; i < loop->reduction_count; i++) {
        if (loop->reductions[i].var.text == name.text)
            return scope_fail_noting(
                t, "new", name.where,
                scope_text(t,
                           "'%s' is new in each iteration, so that there is nothing to reduce; "
                           "keep one of the two",
                           var->name),
                loop->reductions[i].var.where, "reduced here");
    }
    return true;
}

bool directive_news(directive_table *t, const directive_loop *loop, const directive_names *names,
                    int *count, const variable *const **out)
{
    const variable **list = ARENA_ARRAY(t->ctx->arena, loop->new_count, const variable *);
    bool is_right = true;
    for (int i = 0; i < loop->new_count; i++) {
        list[i] = scope_named(t, names, loop->news[i], false);
        is_right &= list[i] && check_new(t, loop, loop->news[i], list[i]);
        for (int k = 0; k < i; k++)
            if (list[i] && list[k] == list[i])
                is_right = scope_fail_noting(
                    t, "new", loop->news[i].where,
                    scope_text(t, "'%s' is named twice; keep one of the two", list[i]->name),
                    loop->news[k].where, "first named here");
    }
    *count = loop->new_count;
    *out = list;
    return is_right;
}
