#ifndef FPREDICT_SYSMODELS_FILE_VALUE_H
#define FPREDICT_SYSMODELS_FILE_VALUE_H

/* The values of a component: read from what libcyaml loaded, converted to seconds,
 * hertz and bytes, and found again in the file. */

#include "sysmodels/file/build.h"

/* What the parts of one unit need to be built. */
typedef struct machine_builder {
    machine_draft *draft;
    const char *unit;      /* its name */
    const quantity *clock; /* of its processing component; null before that is built */
} machine_builder;

/* Returns what stands under a key of a mapping; null where there is no such key, or no
 * mapping. */
yaml_node_t *machine_child(machine_builder *b, const yaml_node_t *mapping, const char *key);

/* Notes that a part of the draft stands at its key: components are pointed at by it. */
void machine_keep_key(machine_builder *b, const void *what, const yaml_node_t *mapping,
                      const char *key);

/* Returns "prefix.name", or the name alone where the prefix is empty; in the arena. */
const char *machine_join_path(arena *a, const char *prefix, const char *name);

/* Sets the quantities that a table lists in `to`, a sag_processing, …, to what `file`, a
 * file_processing, …, has of them. `component` is the mapping of the file, `path` its path.
 * Reports values that are stated twice, clocks without a clock and negative errors. */
void machine_build_quantities(machine_builder *b, const quantity_table *table, const void *file,
                              void *to, const yaml_node_t *component, const char *path);

/* Returns the value of a word, or of a whole number, and sets where it comes from. */
int machine_build_word(machine_builder *b, const file_word *word, origin *from);

#endif
