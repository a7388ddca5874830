#include "driver/fpredict/session.h"
#include "frontend/frontend.h"
#include "program/print.h"

static void dump_machine(session *s, const sag *machine)
{
    switch (s->opt->as) {
    case DUMP_TEXT:
        sag_print(s->ctx, machine, session_out(s), session_style(s).width);
        break;
    case DUMP_DOT:
        sag_print_dot(machine, session_out(s));
        break;
    case DUMP_JSON:
        sag_print_json(s->ctx, machine, session_out(s));
        break;
    }
}

static bool dump_machines(session *s)
{
    if (!session_open_machines(s))
        return false;
    for (int i = 0; i < s->machine_count; i++)
        dump_machine(s, s->machines[i]);
    return true;
}

static bool dump_plan(session *s, const function *entry)
{
    const layout *where = plan_layout(s->ctx, s->program, s->override_count, s->overrides);
    const node_program *planned =
        where ? plan_entry(s->ctx, s->program, where, entry, &s->graphs.plan) : NULL;
    if (!planned)
        return false;
    layout_print(planned->layout, planned->program, session_out(s));
    fprintf(session_out(s), "%s:\n", entry->name);
    tree_print(s->ctx, session_out(s), planned->body, 1);
    return true;
}

static bool dump_graph(session *s, const function *entry, bool with_edges)
{
    const aag_graph *graph =
        explore_graph(s->ctx, s->program, entry, s->override_count, s->overrides, &s->graphs);
    if (graph)
        aag_dump(s->ctx, graph, with_edges, s->opt->as, session_out(s));
    return graph != NULL;
}

static bool dump_entry(session *s, const function *entry)
{
    switch (s->opt->stage) {
    case STAGE_PLAN:
        return dump_plan(s, entry);
    case STAGE_AAG:
        return dump_graph(s, entry, false);
    case STAGE_SAAG:
        return dump_graph(s, entry, true);
    case STAGE_DIRECTIVES:
    case STAGE_PROGRAM:
    case STAGE_SAG:
        break;
    }
    return true;
}

int command_dump(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    if (opt->stage == STAGE_SAG)
        return session_close(&s, dump_machines(&s));
    if (!session_open(&s, ctx, opt))
        return session_close(&s, false);
    bool ok = true;
    if (opt->stage == STAGE_DIRECTIVES)
        frontend_dump_directives(s.program, session_out(&s));
    else if (opt->stage == STAGE_PROGRAM)
        program_print(s.program, session_out(&s));
    else
        for (int i = 0; i < s.entry_count; i++)
            ok = dump_entry(&s, s.entries[i]) && ok;
    return session_close(&s, ok);
}
