#include "estimator/block/charges.h"

#include <string.h>

#include "estimator/run/ledger.h"

struct charging {
    charges *of_block; /* by block */
    int *kind;         /* by place */
    const block_variant **what;
    int *to;       /* by kind that is known: that of what is added */
    int *number;   /* by pair of kinds: scratch of split */
    int *of;       /* by place: likewise */
    int128 *by;    /* by kind: scratch of charges_move_clocks */
    bool is_some;  /* something waits */
    int set_aside; /* how often something is now */
};

static int64_t pairs_most(const run *r)
{
    return 4 * (int64_t)r->places + 64;
}

void charges_open(run *r)
{
    charging *c = r->charging = ARENA_NEW(r->scratch, charging);
    c->of_block = ARENA_ARRAY(r->scratch, r->est->block_count, charges);
    c->kind = ARENA_ARRAY(r->scratch, r->places, int);
    c->what = ARENA_ARRAY(r->scratch, r->places + 1, const block_variant *);
    c->to = ARENA_ARRAY(r->scratch, r->places + 1, int);
    c->number = ARENA_ARRAY(r->scratch, pairs_most(r), int);
    c->of = ARENA_ARRAY(r->scratch, r->places, int);
    c->by = ARENA_ARRAY(r->scratch, r->places + 1, int128);
}

int *charges_kinds(run *r)
{
    return r->charging->kind;
}

const block_variant **charges_variants(run *r)
{
    return r->charging->what;
}

static int units_of(const block_info *b)
{
    return b->unit->last - b->unit->id + 1;
}

static bool is_nothing(const tally *t)
{
    const int128 *each = (const int128 *)t;
    int128 any = 0;
    for (int k = 0; k < TALLY_TICKS; k++)
        any |= each[k];
    return !any;
}

/* --- The ledger ---------------------------------------------------------------------- */

static void settle(run *r, const block_info *b, charges *c)
{
    const int units = units_of(b);
    for (int i = 0; i < units; i++)
        for (int p = 0; p < r->places && c->count; p++) {
            const tally *t = &c->sum[c->of[p] * units + i];
            if (!is_nothing(t))
                tally_add(ledger_each(r, p, r->est->graph->units[b->unit->id + i]), t);
        }
    c->count = 0;
}

void charges_settle(run *r)
{
    assert(!r->charging->set_aside || !r->charging->is_some);
    for (int i = 0; i < r->est->block_count && r->charging->is_some; i++)
        settle(r, &r->est->blocks[i], &r->charging->of_block[i]);
    r->charging->is_some = false;
}

/* --- Kinds --------------------------------------------------------------------------- */

static void make_room(run *r, charges *c, int units, int kinds)
{
    if (!c->of)
        c->of = ARENA_ARRAY(r->scratch, r->places, int);
    if (kinds <= c->room)
        return;
    const tally *old = c->sum;
    c->room = kinds < 8 ? 8 : 2 * kinds < r->places ? 2 * kinds : r->places + 1;
    c->sum = ARENA_ARRAY(r->scratch, c->room * units, tally);
    c->next = ARENA_ARRAY(r->scratch, c->room * units, tally);
    if (c->count)
        memcpy(c->sum, old, (size_t)(c->count * units) * sizeof *old);
}

static void begin(run *r, charges *c, int units, const int *kind, int kinds)
{
    make_room(r, c, units, kinds);
    memcpy(c->of, kind, (size_t)r->places * sizeof *kind);
    memset(c->sum, 0, (size_t)(kinds * units) * sizeof *c->sum);
    c->count = kinds;
}

/* Are all places of each kind of one in `kind`? Sets by kind which. */
static bool are_within(const run *r, const charges *c, const int *kind, int *to)
{
    for (int k = 0; k < c->count; k++)
        to[k] = -1;
    for (int p = 0; p < r->places; p++) {
        int *own = &to[c->of[p]];
        if (*own < 0)
            *own = kind[p];
        else if (*own != kind[p])
            return false;
    }
    return true;
}

/* Splits kinds where `kind` tells their places apart: one for each pair of both, or where these
 * may be too many, for each place. Returns how many there are; sets *of by place. */
static int number_pairs(run *r, const charges *c, const int *kind, int kinds, int *of)
{
    int count = 0, *number = r->charging->number;
    if ((int64_t)c->count * kinds > pairs_most(r)) {
        for (int p = 0; p < r->places; p++)
            of[p] = p;
        return r->places;
    }
    memset(number, 0, (size_t)(c->count * kinds) * sizeof *number);
    for (int p = 0; p < r->places; p++) {
        int *at = &number[c->of[p] * kinds + kind[p]];
        if (!*at)
            *at = ++count;
        of[p] = *at - 1;
    }
    return count;
}

