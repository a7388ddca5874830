#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/model.h"
#include "support/format.h"
#include "training/fit/fit_model.h"

static const source_range nowhere = {0};

bool model_fail(model_work *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(w->s.ctx->arena, format, args);
    va_end(args);
    diag_report(w->s.ctx->diags, DIAG_ERROR, "fit-model", nowhere, "%s", text);
    return false;
}

/* Is a parameter the processors? Extra-P's files call them p. */
static bool is_processors(const char *name)
{
    return strcmp(name, "processors") == 0 || strcmp(name, "procs") == 0 || strcmp(name, "p") == 0;
}

/* The size that a parameter is: experiments call one that has the name of an option so. */
static const char *size_name(const char *name)
{
    static const char prefix[] = "size:";
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : name;
}

/* --- Runs, and what is to be predicted -------------------------------------------------- */

static bool read_database(model_work *w, const options *opt)
{
    fp_context *ctx = w->s.ctx;
    experiment_list all = {0};
    result_list results = {0};
    const stored_experiment *e = NULL;
    database *d = database_open(ctx, opt->database ? opt->database : "experiments.db", false);
    bool ok = d && database_experiments(d, &all);
    for (int i = 0; i < all.count; i++)
        if (strcmp(all.data[i].name, opt->experiment) == 0)
            e = &all.data[i];
    if (ok && !e)
        ok = model_fail(w,
                        "the database has no experiment '%s'; 'fpredict experiment --list' "
                        "prints those that it has",
                        opt->experiment);
    ok = ok && database_results(d, e->id, &results);
    database_close(d);
    return ok && measurements_stored(ctx, e, &results, false, &w->runs);
}

static void add_point(model_work *w, const char *const *values, double measured)
{
    w->points[w->point_count++] = (model_point){.values = values, .measured = measured};
}

/* "processors=64,N=4096" of --predict. */
static bool read_wish(model_work *w, const char *text)
{
    arena *a = w->s.ctx->arena;
    const char **values = ARENA_ARRAY(a, w->runs.name_count, const char *);
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, ","), name = strcspn(at, "=");
        int k = 0;
        while (k < w->runs.name_count &&
               (strlen(w->runs.names[k]) != name || strncmp(w->runs.names[k], at, name) != 0))
            k++;
        if (name >= length || k == w->runs.name_count)
            return model_fail(w,
                              "--predict %s: '%.*s' is no value of a parameter of the runs, "
                              "which are of %s",
                              text, (int)length, at,
                              format_list(a, w->runs.name_count, w->runs.names, "and"));
        if (values[k])
            return model_fail(w, "--predict %s: it has %s twice; a point more is a --predict more",
                              text, w->runs.names[k]);
        values[k] = arena_strndup(a, at + name + 1, length - name - 1);
        at += length + (at[length] == ',');
    }
    for (int k = 0; k < w->runs.name_count; k++)
        if (!values[k])
            return model_fail(w, "--predict %s: it has no %s", text, w->runs.names[k]);
    add_point(w, values, NAN);
    return true;
}

/* --- Their sizes and processors ----------------------------------------------------------- */

/* Is it one whole number: 64, no list, no range? */
static bool is_size(const char *text)
{
    char *end;
    errno = 0;
    strtoll(text, &end, 10);
    return end != text && *end == '\0' && errno == 0;
}

/* Is it 4, or 2x4? */
static bool is_shape(const char *text)
{
    while (isdigit((unsigned char)*text)) {
        text += strspn(text, "0123456789");
        if (*text == '\0')
            return true;
        text += *text == 'x' || *text == 'X';
    }
    return false;
}

/* Each value of a parameter is one, so that it is that of a point. */
static bool check_values(model_work *w, int parameter)
{
    const char *name = w->runs.names[parameter];
    for (int i = 0; i < w->point_count; i++) {
        const char *text = w->points[i].values[parameter];
        if (is_processors(name) ? is_shape(text) : is_size(text))
            continue;
        const source_range where = i < w->runs.all.count ? w->runs.all.data[i].where : nowhere;
        diag_report(w->s.ctx->diags, DIAG_ERROR, "fit-model", where,
                    is_processors(name) ? "'%s' = '%s': a point has one number of processors, 4, "
                                          "or one shape, 2x4"
                                        : "'%s' = '%s': a point has one whole number of it",
                    name, text);
        return false;
    }
    return true;
}

