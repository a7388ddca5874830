#ifndef FPREDICT_TRACE_FORMAT_CHANNEL_H
#define FPREDICT_TRACE_FORMAT_CHANNEL_H

/* Messages of one sender to one receiver with one tag on one communicator. They are received in the
 * order in which they were sent (MPI 3.1, section 3.5), so that a number tells which one it is. */

#include "trace/format/trace.h"

typedef struct channel_key {
    uint32_t comm, from, to, tag; /* ranks of the world */
} channel_key;

typedef struct channel {
    channel_key key;
    uint64_t sent, received; /* so far */
    void *user;              /* of whoever keeps the table; null at first */
    struct channel *next;
} channel;

typedef struct channel_table channel_table;

channel_table *channel_table_new(arena *a);

/* The channel of a key; it is there as long as the table. */
channel *channel_by_key(channel_table *t, channel_key key);

/* The channel of a message that `rank` sends or has received; it is there as long as the table. */
channel *channel_of(channel_table *t, const trace *of, uint32_t rank, const trace_event *e);

/* Is it an event of a message that begins its way? Or has ended it? */
bool channel_is_send(const trace_event *e);
bool channel_is_receive(const trace_event *e);

/* A rank of a communicator in the world; `rank` is who says so. */
uint32_t channel_world_rank(const trace *of, uint32_t rank, const trace_event *e);

#endif
