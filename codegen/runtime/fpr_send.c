/* Messages. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

enum { TAG = 7 };

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
        MPI_Irecv(p->buffer, fpr_bytes_of(to, p), MPI_BYTE, p->partner, TAG, MPI_COMM_WORLD,
                  &s->requests[count++]);
    }
    for (int i = 0, first = first_after(&s->send); i < s->send.count; i++) {
        fpr_packed *p = &s->send.list[(first + i) % s->send.count];
        fpr_pack(from, p);
        fpr_count_messages(1, fpr_bytes_of(from, p));
        MPI_Isend(p->buffer, fpr_bytes_of(from, p), MPI_BYTE, p->partner, TAG, MPI_COMM_WORLD,
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
        MPI_Irecv(received[i], fpr_bytes_of(a, p) + (int)p->count, MPI_BYTE, p->partner, TAG,
                  MPI_COMM_WORLD, &s->requests[count++]);
    }
    for (int n = 0, first = first_after(&s->send); n < s->send.count; n++) {
        int i = (first + n) % s->send.count;
        fpr_packed *p = &s->send.list[i];
        go[i] = fpr_allocate((size_t)p->count, element);
        pack_marked(a, p, go[i]);
        fpr_count_messages(1, fpr_bytes_of(a, p));
        MPI_Isend(go[i], fpr_bytes_of(a, p) + (int)p->count, MPI_BYTE, p->partner, TAG,
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

static const fpr_packed *find(const fpr_packed_all *p, int partner)
{
    for (int i = 0; i < p->count; i++)
        if (p->list[i].partner == partner)
            return &p->list[i];
    return NULL;
}

/* The rank that is `by` (a number of the grid's displacements) from this one, forwards
 * or backwards; -1: outside of the grid. */
static int neighbour(const fpr_grid *g, int by, int sign)
{
    int delta[FPR_RANK], to[FPR_RANK];
    for (int d = g->rank - 1; d >= 0; d--) {
        int width = 2 * g->extent[d] - 1;
        delta[d] = by % width - (g->extent[d] - 1);
        by /= width;
    }
    for (int d = 0; d < g->rank; d++) {
        to[d] = g->me[d] + sign * delta[d];
        if (to[d] < 0 || to[d] >= g->extent[d])
            return -1;
    }
    return fpr_rank_at(g, to);
}

/* One displacement of the receiver from the sender after the other, in all directions
 * of the grid: a synchronous shift each. */
void fpr_send_phased(const fpr_array *from, fpr_array *to, fpr_schedule *s)
{
    int displacements = 1;
    if (s->send.count + s->receive.count == 0)
        return;
    if (from->grid->rank_at) { /* there are others, who are at no displacement */
        fpr_send_posted(from, to, s, NULL);
        return;
    }
    for (int d = 0; d < from->grid->rank; d++)
        displacements *= 2 * from->grid->extent[d] - 1;
    for (int by = 0; by < displacements; by++) {
        int receiver = neighbour(from->grid, by, 1), sender = neighbour(from->grid, by, -1);
        const fpr_packed *out = receiver < 0 ? NULL : find(&s->send, receiver);
        const fpr_packed *in = sender < 0 ? NULL : find(&s->receive, sender);
        MPI_Request requests[2];
        int count = 0;
        if (!in && !out)
            continue;
        if (out)
            fpr_charge_packing(from, s, out);
        fpr_elapse();
        if (in)
            MPI_Irecv(in->buffer, fpr_bytes_of(to, in), MPI_BYTE, sender, TAG, MPI_COMM_WORLD,
                      &requests[count++]);
        if (out) {
            fpr_pack(from, out);
            fpr_count_messages(1, fpr_bytes_of(from, out));
            MPI_Isend(out->buffer, fpr_bytes_of(from, out), MPI_BYTE, receiver, TAG, MPI_COMM_WORLD,
                      &requests[count++]);
        }
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        if (in)
            fpr_unpack(to, in, NULL);
        if (in)
            fpr_charge_unpacking(to, s, in);
    }
}
