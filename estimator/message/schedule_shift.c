#include "estimator/message/schedule_shift.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "estimator/message/message_round.h"
#include "estimator/message/round.h"
#include "estimator/run/run.h"
#include "support/sort.h"
#include "sysmodels/model/compiler.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/route.h"

/* The rounds of an exchange: one (`posted`), or one for each displacement from
 * sender to receiver in the grid (`phased`), axis after axis (`sendrecv`). */

bool shift_is_phased(const run *r, const communication *c)
{
    return r->est->network.steps != STEPS_NONE && !c->async;
}

bool shift_is_pairwise(const run *r, const communication *c, message_kind kind)
{
    return sag_pattern_way(r->est->machine, kind.pattern) == WAY_PAIRWISE && !c->async;
}

/* --- Copies ------------------------------------------------------------------ */

/* Ticks for each element copied to or from a buffer: the operations, and the
 * lines of the array that it touches where the array does not fit a cache. A
 * slab across the last dimension has its elements a row apart in memory; one that is a
 * run of memory, `across` -1, has them one after the other. */
static int128 copy_ticks(const run *r, const communication *c, int across, bool is_store)
{
    const estimator *est = r->est;
    const variable *v = c->var;
    const axis_map *axis = across < 0 ? NULL : &c->source.axis[across];
    double bytes = v->elem_bytes, apart = v->elem_bytes;
    for (int d = 0; d < v->rank; d++) {
        double extent = (double)r->extents[v->id * MAX_RANK + d];
        bytes *= extent > 0 ? extent : 1;
        if (axis && d == v->rank - 1 && axis->source == AXIS_BY_DIM && axis->dim == d)
            apart *= extent > 0 ? extent : 1;
    }
    double seconds = 0;
    for (int level = 0; level < est->level_count; level++)
        if (bytes > est->level[level].capacity)
            seconds += fmin(1, apart / est->level[level].line) *
                       (is_store ? est->level[level].store : est->level[level].fetch);
    return est->copy.ticks + ticks_of(seconds);
}

/* A message along another axis than the contiguous one gathers elements that
 * are apart in memory: it is copied on both sides; but on the second by what assigns
 * it on, where that is all that is done with it. Where all messages are packed, so is one that
 * is a run of memory. */
copies shift_copies(const run *r, const communication *c, int axes, const int *by, int64_t elements)
{
    int across = -1;
    for (int k = 0; k < axes; k++)
        if (by[k] && k != c->contiguous_axis)
            across = k;
    bool is_always = r->est->machine->communication->packing == PACK_ALWAYS;
    if ((across < 0 && !is_always) || elements <= 1 || round_sends_elements(r))
        return (copies){0};
    return (copies){.count = elements,
                    .packing = elements * copy_ticks(r, c, across, false),
                    .is_left = c->is_assigned_on,
                    .unpacking = c->is_assigned_on ? 0 : elements * copy_ticks(r, c, across, true),
                    .error = elements * r->est->copy.error_ticks};
}

message_kind shift_kind(const run *r, const communication *c, message_kind kind, int axes,
                        const int *extent, const int *by)
{
    const quantity *share = &r->est->machine->communication->ring_of_two;
    int along = 0;
    if (!share->is_set || !c->intrinsic || sag_pattern_by_name(c->intrinsic) != PATTERN_cshift)
        return kind;
    for (int k = 0; k < axes; k++) {
        if (by[k] && extent[k] != 2)
            return kind;
        along += by[k] != 0;
    }
    if (along == 1)
        kind.share = share;
    return kind;
}

static void add_copies(run *r, int sender, int receiver, const copies *n)
{
    round_add_copies(r, sender, n, true);
    round_add_copies(r, receiver, n, false);
}

/* --- Messages ---------------------------------------------------------------- */

