#ifndef FPREDICT_SYSMODELS_FILE_SCHEMA_CHECK_H
#define FPREDICT_SYSMODELS_FILE_SCHEMA_CHECK_H

/* Checks a parsed file against a libcyaml schema, before libcyaml loads it.
 * libcyaml stops at the first mistake, places it at the line of the mapping,
 * and takes "76us" for 76; this reports every mistake at its own place, with
 * what was probably meant. */

#include <cyaml/cyaml.h>

#include "sysmodels/file/yaml_document.h"

/* Returns whether the tree has the form of `schema`; reports what has not. */
bool machine_check(fp_context *ctx, yaml_tree *tree, const cyaml_schema_value_t *schema);

#endif
