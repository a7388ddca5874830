#include "estimator/block/counted_rows.h"

#include "estimator/run/probability.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "program/expr/integer.h"

/* `if ((i + j) % 13 == 0 || (i + j) % 11 == 0)` recurs in a row of j after 143 iterations, which
 * may be more than it has, so that a closed form over what recurs leaves each to be counted. But
 * the same sums come again in row after row: the bodies of one are counted once, in the order in
 * which a row comes to the remainders, and each row is a difference of two sums of those. Only
 * what a row itself comes to is ever counted. */

enum { REMAINDERS_MOST = 65536 };

/* Remainders that rows come to one after the other, from the first that was met on. */
typedef struct ring_sums {
    bool is_met;
    int64_t first, known; /* remainder; how many of those from it on are counted */
    VEC(int128) before;   /* [number * slots + slot]: of all remainders before that one */
} ring_sums;

typedef struct row_sums {
    const expr *sum; /* null: the body is no such one */
    int64_t period;  /* of its decisions, in the sum */
    int64_t pace;    /* remainder of what an iteration adds to the sum; 0: not known yet */
    int64_t turn;    /* iterations after which remainders recur, */
    int64_t back;    /* and by how many of them the least common step is reached */
    int slots;
    ring_sums *rings; /* by remainder of the least common step */
} row_sums;

/* --- What decides --------------------------------------------------------------------------- */

static bool is_plain(expr_kind kind)
{
    return kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_NOT || kind == EXPR_LT ||
           kind == EXPR_LE || kind == EXPR_EQ || kind == EXPR_NE || kind == EXPR_ADD ||
           kind == EXPR_MUL;
}

/* Do loop variables come into an expression in remainders of x->sum alone? */
static bool is_of_sum(run *r, const expr *e, row_sums *x)
{
    int64_t divisor;
    if (!e || !e->loop_vars)
        return true;
    if (e->kind == EXPR_MOD && !e->u.op.operand[1]->loop_vars) {
        if (x->sum && x->sum != e->u.op.operand[0])
            return false;
        x->sum = e->u.op.operand[0];
        if (!run_value(r, e->u.op.operand[1], &divisor) || divisor <= 0)
            return false;
        x->period = regime_lcm(x->period, divisor);
        return x->period <= REMAINDERS_MOST;
    }
    for (int i = 0; i < e->u.op.count && is_plain(e->kind); i++)
        if (!is_of_sum(r, e->u.op.operand[i], x))
            return false;
    return is_plain(e->kind);
}

static bool list_is_of_sum(run *r, const aag_unit *list, row_sums *x)
{
    for (const aag_unit *u = list; u; u = u->next) {
        const bool has_test = aag_is_condition(u->cls) && !u->on;
        if (aag_is_iteration(u->cls) || (!has_test && r->est->unit[u->id].own))
            return false;
        if (has_test && !is_probabilistic(r, u) && !is_of_sum(r, u->test, x))
            return false;
        if (!list_is_of_sum(r, u->child, x) || !list_is_of_sum(r, u->other, x))
            return false;
    }
    return true;
}

static row_sums *sums_of(counted_bodies *b, const aag_unit *loop, int slots)
{
    run *r = b->r;
    const unit_info *info = &r->est->unit[loop->id];
    if (info->loops > 1 || info->var == LOOP_VARS_SHARED)
        return NULL;
    if (!r->bodies)
        r->bodies = arena_new_under(r->scratch);
    if (!b->row)
        b->row = ARENA_ARRAY(r->bodies, b->block->last - b->block->id + 1, row_sums *);
    row_sums **at = &b->row[loop->id - b->block->id];
    if (*at)
        return *at;
    row_sums *x = *at = ARENA_NEW(r->bodies, row_sums);
    x->period = 1;
    x->slots = slots;
    if (!list_is_of_sum(r, loop->child, x) ||
        (x->sum && !expr_is_piecewise_affine(x->sum, info->var)))
        x->sum = NULL;
    return x;
}

/* --- Remainders in the order of rows -------------------------------------------------------- */

