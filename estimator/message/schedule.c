#include "estimator/message/schedule.h"

#include <math.h>
#include <string.h>

#include "estimator/message/check_shadow.h"
#include "estimator/message/collective.h"
#include "estimator/message/exchange.h"
#include "estimator/message/library_rounds.h"
#include "estimator/message/long_transfer.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule_called.h"
#include "estimator/message/schedule_gather.h"
#include "estimator/message/schedule_group.h"
#include "estimator/message/schedule_merged.h"
#include "estimator/message/schedule_parts.h"
#include "estimator/message/schedule_shift.h"
#include "estimator/run/run.h"
#include "sysmodels/model/compiler.h"
#include "sysmodels/network/collective/collective.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/route.h"

/* From what a communication moves to the rounds that move it: exchanges by
 * message/schedule_shift.c, collectives by the machine's algorithm. */

/* The arrangement of the machine's processors that messages travel in: that of what
 * moves, where all are in it; else the first that has all; null: none has. */
static const proc_grid *grid_of(const run *r, const communication *c)
{
    const layout *where = r->est->graph->layout;
    const proc_grid *grid = c->source.grid  ? grid_root(c->source.grid)
                            : c->group.grid ? grid_root(c->group.grid)
                                            : where->linear;
    for (int i = 0; grid && i <= where->grid_count; i++) {
        if (env_grid_size(r->env, grid) >= r->procs)
            return grid;
        grid = i < where->grid_count ? grid_root(where->grids[i]) : NULL;
    }
    return NULL;
}

/* Communications and their patterns have the same names (Parashar and Hariri 1996, table 2). */
static sag_pattern_kind pattern_of(comm_kind kind)
{
    switch (kind) {
    case COMM_SHIFT:
        return PATTERN_shift;
    case COMM_BROADCAST:
        return PATTERN_broadcast;
    case COMM_GATHER:
        return PATTERN_gather;
    case COMM_ALLGATHER:
        return PATTERN_allgather;
    case COMM_WRITE_BACK:
        return PATTERN_write_back;
    case COMM_TRANSPOSE:
        return PATTERN_transpose;
    case COMM_REDISTRIBUTE:
        return PATTERN_redistribute;
    case COMM_REDUCE:
        return PATTERN_reduce;
    case COMM_IRREGULAR:
        return PATTERN_irregular;
    case COMM_ELEMENT:
        return PATTERN_element;
    case COMM_BARRIER:
    case COMM_WAIT: /* moves nothing itself */
        return PATTERN_barrier;
    case COMM_POST:
    case COMM_PUT:
    case COMM_GET:
    case COMM_WAIT_POST:
        return PATTERN_element;
    }
    assert(false && "no such communication");
    return PATTERN_element;
}

/* An intrinsic function has a pattern of its own where the machine states one. */
static sag_pattern_kind pattern_for(run *r, const communication *c)
{
    sag_pattern_kind named = c->intrinsic ? sag_pattern_by_name(c->intrinsic) : PATTERN_COUNT;
    bool is_explicit =
        named != PATTERN_COUNT && r->est->machine->communication->pattern[named].is_set;
    return is_explicit ? named : pattern_of(c->kind);
}

message_kind schedule_kind(run *r, const communication *c)
{
    const proc_grid *grid = grid_of(r, c);
    message_kind kind = {.grid = grid,
                         .pattern = pattern_for(r, c),
                         .dims = 1,
                         .is_async = c->async || c->kind == COMM_POST};
    int extent[MAX_RANK];
    for (int k = 0; grid && k < grid->rank; k++)
        extent[k] = env_extent(r->env, grid, k);
    if (grid)
        kind.dims = sag_grid_dims(grid->rank, extent);
    return kind;
}

/* --- Collectives ----------------------------------------------------------- */

/* Does the compiler gather at all what the program reads of places that only the run knows? */
static bool is_gathered(const run *r, message_kind kind)
{
    return sag_pattern_way(r->est->machine, kind.pattern) == WAY_ALLGATHER && !kind.is_async;
}

