#include "estimator/result/assumptions.h"

#include <inttypes.h>
#include <string.h>

#include "estimator/block/block.h"
#include "estimator/run/ledger.h"
#include "estimator/run/probability.h"
#include "estimator/run/run.h"
#include "support/format.h"

/* What an estimate took for granted, and the parameters that it read. */

typedef struct assumer {
    run *r;
    arena *arena;
    VEC(assumption) list;
    VEC(parameter_value) parameters;
    VEC(const param *) open;
} assumer;

static void note_open(assumer *a, const param *p)
{
    for (int i = 0; i < a->open.count; i++)
        if (a->open.data[i] == p)
            return;
    VEC_PUSH(a->arena, &a->open, p);
}

static void assume(assumer *a, source_range where, const char *text)
{
    for (int i = 0; i < a->list.count; i++) {
        const assumption *old = &a->list.data[i];
        if (old->where.file == where.file && old->where.line == where.line &&
            old->where.column == where.column && !strcmp(old->text, text))
            return;
    }
    assumption one = {where, text};
    VEC_PUSH(a->arena, &a->list, one);
}

static void assume_branch(assumer *a, const aag_unit *u)
{
    const param *p = a->r->unknown[u->id];
    if (u->assumed && !u->is_hinted && !p) {
        assume(a, u->where, u->assumed);
        return;
    }
    const char *often = u->probability == 0.5 ? "taken half of the time"
                        : u->probability == 0
                            ? "never taken"
                            : arena_printf(a->arena, "taken %s of the time",
                                           format_percent(a->arena, u->probability));
    if (p)
        note_open(a, p);
    assume(a, u->where,
           p ? arena_printf(a->arena,
                            "'if' %s: nothing tells the value of '%s'; --set %s=VALUE would "
                            "decide it",
                            often, p->name, p->name)
             : arena_printf(a->arena, "'if' %s", often));
}

static bool is_executed(const run *r, const aag_unit *u)
{
    if (r->est->unit[u->id].is_inside)
        return block_was_run(r, u);
    return ledger_has(r, u);
}

/* Does it stand in a branch that is taken never, for nothing decides it? */
static bool is_left_out(const run *r, const aag_unit *u)
{
    for (const aag_unit *p = u->parent; p; u = p, p = p->parent) {
        const bool is_other = p->other && u->id >= p->other->id;
        if (is_probabilistic(r, p) && p->probability == (is_other ? 1 : 0))
            return true;
    }
    return false;
}

static void assume_unit(assumer *a, const aag_unit *u)
{
    const run *r = a->r;
    /* A hint decides what no parameter would. */
    if (is_probabilistic(r, u) && r->was_taken[u->id] && (r->unknown[u->id] || !u->is_hinted))
        assume_branch(a, u);
    if (u->loop && !u->loop->is_exact && is_executed(r, u))
        assume(a, u->where,
               arena_printf(a->arena, "the loop over '%s' runs to its end", u->var->name));
    if (u->loop && u->loop->reordered && is_executed(r, u))
        assume(a, u->where, u->loop->reordered);
    if (u->loop && u->loop->serialized_by && is_executed(r, u))
        assume(a, u->where, u->loop->serialized_by);
    if (r->was_sampled[u->id])
        assume(a, u->where,
               arena_printf(a->arena,
                            "iterations of the loop over '%s' between those "
                            "counted are like them",
                            u->var->name));
    if (r->was_guessed[u->id])
        assume(a, u->where,
               u->comm->kind == COMM_WAIT
                   ? "this waits for all that is under way whose id may be the same: not all of "
                     "them are known"
                   : "this waits for the first post that may have its tag: not all of them are "
                     "known");
    if (u->cls == AAG_END && u->is_passed_over && !is_left_out(r, u))
        assume(a, u->where, "what follows this return is executed all the same");
    if (u->comm && r->is_bound[u->comm->id])
        assume(a, u->where,
               arena_printf(a->arena, "all that may be needed of '%s' moves: %s",
                            comm_subject(u->comm),
                            comm_is_partial(u->comm)
                                ? "which elements are needed is known only at run time"
                                : "elements that several references or loops need may be "
                                  "counted more than once"));
}

