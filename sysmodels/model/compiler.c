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
