#include <string.h>

#include "plan/planner.h"

/* Operations that only start where they stand (XMP async) and end in the wait for
 * their id. The program is followed with two sets of what is under way: what is for
 * certain, which is reported, and what may be, which a wait may be for. A loop is taken
 * to be executed at least once; what it leaves under way, its next iteration finds. */

typedef struct started {
    const node *node;
    const expr *id;
} started;

typedef struct state {
    bool *surely, *maybe; /* by number of the start */
} state;

typedef struct follower {
    planner *p;
    VEC(started) starts;
    int first_pass; /* loops whose later iterations are still to come */
} follower;

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
    case NODE_POSTED:
    case NODE_LOOP:
    case NODE_WHILE:
    case NODE_IF:
    case NODE_STATEMENT:
    case NODE_CALL:
    case NODE_COMM:
    case NODE_TASK:
    case NODE_REMAP:
    case NODE_RETURN:
        break;
    }
    return NULL;
}

static const char *word_of(const node *n)
{
    switch (n->kind) {
    case NODE_REFLECT:
        return n->u.reflect.is_reverse ? "reduce_shadow" : "reflect";
    case NODE_REDUCE:
        return "reduction";
    case NODE_BCAST:
        return "bcast";
    case NODE_GMOVE:
        return "gmove";
    case NODE_BARRIER:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_POSTED:
    case NODE_LOOP:
    case NODE_WHILE:
    case NODE_IF:
    case NODE_STATEMENT:
    case NODE_CALL:
    case NODE_COMM:
    case NODE_TASK:
    case NODE_REMAP:
    case NODE_RETURN:
        break;
    }
    return "barrier";
}

static void find_starts(follower *f, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (id_of(n))
            VEC_PUSH(f->p->arena, &f->starts, ((started){n, id_of(n)}));
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            find_starts(f, *lists[i]);
    }
}

/* --- States ----------------------------------------------------------------- */

static state state_new(follower *f)
{
    bool *sets = ARENA_ARRAY(f->p->arena, 2 * f->starts.count, bool);
    return (state){sets, sets + f->starts.count};
}

static state state_copy(follower *f, const state *s)
{
    state copy = state_new(f);
    memcpy(copy.surely, s->surely, 2 * (size_t)f->starts.count);
    return copy;
}

/* What is under way where two ways meet. */
static void join(const follower *f, state *s, const state *other)
{
    for (int i = 0; i < f->starts.count; i++) {
        s->surely[i] &= other->surely[i];
        s->maybe[i] |= other->maybe[i];
    }
}

/* --- What is wrong ---------------------------------------------------------- */

static const char *id_text(const follower *f, const expr *id)
{
    return expr_text(f->p->ctx, id);
}

static void report_restart(const follower *f, const started *s)
{
    if (s->id->uses_loop_var) {
        diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                    "this %s starts again, under what may be another id (%s), before it is waited "
                    "for; one at a time is followed, and is waited for here first: less overlap "
                    "is predicted than there may be",
                    word_of(s->node), id_text(f, s->id));
        return;
    }
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                "this %s starts again before anything has waited for it, and is waited for here "
                "first; write 'wait_async (%s)' before it",
                word_of(s->node), id_text(f, s->id));
}

static void report_left(const follower *f, const started *s)
{
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                "nothing has waited for this %s when the program ends; write 'wait_async (%s)' "
                "after it",
                word_of(s->node), id_text(f, s->id));
}

static void report_unawaited(const follower *f, const started *s)
{
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                "this %s is started and never waited for; write 'wait_async (%s)' before what it "
                "brings is used",
                word_of(s->node), id_text(f, s->id));
}

static void report_unstarted(const follower *f, const node *wait)
{
    const char *id = id_text(f, wait->u.stated.async);
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", wait->where,
                "nothing that is started before this has the id %s, and it waits for nothing; "
                "start something with 'async (%s)', or leave it out",
                id, id);
}

static void report_early(const follower *f, source_range where, const variable *v, const started *s)
{
    diag *d =
        diag_report(f->p->ctx->diags, DIAG_WARNING, "async", where,
                    "'%s' is read before the %s that brings it is waited for; write 'wait_async "
                    "(%s)' before this",
                    v->name, word_of(s->node), id_text(f, s->id));
    diag_note(d, s->node->where, "started here");
}

/* --- What is read ----------------------------------------------------------- */

static bool assigns(const node *list, const variable *v)
{
    for (const node *n = list; n; n = n->next) {
        const statement_node *st = &n->u.stmt;
        if (n->kind == NODE_STATEMENT && ((st->write && st->write->var == v) || st->scalar == v))
            return true;
        if ((n->kind == NODE_LOOP && assigns(n->u.loop.body, v)) ||
            (n->kind == NODE_TASK && assigns(n->u.task.body, v)))
            return true;
    }
    return false;
}

static bool has_item(const stated_node *s, const variable *v)
{
    for (int i = 0; i < s->count; i++)
        if (s->items[i].var == v)
            return true;
    return false;
}

/* Does the site read only what its processor owns? Those that leave out the ends of a
 * block may read next to what they execute. */
static bool stays_inside(const follower *f, const site *at, const reference *ref)
{
    const array_map *m = map_of(f->p, ref->var);
    for (int k = 0; m && k < m->grid->rank; k++) {
        int64_t by, from, to, low, high;
        if (m->axis[k].source != AXIS_BY_DIM)
            continue;
        if (!need_offset_along(f->p, at, ref, k, &by))
            return false;
        reach_along(at, k, &from, &to);
        reach_inside(at, k, &low, &high);
        if (by + from + low < 0 || by + to - high > 0)
            return false;
    }
    return true;
}

