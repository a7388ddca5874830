#include "estimator/simulate/async.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/message/exchange.h"
#include "estimator/message/observe.h"
#include "estimator/message/ports.h"
#include "estimator/message/schedule.h"
#include "estimator/message/under_way.h"
#include "estimator/run/ledger.h"
#include "estimator/run/probability.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "estimator/simulate/post.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/round.h"

/* Communication that is started in one place and waited for in another (docs/model.md,
 * "Started and waited for"; Parashar and Hariri 1996, section 2.3, figure 5: what is asynchronous
 * does not keep its sender from going on; o, L and G of LogGP, Alexandrov, Ionescu, Schauser and
 * Scheiman, SPAA 1995).
 *
 * Where it starts, a processor packs and sends. When all would be there, had it waited
 * at once, is worked out then, from the clocks of all who take part: the exchange's own
 * rule. The processor goes on, and in the wait does what is left of its own part, and
 * then waits until that time. So an operation that is waited for where it starts takes
 * what it takes without async; what lies between costs no time that it does not need.
 *
 * What can be sent only after something has arrived, the later rounds of a collective,
 * is sent in the wait: nobody else is there to do it.
 *
 * A wait for several ends what was started last first, as that of generated programs does:
 * its copies from buffers may be done while the others' messages are still on their way. */

static int128 *arrival_of(const run *r, int number, int side, int place)
{
    return &r->clock[(1 + number) * r->clock_count + side * r->places + place];
}

static int side_count(const run *r)
{
    return r->merged ? 2 : 1;
}

void async_open(run *r)
{
    int count = r->slot_count;
    r->operations = ARENA_ARRAY(r->scratch, count, operation);
    for (int i = 0; i < count; i++)
        r->operations[i].is_pending = ARENA_ARRAY(r->scratch, r->places, bool);
}

/* --- Shares of a round ---------------------------------------------------------- */

/* Ticks that a processor is occupied where the round starts. */
static int128 share_of_start(const comm_round *round, const round_cost *c)
{
    return round->is_whole ? 0 : c->sending;
}

/* And in the wait: of sending and receiving the longer one counts, or both; by rule. */
static int128 share_of_wait(const comm_round *round, const round_cost *c)
{
    if (round->is_whole)
        return round->whole_time - round->whole_beside;
    return c->left;
}

/* Collectives that are priced as one stand side by side, a round for each group.
 * Of all else the first round needs nothing from another. */
static int rounds_begun(const schedule *s)
{
    int begun = s->round_count > 0;
    while (begun && begun < s->round_count && s->rounds[begun].is_whole)
        begun++;
    return begun;
}

/* --- Ids and rounds ------------------------------------------------------------- */

/* The value of an id on the first processor that is there. */
static bool read_id(run *r, const aag_unit *u, int64_t *id)
{
    int place = 0;
    while (place + 1 < r->places && !r->active[place])
        place++;
    run_set_rank(r, run_rank(r, place));
    if (env_unknown_param(r->env, u->comm->async))
        return false;
    *id = run_eval(r, u->comm->async, u->where);
    return true;
}

static void start_round(run *r, const aag_unit *u, int number, const comm_round *round, int side)
{
    under_way_is_started(r, true);
    exchange_compute(r, u, round, side);
    under_way_is_started(r, false);
    observe_round(r, u, round, number);
    for (int i = 0; i < round->member_count; i++) {
        const round_cost *c = round_member_cost(round, i);
        int place = round_place(round, i), p = side * r->places + place;
        *arrival_of(r, number, side, place) = r->now + r->exchange.done[p];
        r->clock[p] = r->exchange.enter[p] + share_of_start(round, c);
        if (side)
            continue;
        r->operations[number].is_pending[place] = true;
        tally *t = ledger_each(r, place, u);
        t->time[PART_OVERHEAD] += c->before;
        t->time[PART_COMMUNICATION] += share_of_start(round, c);
        exchange_add_error(t, c, 1);
    }
}

/* --- Waiting -------------------------------------------------------------------- */

/* A member's clock goes on to when what it waits for is there. */
static void finish_member(run *r, const aag_unit *u, const comm_round *round, int member,
                          int128 arrival, int side)
{
    const round_cost *c = round_member_cost(round, member);
    int place = round_place(round, member), p = side * r->places + place;
    int128 left = share_of_wait(round, c), busy = r->clock[p] + left, there = arrival - r->now;
    int128 done = trace_compare(&r->clock_trace, there, busy) > 0 ? there : busy;
    r->clock[p] = done + c->unpacking + c->combine;
    if (side)
        return;
    tally *t = ledger_each(r, place, u);
    t->time[PART_COMMUNICATION] += left;
    t->time[PART_WAITING] += done - busy;
    t->time[PART_OVERHEAD] += c->unpacking;
    t->time[PART_COMPUTATION] += c->combine;
}

