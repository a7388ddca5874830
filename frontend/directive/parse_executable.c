/* What stands at loops and statements: independent, on home, loop, reflect,
 * reduction, bcast, barrier, task, and the hints of `#pragma fpredict`. */

#include "frontend/directive/parse_executable.h"

#include <stdlib.h>

#include "frontend/directive/clauses.h"

/* --- Loops ------------------------------------------------------------------ */

static bool parse_home(parser *p, directive_loop *loop)
{
    loop->has_on = true;
    if (parse_take_word(p, "home") || token_is(p->at, "("))
        return parse_expect(p, "(") && parse_ref(p, parse_home_name(p), &loop->on) &&
               parse_expect(p, ")");
    return parse_ref(p, parse_home_name(p), &loop->on);
}

/* The clauses of independent and on home, in any order. */
static bool parse_hpf_clauses(parser *p, directive *d)
{
    directive_loop *loop = &d->u.loop;
    reduction_list reductions = {0};
    while (parse_take(p, ",") || !parse_at_end(p)) {
        if (parse_take_word(p, "new")) {
            if (!parse_names(p, "the name of a variable", &loop->new_count, &loop->news))
                return false;
        } else if (parse_take_word(p, "reduction")) {
            if (!parse_reductions(p, &reductions))
                return false;
        } else if (!loop->has_on && parse_take_word(p, "on")) {
            if (!parse_home(p, loop))
                return false;
        } else if (parse_take_word(p, "independent")) {
            d->kind = DIRECTIVE_INDEPENDENT;
            d->word = intern(p->ctx->names, "independent");
        } else {
            return parse_fail(
                p, p->at->where, "expected new(..), reduction(op:..) or on home(..)%s%s%s",
                parse_at_end(p) ? "" : " before '", p->at->text, parse_at_end(p) ? "" : "'");
        }
    }
    loop->reduction_count = reductions.count;
    loop->reductions = reductions.data;
    return true;
}

bool parse_independent(parser *p)
{
    return parse_hpf_clauses(p, parse_append(p, DIRECTIVE_INDEPENDENT));
}

bool parse_on_home(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_ON_HOME);
    return parse_home(p, &d->u.loop) && parse_hpf_clauses(p, d);
}

/* (w, ..) of expand and margin; (id, w, ..) of peel_and_wait. */
static bool parse_reach(parser *p, directive_reach_kind kind, directive_reach *out)
{
    const directive_token *word = p->at - 1;
    directive_ref widths = {0};
    if (out->kind != DIRECTIVE_REACH_NONE)
        return parse_fail(p, word->where, "a loop has one of expand, margin and peel_and_wait");
    if (!token_is(p->at, "("))
        return parse_expect(p, "(");
    if (!parse_subscripts(p, &widths))
        return false;
    int ids = kind == DIRECTIVE_REACH_PEEL;
    if (ids && (widths.count < 2 || widths.sub[0].kind != DIRECTIVE_SUB_VALUE))
        return parse_fail(p, widths.where,
                          "expected the id that an 'async' has, and then the widths");
    *out = (directive_reach){.kind = kind,
                             .width_count = widths.count - ids,
                             .widths = widths.sub + ids,
                             .where = token_span(word->where, widths.where)};
    if (ids)
        out->id = widths.sub[0].value;
    return true;
}

static bool parse_loop_clause(parser *p, directive_loop *loop, reduction_list *reductions)
{
    if (parse_take_word(p, "reduction"))
        return parse_reductions(p, reductions);
    if (parse_take_word(p, "expand"))
        return parse_reach(p, DIRECTIVE_REACH_EXPAND, &loop->reach);
    if (parse_take_word(p, "margin"))
        return parse_reach(p, DIRECTIVE_REACH_MARGIN, &loop->reach);
    if (parse_take_word(p, "peel_and_wait"))
        return parse_reach(p, DIRECTIVE_REACH_PEEL, &loop->reach);
    return parse_take_word(p, "profile") || parse_clause_end(p);
}

