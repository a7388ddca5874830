#include <stdlib.h>
#include <string.h>

#include "tests/plan/passes/simulate_machine.h"

enum { DEPTH_MAX = MAX_RANK };

typedef struct iteration {
    int64_t value[DEPTH_MAX];
} iteration;

typedef struct iterations {
    VEC(iteration) all;
    int depth;
    const loop_var *var[DEPTH_MAX];
} iterations;

static void enter(machine *m, const iterations *its, int i)
{
    for (int d = 0; d < its->depth; d++)
        env_set_loop_var(m->env, its->var[d], its->all.data[i].value[d]);
}

/* All iterations of the nest, in the order of the loops. */
static void list_iterations(machine *m, const node *n, int depth, int64_t *at, iterations *its)
{
    const loop_range *r = &n->u.loop.range;
    const node *body = n->u.loop.body;
    int64_t low = value_of(m, r->lower), high = value_of(m, r->upper), step = value_of(m, r->step);
    for (int64_t i = low; step > 0 ? i <= high : i >= high; i += step) {
        env_set_loop_var(m->env, r->var, i);
        at[depth] = i;
        if (body->kind == NODE_LOOP) {
            list_iterations(m, body, depth + 1, at, its);
            continue;
        }
        iteration here;
        memcpy(here.value, at, sizeof here.value);
        VEC_PUSH(m->ctx->arena, &its->all, here);
    }
}

static void assign_all(machine *m, const statement_node *s, const iterations *its,
                       const bool *is_active, int rank)
{
    uint64_t *value = calloc((size_t)its->all.count + 1, sizeof *value);
    for (int i = 0; i < its->all.count; i++) {
        enter(m, its, i);
        if (is_active[i])
            value[i] = statement_value(m, s, &m->rank[rank]);
    }
    for (int i = 0; i < its->all.count; i++) {
        enter(m, its, i);
        if (is_active[i])
            m->rank[rank].cell[s->write->var->id][element_of(m, s->write)] = value[i];
    }
    free(value);
}

static void run_all(machine *m, const node *list, const iterations *its, const bool *is_active,
                    int rank);

/* Which of the active iterations take the condition. */
static bool *hold(machine *m, const if_node *c, const iterations *its, const bool *is_active,
                  int rank)
{
    bool *holds = calloc((size_t)its->all.count + 1, 1);
    for (int i = 0; i < its->all.count; i++) {
        enter(m, its, i);
        holds[i] = is_active[i] && condition_holds(m, c, &m->rank[rank]);
    }
    return holds;
}

static void run_branches(machine *m, const if_node *c, const iterations *its, const bool *is_active,
                         const bool *holds, int rank)
{
    bool *fails = calloc((size_t)its->all.count + 1, 1);
    for (int i = 0; i < its->all.count; i++)
        fails[i] = is_active[i] && !holds[i];
    run_all(m, c->then_body, its, holds, rank);
    run_all(m, c->else_body, its, fails, rank);
    free(fails);
}

static void run_all(machine *m, const node *list, const iterations *its, const bool *is_active,
                    int rank)
{
    for (const node *n = list; n; n = n->next) {
        if (n->kind == NODE_STATEMENT) {
            assign_all(m, &n->u.stmt, its, is_active, rank);
        } else if (n->kind == NODE_IF) {
            bool *holds = hold(m, &n->u.cond, its, is_active, rank);
            run_branches(m, &n->u.cond, its, is_active, holds, rank);
            free(holds);
        } else {
            for (int i = 0; i < its->all.count; i++) {
                enter(m, its, i);
                if (is_active[i])
                    run_node(m, n, rank);
            }
        }
    }
}

/* A nest, its iterations listed. */
typedef struct listed {
    iterations its;
    const node *body;
    bool *all, *holds; /* holds: of the mask, where that is known already */
} listed;

static listed list_nest(machine *m, const node *loop)
{
    int64_t at[DEPTH_MAX] = {0};
    listed l = {0};
    for (l.body = loop; l.body->kind == NODE_LOOP; l.body = l.body->u.loop.body)
        l.its.var[l.its.depth++] = l.body->u.loop.range.var;
    list_iterations(m, loop, 0, at, &l.its);
    l.all = malloc((size_t)l.its.all.count + 1);
    for (int i = 0; i < l.its.all.count; i++)
        l.all[i] = true;
    return l;
}

static void open_loops(machine *m, const listed *l)
{
    for (int d = 0; d < l->its.depth; d++)
        VEC_PUSH(m->ctx->arena, &m->loops, l->its.var[d]);
}

static void run_nest(machine *m, listed *l, int rank)
{
    open_loops(m, l);
    if (l->holds)
        run_branches(m, &l->body->u.cond, &l->its, l->all, l->holds, rank);
    else
        run_all(m, l->body, &l->its, l->all, rank);
    m->loops.count -= l->its.depth;
    free(l->holds);
    free(l->all);
}

const node *run_forall(machine *m, const node *loop, int rank)
{
    const node *next = loop->next;
    listed first = list_nest(m, loop);
    if (!next || next->kind != NODE_LOOP || !next->u.loop.is_elsewhere) {
        run_nest(m, &first, rank);
        return loop;
    }
    listed second = list_nest(m, next);
    open_loops(m, &second);
    second.holds = hold(m, &second.body->u.cond, &second.its, second.all, rank);
    m->loops.count -= second.its.depth;
    run_nest(m, &first, rank);
    run_nest(m, &second, rank);
    return next;
}
