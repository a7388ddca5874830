#include "report/experiment.h"

#include <math.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "report/csv.h"
#include "report/json_write.h"
#include "report/table.h"
#include "support/format.h"
#include "support/process.h"

/* "processors × latency_us" */
static const char *axes_text(arena *a, const stored_experiment *e)
{
    const char *text = "";
    for (int k = 0; k < e->axes.count; k++)
        text = arena_printf(a, "%s%s%s", text, k ? " × " : "", e->axes.data[k].name);
    return text;
}

/* --- The list ------------------------------------------------------------------------- */

void report_experiments(fp_context *ctx, FILE *out, const experiment_list *all, report_style style)
{
    static const table_align align[] = {TABLE_LEFT,  TABLE_RIGHT, TABLE_RIGHT,
                                        TABLE_RIGHT, TABLE_LEFT,  TABLE_FILL};
    arena *a = ctx->arena;
    table t = table_new(a, 6, align);
    if (all->count == 0) {
        fputs("There is no experiment in it.\n", out);
        return;
    }
    table_add(&t, (const char *const[]){"experiment", "done", "failed", "measured", "begun",
                                        "what varies"})
        ->ink = TABLE_DIM;
    for (int i = 0; i < all->count; i++) {
        const stored_experiment *e = &all->data[i];
        const char *const cells[] = {e->name,
                                     arena_printf(a, "%d of %d", e->done, e->point_count),
                                     e->failed ? format_integer(a, e->failed) : NULL,
                                     e->measured ? format_integer(a, e->measured) : NULL,
                                     e->made,
                                     axes_text(a, e)};
        table_add(&t, cells);
    }
    table_print(&t, out, "", style.width, style.color);
}

void report_experiments_csv(FILE *out, const experiment_list *all)
{
    fputs("experiment,title,points,done,failed,measured,begun\r\n", out);
    for (int i = 0; i < all->count; i++) {
        const stored_experiment *e = &all->data[i];
        csv_put_text(out, e->name);
        fputc(',', out);
        csv_put_text(out, e->title);
        fprintf(out, ",%d,%d,%d,%d,%s\r\n", e->point_count, e->done, e->failed, e->measured,
                e->made);
    }
}

static json_t *head_of(arena *a, const stored_experiment *e)
{
    json_t *o = json_object(), *axes = json_array();
    json_object_set_new(o, "name", json_text(a, e->name));
    json_object_set_new(o, "title", json_text(a, e->title));
    json_object_set_new(o, "folder", json_text(a, e->folder));
    json_object_set_new(o, "begun", json_text(a, e->made));
    json_object_set_new(o, "points", json_integer(e->point_count));
    json_object_set_new(o, "done", json_integer(e->done));
    json_object_set_new(o, "failed", json_integer(e->failed));
    json_object_set_new(o, "measured", json_integer(e->measured));
    for (int k = 0; k < e->axes.count; k++) {
        json_t *axis = json_object();
        json_object_set_new(axis, "name", json_text(a, e->axes.data[k].name));
        json_object_set_new(axis, "what", json_text(a, e->axes.data[k].text));
        json_array_append_new(axes, axis);
    }
    json_object_set_new(o, "vary", axes);
    return o;
}

bool report_experiments_json(fp_context *ctx, FILE *out, const experiment_list *all)
{
    json_t *o = json_object(), *list = json_array();
    json_object_set_new(o, "schema", json_string("fpredict/experiment-list/1"));
    for (int i = 0; i < all->count; i++)
        json_array_append_new(list, head_of(ctx->arena, &all->data[i]));
    json_object_set_new(o, "experiments", list);
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}

/* --- One of them ------------------------------------------------------------------------- */

/* A time, marked as elsewhere where it is not all of it. */
static const char *time_text(arena *a, const stored_result *r)
{
    if (!r->is_done)
        return "failed";
    const char *mark = r->is_complete ? "" : isnan(r->low) ? "? " : "≥ ";
    return arena_printf(a, "%s%s", mark, format_time(a, r->time));
}

static double part_of(const stored_result *r, const char *name)
{
    for (int i = 0; i < r->parts.count; i++)
        if (strcmp(r->parts.data[i].name, name) == 0)
            return r->parts.data[i].seconds;
    return NAN;
}

/* Estimates and extrapolations call it otherwise. */
static double computing_of(const stored_result *r)
{
    const double computation = part_of(r, "computation");
    return isnan(computation) ? part_of(r, "computing") : computation;
}

static const char *share_text(arena *a, double part, double whole)
{
    return isnan(part) || !(whole > 0) ? NULL : format_percent(a, part / whole);
}

