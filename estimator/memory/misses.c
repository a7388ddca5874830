#include "estimator/memory/misses.h"

#include <math.h>
#include <string.h>

#include "estimator/memory/again.h"
#include "estimator/memory/charge.h"
#include "estimator/memory/coming.h"
#include "estimator/memory/refine.h"
#include "estimator/memory/walk.h"
#include "estimator/memory/window.h"
#include "estimator/run/probability.h"

/* Misses from reuse (docs/model.md, "Memory").
 *
 * The program is walked as a tree. What a touch does while a node runs once is a box of indices
 * and the lines in it. A loop touches again what its iterations share: what all of them touch by
 * themselves, less what they touch together. Of that, each part was used some iterations ago, and
 * is there still if what was touched since leaves room. What is left when the whole program has
 * run comes in for the first time. A loop on whose variable the shape of what is inside depends is
 * walked at a few values, so that nothing grows with its iterations. */

/* --- Lists --------------------------------------------------------------------------------- */

/* What of child `j` other children before it in the list have touched. */
static void find_in_list(memory_walk *w, const nest_node *child, int first, double weight)
{
    w->node_number++;
    for (int g = child->first; g < child->end; g++) {
        touch_state *s = &w->touches[g];
        for (int l = 0; l < w->levels; l++) {
            double known = 0, missed = 0, unsure = 0;
            int last = 0; /* the half that another had */
            s->fresh[l] = s->own[l];
            if (s->own[l] <= 0 || s->runs <= 0)
                continue;
            /* The last one first: it was touched last. */
            int h = w->nest->touches[nest_first(w->nest, g, child->first)].before;
            for (; h >= first && known < 1; h = w->nest->touches[h].before) {
                if (!leaves_lines(w, h, l) || w->touches[h].runs <= 0)
                    continue;
                double covered = region_covered(w, g, h, 0, 0, l);
                const int corner = covered > 0 && covered < 1 ? region_corner(w, h) : 0;
                if (corner * last < 0 && region_corner(w, g) == 0) /* both halves */
                    covered = lesser(1, covered + known);
                last = corner ? corner : last;
                if (covered <= known + 1e-9)
                    continue;
                window v = {
                    .kind = IN_LIST, .own = s->child, .by = h, .other = w->touches[h].child};
                double chance = window_miss(w, &v, first, child->end, g, l, child->depth);
                if (w->again)
                    again_add_use(w->again, covered - known, false);
                missed += (covered - known) * chance;
                unsure += (covered - known) * unsure_of(w, l, chance);
                if (w->reasons)
                    reasons_note_list(w, g, h, l, weight * s->own[l] * (covered - known), chance);
                known = covered;
            }
            if (w->again)
                again_close_child(w, g, l, child->depth, weight * s->own[l]);
            w->misses[l * w->nest->touch_count + g] += weight * s->own[l] * missed;
            w->unsure[l * w->nest->touch_count + g] += weight * s->own[l] * unsure;
            s->fresh[l] = s->own[l] * (1 - known);
            coming_add(w, AMONG, child->depth, g, l, weight * s->own[l],
                       &(coming){.lines = 1, .found = known, .missed = missed});
        }
    }
}

static void visit_node(memory_walk *w, int number, double weight, double runs);

/* Visits the nodes of a list, each once; what is fresh in all of them. */
static void visit_list(memory_walk *w, int list, double weight, double runs)
{
    int first = list >= 0 ? w->nest->nodes[list].first : 0, number = 0;
    for (int i = list; i >= 0; i = w->nest->nodes[i].next) {
        const nest_node *n = &w->nest->nodes[i];
        visit_node(w, i, weight, runs);
        for (int g = n->first; g < n->end; g++)
            w->touches[g].child = number;
        number++;
    }
    window_begin(w, first);
    for (int i = list; i >= 0; i = w->nest->nodes[i].next) {
        window_extend(w, w->nest->nodes[i].end);
        find_in_list(w, &w->nest->nodes[i], first, weight);
    }
}

