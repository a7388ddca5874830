/* One sample. */

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <time.h>

#include "training/train_mpi.h"

static double work(const train_point *point, const train_workspace *space, int64_t iterations)
{
    const train_kernel *kernel = point->kernel;
    const double start = train_work_clock_s();
    volatile double result = kernel->compute != NULL ? kernel->compute(iterations)
                                                     : kernel->access(space, point, iterations);
    const double took = train_work_clock_s() - start;
    (void)result;
    return took;
}

/* The shortest of some tries, of which another took no longer by more than a hundredth. On a
 * machine that others use the thread's own time has theirs in it: caches and branches to be learnt
 * anew each time that it has waited, a core that is shared. What goes to memory is taken once: the
 * second time other ranks might be through, and leave the memory to one. */
static double shortest_work(const train_point *point, const train_workspace *space,
                            int64_t iterations)
{
    enum { TRIES = 10 };
    static const double alike = 1.01;
    double least = work(point, space, iterations), other = INFINITY;
    for (int i = 1;
         i < TRIES && point->kernel->family == TRAIN_COMPUTATION && other > alike * least; i++) {
        const double took = work(point, space, iterations);
        other = fmax(least, fmin(other, took));
        least = fmin(least, took);
    }
    return least;
}

/* All ranks compute at the same time, as a program's do: they share caches,
 * memory and the clock that a full chip runs at. */
static train_sample compute(const train_point *point, const train_workspace *space,
                            int64_t iterations)
{
    if (point->kernel->prepare != NULL)
        point->kernel->prepare(space, point);
    MPI_Barrier(MPI_COMM_WORLD);
    const double took = shortest_work(point, space, iterations);

    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    train_sample sample = {0, 0};
    MPI_Reduce(&took, &sample.slowest_s, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&took, &sample.mean_s, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    sample.mean_s /= ranks;
    return sample;
}

#if TRAIN_IS_SIMULATED
/* Ranks leave a barrier one after another, and who left early would have sent
 * already when the last one begins. Where time is simulated they can all begin at
 * one moment: after a pause from when the last was through. */
void train_synchronize(MPI_Comm comm)
{
    static const double pause_s = 0.1;
    double through, last;
    MPI_Barrier(comm);
    through = train_clock_s();
    MPI_Allreduce(&through, &last, 1, MPI_DOUBLE, MPI_MAX, comm);
    const double left = last + pause_s - train_clock_s();
    if (left > 0) {
        const struct timespec t = {(time_t)left, (long)rint((left - floor(left)) * 1e9)};
        nanosleep(&t, NULL);
    }
}
#else
void train_synchronize(MPI_Comm comm)
{
    MPI_Barrier(comm);
}
#endif

void train_pause(double seconds)
{
#if TRAIN_IS_SIMULATED
    const struct timespec t = {(time_t)seconds, (long)ceil((seconds - floor(seconds)) * 1e9)};
    nanosleep(&t, NULL);
#else
    const double end = train_clock_s() + seconds;
    while (train_clock_s() < end) {
    }
#endif
}

/* What the kernel itself has timed, on one rank or on all. */
static train_sample own_time(const train_group *group, bool of_all)
{
    train_sample sample = {0, 0};
    MPI_Reduce(&group->own_s, &sample.slowest_s, 1, MPI_DOUBLE, MPI_MAX, 0, group->comm);
    MPI_Reduce(&group->own_s, &sample.mean_s, 1, MPI_DOUBLE, MPI_SUM, 0, group->comm);
    sample.mean_s = of_all ? sample.mean_s / group->ranks : sample.slowest_s;
    return sample;
}

/* Those who do not wait for each other would run ahead of a root, or of those
 * who send to it: they are synchronized before each iteration. Others wait
 * for each other anyway. The first iteration is not timed: it makes connections and
 * touches memory, and makes what a library's collectives need. */
static train_sample communicate(const train_point *point, train_group *group,
                                const train_workspace *space, bool clock_is_shared,
                                int64_t iterations)
{
    const train_kernel *kernel = point->kernel;
    double start[TRAIN_ITERATIONS_WITH_ROOT] = {0}, end[TRAIN_ITERATIONS_WITH_ROOT] = {0};
    double last_start[TRAIN_ITERATIONS_WITH_ROOT] = {0};
    double last_end[TRAIN_ITERATIONS_WITH_ROOT] = {0};
    const int timed = kernel->has_root ? (int)iterations : 1;
    const int64_t in_each = kernel->has_root ? 1 : iterations;

    if (!TRAIN_IS_SIMULATED || kernel->makes_first)
        kernel->communicate(group, space, point, 0);
    group->own_s = 0;
    for (int t = 0; t < timed; t++) {
        train_synchronize(group->comm);
        start[t] = train_clock_s();
        for (int64_t i = 0; i < in_each; i++)
            kernel->communicate(group, space, point, i);
        end[t] = train_clock_s();
    }

    if (kernel->times_itself)
        return own_time(group, kernel->times_all);
    double took = 0;
    for (int t = 0; t < timed; t++) {
        took += end[t] - start[t];
        if (!clock_is_shared) {
            end[t] -= start[t];
            start[t] = 0;
        }
    }
    train_sample sample = {0, 0};
    MPI_Reduce(start, last_start, timed, MPI_DOUBLE, MPI_MAX, 0, group->comm);
    MPI_Reduce(end, last_end, timed, MPI_DOUBLE, MPI_MAX, 0, group->comm);
    MPI_Reduce(&took, &sample.mean_s, 1, MPI_DOUBLE, MPI_SUM, 0, group->comm);
    for (int t = 0; t < timed; t++)
        sample.slowest_s += last_end[t] - last_start[t];
    sample.mean_s /= group->ranks;
    return sample;
}

train_sample train_measure(const train_point *point, train_groups *groups,
                           const train_workspace *space, bool clock_is_shared, int64_t iterations)
{
    if (point->kernel->family != TRAIN_COMMUNICATION)
        return compute(point, space, iterations);
    train_group *group = train_groups_of(groups, point);
    assert(group != NULL); /* groups are those of the plan that the point is in */
    if (group->comm == MPI_COMM_NULL)
        return (train_sample){0, 0};
    return communicate(point, group, space, clock_is_shared, iterations);
}
