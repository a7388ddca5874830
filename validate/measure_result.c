/* What comes of a run: how long it took, whether it printed what it should, or why there is
 * nothing of it. */

#include "validate/measure.h"

#include <string.h>

#include "validate/output_difference.h"

/* Without room for programs and what they print nothing that comes of case i counts, nor would it
 * of the others: ends all after reporting. */
static bool ends_full(measure *m, int i)
{
    if (!workspace_is_full(&m->workspace, i))
        return false;
    if (!m->is_over)
        diag_report(m->ctx->diags, DIAG_ERROR, "validate", (source_range){0},
                    "there is no room left in '%s' for programs and what they print; $TMPDIR says "
                    "where it is made",
                    m->workspace.folder);
    m->is_over = true;
    return true;
}

void measure_leave_out(measure *m, int i, const char *what, process_result r)
{
    if (r.end == PROCESS_STOPPED) {
        m->tally->is_interrupted = m->is_over = true;
        return;
    }
    if (r.end == PROCESS_FAILED && ends_full(m, i))
        return;
    m->cases[i].why = arena_printf(m->ctx->arena, "%s %s", what, r.why);
    m->tally->failed++;
}

void measure_leave_out_late(measure *m, int i, int limit)
{
    const char *why = arena_printf(m->ctx->arena, "is not finished after %d s", limit);
    measure_leave_out(m, i, "the run", (process_result){.end = PROCESS_LATE, .why = why});
    m->cases[i].is_late = true;
}

static bool is_uncompared(const char *printed)
{
    return strncmp(printed, PRINTED_NOT_COMPARED, strlen(PRINTED_NOT_COMPARED)) == 0;
}

/* What its printed result says of a case. A run that was right says so of those that were not
 * compared; one that was wrong is wrong whatever others print, as where ranks race. */
static void judge(measure *m, int i, const char *printed)
{
    validate_case *c = &m->cases[i];
    measure_product *p = &m->products[i];
    if (m->setup->is_serial)
        return;
    const bool is_compared = printed && !is_uncompared(printed);
    if (is_compared && strcmp(printed, PRINTED_SAME) == 0) {
        c->uncompared = NULL;
        p->is_compared = true;
    } else if (is_compared) {
        c->is_wrong = true;
        c->why = printed;
        m->tally->wrong++;
    } else if (!p->is_compared) {
        c->uncompared = printed ? printed + strlen(PRINTED_NOT_COMPARED)
                                : "measured before what is printed was compared";
    }
}

static const workspace_sequential *sequential_of(measure *m, const validate_case *c)
{
    for (int k = 0; k < m->sequentials.count; k++) {
        const workspace_sequential *s = &m->sequentials.data[k];
        if (s->program == c->program_index && s->size == c->size_index)
            return s;
    }
    VEC_PUSH(m->ctx->arena, &m->sequentials, workspace_run_sequential(&m->workspace, c));
    return &m->sequentials.data[m->sequentials.count - 1];
}

/* For the result cache; null where nothing is to be compared. */
static const char *compare(measure *m, int i)
{
    arena *a = m->ctx->arena;
    if (m->setup->is_serial)
        return NULL;
    const workspace_sequential *s = sequential_of(m, &m->cases[i]);
    if (!s->printed)
        return s->why ? arena_printf(a, "%s%s", PRINTED_NOT_COMPARED, s->why) : NULL;
    const char *difference = output_difference(a, workspace_file(&m->workspace, i, ".out"),
                                               s->printed, m->setup->tolerance);
    return difference ? difference : PRINTED_SAME;
}

void measure_cache_result(measure *m, measure_item it, const validate_result *r)
{
    const validate_case *c = &m->cases[it.index];
    const result_cache_case about = {c->path, c->distribution, c->size, c->procs};
    if (!result_cache_add(m->ctx, m->cache, m->products[it.index].fingerprint, it.repetition, r,
                          &about))
        m->is_over = true;
}

void measure_take_run(measure *m, measure_item it)
{
    validate_result r = {0};
    if (!workspace_read_time(&m->workspace, it.index, &m->cases[it.index], &r.seconds)) {
        measure_leave_out(
            m, it.index, "the run",
            (process_result){.end = PROCESS_FAILED, .why = "has not said how long it took"});
        return;
    }
    r.printed = compare(m, it.index);
    r.tolerance = m->setup->tolerance;
    bool is_wrong = r.printed && !is_uncompared(r.printed) && strcmp(r.printed, PRINTED_SAME) != 0;
    if (is_wrong && ends_full(m, it.index)) /* it may have been cut short */
        return;
    if (m->workspace.watch.is_interrupted) { /* by then it was measured, but not compared */
        m->tally->is_interrupted = m->is_over = true;
        return;
    }
    m->tally->measured++;
    VEC_PUSH(m->ctx->arena, &m->products[it.index].runs, r.seconds);
    judge(m, it.index, r.printed);
    measure_cache_result(m, it, &r);
}

/* Does a result of before say what one of now would? Not where it was ended after a shorter
 * time than it may take now, nor where numbers could differ by more, and did not, or by less. */
static bool still_counts(const measure *m, const validate_result *r)
{
    if (r->late_s)
        return r->late_s >= m->setup->time_limit;
    if (!r->printed || is_uncompared(r->printed))
        return true;
    return strcmp(r->printed, PRINTED_SAME) == 0 ? r->tolerance <= m->setup->tolerance
                                                 : r->tolerance >= m->setup->tolerance;
}

bool measure_take_cached(measure *m, measure_item it)
{
    measure_product *p = &m->products[it.index];
    validate_result r;
    if (!p->is_told_apart || !result_cache_find(m->cache, p->fingerprint, it.repetition, &r) ||
        !still_counts(m, &r))
        return false;
    if (r.late_s) {
        measure_leave_out_late(m, it.index, r.late_s);
        return true;
    }
    m->tally->found++;
    VEC_PUSH(m->ctx->arena, &p->runs, r.seconds);
    judge(m, it.index, r.printed);
    return true;
}
