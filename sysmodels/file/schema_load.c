#include <string.h>

#include "sysmodels/file/schema_check.h"

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

static bool check_version(fp_context *ctx, yaml_tree *tree, const schema_form *form)
{
    const yaml_node_t *node = yaml_tree_get(tree, tree->root, "schema", NULL);
    const char *schema = yaml_scalar_text(node);

    if (!schema || !*schema || strcmp(schema, form->version) == 0)
        return true; /* absent: schema_check says so */
    diag_report(ctx->diags, DIAG_ERROR, arena_printf(ctx->arena, "%s-schema", tree->kind),
                yaml_tree_place(tree, node), "this is '%s', and only '%s' can be read", schema,
                form->version);
    return false;
}

bool schema_load(fp_context *ctx, yaml_tree *tree, const schema_form *form, cyaml_data_t **out)
{
    cyaml_words words = {.arena = ctx->arena};
    cyaml_config_t config = {
        .log_fn = keep_first,
        .log_ctx = &words,
        .mem_fn = cyaml_mem,
        .log_level = CYAML_LOG_ERROR,
        .flags = CYAML_CFG_NO_ALIAS,
    };
    cyaml_err_t error;

    if (!check_version(ctx, tree, form) || !schema_check(ctx, tree, form))
        return false;
    error = cyaml_load_data((const uint8_t *)source_text(tree->file), source_length(tree->file),
                            &config, form->schema, out, NULL);
    if (error == CYAML_OK)
        return true;
    /* schema_check found nothing: what libcyaml is stricter about. */
    diag_report(ctx->diags, DIAG_ERROR, arena_printf(ctx->arena, "%s-syntax", tree->kind),
                (source_range){0}, "%s: libcyaml refuses the file: %s", source_path(tree->file),
                words.first ? words.first : cyaml_strerror(error));
    return false;
}

void schema_free(const schema_form *form, cyaml_data_t *data)
{
    const cyaml_config_t config = {.mem_fn = cyaml_mem};
    cyaml_free(&config, form->schema, data, 0);
}
