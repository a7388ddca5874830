#include <stdlib.h>
#include <string.h>

#include "support/fold.h"
#include "support/utf8.h"
#include "sysmodels/file/file.h"
#include "sysmodels/print/intrinsic.h"
#include "sysmodels/print/reference.h"

/* Columns of the page at which values end, provenances begin, and sources; on a
 * narrower one sources stand below the values. */
enum { VALUE_END = 43, FROM_BEGIN = 45, SOURCE_BEGIN = 64, WIDE = 100 };

typedef struct printer {
    arena *arena;
    FILE *out;
    int width;
    const sag *machine;
    const sag_communication *between; /* the nodes that programs run on; null: there is one node */
} printer;

static void spaces(printer *p, int count)
{
    fprintf(p->out, "%*s", count > 0 ? count : 0, "");
}

static const char *unit_text(const char *unit)
{
    if (strcmp(unit, "us") == 0)
        return " µs";
    if (!*unit || strcmp(unit, "fraction") == 0)
        return "";
    return NULL;
}

/* As the file states it: the number, and the unit of its key. */
static const char *stated_text(printer *p, const quantity *q)
{
    const char *unit = unit_text(q->unit);
    if (!unit)
        unit = arena_printf(p->arena, " %s", q->unit);
    return arena_printf(p->arena, "%.6g%s", q->stated, unit);
}

static const char *origin_text(printer *p, provenance from, double relative_error)
{
    const char *name = provenance_name(from);
    if (!(relative_error > 0))
        return name;
    return arena_printf(p->arena, "%s ±%.3g %%", name, 100 * relative_error);
}

/* Returns how many bytes of `text` fit into `columns`, broken at a space where
 * there is one. */
static size_t fitting(const char *text, int columns)
{
    size_t best = 0, i = 0;
    uint32_t code = 0;

    for (int used = 0; text[i];) {
        size_t n = utf8_decode(text + i, strlen(text + i), &code);
        used += n ? utf8_width(code) : 1;
        if (used > columns)
            return best ? best : i;
        i += n ? n : 1;
        if (text[i] == ' ' || !text[i])
            best = i;
    }
    return i;
}

/* Prints `text` from column `begin` on, its further lines (all, without `is_begun`)
 * after `prefix`. */
static void print_wrapped(printer *p, const char *prefix, int begin, bool is_begun,
                          const char *text)
{
    int room = p->width - begin > 10 ? p->width - begin : 10;
    for (bool is_first = true; *text || is_first; is_first = false) {
        size_t n = fitting(text, room);
        if (!is_first || !is_begun) {
            fputs(prefix, p->out);
            spaces(p, begin - utf8_columns(prefix));
        }
        fprintf(p->out, "%.*s\n", (int)n, text);
        for (text += n; *text == ' ';)
            ++text;
    }
}

static void print_narrow(printer *p, const char *prefix, const char *name, const char *value,
                         const char *from, const char *source)
{
    fprintf(p->out, "%s%s  %s  %s\n", prefix, name, value, from);
    print_wrapped(p, prefix, utf8_columns(prefix) + 4, false, source);
}

/* A value: its name, what is stated, where it comes from, and the source. */
static void print_line(printer *p, const char *prefix, const char *name, const char *value,
                       const char *from, const char *source)
{
    int at = utf8_columns(prefix) + utf8_columns(name), width = utf8_columns(value);
    int gap = VALUE_END - at - width;

    source =
        reference_readable(p->arena, p->machine->reference_count, p->machine->references, source);
    if (p->width < WIDE) {
        print_narrow(p, prefix, name, value, from, source);
        return;
    }
    fprintf(p->out, "%s%s", prefix, name);
    spaces(p, gap > 1 ? gap : 1);
    at += (gap > 1 ? gap : 1) + width;
    fputs(value, p->out);
    gap = FROM_BEGIN > at + 1 ? FROM_BEGIN - at : 1;
    spaces(p, gap);
    fputs(from, p->out);
    at += gap + utf8_columns(from);
    spaces(p, at < SOURCE_BEGIN ? SOURCE_BEGIN - at : 1);
    print_wrapped(p, prefix, SOURCE_BEGIN, true, source);
}

