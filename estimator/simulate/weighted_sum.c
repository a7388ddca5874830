#include "estimator/simulate/weighted_sum.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/block/charges.h"
#include "estimator/message/observe.h"
#include "estimator/run/ledger.h"
#include "estimator/run/ledger_part.h"
#include "estimator/simulate/async.h"
#include "estimator/simulate/interpret.h"

/* The weighted sum of both branches (Parashar and Hariri 1996, section 2.3, "Modeling of
 * Conditional Flow-Control Structures"). Each branch is interpreted from the same state: ledger,
 * clocks, and what is under way. What it adds to the ledger counts with its probability; the clocks
 * then follow the ledger, and what is under way is blended. What comes after starts from clocks
 * that are means. */

/* What is known of a condition once it has been met. */
struct weighing {
    ledger_part part; /* that the branches add to */
    /* What blocks in them charge is set aside and weighted by itself, and is not in the part: no
     * loop that communicates, which would have to read it in the ledger, is in them. */
    bool is_apart;
    charges *before, *first; /* by block: from before the condition, and of the first branch */
};

typedef struct weighted_sum {
    const weighing *of;
    int128 *before;     /* the part, from before the condition */
    int128 *sum;        /* it, with the first branch weighted; null: there is no other */
    int128 *clock, now; /* from before the condition */
    async_state *under_way, *after[2];
} weighted_sum;

static bool is_apart(const run *r, const aag_unit *u)
{
    const estimator *est = r->est;
    bool is = !est->options.explicit_clocks && !r->merged && !est->operation_count &&
              !est->has_posts && !r->slot_count;
    for (int id = u->id + 1; id <= u->last && is; id++)
        is = !est->graph->units[id]->has_comm || !aag_is_iteration(est->graph->units[id]->cls);
    return is;
}

static const weighing *weighing_of(run *r, const aag_unit *u)
{
    if (r->weighings[u->id])
        return r->weighings[u->id];
    weighing *c = r->weighings[u->id] = ARENA_NEW(r->scratch, weighing);
    int blocks = 0;
    for (int id = u->id; id <= u->last; id++)
        blocks += r->est->block_of[id] >= 0;
    c->is_apart = is_apart(r, u);
    c->part = c->is_apart ? ledger_part_beside_blocks(r, u) : ledger_part_of(r, u);
    c->before = ARENA_ARRAY(r->scratch, blocks + 1, charges);
    c->first = ARENA_ARRAY(r->scratch, blocks + 1, charges);
    return c;
}

static weighted_sum weighted_begin(run *r, const aag_unit *u)
{
    weighted_sum w = {.of = weighing_of(r, u), .now = r->now, .under_way = async_take(r)};
    size_t size = (size_t)w.of->part.size, places = (size_t)r->places;
    w.before = malloc((size + places + (u->other ? size : 0)) * sizeof *w.before);
    assert(w.before);
    w.clock = w.before + size;
    w.sum = u->other ? w.clock + places : NULL;
    if (w.of->is_apart)
        charges_set_aside(r, u, w.of->before);
    else
        charges_settle(r);
    ledger_part_save(r, &w.of->part, w.before);
    memcpy(w.clock, r->clock, places * sizeof *w.clock);
    return w;
}

static void weigh(run *r, const aag_unit *u, const weighted_sum *w, const int128 *base,
                  double probability)
{
    if (w->of->is_apart)
        charges_weigh(r, u, probability);
    else
        charges_settle(r);
    ledger_part_weigh(r, &w->of->part, w->before, base, probability);
}

/* Goes back to the clocks from before the branch that has just been interpreted. */
static void weighted_back(run *r, weighted_sum *w, int side)
{
    w->after[side] = async_take(r);
    memcpy(r->clock, w->clock, (size_t)r->places * sizeof *r->clock);
    r->now = w->now;
}

/* Interprets the other branch, too. Most conditions have none, and nothing is gone through then. */
static void weighted_other(run *r, const aag_unit *u, weighted_sum *w)
{
    async_put(r, w->under_way);
    if (u->other) {
        if (w->of->is_apart)
            charges_set_aside(r, u, w->of->first);
        ledger_part_save(r, &w->of->part, w->sum);
        ledger_part_restore(r, &w->of->part, w->before);
        interpret_list(r, u->other);
        weigh(r, u, w, w->sum, 1 - u->probability);
        if (w->of->is_apart)
            charges_put_back(r, u, w->of->first);
    }
    weighted_back(r, w, 1);
}

static void weighted_end(run *r, const aag_unit *u, weighted_sum *w)
{
    async_blend(r, w->under_way, w->after[0], w->after[1], u->probability);
    ledger_part_move_clocks(r, &w->of->part, w->before);
    if (w->of->is_apart) {
        charges_move_clocks(r, u);
        charges_put_back(r, u, w->of->before);
    }
    async_drop(w->after[0]);
    async_drop(w->after[1]);
    async_drop(w->under_way);
    free(w->before);
}

void weighted_sum_run(run *r, const aag_unit *u)
{
    weighted_sum w = weighted_begin(r, u);
    observe_silence(r);
    ledger_charge_all(r, u, PART_OVERHEAD, r->est->branch.ticks, r->est->branch.error_ticks);
    interpret_list(r, u->child);
    weigh(r, u, &w, w.before, u->probability);
    weighted_back(r, &w, 0);
    weighted_other(r, u, &w);
    weighted_end(r, u, &w);
    observe_speak(r);
    r->was_taken[u->id] = true;
    /* Rounded products of clocks are not affine in them. */
    r->clock_trace.is_opaque = true;
}
