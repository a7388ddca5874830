/* Measures all cases: decides which step of which case comes next. */

#include "validate/measure.h"

/* How often each case is run where simulated runs turn out to differ. */
enum { REPETITIONS_OF_UNSTEADY = 3 };

typedef VEC(measure_item) item_list;

typedef enum step { STEP_GENERATE, STEP_BUILD, STEP_RUN } step;

/* An item that a program is running for. */
typedef struct measure_slot {
    measure_item item;
    step step;
} slot;

/* --- Steps --------------------------------------------------------------------------------- */

/* Nothing more of this item; its files go when no further run is on the list. */
static void finish(measure *m, measure_item it, int repetitions)
{
    measure_product *p = &m->products[it.index];
    p->is_busy = false;
    m->done++;
    if (!m->cases[it.index].why && it.repetition + 1 < repetitions)
        return;
    p->is_generated = p->is_built = false;
    workspace_remove(&m->workspace, it.index);
}

/* Starts the next step of an item. Returns false when there is none. */
static bool start_step(measure *m, measure_item it)
{
    int i = it.index;
    const validate_case *c = &m->cases[i];
    const measure_product *p = &m->products[i];
    if (m->is_over || c->why || p->runs.count > it.repetition || measure_take_cached(m, it))
        return false;
    step next = p->is_built ? STEP_RUN : p->is_generated ? STEP_BUILD : STEP_GENERATE;
    if (next == STEP_BUILD && !workspace_build_library(&m->workspace)) {
        m->is_over = true;
        return false;
    }
    const process_command command = next == STEP_RUN     ? workspace_run(&m->workspace, i, c)
                                    : next == STEP_BUILD ? workspace_build(&m->workspace, i, c)
                                                         : workspace_generate(&m->workspace, i, c);
    m->slots[m->slot_count] = (slot){it, next};
    m->running[m->slot_count++] = process_start(&m->workspace.watch, m->ctx->arena, &command);
    return true;
}

/* A step has come to its end. */
static void take_step(measure *m, slot s, process_result r)
{
    int i = s.item.index;
    measure_product *p = &m->products[i];
    bool ok = r.end == PROCESS_OK;
    switch (s.step) {
    case STEP_GENERATE:
        p->is_generated = ok;
        if (!ok)
            measure_leave_out(m, i, m->setup->is_serial ? "the compiler" : "fpredict emit", r);
        else if (workspace_fingerprint(&m->workspace, i, &m->cases[i], &p->fingerprint))
            p->is_told_apart = true;
        else
            m->is_over = true;
        return;
    case STEP_BUILD:
        p->is_built = ok;
        if (!ok)
            measure_leave_out(m, i, "the compiler", r);
        return;
    case STEP_RUN:
        break;
    }
    enum { NO_PROGRAM = 126, NOT_FOUND = 127 }; /* the shell's exit codes */
    if (ok) {
        measure_take_run(m, s.item);
    } else if (r.end == PROCESS_FAILED && (r.status == NO_PROGRAM || r.status == NOT_FOUND)) {
        /* What starts this one would start the others. */
        diag_report(m->ctx->diags, DIAG_ERROR, "validate", (source_range){0},
                    "'%s' starts no program: it %s; %s names another command", m->setup->mpirun,
                    r.why, m->setup->is_serial ? "--under" : "--mpirun");
        m->is_over = true;
    } else if (r.end == PROCESS_LATE) {
        measure_leave_out_late(m, i, m->setup->time_limit);
        /* A real one may have waited for something that is over another time. */
        if (m->setup->is_injected)
            measure_cache_result(m, s.item, &(validate_result){.late_s = m->setup->time_limit});
    } else {
        measure_leave_out(m, i, "the run", r);
    }
}

static void begin(measure *m, measure_item it, int repetitions)
{
    const validate_case *c = &m->cases[it.index];
    m->products[it.index].is_busy = true;
    progress_bar(
        &m->bar, m->done, m->total,
        arena_printf(m->ctx->arena, "%s %s %s on %s", c->name, c->distribution, c->size, c->procs));
    if (!start_step(m, it))
        finish(m, it, repetitions);
}

/* Waits for a program to end, and goes on with its item. */
static void go_on(measure *m, int repetitions)
{
    process_result r;
    int k = process_wait(&m->workspace.watch, m->ctx->arena, m->slot_count, m->running, &r);
    slot s = m->slots[k];
    m->slot_count--;
    m->slots[k] = m->slots[m->slot_count];
    m->running[k] = m->running[m->slot_count];
    take_step(m, s, r);
    /* After a run there is no step: a result, or none. */
    if (s.step == STEP_RUN || !start_step(m, s.item))
        finish(m, s.item, repetitions);
}

