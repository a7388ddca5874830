#include "frontend/value/flow_log.h"

#include <assert.h>
#include <stdlib.h>

flow_state *flow_writable(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (info->noted != lo->flow.branch && lo->flow.branch) {
        VEC_PUSH(lo->ctx->arena, &lo->flow.changes, ((flow_change){d->id, info->now, info->noted}));
        info->noted = lo->flow.branch;
    }
    return &info->now;
}

flow_mark flow_begin(lowering *lo)
{
    const flow_mark mark = {++lo->flow.last, lo->flow.branch, lo->flow.changes.count};
    lo->flow.branch = mark.branch;
    return mark;
}

/* What is still noted is so for the branch around. */
void flow_end(lowering *lo, const flow_mark *mark)
{
    int kept = mark->first;
    assert(lo->flow.branch == mark->branch);
    for (int i = mark->first; mark->outer && i < lo->flow.changes.count; i++) {
        const flow_change change = lo->flow.changes.data[i];
        lo->info[change.id].noted = mark->outer;
        if (change.noted != mark->outer)
            lo->flow.changes.data[kept++] = change;
    }
    lo->flow.changes.count = kept;
    lo->flow.branch = mark->outer;
}

static int by_id(const void *a, const void *b)
{
    const flow_change *x = a, *y = b;
    return x->id - y->id;
}

flow_changes flow_take_back(lowering *lo, const flow_mark *mark)
{
    const int count = lo->flow.changes.count - mark->first;
    flow_change *left = ARENA_ARRAY(lo->ctx->arena, count + 1, flow_change);
    assert(lo->flow.branch == mark->branch);
    for (int i = 0; i < count; i++) {
        const flow_change *change = &lo->flow.changes.data[mark->first + i];
        decl_info *info = &lo->info[change->id];
        left[i] = (flow_change){.id = change->id, .state = info->now};
        info->now = change->state;
        info->noted = change->noted;
    }
    if (count)
        qsort(left, (size_t)count, sizeof *left, by_id);
    lo->flow.changes.count = mark->first;
    return (flow_changes){count, left};
}

void flow_do_again(lowering *lo, const flow_changes *changes)
{
    for (int i = 0; i < changes->count; i++)
        *flow_writable(lo, lo->source->decls[changes->data[i].id]) = changes->data[i].state;
}

const flow_state *flow_left(const lowering *lo, const flow_changes *changes, const decl *d)
{
    const flow_change sought = {.id = d->id};
    const flow_change *found =
        changes->count
            ? bsearch(&sought, changes->data, (size_t)changes->count, sizeof sought, by_id)
            : NULL;
    return found ? &found->state : &lo->info[d->id].now;
}
