#include "training/fit/fit_report.h"

#include <math.h>
#include <string.h>

#include "support/format.h"
#include "support/sort.h"
#include "support/utf8.h"
#include "training/fit/fit_rule.h"

/* Without the last column, 60 columns hold a table. */
enum { NAME = 19, CELL = 9 };

/* Prints text in a column of `width`, at its left or right end. */
static void cell(FILE *out, const char *text, int width, bool is_right)
{
    const int missing = width - utf8_columns(text);
    if (is_right)
        fprintf(out, "%*s%s ", missing > 0 ? missing : 0, "", text);
    else
        fprintf(out, "%s%*s ", text, missing > 0 ? missing : 0, "");
}

void fit_print_header(const train_raw *raw, FILE *out)
{
    static const char *const keys[] = {"machine", "date",     "ranks", "nodes",
                                       "mpi",     "compiler", "flags", "computation"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = train_raw_value(raw, keys[i]);
        if (value != NULL)
            fprintf(out, "%-12s %s\n", keys[i], value);
    }
}

/* Series of one kernel stand together: where those that begin at `first` end. */
static int end_of_kernel(const fit_data *data, int first)
{
    int end = first;
    while (end < data->count && fit_is_kernel(&data->series[end], data->series[first].kernel))
        end++;
    return end;
}

static void print_kernel(arena *a, const fit_data *data, int first, int end, FILE *out)
{
    const int count = end - first;
    double *spread = ARENA_ARRAY(a, count, double);
    int worst = first, least = data->series[first].count, most = least;
    for (int i = first; i < end; i++) {
        const fit_series *s = &data->series[i];
        spread[i - first] = fit_spread(s);
        if (fit_spread(s) > fit_spread(&data->series[worst]))
            worst = i;
        least = s->count < least ? s->count : least;
        most = s->count > most ? s->count : most;
    }
    const double typical = sort_median(spread, count); /* sorts: the largest is last */
    cell(out, data->series[first].kernel, NAME, false);
    cell(out, format_integer(a, count), CELL, true);
    cell(out, least == most ? format_integer(a, least) : arena_printf(a, "%d–%d", least, most),
         CELL, true);
    if (most == 1) {
        cell(out, "–", CELL, true);
        fputs("\n", out);
        return;
    }
    cell(out, format_percent(a, typical), CELL, true);
    cell(out, format_percent(a, spread[count - 1]), CELL, true);
    fprintf(out, " %s\n", data->series[worst].parameters);
}

void fit_print_spread(arena *a, const fit_data *data, FILE *out)
{
    cell(out, "kernel", NAME, false);
    cell(out, "points", CELL, true);
    cell(out, "samples", CELL, true);
    cell(out, "spread", CELL, true);
    cell(out, "at worst", CELL, true);
    fputs(" at\n", out);
    for (int i = 0, end; i < data->count; i = end) {
        end = end_of_kernel(data, i);
        print_kernel(a, data, i, end, out);
    }
}

/* What the machine predicts of a point, and how far that is off. */
static void print_predicted(arena *a, const fit_network *network, const fit_series *s, FILE *out)
{
    const double predicted = fit_simulate(a, network, s);
    const bool is_said = predicted >= 0 && s->median_s > 0;
    cell(out, is_said ? format_time(a, predicted) : "–", CELL, true);
    cell(out, is_said ? arena_printf(a, "%+.1f %%", 100 * (predicted / s->median_s - 1)) : "–",
         CELL, true);
}

void fit_print_points(arena *a, const fit_data *data, const char *kernel,
                      const fit_network *network, FILE *out)
{
    cell(out, "kernel", NAME, false);
    cell(out, "median", CELL, true);
    if (network != NULL) {
        cell(out, "predicted", CELL, true);
        cell(out, "off", CELL, true);
    }
    cell(out, "spread", CELL, true);
    cell(out, "least", CELL, true);
    cell(out, "most", CELL, true);
    fputs(" parameters\n", out);
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (kernel != NULL && strcmp(kernel, s->kernel) != 0)
            continue;
        cell(out, s->kernel, NAME, false);
        cell(out, format_time(a, s->median_s), CELL, true);
        if (network != NULL)
            print_predicted(a, network, s, out);
        cell(out, format_percent(a, fit_spread(s)), CELL, true);
        cell(out, format_time(a, s->least_s), CELL, true);
        cell(out, format_time(a, s->most_s), CELL, true);
        fprintf(out, " %s\n", s->parameters);
    }
}

/* Beyond this another run may say something else. */
static bool is_uncertain(const fit_cost *c)
{
    static const double most = 0.05;
    return c->is_known && c->error > most * c->seconds;
}

static void print_cost(arena *a, const fit_cost *c, FILE *out)
{
    cell(out, c->is_known ? format_time(a, c->seconds) : "–", CELL, true);
    /* What would be negative is nothing, and has no error of its own. */
    const bool has_error = c->is_known && c->seconds > 0;
    cell(out, has_error ? arena_printf(a, "± %s", format_time(a, c->error)) : "", CELL, false);
    fputs(c->is_shared ? "*" : " ", out);
    fputs(is_uncertain(c) ? "~" : " ", out);
}

