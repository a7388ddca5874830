#include "estimator/simulate/interpret.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/block/block.h"
#include "estimator/block/host.h"
#include "estimator/block/memory.h"
#include "estimator/message/exchange.h"
#include "estimator/message/observe.h"
#include "estimator/message/schedule.h"
#include "estimator/message/schedule_again.h"
#include "estimator/run/ledger.h"
#include "estimator/run/probability.h"
#include "estimator/run/run.h"
#include "estimator/simulate/async.h"
#include "estimator/simulate/loop_values.h"
#include "estimator/simulate/one_sided.h"
#include "estimator/simulate/post.h"
#include "estimator/simulate/repeated_loop.h"
#include "estimator/simulate/weighted_sum.h"

/* The interpretation algorithm: applies each unit class's function along the
 * synchronised graph, for all processors side by side, each with its clock
 * (Parashar and Hariri 1996, section 2.3; Balasundaram and others 1991, figure 5). */

/* --- Communication --------------------------------------------------------- */

static schedule *current_schedule(run *r, const aag_unit *u)
{
    comm_state *s = &r->comms[u->id];
    size_t size = (size_t)r->places * sizeof *r->active;
    bool is_even = r->est->unit[u->id].is_even;
    if (s->current && (is_even || !memcmp(s->active, r->active, size)))
        return s->current;
    if (schedule_is_again(r, u)) {
        if (!is_even)
            memcpy(s->active, r->active, size);
        return s->current;
    }
    if (u->comm->async && s->memory)
        async_finish_earlier(r, u); /* what is under way is in that memory */
    s->memory = run_memory(r, u, s->memory);
    if (!is_even)
        s->active = arena_copy(s->memory, r->active, size);
    s->last = s->current = schedule_new(r, u, s->memory);
    return s->current;
}

static void interpret_comm(run *r, const aag_unit *u)
{
    int id = u->comm->id;
    if (u->comm->kind == COMM_WAIT) {
        r->ledger.moves[id].count += FIXED_ONE;
        ledger_count(r, u);
        async_wait(r, u);
        return;
    }
    if (u->comm->kind == COMM_POST || u->comm->kind == COMM_WAIT_POST) {
        r->ledger.moves[id].count += FIXED_ONE;
        ledger_count(r, u);
        if (u->comm->kind == COMM_POST)
            post_send(r, u);
        else
            post_wait(r, u);
        return;
    }
    if (u->comm->kind == COMM_PUT || u->comm->kind == COMM_GET) {
        r->ledger.moves[id].count += FIXED_ONE;
        ledger_count(r, u);
        one_sided_run(r, u);
        return;
    }
    const schedule *s = current_schedule(r, u);
    if (r->has_failed)
        return;
    schedule_note_peak(r, s, &r->peak[id]);
    r->is_bound[id] |= s->is_bound;
    r->ledger.moves[id].count += FIXED_ONE;
    r->ledger.moves[id].messages += FIXED_ONE * s->messages;
    r->ledger.moves[id].bytes += FIXED_ONE * s->bytes;
    ledger_count(r, u);
    if (u->comm->async)
        async_start(r, u, s);
    else
        exchange_run(r, u, s);
}

/* --- Conditions ------------------------------------------------------------ */

static void interpret_branch(run *r, const aag_unit *list, const bool *who)
{
    bool *outer = r->active, any = false;
    for (int p = 0; p < r->places; p++)
        any |= who[p];
    if (!any || !list)
        return;
    r->active = (bool *)(uintptr_t)who;
    interpret_list(r, list);
    r->active = outer;
}

/* Does processor `rank` take the branch? */
bool interpret_takes(run *r, const aag_unit *u, int rank)
{
    run_set_rank(r, rank);
    bool taken =
        u->on ? run_at_home(r, u->on, rank, u->where) : run_eval(r, u->test, u->where) != 0;
    trace_event(&r->clock_trace, taken);
    return taken;
}

