#include "estimator/message/collective_plan.h"

#include <string.h>

#include "estimator/message/collective_algorithm.h"
#include "estimator/message/round.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "support/sort.h"

/* Who sends to whom in a collective depends on the algorithm, the members and
 * where they are, not on how much is sent: such a plan is made once and priced in
 * each evaluation of the same shape; anew, where the messages are of another size. */

enum { PLANS = 64, KEPT_MESSAGES = 1 << 16 };

/* What a plan is for. */
typedef struct plan_key {
    int count;
    int *data;
} plan_key;

/* The rounds of a plan for messages of one size, which all parts have. They are used in the
 * evaluation that made them or found them here, to its end. */
typedef struct plan_prices {
    arena *memory;
    uint64_t used; /* the last such evaluation; 0: none */
    message_kind kind;
    comm_group *groups; /* but for their ranks */
    round_vec rounds;
} plan_prices;

struct collective_plan {
    arena *memory;
    bool is_made;
    const proc_grid *grid;
    plan_key key;
    const comm_group *order; /* the groups' members, by their places */
    int group_count;
    int message_count;
    VEC(plan_round) rounds;
    plan_prices prices;
};

static plan_key key_of(run *r, collective_kind kind, const proc_grid *grid, int group_count,
                       const comm_group *groups)
{
    int most = 2 + (grid ? grid->rank : 0) + group_count;
    for (int i = 0; i < group_count; i++)
        most += groups[i].count;
    plan_key key = {.data = ARENA_ARRAY(r->scratch, most, int)};
    key.data[key.count++] = (int)kind;
    key.data[key.count++] = r->procs;
    for (int k = 0; grid && k < grid->rank; k++)
        key.data[key.count++] = env_extent(r->env, grid, k);
    for (int i = 0; i < group_count; i++) {
        key.data[key.count++] = groups[i].count;
        memcpy(key.data + key.count, groups[i].ranks, (size_t)groups[i].count * sizeof *key.data);
        key.count += groups[i].count;
    }
    return key;
}

static uint64_t hash_of(const plan_key *key)
{
    uint64_t hash = (uint64_t)key->count;
    for (int i = 0; i < key->count; i++)
        hash = hash_mix(hash, (uint64_t)key->data[i]);
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
    for (int i = 0; i < count; i++)
        own[i].turn = i;
    sort_items(own, (size_t)count, sizeof *own, by_receiver);
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

static bool is_plan_of(const collective_plan *plan, const proc_grid *grid, const plan_key *key)
{
    return plan->is_made && plan->grid == grid && plan->key.count == key->count &&
           !memcmp(plan->key.data, key->data, (size_t)key->count * sizeof *key->data);
}

/* Where the plan is, or is to be: the first free place from the one that the key says;
 * if none of them is free, that one. */
static collective_plan *place_of(collective_plan *plans, const proc_grid *grid, const plan_key *key)
{
    enum { LOOKED_AT = 8 };
    uint64_t first = hash_of(key);
    for (uint64_t i = first; i < first + LOOKED_AT; i++)
        if (!plans[i % PLANS].is_made || is_plan_of(&plans[i % PLANS], grid, key))
            return &plans[i % PLANS];
    return &plans[first % PLANS];
}

collective_plan *plan_find(run *r, collective_kind kind, const proc_grid *grid, int group_count,
                           const comm_group *groups)
{
    estimator *est = r->est;
    plan_key key = key_of(r, kind, grid, group_count, groups);
    if (!est->plans)
        est->plans = ARENA_ARRAY(est->ctx->arena, PLANS, collective_plan);
    collective_plan *plan = place_of(est->plans, grid, &key);
    if (is_plan_of(plan, grid, &key))
        return plan;
    if (!plan->memory)
        plan->memory = arena_new_under(est->ctx->arena);
    arena_clear(plan->memory);
    *plan = (collective_plan){.memory = plan->memory,
                              .grid = grid,
                              .group_count = group_count,
                              .prices = {.memory = plan->prices.memory, .used = plan->prices.used}};
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
static double *const *parts_before(arena *a, const collective_plan *plan, const comm_group *groups)
{
    double **all = ARENA_ARRAY(a, plan->group_count + 1, double *);
    for (int i = 0; i < plan->group_count; i++) {
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
        in->turn = m->turn;
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

static void price_rounds(run *r, arena *a, const collective_plan *plan, message_kind kind,
                         const comm_group *groups, round_vec *rounds)
{
    double *const *before = parts_before(a, plan, groups);
    for (int i = 0; i < plan->rounds.count; i++)
        price_round(r, a, &plan->rounds.data[i], kind, groups, before, rounds);
}

static bool is_kind(const message_kind *a, const message_kind *b)
{
    return a->grid == b->grid && a->pattern == b->pattern && a->dims == b->dims &&
           a->is_async == b->is_async;
}

/* Are the prices those of such messages? */
static bool are_prices_of(const collective_plan *plan, message_kind kind, const comm_group *groups)
{
    const plan_prices *p = &plan->prices;
    if (!p->groups || !is_kind(&p->kind, &kind))
        return false;
    for (int i = 0; i < plan->group_count; i++)
        if (p->groups[i].bytes != groups[i].bytes || p->groups[i].combine != groups[i].combine ||
            p->groups[i].combine_error != groups[i].combine_error)
            return false;
    return true;
}

static bool has_unequal_parts(const collective_plan *plan, const comm_group *groups)
{
    bool has = false;
    for (int i = 0; i < plan->group_count; i++)
        has |= groups[i].part != NULL;
    return has;
}

static void keep_prices(run *r, collective_plan *plan, message_kind kind, const comm_group *groups)
{
    plan_prices *p = &plan->prices;
    if (!p->memory)
        p->memory = arena_new_under(r->est->ctx->arena);
    arena_clear(p->memory);
    *p = (plan_prices){.memory = p->memory, .kind = kind};
    p->groups = arena_copy(p->memory, groups, (size_t)plan->group_count * sizeof *groups);
    price_rounds(r, p->memory, plan, kind, groups, &p->rounds);
}

void plan_price(run *r, arena *a, collective_plan *plan, message_kind kind,
                const comm_group *groups, round_vec *rounds)
{
    plan_prices *p = &plan->prices;
    uint64_t now = r->est->evaluations;
    bool is_kept = plan->is_made && !has_unequal_parts(plan, groups);
    bool is_known = is_kept && are_prices_of(plan, kind, groups);
    if (!is_kept || (!is_known && p->used == now)) {
        price_rounds(r, a, plan, kind, groups, rounds);
        return;
    }
    if (!is_known)
        keep_prices(r, plan, kind, groups);
    p->used = now;
    for (int i = 0; i < p->rounds.count; i++)
        VEC_PUSH(a, rounds, p->rounds.data[i]);
}
