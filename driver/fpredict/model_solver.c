#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict/model.h"
#include "support/process.h"
#include "sysmodels/change/value_kind.h"
#include "training/fit/fit_model.h"

/* What fpredict-fit is asked, and what it says (training/fit/fit_model_text.c): a program of its
 * own, because GSL is under the GPL. */

/* "cube.node.processing" of "cube.node.processing.float_add_clk"; blanks are none of a word. */
static const char *component_of(arena *a, const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *brackets = strchr(path, '[');
    const size_t length = brackets ? (size_t)(brackets - path)
                          : dot    ? (size_t)(dot - path)
                                   : strlen(path);
    return length ? arena_strndup(a, path, length) : "-";
}

static const char *kind_name(sag_value_kind kind)
{
    switch (kind) {
    case VALUE_OF_COMPUTING:
        return "compute";
    case VALUE_OF_MEMORY:
        return "memory";
    case VALUE_OF_BANDWIDTH:
        return "bandwidth";
    case VALUE_OF_LATENCY:
        break;
    }
    return "latency";
}

static void write_constants(const model_work *w, FILE *out, bool is_first)
{
    arena *a = w->s.ctx->arena;
    const char **paths = ARENA_ARRAY(a, w->value_count + 1, const char *);
    sag_value_kind *kinds = ARENA_ARRAY(a, w->value_count + 1, sag_value_kind);
    for (int k = 0; k < w->value_count; k++)
        paths[k] = w->values[k].value->path;
    sag_kinds_of_values(w->s.ctx, w->machine, w->value_count, paths, kinds);
    fprintf(out, "constants %d\n", w->value_count);
    for (int k = 0; k < w->value_count; k++)
        fprintf(out, "%s %s %d\n", component_of(a, paths[k]), kind_name(kinds[k]),
                is_first || w->values[k].state == VALUE_FITTED ? w->values[k].set : -1);
}

static double contribution_of(const model_point *p, const char *path)
{
    for (int k = 0; k < p->of.of.count; k++)
        if (strcmp(p->of.of.data[k].value->path, path) == 0)
            return p->of.of.data[k].seconds;
    return 0;
}

static void write_row(const model_work *w, FILE *out, const model_point *p)
{
    double fixed = p->time;
    for (int k = 0; k < w->value_count; k++)
        fixed -= contribution_of(p, w->values[k].value->path);
    if (!isnan(p->measured))
        fprintf(out, "%.17g ", p->measured);
    fprintf(out, "%.17g", fixed);
    for (int k = 0; k < w->value_count; k++)
        fprintf(out, " %.17g", contribution_of(p, w->values[k].value->path));
    fputc('\n', out);
}

static bool write_problem(const model_work *w, const char *path, bool is_first)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    const char *mode = !is_first ? "fixed" : w->sized.constants.count > 0 ? "all" : "choose";
    fprintf(out, "fpredict-model 2\nmode %s\nlevel %.17g\n", mode, w->report.level);
    write_constants(w, out, is_first);
    fprintf(out, "runs %d\ndistinct %d\n", w->runs.all.count, w->report.distinct);
    for (int i = 0; i < w->runs.all.count; i++)
        write_row(w, out, &w->points[i]);
    fprintf(out, "predictions %d\n", w->point_count - w->runs.all.count);
    for (int i = w->runs.all.count; i < w->point_count; i++)
        write_row(w, out, &w->points[i]);
    const bool ok = !ferror(out);
    return fclose(out) == 0 && ok;
}

/* --- The answer --------------------------------------------------------------------------- */

static bool read_value(FILE *in, fitted_value *v, bool is_first, double *change)
{
    static const char *const states[] = {"fitted", "kept",        "possible",
                                         "small",  "unsupported", "negative"};
    char word[32];
    int set, state = 0;
    double factor, error, low, high, least, most;
    if (fscanf(in, "%31s %d %lf %lf %lf %lf %lf %lf", word, &set, &factor, &error, &low, &high,
               &least, &most) != 8)
        return false;
    while (state < VALUE_NEGATIVE && strcmp(states[state], word) != 0)
        state++;
    if (!is_first && state != VALUE_FITTED)
        return true; /* as it was */
    const double before = v->factor;
    if (is_first) {
        v->other_low = least;
        v->other_high = most;
    }
    *v = (fitted_value){v->value,        (fitted_state)state, set,
                        before * factor, before * error,      before * low,
                        before * high,   v->other_low,        v->other_high};
    if (fabs(factor - 1) > *change)
        *change = fabs(factor - 1);
    return true;
}

