/* fpredict-fit: what raw data of a training set say. It is a program of its own
 * because it links GSL, whose licence is the GPL. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/fold.h"
#include "support/folder.h"
#include "support/terminal.h"
#include "training/fit/fit_machine.h"
#include "training/fit/fit_model_text.h"
#include "training/fit/fit_plot.h"
#include "training/fit/fit_report.h"

enum { EXIT_USAGE = 2 };

static const char help[] =
    "usage: fpredict-fit [options] FILE\n"
    "\n"
    "Reads raw data of a training set, format " TRAIN_FORMAT ", and prints how far samples are\n"
    "apart, what each operation takes, and the piecewise linear functions that fit what\n"
    "communication takes.\n"
    "\n"
    "  -o MACHINE.yaml    write a machine file, and print how far it is off what was measured\n"
    "  --node-of MACHINE  the machine's node is that of this machine file\n"
    "  --network-of MACHINE  the shape of its network (not its times) is that of this one\n"
    "  --ranks-per-node N  ranks 0 ... N - 1 were on one node, the next N on another, and so on\n"
    "  --name NAME        its name\n"
    "  --plots FOLDER     draw each function over its data there, as SVG, by gnuplot\n"
    "  --points           print the medians of all points instead; with -o too, and beside\n"
    "                     each what the machine predicts\n"
    "  --model            FILE is a problem of 'fpredict fit-model'; prints what was found\n"
    "  --kernel NAME      of this kernel only; implies --points\n"
    "  --help             print this\n"
    "\n"
    "Exit code: 0 fitted, 1 an error, 2 wrong usage.\n";

typedef struct options {
    const char *path, *kernel, *output, *node_of, *network_of, *name, *plots, *per_node;
    bool has_points, is_help, is_model;
    FILE *out; /* what is said of the data, before it is as wide as the terminal */
} options;

static bool read_options(options *o, int argc, char **argv)
{
    *o = (options){0};
    const struct {
        const char *name, **value;
    } valued[] = {
        {"--kernel", &o->kernel},          {"-o", &o->output},   {"--node-of", &o->node_of},
        {"--network-of", &o->network_of},  {"--name", &o->name}, {"--plots", &o->plots},
        {"--ranks-per-node", &o->per_node}};
    enum { VALUED = sizeof valued / sizeof *valued };
    for (int i = 1; i < argc; i++) {
        int k = 0;
        while (k < VALUED && strcmp(argv[i], valued[k].name) != 0)
            k++;
        if (k < VALUED && i + 1 < argc) {
            *valued[k].value = argv[++i];
        } else if (k < VALUED) {
            fprintf(stderr, "fpredict-fit: %s needs a value\n", argv[i]);
            return false;
        } else if (strcmp(argv[i], "--points") == 0) {
            o->has_points = true;
        } else if (strcmp(argv[i], "--model") == 0) {
            o->is_model = true;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            o->is_help = true;
        } else if (argv[i][0] == '-' || o->path != NULL) {
            fprintf(stderr, "fpredict-fit: '%s' is no option; --help lists them\n", argv[i]);
            return false;
        } else {
            o->path = argv[i];
        }
    }
    o->has_points = o->has_points || o->kernel != NULL;
    if (o->path == NULL && !o->is_help)
        fputs("fpredict-fit: name the file with the raw data\n", stderr);
    return o->path != NULL || o->is_help;
}

static bool complain(const options *o, const char *what)
{
    fprintf(stderr, "fpredict-fit: %s: %s\n", o->path, what);
    return false;
}

static void print_report(arena *a, const options *o, const train_raw *raw, const fit_data *data)
{
    fit_curves curves;
    fit_operations operations;
    fit_solve_operations(a, data, &operations);
    fit_make_curves(a, data, &curves);
    fit_print_header(raw, o->out);
    fputs("\n", o->out);
    fit_print_spread(a, data, o->out);
    fit_print_operations(a, &operations, o->out);
    fit_print_curves(a, &curves, o->out);
}

static bool complain_of_output(const options *o)
{
    fprintf(stderr, "fpredict-fit: cannot write '%s': %s\n", o->output, strerror(errno));
    return false;
}

/* What is there already stays until all of the new one is written: then that has its name. A
 * device, or what a link names, is written to as it is. */
static bool write_text(arena *a, const options *o, const char *text, size_t length)
{
    struct stat there;
    const bool is_beside = lstat(o->output, &there) != 0 || S_ISREG(there.st_mode);
    const char *path = is_beside ? arena_printf(a, "%s.%ld", o->output, (long)getpid()) : o->output;
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return complain_of_output(o);
    bool is_good = fwrite(text, 1, length, out) == length;
    is_good = fclose(out) == 0 && is_good;
    is_good = is_good && (!is_beside || rename(path, o->output) == 0);
    if (!is_good) {
        complain_of_output(o);
        if (is_beside)
            unlink(path);
    }
    return is_good;
}

