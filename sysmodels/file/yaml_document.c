#include "sysmodels/file/yaml_document.h"

#include <string.h>

/* libyaml counts characters, and our places count bytes. */
static size_t byte_offset(const source_file *file, size_t characters)
{
    const char *text = source_text(file);
    size_t length = source_length(file), i = 0;

    for (; i < length && characters; --characters)
        for (++i; i < length && ((unsigned char)text[i] & 0xC0) == 0x80;)
            ++i;
    return i;
}

static source_range place_at(const source_file *file, size_t begin)
{
    size_t length = source_length(file);
    if (begin > length)
        begin = length;
    return source_range_of(file, begin, begin < length ? begin + 1 : begin);
}

/* "machine-syntax" of "syntax". */
static const char *rule_name(fp_context *ctx, const yaml_tree *tree, const char *rule)
{
    return arena_printf(ctx->arena, "%s-%s", tree->kind, rule);
}

static void report_syntax(fp_context *ctx, const yaml_parser_t *parser, const yaml_tree *tree)
{
    const source_file *file = tree->file;
    const char *problem = parser->problem ? parser->problem : "it cannot be read";
    bool in_bytes = parser->error == YAML_READER_ERROR;
    size_t begin =
        in_bytes ? parser->problem_offset : byte_offset(file, parser->problem_mark.index);
    diag *d = diag_report(ctx->diags, DIAG_ERROR, rule_name(ctx, tree, "syntax"),
                          place_at(file, begin), "this is not YAML: %s", problem);

    if (!in_bytes && parser->context && parser->context_mark.index != parser->problem_mark.index)
        diag_note(d, place_at(file, byte_offset(file, parser->context_mark.index)), "%s",
                  parser->context);
}

/* An alias is a second way to one node. Values are written out instead: an
 * alias can be its own ancestor, and a value has one place. */
static bool report_alias(fp_context *ctx, yaml_tree *tree)
{
    yaml_node_t *nodes = tree->document.nodes.start;
    int count = (int)(tree->document.nodes.top - nodes);
    bool *is_used = ARENA_ARRAY(ctx->arena, count + 1, bool);

    is_used[1] = true; /* the root has no parent, and must not get one */
    for (int i = 0; i < count; ++i) {
        const yaml_node_t *node = &nodes[i];
        int children[2], n;
        size_t size = 0;
        if (node->type == YAML_SEQUENCE_NODE)
            size = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
        if (node->type == YAML_MAPPING_NODE)
            size = (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
        for (size_t j = 0; j < size; ++j) {
            n = 0;
            if (node->type == YAML_SEQUENCE_NODE) {
                children[n++] = node->data.sequence.items.start[j];
            } else {
                children[n++] = node->data.mapping.pairs.start[j].key;
                children[n++] = node->data.mapping.pairs.start[j].value;
            }
            for (int k = 0; k < n; ++k) {
                if (is_used[children[k]]) {
                    diag_report(ctx->diags, DIAG_ERROR, rule_name(ctx, tree, "alias"),
                                yaml_tree_place(tree, &nodes[children[k] - 1]),
                                "this is used again by an alias (*); write the value out "
                                "where it is used");
                    return true;
                }
                is_used[children[k]] = true;
            }
        }
    }
    return false;
}

static bool load(fp_context *ctx, yaml_parser_t *parser, yaml_tree *tree)
{
    yaml_document_t second;
    yaml_node_t *more;
    bool is_one = true;

    if (!yaml_parser_load(parser, &tree->document)) {
        report_syntax(ctx, parser, tree);
        memset(&tree->document, 0, sizeof tree->document);
        return false;
    }
    tree->root = yaml_document_get_root_node(&tree->document);
    if (!tree->root) {
        diag_report(ctx->diags, DIAG_ERROR, rule_name(ctx, tree, "syntax"), place_at(tree->file, 0),
                    "a %s file must not be empty; docs/%ss.md describes its keys", tree->kind,
                    tree->kind);
        return false;
    }
    if (!yaml_parser_load(parser, &second)) {
        report_syntax(ctx, parser, tree);
        return false;
    }
    more = yaml_document_get_root_node(&second);
    if (more) {
        diag_report(ctx->diags, DIAG_ERROR, rule_name(ctx, tree, "syntax"),
                    place_at(tree->file, byte_offset(tree->file, more->start_mark.index)),
                    "a second document begins here; a %s file holds one %s", tree->kind,
                    tree->kind);
        is_one = false;
    }
    yaml_document_delete(&second);
    return is_one && !report_alias(ctx, tree);
}

/* libyaml takes time in the square of the depth of [ and {; a hundred thousand
 * of them would look like a hang. Brackets in texts count too: only an absurd
 * file has so many unbalanced. */
static bool report_depth(fp_context *ctx, const yaml_tree *tree)
{
    enum { DEEPEST = 100 };
    const source_file *file = tree->file;
    const char *text = source_text(file);
    int depth = 0;

    for (size_t i = 0; i < source_length(file); ++i) {
        depth += (text[i] == '[' || text[i] == '{') - (text[i] == ']' || text[i] == '}');
        if (depth > DEEPEST) {
            diag_report(ctx->diags, DIAG_ERROR, rule_name(ctx, tree, "syntax"), place_at(file, i),
                        "more than %d brackets are open here; a %s file has no use for them",
                        DEEPEST, tree->kind);
            return true;
        }
    }
    return false;
}

bool yaml_tree_init(fp_context *ctx, yaml_tree *tree, const source_file *file, const char *kind)
{
    yaml_parser_t parser;
    bool ok;

    memset(tree, 0, sizeof *tree);
    tree->file = file;
    tree->kind = kind;
    if (report_depth(ctx, tree))
        return false;
    if (!yaml_parser_initialize(&parser)) {
        diag_report(ctx->diags, DIAG_ERROR, rule_name(ctx, tree, "syntax"), (source_range){0},
                    "%s: no memory to read it", source_path(file));
        return false;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)source_text(file),
                                 source_length(file));
    ok = load(ctx, &parser, tree);
    yaml_parser_delete(&parser);
    if (!ok)
        yaml_tree_clear(tree);
    return ok;
}

