#include <assert.h>
#include <math.h>
#include <string.h>

#include "sysmodels/file/measured.h"
#include "sysmodels/file/value_range.h"
#include "sysmodels/file/verify_links.h"

/* ---- values that no machine can have ---- */

static void check_quantity(machine_draft *d, const quantity *q, const quantity_field *field)
{
    bool counts;

    if (!q->is_set)
        return;
    counts = field->dim == DIM_COUNT || field->dim == DIM_WAYS ||
             (field->dim == DIM_SIZE && strcmp(q->unit, "bytes") == 0);
    if (q->stated < 0)
        machine_report(d, "machine-negative", &q->value,
                       "'%s' is negative; what a machine costs or has is zero or more", q->path);
    else if (q->stated == 0 && !field->may_be_zero)
        machine_report(d, "machine-zero", &q->value,
                       "'%s' is zero; leave the key out if it is not known", q->path);
    else if (field->dim == DIM_FRACTION && q->stated > 1)
        machine_report(d, "machine-fraction", &q->value, "'%s' is a fraction, from 0 to 1",
                       q->path);
    else if (counts && q->stated != rint(q->stated))
        machine_report(d, "machine-whole", &q->value, "'%s' counts whole things; round it",
                       q->path);
    else
        machine_check_range(d, q, field);
}

static void check_quantities(machine_draft *d, const quantity_table *table, const void *component)
{
    for (int i = 0; i < table->count; ++i)
        check_quantity(d, quantity_at(component, &table->fields[i]), &table->fields[i]);
}

static void check_cache(machine_draft *d, const sag_memory *m, int i)
{
    const sag_cache *c = &m->caches[i];

    check_quantities(d, &cache_table, c);
    if (c->size.is_set && c->line.is_set && c->associativity.is_set &&
        c->line.value * c->associativity.value > c->size.value)
        machine_report(d, "machine-cache", &c->size.value,
                       "%s holds %.0f bytes, less than one set of %.0f lines of %.0f bytes",
                       c->name, c->size.value, c->associativity.value, c->line.value);
    if (i && c->size.is_set && m->caches[i - 1].size.is_set &&
        c->size.value < m->caches[i - 1].size.value)
        machine_report(d, "machine-cache", &c->size.value,
                       "%s is smaller than %s before it; name the nearest cache first", c->name,
                       m->caches[i - 1].name);
}

static void check_memory(machine_draft *d, const sag_memory *m)
{
    check_quantities(d, &memory_table, m);
    for (int i = 0; i < m->cache_count; ++i)
        check_cache(d, m, i);
    if (m->usable.is_set && m->size.is_set && m->usable.value > m->size.value)
        machine_report(d, "machine-memory", &m->usable.value,
                       "more memory is usable than there is: %.0f of %.0f bytes", m->usable.value,
                       m->size.value);
}

static void check_pieces(machine_draft *d, int count, const message_piece *pieces)
{
    for (int i = 0; i < count; ++i) {
        const message_piece *p = &pieces[i];
        check_quantities(d, &piece_table, p);
        if (!p->from.is_set || p->from.stated < 0)
            continue;
        if (i == 0 && p->from.value > 0)
            machine_report(d, "machine-pieces", &p->from.value,
                           "the first piece begins at %.0f, and nothing prices a shorter message; "
                           "begin at 0",
                           p->from.value);
        if (i && pieces[i - 1].from.is_set && p->from.value <= pieces[i - 1].from.value)
            machine_report(d, "machine-pieces", &p->from.value,
                           "this piece begins at %.0f bytes and the one before it at %.0f; put "
                           "the pieces in ascending order",
                           p->from.value, pieces[i - 1].from.value);
        if (p->packet.is_set != p->per_packet.is_set)
            machine_report(d, "machine-pieces", p,
                           "a piece that steps by packets has both 'packet_bytes' and "
                           "'per_packet_us'");
        if (p->handshake.is_set && p->fetch.is_set)
            machine_report(d, "machine-pieces", &p->fetch.value,
                           "a message with a handshake keeps its sender, and one that its receiver "
                           "fetches does not; keep one of 'handshake' and 'fetch'");
    }
}

