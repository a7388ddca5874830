#include "estimator/memory/walk.h"

#include <string.h>

/* The memory of walks. */

static void forget_misses(memory_walk *w)
{
    const size_t touches = (size_t)w->nest->touch_count, all = touches * (size_t)w->levels;
    memset(w->misses, 0, all * sizeof *w->misses);
    memset(w->unsure, 0, all * sizeof *w->unsure);
    memset(w->error, 0, all * sizeof *w->error);
    memset(w->runs, 0, touches * sizeof *w->runs);
}

static void read_levels(memory_walk *w)
{
    const estimator *est = w->r->est;
    w->levels = est->level_count;
    for (int l = 0; l < w->levels; l++) {
        w->level[l] = est->level[l].shape;
        w->allocates[l] = est->level[l].allocates;
    }
}

/* A walk's memory. Nothing in it lasts from one evaluation to the next. */
static memory_walk *walk_new(arena *a, const nest *n, int levels, int variables)
{
    memory_walk *w = ARENA_NEW(a, memory_walk);
    const int touches = n->touch_count;
    w->arena = a;
    w->loops = ARENA_ARRAY(a, n->node_count, loop_numbers);
    w->touches = ARENA_ARRAY(a, touches, touch_state);
    w->sums = ARENA_ARRAY(a, n->deepest + 1, touch_sums *);
    for (int k = 0; k <= n->deepest; k++)
        w->sums[k] = ARENA_ARRAY(a, touches, touch_sums);
    w->misses = ARENA_ARRAY(a, levels * touches, double);
    w->unsure = ARENA_ARRAY(a, levels * touches, double);
    w->error = ARENA_ARRAY(a, levels * touches, double);
    w->runs = ARENA_ARRAY(a, touches, double);
    w->pieces = ARENA_ARRAY(a, 2 * touches + 1, line_piece);
    w->chain_mask = 63;
    while (w->chain_mask < 4 * touches) /* half of them are free */
        w->chain_mask = 2 * w->chain_mask + 1;
    w->chains = ARENA_ARRAY(a, w->chain_mask + 1, piece_chain);
    w->live = ARENA_ARRAY(a, levels * touches + 1, int);
    w->inside = ARENA_ARRAY(a, touches + 1, touch_inside);
    w->kept = ARENA_ARRAY(a, touches * PIECES_KEPT + 1, kept_piece);
    w->kept_at = ARENA_ARRAY(a, touches * PIECES_KEPT + 1, int64_t);
    w->grows = ARENA_ARRAY(a, touches + 1, double);
    w->known = ARENA_ARRAY(a, levels * touches + 1, known_part);
    w->room = ARENA_ARRAY(a, variables * MAX_RANK + 1, double);
    w->base = ARENA_ARRAY(a, variables + 1, double);
    return w;
}

/* That of the graph's own nest, which the estimator keeps, as it was at first but for room that
 * has been taken. */
static memory_walk *walk_again(estimator *est, int variables)
{
    memory_walk *w = est->walk;
    const nest *n = est->nest;
    if (!w)
        return est->walk = walk_new(est->ctx->arena, n, est->level_count, variables);
    for (int i = 0; i < n->node_count; i++)
        w->loops[i] = (loop_numbers){.low = w->loops[i].low};
    for (int t = 0; t < n->touch_count; t++) {
        touch_state *s = &w->touches[t];
        *s = (touch_state){.low = s->low,
                           .paces = s->paces,
                           .moved = s->moved,
                           .step_low = s->step_low,
                           .tied = s->tied,
                           .alike = s->alike};
    }
    memset(w->at, 0, sizeof w->at);
    memset(w->range, 0, sizeof w->range);
    w->asks_chances = w->lacks_values = false;
    w->asked = 0;
    w->flood = 0;
    w->coming = NULL;
    w->again = NULL;
    forget_misses(w);
    return w;
}

memory_walk *walk_open(run *r, const nest *n)
{
    const int variables = r->est->graph->program->variable_count;
    memory_walk *w = n == r->est->nest ? walk_again(r->est, variables)
                                       : walk_new(r->scratch, n, r->est->level_count, variables);
    w->r = r;
    w->nest = n;
    w->rank = run_rank(r, 0);
    w->reasons = r->reuse;
    read_levels(w);
    if (r->reuse)
        reuse_log_begin(r->reuse, n);
    w->needs_env = r->procs > 1;
    for (int i = 0; i < n->node_count; i++)
        w->needs_env |= n->nodes[i].has_tests;
    return w;
}

bool walk_start_again(memory_walk *w)
{
    forget_misses(w);
    bool ok = numbers_read(w);
    if (ok)
        order_read(w);
    return ok;
}