/* Each of those that are active by itself. */
static void interpret_each_branch(run *r, const aag_unit *u)
{
    bool *taken = calloc(2 * (size_t)r->places, sizeof *taken);
    assert(taken);
    bool *not_taken = taken + r->places;
    for (int p = 0; p < r->places && !r->has_failed; p++) {
        if (!r->active[p])
            continue;
        taken[p] = interpret_takes(r, u, run_rank(r, p));
        not_taken[p] = !taken[p];
        if (taken[p])
            ledger_charge(r, p, u, PART_OVERHEAD, r->est->branch.ticks);
    }
    if (!r->has_failed) {
        interpret_branch(r, u->child, taken);
        interpret_branch(r, u->other, not_taken);
    }
    free(taken);
}

static void interpret_condition(run *r, const aag_unit *u)
{
    const estimator *est = r->est;
    const unit_info *info = &est->unit[u->id];
    ledger_count(r, u);
    if (!u->is_placement) {
        ledger_charge_all(r, u, PART_COMPUTATION, info->condition, ticks_of(info->condition_error));
        ledger_charge_all(r, u, PART_OVERHEAD, est->condition.ticks, est->condition.error_ticks);
    }
    if (is_probabilistic(r, u)) {
        weighted_sum_run(r, u);
    } else if (info->row_kind == ROW_EACH) {
        interpret_each_branch(r, u);
    } else if (interpret_takes(r, u, 0)) {
        if (!u->is_placement)
            ledger_charge_all(r, u, PART_OVERHEAD, est->branch.ticks, 0);
        interpret_list(r, u->child);
    } else {
        interpret_list(r, u->other);
    }
}

/* --- Loops ----------------------------------------------------------------- */

static void test_condition(run *r, const aag_unit *u)
{
    const unit_info *info = &r->est->unit[u->id];
    ledger_charge_all(r, u, PART_COMPUTATION, info->condition, ticks_of(info->condition_error));
    ledger_charge_all(r, u, PART_OVERHEAD, r->est->condition.ticks, r->est->condition.error_ticks);
}

/* Processors that do not execute iteration k: it is another's, or past their
 * last. Returns the mask, or null when all that are active do. */
static bool *iteration_mask(run *r, const aag_unit *u, const loop_values *v, int64_t k)
{
    const loop_node *l = u->loop;
    bool is_split = l && l->split_on;
    if (v->is_common && !is_split)
        return NULL;
    bool *mask = calloc((size_t)r->places, sizeof *mask);
    assert(mask);
    for (int p = 0; p < r->places; p++) {
        int of = v->is_common ? 0 : p, rank = run_rank(r, p);
        mask[p] = r->active[p] && k < v->trips[of];
        if (!mask[p] || !is_split)
            continue;
        run_set_rank(r, rank);
        const dim_mapping *dim = run_dim(r, l->split_on, u->where);
        int64_t index = run_eval(r, l->split_c, u->where) * (v->lower[of] + k * v->step) +
                        run_eval(r, l->split_d, u->where);
        mask[p] = dim && mapping_owner(dim, index) ==
                             env_coord(r->env, l->split_on->grid, l->split_on->axis, rank);
    }
    return mask;
}

/* The iterations of a loop over levels are nests of their own, as if they were written one after
 * the other: none finds what the one before has left, and each has its own room. */
static void begin_level(run *r, const aag_unit *u, int64_t k)
{
    memory_next_level(r, u, k == 0);
    block_evict(r, u, 0, 0);
    for (int id = u->id + 1; id <= u->last; id++)
        r->is_warm_known[id] = false;
}

