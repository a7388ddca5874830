#ifndef FPREDICT_TRACE_FORMAT_TI_UNEQUAL_H
#define FPREDICT_TRACE_FORMAT_TI_UNEQUAL_H

/* Collectives of SMPI's time-independent form whose lines say what each rank gives or gets, of
 * which a trace has each rank's own sums: they are noted as they come, and lines written when those
 * of all ranks are there. */

#include <stdio.h>

#include "trace/format/trace.h"

/* What stands in a file for a line that is not known yet. */
#define TI_UNEQUAL_MARK "?"

typedef struct ti_unequal ti_unequal;

ti_unequal *ti_unequal_new(fp_context *ctx, uint32_t rank_count);

/* Is it one of these? */
bool ti_is_unequal(trace_collective what);

/* Notes the next one of a rank. False, with errno set, where there is no room. */
bool ti_unequal_note(ti_unequal *u, uint32_t rank, const trace_event *e);

/* Writes a rank's file again, which is open for reading and writing, with lines instead of marks.
 * False, with errno set, where it cannot. */
bool ti_unequal_fill(ti_unequal *u, uint32_t rank, FILE *file);

void ti_unequal_close(ti_unequal *u);

#endif
