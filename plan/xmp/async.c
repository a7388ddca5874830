#include "plan/xmp/async.h"

#include <string.h>

#include "plan/dataflow/dataflow.h"

/* Operations that only start where they stand (XMP async) and end in the wait for
 * their id. The program is followed with two sets of what is under way: what is for
 * certain, which is reported, and what may be, which a wait may be for. A loop is taken
 * to be executed at least once; what it leaves under way, its next iteration finds. */

static const expr *id_of(const node *n)
{
    switch (n->kind) {
    case NODE_REFLECT:
        return n->u.reflect.async;
    case NODE_REDUCE:
    case NODE_BCAST:
    case NODE_BARRIER:
        return n->u.xmp_comm.async;
    case NODE_GMOVE:
        return n->u.move.async;
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_LOOP:
    case NODE_WHILE:
    case NODE_IF:
    case NODE_STATEMENT:
    case NODE_CALL:
    case NODE_COMM:
    case NODE_TASK:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        break;
    }
    return NULL;
}

static void find_starts(async_flow *f, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (id_of(n))
            VEC_PUSH(f->p->arena, &f->starts, ((async_start){n, id_of(n)}));
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            find_starts(f, *lists[i]);
    }
}

/* --- Nodes ------------------------------------------------------------------ */

static void start_transfer(const async_flow *f, const node *n, async_ways *s)
{
    for (int i = 0; i < f->starts.count; i++) {
        if (f->starts.data[i].node != n)
            continue;
        if (s->surely[i] && f->is_reporting)
            async_report_restart(f, &f->starts.data[i]);
        s->surely[i] = s->maybe[i] = true;
    }
}

/* What a wait is for, in words; null: nothing that may be under way. */
static const char *awaited_text(const async_flow *f, const node *wait, const async_ways *s)
{
    const char *text = NULL;
    for (int i = 0; i < f->starts.count; i++) {
        const async_start *one = &f->starts.data[i];
        if (!s->maybe[i] || !async_ids_match(wait->u.xmp_comm.async, one->id))
            continue;
        text = arena_printf(f->p->arena, "%s%s the %s of line %d", text ? text : "waits for",
                            text ? " and" : "", async_word(one->node), one->node->where.line);
    }
    return text;
}

const char *async_reason(const planner *p, const node *wait)
{
    for (int i = 0; i < p->awaited.count; i++)
        if (p->awaited.data[i].wait == wait)
            return p->awaited.data[i].reason;
    return NULL;
}

/* The last visit of a wait in a loop counts: it has what any iteration leaves under way. */
static void note_awaited(async_flow *f, const node *wait, const char *text)
{
    for (int i = 0; i < f->p->awaited.count; i++)
        if (f->p->awaited.data[i].wait == wait) {
            f->p->awaited.data[i].reason = text;
            return;
        }
    VEC_PUSH(f->p->arena, &f->p->awaited, ((awaited){wait, text}));
}

static void wait_transfer(async_flow *f, const node *wait, async_ways *s)
{
    if (!f->is_reporting)
        note_awaited(f, wait, awaited_text(f, wait, s));
    else if (!async_reason(f->p, wait))
        async_report_unstarted(f, wait);
    for (int i = 0; i < f->starts.count; i++) {
        const expr *waited = wait->u.xmp_comm.async, *id = f->starts.data[i].id;
        if (!async_ids_match(waited, id))
            continue;
        s->surely[i] = false;
        /* Only of the same expression is it known that it is the same. */
        s->maybe[i] &= waited != id || id->uses_loop_var;
    }
}

/* --- The problem ------------------------------------------------------------ */

static void *ways_new(const async_flow *f)
{
    bool *sets = ARENA_ARRAY(f->p->arena, 2 * f->starts.count + 1, bool);
    async_ways *s = ARENA_NEW(f->p->arena, async_ways);
    *s = (async_ways){sets, sets + f->starts.count};
    return s;
}

static void *ways_copy(void *data, const void *state)
{
    const async_flow *f = data;
    const async_ways *s = state;
    async_ways *copy = ways_new(f);
    memcpy(copy->surely, s->surely, 2 * (size_t)f->starts.count);
    return copy;
}

static void ways_join(void *data, void *state, const void *other, const node *around)
{
    const async_flow *f = data;
    async_ways *s = state;
    const async_ways *too = other;
    (void)around;
    for (int i = 0; i < f->starts.count; i++) {
        s->surely[i] &= too->surely[i];
        s->maybe[i] |= too->maybe[i];
    }
}

static bool ways_is_equal(void *data, const void *a, const void *b)
{
    const async_flow *f = data;
    const async_ways *s = a, *other = b;
    return memcmp(s->surely, other->surely, 2 * (size_t)f->starts.count) == 0;
}

/* What may be under way before a loop that is skipped may be so after it. What surely is counts as
 * if every loop were executed. */
static void join_skipped(void *data, const node *loop, void *state, const void *before)
{
    const async_flow *f = data;
    async_ways *s = state;
    const async_ways *skipped = before;
    (void)loop;
    for (int i = 0; i < f->starts.count; i++)
        s->maybe[i] |= skipped->maybe[i];
}

static void transfer(void *data, node *n, void *state)
{
    async_flow *f = data;
    if (f->is_reporting && (n->kind == NODE_IF || n->kind == NODE_STATEMENT))
        async_check_reads(f, state, n);
    else if (n->kind == NODE_WAIT)
        wait_transfer(f, n, state);
    else if (id_of(n))
        start_transfer(f, n, state);
}

static const dataflow_problem async_problem = {.direction = DATAFLOW_FORWARD,
                                               .copy = ways_copy,
                                               .join = ways_join,
                                               .is_equal = ways_is_equal,
                                               .transfer = transfer,
                                               .join_skipped = join_skipped};

static bool has_async(node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_WAIT || id_of(n))
            return true;
        for (int i = node_lists(n, lists); i-- > 0;)
            if (has_async(*lists[i]))
                return true;
    }
    return false;
}

static bool has_wait(node *list, const expr *id)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_WAIT && async_ids_match(n->u.xmp_comm.async, id))
            return true;
        for (int i = node_lists(n, lists); i-- > 0;)
            if (has_wait(*lists[i], id))
                return true;
    }
    return false;
}

void async_check(planner *p)
{
    async_flow f = {.p = p};
    if (!has_async(p->body))
        return;
    find_starts(&f, p->body);
    dataflow *flow = dataflow_new(p->arena, &async_problem, &f);
    dataflow_body(flow, p->body, ways_new(&f));
    f.is_reporting = true; /* now that it is known what each wait is for */
    const async_ways *end = dataflow_body(flow, p->body, ways_new(&f));
    for (int i = 0; i < f.starts.count; i++) {
        if (!has_wait(p->body, f.starts.data[i].id))
            async_report_unawaited(&f, &f.starts.data[i]);
        else if (end && end->surely[i])
            async_report_left(&f, &f.starts.data[i]);
    }
}