static int by_displacement(const void *x, const void *y)
{
    const displaced *a = x, *b = y;
    if (a->by != b->by)
        return a->by < b->by ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

/* In steps: how far round all processors the receiver is from the sender. */
static displaced *in_steps(const message_exchange *x, arena *a)
{
    displaced *order = ARENA_ARRAY(a, x->t->count, displaced);
    for (int i = 0; i < x->t->count; i++) {
        const message *m = &x->t->messages[i];
        order[i] = (displaced){(m->receiver - m->sender + x->r->procs) % x->r->procs, i};
    }
    sort_items(order, (size_t)x->t->count, sizeof *order, by_displacement);
    return order;
}

/* The place of a displacement among others: the only axis that it is along; those along several
 * come after all of these. */
static int place_by_axis(const run *r, int axes, const int *by)
{
    int along = 0, count = 0;
    if (r->est->network.steps != STEPS_BY_AXIS)
        return 0;
    for (int k = 0; k < axes; k++)
        if (by[k]) {
            along = k;
            count++;
        }
    return count > 1 ? axes : along;
}

/* All messages in the order of the rounds: by displacement, and as they are. Coordinates are
 * from -1, of none, on. */
static displaced *in_order(const message_exchange *x, arena *a)
{
    displaced *order = ARENA_ARRAY(a, x->t->count, displaced);
    grid_coords at = {0};
    if (x->grid)
        at = run_coords(x->r, x->grid);
    for (int i = 0; i < x->t->count; i++) {
        int by[MAX_RANK];
        message_displacement(x, &x->t->messages[i], by);
        order[i].message = i;
        order[i].by = place_by_axis(x->r, x->axes, by);
        for (int k = 0; k < x->axes; k++)
            order[i].by = order[i].by * (2 * at.extent[k] + 1) + by[k] + at.extent[k];
    }
    sort_items(order, (size_t)x->t->count, sizeof *order, by_displacement);
    return order;
}

static void message_rounds(run *r, arena *a, const communication *c, message_kind kind,
                           const transfer *t, round_vec *rounds)
{
    message_exchange x = {.r = r, .c = c, .kind = kind, .t = t};
    x.grid = c->source.grid ? c->source.grid : kind.grid;
    x.axes = x.grid ? x.grid->rank : 0;
    const bool is_pairwise = shift_is_pairwise(r, c, kind);
    if (!is_pairwise && !shift_is_phased(r, c)) {
        if (t->count)
            message_round(&x, a, NULL, 0, t->count, 0, rounds);
        return;
    }
    arena *scratch = arena_new_under(r->scratch);
    const displaced *order = is_pairwise ? in_steps(&x, scratch) : in_order(&x, scratch);
    for (int begin = 0, step = 0, i = 1; i <= t->count; i++)
        if (i == t->count || order[i].by != order[begin].by) {
            message_round(&x, a, order, begin, i, ++step, rounds);
            begin = i;
        }
    arena_free(scratch);
}

/* --- Patterns ---------------------------------------------------------------- */

/* A pattern on the ranks of its grid. */
typedef struct pattern_layout {
    const transfer_pattern *pattern;
    int axes;
    int extent[MAX_RANK], stride[MAX_RANK];
    int size;
    int *box_of_rank; /* by rank; beyond the grid: box_count, which receives nothing */
} pattern_layout;

/* Numbers boxes of ranks, axis by axis. */
static pattern_layout lay_out(run *r, arena *a, const transfer_pattern *pattern)
{
    pattern_layout l = {.pattern = pattern, .axes = pattern->grid->rank, .size = 1};
    l.box_of_rank = ARENA_ARRAY(a, r->procs, int);
    for (int k = l.axes - 1; k >= 0; k--) {
        l.extent[k] = env_extent(r->env, pattern->grid, k);
        l.stride[k] = l.size;
        l.size *= l.extent[k];
    }
    for (int rank = l.size; rank < r->procs; rank++)
        l.box_of_rank[rank] = pattern->box_count;
    /* Each axis repeats what those after it have, stretch by stretch. */
    for (int k = l.axes - 1, boxes = 1; k >= 0; k--) {
        const pattern_axis *axis = &pattern->axis[k];
        for (int at = 0, stretch = 0; at < l.extent[k]; at++) {
            stretch += at == axis->first[stretch + 1];
            for (int i = 0; i < l.stride[k]; i++)
                l.box_of_rank[at * l.stride[k] + i] = l.box_of_rank[i] + stretch * boxes;
        }
        boxes *= axis->count;
    }
    return l;
}

static sag_route route_of(const run *r, const pattern_layout *l, int box, const pattern_message *m)
{
    int from[MAX_RANK], to[MAX_RANK];
    for (int k = l->axes - 1; k >= 0; k--) {
        const pattern_axis *axis = &l->pattern->axis[k];
        to[k] = axis->first[box % axis->count];
        from[k] = to[k] - m->by[k];
        box /= axis->count;
    }
    return sag_route_between(r->est->machine->communication, l->axes, l->extent, from, to);
}

static int rank_distance(const pattern_layout *l, const pattern_message *m)
{
    int distance = 0;
    for (int k = 0; k < l->axes; k++)
        distance += m->by[k] * l->stride[k];
    return distance;
}

/* One round, of all messages or of those `by` apart. */
static void pattern_round(run *r, arena *a, const communication *c, message_kind kind,
                          const pattern_layout *l, const int *by, round_vec *rounds)
{
    const transfer_pattern *p = l->pattern;
    int most = p->first[p->box_count], count = 0;
    comm_round round = {.role = l->box_of_rank};
    int *first = ARENA_ARRAY(a, p->box_count + 2, int);
    copies *copied = ARENA_ARRAY(a, most, copies);
    delivery *messages = ARENA_ARRAY(a, most, delivery);
    for (int box = 0; box < p->box_count; box++) {
        for (int i = p->first[box]; i < p->first[box + 1]; i++) {
            const pattern_message *m = &p->messages[i];
            if (by && memcmp(m->by, by, sizeof m->by) != 0)
                continue;
            int price = round_price_elements(r, a, &round,
                                             shift_kind(r, c, kind, l->axes, l->extent, m->by),
                                             m->elements, c->elem_bytes, route_of(r, l, box, m));
            messages[count] = (delivery){-rank_distance(l, m), price};
            copied[count++] = shift_copies(r, c, l->axes, m->by, m->elements);
        }
        first[box + 1] = count;
    }
    first[p->box_count + 1] = count;
    round.messages = messages;
    round.first = first;
    for (int rank = 0; rank < l->size; rank++) {
        for (int i = first[l->box_of_rank[rank]]; i < first[l->box_of_rank[rank] + 1]; i++) {
            int sender = rank + messages[i].from;
            round_add_sent(r, sender, round_price_of(&round, i));
            round_add_received(r, rank, round_price_of(&round, i));
            if (copied[i].count)
                add_copies(r, sender, rank, &copied[i]);
        }
    }
    if (count)
        round_end(r, a, rounds, kind, &round);
}

/* A direction, and its place among others. */
typedef struct direction {
    int place, by[MAX_RANK];
} direction;

static int by_direction(const void *x, const void *y)
{
    const direction *a = x, *b = y;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    for (int k = 0; k < MAX_RANK; k++)
        if (a->by[k] != b->by[k])
            return a->by[k] < b->by[k] ? -1 : 1;
    return 0;
}

int shift_directions(const run *r, arena *a, const transfer_pattern *p, int (**out)[MAX_RANK])
{
    int count = p->first[p->box_count], kept = 0;
    int(*by)[MAX_RANK] = arena_array(a, (size_t)count, sizeof *by);
    direction *all = ARENA_ARRAY(a, count, direction);
    for (int i = 0; i < count; i++) {
        memcpy(all[i].by, p->messages[i].by, sizeof *by);
        all[i].place = place_by_axis(r, p->grid->rank, all[i].by);
    }
    if (count)
        sort_items(all, (size_t)count, sizeof *all, by_direction);
    for (int i = 0; i < count; i++)
        if (i == 0 || by_direction(&all[i], &all[i - 1]))
            memcpy(by[kept++], all[i].by, sizeof *by);
    *out = by;
    return kept;
}

static void pattern_rounds(run *r, arena *a, const communication *c, message_kind kind,
                           const transfer_pattern *p, round_vec *rounds)
{
    pattern_layout l = lay_out(r, a, p);
    if (!shift_is_phased(r, c)) {
        pattern_round(r, a, c, kind, &l, NULL, rounds);
        return;
    }
    int(*by)[MAX_RANK], count = shift_directions(r, a, p, &by);
    for (int i = 0; i < count; i++)
        pattern_round(r, a, c, kind, &l, by[i], rounds);
}

/* A pattern's messages one by one, where the way that they take depends on where
 * they are sent. */
static transfer write_out(run *r, arena *a, const transfer_pattern *p)
{
    pattern_layout l = lay_out(r, a, p);
    VEC(message) all = {0};
    for (int rank = 0; rank < l.size; rank++) {
        int box = l.box_of_rank[rank];
        for (int i = p->first[box]; i < p->first[box + 1]; i++) {
            const pattern_message *m = &p->messages[i];
            message one = {rank - rank_distance(&l, m), rank, m->elements};
            VEC_PUSH(a, &all, one);
        }
    }
    return (transfer){.count = all.count, .messages = all.data};
}

void shift_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                  const transfer_pattern *pattern, round_vec *rounds)
{
    if (!pattern->grid) {
        message_rounds(r, a, c, kind, t, rounds);
        return;
    }
    /* Whom a processor sends to before is not the same for all; nor what its messages meet. */
    bool is_alike = !sag_has_capacities(r->est->machine->communication) &&
                    pattern->grid == kind.grid && !exchange_is_ordered(r->est->network.exchange) &&
                    !shift_is_pairwise(r, c, kind);
    for (int i = 0; i < pattern->first[pattern->box_count]; i++)
        is_alike &= sag_route_is_alike(r->est->machine->communication, kind.grid->rank,
                                       pattern->messages[i].by);
    if (is_alike) {
        pattern_rounds(r, a, c, kind, pattern, rounds);
    } else {
        transfer all = write_out(r, a, pattern);
        message_rounds(r, a, c, kind, &all, rounds);
    }
}
