#include "estimator/block/count.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/run/probability.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "program/expr/integer.h"

/* How often each unit of a block executes on one processor: exact integers.
 *
 * Counters of a unit: how often it is entered; a loop's iterations, or how
 * often a condition holds; each step of a Seq. A loop whose body does not
 * depend on its variable multiplies (seed 004, section 2.3, IterD). Otherwise
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
    bool holds = u->on ? is_home(c, u->on, u->where) : eval(c, u->test, u->where) != 0;
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
} loop_sum;

/* Counts one execution of the body for iteration number `k` into `into`;
 * returns the hash of the decisions taken. */
static uint64_t count_body(loop_sum *s, int64_t k, int128 *into)
{
    count_state *c = s->c;
    count_state saved = *c;
    memset(into, 0, (size_t)s->slots * sizeof *into);
    env_set_loop_var(c->r->env, s->u->var, s->lower + k * s->step);
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

/* Sums over iterations first, first + stride, …, n of them, stride a period. */
static void sum_interval(loop_sum *s, int64_t first, int64_t stride, int64_t n, int128 *work)
{
    int rows = s->degree + 1, slots = s->slots;
    int128 *end = work + rows * slots;
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

typedef struct owned {
    const dim_mapping *dim;   /* null: all iterations are the processor's */
    int64_t cell0, cell_step; /* template cell of iteration k: cell0 + k * cell_step */
    int coord;
    int64_t from, to; /* iterations that can be owned */
    int64_t period;   /* of ownership among them */
} owned;

static bool owns(const owned *o, int64_t k)
{
    if (!o->dim)
        return true;
    return mapping_cell_owner(o->dim, o->cell0 + k * o->cell_step) == o->coord;
}

/* An interval of template cells, as an interval of iterations; notes how it is cut. */
static void restrict_to_interval(count_state *c, owned *o, int64_t n)
{
    int64_t first, last;
    mapping_interval(o->dim, o->coord, &first, &last);
    first -= o->cell0;
    last -= o->cell0;
    bool up = o->cell_step > 0;
    int64_t width = up ? o->cell_step : -o->cell_step;
    o->from = int_max(0, int_ceil_div(up ? first : -last, width));
    o->to = int_min(n, int_floor_div(up ? last : -first, width) + 1);
    bool is_cut_before = o->from > 0, is_cut_after = o->to<n, has_any = o->to> o->from;
    c->hash = hash_mix(c->hash, (uint64_t)(is_cut_before + 2 * is_cut_after + 4 * has_any));
}

/* Which of `n` iterations of a split loop the processor owns: all, none, one interval, or what
 * recurs with the cycle of blocks. */
static owned find_owned(count_state *c, const loop_sum *s, int64_t n)
{
    const loop_node *l = s->u->loop;
    owned all = {.from = 0, .to = n, .period = 1}, none = {.period = 1};
    const dim_mapping *dim = l->split_on ? run_dim(c->r, l->split_on, s->u->where) : NULL;
    if (!dim)
        return all;
    int64_t factor = eval(c, l->split_c, s->u->where), offset = eval(c, l->split_d, s->u->where);
    owned o = {.dim = dim,
               .cell0 = dim->stride * (factor * s->lower + offset) + dim->offset - dim->lower,
               .cell_step = dim->stride * factor * s->step,
               .coord = env_coord(c->r->env, l->split_on->grid, l->split_on->axis, c->rank),
               .to = n,
               .period = 1};
    if (o.coord < 0)
        return none;
    if (!o.cell_step) /* all at one cell */
        return owns(&o, 0) ? all : none;
    if (dist_is_interval(dim->kind)) {
        restrict_to_interval(c, &o, n);
        o.dim = NULL;
        return o;
    }
    int64_t cycle = dim->block * dim->procs;
    o.period = cycle / int_gcd(cycle, o.cell_step);
    return o;
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

/* Adds up the body's counters over the owned iterations, residue by residue of a period after
 * which ownership, and in a closed form all decisions, recur. */
static void sum_owned(loop_sum *s, const owned *o, int64_t n, int128 *work)
{
    enum { LONGEST_PERIOD = 65536 };
    run *r = s->c->r;
    int64_t period = o->period;
    bool is_affine = r->est->unit[s->u->id].is_affine;
    if (is_affine)
        period = regime_lcm(period, count_period(r, s->u));
    /* With very long periods each residue has few iterations or none: walked. */
    bool is_closed = is_affine && (period <= LONGEST_PERIOD || n <= LONGEST_PERIOD);
    if (!is_closed)
        period = o->period;
    for (int64_t k = 0; k < period && o->from + k < o->to && !r->has_failed; k++) {
        int64_t first = o->from + k, count = (o->to - first - 1) / period + 1;
        if (!owns(o, first))
            continue;
        s->iterations += count;
        if (is_closed)
            sum_interval(s, first, period, count, work);
        else
            sum_walk(s, first, period, count, work);
    }
}

static void count_dependent(count_state *c, const aag_unit *u, int128 times)
{
    loop_sum s = {.c = c, .u = u, .is_first = true};
    int64_t n = open_sum(&s);
    owned o = find_owned(c, &s, n);
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
    count_state c = {.r = r, .rank = rank, .trips = trips, .n = counts, .origin = b->slot};
    aag_unit alone = *b->unit;
    alone.next = NULL;
    count_list(&c, &alone, 1);
}
