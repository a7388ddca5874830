#include "estimator/simulate/short_nest.h"

#include "estimator/block/block.h"
#include "estimator/run/ledger.h"
#include "estimator/simulate/loop_values.h"
#include "estimator/simulate/steady_state.h"

/* A loop of few iterations ends before any steady state is seen in it, and so do those around it:
 * a nest of them would be interpreted one by one, and double its work with each loop. But where
 * they stand directly in each other, all processors execute them alike and the innermost body
 * mentions none of their variables, its executions follow each other as the iterations of one
 * long loop do: what stands between them, the overhead of the loops around, moves all clocks
 * alike and is compared with nothing, unless a communication, or a message in a port, is under way
 * meanwhile. It is charged as often as it would have been.
 *
 * The first iteration of each loop is interpreted by itself: after it, it is known what the caches
 * hold from one to the next. */

enum {
    SHORT_MOST = 16, /* iterations; with more of them a loop may have a steady state itself */
    NEST_MOST = 64   /* loops */
};

/* Do all processors execute the loop alike, and nothing in it moves with it? */
static bool is_uniform(const run *r, const aag_unit *u)
{
    const unit_info *info = &r->est->unit[u->id];
    if (!u->has_comm || !aag_is_iteration(u->cls) || !u->var || (u->loop && u->loop->split_on) ||
        info->row_kind != ROW_COMMON || info->moving_count || (info->body & info->var))
        return false;
    for (int id = u->id + 1; id <= u->last; id++) {
        int block = r->est->block_of[id];
        if (block >= 0 && (r->est->blocks[block].group_vars & info->var))
            return false;
    }
    return true;
}

/* The loop that is all of this one's body, with its trips in `trips`; or null. */
static const aag_unit *only_loop(run *r, const aag_unit *u, loop_values *values, int64_t *trips)
{
    const aag_unit *inner = u->child;
    if (!inner || inner->next || !is_uniform(r, inner))
        return NULL;
    *values = loop_values_read(r, inner, trips);
    bool is_short = !r->has_failed && values->is_common && *trips > 0 && *trips < SHORT_MOST;
    if (is_short)
        return inner;
    loop_values_drop(values);
    return NULL;
}

/* The loops of a nest from one on that is uniform, outermost first. */
typedef struct short_nest {
    int depth;
    const aag_unit *loop[NEST_MOST];
    int64_t trips[NEST_MOST];
    loop_values innermost;
} short_nest;

static short_nest find_nest(run *r, const aag_unit *u, int64_t count)
{
    short_nest n = {.depth = 1, .loop = {u}, .trips = {count}};
    loop_values values;
    int64_t trips;
    while (n.depth < NEST_MOST && (u = only_loop(r, u, &values, &trips))) {
        loop_values_drop(&n.innermost);
        n.innermost = values;
        n.loop[n.depth] = u;
        n.trips[n.depth++] = trips;
    }
    return n;
}

/* Do the caches hold between two executions of the innermost loop what they hold between two of
 * its iterations? */
static bool is_warm_throughout(const run *r, const short_nest *n)
{
    unsigned inner = r->warm[n->loop[n->depth - 1]->id], lost = 0;
    for (int i = 0; i + 1 < n->depth; i++)
        lost |= inner & ~(unsigned)r->warm[n->loop[i]->id];
    return !lost;
}

/* Iterations of the innermost loop for so many of the outermost; 0: too many to be numbered. */
static int64_t iterations_of(const short_nest *n, int64_t outer)
{
    int64_t all = outer, reach;
    for (int i = 1; i < n->depth; i++)
        if (__builtin_mul_overflow(all, n->trips[i], &all))
            return 0;
    bool is_far = __builtin_mul_overflow(all, n->innermost.step, &reach) ||
                  __builtin_add_overflow(reach, n->innermost.lower[0], &reach);
    return is_far ? 0 : all;
}

/* What the loops around the innermost one cost, for so many iterations of the outermost. */
static void charge_around(run *r, const short_nest *n, int64_t outer)
{
    const estimator *est = r->est;
    int128 times = outer;
    for (int i = 0; i < n->depth; i++) {
        const aag_unit *u = n->loop[i];
        if (i > 0) {
            ledger_common(r, u)->count += FIXED_ONE * times;
            if (!u->is_placement)
                ledger_charge_all(r, u, PART_OVERHEAD, est->loop_setup.ticks * times,
                                  est->loop_setup.error_ticks * times);
            times *= n->trips[i];
        }
        if (i + 1 < n->depth && !u->is_placement)
            ledger_charge_all(r, u, PART_OVERHEAD, est->loop_iteration.ticks * times,
                              est->loop_iteration.error_ticks * times);
    }
}

static void simulate_as_one(run *r, const short_nest *n, int64_t outer, int64_t iterations)
{
    const aag_unit *inner = n->loop[n->depth - 1];
    const stepper s = {r, inner, 1};
    const loop_values *before = r->values[inner->id];
    r->values[inner->id] = &n->innermost;
    trace_event(&r->clock_trace, (uint64_t)iterations);
    charge_around(r, n, outer);
    loop_simulate_stretch(&s, 0, iterations);
    r->values[inner->id] = before;
}

bool short_nest_simulate(run *r, const aag_unit *u, int64_t count)
{
    const stepper one = {r, u, 1};
    if (r->slot_count || r->est->has_posts)
        return false;
    if (count < 2 || count >= SHORT_MOST || !is_uniform(r, u) || !r->values[u->id]->is_common)
        return false;
    short_nest n = find_nest(r, u, count);
    int64_t iterations = n.depth > 1 ? iterations_of(&n, count - 1) : 0;
    bool is_nest = iterations && !r->has_failed;
    if (is_nest) {
        loop_simulate_steps(&one, 0, 1);
        if (is_warm_throughout(r, &n))
            simulate_as_one(r, &n, count - 1, iterations);
        else
            loop_simulate_stretch(&one, 1, count - 1);
    }
    loop_values_drop(&n.innermost);
    return is_nest;
}
