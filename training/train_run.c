#include "training/train_run.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUND_MOST = 1 << 20, /* accesses of a round that a sample must at least make */
    SIMULATED_ITERATIONS = 1
};

typedef struct order {
    int64_t point; /* below 0: end, with -1 - point as how it ended */
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
static void watch(const train_run *run, int later_s)
{
    (void)run;
    (void)later_s;
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

static void watch(const train_run *run, int later_s)
{
    struct sigaction action = {.sa_handler = lost_patience};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm((unsigned)ceil(run->patience_s) + (unsigned)later_s);
}

static void watch_no_more(void)
{
    alarm(0);
}
#endif

/* Patience is lost `later_s` seconds later than it might be. */
static train_sample obey(const train_run *run, const order *o, int later_s)
{
    train_point point = run->plan->point[o->point];
    if (o->bytes > 0)
        point.value[TRAIN_bytes] = o->bytes;
    watch(run, later_s);
    return train_measure(&point, run->groups, run->space, run->clock_is_shared, o->iterations);
}

/* Rank 0 says for all that a measurement hangs, unless it is who hangs. */
train_end train_run_follow(const train_run *run)
{
    enum { LATER_S = 2 };
    for (;;) {
        order o;
        give(&o);
        if (o.point < 0) {
            watch_no_more();
            return (train_end)(-1 - o.point);
        }
        obey(run, &o, LATER_S);
    }
}

static train_sample lead(const train_run *run, int point, int64_t iterations, int64_t bytes)
{
    order o = {point, iterations, bytes};
    give(&o);
    return obey(run, &o, 0);
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

static int64_t most_iterations(const train_point *point)
{
    enum { ITERATIONS_APART = 16 }; /* with pauses that are no part of the time */
    return point->kernel->has_root    ? TRAIN_ITERATIONS_WITH_ROOT
           : point->kernel->times_all ? ITERATIONS_APART
                                      : TRAIN_ITERATIONS_MOST;
}

/* What iterations take where nobody disturbs: something may come between once, and would make one
 * iteration of what takes nanoseconds a sample for ever. */
static double try_twice(const train_run *run, int index, int64_t iterations)
{
    const double once = lead(run, index, iterations, 0).slowest_s;
    if (once < sample_s(run) / 2)
        return once;
    const double again = lead(run, index, iterations, 0).slowest_s;
    return again < once ? again : once;
}

/* Finds how many iterations make a sample: so many, or more. */
static int64_t calibrate(const train_run *run, int index, int64_t from)
{
    const train_point *point = &run->plan->point[index];
    const int64_t least = least_iterations(point), most = most_iterations(point);
    if (run->setting.is_simulated)
        return SIMULATED_ITERATIONS;
    const double wanted = sample_s(run);
    int64_t iterations = from > least ? from : least;
    double took = try_twice(run, index, iterations);
    while (took < wanted / 2 && iterations < most) {
        double factor = took > 0 ? wanted / took : 32;
        factor = factor > 32 ? 32 : factor < 2 ? 2 : factor;
        iterations = (int64_t)((double)iterations * factor);
        iterations = iterations < most ? iterations : most;
        took = try_twice(run, index, iterations);
    }
    if (took > 2 * wanted)
        iterations = (int64_t)((double)iterations * wanted / took);
    return iterations > least ? iterations : least;
}

/* Seconds that pass for who waits for the run, who does not live in simulated time. */
static double waited_s(void)
{
#if TRAIN_IS_SIMULATED
    return (double)time(NULL);
#else
    return train_clock_s();
#endif
}

/* Rank 0's way through the plan. */
typedef struct leader {
    const train_run *run;
    train_raw_log *log;
    const train_place *place;
    const train_options *options;
    double start_s; /* by waited_s() */
    train_progress progress;
    char *error; /* [TRAIN_TEXT] */
} leader;

static bool is_over(const leader *l)
{
    const double limit_s = l->options->time_limit_s;
    return limit_s > 0 && waited_s() - l->start_s >= limit_s;
}

static void show(leader *l, const train_point *point)
{
    char what[TRAIN_PARAMETERS_LENGTH], line[2 * TRAIN_PARAMETERS_LENGTH];
    train_point_parameters(point, what);
    snprintf(line, sizeof line, "%.60s %s", point->kernel->name, what);
    train_place_set(l->place, point);
    train_progress_show(&l->progress, l->log->done, line, waited_s());
}

/* A sample that is far shorter than one should be tells of the clock, and of what disturbed the
 * trials: more iterations make another. */
static train_sample sample(const train_run *run, int point, int64_t *iterations)
{
    enum { TRIES = 3 };
    static const double too_short = 0.25;
    const int64_t most = most_iterations(&run->plan->point[point]);
    train_sample taken = lead(run, point, *iterations, 0);
    for (int i = 0; i < TRIES && !run->setting.is_simulated && *iterations < most &&
                    taken.slowest_s < too_short * sample_s(run);
         i++) {
        *iterations = calibrate(run, point, *iterations);
        taken = lead(run, point, *iterations, 0);
    }
    return taken;
}

static bool measure(leader *l, int point, int repetition)
{
    const train_run *run = l->run;
    int64_t iterations = l->log->iterations[point];
    show(l, &run->plan->point[point]);
    if (iterations == 0)
        iterations = calibrate(run, point, 0);
    /* What somebody wrote into the file is no longer than what is measured here. */
    if (iterations > most_iterations(&run->plan->point[point]))
        iterations = most_iterations(&run->plan->point[point]);
    const train_sample taken = sample(run, point, &iterations);
    return train_raw_log_add(l->log, point, repetition, iterations, taken.slowest_s, taken.mean_s,
                             l->error);
}

/* Messages of a power of two, and all that sends none. */
static bool is_coarse(const train_point *point)
{
    const int64_t bytes = point->value[TRAIN_bytes];
    return (bytes & (bytes - 1)) == 0;
}

/* What computes is measured by the processor time that it has: others who compute too are no reason
 * to wait for it, as they are for a message. */
static bool is_computed(const train_point *point)
{
    return point->kernel->family != TRAIN_COMMUNICATION;
}

static bool is_operation(const train_point *point)
{
    return is_computed(point) && point->kernel->family != TRAIN_MEMORY;
}

/* Measures so many repetitions of the points that are `wanted`. */
static train_end measure_points(leader *l, int repetitions, bool (*wanted)(const train_point *))
{
    for (int r = 0; r < repetitions && r < l->log->repetitions; r++) {
        for (int i = 0; i < l->run->plan->count; i++) {
            if (train_raw_log_is_done(l->log, i, r) ||
                (wanted != NULL && !wanted(&l->run->plan->point[i])))
                continue;
            if (is_over(l))
                return TRAIN_TIME_LIMIT;
            if (!measure(l, i, r))
                return TRAIN_FAILED;
        }
    }
    return TRAIN_ALL;
}

/* Without these there is no machine. */
static bool is_needed(const train_point *point)
{
    const char *name = point->kernel->name;
    return is_coarse(point) && point->value[TRAIN_partner] == 1 &&
           (strcmp(name, "pingpong") == 0 || strcmp(name, "stream") == 0);
}

/* Where time is limited, and a busy machine takes it, few points of which much is known are worth
 * more than many that were measured once: these come first, and before them what computes. */
static train_end measure_plan(leader *l)
{
    enum { ENOUGH = 5, OF_OPERATIONS = 10 };
    static const struct {
        int repetitions;
        bool (*wanted)(const train_point *point);
    } first[] = {{1, is_needed},
                 {OF_OPERATIONS, is_operation},
                 {ENOUGH, is_computed},
                 {ENOUGH, is_coarse},
                 {ENOUGH, NULL}};
    train_end end = TRAIN_ALL;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        if (end == TRAIN_ALL && l->options->time_limit_s > 0)
            end = measure_points(l, first[i].repetitions, first[i].wanted);
    }
    return end == TRAIN_ALL ? measure_points(l, l->log->repetitions, NULL) : end;
}

/* Measures what is not there yet of one size beside the plan's, as its neighbour is measured. */
static bool measure_size(leader *l, const char *kernel, int64_t bytes)
{
    const int index = train_plan_nearest(l->run->plan, kernel, bytes);
    if (index < 0)
        return true;
    train_point point = l->run->plan->point[index];
    point.value[TRAIN_bytes] = bytes;
    if (train_raw_log_is_left_out(l->log, &point))
        return true;
    const int64_t known = l->log->iterations[index], iterations = known > 0 ? known : 1;
    for (int r = 0; r < l->log->repetitions; r++) {
        if (train_raw_log_has_size(l->log, index, bytes, r))
            continue;
        show(l, &point);
        const train_sample taken = lead(l->run, index, iterations, bytes);
        if (!train_raw_log_add_size(l->log, index, bytes, r, iterations, taken.slowest_s,
                                    taken.mean_s, l->error))
            return false;
    }
    return true;
}

static train_end measure_kernels_at(leader *l, int64_t bytes)
{
    if (is_over(l))
        return TRAIN_TIME_LIMIT;
    for (int k = 0; k < TRAIN_REFINED_KERNELS; k++)
        if (!measure_size(l, train_refined[k], bytes))
            return TRAIN_FAILED;
    return TRAIN_ALL;
}

/* A size between two at which a kernel jumps; 0: all jumps are known. False: the raw data cannot be
 * read. */
static bool find_next(leader *l, int64_t *bytes)
{
    enum { SIZES_MOST = 512 };
    train_size size[SIZES_MOST];
    *bytes = 0;
    for (int k = 0; k < TRAIN_JUMPING_KERNELS && *bytes == 0; k++) {
        int count;
        if (!train_raw_log_sizes(l->log, l->options->path, train_jumping[k], SIZES_MOST, size,
                                 &count, l->error))
            return false;
        *bytes = train_refine_next(count, size);
    }
    return true;
}

/* Finds where a message's time jumps; train_refine.h. What an earlier run has begun is taken to
 * its end first: a size counts where all kernels have it. */
static train_end refine(leader *l)
{
    train_end end = TRAIN_ALL;
    int further = 0;
    for (int64_t n = 0; end == TRAIN_ALL && (n = train_raw_log_next_size(l->log, n)) > 0;) {
        further++;
        end = measure_kernels_at(l, n);
    }
    for (; end == TRAIN_ALL && further < TRAIN_REFINED_MOST; further++) {
        int64_t bytes;
        if (!find_next(l, &bytes))
            return TRAIN_FAILED;
        if (bytes == 0)
            break;
        end = measure_kernels_at(l, bytes);
    }
    return end;
}

train_end train_run_lead(const train_run *run, train_raw_log *log, const train_place *place,
                         const train_options *options, char error[TRAIN_TEXT])
{
    leader l = {.run = run,
                .log = log,
                .place = place,
                .options = options,
                .start_s = waited_s(),
                .error = error};
    train_progress_begin(&l.progress, options->progress,
                         (int64_t)run->plan->count * log->repetitions, log->done, l.start_s);
    train_end end = measure_plan(&l);
    if (end == TRAIN_ALL && !run->setting.is_quick)
        end = refine(&l);
    watch_no_more();
    train_progress_end(&l.progress);
    train_run_dismiss(end);
    return end;
}
