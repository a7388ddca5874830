#include "validate/score.h"

#include <math.h>
#include <stdlib.h>

#include "support/sort.h"
#include "support/vec.h"

double validate_median(const validate_case *c)
{
    double values[c->run_count > 0 ? c->run_count : 1];
    for (int i = 0; i < c->run_count; i++)
        values[i] = c->runs[i];
    return c->run_count ? sort_median(values, c->run_count) : NAN;
}

void validate_extremes(const validate_case *c, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < c->run_count; i++) {
        *least = fmin(*least, c->runs[i]);
        *most = fmax(*most, c->runs[i]);
    }
}

double validate_spread(const validate_case *c)
{
    double least, most;
    validate_extremes(c, &least, &most);
    return c->run_count ? (most - least) / 2 / validate_median(c) : NAN;
}

bool validate_is_scored(const validate_case *c)
{
    return c->is_predicted && c->run_count > 0 && validate_median(c) > 0;
}

double validate_error(const validate_case *c)
{
    double measured = validate_median(c);
    return fabs(c->predicted - measured) / measured;
}

/* --- Errors ---------------------------------------------------------------------- */

score_errors score_errors_of(arena *a, int count, const validate_case *cases, int which)
{
    score_errors e = {.program = which, .least = INFINITY, .most = -1, .worst = -1};
    double *errors = ARENA_ARRAY(a, count, double);
    for (int i = 0; i < count; i++) {
        if (which >= 0 && cases[i].program_index != which)
            continue;
        if (!validate_is_scored(&cases[i])) {
            e.left_out++;
            continue;
        }
        double error = errors[e.count++] = validate_error(&cases[i]);
        e.least = fmin(e.least, error);
        if (error > e.most) {
            e.most = error;
            e.worst = i;
        }
    }
    e.median = e.count ? sort_median(errors, e.count) : NAN;
    return e;
}

/* --- Ranking ---------------------------------------------------------------------- */

static bool is_same_choice(const validate_case *a, const validate_case *b)
{
    return a->program_index == b->program_index && a->size_index == b->size_index &&
           a->procs_index == b->procs_index;
}

/* Do all runs of the one take longer than all runs of the other, and by more than runs differ?
 * If not, which of them is faster may be noise. */
static bool are_runs_apart(const validate_case *a, const validate_case *b)
{
    double a_least, a_most, b_least, b_most;
    validate_extremes(a, &a_least, &a_most);
    validate_extremes(b, &b_least, &b_most);
    double noise = (a_most - a_least) / 2 + (b_most - b_least) / 2;
    return (a_most < b_least || b_most < a_least) &&
           fabs(validate_median(a) - validate_median(b)) > noise;
}

/* Is the first faster than the second by more than this share: 1, slower: -1, or 0? */
static int order_of(double first, double second, double share)
{
    return second > first * (1 + share) ? 1 : first > second * (1 + share) ? -1 : 0;
}

static int measured_order(const validate_case *a, const validate_case *b)
{
    return are_runs_apart(a, b) ? order_of(validate_median(a), validate_median(b), SCORE_TIE) : 0;
}

static double apart(const validate_case *slower, const validate_case *faster)
{
    return validate_median(slower) / validate_median(faster) - 1;
}

/* Keeps a pair that is not told right, if it is further apart than the one that is kept, or
 * the first that is wrong. */
static void keep_worst(const validate_case *cases, int preferred, int faster, bool is_first,
                       score_ranking *r)
{
    if (is_first ||
        apart(&cases[preferred], &cases[faster]) > apart(&cases[r->preferred], &cases[r->faster])) {
        r->preferred = preferred;
        r->faster = faster;
    }
}

