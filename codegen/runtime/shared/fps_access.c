/* Exchanges of a generated program, as accesses: a barrier, after which all that is read has been
 * written; the accesses; and a barrier, before which nobody writes what others read. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/shared/fps_access.h"

/* All who execute this, those too who have nothing of the array. */
static MPI_Comm participants(void)
{
    int count = 0, *ranks = fpr_allocate((size_t)fps_all->count, sizeof *ranks);
    for (int p = 0; p < fps_all->count; p++)
        if (fpr_is_in_task(p))
            ranks[count++] = p;
    MPI_Comm comm = fps_comm_of(count, ranks);
    free(ranks);
    return comm;
}

/* --- What is offered -------------------------------------------------------------------------- */

static fps_offer **offer_to(int owner, int reader)
{
    return &fps_all->offer[owner * fps_all->count + reader];
}

static fps_offer *new_offer(const fpr_array *a, const fpr_packed *p)
{
    fps_offer *o = fps_allocate(1, sizeof *o);
    *o = (fps_offer){.memory = a->memory, .bytes = a->bytes, .count = p->count};
    *offer_to(fpr_me, p->partner) = o;
    return o;
}

static void offer_elements(const fpr_array *a, const fpr_packed *p)
{
    fps_offer *o = new_offer(a, p);
    size_t count = (size_t)p->offsets.count;
    o->where.list = fps_allocate(count, sizeof *o->where.list);
    o->where.count = p->offsets.count;
    memcpy(o->where.list, p->offsets.list, count * sizeof *o->where.list);
}

static void withdraw(const fpr_packed *p)
{
    fps_offer **o = offer_to(fpr_me, p->partner);
    fps_free((*o)->where.list);
    fps_free((*o)->packed);
    fps_free(*o);
    *o = NULL;
}

static const fps_offer *offer_of(const fpr_array *a, const fpr_packed *p)
{
    const fps_offer *o = *offer_to(p->partner, fpr_me);
    if (!o || o->count != p->count)
        fpr_fail("thread %d reads %lld elements of '%s' that thread %d has not", fpr_me, p->count,
                 a->name, p->partner);
    return o;
}

/* --- Accesses -------------------------------------------------------------------------------- */

typedef enum grain { EACH_ELEMENT, EACH_STRETCH, EACH_REFERENCE } grain;

/* FPREDICT_ACCESSES: what is one access. */
static grain grain_asked(void)
{
    const char *word = getenv("FPREDICT_ACCESSES");
    if (!word || strcmp(word, "elements") == 0)
        return EACH_ELEMENT;
    if (strcmp(word, "stretches") == 0)
        return EACH_STRETCH;
    if (strcmp(word, "references") == 0)
        return EACH_REFERENCE;
    fpr_fail("FPREDICT_ACCESSES is '%s': it may be 'elements', 'stretches' or 'references'", word);
}

/* Elements that are neighbours in the owner's memory are one access. */
static void record_stretches(bool is_put, MPI_Comm comm, int peer, const fpr_stretches *where,
                             size_t bytes)
{
    for (long long i = 0; i < where->count; i++) {
        const fpr_stretch *s = &where->list[i];
        if (s->step == 1 || s->count == 1)
            fps_record_accesses(is_put, comm, peer, (uint64_t)s->count * bytes, 1);
        else
            fps_record_accesses(is_put, comm, peer, bytes, (uint64_t)s->count);
    }
}

static void record(bool is_put, MPI_Comm comm, const fpr_packed *p, const fpr_stretches *where,
                   size_t bytes)
{
    int peer = fps_place_in(fps_all->comm[comm], p->partner);
    if (grain_asked() == EACH_STRETCH)
        record_stretches(is_put, comm, peer, where, bytes);
    else
        fps_record_accesses(is_put, comm, peer, bytes, (uint64_t)p->count);
}

static void read_offer(const fpr_array *a, const fpr_packed *p, const fps_offer *o)
{
    const fpr_array there = {.name = a->name, .memory = (void *)o->memory, .bytes = o->bytes};
    const fpr_packed all = {
        .partner = p->partner, .count = o->count, .offsets = o->where, .buffer = p->buffer};
    fpr_pack(&there, &all);
    for (long long i = 0; i < o->where.count; i++) {
        const fpr_stretch *s = &o->where.list[i];
        for (long long k = 0; k < s->count && s->step != 1; k++)
            fps_check_read(a->name, p->partner,
                           o->memory + (s->at + k * s->step) * (long long)o->bytes, o->bytes);
        if (s->step == 1)
            fps_check_read(a->name, p->partner, o->memory + s->at * (long long)o->bytes,
                           (size_t)s->count * o->bytes);
    }
}

