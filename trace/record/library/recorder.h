#ifndef FPREDICT_TRACE_RECORD_LIBRARY_RECORDER_H
#define FPREDICT_TRACE_RECORD_LIBRARY_RECORDER_H

/* What is recorded of one rank, and how it is written. This is a library inside of somebody's
 * program: the wrappers of MPI find their state by themselves, so here there is one, a process
 * (under SMPI, which copies each rank's variables, a rank). */

#include <mpi.h> /* SMPI is told by its header */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/record/library/calls.h"
#include "trace/record/raw.h"

/* Classes of events, FPREDICT_RECORD_CLASSES: the words of --classes. */
enum {
    CLASS_USER = 1,
    CLASS_RUNTIME = 2,
    CLASS_MESSAGE = 4,
    CLASS_COLLECTIVE = 8,
    CLASS_ACCESS = 16,
    CLASS_ALL = 31
};

/* Roles of regions: trace_role, which is not in a header of numbers alone. */
enum { RECORD_USER, RECORD_MPI, RECORD_RUNTIME };

/* Where the thread's processor time is read, FPREDICT_RECORD_CPU: it is a system call of half a
 * microsecond. */
typedef enum record_cpu_when { CPU_NEVER, CPU_AT_CALLS, CPU_AT_ALL } record_cpu_when;

typedef struct recorder {
    bool is_on;     /* events are taken */
    bool is_inside; /* of a call that is recorded: what MPI calls meanwhile is not */
    unsigned classes;
    record_cpu_when cpu_when;
    raw_header *header;
    char *piece, *at;  /* the piece of the file that is in memory; null: none */
    int64_t place;     /* of it in the file */
    int events, names; /* descriptors */
    uint32_t region_count;
    uint32_t call_regions[CALL_COUNT]; /* 1 + region; 0: not met yet */
    uint64_t request_count;
} recorder;

extern recorder record_state;

/* --- Clocks (clock.c) --- */

/* The rank's clock in ns; under SMPI the simulated one. */
uint64_t record_now(void);
/* What its thread has computed, in ns. The system is not asked within CPU_NEAR_NS of the last time:
 * a thread that was not computing so long would have been taken off its processor and put back in
 * less than that takes. */
uint64_t record_cpu(void);
/* From now on that is what the program has counted, in ns since the first call of this; it calls it
 * before it calls MPI. The largest that it has said stands: less than that, and more than 292
 * years, changes nothing. */
void fpredict_record_counted(unsigned long long ns);
enum { CPU_NEAR_NS = 2000 };

/* --- The files (files.c) --- */

/* Opens them in a folder; says what is wrong on standard error and returns false. */
bool record_files_open(const char *folder, uint32_t rank, uint32_t size);
void record_files_close(void);
/* Says why no more is recorded, by errno, and ends it. */
void record_stop(int why);

/* So many bytes of events will be written without a pause. */
void record_reserve(size_t bytes);
/* Room for an event; null: recording has ended. */
char *record_room(size_t bytes);

/* Writes a name and what follows it, in two parts. */
void record_name(raw_name name, const void *first, uint32_t first_bytes, const void *second,
                 uint32_t second_bytes);

/* --- Events (events.c) --- */

/* Adds a region and returns its number; file: null, not known. */
uint32_t record_region(uint32_t role, const char *name, const char *file, int line);

/* TRACE_ENTER or TRACE_LEAVE, now. */
void record_region_event(trace_kind kind, uint32_t region, const uint64_t *cpu);
void record_message(trace_kind kind, uint32_t comm, int peer, int tag, uint64_t bytes,
                    uint64_t request, bool is_any);
void record_request(trace_kind kind, uint64_t request);
void record_together_begin(void);
void record_together_end(trace_collective collective, uint32_t comm, uint32_t root, uint64_t bytes,
                         uint64_t received);

/* A call begins: is it to be recorded? If so, it ends with record_end. */
bool record_begin(record_call call);
void record_end(record_call call);
/* Its region. */
uint32_t record_call_region(record_call call);

/* --- The program's own regions (regions.c) --- */

/* Leaves all that are open: MPI_Finalize. */
void record_regions_close(void);
/* The region that stands for the program, and the call that has begun it: both when that began. */
void record_program_begin(record_call call, uint64_t began, uint64_t cpu);

#ifdef SMPI_H
#define RECORD_PER_THREAD
#else
#define RECORD_PER_THREAD _Thread_local
#endif
/* Is this the thread that has called MPI_Init? Only that is recorded. */
extern RECORD_PER_THREAD bool record_is_own_thread;

#endif
