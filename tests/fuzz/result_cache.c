/* Result caches of `fpredict validate`: what can be opened is gone on with, and read again with
 * what was added. What is refused has an error, and stays as it is. */

#include "validate/result_cache.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

enum { FINGERPRINT = 0xabcdef, REPETITION = 1 };

static void add(fp_context *ctx, result_cache *cache)
{
    const validate_result result = {.seconds = 0.25, .printed = PRINTED_SAME, .tolerance = 1e-9};
    const result_cache_case about = {"pi.c", "T(block)", "N = 1", "4"};
    assert(result_cache_add(ctx, cache, FINGERPRINT, REPETITION, &result, &about));
}

static void expect_added(fp_context *ctx, const char *path)
{
    validate_result result;
    result_cache *cache = result_cache_open(ctx, path);
    assert(cache && result_cache_find(cache, FINGERPRINT, REPETITION, &result));
    assert(result.seconds == 0.25 && strcmp(result.printed, PRINTED_SAME) == 0);
    result_cache_close(cache);
}

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    FILE *file = tmpfile();
    if (!file || fwrite(text, 1, length, file) != length || fflush(file) != 0)
        abort();
    const char *path = arena_printf(ctx->arena, "/proc/self/fd/%d", fileno(file));
    result_cache *cache = result_cache_open(ctx, path);
    assert((cache != NULL) == !diag_has_errors(ctx->diags));
    if (cache) {
        add(ctx, cache);
        result_cache_close(cache);
        expect_added(ctx, path);
    } else {
        assert(lseek(fileno(file), 0, SEEK_END) == (off_t)length);
    }
    fclose(file);
    fp_context_free(ctx);
}
