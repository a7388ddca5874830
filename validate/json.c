/* Schema fpredict/validation/1. */

#include <math.h>

#include "report/json_write.h"
#include "validate/score.h"

/* Paths need not be UTF-8: then null. */
static json_t *text(const char *s)
{
    json_t *value = s ? json_string(s) : NULL;
    return value ? value : json_null();
}

static json_t *case_of(const validate_case *c)
{
    json_t *o = json_object(), *runs = json_array();
    json_object_set_new(o, "source", text(c->path));
    json_object_set_new(o, "distribution", text(c->distribution));
    json_object_set_new(o, "size", text(c->size));
    json_object_set_new(o, "processors", text(c->procs));
    json_set_real(o, "predicted_s", c->is_predicted ? c->predicted : NAN);
    json_set_real(o, "low_s", c->is_predicted ? c->low : NAN);
    json_set_real(o, "high_s", c->is_predicted ? c->high : NAN);
    json_set_real(o, "measured_s", validate_median(c));
    json_set_real(o, "spread", validate_spread(c));
    json_set_real(o, "error", validate_is_scored(c) ? validate_error(c) : NAN);
    for (int i = 0; i < c->run_count; i++)
        json_array_append_new(runs, json_real(c->runs[i]));
    json_object_set_new(o, "runs_s", runs);
    bool is_left_out = !validate_is_scored(c) && !c->is_wrong;
    json_object_set_new(o, "left_out", text(is_left_out ? c->why : NULL));
    json_object_set_new(o, "wrong_result", text(c->is_wrong ? c->why : NULL));
    json_object_set_new(o, "not_compared", text(c->uncompared));
    return o;
}

static json_t *crossovers_of(arena *a, int count, const validate_case *cases, int which)
{
    json_t *all = json_array();
    score_crossovers found = score_crossovers_of(a, count, cases, which);
    for (int i = 0; i < found.count; i++) {
        const score_crossover *x = &found.at[i];
        json_t *o = json_object();
        const char *first = NULL, *second = NULL, *procs = NULL, *before = NULL, *from = NULL,
                   *predicted = NULL;
        for (int k = 0; k < count; k++) {
            const validate_case *c = &cases[k];
            if (c->program_index != which)
                continue;
            first = c->distribution_index == x->first ? c->distribution : first;
            second = c->distribution_index == x->second ? c->distribution : second;
            procs = c->procs_index == x->procs ? c->procs : procs;
            before = c->size_index == x->measured_before ? c->size : before;
            from = c->size_index == x->measured_from ? c->size : from;
            predicted = c->size_index == x->predicted_from ? c->size : predicted;
        }
        json_object_set_new(o, "processors", text(procs));
        json_object_set_new(o, "first", text(first));
        json_object_set_new(o, "then", text(second));
        json_object_set_new(o, "measured_after", text(before));
        json_object_set_new(o, "measured_at", text(from));
        json_object_set_new(o, "predicted_at", text(predicted));
        json_object_set_new(o, "steps_off", predicted ? json_integer(x->off) : json_null());
        json_array_append_new(all, o);
    }
    return all;
}

static json_t *program_of(arena *a, int count, const validate_case *cases, int which)
{
    json_t *o = json_object();
    const char *path = NULL;
    for (int i = 0; i < count && !path; i++)
        if (cases[i].program_index == which)
            path = cases[i].path;
    score_errors e = score_errors_of(a, count, cases, which);
    score_ranking r = score_ranking_of(count, cases, which);
    if (which >= 0)
        json_object_set_new(o, "source", text(path));
    json_object_set_new(o, "cases", json_integer(e.count));
    json_object_set_new(o, "left_out", json_integer(e.left_out));
    json_set_real(o, "least_error", e.least);
    json_set_real(o, "median_error", e.median);
    json_set_real(o, "most_error", e.count ? e.most : NAN);
    json_object_set_new(o, "pairs_right", json_integer(r.right));
    json_object_set_new(o, "pairs_tied", json_integer(r.tie));
    json_object_set_new(o, "pairs_not_told", json_integer(r.undecided));
    json_object_set_new(o, "pairs_wrong", json_integer(r.wrong));
    json_object_set_new(o, "choices", json_integer(r.choices));
    json_object_set_new(o, "choices_right", json_integer(r.best));
    json_set_real(o, "regret", r.choices ? r.regret : NAN);
    if (which >= 0)
        json_object_set_new(o, "crossovers", crossovers_of(a, count, cases, which));
    return o;
}

bool validate_json(FILE *out, const validate_subject *subject, int count,
                   const validate_case *cases)
{
    arena *a = arena_new();
    json_t *root = json_object(), *programs = json_array(), *all = json_array(),
           *warnings = json_array();
    int last = -1;
    for (int i = 0; i < count; i++) {
        last = cases[i].program_index > last ? cases[i].program_index : last;
        json_array_append_new(all, case_of(&cases[i]));
    }
    for (int i = 0; i <= last; i++)
        json_array_append_new(programs, program_of(a, count, cases, i));
    json_object_set_new(root, "schema", json_string("fpredict/validation/1"));
    json_object_set_new(root, "machine", text(subject->machine));
    json_object_set_new(root, "profile", text(subject->compiler));
    json_object_set_new(root, "program",
                        json_string(subject->is_serial ? "sequential" : "generated"));
    json_object_set_new(root, "compiler", text(subject->mpicc));
    json_object_set_new(root, subject->is_serial ? "under" : "mpirun", text(subject->mpirun));
    json_object_set_new(root, "computation",
                        json_string(subject->is_injected ? "counted" : "real"));
    json_object_set_new(root, "repeated", json_integer(subject->tally->checked));
    json_object_set_new(root, "differed", json_integer(subject->tally->unsteady));
    for (int i = 0; i < subject->warning_count; i++)
        json_array_append_new(warnings, text(subject->warnings[i]));
    json_object_set_new(root, "warnings", warnings);
    json_object_set_new(root, "all", program_of(a, count, cases, -1));
    json_object_set_new(root, "programs", programs);
    json_object_set_new(root, "cases", all);
    bool ok = json_write(root, out);
    json_decref(root);
    arena_free(a);
    return ok;
}
