#ifndef FPREDICT_SYSMODELS_FILE_PATH_H
#define FPREDICT_SYSMODELS_FILE_PATH_H

/* Parameters of a machine by their paths: "cube.communication.pieces[0].startup_us". */

#include "sysmodels/file/copy.h"
#include "sysmodels/model/adjust.h"

/* Returns whether `path`, as a person writes it and without its last word, leads
 * to the part with this path. It may leave out "patterns", "collectives",
 * "dims_1", "pieces[0]", and the number of an entry: then it means all. */
bool machine_path_leads(const char *path, const char *part);

/* Makes the change to a copy of `machine`; *what says it in a sentence. Returns
 * false after a report. */
bool machine_set_parameter(fp_context *ctx, const sag *machine, const sag_change *change,
                           machine_draft *draft, const char **what);

/* Reports that `path` leads to no parameter of the machine, and what might be
 * meant. */
void machine_report_path(fp_context *ctx, const sag *machine, const char *path);

/* "3 clk", "76 µs": a value as it is stated. */
const char *machine_stated(arena *a, const quantity *q);

#endif
