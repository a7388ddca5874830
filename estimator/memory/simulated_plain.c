#include "estimator/memory/simulation.h"

/* Innermost loops, whose references the loops alone move. */

/* Is each reference's line the last one used of its set? */
static bool are_idle(const simulation *p, int first, int end)
{
    bool are = !p->has_tlb;
    for (int i = first; i < end && are; i++)
        are = *p->stepped[i].newest == p->stepped[i].line;
    return are;
}

/* Sets what of a pace does not depend on where a reference is. */
static void know_pace(stepped *s, const cache_state *near)
{
    enum { NOTHING_LEFT = 62 };
    const int64_t each = s->pace < 0 ? -s->pace : s->pace;
    s->known_pace = s->pace;
    s->shift = each >= near->line  ? NOTHING_LEFT
               : each & (each - 1) ? -1
                                   : __builtin_ctzll((uint64_t)each);
    s->stay = near->line % each == 0 ? near->line / each : each % near->line == 0;
    s->hop = each > near->line ? s->pace / near->line : s->pace < 0 ? -1 : 1;
}

/* Sets the line that a reference comes to in iteration `k`, and when it leaves it. */
static void enter_line(const simulation *p, stepped *s, int64_t k)
{
    const cache_state *near = &p->level[0][0];
    const int64_t address = s->address + k * s->pace;
    s->line = cache_line(near, address);
    s->newest = &p->newest[cache_set(near, s->line)];
    s->leaves = INT64_MAX;
    if (!s->pace)
        return;
    if (s->pace != s->known_pace)
        know_pace(s, near);
    const int64_t into = address - s->line * near->line;
    const int64_t left = s->pace > 0 ? near->line - 1 - into : into;
    const int64_t each = s->pace > 0 ? s->pace : -s->pace;
    s->leaves = k + (s->shift >= 0 ? left >> s->shift : left / each) + 1;
}

/* The same of one that leaves a line for its next one. */
static inline void next_line(const simulation *p, stepped *s, int64_t k)
{
    if (!s->stay) {
        enter_line(p, s, k);
        return;
    }
    s->line += s->hop;
    s->newest = &p->newest[cache_set(&p->level[0][0], s->line)];
    s->leaves = k + s->stay;
}

/* Makes an iteration, of the references from one on; returns whether all lines were there. */
static bool iterate(simulation *p, int from, int end, int64_t k)
{
    bool had = true;
    for (int i = from; i < end; i++) {
        stepped *s = &p->stepped[i];
        if (s->leaves <= k)
            next_line(p, s, k);
        if (*s->newest != s->line || p->has_tlb)
            had &= simulation_use(p, i, s->line, s->address + k * s->pace);
    }
    return had;
}

/* The iteration in which a reference comes to another line. */
static int64_t first_to_leave(const simulation *p, int first, int end)
{
    int64_t next = INT64_MAX;
    for (int i = first; i < end; i++)
        next = p->stepped[i].leaves < next ? p->stepped[i].leaves : next;
    return next;
}

/* Goes on from iteration `k`, all lines being the newest of their sets: those in which references
 * come to other lines are made, and of these only such references do anything. Returns the
 * iteration that is next where that is no longer so. */
static int64_t iterate_calmly(simulation *p, int first, int end, int64_t k, int64_t count)
{
    while (k < count && p->left >= 0) {
        int64_t next = INT64_MAX;
        bool is_calm = true;
        int i = first;
        for (stepped *s = p->stepped + first; i < end && is_calm; i++, s++) {
            if (s->leaves <= k) {
                next_line(p, s, k);
                if (*s->newest != s->line) {
                    simulation_use(p, i, s->line, s->address + k * s->pace);
                    is_calm = are_idle(p, first, end);
                }
            }
            next = s->leaves < next ? s->leaves : next;
        }
        p->left -= end - first;
        if (!is_calm) {
            iterate(p, i, end, k);
            next = first_to_leave(p, first, end);
            if (!are_idle(p, first, end))
                return k + 1;
        }
        k = next;
    }
    return k;
}

/* All of them. One in which no reference comes to another line, after one that missed nothing and
 * was so, too, or left each line the newest of its set, finds all and leaves all in the same order:
 * it need not be made. */
static void iterate_all(simulation *p, int first, int end, int64_t count)
{
    int64_t next = 0;
    for (int64_t k = 0; k < count && p->left >= 0;) {
        const bool is_same = k < next, had = iterate(p, first, end, k);
        p->left -= end - first;
        next = first_to_leave(p, first, end);
        if (are_idle(p, first, end)) {
            k = iterate_calmly(p, first, end, next, count);
            next = first_to_leave(p, first, end);
        } else
            k = is_same && had ? next : k + 1;
    }
}

void simulate_plain(simulation *p, const nest_node *n, stream_range r)
{
    if (r.count <= 0)
        return;
    p->t->at[n->depth] = r.first;
    for (int i = n->first; i < n->end; i++) {
        const stream_sum *sum = &p->t->refs[i].address;
        stepped *s = &p->stepped[i];
        s->pace = sum->of[n->depth] * r.step;
        s->address = stream_value(sum, n->depth + 1, p->t->at);
        p->executed[i] += r.count;
        enter_line(p, s, 0);
    }
    iterate_all(p, n->first, n->end, r.count);
}