/* What others own is read here, or, as it is written back, by its owner. */
static void access_all(fpr_array *to, fpr_schedule *s, fpr_join *combine, MPI_Comm comm)
{
    bool is_put = s->site->access == FPR_PUTS;
    fps_enter(FPS_IN_ACCESSES);
    bool by_reference =
        !is_put && grain_asked() == EACH_REFERENCE && fps_record_references(to, comm);
    for (int i = 0; is_put && i < s->send.count; i++)
        record(true, comm, &s->send.list[i], &s->send.list[i].offsets, to->bytes);
    for (int i = 0; i < s->receive.count; i++) {
        const fpr_packed *p = &s->receive.list[i];
        const fps_offer *o = offer_of(to, p);
        if (!is_put && !by_reference)
            record(false, comm, p, &o->where, o->bytes);
        read_offer(to, p, o);
        fpr_unpack(to, p, combine);
    }
    fps_leave(FPS_IN_ACCESSES);
}

void fps_exchange(const fpr_array *from, fpr_array *to, fpr_schedule *s, fpr_join *combine)
{
    bool was_running = fps_pause();
    MPI_Comm comm = participants();
    for (int i = 0; i < s->send.count; i++)
        offer_elements(from, &s->send.list[i]);
    fps_meet(comm, s->site, to->name);
    access_all(to, s, combine, comm);
#ifndef FPS_WITHOUT_SECOND_BARRIER /* as the test of fps_check.c has it */
    fps_meet(comm, s->site, to->name);
    for (int i = 0; i < s->send.count; i++)
        withdraw(&s->send.list[i]);
#endif
    fps_resume(was_running);
}

/* --- Where only some of it has been written ------------------------------------------------------
 */

typedef struct marked {
    long long at;
    char *to;
} marked;

/* Those that are written, each behind where it is among all of the message; returns how many. */
static long long pack_written(const fpr_array *a, const fpr_packed *p, char *to)
{
    long long at = 0, count = 0;
    for (long long i = 0; i < p->offsets.count; i++) {
        const fpr_stretch *s = &p->offsets.list[i];
        for (long long k = 0; k < s->count; k++, at++) {
            long long place = s->at + k * s->step;
            if (!a->is_written[place])
                continue;
            memcpy(to, &at, sizeof at);
            memcpy(to + sizeof at, (const char *)a->memory + (size_t)place * a->bytes, a->bytes);
            to += sizeof at + a->bytes;
            count++;
        }
    }
    return count;
}

static void unpack_written(fpr_array *a, const fpr_packed *p, const fps_offer *o)
{
    const char *from = o->packed;
    long long before = 0, left = o->count;
    for (long long i = 0; i < p->offsets.count; before += p->offsets.list[i++].count) {
        const fpr_stretch *s = &p->offsets.list[i];
        for (; left > 0; left--, from += sizeof before + a->bytes) {
            long long at;
            memcpy(&at, from, sizeof at);
            if (at >= before + s->count)
                break;
            memcpy((char *)a->memory + (size_t)(s->at + (at - before) * s->step) * a->bytes,
                   from + sizeof at, a->bytes);
        }
    }
}

static void offer_written(const fpr_array *a, const fpr_packed *p)
{
    fps_offer *o = new_offer(a, p);
    o->packed = fps_allocate((size_t)p->count, sizeof(long long) + a->bytes);
    o->count = pack_written(a, p, o->packed);
}

void fps_put_marked(fpr_array *a, fpr_schedule *s)
{
    bool was_running = fps_pause();
    MPI_Comm comm = participants();
    for (int i = 0; i < s->send.count; i++)
        offer_written(a, &s->send.list[i]);
    fps_meet(comm, s->site, a->name);
    fps_enter(FPS_IN_ACCESSES);
    for (int i = 0; i < s->send.count; i++) {
        int partner = s->send.list[i].partner;
        fps_record_accesses(true, comm, fps_place_in(fps_all->comm[comm], partner), a->bytes,
                            (uint64_t)(*offer_to(fpr_me, partner))->count);
    }
    for (int i = 0; i < s->receive.count; i++)
        unpack_written(a, &s->receive.list[i], *offer_to(s->receive.list[i].partner, fpr_me));
    fps_leave(FPS_IN_ACCESSES);
    fps_meet(comm, s->site, a->name);
    for (int i = 0; i < s->send.count; i++)
        withdraw(&s->send.list[i]);
    fps_resume(was_running);
}
