#ifndef FPREDICT_SYSMODELS_FILE_MEASURED_H
#define FPREDICT_SYSMODELS_FILE_MEASURED_H

/* What collectives of so many processors take as a whole, as it was measured
 * (docs/machines.md, "Collectives"): in files a column for each part of the pieces. */

#include "sysmodels/file/build.h"

/* Builds the list of a collective; `list` is its node, `path` that of the collective. */
const sag_measured *machine_build_measured(machine_draft *draft, int count,
                                           const file_measured *file, const yaml_node_t *list,
                                           const char *path);

/* Reports numbers of processors that do not ascend, and functions that no collective has. */
void machine_verify_measured(machine_draft *draft, const sag_collective *c);

/* --- library.c: what an MPI library's own function does (docs/machines.md, "Collectives") --- */
const sag_library *machine_build_library(machine_draft *draft, int count, const file_library *file,
                                         const yaml_node_t *list);
/* Reports entries that do not ascend, and values that say nothing. */
void machine_verify_library(machine_draft *draft, const sag_collective *c);

/* The path of an entry of a collective's list. */
const char *machine_measured_path(arena *a, const char *collective, int entry);

#endif
