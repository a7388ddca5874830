#include "explore/sizes.h"

#include "support/format.h"

/* More runs than this are named together where they are close to each other. */
enum { RUNS_MAX = 6 };

/* What is told of together: a run, or several between two alternatives. */
typedef struct stretch {
    look_run run;     /* of all of them */
    const char *name; /* "A", or "now A, now B" */
} stretch;

typedef VEC(stretch) stretch_vec;

static const char *numbers_text(arena *a, int64_t first, int64_t last)
{
    if (first == last)
        return arena_printf(a, "%lld", (long long)first);
    return arena_printf(a, last == first + 1 ? "%lld and %lld" : "%lld to %lld", (long long)first,
                        (long long)last);
}

static int64_t at(const search *s, int index)
{
    return s->looks.data[index]->at;
}

/* " (≈ up to 230)": where in a run its winner cannot be told from another one, as far
 * as it was tried. */
static const char *closeness_text(const search *s, look_run r)
{
    int head = r.first, tail = r.last;
    while (head <= r.last && s->looks.data[head]->is_close)
        head++;
    while (tail >= r.first && s->looks.data[tail]->is_close)
        tail--;
    if (head > r.last)
        return " (≈)";
    const char *first = "", *last = "";
    if (head > r.first)
        first = arena_printf(s->a, "%s %lld", head > r.first + 1 ? "up to" : "at",
                             (long long)at(s, head - 1));
    if (tail < r.last)
        last = arena_printf(s->a, tail < r.last - 1 ? "from %lld on" : "at %lld",
                            (long long)at(s, tail + 1));
    if (!*first && !*last)
        return "";
    return arena_printf(s->a, " (≈ %s%s%s)", first, *first && *last ? " and " : "", last);
}

/* "now A, now B": who wins in runs that are told of together. */
static const char *serialized_by(const search *s, const char *const *names, look_run r)
{
    const char **found = ARENA_ARRAY(s->a, s->count, const char *);
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        bool is_winner = false;
        for (int k = r.first; k <= r.last; k++)
            is_winner = is_winner || s->looks.data[k]->winner == i;
        if (is_winner)
            found[count++] = names[i];
    }
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = arena_printf(s->a, "%s%snow %s", text, i ? ", " : "", found[i]);
    return text;
}

static bool is_inside_span(const search *s, look_run r)
{
    for (int i = 0; i < s->spans.count; i++)
        if (s->spans.data[i].first <= at(s, r.first) && at(s, r.last) <= s->spans.data[i].last)
            return true;
    return false;
}

/* The runs; of many, neighbours within a span as one. */
static stretch_vec stretches_of(const search *s, const char *const *names)
{
    stretch_vec all = {0}, few = {0};
    look_run r;
    for (int first = 0; search_run(s, first, &r); first = r.last + 1)
        VEC_PUSH(s->a, &all, ((stretch){r, names[r.winner]}));
    if (all.count <= RUNS_MAX)
        return all;
    for (int i = 0, next; i < all.count; i = next) {
        stretch one = all.data[i];
        for (next = i + 1; next < all.count; next++) {
            look_run wider = {one.run.first, all.data[next].run.last, -1};
            if (!is_inside_span(s, wider))
                break;
            one = (stretch){wider, serialized_by(s, names, wider)};
        }
        VEC_PUSH(s->a, &few, one);
    }
    return few;
}

/* "N = 16, 32, 64 … 4096, and every N from 137 to 177": what was looked at, but for
 * what the halving looked at. */
static const char *tried_text(const search *s, const char *size_name)
{
    VEC(const char *) steps = {0};
    const look *const *looks = s->looks.data;
    for (int i = 0; i < s->looks.count; i++) {
        int64_t here = looks[i]->at, now = s->start->at;
        bool is_step = false;
        for (int k = 0; k < 63 && !is_step; k++)
            is_step = here == now >> k || (now <= INT64_MAX >> k && here == now << k);
        if (is_step)
            VEC_PUSH(s->a, &steps, numbers_text(s->a, here, here));
    }
    const char *text = steps.count > 4
                           ? arena_printf(s->a, "%s, %s, %s … %s", steps.data[0], steps.data[1],
                                          steps.data[2], steps.data[steps.count - 1])
                           : format_list(s->a, steps.count, steps.data, "and");
    text = arena_printf(s->a, "%s = %s", size_name, text);
    for (int i = 0; i < s->spans.count; i++)
        text = arena_printf(s->a, "%s%s%s to %lld", text, i ? ", " : ", and every one from ",
                            numbers_text(s->a, s->spans.data[i].first, s->spans.data[i].first),
                            (long long)s->spans.data[i].last);
    return text;
}

/* Borders that were not found, and larger sizes. */
static const char *left_out_text(const search *s)
{
    const char *text = NULL;
    const look *const *looks = s->looks.data;
    for (int i = 0; i + 1 < s->looks.count; i++)
        if (looks[i]->winner != looks[i + 1]->winner && looks[i + 1]->at > looks[i]->at + 1)
            text = arena_printf(s->a, "%s between %lld and %lld",
                                text ? arena_printf(s->a, "%s,", text) : "; left out is what lies",
                                (long long)looks[i]->at, (long long)looks[i + 1]->at);
    if (s->is_cut)
        text =
            text ? arena_printf(s->a, "%s, and larger sizes", text) : "; larger sizes are left out";
    if (s->is_open)
        text = arena_printf(s->a,
                            "%s; sizes at which what is not known could change the fastest are "
                            "left out",
                            text ? text : "");
    return text ? text : "";
}

const char *sizes_text(const search *s, const char *const *names, const char *size_name)
{
    arena *a = s->a;
    if (s->looks.count == 1 && s->is_open)
        return arena_printf(a,
                            "what is not known leaves open which is fastest at other sizes than "
                            "%s = %lld",
                            size_name, (long long)s->start->at);
    if (s->looks.count == 1)
        return s->is_cut ? arena_printf(a, "other sizes than %s = %lld are left out", size_name,
                                        (long long)s->start->at)
                         : NULL;
    if (!search_is_news(s))
        return arena_printf(a, "the fastest cannot be told from another one at any size tried: %s",
                            tried_text(s, size_name));
    stretch_vec stretches = stretches_of(s, names);
    const char *text = NULL;
    for (int i = 0; i < stretches.count; i++) {
        stretch one = stretches.data[i];
        const char *numbers = numbers_text(a, at(s, one.run.first), at(s, one.run.last)),
                   *closeness = one.run.winner < 0 ? "" : closeness_text(s, one.run);
        text = text ? arena_printf(a, "%s, %s at %s%s", text, one.name, numbers, closeness)
                    : arena_printf(a, "%s is fastest at %s = %s%s", one.name, size_name, numbers,
                                   closeness);
    }
    return arena_printf(a, "%s. Tried: %s%s", text, tried_text(s, size_name), left_out_text(s));
}