static void print_quantities(printer *p, const char *prefix, const quantity_table *table,
                             const void *component)
{
    for (int i = 0; i < table->count; ++i) {
        const quantity *q = quantity_at(component, &table->fields[i]);
        if (!q->is_set)
            continue;
        print_line(p, prefix, table->fields[i].name, stated_text(p, q),
                   origin_text(p, q->from, q->value > 0 ? q->relative_error : 0), q->source);
    }
}

static void print_word(printer *p, const char *prefix, const char *name, const char *word,
                       const origin *from)
{
    if (from->source)
        print_line(p, prefix, name, word, provenance_name(from->from), from->source);
}

static const char *deeper(printer *p, const char *prefix)
{
    return arena_printf(p->arena, "%s  ", prefix);
}

/* ---- components ---- */

static void print_processing(printer *p, const char *prefix, const sag_processing *c)
{
    const char *inner = deeper(p, prefix);

    fprintf(p->out, "%sprocessing\n", prefix);
    print_word(p, inner, "composition", composition_name(c->compose), &c->compose_origin);
    print_quantities(p, inner, &processing_table, c);
    print_quantities(p, inner, &operation_table, c);
    for (int i = 0; i < throughput_table.count; ++i)
        if (quantity_at(c, &throughput_table.fields[i])->is_set) {
            fprintf(p->out, "%sreciprocal throughput\n", inner);
            print_quantities(p, deeper(p, inner), &throughput_table, c);
            break;
        }
}

static void print_memory(printer *p, const char *prefix, const sag_memory *m)
{
    const char *inner = deeper(p, prefix), *innermost = deeper(p, inner);

    fprintf(p->out, "%smemory\n", prefix);
    print_quantities(p, inner, &memory_table, m);
    for (int i = 0; i < m->cache_count; ++i) {
        const sag_cache *c = &m->caches[i];
        fprintf(p->out, "%scache %s\n", inner, c->name);
        print_quantities(p, innermost, &cache_table, c);
        print_word(p, innermost, "replacement", replacement_name(c->replace), &c->replace_origin);
        print_word(p, innermost, "write_policy", write_policy_name(c->write), &c->write_origin);
        print_word(p, innermost, "write_allocate", c->write_allocate ? "true" : "false",
                   &c->write_allocate_origin);
    }
}

static const char *term(printer *p, const char *before, const quantity *q, const char *times)
{
    if (!(q->value > 0))
        return before;
    return arena_printf(p->arena, "%s%s%s%s", before, *before ? " + " : "", stated_text(p, q),
                        times);
}

/* What the processor on one side pays apart. */
static void print_overhead(printer *p, const char *who, const quantity *each, const quantity *byte)
{
    const char *f = term(p, term(p, "", each, ""), byte, " × n");
    if (*f)
        fprintf(p->out, "; %s %s", who, f);
}

/* A piece begins with its function written out. */
static void print_pieces(printer *p, const char *prefix, int count, const message_piece *pieces)
{
    const char *inner = deeper(p, prefix);

    for (int i = 0; i < count; ++i) {
        const message_piece *m = &pieces[i];
        const char *f = term(p, "", &m->startup, "");
        f = term(p, f, &m->per_byte,
                 m->per_byte_level_1.is_set || m->per_byte_level_2.is_set ||
                         m->per_byte_level_3.is_set
                     ? " × n or slower"
                     : " × n");
        if (m->packet.is_set)
            f = term(p, f, &m->per_packet,
                     arena_printf(p->arena, " × ⌈n / %s⌉", stated_text(p, &m->packet)));
        f = term(p, f, &m->per_hop, " × h");
        const char *late = term(p, term(p, "", &m->latency, ""), &m->latency_per_hop, " × h");
        late = term(p, late, &m->latency_per_byte, " × n");
        fprintf(p->out, "%sfrom %.0f bytes: %s", prefix, m->from.value, *f ? f : "nothing");
        if (*late)
            fprintf(p->out, "; latency %s", late);
        print_overhead(p, "sender", &m->send, &m->send_per_byte);
        print_overhead(p, "receiver", &m->receive, &m->receive_per_byte);
        if (m->handshake.is_set)
            fprintf(p->out, "; waits for its receiver%s%s",
                    m->handshake.value > 0 ? ", and then " : "",
                    m->handshake.value > 0 ? stated_text(p, &m->handshake) : "");
        if (m->fetch.is_set)
            fprintf(p->out, "; its receiver fetches it%s%s", m->fetch.value > 0 ? ", after " : "",
                    m->fetch.value > 0 ? stated_text(p, &m->fetch) : "");
        fputc('\n', p->out);
        print_quantities(p, inner, &piece_table, m);
    }
}

