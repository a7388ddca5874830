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

bool hints_tell(const run *r, const unknown_effect *u)
{
    const expr *by = u->told_by;
    int64_t one;
    if (!by || by->kind != EXPR_PARAM || by->u.param->origin != PARAM_TRIP ||
        !expr_is_int(by->u.param->value, &one))
        return by != NULL; /* a hint, or the integers of the function */
    for (int i = 0; i < r->set_count; i++)
        if (r->set[i].name == by->u.param->name)
            return true;
    return false;
}

typedef VEC(const expr *) expr_list;

/* Before anything is evaluated, so that all numbers that are missing are asked for together; each
 * once. */
static void check_executions(run *r, const aag_unit *unit, expr_list *asked)
{
    for (const unknown_effect *u = unit->unknowns; u; u = u->next) {
        bool is_asked = !u->told_by || hints_tell(r, u);
        for (int i = 0; i < asked->count && !is_asked; i++)
            is_asked = asked->data[i] == u->told_by;
        if (is_asked)
            continue;
        VEC_PUSH(r->scratch, asked, u->told_by);
        const char *name = u->told_by->u.param->name;
        diag_report(r->est->ctx->diags, DIAG_WARNING, "recursion", u->where,
                    "%s, and it is predicted as if it did not; write '#pragma fpredict "
                    "trip(COUNT)' before this statement, or say --set %s=COUNT "
                    "(-fpredict-set=%s=COUNT), COUNT being how often the function is executed in "
                    "all",
                    u->reason, name, name);
    }
}

void check_hints(run *r)
{
    const aag_graph *g = r->est->graph;
    expr_list asked = {0};
    for (int i = 0; i < g->unit_count && !r->has_failed; i++) {
        check_trips(r, g->units[i]);
        check_explicit_strip(r, g->units[i]);
        check_executions(r, g->units[i], &asked);
    }
    check_set_strips(r);
}