void report_experiment(fp_context *ctx, FILE *out, const stored_experiment *e,
                       const result_list *results, report_style style)
{
    enum { COLUMNS = 7, AXES_MOST = 2 };
    static const table_align align[COLUMNS] = {TABLE_RIGHT, TABLE_RIGHT, TABLE_UNIT, TABLE_RIGHT,
                                               TABLE_RIGHT, TABLE_LEFT,  TABLE_WRAP};
    arena *a = ctx->arena;
    table t = table_new(a, COLUMNS, align);
    const double *speed_ups = stored_speed_ups(a, e, results);
    t.is_kept[1] = t.is_kept[2] = true;
    char *title = arena_strdup(ctx->arena, e->title);
    process_make_plain(title);
    fprintf(out, "%s: %s\n", e->name, title);
    const char *head[COLUMNS] = {NULL, NULL, "time", "speed-up", "computing", "kind", "why"};
    for (int k = 0; k < e->axes.count && k < AXES_MOST; k++) {
        const char *dot = strrchr(e->axes.data[k].name, '.');
        head[k] = dot ? dot + 1 : e->axes.data[k].name;
    }
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < results->count; i++) {
        const stored_result *r = &results->data[i];
        const double speed_up = speed_ups[i];
        if (r->is_hidden)
            continue;
        const char *cells[COLUMNS] = {
            NULL,
            NULL,
            time_text(a, r),
            isnan(speed_up) ? NULL : format_number(a, speed_up),
            share_text(a, computing_of(r), r->time),
            e->measured && strcmp(r->kind, RESULT_MEASURED) == 0 ? "measured" : NULL,
            r->message};
        for (int k = 0; k < e->axes.count && k < AXES_MOST; k++)
            cells[k] = stored_value(r, e->axes.data[k].name);
        table_add(&t, cells);
    }
    table_print(&t, out, "", style.width, style.color);
}

static void put_number(FILE *out, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    fputc(',', out);
    if (!isfinite(value))
        return;
    format_shortest(value, text);
    fputs(text, out);
}

void report_experiment_csv(fp_context *ctx, FILE *out, const stored_experiment *e,
                           const result_list *results)
{
    const double *speed_ups = stored_speed_ups(ctx->arena, e, results);
    for (int k = 0; k < e->axes.count; k++) {
        csv_put_text(out, e->axes.data[k].name);
        fputc(',', out);
    }
    fputs("kind,state,time_s,low_s,high_s,speed_up,complete,message,program,machine,trace,version,"
          "made,command\r\n",
          out);
    for (int i = 0; i < results->count; i++) {
        const stored_result *r = &results->data[i];
        if (r->is_hidden)
            continue;
        for (int k = 0; k < e->axes.count; k++) {
            csv_put_text(out, stored_value(r, e->axes.data[k].name));
            fputc(',', out);
        }
        fprintf(out, "%s,%s", r->kind, r->is_done ? "done" : "failed");
        put_number(out, r->time);
        put_number(out, r->low);
        put_number(out, r->high);
        put_number(out, speed_ups[i]);
        fprintf(out, ",%s", r->is_complete ? "true" : "false");
        const char *const texts[] = {r->message, r->program, r->machine, r->trace,
                                     r->version, r->made,    r->command};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            fputc(',', out);
            csv_put_text(out, texts[k]);
        }
        fputs("\r\n", out);
    }
}

static void set_text(arena *a, json_t *o, const char *key, const char *text)
{
    if (text)
        json_object_set_new(o, key, json_text(a, text));
}

static json_t *result_of(arena *a, const stored_result *r, double speed_up)
{
    json_t *o = json_object(), *settings = json_object(), *parts = json_object();
    json_object_set_new(o, "point", json_integer(r->point + 1));
    set_text(a, o, "kind", r->kind);
    json_object_set_new(o, "state", json_string(r->is_done ? "done" : "failed"));
    for (int k = 0; k < r->settings.count; k++)
        set_text(a, settings, r->settings.data[k].name, r->settings.data[k].text);
    json_object_set_new(o, "settings", settings);
    json_set_real(o, "time_s", r->time);
    json_set_real(o, "low_s", r->low);
    json_set_real(o, "high_s", r->high);
    json_set_real(o, "speed_up", speed_up);
    json_object_set_new(o, "complete", json_boolean(r->is_complete));
    for (int k = 0; k < r->parts.count; k++)
        json_set_real(parts, r->parts.data[k].name, r->parts.data[k].seconds);
    json_object_set_new(o, "breakdown_s", parts);
    set_text(a, o, "message", r->message);
    set_text(a, o, "command", r->command);
    set_text(a, o, "folder", r->folder);
    set_text(a, o, "version", r->version);
    set_text(a, o, "program", r->program);
    set_text(a, o, "machine", r->machine);
    set_text(a, o, "trace", r->trace);
    set_text(a, o, "key", r->key);
    set_text(a, o, "made", r->made);
    return o;
}

bool report_experiment_json(fp_context *ctx, FILE *out, const stored_experiment *e,
                            const result_list *results)
{
    json_t *o = json_object(), *list = json_array();
    const double *speed_ups = stored_speed_ups(ctx->arena, e, results);
    json_object_set_new(o, "schema", json_string("fpredict/experiment/1"));
    json_t *head = head_of(ctx->arena, e);
    json_object_update(o, head);
    json_decref(head);
    for (int i = 0; i < results->count; i++)
        if (!results->data[i].is_hidden)
            json_array_append_new(list, result_of(ctx->arena, &results->data[i], speed_ups[i]));
    json_object_set_new(o, "results", list);
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}
