#ifndef FPREDICT_TRACE_EXTRAPOLATION_EXTRAPOLATION_H
#define FPREDICT_TRACE_EXTRAPOLATION_EXTRAPOLATION_H

/* From a trace of n threads on one processor, which read what others have and meet at barriers, to
 * how long they take on a machine of as many processors, or fewer (ExtraP: Mohr, Malony and
 * Shanmugam, "Speedy", Performance Tools 1995, sections 3.2 and 3.3; docs/traces.md has the rules).
 * The recording is without preemption, a remote access took no time in it, and all left a barrier
 * as soon as the last had come: so what a thread computed between two events is what the trace has,
 * and when accesses and barriers are over is simulated. */

#include "sysmodels/model/sag.h"
#include "trace/format/trace.h"

/* What a thread's time goes into; the parts of a thread add up to its time. */
typedef enum extrapolation_part {
    EXTRAPOLATED_COMPUTING,
    EXTRAPOLATED_RUNTIME,   /* remote access: messages are made and taken */
    EXTRAPOLATED_INTERFACE, /* it waits for ports, and keeps them */
    EXTRAPOLATED_NETWORK,   /* it is on its way */
    EXTRAPOLATED_OWNER,     /* the owner comes to it, and finds what is asked for */
    EXTRAPOLATED_SERVING,   /* requests of others hold the thread up */
    EXTRAPOLATED_TURN,      /* another thread has the processor */
    EXTRAPOLATED_LAST,      /* at a barrier until the last has entered */
    EXTRAPOLATED_BARRIER,   /* the barrier itself */
    EXTRAPOLATED_PART_COUNT
} extrapolation_part;

/* "computing": its key in JSON is this and _s. */
const char *extrapolation_part_name(extrapolation_part p);

typedef struct extrapolation_options {
    uint32_t processors;            /* 0: as many as there are threads */
    double speed[TRACE_ROLE_COUNT]; /* how many times as fast as the recording processor, by what
                                       the innermost region is; 0: 1 */
} extrapolation_options;

typedef struct extrapolation_rank {
    uint32_t processor;
    double time; /* seconds, of its last event */
    double part[EXTRAPOLATED_PART_COUNT];
    uint64_t local, remote, barriers;
    double remote_bytes;
    uint64_t served; /* requests, by its processor; set at that one's first thread */
    double serving;  /* seconds, whether they held a thread up or not */
} extrapolation_rank;

typedef struct extrapolation_region {
    uint64_t calls;
    double time;      /* in it and what it calls, of the thread that is longest in it */
    double own;       /* without what it calls; sum over threads, as all below */
    double computing; /* in it and what it calls */
    uint64_t local, remote;
    double remote_bytes;
} extrapolation_region;

typedef struct extrapolation_result {
    uint32_t processors;
    double time; /* seconds */
    double sum;  /* of what all threads compute: the time of one processor, without accesses */
    uint64_t events;
    double part[EXTRAPOLATED_PART_COUNT]; /* mean of the threads */
    double ended;                         /* mean time from a thread's end to the last one's */
    const extrapolation_rank *ranks;      /* [t->rank_count] */
    const extrapolation_region *regions;  /* [t->region_count] */
    bool has_processor_times;             /* else the clock's are taken */
    bool tells_local;                     /* it has accesses to what a thread owns itself */
    int assumption_count;                 /* one sentence each */
    const char *const *assumptions;
} extrapolation_result;

/* Simulates it; writes the events as they would be to a new trace at `path`, unless that is null.
 * False after reporting what of the trace cannot be extrapolated, or is wrong; nothing is begun at
 * `path` then. */
bool extrapolation_run(fp_context *ctx, trace *t, const sag *machine,
                       const extrapolation_options *o, const char *path, trace_form form,
                       extrapolation_result *result);

#endif
