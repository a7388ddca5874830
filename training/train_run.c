#include "training/train_run.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    ITERATIONS_MOST = 1 << 30,
    ROUND_MOST = 1 << 20, /* accesses of a round that a sample must at least make */
    SIMULATED_ITERATIONS = 1
};

typedef struct order {
    int64_t point; /* below 0: go home, with -1 - point as how it ended */
    int64_t iterations;
    int64_t bytes; /* instead of the point's; 0: those */
} order;

static void give(order *o)
{
    MPI_Bcast(o, 3, MPI_INT64_T, 0, MPI_COMM_WORLD);
}

void train_run_dismiss(train_end how)
{
    order o = {.point = -1 - (int64_t)how};
    give(&o);
}

#if TRAIN_IS_SIMULATED
static void watch(const train_run *run)
{
    (void)run;
}

static void watch_no_more(void)
{
}
#else
/* A handler may do little: say it, and end this rank, which ends all. */
static void lost_patience(int signal)
{
    static const char text[] =
        "\nfpredict-train: a measurement hangs (--patience says how long one "
        "may take); what was measured before is in the file\n";
    (void)signal;
    const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(1);
}

static void watch(const train_run *run)
{
    struct sigaction action = {.sa_handler = lost_patience};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm((unsigned)ceil(run->patience_s));
}

static void watch_no_more(void)
{
    alarm(0);
}
#endif

static train_sample obey(const train_run *run, const order *o)
{
    train_point point = run->plan->point[o->point];
    if (o->bytes > 0)
        point.value[TRAIN_bytes] = o->bytes;
    watch(run);
    return train_measure(&point, run->groups, run->space, run->clock_is_shared, o->iterations);
}

train_end train_run_follow(const train_run *run)
{
    for (;;) {
        order o;
        give(&o);
        if (o.point < 0) {
            watch_no_more();
            return (train_end)(-1 - o.point);
        }
        obey(run, &o);
    }
}

static train_sample lead(const train_run *run, int point, int64_t iterations, int64_t bytes)
{
    order o = {point, iterations, bytes};
    give(&o);
    return obey(run, &o);
}

/* A sample is so long that the clock's step and its reading are less than a
 * thousandth of it, and one interruption does not make it. */
static double sample_s(const train_run *run)
{
    const double wanted = run->setting.is_quick ? 1e-4 : 1e-3;
    return wanted > 1000 * run->resolution_s ? wanted : 1000 * run->resolution_s;
}

static int64_t least_iterations(const train_point *point)
{
    if (point->kernel->family != TRAIN_MEMORY)
        return 1;
    const int64_t round = point->value[TRAIN_size] / point->value[TRAIN_stride];
    return round < ROUND_MOST ? round : ROUND_MOST;
}

/* Finds how many iterations make a sample. */
static int64_t calibrate(const train_run *run, int index)
{
    const train_point *point = &run->plan->point[index];
    const int64_t least = least_iterations(point);
    const int64_t most = point->kernel->has_root ? TRAIN_ITERATIONS_WITH_ROOT : ITERATIONS_MOST;
    if (run->setting.is_simulated)
        return SIMULATED_ITERATIONS;
    const double wanted = sample_s(run);
    int64_t iterations = least;
    double took = lead(run, index, iterations, 0).slowest_s;
    while (took < wanted / 2 && iterations < most) {
        double factor = took > 0 ? wanted / took : 32;
        factor = factor > 32 ? 32 : factor < 2 ? 2 : factor;
        iterations = (int64_t)((double)iterations * factor);
        iterations = iterations < most ? iterations : most;
        took = lead(run, index, iterations, 0).slowest_s;
    }
    if (took > 2 * wanted)
        iterations = (int64_t)((double)iterations * wanted / took);
    return iterations > least ? iterations : least;
}

