#include "plan/remap/redundant.h"

#include "plan/normalize/temporary.h"

/* A compiler moves an array's values where they are read again (Coelho, Ancourt, "Optimal
 * compilation of HPF remappings", JPDC 38(2), 1996): not those that are overwritten
 * first, nor back to where they still are. Each version is a variable, so both
 * are questions of which variable has which values at a copy. */

static const variable *array_of(const variable *v)
{
    return v->version_of ? v->version_of : v;
}

/* The statement of a copy between two versions; null: the node is none. */
static const statement_node *copying(const node *n)
{
    if (n->kind != NODE_GMOVE)
        return NULL;
    const node *at = n->u.move.body;
    while (at && at->kind == NODE_LOOP)
        at = at->u.loop.body;
    bool is_copy = at && at->kind == NODE_STATEMENT && at->u.stmt.write &&
                   at->u.stmt.read_count == 1 && at->u.stmt.reads[0]->var != at->u.stmt.write->var;
    return is_copy && array_of(at->u.stmt.reads[0]->var) == array_of(at->u.stmt.write->var)
               ? &at->u.stmt
               : NULL;
}

int flow_version(const value_flow *f, const reference *ref)
{
    return ref->var->id < f->id_count ? f->number[ref->var->id] : -1;
}

bool flow_copy(const value_flow *f, const node *n, int *to, int *from)
{
    const statement_node *s = copying(n);
    *to = s ? flow_version(f, s->write) : -1;
    *from = s ? flow_version(f, s->reads[0]) : -1;
    return *to >= 0 && *from >= 0;
}

bool flow_has_copies(const value_flow *f, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        int to, from;
        if (flow_copy(f, n, &to, &from))
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (flow_has_copies(f, lists[i]))
                return true;
    }
    return false;
}

void flow_visit(value_flow *f, const node *copy, bool is_needed)
{
    for (int i = 0; i < f->copies.count; i++)
        if (f->copies.data[i].copy == copy) {
            f->copies.data[i].is_reached = true;
            f->copies.data[i].is_needed |= is_needed;
        }
}

void flow_drop_unneeded(value_flow *f, idle_reason reason)
{
    for (int i = 0; i < f->copies.count; i++) {
        idle_copy *c = &f->copies.data[i];
        if (c->is_reached && !c->is_needed)
            c->reason = reason;
        c->is_reached = c->is_needed = false;
    }
}

/* --- What is followed ------------------------------------------------------------- */

static void add_version(value_flow *f, const variable *v)
{
    if (array_of(v)->is_aliased || f->number[v->id] >= 0)
        return;
    f->number[v->id] = f->count++;
    VEC_PUSH(f->arena, &f->version, v);
}

static void find_copies(value_flow *f, node *list)
{
    for (node *n = list; n; n = n->next) {
        const statement_node *s = copying(n);
        node **lists[2];
        if (s) {
            VEC_PUSH(f->arena, &f->copies, ((idle_copy){.copy = n}));
            add_version(f, s->write->var);
            add_version(f, s->reads[0]->var);
            continue;
        }
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            find_copies(f, *lists[i]);
    }
}

static void forget(value_flow *f, const variable *array)
{
    for (int i = 0; array && i < f->count; i++)
        if (array_of(f->version.data[i]) == array_of(array))
            f->number[f->version.data[i]->id] = -1;
}

/* Does the callee's body name the array as the caller does, and do nothing else with it? */
static bool is_followed_into(const call_node *c, int i)
{
    const variable *formal = i < c->callee->formal_count ? c->callee->formals[i] : NULL;
    return c->instance && formal && !c->arguments[i].is_part && !formal->is_aliased &&
           formal->rank == c->arguments[i].array->rank;
}

static void find_unknown(value_flow *f, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        for (int i = 0; n->kind == NODE_CALL && i < n->u.call.argument_count; i++)
            if (n->u.call.arguments[i].array && !is_followed_into(&n->u.call, i))
                forget(f, n->u.call.arguments[i].array);
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            find_unknown(f, *lists[i]);
    }
}

/* --- What is left out -------------------------------------------------------------- */

static bool is_idle(const value_flow *f, const node *n)
{
    for (int i = 0; n->kind == NODE_GMOVE && i < f->copies.count; i++)
        if (f->copies.data[i].copy == n)
            return f->copies.data[i].reason != IDLE_NO;
    return false;
}

/* Takes idle copies out of the tree; with `breaks`, these too: nothing else needs them. */
static void leave_out(const value_flow *f, node **list, bool breaks)
{
    while (*list) {
        node *n = *list, **lists[2];
        if (is_idle(f, n) || (breaks && n->kind == NODE_BREAK)) {
            *list = n->next;
            continue;
        }
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            leave_out(f, lists[i], breaks);
        list = &n->next;
    }
}

/* --- Versions that are needed ------------------------------------------------------ */

static void use(const planner *p, const reference *ref, bool *used)
{
    int first = p->program->variable_count;
    if (ref && ref->var->id >= first)
        used[ref->var->id - first] = true;
}

