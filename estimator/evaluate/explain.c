#include "estimator/evaluate/explain.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "estimator/block/block.h"
#include "estimator/block/host.h"
#include "estimator/block/lanes.h"
#include "estimator/evaluate/evaluation.h"
#include "estimator/evaluate/explain_reuse.h"
#include "estimator/result/check_sizes.h"
#include "estimator/run/probability.h"
#include "estimator/run/run.h"
#include "estimator/simulate/interpret.h"
#include "support/format.h"
#include "sysmodels/model/operation.h"

/* The arithmetic that a line's time comes from, for the slowest processor: which values, how
 * often, what they add up to. It interprets once more and reads the counters. */

void explain_say(explainer *x, int depth, double seconds, const quantity *value, const char *format,
                 ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    arithmetic step = {x->unit, depth, arena_strdup(x->ctx->arena, text), seconds, value};
    VEC_PUSH(x->ctx->arena, &x->steps, step);
}

const char *explain_value(const explainer *x, const quantity *q)
{
    const char *unit = q->unit && *q->unit ? q->unit : "";
    bool is_time = !strcmp(unit, "us") || !strcmp(unit, "ns") || !strcmp(unit, "s");
    if (!strcmp(unit, "us"))
        unit = "µs";
    const char *text = arena_printf(x->ctx->arena, "%.15g%s%s", q->stated, *unit ? " " : "", unit);
    if (is_time)
        return text;
    return arena_printf(x->ctx->arena, "%s = %s", text, format_time(x->ctx->arena, q->value));
}

static const char *number(const explainer *x, double value)
{
    return format_count(x->ctx->arena, value);
}

/* Says "count what × value" when there is anything to say; returns the seconds. */
static double term(explainer *x, int depth, double count, const char *one, const char *many,
                   const quantity *q)
{
    if (count <= 0 || !q->is_set || q->value == 0)
        return 0;
    double seconds = count * q->value;
    explain_say(x, depth, seconds, q, "%s %s × %s", number(x, count), count == 1 ? one : many,
                explain_value(x, q));
    return seconds;
}

/* --- Units without communication ------------------------------------------- */

typedef struct place {
    const block_info *block;
    const block_class *cls; /* null: not in a block */
    double runs;            /* of the block, in all */
    int index;              /* of the block */
} place;

static place place_of(const explainer *x, const aag_unit *u)
{
    const run *r = x->r;
    place at = {0};
    for (const aag_unit *p = u; p; p = p->parent) {
        int index = r->est->block_of[p->id];
        if (index < 0)
            continue;
        const block_state *s = &r->blocks[index];
        int class = s->class_of ? s->class_of[x->result->slowest] : 0;
        if (!s->classes || class < 0)
            return at;
        at.block = &r->est->blocks[index];
        at.index = index;
        at.cls = s->classes[class];
        if (!at.cls)
            return at;
        double entered = (double)at.cls->counts[0] * r->weight[p->id];
        at.runs = entered > 0 ? x->result->units[p->id].count / entered : 0;
        return at;
    }
    return at;
}

static double counted(const explainer *x, const place *at, const aag_unit *u, int i)
{
    const unit_info *info = &x->r->est->unit[u->id];
    return (double)at->cls->counts[info->slot + i - at->block->slot];
}

/* How often each run of the block executes the unit, on average: the counters are those of one run,
 * and the others may be longer or shorter. */
static double mean_of(const explainer *x, const place *at, const aag_unit *u)
{
    const double runs = at->runs * x->r->weight[u->id];
    return runs > 0 ? x->result->units[u->id].count / runs : counted(x, at, u, 0);
}

/* Iterations: as often as what stands in the loop is executed. */
static double mean_iterations(const explainer *x, const place *at, const aag_unit *loop)
{
    double most = 0;
    for (const aag_unit *u = loop->child; u; u = u->next)
        if (x->result->units[u->id].count > 0 && mean_of(x, at, u) > most)
            most = mean_of(x, at, u);
    return most;
}

/* Is that run like the others? */
static bool is_even(double counted, double mean)
{
    return fabs(counted - mean) <= 1e-6 * mean;
}

