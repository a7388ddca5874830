#include "sysmodels/file/value.h"

#include <string.h>

const char *machine_join_path(arena *a, const char *prefix, const char *name)
{
    return *prefix ? arena_printf(a, "%s.%s", prefix, name) : name;
}

yaml_node_t *machine_child(machine_builder *b, const yaml_node_t *mapping, const char *key)
{
    return yaml_tree_get(b->draft->tree, mapping, key, NULL);
}

void machine_keep_key(machine_builder *b, const void *what, const yaml_node_t *mapping,
                      const char *key)
{
    yaml_node_t *node = NULL;
    yaml_tree_get(b->draft->tree, mapping, key, &node);
    machine_keep_place(b->draft, what, node);
}

static void convert(machine_builder *b, quantity *q, const quantity_field *field,
                    const unit_of_measure *unit)
{
    bool in_clocks = field->dim == DIM_CPU_TIME && strcmp(unit->name, "clk") == 0;
    bool has_clock = b->clock && b->clock->is_set;

    if (!in_clocks || (has_clock && b->clock->value > 0))
        q->value = dimension_convert(field->dim, unit, q->stated, in_clocks ? b->clock->value : 0);
    else if (!has_clock)
        machine_report(b->draft, "machine-clock", &q->value,
                       "'%s' counts clocks, and '%s' has no processing component with a "
                       "clock; write it in ns",
                       quantity_key(b->draft->ctx->arena, field, unit->name), b->unit);
}

static void build_quantity(machine_builder *b, quantity *q, const quantity_field *field,
                           const unit_of_measure *unit, const file_quantity *file,
                           const yaml_node_t *component, const char *path)
{
    arena *a = b->draft->ctx->arena;
    const char *key = quantity_key(a, field, unit->name);
    const yaml_node_t *node = machine_child(b, component, key);

    if (q->is_set) {
        machine_keep_place(b->draft, file, node);
        diag *d = machine_report(b->draft, "machine-unit-twice", file,
                                 "'%s' states again what '%s_%s' states; keep one", key,
                                 field->name, q->unit);
        diag_note(d, machine_place_of(b->draft, &q->value), "the first is here");
        return;
    }
    machine_keep_place(b->draft, &q->value, machine_child(b, node, "value"));
    q->is_set = true;
    q->stated = file->value;
    q->unit = unit->name;
    q->path = machine_join_path(a, path, key);
    q->from = (provenance)file->from;
    q->source = intern(b->draft->ctx->names, file->source);
    q->relative_error =
        file->relative_error ? *file->relative_error : b->draft->machine->relative_error[q->from];
    if (file->relative_error && !(*file->relative_error >= 0)) {
        machine_keep_place(b->draft, file, machine_child(b, node, "relative_error"));
        machine_report(b->draft, "machine-negative", file,
                       "a relative error is not negative: it is a standard error over a value");
    }
    convert(b, q, field, unit);
}

void machine_build_quantities(machine_builder *b, const quantity_table *table, const void *file,
                              void *to, const yaml_node_t *component, const char *path)
{
    for (int i = 0; i < table->count; ++i) {
        const quantity_field *field = &table->fields[i];
        file_quantity *const *slots =
            (file_quantity *const *)(const void *)((const char *)file + field->file_offset);
        quantity *q = (quantity *)(void *)((char *)to + field->sag_offset);
        int unit_count;
        const unit_of_measure *units = dimension_units(field->dim, &unit_count);
        for (int u = 0; u < unit_count; ++u)
            if (slots[u])
                build_quantity(b, q, field, &units[u], slots[u], component, path);
    }
}

int machine_build_word(machine_builder *b, const file_word *word, origin *from)
{
    from->from = (provenance)word->from;
    from->source = intern(b->draft->ctx->names, word->source);
    return word->value;
}
