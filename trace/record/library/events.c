#include <stdio.h>
#include <string.h>

#include "trace/record/library/recorder.h"

recorder record_state = {.events = -1, .names = -1};
RECORD_PER_THREAD bool record_is_own_thread;

#define CALL_NAME(name) "MPI_" #name,
static const char *const call_names[CALL_COUNT] = {CALLS(CALL_NAME) CALLS_OF_MPI4(CALL_NAME)};
#undef CALL_NAME

uint32_t record_region(uint32_t role, const char *name, const char *file, int line)
{
    char place[512] = "";
    if (file) {
        /* Of a long path the end. */
        const size_t length = strlen(file), most = sizeof place - 16;
        snprintf(place, sizeof place, "\n%s\n%d", length > most ? file + length - most : file,
                 line);
    }
    const uint32_t number = record_state.region_count++;
    record_name((raw_name){.kind = RAW_REGION, .what = role, .number = number}, name,
                (uint32_t)strlen(name), place, (uint32_t)strlen(place));
    return number;
}

/* The beginning of an event of `bytes` bytes; null: recording has ended. */
static char *begin(trace_kind kind, unsigned flags, uint32_t what, size_t bytes)
{
    char *at = record_room(bytes);
    if (!at)
        return NULL;
    const raw_event e = {
        .kind = (uint8_t)(1 + kind), .flags = (uint8_t)flags, .what = what, .time = record_now()};
    memcpy(at, &e, sizeof e);
    return at + sizeof e;
}

void record_region_event(trace_kind kind, uint32_t region, const uint64_t *cpu)
{
    char *at = begin(kind, cpu ? RAW_HAS_CPU : 0, region, sizeof(raw_event) + (cpu ? 8 : 0));
    if (at && cpu)
        memcpy(at, cpu, sizeof *cpu);
}

void record_message(trace_kind kind, uint32_t comm, int peer, int tag, uint64_t bytes,
                    uint64_t request, bool is_any)
{
    const bool is_access = kind == TRACE_GET || kind == TRACE_PUT;
    if (!(record_state.classes & (is_access ? CLASS_ACCESS : CLASS_MESSAGE)))
        return;
    const raw_message m = {(uint32_t)peer, (uint32_t)tag, bytes};
    const bool has_request = raw_has_request(kind);
    char *at = begin(kind, is_any ? RAW_ANY_SOURCE : 0, comm,
                     sizeof(raw_event) + sizeof m + (has_request ? sizeof request : 0));
    if (!at)
        return;
    memcpy(at, &m, sizeof m);
    if (has_request)
        memcpy(at + sizeof m, &request, sizeof request);
}

void record_request(trace_kind kind, uint64_t request)
{
    if (!(record_state.classes & CLASS_MESSAGE))
        return;
    char *at = begin(kind, 0, 0, sizeof(raw_event) + sizeof request);
    if (at)
        memcpy(at, &request, sizeof request);
}

void record_together_begin(void)
{
    if (record_state.classes & CLASS_COLLECTIVE)
        begin(TRACE_COLLECTIVE_BEGIN, 0, 0, sizeof(raw_event));
}

void record_together_end(trace_collective collective, uint32_t comm, uint32_t root, uint64_t bytes,
                         uint64_t received)
{
    if (!(record_state.classes & CLASS_COLLECTIVE))
        return;
    const raw_together t = {root, 0, bytes, received};
    char *at = begin(TRACE_COLLECTIVE_END, 0, comm, sizeof(raw_event) + sizeof t);
    if (!at)
        return;
    ((raw_event *)(void *)(at - sizeof(raw_event)))->collective = (uint8_t)collective;
    memcpy(at, &t, sizeof t);
}

uint32_t record_call_region(record_call call)
{
    uint32_t *known = &record_state.call_regions[call];
    if (!*known)
        *known = 1 + record_region(RECORD_MPI, call_names[call], NULL, 0);
    return *known - 1;
}

bool record_begin(record_call call)
{
    recorder *r = &record_state;
    if (!r->is_on)
        return false;
    if (!record_is_own_thread) {
        __atomic_fetch_add(&r->header->unseen[RAW_OTHER_THREADS], 1, __ATOMIC_RELAXED);
        return false;
    }
    if (r->is_inside)
        return false;
    r->is_inside = true;
    if (!(r->classes & CLASS_RUNTIME))
        return true;
    /* First of all: what recording takes is not the program's. */
    const uint64_t cpu = r->cpu_when != CPU_NEVER ? record_cpu() : 0;
    const uint32_t region = record_call_region(call);
    record_reserve(4 * RAW_EVENT_MOST); /* of most calls all, so that it does not come later */
    record_region_event(TRACE_ENTER, region, r->cpu_when != CPU_NEVER ? &cpu : NULL);
    return true;
}

/* The processor time comes last, of the same reason. */
void record_end(record_call call)
{
    recorder *r = &record_state;
    r->is_inside = false;
    if (!r->is_on || !(r->classes & CLASS_RUNTIME))
        return;
    const bool has_cpu = r->cpu_when != CPU_NEVER;
    char *at = begin(TRACE_LEAVE, has_cpu ? RAW_HAS_CPU : 0, record_call_region(call),
                     sizeof(raw_event) + (has_cpu ? sizeof(uint64_t) : 0));
    if (!at || !has_cpu)
        return;
    const uint64_t cpu = record_cpu();
    memcpy(at, &cpu, sizeof cpu);
}
