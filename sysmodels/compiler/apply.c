#include <string.h>

#include "sysmodels/file/copy.h"
#include "sysmodels/model/compiler.h"

/* Puts a profile into a machine. */

typedef struct compiling {
    fp_context *ctx;
    const sag *machine;
    const sag_compiler *compiler;
    const char *told; /* "exchange phased instead of posted, packing always"; null: nothing */
    bool is_changed;
} compiling;

/* "f90d: Parashar and Hariri 1996, section 4.1": of a value that the profile has changed. */
static origin origin_of(const compiling *c, const origin *from)
{
    return (origin){from->from, arena_printf(c->ctx->arena, "compiler %s: %s", c->compiler->name,
                                             from->source)};
}

/* Notes what the profile tells, and what that was, where it was something else. */
static void note(compiling *c, const char *name, const char *now, const char *before)
{
    arena *a = c->ctx->arena;
    const char *text = arena_printf(a, "%s %s", name, now);
    if (before)
        text = arena_printf(a, "%s instead of %s", text, before);
    c->told = c->told ? arena_printf(a, "%s, %s", c->told, text) : text;
    c->is_changed |= before != NULL;
}

static void set_words(compiling *c, sag_communication *to)
{
    const sag_compiler *from = c->compiler;

    if (from->exchange_origin.source) {
        bool is_other = from->exchange != to->exchange;
        note(c, "exchange", exchange_rule_name(from->exchange),
             is_other ? exchange_rule_name(to->exchange) : NULL);
        if (is_other)
            to->exchange_origin = origin_of(c, &from->exchange_origin);
        to->exchange = from->exchange;
    }
    if (from->packing_origin.source) {
        bool is_other = from->packing != to->packing;
        note(c, "packing", packing_rule_name(from->packing),
             is_other ? packing_rule_name(to->packing) : NULL);
        if (is_other)
            to->packing_origin = origin_of(c, &from->packing_origin);
        to->packing = from->packing;
    }
}

static const char *time_text(const compiling *c, const quantity *q)
{
    return arena_printf(c->ctx->arena, "%.6g %s", q->stated, q->unit[0] == 'u' ? "µs" : q->unit);
}

static void set_overhead(compiling *c, sag_communication *to)
{
    const quantity *from = &c->compiler->call_overhead;
    quantity *q = &to->call_overhead;

    if (!from->is_set)
        return;
    bool is_other = !q->is_set || from->value < q->value || from->value > q->value;
    note(c, "call overhead", time_text(c, from),
         !is_other    ? NULL
         : !q->is_set ? "none"
                      : time_text(c, q));
    if (!is_other)
        return;
    *q = *from; /* its path becomes the machine's, as machine_copy goes on */
    q->source = origin_of(c, &(origin){from->from, from->source}).source;
    if (q->relative_error < 0)
        q->relative_error = c->machine->relative_error[q->from];
}

/* What the machine has of another algorithm, or measured of it, is gone with that. */
static void set_collective(compiling *c, sag_collective *to, collective_kind kind)
{
    const origin *from = &c->compiler->algorithm_origin[kind];
    collective_algorithm algorithm = c->compiler->algorithm[kind];

    if (!from->source)
        return;
    bool is_other = !to->is_set || to->algorithm != algorithm || to->measured_count > 0;
    const char *before = !to->is_set              ? "none"
                         : to->measured_count > 0 ? "what was measured"
                                                  : collective_algorithm_name(to->algorithm);
    note(c, collective_kind_name(kind), collective_algorithm_name(algorithm),
         is_other ? before : NULL);
    if (is_other)
        *to = (sag_collective){
            .is_set = true, .algorithm = algorithm, .algorithm_origin = origin_of(c, from)};
}

