#include "sysmodels/model/adjust.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "support/format.h"
#include "sysmodels/change/placement.h"
#include "sysmodels/change/value_kind.h"
#include "sysmodels/file/path.h"
#include "sysmodels/network/place.h"

/* What scaling and loading do to the parts of a machine. */
typedef struct scaling {
    fp_context *ctx;
    const sag_change *change;
} scaling;

/* "--scale processor=2", as people write it. */
static const char *option_text(arena *a, const sag_change *change)
{
    static const char *const names[] = {
        [CHANGE_PROCESSOR_SPEED] = "--scale processor", [CHANGE_MEMORY_SPEED] = "--scale memory",
        [CHANGE_BANDWIDTH] = "--scale bandwidth",       [CHANGE_NETWORK_LOAD] = "--load network",
        [CHANGE_PROCESSOR_LOAD] = "--load processor",
    };
    return arena_printf(a, "%s=%g", names[change->kind], change->amount);
}

static void scale(const scaling *s, quantity *q, double factor)
{
    arena *a = s->ctx->arena;
    const char *before = machine_stated(a, q);

    q->stated *= factor;
    q->value *= factor;
    q->source = arena_printf(a, "%s: %.6g × %s (%s: %s)", option_text(a, s->change), factor, before,
                             provenance_name(q->from), q->source);
    q->from = FROM_USER;
}

/* Scales the times of a part, in clocks and in absolute units by factors of
 * their own. */
static void scale_times(const scaling *s, const machine_part *part, double clocks, double absolute)
{
    const quantity_table *tables[MACHINE_TABLES_MAX];
    int count = machine_tables(part->kind, tables);

    for (int t = 0; t < count; ++t)
        for (int i = 0; i < tables[t]->count; ++i) {
            const quantity_field *field = &tables[t]->fields[i];
            quantity *q = (quantity *)(void *)((char *)part->what + field->sag_offset);
            if (!q->is_set || field->dim != DIM_CPU_TIME)
                continue;
            double factor = strcmp(q->unit, "clk") == 0 ? clocks : absolute;
            if (factor < 1 || factor > 1)
                scale(s, q, factor);
        }
}

static bool is_memory(const machine_part *part)
{
    return part->kind == MACHINE_MEMORY || part->kind == MACHINE_CACHE;
}

/* A faster processor has a faster clock: what counts its clocks follows, what is
 * in nanoseconds is divided. The memory is as fast as it was. */
static void speed_processor(void *data, const machine_part *part)
{
    const scaling *s = data;
    double times = s->change->amount;

    if (!part->is_executing)
        return;
    if (part->kind == MACHINE_PROCESSING)
        scale(s, &((sag_processing *)part->what)->clock, times);
    if (part->kind == MACHINE_PROCESSING || part->kind == MACHINE_THROUGHPUT)
        scale_times(s, part, 1, 1 / times);
    if (is_memory(part))
        scale_times(s, part, times, 1);
}

static void speed_memory(void *data, const machine_part *part)
{
    const scaling *s = data;
    if (part->is_executing && is_memory(part))
        scale_times(s, part, 1 / s->change->amount, 1 / s->change->amount);
}

/* Others have the processor for a part of the time; the program waits for it
 * with all that it does there, memory too. */
static void load_processor(void *data, const machine_part *part)
{
    const scaling *s = data;
    double left = 1 - s->change->amount;

    if (!part->is_executing)
        return;
    if (part->kind == MACHINE_PROCESSING)
        scale(s, &((sag_processing *)part->what)->clock, left);
    if (part->kind == MACHINE_PROCESSING || part->kind == MACHINE_THROUGHPUT || is_memory(part))
        scale_times(s, part, 1, 1 / left);
}

static void scale_links(const scaling *s, sag_communication *c, double factor)
{
    quantity *rates[] = {&c->port_per_byte,
                         &c->link_per_byte,
                         &c->backbone_per_byte,
                         &c->global_per_byte,
                         &c->link_per_byte_1,
                         &c->link_per_byte_2,
                         &c->link_per_byte_3,
                         &c->extrapolation.interface_per_byte,
                         &c->extrapolation.latency_per_byte};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; ++i)
        if (rates[i]->is_set)
            scale(s, rates[i], factor);
}

/* Parashar and Hariri 1996, section 2.3: "the effect of increased network load on a particular
 * communication channel is modeled by decreasing the effective available
 * bandwidth on that channel". Startups are the nodes' and stay. */
static void scale_bandwidth(void *data, const machine_part *part)
{
    const scaling *s = data;
    double times = s->change->kind == CHANGE_BANDWIDTH ? s->change->amount : 1 - s->change->amount;
    message_piece *p = part->what;

    if (part->is_executing && part->kind == MACHINE_COMMUNICATION)
        scale_links(s, part->what, 1 / times);
    if (!part->is_executing || (part->kind != MACHINE_PIECE && part->kind != MACHINE_MEASURED))
        return;
    quantity *rates[PIECE_RATES];
    piece_rates(p, rates);
    for (int i = 0; i < PIECE_RATES; ++i)
        if (rates[i]->is_set)
            scale(s, rates[i], 1 / times);
}