static void find_used(const planner *p, const node *list, bool *used)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        use(p, n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL, used);
        for (int i = 0; n->kind == NODE_STATEMENT && i < n->u.stmt.read_count; i++)
            use(p, n->u.stmt.reads[i], used);
        for (int i = 0; n->kind == NODE_IF && i < n->u.cond.read_count; i++)
            use(p, n->u.cond.reads[i], used);
        if (n->kind == NODE_LOOP && n->u.loop.on_explicit)
            use(p, n->u.loop.on_explicit->ref, used);
        for (int i = node_below(n, lists); i-- > 0;)
            find_used(p, lists[i], used);
    }
}

/* A version that only copies named which have been dropped needs no memory. What has
 * another size in each call stays. */
static void leave_out_versions(planner *p)
{
    bool *used = ARENA_ARRAY(p->arena, p->temporaries.count + 1, bool);
    find_used(p, p->body, used);
    for (int i = 0; i < p->temporaries.count; i++)
        used[i] |= !p->temporaries.data[i].var->version_of;
    temporaries_keep(p, used);
}

/* --- What is said ------------------------------------------------------------------ */

static const variable *moved_array(const idle_copy *c)
{
    return array_of(copying(c->copy)->write->var);
}

static bool is_same_place(const idle_copy *a, const idle_copy *b)
{
    const source_range *x = &a->copy->where, *y = &b->copy->where;
    return x->file == y->file && x->line == y->line && x->column == y->column;
}

/* Is the array moved by what stands at the same place, in another call or iteration? */
static bool is_moved_elsewhere(const value_flow *f, const idle_copy *c)
{
    for (int i = 0; i < f->copies.count; i++) {
        const idle_copy *other = &f->copies.data[i];
        if (other->reason == IDLE_NO && is_same_place(c, other) &&
            moved_array(c) == moved_array(other))
            return true;
    }
    return false;
}

/* Is the first one said of the same directive, for the same reason, of the second's array? */
static bool is_said_with(const idle_copy *c, const idle_copy *other)
{
    return other->reason == c->reason && is_same_place(c, other) &&
           c->is_partly == other->is_partly;
}

/* "'a', 'b' and 'c'": all arrays that are said with copy `first`; null: an earlier one has
 * said them. */
static const char *names_with(const value_flow *f, int first, int *count)
{
    VEC(const variable *) names = {0};
    for (int i = 0; i < f->copies.count; i++) {
        const idle_copy *other = &f->copies.data[i];
        if (!is_said_with(&f->copies.data[first], other))
            continue;
        if (i < first)
            return NULL;
        int k = 0;
        while (k < names.count && names.data[k] != moved_array(other))
            k++;
        if (k == names.count)
            VEC_PUSH(f->arena, &names, moved_array(other));
    }
    *count = names.count;
    return variable_names(f->arena, names.count, names.data);
}

static void report_idle(value_flow *f)
{
    for (int i = 0; i < f->copies.count; i++)
        f->copies.data[i].is_partly = is_moved_elsewhere(f, &f->copies.data[i]);
    for (int i = 0; i < f->copies.count; i++) {
        const idle_copy *c = &f->copies.data[i];
        int count = 0;
        const char *names = c->reason == IDLE_NO ? NULL : names_with(f, i, &count);
        if (!names)
            continue;
        const char *whose = count == 1 ? "its" : "their";
        const char *why =
            c->reason == IDLE_DEAD
                ? arena_printf(f->arena, "nothing reads %s values again", whose)
                : arena_printf(f->arena, "%s values are still where they were before", whose);
        diag_report(f->p->ctx->diags, DIAG_REMARK, "not-moved", c->copy->where,
                    "%s %s not moved %s: %s", names, count == 1 ? "is" : "are",
                    c->is_partly ? "each time that this is executed" : "here", why);
    }
}

/* Somebody else may read what is of the file, or the caller's, after the program. */
static bool is_read_after(const variable *v)
{
    return !v->owner || v->is_static || v->formal_index >= 0;
}

static const bool *read_at_end(const value_flow *f, const remapper *r, const mapping_state *end)
{
    bool *at_end = ARENA_ARRAY(f->arena, f->count + 1, bool);
    for (int i = 0; i < f->count; i++) {
        const variable *v = array_of(f->version.data[i]);
        if (!is_read_after(v))
            continue;
        at_end[i] = !end->is_dead && end->at[v->id]->var == f->version.data[i];
        for (int k = 0; k < r->returns.count; k++)
            at_end[i] |= r->returns.data[k].state.at[v->id]->var == f->version.data[i];
    }
    return at_end;
}

void remap_leave_out(remapper *r, const mapping_state *end)
{
    planner *p = r->p;
    value_flow f = {.p = p, .arena = p->arena};
    f.id_count = p->program->variable_count + p->temporaries.count;
    f.number = ARENA_ARRAY(f.arena, f.id_count, int);
    for (int i = 0; i < f.id_count; i++)
        f.number[i] = -1;
    find_copies(&f, p->body);
    find_unknown(&f, p->body);
    copies_solve(&f, p->body);
    leave_out(&f, &p->body, false);
    liveness_solve(&f, p->body, read_at_end(&f, r, end));
    leave_out(&f, &p->body, true);
    report_idle(&f);
    leave_out_versions(p);
}

void remap_leave_breaks(planner *p)
{
    leave_out(&(value_flow){.p = p}, &p->body, true);
}
