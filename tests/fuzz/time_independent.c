/* SMPI's time-independent traces: what one file for all ranks says is read to its end, or has an
 * error. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "trace/format/source.h"

static FILE *hold(const char *text, size_t length)
{
    FILE *file = tmpfile();
    if (!file || fwrite(text, 1, length, file) != length || fflush(file) != 0)
        abort();
    return file;
}

void fuzz_one(const char *text, size_t length)
{
    enum { RANKS = 64 };
    fp_context *ctx = fp_context_new();
    FILE *file = hold(text, length);
    const char *line = arena_printf(ctx->arena, "/proc/self/fd/%d\n", fileno(file));
    FILE *list = hold(line, strlen(line));
    const char *path = arena_printf(ctx->arena, "/proc/self/fd/%d", fileno(list));
    assert(trace_is_ti(ctx, path));
    trace *t = trace_open_path(ctx, path);
    assert((t != NULL) == !diag_has_errors(ctx->diags));
    bool is_broken = false;
    for (uint32_t rank = 0; t && rank < t->rank_count && rank < RANKS; rank++) {
        trace_event e;
        trace_cursor *c = trace_rank_events(ctx, t, rank);
        while (trace_next(c, &e))
            ;
        is_broken |= trace_is_broken(c);
    }
    assert(!t || is_broken == diag_has_errors(ctx->diags));
    if (t)
        trace_close(t);
    fclose(list);
    fclose(file);
    fp_context_free(ctx);
}
