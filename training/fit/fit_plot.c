#include "training/fit/fit_plot.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/gnuplot.h"

enum { STEPS_PER_OCTAVE = 8 };

/* "shift stride=8 ranks=4" as "shift-stride-8-ranks-4". */
static const char *file_name(arena *a, const fit_curve *c)
{
    char *name = strcmp(c->parameters, "-") == 0
                     ? arena_strdup(a, c->kernel)
                     : arena_printf(a, "%s-%s", c->kernel, c->parameters);
    for (char *at = name; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at))
            *at = '-';
    }
    return name;
}

static void print_settings(FILE *out)
{
    fputs("set encoding utf8\n"
          "set terminal svg size 800,520 font 'Helvetica,14' background rgb 'white' noenhanced\n"
          "set logscale xy\nset key left top reverse Left\nset grid lc rgb '#dddddd'\n"
          "set xlabel 'bytes'\nset ylabel 'time'\n"
          "set xtics ('1' 1, '16' 16, '256' 256, '4 KiB' 4096, '64 KiB' 65536, "
          "'1 MiB' 1048576, '16 MiB' 16777216)\n"
          "set ytics ('1 ns' 1e-9, '10 ns' 1e-8, '100 ns' 1e-7, '1 µs' 1e-6, '10 µs' 1e-5, "
          "'100 µs' 1e-4, '1 ms' 1e-3, '10 ms' 1e-2, '100 ms' 1e-1, '1 s' 1, '10 s' 10)\n",
          out);
}

static void print_points(arena *a, const fit_data *data, const fit_curve *c,
                         const fit_network *network, FILE *out)
{
    fputs("$measured << EOD\n", out);
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (!fit_curve_has(a, c, s) || s->median_s <= 0)
            continue;
        const double predicted = network != NULL ? fit_simulate(a, network, s) : -1;
        fprintf(out, "%lld %.6g %.6g %.6g ", (long long)fit_parameter(s, "bytes"),
                s->quarter_s / c->messages, s->median_s / c->messages,
                s->three_quarters_s / c->messages);
        if (predicted > 0)
            fprintf(out, "%.6g\n", predicted / c->messages);
        else
            fputs("NaN\n", out);
    }
    fputs("EOD\n", out);
}

static void print_function(const fit_curve *c, FILE *out)
{
    const fit_function *f = &c->function;
    fputs("$fitted << EOD\n", out);
    for (int k = 0; k < f->count; k++) {
        const fit_piece *p = &f->piece[k];
        const double first = c->point[p->first].x, last = c->point[p->end - 1].x;
        const int steps = (int)ceil(STEPS_PER_OCTAVE * log2(fmax(last / first, 2)));
        for (int i = 0; i <= steps; i++) {
            const double x = first * pow(last / first, (double)i / steps);
            fprintf(out, "%.6g %.6g\n", x, fit_piece_value(p, x));
        }
        fputs("\n", out); /* a gap where the protocol switches */
    }
    fputs("EOD\n", out);
}

static void print_plot(arena *a, const fit_data *data, const fit_curve *c,
                       const fit_network *network, const char *folder, FILE *out)
{
    const char *path = arena_printf(a, "%s/%s.svg", folder, file_name(a, c));
    fputs("set output ", out);
    gnuplot_quote(path, out);
    fputs("\nset title ", out);
    gnuplot_quote(
        arena_printf(a, "%s %s%s", c->kernel, c->parameters,
                     c->messages > 1 ? arena_printf(a, ", one message of %g", c->messages) : ""),
        out);
    fputs("\n", out);
    print_points(a, data, c, network, out);
    print_function(c, out);
    fputs("plot $measured using 1:3:2:4 with yerrorbars pt 7 ps 0.5 lc rgb '#888888' "
          "title 'measured: medians and quartiles', "
          "$fitted using 1:2 with lines lw 2 lc rgb '#0060c0' title 'fitted'",
          out);
    if (network != NULL)
        fputs(", $measured using 1:5 with points pt 4 ps 0.8 lc rgb '#c04000' "
              "title 'predicted with the machine'",
              out);
    fputs("\nunset output\n", out);
}

static int print_plots(arena *a, const fit_data *data, const fit_curves *curves,
                       const fit_network *network, const char *folder, FILE *out)
{
    int count = 0;
    print_settings(out);
    for (int i = 0; i < curves->count; i++) {
        if (!curves->curve[i].is_fitted)
            continue;
        print_plot(a, data, &curves->curve[i], network, folder, out);
        count++;
    }
    return count;
}

int fit_plot(arena *a, const fit_data *data, const fit_curves *curves, const fit_network *network,
             const char *folder, char error[TRAIN_TEXT])
{
    gnuplot g;
    const char *wrong = gnuplot_begin(&g, a, folder);
    int count = -1;
    if (wrong == NULL) {
        count = print_plots(a, data, curves, network, folder, g.out);
        wrong = gnuplot_end(&g, a);
    }
    if (wrong == NULL)
        return count;
    snprintf(error, TRAIN_TEXT, "%s; all else is done", wrong);
    return -1;
}
