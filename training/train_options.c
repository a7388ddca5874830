#include "training/train_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char train_help[] =
    "usage: mpirun -n RANKS fpredict-train [options] -o FILE\n"
    "\n"
    "Measures what operations, memory and messages take on this machine, and adds it to\n"
    "FILE, line by line. A run that was ended continues where it stopped.\n"
    "\n"
    "  -o FILE            raw data, format " TRAIN_FORMAT "\n"
    "  --quick            few sizes, and 3 repetitions: to try it\n"
    "  --repetitions N    measure each point N times (15; 1 where time is simulated)\n"
    "  --time-limit S     begin no measurement after S seconds; exit code 3 if some are left\n"
    "  --patience S       end the run if one measurement takes S seconds (120)\n"
    "  --name NAME        the machine's name in FILE, instead of its first host's\n"
    "  --progress WHEN    a bar on standard error: auto (on a terminal), always, never\n"
    "  --ranks-per-node N simulated hosts have N ranks each (1)\n"
    "  --leave-out        what the last run ended in, and what is larger, is not measured\n"
    "  --list             print what would be measured, and measure nothing\n"
    "  --help             print this\n"
    "\n"
    "Exit code: 0 all is measured, 1 an error, 2 wrong usage, 3 the time limit came first.\n";

static bool read_number(const char *option, const char *text, double least, double most,
                        double *value, char error[TRAIN_TEXT])
{
    char *end;
    *value = strtod(text, &end);
    if (end != text && *end == '\0' && *value >= least && *value <= most)
        return true;
    snprintf(error, TRAIN_TEXT, "%s takes a number from %g to %g, not '%s'", option, least, most,
             text);
    return false;
}

static bool read_whole(const char *option, const char *text, int *value, char error[TRAIN_TEXT])
{
    double number;
    if (!read_number(option, text, 1, 10000, &number, error))
        return false;
    *value = (int)number;
    if (number == floor(number))
        return true;
    snprintf(error, TRAIN_TEXT, "%s takes a whole number, not '%s'", option, text);
    return false;
}

static bool read_progress(train_options *options, const char *text, char error[TRAIN_TEXT])
{
    static const char *const names[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            options->progress = (train_progress_when)i;
            return true;
        }
    }
    snprintf(error, TRAIN_TEXT, "--progress takes auto, always or never, not '%s'", text);
    return false;
}

/* Reads an option that takes a value. Returns false if it is none, or wrong:
 * then `error` says so. */
static bool read_valued(train_options *options, const char *option, const char *value,
                        char error[TRAIN_TEXT])
{
    if (strcmp(option, "-o") == 0) {
        options->path = value;
        return true;
    }
    if (strcmp(option, "--name") == 0) {
        options->name = value;
        if (value[0] != '\0' && strpbrk(value, "\t\n\r") == NULL && strlen(value) < TRAIN_TEXT)
            return true;
        snprintf(error, TRAIN_TEXT, "--name takes a name, in one line and without tabs");
        return false;
    }
    if (strcmp(option, "--progress") == 0)
        return read_progress(options, value, error);
    if (strcmp(option, "--time-limit") == 0)
        return read_number(option, value, 0.001, 1e9, &options->time_limit_s, error);
    if (strcmp(option, "--patience") == 0)
        return read_number(option, value, 1, 1e6, &options->patience_s, error);
    if (strcmp(option, "--ranks-per-node") == 0)
        return read_whole(option, value, &options->ranks_per_node, error);
    return read_whole(option, value, &options->repetitions, error);
}

static bool takes_value(const char *option)
{
    static const char *const names[] = {
        "-o",         "--name",        "--progress",      "--time-limit",
        "--patience", "--repetitions", "--ranks-per-node"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(option, names[i]) == 0)
            return true;
    }
    return false;
}

bool train_options_read(train_options *options, int argc, char **argv, char error[TRAIN_TEXT])
{
    *options = (train_options){.patience_s = 120, .ranks_per_node = 1};
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i];
        if (strcmp(option, "--quick") == 0) {
            options->is_quick = true;
        } else if (strcmp(option, "--leave-out") == 0) {
            options->leaves_out = true;
        } else if (strcmp(option, "--list") == 0) {
            options->is_listing = true;
        } else if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
            options->is_help = true;
        } else if (!takes_value(option)) {
            snprintf(error, TRAIN_TEXT, "'%s' is no option; --help lists them", option);
            return false;
        } else if (i + 1 == argc) {
            snprintf(error, TRAIN_TEXT, "%s takes a value", option);
            return false;
        } else if (!read_valued(options, option, argv[++i], error)) {
            return false;
        }
    }
    if (options->path == NULL && !options->is_listing && !options->is_help) {
        snprintf(error, TRAIN_TEXT, "name the file for the raw data: -o FILE");
        return false;
    }
    return true;
}

void train_progress_begin(train_progress *progress, train_progress_when when, int64_t total,
                          int64_t before, double now_s)
{
    const bool is_shown =
        when == PROGRESS_ALWAYS || (when == PROGRESS_AUTO && isatty(STDERR_FILENO));
    *progress =
        (train_progress){.is_shown = is_shown, .total = total, .before = before, .start_s = now_s};
}

/* How many columns a line may have that is drawn again and again. */
static int columns(void)
{
    enum { USUAL = 80, MOST = 200 };
    int width = USUAL;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
#endif
    return (width < MOST ? width : MOST) - 1;
}

void train_progress_show(train_progress *progress, int64_t done, const char *what, double now_s)
{
    enum { WIDTH = 24 };
    if (!progress->is_shown || (progress->was_drawn && now_s - progress->drawn_s < 0.2))
        return;
    progress->drawn_s = now_s;
    progress->was_drawn = true;
    char bar[WIDTH + 1], left[32] = "", line[256];
    const int64_t total = progress->total > 0 ? progress->total : 1;
    const int filled = (int)(done * WIDTH / total);
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < filled ? '#' : '-';
    bar[WIDTH] = '\0';
    const int64_t here = done - progress->before;
    if (here > 0) {
        const double each_s = (now_s - progress->start_s) / (double)here;
        const long seconds = (long)(each_s * (double)(progress->total - done) + 0.5);
        snprintf(left, sizeof left, "%ld:%02ld left", seconds / 60, seconds % 60);
    }
    snprintf(line, sizeof line, "[%s] %3d %%  %-12s %s", bar, (int)(100 * done / total), left,
             what);
    /* What was there before is longer, perhaps. */
    fprintf(stderr, "\r%-*.*s", columns(), columns(), line);
    fflush(stderr);
}

void train_progress_end(train_progress *progress)
{
    if (progress->is_shown && progress->was_drawn)
        fprintf(stderr, "\r%*s\r", columns(), "");
    progress->is_shown = false;
}
