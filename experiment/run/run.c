#include "experiment/run/run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "experiment/curve/curve.h"
#include "experiment/database/axis.h"
#include "experiment/run/words.h"
#include "support/gnuplot.h"
#include "support/process.h"
#include "support/progress.h"

enum { PROCESSES_MOST = 64 };

/* A process that runs a point. */
typedef struct running {
    int point;
    const char *output, *printed; /* files: what it says, what it prints */
    process_command command;
} running;

typedef struct runner {
    fp_context *ctx;
    const experiment *e;
    const experiment_place *place;
    database *d;
    const experiment_effort *effort;
    experiment_outcome *out;
    process_watch watch;
    progress bar;
    const char *folder; /* for files while points are run */
    const char *const *variables;
    int count, done, total;
    running slots[PROCESSES_MOST];
    process *processes[PROCESSES_MOST];
    double draw_at; /* curves are drawn anew from then on */
} runner;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- What is there ------------------------------------------------------------------- */

static const char *absolute(arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    const char *text = arena_strdup(a, real ? real : path);
    free(real);
    return text;
}

/* "fpredict estimate 'a b.c' …" */
static const char *shell_text(arena *a, const char *program, const word_list *words)
{
    const char *text = program;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->data[i];
        const bool is_plain =
            *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-+=./,:@%") == strlen(word);
        text = arena_printf(a, "%s %s", text, is_plain ? word : process_quote(a, word));
    }
    return text;
}

/* What is known of a point before it is run. */
static bool prepare(fp_context *ctx, const experiment *e, fingerprints *f, int point,
                    const char *folder, stored_result *out)
{
    const word_list words = point_words(ctx->arena, e, point);
    *out = (stored_result){.point = point,
                           .kind = experiment_kind_name(e->kind),
                           .is_complete = true,
                           .time = NAN,
                           .low = NAN,
                           .high = NAN,
                           .folder = folder,
                           .command = shell_text(ctx->arena, "fpredict", &words)};
    point_settings(ctx->arena, e, point, out);
    return point_fingerprint(f, &words, out);
}

static stored_experiment stored_of(arena *a, const experiment *e)
{
    stored_experiment s = {.name = e->name,
                           .title = e->title,
                           .text = source_text(e->file),
                           .folder = absolute(a, e->folder),
                           .point_count = e->point_count};
    for (int k = 0; k < e->axis_count; k++) {
        const named_text axis = {e->axes[k].called, axis_kind_name(e->axes[k].kind)};
        VEC_PUSH(a, &s.axes, axis);
    }
    return s;
}

/* Prepares all points. What they read may be large: the database is not locked meanwhile. */
static bool prepare_all(fp_context *ctx, const experiment *e, const experiment_place *place,
                        experiment_outcome *out)
{
    fingerprints *f = fingerprints_new(ctx, e, place);
    bool ok = true;
    out->prepared = ARENA_ARRAY(ctx->arena, e->point_count, stored_result);
    for (int i = 0; i < e->point_count && ok; i++)
        ok = prepare(ctx, e, f, i, out->stored.folder, &out->prepared[i]);
    return ok;
}

static bool take_all(const experiment *e, database *d, experiment_outcome *out)
{
    bool is_found;
    for (int i = 0; i < e->point_count; i++) {
        if (!database_take(d, out->stored.id, i, out->prepared[i].key, &is_found))
            return false;
        out->found += is_found;
    }
    return true;
}

/* The point whose values a result has; -1: none. */
static int point_of(const experiment *e, const stored_result *r)
{
    int point = 0;
    for (int k = 0; k < e->axis_count; k++) {
        const experiment_axis *x = &e->axes[k];
        const char *value = stored_value(r, x->called);
        int i = 0;
        while (i < x->count && (!value || strcmp(x->values[i], value) != 0))
            i++;
        if (i == x->count)
            return -1;
        point = point * x->count + i;
    }
    return point;
}

/* The experiment may have other points than when something was measured. */
static bool place_measured(const experiment *e, database *d, int64_t id)
{
    result_list all = {0};
    bool ok = database_measured(d, id, &all);
    for (int i = 0; i < all.count && ok; i++)
        ok = database_move(d, id, all.data[i].key, point_of(e, &all.data[i]));
    return ok;
}

