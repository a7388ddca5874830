/* What one iteration of a loop must wait for in those before it: paths of operations through
 * its statements that end where they began. The usual bound of recurrences and sums on
 * processors that execute out of order (Laukemann and others, Automated Instruction Stream
 * Throughput Prediction, PMBS 2018: the loop-carried dependency path), found in the source
 * instead of in assembly. */

#include <string.h>

#include "aag/aag_internal.h"
#include "support/vec.h"

enum { STATEMENTS_MAX = 48, CHAINS_MAX = 16 };

typedef struct edge {
    int from, to;     /* statements: what the one writes the other reads, */
    int64_t distance; /* so many iterations later */
    op_tally ops;     /* from there to what the other writes */
} edge;

typedef struct search {
    arena *a;
    expr_pool *pool;
    const loop_range *range;
    VEC(const node *) statements; /* of one iteration, in order */
    VEC(bool) is_chosen;          /* by statement: one of two, by the iteration */
    VEC(edge) edges;
    VEC(aag_chain) chains;
} search;

/* --- The statements ------------------------------------------------------------------ */

/* False where more than statements are inside. Those under conditions are left out:
 * a branch is foreseen, and nothing waits for what is not executed. */
static bool collect(search *x, const node *list, bool is_chosen)
{
    for (const node *n = list; n; n = n->next) {
        bool ok = true;
        if (n->kind == NODE_STATEMENT) {
            VEC_PUSH(x->a, &x->statements, n);
            VEC_PUSH(x->a, &x->is_chosen, is_chosen);
        } else if (n->kind == NODE_IF && n->u.cond.is_placement) {
            ok = collect(x, n->u.cond.then_body, true) && collect(x, n->u.cond.else_body, true);
        } else {
            ok = n->kind == NODE_IF;
        }
        if (!ok || x->statements.count > STATEMENTS_MAX)
            return false;
    }
    return true;
}

static bool has_loop(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        if (n->kind == NODE_IF) {
            if (has_loop(n->u.cond.then_body) || has_loop(n->u.cond.else_body))
                return true;
        } else if (n->kind != NODE_STATEMENT) {
            return true;
        }
    }
    return false;
}

/* --- Which reads what ---------------------------------------------------------------- */

/* The iterations after which `read` finds what `write` wrote; 0: in the same one. False:
 * never, or not always as many. Sets *is_fixed where the loop moves neither. */
static bool distance_of(search *x, const reference *write, const reference *read, int64_t *distance,
                        bool *is_fixed)
{
    const loop_var *v = x->range->var;
    int64_t step;
    bool is_known = false;
    *is_fixed = true;
    *distance = 0;
    if (write->var != read->var || !expr_is_int(x->range->step, &step) || step == 0)
        return false;
    for (int d = 0; d < write->var->rank; d++) {
        const subscript *to = &write->sub[d], *from = &read->sub[d];
        if (to->kind != SUBSCRIPT_VALUE || from->kind != SUBSCRIPT_VALUE)
            return false;
        const expr *factor, *rest;
        int64_t apart, by;
        if (!expr_is_int(expr_sub(x->pool, to->value, from->value), &apart))
            return false;
        if (!expr_mentions(to->value, v)) {
            if (apart)
                return false;
            continue;
        }
        *is_fixed = false;
        if (!expr_affine(x->pool, to->value, v, &factor, &rest) || !expr_is_int(factor, &by) ||
            by == 0 || apart % (by * step) || (is_known && apart / (by * step) != *distance))
            return false;
        *distance = apart / (by * step);
        is_known = true;
    }
    return *distance >= 0;
}

static void add_edge(search *x, int from, int to, int64_t distance, const op_tally *ops)
{
    edge e = {.from = from, .to = to, .distance = distance};
    if (ops)
        e.ops = *ops;
    VEC_PUSH(x->a, &x->edges, e);
}

/* The statement that has written the scalar last, when statement `to` reads it. */
static void add_scalar(search *x, const variable *v, int to, const op_tally *ops)
{
    for (int back = 1; back <= x->statements.count; back++) {
        int from = (to - back + x->statements.count) % x->statements.count;
        if (x->statements.data[from]->u.stmt.scalar != v)
            continue;
        add_edge(x, from, to, back <= to ? 0 : 1, ops);
        if (!x->is_chosen.data[from])
            return;
    }
}

static void add_element(search *x, const reference *read, int to, const op_tally *ops)
{
    for (int from = 0; from < x->statements.count; from++) {
        const reference *write = x->statements.data[from]->u.stmt.write;
        int64_t distance;
        bool is_fixed;
        if (!write || !distance_of(x, write, read, &distance, &is_fixed))
            continue;
        if (is_fixed && from >= to)
            distance = 1;
        if (distance == 0 && from >= to)
            continue;
        add_edge(x, from, to, distance, ops);
        /* One iteration back it is still in a register; else it comes from memory. */
        op_tally *passed = &x->edges.data[x->edges.count - 1].ops;
        passed->n[OP_LOAD] += distance > 1;
        passed->n[OP_STORE] += distance > 1;
    }
}