bool parse_loop(parser *p)
{
    directive_loop *loop = &parse_append(p, DIRECTIVE_LOOP)->u.loop;
    reduction_list reductions = {0};
    if (token_is(p->at, "(") &&
        !parse_names(p, "the variable of a loop", &loop->var_count, &loop->vars))
        return false;
    if (!parse_expect_word(p, "on") || !parse_ref(p, parse_home_name(p), &loop->on))
        return false;
    loop->has_on = true;
    while (!parse_at_end(p)) {
        if (!parse_loop_clause(p, loop, &reductions))
            return false;
        parse_take(p, ",");
    }
    loop->reduction_count = reductions.count;
    loop->reductions = reductions.data;
    return true;
}

/* --- Array assignments ------------------------------------------------------- */

bool parse_forall(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_FORALL);
    if (!parse_hpf_clauses(p, d))
        return false;
    if (d->u.loop.reduction_count || d->u.loop.new_count)
        return parse_fail(p, p->word_at,
                          "a forall assigns elements of arrays: it has no new(..) and no "
                          "reduction(..); say 'independent' instead");
    return true;
}

/* The mask has been read as C. */
bool parse_where(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_WHERE);
    const directive_token *open = p->at;
    if (!token_is(open, "("))
        return true;
    if (token_is(open + 1, ")"))
        return parse_fail(p, open->where, "expected a mask");
    d->u.has_mask = true;
    return parse_skip_brackets(p);
}

bool parse_elsewhere(parser *p)
{
    parse_append(p, DIRECTIVE_ELSEWHERE)->u.has_mask = true;
    return true;
}

bool parse_gmove(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_GMOVE);
    d->u.gmove = parse_take_word(p, "in")    ? GMOVE_IN
                 : parse_take_word(p, "out") ? GMOVE_OUT
                                             : GMOVE_COLLECTIVE;
    while (!parse_at_end(p)) {
        bool is_read = parse_take_word(p, "profile") ||
                       (parse_takes_async(p, d) ? parse_async(p, d) : parse_clause_end(p));
        if (!is_read)
            return false;
    }
    return true;
}

bool parse_array(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_ARRAY);
    if (!parse_expect_word(p, "on") || !parse_ref(p, parse_home_name(p), &d->u.array))
        return false;
    parse_take_word(p, "profile");
    return true;
}

/* --- Communication ----------------------------------------------------------- */

static bool parse_widths(parser *p, directive *d)
{
    directive_ref widths = {0};
    if (!token_is(p->at, "("))
        return parse_expect(p, "(");
    if (!parse_subscripts(p, &widths))
        return false;
    d->u.reflect.width_count = widths.count;
    d->u.reflect.widths = widths.sub;
    d->u.reflect.width_at = widths.where;
    return true;
}

static bool parse_reflect_as(parser *p, directive_kind kind)
{
    directive *d = parse_append(p, kind);
    if (!parse_names(p, "the name of an array", &d->u.reflect.count, &d->u.reflect.vars))
        return false;
    while (!parse_at_end(p)) {
        bool is_read = true;
        bool is_again = d->u.reflect.width_count > 0 || kind == DIRECTIVE_REFLECT_DO;
        if (!is_again && parse_take_word(p, "width"))
            is_read = parse_widths(p, d);
        else if (kind != DIRECTIVE_REFLECT_DO && parse_take_word(p, "orthogonal"))
            d->u.reflect.is_orthogonal = true;
        else if (parse_takes_async(p, d))
            is_read = parse_async(p, d);
        else if (!parse_take_word(p, "profile"))
            is_read = parse_clause_end(p);
        if (!is_read)
            return false;
    }
    return true;
}

bool parse_reflect(parser *p)
{
    return parse_reflect_as(p, DIRECTIVE_REFLECT);
}

bool parse_reflect_init(parser *p)
{
    return parse_reflect_as(p, DIRECTIVE_REFLECT_INIT);
}

bool parse_reflect_do(parser *p)
{
    return parse_reflect_as(p, DIRECTIVE_REFLECT_DO);
}

/* [from ref] [on ref] [async(id)] in any order */
static bool parse_xmp_comm_clauses(parser *p, directive *d)
{
    while (!parse_at_end(p)) {
        bool is_read = true;
        if (!d->u.comm.has_on && parse_take_word(p, "on")) {
            d->u.comm.has_on = true;
            is_read = parse_ref(p, parse_home_name(p), &d->u.comm.on);
        } else if (d->kind == DIRECTIVE_BCAST && !d->u.comm.has_from &&
                   parse_take_word(p, "from")) {
            d->u.comm.has_from = true;
            is_read = parse_ref(p, parse_home_name(p), &d->u.comm.from);
        } else if (parse_takes_async(p, d)) {
            is_read = parse_async(p, d);
        } else if (!parse_take_word(p, "profile")) {
            is_read = parse_clause_end(p);
        }
        if (!is_read)
            return false;
    }
    return true;
}

