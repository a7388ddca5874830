#ifndef FPREDICT_SYSMODELS_CHANGE_OPEN_H
#define FPREDICT_SYSMODELS_CHANGE_OPEN_H

/* Finds files that are named by their names alone, in folders, or by their paths. */

#include <stdbool.h>

#include "support/context.h"

typedef struct file_kind {
    const char *name;     /* of what the file describes: "machine" */
    const char *variable; /* of the environment: folders that are looked into first */
    bool is_repeatable;   /* its option may be given several times */
} file_kind;

/* Returns NAME.yaml of the first of the folders that has it, or the file of that path; null after
 * reporting, with what was probably meant. */
const source_file *sag_find_file(fp_context *ctx, const file_kind *kind, const char *name_or_path,
                                 int dir_count, const char *const *dirs);

#endif
