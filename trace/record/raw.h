#ifndef FPREDICT_TRACE_RECORD_RAW_H
#define FPREDICT_TRACE_RECORD_RAW_H

/* What a rank writes while it is recorded, two files a rank: "rank-000003.events", which it has in
 * memory piece by piece (so that what a rank wrote is there when it is killed), and
 * "rank-000003.names": the regions and communicators that events speak of, each when it is first
 * met. The library in the program (library/) writes, join.c reads. All of one machine: numbers are
 * as its processors have them. */

#include <stdint.h>

#include "trace/format/event.h"

#define RAW_MAGIC "fpredict-record-2"

/* The header has RAW_FIRST bytes; then come pieces of RAW_PIECE bytes. No event crosses into the
 * next piece: what is left of one is zero. */
enum { RAW_FIRST = 4096, RAW_PIECE = 256 * 1024, RAW_EVENT_MOST = 48 };

/* What was seen and is not in the trace, counted. */
typedef enum raw_unseen {
    RAW_BETWEEN_GROUPS,  /* calls on a communicator between two groups */
    RAW_UNKNOWN_COMM,    /* on one that nobody saw being made */
    RAW_LATER,           /* collectives that do not wait: MPI_Ibarrier */
    RAW_NEIGHBOURS,      /* MPI_Neighbor_… */
    RAW_FREED_REQUESTS,  /* freed while they were under way: their end is not known */
    RAW_OTHER_THREADS,   /* calls of threads that did not call MPI_Init */
    RAW_OTHER_PROCESSES, /* communicators with processes that are not of MPI_COMM_WORLD */
    RAW_OF_MPI4,         /* calls that MPI 4 has added: MPI_Send_c, MPI_Isendrecv */
    RAW_UNSEEN_COUNT
} raw_unseen;

typedef struct raw_header {
    char magic[24];
    uint32_t rank, size;   /* of MPI_COMM_WORLD */
    uint32_t is_complete;  /* MPI_Finalize has ended */
    int32_t stopped;       /* why recording ended before the program did: errno; or 0 */
    uint64_t clock_domain; /* what ranks that share a clock have in common */
    /* When MPI_Init began and MPI_Finalize did, in ns, and what is to be added then to be on
     * rank 0's clock; that may be off by so much. */
    uint64_t began, ended;
    int64_t offset_began, offset_ended;
    uint64_t offset_error;
    uint64_t unseen[RAW_UNSEEN_COUNT];
    /* Where in the file the last event ends: of what is complete. Before that, where the last piece
     * that is full does; then the file has whole pieces. */
    uint64_t used;
    char host[64], program[256];
} raw_header;

/* What an event begins with, and what follows by its kind: with RAW_HAS_CPU 8 bytes of processor
 * time; raw_message; the request, 8 bytes; raw_together. */
typedef struct raw_event {
    uint8_t kind; /* 1 + trace_kind; 0: no more of them in this piece */
    uint8_t flags;
    uint8_t collective;
    uint8_t unused;
    uint32_t what; /* the region, or the communicator */
    uint64_t time; /* ns */
} raw_event;

enum { RAW_HAS_CPU = 1, RAW_ANY_SOURCE = 2 };

typedef struct raw_message {
    uint32_t peer, tag;
    uint64_t bytes;
} raw_message;

typedef struct raw_together {
    uint32_t root, unused;
    uint64_t bytes, received;
} raw_together;

static inline int raw_has_message(int kind)
{
    return kind == TRACE_SEND || kind == TRACE_ISEND || kind == TRACE_RECV || kind == TRACE_IRECV ||
           kind == TRACE_GET || kind == TRACE_PUT;
}

static inline int raw_has_request(int kind)
{
    return kind == TRACE_ISEND || kind == TRACE_ISEND_DONE || kind == TRACE_IRECV_POSTED ||
           kind == TRACE_IRECV || kind == TRACE_REQUEST_TEST || kind == TRACE_REQUEST_CANCEL;
}

/* --- Names ------------------------------------------------------------------ */

/* Communicators that each rank has from the beginning; those that are made have numbers from
 * RAW_FIRST_MADE on, each rank its own. */
enum { RAW_WORLD, RAW_SELF, RAW_FIRST_MADE };

typedef enum raw_name_kind {
    RAW_REGION = 1, /* what: role; then its name and, if it has one, "FILE\nLINE" after "\n" */
    RAW_COMM        /* what: raw_made; then its ranks of the world, 4 bytes each */
} raw_name_kind;

/* How ranks find out which of their communicators are one, without asking each other: MPI has all
 * ranks of a communicator call what makes others in one order. */
typedef enum raw_made {
    RAW_BY_ALL,  /* the `order`-th that all ranks of `parent` made together */
    RAW_BY_GROUP /* by its members alone; the n-th that they made out of `parent` */
} raw_made;

typedef struct raw_name {
    uint32_t kind, what, number;  /* number: of the region, or the communicator */
    uint32_t parent, order, size; /* of a communicator */
    uint32_t bytes;               /* of what follows, filled up to a multiple of 8 */
    uint32_t unused;
} raw_name;

#define RAW_NO_PARENT UINT32_MAX

#endif
