#include "estimator/memory/nest_index.h"

void nest_index_open(index_log *log, const aag_graph *graph, arena *a)
{
    const int count = graph->program->variable_count + 1;
    *log = (index_log){.graph = graph, .arena = a};
    log->settings = ARENA_ARRAY(a, count, int);
    log->latest = ARENA_ARRAY(a, count, int);
}

/* Is the variable, or an element of it, set in the loop? */
static bool is_set_in(const aag_graph *g, const aag_unit *loop, const variable *v)
{
    for (int id = loop->id; id <= loop->last; id++) {
        const aag_unit *u = g->units[id];
        if (aag_is_iteration(u->cls) && u->uncounted && u->uncounted->stepped == v)
            return true;
        for (int i = 0; i < u->step_count; i++) {
            const aag_step *s = &u->steps[i];
            if (s->scalar == v)
                return true;
            for (int k = 0; k < s->access_count; k++)
                if (s->accesses[k].is_write && s->accesses[k].ref->var == v)
                    return true;
        }
    }
    return false;
}

/* Of the loops around, the innermost one in which it is set, and all further out. */
static uint32_t set_in(const index_log *log, int depth, const aag_unit *const *around,
                       const variable *v)
{
    while (depth > 0 && !is_set_in(log->graph, around[depth - 1], v))
        depth--;
    return (1u << depth) - 1;
}

/* The touch of the statement that reads the element; -1: none does. */
static int element_touch(const index_log *log, const touch *touches, const touch *t,
                         const variable *of)
{
    const int at = log->latest[of->id] - 1;
    return at >= 0 && touches[at].unit == t->unit && touches[at].levels == t->levels &&
                   touches[at].depth == t->depth
               ? at
               : -1;
}

/* One dimension; returns the loops in whose iterations its subscript is another. */
static uint32_t read_dim(const index_log *log, const touch *touches, const touch *t,
                         const aag_unit *const *around, const index_source *source,
                         touch_index *out)
{
    const variable *of = source ? source->of : NULL;
    const uint32_t all = (1u << t->depth) - 1;
    *out = (touch_index){.element = -1};
    if (!of)
        return all;
    const int element = of->rank ? element_touch(log, touches, t, of) : -1;
    if (of->rank && element < 0)
        return all;
    *out = (touch_index){.of = of,
                         .factor = source->factor,
                         .offset = source->offset,
                         .element = element,
                         .settings = log->settings[of->id],
                         .set_in = set_in(log, t->depth, around, of)};
    if (element < 0)
        return out->set_in;
    const touch *by = &touches[element];
    return out->set_in | by->moved_by | (by->goes_anywhere ? by->drawn_by : 0);
}

void nest_index_read(index_log *log, const touch *touches, touch *t, const aag_unit *const *around)
{
    touch_index *index = NULL;
    for (int d = 0; d < t->var->rank; d++) {
        touch_index one;
        const index_source *source = t->ref->sources ? &t->ref->sources[d] : NULL;
        if (t->access[d] != DIM_ANYWHERE)
            continue;
        t->drawn_by |= read_dim(log, touches, t, around, source, &one);
        if (!one.of)
            continue;
        if (!index)
            index = ARENA_ARRAY(log->arena, t->var->rank, touch_index);
        index[d] = one;
    }
    t->index = index;
}

void nest_index_note(index_log *log, const touch *t, int at)
{
    if (t->is_read)
        log->latest[t->var->id] = at + 1;
    if (t->is_written)
        log->settings[t->var->id]++;
}

void nest_index_set(index_log *log, const variable *scalar)
{
    if (scalar)
        log->settings[scalar->id]++;
}

bool nest_index_is_same(const touch *a, const touch *b, int d)
{
    const touch_index *x = a->index ? &a->index[d] : NULL, *y = b->index ? &b->index[d] : NULL;
    return x && y && x->of && x->of == y->of && x->factor == y->factor && x->offset == y->offset &&
           x->element == y->element && x->settings == y->settings;
}