/* What was measured, a line for each piece. */
static void print_measured(printer *p, const char *prefix, const sag_collective *c)
{
    for (int i = 0; i < c->measured_count; ++i) {
        const sag_measured *m = &c->measured[i];
        const char *name = arena_printf(p->arena, "on %d", m->processors);
        if (!m->function.piece_count)
            print_line(p, prefix, name, "by the algorithm", provenance_name(m->from.from),
                       m->from.source);
        for (int k = 0; k < m->function.piece_count; ++k) {
            const message_piece *piece = &m->function.pieces[k];
            const char *text = stated_text(p, &piece->startup);
            if (piece->per_byte.value > 0)
                text =
                    arena_printf(p->arena, "%s + %s × n", text, stated_text(p, &piece->per_byte));
            if (k)
                name = arena_printf(p->arena, "  from %.0f bytes", piece->from.value);
            print_line(p, prefix, name, text, provenance_name(piece->startup.from),
                       piece->startup.source);
        }
    }
}

/* What the library does, a line for each number of processors and size. */
static void print_library(printer *p, const char *prefix, const sag_collective *c)
{
    for (int i = 0; i < c->library_count; ++i) {
        const sag_library *l = &c->library[i];
        const char *text = library_algorithm_name(l->how);
        const char *name = i && l[-1].processors == l->processors
                               ? arena_printf(p->arena, "  from %.0f bytes", l->from_bytes)
                               : arena_printf(p->arena, "library on %d", l->processors);
        if (l->segment_bytes > 0)
            text = arena_printf(p->arena, "%s, %.0f bytes at a time", text, l->segment_bytes);
        if (l->hands_over)
            text = arena_printf(p->arena, "%s, from the first%s", text,
                                l->hands_over == HANDS_TO_FIRST ? "" : " of the root's node");
        if (l->hands_over_apart)
            text = arena_printf(p->arena, "%s, apart too", text);
        if (l->stretch < 1 || l->stretch > 1)
            text = arena_printf(p->arena, "%s × %.3g", text, l->stretch);
        print_line(p, prefix, name, text, provenance_name(l->from.from), l->from.source);
    }
}

static void print_collectives(printer *p, const char *prefix, const sag_communication *c)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        const sag_collective *g = &c->collective[k];
        if (!g->is_set)
            continue;
        const char *name = collective_kind_name((collective_kind)k);
        const char *algorithm = collective_algorithm_name(g->algorithm);
        if (g->algorithm == COLLECTIVE_PATTERN)
            algorithm = g->measures_completion ? "pattern (completion)" : "pattern (participation)";
        print_word(p, prefix, name, algorithm, &g->algorithm_origin);
        if (!collective_has_algorithm((collective_kind)k) && g->library_count)
            print_word(p, prefix, name, "by the library", &g->library[0].from);
        if (g->subgroups_origin.source)
            print_word(p, deeper(p, prefix), "of a part of them",
                       collective_algorithm_name(g->subgroups), &g->subgroups_origin);
        print_pieces(p, deeper(p, prefix), g->piece_count, g->pieces);
        print_measured(p, deeper(p, prefix), g);
        print_library(p, deeper(p, prefix), g);
    }
}

/* The functions of a pattern: that of any grid, then those of grids of one
 * dimension, two, three. */