/* Ends an operation for those who wait, at the unit `u`; `waits` null: all. */
static void finish(run *r, const aag_unit *u, int number, const bool *waits)
{
    operation *op = &r->operations[number];
    bool any = false;
    for (int i = 0; i < op->begun; i++) {
        const comm_round *round = &op->schedule->rounds[i];
        for (int side = 0; side < side_count(r); side++) {
            for (int m = 0; m < round->member_count; m++) {
                int place = round_place(round, m);
                bool ends = op->is_pending[place] && (!waits || waits[place]);
                trace_event(&r->clock_trace, ends);
                any |= ends;
                if (ends)
                    finish_member(r, u, round, m, *arrival_of(r, number, side, place), side);
                if (ends)
                    observe_ended(r, u, number, place);
            }
        }
    }
    for (int i = op->begun; any && op->has_more && i < op->schedule->round_count; i++)
        for (int side = 0; side < side_count(r); side++)
            exchange_round(r, u, &op->schedule->rounds[i], side);
    op->has_more &= !any;
    for (int p = 0; p < r->places; p++)
        op->is_pending[p] &= waits && !waits[p];
    exchange_note_loose(r);
}

static bool is_under_way(const run *r, const operation *op)
{
    for (int p = 0; p < r->places; p++)
        if (op->is_pending[p])
            return true;
    return false;
}

