/* fpredict-fit: what raw data of a training set say. It is a program of its own
 * because it links GSL, whose licence is the GPL. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "training/fit/fit_report.h"

enum { EXIT_USAGE = 2 };

static const char help[] =
    "usage: fpredict-fit [options] FILE\n"
    "\n"
    "Reads raw data of a training set, format " TRAIN_FORMAT ", and prints how far samples lie\n"
    "apart, what each operation takes, and the piecewise linear functions that fit what\n"
    "communication takes.\n"
    "\n"
    "  --points           print the medians of all points instead\n"
    "  --kernel NAME      of this kernel only; implies --points\n"
    "  --help             print this\n"
    "\n"
    "Exit code: 0 fitted, 1 an error, 2 wrong usage.\n";

typedef struct options {
    const char *path, *kernel;
    bool has_points, is_help;
} options;

static bool read_options(options *o, int argc, char **argv)
{
    *o = (options){0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--points") == 0) {
            o->has_points = true;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            o->is_help = true;
        } else if (strcmp(argv[i], "--kernel") == 0 && i + 1 < argc) {
            o->kernel = argv[++i];
            o->has_points = true;
        } else if (argv[i][0] == '-' || o->path != NULL) {
            fprintf(stderr, "fpredict-fit: '%s' is no option; --help lists them\n", argv[i]);
            return false;
        } else {
            o->path = argv[i];
        }
    }
    if (o->path == NULL && !o->is_help)
        fputs("fpredict-fit: name the file with the raw data\n", stderr);
    return o->path != NULL || o->is_help;
}

static bool is_declared(const train_raw *raw, const char *kernel)
{
    for (int i = 0; i < raw->kernel_count; i++) {
        if (strcmp(raw->kernel[i].key, kernel) == 0)
            return true;
    }
    return false;
}

static bool report(arena *a, const options *o, const train_raw *raw)
{
    char error[TRAIN_TEXT];
    fit_data data;
    if (o->kernel != NULL && !is_declared(raw, o->kernel)) {
        fprintf(stderr, "fpredict-fit: %s: the header declares no kernel '%s'\n", o->path,
                o->kernel);
        return false;
    }
    if (!fit_collect(a, raw, &data, error)) {
        fprintf(stderr, "fpredict-fit: %s: %s\n", o->path, error);
        return false;
    }
    if (data.count == 0) {
        fprintf(stderr, "fpredict-fit: %s: nothing has been measured yet\n", o->path);
        return false;
    }
    if (raw->is_cut)
        fprintf(stderr, "fpredict-fit: %s: its last line was cut off, and does not count\n",
                o->path);
    if (o->has_points) {
        fit_print_points(a, &data, o->kernel, stdout);
        return true;
    }
    fit_curves curves;
    fit_operations operations;
    fit_solve_operations(a, &data, &operations);
    fit_make_curves(a, &data, &curves);
    fit_print_header(raw, stdout);
    fputs("\n", stdout);
    fit_print_spread(a, &data, stdout);
    fit_print_operations(a, &operations, stdout);
    fit_print_curves(a, &curves, stdout);
    return true;
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
    train_raw raw;
    char error[TRAIN_TEXT];
    bool is_good = train_raw_read(o.path, &raw, error);
    if (!is_good) {
        fprintf(stderr, "fpredict-fit: %s\n", error);
    } else {
        arena *a = arena_new();
        is_good = report(a, &o, &raw);
        arena_free(a);
    }
    train_raw_clear(&raw);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("fpredict-fit: the output could not be written\n", stderr);
        is_good = false;
    }
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
