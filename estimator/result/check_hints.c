#include "estimator/result/check_hints.h"

#include <inttypes.h>

#include "estimator/run/run.h"

/* Numbers that only people tell: how often a loop is executed, and how long the strips of a
 * pipeline are. Those of a directive are checked where it is read, as far as they are
 * constants; here are the values of a run. */

static void report(run *r, source_range where, const char *what, int64_t value)
{
    diag *d = diag_report(r->est->ctx->diags, DIAG_ERROR, "extent", where, what, value);
    diag_note(d, (source_range){0}, "choose other values with --set");
    r->has_failed = true;
}

/* The number of times that a person says; null: the source tells it, or only where the loop
 * is. */
static const expr *said_trips(const aag_unit *u)
{
    if (!aag_is_iteration(u->cls))
        return NULL;
    const expr *said = u->loop ? u->loop->hinted : u->trips;
    return said && !said->uses_loop_var && !said->uses_coord ? said : NULL;
}

static void check_trips(run *r, const aag_unit *u)
{
    const expr *said = said_trips(u);
    int64_t times;
    if (said && run_value(r, said, &times) && times < 0)
        report(r, u->where, "a loop is not executed %" PRId64 " times", times);
}

static void check_strip(run *r, source_range where, int64_t length)
{
    if (length < 1)
        report(r, where, "a strip has at least one iteration, not %" PRId64, length);
}

/* `pipeline(n)`. */
static void check_explicit_strip(run *r, const aag_unit *u)
{
    const expr *said = u->loop ? u->loop->strip : NULL;
    int64_t length;
    if (said && !said->uses_loop_var && run_value(r, said, &length))
        check_strip(r, u->loop->strip_at, length);
}

/* --set strip@LINE. Another plan's strips may have the name: they are not asked for. */
static void check_set_strips(run *r)
{
    const expr_pool *pool = r->est->graph->program->pool;
    for (int i = 0; i < r->set_count && !r->has_failed; i++)
        for (int k = 0; k < expr_pool_param_count(pool) && !r->has_failed; k++) {
            const param *p = expr_pool_param(pool, k);
            if (p->origin == PARAM_STRIP && p->name == r->set[i].name)
                check_strip(r, p->where, r->set[i].value);
        }
}

void check_hints(run *r)
{
    const aag_graph *g = r->est->graph;
    for (int i = 0; i < g->unit_count && !r->has_failed; i++) {
        check_trips(r, g->units[i]);
        check_explicit_strip(r, g->units[i]);
    }
    check_set_strips(r);
}
