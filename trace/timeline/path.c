#include "trace/timeline/path.h"

path_hop *path_hold(path_hop *p)
{
    if (p)
        p->holders++;
    return p;
}

void path_drop(path_memory *m, path_hop *p)
{
    while (p && --p->holders == 0) {
        path_hop *before = p->before;
        p->before = m->free;
        m->free = p;
        p = before;
    }
}

static bool is_near(const path_memory *m, const path_hop *p, uint64_t time)
{
    return p && p->arrived / m->grain == time / m->grain;
}

path_hop *path_add(path_memory *m, path_hop *before, uint32_t from, uint64_t left, uint32_t to,
                   uint64_t arrived)
{
    path_hop *p = m->free;
    if (p)
        m->free = p->before;
    else
        p = ARENA_NEW(m->arena, path_hop);
    if (is_near(m, before, arrived) && is_near(m, before->before, arrived))
        before = before->before;
    *p = (path_hop){from, to, left, arrived, 1, path_hold(before)};
    return p;
}
