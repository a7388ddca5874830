#ifndef FPREDICT_TRACE_FORMAT_TRACE_H
#define FPREDICT_TRACE_FORMAT_TRACE_H

/* A trace: what its events speak of, and each rank's events as a stream, so that memory grows with
 * ranks and not with events. Read from OTF2 (a folder with traces.otf2, or that file) and from
 * fpredict's text format (docs/traces.md); written as these and as others. */

#include <stdbool.h>
#include <stdint.h>

#include "support/context.h"
#include "support/vec.h"
#include "trace/format/event.h"

typedef enum trace_role {
    TRACE_USER,    /* a function, loop or block of the program */
    TRACE_MPI,     /* a call of MPI */
    TRACE_RUNTIME, /* of another run-time system: threads, files */
    TRACE_ROLE_COUNT
} trace_role;

typedef struct trace_region {
    const char *name;
    trace_role role;
    const char *file; /* null: not known */
    uint32_t line;    /* 0: not known */
} trace_region;

typedef struct trace_comm {
    const char *name; /* "" where it has none */
    uint32_t size;
    const uint32_t *ranks; /* of the world, by rank in it; null: each rank alone (MPI_COMM_SELF) */
} trace_comm;

typedef struct trace_rank {
    const char *name;
    uint64_t
        event_count; /* as the trace says; those read from OTF2 may be fewer: not all are of MPI */
} trace_rank;

typedef struct trace {
    const char *path;
    uint64_t ticks_per_s, length; /* of the clock; in ticks */
    uint32_t rank_count, region_count, comm_count;
    const trace_rank *ranks;
    const trace_region *regions;
    const trace_comm *comms;
    bool counts_flops; /* computation is in flops, not in time: a tick each */
    uint32_t left_out; /* threads and devices beside the ranks' own threads, which are not read */
    struct trace_source *source;
} trace;

/* Opens a trace; null after reporting what is wrong with it. */
trace *trace_open_path(fp_context *ctx, const char *path);

/* Reports an error of a trace, which has no place in a source; returns false. */
bool trace_fail(fp_context *ctx, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Closes what the system has open for it. What was read stays. */
void trace_close(trace *t);

/* --- Events --- */

typedef struct trace_cursor trace_cursor;

/* Where a rank's events begin. */
trace_cursor *trace_rank_events(fp_context *ctx, trace *t, uint32_t rank);

/* The next event; false at the end, or after reporting why there are no more (trace_is_broken). */
bool trace_next(trace_cursor *c, trace_event *out);

/* No more of them are asked for: what the cursor has open is closed. One whose memory goes before
 * the trace is closed has to be ended, unless it has come to its end. */
void trace_end_events(trace_cursor *c);

/* Has the trace ended before its end, or in nonsense? It was reported. */
bool trace_is_broken(const trace_cursor *c);

/* --- Writing --- */

typedef enum trace_form {
    TRACE_AS_OTF2,
    TRACE_AS_TEXT,
    TRACE_AS_CHROME, /* JSON of Chrome's and Perfetto's viewers */
    TRACE_AS_PAJE,   /* of ViTE and PajeNG */
    TRACE_AS_TI,     /* SMPI's: what to replay */
    TRACE_FORM_COUNT
} trace_form;

typedef struct trace_writer trace_writer;

/* Begins a trace at `path`: a folder that is not there yet for OTF2, else a file. `definitions` has
 * what its events will speak of; its `length` is that of what is written. What a form has no place
 * for is reported as warnings at the end. Null after reporting. */
trace_writer *trace_create(fp_context *ctx, const char *path, trace_form form,
                           const trace *definitions);

/* As trace_create, of events that are written as they are worked out, or rank by rank: for a form
 * that wants all in the order of time (trace_form_is_ordered) they are kept in $TMPDIR until the
 * end. */
trace_writer *trace_create_sorted(fp_context *ctx, const char *path, trace_form form,
                                  const trace *definitions);

/* Do readers of the form want the events of all ranks in the order of time? */
bool trace_form_is_ordered(trace_form form);

/* Adds an event; those of a rank come in order. Ranks come one after the other or mixed;
 * where the form wants it (trace_form_is_ordered), all in the order of time.
 * False after reporting. */
bool trace_write(trace_writer *w, uint32_t rank, const trace_event *event);

/* Ends it; false after reporting that not all of it could be written. */
bool trace_finish(trace_writer *w);

#endif