bool assumption_is_spread(const param *p)
{
    int64_t value;
    return p->origin == PARAM_INDEX && p->value && expr_is_int(p->value, &value) && value < 0;
}

static void assume_parameter(assumer *a, const param *p)
{
    int64_t value = 0;
    const bool is_used = env_param_used(a->r->env, p, &value) ||
                         (p->is_in_text && p->value && expr_is_int(p->value, &value));
    if (p->origin == PARAM_SYNTHETIC || !is_used)
        return;
    parameter_value one = {p, value};
    /* What all calls pass says nothing new, and an index that stands for others is no size. */
    bool is_passed = p->origin == PARAM_FORMAL && p->value && !run_is_set_by_user(a->r, p);
    if (p->origin != PARAM_INDEX && !is_passed)
        VEC_PUSH(a->arena, &a->parameters, one);
    if (run_is_set_by_user(a->r, p))
        return;
    if (assumption_is_spread(p))
        assume(a, p->where, arena_printf(a->arena, "'%s' %s", p->name, p->provenance));
    else if (p->is_assumption)
        assume(a, p->where,
               arena_printf(a->arena, "%s = %" PRId64 "%s%s", p->name, value,
                            p->provenance ? " " : "", p->provenance ? p->provenance : ""));
}

/* What the user supposes of the machine's use, otherwise than its file says. */
static void assume_options(assumer *a, const estimator *est)
{
    const source_range nowhere = {0};
    if (est->options.host)
        assume(a, nowhere, "starting the nodes, input and output cost time");
    if (est->no_nest && est->level_count)
        assume(a, nowhere, est->no_nest);
    if (est->options.inline_calls)
        assume(a, nowhere, "calls cost nothing: the compiler expands them in place");
    if (est->options.overlap >= 0)
        assume(a, nowhere,
               arena_printf(a->arena, "computation hides %s of the communication",
                            format_percent(a->arena, est->options.overlap)));
    if (est->options.is_sendrecv)
        assume(a, nowhere, "neighbours exchange along one axis after the other, by MPI_Sendrecv");
    if (est->options.override_exchange)
        assume(a, nowhere,
               est->options.exchange == EXCHANGE_PHASED
                   ? "neighbours exchange one direction after the other"
               : est->options.exchange == EXCHANGE_ADAPTER
                   ? "adapters carry messages while processors go on"
               : est->options.exchange == EXCHANGE_PUSHED
                   ? "messages occupy those who send them, and not those who receive them"
                   : "messages of an exchange are posted together");
}

/* In the order of the source; what is about all of it comes first. */
static void sort(assumer *a)
{
    for (int i = 1; i < a->list.count; i++) {
        assumption one = a->list.data[i];
        int k = i;
        for (; k > 0 && a->list.data[k - 1].where.file == one.where.file &&
               a->list.data[k - 1].where.line > one.where.line;
             k--)
            a->list.data[k] = a->list.data[k - 1];
        a->list.data[k] = one;
    }
}

void assumptions_set(run *r, arena *result, estimate *out)
{
    assumer a = {.r = r, .arena = result};
    const aag_graph *g = r->est->graph;
    for (int i = 0; i < r->est->machine->supposition_count; i++)
        assume(&a, (source_range){0}, r->est->machine->suppositions[i]);
    assume_options(&a, r->est);
    if (r->has_sampled_misses)
        assume(&a, (source_range){0},
               "references of loops miss as often as samples of their executions do");
    for (int i = 0; i < g->unit_count; i++)
        assume_unit(&a, g->units[i]);
    for (int i = 0; i < expr_pool_param_count(g->program->pool); i++)
        assume_parameter(&a, expr_pool_param(g->program->pool, i));
    sort(&a);
    out->assumption_count = a.list.count;
    out->assumptions = a.list.data;
    out->open_count = a.open.count;
    out->open = a.open.data;
    out->parameter_count = a.parameters.count;
    out->parameters = a.parameters.data;
}
