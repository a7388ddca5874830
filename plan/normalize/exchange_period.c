#include "plan/normalize/exchange_period.h"

#include "plan/normalize/inline.h"

/* A body is written out once for each iteration of a period, and of the rest; what becomes longer
 * than so many nodes stays. */
enum { PERIOD_MOST = 6, NODES_MOST = 20000 };

static node *unfold_list(planner *p, node *list);

/* --- What is exchanged ------------------------------------------------------------------------ */

/* The first of the statements that are one exchange stands for it. */
static const array_exchange *exchange_at(const node *n)
{
    const array_exchange *x = n->kind == NODE_STATEMENT ? n->u.stmt.exchange : NULL;
    return x && n->u.stmt.write->var == x->array[0] ? x : NULL;
}

/* Is there one in the list, or in a function that it calls? What such a function does to its
 * formals is none, for its caller. */
static bool has_exchange(const node *list, bool is_called)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const array_exchange *x = n->kind == NODE_STATEMENT ? n->u.stmt.exchange : NULL;
        if (x && !(is_called && x->is_by_value))
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (has_exchange(inner[i], is_called || n->kind == NODE_CALL))
                return true;
    }
    return false;
}

/* May something end the list's execution before its end? A return is a function's own. */
static bool may_leave(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_RETURN || n->kind == NODE_BREAK)
            return true;
        for (int i = n->kind == NODE_CALL ? 0 : node_below(n, inner); i-- > 0;)
            if (may_leave(inner[i]))
                return true;
    }
    return false;
}

/* The same of a function's body, in which a last return changes nothing. */
static bool may_return_early(const node *body)
{
    for (const node *n = body; n; n = n->next) {
        node alone = *n;
        alone.next = NULL;
        if ((n->next || n->kind != NODE_RETURN) && may_leave(&alone))
            return true;
    }
    return false;
}

static int nodes_in(const node *list)
{
    int count = 0;
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        count++;
        for (int i = node_below(n, inner); i-- > 0;)
            count += nodes_in(inner[i]);
    }
    return count;
}

/* Does the function exchange its formals? */
static bool exchanges_formals(const node *body)
{
    for (const node *n = body; n; n = n->next)
        if (n->kind == NODE_STATEMENT && n->u.stmt.exchange && n->u.stmt.exchange->is_undone)
            return true;
    return false;
}

/* Executes the list's exchanges; false: not each execution of it does the same. */
static bool follow(const node *list, array_names *names)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const array_exchange *x = exchange_at(n);
        if (x)
            array_names_exchange(names, x);
        if (n->kind == NODE_CALL && has_exchange(n->u.call.instance, true)) {
            if (may_return_early(n->u.call.instance) || exchanges_formals(n->u.call.instance) ||
                !follow(n->u.call.instance, names))
                return false;
        } else if (n->kind != NODE_CALL) {
            for (int i = node_below(n, inner); i-- > 0;)
                if (has_exchange(inner[i], false))
                    return false;
        }
    }
    return true;
}

/* After how many times are all names as before, if that is done to them each time? 0: too many. */
static int times_until_same(planner *p, const array_names *once)
{
    array_names now = array_names_none(p);
    for (int times = 1; times <= PERIOD_MOST; times++) {
        bool is_same = true;
        for (int i = 0; i < now.count; i++) {
            now.of[i] = once->of[now.of[i]->id];
            is_same &= now.of[i]->id == i;
        }
        if (is_same)
            return times;
    }
    return 0;
}

static bool is_plain(const node *n)
{
    const loop_node *l = &n->u.loop;
    int64_t step;
    if (n->kind == NODE_WHILE)
        return !n->u.whil.stepped;
    return n->kind == NODE_LOOP && l->is_exact && l->parallel == LOOP_UNSAID && !l->on_explicit &&
           !l->hinted && !l->strip && l->reach.kind == REACH_OWN && !l->reduction_count &&
           !l->new_count && expr_is_int(l->range.step, &step) && step != 0;
}

static node **body_of(node *n)
{
    return n->kind == NODE_LOOP ? &n->u.loop.body : &n->u.whil.body;
}

/* 0: the loop stays as it is; 1: each iteration leaves the names as they were. */
static int period_of(planner *p, node *n)
{
    if (!is_plain(n) || !has_exchange(*body_of(n), false) || may_leave(*body_of(n)))
        return 0;
    array_names once = array_names_none(p);
    int period = follow(*body_of(n), &once) ? times_until_same(p, &once) : 0;
    return nodes_in(*body_of(n)) <= NODES_MOST / (2 * PERIOD_MOST) ? period : 0;
}

/* --- Loops over periods ----------------------------------------------------------------------- */

static void append(node **head, node **tail, node *list)
{
    for (node *next; list; list = next) {
        next = list->next;
        list->next = NULL;
        node_append(head, tail, list);
    }
}

/* What `while` asks between two iterations. */
static node *test_of(planner *p, const node *n)
{
    const while_node *w = &n->u.whil;
    node *test = node_new(p->ctx, NODE_STATEMENT, n->where);
    test->u.stmt = (statement_node){.ops = w->condition,
                                    .scalar_read_count = w->scalar_read_count,
                                    .scalar_reads = w->scalar_reads};
    return test;
}