/* By what a run's figures are to be multiplied to be those of the mean one. */
static double share_of_mean(const explainer *x, const place *at, const aag_unit *u)
{
    const double once = counted(x, at, u, 0), mean = mean_of(x, at, u);
    return once <= 0 || is_even(once, mean) ? 1 : mean / once;
}

static void explain_ops(explainer *x, int depth, const op_tally *ops)
{
    const sag_processing *p = x->r->est->machine->processing;
    for (int k = 0; k < OP_KIND_COUNT; k++) {
        term(x, depth, ops->n[k], op_kind_name((op_kind)k), op_kind_name((op_kind)k),
             sag_op_cost(p, (sag_op)k));
    }
}

/* Misses of a level that a run of the block has in that unit: by group, from the first one on. */
static double misses_in(const place *at, const aag_unit *u, int level, const double *by_group)
{
    double sum = 0;
    for (int i = 0; i < at->block->group_count; i++)
        if (at->block->groups[i].unit == u)
            sum += by_group[level * at->block->group_count + i];
    return sum;
}

/* Does the array have misses of other references, too, in that unit? */
static bool has_others(const place *at, int level, int group)
{
    const ref_group *all = at->block->groups;
    for (int i = 0; i < at->block->group_count; i++)
        if (i != group && all[i].unit == all[group].unit && all[i].var == all[group].var &&
            at->cls->misses[level * at->block->group_count + i] > 0)
            return true;
    return false;
}

static void explain_miss(explainer *x, const place *at, int level, int group, double n,
                         const char *when)
{
    arena *a = x->ctx->arena;
    const estimator *est = x->r->est;
    const ref_group *g = &at->block->groups[group];
    const char *of =
        has_others(at, level, group) ? explain_group_text(x->r, a, at->index, group) : NULL;
    const char *what =
        arena_printf(a, "%s miss%s of %s %s of the block", est->level[level].name,
                     n == 1 ? "" : "es", of ? of : arena_printf(a, "'%s'", g->var->name), when);
    term(x, 1, n, what, what,
         g->is_read ? est->level[level].fetch_value : est->level[level].store_value);
}

/* In a loop that communicates, an iteration finds what fits as the last one left it. */
static void explain_misses(explainer *x, const place *at, const aag_unit *u)
{
    const estimator *est = x->r->est;
    const aag_unit *loop = est->unit[at->block->unit->id].loop;
    unsigned warm = loop ? x->r->warm[loop->id] : 0;
    const double runs = at->runs * x->r->weight[u->id];
    for (int level = 0; level < est->level_count; level++) {
        const bool is_again = warm >> level & 1 && !x->r->missed;
        const double once = misses_in(at, u, level, at->cls->misses);
        double share = 1;
        if (!is_again && once > 0 && runs > 0)
            share = x->result->units[u->id].misses[level] / runs / once;
        if (is_even(share, 1))
            share = 1;
        for (int i = 0; i < at->block->group_count; i++) {
            const int of = level * at->block->group_count + i;
            if (at->block->groups[i].unit != u)
                continue;
            explain_miss(x, at, level, i, at->cls->misses[of] * share,
                         is_again ? "in the first run" : "each run");
            if (is_again)
                explain_miss(x, at, level, i, at->cls->again[of], "each run after it");
        }
    }
    explain_reuse(x, u);
}

static void explain_seq(explainer *x, const place *at, const aag_unit *u)
{
    const unit_info *info = &x->r->est->unit[u->id];
    for (int i = 0; i < u->step_count; i++) {
        explain_ops(x, 2, &u->steps[i].ops);
        double n = counted(x, at, u, 1 + i) * share_of_mean(x, at, u);
        explain_say(x, 1, n * info->steps[i].seconds, NULL, "%s × %s each run of the block",
                    number(x, n), format_time(x->ctx->arena, info->steps[i].seconds));
    }
    explain_misses(x, at, u);
}

/* Of a superscalar processor: how much of the sum is left beside the rest of the loop, and
 * what that waits for. */
