#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict/mpi_compiler.h"
#include "driver/fpredict/session.h"
#include "explore/incomplete.h"
#include "support/folder.h"
#include "support/gnuplot.h"
#include "support/progress.h"
#include "validate/validate.h"

static const source_range nowhere = {0};

typedef VEC(validate_case) case_list;

/* One program of one size, while its cases are listed: in a context of its own, so that many
 * programs need no more memory than one. */
typedef struct subject {
    fp_context *all; /* what outlives it */
    meter *meter;    /* of all of them */
    session s;
    options opt;
    validate_case like; /* what its cases share */
} subject;

/* --- What to predict --------------------------------------------------------------- */

/* Sizes are macros, which a program is compiled with. */
static void set_flags(subject *p, const options *opt, int combination)
{
    arena *a = p->all->arena;
    VEC(const char *) flags = {0};
    const char *size = "";
    int rest = combination;
    for (int i = 0; i < opt->flag_count; i++)
        VEC_PUSH(a, &flags, opt->flags[i]);
    for (int i = opt->sets.count; i-- > 0;) {
        const set_values *v = &opt->sets.data[i];
        long long value = v->values[rest % v->count];
        rest /= v->count;
        VEC_PUSH(a, &flags, arena_printf(a, "-D%s=%lld", v->name, value));
        size = arena_printf(a, "%s = %lld%s%s", v->name, value, *size ? ", " : "", size);
    }
    p->like.flag_count = p->opt.flag_count = flags.count;
    p->like.flags = p->opt.flags = (const char *const *)flags.data;
    p->like.size = size;
}

static alternative *as_written(const session *s, int *count)
{
    alternative *one = ARENA_NEW(s->ctx->arena, alternative);
    one->name = s->opt->is_serial ? "sequential" : "as written";
    *count = 1;
    return one;
}

/* The same as `compare`; the program as it is where there is nothing to choose. */
static alternative *choose(subject *p, int *count)
{
    session *s = &p->s;
    alternative *out = NULL;
    if (s->opt->is_serial)
        return as_written(s, count);
    if (s->opt->alternatives) {
        *count = explore_parse(s->ctx, s->program, s->opt->alternatives, &out);
        return out;
    }
    if (s->override_count == 0) {
        *count = explore_usual(s->ctx, s->program, &out);
        return *count ? out : as_written(s, count);
    }
    *count = s->override_count;
    out = ARENA_ARRAY(s->ctx->arena, *count, alternative);
    for (int i = 0; i < *count; i++)
        out[i] = (alternative){.name = s->opt->distributes.data[i],
                               .override_count = 1,
                               .overrides = &s->overrides[i]};
    return out;
}

/* The first error, which this one case is left out for. */
static const char *take_reason(arena *a, fp_context *ctx)
{
    source_range where;
    const char *why = diag_first_error(ctx->diags, &where);
    return why ? arena_strdup(a, why) : "it cannot be predicted";
}

static const char *shape_text(arena *a, const bindings *values, int procs)
{
    const char *text = values->procs_rank ? "" : arena_printf(a, "%d", procs);
    for (int k = 0; k < values->procs_rank; k++)
        text = arena_printf(a, "%s%s%d", text, k ? "x" : "", values->procs[k]);
    return text;
}

static int processors_of(const bindings *values)
{
    int processors = 1;
    for (int k = 0; k < values->procs_rank; k++)
        processors *= values->procs[k];
    return processors;
}

/* A prediction that is not complete is compared with nothing: its case is left out. */
static void take_prediction(arena *a, const estimate *e, validate_case *one)
{
    one->processors = e->procs;
    one->predicted = e->time;
    one->low = e->low;
    one->high = e->high;
    if (e->unknown_count == 0)
        return;
    one->is_predicted = false;
    one->is_incomplete = true;
    one->why = arena_printf(a, "the prediction is not complete: %s",
                            explore_reasons(a, e, e->unknown_count));
}

