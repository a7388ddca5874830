#include "experiment/curve/curve.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/database/axis.h"
#include "support/gnuplot.h"

/* Numbers that are further apart are drawn over a logarithm. */
static const double FAR_APART = 15;

typedef VEC(const char *) text_list;

/* What is drawn: which axis goes from left to right; each value of the other one is a curve. */
typedef struct picture {
    arena *arena;
    const stored_experiment *e;
    const result_list *results;
    const double *speed_ups; /* of the results */
    int along, across;       /* axes; across -1: there is one curve */
    text_list places;        /* values along, as they come, … */
    double least, most;      /* of them */
    bool has_numbers; /* … which all are numbers, each another; else they stand side by side */
    bool is_logarithmic;
    text_list curves; /* values across; of one curve its only one, "" */
    bool has_predicted, has_measured;
} picture;

/* --- What is there ---------------------------------------------------------------------- */

static bool is_timed(const stored_result *r)
{
    return r->is_done && r->time > 0 && isfinite(r->time);
}

static bool is_measured(const stored_result *r)
{
    return strcmp(r->kind, RESULT_MEASURED) == 0;
}

static const char *value_on(const picture *p, const stored_result *r, int axis)
{
    const char *text = axis < 0 ? "" : stored_value(r, p->e->axes.data[axis].name);
    return text ? text : "";
}

static void note(arena *a, text_list *list, const char *text)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->data[i], text) == 0)
            return;
    VEC_PUSH(a, list, text);
}

/* Are they all numbers, of two or more values? */
static bool is_of_numbers(const picture *p, int axis)
{
    const char *first = NULL;
    bool varies = false;
    for (int i = 0; i < p->results->count; i++) {
        const char *text = value_on(p, &p->results->data[i], axis);
        if (isnan(stored_number(text)))
            return false;
        varies = varies || (first && strcmp(first, text) != 0);
        first = text;
    }
    return varies;
}

/* Processors go from left to right; without, the first axis of numbers. */
static int axis_along(const picture *p)
{
    const int processors = stored_processors_axis(p->e);
    if (processors >= 0)
        return processors;
    for (int k = 0; k < p->e->axes.count; k++)
        if (is_of_numbers(p, k))
            return k;
    return 0;
}

/* Is another value along the same number? 1x4 and 4x1 are. */
static bool is_there(const picture *p, const char *text)
{
    for (int i = 0; i < p->places.count; i++)
        if (strcmp(p->places.data[i], text) != 0 &&
            stored_number(p->places.data[i]) == stored_number(text))
            return true;
    return false;
}

static picture picture_of(arena *a, const stored_experiment *e, const result_list *results)
{
    picture p = {
        .arena = a, .e = e, .results = results, .speed_ups = stored_speed_ups(a, e, results)};
    double least = INFINITY, most = 0;
    p.along = axis_along(&p);
    p.across = e->axes.count < 2 ? -1 : 1 - p.along;
    p.has_numbers = true;
    for (int i = 0; i < results->count; i++) {
        const stored_result *r = &results->data[i];
        if (!is_timed(r))
            continue;
        const char *text = value_on(&p, r, p.along);
        const double at = stored_number(text);
        note(a, &p.places, text);
        note(a, &p.curves, value_on(&p, r, p.across));
        p.has_numbers = p.has_numbers && !isnan(at) && !is_there(&p, text);
        least = fmin(least, at);
        most = fmax(most, at);
        p.has_measured |= is_measured(r);
        p.has_predicted |= !is_measured(r);
    }
    p.is_logarithmic = p.has_numbers && least > 0 && most > FAR_APART * least;
    if (!p.has_numbers) {
        least = 0;
        most = p.places.count - 1;
    }
    const double room = least < most ? 0.04 * (most - least) : fmax(0.5, 0.1 * fabs(most));
    p.least = p.is_logarithmic ? least / 1.1 : least - room;
    p.most = p.is_logarithmic ? most * 1.1 : most + room;
    return p;
}

/* --- Data ---------------------------------------------------------------------------------- */

static double place_of(const picture *p, const stored_result *r)
{
    const char *text = value_on(p, r, p->along);
    if (p->has_numbers)
        return stored_number(text);
    for (int i = 0; i < p->places.count; i++)
        if (strcmp(p->places.data[i], text) == 0)
            return i;
    return -1;
}

typedef struct dot {
    double at, value;
} dot;