static void print_pattern(printer *p, const char *prefix, const char *name, const sag_pattern *q)
{
    static const char *const kinds[PATTERN_DIMS_MAX] = {"on 1-d grids", "on 2-d grids",
                                                        "on 3-d grids"};
    const char *inner = deeper(p, prefix);

    if (q->measures_origin.source)
        print_word(p, prefix, name, pattern_measure_name(q->measures), &q->measures_origin);
    else
        fprintf(p->out, "%s%s\n", prefix, name);
    print_pieces(p, inner, q->any.piece_count, q->any.pieces);
    for (int d = 0; d < PATTERN_DIMS_MAX; ++d) {
        if (!q->dims[d].piece_count)
            continue;
        fprintf(p->out, "%s%s\n", inner, kinds[d]);
        print_pieces(p, deeper(p, inner), q->dims[d].piece_count, q->dims[d].pieces);
    }
}

static void print_patterns(printer *p, const char *prefix, const sag_communication *c)
{
    bool has_patterns = false;
    for (int k = 0; k < PATTERN_COUNT; ++k) {
        if (!c->pattern[k].is_set)
            continue;
        if (!has_patterns)
            fprintf(p->out, "%spatterns, instead of that message\n", prefix);
        has_patterns = true;
        print_pattern(p, deeper(p, prefix), sag_pattern_name((sag_pattern_kind)k), &c->pattern[k]);
    }
}

/* Which function above prices an intrinsic function's communication. */
static const char *function_text(printer *p, const sag_composition *how)
{
    if (how->has_own_function)
        return arena_printf(p->arena, "priced as the collective '%s'", sag_pattern_name(how->base));
    if (!how->function)
        return "messages priced as any";
    return arena_printf(p->arena, "%s priced as '%s'",
                        how->function->measures == MEASURES_MESSAGE ? "messages" : "as a whole,",
                        sag_pattern_name(how->function_of));
}

static void print_intrinsics(printer *p, const char *prefix, const sag_communication *c)
{
    int count;
    const sag_intrinsic *all = sag_intrinsics(&count);

    fprintf(p->out, "%sintrinsic functions, what each is made of\n", prefix);
    for (int i = 0; i < count; ++i) {
        const sag_composition how = sag_composition_of(c, all[i].kind);
        print_line(p, deeper(p, prefix), sag_pattern_name(all[i].kind), how.by,
                   provenance_name(how.from->from),
                   arena_printf(p->arena, "%s: %s; %s; %s", sag_pattern_name(how.base),
                                all[i].moves, function_text(p, &how), all[i].locally));
    }
}

static void print_placement(printer *p, const char *inner, const sag_communication *c)
{
    const char *word = placement_name(c->placement);
    for (int i = 0; i < c->placed_count; ++i)
        word = arena_printf(p->arena, "%s%s%d", word, i ? "," : " ", c->placed[i]);
    print_word(p, inner, "placement", word, &c->placement_origin);
    print_word(p, inner, "uplink_choice", uplink_choice_name(c->uplink_choice),
               &c->uplink_choice_origin);
    print_word(p, inner, "half_way", half_way_name(c->half_way), &c->half_way_origin);
    print_word(p, inner, "sharing", sharing_name(c->sharing), &c->sharing_origin);
    print_word(p, inner, "both_ways", both_ways_name(c->both_ways), &c->both_ways_origin);
    print_word(p, inner, "inside_by", inside_by_name(c->inside_by), &c->inside_by_origin);
}

static void print_extrapolation(printer *p, const char *prefix, const sag_extrapolation *e)
{
    const char *inner = deeper(p, prefix);
    bool has_any = e->requests_origin.source || e->barrier_origin.source ||
                   e->barrier_by_messages_origin.source;

    for (int i = 0; i < extrapolation_table.count; ++i)
        has_any |= quantity_at(e, &extrapolation_table.fields[i])->is_set;
    if (!has_any)
        return;
    fprintf(p->out, "%sremote accesses and barriers\n", prefix);
    print_word(p, inner, "requests", request_service_name(e->requests), &e->requests_origin);
    print_word(p, inner, "barrier", barrier_model_name(e->barrier), &e->barrier_origin);
    print_word(p, inner, "barrier_by_messages", e->barrier_by_messages ? "true" : "false",
               &e->barrier_by_messages_origin);
    print_quantities(p, inner, &extrapolation_table, e);
}