static void explain_beside(explainer *x, const place *at, const aag_unit *u)
{
    const aag_unit *loop = x->r->est->unit[at->block->unit->id].loop;
    const block_variant *v = at->cls->variant[loop ? x->r->warm[loop->id] : 0];
    for (int i = 0; v && i < v->entry_count; i++) {
        const block_entry *e = &v->entries[i];
        if (e->unit != u->id || e->beside == 0)
            continue;
        explain_say(x, 1, -1, NULL,
                    "× %.3g beside the rest of the loop in line %d, which waits for %s", e->beside,
                    e->loop->where.line, lanes_name(e->bound));
        for (int k = 0; k < e->loop->chain_count && e->bound == LANE_CHAIN; k++) {
            const aag_chain *chain = &e->loop->chains[k];
            double seconds = lanes_chain_seconds(x->r->est->machine->processing, chain);
            explain_say(x, 1, -1, NULL, "the chain of line %d lets an iteration begin every %s",
                        chain->where.line, format_time(x->ctx->arena, seconds));
        }
    }
}

static void explain_block_unit(explainer *x, const place *at, const aag_unit *u)
{
    const sag_processing *p = x->r->est->machine->processing;
    const double share = share_of_mean(x, at, u);
    double n = counted(x, at, u, 0) * share;
    bool is_mean = share != 1;
    if (u->is_placement) {
        explain_say(x, 1, -1, NULL,
                    u->test ? "whether it is the first iteration costs nothing"
                            : "one tile of a pipeline: which processor's it is costs nothing");
    } else if (u->cls == AAG_SEQ) {
        explain_seq(x, at, u);
    } else if (aag_is_iteration(u->cls)) {
        double iterations = counted(x, at, u, 1), mean = mean_iterations(x, at, u);
        if (mean > 0 && !is_even(iterations, mean)) {
            iterations = mean;
            is_mean = true;
        }
        term(x, 1, n, "loop setup", "loop setups", &p->loop_setup);
        term(x, 1, iterations, "iteration", "iterations", &p->loop_iteration);
        if (!u->var) {
            explain_ops(x, 2, &u->condition);
            term(x, 1, iterations + (u->tests_first ? n : 0), "test", "tests", &p->condition);
        }
    } else if (aag_is_condition(u->cls)) {
        explain_ops(x, 2, &u->condition);
        term(x, 1, n, "test", "tests", &p->condition);
        double chance = is_probabilistic(x->r, u) ? u->probability : 1;
        term(x, 1, counted(x, at, u, 1) * share * chance, "branch taken", "branches taken",
             &p->branch_taken);
        explain_misses(x, at, u);
    } else if (u->cls == AAG_CALL) {
        term(x, 1, n, "call", "calls", &p->call);
    }
    explain_beside(x, at, u);
    double weight = x->r->weight[u->id];
    if (weight != 1)
        explain_say(x, 1, -1, NULL, "weighted by %g, the probability of coming here", weight);
    explain_say(x, 1, -1, NULL, "the block runs %s time%s%s", number(x, at->runs),
                at->runs == 1 ? "" : "s", is_mean ? ", as above on average" : "");
}

/* --- Units that communicate ------------------------------------------------- */

static void explain_clocked_unit(explainer *x, const aag_unit *u)
{
    const sag_processing *p = x->r->est->machine->processing;
    const unit_cost *cost = &x->result->units[u->id];
    if (u->is_placement) {
        explain_say(x, 1, -1, NULL,
                    u->test ? "whether it is the first iteration costs nothing"
                            : "the tiles of a pipeline, one after another: costs nothing");
    } else if (aag_is_exchange(u->cls)) {
        explain_comm(x, 1);
    } else if (aag_is_iteration(u->cls)) {
        double setup = term(x, 1, cost->count, "loop setup", "loop setups", &p->loop_setup);
        double left = cost->time.overhead - setup;
        if (u->var && p->loop_iteration.is_set && p->loop_iteration.value > 0)
            term(x, 1, left / p->loop_iteration.value, "iteration", "iterations",
                 &p->loop_iteration);
        explain_ops(x, 2, &u->condition);
    } else if (aag_is_condition(u->cls)) {
        explain_ops(x, 2, &u->condition);
        term(x, 1, cost->count, "test", "tests", &p->condition);
        if (is_probabilistic(x->r, u))
            explain_say(x, 1, -1, NULL, "both branches, weighted by %g and %g", u->probability,
                        1 - u->probability);
    } else if (u->cls == AAG_CALL) {
        term(x, 1, cost->count, "call", "calls", &p->call);
    }
}

