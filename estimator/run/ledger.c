#include "estimator/run/ledger.h"

#include "estimator/run/probability.h"
#include "estimator/run/run.h"

/* What adds up. Where all processors execute a unit alike, its tally is there
 * once; so a loop over time costs as much on many processors as on one, but for
 * what differs: how long each waits. */

/* --- The plan --------------------------------------------------------------- */

static bool uses_rank(const expr *e)
{
    return e && e->uses_coord;
}

/* Do only some processors execute what is inside, or not all as often? */
static bool parts_processors(const aag_unit *u)
{
    if (aag_is_condition(u->cls))
        return u->on ? u->on->grid != NULL : uses_rank(u->test);
    if (!aag_is_iteration(u->cls))
        return false;
    if (u->loop && u->loop->split_on)
        return true;
    return uses_rank(u->trips) ||
           (u->var && (uses_rank(u->range.lower) || uses_rank(u->range.upper)));
}

static uint64_t enclosing_vars(const estimator *est, const aag_unit *u)
{
    uint64_t vars = 0;
    for (const aag_unit *p = u->parent; p; p = p->parent)
        vars |= est->unit[p->id].var;
    return vars;
}

/* Each processor's messages are its own, and another's concern it. */
static bool is_of_one(const communication *c)
{
    return c->kind == COMM_POST || c->kind == COMM_WAIT_POST || c->kind == COMM_PUT ||
           c->kind == COMM_GET;
}

static void plan_unit(estimator *est, const aag_unit *u)
{
    unit_info *info = &est->unit[u->id];
    const aag_unit *p = u->parent;
    const unit_info *above = p ? &est->unit[p->id] : NULL;
    info->is_even = !p || (above->is_even && !parts_processors(p));
    bool is_chance = p && aag_is_condition(p->cls) && may_be_probabilistic(p);
    info->goes_by_probability = p && (above->goes_by_probability || is_chance);
    info->wait = -1;
    if (info->is_inside)
        return;
    bool is_common = info->is_even && !parts_processors(u);
    if (u->comm && (info->goes_by_probability || (info->own & enclosing_vars(est, u))))
        is_common = false;
    info->is_alike = is_common && !(u->comm && is_of_one(u->comm));
    /* What is waited for elsewhere costs not the same in each execution. */
    if (u->comm && (u->comm->async || is_of_one(u->comm)))
        is_common = false;
    info->row_kind = is_common ? ROW_COMMON : ROW_EACH;
    info->row = est->row_count[info->row_kind]++;
    if (u->comm && is_common)
        info->wait = est->wait_count++;
    else if (u->comm)
        est->each_waits[est->each_wait_count++] = info->row;
}

static void plan_block(estimator *est, block_info *b)
{
    const aag_unit *u = b->unit;
    const unit_info *info = &est->unit[u->id];
    b->is_fixed = !(info->vars & enclosing_vars(est, u));
    b->has_runs = b->is_fixed && !info->goes_by_probability;
    b->runs_kind = info->is_even ? ROW_COMMON : ROW_EACH;
    if (b->has_runs) {
        b->runs = est->runs_count[b->runs_kind]++;
        return;
    }
    for (int id = u->id; id <= u->last; id++) {
        est->unit[id].row_kind = ROW_EACH;
        est->unit[id].row = est->row_count[ROW_EACH]++;
    }
}

void ledger_plan(estimator *est)
{
    est->each_waits = ARENA_ARRAY(est->ctx->arena, est->graph->unit_count, int);
    for (int i = 0; i < est->graph->unit_count; i++)
        plan_unit(est, est->graph->units[i]);
    for (int i = 0; i < est->block_count; i++)
        plan_block(est, &est->blocks[i]);
}

/* --- The ledger --------------------------------------------------------------- */

int64_t ledger_size(const estimator *est, int places)
{
    int64_t moves = est->graph->comm_count * (int64_t)(sizeof(moved) / sizeof(int128));
    int64_t alike = (int64_t)est->row_count[ROW_COMMON] * TALLY_TICKS + est->wait_count +
                    (int64_t)est->runs_count[ROW_COMMON] * est->run_slots + moves;
    int64_t each = est->wait_count + (int64_t)est->runs_count[ROW_EACH] * est->run_slots +
                   (int64_t)est->row_count[ROW_EACH] * TALLY_TICKS;
    return alike + each * places;
}

void ledger_open(run *r)
{
    const estimator *est = r->est;
    ledger *b = &r->ledger;
    b->size = (int)ledger_size(est, r->places);
    b->all = ARENA_ARRAY(r->scratch, b->size, int128);
    int128 *at = b->all;
    b->common = (tally *)(void *)at;
    b->common_count = est->row_count[ROW_COMMON] * TALLY_TICKS;
    at += b->common_count;
    b->comm_runs = at;
    at += est->wait_count;
    b->block_runs[ROW_COMMON] = at;
    at += est->runs_count[ROW_COMMON] * est->run_slots;
    b->moves = (moved *)(void *)at;
    at += est->graph->comm_count * (int)(sizeof(moved) / sizeof(int128));
    b->waits = at;
    at += est->wait_count * r->places;
    b->block_runs[ROW_EACH] = at;
    at += est->runs_count[ROW_EACH] * est->run_slots * r->places;
    b->each = (tally *)(void *)at;
    b->each_begin = (int)(at - b->all);
}

