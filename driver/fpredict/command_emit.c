#include <string.h>

#include "codegen/codegen.h"
#include "driver/fpredict/emit_output.h"
#include "driver/fpredict/session.h"
#include "frontend/frontend.h"

static const source_range nowhere = {0};

/* One program, for one choice of processors. */
static bool check_one(session *s)
{
    if (s->entry_count == 1 && strcmp(s->entries[0]->name, "main") == 0 &&
        s->combination_count == 1)
        return true;
    diag_report(s->ctx->diags, DIAG_ERROR, "spmd", nowhere,
                s->combination_count > 1
                    ? "one program is generated at a time: choose one --procs"
                    : "'%s' has no distributed 'main', which the program would begin with: name "
                      "the file that has it, too",
                s->opt->file);
    return false;
}

static codegen_algorithm algorithm_of(collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        return CODEGEN_DIRECT;
    case COLLECTIVE_BINOMIAL:
        return CODEGEN_BINOMIAL;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        return CODEGEN_DOUBLING;
    case COLLECTIVE_RING:
        return CODEGEN_RING;
    case COLLECTIVE_LINEAR:
        return CODEGEN_LINEAR;
    case COLLECTIVE_PATTERN:
        break;
    }
    return CODEGEN_OF_MPI; /* a function of the machine's says what it takes, not how it is done */
}

/* What was measured is MPI's own function: on these numbers of processors, and between two
 * neighbouring ones. */
static codegen_choice choice_of(arena *a, const sag_communication *c, collective_kind kind)
{
    const sag_collective *how = &c->collective[kind];
    collective_algorithm part = how->subgroups_origin.source ? how->subgroups : how->algorithm;
    codegen_range *ranges = ARENA_ARRAY(a, how->measured_count, codegen_range);
    int count = 0;
    for (int i = 0; i < how->measured_count; i++) {
        const sag_measured *m = &how->measured[i], *next = m + 1;
        if (!m->function.piece_count)
            continue;
        bool goes_on = i + 1 < how->measured_count && next->function.piece_count > 0;
        ranges[count++] =
            (codegen_range){m->processors, goes_on ? next->processors : m->processors};
    }
    return (codegen_choice){algorithm_of(how->algorithm), algorithm_of(part), count, ranges};
}

static codegen_cube cube_of(const sag_communication *c)
{
    if (c->topology != TOPOLOGY_HYPERCUBE)
        return CODEGEN_NO_CUBE;
    return c->embedding == EMBED_GRAY ? CODEGEN_GRAY : CODEGEN_BY_RANK;
}

static bool emit(session *s, codegen_files *out, codegen_macros *macros)
{
    const estimate_options *asked = &s->estimating;
    exchange_rule exchange =
        asked->override_exchange ? asked->exchange : s->machines[0]->communication->exchange;
    const sag_communication *network = s->machines[0]->communication;
    const codegen_options how = {.is_phased = exchange == EXCHANGE_PHASED,
                                 .packs_all = network->packing == PACK_ALWAYS,
                                 .broadcast =
                                     choice_of(s->ctx->arena, network, COLLECTIVE_BROADCAST),
                                 .reduce = choice_of(s->ctx->arena, network, COLLECTIVE_REDUCE),
                                 .gather = choice_of(s->ctx->arena, network, COLLECTIVE_ALLGATHER),
                                 .barrier = choice_of(s->ctx->arena, network, COLLECTIVE_BARRIER),
                                 .cube = cube_of(network),
                                 .counts_work = s->opt->counts_work,
                                 .calls_are_free = asked->inline_calls};
    const layout *where = plan_layout(s->ctx, s->program, s->override_count, s->overrides);
    plan_options plan = s->opt->graphs.plan;
    plan.copies_all = true; /* the run-time library receives where values are read */
    const node_program *planned =
        where ? plan_entry(s->ctx, s->program, where, s->entries[0], &plan) : NULL;
    return planned && codegen_emit(s->ctx, planned, &s->combinations[0], &how, out, macros);
}

/* Reads the source and generates its program. *macros: those which are in the way. */
static bool read_and_emit(session *s, fp_context *ctx, const options *opt, codegen_macros *macros,
                          codegen_files *out)
{
    *macros = (codegen_macros){0};
    return session_open(s, ctx, opt) && check_one(s) && emit(s, out, macros);
}

int command_emit(fp_context *ctx, const options *given)
{
    options sized = *given, *opt = &sized;
    session s;
    if (!session_set_sizes(&s, ctx, opt))
        return session_close(&s, false);
    codegen_macros macros;
    codegen_files files;
    diag_list *shown = ctx->diags;
    bool ok;
    for (bool goes_on = true; goes_on;) { /* what an earlier text says is in the last one, too */
        ctx->diags = diag_list_aside(shown, ctx->arena);
        ok = read_and_emit(&s, ctx, opt, &macros, &files);
        goes_on = macros.count > 0 &&
                  frontend_expand_macros(ctx, s.program, macros.count, macros.places) > 0;
    }
    diag_add_all(shown, ctx->diags);
    ctx->diags = shown;
    return session_close(&s, ok && emit_write(&s, &files));
}
