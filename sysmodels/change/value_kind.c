#include "sysmodels/change/value_kind.h"

#include <string.h>

#include "sysmodels/file/copy.h"

typedef struct kind_finder {
    int count;
    const char *const *paths;
    sag_value_kind *kinds;
} kind_finder;

void piece_rates(message_piece *p, quantity *rates[PIECE_RATES])
{
    quantity *all[PIECE_RATES] = {&p->per_byte,         &p->per_byte_level_1, &p->per_byte_level_2,
                                  &p->per_byte_level_3, &p->per_packet,       &p->latency_per_byte};
    memcpy(rates, all, sizeof all);
}

static bool is_rate(const machine_part *part, const quantity *q)
{
    quantity *rates[PIECE_RATES];
    if (part->kind != MACHINE_PIECE && part->kind != MACHINE_MEASURED)
        return false;
    piece_rates(part->what, rates);
    for (int i = 0; i < PIECE_RATES; i++)
        if (rates[i] == q)
            return true;
    return false;
}

static sag_value_kind kind_in(const machine_part *part, const quantity *q)
{
    switch (part->kind) {
    case MACHINE_PROCESSING:
    case MACHINE_THROUGHPUT:
        return VALUE_OF_COMPUTING;
    case MACHINE_MEMORY:
    case MACHINE_CACHE:
        return VALUE_OF_MEMORY;
    case MACHINE_COMMUNICATION:
    case MACHINE_PIECE:
    case MACHINE_COLLECTIVE:
    case MACHINE_MEASURED:
    case MACHINE_PATTERN:
    case MACHINE_EXTRAPOLATION:
    case MACHINE_IO:
        break;
    }
    return is_rate(part, q) ? VALUE_OF_BANDWIDTH : VALUE_OF_LATENCY;
}

static void look_at(void *data, const machine_part *part)
{
    const kind_finder *f = data;
    const quantity_table *tables[MACHINE_TABLES_MAX];
    const int count = machine_tables(part->kind, tables);
    for (int t = 0; t < count; t++)
        for (int i = 0; i < tables[t]->count; i++) {
            const quantity *q = (const quantity *)(const void *)((const char *)part->what +
                                                                 tables[t]->fields[i].sag_offset);
            for (int k = 0; k < f->count && q->is_set && q->path; k++)
                if (strcmp(q->path, f->paths[k]) == 0)
                    f->kinds[k] = kind_in(part, q);
        }
}

void sag_kinds_of_values(fp_context *ctx, const sag *machine, int count, const char *const *paths,
                         sag_value_kind *kinds)
{
    kind_finder f = {count, paths, kinds};
    machine_draft copy;
    for (int i = 0; i < count; i++)
        kinds[i] = VALUE_OF_LATENCY;
    machine_copy(ctx, machine, look_at, &f, &copy);
}