bool schedule_is_collective(const run *r, const communication *c, message_kind kind)
{
    const sag_communication *machine = r->est->machine->communication;
    if (sag_whole_pattern(machine, kind.pattern))
        return true;
    if (is_gathered(r, kind))
        return true;
    if (c->kind != COMM_BROADCAST && c->kind != COMM_ALLGATHER)
        return false;
    const collective_kind by =
        c->kind == COMM_BROADCAST ? COLLECTIVE_BROADCAST : COLLECTIVE_ALLGATHER;
    const sag_collective *how = &machine->collective[by];
    return how->algorithm != COLLECTIVE_DIRECT || library_is_used(r, by, kind) ||
           sag_is_measured(how, r->procs);
}

/* The axes of the grid along which a message goes, a bit each; 0 where all messages of its
 * sender are alike: one need is the same for all who have it. */
static int way_of(run *r, const communication *c, const message *m)
{
    const proc_grid *grid = c->source.grid;
    int axes = 0;
    if (c->need_count < 2 || !grid)
        return axes;
    grid_coords at = run_coords(r, grid);
    for (int k = 0; k < grid->rank; k++)
        axes |= (at.coord[m->sender * grid->rank + k] != at.coord[m->receiver * grid->rank + k])
                << k;
    return axes;
}

/* Each sender and those it sends to are a group, those along different axes apart where there
 * are several needs (a row of a matrix and a column); a tree carries the largest of its
 * messages. */
static void broadcast_rounds(run *r, arena *a, const communication *c, message_kind kind,
                             const transfer *t, round_vec *rounds)
{
    int ways = c->need_count < 2 || !c->source.grid ? 1 : 1 << c->source.grid->rank;
    collective_group *groups = ARENA_ARRAY(a, t->count + 1, collective_group);
    int *ranks = ARENA_ARRAY(a, 2 * t->count + 1, int);
    int *group_of = ARENA_ARRAY(a, r->procs * ways, int);
    int *size = ARENA_ARRAY(a, r->procs * ways, int);
    int **next = ARENA_ARRAY(a, r->procs * ways, int *);
    int count = 0, used = 0;
    for (int i = 0; i < t->count; i++)
        size[t->messages[i].sender * ways + way_of(r, c, &t->messages[i])]++;
    for (int p = 0; p < r->procs * ways; p++) {
        if (!size[p])
            continue;
        group_of[p] = count;
        groups[count] = (collective_group){.count = size[p] + 1, .ranks = ranks + used};
        ranks[used] = p / ways;
        next[p] = ranks + used + 1;
        used += size[p] + 1;
        count++;
    }
    for (int i = 0; i < t->count; i++) {
        const message *m = &t->messages[i];
        int tree = m->sender * ways + way_of(r, c, m);
        *next[tree]++ = m->receiver;
        collective_group *g = &groups[group_of[tree]];
        g->bytes = fmax(g->bytes, (double)m->elements * c->elem_bytes);
    }
    collective_rounds(r, a, COLLECTIVE_BROADCAST, kind, count, groups, rounds);
}

/* An exchange that the machine prices as a whole, by its largest message: all who
 * send or receive begin and end together. */
static void whole_exchange(run *r, arena *a, const communication *c, message_kind kind,
                           const transfer *t, round_vec *rounds)
{
    const sag_pattern *p = sag_whole_pattern(r->est->machine->communication, kind.pattern);
    collective_group group = {0};
    int *ranks = ARENA_ARRAY(a, r->procs, int);
    bool *takes_part = ARENA_ARRAY(a, r->procs, bool);
    for (int i = 0; i < t->count; i++) {
        const message *m = &t->messages[i];
        takes_part[m->sender] = takes_part[m->receiver] = true;
        group.bytes = fmax(group.bytes, (double)m->elements * c->elem_bytes);
    }
    for (int q = 0; q < r->procs; q++)
        if (takes_part[q])
            ranks[group.count++] = q;
    group.ranks = ranks;
    collective_whole(r, a, kind, sag_pattern_function(p, kind.dims), true, 1, &group, rounds);
}

/* --- Schedules ------------------------------------------------------------- */

