#include "trace/format/channel.h"

enum { FIRST_BUCKETS = 256 };

struct channel_table {
    arena *arena;
    uint32_t bucket_count; /* a power of two */
    uint32_t count;
    channel **buckets;
};

channel_table *channel_table_new(arena *a)
{
    channel_table *t = ARENA_NEW(a, channel_table);
    t->arena = a;
    t->bucket_count = FIRST_BUCKETS;
    t->buckets = ARENA_ARRAY(a, t->bucket_count, channel *);
    return t;
}

bool channel_is_send(const trace_event *e)
{
    return e->kind == TRACE_SEND || e->kind == TRACE_ISEND;
}

bool channel_is_receive(const trace_event *e)
{
    return e->kind == TRACE_RECV || e->kind == TRACE_IRECV;
}

uint32_t channel_world_rank(const trace *of, uint32_t rank, const trace_event *e)
{
    const trace_comm *c = &of->comms[e->comm];
    return c->ranks ? c->ranks[e->peer] : rank;
}

/* FNV-1a over the four numbers (Fowler, Noll, Vo). */
static uint32_t hash_of(channel_key k)
{
    const uint32_t parts[] = {k.comm, k.from, k.to, k.tag};
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 4; i++)
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (parts[i] >> shift & 255)) * 16777619u;
    return hash;
}

static bool is_equal(channel_key a, channel_key b)
{
    return a.comm == b.comm && a.from == b.from && a.to == b.to && a.tag == b.tag;
}

static void grow(channel_table *t)
{
    const uint32_t old = t->bucket_count;
    channel **buckets = t->buckets;
    t->bucket_count = 4 * old;
    t->buckets = ARENA_ARRAY(t->arena, t->bucket_count, channel *);
    for (uint32_t i = 0; i < old; i++)
        for (channel *c = buckets[i], *next; c; c = next) {
            channel **to = &t->buckets[hash_of(c->key) & (t->bucket_count - 1)];
            next = c->next;
            c->next = *to;
            *to = c;
        }
}

channel *channel_by_key(channel_table *t, channel_key key)
{
    const uint32_t hash = hash_of(key);
    channel *c = t->buckets[hash & (t->bucket_count - 1)];
    while (c && !is_equal(c->key, key))
        c = c->next;
    if (c)
        return c;
    if (++t->count > t->bucket_count)
        grow(t);
    channel **to = &t->buckets[hash & (t->bucket_count - 1)];
    c = ARENA_NEW(t->arena, channel);
    *c = (channel){.key = key, .next = *to};
    return *to = c;
}

channel *channel_of(channel_table *t, const trace *of, uint32_t rank, const trace_event *e)
{
    const uint32_t other = channel_world_rank(of, rank, e);
    return channel_by_key(t, channel_is_send(e) ? (channel_key){e->comm, rank, other, e->tag}
                                                : (channel_key){e->comm, other, rank, e->tag});
}