bool experiment_begin(fp_context *ctx, const experiment *e, const experiment_place *place,
                      database *d, experiment_outcome *out)
{
    *out = (experiment_outcome){.stored = stored_of(ctx->arena, e)};
    return prepare_all(ctx, e, place, out) && database_transaction(d) &&
           database_begin(d, &out->stored) && take_all(e, d, out) &&
           place_measured(e, d, out->stored.id) && database_commit(d) &&
           database_results(d, out->stored.id, &out->results);
}

/* --- Points ------------------------------------------------------------------------- */

static const char *point_title(runner *r, int point)
{
    const char *text = "";
    for (int k = 0; k < r->e->axis_count; k++) {
        const experiment_axis *x = &r->e->axes[k];
        text = arena_printf(r->ctx->arena, "%s%s%s = %s", text, k ? ", " : "", x->called,
                            x->values[experiment_at(r->e, point, k)]);
    }
    return text;
}

static void start(runner *r, int point)
{
    arena *a = r->ctx->arena;
    running *s = &r->slots[r->count];
    const word_list words = point_words(a, r->e, point);
    *s = (running){.point = point,
                   .output = arena_printf(a, "%s/%d.said", r->folder, point),
                   .printed = arena_printf(a, "%s/%d.json", r->folder, point)};
    s->command = (process_command){
        .shell = arena_printf(a, "cd %s && exec %s >%s", process_quote(a, r->out->stored.folder),
                              shell_text(a, process_quote(a, r->place->program), &words),
                              process_quote(a, s->printed)),
        .variables = r->variables,
        .output = s->output,
        .printed = s->printed,
        .most_bytes = PROCESS_MUCH};
    progress_bar(&r->bar, r->done, r->total, point_title(r, point));
    r->processes[r->count++] = process_start(&r->watch, a, &s->command);
}

/* Keeps the results in the order of points, what is measured after what is predicted. */
static void insert(runner *r, const stored_result *result)
{
    result_list *all = &r->out->results;
    VEC_PUSH(r->ctx->arena, all, *result);
    int i = all->count - 1;
    for (; i > 0 && all->data[i - 1].point >= result->point; i--)
        all->data[i] = all->data[i - 1];
    all->data[i] = *result;
}

/* Draws what there is, unless it has just been drawn: a drawing takes longer than some points. */
static void draw(runner *r, bool is_last)
{
    static const double pause_s = 0.3, share = 4;
    const double begun = now();
    if (!r->effort->plots || r->out->not_drawn || (!is_last && begun < r->draw_at))
        return;
    arena *a = arena_new_under(r->ctx->arena);
    const char *wrong = curves_draw(a, &r->out->stored, &r->out->results, r->effort->plots);
    if (wrong)
        r->out->not_drawn = arena_strdup(r->ctx->arena, wrong);
    arena_free(a);
    const double end = now();
    r->draw_at = end + fmax(pause_s, share * (end - begun));
}

/* Why it failed: what it says is wrong, if it has ended by itself. */
static const char *message_of(const process_result *end)
{
    static const char ours[] = "fpredict: error: ";
    const char *said = end->end == PROCESS_FAILED ? strstr(end->why, ours) : NULL;
    return said ? said + strlen(ours) : end->why;
}

/* Takes what a process has come to; false after reporting that it cannot be kept. */
static bool finish(runner *r, const running *s, const process_result *end)
{
    stored_result *result = &r->out->prepared[s->point];
    if (end->end == PROCESS_OK)
        point_read_printed(r->ctx->arena, s->printed, result);
    else
        result->message = message_of(end);
    unlink(s->output);
    unlink(s->printed);
    r->done++;
    r->out->made += result->is_done;
    r->out->failed += !result->is_done;
    if (!database_add(r->d, r->out->stored.id, result))
        return false;
    insert(r, result);
    draw(r, false);
    return true;
}

