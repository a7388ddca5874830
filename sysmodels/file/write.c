#include <string.h>

#include "support/format.h"
#include "sysmodels/file/file.h"
#include "sysmodels/file/quoted.h"

typedef struct writer {
    fp_context *ctx;
    const sag *machine;
    FILE *out;
    bool *is_cited;  /* of each reference: by a source that was written */
    bool has_failed; /* there was no memory for a text */
} writer;

/* ---- scalars ---- */

static void write_number(writer *w, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    format_shortest(value, text);
    fputs(text, w->out);
}

static void write_text(writer *w, const char *text)
{
    w->has_failed |= !yaml_write_text(w->ctx->arena, w->out, text);
}

/* ---- values ---- */

static void write_origin(writer *w, provenance from, const char *source)
{
    size_t length;

    fprintf(w->out, ", from: %s, source: ", provenance_name(from));
    write_text(w, source);
    for (const char *key; (key = reference_next(source, &length)); source = key + length) {
        const sag *m = w->machine;
        const sag_reference *r = reference_find(m->reference_count, m->references, key, length);
        if (r)
            w->is_cited[r - m->references] = true;
    }
}

static bool is_default_error(const writer *w, const quantity *q)
{
    double assumed = w->machine->relative_error[q->from];
    return !(q->relative_error < assumed) && !(q->relative_error > assumed);
}

/* With `entry` as one of a list, whose dash stands before its first key. */
static void write_indented(writer *w, int indent, bool entry, const quantity_table *table,
                           const void *component)
{
    for (int i = 0; i < table->count; ++i) {
        const quantity *q = quantity_at(component, &table->fields[i]);
        if (!q->is_set)
            continue;
        fprintf(w->out, "%*s%s%s: {value: ", entry ? indent - 2 : indent, "", entry ? "- " : "",
                quantity_key(w->ctx->arena, &table->fields[i], q->unit));
        entry = false;
        write_number(w, q->stated);
        write_origin(w, q->from, q->source);
        if (!is_default_error(w, q)) {
            fputs(", relative_error: ", w->out);
            write_number(w, q->relative_error);
        }
        fputs("}\n", w->out);
    }
}

static void write_quantities(writer *w, int indent, const quantity_table *table,
                             const void *component)
{
    write_indented(w, indent, false, table, component);
}

static void write_word(writer *w, int indent, const char *key, const char *word, const origin *from)
{
    if (!from->source)
        return;
    fprintf(w->out, "%*s%s: {value: %s", indent, "", key, word);
    write_origin(w, from->from, from->source);
    fputs("}\n", w->out);
}

/* ---- components ---- */

static bool has_any(const quantity_table *table, const void *component)
{
    for (int i = 0; i < table->count; ++i)
        if (quantity_at(component, &table->fields[i])->is_set)
            return true;
    return false;
}

static void write_processing(writer *w, const sag_processing *p)
{
    fputs("    processing:\n", w->out);
    write_word(w, 6, "composition", composition_name(p->compose), &p->compose_origin);
    write_quantities(w, 6, &processing_table, p);
    write_quantities(w, 6, &operation_table, p);
    if (has_any(&throughput_table, p)) {
        fputs("      reciprocal_throughput:\n", w->out);
        write_quantities(w, 8, &throughput_table, p);
    }
}

static void write_memory(writer *w, const sag_memory *m)
{
    fputs("    memory:\n", w->out);
    write_quantities(w, 6, &memory_table, m);
    if (m->cache_count)
        fputs("      caches:\n", w->out);
    for (int i = 0; i < m->cache_count; ++i) {
        const sag_cache *c = &m->caches[i];
        fputs("        - name: ", w->out);
        write_text(w, c->name);
        fputc('\n', w->out);
        write_quantities(w, 10, &cache_table, c);
        write_word(w, 10, "replacement", replacement_name(c->replace), &c->replace_origin);
        write_word(w, 10, "write_policy", write_policy_name(c->write), &c->write_origin);
        write_word(w, 10, "write_allocate", c->write_allocate ? "true" : "false",
                   &c->write_allocate_origin);
    }
}