/* What the machine measured of the whole communication is of another way. */
static void set_way(compiling *c, sag_communication *to, told_pattern told)
{
    const sag_compiler *from = c->compiler;
    sag_pattern_kind kind = sag_told_pattern(told);
    if (!from->way_origin[told].source)
        return;
    sag_pattern *pattern = &to->pattern[kind];
    bool is_whole = pattern->is_set && pattern->measures != MEASURES_MESSAGE;
    const char *before = is_whole                          ? "what was measured"
                         : from->way[told] != WAY_MESSAGES ? pattern_way_name(WAY_MESSAGES)
                                                           : NULL;
    note(c, sag_pattern_name(kind), pattern_way_name(from->way[told]), before);
    if (is_whole)
        *pattern = (sag_pattern){0};
}

/* What is of programs, and of no machine: it is asked of machine->compiler. */
static void note_program(compiling *c)
{
    const sag_compiler *from = c->compiler;
    if (from->messages_origin.source)
        note(c, "messages", message_form_name(from->messages),
             from->messages != MESSAGES_VECTORS ? message_form_name(MESSAGES_VECTORS) : NULL);
    if (from->loops_origin.source)
        note(c, "loop order", loop_order_name(from->loops),
             from->loops != LOOPS_SOURCE ? loop_order_name(LOOPS_SOURCE) : NULL);
}

static void compile_part(void *data, const machine_part *part)
{
    compiling *c = data;
    sag_communication *to = part->what;

    if (part->kind != MACHINE_COMMUNICATION || !part->is_executing)
        return;
    set_words(c, to);
    set_overhead(c, to);
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k)
        set_collective(c, &to->collective[k], (collective_kind)k);
    for (int k = 0; k < TOLD_PATTERN_COUNT; ++k)
        set_way(c, to, (told_pattern)k);
}

static void add_supposition(const compiling *c, sag *machine)
{
    arena *a = c->ctx->arena;
    int count = machine->supposition_count;
    const char **all = ARENA_ARRAY(a, count + 1, const char *);

    for (int i = 0; i < count; ++i)
        all[i] = machine->suppositions[i];
    all[count] = arena_printf(a, "the program is compiled by %s: %s", c->compiler->name,
                              c->told ? c->told : "all as the machine's file says");
    machine->suppositions = all;
    machine->supposition_count = count + 1;
}

/* The queues of adapters are followed message by message, and elements are too many for that. */
static bool check_elements(fp_context *ctx, const sag *machine)
{
    if (sag_message_form(machine) != MESSAGES_ELEMENTS ||
        machine->communication->exchange != EXCHANGE_ADAPTER)
        return true;
    diag_report(ctx->diags, DIAG_ERROR, "compiler-elements", (source_range){0},
                "the compiler '%s' sends elements one by one, which is not predicted with the "
                "exchange rule 'adapter' of '%s': say another 'exchange' in the profile",
                machine->compiler->name, machine->name);
    return false;
}

const sag *sag_compiled(fp_context *ctx, const sag *machine, const sag_compiler *compiler)
{
    compiling c = {.ctx = ctx, .machine = machine, .compiler = compiler};
    machine_draft draft;

    machine_copy(ctx, machine, compile_part, &c, &draft);
    note_program(&c);
    draft.machine->compiler = compiler;
    if (c.is_changed || strcmp(compiler->name, DEFAULT_COMPILER) != 0)
        add_supposition(&c, draft.machine);
    machine_verify(&draft);
    return draft.is_good && check_elements(ctx, draft.machine) ? draft.machine : NULL;
}

const char *sag_compiler_not_generated(arena *a, const sag_compiler *compiler)
{
    const char *all = NULL;
    if (compiler->messages == MESSAGES_ELEMENTS)
        all = arena_printf(a, "messages %s", message_form_name(compiler->messages));
    if (compiler->loops != LOOPS_SOURCE)
        all = arena_printf(a, "%s%sloop order %s", all ? all : "", all ? ", " : "",
                           loop_order_name(compiler->loops));
    for (int k = 0; k < TOLD_PATTERN_COUNT; ++k)
        if (compiler->way[k] != WAY_MESSAGES)
            all = arena_printf(a, "%s%s%s %s", all ? all : "", all ? ", " : "",
                               sag_pattern_name(sag_told_pattern((told_pattern)k)),
                               pattern_way_name(compiler->way[k]));
    return all;
}
