#include <stdlib.h>
#include <string.h>

#include "explore/crossovers.h"
#include "explore/evaluate.h"
#include "explore/incomplete.h"
#include "explore/sentence.h"

bindings explore_fit_procs(const aag_graph *graph, const bindings *values)
{
    bindings fitted = *values;
    if (values->procs_rank <= 1)
        return fitted;
    for (int i = 0; i < graph->layout->text_count; i++)
        if (graph->layout->text_grid[i] && graph->layout->text_grid[i]->rank == values->procs_rank)
            return fitted;
    int total = 1;
    for (int axis = 0; axis < values->procs_rank; axis++)
        total *= values->procs[axis];
    fitted.procs_rank = 1;
    fitted.procs[0] = total;
    return fitted;
}

typedef struct rank_key {
    bool is_predicted;
    double time;
    int place; /* as given: decides between equals */
} rank_key;

static int compare_keys(const void *left, const void *right)
{
    const rank_key *a = left, *b = right;
    if (a->is_predicted != b->is_predicted)
        return a->is_predicted ? -1 : 1;
    if (a->is_predicted && a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* "8×120" */
static const char *grid_of(arena *a, const alternative *alt, const bindings *values)
{
    const estimate *e = &alt->result;
    const char *text = "";
    const int rank = alt->is_predicted ? e->shape_rank : values->procs_rank;
    for (int axis = 0; axis < rank; axis++)
        text = arena_printf(a, "%s%s%d", text, axis ? "×" : "",
                            alt->is_predicted ? e->shape[axis] : values->procs[axis]);
    return rank == 0 ? arena_printf(a, "%d", e->procs) : text;
}

static void rank(fp_context *ctx, int count, const alternative *given, alternative *ranked)
{
    rank_key *keys = ARENA_ARRAY(ctx->arena, count, rank_key);
    for (int i = 0; i < count; i++)
        keys[i] = (rank_key){given[i].is_predicted, given[i].result.time, i};
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int i = 0; i < count; i++)
        ranked[i] = given[keys[i].place];
}

/* What all cases of a comparison share. */
typedef struct contest {
    fp_context *ctx;
    int count;
    alternative *planned;
    const diag_list **reported; /* where each was planned */
    const explore_cases *cases;
    subject *subjects; /* [machine * count + alternative] */
    const estimate_options *options;
    const explore_effort *effort;
} contest;

/* All are planned first: the parameters of one are no error in another. */
static void plan_all(contest *c, const program *p, const function *entry, const graph_options *how)
{
    fp_context *ctx = c->ctx;
    for (int i = 0; i < c->count; i++) {
        alternative *alt = &c->planned[i];
        fp_context aside = *ctx;
        aside.diags = diag_list_aside(ctx->diags, ctx->arena);
        meter_say(c->effort->meter, "planning %s, %d of %d", alt->name, i + 1, c->count);
        alt->place = i;
        alt->graph = explore_graph(&aside, p, entry, alt->override_count, alt->overrides, how);
        c->reported[i] = aside.diags;
    }
    for (int m = 0; m < c->cases->machine_count; m++)
        for (int i = 0; i < c->count; i++)
            if (c->planned[i].graph)
                c->subjects[m * c->count + i] =
                    subject_new(ctx, c->planned[i].graph, c->cases->machines[m], c->options);
}

/* Predicts each alternative in each case: [case * count + alternative]. */
static const prediction *predict_all(const contest *c)
{
    fp_context *ctx = c->ctx;
    int cases = c->cases->machine_count * c->cases->values_count, count = cases * c->count;
    evaluation *all = ARENA_ARRAY(ctx->arena, count, evaluation);
    prediction *out = ARENA_ARRAY(ctx->arena, count, prediction);
    for (int i = 0; i < count; i++) {
        int one = i / c->count, alt = i % c->count, m = one / c->cases->values_count;
        const aag_graph *graph = c->planned[alt].graph;
        if (!graph)
            continue;
        bindings fitted = explore_fit_procs(graph, &c->cases->values[one % c->cases->values_count]);
        all[i] = (evaluation){&c->subjects[m * c->count + alt],
                              arena_copy(ctx->arena, &fitted, sizeof fitted)};
    }
    return explore_evaluate(ctx, count, all, c->effort, out) ? out : NULL;
}

/* Takes what was predicted of one case; what an alternative reports is for everybody when there is
 * a prediction. Returns how many there are. */
static int take(const contest *c, int one, const prediction *found, alternative *alternatives)
{
    fp_context *ctx = c->ctx;
    const diag_list **all = ARENA_ARRAY(ctx->arena, c->count, const diag_list *);
    int predicted = 0;
    for (int i = 0; i < c->count; i++) {
        alternative *alt = &alternatives[i];
        diag_list *reported = diag_list_aside(ctx->diags, ctx->arena);
        *alt = c->planned[i];
        diag_add_all(reported, c->reported[i]);
        if (found[i].reported)
            diag_add_all(reported, found[i].reported);
        alt->is_predicted = found[i].is_made;
        if (alt->graph) {
            bindings fitted =
                explore_fit_procs(alt->graph, &c->cases->values[one % c->cases->values_count]);
            alt->values = arena_copy(ctx->arena, &fitted, sizeof fitted);
        }
        alt->result = found[i].result;
        predicted += alt->is_predicted;
        all[i] = reported;
        /* A distribution that leaves a loop undivided is one of those to be compared, and no
         * mistake of the source. */
        if (alt->is_predicted)
            diag_add_all_but(ctx->diags, reported, "undivided");
        else
            alt->why = diag_first_error(reported, &alt->why_at);
    }
    for (int i = 0; i < c->count && !predicted; i++)
        diag_add_all(ctx->diags, all[i]);
    return predicted;
}

/* One case, or several that are ranked together, on the way to a comparison. */
typedef struct ranking {
    alternative *ranked; /* null: those of this case are ranked with an earlier one */
    int count, predicted, cases;
    sentence_list sentences;
} ranking;

static const ranked_with *together_of(const contest *c, int one)
{
    return c->cases->together ? &c->cases->together[one % c->cases->values_count] : NULL;
}

/* The first of the cases that this one is ranked together with. */
static int leader_of(const contest *c, int one)
{
    const ranked_with *with = together_of(c, one);
    return with ? one - one % c->cases->values_count + with->first : one;
}

/* The same of the same size on the same grid: a distribution of one dimension has but one grid. */
static bool is_twice(const alternative *a, const alternative *b)
{
    return a->place == b->place && a->is_predicted && b->is_predicted &&
           strcmp(a->title, b->title) == 0 && a->result.shape_rank == b->result.shape_rank &&
           memcmp(a->result.shape, b->result.shape,
                  (size_t)a->result.shape_rank * sizeof *a->result.shape) == 0;
}

/* Where the titles are those of several grids, the grids are told, too. */
static void name_all(const contest *c, int count, alternative *taken, const char *const *grid)
{
    arena *a = c->ctx->arena;
    bool are_grids = false;
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i; k++)
            are_grids |= taken[i].place == taken[k].place && strcmp(grid[i], grid[k]) != 0;
    for (int i = 0; i < count; i++) {
        const char *size = taken[i].title == taken[i].name
                               ? NULL
                               : taken[i].title + strlen(taken[i].name) + strlen(", ");
        if (are_grids && c->count == 1)
            taken[i].name = size ? arena_printf(a, "%s on %s", size, grid[i]) : grid[i];
        else if (are_grids)
            taken[i].name = arena_printf(a, "%s on %s", taken[i].title, grid[i]);
        else
            taken[i].name = size && c->count == 1 ? size : taken[i].title;
    }
}

