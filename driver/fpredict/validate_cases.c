#include "driver/fpredict/validate_cases.h"

#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/session.h"
#include "explore/incomplete.h"

static const source_range nowhere = {0};

/* One program of one size, while its cases are listed: in a context of its own, so that many
 * programs need no more memory than one. */
typedef struct subject {
    fp_context *all; /* what outlives it */
    meter *meter;    /* of all of them */
    session s;
    options opt;
    int given_flags; /* of its compile flags so many are given, and stand before those of sizes */
    validate_case like; /* what its cases share */
} subject;

/* The folder of a file. */
static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(a, path, (size_t)(slash - path + 1)) : ".";
}

static void add_set(subject *p, const char *name, int64_t value)
{
    arena *a = p->all->arena;
    const set_values set = {name, 1, arena_copy(a, &value, sizeof value), false};
    VEC_PUSH(a, &p->opt.sets, set);
}

/* A size is given to a program by a compile flag where that reaches, and else put into its source.
 */
static void set_sizes(subject *p, const options *opt, int combination)
{
    arena *a = p->all->arena;
    const source_file *file = source_open(p->all->sources, p->opt.file);
    VEC(const char *) flags = {0};
    const char *size = "";
    int rest = combination;
    for (int i = 0; i < opt->flag_count; i++)
        VEC_PUSH(a, &flags, opt->flags[i]);
    for (int i = opt->sets.count; i-- > 0;) {
        const set_values *v = &opt->sets.data[i];
        long long value = v->values[rest % v->count];
        rest /= v->count;
        if (!file || p->like.other_count || session_flag_reaches(file, v->name))
            VEC_PUSH(a, &flags, arena_printf(a, "-D%s=%lld", v->name, value));
        else
            add_set(p, v->name, value);
        size = arena_printf(a, "%s = %lld%s%s", v->name, value, *size ? ", " : "", size);
    }
    if (p->opt.sets.count > 0) /* what the source includes stays where it is */
        VEC_PUSH(a, &flags, arena_printf(a, "-iquote%s", folder_of(a, p->opt.file)));
    p->given_flags = opt->flag_count;
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
static void predict_alternative(subject *p, const alternative *x, int index,
                                validate_case_list *out)
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
                                            values, x->override_count, x->overrides, &p->s.graphs,
                                            &p->s.estimating, &graph, &e);
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
static void leave_out_subject(const subject *p, const char *why, validate_case_list *out)
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

/* Puts those sizes into the source that it gives itself. */
static bool set_in_source(subject *p, fp_context *ctx)
{
    const bool is_changed = p->opt.sets.count > 0;
    p->s = (session){.ctx = ctx, .opt = &p->opt};
    /* Names are those of this context. */
    for (int i = 0; i < p->opt.sets.count; i++)
        p->opt.sets.data[i].name = intern(ctx->names, p->opt.sets.data[i].name);
    bool ok = session_set_sizes(&p->s, ctx, &p->opt);
    const source_file *changed =
        ok && is_changed ? source_replaced(ctx->sources, p->opt.file) : NULL;
    if (changed)
        p->like.changed = arena_strdup(p->all->arena, source_text(changed));
    const char **sets = ARENA_ARRAY(p->all->arena, p->opt.sets.count + 1, const char *);
    for (int i = 0; ok && i < p->opt.sets.count; i++)
        sets[i] = arena_printf(p->all->arena, "%s=%lld", p->opt.sets.data[i].name,
                               (long long)p->opt.sets.data[i].values[0]);
    p->like.set_count = ok ? p->opt.sets.count : 0;
    p->like.sets = sets;
    return ok;
}

/* Lists the cases of one program of one size; false after printing why there are none. */
static bool predict_subject(subject *p, validate_case_list *out)
{
    fp_context *ctx = fp_context_new();
    int before = out->count;
    bool ok = set_in_source(p, ctx) && session_open(&p->s, ctx, &p->opt) &&
              session_check_flags(&p->s, p->opt.flag_count - p->given_flags,
                                  p->opt.flags + p->given_flags) &&
              check_main(&p->s);
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
    return (set_values){given->name, count, values, false};
}

/* The program's own file, and those of --with. */
static void take_files(subject *p, const options *opt, int file)
{
    arena *a = p->all->arena;
    p->opt.file = opt->files.data[file];
    p->opt.files.count = p->opt.files.capacity = 0;
    p->opt.files.data = NULL;
    VEC_PUSH(a, &p->opt.files, p->opt.file);
    for (int i = 0; i < opt->with.count; i++)
        VEC_PUSH(a, &p->opt.files, opt->with.data[i]);
    p->like.other_count = opt->with.count;
    p->like.others = VEC_AT(&opt->with, 0);
}

bool validate_list_cases(fp_context *ctx, const options *given, validate_case_list *out)
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
            take_files(&p, opt, f);
            p.opt.sets.count = p.opt.sets.capacity = 0;
            p.opt.sets.data = NULL;
            p.opt.no_warnings = true; /* `estimate` has said what there is to say */
            if (opt->is_serial)
                VEC_PUSH(ctx->arena, &p.opt.procs, ((procs_shape){1, {1}}));
            set_sizes(&p, opt, c);
            ok = predict_subject(&p, out) && ok;
        }
    meter_stop(shown);
    return ok;
}
