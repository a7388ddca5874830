/* Directives, a line each without its `#pragma`, in a program with grids, templates and mapped
 * arrays (tests/frontend/resolve/fake_program.h). Each is understood or refused with an error. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/directive/token.h"
#include "tests/frontend/resolve/fake_program.h"
#include "tests/fuzz/fuzz.h"

static const char scope[] =
    "#define N 64\n#define M (N+2)\n#define SQ(x) ((x)*(x))\n#define E\n"
    "float A[N][N];\nfloat B[N][N];\nfloat b[N];\nfloat x;\nint n = 3;\n"
    "int m[3] = {10, 20, N-30};\nint q[4];\n"
    "#pragma hpf processors P(2,2)\n#pragma xmp nodes p(4)\n"
    "#pragma hpf template T(N,N)\n#pragma xmp template t(0:N-1)\n"
    "#pragma hpf distribute T(block,cyclic(2)) onto P\n"
    "#pragma xmp distribute t(block) onto p\n"
    "#pragma hpf align A(i,j) with T(i,j)\n#pragma xmp align b[i] with t(i)\n"
    "#pragma hpf shadow A(1,1)\n#pragma xmp shadow b[1]\n";

static void read_pragma(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    const source_file *file = source_add(ctx->sources, "one.c", text, length);
    const directive *d = fake_parse(ctx, source_range_of(file, strlen("#pragma"), length));
    token_list tokens = {0};
    token_scan(ctx, source_range_of(file, strlen("#pragma"), length), &tokens);
    if ((!d || d->is_broken) && directive_is_ours(tokens.data, tokens.count))
        assert(diag_has_errors(ctx->diags));
    FILE *out = fopen("/dev/null", "w");
    for (; out && d; d = d->next)
        if (!d->is_broken)
            directive_print(d, out);
    if (out)
        fclose(out);
    fp_context_free(ctx);
}

void fuzz_one(const char *text, size_t length)
{
    char *source = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&source, &size);
    if (!out)
        abort();
    fputs(scope, out);
    for (const char *line = text, *end = text + length; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const char *stop = next ? next : end;
        fflush(out);
        size_t from = size;
        fputs("#pragma ", out);
        fwrite(line, 1, (size_t)(stop - line), out);
        fflush(out);
        read_pragma(source + from, size - from);
        fputc('\n', out);
        line = stop + 1;
    }
    fclose(out);
    fake_program *p = fake_program_read("fuzz.c", source, size);
    free(fake_program_diags(p));
    free(fake_program_text(p));
    fake_program_free(p);
    free(source);
}
