#include <string.h>

#include "explore/search.h"
#include "explore/sentence.h"
#include "explore/sizes.h"
#include "support/format.h"

/* Looks for where another alternative becomes the fastest, by evaluating
 * (explore/search.h). */

enum { PROCS_LIMIT = 128, SIZE_STEPS_DOWN = 6, SIZE_STEPS_UP = 5, SIZE_STEPS = 6 };

/* So many sizes in a row without a change end the look around a border. */
enum { PERIOD_LEAST = 8 };

/* What the numbers of processors, and what the sizes, may take: a few seconds. */
#define WORK_MAX 10000000

/* One alternative after the other at another size or number of processors. */
typedef struct trier {
    arena *scratch;
    int count;
    const alternative *ranked;
    estimator **estimators;
    const bindings *values;
    const char *size_name; /* null: numbers of processors are tried */
    const explore_watcher *watcher;
    int64_t predicted, work; /* so far, of both */
} trier;

static bool fits_node(const estimate *e)
{
    const sag_memory *memory = e->machine->memory;
    return !memory || !memory->usable.is_set || (double)e->node_bytes <= memory->usable.value;
}

static trial trial_of(const estimate *e)
{
    trial t = {.is_tried = true, .time = e->time, .bound = estimate_bound_of(e), .work = e->walked};
    memcpy(t.error, e->error, sizeof t.error);
    return t;
}

static bindings with_size(const trier *t, int64_t size)
{
    bindings values = *t->values;
    binding *set = ARENA_ARRAY(t->scratch, values.count + 1, binding);
    int n = 0;
    for (int i = 0; i < values.count; i++)
        if (strcmp(values.set[i].name, t->size_name) != 0)
            set[n++] = values.set[i];
    set[n++] = (binding){t->size_name, size};
    values.set = set;
    values.count = n;
    return values;
}

static bindings with_procs(const trier *t, int64_t procs)
{
    bindings values = *t->values;
    values.procs_rank = 1;
    values.procs[0] = (int)procs;
    return values;
}

static bool try_one(void *with, int which, int64_t at, trial *out)
{
    trier *t = with;
    if (!t->estimators[which])
        return false;
    bindings values = t->size_name ? with_size(t, at) : with_procs(t, at);
    values = explore_fit_procs(t->ranked[which].graph, &values);
    arena *result = arena_new();
    estimate e;
    bool ok = estimator_eval(t->estimators[which], result, &values, &e) && fits_node(&e);
    if (ok)
        *out = trial_of(&e);
    arena_free(result);
    t->predicted++;
    t->work += ok ? out->work : 0;
    if (t->watcher)
        t->watcher->told(t->watcher->with, t->predicted, (double)t->work / (2.0 * WORK_MAX));
    return ok;
}

/* Starts from the comparison that was made, the fastest first: it wins where two are
 * equal, so that equals are no border. */
static search search_from(trier *t, int64_t now)
{
    trial *known = ARENA_ARRAY(t->scratch, t->count, trial);
    for (int i = 0; i < t->count; i++)
        known[i] = trial_of(&t->ranked[i].result);
    return search_new(t->scratch, t->count, now, known, WORK_MAX, try_one, t);
}

/* --- The parameter that the templates' extents depend on ------------------- */

static void find_params(const expr *e, const param **found, int *count)
{
    if (e->kind == EXPR_PARAM) {
        if (e->u.param->value && e->u.param->origin == PARAM_SYNTHETIC) {
            find_params(e->u.param->value, found, count);
        } else if (*count == 0 || *found != e->u.param) {
            *found = e->u.param;
            ++*count;
        }
    }
    for (int i = 0; i < expr_operand_count(e); i++)
        find_params(e->u.op.operand[i], found, count);
}

/* Returns the one parameter of all distributed templates' extents, or null. */
static const param *size_parameter(const program *p)
{
    const param *found = NULL;
    int count = 0;
    for (int i = 0; i < p->template_count; i++) {
        const dist_template *t = p->templates[i];
        if (!t->is_distributed)
            continue;
        for (int d = 0; d < t->rank; d++)
            if (t->extent[d])
                find_params(t->extent[d], &found, &count);
    }
    return count == 1 ? found : NULL;
}

static bool value_of(const estimate *e, const param *p, int64_t *value)
{
    for (int i = 0; i < e->parameter_count; i++)
        if (e->parameters[i].param == p) {
            *value = e->parameters[i].value;
            return true;
        }
    return false;
}

/* --- Processors ------------------------------------------------------------ */

