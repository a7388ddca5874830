#include "trace/replay/engine.h"

enum { FIRST_PLACES = 1024 };

struct channel_table {
    arena *memory;
    uint32_t place_count, count; /* places: a power of two */
    channel **places;
};

struct channel_table *channels_new(arena *a)
{
    struct channel_table *t = ARENA_NEW(a, struct channel_table);
    t->memory = a;
    t->place_count = FIRST_PLACES;
    t->places = ARENA_ARRAY(a, FIRST_PLACES, channel *);
    return t;
}

static uint32_t hash_of(uint32_t comm, uint32_t from, uint32_t to, uint32_t tag)
{
    uint64_t hash = ((uint64_t)from << 32 | to) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29 ^ ((uint64_t)comm << 32 | tag)) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(hash >> 32);
}

static channel **place_of(const struct channel_table *t, const channel *c)
{
    return &t->places[hash_of(c->comm, c->from, c->to, c->tag) & (t->place_count - 1)];
}

static void grow(struct channel_table *t)
{
    const uint32_t old = t->place_count;
    channel **places = t->places;
    t->place_count = 4 * old;
    t->places = ARENA_ARRAY(t->memory, t->place_count, channel *);
    for (uint32_t i = 0; i < old; i++)
        for (channel *c = places[i], *next; c; c = next) {
            channel **to = place_of(t, c);
            next = c->next;
            c->next = *to;
            *to = c;
        }
}

channel *replay_channel_of(engine *e, uint32_t comm, uint32_t from, uint32_t to, uint32_t tag)
{
    struct channel_table *t = e->channels;
    channel *c = t->places[hash_of(comm, from, to, tag) & (t->place_count - 1)];
    while (c && !(c->from == from && c->to == to && c->tag == tag && c->comm == comm))
        c = c->next;
    if (c)
        return c;
    if (++t->count > t->place_count)
        grow(t);
    c = ARENA_NEW(t->memory, channel);
    *c = (channel){.comm = comm, .from = from, .to = to, .tag = tag};
    channel **to_place = place_of(t, c);
    c->next = *to_place;
    *to_place = c;
    c->sibling = e->ranks[to].channels;
    e->ranks[to].channels = c;
    return c;
}