static void check_collective(machine_draft *d, const sag_collective *c)
{
    bool is_pattern = c->algorithm == COLLECTIVE_PATTERN;

    check_pieces(d, c->piece_count, c->pieces);
    machine_verify_measured(d, c);
    machine_verify_library(d, c);
    for (int i = 0; i < c->measured_count; ++i)
        check_pieces(d, c->measured[i].function.piece_count, c->measured[i].function.pieces);
    if (is_pattern && !c->piece_count)
        machine_report(d, "machine-collective", c,
                       "a pattern is its own function of bytes; give its 'pieces'");
    if (is_pattern && !c->measures_origin.source)
        machine_report(d, "machine-collective", c,
                       "say what the pattern 'measures': completion, or one processor's "
                       "participation");
    if (c->subgroups_origin.source && (!is_pattern || c->subgroups == COLLECTIVE_PATTERN))
        machine_report(d, "machine-collective", c,
                       "'subgroups' names the algorithm of groups to which a 'pattern' of all "
                       "processors does not apply: one that sends messages; drop the key, or "
                       "write another");
    if (!is_pattern && (c->piece_count || c->measures_origin.source))
        machine_report(d, "machine-collective", c,
                       "algorithm '%s' sends messages and needs no function of its own; drop "
                       "'pieces' and 'measures', or write algorithm 'pattern'",
                       collective_algorithm_name(c->algorithm));
}

static void check_pattern(machine_draft *d, const sag_pattern *p, sag_pattern_kind kind)
{
    int functions = p->any.piece_count > 0;

    check_pieces(d, p->any.piece_count, p->any.pieces);
    for (int i = 0; i < PATTERN_DIMS_MAX; ++i) {
        check_pieces(d, p->dims[i].piece_count, p->dims[i].pieces);
        functions += p->dims[i].piece_count > 0;
    }
    if (!functions)
        machine_report(d, "machine-pattern", p,
                       "the pattern '%s' has no function; give its 'pieces', or those on grids of "
                       "one dimension under 'dims_1'",
                       sag_pattern_name(kind));
}

static bool has_levels(topology t)
{
    switch (t) {
    case TOPOLOGY_SWITCH:
    case TOPOLOGY_FAT_TREE:
    case TOPOLOGY_DRAGONFLY:
        return true;
    case TOPOLOGY_HYPERCUBE:
    case TOPOLOGY_FULL:
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        break;
    }
    return false;
}

static void check_levels(machine_draft *d, const sag_communication *c, int count,
                         const message_piece *pieces)
{
    for (int i = 0; i < count && !has_levels(c->topology); ++i) {
        const quantity *level[] = {&pieces[i].per_byte_level_1, &pieces[i].per_byte_level_2,
                                   &pieces[i].per_byte_level_3};
        for (int k = 0; k < 3; ++k)
            if (level[k]->is_set)
                machine_report(d, "machine-topology", &level[k]->value,
                               "'%s' is for a network of switches, and a %s network has no levels; "
                               "write 'per_byte'",
                               level[k]->path, topology_name(c->topology));
    }
}

/* What shapes one network alone: present there, and nowhere else. */
static void check_shape(machine_draft *d, const sag_communication *c, const quantity *q,
                        const char *key, topology of)
{
    if (c->topology == of && !q->is_set)
        machine_report(d, "machine-topology", c,
                       "a %s network needs '%s'; docs/machines.md says what it counts",
                       topology_name(of), key);
    if (c->topology != of && q->is_set)
        machine_report(d, "machine-topology", &q->value,
                       "'%s' shapes a %s network, and this is a %s network; drop it", key,
                       topology_name(of), topology_name(c->topology));
}

/* What is below the switches of each level of a tree. */
static void check_arities(machine_draft *d, const sag_communication *c)
{
    const quantity *below[] = {&c->arity, &c->arity_2, &c->arity_3};
    static const char *const key[] = {"arity", "arity_2", "arity_3"};
    for (int k = 0; k < 3; ++k) {
        if (!below[k]->is_set)
            continue;
        if (c->topology != TOPOLOGY_FAT_TREE) {
            if (k > 0)
                check_shape(d, c, below[k], key[k], TOPOLOGY_FAT_TREE);
        } else if (below[k]->value < 2) {
            machine_report(d, "machine-topology", &below[k]->value,
                           "a switch of a tree joins at least two; '%s' is how many", key[k]);
        }
    }
    if (c->arity_3.is_set && !c->arity_2.is_set)
        machine_report(d, "machine-topology", &c->arity_3.value,
                       "levels of a tree are stated from the lowest on: 'arity', 'arity_2', then "
                       "'arity_3'");
}

