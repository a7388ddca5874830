/* C with directives: read by clang, planned, made a graph of and, where there is a main,
 * generated for four processors. What is refused has an error. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"
#include "explore/explore.h"
#include "frontend/frontend.h"
#include "tests/fuzz/fuzz.h"

static void generate(fp_context *ctx, const program *p, const function *entry)
{
    const layout *where = plan_layout(ctx, p, 0, NULL);
    const plan_options how = {.copies_all = true};
    const node_program *planned = where ? plan_entry(ctx, p, where, entry, &how) : NULL;
    const bindings procs = {.procs_rank = 1, .procs = {4}};
    const codegen_options options = {.counts_work = true};
    codegen_macros macros = {0};
    codegen_files files;
    bool is_made = planned && codegen_emit(ctx, planned, &procs, &options, &files, &macros);
    assert(is_made || diag_has_errors(ctx->diags));
}

static void use(fp_context *ctx, const program *p, FILE *out)
{
    frontend_dump_directives(p, out);
    for (int i = 0; i < p->entry_count; i++) {
        const graph_options how = {.granularity = AAG_BY_LINE};
        const aag_graph *graph = explore_graph(ctx, p, p->entries[i], 0, NULL, &how);
        assert(graph || diag_has_errors(ctx->diags));
    }
    if (p->entry_count == 1 && strcmp(p->entries[0]->name, "main") == 0)
        generate(ctx, p, p->entries[0]);
}

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    const frontend_options options = {.path = "-",
                                      .text = text,
                                      .text_length = length,
                                      .header_dir = FP_SOURCE_DIR "/frontend/include"};
    char *said = NULL;
    size_t size;
    FILE *out = open_memstream(&said, &size);
    if (!out)
        abort();
    const program *p = frontend_read(ctx, &options);
    assert(p || diag_has_errors(ctx->diags));
    if (p)
        use(ctx, p, out);
    diag_print(ctx->diags, out, false, DIAG_REMARK);
    fclose(out);
    free(said);
    fp_context_free(ctx);
}
