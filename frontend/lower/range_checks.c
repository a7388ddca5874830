#include "frontend/lower/range_checks.h"

#include "frontend/directive/constant.h"
#include "frontend/value/deciding.h"
#include "frontend/value/decl_index.h"
#include "frontend/value/integer_range.h"
#include "frontend/value/sign.h"

/* Integers whose range depends on what --set says: as checks over parameters alone. */

/* What the calls of a function pass. */
typedef struct call_list {
    VEC(const call_node *) calls;
} call_list;

typedef struct collector {
    lowering *lo;
    call_list *of; /* by function's id */
    bool *beyond;  /* by decl id: formals that are found to be passed such */
    VEC(range_check) found;
    bool is_data; /* the check at hand is of a value that decides nothing */
} collector;

/* What is in terms of formals is looked at for so many calls of calls. */
enum { CALLS_MOST = 64, DEPTH_MOST = 8 };

/* --- Calls ----------------------------------------------------------------- */

static void collect_calls(collector *c, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        call_list *of = n->kind == NODE_CALL ? &c->of[n->u.call.callee->id] : NULL;
        if (of && of->calls.count < CALLS_MOST)
            VEC_PUSH(c->lo->ctx->arena, &of->calls, &n->u.call);
        for (int i = node_lists(n, lists); i-- > 0;)
            collect_calls(c, *lists[i]);
    }
}

/* A formal's parameter in `e` that has no value for all calls; null: none. */
static const param *open_formal(const expr *e)
{
    if (e->kind == EXPR_PARAM) {
        const param *p = e->u.param;
        return p->origin == PARAM_FORMAL && !p->value ? p : p->value ? open_formal(p->value) : NULL;
    }
    for (int i = 0; e->uses_param && i < expr_operand_count(e); i++) {
        const param *p = open_formal(e->u.op.operand[i]);
        if (p)
            return p;
    }
    return NULL;
}

/* The function whose formal `p` stands for, as the calls of it. */
static const call_list *calls_of(const collector *c, const param *p, const decl **owner)
{
    const decl *formal = formal_of_param(c->lo, p);
    *owner = formal ? formal->function : NULL;
    const function *f = *owner ? c->lo->info[(*owner)->id].fn : NULL;
    return f ? &c->of[f->id] : NULL;
}

/* `e` under what the call passes. */
static const expr *under_call(collector *c, const expr *e, const decl *owner, const call_node *call)
{
    VEC(const param *) params = {0};
    VEC(const expr *) with = {0};
    for (int k = 0; k < owner->formal_count && k < call->argument_count; k++) {
        const param *p = c->lo->info[owner->formals[k]->id].formal;
        if (!p || p->value || !call->arguments[k].value)
            continue;
        VEC_PUSH(c->lo->ctx->arena, &params, p);
        VEC_PUSH(c->lo->ctx->arena, &with, call->arguments[k].value);
    }
    const expr_substitution by = {.count = params.count, .params = params.data, .with = with.data};
    return params.count ? expr_substitute(c->lo->pool, e, &by) : e;
}

/* --- Checks ---------------------------------------------------------------- */

static int64_t clipped(wide v)
{
    return v > INT64_MAX ? INT64_MAX : v < INT64_MIN ? INT64_MIN : (int64_t)v;
}

/* The formals in `e`, and in the bounds of its loops: of a sign, those that it is from. */
static void mark_beyond(collector *c, const expr *e, bool is_sign)
{
    if (e->kind == EXPR_PARAM) {
        const decl *formal = formal_of_param(c->lo, e->u.param);
        if (formal)
            c->beyond[formal->id] = true;
        else if (e->u.param->value)
            mark_beyond(c, e->u.param->value, is_sign);
    }
    const loop_range *loop = NULL;
    if (e->kind == EXPR_LOOP_VAR && !is_sign)
        loop = value_range_of_loop(c->lo, e->u.var);
    const expr *bound = e->kind == EXPR_LOOP_VAR ? value_floor(c->lo, e->u.var) : NULL;
    if (bound)
        mark_beyond(c, bound, is_sign);
    if (loop && !expr_mentions(loop->lower, e->u.var))
        mark_beyond(c, loop->lower, is_sign);
    if (loop && !expr_mentions(loop->upper, e->u.var))
        mark_beyond(c, loop->upper, is_sign);
    for (int i = 0; i < expr_operand_count(e); i++)
        mark_beyond(c, e->u.op.operand[i], is_sign);
}

static bool is_beyond(const type_check *check, wide lowest, wide highest)
{
    return lowest < c_integer_first(c_type_integer(check->type)) ||
           highest > c_integer_last(c_type_integer(check->type));
}

/* What is kept of a value that its type does not hold, has a form where the type is not the widest:
 * that of formals of which nothing is taken for granted. */
