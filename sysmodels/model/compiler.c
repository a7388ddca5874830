#include "sysmodels/model/compiler.h"

#include <string.h>

const char *sag_compiler_name(const sag *machine)
{
    return machine->compiler ? machine->compiler->name : DEFAULT_COMPILER;
}

const char *sag_compiled_by(arena *a, const sag *machine)
{
    const char *compiler = sag_compiler_name(machine);
    bool is_default = strcmp(compiler, DEFAULT_COMPILER) == 0;
    return is_default ? "" : arena_printf(a, "compiled by %s", compiler);
}

static const char *heading(arena *a, const char *what, const sag *machine)
{
    const char *by = sag_compiled_by(a, machine);
    return *by ? arena_printf(a, "%s, %s", what, by) : what;
}

const char *sag_heading(arena *a, const sag *machine)
{
    return heading(a, machine->name, machine);
}

const char *sag_several(arena *a, const sag *one)
{
    return heading(a, "several machines", one);
}

message_form sag_message_form(const sag *machine)
{
    return machine->compiler ? machine->compiler->messages : MESSAGES_VECTORS;
}

loop_order sag_loop_order(const sag *machine)
{
    return machine->compiler ? machine->compiler->loops : LOOPS_SOURCE;
}

sag_pattern_kind sag_told_pattern(told_pattern pattern)
{
    static const sag_pattern_kind kinds[TOLD_PATTERN_COUNT] = {
        [TOLD_TRANSPOSE] = PATTERN_transpose,
        [TOLD_REDISTRIBUTE] = PATTERN_redistribute,
        [TOLD_IRREGULAR] = PATTERN_irregular,
    };
    return kinds[pattern];
}

pattern_way sag_pattern_way(const sag *machine, sag_pattern_kind kind)
{
    for (int k = 0; machine->compiler && k < TOLD_PATTERN_COUNT; k++)
        if (sag_told_pattern((told_pattern)k) == kind)
            return machine->compiler->way[k];
    return WAY_MESSAGES;
}