void fit_print_operations(arena *a, const fit_operations *o, FILE *out)
{
    if (o->count == 0)
        return;
    bool is_shared = false, are_uncertain = false;
    fputs("\n", out);
    cell(out, "operation", NAME, false);
    cell(out, "latency", CELL, true);
    cell(out, "", CELL + 2, false);
    fputs("reciprocal throughput\n", out);
    for (int i = 0; i < o->count; i++) {
        const fit_operation *operation = &o->operation[i];
        cell(out, operation->name, NAME, false);
        print_cost(a, &operation->latency, out);
        print_cost(a, &operation->throughput, out);
        fputs("\n", out);
        is_shared = is_shared || operation->latency.is_shared || operation->throughput.is_shared;
        are_uncertain = are_uncertain || is_uncertain(&operation->latency) ||
                        is_uncertain(&operation->throughput);
    }
    if (is_shared)
        fputs("* only the sum of these is known; it is divided evenly\n", out);
    if (are_uncertain)
        fputs("~ known to no more than 5 %: repetitions are apart, or kernels contradict each "
              "other\n",
              out);
    if (o->worst_series != NULL)
        fprintf(out, "The kernel furthest from the sum of its operations is %s: %s.\n",
                o->worst_series->kernel, format_percent(a, o->worst));
}

/* Beyond these, predictions made with a function are no better than it. */
static const double POOR = 0.05, NOISY = 0.10;

static void print_piece(arena *a, const fit_piece *p, FILE *out)
{
    fprintf(out, "    from ");
    cell(out, format_bytes(a, p->from), 14, true);
    cell(out, format_time(a, p->constant), 10, true);
    fprintf(out, "± ");
    cell(out, format_time(a, p->constant_error), 10, false);
    fprintf(out, "+ n · ");
    cell(out, format_time(a, p->slope), 10, true);
    fprintf(out, "± %s%s\n", format_time(a, p->slope_error),
            p->packet > 0 ? arena_printf(a, " + %s for each %s begun",
                                         format_time(a, p->per_packet), format_bytes(a, p->packet))
                          : "");
}

static void print_curve(arena *a, const fit_curve *c, FILE *out)
{
    fprintf(out, "\n%s %s%s\n", c->kernel, c->parameters,
            c->messages > 1 ? arena_printf(a, ", a message of %g", c->messages) : "");
    if (!c->is_fitted) {
        fprintf(out, "    %s: too few for a line\n", format_plural(a, c->count, "size", "sizes"));
        return;
    }
    const fit_function *f = &c->function;
    for (int k = 0; k < f->count; k++)
        print_piece(a, &f->piece[k], out);
    fprintf(out, "    %s, %s off in the middle, %s at worst (%s)\n",
            format_plural(a, c->count, "size", "sizes"), format_percent(a, f->typical),
            format_percent(a, f->worst), format_bytes(a, c->point[f->worst_point].x));
    if (f->noise > NOISY)
        fprintf(out,
                "    warning: neighbouring sizes differ by %s at random; measure when the "
                "machine does nothing else\n",
                format_percent(a, f->noise));
    else if (f->typical > POOR)
        fprintf(out, "    warning: a poor fit; lines do not describe this\n");
}

void fit_print_curves(arena *a, const fit_curves *curves, FILE *out)
{
    for (int i = 0; i < curves->count; i++)
        print_curve(a, &curves->curve[i], out);
}

static void print_agreement(arena *a, const fit_data *data, const fit_network *network, int first,
                            int end, FILE *out)
{
    double *off = ARENA_ARRAY(a, end - first, double), most = -1;
    double *spread = ARENA_ARRAY(a, end - first, double);
    int samples = 0;
    int count = 0, worst = first;
    for (int i = first; i < end; i++) {
        const fit_series *s = &data->series[i];
        const double predicted = s->median_s > 0 ? fit_simulate(a, network, s) : -1;
        if (predicted < 0)
            continue;
        off[count] = fabs(predicted / s->median_s - 1);
        spread[count] = fit_spread(s);
        samples = s->count > samples ? s->count : samples;
        if (off[count] > most) {
            most = off[count];
            worst = i;
        }
        count++;
    }
    if (count == 0)
        return;
    const double typical = sort_median(off, count);
    cell(out, data->series[first].kernel, NAME, false);
    cell(out, format_integer(a, count), CELL, true);
    cell(out, format_percent(a, typical), CELL, true);
    cell(out, format_percent(a, most), CELL, true);
    cell(out, samples > 1 ? format_percent(a, sort_median(spread, count)) : "–", CELL, true);
    fprintf(out, " %s%s\n", data->series[worst].parameters, typical > POOR ? "  (poor)" : "");
}

void fit_print_machine(arena *a, const fit_data *data, const fit_result *result, FILE *out)
{
    fit_print_evidence(a, &result->evidence, out);
    fputs("\n", out);
    for (int i = 0; i < result->notes.count; i++)
        fprintf(out, "%s\n", result->notes.note[i]);
    fputs(result->notes.count > 0 ? "\n" : "", out);
    cell(out, "predicted and measured", NAME, false);
    cell(out, "points", CELL, true);
    cell(out, "off", CELL, true);
    cell(out, "at worst", CELL, true);
    cell(out, "spread", CELL, true);
    fputs(" worst at\n", out);
    for (int i = 0, end; i < data->count; i = end) {
        end = end_of_kernel(data, i);
        print_agreement(a, data, &result->network, i, end, out);
    }
}
