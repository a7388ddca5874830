#include "estimator/message/schedule_gather.h"

#include <math.h>

#include "estimator/message/collective.h"
#include "estimator/message/gather_groups.h"
#include "estimator/message/merged_doubling.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule_shift.h"
#include "estimator/run/run.h"
#include "support/forest.h"
#include "sysmodels/network/collective/collective.h"
#include "sysmodels/network/round.h"

/* All-gathers: each processor's part goes to all others of its group. How depends on who
 * has parts at all (docs/model.md, "Collectives"): from one it is a broadcast; where
 * only some have any, by the all-gather's algorithm or broadcast by broadcast. */

/* Processors that messages join. */
typedef struct gathering {
    int *parent;    /* by rank: support/forest.h */
    double *part;   /* by rank: bytes of the largest message that it sends */
    int *members;   /* by rank of a root: of its tree */
    int *owners;    /* likewise: those who send */
    bool *is_there; /* by rank: takes part */
    int group_count;
    collective_group *groups;
    bool is_complete; /* everybody who sends, sends to all others of the group */
} gathering;

static void join(run *r, arena *a, const communication *c, const transfer *t, gathering *g)
{
    g->parent = forest_new(a, r->procs);
    g->part = ARENA_ARRAY(a, r->procs, double);
    g->is_there = ARENA_ARRAY(a, r->procs, bool);
    for (int i = 0; i < t->count; i++) {
        const message *m = &t->messages[i];
        g->is_there[m->sender] = g->is_there[m->receiver] = true;
        g->part[m->sender] = fmax(g->part[m->sender], (double)m->elements * c->elem_bytes);
        forest_join(g->parent, m->sender, m->receiver);
    }
}

static void count_members(run *r, arena *a, const transfer *t, gathering *g)
{
    int *messages = ARENA_ARRAY(a, r->procs, int);
    g->members = ARENA_ARRAY(a, r->procs, int);
    g->owners = ARENA_ARRAY(a, r->procs, int);
    for (int p = 0; p < r->procs; p++) {
        int root = forest_root(g->parent, p);
        g->members[root] += g->is_there[p];
        g->owners[root] += g->part[p] > 0;
    }
    for (int i = 0; i < t->count; i++)
        messages[forest_root(g->parent, t->messages[i].sender)]++;
    g->is_complete = true;
    for (int p = 0; p < r->procs; p++)
        g->is_complete &= messages[p] == g->owners[p] * (g->members[p] - 1);
}

/* The members in the order of their ranks, going round from the first of those with the largest
 * part: the root of what goes up and down a tree. */
static collective_group group_of(arena *a, const double *part, const int *in_order, int count)
{
    int *ranks = ARENA_ARRAY(a, count, int), begin = 0;
    for (int v = 1; v < count; v++)
        if (part[in_order[v]] > part[in_order[begin]])
            begin = v;
    for (int v = 0; v < count; v++)
        ranks[v] = in_order[(begin + v) % count];
    return (collective_group){
        .count = count, .ranks = ranks, .bytes = part[ranks[0]], .part = part};
}

static const int *members_of(run *r, arena *a, const gathering *g, int root)
{
    int *in_order = ARENA_ARRAY(a, g->members[root], int), count = 0;
    for (int p = root; p < r->procs; p++)
        if (g->is_there[p] && forest_root(g->parent, p) == root)
            in_order[count++] = p;
    return in_order;
}

static gathering gathering_of(run *r, arena *a, const communication *c, const transfer *t)
{
    gathering g = {0};
    join(r, a, c, t, &g);
    count_members(r, a, t, &g);
    g.groups = ARENA_ARRAY(a, r->procs, collective_group);
    for (int p = 0; p < r->procs; p++)
        if (g.is_there[p] && g.parent[p] == p)
            g.groups[g.group_count++] = group_of(a, g.part, members_of(r, a, &g, p), g.members[p]);
    return g;
}

/* The same where all is gathered along axes of the grid. */
static gathering gathering_along(run *r, arena *a, const communication *c, const transfer_gather *t)
{
    const gather_groups all = gather_groups_of(a, t);
    const int64_t *elements = gather_elements(r, a, t);
    gathering g = {.parent = ARENA_ARRAY(a, r->procs, int),
                   .part = ARENA_ARRAY(a, r->procs, double),
                   .members = ARENA_ARRAY(a, r->procs, int),
                   .owners = ARENA_ARRAY(a, r->procs, int),
                   .groups = ARENA_ARRAY(a, all.count, collective_group),
                   .is_complete = true};
    for (int i = 0; i < all.count; i++) {
        const int root = all.first[i];
        int *ranks = ARENA_ARRAY(a, all.size, int);
        for (int v = 0; v < all.size; v++) {
            ranks[v] = root + all.further[v];
            g.parent[ranks[v]] = root;
            g.part[ranks[v]] = (double)elements[ranks[v]] * c->elem_bytes;
            g.owners[root] += elements[ranks[v]] > 0;
        }
        g.members[root] = all.size;
        if (g.owners[root] && all.size > 1)
            g.groups[g.group_count++] = group_of(a, g.part, ranks, all.size);
    }
    return g;
}

