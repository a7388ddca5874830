#include "estimator/block/count.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/block/counted_bodies.h"
#include "estimator/block/counted_rows.h"
#include "estimator/block/long_count.h"
#include "estimator/block/owned_iterations.h"
#include "estimator/run/probability.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "program/expr/integer.h"

/* How often each unit of a block executes on one processor: exact integers.
 *
 * Counters of a unit: how often it is entered; a loop's iterations, or how
 * often a condition holds; each step of a Seq. A loop whose body does not
 * depend on its variable multiplies (Parashar and Hariri 1996, section 2.3, IterD). Otherwise
 * the body's counters are summed over the owned iterations: they are
 * polynomials of the variable wherever the decisions in the body (run/regime.c) go
 * one way, so an interval with equal decisions at its ends needs as many
 * evaluations as the polynomial has coefficients. */

typedef struct count_state {
    run *r;
    int rank;
    const int64_t *trips; /* of the loops that block/equivalence.c has counted; null: none */
    int128 *n;            /* counters; n[slot - origin] */
    int origin;
    uint64_t varying; /* variables of the loops being summed; 0: nothing is noted */
    uint64_t hash;    /* of the decisions taken */
    counted_bodies *bodies;
} count_state;

static void count_list(count_state *c, const aag_unit *list, int128 times);

/* Each is a product, or a sum of few: far from leaving 128 bits. */
static void add(count_state *c, int slot, int128 amount)
{
    c->n[slot - c->origin] += amount;
}

static int128 product(count_state *c, int128 a, int128 b, source_range where)
{
    const int128 most = (int128)1 << 84; /* executions, of a picosecond or more in a fraction */
    int128 result = 0;
    if (__builtin_mul_overflow(a, b, &result) || result > most || result < -most) {
        run_fail(
            c->r, where,
            arena_printf(c->r->scratch,
                         "this is executed %.3Lg times, more often than can be counted; choose "
                         "smaller sizes with --set (-fpredict-set)",
                         (long double)a * (long double)b));
        return 0;
    }
    return result;
}

static int64_t eval(count_state *c, const expr *x, source_range where)
{
    regime_hash(c->r, x, c->varying, &c->hash);
    return run_eval(c->r, x, where);
}

static bool is_home(count_state *c, const home *at, source_range where)
{
    if (!at || !at->grid)
        return true;
    regime_of_home(c->r, at, c->rank, c->varying, &c->hash);
    return run_at_home(c->r, at, c->rank, where);
}

static void count_seq(count_state *c, const aag_unit *u, int128 times)
{
    const unit_info *info = &c->r->est->unit[u->id];
    for (int i = 0; i < u->step_count; i++) {
        if (!is_home(c, &info->steps[i].at, u->steps[i].where))
            continue;
        add(c, info->slot + 1 + i, times);
    }
}

static void count_condition(count_state *c, const aag_unit *u, int128 times)
{
    const unit_info *info = &c->r->est->unit[u->id];
    if (is_probabilistic(c->r, u)) {
        c->r->was_taken[u->id] = true;
        add(c, info->slot + 1, times);
        count_list(c, u->child, times);
        count_list(c, u->other, times);
        return;
    }
    if (!u->on)
        regime_of_condition(c->r, u->test, c->varying, &c->hash);
    bool holds = u->on ? is_home(c, u->on, u->where) : run_eval(c->r, u->test, u->where) != 0;
    if (holds)
        add(c, info->slot + 1, times);
    count_list(c, holds ? u->child : u->other, times);
}

/* --- Loops whose body depends on their variable ---------------------------- */

typedef struct loop_sum {
    count_state *c;
    const aag_unit *u;
    int slot, slots; /* of the body */
    int64_t lower, step;
    int degree;    /* of the polynomials, at most */
    int128 *total; /* of the body's counters */
    int128 iterations;
    uint64_t last_hash; /* decisions of the piece before */
    bool is_first;
    int64_t period; /* of the decisions that recur; 0: no closed form */
} loop_sum;

