#include "estimator/run/run.h"

/* What adds up. Where all processors execute a unit alike, its tally is there
 * once; so a loop over time costs as much on many processors as on one, but for
 * what differs: how long each waits. */

enum { TALLY_WIDES = sizeof(tally) / sizeof(wide) };

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

static bool is_post(const communication *c)
{
    return c->kind == COMM_POST || c->kind == COMM_POSTED;
}

static void plan_unit(estimator *est, const aag_unit *u)
{
    unit_info *info = &est->unit[u->id];
    const aag_unit *p = u->parent;
    const unit_info *above = p ? &est->unit[p->id] : NULL;
    info->is_even = !p || (above->is_even && !parts_processors(p));
    bool is_chance = p && aag_is_condition(p->cls) && chance_may_decide(p);
    info->is_by_chance = p && (above->is_by_chance || is_chance);
    info->wait = -1;
    if (info->is_inside)
        return;
    bool is_common = info->is_even && !parts_processors(u);
    if (u->comm && (info->is_by_chance || (info->own & enclosing_vars(est, u))))
        is_common = false;
    info->is_alike = is_common && !(u->comm && is_post(u->comm));
    /* What is waited for elsewhere has no price of its own for each execution. */
    if (u->comm && (u->comm->async || is_post(u->comm)))
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
    b->has_runs = b->is_fixed && !info->is_by_chance;
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

void book_plan(estimator *est)
{
    est->each_waits = ARENA_ARRAY(est->ctx->arena, est->graph->unit_count, int);
    for (int i = 0; i < est->graph->unit_count; i++)
        plan_unit(est, est->graph->units[i]);
    for (int i = 0; i < est->block_count; i++)
        plan_block(est, &est->blocks[i]);
}

/* --- The book --------------------------------------------------------------- */

int64_t book_size(const estimator *est, int places)
{
    int64_t moves = est->graph->comm_count * (int64_t)(sizeof(moved) / sizeof(wide));
    int64_t alike = (int64_t)est->row_count[ROW_COMMON] * TALLY_WIDES + est->wait_count +
                    (int64_t)est->runs_count[ROW_COMMON] * est->run_slots + moves;
    int64_t each = est->wait_count + (int64_t)est->runs_count[ROW_EACH] * est->run_slots +
                   (int64_t)est->row_count[ROW_EACH] * TALLY_WIDES;
    return alike + each * places;
}

void book_open(run *r)
{
    const estimator *est = r->est;
    book *b = &r->book;
    b->size = (int)book_size(est, r->places);
    b->all = ARENA_ARRAY(r->scratch, b->size, wide);
    wide *at = b->all;
    b->common = (tally *)(void *)at;
    b->common_count = est->row_count[ROW_COMMON] * TALLY_WIDES;
    at += b->common_count;
    b->comm_runs = at;
    at += est->wait_count;
    b->block_runs[ROW_COMMON] = at;
    at += est->runs_count[ROW_COMMON] * est->run_slots;
    b->moves = (moved *)(void *)at;
    at += est->graph->comm_count * (int)(sizeof(moved) / sizeof(wide));
    b->waits = at;
    at += est->wait_count * r->places;
    b->block_runs[ROW_EACH] = at;
    at += est->runs_count[ROW_EACH] * est->run_slots * r->places;
    b->each = (tally *)(void *)at;
    b->each_begin = (int)(at - b->all);
}

tally *book_each(run *r, int place, const aag_unit *u)
{
    const unit_info *info = &r->est->unit[u->id];
    assert(info->row_kind == ROW_EACH);
    return &r->book.each[place * r->est->row_count[ROW_EACH] + info->row];
}

static tally *common_row(const run *r, const aag_unit *u)
{
    return &r->book.common[r->est->unit[u->id].row];
}

void book_charge(run *r, int place, const aag_unit *u, part p, wide amount)
{
    book_each(r, place, u)->time[p] += amount;
    r->clock[place] += amount;
}

void book_charge_all(run *r, const aag_unit *u, part p, wide amount, wide error)
{
    if (r->est->unit[u->id].row_kind == ROW_COMMON) {
        assert(r->active == r->everybody);
        common_row(r, u)->time[p] += amount;
        common_row(r, u)->error[COMPONENT_PROCESSING] += error;
        r->now += amount;
        return;
    }
    for (int i = 0; i < r->places; i++) {
        if (!r->active[i])
            continue;
        book_charge(r, i, u, p, amount);
        book_each(r, i, u)->error[COMPONENT_PROCESSING] += error;
    }
}

void book_count(run *r, const aag_unit *u)
{
    if (r->est->unit[u->id].row_kind == ROW_COMMON) {
        common_row(r, u)->count += ONE;
        return;
    }
    for (int i = 0; i < r->places; i++)
        if (r->active[i])
            book_each(r, i, u)->count += ONE;
}

static wide time_added(const tally *now, const tally *before, int count)
{
    wide sum = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < PART_COUNT; k++)
            sum += now[i].time[k] - before[i].time[k];
    return sum;
}

