/* The machine as the program finds it: the clock, the hosts, groups of ranks. */

#ifdef __linux__
#define _GNU_SOURCE /* cpu_set_t */
#include <sched.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "training/train_mpi.h"

#if TRAIN_IS_SIMULATED
double train_clock_s(void)
{
    return MPI_Wtime();
}
#else
double train_clock_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
#endif

#if TRAIN_IS_SIMULATED
double train_work_clock_s(void)
{
    return MPI_Wtime();
}
#else
double train_work_clock_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
#endif

/* A simulated clock moves when something takes time; reading it is something. */
void train_clock_describe(double *resolution_s, double *overhead_s)
{
    enum { READS = 10000 };
    double least = 1, last = train_clock_s();
    const double start = last;
    for (int i = 0; i < READS; i++) {
        const double now = train_clock_s();
        if (now > last && now - last < least)
            least = now - last;
        last = now;
    }
    *resolution_s = least < 1 ? least : MPI_Wtick();
    *overhead_s = (last - start) / (double)READS;
}

/* Those that the ranks of a node may run on together: who starts them may have left them fewer
 * than there are, and a rank bound to one of its own is no reason to call them one. */
static int count_processors(MPI_Comm node)
{
#ifdef __linux__
    cpu_set_t own, all;
    CPU_ZERO(&own);
    int is_known = sched_getaffinity(0, sizeof own, &own) == 0, are_known;
    MPI_Allreduce(&is_known, &are_known, 1, MPI_INT, MPI_MIN, node);
    MPI_Allreduce(&own, &all, (int)sizeof own, MPI_BYTE, MPI_BOR, node);
    if (are_known)
        return CPU_COUNT(&all);
#endif
    (void)node;
    const long there = sysconf(_SC_NPROCESSORS_ONLN);
    return there > 0 ? (int)there : 0;
}

void train_host_describe(train_host *host)
{
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    int length = 0, rank, ranks;
    MPI_Get_processor_name(name, &length);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    memcpy(host->name, name, sizeof name);
    MPI_Bcast(host->name, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);

    /* Ranks of one name elect the lowest: as many as are elected are nodes. */
    char *names = malloc((size_t)ranks * MPI_MAX_PROCESSOR_NAME);
    if (names == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Allgather(name, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names, MPI_MAX_PROCESSOR_NAME, MPI_CHAR,
                  MPI_COMM_WORLD);
    int lowest = 0;
    while (strcmp(names + (size_t)lowest * MPI_MAX_PROCESSOR_NAME, name) != 0)
        lowest++;
    free(names);
    const int is_elected = lowest == rank;
    MPI_Allreduce(&is_elected, &host->nodes, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    const int most = (ranks + host->nodes - 1) / host->nodes;
    int is_in_order = lowest == rank - rank % most;
    MPI_Allreduce(MPI_IN_PLACE, &is_in_order, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    host->per_node = is_in_order ? most : 1;
    host->clock_is_shared = TRAIN_IS_SIMULATED || host->nodes == 1;
    MPI_Comm node;
    MPI_Comm_split(MPI_COMM_WORLD, lowest, rank, &node);
    host->processors = TRAIN_IS_SIMULATED ? 0 : count_processors(node);
    MPI_Comm_free(&node);
}

struct train_groups {
    int count;
    struct {
        int64_t ranks, partner, apart;
        train_group group;
    } entry[];
};

static int find(const train_groups *groups, const train_point *point)
{
    for (int i = 0; i < groups->count; i++) {
        if (groups->entry[i].ranks == point->value[TRAIN_ranks] &&
            groups->entry[i].partner == point->value[TRAIN_partner] &&
            groups->entry[i].apart == point->value[TRAIN_apart])
            return i;
    }
    return -1;
}

static bool is_grid(int dims, const int *extent)
{
    for (int d = 0; d < dims; d++) {
        if (extent[d] < 2)
            return false;
    }
    return true;
}

static void make(train_group *group, int64_t ranks, int64_t partner, int64_t apart)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const bool is_in = partner > 0 ? rank == 0 || rank == partner
                       : apart > 0 ? rank % apart == 0 && rank / apart < ranks
                                   : rank < ranks;
    MPI_Comm_split(MPI_COMM_WORLD, is_in ? 0 : MPI_UNDEFINED, rank, &group->comm);
    for (int d = 0; d < TRAIN_GRIDS; d++)
        group->grid[d] = MPI_COMM_NULL;
    if (!is_in)
        return;
    MPI_Comm_rank(group->comm, &group->rank);
    MPI_Comm_size(group->comm, &group->ranks);
    for (int d = 0; d < TRAIN_GRIDS; d++) {
        int extent[TRAIN_GRIDS] = {0}, periodic[TRAIN_GRIDS] = {1, 1, 1};
        MPI_Dims_create(group->ranks, d + 1, extent);
        if (is_grid(d + 1, extent))
            MPI_Cart_create(group->comm, d + 1, extent, periodic, 0, &group->grid[d]);
    }
}

train_groups *train_groups_new(const train_plan *plan)
{
    int room = 0;
    train_groups *groups = calloc(1, sizeof *groups);
    for (int i = 0; groups != NULL && i < plan->count; i++) {
        const train_point *point = &plan->point[i];
        if (point->kernel->family != TRAIN_COMMUNICATION || find(groups, point) >= 0)
            continue;
        if (groups->count == room) {
            room += 16;
            train_groups *more =
                realloc(groups, sizeof *groups + (size_t)room * sizeof groups->entry[0]);
            if (more == NULL) {
                train_groups_free(groups);
                return NULL;
            }
            groups = more;
        }
        const int at = groups->count++;
        groups->entry[at].ranks = point->value[TRAIN_ranks];
        groups->entry[at].partner = point->value[TRAIN_partner];
        groups->entry[at].apart = point->value[TRAIN_apart];
        memset(&groups->entry[at].group, 0, sizeof groups->entry[at].group);
        make(&groups->entry[at].group, groups->entry[at].ranks, groups->entry[at].partner,
             groups->entry[at].apart);
    }
    return groups;
}

void train_groups_free(train_groups *groups)
{
    for (int i = 0; groups != NULL && i < groups->count; i++) {
        train_group *group = &groups->entry[i].group;
        for (int d = 0; d < TRAIN_GRIDS; d++) {
            if (group->grid[d] != MPI_COMM_NULL)
                MPI_Comm_free(&group->grid[d]);
        }
        if (group->comm != MPI_COMM_NULL)
            MPI_Comm_free(&group->comm);
    }
    free(groups);
}

train_group *train_groups_of(train_groups *groups, const train_point *point)
{
    const int at = find(groups, point);
    return at >= 0 ? &groups->entry[at].group : NULL;
}
