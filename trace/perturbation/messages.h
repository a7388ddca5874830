#ifndef FPREDICT_TRACE_PERTURBATION_MESSAGES_H
#define FPREDICT_TRACE_PERTURBATION_MESSAGES_H

/* Messages that were sent and not yet received. Those of one sender to one receiver with one tag on
 * one communicator are received in the order in which they were sent (MPI 3.1, section 3.5). */

#include "trace/format/trace.h"

typedef struct message_key {
    uint32_t comm, from, to, tag; /* ranks of the world */
} message_key;

typedef struct sent_message {
    double measured, approximated; /* ticks: when it was sent */
    uint64_t bytes;
    struct sent_message *next;
} sent_message;

typedef struct message_queue {
    message_key key;
    sent_message *first, *last;
    bool is_awaited; /* the receiver waits for the next one */
    struct message_queue *next;
} message_queue;

typedef struct message_table message_table;

message_table *message_table_new(arena *a);
/* The queue of a key; it is there as long as the table. */
message_queue *message_queue_of(message_table *t, message_key key);
void message_put(message_table *t, message_queue *q, sent_message m);
/* Takes the oldest; there is one. */
sent_message message_take(message_table *t, message_queue *q);
/* How many are in all queues. */
uint64_t message_count(const message_table *t);

#endif
