/* plan_main [--distribute D | --optimize loop-order]… FILE: the node program of every entry, and
 * what planning has to say. */

#include <string.h>

#include "frontend/frontend.h"
#include "plan/plan.h"
#include "support/vec.h"

int main(int argc, char **argv)
{
    fp_context *ctx = fp_context_new();
    const char *flags[] = {"-std=c17"};
    frontend_options options = {.path = argv[argc - 1],
                                .argument_count = 1,
                                .arguments = flags,
                                .header_dir = FP_SOURCE_DIR "/frontend/include"};
    const program *p = frontend_read(ctx, &options);
    VEC(distribute_override) overrides = {0};
    plan_options how = {0};
    for (int i = 1; p && i + 2 < argc; i += 2) {
        distribute_override o;
        if (strcmp(argv[i], "--optimize") == 0)
            how.orders_loops = true;
        else if (plan_parse_override(ctx, p->pool, argv[i + 1], &o))
            VEC_PUSH(ctx->arena, &overrides, o);
    }
    const layout *where = p ? plan_layout(ctx, p, overrides.count, overrides.data) : NULL;
    for (int i = 0; where && i < p->entry_count; i++) {
        const node_program *n = plan_entry(ctx, p, where, p->entries[i], &how);
        if (n) {
            printf("%s:\n", p->entries[i]->name);
            tree_print(ctx, stdout, n->body, 1);
        }
    }
    fflush(stdout);
    diag_print(ctx->diags, stdout, false, DIAG_REMARK);
    int failed = diag_has_errors(ctx->diags);
    fp_context_free(ctx);
    return failed;
}
