/* Reductions whose result all get. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_collective.h"

typedef struct reduction {
    const fpr_members *members;
    char *values, *received; /* the buffer of received values, as large */
    int count, size;         /* elements, and the bytes of one */
    MPI_Datatype type;
    MPI_Op op;
    const char *combines;
} reduction;

/* Combines received values with elements first … of the values. */
static void join(const reduction *r, const void *received, int first, int count)
{
    MPI_Reduce_local(received, r->values + (size_t)first * (size_t)r->size, count, r->type, r->op);
    fpr_charge(r->combines, count);
}

static void send(const reduction *r, int to)
{
    fpr_exchange(r->members, to, r->values, r->count * r->size, -1, NULL, 0);
}

static void receive(const reduction *r, int from)
{
    fpr_exchange(r->members, -1, NULL, 0, from, r->values, r->count * r->size);
}

static void receive_and_join(const reduction *r, int from)
{
    fpr_exchange(r->members, -1, NULL, 0, from, r->received, r->count * r->size);
    join(r, r->received, 0, r->count);
}

/* The binomial tree upwards. */
static void tree_up(const reduction *r)
{
    int me = r->members->me, count = r->members->count, top = 1;
    while (top < count)
        top *= 2;
    for (int distance = top / 2; distance >= 1; distance /= 2)
        if (me < distance && me + distance < count)
            receive_and_join(r, me + distance);
        else if (me >= distance && me < 2 * distance)
            send(r, me - distance);
}

static int power_below(int n)
{
    int power = 1;
    while (power * 2 <= n)
        power *= 2;
    return power;
}

/* Where they are no power of two, one of each of the first pairs hands over what it has,
 * and gets the result at the end. */
static void by_doubling(const reduction *r)
{
    int me = r->members->me, power = power_below(r->members->count);
    int extra = r->members->count - power;
    bool is_folded = me < 2 * extra;
    if (is_folded && me % 2) {
        send(r, me - 1);
        receive(r, me - 1);
        return;
    }
    if (is_folded)
        receive_and_join(r, me + 1);
    int number = is_folded ? me / 2 : me - extra;
    for (int distance = 1; distance < power; distance *= 2) {
        int other = number ^ distance, partner = other < extra ? 2 * other : other + extra;
        fpr_exchange(r->members, partner, r->values, r->count * r->size, partner, r->received,
                     r->count * r->size);
        join(r, r->received, 0, r->count);
    }
    if (is_folded)
        send(r, me + 1);
}

/* Once round in pieces that are combined, once more with the results. */
static void in_ring(const reduction *r)
{
    const fpr_members *m = r->members;
    for (int turn = 0; turn < 2; turn++)
        for (int step = 1; step < m->count; step++) {
            int out = (m->me - step + 1 + turn + m->count) % m->count;
            int in = (out + m->count - 1) % m->count;
            int out_from = (int)((long long)out * r->count / m->count);
            int out_end = (int)((long long)(out + 1) * r->count / m->count);
            int in_from = (int)((long long)in * r->count / m->count);
            int in_end = (int)((long long)(in + 1) * r->count / m->count);
            char *target = r->values + (size_t)in_from * (size_t)r->size;
            fpr_exchange(m, (m->me + 1) % m->count, r->values + (size_t)out_from * (size_t)r->size,
                         (out_end - out_from) * r->size, (m->me + m->count - 1) % m->count,
                         turn ? target : r->received, (in_end - in_from) * r->size);
            if (!turn)
                join(r, r->received, in_from, in_end - in_from);
        }
}

/* All that the others have, in the order of their ranks, so that all who do this get the
 * same. `is_all`: they get it too. */
static void all_at_once(const reduction *r, bool is_all)
{
    const fpr_members *m = r->members;
    size_t length = (size_t)r->count * (size_t)r->size;
    char *room = fpr_allocate((size_t)m->count, length);
    char **part = fpr_allocate((size_t)m->count, sizeof *part);
    int *bytes = fpr_allocate((size_t)m->count, sizeof *bytes);
    for (int v = 0; v < m->count; v++) {
        part[v] = room + (size_t)v * length;
        bytes[v] = (int)length;
    }
    if (length)
        memcpy(part[m->me], r->values, length);
    fpr_exchange_all(m, is_all ? part[m->me] : NULL, (int)length, part, bytes);
    if (length)
        memcpy(r->values, part[0], length);
    for (int v = 1; v < m->count; v++)
        join(r, part[v], 0, r->count);
    free(room);
    free(part);
    free(bytes);
}

static void by_root(const reduction *r)
{
    if (r->members->me == 0)
        all_at_once(r, false);
    else
        send(r, 0);
}

void fpr_reduce(const fpr_members *m, fpr_algorithm how, void *values, int count, MPI_Datatype type,
                MPI_Op op, const char *combines)
{
    reduction r = {.members = m,
                   .values = values,
                   .count = count,
                   .type = type,
                   .op = op,
                   .combines = combines};
    if (m->me < 0 || m->count < 2)
        return;
    MPI_Type_size(type, &r.size);
    r.received = fpr_allocate((size_t)count, (size_t)r.size);
    if (!values)
        r.values = r.received;
    switch (how) {
    case FPR_DIRECT:
        all_at_once(&r, true);
        break;
    case FPR_LINEAR:
        by_root(&r);
        fpr_broadcast(m, how, r.values, count * r.size);
        break;
    case FPR_BINOMIAL:
        tree_up(&r);
        fpr_broadcast(m, how, r.values, count * r.size);
        break;
    case FPR_DOUBLING:
        by_doubling(&r);
        break;
    case FPR_RING:
        in_ring(&r);
        break;
    case FPR_OF_MPI:
        fpr_elapse();
        MPI_Allreduce(MPI_IN_PLACE, r.values, count, type, op, fpr_communicator_of(m));
        break;
    }
    free(r.received);
}
