#include "trace/format/id_map.h"

/* Knuth, "The Art of Computer Programming", volume 3, section 6.4: multiplicative hashing, linear
 * probing, and algorithm R to take out. */
static uint32_t home_of(const id_map *m, uint64_t id)
{
    return (uint32_t)(id * 0x9e3779b97f4a7c15u >> 32) & (m->room - 1);
}

/* Where the id is, or where it would be. */
static uint32_t place_of(const id_map *m, uint64_t id)
{
    uint32_t at = home_of(m, id);
    while (m->entries[at].is_used && m->entries[at].id != id)
        at = (at + 1) & (m->room - 1);
    return at;
}

static void grow(id_map *m)
{
    const id_map old = *m;
    m->room = old.room ? 2 * old.room : 8;
    m->entries = ARENA_ARRAY(m->memory, m->room, id_entry);
    for (uint32_t i = 0; i < old.room; i++)
        if (old.entries[i].is_used)
            m->entries[place_of(m, old.entries[i].id)] = old.entries[i];
}

void id_map_set(id_map *m, uint64_t id, uint64_t value)
{
    if (2 * (m->count + 1) > m->room)
        grow(m);
    id_entry *entry = &m->entries[place_of(m, id)];
    m->count += !entry->is_used;
    *entry = (id_entry){id, value, true};
}

bool id_map_take(id_map *m, uint64_t id, uint64_t *value)
{
    if (!m->count)
        return false;
    uint32_t gap = place_of(m, id);
    if (!m->entries[gap].is_used)
        return false;
    *value = m->entries[gap].value;
    m->count--;
    for (uint32_t at = gap;;) {
        m->entries[gap].is_used = false;
        uint32_t home;
        do {
            at = (at + 1) & (m->room - 1);
            if (!m->entries[at].is_used)
                return true;
            home = home_of(m, m->entries[at].id);
        } while (gap <= at ? gap < home && home <= at : gap < home || home <= at);
        m->entries[gap] = m->entries[at];
        gap = at;
    }
}
