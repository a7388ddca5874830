#include <math.h>

#include "sysmodels/compiler/schema.h"
#include "sysmodels/model/compiler.h"

/* Longer than any message's software: as far as times are counted (file/value_range.c). */
static const double LONGEST_S = 1e3;

typedef struct reader {
    fp_context *ctx;
    yaml_tree *tree;
    bool is_good;
} reader;

static void take_origin(const reader *r, origin *out, int from, const char *source)
{
    *out = (origin){(provenance)from, intern(r->ctx->names, source)};
}

/* Reports at what stands under `key` of the value that `name` has. */
static void report(reader *r, const char *rule, const char *name, const char *key,
                   const char *message)
{
    yaml_node_t *value = yaml_tree_get(r->tree, r->tree->root, name, NULL);
    diag_report(r->ctx->diags, DIAG_ERROR, rule,
                yaml_tree_place(r->tree, yaml_tree_get(r->tree, value, key, NULL)), "%s", message);
    r->is_good = false;
}

static void read_overhead(reader *r, const file_compiler *file, quantity *out)
{
    int count;
    const unit_of_measure *units = dimension_units(DIM_TIME, &count);
    arena *a = r->ctx->arena;

    for (int u = 0; u < TIME_UNITS; ++u) {
        const file_quantity *from = file->call_overhead[u];
        const char *key = arena_printf(a, "call_overhead_%s", units[u].name);
        if (!from)
            continue;
        if (out->is_set) {
            report(r, "compiler-unit-twice", key, "value",
                   "'call_overhead_ns' states again what 'call_overhead_us' states; keep one");
            return;
        }
        *out = (quantity){
            .is_set = true,
            .value = dimension_convert(DIM_TIME, &units[u], from->value, 0),
            .stated = from->value,
            .unit = units[u].name,
            .path = key,
            .from = (provenance)from->from,
            .source = intern(r->ctx->names, from->source),
            .relative_error = from->relative_error ? *from->relative_error : -1,
        };
        if (!(out->value >= 0))
            report(r, "compiler-negative", key, "value",
                   "a call takes no less than no time; leave the key out if it is not known");
        else if (!(out->value <= LONGEST_S))
            report(r, "compiler-range", key, "value",
                   "a call that takes so long is none; predictions can be made with up to 1000 s");
        if (from->relative_error && !(*from->relative_error >= 0 && *from->relative_error <= 1e3))
            report(r, "compiler-range", key, "relative_error",
                   "a relative error is a standard error over a value, from 0 to 1000");
    }
}

static const sag_compiler *build(reader *r, const file_compiler *file)
{
    sag_compiler *c = ARENA_NEW(r->ctx->arena, sag_compiler);

    c->name = intern(r->ctx->names, file->name);
    c->title = intern(r->ctx->names, file->title);
    c->path = source_path(r->tree->file);
    if (file->exchange) {
        c->exchange = (exchange_rule)file->exchange->value;
        take_origin(r, &c->exchange_origin, file->exchange->from, file->exchange->source);
    }
    if (file->packing) {
        c->packing = (packing_rule)file->packing->value;
        take_origin(r, &c->packing_origin, file->packing->from, file->packing->source);
    }
    if (file->messages) {
        c->messages = (message_form)file->messages->value;
        take_origin(r, &c->messages_origin, file->messages->from, file->messages->source);
    }
    if (file->loop_order) {
        c->loops = (loop_order)file->loop_order->value;
        take_origin(r, &c->loops_origin, file->loop_order->from, file->loop_order->source);
    }
    for (int k = 0; file->patterns && k < TOLD_PATTERN_COUNT; ++k) {
        const file_word *word = file->patterns->way[k];
        if (!word)
            continue;
        c->way[k] = (pattern_way)word->value;
        take_origin(r, &c->way_origin[k], word->from, word->source);
    }
    read_overhead(r, file, &c->call_overhead);
    for (int k = 0; file->collectives && k < COLLECTIVE_KIND_COUNT; ++k) {
        const file_word *word = file->collectives->kind[k];
        if (!word)
            continue;
        c->algorithm[k] = (collective_algorithm)word->value;
        take_origin(r, &c->algorithm_origin[k], word->from, word->source);
    }
    return r->is_good ? c : NULL;
}

const sag_compiler *sag_compiler_read(fp_context *ctx, const source_file *file)
{
    yaml_tree tree;
    cyaml_data_t *data = NULL;
    const sag_compiler *compiler = NULL;

    if (!yaml_tree_init(ctx, &tree, file, "compiler"))
        return NULL;
    if (schema_load(ctx, &tree, &compiler_form, &data)) {
        reader r = {.ctx = ctx, .tree = &tree, .is_good = true};
        compiler = build(&r, data);
        schema_free(&compiler_form, data);
    }
    yaml_tree_clear(&tree);
    return compiler;
}
