#include "sysmodels/file/build.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "sysmodels/file/measured.h"
#include "sysmodels/file/reference.h"
#include "sysmodels/file/tree.h"
#include "sysmodels/file/value.h"

source_range machine_place_of(const machine_draft *draft, const void *what)
{
    for (int i = 0; i < draft->places.count; ++i)
        if (draft->places.data[i].what == what)
            return yaml_tree_place(draft->tree, draft->places.data[i].node);
    return (source_range){0};
}

diag *machine_report(machine_draft *draft, const char *rule, const void *what, const char *format,
                     ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    draft->is_good = false;
    return diag_report(draft->ctx->diags, DIAG_ERROR, rule, machine_place_of(draft, what), "%s",
                       text);
}

void machine_keep_place(machine_draft *draft, const void *what, const yaml_node_t *node)
{
    machine_place place = {what, node};
    VEC_PUSH(draft->ctx->arena, &draft->places, place);
}

/* ---- components ---- */

static const sag_processing *build_processing(machine_builder *b, const file_processing *file,
                                              const yaml_node_t *node, const char *path)
{
    arena *a = b->draft->ctx->arena;
    sag_processing *p = ARENA_NEW(a, sag_processing);

    b->clock = &p->clock; /* the clock is the first quantity of the table */
    if (file->composition)
        p->compose = (composition)machine_build_word(b, file->composition, &p->compose_origin);
    machine_build_quantities(b, &processing_table, file, p, node, path);
    machine_build_quantities(b, &operation_table, file, p, node, path);
    if (file->reciprocal_throughput)
        machine_build_quantities(b, &throughput_table, file->reciprocal_throughput, p,
                                 machine_child(b, node, "reciprocal_throughput"),
                                 machine_join_path(a, path, "reciprocal_throughput"));
    return p;
}

static const sag_memory *build_memory(machine_builder *b, const file_memory *file,
                                      const yaml_node_t *node, const char *path)
{
    arena *a = b->draft->ctx->arena;
    sag_memory *m = ARENA_NEW(a, sag_memory);
    int count = (int)file->caches_count;
    sag_cache *caches = ARENA_ARRAY(a, count, sag_cache);

    machine_build_quantities(b, &memory_table, file, m, node, path);
    for (int i = 0; i < count; ++i) {
        const file_cache *from = &file->caches[i];
        const yaml_node_t *entry =
            yaml_tree_entry(b->draft->tree, machine_child(b, node, "caches"), i);
        machine_keep_place(b->draft, &caches[i], entry);
        caches[i].name = intern(b->draft->ctx->names, from->name);
        caches[i].replace =
            (replacement)machine_build_word(b, from->replacement, &caches[i].replace_origin);
        caches[i].write =
            (write_policy)machine_build_word(b, from->write_policy, &caches[i].write_origin);
        caches[i].write_allocate =
            machine_build_word(b, from->write_allocate, &caches[i].write_allocate_origin);
        machine_build_quantities(b, &cache_table, from, &caches[i], entry,
                                 arena_printf(a, "%s.caches[%d]", path, i));
    }
    m->cache_count = count;
    m->caches = caches;
    return m;
}

static const message_piece *build_pieces(machine_builder *b, unsigned count, const file_piece *file,
                                         const yaml_node_t *list, const char *path)
{
    arena *a = b->draft->ctx->arena;
    message_piece *pieces = ARENA_ARRAY(a, count, message_piece);

    for (unsigned i = 0; i < count; ++i) {
        const yaml_node_t *entry = yaml_tree_entry(b->draft->tree, list, (int)i);
        machine_keep_place(b->draft, &pieces[i], entry);
        machine_build_quantities(b, &piece_table, &file[i], &pieces[i], entry,
                                 arena_printf(a, "%s.pieces[%u]", path, i));
    }
    return pieces;
}

/* A function and the key that it stands under. */
static message_function build_function(machine_builder *b, unsigned count, const file_piece *file,
                                       const yaml_node_t *node, const char *path)
{
    const message_piece *pieces =
        build_pieces(b, count, file, machine_child(b, node, "pieces"), path);
    return (message_function){(int)count, pieces};
}

