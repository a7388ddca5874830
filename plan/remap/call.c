#include "plan/remap/remap.h"

/* Calls while mappings change: a function's local arrays begin as declared, formals with a
 * mapping take their actuals along, and all ways out are joined. */

typedef struct passed {
    const variable *actual;
    const alignment *align;
} passed;
typedef VEC(passed) passed_list;

static expr_substitution formal_values(planner *p, const call_node *c)
{
    const function *f = c->callee;
    const param **params = ARENA_ARRAY(p->arena, f->formal_count + 1, const param *);
    const expr **with = ARENA_ARRAY(p->arena, f->formal_count + 1, const expr *);
    int count = 0;
    for (int i = 0; i < f->formal_count && i < c->argument_count; i++)
        if (c->arguments[i].value && f->formal_params && f->formal_params[i]) {
            params[count] = f->formal_params[i];
            with[count++] = c->arguments[i].value;
        }
    return (expr_substitution){.count = count, .params = params, .with = with};
}

/* A function's local templates and arrays are as they are declared whenever it begins. */
static void begin_locals(remapper *r, mapping_state *s, const function *f)
{
    const program *p = r->p->program;
    for (int t = 0; t < p->template_count; t++)
        if (p->templates[t]->owner == f)
            s->target[t] = map_substitute(r, r->layout->template_map[t]);
    for (int i = 0; i < p->variable_count; i++) {
        const variable *v = p->variables[i];
        if (v->owner != f || v->formal_index >= 0 || v->is_static || v->rank == 0 || !v->align)
            continue;
        s->align[i] = v->align;
        s->at[i] = state_place(r, s, v);
    }
}

static bool is_passed(const passed_list *saved, const variable *actual)
{
    for (int i = 0; i < saved->count; i++)
        if (saved->data[i].actual == actual)
            return true;
    return false;
}

/* Binds the formals; those with a mapping of their own take their actuals along. */
static void enter(remapper *r, const node *n, mapping_state *s, passed_list *saved,
                  move_list *moves)
{
    const call_node *c = &n->u.call;
    const function *f = c->callee;
    begin_locals(r, s, f);
    for (int i = 0; i < f->formal_count && i < c->argument_count; i++) {
        const variable *formal = f->formals[i], *actual = c->arguments[i].array;
        if (!actual || c->arguments[i].is_part || !formal || formal->rank != actual->rank)
            continue;
        if (!is_passed(saved, actual))
            VEC_PUSH(r->p->arena, saved, ((passed){actual, s->align[actual->id]}));
        if (formal->align)
            s->align[actual->id] = align_substitute(r, formal->align);
    }
    for (int i = 0; i < saved->count; i++)
        state_solve(r, s, NULL, saved->data[i].actual, n->where, moves);
}

/* The formals give their actuals back where they were. */
static void leave(remapper *r, const node *n, mapping_state *s, const passed_list *saved,
                  move_list *moves)
{
    for (int i = 0; i < saved->count; i++) {
        const variable *actual = saved->data[i].actual;
        s->align[actual->id] = saved->data[i].align;
        state_solve(r, s, NULL, actual, n->where, moves);
    }
}

/* All ways out of a function end with the same mappings. */
static void join_returns(remapper *r, int from, mapping_state *s)
{
    for (int i = from; i < r->returns.count; i++) {
        if (s->is_dead)
            *s = state_copy(r, &r->returns.data[i].state);
        remap_check_join(r, &r->returns.data[i].state, s, r->returns.data[i].where,
                         "after the call of this function",
                         "redistribute it before the 'return', too");
    }
    s->is_dead = false;
    r->returns.count = from;
}

static void prepend(node **list, node *first)
{
    node *tail = first;
    while (tail && tail->next)
        tail = tail->next;
    if (!tail)
        return;
    tail->next = *list;
    *list = first;
}

static void append(node **list, node *last)
{
    while (*list)
        list = &(*list)->next;
    *list = last;
}

void remap_walk_call(remapper *r, node *n, mapping_state *s)
{
    if (!n->u.call.instance)
        return;
    const frame inner = {n->u.call.callee, formal_values(r->p, &n->u.call), r->frame, n};
    const frame *outer = r->frame;
    int returns = r->returns.count;
    move_list in = {0}, out = {0};
    passed_list saved = {0};
    r->frame = &inner;
    enter(r, n, s, &saved, &in);
    if (in.count > 0)
        remap_check_undivided(r, n->where,
                              "an argument of this call is distributed otherwise than its formal");
    remap_walk_list(r, &n->u.call.instance, s);
    join_returns(r, returns, s);
    leave(r, n, s, &saved, &out);
    if (!r->is_dry) {
        append(&n->u.call.instance, remap_copies(r, &out, n->where));
        prepend(&n->u.call.instance, remap_copies(r, &in, n->where));
    }
    r->frame = outer;
}
