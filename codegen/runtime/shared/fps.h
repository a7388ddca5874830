#ifndef FPREDICT_CODEGEN_RUNTIME_SHARED_FPS_H
#define FPREDICT_CODEGEN_RUNTIME_SHARED_FPS_H

/* Shared access: what the files of this folder share.
 *
 * A logical thread is a process that was forked when the program began, so each has variables of
 * its own, as those of a generated program must be; arrays, and what is below, are in one mapping
 * that all of them have at the same address. One thread runs at a time, until it waits: nothing
 * here needs a lock. */

#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "codegen/runtime/fpr_internal.h"

/* --- fps_memory.c: memory that all threads have at the same address --- */

/* Zeroed; ends the program where there is none. */
void *fps_allocate(size_t count, size_t bytes);
void fps_free(void *memory); /* or null */

/* --- fps_threads.c: who runs --- */

typedef enum fps_state {
    FPS_READY,
    FPS_RUNNING,
    FPS_WAITING,
    FPS_ENDED,
    FPS_LEFT /* by exit(), before the program's end */
} fps_state;

typedef struct fps_message fps_message;
typedef struct fps_reading fps_reading;

typedef struct fps_thread {
    sem_t turn; /* posted when it may run */
    pid_t process;
    fps_state state;
    int status;                /* of who has left, once it is known */
    const char *waits_for;     /* in words, while it waits */
    uint64_t clock_ns;         /* as on a processor of its own, if accesses took no time */
    uint64_t own_ns;           /* what it has computed */
    fps_message *first, *last; /* that have come, and are not received yet */
    fps_reading *readings;     /* since its last barrier, where they are checked */
} fps_thread;

/* Elements that one thread offers another one, in a phase of accesses. */
typedef struct fps_offer {
    const char *memory; /* the window of their array */
    size_t bytes;       /* of an element */
    long long count;
    fpr_stretches where; /* in the window; count 0: all are in `packed` */
    char *packed;
} fps_offer;

typedef struct fps_comm fps_comm;

/* A region of the source. */
typedef struct fps_named {
    const char *name, *file;
    int line;
} fps_named;

typedef struct fps_world {
    int count;
    fps_thread *thread;
    bool has_failed; /* a thread ends the program */
    int comm_count, comm_capacity;
    fps_comm **comm;
    int region_count, region_capacity;
    fps_named *region;
    fps_offer **offer; /* by owner * count + the one that it is for */
} fps_world;

extern fps_world *fps_all;

/* Begins with that many threads; from here on each is a process. */
void fps_start(int count);
/* Others run, until this one is woken: it looks again then whether it has what it waits for. */
void fps_wait(const char *for_what);
void fps_wake(int rank);
/* This thread has ended. The first waits for all. */
void fps_end(void);

static inline fps_thread *fps_mine(void)
{
    return &fps_all->thread[fpr_me];
}

/* --- fps_clock.c: what a thread computes by itself --- */

/* Stops, and goes on: what lies between is no computing of the program's. False: it stood. */
bool fps_pause(void);
void fps_resume(bool was_running);
/* So much was counted: it takes the place of what is measured. */
void fps_spend_counted(long long picoseconds);
void fps_count_only(void);
/* Forgets what was until now. */
void fps_clock_begin(void);

/* --- fps_comm.c: threads that do something together --- */

struct fps_comm {
    int count, *rank; /* ascending, but of a communicator of the program's */
    int arrived;
    unsigned long meeting; /* how many there were */
    const void *place;     /* where those who have arrived are */
    const char *name;
    uint64_t latest_ns;
    char **slot[2]; /* by member: what it gives in a collective */
    size_t *room[2];
};

/* That of these ranks: there is one for each list. */
MPI_Comm fps_comm_of(int count, const int *ranks);
int fps_place_in(const fps_comm *c, int rank); /* -1: none */

/* A barrier: all leave it when the last has come. `place` is the same for all of them, or the
 * program ends: threads that are at different places do not belong together. */
void fps_meet(MPI_Comm comm, const void *place, const char *name);

/* --- fps_record.c: what is written into the trace --- */

typedef enum fps_kind {
    FPS_ENTER,
    FPS_LEAVE,
    FPS_GET,
    FPS_PUT,
    FPS_BARRIER,
    FPS_BARRIER_END,
    FPS_ISEND,
    FPS_ISEND_DONE,
    FPS_IRECV_POSTED,
    FPS_IRECV
} fps_kind;

typedef enum fps_region {
    FPS_IN_MAIN,
    FPS_IN_BARRIER,
    FPS_IN_ACCESSES,
    FPS_IN_REDUCTION,
    FPS_IN_BROADCAST,
    FPS_IN_COLLECTIVE,
    FPS_IN_MESSAGES,
    FPS_IN_SOURCE /* and on: those of fps_world.region */
} fps_region;

typedef struct fps_event {
    fps_kind kind;
    fps_region region;
    MPI_Comm comm;
    int peer, tag;
    bool any_source;
    unsigned long request;
    uint64_t time_ns, own_ns, bytes, times; /* so many of it, one after the other */
} fps_event;

/* With the clocks of now. */
void fps_record(fps_event e);
/* So many accesses to what `peer` has, of as many bytes each. */
void fps_record_accesses(bool is_put, MPI_Comm comm, int peer, uint64_t bytes, uint64_t times);
void fps_enter(fps_region region);
void fps_leave(fps_region region);
/* What was recorded until now is forgotten; without a trace nothing is. */
void fps_record_begin(void);
/* Nothing more is. */
void fps_record_end(void);
/* Of what this thread has recorded. */
int fps_event_count(void);
const fps_event *fps_event_at(int i);

/* --- fps_trace.c --- */
/* Each thread in its turn writes its part; all call it. */
void fps_write_trace(void);

/* --- fps_check.c: FPREDICT_CHECK --- */
/* These bytes were read from where another thread has them, and were so. */
void fps_check_read(const char *array, int owner, const char *there, size_t bytes);
/* The last one comes to a barrier: is what a thread has read since the one before still so? Else
 * somebody has written it between the same two barriers, and the program ends. */
void fps_check_unchanged(int rank);

#endif
