#include "estimator/formula.h"

/* A formula at other values than those that it was made with. */

env *formula_env(fp_context *ctx, const formula *f, const bindings *values)
{
    const layout *where = f->estimate->graph->layout;
    return env_new(ctx, f->estimate->graph->program->pool, where->grids, where->grid_count, values);
}