/* Writes the block of data $NAMEi of a curve, from left to right; returns how many there are. */
static int put_data(const picture *p, int curve, bool measured, bool is_speed_up, FILE *out)
{
    VEC(dot) dots = {0};
    for (int i = 0; i < p->results->count; i++) {
        const stored_result *r = &p->results->data[i];
        if (!is_timed(r) || is_measured(r) != measured ||
            strcmp(value_on(p, r, p->across), p->curves.data[curve]) != 0)
            continue;
        const dot d = {place_of(p, r), is_speed_up ? p->speed_ups[i] : r->time};
        if (!isfinite(d.value))
            continue;
        VEC_PUSH(p->arena, &dots, d);
        for (int k = dots.count - 1; k > 0 && dots.data[k - 1].at > d.at; k--) {
            dots.data[k] = dots.data[k - 1];
            dots.data[k - 1] = d;
        }
    }
    if (dots.count)
        fprintf(out, "$%s%d << EOD\n", measured ? "m" : "p", curve);
    for (int i = 0; i < dots.count; i++)
        fprintf(out, "%.9g %.9g\n", dots.data[i].at, dots.data[i].value);
    if (dots.count)
        fputs("EOD\n", out);
    return dots.count;
}

/* --- A drawing ------------------------------------------------------------------------------- */

/* The last word of a path: what of it people tell values of machines by. */
static const char *short_name(const char *name)
{
    const char *last = strrchr(name, '.');
    return last ? last + 1 : name;
}

/* Where a value stands, as a part of the width. */
static double part_of_width(const picture *p, double at)
{
    return p->is_logarithmic ? log(at / p->least) / log(p->most / p->least)
                             : (at - p->least) / (p->most - p->least);
}

static int by_number(const void *a, const void *b)
{
    const double x = stored_number(*(const char *const *)a),
                 y = stored_number(*(const char *const *)b);
    return (x > y) - (x < y);
}

/* Names numbers from left to right, but those that would stand in the one before. */
static void put_numbers(const picture *p, FILE *out)
{
    static const double digit = 0.017; /* of the width */
    const char **sorted =
        arena_copy(p->arena, p->places.data, (size_t)p->places.count * sizeof *p->places.data);
    double taken = -1;
    qsort(sorted, (size_t)p->places.count, sizeof *sorted, by_number);
    for (int i = 0; i < p->places.count; i++) {
        const double at = stored_number(sorted[i]), middle = part_of_width(p, at),
                     half = digit * ((double)strlen(sorted[i]) + 1) / 2;
        const bool is_named = middle - half >= taken;
        if (is_named)
            taken = middle + half;
        fputs(i ? ", " : "", out);
        gnuplot_quote(is_named ? sorted[i] : "", out);
        fprintf(out, " %.9g", at);
    }
}

static void put_places(const picture *p, FILE *out)
{
    enum { READABLE = 16, FLAT = 8 };
    fputs("\nset xlabel ", out);
    gnuplot_quote(short_name(p->e->axes.data[p->along].name), out);
    fprintf(out, "\nset xrange [%.9g:%.9g]", p->least, p->most);
    fputs(p->is_logarithmic ? "\nset logscale x 2" : "\nunset logscale x", out);
    if (p->places.count > READABLE) {
        fputs("\nset xtics auto", out);
        return;
    }
    fputs("\nset xtics (", out);
    if (p->has_numbers)
        put_numbers(p, out);
    for (int i = 0; i < p->places.count && !p->has_numbers; i++) {
        fputs(i ? ", " : "", out);
        gnuplot_quote(p->places.data[i], out);
        fprintf(out, " %d", i);
    }
    fputs(p->has_numbers            ? ")"
          : p->places.count <= FLAT ? ") rotate by -20"
                                    : ") rotate by -50",
          out);
}

/* Times: engineers' units, from 0, or over a logarithm where they are far apart. */
static void put_times(const picture *p, FILE *out)
{
    double least = INFINITY, most = 0;
    for (int i = 0; i < p->results->count; i++) {
        const stored_result *r = &p->results->data[i];
        least = fmin(least, is_timed(r) ? r->time : INFINITY);
        most = fmax(most, is_timed(r) ? r->time : 0);
    }
    const bool is_far = most > FAR_APART * least;
    fprintf(out, "\nset format y '%%.%ds %%cs'\n%s\nset yrange [%s:*]", is_far ? 0 : 1,
            is_far ? "set logscale y 10" : "unset logscale y", is_far ? "*" : "0");
    fprintf(out, "\nset ylabel 'time%s'",
            !p->has_measured    ? ""
            : !p->has_predicted ? ", measured"
                                : ": predicted (lines), measured (points)");
}

static void put_speed_ups(FILE *out)
{
    fputs("\nset format y '%g'\nunset logscale y\nset yrange [0:*]\nset ylabel 'speed-up'", out);
}

/* Writes what separates an entry of the plot from the one before. */
static void put_entry(FILE *out, const char **between, const char *data, int curve)
{
    fprintf(out, "%s$%s%d ", *between, data, curve);
    *between = ", ";
}

