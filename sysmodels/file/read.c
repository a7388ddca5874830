#include <stdlib.h>
#include <string.h>

#include "sysmodels/file/build.h"
#include "sysmodels/file/schema_check.h"
#include "sysmodels/model/sag.h"

/* What libcyaml says, kept until it is known whether it failed. */
typedef struct cyaml_words {
    arena *arena;
    const char *first;
} cyaml_words;

static void __attribute__((format(printf, 3, 0)))
keep_first(cyaml_log_t level, void *data, const char *format, va_list args)
{
    cyaml_words *words = data;
    char text[256];

    if (level < CYAML_LOG_ERROR || words->first)
        return;
    vsnprintf(text, sizeof text, format, args);
    text[strcspn(text, "\n")] = '\0';
    words->first = arena_strdup(words->arena, text);
}

static bool check_version(fp_context *ctx, yaml_tree *tree)
{
    const yaml_node_t *node = yaml_tree_get(tree, tree->root, "schema", NULL);
    const char *schema = yaml_scalar_text(node);

    if (!schema || !*schema || strcmp(schema, MACHINE_SCHEMA) == 0)
        return true; /* absent: machine_check says so */
    diag_report(ctx->diags, DIAG_ERROR, "machine-schema", yaml_tree_place(tree, node),
                "this is '%s', and only '" MACHINE_SCHEMA "' can be read", schema);
    return false;
}

static const sag *read_tree(fp_context *ctx, yaml_tree *tree)
{
    cyaml_words words = {.arena = ctx->arena};
    cyaml_config_t config = {
        .log_fn = keep_first,
        .log_ctx = &words,
        .mem_fn = cyaml_mem,
        .log_level = CYAML_LOG_ERROR,
        .flags = CYAML_CFG_NO_ALIAS,
    };
    file_machine *file = NULL;
    machine_draft draft;
    cyaml_err_t error;

    if (!check_version(ctx, tree) || !machine_check(ctx, tree, &machine_schema))
        return NULL;
    error = cyaml_load_data((const uint8_t *)source_text(tree->file), source_length(tree->file),
                            &config, &machine_schema, (cyaml_data_t **)&file, NULL);
    if (error != CYAML_OK) {
        /* machine_check found nothing: what libcyaml is stricter about. */
        diag_report(ctx->diags, DIAG_ERROR, "machine-syntax", (source_range){0},
                    "%s: libcyaml refuses the file: %s", source_path(tree->file),
                    words.first ? words.first : cyaml_strerror(error));
        return NULL;
    }
    machine_build(ctx, tree, file, &draft);
    machine_verify(&draft);
    cyaml_free(&config, &machine_schema, file, 0);
    return draft.is_good ? draft.machine : NULL;
}

const sag *sag_read(fp_context *ctx, const source_file *file)
{
    yaml_tree tree;
    const sag *machine;

    if (!yaml_tree_init(ctx, &tree, file))
        return NULL;
    machine = read_tree(ctx, &tree);
    yaml_tree_clear(&tree);
    return machine;
}
