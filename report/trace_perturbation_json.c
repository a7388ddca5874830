#include "report/json_write.h"
#include "report/trace_summary.h"

static json_t *times_of(const perturbation_result *r, const perturbation_on_machine *on)
{
    json_t *o = json_object();
    json_set_real(o, "recorded", r->measured);
    json_set_real(o, "without", r->approximated[FLIGHT_LEARNT]);
    json_set_real(o, "least", r->approximated[FLIGHT_OPTIMISTIC]);
    json_set_real(o, "most", r->approximated[FLIGHT_PESSIMISTIC]);
    if (on)
        json_set_real(o, "on_machine", on->time);
    return o;
}

static json_t *recording_of(const perturbation_result *r)
{
    json_t *o = json_object();
    json_set_real(o, "most_of_a_rank", r->recording);
    json_set_real(o, "all_ranks", r->recording_all);
    json_set_real(o, "not_found", r->not_found);
    return o;
}

static json_t *counts_of(const perturbation_result *r)
{
    json_t *o = json_object();
    json_set_count(o, "events", r->events);
    json_set_count(o, "messages", r->receives);
    json_set_count(o, "sent_before_asked_for", r->sent_before);
    json_set_count(o, "sent_while_looked_for", r->looked_for);
    json_set_count(o, "sizes_learnt", r->sizes_learnt);
    json_set_count(o, "never_received", r->never_received);
    json_set_count(o, "receives_of_any_source", r->blind);
    json_set_count(o, "reordered", r->reordered);
    json_set_count(o, "ranks_in_recorded_order", r->kept_ranks);
    json_set_count(o, "sends_that_wait", r->synchronous);
    json_set_count(o, "sends_that_did_not_wait", r->did_not_wait);
    json_set_count(o, "too_short", r->too_short);
    json_set_count(o, "collectives_of_all", r->collectives);
    json_set_count(o, "with_another_last", r->new_last);
    return o;
}

bool report_perturbation_json(fp_context *ctx, FILE *out, const trace *t,
                              const perturbation_result *r, const perturbation_on_machine *on)
{
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_string("fpredict/perturbation/1"));
    json_object_set_new(o, "trace", json_text(ctx->arena, t->path));
    json_object_set_new(o, "without_startup", json_boolean(r->without_startup));
    json_set_count(o, "ranks", t->rank_count);
    if (on) {
        json_object_set_new(o, "machine", json_text(ctx->arena, on->name));
        json_set_count(o, "sends_wait_from_bytes", on->waits_from);
    }
    json_object_set_new(o, "time_s", times_of(r, on));
    json_object_set_new(o, "recording_s", recording_of(r));
    json_object_set_new(o, "counts", counts_of(r));
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}
