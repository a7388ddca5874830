/* The events of a thread, until they are written. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/shared/fps.h"

/* Of this thread. */
static fps_event *events;
static int count, capacity;
static bool is_recording;

/* --- Classes of events, as `fpredict record` has them ---------------------------------------- */

typedef enum event_class {
    OF_USER,
    OF_RUNTIME,
    OF_MESSAGES,
    OF_COLLECTIVES,
    OF_ACCESSES,
    CLASS_COUNT
} event_class;

static bool is_left_out[CLASS_COUNT];

/* FPREDICT_CLASSES: "user,access"; without it all are recorded. */
static void choose_classes(void)
{
    static const char *const names[CLASS_COUNT] = {"user", "runtime", "message", "collective",
                                                   "access"};
    const char *text = getenv("FPREDICT_CLASSES");
    for (int c = 0; c < CLASS_COUNT; c++)
        is_left_out[c] = text != NULL;
    while (text && *text) {
        size_t length = strcspn(text, ",");
        int c = 0;
        while (c < CLASS_COUNT &&
               (strlen(names[c]) != length || strncmp(text, names[c], length) != 0))
            c++;
        if (c == CLASS_COUNT)
            fpr_fail("FPREDICT_CLASSES is one or several of user, runtime, message, collective, "
                     "access, not '%.*s'",
                     (int)length, text);
        is_left_out[c] = false;
        text += length + (text[length] == ',');
    }
}

static event_class class_of(const fps_event *e)
{
    switch (e->kind) {
    case FPS_ENTER:
    case FPS_LEAVE:
        return e->region >= FPS_IN_SOURCE ? OF_USER : OF_RUNTIME;
    case FPS_GET:
    case FPS_PUT:
        return OF_ACCESSES;
    case FPS_BARRIER:
    case FPS_BARRIER_END:
        return OF_COLLECTIVES;
    case FPS_ISEND:
    case FPS_ISEND_DONE:
    case FPS_IRECV_POSTED:
    case FPS_IRECV:
        break;
    }
    return OF_MESSAGES;
}

void fps_record(fps_event e)
{
    bool is_edge = e.kind == FPS_ENTER || e.kind == FPS_LEAVE;
    bool is_main = is_edge && e.region == FPS_IN_MAIN; /* what is computed is between these */
    if (!is_recording || (!is_main && is_left_out[class_of(&e)]))
        return;
    if (count == capacity) {
        capacity = capacity ? 2 * capacity : 256;
        events = fpr_realloc(events, (size_t)capacity * sizeof *events);
    }
    e.time_ns = fps_mine()->clock_ns;
    e.own_ns = fps_mine()->own_ns;
    e.times = e.times ? e.times : 1;
    events[count++] = e;
}

/* They take no time, so that many one after the other are one in memory. */
void fps_record_accesses(bool is_put, MPI_Comm comm, int peer, uint64_t bytes, uint64_t times)
{
    fps_kind kind = is_put ? FPS_PUT : FPS_GET;
    fps_event *last = count ? &events[count - 1] : NULL;
    if (!times || !is_recording || is_left_out[OF_ACCESSES])
        return;
    if (last && last->kind == kind && last->comm == comm && last->peer == peer &&
        last->bytes == bytes && last->time_ns == fps_mine()->clock_ns)
        last->times += times;
    else
        fps_record(
            (fps_event){.kind = kind, .comm = comm, .peer = peer, .bytes = bytes, .times = times});
}

void fps_enter(fps_region region)
{
    fps_record((fps_event){.kind = FPS_ENTER, .region = region});
}

void fps_leave(fps_region region)
{
    fps_record((fps_event){.kind = FPS_LEAVE, .region = region});
}

void fps_record_begin(void)
{
    is_recording = getenv("FPREDICT_TRACE") != NULL;
    choose_classes();
    count = 0;
    fps_enter(FPS_IN_MAIN);
}

void fps_record_end(void)
{
    fps_leave(FPS_IN_MAIN);
    is_recording = false;
}

int fps_event_count(void)
{
    return count;
}

const fps_event *fps_event_at(int i)
{
    return &events[i];
}
