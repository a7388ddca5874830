#ifndef FPREDICT_SYSMODELS_FILE_TREE_H
#define FPREDICT_SYSMODELS_FILE_TREE_H

/* Joins the units of a file, which name their parts, into one tree. */

#include "sysmodels/file/build.h"

enum { MACHINE_DEPTH_MAX = 32 };

typedef struct machine_tree {
    int root, node, host, link; /* indices of units, or -1 */
    int *parent;                /* of each unit, or -1 */
    const char **path;          /* "cube.node"; the root's is "" */
} machine_tree;

/* Joins the units; reports names that do not resolve, units with two parents
 * or none, and cycles, and clears the draft's is_good. */
machine_tree machine_join(machine_draft *draft, const file_machine *file);

#endif
