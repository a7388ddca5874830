#include <math.h>
#include <string.h>

#include "driver/fpredict/model.h"
#include "report/subject.h"
#include "sysmodels/file/path.h"
#include "training/fit/fit_model.h"

static bool predict(model_work *w, model_point *p)
{
    fp_context *ctx = w->s.ctx;
    estimate *e = ARENA_NEW(ctx->arena, estimate);
    bindings *at = ARENA_NEW(ctx->arena, bindings);
    *at = explore_fit_procs(w->graph, p->bound);
    if (!estimate_run(ctx, w->graph, w->machine, at, &w->s.estimating, e))
        return false;
    const formula *f = formula_here(ctx, e, at, &w->s.estimating);
    env *values = f ? formula_env(ctx, f, at) : NULL;
    if (!values)
        return false;
    p->time = e->time;
    p->of = contributions_of(ctx, f, values);
    if (!w->report.source)
        w->report.source = subject_source(ctx, e);
    session_check_complete(&w->s, e);
    return true;
}

bool model_predict(model_work *w)
{
    /* Repetitions are of one combination, which is predicted once. */
    const model_point **first =
        ARENA_ARRAY(w->s.ctx->arena, w->s.combination_count, const model_point *);
    for (int i = 0; i < w->point_count; i++) {
        model_point *p = &w->points[i];
        const model_point **same = &first[p->bound - w->s.combinations];
        if (*same) {
            p->time = (*same)->time;
            p->of = (*same)->of;
            continue;
        }
        meter_say(w->s.meter, "predicting point %d of %d", i + 1, w->point_count);
        if (!predict(w, p)) {
            session_report_missing(&w->s, w->graph);
            return false;
        }
        *same = p;
    }
    return true;
}

/* --- The values ------------------------------------------------------------------------- */

/* Does --constant name the value? By the beginning of its path, which is one constant; or as
 * --param does: without its unit, without "pieces[0]". */
static bool is_named(arena *a, const char *asked, const char *path)
{
    const size_t length = strlen(asked);
    if (strncmp(asked, path, length) == 0 && strchr(".[", path[length]))
        return true;
    const char *dot = strrchr(asked, '.'), *key = strrchr(path, '.');
    if (!dot || !key)
        return false;
    const size_t word = strlen(dot);
    return strncmp(dot, key, word) == 0 &&
           (key[word] == '\0' || (key[word] == '_' && !strchr(key + word + 1, '_'))) &&
           machine_path_leads(arena_strndup(a, asked, (size_t)(dot - asked)),
                              arena_strndup(a, path, (size_t)(key - path)));
}

/* Which --constant names it; -1: none. */
static int asked_by(const model_work *w, const char *path)
{
    for (int i = 0; i < w->sized.constants.count; i++)
        if (is_named(w->s.ctx->arena, w->sized.constants.data[i], path))
            return i;
    return -1;
}

static void add_value(model_work *w, const quantity *q)
{
    const int asked = asked_by(w, q->path);
    if (asked < 0 && w->sized.constants.count > 0)
        return;
    for (int i = 0; i < w->value_count; i++)
        if (strcmp(w->values[i].value->path, q->path) == 0)
            return;
    w->values[w->value_count++] = (fitted_value){q, VALUE_KEPT, asked, 1, NAN, NAN, NAN, NAN, NAN};
}

/* Each constant that was asked for is one of a prediction. */
static bool check_asked(model_work *w)
{
    for (int i = 0; i < w->sized.constants.count; i++) {
        bool is_there = false;
        for (int k = 0; k < w->value_count; k++)
            is_there = is_there || w->values[k].set == i;
        if (!is_there)
            return model_fail(w,
                              "--constant %s: the formula of these runs has no such value, or a "
                              "--constant before it names it; 'fpredict estimate --formula text' "
                              "lists those that it has",
                              w->sized.constants.data[i]);
    }
    return true;
}

bool model_list_values(model_work *w)
{
    int most = 0;
    for (int i = 0; i < w->point_count; i++)
        most += w->points[i].of.of.count;
    w->values = ARENA_ARRAY(w->s.ctx->arena, most, fitted_value);
    for (int i = 0; i < w->point_count; i++)
        for (int k = 0; k < w->points[i].of.of.count; k++)
            add_value(w, w->points[i].of.of.data[k].value);
    if (w->value_count == 0 && w->sized.constants.count == 0)
        return model_fail(w, "nothing of these predictions has a closed form: there is no value of "
                             "the machine to fit");
    if (w->value_count > MODEL_CONSTANTS_MOST)
        return model_fail(w,
                          "the formulas have %d values, and at most %d are fitted: --constant "
                          "says which",
                          w->value_count, MODEL_CONSTANTS_MOST);
    return check_asked(w);
}
