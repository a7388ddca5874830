#include "report/json_write.h"
#include "report/trace_summary.h"

static json_t *counts_of(const replay_result *r)
{
    json_t *o = json_object();
    json_set_count(o, "events", r->events);
    json_set_count(o, "messages", r->messages);
    json_set_count(o, "collectives", r->collectives);
    json_set_count(o, "kept_most", r->kept);
    json_set_count(o, "receives_of_any_source", r->any_source);
    json_set_count(o, "reordered", r->reordered);
    json_set_count(o, "calls_by_outcome", r->by_outcome);
    json_set_count(o, "tests_in_vain", r->tests);
    json_set_count(o, "cancelled", r->cancelled);
    json_set_count(o, "never_ended", r->never_waited_for);
    json_set_count(o, "never_received", r->never_received);
    return o;
}

static json_t *outcomes_of(const replay_result *r)
{
    json_t *o = json_object();
    for (uint32_t i = 0; i < r->of->region_count; i++)
        if (r->outcomes[i])
            json_set_count(o, r->of->regions[i].name, r->outcomes[i]);
    return o;
}

static json_t *breakdown_of(const replay_rank_result *r)
{
    json_t *o = json_object();
    json_set_real(o, "computing", r->computing);
    json_set_real(o, "sending", r->sending);
    json_set_real(o, "receiving", r->receiving);
    json_set_real(o, "waiting", r->waiting);
    json_set_real(o, "collectives", r->collectives);
    json_set_real(o, "other_ranks", r->turn);
    return o;
}

static json_t *rank_of(const replay_rank_result *r, uint32_t rank)
{
    json_t *o = json_object();
    json_set_count(o, "rank", rank);
    json_set_real(o, "time_s", r->end);
    json_object_set_new(o, "breakdown_s", breakdown_of(r));
    json_set_count(o, "events", r->events);
    json_set_count(o, "sent", r->sent);
    json_set_count(o, "received", r->received);
    return o;
}

bool report_replay_json(fp_context *ctx, FILE *out, const replay_result *r, const timeline *path)
{
    json_t *o = json_object(), *ranks = json_array();
    for (uint32_t i = 0; i < r->of->rank_count; i++)
        json_array_append_new(ranks, rank_of(&r->ranks[i], i));
    json_object_set_new(o, "schema", json_string("fpredict/replay/1"));
    json_object_set_new(o, "trace", json_text(ctx->arena, r->of->path));
    json_object_set_new(o, "machine", json_text(ctx->arena, r->machine->name));
    json_set_count(o, "processors", r->procs);
    json_set_real(o, "time_s", r->end);
    json_object_set_new(o, "links_are_shared",
                        r->has_links ? json_boolean(r->shares_links) : json_null());
    json_object_set_new(o, "counts", counts_of(r));
    json_object_set_new(o, "outcomes", outcomes_of(r));
    json_object_set_new(o, "ranks", ranks);
    if (path)
        json_object_set_new(o, "critical_path", report_path_json(ctx, path));
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}