static void add_reads(search *x, int to)
{
    const statement_node *s = &x->statements.data[to]->u.stmt;
    bool is_copy = s->path_count == 0 && s->read_count + s->scalar_read_count == 1;
    for (int i = 0; i < s->path_count; i++) {
        const value_path *p = &s->paths[i];
        if (p->read >= 0 && p->read < s->read_count)
            add_element(x, s->reads[p->read], to, &p->ops);
        else if (p->read < 0 && p->scalar < s->scalar_read_count)
            add_scalar(x, s->scalar_reads[p->scalar], to, &p->ops);
    }
    if (is_copy && s->read_count)
        add_element(x, s->reads[0], to, NULL);
    else if (is_copy)
        add_scalar(x, s->scalar_reads[0], to, NULL);
}

/* --- Cycles --------------------------------------------------------------------------- */

/* Roughly, in clocks: only to choose among the paths between two statements. */
static int64_t weight(const op_tally *ops)
{
    static const int clocks[OP_KIND_COUNT] = {[OP_INT_ADD] = 1,       [OP_INT_MUL] = 3,
                                              [OP_INT_DIV] = 12,      [OP_FLOAT_ADD] = 3,
                                              [OP_FLOAT_MUL] = 3,     [OP_FLOAT_DIV] = 11,
                                              [OP_DOUBLE_ADD] = 3,    [OP_DOUBLE_MUL] = 3,
                                              [OP_DOUBLE_DIV] = 13,   [OP_INT_COMPARE] = 1,
                                              [OP_FLOAT_COMPARE] = 3, [OP_INT_TO_FLOAT] = 4,
                                              [OP_FLOAT_TO_INT] = 4,  [OP_FLOAT_TO_DOUBLE] = 3,
                                              [OP_LOAD] = 4,          [OP_STORE] = 4,
                                              [OP_INDEX] = 1,         [OP_SQRT] = 20,
                                              [OP_EXP] = 40,          [OP_LOG] = 40,
                                              [OP_SIN] = 50,          [OP_ATAN] = 50,
                                              [OP_POW] = 80,          [OP_FABS] = 1,
                                              [OP_FLOOR] = 8,         [OP_LIBRARY] = 50};
    int64_t sum = 0;
    for (int k = 0; k < OP_KIND_COUNT; k++)
        sum += (int64_t)clocks[k] * ops->n[k];
    return sum;
}

/* The longest way within an iteration from what statement `from` writes to what `to` does;
 * false: there is none. Edges of distance 0 lead forward. */
static bool longest(const search *x, int from, int to, op_tally *out)
{
    op_tally best[STATEMENTS_MAX + 1];
    bool is_reached[STATEMENTS_MAX + 1] = {false};
    memset(&best[from], 0, sizeof best[from]);
    is_reached[from] = true;
    for (int at = from + 1; at <= to; at++)
        for (int i = 0; i < x->edges.count; i++) {
            const edge *e = &x->edges.data[i];
            if (e->to != at || e->distance || e->from < from || !is_reached[e->from])
                continue;
            op_tally here = best[e->from];
            op_tally_add(&here, &e->ops);
            if (!is_reached[at] || weight(&here) > weight(&best[at]))
                best[at] = here;
            is_reached[at] = true;
        }
    if (from > to || !is_reached[to])
        return false;
    *out = best[to];
    return true;
}

static void close_cycle(search *x, const edge *e)
{
    op_tally ops;
    if (x->chains.count == CHAINS_MAX || !longest(x, e->to, e->from, &ops))
        return;
    op_tally_add(&ops, &e->ops);
    if (op_tally_total(&ops) == 0)
        return;
    VEC_PUSH(x->a, &x->chains, ((aag_chain){ops, e->distance, x->statements.data[e->to]->where}));
}

int aag_find_chains(arena *a, expr_pool *pool, const node *loop, const aag_chain **out)
{
    search x = {.a = a, .pool = pool, .range = &loop->u.loop.range};
    *out = NULL;
    if (has_loop(loop->u.loop.body) || !collect(&x, loop->u.loop.body, false))
        return 0;
    for (int i = 0; i < x.statements.count; i++)
        add_reads(&x, i);
    for (int i = 0; i < x.edges.count; i++)
        if (x.edges.data[i].distance > 0)
            close_cycle(&x, &x.edges.data[i]);
    *out = x.chains.data;
    return x.chains.count;
}