void yaml_tree_clear(yaml_tree *tree)
{
    if (tree->document.nodes.start)
        yaml_document_delete(&tree->document);
    memset(tree, 0, sizeof *tree);
}

yaml_node_t *yaml_tree_node(yaml_tree *tree, int index)
{
    return yaml_document_get_node(&tree->document, index);
}

yaml_node_t *yaml_tree_get(yaml_tree *tree, const yaml_node_t *mapping, const char *key,
                           yaml_node_t **key_node)
{
    if (!mapping || mapping->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
         pair < mapping->data.mapping.pairs.top; ++pair) {
        yaml_node_t *node = yaml_tree_node(tree, pair->key);
        const char *text = yaml_scalar_text(node);
        if (text && strcmp(text, key) == 0) {
            if (key_node)
                *key_node = node;
            return yaml_tree_node(tree, pair->value);
        }
    }
    return NULL;
}

yaml_node_t *yaml_tree_entry(yaml_tree *tree, const yaml_node_t *sequence, int i)
{
    if (!sequence || sequence->type != YAML_SEQUENCE_NODE)
        return NULL;
    if (i < 0 || i >= sequence->data.sequence.items.top - sequence->data.sequence.items.start)
        return NULL;
    return yaml_tree_node(tree, sequence->data.sequence.items.start[i]);
}

const char *yaml_scalar_text(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

source_range yaml_tree_place(const yaml_tree *tree, const yaml_node_t *node)
{
    size_t begin, end;
    const char *text = source_text(tree->file);

    if (!node)
        return (source_range){0};
    begin = byte_offset(tree->file, node->start_mark.index);
    end = byte_offset(tree->file, node->end_mark.index);
    /* A block mapping ends where the next one begins; its first line is enough. */
    for (size_t i = begin; i < end; ++i)
        if (text[i] == '\n')
            end = i;
    return source_range_of(tree->file, begin,
                           end > begin ? end : begin + (begin < source_length(tree->file)));
}
