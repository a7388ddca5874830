#include "explore/search.h"

#include <string.h>

#include "explore/explore.h"

/* What takes so many times as long as the fastest is not tried further out. */
#define FAR 4.0

/* Twice a number may be this much more work, where no look says how much. */
enum { GROWTH = 8 };

/* What an evaluation takes besides what estimate.walked counts. */
enum { EVALUATION_WORK = 500 };

static bool is_close(const trial *a, const trial *b)
{
    estimate first = {.time = a->time}, second = {.time = b->time};
    memcpy(first.error, a->error, sizeof first.error);
    memcpy(second.error, b->error, sizeof second.error);
    return explore_is_close(&first, &second);
}

static look judged(const search *s, int64_t at, const trial *trials)
{
    look l = {.at = at, .winner = -1, .trials = trials};
    for (int i = 0; i < s->count; i++) {
        if (!trials[i].is_tried)
            continue;
        if (l.winner < 0 || trials[i].time < trials[l.winner].time)
            l.winner = i;
    }
    l.is_draw = s->count > 1;
    for (int i = 0; i < s->count; i++) {
        if (i != l.winner && trials[i].is_tried && is_close(&trials[i], &trials[l.winner]))
            l.is_close = true;
        /* The winner's time is the least. */
        if (!trials[i].is_tried || trials[i].time > trials[l.winner].time)
            l.is_draw = false;
    }
    return l;
}

/* Is the winner the fastest whatever is not known turns out to be (explore_is_decided)? */
static bool is_decided(const search *s, const look *l)
{
    for (int i = 0; i < s->count; i++)
        if (l->trials[i].is_tried && l->trials[i].bound == BOUND_NEITHER)
            return false;
    return l->trials[l->winner].bound == BOUND_BOTH;
}

/* The place of `at` among the looks, or where it belongs. */
static int place_of(const search *s, int64_t at)
{
    int low = 0, high = s->looks.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->looks.data[middle]->at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The look at that number; null where none was. */
static const look *find(const search *s, int64_t at)
{
    int place = place_of(s, at);
    bool is_there = place < s->looks.count && s->looks.data[place]->at == at;
    return is_there ? s->looks.data[place] : NULL;
}

static const look *keep(search *s, look made)
{
    look *l = ARENA_NEW(s->a, look);
    *l = made;
    int place = place_of(s, l->at);
    if (!find(s, l->at)) {
        VEC_PUSH(s->a, &s->looks, l);
        memmove(&s->looks.data[place + 1], &s->looks.data[place],
                (size_t)(s->looks.count - 1 - place) * sizeof *s->looks.data);
    }
    s->looks.data[place] = l;
    return l;
}

search search_new(arena *a, int count, int64_t now, const trial *known, int64_t work_max,
                  search_try try_one, void *with)
{
    search s = {.a = a, .count = count, .try_one = try_one, .with = with, .left = work_max};
    s.start = keep(&s, judged(&s, now, known));
    return s;
}

void search_want(const search *s, const look *l, double factor, bool *is_wanted)
{
    for (int i = 0; i < s->count; i++)
        if (l->trials[i].is_tried && l->trials[i].time <= factor * l->trials[l->winner].time)
            is_wanted[i] = true;
}

int64_t search_work(const search *s, const bool *is_wanted, const look *l)
{
    int64_t work = 0;
    for (int i = 0; i < s->count; i++)
        if (is_wanted[i] && l->trials[i].is_tried)
            work += l->trials[i].work + EVALUATION_WORK;
    return work;
}

const look *search_at(search *s, int64_t at, const bool *is_wanted, const look *near)
{
    const look *before = find(s, at);
    bool *is_missing = ARENA_ARRAY(s->a, s->count, bool);
    bool is_known = before != NULL;
    for (int i = 0; i < s->count; i++) {
        is_missing[i] = is_wanted[i] && !(before && before->trials[i].is_tried);
        is_known = is_known && !is_missing[i];
    }
    if (is_known)
        return before;
    if (search_work(s, is_missing, near) > s->left - s->reserved)
        return NULL;
    if (s->prepare)
        s->prepare(s->with, at, is_missing);
    trial *trials = ARENA_ARRAY(s->a, s->count, trial);
    for (int i = 0; i < s->count; i++) {
        if (before)
            trials[i] = before->trials[i];
        if (!is_missing[i])
            continue;
        trials[i].is_tried = true;
        if (!s->try_one(s->with, i, at, &trials[i]))
            return NULL;
        s->left -= trials[i].work + EVALUATION_WORK;
    }
    look found = judged(s, at, trials);
    if (!is_decided(s, &found)) {
        s->is_open = true;
        return NULL;
    }
    return keep(s, found);
}

/* What a look further up than `near` may take: as much more as the step before was. */
static int64_t work_above(const search *s, const bool *is_wanted, const look *near)
{
    int place = place_of(s, near->at);
    int64_t work = search_work(s, is_wanted, near);
    int64_t before = place ? search_work(s, is_wanted, s->looks.data[place - 1]) : 0;
    if (before <= 0)
        return work * GROWTH;
    return before < work ? (int64_t)((double)work / (double)before * (double)work) : work;
}

void search_along(search *s, int count, const int64_t *ats)
{
    bool *is_wanted = ARENA_ARRAY(s->a, s->count, bool);
    const look *near = s->start;
    for (int n = 0; n < count; n++) {
        memset(is_wanted, 0, (size_t)s->count * sizeof *is_wanted);
        search_want(s, near, FAR, is_wanted);
        bool is_above = ats[n] > near->at;
        int64_t work = is_above ? work_above(s, is_wanted, near) : search_work(s, is_wanted, near);
        const look *next = work <= s->left / 4 ? search_at(s, ats[n], is_wanted, near) : NULL;
        s->is_cut = s->is_cut || (is_above && work > s->left / 4);
        if (!next)
            return;
        near = next;
    }
}

bool search_run(const search *s, int first, look_run *out)
{
    if (first >= s->looks.count)
        return false;
    const look *const *looks = s->looks.data;
    *out = (look_run){first, first, looks[first]->winner};
    while (out->last + 1 < s->looks.count && looks[out->last + 1]->winner == out->winner)
        out->last++;
    return true;
}

bool search_is_news(const search *s)
{
    for (int i = 0; i < s->looks.count && s->looks.count > 1; i++)
        if (!s->looks.data[i]->is_close)
            return true;
    return false;
}
