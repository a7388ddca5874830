/* Collectives, as accesses between barriers: each puts what it gives where the others can read it,
 * and reads what it needs after the barrier. What is given next lies elsewhere, so that it needs no
 * barrier of its own before it: only those who have read all come to the one after. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/shared/fps.h"

/* Of this thread: how many collectives there were on each communicator. */
static unsigned *turns;
static int turn_count;

typedef struct meeting {
    MPI_Comm comm;
    fps_comm *with;
    int me, side;
    bool was_running;
} meeting;

static size_t bytes_of(int count, MPI_Datatype type)
{
    int size;
    MPI_Type_size(type, &size);
    return (size_t)count * (size_t)size;
}

static meeting begin(MPI_Comm comm, fps_region region)
{
    meeting m = {.comm = comm, .was_running = fps_pause(), .with = fps_all->comm[comm]};
    fps_enter(region);
    m.me = fps_place_in(m.with, fpr_me);
    if (comm >= turn_count) {
        int more = 2 * (comm + 1);
        turns = fpr_realloc(turns, (size_t)more * sizeof *turns);
        memset(turns + turn_count, 0, (size_t)(more - turn_count) * sizeof *turns);
        turn_count = more;
    }
    m.side = (int)(turns[comm]++ & 1);
    return m;
}

static int end(const meeting *m, fps_region region)
{
    fps_leave(region);
    fps_resume(m->was_running);
    return MPI_SUCCESS;
}

/* What this one gives; what another one has given. */
static char *given(const meeting *m, size_t bytes)
{
    fps_comm *c = m->with;
    if (c->room[m->side][m->me] < bytes) {
        fps_free(c->slot[m->side][m->me]);
        c->slot[m->side][m->me] = fps_allocate(1, bytes);
        c->room[m->side][m->me] = bytes;
    }
    return c->slot[m->side][m->me];
}

static const char *of_other(const meeting *m, int place)
{
    return m->with->slot[m->side][place];
}

static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes && to != from)
        memcpy(to, from, bytes);
}

/* One access. */
static void get(const meeting *m, int place, void *to, size_t at, size_t bytes)
{
    if (!bytes)
        return;
    if (place != m->me)
        fps_record_accesses(false, m->comm, place, bytes, 1);
    memcpy(to, of_other(m, place) + at, bytes);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    static const char place;
    meeting m = begin(comm, FPS_IN_BROADCAST);
    size_t bytes = bytes_of(count, type);
    if (m.me == root)
        copy(given(&m, bytes), buffer, bytes);
    fps_meet(comm, &place, "a broadcast");
    if (m.me != root)
        get(&m, root, buffer, 0, bytes);
    return end(&m, FPS_IN_BROADCAST);
}

/* The root reads all parts and combines them, in the order of ranks. */
static void combine_at(const meeting *m, int root, void *result, int count, MPI_Datatype type,
                       MPI_Op op)
{
    size_t bytes = bytes_of(count, type);
    char *one = fpr_allocate(1, bytes);
    if (m->me == root)
        get(m, 0, result, 0, bytes);
    for (int p = 1; p < m->with->count && m->me == root; p++) {
        get(m, p, one, 0, bytes);
        MPI_Reduce_local(one, result, count, type, op);
    }
    free(one);
}

int MPI_Reduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
    static const char place;
    meeting m = begin(comm, FPS_IN_REDUCTION);
    size_t bytes = bytes_of(count, type);
    copy(given(&m, bytes), from == MPI_IN_PLACE ? to : from, bytes);
    fps_meet(comm, &place, "a reduction");
    combine_at(&m, root, to, count, type, op);
    return end(&m, FPS_IN_REDUCTION);
}

int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    static const char place, result;
    meeting m = begin(comm, FPS_IN_REDUCTION);
    size_t bytes = bytes_of(count, type);
    copy(given(&m, bytes), from == MPI_IN_PLACE ? to : from, bytes);
    fps_meet(comm, &place, "a reduction");
    combine_at(&m, 0, to, count, type, op);
    if (m.me == 0)
        copy(given(&m, bytes), to, bytes);
    fps_meet(comm, &result, "the result of a reduction");
    if (m.me != 0)
        get(&m, 0, to, 0, bytes);
    return end(&m, FPS_IN_REDUCTION);
}

