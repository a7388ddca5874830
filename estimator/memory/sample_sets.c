#include <math.h>

#include "estimator/memory/sampler.h"

/* All uses of some of the sets, spread evenly, each set simulated as it is. Where a walk to a
 * line's last use goes through much of the data, as where these just fill the cache, that tells
 * more than as many looks. */

enum { SETS_LEAST = 8, SETS_MOST = 64, RUNS = 8 };
/* Times as much as looks may cost; more where a look needs the history of a set, and tells less. */
enum { MORE = 4, MORE_OF_HISTORY = 8 };
enum { BUSY_MOST = 32 }; /* sets that are not left to chance */
enum { NARROW = 8 };     /* sets, of which a reference comes to one: a small part */
#define ENOUGH 0.03      /* standard error of the mean, as a part of it */

/* Does each reference come to one element, and leave its line? */
static bool is_simple(const sampler *s)
{
    const nest *n = s->t->nest;
    if (s->ways > CACHE_FEW_WAYS || s->level.sets < 2 * SETS_LEAST)
        return false;
    for (int i = 0; i < n->touch_count; i++)
        if (s->t->w->runs[i] > 0 && (s->t->refs[i].wide_count || !s->walk->leaves[i]))
            return false;
    return true;
}

/* Adds what its uses miss in a set that is empty at first. */
static double simulate_set(sampler *s, const set_record *record, double share, double *misses)
{
    int64_t held[CACHE_FEW_WAYS];
    cache_state set = s->level;
    double all = 0;
    set.sets = 1;
    set.mask = 0;
    set.held = held;
    set.dice = s->dice;
    for (int way = 0; way < set.ways; way++)
        held[way] = CACHE_NO_LINE;
    for (int i = record->count - 1; i >= 0; i--) {
        const set_use *use = &record->use[i];
        if (cache_state_use(&set, use->line, true))
            continue;
        misses[use->at] += share * use->times;
        all += share * use->times;
    }
    s->dice = set.dice;
    return all;
}

/* The same as an average over what chance replaces. */
static double simulate(sampler *s, const set_record *record, double *misses)
{
    const int runs = s->level.replace == REPLACE_RANDOM ? RUNS : 1;
    double all = 0;
    for (int i = 0; i < runs; i++)
        all += simulate_set(s, record, 1.0 / runs, misses);
    return all;
}

/* Sets one after the other a golden section of all apart, and an odd number of sets: any so many of
 * them are spread evenly, and those that a power of two moves to each other are, too. */
static int64_t set_number(const sampler *s, int64_t i)
{
    const int64_t apart = (int64_t)(0.6180339887 * (double)s->level.sets / 2) * 2 + 1;
    return i * apart % s->level.sets;
}

/* The mean, and its variance, by that of means of as many neighbours each. */
static double variance_of_mean(int count, const double *of, double *mean)
{
    enum { GROUPS = 4 };
    double each[GROUPS] = {0}, apart = 0;
    const int in_group = count / GROUPS;
    *mean = 0;
    for (int i = 0; i < count; i++) {
        *mean += of[i] / count;
        if (i < in_group * GROUPS)
            each[i / in_group] += of[i] / in_group;
    }
    for (int g = 0; g < GROUPS; g++)
        apart += (each[g] - *mean) * (each[g] - *mean);
    return apart / (GROUPS * (GROUPS - 1));
}

/* --- Sets that are not as others ------------------------------------------------------------ */

/* Adds the uses of each set by references that come to a small part of the sets in all of the
 * program: there they meet, with each other and with what goes by. */
static void count_uses(const sampler *s, double *uses)
{
    const nest *n = s->t->nest;
    for (int i = 0; i < n->touch_count; i++) {
        const int64_t *low = s->walk->low + s->walk->sums_of[i];
        const int64_t *high = s->walk->high + s->walk->sums_of[i];
        const int depth = n->touches[i].depth;
        if (s->t->w->runs[i] <= 0 || high[depth] < low[depth] || low[depth] < 0)
            continue;
        const int64_t from = low[depth] / s->level.line, to = high[depth] / s->level.line;
        if (to - from >= s->level.sets / NARROW)
            continue;
        for (int64_t line = from; line <= to; line++)
            uses[cache_set(&s->level, line)] += s->t->w->runs[i] / (double)(to - from + 1);
    }
}

