#ifndef FPREDICT_TRACE_PERTURBATION_MESSAGES_H
#define FPREDICT_TRACE_PERTURBATION_MESSAGES_H

/* Messages that were sent and not yet received. */

#include "trace/format/channel.h"

typedef struct sent_message {
    double measured, approximated; /* ticks: when it was sent */
    uint64_t bytes;
    struct sent_message *next;
} sent_message;

typedef struct message_queue {
    const channel_key *of;
    sent_message *first, *last;
    bool is_awaited; /* the receiver waits for the next one */
} message_queue;

typedef struct message_table message_table;

message_table *message_table_new(arena *a);
/* Those of the channel of a message that `rank` sends or has received; as long there as the table.
 */
message_queue *message_queue_of(message_table *t, const trace *of, uint32_t rank,
                                const trace_event *e);
void message_put(message_table *t, message_queue *q, sent_message m);
/* Takes the oldest; there is one. */
sent_message message_take(message_table *t, message_queue *q);
/* How many are in all queues. */
uint64_t message_count(const message_table *t);

#endif
