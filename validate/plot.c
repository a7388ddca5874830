/* A drawing (SVG) of each program by gnuplot, which is a program of its own: time over
 * processors, of the largest size, or over sizes where there is one number of processors; a
 * colour a distribution; what was measured as points, with bars from the shortest run to the
 * longest, what was predicted as lines. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/gnuplot.h"
#include "support/vec.h"
#include "validate/validate.h"

typedef VEC(const char *) name_list;

/* The cases of one program at its largest size, or on its only number of processors. */
typedef struct drawing {
    const char *name, *size;
    bool is_by_size;
    int distributions;
    VEC(const validate_case *) cases;
} drawing;

/* What stands below: processors, or the value of the first macro. */
static double place_of(const drawing *d, const validate_case *c)
{
    const char *value = strstr(c->size, " = ");
    return d->is_by_size && value ? strtod(value + 3, NULL) : c->processors;
}

/* From left to right, as lines go. */
static void sort_by_place(drawing *d)
{
    for (int i = 1; i < d->cases.count; i++) {
        const validate_case *moved = d->cases.data[i];
        int k = i;
        for (; k > 0 && place_of(d, d->cases.data[k - 1]) > place_of(d, moved); k--)
            d->cases.data[k] = d->cases.data[k - 1];
        d->cases.data[k] = moved;
    }
}

static drawing drawing_of(arena *a, int count, const validate_case *cases, int which)
{
    drawing d = {.is_by_size = true};
    int first = -1, last = -1, processors = 0;
    for (int i = 0; i < count; i++) {
        const validate_case *c = &cases[i];
        if (c->program_index != which || !validate_is_scored(c))
            continue;
        d.is_by_size = d.is_by_size && (!processors || processors == c->processors);
        processors = c->processors;
        first = first < 0 || c->size_index < first ? c->size_index : first;
        last = c->size_index > last ? c->size_index : last;
    }
    d.is_by_size = d.is_by_size && first < last;
    for (int i = 0; i < count; i++) {
        const validate_case *c = &cases[i];
        if (c->program_index != which || !validate_is_scored(c) ||
            (!d.is_by_size && c->size_index != last))
            continue;
        VEC_PUSH(a, &d.cases, c);
        d.name = c->name;
        d.size = c->size;
        if (c->distribution_index >= d.distributions)
            d.distributions = c->distribution_index + 1;
    }
    sort_by_place(&d);
    return d;
}

/* How far to the right of its place a distribution is drawn, as a factor: what coincides is
 * seen side by side. */
static double aside(const drawing *d, int distribution)
{
    static const double step = 0.03; /* of a doubling */
    return exp2(step * (distribution - (d->distributions - 1) / 2.0));
}

/* The number of its points; their blocks of data are $d0, $d1 …: place, measured, the shortest
 * and the longest run, predicted. */
static int print_data(const drawing *d, int distribution, FILE *out, const char **label)
{
    int points = 0;
    for (int i = 0; i < d->cases.count; i++) {
        const validate_case *c = d->cases.data[i];
        if (c->distribution_index != distribution)
            continue;
        if (points++ == 0)
            fprintf(out, "$d%d << EOD\n", distribution);
        double least, most;
        validate_extremes(c, &least, &most);
        fprintf(out, "%.9g %.9g %.9g %.9g %.9g\n", place_of(d, c) * aside(d, distribution),
                validate_median(c), least, most, c->predicted);
        *label = c->distribution;
    }
    if (points)
        fputs("EOD\n", out);
    return points;
}

/* "200 ms" at 0.2: round times, as people say them. */
static void print_tic(double mantissa, int decade, const char *between, FILE *out)
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    int unit = decade < -9 ? 0 : decade >= 0 ? 3 : (decade + 9) / 3;
    fprintf(out, "%s'%.12g %s' %ge%d", between, mantissa * pow(10, decade + 9 - 3 * unit),
            units[unit], mantissa, decade);
}

/* The axis of times: at 1, 2 and 5 of each decade, or only at 1 where there are many. */
static void print_tics(const drawing *d, FILE *out)
{
    enum { DECADES_OF_MANY = 3 };
    static const double mantissas[] = {1, 2, 5}, room = 1.3;
    double least = INFINITY, most = 0;
    for (int i = 0; i < d->cases.count; i++) {
        const validate_case *c = d->cases.data[i];
        double shortest, longest;
        validate_extremes(c, &shortest, &longest);
        least = fmin(least, fmin(c->predicted, shortest));
        most = fmax(most, fmax(c->predicted, longest));
    }
    if (!(least > 0)) { /* nothing that a logarithm has */
        fputs("\nset yrange [*:*]\nset ytics auto", out);
        return;
    }
    double from = least / room, to = most * room;
    int first = (int)floor(log10(from)), last = (int)floor(log10(to));
    int count = last - first > DECADES_OF_MANY ? 1 : 3;
    fprintf(out, "\nset yrange [%.9g:%.9g]", from, to);
    const char *between = "\nset ytics (";
    for (int decade = first; decade <= last; decade++)
        for (int i = 0; i < count; i++) {
            double at = mantissas[i] * pow(10, decade);
            if (at < from || at > to)
                continue;
            print_tic(mantissas[i], decade, between, out);
            between = ", ";
        }
    fputs(*between == ',' ? ")" : "\nset ytics auto", out);
}

