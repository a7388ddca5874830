#include "trace/perturbation/messages.h"

struct message_table {
    arena *arena;
    channel_table *channels;
    channel_table *mailboxes; /* by a channel from ANY; or null */
    sent_message *free;       /* to be used again */
    uint64_t count;
};

enum { ANY = UINT32_MAX };

message_table *message_table_new(arena *a, bool has_mailboxes)
{
    message_table *t = ARENA_NEW(a, message_table);
    t->arena = a;
    t->channels = channel_table_new(a);
    t->mailboxes = has_mailboxes ? channel_table_new(a) : NULL;
    return t;
}

static void put_in_mailbox(message_table *t, message_queue *q)
{
    const channel_key k = *q->of;
    channel *c = channel_by_key(t->mailboxes, (channel_key){k.comm, ANY, k.to, k.tag});
    if (!c->user)
        c->user = ARENA_NEW(t->arena, mailbox);
    q->mailbox = c->user;
    q->next_in_mailbox = q->mailbox->queues;
    q->mailbox->queues = q;
}

message_queue *message_queue_of(message_table *t, const trace *of, uint32_t rank,
                                const trace_event *e)
{
    channel *c = channel_of(t->channels, of, rank, e);
    if (!c->user) {
        message_queue *q = ARENA_NEW(t->arena, message_queue);
        q->of = &c->key;
        c->user = q;
        if (t->mailboxes)
            put_in_mailbox(t, q);
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
    q->sent++;
    if (q->mailbox)
        q->mailbox->is_stale = true;
    t->count++;
}

sent_message message_take(message_table *t, message_queue *q)
{
    sent_message *m = q->first;
    q->first = m->next;
    if (!q->first)
        q->last = NULL;
    const sent_message taken = *m;
    q->taken++;
    m->next = t->free;
    t->free = m;
    t->count--;
    return taken;
}

uint64_t message_count(const message_table *t)
{
    return t->count;
}

sent_message *message_at(const message_queue *q, uint64_t n)
{
    if (n < q->taken || n >= q->sent)
        return NULL;
    sent_message *m = q->first;
    for (uint64_t i = q->taken; i < n; i++)
        m = m->next;
    return m;
}