static traffic traffic_of(const schedule *s, int place)
{
    traffic t = {.is_alike = true};
    for (int i = 0; i < s->round_count; i++) {
        const round_cost *c = round_cost_of(&s->rounds[i], place);
        if (!c || s->rounds[i].is_whole)
            continue;
        double time = seconds_of(c->largest);
        bool is_first = t.sent + t.received == 0;
        t.is_alike = t.is_alike && !c->has_shorter && (is_first || time == t.time);
        t.least = is_first || c->least < t.least ? c->least : t.least;
        t.sent += (int)c->sends;
        t.received += (int)c->receives;
        if (c->bytes > t.bytes || (c->bytes == t.bytes && time > t.time)) {
            t.bytes = c->bytes;
            t.time = time;
        }
    }
    return t;
}

void schedule_note_peak(const run *r, const schedule *s, comm_peak *peak)
{
    bool is_more =
        s->bytes > peak->bytes || (s->bytes == peak->bytes && s->messages > peak->messages);
    if (peak->is_set && !is_more)
        return;
    int busiest = 0;
    int128 longest = -1, *ticks = r->exchange.done; /* which no exchange is using now */
    memset(ticks, 0, (size_t)r->places * sizeof *ticks);
    exchange_transmitted(s, ticks);
    for (int p = 0; p < r->places; p++) {
        if (ticks[p] > longest) {
            longest = ticks[p];
            busiest = p;
        }
    }
    *peak = (comm_peak){true, s->bytes, s->messages, traffic_of(s, busiest)};
}

arena *schedule_message_memory(run *r, arena *a)
{
    enum { PAIRS_FEW = 1 << 16 };
    return (int64_t)r->procs * r->procs > PAIRS_FEW ? arena_new_under(r->scratch) : a;
}

/* The messages of a communication, or their pattern: as message/merge_clocks.c has found them,
 * where no loop moves them, or worked out. */
static bool find_transfer(run *r, arena *a, const aag_unit *u, transfer *t,
                          transfer_pattern *pattern)
{
    const comm_state *known = &r->comms[u->id];
    bool ok = true;
    if (known->is_ready) {
        *t = *known->moved;
        return true;
    }
    if (pattern && known->pattern && !r->est->unit[u->id].own) {
        *t = known->sums;
        *pattern = *known->pattern;
        return true;
    }
    run_set_rank(r, 0);
    if (!long_transfer_compute(r, a, u, t, pattern, &ok))
        run_fail(r, u->comm->where, NULL);
    return ok;
}

/* Nobody asks for the messages of what is gathered along axes of a grid. */
static bool may_be_gathered(const run *r, const aag_unit *u)
{
    return !r->comms[u->id].is_ready && !r->observation && !r->est->options.explicit_clocks;
}

/* The same of an all-gather. */
static bool find_gather(run *r, arena *a, const aag_unit *u, transfer *t, transfer_gather *along)
{
    bool ok = true;
    if (!may_be_gathered(r, u))
        return find_transfer(r, a, u, t, NULL);
    run_set_rank(r, 0);
    if (!long_transfer_compute_gather(r, a, u, t, along, &ok))
        run_fail(r, u->comm->where, NULL);
    return ok;
}

static moved_bytes *moved_of(const run *r, arena *a, const communication *c, const transfer *t)
{
    if (!r->observation || !t->messages)
        return NULL;
    moved_bytes *all = ARENA_ARRAY(a, r->procs + 1, moved_bytes);
    for (int i = 0; i < t->count; i++) {
        const message *m = &t->messages[i];
        const int64_t bytes = m->elements * c->elem_bytes;
        moved_bytes *from = &all[m->sender];
        from->sent += bytes;
        from->most = bytes > from->most ? bytes : from->most;
        all[m->receiver].received += bytes;
    }
    return all;
}

/* As the program asks for. */
static void count_messages(const run *r, const communication *c, bool by_collective,
                           const transfer *t, const transfer_gather *along, schedule *s)
{
    const int64_t messages = along->grid ? along->messages : t->count;
    s->messages = round_sends_elements(r) && !by_collective ? t->elements : messages;
    s->bytes = t->elements * c->elem_bytes;
    s->is_bound = t->is_bound;
}