void book_move_clocks(run *r, const wide *before)
{
    int rows = r->est->row_count[ROW_EACH];
    const tally *each = (const tally *)(const void *)(before + r->book.each_begin);
    r->now += time_added(r->book.common, (const tally *)(const void *)before,
                         r->est->row_count[ROW_COMMON]);
    for (int i = 0; i < r->places; i++)
        r->clock[i] += time_added(r->book.each + i * rows, each + i * rows, rows);
}

/* --- What it says ------------------------------------------------------------ */

static void tally_add(tally *to, const tally *t)
{
    for (int k = 0; k < PART_COUNT; k++)
        to->time[k] += t->time[k];
    for (int k = 0; k < COMPONENT_COUNT; k++)
        to->error[k] += t->error[k];
    to->count += t->count;
    to->misses += t->misses;
    to->queued += t->queued;
}

void book_transmitted(const run *r, const aag_unit *u, wide *ticks)
{
    const unit_info *info = &r->est->unit[u->id];
    int rows = r->est->row_count[ROW_EACH];
    if (info->row_kind == ROW_EACH) {
        for (int p = 0; p < r->places; p++)
            ticks[p] += r->book.each[p * rows + info->row].time[PART_COMMUNICATION];
        return;
    }
    wide *once = ARENA_ARRAY(r->scratch, r->places, wide);
    exchange_transmitted(r->comms[u->id].current, once);
    for (int p = 0; p < r->places; p++)
        ticks[p] += r->book.comm_runs[info->wait] * once[p];
}

void book_read(run *r, int place, tally *all)
{
    const aag_graph *g = r->est->graph;
    for (int i = 0; i < g->unit_count; i++) {
        const unit_info *info = &r->est->unit[i];
        if (info->is_inside)
            continue;
        if (info->row_kind == ROW_EACH)
            tally_add(&all[i], book_each(r, place, g->units[i]));
        else
            tally_add(&all[i], common_row(r, g->units[i]));
        if (info->wait < 0)
            continue;
        all[i].time[PART_WAITING] += r->book.waits[info->wait * r->places + place];
        exchange_bill(r->comms[i].current, place, r->book.comm_runs[info->wait], &all[i]);
    }
    block_read(r, place, all);
}

bool book_has(const run *r, const aag_unit *u)
{
    if (r->est->unit[u->id].row_kind == ROW_COMMON)
        return common_row(r, u)->count != 0;
    for (int i = 0; i < r->places; i++)
        if (r->book.each[i * r->est->row_count[ROW_EACH] + r->est->unit[u->id].row].count)
            return true;
    return false;
}

/* --- Waiting ------------------------------------------------------------------ */

static int wait_entries(const run *r)
{
    return r->est->wait_count + r->est->each_wait_count;
}

/* Where a place's waiting number k is, in the book or a copy of it. */
static int wait_entry(const run *r, int place, int k)
{
    const estimator *est = r->est;
    const book *b = &r->book;
    if (k < est->wait_count)
        return (int)(&b->waits[k * r->places + place] - b->all);
    int row = est->each_waits[k - est->wait_count];
    const tally *t = &b->each[place * est->row_count[ROW_EACH] + row];
    return (int)(&t->time[PART_WAITING] - b->all);
}

wide book_waited(const run *r, int place)
{
    wide ticks = 0;
    for (int k = 0; k < wait_entries(r); k++)
        ticks += r->book.all[wait_entry(r, place, k)];
    return ticks;
}

wide book_waited_since(const run *r, const wide *before, int place)
{
    wide ticks = 0;
    for (int k = 0; k < wait_entries(r); k++) {
        int i = wait_entry(r, place, k);
        ticks += r->book.all[i] - before[i];
    }
    return ticks;
}

void book_wait_less(run *r, const wide *before, int place, wide ticks)
{
    wide waited = book_waited_since(r, before, place);
    for (int k = 0; k < wait_entries(r) && ticks; k++) {
        int i = wait_entry(r, place, k);
        wide own = r->book.all[i] - before[i];
        if (!own)
            continue;
        wide share = ticks * own / waited;
        r->book.all[i] -= share;
        ticks -= share;
        waited -= own;
    }
    assert(!ticks);
}
