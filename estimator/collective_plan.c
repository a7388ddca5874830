#include <stdlib.h>
#include <string.h>

#include "estimator/collective.h"
#include "estimator/run.h"

/* Who sends to whom in a collective depends on the algorithm, the members and
 * where they are, not on how much is sent: such a plan is made once and priced in
 * each evaluation of the same shape. */

enum { PLANS = 64, KEPT_MESSAGES = 1 << 16 };

/* What a plan is for, as bytes. */
typedef VEC(int) plan_key;

struct collective_plan {
    arena *memory;
    bool is_made;
    const proc_grid *grid;
    plan_key key;
    const comm_group *order; /* the groups' members, by their places */
    int message_count;
    VEC(plan_round) rounds;
};

static plan_key key_of(run *r, collective_kind kind, const proc_grid *grid, int group_count,
                       const comm_group *groups)
{
    plan_key key = {0};
    VEC_PUSH(r->scratch, &key, (int)kind);
    VEC_PUSH(r->scratch, &key, r->procs);
    for (int k = 0; grid && k < grid->rank; k++)
        VEC_PUSH(r->scratch, &key, env_extent(r->env, grid, k));
    for (int i = 0; i < group_count; i++) {
        VEC_PUSH(r->scratch, &key, groups[i].count);
        for (int v = 0; v < groups[i].count; v++)
            VEC_PUSH(r->scratch, &key, groups[i].ranks[v]);
    }
    return key;
}

static uint64_t hash_of(const plan_key *key)
{
    uint64_t hash = (uint64_t)key->count;
    for (int i = 0; i < key->count; i++)
        hash = decide_mix(hash, (uint64_t)key->data[i]);
    return hash;
}

static int by_receiver(const void *x, const void *y)
{
    const plan_message *a = x, *b = y;
    if (a->receiver != b->receiver)
        return a->receiver < b->receiver ? -1 : 1;
    return (a->sender > b->sender) - (a->sender < b->sender);
}

void plan_add_round(collective_plan *plan, int count, const plan_message *messages, double share)
{
    plan_round round = {.count = count, .share = share};
    plan_message *own = arena_copy(plan->memory, messages, (size_t)count * sizeof *own);
    qsort(own, (size_t)count, sizeof *own, by_receiver);
    round.messages = own;
    plan->message_count += count;
    VEC_PUSH(plan->memory, &plan->rounds, round);
}

void plan_set_order(collective_plan *plan, const comm_group *groups)
{
    plan->order = groups;
}

static void find_routes(run *r, collective_plan *plan)
{
    for (int i = 0; i < plan->rounds.count; i++)
        for (int k = 0; k < plan->rounds.data[i].count; k++) {
            plan_message *m = &plan->rounds.data[i].messages[k];
            m->route = round_route(r, plan->grid, m->sender, m->receiver);
        }
}

const collective_plan *plan_find(run *r, collective_kind kind, const proc_grid *grid,
                                 int group_count, const comm_group *groups)
{
    estimator *est = r->est;
    plan_key key = key_of(r, kind, grid, group_count, groups);
    if (!est->plans)
        est->plans = ARENA_ARRAY(est->ctx->arena, PLANS, collective_plan);
    collective_plan *plan = &est->plans[hash_of(&key) % PLANS];
    if (plan->is_made && plan->grid == grid && plan->key.count == key.count &&
        !memcmp(plan->key.data, key.data, (size_t)key.count * sizeof *key.data))
        return plan;
    if (!plan->memory)
        plan->memory = arena_new_under(est->ctx->arena);
    arena_clear(plan->memory);
    *plan = (collective_plan){.memory = plan->memory, .grid = grid};
    plan->key = key;
    plan->key.data = arena_copy(plan->memory, key.data, (size_t)key.count * sizeof *key.data);
    collective_make(r, plan->memory, plan, kind, grid, group_count, groups);
    find_routes(r, plan);
    /* Large ones would take more memory than they save time. */
    plan->is_made = plan->message_count <= KEPT_MESSAGES;
    return plan;
}

/* --- Prices ------------------------------------------------------------------ */

/* Of each group with unequal parts, by place, going round twice: the bytes of all parts
 * before it. Null: the group's are equal. */
static double *const *parts_before(arena *a, const collective_plan *plan, int group_count,
                                   const comm_group *groups)
{
    double **all = ARENA_ARRAY(a, group_count + 1, double *);
    for (int i = 0; i < group_count; i++) {
        const comm_group *g = &groups[i];
        if (!g->part)
            continue;
        all[i] = ARENA_ARRAY(a, 2 * g->count + 1, double);
        for (int v = 0; v < 2 * g->count; v++)
            all[i][v + 1] = all[i][v] + g->part[plan->order[i].ranks[v % g->count]];
    }
    return all;
}

static double bytes_of(const plan_message *m, const comm_group *g, const double *before)
{
    return before ? before[m->first_part + m->part_count] - before[m->first_part]
                  : g->bytes * m->part_count / m->pieces;
}

/* Who has nothing yet to pass on sends nothing. */
static void price_round(run *r, arena *a, const plan_round *p, message_kind kind,
                        const comm_group *groups, double *const *before, round_vec *rounds)
{
    comm_round round = {.kind = kind, .incoming = ARENA_ARRAY(a, p->count, incoming)};
    int *first = ARENA_ARRAY(a, r->procs + 1, int), count = 0;
    for (int i = 0; i < p->count; i++) {
        const plan_message *m = &p->messages[i];
        const comm_group *g = &groups[m->group];
        double bytes = bytes_of(m, g, before[m->group]);
        if (bytes <= 0 && g->part)
            continue;
        incoming *in = &round.incoming[count++];
        *in = round_message(r, kind, bytes, m->route);
        in->from = m->sender - m->receiver;
        round_add_sent(r, m->sender, in);
        round_add_received(r, m->receiver, in);
        first[m->receiver + 1]++;
        if (p->share > 0) {
            round_cost *cost = &r->costs[m->receiver];
            double times = p->share * (double)cost->receives;
            cost->combine = ticks_of(g->combine * times);
            cost->error[COMPONENT_PROCESSING] = ticks_of(g->combine_error * times);
        }
    }
    for (int rank = 0; rank < r->procs; rank++)
        first[rank + 1] += first[rank];
    round.first = first;
    if (count)
        round_end(r, a, rounds, &round);
}

void plan_price(run *r, arena *a, const collective_plan *plan, message_kind kind, int group_count,
                const comm_group *groups, round_vec *rounds)
{
    double *const *before = parts_before(a, plan, group_count, groups);
    for (int i = 0; i < plan->rounds.count; i++)
        price_round(r, a, &plan->rounds.data[i], kind, groups, before, rounds);
}
