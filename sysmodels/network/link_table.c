#include "sysmodels/network/link_table.h"

static void grow(arena *a, link_table *t)
{
    link_table old = *t;
    t->room = old.room ? 4 * old.room : 64;
    t->key = ARENA_ARRAY(a, t->room, uint64_t);
    t->number = ARENA_ARRAY(a, t->room, int);
    for (int i = 0; i < old.room; ++i) {
        if (!old.number[i])
            continue;
        uint64_t at = (old.key[i] * 0x9e3779b97f4a7c15u) >> 32;
        while (t->number[at & (uint64_t)(t->room - 1)])
            ++at;
        t->key[at & (uint64_t)(t->room - 1)] = old.key[i];
        t->number[at & (uint64_t)(t->room - 1)] = old.number[i];
    }
}

int link_number(arena *a, link_table *t, uint64_t key)
{
    if (2 * t->count >= t->room)
        grow(a, t);
    uint64_t at = (key * 0x9e3779b97f4a7c15u) >> 32;
    for (;; ++at) {
        int slot = (int)(at & (uint64_t)(t->room - 1));
        if (!t->number[slot]) {
            t->key[slot] = key;
            t->number[slot] = ++t->count;
        }
        if (t->key[slot] == key)
            return t->number[slot] - 1;
    }
}