static void write_named_pieces(writer *w, int indent, const char *key, int count,
                               const message_piece *pieces)
{
    if (count)
        fprintf(w->out, "%*s%s:\n", indent, "", key);
    for (int i = 0; i < count; ++i)
        write_indented(w, indent + 4, true, &piece_table, &pieces[i]);
}

static void write_pieces(writer *w, int indent, int count, const message_piece *pieces)
{
    write_named_pieces(w, indent, "pieces", count, pieces);
}

/* In the unit of the column; somebody may have supposed a value in another. */
static void write_column(writer *w, const sag_measured *m, const quantity_field *field)
{
    const message_piece *pieces = m->function.pieces;
    const char *unit = field->dim == DIM_TIME ? "us" : "bytes";
    for (int i = 0; i < m->function.piece_count; ++i) {
        const quantity *q = quantity_at(&pieces[i], field);
        if (i)
            fputs(", ", w->out);
        else
            fprintf(w->out, ", %s: [", quantity_key(w->ctx->arena, field, unit));
        write_number(w, strcmp(q->unit, unit) == 0 ? q->stated
                        : field->dim == DIM_TIME   ? q->value * 1e6
                                                   : q->value);
    }
    if (m->function.piece_count)
        fputc(']', w->out);
}

/* A line for each number of processors. */
static void write_measured(writer *w, const sag_collective *g)
{
    if (g->measured_count)
        fputs("          measured:\n", w->out);
    for (int i = 0; i < g->measured_count; ++i) {
        const sag_measured *m = &g->measured[i];
        fprintf(w->out, "            - {processors: %d", m->processors);
        for (int k = 0; k < measured_table.count; ++k)
            write_column(w, m, &measured_table.fields[k]);
        write_origin(w, m->from.from, m->from.source);
        if (m->function.piece_count && !is_default_error(w, &m->function.pieces[0].startup)) {
            fputs(", relative_error: ", w->out);
            write_number(w, m->function.pieces[0].startup.relative_error);
        }
        fputs("}\n", w->out);
    }
}

/* A line for each number of processors and size at which the library does something else. */
static void write_library(writer *w, const sag_collective *g)
{
    if (g->library_count)
        fputs("          library:\n", w->out);
    for (int i = 0; i < g->library_count; ++i) {
        const sag_library *l = &g->library[i];
        fprintf(w->out, "            - {processors: %d, from_bytes: ", l->processors);
        write_number(w, l->from_bytes);
        fprintf(w->out, ", algorithm: %s", library_algorithm_name(l->how));
        if (l->segment_bytes > 0) {
            fputs(", segment_bytes: ", w->out);
            write_number(w, l->segment_bytes);
        }
        if (l->hands_over)
            fprintf(w->out, ", hands_over: %s", l->hands_over == HANDS_TO_FIRST ? "true" : "node");
        if (l->hands_over_apart)
            fputs(", hands_over_apart: true", w->out);
        if (l->sends_first)
            fputs(", sends_first: true", w->out);
        if (l->stretch < 1 || l->stretch > 1) {
            fputs(", stretch: ", w->out);
            write_number(w, l->stretch);
        }
        write_origin(w, l->from.from, l->from.source);
        fputs("}\n", w->out);
    }
}

static void write_pattern(writer *w, const sag_pattern *p)
{
    write_word(w, 10, "measures", pattern_measure_name(p->measures), &p->measures_origin);
    write_pieces(w, 10, p->any.piece_count, p->any.pieces);
    for (int d = 0; d < PATTERN_DIMS_MAX; ++d) {
        if (!p->dims[d].piece_count)
            continue;
        fprintf(w->out, "%*s%s:\n", 10, "", pattern_dims_key(d + 1));
        write_pieces(w, 12, p->dims[d].piece_count, p->dims[d].pieces);
    }
}