static uint64_t count_new_body(loop_sum *s, int128 *into)
{
    count_state *c = s->c;
    count_state saved = *c;
    memset(into, 0, (size_t)s->slots * sizeof *into);
    c->n = into;
    c->origin = s->slot;
    c->hash = 1;
    c->varying |= c->r->est->unit[s->u->id].bound;
    count_list(c, s->u->child, 1);
    uint64_t hash = c->hash;
    *c = saved;
    c->r->budget--;
    return hash;
}

/* Counts one execution of the body for iteration number `k` into `into`;
 * returns the hash of the decisions taken. */
static uint64_t count_body(loop_sum *s, int64_t k, int128 *into)
{
    count_state *c = s->c;
    env_set_loop_var(c->r->env, s->u->var, s->lower + k * s->step);
    const residue *key = body_key_of(c->bodies, s->u);
    const body_counts *known = body_find(c->bodies, s->u, key);
    uint64_t hash = known ? known->hash : count_new_body(s, into);
    long_count_check(c->r, s->u, known != NULL);
    if (known) {
        memcpy(into, known->n, (size_t)s->slots * sizeof *into);
        c->r->beyond = regime_lcm(c->r->beyond, known->beyond);
    } else
        body_keep(c->bodies, s->u, key, hash, into, s->slots);
    return hash;
}

/* A run of iterations with the same decisions is one piece, however it was cut. */
static void note_piece(loop_sum *s, uint64_t hash)
{
    if (s->is_first || hash != s->last_hash)
        s->c->hash = hash_mix(s->c->hash, hash);
    s->is_first = false;
    s->last_hash = hash;
}

static void sum_add(loop_sum *s, const int128 *values, int128 times)
{
    for (int i = 0; i < s->slots; i++)
        s->total[i] += product(s->c, values[i], times, s->u->where);
}

/* n choose k, exact. */
static int128 choose(count_state *c, int128 n, int k, source_range where)
{
    int128 result = 1;
    for (int i = 0; i < k; i++)
        result = product(c, result, n - i, where) / (i + 1);
    return result;
}

/* Sums polynomials given at 0 … degree (rows of `at`) over 0 … n - 1, by
 * Newton's forward differences: Σ f = Σ_j Δ^j f(0) · C(n, j+1). Overwrites
 * `at` with the differences. Returns false when f(n - 1) is not `at_end`. */
static bool sum_polynomials(loop_sum *s, int128 *at, const int128 *at_end, int128 n)
{
    int d = s->degree, slots = s->slots;
    for (int level = 1; level <= d; level++)
        for (int j = d; j >= level; j--)
            for (int i = 0; i < slots; i++)
                at[j * slots + i] -= at[(j - 1) * slots + i];
    for (int i = 0; i < slots; i++) {
        int128 end = 0;
        for (int j = 0; j <= d; j++)
            if (at[j * slots + i])
                end += product(s->c, at[j * slots + i], choose(s->c, n - 1, j, s->u->where),
                               s->u->where);
        if (end != at_end[i])
            return false;
    }
    for (int j = 0; j <= d; j++)
        for (int i = 0; i < slots; i++)
            if (at[j * slots + i])
                s->total[i] += product(s->c, at[j * slots + i], choose(s->c, n, j + 1, s->u->where),
                                       s->u->where);
    return true;
}

/* Has an index been met outside a template whose blocks do not recur with the period? */
static bool leaves_template(const loop_sum *s)
{
    return s->period && s->period % s->c->r->beyond != 0;
}