bool parse_xmp_reduction(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_REDUCTION);
    reduction_list reductions = {0};
    if (!parse_reductions(p, &reductions))
        return false;
    d->u.comm.reduction_count = reductions.count;
    d->u.comm.reductions = reductions.data;
    return parse_xmp_comm_clauses(p, d);
}

bool parse_bcast(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_BCAST);
    reduction_list items = {0};
    if (!parse_expect(p, "("))
        return false;
    do {
        directive_reduction item = {0};
        if (!parse_item(p, &item, "a broadcast"))
            return false;
        VEC_PUSH(p->ctx->arena, &items, item);
    } while (parse_take(p, ","));
    d->u.comm.reduction_count = items.count;
    d->u.comm.reductions = items.data;
    return parse_expect(p, ")") && parse_xmp_comm_clauses(p, d);
}

bool parse_barrier(parser *p)
{
    return parse_xmp_comm_clauses(p, parse_append(p, DIRECTIVE_BARRIER));
}

bool parse_wait_async(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_WAIT_ASYNC);
    if (!token_is(p->at, "("))
        return parse_expect(p, "(");
    if (!parse_subscripts(p, &d->u.wait.ids))
        return false;
    for (int i = 0; i < d->u.wait.ids.count; i++)
        if (d->u.wait.ids.sub[i].kind != DIRECTIVE_SUB_VALUE)
            return parse_fail(p, d->u.wait.ids.sub[i].where, "an id is an integer");
    d->u.wait.has_on = parse_take_word(p, "on");
    return !d->u.wait.has_on || parse_ref(p, parse_home_name(p), &d->u.wait.on);
}

/* (node, tag) or, of a wait, (node) */
static bool parse_partner(parser *p, directive *d)
{
    d->u.post.has_node = true;
    if (!parse_expect(p, "(") || !parse_ref(p, "the name of nodes", &d->u.post.node))
        return false;
    if (d->kind == DIRECTIVE_WAIT && parse_take(p, ")"))
        return true;
    return parse_expect(p, ",") && parse_expr(p, &d->u.post.tag) && parse_expect(p, ")");
}

bool parse_post(parser *p)
{
    return parse_partner(p, parse_append(p, DIRECTIVE_POST));
}

bool parse_wait(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_WAIT);
    return parse_at_end(p) || parse_partner(p, d);
}

bool parse_task(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_TASK);
    if (!parse_expect_word(p, "on") || !parse_ref(p, parse_home_name(p), &d->u.task))
        return false;
    while (parse_take_word(p, "nocomm") || parse_take_word(p, "profile"))
        ; /* they change how a task is set up, not what it does */
    return true;
}

bool parse_tasks(parser *p)
{
    parse_append(p, DIRECTIVE_TASKS);
    return true;
}

/* --- Hints -------------------------------------------------------------------- */

bool parse_trip(parser *p)
{
    return parse_expr_in_parens(p, &parse_append(p, DIRECTIVE_TRIP)->u.trip);
}

bool parse_pipeline(parser *p)
{
    return parse_expr_in_parens(p, &parse_append(p, DIRECTIVE_PIPELINE)->u.trip);
}

bool parse_probability(parser *p)
{
    directive *d = parse_append(p, DIRECTIVE_PROBABILITY);
    if (!parse_expect(p, "("))
        return false;
    char *rest = NULL;
    double value = p->at->kind == TOKEN_NUMBER ? strtod(p->at->text, &rest) : -1;
    if (!rest || *rest != '\0' || !(value >= 0 && value <= 1))
        return parse_fail(p, p->at->where, "expected a number from 0 to 1");
    d->u.probability = value;
    p->at++;
    return parse_expect(p, ")");
}

bool parse_region(parser *p)
{
    return parse_name(p, "a name for the region", &parse_append(p, DIRECTIVE_REGION)->u.region);
}