/* Those of all cases that are ranked with `first`, each once. */
static int take_all(const contest *c, int first, const prediction *found, alternative *taken,
                    ranking *r)
{
    arena *a = c->ctx->arena;
    const int values = c->cases->values_count, end = first - first % values + values;
    const char **grid = ARENA_ARRAY(a, c->count * (end - first), const char *);
    int count = 0;
    for (int one = first; one < end; one++) {
        const ranked_with *with = together_of(c, one);
        if (leader_of(c, one) != first)
            continue;
        take(c, one, &found[one * c->count], &taken[count]);
        r->cases++;
        for (int i = count, last = count + c->count; i < last; i++) {
            alternative *alt = &taken[i];
            bool is_there = false;
            alt->title =
                with && with->size ? arena_printf(a, "%s, %s", alt->name, with->size) : alt->name;
            for (int k = 0; k < count; k++)
                is_there |= is_twice(&taken[k], alt);
            if (is_there)
                continue;
            grid[count] = grid_of(a, alt, &c->cases->values[one % values]);
            r->predicted += alt->is_predicted;
            taken[count++] = *alt;
        }
    }
    if (r->cases > 1)
        name_all(c, count, taken, grid);
    return count;
}

/* Of many grids and sizes, why the first of them lose is enough. */
enum { REASONS = 7 };

