/* Profiles of compilers: one that is read can be printed and put into a machine; what is none has
 * an error, which the project's own schema found. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/context.h"
#include "sysmodels/model/compiler.h"
#include "tests/fuzz/fuzz.h"

static FILE *memory(char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    if (!out)
        abort();
    return out;
}

/* What is written is read again. */
static void write_again(fp_context *ctx, const sag_compiler *compiler)
{
    char *text;
    size_t length;
    FILE *out = memory(&text, &length);
    assert(sag_compiler_write(ctx, compiler, out));
    fclose(out);
    assert(sag_compiler_read(ctx, source_add(ctx->sources, "written.yaml", text, length)));
    free(text);
}

static void use(fp_context *ctx, const sag_compiler *compiler)
{
    static const char *const dirs[] = {FP_SOURCE_DIR "/sysmodels/machines"};
    char *text;
    size_t length;
    FILE *out = memory(&text, &length);
    sag_compiler_print(ctx, compiler, out, 100);
    sag_compiler_print(ctx, compiler, out, 30);
    sag_compiler_print_table(ctx, 1, &compiler, out, 80);
    fclose(out);
    free(text);
    write_again(ctx, compiler);
    const sag *machine = sag_compiled(ctx, sag_open(ctx, "ipsc860", 1, dirs), compiler);
    assert(machine && !diag_has_errors(ctx->diags));
}

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    const sag_compiler *compiler =
        sag_compiler_read(ctx, source_add(ctx->sources, "compiler.yaml", text, length));
    assert((compiler != NULL) == !diag_has_errors(ctx->diags));
    if (compiler)
        use(ctx, compiler);
    char *said;
    size_t size;
    FILE *out = memory(&said, &size);
    diag_print(ctx->diags, out, false, DIAG_REMARK);
    fclose(out);
    assert(!strstr(said, "libcyaml refuses"));
    free(said);
    fp_context_free(ctx);
}