tally *ledger_each(run *r, int place, const aag_unit *u)
{
    const unit_info *info = &r->est->unit[u->id];
    assert(info->row_kind == ROW_EACH);
    return &r->ledger.each[info->row * r->places + place];
}

tally *ledger_common(const run *r, const aag_unit *u)
{
    return &r->ledger.common[r->est->unit[u->id].row];
}

void ledger_charge(run *r, int place, const aag_unit *u, time_part p, int128 amount)
{
    ledger_each(r, place, u)->time[p] += amount;
    r->clock[place] += amount;
}

void ledger_charge_all(run *r, const aag_unit *u, time_part p, int128 amount, int128 error)
{
    if (r->est->unit[u->id].row_kind == ROW_COMMON) {
        assert(r->active == r->everybody);
        ledger_common(r, u)->time[p] += amount;
        ledger_common(r, u)->error[COMPONENT_PROCESSING] += error;
        r->now += amount;
        return;
    }
    tally *each = ledger_each(r, 0, u);
    for (int i = 0; i < r->places; i++) {
        if (!r->active[i])
            continue;
        each[i].time[p] += amount;
        each[i].error[COMPONENT_PROCESSING] += error;
        r->clock[i] += amount;
    }
}

void ledger_count(run *r, const aag_unit *u)
{
    if (r->est->unit[u->id].row_kind == ROW_COMMON) {
        ledger_common(r, u)->count += FIXED_ONE;
        return;
    }
    tally *each = ledger_each(r, 0, u);
    for (int i = 0; i < r->places; i++)
        if (r->active[i])
            each[i].count += FIXED_ONE;
}

/* --- What it says ------------------------------------------------------------ */

bool ledger_has(const run *r, const aag_unit *u)
{
    if (r->est->unit[u->id].row_kind == ROW_COMMON)
        return ledger_common(r, u)->count != 0;
    for (int i = 0; i < r->places; i++)
        if (r->ledger.each[r->est->unit[u->id].row * r->places + i].count)
            return true;
    return false;
}

/* --- Waiting ------------------------------------------------------------------ */

static int wait_entries(const run *r)
{
    return r->est->wait_count + r->est->each_wait_count;
}

/* Where a place's waiting number k is, in the ledger or a copy of it. */
static int wait_entry(const run *r, int place, int k)
{
    const estimator *est = r->est;
    const ledger *b = &r->ledger;
    if (k < est->wait_count)
        return (int)(&b->waits[k * r->places + place] - b->all);
    int row = est->each_waits[k - est->wait_count];
    const tally *t = &b->each[row * r->places + place];
    return (int)(&t->time[PART_WAITING] - b->all);
}

int128 ledger_waited(const run *r, int place)
{
    int128 ticks = 0;
    for (int k = 0; k < wait_entries(r); k++)
        ticks += r->ledger.all[wait_entry(r, place, k)];
    return ticks;
}

int128 ledger_waited_since(const run *r, const int128 *before, int place)
{
    int128 ticks = 0;
    for (int k = 0; k < wait_entries(r); k++) {
        int i = wait_entry(r, place, k);
        ticks += r->ledger.all[i] - before[i];
    }
    return ticks;
}

/* Adds `more` to what is left of a division by c, which is less than c; returns the carry. */
static bool add_modulo(int128 *left, int128 more, int128 c)
{
    bool is_over = *left >= c - more;
    *left = is_over ? *left - (c - more) : *left + more;
    return is_over;
}

/* a * b / c, rounded down, where the product may not fit 128 bits; 0 <= a, b <= c and c > 0. */
static int128 share_of(int128 a, int128 b, int128 c)
{
    int128 product, quotient = 0, left = 0;
    if (!__builtin_mul_overflow(a, b, &product))
        return product / c;
    for (int bit = 126; bit >= 0; bit--) {
        quotient = 2 * quotient + add_modulo(&left, left, c);
        if (a >> bit & 1)
            quotient += add_modulo(&left, b, c);
    }
    return quotient;
}

void ledger_wait_less(run *r, const int128 *before, int place, int128 ticks)
{
    int128 waited = ledger_waited_since(r, before, place);
    for (int k = 0; k < wait_entries(r) && ticks; k++) {
        int i = wait_entry(r, place, k);
        int128 own = r->ledger.all[i] - before[i];
        if (!own)
            continue;
        int128 share = share_of(ticks, own, waited);
        r->ledger.all[i] -= share;
        ticks -= share;
        waited -= own;
    }
    assert(!ticks);
}