static ranking rank_case(const contest *c, int first, const prediction *found)
{
    fp_context *ctx = c->ctx;
    ranking r = {0};
    if (leader_of(c, first) != first)
        return r;
    int most = c->count * (c->cases->values_count - first % c->cases->values_count);
    alternative *taken = ARENA_ARRAY(ctx->arena, most, alternative);
    r.ranked = ARENA_ARRAY(ctx->arena, most, alternative);
    r.count = take_all(c, first, found, taken, &r);
    rank(ctx, r.count, taken, r.ranked);
    if (r.predicted > 1)
        explore_unknown_effects(ctx, r.predicted, r.ranked, &r.sentences);
    if (r.predicted > 1 && explore_is_decided(r.predicted, r.ranked))
        explore_loss_reasons(ctx, r.cases > 1 && r.predicted > REASONS ? REASONS : r.predicted,
                             r.ranked, c->options, &r.sentences);
    return r;
}

/* Looks where others are the fastest, wherever a fastest is known, and there is one grid and one
 * size to start from. */
static bool add_crossovers(const contest *c, int cases, ranking *all)
{
    crossover_question *asked = ARENA_ARRAY(c->ctx->arena, cases, crossover_question);
    int *from = ARENA_ARRAY(c->ctx->arena, cases, int), count = 0;
    for (int i = 0; i < cases; i++) {
        const ranking *r = &all[i];
        if (r->cases != 1 || r->predicted < 2 || !explore_is_decided(r->predicted, r->ranked))
            continue;
        int m = i / c->cases->values_count;
        from[count] = i;
        asked[count++] = (crossover_question){
            .values = &c->cases->values[i % c->cases->values_count],
            .count = r->predicted,
            .ranked = r->ranked,
            .machine = c->cases->machines[m],
            .subjects = &c->subjects[m * c->count],
        };
    }
    crossover_answer *found = ARENA_ARRAY(c->ctx->arena, count, crossover_answer);
    if (!explore_crossovers(c->ctx, count, asked, c->effort, found))
        return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < found[i].count; k++)
            VEC_PUSH(c->ctx->arena, &all[from[i]].sentences, found[i].sentences[k]);
    return true;
}

bool explore_compare(fp_context *ctx, const program *p, const function *entry,
                     const explore_cases *cases, int count, const alternative *alternatives,
                     const graph_options *how, const estimate_options *options,
                     const explore_effort *effort, comparison *out)
{
    int case_count = cases->machine_count * cases->values_count;
    contest c = {.ctx = ctx,
                 .count = count,
                 .planned =
                     arena_copy(ctx->arena, alternatives, (size_t)count * sizeof *alternatives),
                 .reported = ARENA_ARRAY(ctx->arena, count, const diag_list *),
                 .cases = cases,
                 .subjects = ARENA_ARRAY(ctx->arena, cases->machine_count * count, subject),
                 .options = options,
                 .effort = effort};
    ranking *all = ARENA_ARRAY(ctx->arena, case_count, ranking);
    memset(out, 0, (size_t)case_count * sizeof *out);
    plan_all(&c, p, entry, how);
    const prediction *found = predict_all(&c);
    for (int i = 0; i < case_count && found; i++)
        all[i] = rank_case(&c, i, found);
    bool is_done = found && add_crossovers(&c, case_count, all), ok = is_done;
    for (int i = 0; i < case_count && is_done; i++) {
        ranking *r = &all[i];
        ok = ok && (!r->ranked || r->predicted > 0);
        if (r->predicted == 0)
            continue;
        explore_failures(ctx, r->count - r->predicted, r->ranked + r->predicted, &r->sentences);
        out[i] = (comparison){r->count, r->cases, r->ranked, r->sentences.count, r->sentences.data};
    }
    return ok;
}
