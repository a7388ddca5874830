#ifndef FPREDICT_TRACE_RECORD_JOIN_H
#define FPREDICT_TRACE_RECORD_JOIN_H

/* Makes one trace of what each rank of a program has written (raw.h). */

#include "trace/format/trace.h"
#include "trace/record/raw.h"

typedef struct record_summary {
    uint32_t rank_count;
    uint64_t events;
    double seconds;                    /* from the first event to the last */
    uint32_t clocks;                   /* that ranks have had */
    double clock_error_s;              /* those of other machines may be off by that */
    uint64_t unseen[RAW_UNSEEN_COUNT]; /* sums over ranks */
    bool is_whole;   /* no rank has died, nor stopped being recorded; else it was reported */
    bool is_damaged; /* not all that ranks wrote could be read, which was reported as errors */
} record_summary;

/* Has any rank written anything into that folder? */
bool record_has_any(fp_context *ctx, const char *folder);

/* Writes the trace into a new folder, as OTF2. What could be read is in it even where ranks have
 * died, which is reported as warnings, or files are damaged, which are errors. False after
 * reporting that there is no trace; then the folder is not there, either. */
bool record_join(fp_context *ctx, const char *folder, const char *out, record_summary *summary);

#endif