static void print_communication(printer *p, const char *prefix, const sag_communication *c)
{
    const char *inner = deeper(p, prefix);

    fprintf(p->out, "%scommunication\n", prefix);
    print_word(p, inner, "topology", topology_name(c->topology), &c->topology_origin);
    print_word(p, inner, "embedding", embedding_name(c->embedding), &c->embedding_origin);
    print_word(p, inner, "exchange", exchange_rule_name(c->exchange), &c->exchange_origin);
    print_word(p, inner, "packing", packing_rule_name(c->packing), &c->packing_origin);
    print_word(p, inner, "nodes_max", arena_printf(p->arena, "%d", c->nodes_max),
               &c->nodes_max_origin);
    print_placement(p, inner, c);
    print_quantities(p, inner, &communication_table, c);
    fprintf(p->out, "%sa message of n bytes over h hops\n", inner);
    print_pieces(p, deeper(p, inner), c->piece_count, c->pieces);
    if (c->inside.piece_count)
        fprintf(p->out, "%sa message of n bytes inside a node\n", inner);
    print_pieces(p, deeper(p, inner), c->inside.piece_count, c->inside.pieces);
    print_patterns(p, inner, c);
    fprintf(p->out, "%scollectives\n", inner);
    print_collectives(p, deeper(p, inner), c);
    print_extrapolation(p, inner, &c->extrapolation);
    if (c == p->between) /* programs do not call them elsewhere, such as on a host's link */
        print_intrinsics(p, inner, c);
}

/* ---- the tree ---- */

static void print_unit(printer *p, const sag_unit *unit, const char *here, const char *below)
{
    const char *prefix = arena_printf(p->arena, "%s%s", below, unit->child_count ? "│  " : "   ");

    fprintf(p->out, "%s%s · %s\n", here, unit->name, unit->title);
    if (unit->processing)
        print_processing(p, prefix, unit->processing);
    if (unit->memory)
        print_memory(p, prefix, unit->memory);
    if (unit->communication)
        print_communication(p, prefix, unit->communication);
    if (unit->io) {
        fprintf(p->out, "%sinput/output\n", prefix);
        print_quantities(p, deeper(p, prefix), &io_table, unit->io);
    }
    for (int i = 0; i < unit->child_count; ++i) {
        bool is_last = i + 1 == unit->child_count;
        print_unit(p, unit->children[i],
                   arena_printf(p->arena, "%s%s", below, is_last ? "└─ " : "├─ "),
                   arena_printf(p->arena, "%s%s", below, is_last ? "   " : "│  "));
    }
}

void sag_print(fp_context *ctx, const sag *machine, FILE *out, int width)
{
    printer p = {ctx->arena, out, width, machine, machine->communication};

    fprintf(out, "%s · %s\n%s\n", machine->name, machine->title, machine->path);
    if (machine->trained.host)
        fprintf(out, "trained on %s%s (%s, %s) on %s%s\n",
                machine->trained.is_simulated ? "a simulated platform, " : "",
                machine->trained.host, machine->trained.processor, machine->trained.mpi,
                machine->trained.date,
                machine->trained.is_quick ? ", with --quick: to try it, not to believe" : "");
    for (int i = 0; i < machine->supposition_count; ++i)
        fprintf(out, "supposed: %s\n", machine->suppositions[i]);
    fputc('\n', out);
    print_unit(&p, machine->root, "", "");
    const char *errors = "";
    for (int i = 0; i < FROM_USER; ++i)
        errors = arena_printf(ctx->arena, "%s%s%s %.3g %%", errors, i ? ", " : "",
                              provenance_name((provenance)i), 100 * machine->relative_error[i]);
    fputc('\n', out);
    fold_words(out,
               arena_printf(ctx->arena,
                            "The program runs on: %s. ± is a standard error; where the file states "
                            "none, it is %s.",
                            machine->node->name, errors),
               0, 0, width);
    print_references(ctx->arena, machine, out, width);
}
