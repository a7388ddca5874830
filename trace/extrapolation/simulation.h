#ifndef FPREDICT_TRACE_EXTRAPOLATION_SIMULATION_H
#define FPREDICT_TRACE_EXTRAPOLATION_SIMULATION_H

/* The state of one simulation: threads, processors, messages, barriers. A thread has a processor
 * until it waits; what waits for it is what is ready, and messages that have come. Times are in
 * ticks. */

#include "support/heap.h"
#include "trace/extrapolation/group.h"

/* What a thread does when it has its processor next. */
typedef enum thread_does {
    DOES_NEXT,    /* the next event of its recording */
    DOES_COMPUTE, /* `remaining` ticks, then its event */
    DOES_EVENT,
    DOES_CHECK,   /* at a barrier: has seen who it waits for */
    DOES_RELEASE, /* the others of a linear barrier, one message after the other */
    DOES_TELL,    /* a round of a logarithmic barrier */
    DOES_EXIT,
    DOES_NOTHING /* it has ended */
} thread_does;

typedef struct entered_region {
    uint32_t region;
    int64_t began, inside, computed; /* inside: ticks of the regions in it */
} entered_region;

typedef struct thread_region {
    uint32_t depth;
    int64_t time;
} thread_region;

typedef struct thread {
    recorded_stream stream;
    trace_event event;
    thread_does does;
    uint32_t processor;
    int64_t remaining; /* of computing */
    int64_t marked;    /* until when its time is told into parts */
    int64_t part[EXTRAPOLATED_PART_COUNT];
    bool is_suspended; /* it has its processor, which serves others */
    uint64_t barriers; /* that it has left */
    int64_t arrived, entered;
    group *at;         /* whose barrier it is in, or was */
    uint32_t releases; /* DOES_RELEASE: the next processor to be told */
    uint64_t local, remote;
    double remote_bytes;
    VEC(entered_region) open;
    thread_region *regions; /* [region_count] */
} thread;

/* A message is there once for who sends it: a thread's request, which becomes its reply; that a
 * processor has come; that it is released; that it tells in a round. */
typedef enum parcel_kind {
    PARCEL_REQUEST,
    PARCEL_REPLY,
    PARCEL_COME,
    PARCEL_RELEASE,
    PARCEL_ROUND
} parcel_kind;

typedef struct parcel {
    parcel_kind kind;
    uint32_t from, to; /* processors */
    uint32_t thread;   /* of a request */
    uint32_t round;
    uint64_t barrier; /* which one: of those of a processor it counts those left */
    group *at_group;
    uint64_t bytes, reply; /* of it, and of what answers it */
    target_message price;
    int64_t at;                        /* when it was sent, reached a port, or was queued */
    int64_t interface, network, owner; /* ticks of a request and its reply so far */
} parcel;

/* What a processor is busy with. */
typedef enum work_kind {
    WORK_NONE,
    WORK_COMPUTE,
    WORK_POLL,    /* a look for messages */
    WORK_REQUEST, /* its thread makes a request */
    WORK_HANDLE,  /* a message that has come */
    WORK_ENTRY,   /* its thread enters a barrier */
    WORK_COME,    /* its thread tells the master */
    WORK_MODEL,   /* the barrier is about to be lowered */
    WORK_RELEASE,
    WORK_TELL,
    WORK_EXIT
} work_kind;

typedef struct number_queue {
    uint32_t *items;
    uint32_t first, count, room; /* a ring */
} number_queue;

typedef struct processor {
    work_kind work;
    uint32_t generation; /* of the event that ends the work; others of it are void */
    int64_t began;
    uint32_t current;          /* the thread that has it; or NOBODY */
    uint32_t handled;          /* the message, of WORK_HANDLE */
    uint32_t to_poll;          /* messages that the look has found */
    number_queue ready, come;  /* threads; messages */
    int64_t out_free, in_free; /* its ports */
    uint32_t threads;
    uint64_t served;
    int64_t serving;
} processor;

enum { NOBODY = UINT32_MAX };

typedef struct simulation {
    fp_context *ctx;
    arena *arena;
    trace *t;
    const extrapolation_target *target;
    trace_writer *out; /* or null */
    double ticks_per_s_out;
    heap events;
    int64_t now;
    thread *threads;
    processor *processors;
    parcel *parcels;
    uint32_t thread_count;
    group **groups; /* [comm]: null where it has no barriers */
    extrapolation_region *regions;
    uint64_t event_count;
    bool is_wrong;
} simulation;

/* Events of equal times come in this order, and then in that of their numbers. */
typedef enum event_kind {
    EVENT_REACHES, /* a message, the receiver's port */
    EVENT_COMES,   /* a message, the processor's queue */
    EVENT_LOOKS,   /* a thread sees at a barrier what it waits for */
    EVENT_ENDS     /* a processor's work */
} event_kind;
void simulation_put(simulation *s, int64_t at, event_kind kind, uint32_t number,
                    uint32_t generation);

/* Tells the thread's time since `marked` to a part. */
void thread_mark(simulation *s, thread *t, extrapolation_part part);

/* --- Threads (thread.c) --- */

/* What the thread, which has its processor, does until that is busy or given up. */
void thread_run(simulation *s, uint32_t number);
/* A remote access is over: writes it. */
void thread_write(simulation *s, thread *t);

/* --- Processors (processor.c) --- */

void numbers_put(arena *a, number_queue *q, uint32_t number);
uint32_t numbers_take(number_queue *q);

/* Is busy for so long. */
void processor_begin(simulation *s, processor *p, work_kind work, int64_t ticks);
void processor_end(simulation *s, uint32_t number);
/* A processor that is not busy: whatever is its turn. */
void processor_go_on(simulation *s, uint32_t number);
/* Its thread waits from now on. */
void processor_give_up(simulation *s, uint32_t number);
/* The thread can go on. */
void processor_make_ready(simulation *s, uint32_t thread);

/* --- Messages (parcel.c) --- */

/* The thread's access: how long making the request takes; sending it. */
int64_t access_begin(simulation *s, uint32_t thread);
/* Hands a message to the port. Its price is known. */
void parcel_send(simulation *s, uint32_t number);
void parcel_price(simulation *s, parcel *m);
void parcel_reaches(simulation *s, uint32_t number);
void parcel_comes(simulation *s, uint32_t number);
/* Begins with one that has come: how long it takes. */
int64_t parcel_begin(simulation *s, uint32_t number);
void parcel_end(simulation *s, uint32_t number);

/* --- Barriers (barrier.c) --- */

void barrier_entered(simulation *s, uint32_t thread);
void barrier_run(simulation *s, uint32_t thread);
/* The thread has been busy with that. */
void barrier_worked(simulation *s, uint32_t thread, work_kind work);
/* A message of it was taken. */
void barrier_told(simulation *s, const parcel *m);

#endif
