/* Files of experiments: one that is read has points, and settings for each of them; what is none
 * has an error, which the project's own schema found. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/experiment.h"
#include "tests/fuzz/fuzz.h"

static void use(const experiment *e)
{
    int points = 1;
    assert(e->axis_count >= 1 && e->axis_count <= EXPERIMENT_AXES && e->file_count >= 1);
    for (int k = 0; k < e->axis_count; k++) {
        assert(e->axes[k].count >= 1);
        points *= e->axes[k].count;
    }
    assert(points == e->point_count);
    for (int k = 0; k < e->axis_count; k++) {
        assert(experiment_at(e, 0, k) == 0);
        assert(experiment_at(e, points - 1, k) == e->axes[k].count - 1);
    }
}

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    const experiment *e =
        experiment_read(ctx, source_add(ctx->sources, "experiment.yaml", text, length));
    assert((e != NULL) == !diag_has_errors(ctx->diags));
    if (e)
        use(e);
    char *said;
    size_t size;
    FILE *out = open_memstream(&said, &size);
    if (!out)
        abort();
    diag_print(ctx->diags, out, false, DIAG_REMARK);
    fclose(out);
    assert(!strstr(said, "libcyaml refuses"));
    free(said);
    fp_context_free(ctx);
}
