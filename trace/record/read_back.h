#ifndef FPREDICT_TRACE_RECORD_READ_BACK_H
#define FPREDICT_TRACE_RECORD_READ_BACK_H

#include "trace/format/trace.h"

/* Reads what was written again, whole: does each of so many ranks have its number of events? False
 * after reporting. */
bool record_read_back(fp_context *ctx, const char *path, uint32_t ranks, const uint64_t *events);

#endif
