#ifndef FPREDICT_TRACE_FORMAT_OTF2_LIBRARY_H
#define FPREDICT_TRACE_FORMAT_OTF2_LIBRARY_H

/* What reading and writing OTF2 share. */

#include <otf2/otf2.h>

#include "support/context.h"
#include "trace/format/event.h"

/* The attribute of events that holds trace_event.cpu. */
#define OTF2_CPU_ATTRIBUTE "processor time"
/* That of receives which has 1 where the program asked for a message of any rank. */
#define OTF2_ANY_SOURCE_ATTRIBUTE "any source"

/* What the library says of its errors: it prints them unless somebody takes them, and it has one
 * place for who does. So whoever calls it, with an archive that is read or written, says before
 * each call that it is the one. */
typedef struct otf2_errors {
    fp_context *ctx;
    const char *said; /* the first since this was null */
} otf2_errors;

void otf2_errors_take(otf2_errors *e);
/* Nobody takes them any more. */
void otf2_errors_leave(void);

/* MPI's collectives one for one; all that make or free something are one here. */
trace_collective otf2_collective_of(OTF2_CollectiveOp op);
OTF2_CollectiveOp otf2_op_of(trace_collective collective);

#endif
