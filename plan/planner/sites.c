#include "plan/planner/sites.h"

/* Lists every statement and condition with the path that leads to it, and what
 * each reads and writes. */

typedef struct walk {
    planner *p;
    VEC(path_step) path;
    int order;
} walk;

bool step_is_loop(const path_step *s)
{
    return s->child->kind == NODE_LOOP || s->child->kind == NODE_WHILE;
}

const loop_node *step_loop(const path_step *s)
{
    return s->child->kind == NODE_LOOP ? &s->child->u.loop : NULL;
}

const move_node *site_move(const site *s)
{
    for (int i = s->depth; i-- > 0;)
        if (s->path[i].child->kind == NODE_GMOVE)
            return &s->path[i].child->u.move;
    return NULL;
}

static const variable *array_of(const reference *ref)
{
    return ref->var->version_of ? ref->var->version_of : ref->var;
}

bool site_is_remap(const site *s)
{
    const statement_node *st = &s->node->u.stmt;
    return s->node->kind == NODE_STATEMENT && st->write && st->read_count == 1 &&
           st->write->var != st->reads[0]->var && array_of(st->write) == array_of(st->reads[0]);
}

bool site_is_copy(const site *s)
{
    const statement_node *st = &s->node->u.stmt;
    if (s->node->kind != NODE_STATEMENT || !st->write || st->read_count != 1 ||
        st->scalar_read_count || !site_move(s))
        return false;
    for (int i = 0; i < OP_KIND_COUNT; i++)
        if (st->ops.n[i] != (i == OP_LOAD || i == OP_STORE))
            return false;
    return true;
}

const char *site_intrinsic(const site *s)
{
    for (int i = s->depth; i-- > 0;)
        if (s->path[i].child->kind == NODE_CALL && s->path[i].child->u.call.callee->intrinsic)
            return s->path[i].child->u.call.callee->intrinsic;
    return NULL;
}

bool site_is_inferred(const planner *p, const site *s)
{
    return p->program->spelling != DIALECT_XMP || site_move(s) || site_intrinsic(s);
}

static int add_site(walk *w, node *n)
{
    site s = {.node = n, .order = w->order++, .depth = w->path.count};
    s.path = arena_copy(w->p->arena, w->path.data, sizeof(path_step) * (size_t)w->path.count);
    VEC_PUSH(w->p->arena, &w->p->sites, s);
    return w->p->sites.count - 1;
}

static void add_access(walk *w, int at, const reference *ref, bool is_write)
{
    access a = {.site = at, .ref = ref, .is_write = is_write};
    VEC_PUSH(w->p->arena, &w->p->accesses, a);
}

static void add_scalar(walk *w, int at, const variable *v, bool is_write, reduce_op reduce)
{
    scalar_access a = {.site = at, .var = v, .is_write = is_write, .reduce = reduce};
    VEC_PUSH(w->p->arena, &w->p->scalars, a);
}

static void walk_statement(walk *w, node *n)
{
    const statement_node *s = &n->u.stmt;
    int at = add_site(w, n);
    for (int i = 0; i < s->read_count; i++)
        add_access(w, at, s->reads[i], false);
    if (s->write)
        add_access(w, at, s->write, true);
    for (int i = 0; i < s->scalar_read_count; i++) {
        if (!(s->reduce && s->scalar_reads[i] == s->scalar))
            add_scalar(w, at, s->scalar_reads[i], false, REDUCE_NONE);
    }
    if (s->scalar)
        add_scalar(w, at, s->scalar, true, s->reduce);
}

static void walk_condition(walk *w, node *n)
{
    int at = add_site(w, n);
    for (int i = 0; i < n->u.cond.read_count; i++)
        add_access(w, at, n->u.cond.reads[i], false);
    for (int i = 0; i < n->u.cond.scalar_read_count; i++)
        if (if_looks_at(&n->u.cond, n->u.cond.scalar_reads[i]))
            add_scalar(w, at, n->u.cond.scalar_reads[i], false, REDUCE_NONE);
}

static void walk_scalars(walk *w, node *n, int count, const variable *const *scalars)
{
    int at = count ? add_site(w, n) : -1;
    for (int i = 0; i < count; i++)
        add_scalar(w, at, scalars[i], false, REDUCE_NONE);
}

static void walk_list(walk *w, node **list)
{
    int index = 0;
    for (node *n = *list; n; n = n->next, index++) {
        path_step step = {.list = list, .child = n, .index = index};
        VEC_PUSH(w->p->arena, &w->path, step);
        if (n->kind == NODE_STATEMENT)
            walk_statement(w, n);
        else if (n->kind == NODE_IF)
            walk_condition(w, n);
        else if (n->kind == NODE_WHILE)
            walk_scalars(w, n, n->u.whil.scalar_read_count, n->u.whil.scalar_reads);
        else if (n->kind == NODE_CALL)
            walk_scalars(w, n, n->u.call.scalar_read_count, n->u.call.scalar_reads);
        node **lists[2];
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            walk_list(w, lists[i]);
        w->path.count--;
    }
}

void sites_collect(planner *p)
{
    walk w = {.p = p};
    walk_list(&w, &p->body);
}
