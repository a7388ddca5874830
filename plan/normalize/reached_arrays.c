#include "plan/normalize/reached_arrays.h"

#include "plan/planner/owner.h"

typedef struct search {
    const planner *p;
    VEC(const function *) seen; /* functions that were looked through */
} search;

static bool is_mapped(const search *s, const variable *v)
{
    return v && (v->align || map_of(s->p, v));
}

static bool is_mapped_read(const search *s, int count, const reference *const *reads)
{
    for (int i = 0; i < count; i++)
        if (is_mapped(s, reads[i]->var))
            return true;
    return false;
}

static bool is_mapped_passed(const search *s, const argument *a)
{
    bool is = is_mapped(s, a->array) || is_mapped(s, a->own);
    for (int i = 0; i < a->led_to_count && !is; i++)
        is = is_mapped(s, a->led_to[i]);
    return is;
}

static bool reaches(search *s, const function *f);

static bool call_reaches(search *s, const call_node *c)
{
    for (int i = 0; i < c->argument_count; i++)
        if (is_mapped_passed(s, &c->arguments[i]))
            return true;
    return c->callee->has_body && reaches(s, c->callee);
}

static bool node_reaches(search *s, const node *n)
{
    for (const unknown_effect *u = n->unknowns; u; u = u->next)
        if (u->touches_all || u->array_count || u->callee_count)
            return true;
    switch (n->kind) {
    case NODE_STATEMENT:
        return (n->u.stmt.write && is_mapped(s, n->u.stmt.write->var)) ||
               is_mapped_read(s, n->u.stmt.read_count, n->u.stmt.reads);
    case NODE_IF:
        return is_mapped_read(s, n->u.cond.read_count, n->u.cond.reads);
    case NODE_CALL:
        return call_reaches(s, &n->u.call);
    case NODE_LOOP:
        return n->u.loop.parallel != LOOP_UNSAID || n->u.loop.on_explicit;
    case NODE_WHILE:
    case NODE_BREAK:
    case NODE_RETURN:
        return false;
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_TASK:
    case NODE_GMOVE:
    case NODE_REMAP:
        break;
    }
    return true;
}

static bool list_reaches(search *s, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (node_reaches(s, n))
            return true;
        for (int i = n->kind == NODE_CALL ? 0 : node_below(n, lists); i-- > 0;)
            if (list_reaches(s, lists[i]))
                return true;
    }
    return false;
}

static bool reaches(search *s, const function *f)
{
    for (int i = 0; i < s->seen.count; i++)
        if (s->seen.data[i] == f)
            return false;
    VEC_PUSH(s->p->arena, &s->seen, f);
    return list_reaches(s, f->body);
}

bool reaches_mapped(const planner *p, const function *f)
{
    search s = {.p = p};
    return reaches(&s, f);
}