/* Each value of a parameter once, with commas between. */
static const char *all_values(model_work *w, int parameter)
{
    const char *text = "";
    for (int i = 0; i < w->point_count; i++) {
        bool is_there = false;
        for (int k = 0; k < i; k++)
            is_there = is_there ||
                       strcmp(w->points[k].values[parameter], w->points[i].values[parameter]) == 0;
        if (!is_there)
            text = arena_printf(w->s.ctx->arena, "%s%s%s", text, *text ? "," : "",
                                w->points[i].values[parameter]);
    }
    return text;
}

static bool take_parameter(model_work *w, int k)
{
    fp_context *ctx = w->s.ctx;
    if (!check_values(w, k))
        return false;
    const char *why = "", *name = w->runs.names[k], *values = all_values(w, k);
    if (is_processors(name)) {
        if (w->sized.procs.count > 0)
            return model_fail(w, "--procs: the runs have '%s' of their own", name);
        return options_parse_procs(ctx, values, &w->sized, &why) ||
               model_fail(w, "'%s' = %s of the runs: %s", name, values, why);
    }
    for (int i = 0; i < w->sized.sets.count; i++)
        if (strcmp(w->sized.sets.data[i].name, size_name(name)) == 0)
            return model_fail(w, "--set %s: the runs have '%s' of their own", size_name(name),
                              name);
    return options_parse_set(ctx, arena_printf(ctx->arena, "%s=%s", size_name(name), values),
                             &w->sized, &why) ||
           model_fail(w, "'%s' of the runs is no size: %s", name, why);
}

bool model_read_points(model_work *w, fp_context *ctx, const options *opt)
{
    const measurement_choice choice = {opt->metric, opt->callpath};
    w->s.ctx = ctx;
    w->sized = *opt;
    if (!(opt->measured ? measurements_read(ctx, opt->measured, &choice, &w->runs)
                        : read_database(w, opt)))
        return false;
    if (w->runs.all.count > MODEL_RUNS_MOST || opt->wishes.count > MODEL_RUNS_MOST)
        return model_fail(w,
                          "%s %s are too many, at most %s are fitted: of repetitions the mean, "
                          "or some, can stand for all",
                          format_integer(ctx->arena, w->runs.all.count > MODEL_RUNS_MOST
                                                         ? w->runs.all.count
                                                         : opt->wishes.count),
                          w->runs.all.count > MODEL_RUNS_MOST ? "runs" : "predictions",
                          format_integer(ctx->arena, MODEL_RUNS_MOST));
    for (int i = 0; i < opt->sets.count; i++)
        if (opt->sets.data[i].count != 1)
            return model_fail(w,
                              "--set %s has several values: of what the runs do not tell it is "
                              "one",
                              opt->sets.data[i].name);
    w->points = ARENA_ARRAY(ctx->arena, w->runs.all.count + opt->wishes.count, model_point);
    for (int i = 0; i < w->runs.all.count; i++)
        add_point(w, w->runs.all.data[i].values, w->runs.all.data[i].seconds);
    for (int i = 0; i < opt->wishes.count; i++)
        if (!read_wish(w, opt->wishes.data[i]))
            return false;
    for (int k = 0; k < w->runs.name_count; k++)
        if (!take_parameter(w, k))
            return false;
    return true;
}

/* --- Combinations ------------------------------------------------------------------------- */

static bool is_at(const model_work *w, const bindings *b, const model_point *p)
{
    for (int k = 0; k < w->runs.name_count; k++) {
        const char *text = p->values[k], *name = size_name(w->runs.names[k]);
        char *end;
        if (is_processors(w->runs.names[k])) {
            for (int i = 0; i < b->procs_rank; i++) {
                if (strtoll(text, &end, 10) != b->procs[i])
                    return false;
                text = *end == 'x' || *end == 'X' ? end + 1 : end;
            }
            if (*text)
                return false;
            continue;
        }
        for (int i = 0; i < b->count; i++)
            if (strcmp(b->set[i].name, name) == 0 && b->set[i].value != strtoll(text, &end, 10))
                return false;
    }
    return true;
}

bool model_bind_points(model_work *w)
{
    if (w->s.reading_count > 1)
        return model_fail(w, "a size of the runs decides what the text of the program is, so that "
                             "each would be another program: fit the runs of one such value");
    for (int i = 0; i < w->point_count; i++) {
        model_point *p = &w->points[i];
        for (int c = 0; c < w->s.combination_count && !p->bound; c++)
            if (is_at(w, &w->s.combinations[c], p))
                p->bound = &w->s.combinations[c];
        if (!p->bound)
            return model_fail(w, "'%s' of a run is no whole number of what it names",
                              p->values[w->runs.name_count - 1]);
    }
    return true;
}
