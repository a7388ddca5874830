/* Machine files: what is a machine can be printed in each form, and is read again from what is
 * written of it; what is none has an error, which the project's own schema found. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/context.h"
#include "sysmodels/model/sag.h"
#include "tests/fuzz/fuzz.h"

static FILE *memory(char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    if (!out)
        abort();
    return out;
}

static void print(fp_context *ctx, const sag *machine)
{
    char *text;
    size_t length;
    FILE *out = memory(&text, &length);
    sag_print(ctx, machine, out, 100);
    sag_print(ctx, machine, out, 40);
    sag_print_table(ctx, 1, &machine, out, 80);
    sag_print_dot(machine, out);
    sag_print_json(ctx, machine, out);
    fclose(out);
    free(text);
}

static void write_and_read(fp_context *ctx, const sag *machine)
{
    char *text;
    size_t length;
    FILE *out = memory(&text, &length);
    assert(sag_write(ctx, machine, out));
    fclose(out);
    assert(sag_read(ctx, source_add(ctx->sources, "written.yaml", text, length)));
    free(text);
}

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    const sag *machine = sag_read(ctx, source_add(ctx->sources, "machine.yaml", text, length));
    assert((machine != NULL) == !diag_has_errors(ctx->diags));
    if (machine) {
        print(ctx, machine);
        write_and_read(ctx, machine);
    }
    char *said;
    size_t size;
    FILE *out = memory(&said, &size);
    diag_print(ctx->diags, out, false, DIAG_REMARK);
    fclose(out);
    assert(!strstr(said, "libcyaml refuses"));
    free(said);
    fp_context_free(ctx);
}
