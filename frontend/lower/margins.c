/* expand, margin and peel_and_wait: a loop that executes more, or less, than the
 * iterations that each processor owns. A margin is the difference of a larger box of
 * iterations and a smaller one inside it. It is taken apart into boxes, two for each dimension,
 * that do not overlap; each is the same loop once more. */

#include "frontend/lower/margins.h"

#include "frontend/lower/loop.h"
#include "frontend/lower/standalone_directive.h"
#include "frontend/resolve/margins.h"
#include "frontend/resolve/reduction.h"

const directive *lower_margin_directive(const attached *with)
{
    for (int i = 0; i < with->loop_count; i++) {
        directive_reach_kind kind = with->loop[i]->kind == DIRECTIVE_LOOP
                                        ? with->loop[i]->u.loop.reach.kind
                                        : DIRECTIVE_REACH_NONE;
        if (kind == DIRECTIVE_REACH_MARGIN || kind == DIRECTIVE_REACH_PEEL)
            return with->loop[i];
    }
    return NULL;
}

/* --- One piece --------------------------------------------------------------- */

static bool is_zero(const expr *e)
{
    int64_t value;
    return expr_is_int(e, &value) && value == 0;
}

/* What a piece takes of dimension `dim`, by its widths. */
static loop_reach reach_of(lowering *lo, const loop_reach *widths, int dim)
{
    loop_reach r = *widths;
    const reach_piece *piece = lo->around.piece;
    const expr *zero = expr_int(lo->pool, 0);
    if (!piece || piece->dim < 0) {
        r.kind = REACH_EXPANDED;
    } else if (dim < piece->dim) {
        r.lower = expr_min(lo->pool, r.lower, zero);
        r.upper = expr_min(lo->pool, r.upper, zero);
    } else if (dim > piece->dim) {
        r.lower = expr_max(lo->pool, r.lower, zero);
        r.upper = expr_max(lo->pool, r.upper, zero);
    } else {
        r.kind = piece->side;
    }
    bool is_own = r.kind == REACH_EXPANDED && is_zero(r.lower) && is_zero(r.upper);
    return is_own ? (loop_reach){0} : r;
}

/* The loop of the nest that the clause's dimension moves with. */
static planned_loop *loop_along(lowering *lo, const on_clause *on, int dim, const loop_nest *nest)
{
    for (int i = 0; on->index[dim] && i < nest->count; i++) {
        planned_loop *plan = lower_find_plan(lo, nest->loop[i]);
        if (expr_mentions(on->index[dim], plan->var))
            return plan;
    }
    return NULL;
}

void lower_plan_reach(lowering *lo, const directive *d, const on_clause *on, const loop_nest *nest)
{
    loop_reach widths[MAX_RANK];
    if (!directive_reaches(lo->table, &d->u.loop, lo->reading.names, widths))
        return;
    for (int dim = 0; dim < d->u.loop.on.count; dim++) {
        planned_loop *plan = loop_along(lo, on, dim, nest);
        bool is_none = is_zero(widths[dim].lower) && is_zero(widths[dim].upper);
        if (plan)
            plan->reach = reach_of(lo, &widths[dim], dim);
        else if (!is_none)
            diag_report(
                lo->ctx->diags, DIAG_ERROR, "loop-variable", widths[dim].where,
                "no loop of this nest runs along this dimension of '%s'; write the width 0 for it",
                d->u.loop.on.name.text);
    }
}

/* --- Reductions after it ------------------------------------------------------- */

/* The participants: all that the clause names in some iteration of the nest. */
static const on_clause *clause_of_all(lowering *lo, const on_clause *on, const loop_nest *nest)
{
    on_clause *all = arena_copy(lo->ctx->arena, on, sizeof *on);
    for (int dim = 0; dim < MAX_RANK; dim++)
        if (loop_along(lo, on, dim, nest))
            all->index[dim] = all->last[dim] = NULL;
    return all;
}

void lower_plan_combined(lowering *lo, const directive *d, const on_clause *on,
                         const loop_nest *nest)
{
    xmp_comm_node *combined = ARENA_NEW(lo->ctx->arena, xmp_comm_node);
    if ((lo->around.piece && !lo->around.piece->is_last) ||
        !directive_reductions(lo->table, &d->u.loop, lo->reading.names, &combined->count,
                              &combined->items))
        return;
    combined->on_explicit = clause_of_all(lo, on, nest);
    combined->is_of_loop = true;
    lower_find_plan(lo, nest->loop[0])->combined = combined;
}

/* --- All pieces ------------------------------------------------------------------ */

static void lower_piece(lowering *lo, node_list *out, const syntax *s, const attached *with,
                        const expr *trips, int first_pragma, reach_piece piece)
{
    lo->fn.next_pragma = first_pragma;
    lo->around.piece = &piece;
    lower_plan_nest(lo, with, s);
    lo->around.piece = NULL;
    if (s->kind == SYNTAX_FOR)
        lower_for(lo, out, s, trips);
}

/* The boxes of a margin, their number; at least one. */
static int margins(const loop_reach *widths, int dims, reach_piece *out)
{
    int count = 0;
    for (int dim = 0; dim < dims; dim++) {
        if (!is_zero(widths[dim].lower))
            out[count++] = (reach_piece){.dim = dim, .side = REACH_LOW_MARGIN};
        if (!is_zero(widths[dim].upper))
            out[count++] = (reach_piece){.dim = dim, .side = REACH_HIGH_MARGIN};
    }
    if (count == 0)
        out[count++] = (reach_piece){.dim = 0, .side = REACH_LOW_MARGIN};
    out[count - 1].is_last = true;
    return count;
}

void lower_margin_pieces(lowering *lo, node_list *out, const syntax *s, const attached *with,
                         const expr *trips)
{
    const directive *d = lower_margin_directive(with);
    const directive_reach *reach = &d->u.loop.reach;
    int first_pragma = lo->fn.next_pragma, count = 0;
    reach_piece pieces[2 * MAX_RANK];
    loop_reach widths[MAX_RANK];
    if (directive_reaches(lo->table, &d->u.loop, lo->reading.names, widths))
        count = margins(widths, reach->width_count, pieces);
    if (reach->kind == DIRECTIVE_REACH_PEEL) {
        directive_subscript *id = ARENA_NEW(lo->ctx->arena, directive_subscript);
        *id = (directive_subscript){.value = reach->id, .where = reach->id.where};
        directive wait = {.kind = DIRECTIVE_WAIT_ASYNC,
                          .u.wait.ids = {.count = 1, .sub = id},
                          .spelling = d->spelling,
                          .word = d->word,
                          .where = reach->where,
                          .word_at = reach->where};
        lower_piece(lo, out, s, with, trips, first_pragma, (reach_piece){.dim = -1});
        lower_standalone(lo, out, arena_copy(lo->ctx->arena, &wait, sizeof wait));
    }
    for (int i = 0; i < count; i++)
        lower_piece(lo, out, s, with, trips, first_pragma, pieces[i]);
}
