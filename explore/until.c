#include <string.h>

#include "explore/sentence.h"
#include "support/format.h"

/* Looks for where another alternative becomes the fastest, by evaluating. The
 * values looked at, and so the sentences, depend only on the inputs. */

enum { PROCS_LIMIT = 128, SIZE_STEPS_DOWN = 6, SIZE_STEPS_UP = 5, POINTS_MAX = 32, RUNS_MAX = 5 };

typedef struct search {
    arena *scratch;
    int count;
    const alternative *ranked;
    estimator **estimators;
    const bindings *values;
    const char *size_name; /* null: no single size */
    bool is_all_close;     /* no alternative can be told from the fastest here */
    int64_t left;          /* of WORK_MAX */
    int64_t last_work;     /* of the look before */
} search;

/* Evaluations without a closed form that all looks together may take: about two
 * seconds. Counted, not timed, so that the same inputs say the same. */
#define WORK_MAX 10000000

/* Twice the size may be this much more work. */
#define WORK_GROWTH 8

/* One point looked at and the fastest there; -1: not all could be predicted, or
 * do not fit a node. */
typedef struct point {
    int64_t at;
    int winner;
} point;

static bool fits_node(const estimate *e)
{
    const sag_memory *memory = e->machine->memory;
    return !memory || !memory->usable.is_set || (double)e->node_bytes <= memory->usable.value;
}

static int fastest(search *s, const bindings *values)
{
    int winner = -1;
    double best = 0;
    if (s->last_work * WORK_GROWTH > s->left)
        return -1;
    s->last_work = 0;
    for (int i = 0; i < s->count; i++) {
        estimate e;
        bindings fitted = explore_fit_procs(s->ranked[i].graph, values);
        arena *result = arena_new();
        bool ok = s->estimators[i] && estimator_eval(s->estimators[i], result, &fitted, &e) &&
                  fits_node(&e);
        /* The one that is faster here wins a tie, so that equals are no crossing. */
        if (ok && (winner < 0 || e.time < best)) {
            winner = i;
            best = e.time;
        }
        s->last_work += ok ? e.walked : 0;
        s->left -= ok ? e.walked : 0;
        arena_free(result);
        if (!ok)
            return -1;
    }
    return winner;
}

static int fastest_on(search *s, int64_t procs)
{
    bindings values = *s->values;
    values.procs_rank = 1;
    values.procs[0] = (int)procs;
    return fastest(s, &values);
}