/* Predicts each alternative on each number of processors. */
static void predict_alternative(subject *p, const alternative *x, int index, case_list *out)
{
    fp_context *ctx = p->s.ctx;
    arena *a = p->all->arena;
    for (int c = 0; c < p->s.combination_count; c++) {
        const bindings *values = &p->s.combinations[c];
        validate_case one = p->like;
        one.distribution = arena_strdup(a, x->name);
        one.is_as_written = x->override_count == 0;
        one.distribution_index = index;
        one.procs_index = c;
        diag_list *kept = ctx->diags;
        ctx->diags = diag_list_aside(kept, ctx->arena);
        const aag_graph *graph;
        estimate e;
        one.is_predicted = explore_estimate(ctx, p->s.program, p->s.entries[0], p->s.machines[0],
                                            values, x->override_count, x->overrides,
                                            &p->s.opt->graphs, &p->s.opt->estimating, &graph, &e);
        one.processors = processors_of(values);
        if (one.is_predicted)
            take_prediction(a, &e, &one);
        else
            one.why = take_reason(a, ctx);
        one.procs = shape_text(a, values, one.processors);
        ctx->diags = kept;
        VEC_PUSH(a, out, one);
    }
}

static bool check_main(session *s)
{
    if (s->entry_count == 1 && strcmp(s->entries[0]->name, "main") == 0)
        return true;
    diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere,
                "'%s' has no distributed 'main', which a program would begin with", s->opt->file);
    return false;
}

/* A program of which nothing is known is in the tables all the same, with the reason. */
static void leave_out_subject(const subject *p, const char *why, case_list *out)
{
    validate_case one = p->like;
    one.distribution = "every distribution";
    one.distribution_index = VALIDATE_NO_DISTRIBUTION;
    one.why = why;
    one.processors = 1;
    one.procs = "any number of processors";
    if (p->opt.procs.count == 0)
        VEC_PUSH(p->all->arena, out, one);
    for (int i = 0; i < p->opt.procs.count; i++) {
        const procs_shape *shape = &p->opt.procs.data[i];
        bindings values = {.procs_rank = shape->rank};
        memcpy(values.procs, shape->extent, sizeof shape->extent);
        one.processors = processors_of(&values);
        one.procs = shape_text(p->all->arena, &values, one.processors);
        one.procs_index = i;
        VEC_PUSH(p->all->arena, out, one);
    }
}

/* Lists the cases of one program of one size; false after printing why there are none. */
static bool predict_subject(subject *p, case_list *out)
{
    fp_context *ctx = fp_context_new();
    int before = out->count;
    bool ok = session_open(&p->s, ctx, &p->opt) && check_main(&p->s);
    if (ok) {
        int count;
        alternative *all = choose(p, &count);
        for (int i = 0; i < count; i++)
            predict_alternative(p, &all[i], i, out);
    }
    if (diag_has_errors(ctx->diags))
        meter_stop(p->meter);
    int status = session_close(&p->s, ok);
    if (out->count == before)
        leave_out_subject(p, take_reason(p->all->arena, ctx), out);
    fp_context_free(ctx);
    return status == 0;
}

/* "laplace" of "samples/laplace/laplace.c" */
static const char *name_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot ? arena_strndup(a, name, (size_t)(dot - name)) : name;
}

/* The same, or the path where another of the files has that name. */
static const char *own_name_of(arena *a, const options *opt, int file)
{
    const char *path = opt->files.data[file], *name = name_of(a, path);
    for (int i = 0; i < opt->files.count; i++)
        if (i != file && strcmp(name_of(a, opt->files.data[i]), name) == 0)
            return path;
    return name;
}

