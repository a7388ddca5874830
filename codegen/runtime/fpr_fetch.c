/* Communications of distributed arrays. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

#ifdef FPR_SHARED
#include "codegen/runtime/shared/fps_access.h"
#else
#define fps_needs(count, needs)
#endif

static void send_as_it_is(fpr_array *a, fpr_schedule *s)
{
    if (s->together.count) {
        fpr_send_together(a, a, s);
        return;
    }
    switch (s->pattern) {
    case FPR_WAIT_POST:
        fpr_send_posted(a, a, s, NULL);
        return;
    case FPR_PHASED:
        fpr_send_steps(a, a, s, false);
        return;
    case FPR_SENDRECV:
        fpr_send_steps(a, a, s, true);
        return;
    case FPR_BROADCAST:
        fpr_send_trees(a, s);
        return;
    case FPR_GATHER:
        if (s->tree_count)
            fpr_send_trees(a, s);
        else if (s->parts.members.count)
            fpr_send_parts(a, s);
        else if (fpr_how.is_phased || fpr_how.is_sendrecv)
            fpr_send_steps(a, a, s, fpr_how.is_sendrecv);
        else
            fpr_send_posted(a, a, s, NULL);
        return;
    }
}

void fpr_send(fpr_array *a, fpr_schedule *s)
{
    if (s->shift) {
        fpr_array moved = fpr_moved_array(a, s);
        send_as_it_is(&moved, s);
    } else {
        send_as_it_is(a, s);
    }
}

void fpr_fetch(fpr_site *site, fpr_array *a, fpr_pattern pattern, int count, const fpr_need *needs)
{
    fps_needs(count, needs);
    fpr_send(a, fpr_schedule_for(site, a, pattern, count, needs, false));
    fps_needs(0, NULL);
}

/* --- Started here, waited for elsewhere --------------------------------------------------- */

typedef struct pending {
    long id;
    fpr_array *array;
    fpr_schedule *schedule;
    struct pending *next;
} pending;

static pending *started; /* of this process; in the order of their starts, the last first */

void fpr_fetch_begin(fpr_site *site, fpr_array *a, long id, int count, const fpr_need *needs)
{
#ifdef FPR_SHARED
    if (site->access != FPR_MESSAGES) { /* an access has ended when it returns */
        fpr_fetch(site, a, FPR_WAIT_POST, count, needs);
        return;
    }
#endif
    pending *p = fpr_allocate(1, sizeof *p);
    *p = (pending){id, a, fpr_cached_schedule_for(site, a, FPR_WAIT_POST, count, needs, false),
                   started};
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
        const fpr_alignment *alignment = &a->alignment[k];
        if (alignment->axis)
            n.home[homes++] = (fpr_on){
                alignment->axis,
                {alignment->dim, alignment->dim < 0 ? 0 : alignment->stride, alignment->offset}};
    }
    return n;
}

/* What this processor has in both. */
static void find_own(const fpr_array *to, const fpr_array *from, const fpr_need *all,
                     fpr_schedule *s)
{
    fpr_elements mine = {0};
    fpr_collect(from, 1, all, fpr_me, fpr_me, false, &mine);
    s->own_from = fpr_offsets_of(from, &mine);
    s->own_to = fpr_offsets_of(to, &mine);
    fpr_free_stretches(&mine);
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
            s->send.list[s->send.count++] = fpr_pack_of(from, p, out);
    }
    for (int p = 0; p < senders && me < receivers; p++) {
        fpr_elements in = {0};
        if (p != me)
            fpr_collect(from, 1, all, me, p, false, &in);
        if (in.count)
            s->receive.list[s->receive.count++] = fpr_pack_of(to, p, in);
    }
}

void fpr_redistribute(fpr_site *site, fpr_array *to, const fpr_array *from)
{
    static fpr_key key; /* its memory is used again */
    fpr_need all = everything(to);
    key.count = 0;
    fpr_key_add(&key, (long)(size_t)from->memory);
    fpr_key_add(&key, (long)(size_t)to->memory);
    fpr_key_add_need(&key, to, &all);
    fpr_schedule *s = fpr_cache_find(site, &key);
    if (!s) {
        s = fpr_cache_add(site, &key);
        if (fpr_me < from->grid->size && fpr_me < to->grid->size)
            find_own(to, from, &all, s);
        find_moved(to, from, &all, s);
        fpr_schedule_ready(s);
        if (site->is_all_to_all)
            fpr_find_together(from, 1, &all, s);
    }
    fpr_copy_elements(to, &s->own_to, from, &s->own_from);
    if (s->together.count)
        fpr_send_together(from, to, s);
    else
        fpr_send_posted(from, to, s, NULL);
}
