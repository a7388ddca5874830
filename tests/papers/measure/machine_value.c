#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "tests/papers/measure/measure.h"

/* The member of a mapping whose key is the `length` bytes at `key`; null if there is none. */
static yaml_node_t *member(yaml_document_t *document, const yaml_node_t *node, const char *key,
                           size_t length)
{
    if (node->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = yaml_document_get_node(document, pair->key);
        if (name->data.scalar.length == length && memcmp(name->data.scalar.value, key, length) == 0)
            return yaml_document_get_node(document, pair->value);
    }
    return NULL;
}

static yaml_node_t *element(yaml_document_t *document, const yaml_node_t *node, long index)
{
    if (node->type != YAML_SEQUENCE_NODE ||
        index >= node->data.sequence.items.top - node->data.sequence.items.start)
        return NULL;
    return yaml_document_get_node(document, node->data.sequence.items.start[index]);
}

/* The unit of a machine with that name. */
static yaml_node_t *unit(yaml_document_t *document, const char *name, size_t length)
{
    yaml_node_t *units = member(document, yaml_document_get_root_node(document), "units", 5);
    for (long i = 0; units; i++) {
        yaml_node_t *one = element(document, units, i);
        const yaml_node_t *is = one ? member(document, one, "name", 4) : NULL;
        if (!one)
            break;
        if (is && is->data.scalar.length == length &&
            memcmp(is->data.scalar.value, name, length) == 0)
            return one;
    }
    return NULL;
}

/* "a.b[0].c": of unit a, the member b, of whose first element the member c. */
static yaml_node_t *walk(yaml_document_t *document, const char *path)
{
    const size_t first = strcspn(path, ".");
    yaml_node_t *node = unit(document, path, first);
    path += first + (path[first] == '.');
    while (node && *path) {
        const size_t length = strcspn(path, ".[");
        if (length)
            node = member(document, node, path, length);
        path += length;
        if (node && *path == '[') {
            char *end;
            node = element(document, node, strtol(path + 1, &end, 10));
            path = end + 1;
        }
        if (*path == '.')
            path++;
    }
    return node;
}

/* What a machine's file has at the path, in `text`; false if it has nothing there, or if what is
 * there has parts of its own: then `text` is empty. */
static bool look_up(const char *machine, const char *path, char *text, size_t size, bool *is_there)
{
    char name[4096];
    yaml_parser_t parser;
    yaml_document_t document;
    snprintf(name, sizeof name, FP_SOURCE_DIR "/sysmodels/machines/%s.yaml", machine);
    FILE *file = fopen(name, "r");
    if (!file || !yaml_parser_initialize(&parser))
        exit((fprintf(stderr, "%s cannot be read\n", name), 1));
    yaml_parser_set_input_file(&parser, file);
    if (!yaml_parser_load(&parser, &document))
        exit((fprintf(stderr, "%s is no YAML\n", name), 1));
    yaml_node_t *node = walk(&document, path);
    *is_there = node != NULL;
    if (node && node->type == YAML_MAPPING_NODE)
        node = member(&document, node, "value", 5);
    const bool has_value = node && node->type == YAML_SCALAR_NODE;
    snprintf(text, size, "%s", has_value ? (const char *)node->data.scalar.value : "");
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    fclose(file);
    return has_value;
}

bool machine_has(const char *machine, const char *path)
{
    char text[256];
    bool is_there;
    look_up(machine, path, text, sizeof text, &is_there);
    return is_there;
}

bool machine_says(const char *machine, const char *path, const char *word)
{
    char text[256];
    bool is_there;
    return look_up(machine, path, text, sizeof text, &is_there) && strcmp(text, word) == 0;
}

double machine_value(const char *machine, const char *path)
{
    char text[256];
    bool is_there;
    if (!look_up(machine, path, text, sizeof text, &is_there))
        exit((fprintf(stderr, "%s: no value %s\n", machine, path), 1));
    return strtod(text, NULL);
}