static void count_pair(const validate_case *cases, int i, int k, score_ranking *r)
{
    const validate_case *a = &cases[i], *b = &cases[k];
    int order = measured_order(a, b);
    int predicted = order_of(a->predicted, b->predicted, SCORE_ALIKE);
    int slower = order > 0 ? k : i, faster = order > 0 ? i : k;
    if (order == 0) {
        r->tie++;
    } else if (predicted == order) {
        r->right++;
    } else if (predicted == 0) {
        if (r->wrong == 0)
            keep_worst(cases, slower, faster, r->undecided == 0, r);
        r->undecided++;
    } else {
        keep_worst(cases, slower, faster, r->wrong == 0, r);
        r->wrong++;
    }
}

/* The least predicted time of the choice that a case is the first of. */
static double least_predicted(int count, const validate_case *cases, int first)
{
    double least = INFINITY;
    for (int i = first; i < count; i++)
        if (is_same_choice(&cases[first], &cases[i]) && validate_is_scored(&cases[i]))
            least = fmin(least, cases[i].predicted);
    return least;
}

/* Looks at the choice that the case is the first of: the others follow it in the list. Of those
 * that are predicted alike, who chooses gets the slowest. */
static void rank_choice(int count, const validate_case *cases, int first, score_ranking *r)
{
    double most_chosen = least_predicted(count, cases, first) * (1 + SCORE_ALIKE);
    int chosen = -1, fastest = first, members = 0;
    for (int i = first; i < count; i++) {
        if (!is_same_choice(&cases[first], &cases[i]) || !validate_is_scored(&cases[i]))
            continue;
        members++;
        if (cases[i].predicted <= most_chosen &&
            (chosen < 0 || validate_median(&cases[i]) > validate_median(&cases[chosen])))
            chosen = i;
        if (validate_median(&cases[i]) < validate_median(&cases[fastest]))
            fastest = i;
    }
    if (members == 1)
        return;
    double regret = are_runs_apart(&cases[chosen], &cases[fastest])
                        ? apart(&cases[chosen], &cases[fastest])
                        : 0;
    r->choices++;
    r->best += measured_order(&cases[fastest], &cases[chosen]) == 0;
    if (r->regret_case < 0 || regret > r->regret) {
        r->regret = regret;
        r->regret_case = chosen;
    }
}

score_ranking score_ranking_of(int count, const validate_case *cases, int which)
{
    score_ranking r = {.program = which, .preferred = -1, .faster = -1, .regret_case = -1};
    for (int i = 0; i < count; i++) {
        if ((which >= 0 && cases[i].program_index != which) || !validate_is_scored(&cases[i]))
            continue;
        bool is_first = true;
        for (int k = 0; k < i; k++)
            if (is_same_choice(&cases[k], &cases[i]) && validate_is_scored(&cases[k])) {
                is_first = false;
                count_pair(cases, k, i, &r);
            }
        if (is_first)
            rank_choice(count, cases, i, &r);
    }
    return r;
}

/* --- Crossovers --------------------------------------------------------------------- */

/* Two distributions along the sizes: 1 where the first is ahead, -1 where the second is, 0
 * where they tie or there is nothing to compare. */
typedef struct race {
    int program, procs, first, second, sizes;
    const int *measured;
    const int *predicted;       /* without ties */
    const int *predicted_clear; /* with ties */
} race;

static const validate_case *find_case(int count, const validate_case *cases, const race *r,
                                      int distribution, int size)
{
    for (int i = 0; i < count; i++)
        if (cases[i].program_index == r->program && cases[i].procs_index == r->procs &&
            cases[i].distribution_index == distribution && cases[i].size_index == size &&
            validate_is_scored(&cases[i]))
            return &cases[i];
    return NULL;
}

static void run_race(arena *a, int count, const validate_case *cases, race *r)
{
    int *measured = ARENA_ARRAY(a, r->sizes, int), *predicted = ARENA_ARRAY(a, r->sizes, int),
        *clear = ARENA_ARRAY(a, r->sizes, int);
    for (int s = 0; s < r->sizes; s++) {
        const validate_case *x = find_case(count, cases, r, r->first, s);
        const validate_case *y = find_case(count, cases, r, r->second, s);
        if (!x || !y)
            continue;
        double p = x->predicted, q = y->predicted;
        measured[s] = measured_order(x, y);
        predicted[s] = (q > p) - (q < p);
        clear[s] = order_of(p, q, SCORE_TIE);
    }
    r->measured = measured;
    r->predicted = predicted;
    r->predicted_clear = clear;
}

