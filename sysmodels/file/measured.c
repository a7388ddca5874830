#include "sysmodels/file/measured.h"

#include <string.h>

/* One part of the pieces of an entry. */
typedef struct column {
    const char *key;
    const quantity_field *field;
    unsigned count;
    const double *value;
} column;

enum { COLUMNS = 3 };

/* In the order of the table: from, startup, per_byte. */
static void columns_of(const file_measured *file, column *all)
{
    all[0] =
        (column){"from_bytes", &measured_table.fields[0], file->from_bytes_count, file->from_bytes};
    all[1] =
        (column){"startup_us", &measured_table.fields[1], file->startup_us_count, file->startup_us};
    all[2] = (column){"per_byte_us", &measured_table.fields[2], file->per_byte_us_count,
                      file->per_byte_us};
}

const char *machine_measured_path(arena *a, const char *collective, int entry)
{
    return arena_printf(a, "%s.measured[%d]", collective, entry);
}

static quantity value_of(machine_draft *draft, const file_measured *file, const column *c, int i,
                         const char *path)
{
    const char *suffix = strrchr(c->key, '_') + 1;
    int count, u = 0;
    const unit_of_measure *units = dimension_units(c->field->dim, &count);
    while (strcmp(units[u].name, suffix) != 0)
        ++u;
    return (quantity){.is_set = true,
                      .stated = c->value[i],
                      .value = dimension_convert(c->field->dim, &units[u], c->value[i], 0),
                      .unit = units[u].name,
                      .path = arena_printf(draft->ctx->arena, "%s.pieces[%d].%s", path, i, c->key),
                      .from = (provenance)file->from,
                      .source = intern(draft->ctx->names, file->source),
                      .relative_error = file->relative_error
                                            ? *file->relative_error
                                            : draft->machine->relative_error[file->from]};
}

/* The columns are as long as each other, or that is reported. */
static bool are_even(machine_draft *draft, const sag_measured *m, const column *all)
{
    bool is_even = true;
    for (int k = 1; k < COLUMNS; ++k)
        is_even &= all[k].count == all[0].count;
    if (!is_even)
        machine_report(draft, "machine-measured", m,
                       "'from_bytes' has %u numbers, 'startup_us' %u and 'per_byte_us' %u; a piece "
                       "has one of each",
                       all[0].count, all[1].count, all[2].count);
    return is_even;
}

static void build_one(machine_draft *draft, const file_measured *file, const yaml_node_t *node,
                      const char *path, sag_measured *m)
{
    arena *a = draft->ctx->arena;
    column all[COLUMNS];

    machine_keep_place(draft, m, yaml_tree_get(draft->tree, node, "processors", NULL));
    m->processors = file->processors;
    m->from = (origin){(provenance)file->from, intern(draft->ctx->names, file->source)};
    columns_of(file, all);
    if (!are_even(draft, m, all))
        return;
    message_piece *pieces = ARENA_ARRAY(a, all[0].count, message_piece);
    for (int k = 0; k < COLUMNS; ++k) {
        const yaml_node_t *list = yaml_tree_get(draft->tree, node, all[k].key, NULL);
        for (int i = 0; i < (int)all[k].count; ++i) {
            quantity *q = (quantity *)(void *)((char *)&pieces[i] + all[k].field->sag_offset);
            *q = value_of(draft, file, &all[k], i, path);
            machine_keep_place(draft, &q->value, yaml_tree_entry(draft->tree, list, i));
        }
    }
    m->function = (message_function){(int)all[0].count, pieces};
    if (file->relative_error && !(*file->relative_error >= 0))
        machine_report(draft, "machine-negative", m,
                       "a relative error is not negative: it is a standard error over a value");
}

const sag_measured *machine_build_measured(machine_draft *draft, int count,
                                           const file_measured *file, const yaml_node_t *list,
                                           const char *path)
{
    arena *a = draft->ctx->arena;
    sag_measured *all = ARENA_ARRAY(a, count, sag_measured);
    for (int i = 0; i < count; ++i)
        build_one(draft, &file[i], yaml_tree_entry(draft->tree, list, i),
                  machine_measured_path(a, path, i), &all[i]);
    return all;
}

void machine_verify_measured(machine_draft *draft, const sag_collective *c)
{
    if (c->measured_count && c->algorithm == COLLECTIVE_PATTERN)
        machine_report(draft, "machine-measured", &c->measured[0],
                       "a 'pattern' has one function for all numbers of processors; name the "
                       "algorithm of those that were not measured");
    for (int i = 0; i < c->measured_count; ++i) {
        const sag_measured *m = &c->measured[i];
        if (m->processors < 2)
            machine_report(draft, "machine-measured", m,
                           "a collective is of two processors or more, and not of %d",
                           m->processors);
        else if (i && m->processors <= c->measured[i - 1].processors)
            machine_report(draft, "machine-measured", m,
                           "%d processors come after %d; put the entries in ascending order",
                           m->processors, c->measured[i - 1].processors);
    }
}