/* The members, the one at place `root` first and the others by rank, as in other
 * broadcasts. */
static collective_group rooted(arena *a, const collective_group *g, int root)
{
    int *ranks = ARENA_ARRAY(a, g->count, int), count = 0, least = 0;
    for (int v = 1; v < g->count; v++)
        if (g->ranks[v] < g->ranks[least])
            least = v;
    ranks[count++] = g->ranks[root];
    for (int v = 0; v < g->count; v++) {
        int place = (least + v) % g->count;
        if (place != root)
            ranks[count++] = g->ranks[place];
    }
    return (collective_group){.count = g->count, .ranks = ranks, .bytes = g->part[ranks[0]]};
}

/* Of the rounds, were all to enter each together: the dearest member of each. */
static int128 cost_of(const round_vec *rounds)
{
    int128 all = 0;
    for (int i = 0; i < rounds->count; i++) {
        const comm_round *round = &rounds->data[i];
        int128 most = 0;
        for (int k = 0; k < round->costs.count; k++) {
            const round_cost *c = &round->costs.data[k];
            int128 time = c->before + c->unpacking + round_transmits(round, c);
            most = time > most ? time : most;
        }
        all += most;
    }
    return all;
}

/* Each owner of a group broadcasts its part, one after the other; groups go side by side.
 * False: that costs `limit` or more (null: whatever it costs). */
static bool broadcasts(run *r, arena *a, message_kind kind, const gathering *g, const int128 *limit,
                       round_vec *rounds)
{
    int *next = ARENA_ARRAY(a, g->group_count, int);
    if (kind.pattern == PATTERN_allgather)
        kind.pattern = PATTERN_broadcast;
    while (!limit || cost_of(rounds) < *limit) {
        VEC(collective_group) now = {0};
        for (int i = 0; i < g->group_count; i++) {
            const collective_group *one = &g->groups[i];
            while (next[i] < one->count && g->part[one->ranks[next[i]]] <= 0)
                next[i]++;
            if (next[i] < one->count)
                VEC_PUSH(a, &now, rooted(a, one, next[i]++));
        }
        if (!now.count)
            return true;
        collective_rounds(r, a, COLLECTIVE_BROADCAST, kind, now.count, now.data, rounds);
    }
    return false;
}

static void append(arena *a, round_vec *rounds, const round_vec *more)
{
    for (int i = 0; i < more->count; i++)
        VEC_PUSH(a, rounds, more->data[i]);
}

static round_vec as_it_is(run *r, arena *a, const communication *c, message_kind kind,
                          const transfer *t)
{
    round_vec rounds = {0};
    shift_rounds(r, a, c, kind, t, &(transfer_pattern){0}, &rounds);
    return rounds;
}

/* By the algorithm of all-gathers, or by broadcasts, whichever costs less. */
static round_vec gathered(run *r, arena *a, message_kind kind, const gathering *g)
{
    round_vec together = {0}, apart = {0};
    bool has_one_owner = true, all_own = true;
    for (int i = 0; i < g->group_count; i++) {
        int root = forest_root(g->parent, g->groups[i].ranks[0]);
        has_one_owner &= g->owners[root] == 1;
        all_own &= g->owners[root] == g->members[root];
    }
    if (has_one_owner) {
        broadcasts(r, a, kind, g, NULL, &apart);
        return apart;
    }
    collective_rounds(r, a, COLLECTIVE_ALLGATHER, kind, g->group_count, g->groups, &together);
    int128 limit = cost_of(&together);
    return !all_own && broadcasts(r, a, kind, g, &limit, &apart) ? apart : together;
}

/* Where not all who have parts send them to all, what goes as it is may cost less. What
 * other needs add may even join those that gather apart: then it does. */
void gather_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                   const transfer_gather *along, round_vec *rounds)
{
    if (along->grid && doubling_gathers(r, a, c, kind, along, rounds))
        return;
    gathering g = along->grid ? gathering_along(r, a, c, along) : gathering_of(r, a, c, t);
    round_vec best = {0};
    if (!c->is_mixed || g.is_complete)
        best = gathered(r, a, kind, &g);
    if (!g.is_complete) {
        round_vec other = as_it_is(r, a, c, kind, t);
        if (c->is_mixed || cost_of(&other) < cost_of(&best))
            best = other;
    }
    append(a, rounds, &best);
}
