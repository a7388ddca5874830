#include "sysmodels/file/file.h"

typedef struct visitor {
    void (*visit)(void *data, const quantity *q);
    void *data;
} visitor;

static void each_quantity(const visitor *v, const quantity_table *table, const void *component)
{
    for (int i = 0; i < table->count; ++i) {
        const quantity *q = quantity_at(component, &table->fields[i]);
        if (q->is_set)
            v->visit(v->data, q);
    }
}

static void each_piece(const visitor *v, int count, const message_piece *pieces)
{
    for (int i = 0; i < count; ++i)
        each_quantity(v, &piece_table, &pieces[i]);
}

static void each_collective(const visitor *v, const sag_collective *c)
{
    each_piece(v, c->piece_count, c->pieces);
    for (int i = 0; i < c->measured_count; ++i)
        each_piece(v, c->measured[i].function.piece_count, c->measured[i].function.pieces);
}

static void each_pattern(const visitor *v, const sag_pattern *p)
{
    each_piece(v, p->any.piece_count, p->any.pieces);
    for (int d = 0; d < PATTERN_DIMS_MAX; ++d)
        each_piece(v, p->dims[d].piece_count, p->dims[d].pieces);
}

static void each_unit(const visitor *v, const sag_unit *unit)
{
    if (unit->processing) {
        each_quantity(v, &processing_table, unit->processing);
        each_quantity(v, &operation_table, unit->processing);
        each_quantity(v, &throughput_table, unit->processing);
    }
    if (unit->memory) {
        each_quantity(v, &memory_table, unit->memory);
        for (int i = 0; i < unit->memory->cache_count; ++i)
            each_quantity(v, &cache_table, &unit->memory->caches[i]);
    }
    if (unit->communication) {
        const sag_communication *c = unit->communication;
        each_quantity(v, &communication_table, c);
        each_piece(v, c->piece_count, c->pieces);
        each_piece(v, c->inside.piece_count, c->inside.pieces);
        for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k)
            each_collective(v, &c->collective[k]);
        for (int k = 0; k < PATTERN_COUNT; ++k)
            each_pattern(v, &c->pattern[k]);
        each_quantity(v, &extrapolation_table, &c->extrapolation);
    }
    if (unit->io)
        each_quantity(v, &io_table, unit->io);
    for (int i = 0; i < unit->child_count; ++i)
        each_unit(v, unit->children[i]);
}

void sag_each(const sag *machine, void (*visit)(void *data, const quantity *q), void *data)
{
    visitor v = {visit, data};
    each_unit(&v, machine->root);
}
