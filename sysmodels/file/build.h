#ifndef FPREDICT_SYSMODELS_FILE_BUILD_H
#define FPREDICT_SYSMODELS_FILE_BUILD_H

/* From what libcyaml loaded to the graph: units joined by name into a tree,
 * values converted to seconds, hertz and bytes, and then verified. */

#include "support/vec.h"
#include "sysmodels/file/file.h"
#include "sysmodels/file/yaml_document.h"

/* Where the parts of a machine stand in its file, by the part's address: a
 * component by its own, a quantity by that of its `value`. */
typedef struct machine_place {
    const void *what;
    const yaml_node_t *node;
} machine_place;

typedef struct machine_draft {
    fp_context *ctx;
    yaml_tree *tree;
    sag *machine; /* its root is null where the units form no tree */
    int unit_count;
    sag_unit *units;   /* in file order */
    const int *parent; /* index of each unit's parent, or -1 */
    VEC(machine_place) places;
    bool is_good;
} machine_draft;

/* Builds the draft; reports what cannot be built and clears is_good. */
void machine_build(fp_context *ctx, yaml_tree *tree, const file_machine *file,
                   machine_draft *draft);

/* Reports values that no machine can have, then what is missing, and sets the
 * machine's shortcuts. Clears is_good. */
void machine_verify(machine_draft *draft);

/* Sets the shortcuts to what executes the program; reports what of it is missing. */
void machine_set_shortcuts(machine_draft *draft);

/* Reports at the place of `what`, a part of the draft. */
diag *machine_report(machine_draft *draft, const char *rule, const void *what, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* Notes where a part stands. */
void machine_keep_place(machine_draft *draft, const void *what, const yaml_node_t *node);

/* Returns the place of a part of the draft; a zero range when it has none. */
source_range machine_place_of(const machine_draft *draft, const void *what);

#endif
