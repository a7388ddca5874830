#include <string.h>

#include "plan/remap/redundant.h"

/* Which versions of an array have the same values, from the beginning on: those between
 * which it was copied, until one is written. What holds where ways meet holds on both. */

/* By version: those of one class have the same values. */
typedef struct classes {
    int *of;
    bool is_dead; /* nothing ever comes here */
} classes;

typedef struct follower {
    value_flow *f;
    int next;        /* class that none has yet */
    classes *leaves; /* where the breaks of the loop around lead */
    classes *returns;
    bool is_dry; /* a loop's effect is still being found */
} follower;

static void follow_list(follower *x, node *list, classes *s);

static classes copy_of(follower *x, const classes *s)
{
    size_t size = (size_t)x->f->count * sizeof *s->of;
    return (classes){size ? arena_copy(x->f->arena, s->of, size) : NULL, s->is_dead};
}

static void meet(follower *x, classes *s, const classes *other)
{
    if (other->is_dead)
        return;
    if (s->is_dead) {
        *s = copy_of(x, other);
        return;
    }
    classes both = copy_of(x, s);
    for (int i = 0; i < x->f->count; i++) {
        int k = 0;
        while (k < i && (s->of[k] != s->of[i] || other->of[k] != other->of[i]))
            k++;
        both.of[i] = k < i ? both.of[k] : x->next++;
    }
    *s = both;
}

static bool is_alike(const follower *x, const classes *a, const classes *b)
{
    for (int i = 0; i < x->f->count; i++)
        for (int k = 0; k < i; k++)
            if ((a->of[i] == a->of[k]) != (b->of[i] == b->of[k]))
                return false;
    return a->is_dead == b->is_dead;
}

static void follow_copy(follower *x, const node *n, int to, int from, classes *s)
{
    if (s->of[to] == s->of[from] && !s->is_dead && !x->is_dry)
        flow_drop(x->f, n, IDLE_SAME);
    s->of[to] = s->of[from];
}

/* What is written there has values of its own, also where it returns from there. */
static void write_all(follower *x, const node *list, classes *s)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        int to =
            n->kind == NODE_STATEMENT && n->u.stmt.write ? flow_version(x->f, n->u.stmt.write) : -1;
        if (to >= 0)
            s->of[to] = x->next++;
        for (int i = node_below(n, lists); i-- > 0;)
            write_all(x, lists[i], s);
    }
}

static bool has_return(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_RETURN)
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (has_return(lists[i]))
                return true;
    }
    return false;
}

/* What holds before each iteration holds before the first, and behind each. */
static void follow_loop(follower *x, node *body, classes *s)
{
    if (!flow_has_copies(x->f, body)) {
        write_all(x, body, s);
        if (x->returns && !s->is_dead && has_return(body))
            meet(x, x->returns, s);
        return;
    }
    classes *outer = x->leaves, left;
    bool was_dry = x->is_dry;
    x->is_dry = true;
    for (bool is_found = false; !is_found;) {
        classes behind = copy_of(x, s), before = copy_of(x, s);
        left = (classes){.is_dead = true};
        x->leaves = &left;
        follow_list(x, body, &behind);
        meet(x, s, &behind);
        is_found = is_alike(x, s, &before);
    }
    x->is_dry = was_dry;
    left = (classes){.is_dead = true};
    classes last = copy_of(x, s);
    follow_list(x, body, &last);
    x->leaves = outer;
    meet(x, s, &left);
}

static void follow_branches(follower *x, node *first, node *second, classes *s)
{
    classes other = copy_of(x, s);
    follow_list(x, first, s);
    follow_list(x, second, &other);
    meet(x, s, &other);
}

static void follow_call(follower *x, node *instance, classes *s)
{
    classes *outer = x->returns, returned = {.is_dead = true};
    x->returns = &returned;
    follow_list(x, instance, s);
    x->returns = outer;
    meet(x, s, &returned);
}

static void follow_jump(follower *x, classes *target, classes *s)
{
    if (target)
        meet(x, target, s);
    s->is_dead = true;
}

static void follow_node(follower *x, node *n, classes *s)
{
    int to, from;
    switch (n->kind) {
    case NODE_GMOVE:
        if (flow_copy(x->f, n, &to, &from))
            follow_copy(x, n, to, from, s);
        else
            follow_list(x, n->u.move.body, s);
        return;
    case NODE_STATEMENT:
        to = n->u.stmt.write ? flow_version(x->f, n->u.stmt.write) : -1;
        if (to >= 0)
            s->of[to] = x->next++;
        return;
    case NODE_LOOP:
        follow_loop(x, n->u.loop.body, s);
        return;
    case NODE_WHILE:
        follow_loop(x, n->u.whil.body, s);
        return;
    case NODE_IF:
        follow_branches(x, n->u.cond.then_body, n->u.cond.else_body, s);
        return;
    case NODE_TASK:
        follow_branches(x, n->u.task.body, NULL, s);
        return;
    case NODE_CALL:
        follow_call(x, n->u.call.instance, s);
        return;
    case NODE_BREAK:
        follow_jump(x, x->leaves, s);
        return;
    case NODE_RETURN:
        follow_jump(x, x->returns, s);
        return;
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_REMAP:
        return;
    }
}

static void follow_list(follower *x, node *list, classes *s)
{
    for (node *n = list; n; n = n->next)
        follow_node(x, n, s);
}

void same_find(value_flow *f, node *list)
{
    follower x = {.f = f, .next = f->count};
    classes s = {.of = ARENA_ARRAY(f->arena, f->count + 1, int)};
    for (int i = 0; i < f->count; i++)
        s.of[i] = i;
    follow_list(&x, list, &s);
}
