#include "plan/planner/sites.h"

#include <assert.h>

#include "plan/planner/owner.h"

/* Lists every statement and condition with the path that leads to it, and what
 * each reads and writes. */

typedef struct walk {
    planner *p;
    VEC(path_step) path;
    int order;
    bool renews; /* sites that are there already get other paths */
    VEC(const variable *) mapped;
} walk;

bool site_ends_program(const site *s)
{
    for (int i = 0; i + 1 < s->depth; i++) {
        node *around = s->path[i].child;
        if (around->kind != NODE_IF)
            continue;
        bool is_else = s->path[i + 1].list == &around->u.cond.else_body;
        if (is_else ? around->u.cond.else_ends : around->u.cond.then_ends)
            return true;
    }
    return false;
}

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

static const path_step *path_copy(const walk *w)
{
    return arena_copy(w->p->arena, w->path.data, sizeof(path_step) * (size_t)w->path.count);
}

static int add_site(walk *w, node *n)
{
    planner *p = w->p;
    site s = {.node = n, .order = w->order++, .depth = w->path.count, .path = path_copy(w)};
    s.access = s.access_end = p->accesses.count;
    VEC_PUSH(p->arena, &p->sites, s);
    return p->sites.count - 1;
}

static void add_access(walk *w, int at, const reference *ref, bool is_write)
{
    w->p->sites.data[at].access_end++;
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

/* What may be touched: arrays with a mapping, and their versions. */
static void find_mapped(walk *w)
{
    planner *p = w->p;
    for (int i = 0; i < p->program->variable_count; i++)
        if (map_of(p, p->program->variables[i]))
            VEC_PUSH(p->arena, &w->mapped, p->program->variables[i]);
    for (int i = 0; i < p->temporaries.count; i++)
        if (p->temporaries.data[i].var->version_of && map_of(p, p->temporaries.data[i].var))
            VEC_PUSH(p->arena, &w->mapped, p->temporaries.data[i].var);
}

static void add_unknown(walk *w, node *n, int *at, const unknown_effect *u, const variable *v)
{
    planner *p = w->p;
    if (!unknown_touches(u, v))
        return;
    bool has_site = p->sites.count && p->sites.data[p->sites.count - 1].node == n;
    if (*at < 0)
        *at = has_site ? p->sites.count - 1 : add_site(w, n);
    reference *r = ARENA_NEW(p->arena, reference);
    *r = (reference){.var = v, .where = u->where};
    for (int d = 0; d < v->rank; d++)
        r->sub[d].kind = SUBSCRIPT_WHOLE;
    VEC_PUSH(p->arena, &p->unknown, ((access){.site = *at, .ref = r, .is_write = true}));
}

/* What is not known of the node may read and write all of the arrays that it may touch. */
static void walk_unknowns(walk *w, node *n)
{
    int at = -1;
    for (const unknown_effect *u = n->unknowns; u; u = u->next)
        for (int i = 0; u->kind == UNKNOWN_FLOW && i < w->mapped.count; i++)
            add_unknown(w, n, &at, u, w->mapped.data[i]);
}

static void add_node(walk *w, node *n)
{
    if (n->kind == NODE_STATEMENT)
        walk_statement(w, n);
    else if (n->kind == NODE_IF)
        walk_condition(w, n);
    else if (n->kind == NODE_WHILE)
        walk_scalars(w, n, n->u.whil.scalar_read_count, n->u.whil.scalar_reads);
    else if (n->kind == NODE_CALL)
        walk_scalars(w, n, n->u.call.scalar_read_count, n->u.call.scalar_reads);
    walk_unknowns(w, n);
}

static void renew_node(walk *w, const node *n)
{
    site *s = &w->p->sites.data[w->order];
    if (w->order == w->p->sites.count || s->node != n)
        return; /* no site */
    s->path = path_copy(w);
    s->depth = w->path.count;
    w->order++;
}

static void walk_list(walk *w, node **list);

static void walk_node(walk *w, path_step step)
{
    node **lists[2];
    VEC_PUSH(w->p->arena, &w->path, step);
    if (w->renews)
        renew_node(w, step.child);
    else
        add_node(w, step.child);
    for (int i = 0, count = node_lists(step.child, lists); i < count; i++)
        walk_list(w, lists[i]);
    w->path.count--;
}

static void walk_list(walk *w, node **list)
{
    int index = 0;
    for (node *n = *list; n; n = n->next, index++)
        walk_node(w, (path_step){.list = list, .child = n, .index = index});
}

/* Counts each variable's writes, then fills them in; variables have small numbers. */
static write_index index_writes(arena *a, const access *list, int count)
{
    write_index x = {0};
    for (int i = 0; i < count; i++)
        if (list[i].ref->var->id >= x.variable_count)
            x.variable_count = list[i].ref->var->id + 1;
    x.first = ARENA_ARRAY(a, x.variable_count + 2, int);
    x.access = ARENA_ARRAY(a, count, int);
    for (int i = 0; i < count; i++)
        if (list[i].is_write)
            x.first[list[i].ref->var->id + 2]++;
    for (int v = 2; v < x.variable_count + 2; v++)
        x.first[v] += x.first[v - 1];
    for (int i = 0; i < count; i++)
        if (list[i].is_write)
            x.access[x.first[list[i].ref->var->id + 1]++] = i;
    return x;
}

void sites_forget(planner *p)
{
    p->sites.count = p->accesses.count = p->unknown.count = 0;
    p->scalars.count = p->reducing.count = 0;
}

/* What the site accumulates into: an array that nothing maps; null: none. */
static const variable *sum_of(planner *p, const site *s)
{
    const statement_node *st = &s->node->u.stmt;
    bool is_sum = s->node->kind == NODE_STATEMENT && st->write && st->reduce &&
                  st->write->var->rank && !map_of(p, st->write->var);
    return is_sum ? st->write->var : NULL;
}

/* Arrays that statements accumulate into are treated as scalars are. */
static void add_sums(walk *w)
{
    planner *p = w->p;
    bool *is_sum = ARENA_ARRAY(p->arena, p->writes.variable_count + 1, bool);
    bool is_any = false;
    for (int i = 0; i < p->sites.count; i++) {
        const variable *v = sum_of(p, &p->sites.data[i]);
        if (v)
            is_any = is_sum[v->id] = true;
    }
    for (int at = 0; is_any && at < p->sites.count; at++) {
        const site *s = &p->sites.data[at];
        const variable *sum = sum_of(p, s); /* what the statement reads of it is its old value */
        for (int i = s->access; i < s->access_end; i++) {
            const access *a = &p->accesses.data[i];
            const variable *v = a->ref->var;
            if (!is_sum[v->id])
                continue;
            if (a->is_write)
                add_scalar(w, at, v, true, v == sum ? s->node->u.stmt.reduce : REDUCE_NONE);
            else if (v != sum)
                add_scalar(w, at, v, false, REDUCE_NONE);
        }
    }
}

void sites_collect(planner *p)
{
    walk w = {.p = p};
    find_mapped(&w);
    walk_list(&w, &p->body);
    p->writes = index_writes(p->arena, p->accesses.data, p->accesses.count);
    p->unknown_writes = index_writes(p->arena, p->unknown.data, p->unknown.count);
    add_sums(&w);
}

void sites_renew(planner *p, int first, int end, int step)
{
    const site *s = &p->sites.data[first];
    path_step changed = s->path[step];
    walk w = {.p = p, .order = first, .renews = true};
    for (int i = 0; i < step; i++)
        VEC_PUSH(p->arena, &w.path, s->path[i]);
    changed.child = *changed.list;
    for (int i = 0; i < changed.index; i++)
        changed.child = changed.child->next;
    walk_node(&w, changed);
    assert(w.order == end);
}

/* --- Parts of them ----------------------------------------------------------- */

static bool is_below(const site *s, const site *other, int step)
{
    return other->depth > step && other->path[step].child == s->path[step].child;
}

/* They are neighbours: each end is halved for. */
int sites_below(const planner *p, const site *s, int step, int *end)
{
    int inside = s->order, outside = -1;
    while (inside - outside > 1) {
        int middle = outside + (inside - outside) / 2;
        if (is_below(s, &p->sites.data[middle], step))
            inside = middle;
        else
            outside = middle;
    }
    int first = inside;
    for (inside = s->order, outside = p->sites.count; outside - inside > 1;) {
        int middle = inside + (outside - inside) / 2;
        if (is_below(s, &p->sites.data[middle], step))
            inside = middle;
        else
            outside = middle;
    }
    *end = outside;
    return first;
}

int accesses_below(const planner *p, const site *s, int step, int *end)
{
    int last, first = sites_below(p, s, step, &last);
    *end = p->sites.data[last - 1].access_end;
    return p->sites.data[first].access;
}

static const int *writes_in(const write_index *x, const variable *v, int *count)
{
    *count = 0;
    if (v->id >= x->variable_count)
        return NULL;
    *count = x->first[v->id + 1] - x->first[v->id];
    return x->access + x->first[v->id];
}

const int *writes_of(const planner *p, const variable *v, int *count)
{
    return writes_in(&p->writes, v, count);
}

const int *unknown_writes_of(const planner *p, const variable *v, int *count)
{
    return writes_in(&p->unknown_writes, v, count);
}

bool has_unknown_below(const planner *p, const site *s, int step, const variable *v)
{
    int end, first = sites_below(p, s, step, &end), count = p->unknown.count;
    const int *own = v ? unknown_writes_of(p, v, &count) : NULL;
    int low = 0; /* the first at those sites, or after them */
    for (int high = count; low < high;) {
        int middle = low + (high - low) / 2;
        bool is_before = p->unknown.data[own ? own[middle] : middle].site < first;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low < count && p->unknown.data[own ? own[low] : low].site < end;
}
