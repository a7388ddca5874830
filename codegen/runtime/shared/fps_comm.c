/* Communicators: lists of threads, each of which is there once; and barriers. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/shared/fps.h"

struct fps_group {
    int count;
    int rank[];
};

int fps_place_in(const fps_comm *c, int rank)
{
    for (int i = 0; i < c->count; i++)
        if (c->rank[i] == rank)
            return i;
    return -1;
}

static fps_comm *make(int count, const int *ranks)
{
    fps_comm *c = fps_allocate(1, sizeof *c);
    c->count = count;
    c->rank = fps_allocate((size_t)count, sizeof *c->rank);
    memcpy(c->rank, ranks, (size_t)count * sizeof *ranks);
    for (int i = 0; i < 2; i++) {
        c->slot[i] = fps_allocate((size_t)count, sizeof *c->slot[i]);
        c->room[i] = fps_allocate((size_t)count, sizeof *c->room[i]);
    }
    return c;
}

MPI_Comm fps_comm_of(int count, const int *ranks)
{
    fps_world *w = fps_all;
    for (int i = 0; i < w->comm_count; i++)
        if (w->comm[i]->count == count &&
            memcmp(w->comm[i]->rank, ranks, (size_t)count * sizeof *ranks) == 0)
            return i;
    if (w->comm_count == w->comm_capacity) {
        int capacity = w->comm_capacity ? 2 * w->comm_capacity : 16;
        fps_comm **more = fps_allocate((size_t)capacity, sizeof *more);
        if (w->comm_count)
            memcpy(more, w->comm, (size_t)w->comm_count * sizeof *more);
        fps_free(w->comm);
        w->comm = more;
        w->comm_capacity = capacity;
    }
    w->comm[w->comm_count] = make(count, ranks);
    return w->comm_count++;
}

/* --- Barriers -------------------------------------------------------------------------------- */

static void leave_together(fps_comm *c)
{
    c->arrived = 0;
    c->meeting++;
    for (int i = 0; i < c->count; i++) {
        fps_all->thread[c->rank[i]].clock_ns = c->latest_ns;
        fps_check_unchanged(c->rank[i]);
        fps_wake(c->rank[i]);
    }
    c->latest_ns = 0;
}

void fps_meet(MPI_Comm comm, const void *place, const char *name)
{
    fps_comm *c = fps_all->comm[comm];
    unsigned long meeting = c->meeting;
    if (c->count == 1)
        return;
    fps_enter(FPS_IN_BARRIER);
    fps_record((fps_event){.kind = FPS_BARRIER, .comm = comm});
    if (c->arrived && c->place != place)
        fpr_fail("threads meet at different places: thread %d at '%s', others at '%s'", fpr_me,
                 name, c->name);
    c->place = place;
    c->name = name;
    if (fps_mine()->clock_ns > c->latest_ns)
        c->latest_ns = fps_mine()->clock_ns;
    if (++c->arrived == c->count)
        leave_together(c);
    while (c->meeting == meeting)
        fps_wait(name);
    fps_record((fps_event){.kind = FPS_BARRIER_END, .comm = comm});
    fps_leave(FPS_IN_BARRIER);
}

int MPI_Barrier(MPI_Comm comm)
{
    static const char place;
    bool was_running = fps_pause();
    fps_meet(comm, &place, "a barrier");
    fps_resume(was_running);
    return MPI_SUCCESS;
}

/* --- Communicators of MPI ----------------------------------------------------------------------
 */

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = fps_all->comm[comm]->count;
    return MPI_SUCCESS;
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = fps_place_in(fps_all->comm[comm], fpr_me);
    return MPI_SUCCESS;
}

static MPI_Group make_group(int count, const int *ranks)
{
    MPI_Group g = fpr_allocate(1, sizeof *g + (size_t)count * sizeof *ranks);
    g->count = count;
    memcpy(g->rank, ranks, (size_t)count * sizeof *ranks);
    return g;
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    *group = make_group(fps_all->comm[comm]->count, fps_all->comm[comm]->rank);
    return MPI_SUCCESS;
}

int MPI_Group_incl(MPI_Group group, int count, const int ranks[], MPI_Group *made)
{
    *made = make_group(count, ranks);
    for (int i = 0; i < count; i++)
        (*made)->rank[i] = group->rank[ranks[i]];
    return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group)
{
    free(*group);
    *group = NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made)
{
    (void)comm;
    (void)tag;
    *made = fps_comm_of(group->count, group->rank);
    return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm *comm)
{
    *comm = MPI_COMM_NULL; /* another one of the same threads may be in use */
    return MPI_SUCCESS;
}

typedef struct choice {
    int color, key, rank;
} choice;

static int by_key(const void *x, const void *y)
{
    const choice *a = x, *b = y;
    return a->key != b->key ? (a->key > b->key) - (a->key < b->key)
                            : (a->rank > b->rank) - (a->rank < b->rank);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    const fps_comm *c = fps_all->comm[comm];
    choice mine = {color, key, fpr_me}, *all = fpr_allocate((size_t)c->count, sizeof *all);
    int count = 0, *ranks = fpr_allocate((size_t)c->count, sizeof *ranks);
    MPI_Allgather(&mine, (int)sizeof mine, MPI_BYTE, all, (int)sizeof mine, MPI_BYTE, comm);
    qsort(all, (size_t)c->count, sizeof *all, by_key);
    for (int i = 0; i < c->count; i++)
        if (all[i].color == color)
            ranks[count++] = all[i].rank;
    *made = color == MPI_UNDEFINED ? MPI_COMM_NULL : fps_comm_of(count, ranks);
    free(all);
    free(ranks);
    return MPI_SUCCESS;
}