/* The number that `a` has to be multiplied by for a remainder of 1; they have no common divisor. */
static int64_t inverse(int64_t a, int64_t period)
{
    int64_t left = period, right = a % period, of_left = 0, of_right = 1;
    while (right) {
        const int64_t q = left / right, rest = left - q * right, of_rest = of_left - q * of_right;
        left = right;
        right = rest;
        of_left = of_right;
        of_right = of_rest;
    }
    return int_floor_mod(of_left, period);
}

/* Reads the sum in a row's first iteration, and by how much the next ones change it, which is to be
 * the same in all rows. */
static bool read_sum(run *r, const aag_unit *loop, int64_t first, int64_t step, int64_t count,
                     row_sums *x, int64_t *from)
{
    int64_t next, last, pace, all;
    env_set_loop_var(r->env, loop->var, first + step);
    if (!run_value(r, x->sum, &next))
        return false;
    env_set_loop_var(r->env, loop->var, first + (count - 1) * step);
    if (!run_value(r, x->sum, &last))
        return false;
    env_set_loop_var(r->env, loop->var, first);
    if (!run_value(r, x->sum, from) || __builtin_sub_overflow(next, *from, &pace) ||
        __builtin_mul_overflow(pace, count - 1, &all) || __builtin_add_overflow(*from, all, &all) ||
        all != last)
        return false;
    pace = int_floor_mod(pace, x->period);
    if (x->rings)
        return pace == x->pace;
    const int64_t least = int_gcd(x->period, pace);
    x->pace = pace;
    x->turn = x->period / least;
    x->back = inverse(pace / least, x->turn);
    x->rings = ARENA_ARRAY(r->bodies, least, ring_sums);
    return true;
}

bool row_find(counted_bodies *b, const aag_unit *loop, int slots, int64_t first, int64_t step,
              int64_t count, counted_row *row)
{
    row_sums *x = count > 1 ? sums_of(b, loop, slots) : NULL;
    int64_t from;
    if (!x || !x->sum || !read_sum(b->r, loop, first, step, count, x, &from))
        return false;
    const int64_t remainder = int_floor_mod(from, x->period), least = x->period / x->turn;
    ring_sums *ring = &x->rings[remainder % least];
    if (!ring->is_met) {
        *ring = (ring_sums){.is_met = true, .first = remainder};
        for (int i = 0; i < slots; i++)
            VEC_PUSH(b->r->bodies, &ring->before, 0);
    }
    const int64_t apart = int_floor_mod(remainder - ring->first, x->period) / least;
    *row = (counted_row){.of = x,
                         .from = apart * x->back % x->turn,
                         .count = count,
                         .ring = ring,
                         .hash = hash_mix(hash_mix(1, (uint64_t)remainder), (uint64_t)count)};
    return row->from <= ring->known;
}

int64_t row_lacks(const counted_row *row)
{
    const int64_t known = row->ring->known, end = row->from + row->count;
    return known < row->of->turn && known < end ? known - row->from : -1;
}

void row_add(counted_bodies *b, const counted_row *row, const int128 *n)
{
    ring_sums *ring = row->ring;
    const int slots = row->of->slots;
    for (int i = 0; i < slots; i++) {
        const int128 before = ring->before.data[ring->known * slots + i];
        VEC_PUSH(b->r->bodies, &ring->before, before + n[i]);
    }
    ring->known++;
}

/* Of as many iterations from the first remainder on, which may go round. */
static int128 sum_until(const counted_row *row, int64_t count, int slot)
{
    const row_sums *x = row->of;
    const int128 *before = row->ring->before.data;
    const int64_t rounds = count / x->turn, rest = count % x->turn;
    const int128 all = rounds ? rounds * before[x->turn * x->slots + slot] : 0;
    return all + before[rest * x->slots + slot];
}

void row_sum(const counted_row *row, int128 *into)
{
    for (int i = 0; i < row->of->slots; i++)
        into[i] = sum_until(row, row->from + row->count, i) - sum_until(row, row->from, i);
}
