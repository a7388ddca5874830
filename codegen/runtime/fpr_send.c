/* Messages. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

#ifdef FPR_SHARED
#include "codegen/runtime/shared/fps_access.h"
#endif

/* MPICH's header says that the statuses are written, also where there are none. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* Charges the copies of what is no run of memory, on one side. */
static void charge_copies(const fpr_array *a, const fpr_schedule *s, const fpr_packed *p)
{
    bool is_copied = false;
    for (int k = 0; k < a->grid->rank; k++)
        is_copied |=
            (s->site->copied >> k & 1) && fpr_coordinate(a->grid, k, p->partner) != a->grid->me[k];
    if (is_copied && p->count > 1)
        fpr_charge("1 load, 1 store, 1 loop_iteration", (double)p->count);
}

void fpr_charge_packing(const fpr_array *from, const fpr_schedule *s, const fpr_packed *p)
{
    charge_copies(from, s, p);
}

void fpr_charge_unpacking(const fpr_array *to, const fpr_schedule *s, const fpr_packed *p)
{
    if (!s->site->is_left)
        charge_copies(to, s, p);
}

int fpr_bytes_of(const fpr_array *a, const fpr_packed *p)
{
    long long bytes = p->count * (long long)a->bytes;
    if (bytes > 2147483647)
        fpr_fail("a message of '%s' has %lld bytes, and MPI takes no more than 2147483647", a->name,
                 bytes);
    return (int)bytes;
}

/* The first of the partners after this process: messages are sent in the order of ranks,
 * cyclically from this rank on, so that no receiver is everybody's first. */
static int first_after(const fpr_packed_all *all)
{
    int i = 0;
    while (i < all->count && all->list[i].partner < fpr_me)
        i++;
    return i;
}

/* All receives, then all sends. */
void fpr_post(const fpr_array *from, fpr_array *to, fpr_schedule *s)
{
    int count = 0;
    if (s->send.count + s->receive.count == 0)
        return;
    for (int i = 0; i < s->send.count; i++)
        fpr_charge_packing(from, s, &s->send.list[i]);
    fpr_elapse();
    for (int i = 0; i < s->receive.count; i++) {
        fpr_packed *p = &s->receive.list[i];
        MPI_Irecv(p->buffer, fpr_bytes_of(to, p), MPI_BYTE, p->partner, FPR_TAG, MPI_COMM_WORLD,
                  &s->requests[count++]);
    }
    for (int i = 0, first = first_after(&s->send); i < s->send.count; i++) {
        fpr_packed *p = &s->send.list[(first + i) % s->send.count];
        fpr_pack(from, p);
        fpr_count_messages(1, fpr_bytes_of(from, p));
        MPI_Isend(p->buffer, fpr_bytes_of(from, p), MPI_BYTE, p->partner, FPR_TAG, MPI_COMM_WORLD,
                  &s->requests[count++]);
    }
}

void fpr_complete(fpr_array *to, fpr_schedule *s, fpr_join *combine)
{
    if (s->send.count + s->receive.count == 0)
        return;
    fpr_elapse();
    MPI_Waitall(s->receive.count + s->send.count, s->requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < s->receive.count; i++) {
        fpr_unpack(to, &s->receive.list[i], combine);
        fpr_charge_unpacking(to, s, &s->receive.list[i]);
    }
}

void fpr_send_posted(const fpr_array *from, fpr_array *to, fpr_schedule *s, fpr_join *combine)
{
#ifdef FPR_SHARED
    if (s->site->access != FPR_MESSAGES) {
        fpr_elapse();
        fps_exchange(from, to, s, combine);
        return;
    }
#endif
    fpr_post(from, to, s);
    fpr_complete(to, s, combine);
}

/* After each element, whether it has been written. */
static void pack_marked(const fpr_array *a, const fpr_packed *p, char *to)
{
    for (long long i = 0; i < p->offsets.count; i++) {
        const fpr_stretch *s = &p->offsets.list[i];
        for (long long k = 0; k < s->count; k++, to += a->bytes + 1) {
            long long at = s->at + k * s->step;
            memcpy(to, (const char *)a->memory + (size_t)at * a->bytes, a->bytes);
            to[a->bytes] = a->is_written[at];
        }
    }
}

static void unpack_marked(fpr_array *a, const fpr_packed *p, const char *received)
{
    for (long long i = 0; i < p->offsets.count; i++) {
        const fpr_stretch *s = &p->offsets.list[i];
        for (long long k = 0; k < s->count; k++, received += a->bytes + 1)
            if (received[a->bytes])
                memcpy((char *)a->memory + (size_t)(s->at + k * s->step) * a->bytes, received,
                       a->bytes);
    }
}

void fpr_send_marked(fpr_array *a, fpr_schedule *s)
{
    int count = 0;
    size_t element = a->bytes + 1;
#ifdef FPR_SHARED
    if (s->site->access != FPR_MESSAGES) {
        fpr_elapse();
        fps_put_marked(a, s);
        return;
    }
#endif
    if (s->send.count + s->receive.count == 0)
        return;
    char **received = fpr_allocate((size_t)s->receive.count, sizeof *received);
    char **go = fpr_allocate((size_t)s->send.count, sizeof *go);
    for (int i = 0; i < s->send.count; i++)
        fpr_charge_packing(a, s, &s->send.list[i]);
    fpr_elapse();
    for (int i = 0; i < s->receive.count; i++) {
        fpr_packed *p = &s->receive.list[i];
        received[i] = fpr_allocate((size_t)p->count, element);
        MPI_Irecv(received[i], fpr_bytes_of(a, p) + (int)p->count, MPI_BYTE, p->partner, FPR_TAG,
                  MPI_COMM_WORLD, &s->requests[count++]);
    }
    for (int n = 0, first = first_after(&s->send); n < s->send.count; n++) {
        int i = (first + n) % s->send.count;
        fpr_packed *p = &s->send.list[i];
        go[i] = fpr_allocate((size_t)p->count, element);
        pack_marked(a, p, go[i]);
        fpr_count_messages(1, fpr_bytes_of(a, p));
        MPI_Isend(go[i], fpr_bytes_of(a, p) + (int)p->count, MPI_BYTE, p->partner, FPR_TAG,
                  MPI_COMM_WORLD, &s->requests[count++]);
    }
    MPI_Waitall(count, s->requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < s->receive.count; i++) {
        const fpr_packed *p = &s->receive.list[i];
        unpack_marked(a, p, received[i]);
        fpr_charge_unpacking(a, s, p);
        free(received[i]);
    }
    for (int i = 0; i < s->send.count; i++)
        free(go[i]);
    free(received);
    free(go);
}
