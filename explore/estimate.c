#include <math.h>

#include "explore/explore.h"

const aag_graph *explore_graph(fp_context *ctx, const program *p, const function *entry,
                               int override_count, const distribute_override *overrides,
                               const graph_options *how)
{
    const layout *where = plan_layout(ctx, p, override_count, overrides);
    if (!where)
        return NULL;
    const node_program *planned = plan_entry(ctx, p, where, entry, &how->plan);
    if (!planned)
        return NULL;
    const aag_graph *graph =
        aag_build(ctx, planned->program, planned->layout, entry, planned->body, how->granularity);
    return aag_verify(ctx, graph) ? graph : NULL;
}

bool explore_estimate(fp_context *ctx, const program *p, const function *entry, const sag *machine,
                      const bindings *values, int override_count,
                      const distribute_override *overrides, const graph_options *how,
                      const estimate_options *options, const aag_graph **graph, estimate *out)
{
    *graph = explore_graph(ctx, p, entry, override_count, overrides, how);
    return *graph && estimate_run(ctx, *graph, machine, values, options, out);
}

/* Of two times, relative: a difference that no model of this kind resolves. */
#define RESOLUTION 0.005

bool explore_is_close(const estimate *a, const estimate *b)
{
    double variance = 0;
    for (size_t i = 0; i < sizeof a->error / sizeof *a->error; i++) {
        double apart = a->error[i] - b->error[i];
        variance += apart * apart;
    }
    double apart = fabs(a->time - b->time);
    return apart <= 1.96 * sqrt(variance) || apart <= RESOLUTION * fmin(a->time, b->time);
}

bool explore_is_draw(int count, const alternative *ranked)
{
    bool is_draw = count > 1;
    for (int i = 1; i < count; i++)
        is_draw = is_draw && ranked[i].result.time <= ranked[0].result.time &&
                  ranked[i].result.time >= ranked[0].result.time;
    return is_draw;
}