static bool measure(const train_run *run, train_journal *journal, int point, int repetition,
                    char error[TRAIN_TEXT])
{
    int64_t iterations = journal->iterations[point];
    if (iterations == 0)
        iterations = calibrate(run, point);
    /* What somebody wrote into the file is no longer than what is measured here. */
    if (run->plan->point[point].kernel->has_root && iterations > TRAIN_ITERATIONS_WITH_ROOT)
        iterations = TRAIN_ITERATIONS_WITH_ROOT;
    const train_sample sample = lead(run, point, iterations, 0);
    return train_journal_add(journal, point, repetition, iterations, sample.slowest_s,
                             sample.mean_s, error);
}

/* The point of this kernel between ranks 0 and 1 whose size is nearest above. */
static int nearest_point(const train_run *run, const char *kernel, int64_t bytes)
{
    int best = -1;
    for (int i = 0; i < run->plan->count; i++) {
        const train_point *p = &run->plan->point[i];
        if (strcmp(p->kernel->name, kernel) == 0 && p->value[TRAIN_partner] == 1 &&
            p->value[TRAIN_bytes] >= bytes &&
            (best < 0 || p->value[TRAIN_bytes] < run->plan->point[best].value[TRAIN_bytes]))
            best = i;
    }
    return best;
}

/* Measures one size beside the plan's, as its neighbour is measured. */
static bool measure_size(const train_run *run, train_journal *journal, const char *kernel,
                         int64_t bytes, char error[TRAIN_TEXT])
{
    const int point = nearest_point(run, kernel, bytes);
    if (point < 0)
        return true;
    int64_t iterations = journal->iterations[point];
    iterations = iterations > 0 ? iterations : 1;
    for (int r = 0; r < journal->repetitions; r++) {
        const train_sample sample = lead(run, point, iterations, bytes);
        if (!train_journal_add_size(journal, point, bytes, r, iterations, sample.slowest_s,
                                    sample.mean_s, error))
            return false;
    }
    return true;
}

/* Finds where a message's time jumps; train_refine.h. */
static train_end refine(const train_run *run, train_journal *journal, const train_options *options,
                        double start, char error[TRAIN_TEXT])
{
    enum { SIZES_MOST = 512 };
    train_size size[SIZES_MOST];
    for (int n = 0; n < TRAIN_REFINED_MOST && !run->setting.is_quick; n++) {
        const int count = train_journal_sizes(journal, options->path, SIZES_MOST, size);
        const int64_t bytes = train_refine_next(count, size);
        if (bytes == 0)
            break;
        if (options->time_limit_s > 0 && MPI_Wtime() - start >= options->time_limit_s)
            return TRAIN_TIME_LIMIT;
        for (int k = 0; k < TRAIN_REFINED_KERNELS; k++)
            if (!measure_size(run, journal, train_refined[k], bytes, error))
                return TRAIN_FAILED;
    }
    return TRAIN_ALL;
}

train_end train_run_lead(const train_run *run, train_journal *journal, const train_options *options,
                         char error[TRAIN_TEXT])
{
    const int points = run->plan->count;
    const double start = MPI_Wtime();
    train_end end = TRAIN_ALL;
    train_progress progress;
    train_progress_begin(&progress, options->progress, (int64_t)points * journal->repetitions,
                         journal->done, start);
    for (int r = 0; r < journal->repetitions && end == TRAIN_ALL; r++) {
        for (int i = 0; i < points && end == TRAIN_ALL; i++) {
            if (train_journal_is_done(journal, i, r))
                continue;
            const double now = MPI_Wtime();
            if (options->time_limit_s > 0 && now - start >= options->time_limit_s) {
                end = TRAIN_TIME_LIMIT;
                break;
            }
            char what[TRAIN_PARAMETERS_LENGTH], line[2 * TRAIN_PARAMETERS_LENGTH];
            train_point_parameters(&run->plan->point[i], what);
            snprintf(line, sizeof line, "%.60s %s", run->plan->point[i].kernel->name, what);
            train_progress_show(&progress, journal->done, line, now);
            if (!measure(run, journal, i, r, error))
                end = TRAIN_FAILED;
        }
    }
    if (end == TRAIN_ALL)
        end = refine(run, journal, options, start, error);
    watch_no_more();
    train_progress_end(&progress);
    train_run_dismiss(end);
    return end;
}