static void write_patterns(writer *w, const sag_communication *c)
{
    bool has_patterns = false;
    for (int k = 0; k < PATTERN_COUNT; ++k) {
        if (!c->pattern[k].is_set)
            continue;
        if (!has_patterns)
            fputs("      patterns:\n", w->out);
        has_patterns = true;
        fprintf(w->out, "        %s:\n", sag_pattern_name((sag_pattern_kind)k));
        write_pattern(w, &c->pattern[k]);
    }
}

static void write_placement(writer *w, const sag_communication *c)
{
    write_word(w, 6, "placement", placement_name(c->placement), &c->placement_origin);
    if (c->placed_count)
        fputs("      placement_nodes: [", w->out);
    for (int i = 0; i < c->placed_count; ++i)
        fprintf(w->out, "%d%s", c->placed[i], i + 1 < c->placed_count ? ", " : "]\n");
    write_word(w, 6, "uplink_choice", uplink_choice_name(c->uplink_choice),
               &c->uplink_choice_origin);
    write_word(w, 6, "half_way", half_way_name(c->half_way), &c->half_way_origin);
    write_word(w, 6, "sharing", sharing_name(c->sharing), &c->sharing_origin);
    write_word(w, 6, "both_ways", both_ways_name(c->both_ways), &c->both_ways_origin);
    write_word(w, 6, "inside_by", inside_by_name(c->inside_by), &c->inside_by_origin);
}

static void write_extrapolation(writer *w, const sag_extrapolation *e)
{
    const bool has_words = e->requests_origin.source || e->barrier_origin.source ||
                           e->barrier_by_messages_origin.source;
    if (!has_words && !has_any(&extrapolation_table, e))
        return;
    fputs("      extrapolation:\n", w->out);
    write_word(w, 8, "requests", request_service_name(e->requests), &e->requests_origin);
    write_word(w, 8, "barrier", barrier_model_name(e->barrier), &e->barrier_origin);
    write_word(w, 8, "barrier_by_messages", e->barrier_by_messages ? "true" : "false",
               &e->barrier_by_messages_origin);
    write_quantities(w, 8, &extrapolation_table, e);
}

static void write_communication(writer *w, const sag_communication *c)
{
    bool has_collectives = false;

    fputs("    communication:\n", w->out);
    write_word(w, 6, "topology", topology_name(c->topology), &c->topology_origin);
    write_word(w, 6, "embedding", embedding_name(c->embedding), &c->embedding_origin);
    write_word(w, 6, "exchange", exchange_rule_name(c->exchange), &c->exchange_origin);
    write_word(w, 6, "packing", packing_rule_name(c->packing), &c->packing_origin);
    write_word(w, 6, "nodes_max", arena_printf(w->ctx->arena, "%d", c->nodes_max),
               &c->nodes_max_origin);
    write_placement(w, c);
    write_quantities(w, 6, &communication_table, c);
    write_pieces(w, 6, c->piece_count, c->pieces);
    if (c->inside.piece_count)
        fputs("      inside:\n", w->out);
    write_pieces(w, 8, c->inside.piece_count, c->inside.pieces);
    write_named_pieces(w, 6, "send_pieces", c->send_piece_count, c->send_pieces);
    write_named_pieces(w, 6, "inside_send_pieces", c->inside_send.piece_count,
                       c->inside_send.pieces);
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        const sag_collective *g = &c->collective[k];
        if (!g->is_set)
            continue;
        if (!has_collectives)
            fputs("      collectives:\n", w->out);
        has_collectives = true;
        fprintf(w->out, "        %s:\n", collective_kind_name((collective_kind)k));
        write_word(w, 10, "algorithm", collective_algorithm_name(g->algorithm),
                   &g->algorithm_origin);
        write_word(w, 10, "subgroups", collective_algorithm_name(g->subgroups),
                   &g->subgroups_origin);
        write_word(w, 10, "measures", g->measures_completion ? "completion" : "participation",
                   &g->measures_origin);
        write_pieces(w, 10, g->piece_count, g->pieces);
        write_measured(w, g);
        write_library(w, g);
    }
    write_patterns(w, c);
    write_extrapolation(w, &c->extrapolation);
}