static int by_size(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The values of a macro, each once and ascending: what is overtaken as the size grows is seen
 * along them. */
static set_values ascending(arena *a, const set_values *given)
{
    int64_t *values = arena_copy(a, given->values, (size_t)given->count * sizeof *values);
    int count = 0;
    qsort(values, (size_t)given->count, sizeof *values, by_size);
    for (int i = 0; i < given->count; i++)
        if (count == 0 || values[i] != values[count - 1])
            values[count++] = values[i];
    return (set_values){given->name, count, values};
}

/* Programs are compiled and run, so that a size must be one that a compile flag can set. */
static bool check_sets(fp_context *ctx, const options *opt)
{
    bool ok = true;
    for (int f = 0; f < opt->files.count; f++) {
        const source_file *file = source_open(ctx->sources, opt->files.data[f]);
        for (int i = 0; file && i < opt->sets.count; i++) {
            const char *name = opt->sets.data[i].name;
            if (session_flag_reaches(file, name))
                continue;
            ok = false;
            diag_report(ctx->diags, DIAG_ERROR, "set", nowhere,
                        "--set %s does not reach '%s', which gives '%s' a value itself: write "
                        "'#ifndef %s', '#define %s VALUE', '#endif' there, so that the flag "
                        "-D%s=VALUE that programs are compiled with counts",
                        name, opt->files.data[f], name, name, name, name);
        }
    }
    return ok;
}

static bool predict_all(fp_context *ctx, const options *given, case_list *out)
{
    options sorted = *given, *opt = &sorted;
    int sizes = 1, differ = 0;
    sorted.sets.count = sorted.sets.capacity = 0;
    sorted.sets.data = NULL;
    for (int i = 0; i < given->sets.count; i++) {
        const set_values v = ascending(ctx->arena, &given->sets.data[i]);
        VEC_PUSH(ctx->arena, &sorted.sets, v);
        sizes *= v.count;
        differ += v.count > 1;
    }
    bool ok = true;
    meter *shown = meter_start(ctx->arena, stderr, "predicting");
    for (int f = 0; f < opt->files.count; f++)
        for (int c = 0; c < sizes; c++) {
            meter_say(shown, "%d of %d predicted", f * sizes + c, opt->files.count * sizes);
            subject p = {.all = ctx,
                         .meter = shown,
                         .opt = *opt,
                         .like = {.path = opt->files.data[f],
                                  .name = own_name_of(ctx->arena, opt, f),
                                  .program_index = f,
                                  .size_index = c,
                                  .is_unordered = differ > 1}};
            p.opt.file = opt->files.data[f];
            p.opt.sets.count = 0;
            p.opt.no_warnings = true; /* `estimate` has said what there is to say */
            if (opt->is_serial)
                VEC_PUSH(ctx->arena, &p.opt.procs, ((procs_shape){1, {1}}));
            set_flags(&p, opt, c);
            ok = predict_subject(&p, out) && ok;
        }
    meter_stop(shown);
    return ok;
}

/* --- The machine and the runs ---------------------------------------------------------- */

static const char *own_path(arena *a)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    return length > 0 ? arena_strndup(a, self, (size_t)length) : "fpredict";
}

/* A real machine is never judged by a single run. */
static int repetitions_of(const options *opt)
{
    enum { REAL = 3 };
    return opt->repetitions ? opt->repetitions : opt->counts_work ? 1 : REAL;
}

static const char *mpicc_of(fp_context *ctx, const options *opt)
{
    const char *of = mpi_compiler_of(opt->mpirun ? opt->mpirun : "mpirun");
    return opt->mpicc ? opt->mpicc : arena_printf(ctx->arena, "%s -O1", of);
}

static bool check_repetitions(fp_context *ctx, const options *opt)
{
    if (opt->counts_work || repetitions_of(opt) >= 3)
        return true;
    diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere,
                "--repetitions %d: real runs differ, and fewer than 3 do not show by how much",
                opt->repetitions);
    return false;
}

/* Is there a case of a program that could be read? */
static bool has_subject(const case_list *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->data[i].distribution_index != VALIDATE_NO_DISTRIBUTION)
            return true;
    return false;
}

static bool is_file(const char *output)
{
    return output && strcmp(output, "-") != 0;
}

