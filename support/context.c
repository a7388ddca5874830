#include "support/context.h"

fp_context *fp_context_new(void)
{
    arena *a = arena_new();
    fp_context *ctx = ARENA_NEW(a, fp_context);
    ctx->arena = a;
    ctx->names = intern_new(a);
    ctx->sources = source_set_new(a);
    ctx->diags = diag_list_new(a);
    return ctx;
}

void fp_context_free(fp_context *ctx)
{
    if (ctx)
        arena_free(ctx->arena);
}
