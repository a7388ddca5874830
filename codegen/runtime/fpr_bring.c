/* Communications of distributed arrays. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

static void send(fpr_array *a, fpr_schedule *s)
{
    switch (s->pattern) {
    case FPR_POSTED:
        fpr_send_posted(a, a, s, NULL);
        return;
    case FPR_PHASED:
        fpr_send_phased(a, a, s);
        return;
    case FPR_BROADCAST:
        fpr_send_trees(a, s);
        return;
    case FPR_GATHER:
        if (s->tree_count)
            fpr_send_trees(a, s);
        else if (s->parts.members.count)
            fpr_send_parts(a, s);
        else if (fpr_how.is_phased)
            fpr_send_phased(a, a, s);
        else
            fpr_send_posted(a, a, s, NULL);
        return;
    }
}

void fpr_bring(fpr_site *site, fpr_array *a, fpr_pattern pattern, int count, const fpr_need *needs)
{
    send(a, fpr_schedule_for(site, a, pattern, count, needs, false));
}

/* --- Started here, waited for elsewhere --------------------------------------------------- */

typedef struct pending {
    long id;
    fpr_array *array;
    fpr_schedule *schedule;
    struct pending *next;
} pending;

static pending *started; /* of this process; in the order of their starts, the last first */

void fpr_start_bring(fpr_site *site, fpr_array *a, long id, int count, const fpr_need *needs)
{
    pending *p = fpr_allocate(1, sizeof *p);
    *p = (pending){id, a, fpr_schedule_for(site, a, FPR_POSTED, count, needs, false), started};
    p->schedule->is_started = true;
    fpr_post(a, a, p->schedule);
    started = p;
}

void fpr_wait(long id)
{
    for (pending **at = &started; *at;) {
        pending *p = *at;
        if (p->id != id) {
            at = &p->next;
            continue;
        }
        fpr_complete(p->array, p->schedule, NULL);
        p->schedule->is_started = false;
        *at = p->next;
        free(p);
    }
}

/* --- What loops touch, one element after the other ---------------------------------- */

bool fpr_is_new(fpr_site *site, const fpr_array *a, int count, const long *values)
{
    static fpr_key key; /* its room is used again */
    key.count = 0;
    fpr_key_add(&key, (long)(size_t)a->memory);
    for (int i = 0; i < count; i++)
        fpr_key_add(&key, values[i]);
    if (fpr_find(site, &key))
        return false;
    fpr_schedule *s = fpr_keep(site, &key);
    if (site->is_together)
        s->touched =
            fpr_allocate((size_t)a->grid->size * (size_t)a->grid->size, sizeof *s->touched);
    s->touched_send = fpr_allocate((size_t)a->grid->size, sizeof *s->touched_send);
    s->touched_receive = fpr_allocate((size_t)a->grid->size, sizeof *s->touched_receive);
    return true;
}

/* Who sends the element to q: of a replicated one, the copy next to q. */
static int sender_of(const fpr_array *a, const long *index, int q)
{
    int rank = 0;
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_lie *lie = &a->lie[k];
        int at = !lie->axis
                     ? fpr_coordinate(a->grid, k, q)
                     : fpr_owner(lie->axis,
                                 lie->offset + (lie->dim < 0 ? 0 : lie->stride * index[lie->dim]));
        rank = rank * a->grid->extent[k] + at;
    }
    return rank;
}

/* Of those that write the same, it is the one beside the owner that gives it. */
static bool is_giver(const fpr_array *a, int q, int owner, int places, const fpr_place *place)
{
    for (int k = 0; k < a->grid->rank; k++) {
        bool is_restricted = false;
        for (int i = 0; i < places; i++)
            is_restricted |= place[i].axis->grid == a->grid && place[i].axis->axis == k;
        if (!is_restricted && fpr_coordinate(a->grid, k, q) != fpr_coordinate(a->grid, k, owner))
            return false;
    }
    return true;
}

static void touch(fpr_site *site, const fpr_array *a, const long *index, int places,
                  const fpr_place *place, bool is_given)
{
    fpr_schedule *s = site->last;
    int me = fpr_me;
    long long whole = 0;
    for (int d = 0; d < a->rank; d++) {
        if (index[d] < 0 || index[d] >= a->extent[d])
            return;
        whole = whole * a->extent[d] + index[d];
    }
    for (int q = 0; q < a->grid->size; q++) {
        bool executes = true;
        for (int i = 0; executes && i < places; i++)
            executes = fpr_owner(place[i].axis, place[i].cell) ==
                       fpr_coordinate(place[i].axis->grid, place[i].axis->axis, q);
        if (!executes)
            continue;
        int from = sender_of(a, index, q);
        if (is_given && !is_giver(a, q, from, places, place))
            continue;
        if (s->touched && from != q)
            fpr_add_stretch(&s->touched[from * a->grid->size + q], (fpr_stretch){whole, 1, 1});
        else if (from == me && q != me)
            fpr_add_stretch(&s->touched_send[q], (fpr_stretch){whole, 1, 1});
        else if (q == me && from != me)
            fpr_add_stretch(&s->touched_receive[from], (fpr_stretch){whole, 1, 1});
    }
}