/* Opens a machine that an option names; *machine stays null where it names none. */
static bool open_machine(fp_context *ctx, const char *path, const sag **machine)
{
    int count;
    const char *const *dirs = sag_search_dirs(ctx, getenv("FPREDICT_MACHINES"), NULL, &count);
    if (path != NULL)
        *machine = sag_open(ctx, path, count, dirs);
    return path == NULL || *machine != NULL;
}

static bool draw(arena *a, const options *o, const fit_data *data, const fit_network *network)
{
    char error[TRAIN_TEXT];
    fit_curves curves;
    if (o->plots == NULL)
        return true;
    fit_make_curves(a, data, &curves);
    const int count = fit_plot(a, data, &curves, network, o->plots, error);
    if (count < 0) {
        fprintf(stderr, "fpredict-fit: --plots: %s\n", error);
        return false;
    }
    fprintf(o->out, "\n%d drawings are in %s\n", count, o->plots);
    return true;
}

static bool make_machine(fp_context *ctx, const options *o, const train_raw *raw,
                         const fit_data *data)
{
    fit_request request = {.raw = raw, .data = data, .name = o->name};
    fit_result result;
    char error[TRAIN_TEXT];
    size_t length;
    /* Raw data may have taken hours, and the machine is made of them in a moment. */
    if (folder_is_same_file(o->output, o->path))
        return complain(o, "the machine would replace the raw data: -o names another file");
    if (!open_machine(ctx, o->node_of, &request.node_of) ||
        !open_machine(ctx, o->network_of, &request.network_of))
        return false;
    request.per_node = o->per_node != NULL ? atoi(o->per_node) : 0;
    if (o->per_node != NULL && (request.per_node < 1 || request.per_node > 1 << 20))
        return complain(o, "--ranks-per-node is a number of ranks, 1 or more");
    if (!fit_machine(ctx, &request, &result, error))
        return complain(o, error);
    const char *text = fit_machine_text(ctx, &result, &length);
    if (text == NULL || !write_text(ctx->arena, o, text, length))
        return false;
    fit_print_header(raw, o->out);
    fit_print_machine(ctx->arena, data, &result, o->out);
    if (o->has_points) {
        fputs("\n", o->out);
        fit_print_points(ctx->arena, data, o->kernel, &result.network, o->out);
    }
    return draw(ctx->arena, o, data, &result.network);
}

static bool report(fp_context *ctx, const options *o, const train_raw *raw)
{
    char error[TRAIN_TEXT];
    fit_data data;
    if (o->kernel != NULL && train_raw_tally(raw, o->kernel) == NULL) {
        snprintf(error, sizeof error, "the header declares no kernel '%.100s'", o->kernel);
        return complain(o, error);
    }
    if (!fit_collect(ctx->arena, raw, &data, error))
        return complain(o, error);
    if (data.count == 0)
        return complain(o, "nothing has been measured yet");
    if (raw->is_cut)
        complain(o, "its last line was cut off, and does not count");
    if (o->output != NULL)
        return make_machine(ctx, o, raw, &data);
    if (o->has_points)
        fit_print_points(ctx->arena, &data, o->kernel, NULL, o->out);
    else
        print_report(ctx->arena, o, raw, &data);
    return draw(ctx->arena, o, &data, NULL);
}

/* Reports on standard output, in lines and letters that it can show. */
static bool print(fp_context *ctx, options *o, const train_raw *raw)
{
    enum { WIDE = 100, INDENT = 4 };
    char *text = NULL;
    size_t length = 0;
    o->out = open_memstream(&text, &length);
    if (o->out == NULL)
        return complain(o, "no memory is left for what it says");
    const bool is_good = report(ctx, o, raw);
    terminal_text shown;
    fclose(o->out);
    fold_lines(terminal_open(&shown, stdout), text, terminal_columns(stdout, WIDE), INDENT);
    free(text);
    return terminal_close(&shown) && is_good;
}

/* What is asked stands in a file, and the answer is printed. */
static bool solve_model(const options *o)
{
    FILE *in = fopen(o->path, "r");
    if (in == NULL)
        return complain(o, strerror(errno));
    arena *a = arena_new();
    model_problem problem;
    const char *why;
    const bool is_good = model_read(a, in, &problem, &why) || complain(o, why);
    fclose(in);
    if (is_good) {
        const model_fit fit = model_solve(a, &problem);
        model_write(stdout, &problem, &fit);
    }
    arena_free(a);
    return is_good;
}

int main(int argc, char **argv)
{
    options o;
    if (!read_options(&o, argc, argv))
        return EXIT_USAGE;
    if (o.is_help) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is told as a full disk is */
    if (o.is_model)
        return solve_model(&o) && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    train_raw raw;
    char error[TRAIN_TEXT];
    bool is_good = train_raw_read(o.path, &raw, error);
    if (!is_good) {
        fprintf(stderr, "fpredict-fit: %s\n", error);
    } else {
        fp_context *ctx = fp_context_new();
        is_good = print(ctx, &o, &raw);
        diag_print(ctx->diags, stderr, false, DIAG_REMARK);
        fp_context_free(ctx);
    }
    train_raw_clear(&raw);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("fpredict-fit: the output could not be written\n", stderr);
        is_good = false;
    }
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