/* Waits until one ends. False: nothing more is to be started. */
static bool wait_for_one(runner *r)
{
    process_result end;
    const int k = process_wait(&r->watch, r->ctx->arena, r->count, r->processes, &end);
    const running s = r->slots[k];
    r->count--;
    r->slots[k] = r->slots[r->count];
    r->processes[k] = r->processes[r->count];
    if (end.end == PROCESS_STOPPED) {
        unlink(s.output);
        unlink(s.printed);
        r->out->is_interrupted = true;
        r->out->missing++;
        return false;
    }
    if (end.end == PROCESS_NOT_STARTED) {
        diag_report(r->ctx->diags, DIAG_ERROR, "experiment", (source_range){0},
                    "'%s' cannot be started: %s", r->place->program, end.why);
        r->out->missing++;
        return false;
    }
    return finish(r, &s, &end);
}

/* Is it to be run? */
static bool is_wanted(const runner *r, const bool *is_there, int point)
{
    return !is_there[point] && (!r->effort->is_chosen || r->effort->is_chosen[point]);
}

/* Runs those that are wanted, as many at once as are asked for. */
static bool work_off(runner *r, const bool *is_there)
{
    bool ok = true;
    int next = 0;
    const int most = r->effort->jobs < PROCESSES_MOST ? r->effort->jobs : PROCESSES_MOST;
    while (true) {
        while (next < r->e->point_count && !is_wanted(r, is_there, next))
            next++;
        if (ok && next < r->e->point_count && r->count < most)
            start(r, next++);
        else if (r->count > 0)
            ok = wait_for_one(r) && ok;
        else
            break;
    }
    for (; next < r->e->point_count; next++)
        r->out->missing += is_wanted(r, is_there, next);
    return ok || r->out->is_interrupted;
}

/* --- All of it -------------------------------------------------------------------------- */

/* "NAME=FOLDER:FOLDER": points are run in the experiment's folder, and find what we find. */
static const char *search_variable(arena *a, const char *name, int count, const char *const *dirs)
{
    const char *text = arena_printf(a, "%s=", name);
    for (int i = 0; i < count; i++)
        text = arena_printf(a, "%s%s%s", text, i ? ":" : "", absolute(a, dirs[i]));
    return text;
}

static bool open_folder(runner *r)
{
    const char *base = getenv("TMPDIR");
    arena *a = r->ctx->arena;
    char *folder = arena_printf(a, "%s/fpredict-XXXXXX", base && *base ? base : "/tmp");
    r->folder = mkdtemp(folder);
    if (r->folder)
        return true;
    diag_report(r->ctx->diags, DIAG_ERROR, "experiment", (source_range){0},
                "no folder can be made for what points print, '%s': %s", folder, strerror(errno));
    return false;
}

/* Marks the points that have a result, and counts the others that are wanted. */
static void mark_all(runner *r, bool *is_there)
{
    const result_list *there = &r->out->results;
    for (int i = 0; i < there->count; i++)
        is_there[there->data[i].point] |= strcmp(there->data[i].kind, RESULT_MEASURED) != 0;
    for (int i = 0; i < r->e->point_count; i++)
        r->total += is_wanted(r, is_there, i);
}

bool experiment_run(fp_context *ctx, const experiment *e, const experiment_place *place,
                    database *d, const experiment_effort *effort, experiment_outcome *out)
{
    arena *a = ctx->arena;
    runner *r = ARENA_NEW(a, runner);
    *r = (runner){.ctx = ctx, .e = e, .place = place, .d = d, .effort = effort, .out = out};
    bool *is_there = ARENA_ARRAY(a, e->point_count, bool);
    const char *const variables[] = {
        search_variable(a, "FPREDICT_MACHINES", place->machine_dir_count, place->machine_dirs),
        search_variable(a, "FPREDICT_COMPILERS", place->compiler_dir_count, place->compiler_dirs),
        NULL};
    r->variables = variables;
    out->not_drawn = effort->plots ? gnuplot_check(a, effort->plots) : NULL;
    mark_all(r, is_there);
    if (!open_folder(r))
        return false;
    process_watch_signals(&r->watch);
    r->bar = progress_begin(effort->terminal);
    const bool ok = work_off(r, is_there);
    draw(r, true);
    progress_end(&r->bar);
    process_unwatch(&r->watch);
    rmdir(r->folder);
    return ok;
}