void interpret_iteration(run *r, const aag_unit *u, int64_t k)
{
    const unit_info *info = &r->est->unit[u->id];
    const loop_values *v = r->values[u->id];
    r->changes += r->is_later[u->id] != (k > 0) && r->keeps[u->id];
    r->is_later[u->id] = k > 0;
    if (u->var)
        env_set_loop_var(r->env, u->var, v->lower[0] + k * v->step);
    int64_t *own = NULL;
    if (u->var && !v->is_common) {
        own = calloc((size_t)r->places, sizeof *own);
        assert(own);
        for (int p = 0; p < r->places; p++)
            own[p] = v->lower[p] + k * v->step;
        rank_var moving = {u->var, own};
        VEC_PUSH(r->scratch, &r->rank_vars, moving);
    }
    if (info->is_by_level)
        begin_level(r, u, k);
    if (info->body & info->var) {
        block_forget(r, u, info->var);
        schedules_forget(r, u, info->var);
    }
    bool *outer = r->active, *mask = iteration_mask(r, u, v, k);
    if (mask)
        r->active = mask;
    if (!u->is_placement)
        ledger_charge_all(r, u, PART_OVERHEAD, r->est->loop_iteration.ticks,
                          r->est->loop_iteration.error_ticks);
    if (!u->var)
        test_condition(r, u);
    interpret_list(r, u->child);
    r->active = outer;
    free(mask);
    if (own) {
        r->rank_vars.count--;
        free(own);
    }
    if (!r->is_warm_known[u->id]) {
        r->is_warm_known[u->id] = true;
        r->warm[u->id] = (unsigned char)memory_warm_levels(r, u);
        r->keeps[u->id] = (unsigned char)memory_kept_levels(r, u);
        r->changes += r->warm[u->id] != 0 || r->keeps[u->id] != 0;
    }
}

static void interpret_loop(run *r, const aag_unit *u)
{
    const aag_unit *parent = r->est->unit[u->id].loop;
    if (parent)
        block_evict(r, u, r->warm[parent->id], r->est->unit[parent->id].var);
    ledger_count(r, u);
    if (!u->is_placement)
        ledger_charge_all(r, u, PART_OVERHEAD, r->est->loop_setup.ticks,
                          r->est->loop_setup.error_ticks);
    int64_t most;
    loop_values v = loop_values_read(r, u, &most);
    v.number = ++r->loops_entered;
    const loop_values *outer = r->values[u->id];
    r->values[u->id] = &v;
    if (!r->has_failed) {
        trace_event(&r->clock_trace, (uint64_t)most);
        repeated_loop(r, u, most);
    }
    if (!u->var && u->tests_first)
        test_condition(r, u);
    r->values[u->id] = outer;
    loop_values_drop(&v);
}

static void charge_host(run *r, const aag_unit *u, host_cost cost)
{
    if (cost.seconds <= 0)
        return;
    if (u->cls == AAG_END)
        ledger_count(r, u);
    ledger_charge_all(r, u, PART_OVERHEAD, ticks_of(cost.seconds), ticks_of(cost.error));
}

static void interpret_unit(run *r, const aag_unit *u)
{
    if (!u->has_comm) {
        if (u->cls == AAG_END && !u->parent)
            charge_host(r, u, host_collect(r));
        else if (u->cls != AAG_START && u->cls != AAG_END)
            block_run(r, u);
        return;
    }
    switch (u->cls) {
    case AAG_SPAWN:
        ledger_count(r, u);
        charge_host(r, u, host_spawn(r));
        interpret_list(r, u->child);
        break;
    case AAG_ITER_D:
    case AAG_ITER_SYNC:
    case AAG_ITER_ND:
        interpret_loop(r, u);
        break;
    case AAG_CONDT_D:
    case AAG_CONDT_SYNC:
        interpret_condition(r, u);
        break;
    case AAG_CALL:
        ledger_count(r, u);
        ledger_charge_all(r, u, PART_OVERHEAD, r->est->call.ticks, r->est->call.error_ticks);
        interpret_list(r, u->child);
        break;
    case AAG_COMM:
    case AAG_SYNC:
    case AAG_SYNC_SEQ:
        interpret_comm(r, u);
        break;
    case AAG_START:
    case AAG_END:
    case AAG_SEQ:
        assert(false && "a unit that cannot hold communication");
        break;
    }
}

void interpret_list(run *r, const aag_unit *list)
{
    for (const aag_unit *u = list; u && !r->has_failed; u = u->next) {
        if (r->blocked_wait.count)
            post_release(r, u, u->depth);
        if (observe_enter(r, u)) {
            interpret_unit(r, u);
            observe_leave(r, u);
        }
        if (r->blocked_wait.count)
            post_resume(r, u->depth);
    }
    if (r->blocked_wait.count && list)
        post_release(r, NULL, list->depth);
}
