/* The training set (Balasundaram and others 1991, section 5): measures a machine and writes raw
 * data. docs/training.md says what and how. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "training/train_opaque.h"
#include "training/train_run.h"

enum { TABLES = 10, REPETITIONS = 15, QUICK_REPETITIONS = 3 };
enum { EXIT_USAGE = 2, EXIT_TIME_LIMIT = 3 };

static void say(const char *text)
{
    fprintf(stderr, "fpredict-train: %s\n", text);
}

static bool make_plan(train_plan *plan, const train_setting *setting)
{
    const train_kernels tables[TABLES] = {
        train_arithmetic_kernels(), train_conversion_kernels(), train_library_kernels(),
        train_control_kernels(),    train_memory_kernels(),     train_simulation_kernels(),
        train_message_kernels(),    train_collective_kernels(), train_overhead_kernels(),
        train_arrival_kernels(),
    };
    return train_plan_make(plan, setting, TABLES, tables);
}

static void list(const train_plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        char parameters[TRAIN_PARAMETERS_LENGTH];
        train_point_parameters(&plan->point[i], parameters);
        printf("%s\t%s\n", plan->point[i].kernel->name, parameters);
    }
    fflush(stdout);
}

/* What a run of that kind cannot measure, or not well. */
static void tell_what_is_left_out(const train_setting *setting, const train_host *host)
{
    char line[TRAIN_TEXT];
    const int processors = host->processors * host->nodes;
    if (processors > 0 && setting->ranks > processors) {
        snprintf(line, sizeof line,
                 "%d ranks share %d processor%s: messages will wait until their receivers run; "
                 "start no more ranks than processors",
                 setting->ranks, processors, processors == 1 ? "" : "s");
        say(line);
    }
    if (setting->ranks < 2)
        say("one rank: everything that communicates is left out; start 2 or more for that");
    if (setting->is_simulated)
        say("time is simulated: operations and memory, which take none, are left out; what the "
            "platform states for a flop is measured");
    if (!TRAIN_OPAQUE_IS_FREE && !setting->is_simulated)
        say("this compiler cannot hide values from its optimizer at no cost: operations cost a "
            "store and a load more than they should");
#ifndef __OPTIMIZE__
    if (!setting->is_simulated)
        say("compiled without optimisation: operations come out slower than programs that are");
#endif
}

/* Ranks that share a simulated host send nothing over the network: what they measured would be
 * taken for messages, unless it is said that they share it. smpirun starts them without a word. */
static bool check_hosts(const train_run *run, const train_host *host, int ranks_per_node)
{
    char line[TRAIN_TEXT];
    if (!run->setting.is_simulated || host->nodes * ranks_per_node >= run->setting.ranks)
        return true;
    snprintf(line, sizeof line,
             "%d ranks are on %d hosts of the simulated platform, and each needs one of its own: "
             "start fewer ranks, name a platform or a hostfile with more hosts, or say how many "
             "share one (--ranks-per-node)",
             run->setting.ranks, host->nodes);
    say(line);
    return false;
}

/* How often each point is measured, where nobody says it. */
static int usual_repetitions(const train_setting *setting)
{
    return setting->is_simulated ? 1 : setting->is_quick ? QUICK_REPETITIONS : REPETITIONS;
}

/* Says what is to be done, and notes in the file that it is gone on with. */
static void announce(const train_run *run, const char *path, const train_host *host,
                     train_raw_log *log)
{
    char line[2 * TRAIN_TEXT], date[TRAIN_DATE];
    const long long total = (long long)run->plan->count * log->repetitions;
    snprintf(line, sizeof line, "%d points, %d times: %lld measurements, %lld of them in %s%s",
             run->plan->count, log->repetitions, total, (long long)log->done, path,
             log->was_cut ? " (its last line was cut off, and is measured again)" : "");
    say(line);
    tell_what_is_left_out(&run->setting, host);
    if (log->was_there && log->done < total) {
        train_now(date);
        snprintf(line, sizeof line, "gone on with %s", date);
        train_raw_log_comment(log, line);
    }
}

static void say_time_limit(long long done, long long total)
{
    char line[TRAIN_TEXT];
    snprintf(line, sizeof line,
             "the time limit came after %lld of %lld measurements%s; the same command continues "
             "from there",
             done, total,
             done == total ? ", while sizes at which a message's time jumps were searched" : "");
    say(line);
}