/* Does the operation bring what a reference to v reads? A reflect brings shadows, which
 * only those read who need what they do not own. */
static bool brings(const follower *f, const node *start, const site *at, const variable *v,
                   const reference *ref)
{
    if (start->kind == NODE_REFLECT)
        return start->u.reflect.var == v &&
               (start->u.reflect.is_reverse || (ref && !stays_inside(f, at, ref)));
    if (start->kind == NODE_GMOVE)
        return assigns(start->u.move.body, v);
    return has_item(&start->u.stated, v);
}

static const site *site_of(const follower *f, const node *n)
{
    for (int i = 0; i < f->p->sites.count; i++)
        if (f->p->sites.data[i].node == n)
            return &f->p->sites.data[i];
    return NULL;
}

static void check_read(const follower *f, const state *s, const site *at, const variable *v,
                       const reference *ref, source_range where)
{
    for (int i = 0; i < f->starts.count; i++)
        if (s->surely[i] && brings(f, f->starts.data[i].node, at, v, ref))
            report_early(f, where, v, &f->starts.data[i]);
}

static void check_reads(const follower *f, const state *s, const node *n)
{
    bool any = false;
    for (int i = 0; i < f->starts.count; i++)
        any |= s->surely[i];
    const site *at = any ? site_of(f, n) : NULL;
    if (!at)
        return;
    if (n->kind == NODE_IF) {
        for (int i = 0; i < n->u.cond.read_count; i++) {
            const reference *ref = n->u.cond.reads[i];
            check_read(f, s, at, ref->var, ref, ref->where);
        }
        return;
    }
    const statement_node *st = &n->u.stmt;
    for (int i = 0; i < st->read_count; i++)
        check_read(f, s, at, st->reads[i]->var, st->reads[i], st->reads[i]->where);
    for (int i = 0; i < st->scalar_read_count; i++)
        check_read(f, s, at, st->scalar_reads[i], NULL, n->where);
}

/* --- The way through the program -------------------------------------------- */

static void follow_list(follower *f, node *list, state *s);

static void follow_start(follower *f, const node *n, state *s)
{
    for (int i = 0; i < f->starts.count; i++) {
        if (f->starts.data[i].node != n)
            continue;
        if (s->surely[i])
            report_restart(f, &f->starts.data[i]);
        s->surely[i] = s->maybe[i] = true;
    }
}

/* What a wait is for, in words. */
static void note_awaited(follower *f, const node *wait, const state *s)
{
    const char *text = NULL;
    for (int i = 0; i < f->starts.count; i++) {
        const started *one = &f->starts.data[i];
        if (!s->maybe[i] || !async_ids_match(wait->u.stated.async, one->id))
            continue;
        text = arena_printf(f->p->arena, "%s%s the %s of line %d", text ? text : "waits for",
                            text ? " and" : "", word_of(one->node), one->node->where.line);
    }
    if (text)
        VEC_PUSH(f->p->arena, &f->p->awaited, ((awaited){wait, text}));
    else if (!f->first_pass)
        report_unstarted(f, wait);
}

static void follow_wait(follower *f, const node *wait, state *s)
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

static void follow_loop(follower *f, node *body, state *s)
{
    if (!has_async(body)) {
        follow_list(f, body, s);
        return;
    }
    state before = state_copy(f, s);
    f->first_pass++;
    follow_list(f, body, s);
    f->first_pass--;
    for (int i = 0; i < f->starts.count; i++)
        s->maybe[i] |= before.maybe[i];
    follow_list(f, body, s);
    for (int i = 0; i < f->starts.count; i++)
        s->maybe[i] |= before.maybe[i];
}

static void follow_branches(follower *f, node *body, node *other, state *s)
{
    state otherwise = state_copy(f, s);
    follow_list(f, body, s);
    follow_list(f, other, &otherwise);
    join(f, s, &otherwise);
}

static void follow_node(follower *f, node *n, state *s)
{
    switch (n->kind) {
    case NODE_LOOP:
        follow_loop(f, n->u.loop.body, s);
        return;
    case NODE_WHILE:
        follow_loop(f, n->u.whil.body, s);
        return;
    case NODE_IF:
        check_reads(f, s, n);
        follow_branches(f, n->u.cond.then_body, n->u.cond.else_body, s);
        return;
    case NODE_TASK:
        follow_branches(f, n->u.task.body, NULL, s);
        return;
    case NODE_STATEMENT:
        check_reads(f, s, n);
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
    case NODE_POSTED:
    case NODE_REMAP:
    case NODE_RETURN:
        return;
    }
}

static void follow_list(follower *f, node *list, state *s)
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
    follower f = {.p = p};
    if (!has_async(p->body))
        return;
    find_starts(&f, p->body);
    state s = state_new(&f);
    follow_list(&f, p->body, &s);
    for (int i = 0; i < f.starts.count; i++) {
        if (!has_wait(p->body, f.starts.data[i].id))
            report_unawaited(&f, &f.starts.data[i]);
        else if (s.surely[i])
            report_left(&f, &f.starts.data[i]);
    }
}

const char *async_reason(const planner *p, const node *wait)
{
    for (int i = p->awaited.count; i-- > 0;)
        if (p->awaited.data[i].wait == wait)
            return p->awaited.data[i].reason;
    return NULL;
}