static void learn_wrap(collector *c, const type_check *check, wide lowest, wide highest)
{
    if (check->kind == RANGE_WRAPS && check->type->bytes <= 4 && !c->is_data &&
        is_beyond(check, lowest, highest))
        mark_beyond(c, check->value, false);
}

static void set_limits(range_check *out, const type_check *check)
{
    switch (check->kind) {
    case RANGE_WRAPS:
    case RANGE_OVERFLOWS:
        out->first = clipped(c_integer_first(c_type_integer(check->type)));
        out->last = clipped(c_integer_last(c_type_integer(check->type)));
        out->type = c_integer_name(c_type_integer(check->type));
        break;
    case RANGE_ROUNDS:
        out->last = INT64_MAX;
        break;
    case RANGE_MISSED:
        out->first = out->last = 1;
        break;
    }
}

/* A sign's check is that of its parts where the least value of the whole has no form. */
static void add_parts(collector *c, const type_check *check, const expr *value, int depth);

static void add(collector *c, const type_check *check, const expr *value, int depth)
{
    bool is_sign = check->kind == RANGE_ROUNDS;
    const expr *least = value_extreme(c->lo, value, false),
               *most = value_extreme(c->lo, value, true);
    if (is_sign && !least)
        add_parts(c, check, value, depth);
    most = is_sign && !most ? least : most;
    if (is_sign && !least)
        return;
    const param *open = open_formal(least ? least : value);
    open = open ? open : open_formal(most ? most : value);
    const decl *owner;
    const call_list *list = open && depth < DEPTH_MOST ? calls_of(c, open, &owner) : NULL;
    for (int i = 0; list && i < list->calls.count; i++) {
        const expr *passed = under_call(c, value, owner, list->calls.data[i]);
        if (passed != value)
            add(c, check, passed, depth + 1);
    }
    if (list)
        return;
    if (!least || !most) {
        const integer_range r = value_range_of(c->lo, value);
        learn_wrap(c, check, r.least, r.most);
        return;
    }
    int64_t lowest, highest;
    if (is_sign && expr_known(least, &lowest) && lowest < 0 &&
        (!expr_known(most, &highest) || lowest <= highest))
        mark_beyond(c, check->value, true);
    if (expr_known(least, &lowest) && expr_known(most, &highest))
        learn_wrap(c, check, lowest, highest);
    if (c->is_data && check->kind != RANGE_OVERFLOWS)
        return;
    range_check found = {.where = check->where, .least = least, .most = most, .kind = check->kind};
    set_limits(&found, check);
    for (int i = c->found.count - 1; i >= 0 && i >= c->found.count - CALLS_MOST; i--)
        if (c->found.data[i].least == least && c->found.data[i].most == most &&
            c->found.data[i].type == found.type)
            return;
    VEC_PUSH(c->lo->ctx->arena, &c->found, found);
}

/* A remainder has the sign of its divisor. */
static void add_parts(collector *c, const type_check *check, const expr *value, int depth)
{
    const expr *bound = value->kind == EXPR_LOOP_VAR ? value_floor(c->lo, value->u.var) : NULL;
    if (bound)
        add(c, check, bound, depth);
    for (int i = value->kind == EXPR_MOD; i < expr_operand_count(value); i++)
        add(c, check, value->u.op.operand[i], depth);
}

/* Those of values in directives. */
static void add_directives(lowering *lo)
{
    const directive_check *checks;
    const int count = expr_reader_checks(lo->reader, &checks);
    for (int i = 0; i < count; i++) {
        c_type *type = ARENA_NEW(lo->ctx->arena, c_type);
        *type = (c_type){.kind = TYPE_INT,
                         .bytes = checks[i].type.bytes,
                         .is_unsigned = checks[i].type.is_unsigned,
                         .is_bool = checks[i].type.is_bool};
        const type_check check = {checks[i].value, type, checks[i].kind, checks[i].where};
        VEC_PUSH(lo->ctx->arena, &lo->found.checks, check);
    }
}

void lower_range_checks(lowering *lo, program *p, bool *beyond)
{
    collector c = {.lo = lo, .beyond = beyond};
    c.of = ARENA_ARRAY(lo->ctx->arena, lo->source->function_count + 1, call_list);
    for (int i = 0; i < lo->source->function_count; i++)
        collect_calls(&c, lo->info[lo->source->functions[i]->id].fn->body);
    const int count = lo->found.checks.count; /* those of code */
    bool *decides = ARENA_ARRAY(lo->ctx->arena, count + 1, bool);
    value_find_deciding(lo, count, lo->found.checks.data, decides);
    add_directives(lo);
    for (int i = 0; i < lo->found.checks.count; i++) {
        c.is_data = i < count && !decides[i] && lo->found.checks.data[i].kind != RANGE_MISSED;
        add(&c, &lo->found.checks.data[i], lo->found.checks.data[i].value, 0);
    }
    p->range_count = c.found.count;
    p->ranges = c.found.data;
}
