#ifndef FPREDICT_EXPERIMENT_FILE_SCHEMA_H
#define FPREDICT_EXPERIMENT_FILE_SCHEMA_H

/* The schema fpredict/experiment-file/1 (docs/experiments.md): what a file holds, as libcyaml
 * loads it. For experiment/file/ alone. */

#include "experiment/experiment.h"
#include "sysmodels/file/schema_check.h"

typedef enum range_spacing { SPACING_LINEAR, SPACING_GEOMETRIC } range_spacing;

typedef struct file_axis {
    int what;
    char *name;
    char **values;
    unsigned values_count;
    double *from, *to, *step, *factor;
    int *count;
    int *spacing;
} file_axis;

typedef struct file_experiment {
    char *schema, *name, *title;
    int command;
    char **sources, **flags;
    unsigned sources_count, flags_count;
    char *trace, *entry, *arguments, *machine, *processors;
    char **set, **distribute, **parameters, **options;
    unsigned set_count, distribute_count, parameters_count, options_count;
    file_axis *vary;
    unsigned vary_count;
} file_experiment;

extern const schema_form experiment_form;

/* The values of one that varies, whose mapping in the file is `node`; false after reporting.
 * (range.c) */
bool axis_build(fp_context *ctx, yaml_tree *tree, const file_axis *from, const yaml_node_t *node,
                experiment_axis *out);

/* Reports at what stands under a key of a mapping, or at the mapping where it has none; returns
 * false. */
bool experiment_fail(fp_context *ctx, yaml_tree *tree, const yaml_node_t *mapping, const char *key,
                     const char *rule, const char *message);

#endif