static void build_pattern(machine_builder *b, sag_pattern *p, const file_pattern *file,
                          const yaml_node_t *node, const char *path)
{
    p->is_set = true;
    if (file->measures)
        p->measures = (pattern_measure)machine_build_word(b, file->measures, &p->measures_origin);
    p->any = build_function(b, file->pieces_count, file->pieces, node, path);
    for (int d = 0; d < PATTERN_DIMS_MAX; ++d) {
        const file_function *f = file->dims[d];
        const char *key = pattern_dims_key(d + 1);
        if (f)
            p->dims[d] = build_function(b, f->pieces_count, f->pieces, machine_child(b, node, key),
                                        machine_join_path(b->draft->ctx->arena, path, key));
    }
}

static void build_patterns(machine_builder *b, sag_communication *c, const file_patterns *file,
                           const yaml_node_t *node, const char *path)
{
    for (int k = 0; k < PATTERN_COUNT; ++k) {
        const char *name = sag_pattern_name((sag_pattern_kind)k);
        if (!file->kind[k])
            continue;
        machine_keep_key(b, &c->pattern[k], node, name);
        build_pattern(b, &c->pattern[k], file->kind[k], machine_child(b, node, name),
                      machine_join_path(b->draft->ctx->arena, path, name));
    }
}

static void build_collective(machine_builder *b, sag_collective *c, const file_collective *file,
                             const yaml_node_t *node, const char *path)
{
    c->is_set = true;
    if (file->algorithm)
        c->algorithm =
            (collective_algorithm)machine_build_word(b, file->algorithm, &c->algorithm_origin);
    if (file->subgroups)
        c->subgroups =
            (collective_algorithm)machine_build_word(b, file->subgroups, &c->subgroups_origin);
    if (file->measures)
        c->measures_completion = machine_build_word(b, file->measures, &c->measures_origin);
    c->piece_count = (int)file->pieces_count;
    c->pieces =
        build_pieces(b, file->pieces_count, file->pieces, machine_child(b, node, "pieces"), path);
    c->measured_count = (int)file->measured_count;
    c->measured = machine_build_measured(b->draft, c->measured_count, file->measured,
                                         machine_child(b, node, "measured"), path);
    c->library_count = (int)file->library_count;
    c->library = machine_build_library(b->draft, c->library_count, file->library,
                                       machine_child(b, node, "library"));
}

/* Where processors are, and what a message inside a node takes. */
static void build_placement(machine_builder *b, sag_communication *c,
                            const file_communication *file, const yaml_node_t *node,
                            const char *path)
{
    machine_keep_key(b, &c->placement, node, "placement");
    machine_keep_key(b, &c->placed, node, "placement_nodes");
    machine_keep_key(b, &c->uplink_choice, node, "uplink_choice");
    machine_keep_key(b, &c->half_way, node, "half_way");
    machine_keep_key(b, &c->sharing, node, "sharing");
    machine_keep_key(b, &c->both_ways, node, "both_ways");
    machine_keep_key(b, &c->inside_by, node, "inside_by");
    if (file->sharing)
        c->sharing = (sharing)machine_build_word(b, file->sharing, &c->sharing_origin);
    if (file->both_ways)
        c->both_ways = (both_ways)machine_build_word(b, file->both_ways, &c->both_ways_origin);
    if (file->inside_by)
        c->inside_by = (inside_by)machine_build_word(b, file->inside_by, &c->inside_by_origin);
    if (file->half_way)
        c->half_way = (half_way)machine_build_word(b, file->half_way, &c->half_way_origin);
    if (file->placement)
        c->placement = (placement)machine_build_word(b, file->placement, &c->placement_origin);
    if (file->uplink_choice)
        c->uplink_choice =
            (uplink_choice)machine_build_word(b, file->uplink_choice, &c->uplink_choice_origin);
    c->placed_count = (int)file->placement_nodes_count;
    if (c->placed_count)
        c->placed = arena_copy(b->draft->ctx->arena, file->placement_nodes,
                               file->placement_nodes_count * sizeof *c->placed);
    if (file->inside)
        c->inside = build_function(b, file->inside->pieces_count, file->inside->pieces,
                                   machine_child(b, node, "inside"),
                                   machine_join_path(b->draft->ctx->arena, path, "inside"));
}