int MPI_Gather(const void *from, int from_count, MPI_Datatype from_type, void *to, int to_count,
               MPI_Datatype to_type, int root, MPI_Comm comm)
{
    static const char place;
    meeting m = begin(comm, FPS_IN_COLLECTIVE);
    size_t bytes = bytes_of(from_count, from_type);
    (void)to_count;
    (void)to_type;
    copy(given(&m, bytes), from, bytes);
    fps_meet(comm, &place, "a gather");
    for (int p = 0; p < m.with->count && m.me == root; p++)
        get(&m, p, (char *)to + (size_t)p * bytes, 0, bytes);
    return end(&m, FPS_IN_COLLECTIVE);
}

/* Each block of `to` is as long as counts says, and lies where `at` says, in elements. */
static int gather_all(const void *from, size_t bytes, char *to, const int *counts, const int *at,
                      MPI_Datatype type, MPI_Comm comm)
{
    static const char place;
    meeting m = begin(comm, FPS_IN_COLLECTIVE);
    copy(given(&m, bytes), from, bytes);
    fps_meet(comm, &place, "an all-gather");
    for (int p = 0; p < m.with->count; p++)
        get(&m, p, to + bytes_of(at ? at[p] : p * counts[0], type), 0,
            bytes_of(at ? counts[p] : counts[0], type));
    return end(&m, FPS_IN_COLLECTIVE);
}

int MPI_Allgather(const void *from, int from_count, MPI_Datatype from_type, void *to, int to_count,
                  MPI_Datatype to_type, MPI_Comm comm)
{
    int me;
    MPI_Comm_rank(comm, &me);
    bool is_there = from == MPI_IN_PLACE;
    return gather_all(is_there ? (char *)to + bytes_of(me * to_count, to_type) : from,
                      is_there ? bytes_of(to_count, to_type) : bytes_of(from_count, from_type), to,
                      &to_count, NULL, to_type, comm);
}

int MPI_Allgatherv(const void *from, int from_count, MPI_Datatype from_type, void *to,
                   const int counts[], const int at[], MPI_Datatype to_type, MPI_Comm comm)
{
    int me;
    MPI_Comm_rank(comm, &me);
    bool is_there = from == MPI_IN_PLACE;
    return gather_all(is_there ? (char *)to + bytes_of(at[me], to_type) : from,
                      is_there ? bytes_of(counts[me], to_type) : bytes_of(from_count, from_type),
                      to, counts, at, to_type, comm);
}

/* What each gives to all is one after the other, and before it where each block begins. */
int MPI_Alltoallv(const void *from, const int from_counts[], const int from_at[],
                  MPI_Datatype from_type, void *to, const int to_counts[], const int to_at[],
                  MPI_Datatype to_type, MPI_Comm comm)
{
    static const char place;
    meeting m = begin(comm, FPS_IN_COLLECTIVE);
    size_t head = (size_t)m.with->count * sizeof(size_t), bytes = head;
    for (int p = 0; p < m.with->count; p++)
        bytes += bytes_of(from_counts[p], from_type);
    char *mine = given(&m, bytes);
    for (size_t p = 0, at = head; p < (size_t)m.with->count; p++) {
        memcpy(mine + p * sizeof at, &at, sizeof at);
        copy(mine + at, (const char *)from + bytes_of(from_at[p], from_type),
             bytes_of(from_counts[p], from_type));
        at += bytes_of(from_counts[p], from_type);
    }
    fps_meet(comm, &place, "an all-to-all");
    for (int p = 0; p < m.with->count; p++) {
        size_t at;
        memcpy(&at, of_other(&m, p) + (size_t)m.me * sizeof at, sizeof at);
        get(&m, p, (char *)to + bytes_of(to_at[p], to_type), at, bytes_of(to_counts[p], to_type));
    }
    return end(&m, FPS_IN_COLLECTIVE);
}

int MPI_Alltoall(const void *from, int from_count, MPI_Datatype from_type, void *to, int to_count,
                 MPI_Datatype to_type, MPI_Comm comm)
{
    int size;
    MPI_Comm_size(comm, &size);
    int *counts = fpr_allocate(4 * (size_t)size, sizeof *counts);
    for (int p = 0; p < size; p++) {
        counts[p] = from_count;
        counts[size + p] = p * from_count;
        counts[2 * size + p] = to_count;
        counts[3 * size + p] = p * to_count;
    }
    MPI_Alltoallv(from, counts, counts + size, from_type, to, counts + 2 * size, counts + 3 * size,
                  to_type, comm);
    free(counts);
    return MPI_SUCCESS;
}