/* Works off a list, as many at once as were asked for. One case is never run beside itself. */
static void work_off(measure *m, const item_list *items, int repetitions)
{
    for (int next = 0; m->slot_count > 0 || (next < items->count && !m->is_over);) {
        bool has_room = !m->is_over && next < items->count && m->slot_count < m->setup->jobs &&
                        !m->products[items->data[next].index].is_busy;
        if (has_room)
            begin(m, items->data[next++], repetitions);
        else
            go_on(m, repetitions);
    }
}

/* --- All of them --------------------------------------------------------------------------- */

/* All cases, from one repetition up to another one, repetitions outside: what changes on a
 * machine while it is measured concerns all of them. */
static void run_all(measure *m, int from, int to)
{
    item_list items = {0};
    for (int r = from; r < to; r++)
        for (int i = 0; i < m->count; i++)
            VEC_PUSH(m->ctx->arena, &items, ((measure_item){i, r}));
    m->total += items.count;
    work_off(m, &items, to);
}

/* Of one program: a run in which much is sent, and that is short. */
static int pick_check(const measure *m, int which)
{
    int pick = -1;
    for (int i = 0; i < m->count; i++) {
        const validate_case *c = &m->cases[i], *best = pick < 0 ? NULL : &m->cases[pick];
        if (c->program_index != which || c->why || m->products[i].runs.count == 0)
            continue;
        if (!best || c->size_index < best->size_index ||
            (c->size_index == best->size_index && c->processors > best->processors))
            pick = i;
    }
    return pick;
}

/* Simulated runs are believed to be the same each time. One of each program is run once more,
 * and where it differs, all are run several times. */
static void check_steadiness(measure *m)
{
    item_list items = {0};
    int programs = m->count ? m->cases[m->count - 1].program_index + 1 : 0;
    for (int k = 0; k < programs; k++) {
        int pick = pick_check(m, k);
        if (pick >= 0)
            VEC_PUSH(m->ctx->arena, &items, ((measure_item){pick, 1}));
    }
    m->total += items.count;
    work_off(m, &items, 2);
    for (int k = 0; k < items.count; k++) {
        int i = items.data[k].index;
        validate_case *c = &m->cases[i];
        if (c->is_late) { /* the first run was not, and counts */
            c->is_late = false;
            c->why = NULL;
            m->tally->failed--;
        }
        if (m->products[i].runs.count < 2)
            continue;
        m->tally->checked++;
        m->tally->unsteady += m->products[i].runs.data[0] != m->products[i].runs.data[1];
    }
}

static void set_runs(measure *m)
{
    for (int i = 0; i < m->count; i++) {
        validate_case *c = &m->cases[i];
        c->run_count = m->products[i].runs.count;
        c->runs = m->products[i].runs.data;
        /* Fewer runs than were asked for, by a mistake of one of them: none counts. */
        if (c->why)
            c->run_count = 0;
    }
}

static void measure_all(measure *m)
{
    arena *a = m->ctx->arena;
    m->products = ARENA_ARRAY(a, m->count, measure_product);
    m->slots = ARENA_ARRAY(a, m->setup->jobs, slot);
    m->running = ARENA_ARRAY(a, m->setup->jobs, process *);
    m->bar = progress_begin(m->setup->progress);
    int repetitions = m->setup->repetitions;
    run_all(m, 0, repetitions);
    if (m->setup->is_injected && repetitions == 1 && !m->is_over)
        check_steadiness(m);
    if (m->tally->unsteady && !m->is_over)
        run_all(m, 1, REPETITIONS_OF_UNSTEADY);
    progress_end(&m->bar);
    set_runs(m);
}

bool validate_measure(fp_context *ctx, const validate_setup *setup, int count, validate_case *cases,
                      validate_tally *tally)
{
    measure m = {.ctx = ctx, .setup = setup, .cases = cases, .count = count, .tally = tally};
    *tally = (validate_tally){0};
    m.cache = result_cache_open(ctx, setup->cache);
    if (!m.cache)
        return false;
    int before = diag_errors_reported(ctx->diags);
    if (workspace_open(&m.workspace, ctx, setup))
        measure_all(&m);
    tally->is_interrupted |= m.workspace.watch.is_interrupted;
    workspace_close(&m.workspace);
    result_cache_close(m.cache);
    return diag_errors_reported(ctx->diags) == before;
}