/* Sums over iterations first, first + stride, …, n of them, stride a period. */
static void sum_interval(loop_sum *s, int64_t first, int64_t stride, int64_t n, int128 *work)
{
    int rows = s->degree + 1, slots = s->slots;
    int128 *end = work + rows * slots;
    if (leaves_template(s))
        return;
    if (n > rows + 2 && !s->c->r->has_failed) {
        uint64_t hash_end = count_body(s, first + (n - 1) * stride, end);
        bool same = true;
        for (int j = 0; j < rows && same; j++)
            same = count_body(s, first + j * stride, work + j * slots) == hash_end;
        if (same && sum_polynomials(s, work, end, n)) {
            note_piece(s, hash_end);
            return;
        }
        sum_interval(s, first, stride, n / 2, work);
        sum_interval(s, first + n / 2 * stride, stride, n - n / 2, work);
        return;
    }
    for (int64_t j = 0; j < n && !s->c->r->has_failed; j++) {
        note_piece(s, count_body(s, first + j * stride, work));
        sum_add(s, work, 1);
    }
}

/* No closed form: each iteration by itself while the budget lasts, and then
 * iterations in the middle of equal stretches for all of theirs. */
static void sum_walk(loop_sum *s, int64_t first, int64_t stride, int64_t n, int128 *work)
{
    int64_t stretches = n;
    if (n > s->c->r->budget) {
        stretches = int_min(n, 1024);
        s->c->r->was_sampled[s->u->id] = true;
    }
    int64_t done = 0;
    for (int64_t j = 0; j < stretches && !s->c->r->has_failed; j++) {
        int64_t next = (int64_t)((int128)n * (j + 1) / stretches);
        note_piece(s, count_body(s, first + (done + next - 1) / 2 * stride, work));
        sum_add(s, work, next - done);
        done = next;
    }
}

/* Reads the loop's bounds; returns its iterations. */
static int64_t open_sum(loop_sum *s)
{
    count_state *c = s->c;
    const unit_info *info = &c->r->est->unit[s->u->id], *end = &c->r->est->unit[s->u->last];
    s->degree = info->loops;
    s->slot = info->slot + info->slot_count;
    s->slots = end->slot + end->slot_count - s->slot;
    s->lower = eval(c, s->u->range.lower, s->u->where);
    int64_t upper = eval(c, s->u->range.upper, s->u->where);
    s->step = eval(c, s->u->range.step, s->u->where);
    run_step(c->r, s->u); /* reports one that never ends */
    int64_t n = run_trips(s->lower, upper, s->step);
    c->hash = hash_mix(c->hash, n > 0);
    return n;
}

enum { LONGEST_PERIOD = 65536 };

/* Adds up the body's counters over the owned iterations, residue by residue of a period. */
static void sum_residues(loop_sum *s, const owned *o, int64_t period, int128 *work)
{
    run *r = s->c->r;
    for (int64_t k = 0; k < period && o->from + k < o->to && !r->has_failed; k++) {
        int64_t first = o->from + k, count = (o->to - first - 1) / period + 1;
        if (!owns(o, first))
            continue;
        s->iterations += count;
        if (s->period)
            sum_interval(s, first, period, count, work);
        else
            sum_walk(s, first, period, count, work);
    }
}

/* Iterations of which few or none have the same decisions in one row of them, but many rows may. */
static bool sum_row(loop_sum *s, const owned *o, int64_t period, int128 *work)
{
    count_state *c = s->c;
    const int64_t count = o->to - o->from;
    counted_row row;
    if (!s->period || o->dim || count > period * (s->degree + 3) ||
        !row_find(c->bodies, s->u, s->slots, s->lower + o->from * s->step, s->step, count, &row))
        return false;
    for (int64_t k = row_lacks(&row); k >= 0 && !c->r->has_failed; k = row_lacks(&row)) {
        count_body(s, o->from + k, work);
        row_add(c->bodies, &row, work);
    }
    if (c->r->has_failed)
        return true;
    row_sum(&row, work);
    sum_add(s, work, 1);
    s->iterations += count;
    note_piece(s, row.hash);
    return true;
}

