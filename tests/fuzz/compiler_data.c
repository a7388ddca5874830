/* Raw data of a compiler: what can be read and collected is fitted, with predictions that are made
 * up, and a profile that comes of it can be written and read again. What is refused has its reason.
 */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"
#include "training/profile/profile_fit.h"

/* Some time, which the rule and the packing change. */
static double predict(void *data, const sag *machine, const profile_point *point)
{
    const sag_communication *c = machine->communication;
    (void)data;
    return 1e-5 * (1 + (double)c->exchange) +
           1e-8 * (double)point->size * (1 + (double)c->packing) + 2 * c->call_overhead.value;
}

static void fit(fp_context *ctx, const profile_data *measured)
{
    const char *const folder = FP_SOURCE_DIR "/sysmodels/machines";
    const profile_request request = {.machine = sag_open(ctx, "ipsc860", 1, &folder),
                                     .measured = measured,
                                     .predict = predict,
                                     .name = "fuzz",
                                     .title = "fuzzed",
                                     .source = "made up"};
    profile_result result;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert(request.machine);
    if (!out)
        abort();
    assert(profile_fit(ctx, &request, &result));
    profile_report(ctx, &result, out, 80);
    fclose(out);
    free(text);
    out = open_memstream(&text, &length);
    if (!out)
        abort();
    assert(sag_compiler_write(ctx, result.profile, out));
    fclose(out);
    assert(sag_compiler_read(ctx, source_add(ctx->sources, "profile.yaml", text, length)));
    free(text);
}

void fuzz_one(const char *text, size_t length)
{
    train_raw raw;
    profile_data measured;
    char error[TRAIN_TEXT] = "", path[64];
    FILE *in = tmpfile();
    if (!in || fwrite(text, 1, length, in) != length || fflush(in) != 0)
        abort();
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(in));
    fp_context *ctx = fp_context_new();
    bool is_good = train_raw_read_as(PROFILE_FORMAT, path, &raw, error) &&
                   profile_collect(ctx->arena, &raw, &measured, error);
    assert(is_good || error[0] != '\0');
    if (is_good && measured.count > 0)
        fit(ctx, &measured);
    train_raw_clear(&raw);
    fp_context_free(ctx);
    fclose(in);
}
