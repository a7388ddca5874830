#ifndef FPREDICT_TRACE_FORMAT_OPEN_REGIONS_H
#define FPREDICT_TRACE_FORMAT_OPEN_REGIONS_H

/* Regions that ranks are in, for forms in which what begins has to end. */

#include "trace/format/trace.h"

typedef struct open_regions {
    VEC(uint32_t) stack;
    int mpi;         /* of those, calls of MPI */
    uint64_t last;   /* time of the rank's last event */
    uint64_t before; /* and of the one before it */
} open_regions;

/* Takes an event; false where it leaves a region that it is not in, or leaves one around it: it has
 * been reported. */
bool open_regions_take(fp_context *ctx, const trace *t, open_regions *o, uint32_t rank,
                       const trace_event *e);

/* Is the innermost one a call of MPI? */
bool open_regions_is_mpi(const trace *t, const open_regions *o);

#endif