/* --- Statements ------------------------------------------------------------------------------ */

/* The touches of one statement, or test: a line each, and what they share they find. */
static void visit_touches(memory_walk *w, int first, int end, double runs)
{
    for (int t = first; t < end; t++) {
        const touch *of = &w->nest->touches[t];
        touch_state *s = &w->touches[t];
        const home *at =
            of->unit->cls == AAG_SEQ ? &w->r->est->unit[of->unit->id].steps[of->step].at : NULL;
        s->runs = runs;
        if (w->needs_env && at && at->grid && !run_at_home(w->r, at, w->rank, of->unit->where))
            s->runs = 0;
        s->draws = s->runs;
        if (of->is_again) {
            memset(s->own, 0, sizeof s->own);
            memset(s->fresh, 0, sizeof s->fresh);
            continue;
        }
        s->elements = 1;
        for (int d = 0; d < of->var->rank; d++)
            s->distinct[d] = s->access[d] == DIM_AFFINE ? 1 : greater(1, s->extent[d]);
        for (int d = 0; d < of->var->rank; d++)
            s->elements *= s->distinct[d];
        region_set(w, t, of->depth);
        for (int l = 0; l < w->levels; l++) {
            double known = s->runs > 0 ? 0 : 1;
            s->beside[l][0] = s->beside[l][1] = 0;
            for (int h = first; h < t && known < 1; h++) {
                if (w->nest->touches[h].var != of->var || !leaves_lines(w, h, l) ||
                    w->touches[h].runs <= 0 || w->nest->touches[h].is_again)
                    continue;
                const double share = region_covered(w, t, h, 0, 0, l);
                known = greater(known, share);
                if (row_end_is_beside(w, t, h)) { /* it is in the line on either side of it */
                    double *on = &s->beside[l][row_end_is_above(w, t, h)];
                    *on = greater(*on, share);
                    known = greater(known, lesser(1, s->beside[l][0] + s->beside[l][1]));
                }
            }
            s->own[l] = s->fresh[l] = lesser(1, s->runs) * s->size[l] * (1 - known);
        }
    }
}

static void visit_condition(memory_walk *w, const nest_node *n, double weight, double runs)
{
    const aag_unit *u = n->unit;
    double chance = u->probability;
    const int own_end = nest_own_end(w->nest, n);
    visit_touches(w, n->first, own_end, runs);
    if (u->on)
        chance = w->needs_env ? run_at_home(w->r, u->on, w->rank, u->where) : 1;
    else if (!is_probabilistic(w->r, u)) {
        int64_t holds = 1;
        run_value(w->r, u->test, &holds);
        chance = holds != 0;
    }
    /* Both branches as one list after the test. */
    visit_list(w, n->child, weight * chance, runs * chance);
    visit_list(w, n->other, weight * (1 - chance), runs * (1 - chance));
    for (int t = own_end; t < n->end; t++)
        for (int l = 0; l < w->levels; l++)
            w->touches[t].own[l] = w->touches[t].fresh[l];
}

/* --- Loops ------------------------------------------------------------------------------------ */

/* Values of a loop's variable that stand for all of its iterations, each for so many. */
typedef struct sample {
    double at, weight;
} sample;

enum { ALL_MOST = 8, SAMPLES_MOST = REREAD_MOST };

/* A few iterations are all walked; of more, where the shape of the inside changes, the points of
 * Gauss and Legendre in two halves (exact for polynomials of degree 5), else one in the middle. */
