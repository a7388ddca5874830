#include "sysmodels/file/copy.h"

#include "sysmodels/file/measured.h"

#include <string.h>

typedef struct copier {
    fp_context *ctx;
    const sag *from;
    machine_visit *visit;
    void *data;
    machine_draft *draft;
    int *parent;
    const quantity *clock; /* of the unit that is being copied */
    bool is_node, is_network;
} copier;

int machine_tables(machine_part_kind kind, const quantity_table **tables)
{
    switch (kind) {
    case MACHINE_PROCESSING:
        tables[0] = &processing_table;
        tables[1] = &operation_table;
        return 2;
    case MACHINE_THROUGHPUT:
        tables[0] = &throughput_table;
        return 1;
    case MACHINE_MEMORY:
        tables[0] = &memory_table;
        return 1;
    case MACHINE_CACHE:
        tables[0] = &cache_table;
        return 1;
    case MACHINE_COMMUNICATION:
        tables[0] = &communication_table;
        return 1;
    case MACHINE_PIECE:
        tables[0] = &piece_table;
        return 1;
    case MACHINE_MEASURED:
        tables[0] = &measured_table;
        return 1;
    case MACHINE_EXTRAPOLATION:
        tables[0] = &extrapolation_table;
        return 1;
    case MACHINE_IO:
        tables[0] = &io_table;
        return 1;
    case MACHINE_COLLECTIVE:
    case MACHINE_PATTERN:
        break;
    }
    return 0;
}

int machine_words(machine_part_kind kind, const word_field **words)
{
    const word_table *table = NULL;

    switch (kind) {
    case MACHINE_PROCESSING:
        table = &processing_words;
        break;
    case MACHINE_CACHE:
        table = &cache_words;
        break;
    case MACHINE_COMMUNICATION:
        table = &communication_words;
        break;
    case MACHINE_COLLECTIVE:
        table = &collective_words;
        break;
    case MACHINE_PATTERN:
        table = &pattern_words;
        break;
    case MACHINE_EXTRAPOLATION:
        table = &extrapolation_words;
        break;
    case MACHINE_THROUGHPUT:
    case MACHINE_MEMORY:
    case MACHINE_PIECE:
    case MACHINE_MEASURED:
    case MACHINE_IO:
        return 0;
    }
    *words = table->fields;
    return table->count;
}

static const char *join(copier *c, const char *prefix, const char *name)
{
    return *prefix ? arena_printf(c->ctx->arena, "%s.%s", prefix, name) : name;
}

/* Quantities carry the path of where they are now, and count the clocks of the
 * processor as it is now. */
static void refresh(copier *c, const quantity_table *table, void *what, const char *path)
{
    for (int i = 0; i < table->count; ++i) {
        const quantity_field *field = &table->fields[i];
        quantity *q = (quantity *)(void *)((char *)what + field->sag_offset);
        if (!q->is_set)
            continue;
        q->path = join(c, path, quantity_key(c->ctx->arena, field, q->unit));
        if (field->dim == DIM_CPU_TIME && strcmp(q->unit, "clk") == 0 && c->clock)
            q->value = q->stated / c->clock->value;
    }
}

static void show(copier *c, machine_part_kind kind, const char *path, void *what, bool executes)
{
    const quantity_table *tables[MACHINE_TABLES_MAX];
    machine_part part = {kind, path, what, c->clock, executes};
    int count = machine_tables(kind, tables);

    c->visit(c->data, &part);
    for (int i = 0; i < count; ++i)
        refresh(c, tables[i], what, path);
}

static const message_piece *copy_pieces(copier *c, machine_part_kind kind, int count,
                                        const message_piece *from, const char *path)
{
    arena *a = c->ctx->arena;
    message_piece *pieces = ARENA_ARRAY(a, count, message_piece);

    for (int i = 0; i < count; ++i) {
        const char *own = arena_printf(a, "%s.pieces[%d]", path, i);
        pieces[i] = from[i];
        show(c, kind, own, &pieces[i], c->is_network);
    }
    return pieces;
}

static void copy_pattern(copier *c, sag_pattern *p, const char *path)
{
    show(c, MACHINE_PATTERN, path, p, c->is_network);
    p->any.pieces = copy_pieces(c, MACHINE_PIECE, p->any.piece_count, p->any.pieces, path);
    for (int d = 0; d < PATTERN_DIMS_MAX; ++d)
        p->dims[d].pieces = copy_pieces(c, MACHINE_PIECE, p->dims[d].piece_count, p->dims[d].pieces,
                                        join(c, path, pattern_dims_key(d + 1)));
}

static void copy_measured(copier *c, sag_collective *g, const char *path)
{
    arena *a = c->ctx->arena;
    sag_measured *all = ARENA_ARRAY(a, g->measured_count, sag_measured);

    for (int i = 0; i < g->measured_count; ++i) {
        all[i] = g->measured[i];
        all[i].function.pieces =
            copy_pieces(c, MACHINE_MEASURED, all[i].function.piece_count, all[i].function.pieces,
                        machine_measured_path(a, path, i));
    }
    g->measured = all;
}