/* Hours of measurement end in the output: that it can be written is seen before, and that it
 * is none of the sources. */
static bool check_output(fp_context *ctx, const options *opt)
{
    const char *path = opt->output;
    if (!is_file(path))
        return true;
    for (int i = 0; i < opt->files.count; i++)
        if (folder_is_same_file(path, opt->files.data[i])) {
            diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere,
                        "--output '%s' is the source itself: write elsewhere", path);
            return false;
        }
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    bool is_new = file >= 0;
    if (!is_new && errno == EEXIST)
        file = open(path, O_WRONLY);
    if (file < 0) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere, "cannot write '%s': %s", path,
                    strerror(errno));
        return false;
    }
    close(file);
    if (is_new)
        unlink(path);
    return true;
}

/* The same of drawings. */
static bool check_plots(fp_context *ctx, const options *opt)
{
    const char *wrong = opt->plots ? gnuplot_check(ctx->arena, opt->plots) : NULL;
    if (wrong)
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere, "--plots: %s", wrong);
    return !wrong;
}

static bool print_cases(session *s, FILE *out, report_style style, const validate_subject *about,
                        const case_list *all)
{
    switch (s->opt->format) {
    case FORMAT_TEXT:
        validate_print(s->ctx, out, about, all->count, all->data, style);
        return true;
    case FORMAT_JSON:
        return validate_json(out, about, all->count, all->data);
    case FORMAT_MARKDOWN:
        validate_print_markdown(s->ctx, out, about, all->count, all->data);
        return true;
    case FORMAT_CSV: /* of estimates only */
        break;
    }
    return false;
}

static bool write_output(session *s, const validate_subject *about, const case_list *all)
{
    const options *opt = s->opt;
    const bool has_file = is_file(opt->output);
    const report_style style = has_file ? (report_style){.width = 100} : session_style(s);
    FILE *out = has_file ? fopen(opt->output, "w") : session_out(s);
    bool ok = out && print_cases(s, out, style, about, all);
    if (out && has_file && fclose(out) != 0)
        ok = false;
    if (!ok) /* the diagnostics have been printed by now */
        fprintf(stderr, "fpredict: error: cannot write '%s': %s\n",
                opt->output ? opt->output : "standard output", strerror(errno));
    return ok;
}

/* What happened, for who waits at the terminal. Returns whether there is something to compare,
 * and nothing to complain of. */
static bool say_tally(const case_list *all, const validate_tally *t, const options *opt)
{
    int scored = 0, incomplete = 0;
    for (int i = 0; i < all->count; i++) {
        scored += validate_is_scored(&all->data[i]);
        incomplete += all->data[i].is_incomplete;
    }
    fprintf(stderr, "fpredict: %d of %d cases measured (%d runs now, %d from the result cache)%s\n",
            scored, all->count, t->measured, t->found,
            t->is_interrupted && opt->cache ? "; interrupted: the same command continues from here"
            : t->is_interrupted             ? "; interrupted"
                                            : "");
    if (t->wrong)
        fprintf(stderr,
                "fpredict: error: %d of them print%s something else than the sequential "
                "program: see 'Wrong results'\n",
                t->wrong, t->wrong == 1 ? "s" : "");
    if (t->unsteady)
        fprintf(stderr,
                "fpredict: warning: simulated runs are not the same each time (%d of %d that were "
                "repeated): does the simulation use this host's clock, too?\n",
                t->unsteady, t->checked);
    bool is_refused = incomplete && opt->warnings_as_errors;
    if (is_refused)
        fprintf(stderr,
                "fpredict: error: %d of them left out for a prediction that is not complete, and "
                "warnings are errors: see 'Left out'\n",
                incomplete);
    return scored > 0 && !t->wrong && !is_refused;
}

