#include "training/fit/fit_model_text.h"

#include <math.h>
#include <string.h>

static bool read_word(FILE *in, const char *word)
{
    char text[32];
    return fscanf(in, "%31s", text) == 1 && strcmp(text, word) == 0;
}

static bool read_count(FILE *in, const char *word, int least, int most, int *out)
{
    return read_word(in, word) && fscanf(in, "%d", out) == 1 && *out >= least && *out <= most;
}

static bool read_mode(FILE *in, model_mode *out)
{
    static const char *const words[] = {"choose", "all", "fixed"};
    char text[32];
    if (!read_word(in, "mode") || fscanf(in, "%31s", text) != 1)
        return false;
    for (int k = 0; k < 3; k++)
        if (strcmp(words[k], text) == 0) {
            *out = (model_mode)k;
            return true;
        }
    return false;
}

/* What was measured stands first, but of what is to be predicted. */
static bool read_rows(arena *a, FILE *in, int constants, bool is_measured, int count,
                      model_row *rows)
{
    for (int i = 0; i < count; i++) {
        double *of = ARENA_ARRAY(a, constants, double);
        rows[i] = (model_row){.of = of};
        if (is_measured && (fscanf(in, "%lf", &rows[i].seconds) != 1 || !(rows[i].seconds > 0)))
            return false;
        if (fscanf(in, "%lf", &rows[i].fixed) != 1)
            return false;
        for (int k = 0; k < constants; k++)
            if (fscanf(in, "%lf", &of[k]) != 1 || !isfinite(of[k]))
                return false;
    }
    return true;
}

static bool read_all(arena *a, FILE *in, model_problem *p)
{
    if (!read_word(in, "fpredict-model") || !read_word(in, "2") || !read_mode(in, &p->mode) ||
        !read_word(in, "level") || fscanf(in, "%lf", &p->level) != 1 || !(p->level > 0) ||
        !(p->level < 1) ||
        !read_count(in, "constants", 1, MODEL_CONSTANTS_MOST, &p->constant_count))
        return false;
    const char **component = ARENA_ARRAY(a, p->constant_count, const char *);
    const char **kind = ARENA_ARRAY(a, p->constant_count, const char *);
    int *set = ARENA_ARRAY(a, p->constant_count, int);
    for (int k = 0; k < p->constant_count; k++) {
        char text[256], word[32];
        if (fscanf(in, "%255s %31s %d", text, word, &set[k]) != 3)
            return false;
        component[k] = arena_strdup(a, text);
        kind[k] = arena_strdup(a, word);
    }
    p->component = component;
    p->kind = kind;
    p->set = set;
    if (!read_count(in, "runs", 1, MODEL_RUNS_MOST, &p->run_count) ||
        !read_count(in, "distinct", 1, p->run_count, &p->distinct))
        return false;
    model_row *runs = ARENA_ARRAY(a, p->run_count, model_row);
    p->runs = runs;
    if (!read_rows(a, in, p->constant_count, true, p->run_count, runs) ||
        !read_count(in, "predictions", 0, MODEL_RUNS_MOST, &p->prediction_count))
        return false;
    model_row *predictions = ARENA_ARRAY(a, p->prediction_count, model_row);
    p->predictions = predictions;
    return read_rows(a, in, p->constant_count, false, p->prediction_count, predictions);
}

bool model_read(arena *a, FILE *in, model_problem *out, const char **why)
{
    *out = (model_problem){.level = 0};
    *why = "it is no problem as 'fpredict fit-model' writes it";
    return read_all(a, in, out);
}

/* Each set of a choice: factor, interval, how many constants, and their numbers. */
static void write_other(FILE *out, const model_problem *p, const model_other *o)
{
    fprintf(out, "other %d %.17g\n", o->count, o->spread);
    for (int k = 0; k < o->count; k++) {
        int count = 0;
        for (int j = 0; j < p->constant_count; j++)
            count += o->has[k][j];
        fprintf(out, "%.17g %.17g %.17g %d", o->factors[k], o->low[k], o->high[k], count);
        for (int j = 0; j < p->constant_count; j++)
            if (o->has[k][j])
                fprintf(out, " %d", j);
        fputc('\n', out);
    }
}

void model_write(FILE *out, const model_problem *p, const model_fit *fit)
{
    static const char *const states[] = {"fitted", "kept",        "possible",
                                         "small",  "unsupported", "negative"};
    if (fit->why) {
        fprintf(out, "none %s\n", fit->why);
        return;
    }
    fprintf(out,
            "fit factors %d freedom %d robust %d spread %.17g scatter %.17g misfit %d left %d\n",
            fit->factors, fit->freedom, fit->is_robust, fit->spread, fit->scatter, fit->is_misfit,
            fit->left);
    for (int k = 0; k < p->constant_count; k++) {
        const model_factor *f = &fit->constants[k];
        fprintf(out, "%s %d %.17g %.17g %.17g %.17g %.17g %.17g\n", states[f->state], f->set,
                f->factor, f->error, f->low, f->high, f->other_low, f->other_high);
    }
    for (int i = 0; i < p->run_count; i++)
        fprintf(out, "%.17g %.17g %.17g\n", fit->runs[i].seconds, fit->runs[i].weight,
                fit->runs[i].left_out);
    for (int i = 0; i < p->prediction_count; i++) {
        const model_value *v = &fit->predictions[i];
        fprintf(out, "%.17g %.17g %.17g %.17g %.17g\n", v->seconds, v->low, v->high, v->other_low,
                v->other_high);
    }
    fprintf(out, "choices %d others %d\n", fit->choices, fit->other_count);
    for (int i = 0; i < fit->other_count; i++)
        write_other(out, p, &fit->others[i]);
}
