#include <string.h>

#include "plan/xmp/async.h"

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
        return n->u.stated.async;
    case NODE_GMOVE:
        return n->u.move.async;
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
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

static void find_starts(async_follower *f, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (id_of(n))
            VEC_PUSH(f->p->arena, &f->starts, ((async_start){n, id_of(n)}));
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            find_starts(f, *lists[i]);
    }
}

/* --- States ----------------------------------------------------------------- */

static async_ways state_new(async_follower *f)
{
    bool *sets = ARENA_ARRAY(f->p->arena, 2 * f->starts.count, bool);
    return (async_ways){sets, sets + f->starts.count};
}

static async_ways state_copy(async_follower *f, const async_ways *s)
{
    async_ways copy = state_new(f);
    memcpy(copy.surely, s->surely, 2 * (size_t)f->starts.count);
    return copy;
}

/* What is under way where two ways meet. */
static void join(const async_follower *f, async_ways *s, const async_ways *other)
{
    for (int i = 0; i < f->starts.count; i++) {
        s->surely[i] &= other->surely[i];
        s->maybe[i] |= other->maybe[i];
    }
}

/* --- The way through the program -------------------------------------------- */

static void follow_list(async_follower *f, node *list, async_ways *s);

static void follow_start(async_follower *f, const node *n, async_ways *s)
{
    for (int i = 0; i < f->starts.count; i++) {
        if (f->starts.data[i].node != n)
            continue;
        if (s->surely[i])
            async_report_restart(f, &f->starts.data[i]);
        s->surely[i] = s->maybe[i] = true;
    }
}

/* What a wait is for, in words. */
static void note_awaited(async_follower *f, const node *wait, const async_ways *s)
{
    const char *text = NULL;
    for (int i = 0; i < f->starts.count; i++) {
        const async_start *one = &f->starts.data[i];
        if (!s->maybe[i] || !async_ids_match(wait->u.stated.async, one->id))
            continue;
        text = arena_printf(f->p->arena, "%s%s the %s of line %d", text ? text : "waits for",
                            text ? " and" : "", async_word(one->node), one->node->where.line);
    }
    if (text)
        VEC_PUSH(f->p->arena, &f->p->awaited, ((awaited){wait, text}));
    else if (!f->first_pass)
        async_report_unstarted(f, wait);
}

static void follow_wait(async_follower *f, const node *wait, async_ways *s)
{
    note_awaited(f, wait, s);
    for (int i = 0; i < f->starts.count; i++) {
        const expr *waited = wait->u.stated.async, *id = f->starts.data[i].id;
        if (!async_ids_match(waited, id))
            continue;
        s->surely[i] = false;
        /* Only of the same expression is it known that it is the same. */
        s->maybe[i] &= waited != id || id->uses_loop_var;
    }
}

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

static void follow_loop(async_follower *f, node *body, async_ways *s)
{
    if (!has_async(body)) {
        follow_list(f, body, s);
        return;
    }
    async_ways before = state_copy(f, s);
    f->first_pass++;
    follow_list(f, body, s);
    f->first_pass--;
    for (int i = 0; i < f->starts.count; i++)
        s->maybe[i] |= before.maybe[i];
    follow_list(f, body, s);
    for (int i = 0; i < f->starts.count; i++)
        s->maybe[i] |= before.maybe[i];
}

static void follow_branches(async_follower *f, node *body, node *other, async_ways *s)
{
    async_ways otherwise = state_copy(f, s);
    follow_list(f, body, s);
    follow_list(f, other, &otherwise);
    join(f, s, &otherwise);
}

static void follow_node(async_follower *f, node *n, async_ways *s)
{
    switch (n->kind) {
    case NODE_LOOP:
        follow_loop(f, n->u.loop.body, s);
        return;
    case NODE_WHILE:
        follow_loop(f, n->u.whil.body, s);
        return;
    case NODE_IF:
        async_check_reads(f, s, n);
        follow_branches(f, n->u.cond.then_body, n->u.cond.else_body, s);
        return;
    case NODE_TASK:
        follow_branches(f, n->u.task.body, NULL, s);
        return;
    case NODE_STATEMENT:
        async_check_reads(f, s, n);
        return;
    case NODE_CALL:
        follow_list(f, n->u.call.instance, s);
        return;
    case NODE_GMOVE:
        follow_list(f, n->u.move.body, s);
        follow_start(f, n, s);
        return;
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BCAST:
    case NODE_BARRIER:
        follow_start(f, n, s);
        return;
    case NODE_WAIT:
        follow_wait(f, n, s);
        return;
    case NODE_COMM:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return;
    }
}

static void follow_list(async_follower *f, node *list, async_ways *s)
{
    for (node *n = list; n; n = n->next)
        follow_node(f, n, s);
}

static bool has_wait(node *list, const expr *id)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_WAIT && async_ids_match(n->u.stated.async, id))
            return true;
        for (int i = node_lists(n, lists); i-- > 0;)
            if (has_wait(*lists[i], id))
                return true;
    }
    return false;
}

void async_check(planner *p)
{
    async_follower f = {.p = p};
    if (!has_async(p->body))
        return;
    find_starts(&f, p->body);
    async_ways s = state_new(&f);
    follow_list(&f, p->body, &s);
    for (int i = 0; i < f.starts.count; i++) {
        if (!has_wait(p->body, f.starts.data[i].id))
            async_report_unawaited(&f, &f.starts.data[i]);
        else if (s.surely[i])
            async_report_left(&f, &f.starts.data[i]);
    }
}

const char *async_reason(const planner *p, const node *wait)
{
    for (int i = p->awaited.count; i-- > 0;)
        if (p->awaited.data[i].wait == wait)
            return p->awaited.data[i].reason;
    return NULL;
}
