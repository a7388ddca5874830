/* A drawing (SVG) of each program by gnuplot, which is a program of its own: time over
 * processors, of the largest size, a colour a distribution; what was measured as points, what
 * was predicted as lines. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "support/vec.h"
#include "validate/validate.h"

enum { NOT_FOUND = 127 }; /* the shell's exit code */

/* The cases of one program at its largest size. */
typedef struct drawing {
    const char *name, *size;
    int distributions;
    VEC(const validate_case *) cases;
} drawing;

static drawing drawing_of(arena *a, int count, const validate_case *cases, int which)
{
    drawing d = {0};
    int size = -1;
    for (int i = 0; i < count; i++)
        if (cases[i].program_index == which && validate_is_scored(&cases[i]) &&
            cases[i].size_index > size)
            size = cases[i].size_index;
    for (int i = 0; i < count; i++) {
        const validate_case *c = &cases[i];
        if (c->program_index != which || c->size_index != size || !validate_is_scored(c))
            continue;
        VEC_PUSH(a, &d.cases, c);
        d.name = c->name;
        d.size = c->size;
        if (c->distribution_index >= d.distributions)
            d.distributions = c->distribution_index + 1;
    }
    return d;
}

/* A text of gnuplot's, in which only its quote means something. */
static void print_quoted(const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

/* The number of its points; their blocks of data are $d0, $d1 … */
static int print_data(const drawing *d, int distribution, FILE *out, const char **label)
{
    int points = 0;
    for (int i = 0; i < d->cases.count; i++) {
        const validate_case *c = d->cases.data[i];
        if (c->distribution_index != distribution)
            continue;
        if (points++ == 0)
            fprintf(out, "$d%d << EOD\n", distribution);
        fprintf(out, "%d %.9g %.9g\n", c->processors, validate_median(c), c->predicted);
        *label = c->distribution;
    }
    if (points)
        fputs("EOD\n", out);
    return points;
}

static void print_drawing(arena *a, const drawing *d, const char *folder, FILE *out)
{
    const char **label = ARENA_ARRAY(a, d->distributions, const char *);
    int *points = ARENA_ARRAY(a, d->distributions, int);
    for (int i = 0; i < d->distributions; i++)
        points[i] = print_data(d, i, out, &label[i]);
    fputs("set output ", out);
    print_quoted(arena_printf(a, "%s/%s.svg", folder, d->name), out);
    fputs("\nset title ", out);
    print_quoted(arena_printf(a, "%s%s%s", d->name, *d->size ? ", " : "", d->size), out);
    const char *between = "\nplot ";
    for (int i = 0; i < d->distributions; i++) {
        if (!points[i])
            continue;
        fprintf(out, "%s$d%d using 1:3 with lines lw 2 lt %d title ", between, i, i + 1);
        print_quoted(label[i], out);
        fprintf(out, ", $d%d using 1:2 with points pt 6 ps 0.9 lw 1.5 lt %d notitle", i, i + 1);
        between = ", ";
    }
    fputs("\nunset output\n", out);
}

static void print_settings(FILE *out)
{
    fputs("set terminal svg size 720,480 dynamic font 'sans,13' background 'white' noenhanced\n"
          "set logscale xy 2\nset xlabel 'processors'\n"
          "set ylabel 'seconds: predicted (lines), measured (circles)'\n"
          "set format y '%.1e'\nset key outside right top\nset grid lc rgb '#dddddd'\n"
          "set offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05\n",
          out);
}

const char *validate_plot(arena *a, int count, const validate_case *cases, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return arena_printf(a, "cannot make the folder '%s': %s", folder, strerror(errno));
    FILE *out = popen("gnuplot", "w");
    if (!out)
        return arena_printf(a, "gnuplot cannot be started: %s", strerror(errno));
    print_settings(out);
    for (int which = 0, last = count ? cases[count - 1].program_index : -1; which <= last;
         which++) {
        drawing d = drawing_of(a, count, cases, which);
        if (d.cases.count)
            print_drawing(a, &d, folder, out);
    }
    int status = pclose(out);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return NULL;
    return WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND
               ? "gnuplot, which draws, is not here (Debian: gnuplot-nox); all else is done"
               : arena_printf(a, "gnuplot could not draw into '%s'", folder);
}
