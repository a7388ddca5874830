#include <jansson.h>
#include <string.h>

#include "sysmodels/file/file.h"
#include "sysmodels/model/compiler.h"
#include "sysmodels/print/intrinsic.h"
#include "sysmodels/print/reference.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    set(object, key, json_string(text));
}

static void set_origin(json_t *object, provenance from, const char *source)
{
    set_text(object, "from", provenance_name(from));
    set_text(object, "source", source);
}

/* Keys are the file's; a time is also given in seconds. */
static void add_quantities(fp_context *ctx, json_t *object, const quantity_table *table,
                           const void *component)
{
    for (int i = 0; i < table->count; ++i) {
        const quantity_field *field = &table->fields[i];
        const quantity *q = quantity_at(component, field);
        if (!q->is_set)
            continue;
        json_t *value = json_object();
        set(value, "value", json_real(q->stated));
        if (field->dim == DIM_CPU_TIME || field->dim == DIM_TIME)
            set(value, "seconds", json_real(q->value));
        set_origin(value, q->from, q->source);
        set(value, "relative_error", json_real(q->relative_error));
        set(object, quantity_key(ctx->arena, field, q->unit), value);
    }
}

static void add_word(json_t *object, const char *key, json_t *word, const origin *from)
{
    if (!from->source) {
        json_decref(word);
        return;
    }
    json_t *value = json_object();
    set(value, "value", word);
    set_origin(value, from->from, from->source);
    set(object, key, value);
}

static json_t *json_pieces(fp_context *ctx, int count, const message_piece *pieces)
{
    json_t *list = json_array();
    for (int i = 0; i < count; ++i) {
        json_t *piece = json_object();
        add_quantities(ctx, piece, &piece_table, &pieces[i]);
        json_array_append_new(list, piece);
    }
    return list;
}

static json_t *json_processing(fp_context *ctx, const sag_processing *p)
{
    json_t *object = json_object(), *throughput = json_object();
    add_word(object, "composition", json_string(composition_name(p->compose)), &p->compose_origin);
    add_quantities(ctx, object, &processing_table, p);
    add_quantities(ctx, object, &operation_table, p);
    add_quantities(ctx, throughput, &throughput_table, p);
    if (json_object_size(throughput))
        json_object_set(object, "reciprocal_throughput", throughput);
    json_decref(throughput);
    return object;
}

static json_t *json_memory(fp_context *ctx, const sag_memory *m)
{
    json_t *object = json_object(), *caches = json_array();
    add_quantities(ctx, object, &memory_table, m);
    for (int i = 0; i < m->cache_count; ++i) {
        const sag_cache *c = &m->caches[i];
        json_t *cache = json_object();
        set_text(cache, "name", c->name);
        add_quantities(ctx, cache, &cache_table, c);
        add_word(cache, "replacement", json_string(replacement_name(c->replace)),
                 &c->replace_origin);
        add_word(cache, "write_policy", json_string(write_policy_name(c->write)), &c->write_origin);
        add_word(cache, "write_allocate", json_boolean(c->write_allocate),
                 &c->write_allocate_origin);
        json_array_append_new(caches, cache);
    }
    set(object, "caches", caches);
    return object;
}