static int fastest_at(search *s, int64_t size)
{
    bindings values = *s->values;
    binding *set = ARENA_ARRAY(s->scratch, values.count + 1, binding);
    int n = 0;
    for (int i = 0; i < values.count; i++)
        if (strcmp(values.set[i].name, s->size_name) != 0)
            set[n++] = values.set[i];
    set[n++] = (binding){s->size_name, size};
    values.set = set;
    values.count = n;
    return fastest(s, &values);
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

static bool is_worth_saying(search *s, int points, int runs)
{
    return points > 1 && runs <= RUNS_MAX && !(runs == 1 && s->is_all_close);
}

/* --- Processors ------------------------------------------------------------ */

static const char *count_range(arena *a, const point *points, int first, int last)
{
    if (first == last)
        return arena_printf(a, "%lld", (long long)points[first].at);
    return arena_printf(a, "%lld to %lld", (long long)points[first].at, (long long)points[last].at);
}

/* Joins what each run of points with one winner says, the current one too. */
static void say_runs(fp_context *ctx, search *s, const point *points, int count, const char *intro,
                     const char *noun, sentence_list *out)
{
    arena *a = ctx->arena;
    const char *text = NULL;
    int runs = 0;
    for (int first = 0; first < count; runs++) {
        int last = first;
        while (last + 1 < count && points[last + 1].winner == points[first].winner)
            last++;
        const char *part = arena_printf(a, "%s %s %s%s", s->ranked[points[first].winner].name,
                                        runs ? "on" : "is fastest on",
                                        count_range(a, points, first, last), runs ? "" : noun);
        text = text ? arena_printf(a, "%s, %s", text, part) : part;
        first = last + 1;
    }
    if (is_worth_saying(s, count, runs))
        VEC_PUSH(a, out, arena_printf(a, "%s%s.", intro, text));
}

static void say_procs(fp_context *ctx, search *s, const sag *machine, sentence_list *out)
{
    int now = s->ranked[0].result.procs;
    int limit = machine->communication && machine->communication->nodes_max > 0
                    ? machine->communication->nodes_max
                    : PROCS_LIMIT;
    if (limit > PROCS_LIMIT)
        limit = PROCS_LIMIT;
    point points[POINTS_MAX];
    int count = 0;
    for (int procs = 2; procs <= limit; procs *= 2) {
        if (procs > now && procs / 2 < now)
            points[count++] = (point){now, 0};
        points[count] = (point){procs, procs == now ? 0 : fastest_on(s, procs)};
        count += points[count].winner >= 0;
    }
    const char *at = "";
    int64_t size;
    const param *p = size_parameter(s->ranked[0].graph->program);
    if (p && value_of(&s->ranked[0].result, p, &size))
        at = arena_printf(ctx->arena, "At %s = %lld, ", p->name, (long long)size);
    say_runs(ctx, s, points, count, at, " processors", out);
}

/* --- Sizes ----------------------------------------------------------------- */

/* Halves (low, high] to where the winner of `low` first is not the fastest. */
static int64_t border(search *s, int64_t low, int low_winner, int64_t high)
{
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (fastest_at(s, middle) == low_winner)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int look_at_sizes(search *s, int64_t now, point *points)
{
    int count = 0;
    for (int step = -SIZE_STEPS_DOWN; step <= SIZE_STEPS_UP; step++) {
        int64_t at = step < 0 ? now >> -step : now << step;
        /* Fewer elements than processors tell nobody anything. */
        if (at < s->ranked[0].result.procs || at < 4)
            continue;
        int winner = step == 0 ? 0 : fastest_at(s, at);
        if (winner >= 0)
            points[count++] = (point){at, winner};
    }
    return count;
}

static void say_sizes(fp_context *ctx, search *s, int64_t now, sentence_list *out)
{
    arena *a = ctx->arena;
    point points[POINTS_MAX];
    int count = look_at_sizes(s, now, points);
    const char *text = NULL;
    int runs = 0;
    int64_t from = count ? points[0].at : 0;
    for (int first = 0; first < count; runs++) {
        int last = first;
        while (last + 1 < count && points[last + 1].winner == points[first].winner)
            last++;
        int64_t until = points[last].at;
        if (last + 1 < count) {
            until = border(s, until, points[last].winner, points[last + 1].at) - 1;
            /* A third one in between: there is no one border to name. */
            if (fastest_at(s, until + 1) != points[last + 1].winner)
                return;
        }
        const char *range =
            from == until ? arena_printf(a, "%lld", (long long)from)
                          : arena_printf(a, "%lld to %lld", (long long)from, (long long)until);
        const char *part = arena_printf(
            a, "%s%s %s", s->ranked[points[first].winner].name,
            runs ? " at" : arena_printf(a, " is fastest at %s =", s->size_name), range);
        text = text ? arena_printf(a, "%s, %s", text, part) : part;
        from = until + 1;
        first = last + 1;
    }
    if (is_worth_saying(s, count, runs))
        VEC_PUSH(a, out,
                 arena_printf(
                     a, "On %s, %s.",
                     format_plural(a, s->ranked[0].result.procs, "processor", "processors"), text));
}

void explore_say_until(fp_context *ctx, const bindings *values, int count,
                       const alternative *ranked, const sag *machine,
                       const estimate_options *options, sentence_list *out)
{
    /* What these look-ups would report is about programs that nobody asked for. */
    fp_context quiet = *ctx;
    quiet.diags = diag_list_new(ctx->arena);
    search s = {.scratch = ctx->arena,
                .count = count,
                .ranked = ranked,
                .values = values,
                .left = WORK_MAX};
    s.estimators = ARENA_ARRAY(ctx->arena, count, estimator *);
    for (int i = 0; i < count; i++)
        s.estimators[i] = estimator_new(&quiet, ranked[i].graph, machine, options);

    s.is_all_close = true;
    for (int i = 1; i < count; i++)
        s.is_all_close = s.is_all_close && explore_is_close(&ranked[i].result, &ranked[0].result);

    say_procs(ctx, &s, machine, out);
    const param *size = size_parameter(ranked[0].graph->program);
    int64_t now;
    if (size && value_of(&ranked[0].result, size, &now)) {
        s.size_name = size->name;
        say_sizes(ctx, &s, now, out);
    }
}