/* What other choices say is of the first round: they are not gone on with. */
static bool read_points(model_work *w, FILE *in, bool is_first)
{
    fitted_point *points = (fitted_point *)(uintptr_t)w->report.points;
    for (int i = 0; i < w->runs.all.count; i++)
        if (fscanf(in, "%lf %lf %lf", &points[i].time, &points[i].weight, &points[i].left_out) != 3)
            return false;
    for (int i = w->runs.all.count; i < w->point_count; i++) {
        double least, most;
        if (fscanf(in, "%lf %lf %lf %lf %lf", &points[i].time, &points[i].low, &points[i].high,
                   &least, &most) != 5)
            return false;
        points[i].other_low = is_first ? least : points[i].other_low;
        points[i].other_high = is_first ? most : points[i].other_high;
    }
    return true;
}

static bool read_choice(arena *a, FILE *in, int value_count, fitted_choice *out)
{
    if (fscanf(in, " other %d %lf", &out->count, &out->spread) != 2 || out->count < 0 ||
        out->count > value_count)
        return false;
    fitted_set *sets = ARENA_ARRAY(a, out->count, fitted_set);
    out->sets = sets;
    for (int k = 0; k < out->count; k++) {
        fitted_set *s = &sets[k];
        if (fscanf(in, "%lf %lf %lf %d", &s->factor, &s->low, &s->high, &s->count) != 4 ||
            s->count < 1 || s->count > value_count)
            return false;
        int *values = ARENA_ARRAY(a, s->count, int);
        s->values = values;
        for (int j = 0; j < s->count; j++)
            if (fscanf(in, "%d", &values[j]) != 1 || values[j] < 0 || values[j] >= value_count)
                return false;
    }
    return true;
}

static bool read_choices(model_work *w, FILE *in, bool is_first)
{
    int choices, count;
    if (fscanf(in, " choices %d others %d", &choices, &count) != 2 || count < 0 ||
        count > MODEL_OTHERS_MOST)
        return false;
    if (!is_first)
        return true;
    fitted_choice *others = ARENA_ARRAY(w->s.ctx->arena, count, fitted_choice);
    w->report.choice_count = choices;
    w->report.other_count = count;
    w->report.others = others;
    for (int i = 0; i < count; i++)
        if (!read_choice(w->s.ctx->arena, in, w->value_count, &others[i]))
            return false;
    return true;
}

static bool read_answer(model_work *w, const char *path, bool is_first, double *change)
{
    FILE *in = fopen(path, "r");
    char word[16], text[512] = "";
    if (!in || fscanf(in, "%15s", word) != 1)
        return model_fail(w, "fpredict-fit says nothing");
    if (strcmp(word, "none") == 0) {
        const bool has_why = fgets(text, sizeof text, in) != NULL;
        fclose(in);
        text[strcspn(text, "\n")] = '\0';
        return model_fail(w, "no fit is made:%s", has_why ? text : "");
    }
    int robust = 0, misfit = 0, left = -1;
    bool ok =
        fscanf(in, " factors %d freedom %d robust %d spread %lf scatter %lf misfit %d left %d",
               &w->report.factor_count, &w->report.freedom, &robust, &w->report.spread,
               &w->report.scatter, &misfit, &left) == 7 &&
        left < w->value_count;
    w->report.is_robust = robust;
    w->report.is_misfit = misfit;
    w->report.left = is_first ? left : w->report.left;
    *change = 0;
    for (int k = 0; k < w->value_count && ok; k++)
        ok = read_value(in, &w->values[k], is_first, change);
    ok = ok && read_points(w, in, is_first) && read_choices(w, in, is_first);
    fclose(in);
    return ok || model_fail(w, "what fpredict-fit says is not understood: is it of this version?");
}

static bool ask(model_work *w, const char *fit, const char *folder, bool is_first, double *change)
{
    arena *a = w->s.ctx->arena;
    const char *problem = arena_printf(a, "%s/problem", folder);
    const char *answer = arena_printf(a, "%s/answer", folder);
    const char *const words[] = {fit, "--model", problem, NULL};
    const process_command c = {.arguments = words, .output = answer};
    process_watch watch;
    bool ok = write_problem(w, problem, is_first) ||
              model_fail(w, "cannot write '%s': %s", problem, strerror(errno));
    if (ok) {
        process_watch_signals(&watch);
        const process_result r = process_run(&watch, a, &c);
        process_unwatch(&watch);
        ok = r.end == PROCESS_OK || model_fail(w, "'%s' %s", fit, r.why);
    }
    ok = ok && read_answer(w, answer, is_first, change);
    unlink(problem);
    unlink(answer);
    return ok;
}

bool model_fit_once(model_work *w, bool is_first, double *change)
{
    const char *fit = session_fit_program(w->s.ctx), *tmp = getenv("TMPDIR");
    if (!fit)
        return false;
    char *folder =
        arena_printf(w->s.ctx->arena, "%s/fpredict-model-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        return model_fail(w, "cannot make a folder '%s': %s", folder, strerror(errno));
    const bool ok = ask(w, fit, folder, is_first, change);
    rmdir(folder);
    return ok;
}
