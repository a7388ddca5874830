#include "trace/timeline/parts.h"

#include <string.h>

static size_t cells_of(const parts_memory *m)
{
    return (size_t)m->regions * TIMELINE_PART_COUNT;
}

static path_parts *take_one(parts_memory *m)
{
    path_parts *p = m->free;
    if (p)
        m->free = p->next;
    else
        p = arena_alloc(m->arena, sizeof *p + cells_of(m) * sizeof *p->ticks);
    p->holders = 1;
    return p;
}

path_parts *parts_new(parts_memory *m)
{
    if (!m->regions)
        return NULL;
    path_parts *p = take_one(m);
    p->hops = 0;
    memset(p->ticks, 0, cells_of(m) * sizeof *p->ticks);
    return p;
}

path_parts *parts_hold(path_parts *p)
{
    if (p)
        p->holders++;
    return p;
}

void parts_drop(parts_memory *m, path_parts *p)
{
    if (!p || --p->holders)
        return;
    p->next = m->free;
    m->free = p;
}

void parts_add(parts_memory *m, path_parts **p, timeline_part part, uint32_t region, uint64_t ticks,
               uint32_t hops)
{
    if (!*p || (!ticks && !hops))
        return;
    if ((*p)->holders > 1) {
        path_parts *own = take_one(m);
        own->hops = (*p)->hops;
        memcpy(own->ticks, (*p)->ticks, cells_of(m) * sizeof *own->ticks);
        parts_drop(m, *p);
        *p = own;
    }
    const uint32_t row = region < m->regions ? region : m->regions - 1;
    (*p)->ticks[(size_t)row * TIMELINE_PART_COUNT + part] += ticks;
    (*p)->hops += hops;
}
