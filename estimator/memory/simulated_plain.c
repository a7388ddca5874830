#include "estimator/memory/simulation.h"

/* Innermost loops, whose references the loops alone move. */

/* Each iteration of a loop that moves some reference to another line each time. */
static void simulate_far(simulation *p, int first, int end, int64_t count)
{
    const cache_state *near = &p->level[0][0];
    for (int64_t k = 0; k < count && p->left >= 0; k++) {
        for (int i = first; i < end; i++) {
            const int64_t address = p->stepped[i].address, line = cache_line(near, address);
            p->stepped[i].address += p->stepped[i].pace;
            if (!simulation_is_idle(p, line))
                simulation_use(p, i, line, address);
        }
        p->left -= end - first;
    }
}

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
    const int64_t each = s->pace < 0 ? -s->pace : s->pace;
    s->known_pace = s->pace;
    s->shift = each & (each - 1) ? -1 : __builtin_ctzll((uint64_t)each);
    s->stay = near->line % each ? 0 : near->line / each;
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

/* The same of one that leaves a line for the next. */
static inline void next_line(const simulation *p, stepped *s, int64_t k)
{
    if (!s->stay) {
        enter_line(p, s, k);
        return;
    }
    s->line += s->pace > 0 ? 1 : -1;
    s->newest = &p->newest[cache_set(&p->level[0][0], s->line)];
    s->leaves = k + s->stay;
}

/* The iterations of one that does not. One in which no reference comes to another line, after one
 * that missed nothing and was so, too, or left each line the newest of its set, finds all and
 * leaves all in the same order: it need not be made. */
static void simulate_near(simulation *p, int first, int end, int64_t count)
{
    int64_t next = INT64_MAX; /* iteration in which a reference comes to another line */
    for (int i = first; i < end; i++) {
        enter_line(p, &p->stepped[i], 0);
        next = 0;
    }
    for (int64_t k = 0; k < count && p->left >= 0;) {
        const bool is_same = k < next;
        bool had = true, is_calm = true;
        next = INT64_MAX;
        for (int i = first; i < end; i++) {
            stepped *s = &p->stepped[i];
            if (s->leaves <= k)
                next_line(p, s, k);
            next = s->leaves < next ? s->leaves : next;
            if (*s->newest == s->line && !p->has_tlb)
                continue;
            is_calm = false;
            had &= simulation_use(p, i, s->line, s->address + k * s->pace);
        }
        p->left -= end - first;
        k = is_calm || (is_same && had) || are_idle(p, first, end) ? next : k + 1;
    }
}

void simulate_plain(simulation *p, const nest_node *n, stream_range r)
{
    const int64_t line = p->level[0][0].line;
    bool is_far = false;
    if (r.count <= 0)
        return;
    p->t->at[n->depth] = r.first;
    for (int i = n->first; i < n->end; i++) {
        const stream_sum *sum = &p->t->refs[i].address;
        stepped *s = &p->stepped[i];
        s->pace = sum->of[n->depth] * r.step;
        s->address = stream_value(sum, n->depth + 1, p->t->at);
        p->executed[i] += r.count;
        is_far |= s->pace >= line || -s->pace >= line;
    }
    if (is_far)
        simulate_far(p, n->first, n->end, r.count);
    else
        simulate_near(p, n->first, n->end, r.count);
}