static void write_unit(writer *w, const sag_unit *unit)
{
    fputs("\n  - name: ", w->out);
    write_text(w, unit->name);
    fputs("\n    title: ", w->out);
    write_text(w, unit->title);
    fputc('\n', w->out);
    for (int i = 0; i < unit->child_count; ++i) {
        fputs(i ? ", " : "    parts: [", w->out);
        write_text(w, unit->children[i]->name);
    }
    if (unit->child_count)
        fputs("]\n", w->out);
    if (unit->processing)
        write_processing(w, unit->processing);
    if (unit->memory)
        write_memory(w, unit->memory);
    if (unit->communication)
        write_communication(w, unit->communication);
    if (unit->io) {
        fputs("    io:\n", w->out);
        write_quantities(w, 6, &io_table, unit->io);
    }
    for (int i = 0; i < unit->child_count; ++i)
        write_unit(w, unit->children[i]);
}

static void write_unit_name(writer *w, const char *key, const sag_unit *unit)
{
    if (!unit)
        return;
    fprintf(w->out, "\n%s: ", key);
    write_text(w, unit->name);
}

static void write_training(writer *w, const sag_training *trained)
{
    if (!trained->host)
        return;
    fputs("\n\ntrained:\n  host: ", w->out);
    write_text(w, trained->host);
    fputs("\n  processor: ", w->out);
    write_text(w, trained->processor);
    fputs("\n  mpi: ", w->out);
    write_text(w, trained->mpi);
    fputs("\n  date: ", w->out);
    write_text(w, trained->date);
    if (trained->started) {
        fputs("\n  started: ", w->out);
        write_text(w, trained->started);
    }
    if (trained->is_simulated)
        fputs("\n  simulated: true", w->out);
    if (trained->is_quick)
        fputs("\n  quick: true", w->out);
}

static void write_entry(writer *w, const char *key, const char *text)
{
    if (!text)
        return;
    fprintf(w->out, "\n    %s: ", key);
    write_text(w, text);
}

/* Those that something cites: a machine may have parts of another one (`--node-of`). */
static void write_references(writer *w)
{
    bool is_first = true;
    for (int i = 0; i < w->machine->reference_count; ++i) {
        const sag_reference *r = &w->machine->references[i];
        if (!w->is_cited[i])
            continue;
        fputs(is_first ? "\nreferences:\n  - key: " : "\n  - key: ", w->out);
        is_first = false;
        write_text(w, r->key);
        for (int k = 0; k < r->author_count; ++k) {
            fputs(k ? ", " : "\n    authors: [", w->out);
            write_text(w, r->authors[k]);
        }
        fputc(']', w->out);
        write_entry(w, "title", r->title);
        write_entry(w, "published", r->published);
        write_entry(w, "year", r->year);
        write_entry(w, "pages", r->pages);
        write_entry(w, "doi", r->doi);
        write_entry(w, "url", r->url);
        fputc('\n', w->out);
    }
}

bool sag_write(fp_context *ctx, const sag *machine, FILE *out)
{
    writer w = {ctx, machine, out, ARENA_ARRAY(ctx->arena, machine->reference_count, bool), false};

    fputs("schema: " MACHINE_SCHEMA "\nname: ", out);
    write_text(&w, machine->name);
    fputs("\ntitle: ", out);
    write_text(&w, machine->title);
    fputs("\n\nrelative_errors: {", out);
    for (int p = 0; p < PROVENANCE_COUNT; ++p) {
        if (p == FROM_USER && !(machine->relative_error[p] > 0))
            continue; /* the one that a file may leave out */
        fprintf(out, "%s%s: ", p ? ", " : "", provenance_name((provenance)p));
        write_number(&w, machine->relative_error[p]);
    }
    fputs("}\n\nroot: ", out);
    write_text(&w, machine->root->name);
    fputs("\nnode: ", out);
    write_text(&w, machine->node->name);
    write_unit_name(&w, "host", machine->host);
    write_unit_name(&w, "link", machine->link);
    write_training(&w, &machine->trained);
    fputs("\n\nunits:", out);
    write_unit(&w, machine->root);
    write_references(&w);
    return !w.has_failed && !ferror(out);
}
