#include "trace/record/library/regions.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "trace/record/library/recorder.h"
#include "trace/record/library/table.h"

/* Regions that have begun and not ended, outermost first. */
static uint32_t *open_regions;
static uint32_t open_count, open_capacity;

static record_table by_name, by_function, by_mark;
enum { FUNCTION_LEFT_OUT = 0 }; /* else 1 + region */

static bool is_recorded(void)
{
    const recorder *r = &record_state;
    return r->is_on && record_is_own_thread && !r->is_inside && (r->classes & CLASS_USER);
}

static void enter(uint32_t region)
{
    recorder *r = &record_state;
    if (open_count == open_capacity) {
        const uint32_t more = open_capacity ? 2 * open_capacity : 64;
        uint32_t *grown = realloc(open_regions, more * sizeof *grown);
        if (!grown)
            return;
        open_regions = grown;
        open_capacity = more;
    }
    open_regions[open_count++] = region;
    const bool has_cpu = r->cpu_when == CPU_AT_ALL;
    const uint64_t cpu = has_cpu ? record_cpu() : 0;
    record_reserve(RAW_EVENT_MOST);
    record_region_event(TRACE_ENTER, region, has_cpu ? &cpu : NULL);
}

static void leave_with(bool has_cpu)
{
    const uint64_t cpu = has_cpu ? record_cpu() : 0;
    record_region_event(TRACE_LEAVE, open_regions[--open_count], has_cpu ? &cpu : NULL);
}

static void leave(void)
{
    leave_with(record_state.cpu_when == CPU_AT_ALL);
}

/* --- By name --- */

/* The same name at the same place has one key: FNV-1a, of 64 bits, so that no two of a program are
 * alike. */
static uint64_t key_of(const char *name, const char *file, int line)
{
    uint64_t key = UINT64_C(0xcbf29ce484222325) ^ (uint64_t)(uintptr_t)file ^ (uint64_t)line << 48;
    for (const char *c = name; *c; c++)
        key = (key ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return key;
}

void fpredict_record_begin(const char *name, const char *file, int line)
{
    if (!is_recorded())
        return;
    const uint64_t key = key_of(name, file, line);
    uint32_t region;
    if (!record_table_find(&by_name, key, &region)) {
        region = record_region(RECORD_USER, name, file, line);
        record_table_add(&by_name, key, region);
    }
    enter(region);
}

/* The first that is open is the program's, which MPI_Finalize ends. */
void fpredict_record_end(void)
{
    if (is_recorded() && open_count > 1)
        leave();
}

/* --- By function --- */

/* Is it one of FPREDICT_RECORD_FUNCTIONS: a list of names with * and ?, all where there is none? */
static bool is_wanted(const char *name)
{
    const char *list = getenv("FPREDICT_RECORD_FUNCTIONS");
    if (!list || !*list)
        return true;
    for (size_t length; *list; list += length + (list[length] == ',')) {
        char pattern[256];
        length = strcspn(list, ",");
        if (length >= sizeof pattern)
            continue;
        memcpy(pattern, list, length);
        pattern[length] = '\0';
        if (fnmatch(pattern, name, 0) == 0)
            return true;
    }
    return false;
}

static uint32_t function_region(const void *function)
{
    const uint64_t key = (uint64_t)(uintptr_t)function;
    uint32_t region;
    if (record_table_find(&by_function, key, &region))
        return region;
    char name[256];
    record_function_name(function, name, sizeof name);
    region = is_wanted(name) ? 1 + record_region(RECORD_USER, name, NULL, 0) : FUNCTION_LEFT_OUT;
    record_table_add(&by_function, key, region);
    return region;
}

void __cyg_profile_func_enter(void *function, void *from)
{
    (void)from;
    if (!is_recorded())
        return;
    const uint32_t region = function_region(function);
    if (region != FUNCTION_LEFT_OUT)
        enter(region - 1);
}

/* One that began before MPI_Init is not open; those that a longjmp has left are, above it. */
void __cyg_profile_func_exit(void *function, void *from)
{
    (void)from;
    if (!is_recorded())
        return;
    const uint32_t region = function_region(function);
    uint32_t at = region == FUNCTION_LEFT_OUT ? 0 : open_count;
    while (at > 1 && open_regions[at - 1] != region - 1)
        at--;
    while (at > 1 && open_count >= at)
        leave();
}

/* --- By mark --- */

/* Returns how many regions are open with it; 0: it is not recorded. */
int fpredict_record_enter(const char *name, const char *file, int line, int is_function)
{
    if (!is_recorded())
        return 0;
    const uint64_t key = key_of(name, file, line);
    uint32_t region;
    if (!record_table_find(&by_mark, key, &region)) {
        const bool is_left_out = is_function && !is_wanted(name);
        region = is_left_out ? FUNCTION_LEFT_OUT : 1 + record_region(RECORD_USER, name, file, line);
        record_table_add(&by_mark, key, region);
    }
    if (region == FUNCTION_LEFT_OUT)
        return 0;
    enter(region - 1);
    return (int)open_count;
}

/* Those that a longjmp has left are open above it, and end with it. */
void fpredict_record_leave(int *mark)
{
    while (*mark > 1 && is_recorded() && open_count >= (uint32_t)*mark)
        leave();
}

/* --- The program --- */

void record_program_begin(record_call call, uint64_t began, uint64_t cpu)
{
    recorder *r = &record_state;
    const bool has_cpu = r->cpu_when != CPU_NEVER;
    const struct {
        unsigned class;
        uint32_t region;
    } both[] = {{CLASS_USER, record_region(RECORD_USER, r->header->program, NULL, 0)},
                {CLASS_RUNTIME, record_call_region(call)}};
    for (int i = 0; i < 2; i++) {
        const size_t bytes = sizeof(raw_event) + (has_cpu ? sizeof cpu : 0);
        char *at = r->classes & both[i].class ? record_room(bytes) : NULL;
        if (!at)
            continue;
        const raw_event e = {.kind = 1 + TRACE_ENTER,
                             .flags = has_cpu ? RAW_HAS_CPU : 0,
                             .what = both[i].region,
                             .time = began};
        memcpy(at, &e, sizeof e);
        if (has_cpu)
            memcpy(at + sizeof e, &cpu, sizeof cpu);
    }
    open_regions = malloc(64 * sizeof *open_regions);
    open_capacity = open_regions ? 64 : 0;
    if (open_regions)
        open_regions[open_count++] = both[0].region;
    record_end(call);
}

/* Nothing of the program's has passed since MPI_Finalize: that the rank may have been off its
 * processor since then is told by the processor time alone. */
void record_regions_close(void)
{
    const recorder *r = &record_state;
    if (!(r->classes & CLASS_USER))
        return;
    const bool has_cpu =
        r->cpu_when == CPU_AT_ALL || (r->cpu_when == CPU_AT_CALLS && r->classes & CLASS_RUNTIME);
    while (r->is_on && open_count > 0)
        leave_with(has_cpu);
}