/* Starting the nodes, collecting the result, and calls that read or write. */
static void explain_host(explainer *x, const aag_unit *u)
{
    const sag *machine = x->r->est->machine;
    double pages = host_fresh_pages(x->r);
    if (u->cls == AAG_SPAWN && pages > 0)
        term(x, 1, pages, "page touched for the first time", "pages touched for the first time",
             &machine->memory->first_touch);
    if (!x->r->est->options.host || !machine->host || !machine->host->io)
        return;
    if (u->cls == AAG_SPAWN) {
        term(x, 1, 1, "start of the program", "starts", &machine->host->io->spawn);
        term(x, 1, x->r->procs, "node started", "nodes started",
             &machine->host->io->spawn_per_node);
    } else if (u->cls == AAG_END && !u->parent) {
        explain_say(x, 1, host_collect(x->r).seconds, NULL, "the result sent to the host");
    }
    for (int i = 0; i < u->step_count; i++) {
        double seconds = host_io(x->r, &u->steps[i]).seconds;
        if (seconds > 0)
            explain_say(x, 1, seconds, NULL, "each call of input or output, and its way there");
    }
}

static void explain_unit(explainer *x, const aag_unit *u)
{
    const unit_cost *cost = &x->result->units[u->id];
    x->unit = u;
    arena *a = x->ctx->arena;
    explain_say(x, 0, breakdown_total(&cost->time), NULL, "%s in line %d, executed %s time%s",
                aag_class_name(u->cls), u->where.line, number(x, cost->count),
                cost->count == 1 ? "" : "s");
    place at = place_of(x, u);
    if (at.cls)
        explain_block_unit(x, &at, u);
    else
        explain_clocked_unit(x, u);
    explain_host(x, u);
    explain_say(x, 1, breakdown_total(&cost->time), NULL,
                "computation %s, communication %s, overhead %s, waiting %s",
                format_time(a, cost->time.computation), format_time(a, cost->time.communication),
                format_time(a, cost->time.overhead), format_time(a, cost->time.waiting));
}

/* Does a communication that is placed elsewhere fetch what these lines read? */
static bool serves(const aag_unit *u, const source_lines *lines)
{
    for (int i = 0; aag_is_exchange(u->cls) && u->comm && i < u->comm->part_count; i++)
        if (source_begins_in(u->comm->parts[i].where, lines))
            return true;
    return false;
}

bool explain_meets(const aag_unit *u, const source_lines *lines)
{
    int begin = u->where.line, end = u->where.end_line;
    if (!begin || !source_is_of(u->where, lines->file))
        return false;
    /* A compound unit is asked for by its first line; its body has its own. */
    if (end < begin || aag_is_compound(u->cls))
        end = begin;
    for (int i = 0; i < u->step_count; i++)
        end = u->steps[i].where.line > end ? u->steps[i].where.line : end;
    return begin <= lines->last && end >= lines->first;
}

int estimate_explain(fp_context *ctx, const estimate *result, const bindings *values,
                     const estimate_options *options, const source_lines *lines,
                     const arithmetic **steps)
{
    *steps = NULL;
    estimator *est = estimator_new(ctx, result->graph, result->machine, options);
    run *r = evaluation_new(est, values);
    if (!r)
        return 0;
    explainer x = {.ctx = ctx, .r = r, .result = result};
    check_sizes(r);
    if (r->has_failed || !run_has_room(r)) /* each is followed by itself here */
        return 0;
    explain_open_reuse(r, ctx->arena);
    evaluation_open(r);
    if (!r->has_failed)
        interpret_list(r, result->graph->root);
    for (int i = 0; i < result->unit_count && !r->has_failed; i++) {
        const aag_unit *u = result->graph->units[i];
        if ((explain_meets(u, lines) || serves(u, lines)) &&
            breakdown_total(&result->units[i].time) > 0)
            explain_unit(&x, u);
    }
    *steps = x.steps.data;
    return x.steps.count;
}