/* All operations, the one that was started last first. */
static void latest_first(const run *r, int *order)
{
    for (int i = 0; i < r->est->operation_count; i++) {
        int k = i;
        for (; k > 0 && r->operations[order[k - 1]].turn < r->operations[i].turn; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

void async_wait(run *r, const aag_unit *u)
{
    int64_t id = 0;
    bool is_known = read_id(r, u, &id);
    bool *waits = calloc((size_t)r->places, sizeof *waits);
    int *order = calloc((size_t)r->est->operation_count + 1, sizeof *order);
    assert(waits && order);
    for (int p = 0; p < r->places && !r->has_failed; p++) {
        run_set_rank(r, run_rank(r, p));
        waits[p] = r->active[p] && run_at_home(r, &u->comm->group, run_rank(r, p), u->where);
    }
    latest_first(r, order);
    for (int k = 0; k < r->est->operation_count && !r->has_failed; k++) {
        int i = order[k];
        const operation *op = &r->operations[i];
        const expr *started = r->est->operations[i]->comm->async;
        trace_event(&r->clock_trace, (uint64_t)i);
        bool is_sure = (is_known && op->is_id_known) || started == u->comm->async;
        bool is_other = is_known && op->is_id_known && op->id != id;
        trace_event(&r->clock_trace, is_other);
        if (is_other || !is_under_way(r, op))
            continue;
        r->was_guessed[u->id] |= !is_sure;
        finish(r, u, i, waits);
    }
    free(waits);
    free(order);
}

void async_finish_earlier(run *r, const aag_unit *u)
{
    int first = r->est->unit[u->id].operation;
    for (int i = first; i < first + async_slots(u->comm); i++) {
        bool is_left = is_under_way(r, &r->operations[i]);
        trace_event(&r->clock_trace, is_left);
        if (is_left)
            finish(r, u, i, NULL);
    }
}

/* --- Starting ------------------------------------------------------------------- */

int async_slots(const communication *c)
{
    return c->async->uses_loop_var ? ASYNC_SLOTS : 1;
}

/* Where a start is kept: instead of one under the same id, which is waited for first;
 * where nothing is; or, where all are taken, instead of the first. */
static int find_slot(run *r, const aag_unit *u, bool is_known, int64_t id)
{
    int first = r->est->unit[u->id].operation, found = -1;
    for (int i = first; i < first + async_slots(u->comm); i++) {
        const operation *op = &r->operations[i];
        bool is_taken = is_under_way(r, op);
        if (is_taken && (!is_known || !op->is_id_known || op->id == id))
            return i;
        if (!is_taken && found < 0)
            found = i;
    }
    return found < 0 ? first : found;
}

void async_start(run *r, const aag_unit *u, const schedule *s)
{
    int64_t id = 0;
    bool is_known = read_id(r, u, &id);
    int number = find_slot(r, u, is_known, id);
    operation *op = &r->operations[number];
    bool is_left = is_under_way(r, op);
    trace_event(&r->clock_trace, (uint64_t)number * 2 + is_left);
    if (is_left)
        finish(r, u, number, NULL);
    op->schedule = s;
    op->turn = ++r->starts;
    op->begun = rounds_begun(s);
    op->has_more = op->begun < s->round_count;
    op->is_id_known = is_known;
    op->id = id;
    for (int i = 0; i < op->begun; i++)
        for (int side = 0; side < side_count(r); side++)
            start_round(r, u, number, &s->rounds[i], side);
    exchange_note_loose(r);
}

/* --- What is under way, as a state ---------------------------------------------- */

uint64_t async_hash(const run *r)
{
    uint64_t hash = 0;
    for (int i = 0; i < r->est->operation_count; i++) {
        const operation *op = &r->operations[i];
        if (!is_under_way(r, op))
            continue;
        hash = hash_mix(hash, (uint64_t)i * 2 + op->has_more);
        for (int k = 0; k < r->est->operation_count; k++)
            hash = hash_mix(hash,
                            is_under_way(r, &r->operations[k]) && r->operations[k].turn < op->turn);
        hash = hash_mix(hash, (uint64_t)op->id * 2 + op->is_id_known);
        for (int k = 0; k < op->begun; k++) {
            const comm_round *round = &op->schedule->rounds[k];
            for (int m = 0; m < round->member_count; m++) {
                const round_cost *c = round_member_cost(round, m);
                if (!op->is_pending[round_place(round, m)])
                    continue;
                hash = hash_mix(hash, (uint64_t)round_place(round, m));
                hash = hash_mix(hash, (uint64_t)share_of_wait(round, c));
                hash = hash_mix(hash, (uint64_t)(c->unpacking + c->combine));
            }
        }
    }
    return post_hash(r, under_way_hash(r, ports_hash(r, hash)));
}

bool async_is_kept(const run *r, int i)
{
    int number = i / r->clock_count - 1, end = r->slot_count;
    if (number >= end)
        return post_is_kept(r, i - (1 + end) * r->clock_count);
    return number < 0 || r->operations[number].is_pending[i % r->places];
}

int128 async_clock(const run *r, int i)
{
    return i >= r->clock_count && async_is_kept(r, i) ? r->clock[i]
                                                      : r->now + r->clock[i % r->clock_count];
}

struct async_state {
    operation *operations;
    bool *is_pending; /* [operation * places + place] */
    int128 *clock;    /* as async_clock says, all of them */
    post_record *notes;
    int record_count;
};

async_state *async_take(const run *r)
{
    int count = r->slot_count;
    async_state *s = malloc(sizeof *s);
    assert(s);
    s->operations = malloc((size_t)(count + 1) * sizeof *s->operations);
    s->is_pending = malloc((size_t)(count * r->places) + 1);
    s->clock = malloc((size_t)r->state_count * sizeof *s->clock);
    assert(s->operations && s->is_pending && s->clock);
    for (int i = 0; i < count; i++) {
        s->operations[i] = r->operations[i];
        memcpy(s->is_pending + i * r->places, r->operations[i].is_pending, (size_t)r->places);
    }
    for (int i = 0; i < r->state_count; i++)
        s->clock[i] = async_clock(r, i);
    s->record_count = r->post_queue.records.count - r->post_queue.head;
    s->notes = malloc((size_t)(s->record_count + 1) * sizeof *s->notes);
    assert(s->notes);
    if (s->record_count)
        memcpy(s->notes, r->post_queue.records.data + r->post_queue.head,
               (size_t)s->record_count * sizeof *s->notes);
    return s;
}

void async_drop(async_state *s)
{
    free(s->operations);
    free(s->is_pending);
    free(s->clock);
    free(s->notes);
    free(s);
}

static void put_records(run *r, const async_state *s)
{
    r->post_queue.records.count = r->post_queue.head = 0;
    for (int i = 0; i < s->record_count; i++)
        VEC_PUSH(r->scratch, &r->post_queue.records, s->notes[i]);
}

void async_put(run *r, const async_state *s)
{
    put_records(r, s);
    for (int i = 0; i < r->slot_count; i++) {
        bool *is_pending = r->operations[i].is_pending;
        r->operations[i] = s->operations[i];
        r->operations[i].is_pending = is_pending;
        memcpy(is_pending, s->is_pending + i * r->places, (size_t)r->places);
    }
    for (int i = r->clock_count; i < r->state_count; i++)
        r->clock[i] = s->clock[i];
}

/* What one of them leaves under way is; where the other has it done, it is there when
 * that one is. */
void async_blend(run *r, const async_state *before, const async_state *first,
                 const async_state *second, double probability)
{
    int places = r->places, notes = (1 + r->slot_count) * r->clock_count;
    const async_state *likely = probability >= 0.5 ? first : second;
    put_records(r, likely);
    for (int i = 0; i < r->slot_count; i++) {
        operation *op = &r->operations[i];
        bool *is_pending = op->is_pending, from_first = false;
        for (int p = 0; p < places; p++)
            from_first |= first->is_pending[i * places + p];
        *op = from_first ? first->operations[i] : second->operations[i];
        op->is_pending = is_pending;
        op->has_more = first->operations[i].has_more || second->operations[i].has_more;
        for (int p = 0; p < places; p++)
            is_pending[p] = first->is_pending[i * places + p] || second->is_pending[i * places + p];
    }
    /* What is rounded are differences: later clocks make nothing different of them. */
    for (int i = notes; i < r->state_count; i++)
        r->clock[i] = likely->clock[i];
    for (int i = r->clock_count; i < notes; i++) {
        int128 since = before->clock[i % r->clock_count];
        r->clock[i] = since + ticks_part(first->clock[i] - since, probability) +
                      ticks_part(second->clock[i] - since, 1 - probability);
    }
}