static validate_setup setup_of(fp_context *ctx, const options *opt)
{
    return (validate_setup){
        .predictor = own_path(ctx->arena),
        .machine = opt->machines.count ? opt->machines.data[0] : "ipsc860",
        .mpicc = opt->is_serial ? (opt->cc ? opt->cc : "cc -O1") : mpicc_of(ctx, opt),
        .mpirun = opt->is_serial ? (opt->under ? opt->under : "")
                                 : (opt->mpirun ? opt->mpirun : "mpirun"),
        .runtime_root = session_runtime_root(ctx),
        .header_dir = session_header_dir(ctx),
        .is_injected = opt->counts_work,
        .is_serial = opt->is_serial,
        .cc = opt->cc ? opt->cc : "cc -O1",
        .tolerance = opt->has_tolerance ? opt->tolerance : 1e-9,
        .jobs = opt->jobs ? opt->jobs : 1,
        .cache = opt->cache,
        .repetitions = repetitions_of(opt),
        .time_limit = opt->time_limit ? opt->time_limit : 120,
        .progress = stderr,
    };
}

/* Looks whether the machine file is of where programs run, and says all that is to be said before
 * they take their time; the tables have it, too. */
static bool look(session *s, const validate_setup *setup, const case_list *all,
                 validate_subject *about)
{
    fp_context *ctx = s->ctx;
    if (!validate_check_environment(ctx, setup, s->machines[0], all->count, all->data)) {
        if (!diag_has_errors(ctx->diags))
            fputs("fpredict: interrupted\n", stderr);
        return false;
    }
    about->warning_count = diag_count(ctx->diags, DIAG_WARNING);
    about->warnings = diag_texts(ctx->arena, ctx->diags, DIAG_WARNING);
    if (diag_has_errors(ctx->diags))
        return false;
    session_say(s);
    s->has_said = false; /* what comes is reported to another list */
    ctx->diags = diag_list_aside(ctx->diags, ctx->arena);
    return true;
}

/* What came up while it was measured stands at the head of the tables, too. */
static void add_warnings(fp_context *ctx, validate_subject *about)
{
    int fresh = diag_count(ctx->diags, DIAG_WARNING), before = about->warning_count;
    const char *const *texts = diag_texts(ctx->arena, ctx->diags, DIAG_WARNING);
    const char **joined = ARENA_ARRAY(ctx->arena, before + fresh, const char *);
    for (int i = 0; i < before + fresh; i++)
        joined[i] = i < before ? about->warnings[i] : texts[i - before];
    about->warnings = joined;
    about->warning_count = before + fresh;
}

int command_validate(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    case_list all = {0};
    validate_tally tally;
    if (opt->no_warnings)
        diag_drop_warnings(ctx->diags);
    if (opt->warnings_as_errors)
        diag_promote_warnings(ctx->diags);
    if (!session_open_machines(&s) || !check_repetitions(ctx, opt) || !check_sets(ctx, opt) ||
        !check_output(ctx, opt) || !check_plots(ctx, opt))
        return session_close(&s, false);
    bool ok = predict_all(ctx, opt, &all);
    const validate_setup setup = setup_of(ctx, opt);
    validate_subject about = {.machine = s.machines[0]->name,
                              .title = s.machines[0]->title,
                              .mpicc = setup.mpicc,
                              .mpirun = setup.mpirun,
                              .is_injected = setup.is_injected,
                              .is_serial = setup.is_serial,
                              .tally = &tally};
    if (!has_subject(&all) || !look(&s, &setup, &all, &about) ||
        !validate_measure(ctx, &setup, all.count, all.data, &tally))
        return session_close(&s, false);
    validate_check_noise(ctx, all.count, all.data);
    add_warnings(ctx, &about);
    session_say(&s);
    ok = say_tally(&all, &tally, opt) && ok;
    ok = write_output(&s, &about, &all) && ok && !tally.is_interrupted;
    const char *wrong =
        opt->plots ? validate_plot(ctx->arena, all.count, all.data, opt->plots) : NULL;
    if (wrong)
        fprintf(stderr, "fpredict: error: --plots: %s\n", wrong);
    return session_close(&s, ok && !wrong);
}
