#include "trace/perturbation/perturbation.h"

#include <inttypes.h>
#include <math.h>

#include "trace/perturbation/pass.h"

static const char *const class_names[RECORDED_CLASS_COUNT] = {[RECORDED_USER] = "user",
                                                              [RECORDED_RUNTIME] = "runtime",
                                                              [RECORDED_MESSAGE] = "message",
                                                              [RECORDED_COLLECTIVE] = "collective"};

const char *recorded_class_name(recorded_class c)
{
    return class_names[c];
}

void pass_make_ready(pass *p, uint32_t rank)
{
    follower *f = &p->ranks[rank];
    if (!f->is_ready)
        p->ready[p->ready_count++] = rank;
    f->is_ready = true;
}

/* Names those that wait for what does not come. */
static bool report_stuck(pass *p)
{
    enum { NAMED = 4 };
    int named = 0;
    uint32_t stuck = 0;
    for (uint32_t i = 0; i < p->t->rank_count; i++)
        stuck += p->ranks[i].has_at;
    if (!stuck)
        return true;
    trace_fail(p->ctx, p->t->path, "%" PRIu32 " of %" PRIu32 " ranks wait for what does not come",
               stuck, p->t->rank_count);
    for (uint32_t i = 0; i < p->t->rank_count && named < NAMED; i++) {
        const follower *f = &p->ranks[i];
        if (!f->has_at)
            continue;
        named++;
        if (f->queue)
            trace_fail(p->ctx, p->t->path,
                       "rank %" PRIu32 " receives from rank %" PRIu32 ", with tag %" PRIu32
                       " on '%s', what that one has not sent",
                       i, f->queue->of->from, f->queue->of->tag,
                       p->t->comms[f->queue->of->comm].name);
        else
            trace_fail(p->ctx, p->t->path,
                       "rank %" PRIu32 " is in %s on '%s', to which %" PRIu32 " of %" PRIu32
                       " ranks have come",
                       i, trace_collective_name(f->awaited->collective),
                       p->t->comms[f->awaited->comm].name, f->awaited->come, f->awaited->size);
    }
    return false;
}

static void begin(pass *p)
{
    const uint32_t count = p->t->rank_count;
    p->ranks = ARENA_ARRAY(p->arena, count, follower);
    p->ready = ARENA_ARRAY(p->arena, count, uint32_t);
    p->messages = message_table_new(p->arena);
    p->open = ARENA_ARRAY(p->arena, p->t->comm_count + 1, gathering *);
    p->spare = ARENA_ARRAY(p->arena, p->t->comm_count + 1, gathering *);
    p->places = ARENA_ARRAY(p->arena, p->t->comm_count + 1, uint32_t *);
    fp_context *own = ARENA_NEW(p->arena, fp_context);
    *own = *p->ctx;
    own->arena = p->arena;
    for (uint32_t i = count; i-- > 0;) {
        follower *f = &p->ranks[i];
        f->cursor = trace_rank_events(own, p->t, i);
        f->has_after = trace_next(f->cursor, &f->after);
        pass_advance(f);
        pass_make_ready(p, i);
    }
}

static bool run(pass *p)
{
    bool is_good = true;
    begin(p);
    while (is_good && p->ready_count) {
        const uint32_t rank = p->ready[--p->ready_count];
        p->ranks[rank].is_ready = false;
        is_good = pass_follow(p, rank);
    }
    is_good = is_good && report_stuck(p);
    double measured = 0, approximated = 0;
    for (uint32_t i = 0; i < p->t->rank_count; i++) {
        const follower *f = &p->ranks[i];
        measured = fmax(measured, f->measured);
        approximated = fmax(approximated, f->approximated);
        p->result->recording =
            fmax(p->result->recording, f->recording_all / (double)p->t->ticks_per_s);
    }
    p->result->measured = measured / (double)p->t->ticks_per_s;
    p->result->approximated[p->view] = approximated / (double)p->t->ticks_per_s;
    p->result->never_received = message_count(p->messages);
    return is_good;
}

bool perturbation_remove(fp_context *ctx, trace *t, const perturbation_options *o, const char *path,
                         trace_form form, perturbation_result *result)
{
    /* The first pass learns, the last one writes. */
    static const flight_view order[] = {FLIGHT_PESSIMISTIC, FLIGHT_OPTIMISTIC, FLIGHT_LEARNT};
    learnt least;
    flight_begin(&least);
    *result = (perturbation_result){0};
    bool is_good = true;
    for (int i = 0; i < FLIGHT_VIEW_COUNT && is_good; i++) {
        pass p = {.ctx = ctx,
                  .arena = arena_new_under(ctx->arena),
                  .t = t,
                  .o = o,
                  .view = order[i],
                  .result = result,
                  .learnt = &least};
        const bool writes = path && order[i] == FLIGHT_LEARNT;
        p.out = writes ? trace_create(ctx, path, form, t) : NULL;
        is_good = (p.out || !writes) && run(&p);
        if (p.out)
            is_good &= trace_finish(p.out);
        arena_clear(p.arena);
    }
    result->sizes_learnt = flight_count(&least);
    return is_good;
}