static void build_extrapolation(machine_builder *b, sag_extrapolation *e,
                                const file_extrapolation *file, const yaml_node_t *node,
                                const char *path)
{
    if (file->requests)
        e->requests = (request_service)machine_build_word(b, file->requests, &e->requests_origin);
    if (file->barrier)
        e->barrier = (barrier_model)machine_build_word(b, file->barrier, &e->barrier_origin);
    if (file->barrier_by_messages)
        e->barrier_by_messages =
            machine_build_word(b, file->barrier_by_messages, &e->barrier_by_messages_origin);
    machine_keep_key(b, &e->requests, node, "requests");
    machine_build_quantities(b, &extrapolation_table, file, e, node, path);
}

static const sag_communication *build_communication(machine_builder *b,
                                                    const file_communication *file,
                                                    const yaml_node_t *node, const char *path)
{
    arena *a = b->draft->ctx->arena;
    sag_communication *c = ARENA_NEW(a, sag_communication);
    const yaml_node_t *collectives = machine_child(b, node, "collectives");

    machine_keep_key(b, &c->embedding, node, "embedding");
    machine_keep_place(b->draft, &c->nodes_max,
                       machine_child(b, machine_child(b, node, "nodes_max"), "value"));
    c->topology = (topology)machine_build_word(b, file->topology, &c->topology_origin);
    c->embedding = EMBED_ROW_MAJOR;
    if (file->embedding)
        c->embedding = (embedding)machine_build_word(b, file->embedding, &c->embedding_origin);
    c->exchange = (exchange_rule)machine_build_word(b, file->exchange, &c->exchange_origin);
    if (file->packing)
        c->packing = (packing_rule)machine_build_word(b, file->packing, &c->packing_origin);
    if (file->nodes_max)
        c->nodes_max = machine_build_word(b, file->nodes_max, &c->nodes_max_origin);
    build_placement(b, c, file, node, path);
    machine_build_quantities(b, &communication_table, file, c, node, path);
    c->piece_count = (int)file->pieces_count;
    c->pieces =
        build_pieces(b, file->pieces_count, file->pieces, machine_child(b, node, "pieces"), path);
    c->send_piece_count = (int)file->send_pieces_count;
    c->send_pieces =
        build_pieces(b, file->send_pieces_count, file->send_pieces,
                     machine_child(b, node, "send_pieces"), machine_join_path(a, path, "send"));
    c->inside_send.piece_count = (int)file->inside_send_pieces_count;
    c->inside_send.pieces = build_pieces(
        b, file->inside_send_pieces_count, file->inside_send_pieces,
        machine_child(b, node, "inside_send_pieces"), machine_join_path(a, path, "inside_send"));
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        const char *name = collective_kind_name((collective_kind)k);
        if (!file->collectives || !file->collectives->kind[k])
            continue;
        machine_keep_key(b, &c->collective[k], collectives, name);
        build_collective(b, &c->collective[k], file->collectives->kind[k],
                         machine_child(b, collectives, name),
                         arena_printf(a, "%s.collectives.%s", path, name));
    }
    if (file->patterns)
        build_patterns(b, c, file->patterns, machine_child(b, node, "patterns"),
                       machine_join_path(a, path, "patterns"));
    if (file->extrapolation)
        build_extrapolation(b, &c->extrapolation, file->extrapolation,
                            machine_child(b, node, "extrapolation"),
                            machine_join_path(a, path, "extrapolation"));
    return c;
}

static const sag_io *build_io(machine_builder *b, const file_io *file, const yaml_node_t *node,
                              const char *path)
{
    sag_io *io = ARENA_NEW(b->draft->ctx->arena, sag_io);
    machine_build_quantities(b, &io_table, file, io, node, path);
    return io;
}

/* ---- units and the whole ---- */

static void build_unit(machine_draft *draft, const file_unit *file, sag_unit *unit,
                       const yaml_node_t *node, const char *path)
{
    machine_builder b = {.draft = draft, .unit = file->name};
    arena *a = draft->ctx->arena;

    machine_keep_place(draft, unit, yaml_tree_get(draft->tree, node, "name", NULL));
    unit->name = intern(draft->ctx->names, file->name);
    unit->title = intern(draft->ctx->names, file->title);
    /* Processing first: the clocks of the memory component are its clocks. */
    if (file->processing) {
        unit->processing =
            build_processing(&b, file->processing, machine_child(&b, node, "processing"),
                             machine_join_path(a, path, "processing"));
        machine_keep_key(&b, unit->processing, node, "processing");
    }
    if (file->memory) {
        unit->memory = build_memory(&b, file->memory, machine_child(&b, node, "memory"),
                                    machine_join_path(a, path, "memory"));
        machine_keep_key(&b, unit->memory, node, "memory");
    }
    if (file->communication) {
        unit->communication =
            build_communication(&b, file->communication, machine_child(&b, node, "communication"),
                                machine_join_path(a, path, "communication"));
        machine_keep_key(&b, unit->communication, node, "communication");
    }
    if (file->io) {
        unit->io =
            build_io(&b, file->io, machine_child(&b, node, "io"), machine_join_path(a, path, "io"));
        machine_keep_key(&b, unit->io, node, "io");
    }
}

