#include "report/figure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/csv.h"
#include "report/figure_draw.h"
#include "report/json_write.h"

/* --- Numbers, for programs ------------------------------------------------------------- */

static const char *const kinds[] = {
    [FIGURE_CURVES] = "curves", [FIGURE_SURFACE] = "surface", [FIGURE_KIVIAT] = "kiviat"};

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *points_of(const figure *f, const figure_line *line)
{
    json_t *all = json_array();
    for (int i = 0; i < line->count; i++) {
        json_t *one = json_array();
        for (int k = 0; k < f->axis_count; k++)
            json_array_append_new(one, number_or_null(line->points[i].at[k]));
        json_array_append_new(all, one);
    }
    return all;
}

static bool write_json(arena *a, const figure *f, FILE *out)
{
    json_t *o = json_object(), *axes = json_array(), *lines = json_array(), *marks = json_array();
    json_object_set_new(o, "schema", json_string("fpredict/figure/1"));
    json_object_set_new(o, "name", json_text(a, f->name));
    json_object_set_new(o, "title", json_text(a, f->title));
    json_object_set_new(o, "kind", json_string(kinds[f->kind]));
    for (int k = 0; k < f->axis_count; k++) {
        json_t *axis = json_object();
        json_object_set_new(axis, "name", json_text(a, f->axes[k].name));
        json_object_set_new(axis, "unit", json_text(a, f->axes[k].unit));
        if (f->axes[k].better)
            json_object_set_new(axis, "better", json_string(f->axes[k].better));
        json_array_append_new(axes, axis);
    }
    for (int i = 0; i < f->line_count; i++) {
        json_t *line = json_object();
        json_object_set_new(line, "name", json_text(a, f->lines[i].name));
        json_object_set_new(line, "points", points_of(f, &f->lines[i]));
        json_array_append_new(lines, line);
    }
    for (int i = 0; i < f->mark_count; i++) {
        json_t *mark = json_object();
        json_object_set_new(mark, "at", number_or_null(f->marks[i].at));
        json_object_set_new(mark, "text", json_text(a, f->marks[i].text));
        json_array_append_new(marks, mark);
    }
    json_object_set_new(o, "axes", axes);
    json_object_set_new(o, "lines", lines);
    json_object_set_new(o, "marks", marks);
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}

static bool write_csv(arena *a, const figure *f, FILE *out)
{
    (void)a;
    csv_put_text(out, "line");
    for (int k = 0; k < f->axis_count; k++) {
        fputc(',', out);
        csv_put_text(out, f->axes[k].name);
    }
    fputs("\r\n", out);
    for (int i = 0; i < f->line_count; i++)
        for (int p = 0; p < f->lines[i].count; p++) {
            csv_put_text(out, f->lines[i].name);
            for (int k = 0; k < f->axis_count; k++)
                csv_put_number(out, f->lines[i].points[p].at[k]);
            fputs("\r\n", out);
        }
    return !ferror(out);
}

/* --- Files ------------------------------------------------------------------------------- */

static const char *write_file(arena *a, const figure *f, const char *folder, const char *ending,
                              bool (*write)(arena *, const figure *, FILE *))
{
    const char *path = arena_printf(a, "%s/%s.%s", folder, f->name, ending);
    FILE *out = fopen(path, "w");
    if (!out)
        return arena_printf(a, "cannot write '%s': %s", path, strerror(errno));
    const bool ok = write(a, f, out);
    return fclose(out) == 0 && ok ? NULL
                                  : arena_printf(a, "cannot write '%s': %s", path, strerror(errno));
}

const char *figures_write(arena *a, int count, const figure *all, const char *folder)
{
    gnuplot g;
    const char *wrong = gnuplot_check(a, folder);
    for (int i = 0; i < count && !wrong; i++) {
        wrong = write_file(a, &all[i], folder, "json", write_json);
        wrong = wrong ? wrong : write_file(a, &all[i], folder, "csv", write_csv);
    }
    wrong = wrong ? wrong : gnuplot_begin(&g, a, folder);
    if (wrong)
        return wrong;
    /* Under another name first: who looks at a drawing sees it whole. */
    const char **begun = ARENA_ARRAY(a, count, const char *);
    for (int i = 0; i < count; i++) {
        begun[i] = arena_printf(a, "%s/%s.%ld.new", folder, all[i].name, (long)getpid());
        figure_draw(a, &all[i], begun[i], g.out);
    }
    wrong = gnuplot_end(&g, a);
    for (int i = 0; i < count; i++) {
        const char *path = arena_printf(a, "%s/%s.svg", folder, all[i].name);
        if (!wrong && rename(begun[i], path) != 0)
            wrong = arena_printf(a, "'%s' cannot be replaced: %s", path, strerror(errno));
        if (wrong)
            unlink(begun[i]);
    }
    return wrong;
}
