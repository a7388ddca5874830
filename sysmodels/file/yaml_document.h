#ifndef FPREDICT_SYSMODELS_FILE_YAML_DOCUMENT_H
#define FPREDICT_SYSMODELS_FILE_YAML_DOCUMENT_H

/* A YAML file as a tree whose nodes know their places. libcyaml, which loads
 * the values, stops at the first mistake and does not say where a value stood;
 * this tree is what diagnostics point into. */

#include <stdbool.h>

#include <yaml.h>

#include "support/context.h"

typedef struct yaml_tree {
    const source_file *file;
    const char *kind; /* what it describes, which rules are named after: "machine" */
    yaml_document_t document;
    yaml_node_t *root;
} yaml_tree;

/* Parses `file`, which describes a `kind` of thing. Returns false after reporting a syntax error,
 * an alias, or anything but one document. */
bool yaml_tree_init(fp_context *ctx, yaml_tree *tree, const source_file *file, const char *kind);
void yaml_tree_clear(yaml_tree *tree);

/* Returns the node with this number, or null. */
yaml_node_t *yaml_tree_node(yaml_tree *tree, int index);

/* Returns the value of a key of a mapping, and its key's node in *key when that
 * is not null; null when `mapping` is null, not a mapping, or has no such key. */
yaml_node_t *yaml_tree_get(yaml_tree *tree, const yaml_node_t *mapping, const char *key,
                           yaml_node_t **key_node);

/* Returns an entry of a sequence, or null. */
yaml_node_t *yaml_tree_entry(yaml_tree *tree, const yaml_node_t *sequence, int i);

/* Returns the text of a scalar, or null for other nodes. */
const char *yaml_scalar_text(const yaml_node_t *node);

/* Returns where a node stands; a mapping or sequence by its first line. */
source_range yaml_tree_place(const yaml_tree *tree, const yaml_node_t *node);

#endif