/* Powers of two away from what was asked for, down or up. */
static int powers(int64_t now, int64_t limit, bool is_up, int64_t *ats)
{
    int count = 0;
    for (int64_t p = 2; p <= limit; p *= 2)
        if (is_up ? p > now : p < now)
            ats[count++] = p;
    for (int i = 0; !is_up && i < count / 2; i++) {
        int64_t swapped = ats[i];
        ats[i] = ats[count - 1 - i];
        ats[count - 1 - i] = swapped;
    }
    return count;
}

static const char *procs_text(trier *t, const search *s)
{
    arena *a = t->scratch;
    const char *text = NULL;
    const char **numbers = ARENA_ARRAY(a, s->looks.count, const char *);
    look_run r;
    for (int first = 0; search_run(s, first, &r); first = r.last + 1) {
        int count = 0;
        for (int k = r.first; k <= r.last; k++)
            numbers[count++] = arena_printf(a, "%lld", (long long)s->looks.data[k]->at);
        const char *on = format_list(a, count, numbers, "and"), *name = t->ranked[r.winner].name;
        text = text ? arena_printf(a, "%s, %s on %s", text, name, on)
                    : arena_printf(a, "%s is fastest on %s processors", name, on);
    }
    return search_is_news(s) ? text : NULL;
}

static void say_procs(fp_context *ctx, trier *t, const sag *machine, sentence_list *out)
{
    int64_t now = t->ranked[0].result.procs, ats[64];
    int64_t limit = machine->communication && machine->communication->nodes_max > 0 &&
                            machine->communication->nodes_max < PROCS_LIMIT
                        ? machine->communication->nodes_max
                        : PROCS_LIMIT;
    search s = search_from(t, now);
    for (int is_up = 0; is_up < 2; is_up++)
        search_along(&s, powers(now, limit, is_up, ats), ats);
    const char *text = procs_text(t, &s), *at = "";
    int64_t size;
    const param *p = size_parameter(t->ranked[0].graph->program);
    if (p && value_of(&t->ranked[0].result, p, &size))
        at = arena_printf(ctx->arena, "At %s = %lld, ", p->name, (long long)size);
    if (text)
        VEC_PUSH(ctx->arena, out,
                 arena_printf(ctx->arena, "%s%s%s%s.", at, text,
                              s.is_cut ? "; more processors are left out" : "",
                              s.is_open ? "; numbers of them at which what is not known could "
                                          "change the fastest are left out"
                                        : ""));
}

/* --- Sizes ----------------------------------------------------------------- */

static void say_sizes(fp_context *ctx, trier *t, int64_t now, sentence_list *out)
{
    arena *a = ctx->arena;
    search s = search_from(t, now);
    int64_t ats[SIZE_STEPS];
    int procs = t->ranked[0].result.procs, count = 0;
    /* Fewer elements than processors tell nobody anything. */
    for (int64_t at = now / 2; count < SIZE_STEPS_DOWN && at >= procs && at >= 4; at /= 2)
        ats[count++] = at;
    search_along(&s, count, ats);
    count = 0;
    while (count < SIZE_STEPS_UP && now <= INT64_MAX >> (count + 1)) {
        ats[count] = now << (count + 1);
        count++;
    }
    search_along(&s, count, ats);
    /* Blocks and turns fill up anew with each multiple of the processors. */
    if (search_is_news(&s))
        search_crossovers(&s, procs > PERIOD_LEAST ? procs : PERIOD_LEAST);
    const char **names = ARENA_ARRAY(a, t->count, const char *);
    for (int i = 0; i < t->count; i++)
        names[i] = t->ranked[i].name;
    const char *text = sizes_text(&s, names, t->size_name);
    if (text)
        VEC_PUSH(a, out,
                 arena_printf(a, "On %s, %s.", format_plural(a, procs, "processor", "processors"),
                              text));
}

void explore_crossovers(fp_context *ctx, const bindings *values, int count,
                        const alternative *ranked, const sag *machine,
                        const estimate_options *options, const explore_watcher *watcher,
                        sentence_list *out)
{
    /* What these look-ups would report is about programs that nobody asked for. */
    fp_context quiet = *ctx;
    quiet.diags = diag_list_new(ctx->arena);
    trier t = {.scratch = ctx->arena,
               .count = count,
               .ranked = ranked,
               .values = values,
               .watcher = watcher};
    t.estimators = ARENA_ARRAY(ctx->arena, count, estimator *);
    for (int i = 0; i < count; i++)
        t.estimators[i] = estimator_new(&quiet, ranked[i].graph, machine, options);

    say_procs(ctx, &t, machine, out);
    const param *size = size_parameter(ranked[0].graph->program);
    int64_t now;
    if (size && value_of(&ranked[0].result, size, &now) && now > 0) {
        t.size_name = size->name;
        say_sizes(ctx, &t, now, out);
    }
}
