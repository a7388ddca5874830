#include <stdlib.h>

#include "aag/aag_internal.h"

const char *aag_trips_text(fp_context *ctx, const aag_unit *u)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = u->var ? open_memstream(&text, &length) : NULL;
    if (!out)
        return expr_text(ctx, u->trips);
    expr_print_trips(out, u->trips, u->var);
    fclose(out);
    const char *kept = arena_strndup(ctx->arena, text, length);
    free(text);
    return kept;
}

static const char *loop_text(fp_context *ctx, const aag_unit *u)
{
    arena *a = ctx->arena;
    const char *lower = expr_text(ctx, u->range.lower);
    const char *upper = expr_text(ctx, u->range.upper);
    int64_t step = 0;
    bool is_unit = expr_is_int(u->range.step, &step) && step == 1;
    const char *by = is_unit ? "" : arena_printf(a, " by %s", expr_text(ctx, u->range.step));
    const char *owned = u->loop->split_on ? ", those it owns" : "";
    return arena_printf(a, "%s = %s .. %s%s%s: %s iterations", u->var->name, lower, upper, by,
                        owned, aag_trips_text(ctx, u));
}

static const char *home_text(fp_context *ctx, const home *at)
{
    const char *text = at->grid->name ? at->grid->name : "";
    for (int k = 0; k < at->grid->rank; k++) {
        const home_axis *axis = &at->axis[k];
        const char *index = axis->is_restricted ? expr_text(ctx, axis->index) : "*";
        text = arena_printf(ctx->arena, "%s%s%s", text, k ? ", " : "(", index);
        if (axis->is_restricted && axis->last)
            text = arena_printf(ctx->arena, "%s:%s", text, expr_text(ctx, axis->last));
    }
    return arena_printf(ctx->arena, "%s)", text);
}

static const char *condition_text(fp_context *ctx, const aag_unit *u)
{
    if (u->on)
        return arena_printf(ctx->arena, "on the home of %s",
                            aag_home_is_set(u->on) ? home_text(ctx, u->on) : "everything");
    if (u->test)
        return arena_printf(ctx->arena, "if %s", expr_text(ctx, u->test));
    return arena_printf(ctx->arena, "if, probability %g%s", u->probability,
                        u->is_hinted ? " as hinted" : " by default");
}

static const char *steps_text(fp_context *ctx, const aag_unit *u)
{
    op_tally ops = {0};
    int accesses = 0;
    for (int i = 0; i < u->step_count; i++) {
        op_tally_add(&ops, &u->steps[i].ops);
        accesses += u->steps[i].access_count;
    }
    const char *text = "";
    for (int k = 0; k < OP_KIND_COUNT; k++)
        if (ops.n[k])
            text = arena_printf(ctx->arena, "%s%s%u %s", text, *text ? ", " : "",
                                (unsigned)ops.n[k], op_kind_name((op_kind)k));
    if (accesses)
        text = arena_printf(ctx->arena, "%s%s%d array access%s", text, *text ? "; " : "", accesses,
                            accesses == 1 ? "" : "es");
    if (u->step_count == 1 && u->steps[0].at)
        text = arena_printf(ctx->arena, "%s%son the home of %s", text, *text ? "; " : "",
                            home_text(ctx, u->steps[0].at));
    if (u->step_count > 1)
        text = arena_printf(ctx->arena, "%d statements: %s", u->step_count, text);
    return text;
}

static const char *comm_text(fp_context *ctx, const communication *c)
{
    const char *text = comm_kind_name(c->kind);
    if (c->var && variable_is_of_source(c->var))
        text = arena_printf(ctx->arena, "%s of '%s'", text, c->var->name);
    if (c->intrinsic)
        text = arena_printf(ctx->arena, "%s (%s)", text, c->intrinsic);
    if (c->kind == COMM_POST || c->kind == COMM_WAIT_POST)
        text = arena_printf(ctx->arena, "%s %s %s", text, c->kind == COMM_POST ? "to" : "for",
                            c->group.grid ? home_text(ctx, &c->group) : "anybody");
    if (c->tag)
        text = arena_printf(ctx->arena, "%s, tag %s", text, expr_text(ctx, c->tag));
    if (c->async)
        text = arena_printf(ctx->arena, "%s%s (%s)", text, c->kind == COMM_WAIT ? "" : ", async",
                            expr_text(ctx, c->async));
    return text;
}

const char *aag_unit_text(fp_context *ctx, const aag_unit *u)
{
    switch (u->cls) {
    case AAG_START:
    case AAG_END:
        return "";
    case AAG_SPAWN:
        return "the node program, on every processor";
    case AAG_SEQ:
        return steps_text(ctx, u);
    case AAG_ITER_D:
    case AAG_ITER_SYNC:
        return loop_text(ctx, u);
    case AAG_ITER_ND:
        return arena_printf(ctx->arena, "%s, iterations: %s", u->tests_first ? "while" : "do while",
                            expr_text(ctx, u->trips));
    case AAG_CONDT_D:
    case AAG_CONDT_SYNC:
        return condition_text(ctx, u);
    case AAG_COMM:
    case AAG_SYNC:
    case AAG_SYNC_SEQ:
        return comm_text(ctx, u->comm);
    case AAG_CALL:
        return arena_printf(ctx->arena, "%s()",
                            u->callee->intrinsic ? u->callee->intrinsic : u->callee->name);
    }
    return "";
}

static void dump_list(fp_context *ctx, const aag_unit *list, int indent, FILE *out)
{
    for (const aag_unit *u = list; u; u = u->next) {
        const char *text = aag_unit_text(ctx, u);
        fprintf(out, "%3d %*s%s", u->id, 2 * indent, "", aag_class_name(u->cls));
        if (u->where.line)
            fprintf(out, " [line %d]", u->where.line);
        fprintf(out, "%s%s\n", *text ? " " : "", text);
        dump_list(ctx, u->child, indent + 1, out);
        if (u->other)
            fprintf(out, "    %*selse\n", 2 * indent, "");
        dump_list(ctx, u->other, indent + 1, out);
    }
}

static void dump_text(fp_context *ctx, const aag_graph *g, bool with_edges, FILE *out)
{
    fprintf(out, "%s of %s(): %d units\n", with_edges ? "saag" : "aag", g->entry->name,
            g->unit_count);
    dump_list(ctx, g->root, 0, out);
    if (!with_edges)
        return;
    fprintf(out, "edges: %d\n", g->edge_count);
    for (int i = 0; i < g->edge_count; i++) {
        const aag_edge *e = &g->edges[i];
        fprintf(out, "%3d -> %d  %s\n", e->from->id, e->to->id,
                e->comm->reason ? e->comm->reason : comm_kind_name(e->comm->kind));
    }
}

void aag_dump_with(fp_context *ctx, const aag_graph *g, bool with_edges, dump_format format,
                   int count, const aag_attribute *attributes, FILE *out)
{
    const aag_dumper d = {ctx, out, count, attributes};
    switch (format) {
    case DUMP_TEXT:
        dump_text(ctx, g, with_edges, out);
        break;
    case DUMP_DOT:
        aag_dump_dot(&d, g, with_edges);
        break;
    case DUMP_JSON:
        aag_dump_json(&d, g, with_edges);
        break;
    }
}

void aag_dump(fp_context *ctx, const aag_graph *g, bool with_edges, dump_format format, FILE *out)
{
    aag_dump_with(ctx, g, with_edges, format, 0, NULL, out);
}
