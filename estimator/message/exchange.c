#include "estimator/message/exchange.h"

#include "estimator/message/observe.h"
#include "estimator/message/ports.h"
#include "estimator/message/schedule.h"
#include "estimator/message/under_way.h"
#include "estimator/run/ledger.h"
#include "estimator/run/run.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/round.h"

/* Rounds on the clocks of an evaluation. When each place is through is the network's to say
 * (sysmodels/network/exchange.h); here that moves the clocks, and the ledger hears of it. */

void exchange_add_error(tally *t, const round_cost *c, int128 times)
{
    t->error[COMPONENT_PROCESSING] += times * c->processing_error;
    t->error[COMPONENT_COMMUNICATION] += times * c->communication_error;
}

static void add_bill(const comm_round *round, const round_cost *c, int128 times, tally *t)
{
    t->time[PART_OVERHEAD] += times * (c->before + c->unpacking);
    t->time[PART_COMMUNICATION] += times * round_transmits(round, c);
    t->time[PART_COMPUTATION] += times * c->combine;
    t->queued += round->is_whole ? 0 : times * (c->busy - c->longest);
    exchange_add_error(t, c, times);
}

void exchange_transmitted(const schedule *s, int128 *ticks)
{
    for (int i = 0; s && i < s->round_count; i++) {
        const comm_round *round = &s->rounds[i];
        for (int m = 0; m < round->member_count; m++)
            ticks[round_place(round, m)] += round_transmits(round, round_member_cost(round, m));
    }
}

void exchange_bill(const schedule *s, int rank, int128 times, tally *t)
{
    for (int i = 0; s && i < s->round_count; i++) {
        const round_cost *c = round_cost_of(&s->rounds[i], rank);
        if (c)
            add_bill(&s->rounds[i], c, times, t);
    }
}

/* Notes what a member did, and that it has waited, where no counter says so. */
static void note(tally *t, const tally *bill, int128 waiting)
{
    t->time[PART_WAITING] += waiting;
    t->time[PART_OVERHEAD] += bill->time[PART_OVERHEAD];
    t->time[PART_COMMUNICATION] += bill->time[PART_COMMUNICATION];
    t->time[PART_COMPUTATION] += bill->time[PART_COMPUTATION];
    t->queued += bill->queued;
    for (int k = 0; k < COMPONENT_COUNT; k++)
        t->error[k] += bill->error[k];
}

void exchange_compute(run *r, const aag_unit *u, const comm_round *round, int side)
{
    if (r->exchange.flows)
        under_way_take(r);
    exchange_times(r->est->network.exchange, round, &r->exchange, r->clock, side);
    if (r->exchange.flows)
        under_way_leave(r, u);
}

void exchange_round(run *r, const aag_unit *u, const comm_round *round, int side)
{
    int wait = r->est->unit[u->id].wait, base = side * r->places;
    int128 *clock = r->clock + base, *waits = r->ledger.waits + wait * r->places;
    const int128 *enter = r->exchange.enter + base, *done = r->exchange.done + base;
    const round_cost *last = NULL; /* most members have the cost of the one before */
    tally *each = wait < 0 ? ledger_each(r, 0, u) : NULL, bill = {0};
    int128 after = 0, transmits = 0;
    exchange_compute(r, u, round, side);
    if (r->listener)
        r->listener->hear(r->listener, r, u, round);
    observe_round(r, u, round, -1);
    for (int i = 0; i < round->member_count; i++) {
        const round_cost *c = round_member_cost(round, i);
        int place = round_place(round, i);
        if (c != last) {
            last = c;
            after = c->unpacking + c->combine;
            transmits = round_transmits(round, c);
            bill = (tally){0};
            add_bill(round, c, 1, &bill);
        }
        clock[place] = done[place] + after;
        if (!side && wait >= 0)
            waits[place] += done[place] - enter[place] - transmits;
        else if (!side)
            note(&each[place], &bill, done[place] - enter[place] - transmits);
    }
}

void exchange_note_loose(run *r)
{
    for (int p = 0; r->merged && p < r->places; p++)
        r->merged->is_loose[p] |= r->clock[p] != r->clock[r->places + p];
}

void exchange_run(run *r, const aag_unit *u, const schedule *s)
{
    const unit_info *info = &r->est->unit[u->id];
    const bool is_in_steps = r->port_count && s->round_count && s->rounds[0].step;
    if (is_in_steps)
        ports_take(r);
    for (int i = 0; i < s->round_count; i++) {
        if (is_in_steps)
            ports_delay(r, u, &s->rounds[i]);
        for (int side = 0; side < (r->merged ? 2 : 1); side++)
            exchange_round(r, u, &s->rounds[i], side);
        if (!is_in_steps)
            ports_meet(r, &s->rounds[i]);
    }
    if (is_in_steps)
        ports_leave(r);
    exchange_note_loose(r);
    observe_together(r, u, s);
    if (info->wait >= 0)
        r->ledger.comm_runs[info->wait]++;
}