static void split(run *r, charges *c, int units, const int *kind, int count, int *of)
{
    int *to = r->charging->to;
    make_room(r, c, units, count);
    for (int k = 0; k < count; k++)
        to[k] = -1;
    for (int p = 0; p < r->places; p++) {
        int *own = &to[of[p]];
        if (*own >= 0)
            continue;
        memcpy(&c->next[of[p] * units], &c->sum[c->of[p] * units], (size_t)units * sizeof *c->next);
        *own = kind[p];
    }
    tally *old = c->sum;
    c->sum = c->next;
    c->next = old;
    c->count = count;
    memcpy(c->of, of, (size_t)r->places * sizeof *of);
}

/* Makes kinds of places that are of one kind in `kind`, too; returns which, by kind. Where they
 * become too many to be less than the places, those so far are settled. */
static const int *join(run *r, const block_info *b, charges *c, const int *kind, int kinds)
{
    int *to = r->charging->to, units = units_of(b);
    if (c->count && are_within(r, c, kind, to))
        return to;
    if (c->count) {
        int *of = r->charging->of, count = number_pairs(r, c, kind, kinds, of);
        if (r->charging->set_aside || count <= r->places / 8 + 16) {
            split(r, c, units, kind, count, of);
            return to;
        }
        settle(r, b, c);
    }
    begin(r, c, units, kind, kinds);
    for (int k = 0; k < kinds; k++)
        to[k] = k;
    return to;
}

void charges_add(run *r, const block_info *b, const int *kind, int kinds,
                 const block_variant *const *what)
{
    charges *c = &r->charging->of_block[b - r->est->blocks];
    const int *to = join(r, b, c, kind, kinds);
    r->charging->is_some = true;
    for (int k = 0; k < c->count; k++) {
        const block_variant *v = to[k] < 0 ? NULL : what[to[k]];
        tally *sum = &c->sum[k * units_of(b)];
        for (int i = 0; v && i < v->entry_count; i++)
            tally_add(&sum[v->entries[i].unit - b->unit->id], &v->entries[i].cost);
    }
}

/* --- Branches that count with their probability --------------------------------------- */

/* The next block within `u` from number `i` on that charges; block_count: there is none. */
static int next_block(const run *r, const aag_unit *u, int i)
{
    const block_info *b = r->est->blocks;
    while (i < r->est->block_count &&
           (b[i].has_runs || b[i].unit->id < u->id || b[i].unit->id > u->last))
        i++;
    return i;
}

static void swap(charges *a, charges *b)
{
    charges old = *a;
    *a = *b;
    *b = old;
}

void charges_set_aside(run *r, const aag_unit *u, charges *aside)
{
    for (int i = next_block(r, u, 0); i < r->est->block_count; i = next_block(r, u, i + 1))
        swap(&r->charging->of_block[i], aside++);
    r->charging->set_aside++;
}

void charges_weigh(run *r, const aag_unit *u, double probability)
{
    for (int i = next_block(r, u, 0); i < r->est->block_count; i = next_block(r, u, i + 1)) {
        const charges *c = &r->charging->of_block[i];
        int count = c->count * units_of(&r->est->blocks[i]) * TALLY_TICKS;
        int128 *ticks = (int128 *)c->sum;
        for (int k = 0; k < count; k++)
            if (ticks[k])
                ticks[k] = ticks_part(ticks[k], probability);
    }
}

void charges_move_clocks(run *r, const aag_unit *u)
{
    int128 *by = r->charging->by;
    for (int i = next_block(r, u, 0); i < r->est->block_count; i = next_block(r, u, i + 1)) {
        const charges *c = &r->charging->of_block[i];
        const int units = units_of(&r->est->blocks[i]);
        for (int k = 0; k < c->count; k++) {
            by[k] = 0;
            for (int n = 0; n < units; n++)
                for (int part = 0; part < PART_COUNT; part++)
                    by[k] += c->sum[k * units + n].time[part];
        }
        for (int p = 0; p < r->places && c->count; p++)
            r->clock[p] += by[c->of[p]];
    }
}

/* Adds charges of the same block. */
static void add_all(run *r, const block_info *b, charges *c, const charges *more)
{
    const int *to = join(r, b, c, more->of, more->count);
    const int units = units_of(b);
    for (int k = 0; k < c->count; k++)
        for (int n = 0; n < units && to[k] >= 0; n++)
            tally_add(&c->sum[k * units + n], &more->sum[to[k] * units + n]);
}

void charges_put_back(run *r, const aag_unit *u, charges *aside)
{
    r->charging->set_aside--;
    for (int i = next_block(r, u, 0); i < r->est->block_count; i = next_block(r, u, i + 1)) {
        swap(&r->charging->of_block[i], aside);
        if (aside->count)
            add_all(r, &r->est->blocks[i], &r->charging->of_block[i], aside);
        (aside++)->count = 0;
    }
}
