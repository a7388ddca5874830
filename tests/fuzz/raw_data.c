/* Raw data of a training set: what can be read is fitted, where GSL is, and printed; a machine
 * that is made of it is one that can be read. What is refused has its reason. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"
#include "training/train_raw.h"

#ifdef FUZZ_FITS
#include "training/fit/fit_machine.h"
#include "training/fit/fit_report.h"

static void print(arena *a, const train_raw *raw, const fit_data *data, FILE *out)
{
    fit_curves curves;
    fit_operations operations;
    fit_solve_operations(a, data, &operations);
    fit_make_curves(a, data, &curves);
    fit_print_header(raw, out);
    fit_print_spread(a, data, out);
    fit_print_operations(a, &operations, out);
    fit_print_curves(a, &curves, out);
    fit_print_points(a, data, NULL, NULL, out);
}

/* Returns whether the data suffice for a machine, with the node of another one or without. */
static bool make_machine(fp_context *ctx, const train_raw *raw, const fit_data *data,
                         const sag *node_of, FILE *out)
{
    const fit_request request = {.raw = raw, .data = data, .node_of = node_of};
    fit_result result;
    char error[TRAIN_TEXT] = "";
    size_t length;
    if (!fit_machine(ctx, &request, &result, error)) {
        assert(error[0] != '\0');
        return false;
    }
    assert(fit_machine_text(ctx, &result, &length) || diag_has_errors(ctx->diags));
    fit_print_machine(ctx->arena, data, &result, out);
    return true;
}

static void fit_all(fp_context *ctx, const train_raw *raw, const fit_data *data, FILE *out)
{
    const char *const folder = FP_SOURCE_DIR "/sysmodels/machines";
    print(ctx->arena, raw, data, out);
    if (make_machine(ctx, raw, data, NULL, out))
        return;
    const sag *other = sag_open(ctx, "ncube1", 1, &folder);
    assert(other);
    make_machine(ctx, raw, data, other, out);
}

static void fit(const train_raw *raw)
{
    fp_context *ctx = fp_context_new();
    char error[TRAIN_TEXT] = "", *said = NULL;
    size_t size;
    fit_data data;
    FILE *out = open_memstream(&said, &size);
    if (!out)
        abort();
    if (!fit_collect(ctx->arena, raw, &data, error)) {
        assert(error[0] != '\0');
    } else if (data.count > 0) {
        fit_all(ctx, raw, &data, out);
    }
    fclose(out);
    free(said);
    fp_context_free(ctx);
}
#endif

void fuzz_one(const char *text, size_t length)
{
    train_raw raw;
    char error[TRAIN_TEXT] = "";
    FILE *in = tmpfile();
    if (!in || fwrite(text, 1, length, in) != length || fseek(in, 0, SEEK_SET) != 0)
        abort();
    bool is_good = train_raw_read_stream(in, "fuzz.raw", &raw, error);
    assert(is_good || error[0] != '\0');
#ifdef FUZZ_FITS
    if (is_good)
        fit(&raw);
#endif
    train_raw_clear(&raw);
    fclose(in);
}
