#include <stdlib.h>

#include "tests/plan/simulate_machine.h"

enum { DEPTH_MAX = 3, ITERATIONS_MAX = 4096 };

typedef struct iterations {
    int count, depth;
    const loop_var *var[DEPTH_MAX];
    int64_t (*value)[DEPTH_MAX];
} iterations;

static void enter(machine *m, const iterations *its, int i)
{
    for (int d = 0; d < its->depth; d++)
        env_set_loop_var(m->env, its->var[d], its->value[i][d]);
}

/* All iterations of the nest, in the order of the loops. */
static const node *list_iterations(machine *m, const node *n, int depth, int64_t *at,
                                   iterations *its)
{
    const loop_range *r = &n->u.loop.range;
    const node *body = n->u.loop.body;
    bool is_nested = body->kind == NODE_LOOP;
    int64_t low = value_of(m, r->lower), high = value_of(m, r->upper), step = value_of(m, r->step);
    its->var[depth] = r->var;
    its->depth = depth + 1;
    for (int64_t i = low; step > 0 ? i <= high : i >= high; i += step) {
        env_set_loop_var(m->env, r->var, i);
        at[depth] = i;
        if (is_nested) {
            list_iterations(m, body, depth + 1, at, its);
            continue;
        }
        for (int d = 0; d <= depth; d++)
            its->value[its->count][d] = at[d];
        its->count++;
    }
    return is_nested ? body->u.loop.body : body;
}

static void assign_all(machine *m, const statement_node *s, const iterations *its,
                       const bool *is_active, memory *mem)
{
    uint64_t *value = calloc((size_t)its->count + 1, sizeof *value);
    for (int i = 0; i < its->count; i++) {
        enter(m, its, i);
        if (is_active[i])
            value[i] = statement_value(m, s, mem);
    }
    for (int i = 0; i < its->count; i++) {
        enter(m, its, i);
        if (is_active[i])
            mem->cell[s->write->var->id][element_of(m, s->write)] = value[i];
    }
    free(value);
}

static void run_all(machine *m, const node *list, const iterations *its, const bool *is_active,
                    memory *mem)
{
    for (const node *n = list; n; n = n->next) {
        if (n->kind == NODE_STATEMENT) {
            assign_all(m, &n->u.stmt, its, is_active, mem);
            continue;
        }
        bool *holds = calloc(2 * (size_t)its->count + 1, 1), *fails = holds + its->count;
        for (int i = 0; i < its->count; i++) {
            enter(m, its, i);
            holds[i] = is_active[i] && condition_holds(m, &n->u.cond, mem);
            fails[i] = is_active[i] && !holds[i];
        }
        run_all(m, n->u.cond.then_body, its, holds, mem);
        run_all(m, n->u.cond.else_body, its, fails, mem);
        free(holds);
    }
}

void run_forall(machine *m, const node *loop, memory *mem)
{
    iterations its = {.value = calloc(ITERATIONS_MAX, sizeof *its.value)};
    int64_t at[DEPTH_MAX] = {0};
    const node *body = list_iterations(m, loop, 0, at, &its);
    bool *all = malloc((size_t)its.count + 1);
    for (int i = 0; i < its.count; i++)
        all[i] = true;
    run_all(m, body, &its, all, mem);
    free(all);
    free(its.value);
}
