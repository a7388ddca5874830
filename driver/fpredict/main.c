/* fpredict: predicts the run time of data-parallel C programs. Options, and
 * calls into the rest; nothing else. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "driver/fpredict/help.h"
#include "driver/fpredict/script.h"
#include "driver/fpredict/session.h"
#include "support/deep_stack.h"

static int run(fp_context *ctx, const options *opt)
{
    if (opt->version) {
        help_print_version(stdout);
        return 0;
    }
    if (opt->help) {
        help_print(opt->command, stdout);
        return 0;
    }
    switch (opt->command) {
    case COMMAND_ESTIMATE:
        return command_estimate(ctx, opt);
    case COMMAND_COMPARE:
        return command_compare(ctx, opt);
    case COMMAND_ANNOTATE:
        return command_annotate(ctx, opt);
    case COMMAND_MACHINES:
        return command_machines(ctx, opt);
    case COMMAND_COMPILERS:
        return command_compilers(ctx, opt);
    case COMMAND_DUMP:
        return command_dump(ctx, opt);
    case COMMAND_EMIT:
        return command_emit(ctx, opt);
    case COMMAND_TRAIN:
        return command_train(ctx, opt);
    case COMMAND_VALIDATE:
        return command_validate(ctx, opt);
    case COMMAND_SCALE:
        return command_scale(ctx, opt);
    case COMMAND_FIT_MODEL:
        return command_fit_model(ctx, opt);
    case COMMAND_TRACE:
        return command_trace(ctx, opt);
    case COMMAND_DEPERTURB:
        return command_deperturb(ctx, opt);
    case COMMAND_RECORD:
        return command_record(ctx, opt);
    case COMMAND_REPLAY:
        return command_replay(ctx, opt);
    case COMMAND_EXTRAPOLATE:
        return command_extrapolate(ctx, opt);
    case COMMAND_EXPERIMENT:
        return command_experiment(ctx, opt);
    case COMMAND_HELP:
    case COMMAND_COUNT:
        break;
    }
    return command_help(opt);
}

/* libclang parses in a thread of its own, whose heap would grow by a page or two at a
 * time, a system call each. */
static void tune_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, 1 << 24);
#endif
}

/* A command of a script, which runs no other one. */
static int run_line(int argc, char **argv)
{
    fp_context *ctx = fp_context_new();
    options opt;
    int status = 2;
    if (options_parse(ctx, argc, argv, &opt) && options_take_build(ctx, &opt) &&
        (!opt.script || options_usage_error(&opt, "a script does not run another one")))
        status = run(ctx, &opt);
    fp_context_free(ctx);
    return status;
}

typedef struct command_line {
    int argc;
    char **argv;
} command_line;

static int run_words(void *of)
{
    const command_line *words = of;
    fp_context *ctx = fp_context_new();
    options opt;
    int status = 2;
    if (options_parse(ctx, words->argc, words->argv, &opt) && options_take_build(ctx, &opt))
        status = opt.script ? script_run(ctx, &opt, run_line) : run(ctx, &opt);
    fp_context_free(ctx);
    return status;
}

int main(int argc, char **argv)
{
    tune_memory();
    /* A reader that closes its end (head, less) is no error of ours. */
    signal(SIGPIPE, SIG_DFL);
    /* A file that may not grow is told as a full disk is. */
    signal(SIGXFSZ, SIG_IGN);
    int status = deep_stack_run(run_words, &(command_line){argc, argv});
    if (fclose(stdout) != 0 && status == 0) {
        fprintf(stderr, "fpredict: error: cannot write standard output: %s\n", strerror(errno));
        status = 1;
    }
    return status;
}