static void check_topology(machine_draft *d, const sag_communication *c)
{
    check_shape(d, c, &c->arity, "arity", TOPOLOGY_FAT_TREE);
    check_shape(d, c, &c->switch_nodes, "switch_nodes", TOPOLOGY_DRAGONFLY);
    check_shape(d, c, &c->group_nodes, "group_nodes", TOPOLOGY_DRAGONFLY);
    if (c->side_1.is_set && c->topology != TOPOLOGY_MESH && c->topology != TOPOLOGY_TORUS)
        machine_report(d, "machine-topology", &c->side_1.value,
                       "sides shape a mesh or a torus, and this is a %s network; drop them",
                       topology_name(c->topology));
    if ((c->side_2.is_set && !c->side_1.is_set) || (c->side_3.is_set && !c->side_2.is_set))
        machine_report(d, "machine-topology",
                       c->side_3.is_set ? &c->side_3.value : &c->side_2.value,
                       "sides are stated from the first one on: 'side_1', then 'side_2'");
    check_arities(d, c);
    if (c->switch_nodes.is_set && c->group_nodes.is_set && c->switch_nodes.value > 0 &&
        fmod(c->group_nodes.value, c->switch_nodes.value) > 0)
        machine_report(d, "machine-topology", &c->group_nodes.value,
                       "a group consists of whole switches of %.0f nodes, and %.0f is no multiple "
                       "of that",
                       c->switch_nodes.value, c->group_nodes.value);
}

static void check_functions(machine_draft *d, const sag_communication *c)
{
    check_pieces(d, c->piece_count, c->pieces);
    check_pieces(d, c->send_piece_count, c->send_pieces);
    check_levels(d, c, c->piece_count, c->pieces);
    check_pieces(d, c->inside.piece_count, c->inside.pieces);
    check_pieces(d, c->inside_send.piece_count, c->inside_send.pieces);
    for (int k = 0; k < PATTERN_COUNT; ++k) {
        const sag_pattern *p = &c->pattern[k];
        if (!p->is_set)
            continue;
        check_pattern(d, p, (sag_pattern_kind)k);
        check_levels(d, c, p->any.piece_count, p->any.pieces);
        for (int i = 0; i < PATTERN_DIMS_MAX; ++i)
            check_levels(d, c, p->dims[i].piece_count, p->dims[i].pieces);
    }
}

static void check_communication(machine_draft *d, const sag_communication *c)
{
    bool is_cube = c->topology == TOPOLOGY_HYPERCUBE, is_embedded = c->embedding_origin.source;

    check_quantities(d, &communication_table, c);
    check_quantities(d, &extrapolation_table, &c->extrapolation);
    if (c->extrapolation.requests_origin.source && c->extrapolation.requests == SERVICE_POLL &&
        !c->extrapolation.poll_every.is_set)
        machine_report(d, "machine-missing", &c->extrapolation.requests,
                       "who polls looks for requests every so often; say 'poll_every_us', too");
    check_functions(d, c);
    check_topology(d, c);
    machine_verify_links(d, c);
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k)
        if (c->collective[k].is_set)
            check_collective(d, &c->collective[k]);
    if (is_cube && !is_embedded)
        machine_report(d, "machine-embedding", c,
                       "a hypercube needs an 'embedding', gray or row_major: where the processors "
                       "of a grid are embedded in it");
    if (!is_cube && c->embedding == EMBED_GRAY)
        machine_report(d, "machine-embedding", &c->embedding,
                       "a Gray code embeds a grid in a hypercube, and this is a %s network; "
                       "drop 'embedding'",
                       topology_name(c->topology));
    if (c->nodes_max_origin.source && c->nodes_max < 1)
        machine_report(d, "machine-count", &c->nodes_max, "a network joins at least one node");
}

static void check_unit(machine_draft *d, const sag_unit *unit)
{
    if (unit->processing) {
        check_quantities(d, &processing_table, unit->processing);
        check_quantities(d, &operation_table, unit->processing);
        check_quantities(d, &throughput_table, unit->processing);
    }
    if (unit->memory)
        check_memory(d, unit->memory);
    if (unit->communication)
        check_communication(d, unit->communication);
    if (unit->io)
        check_quantities(d, &io_table, unit->io);
}

/* ---- what is missing ---- */

/* One report a component: the keys that it lacks, in the first unit of each. */
static void check_complete(machine_draft *d, bool is_executing, const void *component, int count,
                           const quantity_table *const *tables)
{
    enum { NAMED = 8 };
    arena *a = d->ctx->arena;
    const char *missing = NULL;
    int lacking = 0;

    for (int t = 0; t < count; ++t)
        for (int i = 0; i < tables[t]->count; ++i) {
            const quantity_field *f = &tables[t]->fields[i];
            int units;
            bool is_needed =
                f->need == NEEDED_ALWAYS || (f->need == NEEDED_EXECUTING && is_executing);
            if (!is_needed || quantity_at(component, f)->is_set)
                continue;
            const char *key = quantity_key(a, f, dimension_units(f->dim, &units)->name);
            if (++lacking <= NAMED)
                missing = missing ? arena_printf(a, "%s, %s", missing, key) : key;
        }
    if (!lacking)
        return;
    if (lacking > NAMED)
        missing = arena_printf(a, "%s and %d more", missing, lacking - NAMED);
    machine_report(d, "machine-missing", component, "this lacks %s%s", missing,
                   is_executing ? "; the unit that executes the program needs every cost" : "");
}

