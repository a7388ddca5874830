/* The events of a thread, until they are written. */

#include <stdlib.h>

#include "codegen/runtime/shared/fps.h"

/* Of this thread. */
static fps_event *events;
static int count, capacity;
static bool is_recording;

void fps_record(fps_event e)
{
    if (!is_recording)
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
    if (!times || !is_recording)
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
