#include <jansson.h>

#include "report/trace_summary.h"

static json_t *counts_of(const replay_result *r)
{
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "events", (json_int_t)r->events,
        "messages", (json_int_t)r->messages, "collectives", (json_int_t)r->collectives, "kept_most",
        (json_int_t)r->kept, "receives_of_any_source", (json_int_t)r->any_source, "reordered",
        (json_int_t)r->reordered, "calls_by_outcome", (json_int_t)r->by_outcome, "tests_in_vain",
        (json_int_t)r->tests, "cancelled", (json_int_t)r->cancelled, "never_ended",
        (json_int_t)r->never_waited_for, "never_received", (json_int_t)r->never_received);
}

void report_replay_json(FILE *out, const replay_result *r)
{
    json_t *ranks = json_array();
    for (uint32_t i = 0; i < r->of->rank_count; i++) {
        const replay_rank_result *of = &r->ranks[i];
        json_array_append_new(
            ranks, json_pack("{s:i, s:f, s:{s:f, s:f, s:f, s:f, s:f, s:f}, s:I, s:I, s:I}", "rank",
                             (int)i, "time_s", of->end, "breakdown_s", "computing", of->computing,
                             "sending", of->sending, "receiving", of->receiving, "waiting",
                             of->waiting, "collectives", of->collectives, "other_ranks", of->turn,
                             "events", (json_int_t)of->events, "sent", (json_int_t)of->sent,
                             "received", (json_int_t)of->received));
    }
    json_t *all = json_pack("{s:s, s:s, s:s, s:i, s:f, s:b, s:o, s:o}", "schema",
                            "fpredict/replay/1", "trace", r->of->path, "machine", r->machine->name,
                            "processors", (int)r->procs, "time_s", r->end, "links_are_shared",
                            !r->shares_nothing, "counts", counts_of(r), "ranks", ranks);
    json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    fputc('\n', out);
    json_decref(all);
}