/* Iteration `number` of the loop `n` as it was. */
static node *iteration(planner *p, const node *n, const expr *number, array_names *names)
{
    if (n->kind == NODE_WHILE)
        return instance_renamed(p, n->u.whil.body, &(expr_substitution){0}, names);
    const loop_range *range = &n->u.loop.range;
    const expr *value = expr_add(p->pool, range->lower, expr_mul(p->pool, number, range->step));
    const param *none = NULL;
    const expr_substitution values = {
        .count = 1, .vars = &range->var, .params = &none, .with = &value};
    return instance_renamed(p, n->u.loop.body, &values, names);
}

/* The iterations that whole periods leave, each where there is one. */
static node *rest_of(planner *p, const node *n, const expr *trips, int period)
{
    expr_pool *pool = p->pool;
    const expr *rest = expr_mod(pool, trips, expr_int(pool, period));
    node *head = NULL, *tail = NULL;
    for (int i = 0; i + 1 < period; i++) {
        const expr *number = expr_add(pool, expr_sub(pool, trips, rest), expr_int(pool, i));
        const expr *runs = expr_logic(pool, EXPR_LT, expr_int(pool, i), rest);
        int64_t is_run;
        bool is_known = expr_is_int(runs, &is_run);
        if (is_known && !is_run)
            break;
        node *one = iteration(p, n, number, NULL), *last = one;
        while (last && last->next)
            last = last->next;
        if (last && n->kind == NODE_WHILE)
            last->next = test_of(p, n);
        if (!is_known) {
            node *guard = node_new(p->ctx, NODE_IF, n->where);
            guard->u.cond = (if_node){.condition = runs,
                                      .probability = 0.5,
                                      .is_decided = true,
                                      .is_operator = true,
                                      .then_body = one};
            one = guard;
        }
        append(&head, &tail, one);
    }
    return head;
}

/* The body of the loop over periods. */
static node *period_body(planner *p, const node *n, int period)
{
    array_names names = array_names_none(p);
    node *head = NULL, *tail = NULL;
    for (int i = 0; i < period; i++) {
        const expr *number = expr_int(p->pool, i);
        if (n->kind == NODE_LOOP) { /* from the first of this period */
            const loop_range *range = &n->u.loop.range;
            node from = *n;
            from.u.loop.range.lower = expr_loop_var(p->pool, range->var);
            append(&head, &tail, iteration(p, &from, number, &names));
        } else {
            append(&head, &tail, iteration(p, n, number, &names));
            append(&head, &tail, i + 1 < period ? test_of(p, n) : NULL);
        }
    }
    return head;
}

/* Makes the loop one over periods; returns what comes after it. */
static node *unfold(planner *p, node *n, int period)
{
    expr_pool *pool = p->pool;
    const expr *times = expr_int(pool, period);
    if (period == 1) {
        *body_of(n) = period_body(p, n, period);
        return NULL;
    }
    if (n->kind == NODE_WHILE) {
        node *rest = rest_of(p, n, n->u.whil.trips, period);
        n->u.whil.body = period_body(p, n, period);
        n->u.whil.trips = expr_floor_div(pool, n->u.whil.trips, times);
        return rest;
    }
    loop_range *range = &n->u.loop.range;
    const expr *trips = expr_trips(pool, range->lower, range->upper, range->step);
    node *rest = rest_of(p, n, trips, period);
    n->u.loop.body = period_body(p, n, period);
    n->u.loop.period = period;
    range->upper =
        expr_sub(pool, range->upper, expr_mul(pool, range->step, expr_int(pool, period - 1)));
    range->step = expr_mul(pool, range->step, times);
    n->u.loop.trips = expr_trips(pool, range->lower, range->upper, range->step);
    return rest;
}

/* What a function that exchanges its formals names between two of its loops, which are over periods
 * by now. */
static void name_formals(planner *p, call_node *c)
{
    array_names names = array_names_none(p), again = array_names_none(p);
    if (exchanges_formals(c->instance) && !has_exchange(c->instance, true) &&
        follow(c->instance, &names))
        c->instance = instance_renamed(p, c->instance, &(expr_substitution){0}, &again);
}

/* Inner loops first: what they leave is what an iteration around them exchanges. */
static node *unfold_list(planner *p, node *list)
{
    node *head = NULL, *tail = NULL;
    for (node *next; list; list = next) {
        next = list->next;
        list->next = NULL;
        node **below[2];
        for (int i = node_lists(list, below); i-- > 0;)
            *below[i] = unfold_list(p, *below[i]);
        if (list->kind == NODE_CALL)
            name_formals(p, &list->u.call);
        int period = period_of(p, list);
        node *rest = period ? unfold(p, list, period) : NULL;
        node_append(&head, &tail, list);
        append(&head, &tail, rest);
    }
    return head;
}

static bool is_any(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_STATEMENT && n->u.stmt.exchange)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (is_any(inner[i]))
                return true;
    }
    return false;
}

void exchange_periods_make(planner *p)
{
    if (!p->program->keeps_loops && is_any(p->body))
        p->body = unfold_list(p, p->body);
}