/* "latency_us = 10"; a word says by itself what it is. */
static const char *curve_title(const picture *p, int curve, bool is_speed_up)
{
    const char *value = p->curves.data[curve];
    if (p->across < 0)
        return is_speed_up ? "speed-up" : "time";
    return isnan(stored_number(value))
               ? value
               : arena_printf(p->arena, "%s = %s", short_name(p->e->axes.data[p->across].name),
                              value);
}

/* Colours are eight, shapes six: then lines are broken, each eight in another way. Points that are
 * measured have the same shape, empty. */
static void put_style(int curve, bool is_measured_one, FILE *out)
{
    enum { COLOURS = 8, DASHES = 5 };
    static const int shapes[] = {7, 5, 9, 13, 11, 15};
    const int shape = shapes[curve % (int)(sizeof shapes / sizeof *shapes)],
              colour = curve % COLOURS + 1, dash = curve / COLOURS % DASHES + 1;
    if (is_measured_one)
        fprintf(out, "with points lw 1.5 ps 0.9 pt %d lt %d title ", shape - 1, colour);
    else
        fprintf(out, "with linespoints lw 2 ps 0.6 pt %d lt %d dt %d title ", shape, colour, dash);
}

/* Writes one drawing; returns false where there is nothing to draw. */
static bool put_drawing(const picture *p, bool is_speed_up, const char *path, FILE *out)
{
    int *lines = ARENA_ARRAY(p->arena, p->curves.count, int), total = 0;
    int *points = ARENA_ARRAY(p->arena, p->curves.count, int);
    for (int i = 0; i < p->curves.count; i++) {
        lines[i] = put_data(p, i, false, is_speed_up, out);
        points[i] = put_data(p, i, true, is_speed_up, out);
        total += lines[i] + points[i];
    }
    if (total == 0)
        return false;
    fputs("set output ", out);
    gnuplot_quote(path, out);
    fputs("\nset title ", out);
    gnuplot_quote(p->e->title, out);
    put_places(p, out);
    is_speed_up ? put_speed_ups(out) : put_times(p, out);
    const char *between = "\nplot ";
    for (int i = 0; i < p->curves.count; i++) {
        const char *title = curve_title(p, i, is_speed_up);
        if (lines[i]) {
            put_entry(out, &between, "p", i);
            put_style(i, false, out);
            gnuplot_quote(title, out);
        }
        if (points[i]) {
            put_entry(out, &between, "m", i);
            put_style(i, true, out);
            gnuplot_quote(lines[i] ? "" : title, out);
        }
    }
    fputs("\nunset output\n", out);
    return true;
}

/* Colours and shapes that are told apart, also by who sees few colours: those of gnuplot, without
 * yellow on white. */
static void put_settings(const picture *p, FILE *out)
{
    /* A line of the key for each curve. */
    enum { HEIGHT = 500, AROUND = 80, LINE = 17 };
    const int needed = AROUND + LINE * p->curves.count;
    fprintf(out,
            "set terminal svg size 760,%d dynamic font 'sans,13' background 'white' noenhanced\n",
            needed > HEIGHT ? needed : HEIGHT);
    fputs("set encoding utf8\nset linetype 5 lc rgb '#e51e10'\nset linetype 7 lc rgb '#7f7f7f'\n"
          "set key outside right top vertical Left reverse samplen 2 font ',11'\n"
          "set grid lc rgb '#dddddd'\n",
          out);
}

const char *curves_draw(arena *a, const stored_experiment *e, const result_list *results,
                        const char *folder)
{
    static const char *const kinds[] = {"time", "speed-up"};
    const picture p = picture_of(a, e, results);
    const int count = stored_processors_axis(e) >= 0 ? 2 : 1;
    bool is_drawn[2] = {false, false};
    gnuplot g;
    if (p.curves.count == 0)
        return NULL;
    /* The database may be anybody's. */
    if (!stored_name_is_plain(e->name))
        return "the experiment's name is no name of a file: it has more than letters, digits, '-', "
               "'_' and '.'";
    const char *wrong = gnuplot_begin(&g, a, folder);
    if (wrong)
        return wrong;
    put_settings(&p, g.out);
    /* Under another name first, each run's its own: who looks at a drawing sees it whole. */
    const char *path[2], *begun[2];
    for (int i = 0; i < count; i++) {
        path[i] = arena_printf(a, "%s/%s-%s.svg", folder, e->name, kinds[i]);
        begun[i] = arena_printf(a, "%s.%ld.new", path[i], (long)getpid());
        is_drawn[i] = put_drawing(&p, i == 1, begun[i], g.out);
    }
    wrong = gnuplot_end(&g, a);
    for (int i = 0; i < count; i++) {
        if (is_drawn[i] && !wrong && rename(begun[i], path[i]) != 0)
            wrong = arena_printf(a, "'%s' cannot be replaced: %s", path[i], strerror(errno));
        if (is_drawn[i] && wrong)
            unlink(begun[i]);
    }
    return wrong;
}
