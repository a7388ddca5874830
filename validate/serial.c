#include "validate/serial.h"

#include "support/process.h"

const char *serial_clock_source(arena *a, const validate_setup *setup)
{
    return arena_printf(a, "%s/validate/clock/serial_clock.c", setup->runtime_root);
}

static const char *clock_object(arena *a, const char *folder)
{
    return process_quote(a, arena_printf(a, "%s/serial_clock.o", folder));
}

const char *serial_build_clock(arena *a, const validate_setup *setup, const char *folder)
{
    return arena_printf(a, "%s -w -c %s -o %s", setup->mpicc,
                        process_quote(a, serial_clock_source(a, setup)), clock_object(a, folder));
}

/* XMP_SEQUENTIAL: the functions of xmp.h have bodies for one processor. */
const char *serial_compile(arena *a, const validate_setup *setup, const validate_case *c)
{
    const char *text =
        arena_printf(a, "%s -w -DXMP_SEQUENTIAL -I%s", setup->is_serial ? setup->mpicc : setup->cc,
                     process_quote(a, setup->header_dir));
    for (int i = 0; i < c->flag_count; i++)
        text = arena_printf(a, "%s %s", text, process_quote(a, c->flags[i]));
    return text;
}

const char *serial_preprocess(arena *a, const validate_setup *setup, const validate_case *c,
                              const char *source, const char *out)
{
    /* The folder of a changed source is another one each time. */
    return arena_printf(a, "%s -E%s %s -o %s", serial_compile(a, setup, c), c->changed ? " -P" : "",
                        process_quote(a, source), process_quote(a, out));
}

const char *serial_build(arena *a, const validate_setup *setup, const validate_case *c,
                         const char *source, const char *folder, const char *out)
{
    return arena_printf(a, "%s %s %s -lm -o %s", serial_compile(a, setup, c),
                        process_quote(a, source), clock_object(a, folder), process_quote(a, out));
}

const char *serial_run(arena *a, const validate_setup *setup, const char *executable)
{
    return arena_printf(a, "%s %s", setup->mpirun, process_quote(a, executable));
}
