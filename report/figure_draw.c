#include "report/figure_draw.h"

#include <math.h>
#include <stdio.h>

#include "support/format.h"

/* Curves further than these have markers and dashes of their own, as colours come again. */
enum { COLOURS = 8, DASHES = 4, TICKS_READABLE = 14 };

static const double TURN = 6.283185307179586;

/* Colours that are told apart, also by who sees few of them (Okabe and Ito, "Color universal
 * design", 2008), yellow on white left out. */
static void put_settings(const figure *f, const char *path, FILE *out)
{
    static const char *const colours[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#56b4e9", "#e69f00", "#000000", "#7f7f7f"};
    fputs("reset\nset terminal svg size 760,500 dynamic font 'sans,13' background 'white' "
          "noenhanced\nset encoding utf8\nset micro\nset grid lc rgb '#dddddd'\n"
          "set key outside right top vertical Left reverse samplen 2 font ',11'\n",
          out);
    for (int i = 0; i < COLOURS * DASHES; i++)
        fprintf(out, "set linetype %d lc rgb '%s' dt %d\n", i + 1, colours[i % COLOURS],
                i / COLOURS + 1);
    fputs("set output ", out);
    gnuplot_quote(path, out);
    fputs("\nset title ", out);
    gnuplot_quote(f->title, out);
    fputc('\n', out);
}

/* --- Axes --------------------------------------------------------------------------------- */

static bool is_time(const figure_axis *axis)
{
    return axis->unit[0] == 's' && !axis->unit[1];
}

/* Each value that there is, once, where they are few. */
static void put_ticks(arena *a, const figure *f, int axis, char letter, FILE *out)
{
    double values[TICKS_READABLE];
    int count = 0;
    for (int i = 0; i < f->line_count; i++)
        for (int p = 0; p < f->lines[i].count; p++) {
            const double value = f->lines[i].points[p].at[axis];
            int k = 0;
            while (k < count && (values[k] < value || values[k] > value))
                k++;
            if (k == TICKS_READABLE)
                return;
            if (k == count)
                values[count++] = value;
        }
    fprintf(out, "set %ctics (", letter);
    for (int k = 0; k < count; k++)
        fprintf(out, "%s'%s' %.9g", k ? ", " : "", format_integer(a, (int64_t)values[k]),
                values[k]);
    fputs(")\n", out);
}

typedef struct extent {
    double least, most;
} extent;

static extent extent_of(const figure *f, int axis)
{
    extent e = {INFINITY, 0};
    for (int i = 0; i < f->line_count; i++)
        for (int p = 0; p < f->lines[i].count; p++) {
            e.least = fmin(e.least, f->lines[i].points[p].at[axis]);
            e.most = fmax(e.most, f->lines[i].points[p].at[axis]);
        }
    return e;
}

/* Such values are drawn over a logarithm. */
static bool is_far_apart(const figure *f, int axis)
{
    static const double FAR_APART = 15;
    const extent e = extent_of(f, axis);
    return f->axes[axis].has_doublings || (e.least > 0 && e.most > FAR_APART * e.least);
}

/* A little wider than the values: gnuplot takes the logarithm of ends, and a tick that lies past
 * one by its rounding has no number. */
static void put_range(const figure *f, int axis, char letter, FILE *out)
{
    static const double MARGIN = 1.03;
    const extent e = extent_of(f, axis);
    if (e.least > 0 && e.most < INFINITY && e.most > e.least)
        fprintf(out, "set %crange [%.9g:%.9g]\n", letter, e.least / MARGIN, e.most * MARGIN);
}

static void put_axis(arena *a, const figure *f, int k, FILE *out)
{
    const char letter = "xyz"[k];
    const figure_axis *axis = &f->axes[k];
    const bool is_logarithmic = is_far_apart(f, k);
    fprintf(out, "set %clabel ", letter);
    gnuplot_quote(axis->name, out);
    fputc('\n', out);
    if (is_logarithmic)
        fprintf(out, "set logscale %c %d\n", letter, axis->has_doublings ? 2 : 10);
    else
        fprintf(out, "set %crange [0:*]\n", letter);
    if (is_time(axis))
        fprintf(out, "set format %c '%%.%ds %%cs'\n", letter, is_logarithmic ? 0 : 1);
    else if (axis->has_doublings)
        put_ticks(a, f, k, letter, out);
    if (axis->has_doublings)
        put_range(f, k, letter, out);
}

static void put_points(const figure *f, int line, int axes, FILE *out)
{
    const figure_line *l = &f->lines[line];
    fprintf(out, "$d%d << EOD\n", line);
    for (int p = 0; p < l->count; p++) {
        for (int k = 0; k < axes; k++)
            fprintf(out, "%.9g ", l->points[p].at[k]);
        fputc('\n', out);
    }
    fputs("EOD\n", out);
}

/* --- Curves --------------------------------------------------------------------------------- */

/* Text that begins in the last third of the axis would lie on the key. */
static bool is_at_right(const figure *f, double at)
{
    const extent e = extent_of(f, 0);
    return e.least > 0 && log(at / e.least) > 2.0 / 3 * log(e.most / e.least);
}

static void put_marks(const figure *f, FILE *out)
{
    const int lines = f->mark_count < 4 ? f->mark_count : 4;
    if (f->mark_count > 0) /* room for what they say above the curves */
        fprintf(out, "set offsets graph 0, graph 0, graph %.2f, graph 0\n", 0.03 + 0.06 * lines);
    for (int i = 0; i < f->mark_count; i++) {
        const double at = f->marks[i].at;
        const bool is_right = is_at_right(f, at);
        fprintf(out,
                "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead dt 2 lc rgb '#888888'\n"
                "set label ",
                at, at);
        gnuplot_quote(f->marks[i].text, out);
        fprintf(out, " at %.9g, graph %.3f %s,0 font ',11' tc rgb '#444444'\n", at,
                0.97 - 0.05 * (i % 4), is_right ? "right offset -0.5" : "left offset 0.5");
    }
}

static void draw_curves(arena *a, const figure *f, FILE *out)
{
    static const int shapes[] = {7, 5, 9, 13, 11, 15};
    for (int k = 0; k < 2; k++)
        put_axis(a, f, k, out);
    put_marks(f, out);
    for (int i = 0; i < f->line_count; i++)
        put_points(f, i, 2, out);
    for (int i = 0; i < f->line_count; i++) {
        fprintf(out, "%s$d%d with linespoints lw 2 ps 0.6 pt %d lt %d title ", i ? ", " : "plot ",
                i, shapes[i % (int)(sizeof shapes / sizeof *shapes)], i % (COLOURS * DASHES) + 1);
        gnuplot_quote(f->lines[i].name, out);
    }
}

/* --- A surface ------------------------------------------------------------------------------ */

static void draw_surface(arena *a, const figure *f, FILE *out)
{
    for (int k = 0; k < 3; k++)
        put_axis(a, f, k, out);
    fputs("set ytics offset 0,-0.7\n", out); /* the last one is beside the least time */
    fputs("set view 60,315\nset xyplane 0\nset key off\nset zlabel rotate\nset pm3d depthorder "
          "border lc rgb '#555555' lw 0.7\nset palette defined (0 '#4393c3', 0.5 '#f7f7f7', 1 "
          "'#d6604d')\nunset colorbox\n",
          out);
    fprintf(out, "%s", is_far_apart(f, 2) ? "set logscale cb\n" : "");
    fputs("$s << EOD\n", out);
    for (int i = 0; i < f->line_count; i++) {
        for (int p = 0; p < f->lines[i].count; p++) {
            const double *at = f->lines[i].points[p].at;
            fprintf(out, "%.9g %.9g %.9g\n", at[0], at[1], at[2]);
        }
        fputc('\n', out);
    }
    fputs("EOD\nsplot $s with pm3d", out);
}

/* --- A Kiviat graph --------------------------------------------------------------------------- */

/* Axes go out from one centre; each is scaled to the largest value on it (Morris, "Kiviat graphs:
 * conventions and figures of merit", Performance Evaluation Review 3(3), 1974, has the form). */
static double largest_on(const figure *f, int axis)
{
    double most = 0;
    for (int i = 0; i < f->line_count; i++)
        most = fmax(most, f->lines[i].points[0].at[axis]);
    return most;
}

static const char *value_text(arena *a, const figure_axis *axis, double value)
{
    return is_time(axis) ? format_time(a, value)
                         : arena_printf(a, "%s%s%s", format_count(a, value),
                                        axis->unit[0] ? " " : "", axis->unit);
}

static void draw_kiviat(arena *a, const figure *f, FILE *out)
{
    const int axes = f->axis_count;
    fputs("unset grid\nunset border\nunset tics\nset size ratio -1\nset xrange [-1.75:1.75]\n"
          "set yrange [-0.95:1.35]\n",
          out);
    for (int k = 0; k < axes; k++) {
        const double angle = TURN / 4 - TURN * k / axes;
        fprintf(out, "set arrow from 0,0 to %.6f,%.6f nohead lc rgb '#999999'\nset label ",
                cos(angle), sin(angle));
        gnuplot_quote(f->axes[k].name, out);
        fprintf(out, " at %.6f,%.6f center font ',12'\nset label ", 1.12 * cos(angle),
                1.16 * sin(angle) + (k == 0 ? 0.1 : 0));
        const char *better = f->axes[k].better; /* towards the centre, or the rim */
        gnuplot_quote(arena_printf(a, "%s at the rim%s%s%s",
                                   value_text(a, &f->axes[k], largest_on(f, k)), better ? ", " : "",
                                   better ? better : "", better ? " is better" : ""),
                      out);
        fprintf(out, " at %.6f,%.6f center offset 0,-1.2 font ',10'\n", 1.12 * cos(angle),
                1.16 * sin(angle) + (k == 0 ? 0.1 : 0));
    }
    fputs("$rings << EOD\n", out);
    for (int ring = 1; ring <= 4; ring++) {
        for (int k = 0; k <= axes; k++)
            fprintf(out, "%.6f %.6f\n", ring / 4.0 * cos(TURN / 4 - TURN * k / axes),
                    ring / 4.0 * sin(TURN / 4 - TURN * k / axes));
        fputc('\n', out);
    }
    fputs("EOD\n", out);
    for (int i = 0; i < f->line_count; i++) {
        fprintf(out, "$d%d << EOD\n", i);
        for (int k = 0; k <= axes; k++) {
            const double most = largest_on(f, k % axes);
            const double part = most > 0 ? f->lines[i].points[0].at[k % axes] / most : 0;
            fprintf(out, "%.6f %.6f\n", part * cos(TURN / 4 - TURN * k / axes),
                    part * sin(TURN / 4 - TURN * k / axes));
        }
        fputs("EOD\n", out);
    }
    fputs("plot $rings with lines lw 0.7 lc rgb '#dddddd' notitle", out);
    for (int i = 0; i < f->line_count; i++) {
        fprintf(out, ", $d%d with linespoints lw 2 ps 0.6 pt 7 lt %d title ", i,
                i % (COLOURS * DASHES) + 1);
        gnuplot_quote(f->lines[i].name, out);
    }
}

void figure_draw(arena *a, const figure *f, const char *path, FILE *out)
{
    put_settings(f, path, out);
    switch (f->kind) {
    case FIGURE_CURVES:
        draw_curves(a, f, out);
        break;
    case FIGURE_SURFACE:
        draw_surface(a, f, out);
        break;
    case FIGURE_KIVIAT:
        draw_kiviat(a, f, out);
        break;
    }
    fputs("\nunset output\n", out);
}