void fpr_touch(fpr_site *site, const fpr_array *a, const long *index, int places,
               const fpr_place *place)
{
    touch(site, a, index, places, place, false);
}

void fpr_touch_given(fpr_site *site, const fpr_array *a, const long *index, int places,
                     const fpr_place *place)
{
    touch(site, a, index, places, place, true);
}

static void take_touched(const fpr_array *a, fpr_elements *touched, int stride, fpr_parcels *out)
{
    out->list = fpr_allocate((size_t)a->grid->size, sizeof *out->list);
    for (int p = 0; p < a->grid->size; p++)
        if (touched[p * stride].count) {
            out->list[out->count++] = fpr_parcel_of(a, p, touched[p * stride]);
            touched[p * stride] = (fpr_elements){0};
        }
}

/* Of what all have noted of all: as a collective, where it is one. */
static void join_touched(const fpr_array *a, fpr_schedule *s)
{
    int me = fpr_me, size = a->grid->size;
    if (s->pattern == FPR_BROADCAST)
        fpr_make_trees(a, s);
    bool is = s->pattern == FPR_BROADCAST || fpr_make_parts(a, s);
    if (!is && me < size) {
        take_touched(a, s->touched + me * size, 1, &s->send);
        take_touched(a, s->touched + me, size, &s->receive);
    }
    for (int i = 0; i < size * size; i++)
        fpr_free_stretches(&s->touched[i]);
}

fpr_schedule *fpr_touched(const fpr_site *site, const fpr_array *a, fpr_pattern pattern,
                          bool is_given)
{
    fpr_schedule *s = site->last;
    if (s->touched_send) {
        s->pattern = pattern;
        if (s->touched) {
            join_touched(a, s);
        } else {
            take_touched(a, s->touched_send, 1, is_given ? &s->receive : &s->send);
            take_touched(a, s->touched_receive, 1, is_given ? &s->send : &s->receive);
        }
        free(s->touched_send);
        free(s->touched_receive);
        free(s->touched);
        s->touched_send = s->touched_receive = s->touched = NULL;
        fpr_schedule_ready(s);
    }
    return s;
}

void fpr_bring_touched(fpr_site *site, fpr_array *a, fpr_pattern pattern)
{
    send(a, fpr_touched(site, a, pattern, false));
}

/* --- From one distribution to another -------------------------------------------------- */

/* The whole array, where its owners are: as a need. */
static fpr_need everything(const fpr_array *a)
{
    fpr_need n = {.loops = a->rank};
    int homes = 0;
    for (int d = 0; d < a->rank; d++) {
        n.range[d] = (fpr_range){0, a->extent[d] - 1, 1};
        n.index[d] = (fpr_index){d, 1, 0};
    }
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_lie *lie = &a->lie[k];
        if (lie->axis)
            n.home[homes++] =
                (fpr_home){lie->axis, {lie->dim, lie->dim < 0 ? 0 : lie->stride, lie->offset}};
    }
    return n;
}

/* What this processor has in both. */
static void find_own(const fpr_array *to, const fpr_array *from, const fpr_need *all,
                     fpr_schedule *s)
{
    fpr_elements own = {0};
    fpr_collect(from, 1, all, fpr_me, fpr_me, false, &own);
    s->own_from = fpr_places_of(from, &own);
    s->own_to = fpr_places_of(to, &own);
    fpr_free_stretches(&own);
}

static void find_moved(const fpr_array *to, const fpr_array *from, const fpr_need *all,
                       fpr_schedule *s)
{
    int me = fpr_me, senders = from->grid->size, receivers = to->grid->size;
    s->send.list = fpr_allocate((size_t)receivers, sizeof *s->send.list);
    s->receive.list = fpr_allocate((size_t)senders, sizeof *s->receive.list);
    for (int p = 0; p < receivers && me < senders; p++) {
        fpr_elements out = {0};
        if (p != me)
            fpr_collect(from, 1, all, p, me, false, &out);
        if (out.count)
            s->send.list[s->send.count++] = fpr_parcel_of(from, p, out);
    }
    for (int p = 0; p < senders && me < receivers; p++) {
        fpr_elements in = {0};
        if (p != me)
            fpr_collect(from, 1, all, me, p, false, &in);
        if (in.count)
            s->receive.list[s->receive.count++] = fpr_parcel_of(to, p, in);
    }
}

void fpr_redistribute(fpr_site *site, fpr_array *to, const fpr_array *from)
{
    static fpr_key key; /* its room is used again */
    fpr_need all = everything(to);
    key.count = 0;
    fpr_key_add(&key, (long)(size_t)from->memory);
    fpr_key_add(&key, (long)(size_t)to->memory);
    fpr_key_add_need(&key, to, &all);
    fpr_schedule *s = fpr_find(site, &key);
    if (!s) {
        s = fpr_keep(site, &key);
        if (fpr_me < from->grid->size && fpr_me < to->grid->size)
            find_own(to, from, &all, s);
        find_moved(to, from, &all, s);
        fpr_schedule_ready(s);
    }
    fpr_copy_places(to, &s->own_to, from, &s->own_from);
    fpr_send_posted(from, to, s, NULL);
}