static int find_samples(const memory_walk *w, const nest_node *n, const loop_numbers *l, double low,
                        double high, double trips, sample *out)
{
    static const double place[3] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double share[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    double each = fabs(l->step);
    if (!n->unit->var || !(n->shapes || n->has_tests || l->is_reread) || trips <= 1) {
        double middle = low + each * floor_of((high - low) / each / 2 + 0.5);
        out[0] = (sample){middle, trips};
        return 1;
    }
    if (trips <= (l->is_reread ? SAMPLES_MOST : ALL_MOST) && l->density == 1) {
        int count = (int)floor_of(trips + 1e-9);
        for (int i = 0; i < count; i++)
            out[i] = (sample){low + i * each, trips / count};
        return count;
    }
    int halves = w->nest->nodes[0].depth + n->depth < 3 ? 2 : 1, count = 0;
    double width = (high - low + each) / halves;
    for (int half = 0; half < halves; half++)
        for (int i = 0; i < 3; i++)
            out[count++] =
                (sample){low - each / 2 + width * (half + place[i]), trips / halves * share[i]};
    return count;
}

/* How far from its one sample a loop is walked. In the middle of all loops d[i][j], d[i][k] and
 * d[k][j] would be one element, and the first of them seem to use it for all: each depth has a
 * place of its own, a golden section of the iterations from that of the one around it. */
static double aside(const memory_walk *w, const nest_node *n, double step, double low, double high)
{
    double place = 0.5 + 0.6180339887 * n->depth;
    if (w->r->procs > 1 || !step) /* whose iteration it is matters */
        return 0;
    place -= floor_of(place) + 0.5;
    return fabs(step) * floor_of((high - low) / fabs(step) * place);
}

static void visit_loop(memory_walk *w, int number, double weight, double runs)
{
    const nest_node *n = &w->nest->nodes[number];
    const loop_numbers *l = &w->loops[number];
    touch_sums *sums = w->sums[n->depth] + n->first;
    int count = n->end - n->first;
    double low, high, trips;
    sample samples[SAMPLES_MOST];
    memset(sums, 0, (size_t)count * sizeof *sums);
    if (w->again)
        again_open_loop(w, n->first, n->end, n->depth);
    loop_interval(w, number, &low, &high, &trips);
    int points = trips > 0 ? find_samples(w, n, l, low, high, trips, samples) : 0;
    kept_boxes kept = {0};
    if (l->is_reread)
        kept = boxes_keep(w, number);
    for (int i = 0; i < points; i++) {
        w->at[n->depth] = samples[i].at + (points == 1 ? aside(w, n, l->step, low, high) : 0);
        w->range[n->depth] = greater(0, high - low) / points;
        if (w->needs_env && n->unit->var)
            env_set_loop_var(w->r->env, n->unit->var, (int64_t)floor_of(w->at[n->depth] + 0.5));
        if (l->is_reread)
            w->lacks_values |= !numbers_reread(w, number);
        visit_list(w, n->child, weight * samples[i].weight, runs);
        double before = (l->step > 0 ? samples[i].at - low : high - samples[i].at) / fabs(l->step);
        loop_carry(w, n, number, trips, before, samples[i].weight);
        if (l->is_reread)
            boxes_widen(w, number, &kept);
    }
    if (points) {
        loop_close(w, n, number, trips, weight);
        return;
    }
    for (int g = n->first; g < n->end; g++) {
        touch_state *s = &w->touches[g];
        s->runs = 0;
        memset(s->own, 0, sizeof s->own);
        memset(s->fresh, 0, sizeof s->fresh);
    }
}

static void visit_node(memory_walk *w, int number, double weight, double runs)
{
    const nest_node *n = &w->nest->nodes[number];
    nest_set_levels(w->r, n->levels);
    if (aag_is_iteration(n->unit->cls))
        visit_loop(w, number, weight, runs);
    else if (aag_is_condition(n->unit->cls))
        visit_condition(w, n, weight, runs);
    else
        visit_touches(w, n->first, n->end, runs);
    /* Executions, as often as the statement's own node is visited. */
    if (!aag_is_iteration(n->unit->cls))
        for (int t = n->first; t < n->end; t++)
            if (w->nest->touches[t].unit == n->unit)
                w->runs[t] += weight * (w->touches[t].runs > 0);
}

/* --- The whole program ----------------------------------------------------------------------- */

void misses_analyse(estimator *est)
{
    est->nest = est->options.memory != MEMORY_PAPER ? nest_read(est, &est->no_nest) : NULL;
}

/* What goes anywhere is taken to be spread evenly; the program's data may as well lead it from
 * element to element, or stay for long in a few lines and come to each once, whichever misses less.
 * That is the lower end of the interval (result/uncertainty.c). */
static void doubt_anywhere(memory_walk *w)
{
    const double z = 1.96;
    const int touches = w->nest->touch_count;
    for (int t = 0; t < touches; t++)
        for (int l = 0; l < w->levels && w->nest->touches[t].goes_anywhere; l++) {
            double misses = w->misses[l * touches + t];
            double least = lesser(w->runs[t] * lesser(1, w->touches[t].bytes / w->level[l].line),
                                  w->touches[t].all[l]);
            double *error = &w->error[l * touches + t];
            *error = hypot(*error, greater(0, misses - least) / z);
            w->r->has_doubtful_misses |= misses > least;
        }
}

/* --- Levels behind others --------------------------------------------------------------------- */

/* Of the references of touch `t`'s array in its nest: what level `far` misses is no more than what
 * level `near` does. */
static void cap_together(memory_walk *w, int t, int near, int far)
{
    const nest *n = w->nest;
    double *close = w->misses + near * n->touch_count, *away = w->misses + far * n->touch_count;
    double seen = 0, all = 0;
    for (int i = 0; i < n->touch_count; i++)
        if (nest_is_together(n, i, t)) {
            seen += close[i];
            all += away[i];
        }
    for (int i = 0; i < n->touch_count && all > seen; i++)
        if (nest_is_together(n, i, t))
            away[i] *= seen / all;
}

/* Each level is asked about by itself, but comes to see only what the one before it misses; a TLB
 * sees everything. */
static void cap_levels(memory_walk *w)
{
    const nest *n = w->nest;
    int near = -1;
    for (int l = 0; l < w->levels; l++) {
        if (w->r->est->level[l].is_tlb)
            continue;
        for (int t = 0; near >= 0 && t < n->touch_count; t++)
            if (w->misses[l * n->touch_count + t] > w->misses[near * n->touch_count + t])
                cap_together(w, t, near, l);
        near = l;
    }
}

/* The first walk, without chances, of which is written down what those after it ask. */
static again_script *visit_first(memory_walk *w, int places)
{
    w->asks_chances = false;
    again_begin(w, places);
    visit_list(w, w->nest->root, 1, 1);
    return again_end(w);
}

/* One more walk, by what is written down, as far as that goes. */
static bool visit_again(memory_walk *w, again_script **written)
{
    bool ok = true;
    if (*written && again_walk(w, *written))
        return true;
    if (*written) {
        ok = walk_start_again(w);
        coming_forget(w);
        *written = ok ? visit_first(w, WINDOW_PLACES) : NULL;
        w->asks_chances = true;
        if (*written && again_walk(w, *written))
            return true;
    }
    ok = ok && walk_start_again(w);
    coming_forget(w);
    if (ok)
        visit_list(w, w->nest->root, 1, 1);
    return ok;
}

/* Walks until it is known what comes in where lines are replaced at random: first what is found,
 * and then with what chance it has gone, from outside inwards, one loop more with each walk. The
 * last walk's misses stand: it is the one after which no chance changes by more than SETTLED, or
 * number `most`. With reasons it is number `most` that notes them, so that they are of the same
 * walk as the misses. Returns the number of the last walk; 0: something has no value. */
static int settle(memory_walk *w, int most, reuse_log *reasons)
{
    again_script *written = NULL;
    coming_open(w);
    w->asked = 0;
    w->reasons = NULL;
    for (int i = 1;; i++) {
        bool ok = true;
        if (i == 1)
            written = visit_first(w, WINDOW_FIRST);
        w->asks_chances = true;
        if (i == most && reasons) {
            w->reasons = reasons;
            written = NULL;
        }
        if (i > 1)
            ok = visit_again(w, &written);
        const double changed = coming_learn(w);
        if (!ok || w->lacks_values)
            return 0;
        if (i == most || (i > 1 && !reasons && changed <= SETTLED))
            return i;
    }
}

static bool visit_settled(memory_walk *w)
{
    reuse_log *const reasons = w->reasons;
    int walks = settle(w, COMING_WALKS, NULL);
    if (walks > 0 && reasons)
        walks = walk_start_again(w) ? settle(w, walks, reasons) : 0;
    w->reasons = reasons;
    return walks > 0;
}

/* Walks all of the program: misses, or, without the chances that lines have gone, only executions
 * and first uses. False where something has no value. */
static bool visit_all(memory_walk *w, bool asks_chances)
{
    const nest *n = w->nest;
    w->asks_chances = asks_chances;
    if (!asks_chances || !coming_is_asked(w))
        visit_list(w, n->root, 1, 1);
    else if (!visit_settled(w))
        return false;
    for (int t = 0; t < n->touch_count && !w->lacks_values; t++)
        for (int l = 0; l < w->levels; l++) {
            w->misses[l * n->touch_count + t] += w->touches[t].fresh[l];
            if (w->reasons)
                reasons_note_first(w, t, l, w->touches[t].fresh[l]);
        }
    return !w->lacks_values;
}

/* Looks closer before the closed form is worked out, which is only where that leaves something
 * open, or where reasons are asked for: of levels that are not sampled they are its own. */
static bool look_first(memory_walk *w, refinement *found)
{
    const size_t touches = (size_t)w->nest->touch_count, all = touches * (size_t)w->levels;
    reuse_log *reasons = w->reasons;
    w->reasons = NULL;
    bool ok = refine_simulate(w, found) || visit_all(w, false);
    if (ok && !found->is_simulated)
        refine_look(w, found, false);
    w->reasons = reasons;
    if (!ok || !refine_is_enough(w, found))
        return ok && walk_start_again(w) && visit_all(w, true);
    refine_set(w, found, false);
    if (!reasons)
        return true;
    double *misses = ARENA_ARRAY(w->r->scratch, all, double);
    double *error = ARENA_ARRAY(w->r->scratch, all, double);
    double *runs = ARENA_ARRAY(w->r->scratch, touches, double);
    memcpy(misses, w->misses, all * sizeof *misses);
    memcpy(error, w->error, all * sizeof *error);
    memcpy(runs, w->runs, touches * sizeof *runs);
    ok = walk_start_again(w) && visit_all(w, true);
    memcpy(w->misses, misses, all * sizeof *misses);
    memcpy(w->error, error, all * sizeof *error);
    memcpy(w->runs, runs, touches * sizeof *runs);
    return ok;
}

static void find(run *r)
{
    if (!r->est->nest || !r->est->level_count || r->est->nest->root < 0)
        return;
    const nest *n = nest_unrolled(r);
    if (n->root < 0)
        return;
    memory_walk *w = walk_open(r, n);
    const bool refines = r->est->options.memory == MEMORY_SAMPLED;
    refinement found = {0};
    run_set_rank(r, w->rank);
    if (!numbers_read(w))
        return;
    order_read(w);
    if (!(refines && refine_may_help(w) ? look_first(w, &found) : visit_all(w, true)))
        return;
    if (refines && !found.is_tried)
        refine_look(w, &found, true);
    if (!found.is_set)
        refine_set(w, &found, true);
    cap_levels(w);
    refine_doubt(w, &found);
    doubt_anywhere(w);
    charge_set(w);
    if (w->reasons)
        refine_explain(w, &found);
}

/* The steps that integers take for it (program/env/bindings.h) are not the program's: samples do
 * without where there are none left. */
void misses_find(run *r)
{
    const int64_t steps = env_steps(r->env);
    find(r);
    env_set_steps(r->env, steps);
}
