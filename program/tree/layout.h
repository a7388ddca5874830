#ifndef FPREDICT_PROGRAM_TREE_LAYOUT_H
#define FPREDICT_PROGRAM_TREE_LAYOUT_H

/* Where every array of a program is under one choice of distributions: the
 * composition of ALIGN and DISTRIBUTE, made by plan/, read by all after it. */

#include "program/tree/tree.h"

typedef struct layout {
    int grid_count;
    const proc_grid *const *grids; /* the program's, and those that overrides imply */
    const proc_grid *linear;       /* all processors in a row; null without a grid */
    const array_map *const *map;   /* by variable id; null or grid null: replicated */
    const array_map *const
        *template_map; /* by template id; axes as if an array were aligned with it */
    const array_map *const *redistributed; /* by remap_node.redistribution: the template's then */
    int text_count;
    const char *const *text;           /* each distributed template: "T(block,block)"; then what is
                                        * executed: "T(*,block) at line 20" */
    const proc_grid *const *text_grid; /* the grid of each */
} layout;

#endif