/* A change of the lead: the last size before it, and the first one after it. */
typedef struct turn {
    int before, from;
} turn;

/* Finds the next turn that begins at `start` or after; false when there is none. */
static bool next_turn(int sizes, const int *lead, int start, turn *out)
{
    int last = -1;
    for (int s = 0; s < sizes; s++) {
        if (!lead[s])
            continue;
        if (last >= start && lead[last] != lead[s]) {
            *out = (turn){last, s};
            return true;
        }
        last = s;
    }
    return false;
}

/* How many steps a turn is outside another. */
static int steps_between(turn a, turn b)
{
    return a.from <= b.before   ? b.before + 1 - a.from
           : b.from <= a.before ? a.before + 1 - b.from
                                : 0;
}

/* The nearest turn of `lead` in the same direction; -1: none. */
static int nearest_turn(int sizes, const int *lead, turn wanted, int direction, int *off)
{
    int nearest = -1;
    turn t = {-1, 0};
    for (int start = 0; next_turn(sizes, lead, start, &t); start = t.from) {
        int distance = steps_between(t, wanted);
        if (lead[t.before] == direction && (nearest < 0 || distance < *off)) {
            nearest = t.from;
            *off = distance;
        }
    }
    return nearest;
}

typedef VEC(score_crossover) crossover_list;

static void cross(arena *a, const race *r, crossover_list *found, score_crossovers *out)
{
    turn t;
    for (int start = 0; next_turn(r->sizes, r->measured, start, &t); start = t.from) {
        bool ahead = r->measured[t.before] > 0;
        score_crossover c = {r->program,
                             r->procs,
                             ahead ? r->first : r->second,
                             ahead ? r->second : r->first,
                             t.before,
                             t.from,
                             -1,
                             0};
        c.predicted_from = nearest_turn(r->sizes, r->predicted, t, r->measured[t.before], &c.off);
        out->missed += c.predicted_from < 0 || c.off > 1;
        VEC_PUSH(a, found, c);
    }
    for (int start = 0; next_turn(r->sizes, r->predicted_clear, start, &t); start = t.from) {
        /* A measured lead that is a tie all along is no contradiction. */
        int off = 0, direction = r->predicted_clear[t.before];
        bool contradicts = r->measured[t.before] == -direction || r->measured[t.from] == direction;
        int near = nearest_turn(r->sizes, r->measured, t, direction, &off);
        out->unfounded += contradicts && (near < 0 || off > 1);
    }
}

static int most_index(int count, const validate_case *cases, int which, int what)
{
    int most = -1;
    for (int i = 0; i < count; i++) {
        const validate_case *c = &cases[i];
        int index = what == 0 ? c->size_index : what == 1 ? c->procs_index : c->distribution_index;
        if (c->program_index == which && index > most)
            most = index;
    }
    return most;
}

score_crossovers score_crossovers_of(arena *a, int count, const validate_case *cases, int which)
{
    score_crossovers out = {0};
    crossover_list found = {0};
    int procs = most_index(count, cases, which, 1);
    int distributions = most_index(count, cases, which, 2);
    race r = {.program = which, .sizes = most_index(count, cases, which, 0) + 1};
    for (int i = 0; i < count; i++)
        if (cases[i].is_unordered)
            return out;
    for (r.procs = 0; r.procs <= procs; r.procs++)
        for (r.first = 0; r.first <= distributions; r.first++)
            for (r.second = r.first + 1; r.second <= distributions; r.second++) {
                run_race(a, count, cases, &r);
                cross(a, &r, &found, &out);
            }
    out.count = found.count;
    out.at = found.data;
    return out;
}
