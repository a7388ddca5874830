#include "trace/perturbation/messages.h"

struct message_table {
    arena *arena;
    channel_table *channels;
    sent_message *free; /* to be used again */
    uint64_t count;
};

message_table *message_table_new(arena *a)
{
    message_table *t = ARENA_NEW(a, message_table);
    t->arena = a;
    t->channels = channel_table_new(a);
    return t;
}

message_queue *message_queue_of(message_table *t, const trace *of, uint32_t rank,
                                const trace_event *e)
{
    channel *c = channel_of(t->channels, of, rank, e);
    if (!c->user) {
        message_queue *q = ARENA_NEW(t->arena, message_queue);
        q->of = &c->key;
        c->user = q;
    }
    return c->user;
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
