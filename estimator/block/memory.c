#include "estimator/block/memory.h"

#include <math.h>

#include "estimator/block/block.h"
#include "estimator/block/footprint.h"
#include "estimator/block/reuse.h"
#include "estimator/memory/misses.h"
#include "estimator/run/run.h"

/* Misses of a block, from the lines that its references touch (block/footprint.c) and the
 * structure of the memory (Parashar and Hariri 1996, section 2.3, "Modeling Access to the Memory
 * Hierarchy").
 *
 * The outermost loop one iteration of which fits in the cache finds each of its
 * lines once; all loops outside it find them anew each time. docs/model.md has the
 * formulas. */

/* What one class of processors touches, and where it is looked for. */
typedef struct search {
    run *r;
    const block_info *block;
    const block_memory *memory;
    const int128 *counts;
    block_state *state;
    reuse *again; /* null: no loop that communicates is around the block, or misses are
                   * not found by sizes */
    int level;
    double line; /* bytes */
} search;

/* How often the iterations of its loop k take a group that goes anywhere to a line
 * that one before has touched, and others may have pushed out. */
static double returns(const search *x, const ref_group *g, int k, const double *lines, double once)
{
    if (!g->goes_anywhere || lines[k] <= 0)
        return 0;
    int slot = x->r->est->unit[g->loops[k]->id].slot + 1;
    double iterations = double_of(x->counts[slot - x->block->slot]);
    return larger(0, iterations * lines[k + 1] - once);
}

/* Misses of group i, in a cache that holds so many bytes: no more than if each execution
 * missed all that it touches. Fewer execute than the loops have iterations where a condition
 * is in between, or a bound leaves none. */
static double group_misses(const search *x, int i, double capacity)
{
    const block_memory *m = x->memory;
    const ref_group *g = &x->block->groups[i];
    const double *lines = m->lines + g->reach;
    const double most = m->steps[i] * lines[g->loop_count];
    for (int k = 0; k < g->loop_count; k++) {
        int at = g->loops[k]->id - x->block->unit->id;
        if (m->body[at] > capacity)
            continue;
        double once = m->entries[at] * lines[k];
        once += returns(x, g, k, lines, once) * larger(0, 1 - capacity / x->line / lines[k]);
        return smaller(once, most);
    }
    return most;
}

/* The share of group i's lines that the iteration before has not touched; remembered as long as
 * the loop runs, where it is the same as long. */
static double share_again(const search *x, int i)
{
    if (!reuse_is_steady(x->again, i))
        return reuse_fraction(x->again, i, x->line);
    double *share = &x->state->shares[x->level * x->block->group_count + i];
    if (*share < 0)
        *share = reuse_fraction(x->again, i, x->line);
    return *share;
}

/* Misses of a group when the cache still holds all that the last iteration of
 * the loop around, which communicates, has touched. A stream of stores is not
 * in the cache, unless something reads there. */
static double misses_again(const search *x, int i, bool is_streamed, double misses)
{
    estimator *est = x->r->est;
    const aag_unit *loop = est->unit[x->block->unit->id].loop;
    if (!loop)
        return misses;
    if (is_streamed && !loop_groups_of(est, loop, x->block->groups[i].var)->is_read)
        return misses;
    return misses * share_again(x, i);
}

/* Sets what an iteration of each loop touches, and adds what the block does to
 * `footprint`, by the first group of a variable. */
static void add_footprints(const search *x, double *footprint)
{
    const block_info *b = x->block;
    const block_memory *m = x->memory;
    const group_room *room = m->room + x->level * b->group_count;
    for (int i = 0; i <= b->unit->last - b->unit->id; i++)
        m->body[i] = 0;
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        const double *lines = m->lines + g->reach;
        if (room[i].is_streamed || m->steps[i] <= 0)
            continue;
        double *touched = &footprint[g->of_variable];
        *touched = smaller(*touched + lines[0], room[i].most);
        for (int k = 0; k < g->loop_count; k++)
            m->body[g->loops[k]->id - b->unit->id] += lines[k + 1] * x->line;
    }
}

/* From how far back lines were used, which memory/ has found for the whole program. */
static void set_by_reuse(const search *x, block_class *c)
{
    run *r = x->r;
    const block_info *b = x->block;
    const int first = x->level * b->group_count;
    double *misses = c->misses + first;
    misses_ratios(r, (int)(b - r->est->blocks), x->level, misses, c->doubts + first);
    for (int i = 0; i < b->group_count; i++) {
        misses[i] *= x->memory->steps[i];
        c->again[first + i] = misses[i];
    }
}

static void set_by_sizes(const search *x, block_class *c)
{
    run *r = x->r;
    const block_info *b = x->block;
    const group_room *room = x->memory->room + x->level * b->group_count;
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        double misses = x->memory->steps[i] * g->write_count;
        if (!room[i].is_streamed)
            misses = group_misses(x, i, r->est->level[x->level].capacity);
        int at = x->level * b->group_count + i;
        c->misses[at] = misses;
        c->again[at] = misses_again(x, i, room[i].is_streamed, misses);
        /* What a nearer cache holds does not reach this one. */
        if (x->level > 0 && !r->est->level[x->level].is_tlb) {
            c->misses[at] = smaller(c->misses[at], c->misses[at - b->group_count]);
            c->again[at] = smaller(c->again[at], c->again[at - b->group_count]);
        }
    }
}