/* Marks the sets that such references use more often than all use one on average, those that are
 * used most; their number. */
static int mark_busy(const sampler *s, bool *is_busy)
{
    arena *a = s->t->w->r->scratch;
    double *uses = ARENA_ARRAY(a, (int)s->level.sets, double), all = 0;
    int count = 0;
    for (int i = 0; i < s->t->nest->touch_count; i++)
        all += s->t->w->runs[i];
    count_uses(s, uses);
    for (; count < BUSY_MOST; count++) {
        int64_t most = 0;
        for (int64_t i = 1; i < s->level.sets; i++)
            most = uses[i] > uses[most] ? i : most;
        if (uses[most] * (double)s->level.sets <= all)
            break;
        is_busy[most] = true;
        uses[most] = 0;
    }
    return count;
}

/* Asks each of those; returns what is left of the budget, less than nothing where they are too
 * many. */
static int64_t ask_busy(sampler *s, set_record *record, int64_t budget, const bool *is_busy,
                        double *misses)
{
    for (int64_t set = 0; set < s->level.sets && budget > 0; set++) {
        if (!is_busy[set])
            continue;
        if (!back_record(s->walk, set, record, budget))
            return -1;
        budget = s->walk->left - record->count - 1;
        simulate(s, record, misses);
    }
    return budget;
}

/* --- All sets -------------------------------------------------------------------------------- */

/* Asks sets other than those until their mean is known well, or `budget` is spent; their number, 0
 * where these are too few. */
static int ask_sets(sampler *s, set_record *record, int64_t budget, const bool *is_busy,
                    double *misses, double *mean, double *variance)
{
    double asked[SETS_MOST];
    int count = 0, next = SETS_LEAST;
    for (int64_t i = 0; count < SETS_MOST && i < s->level.sets && budget > 0; i++) {
        const int64_t set = set_number(s, i);
        if (is_busy[set])
            continue;
        if (!back_record(s->walk, set, record, budget))
            break;
        budget = s->walk->left - record->count - 1;
        asked[count++] = simulate(s, record, misses);
        if (count < next)
            continue;
        next *= 2;
        *variance = variance_of_mean(count, asked, mean);
        if (*variance <= ENOUGH * ENOUGH * *mean * *mean)
            return count;
    }
    if (count < SETS_LEAST)
        return 0;
    *variance = variance_of_mean(count, asked, mean);
    return count;
}

bool sets_ask(sampler *s, int64_t budget, double *misses, double *variance)
{
    arena *a = s->t->w->r->scratch;
    const int touches = s->t->nest->touch_count;
    set_record record = {.room = (int)budget};
    const bool has_history = set_needs_history(&s->level);
    const int64_t all = (has_history ? MORE_OF_HISTORY : MORE) * budget;
    if (!is_simple(s))
        return false;
    record.use = ARENA_ARRAY(a, record.room, set_use);
    if (!back_record(s->walk, s->level.sets / 3, &record,
                     (has_history ? all : budget) / SETS_LEAST))
        return false;
    double *sum = ARENA_ARRAY(a, touches, double), *there = ARENA_ARRAY(a, touches, double);
    double mean = 0, open = 0;
    bool *is_busy = ARENA_ARRAY(a, (int)s->level.sets, bool);
    const double others = (double)(s->level.sets - mark_busy(s, is_busy));
    const int64_t left = ask_busy(s, &record, all, is_busy, there);
    const int count = left > 0 ? ask_sets(s, &record, left, is_busy, sum, &mean, &open) : 0;
    if (!count)
        return false;
    for (int t = 0; t < touches; t++) {
        double part = mean > 0 ? sum[t] / count / mean : 0;
        misses[t] = there[t] + sum[t] * others / count;
        variance[t] = open * others * others * part;
    }
    return true;
}
