#include "estimator/message/schedule_group.h"

#include "estimator/block/machine_filter.h"
#include "estimator/message/collective.h"
#include "estimator/message/library_rounds.h"
#include "estimator/message/merged_doubling.h"
#include "estimator/message/schedule_merged.h"
#include "estimator/run/run.h"

op_kind schedule_combine_op(const communication *c)
{
    bool is_float = c->var && c->var->kind == ELEM_FLOAT;
    bool is_double = is_float && c->elem_bytes > 4;
    switch (c->op) {
    case REDUCE_SUM:
        return is_double ? OP_DOUBLE_ADD : is_float ? OP_FLOAT_ADD : OP_INT_ADD;
    case REDUCE_PRODUCT:
        return is_double ? OP_DOUBLE_MUL : is_float ? OP_FLOAT_MUL : OP_INT_MUL;
    case REDUCE_MIN:
    case REDUCE_MAX:
        return is_float ? OP_FLOAT_COMPARE : OP_INT_COMPARE;
    case REDUCE_NONE:
    case REDUCE_AND:
    case REDUCE_OR:
    case REDUCE_XOR:
    case REDUCE_LOGICAL_AND:
    case REDUCE_LOGICAL_OR:
        break;
    }
    return OP_INT_ADD;
}

/* Ranks that take part, those with equal coordinates off the combined axes
 * side by side. Returns the number of groups. */
static int xmp_comm_groups(run *r, arena *a, const aag_unit *u, collective_group **out)
{
    const communication *c = u->comm;
    const proc_grid *grid = c->group.grid;
    const bool is_apart = (c->kind == COMM_REDUCE || c->is_explicit) && !c->goes_to_all;
    collective_group *groups = *out = ARENA_ARRAY(a, r->places, collective_group);
    if (r->merged) { /* all of them: group_is_uniform */
        groups[0] = (collective_group){.count = r->procs, .ranks = ARENA_NEW(a, int)};
        return 1;
    }
    int *ranks = ARENA_ARRAY(a, r->procs, int);
    int *key = ARENA_ARRAY(a, r->procs, int);
    for (int p = 0; p < r->procs; p++) {
        key[p] = 0;
        run_set_rank(r, p);
        if (!r->active[p] || (!c->goes_to_all && !run_at_home(r, &c->group, p, u->where)))
            key[p] = -1;
        for (int k = 0; grid && k < grid->rank && key[p] >= 0 && is_apart; k++)
            if (!c->along[k])
                key[p] = key[p] * env_extent(r->env, grid, k) + env_coord(r->env, grid, k, p);
    }
    int count = 0, used = 0;
    for (int p = 0; p < r->procs; p++) {
        if (key[p] < 0)
            continue;
        collective_group *g = &groups[count++];
        g->ranks = ranks + used;
        for (int q = p, mine = key[p]; q < r->procs; q++) {
            if (key[q] != mine)
                continue;
            ranks[used++] = q;
            g->count++;
            key[q] = -1;
        }
    }
    return count;
}

/* As many as the member has that has most: of what is distributed, each its own. */
static int64_t group_elements(run *r, const aag_unit *u, const collective_group *g)
{
    const expr *elements = u->comm->elements;
    int64_t most = 0;
    for (int i = 0; elements && i < (elements->uses_coord ? g->count : 1) && !r->has_failed; i++) {
        run_set_rank(r, g->ranks[i]);
        int64_t own = run_eval(r, elements, u->where);
        most = own > most ? own : most;
    }
    return most;
}

/* MPI_Reduce, where it is known what the library does in it. */
static collective_kind kind_to_one(const run *r, collective_kind kind)
{
    return kind == COLLECTIVE_REDUCE && library_is_known(r, COLLECTIVE_REDUCE_TO_ONE)
               ? COLLECTIVE_REDUCE_TO_ONE
               : kind;
}

void schedule_group_rounds(run *r, arena *a, const aag_unit *u, collective_kind kind, schedule *s,
                           round_vec *rounds)
{
    const communication *c = u->comm;
    collective_group *groups;
    int count = xmp_comm_groups(r, a, u, &groups);
    double error = 0, combine = 0;
    if (kind == COLLECTIVE_REDUCE) {
        op_tally ops = {0};
        ops.n[schedule_combine_op(c)] = 1;
        combine = op_seconds(r->est->machine->processing, &ops, &error);
    }
    for (int i = 0; i < count; i++) {
        int64_t elements = group_elements(r, u, &groups[i]);
        groups[i].bytes = (double)elements * c->elem_bytes;
        groups[i].combine = combine * (double)elements;
        groups[i].combine_error = error * (double)elements;
        groups[i].is_to_one = c->is_to_one;
        bool is_one_way = kind == COLLECTIVE_BROADCAST || c->is_to_one;
        int64_t messages = (is_one_way ? 1 : 2) * (int64_t)(groups[i].count - 1);
        s->messages += messages;
        s->bytes += messages * elements * c->elem_bytes;
    }
    if (r->merged)
        merged_collective(r, a, c, kind, groups, rounds);
    else if (count == 1 && doubling_is_quick(r, kind, schedule_kind(r, c), groups))
        doubling_rounds(r, a, kind, schedule_kind(r, c), groups, rounds);
    else
        collective_rounds(r, a, c->is_to_one ? kind_to_one(r, kind) : kind, schedule_kind(r, c),
                          count, groups, rounds);
}
