#ifndef FPREDICT_SYSMODELS_FILE_SCHEMA_CHECK_H
#define FPREDICT_SYSMODELS_FILE_SCHEMA_CHECK_H

/* Checks a parsed file against a libcyaml schema, before libcyaml loads it.
 * libcyaml stops at the first mistake, places it at the line of the mapping,
 * and takes "76us" for 76; this reports every mistake at its own place, with
 * what was probably meant. */

#include <cyaml/cyaml.h>

#include "sysmodels/file/yaml_document.h"

/* A kind of file: its schema, and how messages call what is in it. */
typedef struct schema_form {
    const cyaml_schema_value_t *schema;
    const char *version; /* "fpredict/machine/1": what its `schema` says */
    const char *(*mapping_name)(const cyaml_schema_field_t *fields); /* "a message piece" */
    /* "a topology"; null: machine_enum_name */
    const char *(*word_name)(const cyaml_strval_t *words);
} schema_form;

/* Returns whether the tree has the form; reports what has not. */
bool schema_check(fp_context *ctx, yaml_tree *tree, const schema_form *form);

/* Checks the version and the form, and has libcyaml load the file: *out is for schema_free. Returns
 * false after reporting (file/schema_load.c). */
bool schema_load(fp_context *ctx, yaml_tree *tree, const schema_form *form, cyaml_data_t **out);
void schema_free(const schema_form *form, cyaml_data_t *data);

#endif
