#ifndef FPREDICT_TRACE_FORMAT_OTF2_SOURCE_H
#define FPREDICT_TRACE_FORMAT_OTF2_SOURCE_H

/* An OTF2 archive that is being read: the library's handles, and how its references become
 * indices. */

#include "trace/format/otf2_library.h"
#include "trace/format/source.h"

/* References of one kind and the index that each has here, by reference. They are numbers from 0 on
 * in nearly all archives, and then need no search. */
typedef struct otf2_reference {
    uint64_t ref;
    uint32_t index;
} otf2_reference;

typedef struct otf2_references {
    VEC(otf2_reference) all;
    bool is_dense; /* all.data[i] is { i, i } */
} otf2_references;

/* Sorts what was pushed; find may then be called. */
void otf2_references_close(otf2_references *t);
/* Returns UINT32_MAX for a reference that is not there. */
uint32_t otf2_reference_find(const otf2_references *t, uint64_t ref);

typedef struct otf2_cursor {
    trace_cursor cursor; /* first */
    struct otf2_source *s;
    OTF2_EvtReader *reader;            /* null: it is not open */
    struct otf2_cursor *older, *newer; /* of those whose readers are open */
    uint64_t read;                     /* records, also of kinds that are left out */
    bool is_early;                     /* one is before the trace's beginning */
    bool has_failed;
} otf2_cursor;

typedef struct otf2_source {
    trace_source source; /* first: what trace.source points to */
    trace of;
    fp_context *ctx;
    OTF2_Reader *reader;
    uint64_t began; /* the clock when the trace begins */
    otf2_references regions, comms;
    otf2_references windows;           /* the index of the communicator of each */
    const OTF2_LocationRef *locations; /* [rank] */
    OTF2_AttributeRef cpu, any_source; /* or OTF2_UNDEFINED_ATTRIBUTE */
    otf2_errors errors;
    /* A reader keeps two pieces of its file: so many are open at once, the oldest is closed for
     * another, and goes on where it was when its rank is read again. */
    uint32_t open_count, open_most;
    otf2_cursor *oldest, *newest;
} otf2_source;

/* The bytes that readers keep together. */
enum { OTF2_KEPT_MOST = 64 << 20 };

/* Reads what the archive defines into `s->of`; false after reporting. */
bool otf2_read_definitions(otf2_source *s);

/* The functions of trace_source (otf2_events.c). */
trace_cursor *otf2_begin(fp_context *ctx, trace *t, uint32_t rank);
bool otf2_fill(trace_cursor *c);
void otf2_end(trace_cursor *c);

#endif
