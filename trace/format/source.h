#ifndef FPREDICT_TRACE_FORMAT_SOURCE_H
#define FPREDICT_TRACE_FORMAT_SOURCE_H

/* What a form of traces has to do. One of each for OTF2, text and SMPI's time-independent form. */

#include "trace/format/trace.h"

struct trace_cursor {
    fp_context *ctx;
    trace *of;
    uint32_t rank;
    int count, next; /* of events that are read and not yet given out */
    trace_event *events;
    uint64_t given, last_time, last_cpu;
    bool is_broken;
};

typedef struct trace_source {
    /* Makes a cursor of that form, its first fields left to the caller. */
    trace_cursor *(*begin)(fp_context *ctx, trace *t, uint32_t rank);
    /* Fills c->events; none at the end. False after reporting. */
    bool (*fill)(trace_cursor *c);
    /* Gives back what the cursor has of the system's, or is null. */
    void (*end)(trace_cursor *c);
    void (*close)(trace *t);
} trace_source;

/* Open a trace of that form; null after reporting. */
trace *trace_open_otf2(fp_context *ctx, const char *anchor);
trace *trace_open_text(fp_context *ctx, const char *path);
trace *trace_open_ti(fp_context *ctx, const char *path);
/* Is the first line of the file the name of another one alone? */
bool trace_is_ti(fp_context *ctx, const char *path);

/* As many files may be open as the system allows: each rank has its own. */
void trace_raise_file_limit(void);

struct trace_writer {
    fp_context *ctx;
    const char *path;
    const trace *definitions;
    bool (*write)(trace_writer *w, uint32_t rank, const trace_event *event);
    bool (*finish)(trace_writer *w);
};

trace_writer *trace_create_otf2(fp_context *ctx, const char *path, const trace *definitions);
trace_writer *trace_create_text(fp_context *ctx, const char *path, const trace *definitions);
trace_writer *trace_create_chrome(fp_context *ctx, const char *path, const trace *definitions);
trace_writer *trace_create_paje(fp_context *ctx, const char *path, const trace *definitions);
trace_writer *trace_create_ti(fp_context *ctx, const char *path, const trace *definitions);

#endif
