/* Needs that take more classes than a batch has room for: a triangle a[i][k], i < k, is one of
 * each k. They are counted in slices of the array, stretches of one dimension in which there is
 * room: elements of different slices are different, and is added up. */

#include "program/transfer/internal.h"

/* How many slices to try, and how many elements of the dimension to look at: what costs more
 * is bounded. */
enum { SLICES_MOST = 512, EXTENT_MOST = 1 << 13 };

/* Is all that the expressions say the same in every iteration around? What is not is asked for
 * too often to be worth it. */
static bool is_fixed(const need *n)
{
    uint64_t met = 0, own = 0;
    for (int d = 0; d < n->ref->var->rank; d++) {
        if (n->ref->sub[d].kind == SUBSCRIPT_INDIRECT)
            return false;
        met |= n->ref->sub[d].kind == SUBSCRIPT_VALUE ? n->ref->sub[d].value->loop_vars : 0;
    }
    for (int r = 0; r < n->range_count; r++) {
        const loop_range *l = &n->range[r];
        met |= l->lower->loop_vars | l->upper->loop_vars | l->step->loop_vars;
        own |= loop_var_bit(l->var) & ~LOOP_VARS_SHARED;
    }
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
        if (n->at.axis[k].is_restricted && n->at.axis[k].index)
            met |= n->at.axis[k].index->loop_vars;
    return !(met & ~own) && !n->is_bound;
}

static bool may_be_sliced(const problem *p)
{
    for (int i = 0; i < p->c->need_count; i++)
        if (!is_fixed(&p->c->needs[i]))
            return false;
    return p->shapes.count > 0;
}

/* Counts a stretch of the sliced dimension, in halves where it is too much; false: there is no
 * room for one index. */
static bool run_slice(problem *p, progression part, int *left, message_vec *messages)
{
    if (--*left < 0)
        return false;
    p->extent[p->slice] = part;
    p->shapes = (shape_vec){0};
    p->batch_count = p->class_count = 0;
    p->is_bound = false;
    transfer_read(p);
    if (!*p->ok)
        return false;
    if (problem_is_exact(p)) {
        if (p->shapes.count)
            problem_run(p, messages);
        return *p->ok;
    }
    if (part.count < 2)
        return false;
    int64_t half = part.count / 2;
    return run_slice(p, (progression){part.first, 1, half}, left, messages) &&
           run_slice(p, (progression){part.first + half, 1, part.count - half}, left, messages);
}

bool problem_run_by_slices(problem *p, message_vec *messages)
{
    if (!may_be_sliced(p))
        return false;
    const problem before = *p;
    for (int d = 0; d < p->c->var->rank; d++) {
        int left = SLICES_MOST;
        message_vec found = {0};
        if (p->is_open_ended[d] || p->extent[d].count > EXTENT_MOST)
            continue;
        p->slice = d;
        bool is_done = run_slice(p, before.extent[d], &left, &found);
        column_vec columns = p->columns;
        *p = before;
        p->columns = columns;
        if (is_done) {
            messages_join(p, &found);
            *messages = found;
        }
        if (is_done || !*p->ok)
            return is_done;
    }
    return false;
}
