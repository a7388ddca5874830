#include <string.h>

#include "report/subject.h"
#include "support/format.h"

/* What the slowest processor waits for: read off where it waits, and what others do
 * there meanwhile. */

/* A share of its time that is worth a word, and of its waiting that is a reason. */
static const double WORTH_A_WORD = 0.1, MOSTLY = 0.5, EVEN = 0.95;

/* Where it waits for one thing. */
typedef struct waits {
    double all;
    const aag_unit *most; /* the unit with the longest */
    double longest;
} waits;

static void add_wait(waits *w, const aag_unit *u, double seconds)
{
    w->all += seconds;
    if (seconds > w->longest) {
        w->longest = seconds;
        w->most = u;
    }
}

/* ": 187 ms", where it is not all of the waiting, which stands before it. */
static const char *part_of(arena *a, const estimate *e, double seconds)
{
    const char *part = format_time(a, seconds);
    return strcmp(part, format_time(a, e->parts.waiting)) == 0 ? "" : arena_printf(a, ": %s", part);
}

static bool is_posted(const aag_unit *u)
{
    return u->comm && u->comm->kind == COMM_WAIT_POST;
}

/* The exchange that keeps another processor busy for so much longer than this one that
 * it is most of the waiting; null: none. */
static const char *for_more_exchange(arena *a, const estimate *e)
{
    const comm_cost *longest = NULL;
    double most = MOSTLY * e->parts.waiting, own = 0;
    for (int i = 0; i < e->comm_count; i++) {
        const comm_cost *c = &e->comms[i];
        double mine = c->unit ? e->units[c->unit->id].time.communication : 0;
        if (c->unit && c->time - mine > most) {
            most = c->time - mine;
            own = mine;
            longest = c;
        }
    }
    if (!longest)
        return NULL;
    return arena_printf(a,
                        "for processors that exchange more: the %s on line %d keeps one busy for "
                        "%s, and this one for %s",
                        comm_kind_name(longest->comm->kind), longest->comm->where.line,
                        format_time(a, longest->time), format_time(a, own));
}

const char *subject_waiting(fp_context *ctx, const estimate *e)
{
    arena *a = ctx->arena;
    waits pipeline = {0}, post = {0}, other = {0};
    if (e->parts.waiting <= WORTH_A_WORD * e->time)
        return NULL;
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        if (u)
            add_wait(aag_pipeline_of(u) ? &pipeline
                     : is_posted(u)     ? &post
                                        : &other,
                     u, e->units[i].time.waiting);
    }
    double mostly = MOSTLY * e->parts.waiting;
    if (pipeline.all >= mostly)
        return arena_printf(a,
                            "for the processors before it in the pipeline on line %d, while it "
                            "fills and where they are slower%s",
                            aag_pipeline_of(pipeline.most)->where.line,
                            part_of(a, e, pipeline.all));
    if (post.all >= mostly)
        return arena_printf(a, "for what others post, most of it on line %d%s",
                            post.most->where.line, part_of(a, e, post.longest));
    const char *exchange = for_more_exchange(a, e);
    if (exchange)
        return exchange;
    if (e->balance < EVEN)
        return arena_printf(a, "for processors with more work: load balance %.2f", e->balance);
    if (other.longest >= mostly && other.most->comm)
        return arena_printf(a, "for others at the %s on line %d%s",
                            comm_kind_name(other.most->comm->kind), other.most->where.line,
                            part_of(a, e, other.longest));
    return NULL;
}
