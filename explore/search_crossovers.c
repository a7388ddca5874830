#include <string.h>

#include "explore/search.h"

/* Of what takes longer than that, in times of the fastest at both ends, none is
 * expected to be the fastest in between: the ends are at most a factor of two
 * apart, or next to a border. */
#define BETWEEN 1.5
#define AT_BORDER 1.25

/* The most numbers looked at on one side of a border. */
enum { SIDE_MAX = 500 };

/* Those that may be the fastest between two looks. */
static const bool *wanted_between(search *s, const look *low, const look *high, double factor)
{
    bool *is_wanted = ARENA_ARRAY(s->a, s->count, bool);
    search_want(s, low, factor, is_wanted);
    search_want(s, high, factor, is_wanted);
    return is_wanted;
}

/* Halves between two looks that differ until those that do are neighbours. */
static void halve(search *s, const look *low, const look *high)
{
    if (low->winner == high->winner || high->at - low->at < 2)
        return;
    const bool *is_wanted = wanted_between(s, low, high, BETWEEN);
    const look *middle = search_at(s, low->at + (high->at - low->at) / 2, is_wanted, high);
    if (!middle)
        return;
    halve(s, low, middle);
    halve(s, middle, high);
}

static bool is_affordable(search *s, const look *low, const look *high)
{
    const bool *is_wanted = wanted_between(s, low, high, BETWEEN);
    int64_t each = (search_work(s, is_wanted, low) + search_work(s, is_wanted, high)) / 2, work = 0;
    for (int64_t gap = high->at - low->at; gap > 1; gap = (gap + 1) / 2)
        work += each;
    return work <= s->left;
}

/* How far that is from where the search started, as a factor. */
static double distance(const search *s, const look *l)
{
    double factor = (double)l->at / (double)s->start->at;
    return factor < 1 ? 1 / factor : factor;
}

static bool is_in_span(const search *s, int64_t at)
{
    for (int i = 0; i < s->spans.count; i++)
        if (s->spans.data[i].first <= at && at <= s->spans.data[i].last)
            return true;
    return false;
}

/* Joins it with those that it overlaps or touches. */
static void add_span(search *s, span fresh)
{
    int kept = 0;
    for (int i = 0; i < s->spans.count; i++) {
        span one = s->spans.data[i];
        if (one.last + 1 < fresh.first || fresh.last + 1 < one.first) {
            s->spans.data[kept++] = one;
            continue;
        }
        fresh.first = one.first < fresh.first ? one.first : fresh.first;
        fresh.last = one.last > fresh.last ? one.last : fresh.last;
    }
    s->spans.count = kept;
    VEC_PUSH(s->a, &s->spans, fresh);
    int place = kept;
    for (; place > 0 && s->spans.data[place - 1].first > fresh.first; place--)
        s->spans.data[place] = s->spans.data[place - 1];
    s->spans.data[place] = fresh;
}

/* Looks at one number after the other from `from` on until `period` of them, or
 * the first or last number looked at so far, show no change; returns the last. */
static int64_t walk(search *s, const look *from, int step, int64_t period, const bool *is_wanted)
{
    int64_t first = s->looks.data[0]->at, last = s->looks.data[s->looks.count - 1]->at;
    const look *edge = from;
    int64_t quiet = 0;
    for (int n = 0; n < SIDE_MAX && quiet < period; n++) {
        int64_t at = edge->at + step;
        const look *next = at >= first && at <= last ? search_at(s, at, is_wanted, edge) : NULL;
        if (!next)
            break;
        quiet = next->winner == edge->winner ? quiet + 1 : 0;
        edge = next;
    }
    return edge->at;
}

static void look_around(search *s, const look *low, const look *high, int64_t period)
{
    const bool *is_wanted = wanted_between(s, low, high, AT_BORDER);
    span fresh = {walk(s, low, -1, period, is_wanted), walk(s, high, 1, period, is_wanted)};
    add_span(s, fresh);
}

static bool is_done(const search *s, const look *low, const look *high)
{
    if (high->at - low->at == 1)
        return is_in_span(s, low->at) && is_in_span(s, high->at);
    for (int i = 0; i < s->halved.count; i++)
        if (s->halved.data[i] == low->at)
            return true;
    return false;
}

/* The two looks side by side, next to the start, that differ and are not done with;
 * -1: none. */
static int next_pair(const search *s)
{
    int found = -1;
    for (int i = 0; i + 1 < s->looks.count; i++) {
        const look *low = s->looks.data[i], *high = s->looks.data[i + 1];
        if (low->winner != high->winner && !is_done(s, low, high) &&
            (found < 0 || distance(s, low) < distance(s, s->looks.data[found])))
            found = i;
    }
    return found;
}

void search_crossovers(search *s, int64_t period)
{
    for (int i = next_pair(s); i >= 0; i = next_pair(s)) {
        const look *low = s->looks.data[i], *high = s->looks.data[i + 1];
        if (high->at - low->at > 1) {
            VEC_PUSH(s->a, &s->halved, low->at);
            if (is_affordable(s, low, high))
                halve(s, low, high);
            continue;
        }
        s->reserved = s->left / 2;
        look_around(s, low, high, period);
        s->reserved = 0;
    }
}