static void check_function_complete(machine_draft *d, const message_function *f)
{
    static const quantity_table *const piece[] = {&piece_table};
    for (int i = 0; i < f->piece_count; ++i)
        check_complete(d, false, &f->pieces[i], 1, piece);
}

static void check_pattern_complete(machine_draft *d, const sag_pattern *p)
{
    check_function_complete(d, &p->any);
    for (int i = 0; i < PATTERN_DIMS_MAX; ++i)
        check_function_complete(d, &p->dims[i]);
}

static void check_unit_complete(machine_draft *d, const sag_unit *unit, const sag *machine)
{
    static const quantity_table *const processing[] = {&processing_table, &operation_table};
    static const quantity_table *const memory[] = {&memory_table};
    static const quantity_table *const cache[] = {&cache_table};
    static const quantity_table *const communication[] = {&communication_table};
    static const quantity_table *const piece[] = {&piece_table};
    static const quantity_table *const io[] = {&io_table};
    const sag_communication *c = unit->communication;

    if (unit->processing) {
        bool executes = unit->processing == machine->processing;
        check_complete(d, executes, unit->processing, 2, processing);
        if (executes && !unit->processing->compose_origin.source)
            machine_report(d, "machine-missing", unit->processing,
                           "this lacks 'composition', in_order or out_of_order: how the costs of "
                           "operations add up");
    }
    if (unit->memory) {
        check_complete(d, unit->memory == machine->memory, unit->memory, 1, memory);
        for (int i = 0; i < unit->memory->cache_count; ++i)
            check_complete(d, false, &unit->memory->caches[i], 1, cache);
    }
    if (c) {
        check_complete(d, c == machine->communication, c, 1, communication);
        for (int i = 0; i < c->piece_count; ++i)
            check_complete(d, false, &c->pieces[i], 1, piece);
        for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
            const sag_collective *g = &c->collective[k];
            if (!g->is_set && c == machine->communication &&
                collective_has_algorithm((collective_kind)k))
                machine_report(d, "machine-missing", c,
                               "this lacks the collective '%s'; name its algorithm, 'direct' if "
                               "the machine has none",
                               collective_kind_name((collective_kind)k));
            for (int i = 0; i < g->piece_count; ++i)
                check_complete(d, false, &g->pieces[i], 1, piece);
        }
        for (int k = 0; k < PATTERN_COUNT; ++k)
            check_pattern_complete(d, &c->pattern[k]);
    }
    if (unit->io)
        check_complete(d, false, unit->io, 1, io);
}

/* The node executes the program; the nearest communication component at it or
 * above it joins the nodes. */
void machine_set_shortcuts(machine_draft *d)
{
    sag *m = d->machine;

    m->processing = m->node->processing;
    m->memory = m->node->memory;
    m->communication = NULL;
    for (int u = (int)(m->node - d->units); u >= 0 && !m->communication; u = d->parent[u])
        m->communication = d->units[u].communication;
    if (!m->processing)
        machine_report(d, "machine-missing", m,
                       "'%s' has no processing component, and cannot execute a program",
                       m->node->name);
    if (!m->memory)
        machine_report(d, "machine-missing", m,
                       "'%s' has no memory component, and cannot hold a program", m->node->name);
    if (!m->communication)
        machine_report(d, "machine-missing", m,
                       "no communication component joins the nodes; '%s' or a unit above it "
                       "needs one",
                       m->node->name);
    if (m->link && !m->link->communication)
        machine_report(d, "machine-missing", &m->link,
                       "'%s' has no communication component, and cannot join the host to the nodes",
                       m->link->name);
    if (m->host && !m->host->io)
        machine_report(d, "machine-missing", &m->host,
                       "'%s' has no input/output component, and cannot start the nodes or serve "
                       "their files",
                       m->host->name);
}

void machine_verify(machine_draft *draft)
{
    for (int i = 0; i < draft->unit_count; ++i)
        check_unit(draft, &draft->units[i]);
    if (!draft->is_good || !draft->machine->root)
        return;
    machine_set_shortcuts(draft);
    for (int i = 0; i < draft->unit_count && draft->is_good; ++i)
        check_unit_complete(draft, &draft->units[i], draft->machine);
}