static double nodes_for(const sag_communication *c, double processors)
{
    return ceil(processors / sag_ranks_per_node(c));
}

static void raise_nodes(void *data, const machine_part *part)
{
    const scaling *s = data;
    sag_communication *c = part->what;

    if (!part->is_executing || part->kind != MACHINE_COMMUNICATION)
        return;
    c->nodes_max_origin.source =
        arena_printf(s->ctx->arena, "supposed, instead of %d (%s: %s)", c->nodes_max,
                     provenance_name(c->nodes_max_origin.from), c->nodes_max_origin.source);
    c->nodes_max_origin.from = FROM_USER;
    c->nodes_max = (int)nodes_for(c, s->change->amount);
}

static void place(void *data, const machine_part *part)
{
    const scaling *s = data;
    if (!part->is_executing || part->kind != MACHINE_COMMUNICATION)
        return;
    if (s->change->kind == CHANGE_PLACEMENT)
        placement_set(s->ctx, s->change, part->what);
    else
        placement_set_ranks(s->ctx, s->change, part->what);
}

static const char *sentence(fp_context *ctx, const sag *machine, const sag_change *change)
{
    arena *a = ctx->arena;
    double x = change->amount;

    switch (change->kind) {
    case CHANGE_PROCESSOR_SPEED:
        return arena_printf(a, "the processor is %.4g times as fast; memory and network are not",
                            x);
    case CHANGE_MEMORY_SPEED:
        return arena_printf(a, "the memory is %.4g times as fast", x);
    case CHANGE_BANDWIDTH:
        return arena_printf(a, "the network has %.4g times the bandwidth, and the same startups",
                            x);
    case CHANGE_NETWORK_LOAD:
        return arena_printf(a, "others use %s of the network: %s of the bandwidth is left",
                            format_percent(a, x), format_percent(a, 1 - x));
    case CHANGE_PROCESSOR_LOAD:
        return arena_printf(
            a, "others use %s of each processor's time: its work takes %.3g times as long",
            format_percent(a, x), 1 / (1 - x));
    case CHANGE_NODES:
        return arena_printf(a, "%s has %.0f nodes; the largest has %d", machine->name,
                            nodes_for(machine->communication, x),
                            machine->communication->nodes_max);
    case CHANGE_RANKS_PER_NODE:
    case CHANGE_PLACEMENT:
        return placement_sentence(a, change);
    case CHANGE_PARAMETER:
        break;
    }
    assert(false && "a change without a sentence of its own");
    return "";
}

static machine_visit *visit_for(sag_change_kind kind)
{
    switch (kind) {
    case CHANGE_PROCESSOR_SPEED:
        return speed_processor;
    case CHANGE_MEMORY_SPEED:
        return speed_memory;
    case CHANGE_PROCESSOR_LOAD:
        return load_processor;
    case CHANGE_BANDWIDTH:
    case CHANGE_NETWORK_LOAD:
        return scale_bandwidth;
    case CHANGE_NODES:
        return raise_nodes;
    case CHANGE_RANKS_PER_NODE:
    case CHANGE_PLACEMENT:
        return place;
    case CHANGE_PARAMETER:
        break;
    }
    return NULL;
}

static void add_supposition(fp_context *ctx, sag *machine, const char *text)
{
    int count = machine->supposition_count;
    const char **all = ARENA_ARRAY(ctx->arena, count + 1, const char *);

    for (int i = 0; i < count; ++i)
        all[i] = machine->suppositions[i];
    all[count] = text;
    machine->suppositions = all;
    machine->supposition_count = count + 1;
}

static bool is_needless(const sag *machine, const sag_change *change)
{
    int most = machine->communication->nodes_max;
    return change->kind == CHANGE_NODES &&
           (most == 0 || most >= nodes_for(machine->communication, change->amount));
}

const sag *sag_adjust(fp_context *ctx, const sag *machine, int change_count,
                      const sag_change *changes)
{
    machine_draft draft = {.ctx = ctx};
    const char *what;

    for (int i = 0; i < change_count; ++i) {
        const sag_change *change = &changes[i];
        scaling s = {ctx, change};
        if (is_needless(machine, change))
            continue;
        if (change->kind == CHANGE_PARAMETER) {
            if (!machine_set_parameter(ctx, machine, change, &draft, &what))
                return NULL;
        } else {
            what = sentence(ctx, machine, change);
            machine_copy(ctx, machine, visit_for(change->kind), &s, &draft);
        }
        add_supposition(ctx, draft.machine, what);
        machine = draft.machine;
    }
    if (draft.machine)
        machine_verify(&draft);
    return !draft.machine || draft.is_good ? machine : NULL;
}