/* An all-gather whose messages go as they are, where rows do the same beside each other; false: it
 * is another one. */
static bool rows_rounds(run *r, arena *a, const aag_unit *u, message_kind kind, schedule *s,
                        round_vec *rounds)
{
    transfer t = {0};
    transfer_gather along = {0};
    if (u->comm->kind != COMM_ALLGATHER || !may_be_gathered(r, u) ||
        !parts_are_possible(r, u->comm, kind))
        return false;
    arena *scratch = schedule_message_memory(r, a);
    const bool is = find_gather(r, scratch, u, &t, &along) && along.grid &&
                    parts_rounds(r, a, u->comm, kind, &along, rounds);
    if (is)
        count_messages(r, u->comm, false, &t, &along, s);
    if (scratch != a)
        arena_free(scratch);
    return is;
}

static void transfer_rounds(run *r, arena *a, const aag_unit *u, schedule *s, round_vec *rounds)
{
    const communication *c = u->comm;
    message_kind kind = schedule_kind(r, c);
    transfer t = {0};
    transfer_pattern pattern = {0};
    transfer_gather along = {0};
    bool by_collective = schedule_is_collective(r, c, kind);
    bool is_called = called_may_be(r, c, kind);
    bool is_gather = by_collective && c->kind != COMM_BROADCAST &&
                     (c->kind == COMM_ALLGATHER || is_gathered(r, kind));
    if (!by_collective && !is_called && rows_rounds(r, a, u, kind, s, rounds))
        return;
    arena *scratch = schedule_message_memory(r, a);
    if (is_gather && !is_called
            ? find_gather(r, scratch, u, &t, &along)
            : find_transfer(r, scratch, u, &t, by_collective || is_called ? NULL : &pattern)) {
        count_messages(r, c, by_collective, &t, &along, s);
        s->moved = moved_of(r, a, c, &t);
        if (is_called && called_rounds(r, a, c, kind, &t, rounds))
            ; /* one call of the library's */
        else if (!by_collective)
            shift_rounds(r, a, c, kind, &t, &pattern, rounds);
        else if (c->kind == COMM_BROADCAST)
            broadcast_rounds(r, a, c, kind, &t, rounds);
        else if (is_gather)
            gather_rounds(r, a, c, kind, &t, &along, rounds);
        else
            whole_exchange(r, a, c, kind, &t, rounds);
    }
    if (scratch != a)
        arena_free(scratch);
}

schedule *schedule_new(run *r, const aag_unit *u, arena *a)
{
    const communication *c = u->comm;
    schedule *s = ARENA_NEW(a, schedule);
    round_vec rounds = {0};
    r->schedules_made++;
    check_reach(r, c);
    if (c->kind == COMM_REDUCE)
        schedule_group_rounds(r, a, u, COLLECTIVE_REDUCE, s, &rounds);
    else if (c->kind == COMM_BARRIER)
        schedule_group_rounds(r, a, u, COLLECTIVE_BARRIER, s, &rounds);
    else if (c->kind == COMM_BROADCAST && !c->need_count)
        schedule_group_rounds(r, a, u, COLLECTIVE_BROADCAST, s, &rounds);
    else if (r->merged)
        merged_exchange(r, a, u, s, &rounds);
    else
        transfer_rounds(r, a, u, s, &rounds);
    s->round_count = rounds.count;
    s->rounds = rounds.data;
    return s;
}

void schedules_new(run *r)
{
    const aag_graph *g = r->est->graph;
    r->comms = ARENA_ARRAY(r->scratch, g->unit_count, comm_state);
    r->peak = ARENA_ARRAY(r->scratch, g->comm_count, comm_peak);
}

void schedules_forget(run *r, const aag_unit *loop, uint64_t vars)
{
    for (int id = loop->id + 1; id <= loop->last; id++)
        if (r->est->unit[id].own & vars)
            r->comms[id].current = NULL;
}