/* The axis of processors or sizes: those that there are. */
static void print_places(const drawing *d, FILE *out)
{
    static const double room = 1.2;
    double least = INFINITY, most = 0;
    fputs("\nset xtics (", out);
    for (int i = 0; i < d->cases.count; i++) {
        double at = place_of(d, d->cases.data[i]);
        least = fmin(least, at);
        most = fmax(most, at);
        fprintf(out, "%s%.9g", i ? ", " : "", at);
    }
    fprintf(out, ")\nset xrange [%.9g:%.9g]", least / room, most * room);
}

/* Do runs differ by what can be seen? */
static bool has_spread(const drawing *d)
{
    static const double visible = 0.005;
    for (int i = 0; i < d->cases.count; i++)
        if (validate_spread(d->cases.data[i]) > visible)
            return true;
    return false;
}

static void print_drawing(arena *a, const drawing *d, const char *path, FILE *out)
{
    static const int shapes[] = {6, 4, 8, 12, 10, 14}; /* open ones: what is below is seen */
    const char **label = ARENA_ARRAY(a, d->distributions, const char *);
    int *points = ARENA_ARRAY(a, d->distributions, int);
    for (int i = 0; i < d->distributions; i++)
        points[i] = print_data(d, i, out, &label[i]);
    fputs("set output ", out);
    gnuplot_quote(path, out);
    fputs("\nset title ", out);
    int processors = d->cases.data[0]->processors;
    const char *where = d->is_by_size ? arena_printf(a, ", on %d processor%s", processors,
                                                     processors == 1 ? "" : "s")
                                      : arena_printf(a, "%s%s", *d->size ? ", " : "", d->size);
    gnuplot_quote(arena_printf(a, "%s%s", d->name, where), out);
    fputs("\nset xlabel ", out);
    gnuplot_quote(d->is_by_size ? arena_strndup(a, d->size, strcspn(d->size, " ")) : "processors",
                  out);
    fputs(" offset 0,0.9", out);
    print_places(d, out);
    print_tics(d, out);
    bool has_bars = has_spread(d);
    fprintf(out, "\nset ylabel 'time: predicted (lines), measured (points%s)'",
            has_bars ? "; bars: all runs" : "");
    const char *between = "\nplot ";
    for (int i = 0; i < d->distributions; i++) {
        if (!points[i])
            continue;
        int shape = shapes[i % (int)(sizeof shapes / sizeof *shapes)];
        fprintf(out, "%s$d%d using 1:5 with lines lw 2 lt %d notitle", between, i, i + 1);
        fprintf(out, ", $d%d using 1:2%s pt %d ps 0.8 lw 1.5 lt %d notitle", i,
                has_bars ? ":3:4 with yerrorbars" : " with points", shape, i + 1);
        fprintf(out, ", NaN with linespoints lw 2 lt %d pt %d ps 0.8 title ", i + 1, shape);
        gnuplot_quote(label[i], out); /* the key has both */
        between = ", ";
    }
    fputs("\nunset output\n", out);
}

static void print_settings(FILE *out)
{
    fputs("set terminal svg size 720,480 dynamic font 'sans,13' background 'white' noenhanced\n"
          "set encoding utf8\nset logscale x 2\nset logscale y\n"
          "set linetype 5 lc rgb '#e51e10'\nset linetype 7 lc rgb '#7f7f7f'\n" /* no yellow */
          "set key below horizontal Left reverse samplen 2 font ',11'\nset grid lc rgb '#dddddd'\n",
          out);
}

/* "laplace", or, where an earlier program has such a file, "laplace-2". */
static const char *file_name(arena *a, const drawing *d, name_list *used)
{
    const char *slash = strrchr(d->name, '/'), *name = slash ? slash + 1 : d->name;
    const char *dot = strrchr(name, '.');
    int same = 1;
    if (dot && strcmp(dot, ".c") == 0)
        name = arena_strndup(a, name, (size_t)(dot - name));
    for (int i = 0; i < used->count; i++)
        same += strcmp(used->data[i], name) == 0;
    VEC_PUSH(a, used, name);
    return same == 1 ? name : arena_printf(a, "%s-%d", name, same);
}

const char *validate_plot(arena *a, int count, const validate_case *cases, const char *folder)
{
    gnuplot g;
    name_list used = {0};
    const char *wrong = gnuplot_begin(&g, a, folder);
    if (wrong)
        return wrong;
    print_settings(g.out);
    for (int which = 0, last = count ? cases[count - 1].program_index : -1; which <= last;
         which++) {
        drawing d = drawing_of(a, count, cases, which);
        if (!d.cases.count)
            continue;
        print_drawing(a, &d, arena_printf(a, "%s/%s.svg", folder, file_name(a, &d, &used)), g.out);
    }
    return gnuplot_end(&g, a);
}