/* The same of a period after which ownership, and in a closed form all decisions, recur. */
static void sum_owned(loop_sum *s, const owned *o, int64_t n, int128 *work)
{
    run *r = s->c->r;
    const loop_sum fresh = *s;
    int64_t outer = r->beyond, period = o->period;
    uint64_t hash = s->c->hash;
    bool is_again = false;
    r->beyond = 1;
    if (r->est->unit[s->u->id].is_affine)
        s->period = period = regime_lcm(period, count_period(r, s->u));
    do {
        /* With very long periods each residue has few iterations or none: walked. */
        if (s->period > LONGEST_PERIOD && n > LONGEST_PERIOD) {
            s->period = 0;
            period = o->period;
        }
        if (!sum_row(s, o, period, work))
            sum_residues(s, o, period, work);
        is_again = leaves_template(s);
        if (is_again) {
            period = regime_lcm(period, r->beyond);
            memset(s->total, 0, (size_t)s->slots * sizeof *s->total);
            *s = fresh;
            s->period = period;
            s->c->hash = hash;
        }
    } while (is_again);
    r->beyond = regime_lcm(outer, r->beyond);
}

static void count_dependent(count_state *c, const aag_unit *u, int128 times)
{
    loop_sum s = {.c = c, .u = u, .is_first = true};
    int64_t n = open_sum(&s);
    const loop_node *l = u->loop;
    split_cells cells = {0};
    if (l->split_on) {
        int64_t factor = eval(c, l->split_c, u->where);
        cells = (split_cells){factor * s.lower + eval(c, l->split_d, u->where), factor * s.step};
    }
    owned o = owned_find(c->r, u, c->rank, cells, n, &c->hash);
    size_t rows = (size_t)s.degree + 3; /* the sum; what sum_interval needs */
    int128 *memory = calloc(rows * (size_t)s.slots + 1, sizeof *memory);
    assert(memory);
    s.total = memory;
    sum_owned(&s, &o, n, memory + s.slots);
    add(c, c->r->est->unit[u->id].slot + 1, product(c, times, s.iterations, u->where));
    for (int i = 0; i < s.slots; i++)
        add(c, s.slot + i, product(c, times, s.total[i], u->where));
    free(memory);
}

static void count_loop(count_state *c, const aag_unit *u, int128 times)
{
    const unit_info *info = &c->r->est->unit[u->id];
    if (info->body & info->var) {
        count_dependent(c, u, times);
        return;
    }
    if (u->var)
        run_step(c->r, u);
    int64_t trips =
        c->trips && info->count >= 0 ? c->trips[info->count] : eval(c, u->trips, u->where);
    if (trips <= 0)
        return;
    int128 all = product(c, times, trips, u->where);
    add(c, info->slot + 1, all);
    count_list(c, u->child, all);
}

static void count_list(count_state *c, const aag_unit *list, int128 times)
{
    for (const aag_unit *u = list; u && !c->r->has_failed; u = u->next) {
        add(c, c->r->est->unit[u->id].slot, times);
        switch (u->cls) {
        case AAG_SEQ:
            count_seq(c, u, times);
            break;
        case AAG_ITER_D:
        case AAG_ITER_SYNC:
        case AAG_ITER_ND:
            count_loop(c, u, times);
            break;
        case AAG_CONDT_D:
        case AAG_CONDT_SYNC:
            count_condition(c, u, times);
            break;
        case AAG_CALL:
        case AAG_SPAWN:
            count_list(c, u->child, times);
            break;
        case AAG_START:
        case AAG_END:
            break;
        case AAG_COMM:
        case AAG_SYNC:
        case AAG_SYNC_SEQ:
            assert(false && "a communication inside a block");
            break;
        }
    }
}

void count_block(run *r, const block_info *b, int rank, const int64_t *trips, int128 *counts)
{
    counted_bodies bodies = counted_bodies_open(r, b->unit);
    count_state c = {
        .r = r, .rank = rank, .trips = trips, .n = counts, .origin = b->slot, .bodies = &bodies};
    aag_unit alone = *b->unit;
    alone.next = NULL;
    count_list(&c, &alone, 1);
    counted_bodies_close(&bodies);
}
