#ifndef FPREDICT_TRACE_PERTURBATION_MESSAGES_H
#define FPREDICT_TRACE_PERTURBATION_MESSAGES_H

/* Messages that were sent and not yet received. */

#include "trace/format/channel.h"

typedef struct sent_message {
    uint64_t stamp;                /* of the event that sent it */
    double measured, approximated; /* ticks: when it was sent, and that was recorded */
    uint64_t bytes;
    bool is_looked_for;           /* it was sent while its receiver looked for it */
    uint64_t handover;            /* which of its sender's that wait for the receiver; 0: none */
    struct open_request *request; /* of its sender's, if it goes on meanwhile; or null */
    struct sent_message *next;
} sent_message;

typedef struct message_queue {
    const channel_key *of;
    sent_message *first, *last;
    bool is_awaited; /* the receiver waits for the next one */
    uint64_t sent;
    uint64_t recorded, taken; /* receives that had one of these in the trace; that have one now */
    uint64_t asked_for;       /* receives that have begun: the next one is to take that one */
    struct open_request *posted; /* of these, what was not waited for yet */
    struct mailbox *mailbox;     /* or null: no receive chooses */
    struct message_queue *next_in_mailbox;
} message_queue;

/* All that a receive of any source may take: of one receiver, communicator and tag. */
typedef struct mailbox {
    message_queue *queues; /* one for each sender */
    /* While a receive chooses: what it would take, and when; to be worked out anew. */
    message_queue *chosen;
    double when;
    bool is_stale;
} mailbox;

typedef struct message_table message_table;

/* `has_mailboxes`: receives of any source choose. */
message_table *message_table_new(arena *a, bool has_mailboxes);
/* Those of the channel of a message that `rank` sends or has received; as long there as the table.
 */
message_queue *message_queue_of(message_table *t, const trace *of, uint32_t rank,
                                const trace_event *e);
void message_put(message_table *t, message_queue *q, sent_message m);
/* Takes the oldest; there is one. */
sent_message message_take(message_table *t, message_queue *q);
/* Which of those that are there was the n-th to be sent, from 0 on; null: it was taken, or is not
 * sent. */
sent_message *message_at(const message_queue *q, uint64_t n);
/* How many are in all queues. */
uint64_t message_count(const message_table *t);

#endif