static json_t *json_measured(fp_context *ctx, const sag_collective *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->measured_count; ++i) {
        const sag_measured *m = &c->measured[i];
        json_t *one = json_object(), *pieces = json_array();
        set(one, "processors", json_integer(m->processors));
        set_origin(one, m->from.from, m->from.source);
        for (int k = 0; k < m->function.piece_count; ++k) {
            json_t *piece = json_object();
            add_quantities(ctx, piece, &measured_table, &m->function.pieces[k]);
            json_array_append_new(pieces, piece);
        }
        set(one, "pieces", pieces);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *json_library(const sag_collective *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->library_count; ++i) {
        const sag_library *l = &c->library[i];
        json_t *one = json_object();
        set(one, "processors", json_integer(l->processors));
        set(one, "from_bytes", json_real(l->from_bytes));
        set(one, "algorithm", json_string(library_algorithm_name(l->how)));
        set(one, "segment_bytes", json_real(l->segment_bytes));
        set(one, "hands_over",
            l->hands_over == HANDS_TO_FIRST_OF_NODE ? json_string("node")
                                                    : json_boolean(l->hands_over));
        set(one, "hands_over_apart", json_boolean(l->hands_over_apart));
        set(one, "sends_first", json_boolean(l->sends_first));
        set(one, "stretch", json_real(l->stretch));
        set_origin(one, l->from.from, l->from.source);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *json_collective(fp_context *ctx, const sag_collective *c)
{
    json_t *object = json_object();
    add_word(object, "algorithm", json_string(collective_algorithm_name(c->algorithm)),
             &c->algorithm_origin);
    add_word(object, "subgroups", json_string(collective_algorithm_name(c->subgroups)),
             &c->subgroups_origin);
    add_word(object, "measures",
             json_string(c->measures_completion ? "completion" : "participation"),
             &c->measures_origin);
    if (c->piece_count)
        set(object, "pieces", json_pieces(ctx, c->piece_count, c->pieces));
    if (c->measured_count)
        set(object, "measured", json_measured(ctx, c));
    if (c->library_count)
        set(object, "library", json_library(c));
    return object;
}

static json_t *json_pattern(fp_context *ctx, const sag_pattern *p)
{
    json_t *object = json_object();
    add_word(object, "measures", json_string(pattern_measure_name(p->measures)),
             &p->measures_origin);
    if (p->any.piece_count)
        set(object, "pieces", json_pieces(ctx, p->any.piece_count, p->any.pieces));
    for (int d = 0; d < PATTERN_DIMS_MAX; ++d) {
        if (!p->dims[d].piece_count)
            continue;
        json_t *function = json_object();
        set(function, "pieces", json_pieces(ctx, p->dims[d].piece_count, p->dims[d].pieces));
        set(object, pattern_dims_key(d + 1), function);
    }
    return object;
}

static json_t *json_patterns(fp_context *ctx, const sag_communication *c)
{
    json_t *patterns = json_object();
    for (int k = 0; k < PATTERN_COUNT; ++k)
        if (c->pattern[k].is_set)
            set(patterns, sag_pattern_name((sag_pattern_kind)k), json_pattern(ctx, &c->pattern[k]));
    return patterns;
}

static json_t *json_intrinsics(const sag_communication *c)
{
    json_t *object = json_object();
    int count;
    const sag_intrinsic *all = sag_intrinsics(&count);

    for (int i = 0; i < count; ++i) {
        const sag_composition how = sag_composition_of(c, all[i].kind);
        json_t *one = json_object();
        set_text(one, "communication", sag_pattern_name(how.base));
        add_word(one, "by", json_string(how.by), how.from);
        set_text(one, "priced_as",
                 how.has_own_function ? sag_pattern_name(how.base)
                 : how.function       ? sag_pattern_name(how.function_of)
                                      : "message");
        set_text(one, "moves", all[i].moves);
        set_text(one, "locally", all[i].locally);
        set(object, sag_pattern_name(all[i].kind), one);
    }
    return object;
}

static void add_placement(json_t *object, const sag_communication *c)
{
    add_word(object, "placement", json_string(placement_name(c->placement)), &c->placement_origin);
    if (c->placed_count) {
        json_t *nodes = json_array();
        for (int i = 0; i < c->placed_count; ++i)
            json_array_append_new(nodes, json_integer(c->placed[i]));
        set(object, "placement_nodes", nodes);
    }
    add_word(object, "uplink_choice", json_string(uplink_choice_name(c->uplink_choice)),
             &c->uplink_choice_origin);
    add_word(object, "half_way", json_string(half_way_name(c->half_way)), &c->half_way_origin);
    add_word(object, "sharing", json_string(sharing_name(c->sharing)), &c->sharing_origin);
    add_word(object, "both_ways", json_string(both_ways_name(c->both_ways)), &c->both_ways_origin);
    add_word(object, "inside_by", json_string(inside_by_name(c->inside_by)), &c->inside_by_origin);
}

static json_t *json_extrapolation(fp_context *ctx, const sag_extrapolation *e)
{
    json_t *object = json_object();
    add_word(object, "requests", json_string(request_service_name(e->requests)),
             &e->requests_origin);
    add_word(object, "barrier", json_string(barrier_model_name(e->barrier)), &e->barrier_origin);
    add_word(object, "barrier_by_messages", json_boolean(e->barrier_by_messages),
             &e->barrier_by_messages_origin);
    add_quantities(ctx, object, &extrapolation_table, e);
    return object;
}

static json_t *json_communication(fp_context *ctx, const sag_communication *c)
{
    json_t *object = json_object(), *collectives = json_object();
    add_word(object, "topology", json_string(topology_name(c->topology)), &c->topology_origin);
    add_word(object, "embedding", json_string(embedding_name(c->embedding)), &c->embedding_origin);
    add_word(object, "exchange", json_string(exchange_rule_name(c->exchange)), &c->exchange_origin);
    add_word(object, "packing", json_string(packing_rule_name(c->packing)), &c->packing_origin);
    add_word(object, "nodes_max", json_integer(c->nodes_max), &c->nodes_max_origin);
    add_placement(object, c);
    add_quantities(ctx, object, &communication_table, c);
    set(object, "pieces", json_pieces(ctx, c->piece_count, c->pieces));
    if (c->inside.piece_count)
        set(object, "inside", json_pieces(ctx, c->inside.piece_count, c->inside.pieces));
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k)
        if (c->collective[k].is_set)
            set(collectives, collective_kind_name((collective_kind)k),
                json_collective(ctx, &c->collective[k]));
    set(object, "collectives", collectives);
    set(object, "patterns", json_patterns(ctx, c));
    set(object, "extrapolation", json_extrapolation(ctx, &c->extrapolation));
    set(object, "intrinsics", json_intrinsics(c));
    return object;
}

/* A void component is null. */
static json_t *json_unit(fp_context *ctx, const sag_unit *unit)
{
    json_t *object = json_object(), *parts = json_array(), *io = json_null();

    set_text(object, "name", unit->name);
    set_text(object, "title", unit->title);
    set(object, "processing",
        unit->processing ? json_processing(ctx, unit->processing) : json_null());
    set(object, "memory", unit->memory ? json_memory(ctx, unit->memory) : json_null());
    set(object, "communication",
        unit->communication ? json_communication(ctx, unit->communication) : json_null());
    if (unit->io) {
        io = json_object();
        add_quantities(ctx, io, &io_table, unit->io);
    }
    set(object, "io", io);
    for (int i = 0; i < unit->child_count; ++i)
        json_array_append_new(parts, json_unit(ctx, unit->children[i]));
    set(object, "parts", parts);
    return object;
}

static json_t *json_training(const sag_training *trained)
{
    json_t *object = json_object();
    set_text(object, "host", trained->host);
    set_text(object, "processor", trained->processor);
    set_text(object, "mpi", trained->mpi);
    set_text(object, "date", trained->date);
    if (trained->started)
        set_text(object, "started", trained->started);
    set(object, "simulated", json_boolean(trained->is_simulated));
    set(object, "quick", json_boolean(trained->is_quick));
    return object;
}

void sag_print_json(fp_context *ctx, const sag *machine, FILE *out)
{
    json_t *object = json_object(), *errors = json_object(), *suppositions = json_array();

    set_text(object, "schema", "fpredict/sag/1");
    set_text(object, "name", machine->name);
    set_text(object, "title", machine->title);
    set_text(object, "file", machine->path);
    set_text(object, "compiler", sag_compiler_name(machine));
    set_text(object, "node", machine->node->name);
    if (machine->host)
        set_text(object, "host", machine->host->name);
    if (machine->link)
        set_text(object, "link", machine->link->name);
    if (machine->trained.host)
        set(object, "trained", json_training(&machine->trained));
    for (int p = 0; p < PROVENANCE_COUNT; ++p)
        set(errors, provenance_name((provenance)p), json_real(machine->relative_error[p]));
    set(object, "relative_errors", errors);
    for (int i = 0; i < machine->supposition_count; ++i)
        json_array_append_new(suppositions, json_string(machine->suppositions[i]));
    set(object, "suppositions", suppositions);
    json_t *root = json_unit(ctx, machine->root);
    json_make_readable(ctx->arena, machine, root);
    set(object, "root", root);
    if (machine->reference_count)
        set(object, "references", json_references(machine));
    json_dumpf(object, out, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    fputc('\n', out);
    json_decref(object);
}
