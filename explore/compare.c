#include <stdlib.h>

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

static alternative *rank(fp_context *ctx, int count, const alternative *alternatives)
{
    rank_key *keys = ARENA_ARRAY(ctx->arena, count, rank_key);
    for (int i = 0; i < count; i++)
        keys[i] = (rank_key){alternatives[i].is_predicted, alternatives[i].result.time, i};
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    alternative *ranked = ARENA_ARRAY(ctx->arena, count, alternative);
    for (int i = 0; i < count; i++)
        ranked[i] = alternatives[keys[i].place];
    return ranked;
}

/* A context that keeps aside what is reported. */
static fp_context *aside_of(fp_context *ctx)
{
    fp_context *aside = ARENA_NEW(ctx->arena, fp_context);
    *aside = *ctx;
    aside->diags = diag_list_aside(ctx->diags);
    return aside;
}

/* Estimates one alternative; what it reports is for everybody when there is a
 * prediction. */
static void try_one(fp_context *ctx, fp_context *aside, const sag *machine, const bindings *values,
                    alternative *alt, const estimate_options *options)
{
    if (alt->graph) {
        bindings fitted = explore_fit_procs(alt->graph, values);
        alt->is_predicted =
            estimate_run(aside, alt->graph, machine, &fitted, options, &alt->result);
    }
    /* A distribution that leaves a loop undivided is one of those to be compared, and no mistake of
     * the source. */
    if (alt->is_predicted)
        diag_add_all_but(ctx->diags, aside->diags, "undivided");
    else
        alt->why = diag_first_error(aside->diags, &alt->why_at);
}

bool explore_compare(fp_context *ctx, const program *p, const function *entry, const sag *machine,
                     const bindings *values, int count, alternative *alternatives,
                     const graph_options *how, const estimate_options *options,
                     const explore_watcher *watcher, comparison *out)
{
    *out = (comparison){.count = count};
    int predicted = 0;
    fp_context **aside = ARENA_ARRAY(ctx->arena, count, fp_context *);
    /* All are planned first: the parameters of one are no error in another. */
    for (int i = 0; i < count; i++) {
        alternative *alt = &alternatives[i];
        aside[i] = aside_of(ctx);
        alt->graph = explore_graph(aside[i], p, entry, alt->override_count, alt->overrides, how);
    }
    for (int i = 0; i < count; i++) {
        try_one(ctx, aside[i], machine, values, &alternatives[i], options);
        predicted += alternatives[i].is_predicted;
    }
    for (int i = 0; i < count && !predicted; i++)
        diag_add_all(ctx->diags, aside[i]->diags);
    alternative *ranked = rank(ctx, count, alternatives);
    out->ranked = ranked;
    sentence_list sentences = {0};
    if (predicted > 1)
        explore_unknown_effects(ctx, predicted, ranked, &sentences);
    if (predicted > 1 && explore_is_decided(predicted, ranked)) {
        explore_loss_reasons(ctx, predicted, ranked, &sentences);
        explore_crossovers(ctx, values, predicted, ranked, machine, options, watcher, &sentences);
    }
    if (predicted)
        explore_failures(ctx, count - predicted, ranked + predicted, &sentences);
    out->sentence_count = sentences.count;
    out->sentences = sentences.data;
    return predicted > 0;
}