static const sag_communication *copy_communication(copier *c, const sag_communication *from,
                                                   const char *path)
{
    sag_communication *to = arena_copy(c->ctx->arena, from, sizeof *from);

    show(c, MACHINE_COMMUNICATION, path, to, c->is_network);
    to->pieces = copy_pieces(c, MACHINE_PIECE, to->piece_count, to->pieces, path);
    to->inside.pieces = copy_pieces(c, MACHINE_PIECE, to->inside.piece_count, to->inside.pieces,
                                    join(c, path, "inside"));
    to->send_pieces =
        copy_pieces(c, MACHINE_PIECE, to->send_piece_count, to->send_pieces, join(c, path, "send"));
    to->inside_send.pieces = copy_pieces(c, MACHINE_PIECE, to->inside_send.piece_count,
                                         to->inside_send.pieces, join(c, path, "inside_send"));
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        sag_collective *g = &to->collective[k];
        const char *own = join(c, path, "collectives");
        own = join(c, own, collective_kind_name((collective_kind)k));
        if (!g->is_set)
            continue;
        show(c, MACHINE_COLLECTIVE, own, g, c->is_network);
        g->pieces = copy_pieces(c, MACHINE_PIECE, g->piece_count, g->pieces, own);
        copy_measured(c, g, own);
    }
    for (int k = 0; k < PATTERN_COUNT; ++k)
        if (to->pattern[k].is_set)
            copy_pattern(c, &to->pattern[k],
                         join(c, join(c, path, "patterns"), sag_pattern_name((sag_pattern_kind)k)));
    show(c, MACHINE_EXTRAPOLATION, join(c, path, "extrapolation"), &to->extrapolation,
         c->is_network);
    return to;
}

static const sag_processing *copy_processing(copier *c, const sag_processing *from,
                                             const char *path)
{
    sag_processing *to = arena_copy(c->ctx->arena, from, sizeof *from);

    c->clock = &to->clock;
    show(c, MACHINE_PROCESSING, path, to, c->is_node);
    show(c, MACHINE_THROUGHPUT, join(c, path, "reciprocal_throughput"), to, c->is_node);
    return to;
}

static const sag_memory *copy_memory(copier *c, const sag_memory *from, const char *path)
{
    arena *a = c->ctx->arena;
    sag_memory *to = arena_copy(a, from, sizeof *from);
    sag_cache *caches = ARENA_ARRAY(a, from->cache_count, sag_cache);

    show(c, MACHINE_MEMORY, path, to, c->is_node);
    for (int i = 0; i < from->cache_count; ++i) {
        const char *own = arena_printf(a, "%s.caches[%d]", path, i);
        caches[i] = from->caches[i];
        show(c, MACHINE_CACHE, own, &caches[i], c->is_node);
    }
    to->caches = caches;
    return to;
}

/* Copies a unit to the next place of the draft, its parts after it. */
static sag_unit *copy_unit(copier *c, const sag_unit *from, int parent, const char *path)
{
    int own = c->draft->unit_count++;
    sag_unit *to = &c->draft->units[own];
    const sag_unit **children = ARENA_ARRAY(c->ctx->arena, from->child_count, const sag_unit *);

    *to = *from;
    c->parent[own] = parent;
    c->clock = NULL;
    c->is_node = from == c->from->node;
    c->is_network = from->communication && from->communication == c->from->communication;
    if (from->processing)
        to->processing = copy_processing(c, from->processing, join(c, path, "processing"));
    if (from->memory)
        to->memory = copy_memory(c, from->memory, join(c, path, "memory"));
    if (from->communication)
        to->communication =
            copy_communication(c, from->communication, join(c, path, "communication"));
    if (from->io) {
        sag_io *io = arena_copy(c->ctx->arena, from->io, sizeof *io);
        show(c, MACHINE_IO, join(c, path, "io"), io, false);
        to->io = io;
    }
    if (from == c->from->node)
        c->draft->machine->node = to;
    if (from == c->from->host)
        c->draft->machine->host = to;
    if (from == c->from->link)
        c->draft->machine->link = to;
    for (int i = 0; i < from->child_count; ++i)
        children[i] = copy_unit(c, from->children[i], own, join(c, path, from->children[i]->name));
    to->children = children;
    return to;
}

static int count_units(const sag_unit *unit)
{
    int count = 1;
    for (int i = 0; i < unit->child_count; ++i)
        count += count_units(unit->children[i]);
    return count;
}

void machine_copy(fp_context *ctx, const sag *machine, machine_visit *visit, void *data,
                  machine_draft *draft)
{
    int count = count_units(machine->root);
    copier c = {.ctx = ctx, .from = machine, .visit = visit, .data = data, .draft = draft};

    *draft = (machine_draft){.ctx = ctx, .is_good = true};
    draft->machine = arena_copy(ctx->arena, machine, sizeof *machine);
    draft->units = ARENA_ARRAY(ctx->arena, count, sag_unit);
    c.parent = ARENA_ARRAY(ctx->arena, count, int);
    draft->parent = c.parent;
    draft->machine->root = copy_unit(&c, machine->root, -1, "");
    machine_set_shortcuts(draft);
}
