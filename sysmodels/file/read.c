#include "sysmodels/file/build.h"
#include "sysmodels/file/schema_check.h"
#include "sysmodels/model/sag.h"

static const schema_form machine_form = {
    .schema = &machine_schema, .version = MACHINE_SCHEMA, .mapping_name = machine_mapping_name};

static const sag *read_tree(fp_context *ctx, yaml_tree *tree)
{
    cyaml_data_t *file = NULL;
    machine_draft draft;

    if (!schema_load(ctx, tree, &machine_form, &file))
        return NULL;
    machine_build(ctx, tree, file, &draft);
    machine_verify(&draft);
    schema_free(&machine_form, file);
    return draft.is_good ? draft.machine : NULL;
}

const sag *sag_read(fp_context *ctx, const source_file *file)
{
    yaml_tree tree;
    const sag *machine;

    if (!yaml_tree_init(ctx, &tree, file, "machine"))
        return NULL;
    machine = read_tree(ctx, &tree);
    yaml_tree_clear(&tree);
    return machine;
}