/* What is touched again of a block that `loop` is around, as far as it is known. */
static reuse *open_again(run *r, const block_info *b, const aag_unit *loop, block_state *s)
{
    int count = r->est->level_count * b->group_count;
    const loop_values *v = r->values[loop->id];
    uint64_t entered = v ? v->number : 0;
    bool is_known = s->shares && s->shares_of == entered;
    if (!s->shares)
        s->shares = ARENA_ARRAY(r->scratch, count, double);
    for (int i = 0; i < count && !is_known; i++)
        s->shares[i] = -1;
    s->shares_of = entered;
    return reuse_open(r, loop, b, s->memory);
}

void memory_block(run *r, const block_info *b, block_state *s, block_class *c)
{
    int levels = r->est->level_count, most = levels * b->group_count;
    arena *a = s->memory;
    c->misses = ARENA_ARRAY(a, 4 * most + 1, double);
    c->again = c->misses + most;
    c->lines = c->again + most;
    c->doubts = c->lines + most;
    if (!most)
        return;
    if (!s->touched)
        s->touched = reach_open(r, b, a);
    reach_read(r, b, c->counts, s->touched);
    const aag_unit *loop = r->est->unit[b->unit->id].loop;
    reuse *again = loop && !r->missed ? open_again(r, b, loop, s) : NULL;
    for (int level = 0; level < levels; level++) {
        search x = {r, b, s->touched, c->counts, s, again, level, r->est->level[level].line};
        reach_lines(r, b, level, s->touched);
        add_footprints(&x, c->lines + level * b->group_count);
        if (r->missed)
            set_by_reuse(&x, c);
        else
            set_by_sizes(&x, c);
    }
}

/* --- Loops that communicate ------------------------------------------------ */

/* The most lines of a group's variable that any processor touches in the block. */
static double group_lines(const block_state *s, const block_info *b, int level, int group)
{
    double most = 0;
    for (int i = 0; s->is_current && i < s->class_count; i++)
        if (s->classes[i])
            most = larger(most, s->classes[i]->lines[level * b->group_count + group]);
    return most;
}

/* The same of a variable; *before: in iterations of loops over levels, inside `loop`, before the
 * present one. */
static double block_lines(const run *r, const aag_unit *loop, int block, int level, int v,
                          double *before)
{
    const block_state *s = &r->blocks[block];
    const block_info *b = &r->est->blocks[block];
    bool has_levels = false;
    int group = 0;
    *before = 0;
    while (group < b->group_count && b->groups[group].var->id != v)
        group++;
    if (group == b->group_count)
        return 0;
    for (const aag_unit *u = r->est->unit[b->unit->id].loop; u && u != loop && !has_levels;
         u = r->est->unit[u->id].loop)
        has_levels = r->est->unit[u->id].is_by_level;
    if (has_levels && s->lines_before)
        *before = s->lines_before[level * b->group_count + group];
    return group_lines(s, b, level, group);
}

void memory_next_level(run *r, const aag_unit *loop, bool is_first)
{
    for (int i = 0; i < r->est->block_count; i++) {
        const block_info *b = &r->est->blocks[i];
        block_state *s = &r->blocks[i];
        const int count = r->est->level_count * b->group_count;
        if (b->unit->id <= loop->id || b->unit->id > loop->last || !count)
            continue;
        if (!s->lines_before)
            s->lines_before = ARENA_ARRAY(r->scratch, count, double);
        for (int k = 0; k < count; k++)
            s->lines_before[k] = is_first
                                     ? 0
                                     : s->lines_before[k] + group_lines(s, b, k / b->group_count,
                                                                        k % b->group_count);
    }
}

/* Do loops inside this one that communicate move the block through the variable? Of loops over
 * levels it is known what all iterations touch. */
static bool is_moved_in(const run *r, const aag_unit *loop, const block_info *b, int v)
{
    uint64_t vars = 0;
    for (const aag_unit *u = r->est->unit[b->unit->id].loop; u && u != loop;
         u = r->est->unit[u->id].loop)
        vars |= r->est->unit[u->id].is_by_level ? 0 : r->est->unit[u->id].var;
    for (int i = 0; i < b->group_count; i++)
        if (b->groups[i].var->id == v && (b->groups[i].vars & vars))
            return true;
    return false;
}

/* Bytes that one iteration of the loop touches, on the fullest processor; `with_moved`: all of an
 * array that loops in it move through. */
static double loop_footprint(run *r, const aag_unit *loop, int level, bool with_moved)
{
    const program *whole = r->est->graph->program;
    double bytes = 0;
    for (int v = 0; v < whole->variable_count; v++) {
        double lines = 0, most = 0;
        if (!r->est->is_used[v])
            continue;
        for (int b = 0; b < r->est->block_count; b++) {
            int id = r->est->blocks[b].unit->id;
            if (id <= loop->id || id > loop->last)
                continue;
            double before;
            const double in_block = block_lines(r, loop, b, level, v, &before);
            const bool is_moved =
                with_moved && r->blocks[b].memory && is_moved_in(r, loop, &r->est->blocks[b], v);
            lines += is_moved ? HUGE_VAL : in_block + before;
            most = larger(most, in_block); /* with what has come from others */
        }
        if (lines > 0)
            bytes +=
                smaller(lines, larger(most, reach_array_lines(r, whole->variables[v], level))) *
                r->est->level[level].line;
    }
    return bytes;
}

static unsigned levels_that_hold(run *r, const aag_unit *loop, bool with_moved)
{
    unsigned levels = 0;
    for (int level = 0; level < r->est->level_count; level++)
        if (loop_footprint(r, loop, level, with_moved) <= r->est->level[level].capacity)
            levels |= 1u << level;
    return levels;
}

unsigned memory_warm_levels(run *r, const aag_unit *loop)
{
    return levels_that_hold(r, loop, false);
}

unsigned memory_kept_levels(run *r, const aag_unit *loop)
{
    return levels_that_hold(r, loop, true);
}