/* What ended the last run is left out if that is asked for, and else told. */
static void leave_out(const train_options *options, const train_place *place, train_raw_log *log)
{
    char line[3 * TRAIN_TEXT], error[TRAIN_TEXT];
    if (place->last[0] == '\0')
        return;
    if (options->leaves_out && !train_raw_log_leave_out(log, place->last, error)) {
        say(error);
        return;
    }
    snprintf(line, sizeof line,
             options->leaves_out
                 ? "left out, with what is larger: %s; the last run ended in it"
                 : "the last run ended while it measured %s; --leave-out leaves that out",
             place->last);
    say(line);
}

/* Rank 0: opens the file, leads, and says how it ended. */
static train_end record(const train_run *run, const train_options *options, const train_host *host,
                        double overhead_s)
{
    train_header_line heading[TRAIN_HEADER_LINES];
    train_raw_log log;
    char error[TRAIN_TEXT];
    const int count = train_header_lines(heading, options->name, &run->setting, host,
                                         run->resolution_s, overhead_s);
    const int repetitions =
        options->repetitions > 0 ? options->repetitions : usual_repetitions(&run->setting);
    bool is_open = check_hosts(run, host, options->ranks_per_node);
    if (is_open &&
        !train_raw_log_open(&log, options->path, count, heading, run->plan, repetitions, error)) {
        say(error);
        is_open = false;
    }
    if (!is_open) {
        train_run_dismiss(TRAIN_FAILED);
        return TRAIN_FAILED;
    }
    train_place place;
    train_place_open(&place, options->path);
    leave_out(options, &place, &log);
    announce(run, options->path, host, &log);
    train_end end = train_run_lead(run, &log, &place, options, error);
    train_place_close(&place);
    const long long done = log.done, total = (long long)run->plan->count * repetitions;
    if (end == TRAIN_FAILED)
        say(error);
    if (!train_raw_log_close(&log) && end != TRAIN_FAILED) {
        say("what was measured may not have reached the disk");
        end = TRAIN_FAILED;
    }
    if (end == TRAIN_TIME_LIMIT)
        say_time_limit(done, total);
    return end;
}

static int train(const train_options *options, int rank, int ranks)
{
    /* What all must know; rank 0 has read the command line. */
    double shared[2] = {options->is_quick, options->patience_s};
    MPI_Bcast(shared, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    train_run run = {
        .setting = {.ranks = ranks, .is_quick = shared[0] != 0, .is_simulated = TRAIN_IS_SIMULATED},
        .patience_s = shared[1]};
    train_plan plan;
    train_workspace space;
    train_host host;
    double overhead_s;
    train_host_describe(&host);
    run.setting.per_node = host.per_node;
    if (!make_plan(&plan, &run.setting) || !train_workspace_make(&space, plan.workspace)) {
        say("there is not enough memory for what is to be measured");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    train_clock_describe(&run.resolution_s, &overhead_s);
    run.plan = &plan;
    run.space = &space;
    run.clock_is_shared = host.clock_is_shared;
    run.groups = train_groups_new(&plan);
    if (run.groups == NULL) {
        say("there is not enough memory for the groups of ranks");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }

    const train_end end =
        rank == 0 ? record(&run, options, &host, overhead_s) : train_run_follow(&run);
    train_groups_free(run.groups);
    train_workspace_free(&space);
    train_plan_clear(&plan);
    switch (end) {
    case TRAIN_ALL:
        return EXIT_SUCCESS;
    case TRAIN_TIME_LIMIT:
        return EXIT_TIME_LIMIT;
    case TRAIN_FAILED:
        break;
    }
    return EXIT_FAILURE;
}

enum { GO_ON = -1 };

/* Rank 0: what the command line alone decides. Returns an exit code, or GO_ON. */
static int start(train_options *options, int argc, char **argv, int ranks)
{
    char error[TRAIN_TEXT];
    if (!train_options_read(options, argc, argv, error)) {
        say(error);
        return EXIT_USAGE;
    }
    if (options->is_help) {
        fputs(train_help, stdout);
        fflush(stdout);
        return EXIT_SUCCESS;
    }
    if (options->is_listing) {
        const train_setting setting = {
            .ranks = ranks, .is_quick = options->is_quick, .is_simulated = TRAIN_IS_SIMULATED};
        train_plan plan;
        if (!make_plan(&plan, &setting))
            return EXIT_FAILURE;
        list(&plan);
        train_plan_clear(&plan);
        return EXIT_SUCCESS;
    }
    return GO_ON;
}

int main(int argc, char **argv)
{
    int rank, ranks, code = GO_ON;
    train_options options = {0};
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is told as a full disk is */
#endif
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        code = start(&options, argc, argv, ranks);
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (code == GO_ON)
        code = train(&options, rank, ranks);
    MPI_Finalize();
    return code;
}
