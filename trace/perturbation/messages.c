#include "trace/perturbation/messages.h"

enum { FIRST_BUCKETS = 256 };

struct message_table {
    arena *arena;
    uint32_t bucket_count; /* a power of two */
    uint32_t queue_count;
    message_queue **buckets;
    sent_message *free; /* to be used again */
    uint64_t count;
};

message_table *message_table_new(arena *a)
{
    message_table *t = ARENA_NEW(a, message_table);
    t->arena = a;
    t->bucket_count = FIRST_BUCKETS;
    t->buckets = ARENA_ARRAY(a, t->bucket_count, message_queue *);
    return t;
}

/* FNV-1a over the four numbers (Fowler, Noll, Vo). */
static uint32_t hash_of(message_key k)
{
    const uint32_t parts[] = {k.comm, k.from, k.to, k.tag};
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 4; i++)
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (parts[i] >> shift & 255)) * 16777619u;
    return hash;
}

static bool is_equal(message_key a, message_key b)
{
    return a.comm == b.comm && a.from == b.from && a.to == b.to && a.tag == b.tag;
}

static void grow(message_table *t)
{
    const uint32_t old = t->bucket_count;
    message_queue **buckets = t->buckets;
    t->bucket_count = 4 * old;
    t->buckets = ARENA_ARRAY(t->arena, t->bucket_count, message_queue *);
    for (uint32_t i = 0; i < old; i++)
        for (message_queue *q = buckets[i], *next; q; q = next) {
            message_queue **to = &t->buckets[hash_of(q->key) & (t->bucket_count - 1)];
            next = q->next;
            q->next = *to;
            *to = q;
        }
}

message_queue *message_queue_of(message_table *t, message_key key)
{
    const uint32_t hash = hash_of(key);
    message_queue *q = t->buckets[hash & (t->bucket_count - 1)];
    while (q && !is_equal(q->key, key))
        q = q->next;
    if (q)
        return q;
    if (++t->queue_count > t->bucket_count)
        grow(t);
    message_queue **to = &t->buckets[hash & (t->bucket_count - 1)];
    q = ARENA_NEW(t->arena, message_queue);
    *q = (message_queue){.key = key, .next = *to};
    return *to = q;
}

void message_put(message_table *t, message_queue *q, sent_message m)
{
    sent_message *kept = t->free;
    if (kept)
        t->free = kept->next;
    else
        kept = ARENA_NEW(t->arena, sent_message);
    *kept = m;
    kept->next = NULL;
    if (q->last)
        q->last->next = kept;
    else
        q->first = kept;
    q->last = kept;
    t->count++;
}

sent_message message_take(message_table *t, message_queue *q)
{
    sent_message *m = q->first;
    q->first = m->next;
    if (!q->first)
        q->last = NULL;
    const sent_message taken = *m;
    m->next = t->free;
    t->free = m;
    t->count--;
    return taken;
}

uint64_t message_count(const message_table *t)
{
    return t->count;
}
