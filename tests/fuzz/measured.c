/* Measured times: what is added are as many results as lines were counted, each of a point; a file
 * that is refused has an error, and adds nothing. */

#include <assert.h>
#include <string.h>

#include "experiment/run/run.h"
#include "tests/fuzz/fuzz.h"

static const char file[] = "schema: fpredict/experiment-file/1\nname: e\ncommand: estimate\n"
                           "sources: [a.c]\nvary:\n"
                           "  - {what: processors, values: [1, 2x2]}\n"
                           "  - {what: distribution, values: ['T(block,*)', 'T(*,block)']}\n";

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    const experiment *e =
        experiment_read(ctx, source_add(ctx->sources, "e.yaml", file, strlen(file)));
    database *d = database_open(ctx, ":memory:", true);
    stored_experiment stored = {.name = "e", .title = "e", .text = file, .folder = "/"};
    int added;
    result_list all = {0};
    assert(e && d && database_begin(d, &stored));
    source_add(ctx->sources, "runs.csv", text, length);
    const measurement_choice choice = {NULL, NULL};
    const bool ok = experiment_add_measured(ctx, e, d, stored.id, "runs.csv", &choice, &added);
    assert(ok == !diag_has_errors(ctx->diags));
    if (ok) {
        assert(database_results(d, stored.id, &all));
        assert(all.count == added);
        for (int i = 0; i < all.count; i++)
            assert(all.data[i].point >= 0 && all.data[i].point < e->point_count &&
                   all.data[i].time > 0);
    }
    database_close(d);
    fp_context_free(ctx);
}
