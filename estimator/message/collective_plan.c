#include "estimator/message/collective_plan.h"

#include <string.h>

#include "estimator/message/collective_round.h"
#include "estimator/message/round.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "support/sort.h"
#include "sysmodels/network/collective/collective.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/round.h"

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
    collective_group *groups; /* but for their ranks */
    round_vec rounds;
} plan_prices;

struct collective_plan {
    arena *memory;
    bool is_made;
    const proc_grid *grid;
    plan_key key;
    const collective_group *order; /* the groups' members, by their places */
    int group_count;
    int message_count;
    collective_round_vec rounds;
    plan_prices prices;
};

static plan_key key_of(run *r, collective_kind kind, const proc_grid *grid, int group_count,
                       const collective_group *groups)
{
    int most = 3 + (grid ? grid->rank : 0) + group_count;
    for (int i = 0; i < group_count; i++)
        most += groups[i].count;
    plan_key key = {.data = ARENA_ARRAY(r->scratch, most, int)};
    key.data[key.count++] = (int)kind;
    key.data[key.count++] = r->procs;
    key.data[key.count++] = group_count > 0 && groups[0].is_to_one;
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

static void find_routes(run *r, const proc_grid *grid, collective_round *round)
{
    for (int k = 0; k < round->count; k++) {
        collective_message *m = &round->messages[k];
        m->route = round_route(r, grid, m->sender, m->receiver);
    }
}

/* The groups, for the plan to keep, with their members in the order of the algorithm. */
static const collective_group *in_order(run *r, arena *a, collective_algorithm how,
                                        const proc_grid *grid, int count,
                                        const collective_group *groups)
{
    const sag_communication *c = r->est->machine->communication;
    collective_group *own = arena_copy(a, groups, (size_t)count * sizeof *groups);
    for (int i = 0; i < count; i++) {
        if (grid && collective_follows_cube(c, how)) {
            grid_coords at = run_coords(r, grid);
            collective_order_by_cube(a, c, grid->rank, at.extent, at.coord, &own[i]);
        } else {
            own[i].ranks = arena_copy(a, own[i].ranks, (size_t)own[i].count * sizeof(int));
        }
    }
    return own;
}

/* Makes the rounds, with their routes. */
static void plan_make(run *r, collective_plan *plan, collective_kind kind, int group_count,
                      const collective_group *groups)
{
    int least = collective_smallest(group_count, groups);
    collective_algorithm how =
        collective_algorithm_of(r->est->machine->communication, kind, least, r->procs);
    plan->order = in_order(r, plan->memory, how, plan->grid, group_count, groups);
    collective_make(plan->memory, kind, how, (collective_variant){0}, group_count, plan->order,
                    &plan->rounds);
    for (int i = 0; i < plan->rounds.count; i++) {
        collective_sort(&plan->rounds.data[i]);
        find_routes(r, plan->grid, &plan->rounds.data[i]);
        plan->message_count += plan->rounds.data[i].count;
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

collective_plan *collective_plan_find(run *r, collective_kind kind, const proc_grid *grid,
                                      int group_count, const collective_group *groups)
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
    plan_make(r, plan, kind, group_count, groups);
    /* Large ones would take more memory than they save time. */
    plan->is_made = plan->message_count <= KEPT_MESSAGES;
    return plan;
}

/* --- Prices ------------------------------------------------------------------ */

static void price_rounds(run *r, arena *a, const collective_plan *plan, message_kind kind,
                         const collective_group *groups, round_vec *rounds)
{
    const double **before = ARENA_ARRAY(a, plan->group_count + 1, const double *);
    for (int i = 0; i < plan->group_count; i++)
        before[i] = collective_parts_before(a, &groups[i], plan->order[i].ranks);
    for (int i = 0; i < plan->rounds.count; i++)
        collective_round_price(r, a, &plan->rounds.data[i], kind, groups, before, rounds);
}

void collective_rounds_price(run *r, arena *a, message_kind kind, int group_count,
                             const collective_group *groups, const collective_round_vec *plan,
                             round_vec *rounds)
{
    const double **before = ARENA_ARRAY(a, group_count + 1, const double *);
    for (int i = 0; i < group_count; i++)
        before[i] = collective_parts_before(a, &groups[i], groups[i].ranks);
    for (int i = 0; i < plan->count; i++) {
        collective_sort(&plan->data[i]);
        find_routes(r, kind.grid, &plan->data[i]);
        collective_round_price(r, a, &plan->data[i], kind, groups, before, rounds);
    }
}

static bool is_kind(const message_kind *a, const message_kind *b)
{
    return a->grid == b->grid && a->pattern == b->pattern && a->dims == b->dims &&
           a->is_async == b->is_async;
}

/* Are the prices those of such messages? */
static bool are_prices_of(const collective_plan *plan, message_kind kind,
                          const collective_group *groups)
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

static bool has_unequal_parts(const collective_plan *plan, const collective_group *groups)
{
    bool has = false;
    for (int i = 0; i < plan->group_count; i++)
        has |= groups[i].part != NULL;
    return has;
}

static void keep_prices(run *r, collective_plan *plan, message_kind kind,
                        const collective_group *groups)
{
    plan_prices *p = &plan->prices;
    if (!p->memory)
        p->memory = arena_new_under(r->est->ctx->arena);
    arena_clear(p->memory);
    *p = (plan_prices){.memory = p->memory, .kind = kind};
    p->groups = arena_copy(p->memory, groups, (size_t)plan->group_count * sizeof *groups);
    price_rounds(r, p->memory, plan, kind, groups, &p->rounds);
}

void collective_plan_price(run *r, arena *a, collective_plan *plan, message_kind kind,
                           const collective_group *groups, round_vec *rounds)
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
