#include "estimator/memory/refine.h"

#include <math.h>

#include "estimator/memory/sample.h"
#include "estimator/memory/sampler.h"
#include "estimator/memory/simulated.h"

enum { SIMULATED_MOST = 500000, LOOKED_MOST = 200000, LOOKED_MOST_BENT = 400000 };
#define UNSURE_MOST 0.10 /* of the misses, that the closed form may leave open */

/* A part of elements that are longer than a line: not all of their lines are touched. */
static bool is_part(const memory_walk *w, const touch *of)
{
    int bytes = of->var->elem_bytes;
    return of->ref->member_bytes && of->ref->member_bytes < bytes && bytes > w->level[0].line;
}

/* A stencil, or a stream: loops that go on as often whatever is around them, and references that
 * each loop moves along one dimension, or not at all, those further in along later ones. */
static bool is_regular(const memory_walk *w, int at)
{
    const touch *of = &w->nest->touches[at];
    const touch_state *s = &w->touches[at];
    int rank = of->var->rank, width = of->depth + 1;
    if (of->goes_anywhere || of->nonaffine_in || is_part(w, of))
        return false;
    for (int k = 0; k < of->depth; k++) {
        const loop_numbers *l = &w->loops[of->loops[k]];
        for (int i = 0; i < k; i++)
            if (l->low[i] || l->high[i])
                return false;
        if (l->is_opaque)
            return false;
    }
    for (int d = 0, before = -1; d < rank; d++) {
        int moves = -1;
        for (int k = 0; k < of->depth; k++) {
            double by = s->low[(of->depth * rank + d) * width + k];
            if (by && (moves >= 0 || fabs(by) != 1))
                return false;
            moves = by ? k : moves;
        }
        if (moves >= 0 && moves < before) /* a column */
            return false;
        before = moves >= 0 ? moves : before;
    }
    return true;
}

/* Is there a use of a line of which the closed form hardly knows whether the line has gone? Of a
 * stencil it knows mostly, unless it nearly fills the cache, or rows come to the same sets. */
static bool is_unsure(const memory_walk *w)
{
    const int touches = w->nest->touch_count;
    for (int l = 0; l < w->levels; l++) {
        double misses = 0, unsure = 0;
        for (int i = l * touches; i < (l + 1) * touches; i++) {
            misses += w->misses[i];
            unsure += w->unsure[i];
        }
        if (unsure > UNSURE_MOST * misses)
            return true;
    }
    return false;
}

/* Is a subscript found by running a piece of the program? That takes too long to be asked often. */
static bool runs_code(const expr *x)
{
    bool runs = x->kind == EXPR_SLICE;
    for (int i = 0; i < expr_operand_count(x) && !runs; i++)
        runs = runs_code(x->u.op.operand[i]);
    return runs;
}

static bool has_code(const memory_walk *w)
{
    bool runs = false;
    for (int i = 0; i < w->nest->touch_count && !runs; i++) {
        const touch *of = &w->nest->touches[i];
        for (int d = 0; d < of->var->rank && of->nonaffine_in && !runs; d++)
            runs = of->rest[d] && runs_code(of->rest[d]);
    }
    return runs;
}

bool refine_may_help(const memory_walk *w)
{
    for (int i = 0; i < w->nest->touch_count; i++)
        if (!is_regular(w, i))
            return !has_code(w);
    return false;
}

static bool is_all_regular(const memory_walk *w)
{
    for (int i = 0; i < w->nest->touch_count; i++)
        if (w->runs[i] > 0 && !is_regular(w, i))
            return false;
    return true;
}

/* On simulated caches, if the program is small: then that says all. */
static void simulate(memory_walk *w, refinement *found, int64_t most, bool has_runs)
{
    stream *t = ARENA_NEW(w->r->scratch, stream);
    found->is_simulated = stream_open(t, w) && simulate_all(t, most, has_runs);
}

bool refine_simulate(memory_walk *w, refinement *found)
{
    simulate(w, found, SIMULATED_MOST, false);
    found->is_tried = found->is_simulated;
    return found->is_simulated;
}

void refine_look(memory_walk *w, refinement *found, bool has_misses)
{
    stream *t = ARENA_NEW(w->r->scratch, stream);
    int64_t looks = LOOKED_MOST;
    if ((is_all_regular(w) && !(has_misses && is_unsure(w))) || has_code(w))
        return;
    found->is_tried = true;
    for (int i = 0; i < w->nest->touch_count; i++)
        if (w->nest->touches[i].nonaffine_in)
            looks = LOOKED_MOST_BENT;
    if (!found->is_simulated) /* whatever takes no longer than pieces of it */
        simulate(w, found, PIECES_COST * looks, true);
    if (!found->is_simulated && stream_open(t, w))
        found->samples = sample_look(t, looks);
}

bool refine_is_enough(const memory_walk *w, const refinement *found)
{
    return found->is_simulated || (found->samples && sample_is_enough(found->samples, w->levels));
}

void refine_set(memory_walk *w, refinement *found, bool has_misses)
{
    found->is_set = true;
    if (found->samples)
        w->r->has_sampled_misses |= sample_set(found->samples, w->levels, has_misses);
}

/* Any share of the uses that are not known may miss, as likely as any other. */
static void doubt_level(memory_walk *w, int level)
{
    const int touches = w->nest->touch_count, first = level * touches;
    double misses = 0, open = 0;
    for (int i = first; i < first + touches; i++) {
        misses += w->misses[i];
        open += w->unsure[i];
    }
    if (open <= UNSURE_MOST * misses)
        return;
    for (int i = first; i < first + touches; i++)
        w->error[i] = hypot(w->error[i], w->unsure[i] / sqrt(3));
    w->r->has_doubtful_misses = true;
}

void refine_doubt(memory_walk *w, const refinement *found)
{
    for (int l = 0; l < w->levels && !found->is_simulated; l++)
        if (!found->samples || !sampler_can(&w->level[l]))
            doubt_level(w, l);
}

void refine_explain(memory_walk *w, const refinement *found)
{
    stream *t = ARENA_NEW(w->r->scratch, stream);
    if ((found->is_simulated || found->samples) && stream_open(t, w))
        sample_explain(t);
    reasons_settle(w);
}