/* The parts of a unit, in the order in which it names them. */
static void hang_parts(machine_draft *draft, const file_machine *file, int whole)
{
    const file_unit *from = &file->units[whole];
    const sag_unit **children = ARENA_ARRAY(draft->ctx->arena, from->parts_count, const sag_unit *);

    for (unsigned k = 0; k < from->parts_count; ++k) {
        const char *name = intern(draft->ctx->names, from->parts[k]);
        for (int i = 0; i < draft->unit_count; ++i)
            if (draft->units[i].name == name)
                children[k] = &draft->units[i];
        assert(children[k]);
    }
    draft->units[whole].child_count = (int)from->parts_count;
    draft->units[whole].children = children;
}

static sag_training training_of(const machine_draft *draft, const file_training *file)
{
    fp_context *ctx = draft->ctx;
    return (sag_training){.host = intern(ctx->names, file->host),
                          .processor = intern(ctx->names, file->processor),
                          .mpi = intern(ctx->names, file->mpi),
                          .date = intern(ctx->names, file->date),
                          .started = file->started ? intern(ctx->names, file->started) : NULL,
                          .is_simulated = file->is_simulated,
                          .is_quick = file->is_quick};
}

static void build_head(machine_draft *draft, const file_machine *file)
{
    sag *machine = draft->machine;
    yaml_tree *tree = draft->tree;
    const yaml_node_t *errors = yaml_tree_get(tree, tree->root, "relative_errors", NULL);

    machine_keep_place(draft, machine, yaml_tree_get(tree, tree->root, "node", NULL));
    machine_keep_place(draft, &machine->host, yaml_tree_get(tree, tree->root, "host", NULL));
    machine_keep_place(draft, &machine->link, yaml_tree_get(tree, tree->root, "link", NULL));
    machine->name = intern(draft->ctx->names, file->name);
    machine->title = intern(draft->ctx->names, file->title);
    machine->path = source_path(tree->file);
    if (file->trained)
        machine->trained = training_of(draft, file->trained);
    for (int p = 0; p < PROVENANCE_COUNT; ++p) {
        double value = file->relative_errors->of[p];
        machine->relative_error[p] = value;
        if (!(value >= 0)) {
            machine_keep_place(draft, &machine->relative_error[p],
                               yaml_tree_get(tree, errors, provenance_name((provenance)p), NULL));
            machine_report(draft, "machine-negative", &machine->relative_error[p],
                           "a relative error is not negative: it is a standard error over a "
                           "value");
        }
    }
}

void machine_build(fp_context *ctx, yaml_tree *tree, const file_machine *file, machine_draft *draft)
{
    const yaml_node_t *list = yaml_tree_get(tree, tree->root, "units", NULL);
    machine_tree joined;
    bool is_tree;

    *draft = (machine_draft){.ctx = ctx, .tree = tree, .is_good = true};
    draft->machine = ARENA_NEW(ctx->arena, sag);
    draft->unit_count = (int)file->units_count;
    draft->units = ARENA_ARRAY(ctx->arena, draft->unit_count, sag_unit);
    joined = machine_join(draft, file);
    draft->parent = joined.parent;
    build_head(draft, file);
    is_tree = draft->is_good;
    machine_build_references(draft, file);
    for (int i = 0; i < draft->unit_count; ++i)
        build_unit(draft, &file->units[i], &draft->units[i], yaml_tree_entry(tree, list, i),
                   joined.path[i]);
    if (!is_tree)
        return;
    for (int i = 0; i < draft->unit_count; ++i)
        hang_parts(draft, file, i);
    draft->machine->root = &draft->units[joined.root];
    draft->machine->node = &draft->units[joined.node];
    if (file->host)
        draft->machine->host = &draft->units[joined.host];
    if (file->link)
        draft->machine->link = &draft->units[joined.link];
}
