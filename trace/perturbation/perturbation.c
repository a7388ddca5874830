#include "trace/perturbation/perturbation.h"

#include <inttypes.h>
#include <math.h>

#include "trace/perturbation/requests.h"

static const char *const class_names[RECORDED_CLASS_COUNT] = {
    [RECORDED_USER] = "user",       [RECORDED_RUNTIME] = "runtime",
    [RECORDED_MESSAGE] = "message", [RECORDED_COLLECTIVE] = "collective",
    [RECORDED_ACCESS] = "access",   [RECORDED_CLOCK] = "clock"};

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
        if (f->handover.is_open)
            trace_fail(p->ctx, p->t->path,
                       "rank %" PRIu32 " waits in a synchronous send, with tag %" PRIu32
                       " on '%s', for rank %" PRIu32 ", which does not receive it",
                       i, f->handover.queue->of->tag, p->t->comms[f->handover.queue->of->comm].name,
                       f->handover.queue->of->to);
        else if (f->queue)
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
    p->recorded = ARENA_ARRAY(p->arena, count, startup_of_rank);
    p->left = ARENA_ARRAY(p->arena, count, startup_of_rank);
    p->ready = ARENA_ARRAY(p->arena, count, uint32_t);
    p->messages = message_table_new(p->arena, p->blind != BLIND_AS_RECORDED);
    p->open = ARENA_ARRAY(p->arena, p->t->comm_count + 1, gathering *);
    p->spare = ARENA_ARRAY(p->arena, p->t->comm_count + 1, gathering *);
    p->places = ARENA_ARRAY(p->arena, p->t->comm_count + 1, uint32_t *);
    fp_context *own = ARENA_NEW(p->arena, fp_context);
    *own = *p->ctx;
    own->arena = p->arena;
    p->looking = looking_new(own, p->t);
    for (uint32_t i = count; i-- > 0;) {
        follower *f = &p->ranks[i];
        f->requests.memory = p->arena;
        f->entered = UINT32_MAX;
        f->cursor = trace_rank_events(own, p->t, i);
        f->is_over = !trace_next(f->cursor, &f->after);
        f->has_after = !f->is_over;
        pass_advance(f);
        pass_make_ready(p, i);
    }
}

/* Others than in the trace have been received, and now some wait for what does not come: a
 * receiver that is among them, or else any, is to keep the order of the trace. Without the last
 * such this is as the trace, where all has come. */
static bool keep_order(const pass *p, bool *keeps)
{
    bool has_any = false;
    for (int stuck = 1; stuck >= 0 && !has_any; stuck--)
        for (uint32_t i = 0; i < p->t->rank_count; i++) {
            const follower *f = &p->ranks[i];
            if (!f->has_reordered || f->has_at < stuck)
                continue;
            keeps[i] = has_any = true;
        }
    return has_any;
}

static bool is_stuck(const pass *p)
{
    for (uint32_t i = 0; i < p->t->rank_count; i++)
        if (p->ranks[i].has_at)
            return true;
    return false;
}

/* Once nobody can go on by what has come. */
static bool go_on(pass *p)
{
    return pass_let_go(p, false) || pass_choose(p) || pass_let_go(p, true) ||
           pass_let_request_go(p) || pass_let_look_go(p);
}

/* False after reporting. */
static bool follow_all(pass *p)
{
    begin(p);
    do {
        while (p->ready_count) {
            const uint32_t rank = p->ready[--p->ready_count];
            p->ranks[rank].is_ready = false;
            if (!pass_follow(p, rank))
                return false;
        }
    } while (go_on(p));
    return true;
}

typedef struct moment {
    double measured, approximated; /* ticks */
} moment;

/* From MPI_Init to MPI_Finalize, as recorded and as it is left; or until the last event. */
static moment all_of(const pass *p)
{
    const uint32_t count = p->t->rank_count;
    const trace_startup before = startup_of_all(p->recorded, count);
    const trace_startup after = startup_of_all(p->left, count);
    p->result->without_startup = before.is_there && !p->o->with_startup;
    if (p->result->without_startup)
        return (moment){before.ended - before.began, after.ended - after.began};
    moment last = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        last.measured = fmax(last.measured, p->ranks[i].measured);
        last.approximated = fmax(last.approximated, p->ranks[i].approximated);
    }
    return last;
}

static void add_up(pass *p)
{
    const double ticks = (double)p->t->ticks_per_s;
    const moment all = all_of(p);
    for (uint32_t i = 0; i < p->t->rank_count; i++) {
        const follower *f = &p->ranks[i];
        p->result->recording = fmax(p->result->recording, f->recording_all / ticks);
        if (p->view != FLIGHT_LEARNT)
            continue;
        p->result->recording_all += f->recording_all / ticks;
        p->result->not_found += f->not_found / ticks;
    }
    p->result->measured = all.measured / ticks;
    p->result->approximated[p->view] = all.approximated / ticks;
    p->result->never_received = message_count(p->messages);
}

/* One pass, to be repeated where *is_again: ranks were found that have to keep their order. */
static bool run(pass *p, bool *keeps, bool *is_again)
{
    const perturbation_result before = *p->result;
    bool is_good = follow_all(p);
    *is_again = is_good && is_stuck(p) && keep_order(p, keeps);
    if (*is_again)
        *p->result = before;
    else if (is_good && (is_good = report_stuck(p)))
        add_up(p);
    return is_good;
}

/* What was read of may not be at its end. */
static void end(const pass *p)
{
    for (uint32_t i = 0; p->ranks && i < p->t->rank_count; i++)
        trace_end_events(p->ranks[i].cursor);
    if (p->looking)
        looking_end(p->looking);
}

/* Works out a view, and writes it, unless `path` is null. */
static bool view_as(const pass *begun, const char *path, trace_form form, bool *keeps,
                    bool *is_again)
{
    pass p = *begun;
    p.arena = arena_new_under(p.ctx->arena);
    p.keeps_order = keeps;
    p.out = path ? trace_create_sorted(p.ctx, path, form, p.t) : NULL;
    bool is_good = (p.out || !path) && run(&p, keeps, is_again);
    if (p.out)
        is_good &= trace_finish(p.out);
    end(&p);
    arena_clear(p.arena);
    return is_good;
}

/* Orders that do not end are found before anything is written. */
static bool find_order(const pass *begun, bool *keeps)
{
    const perturbation_result before = *begun->result;
    bool is_again = true, is_good = true;
    while (is_good && is_again)
        is_good = view_as(begun, NULL, TRACE_AS_TEXT, keeps, &is_again);
    *begun->result = before;
    return is_good;
}

static void count_kept(perturbation_result *r, const bool *keeps, uint32_t rank_count)
{
    for (uint32_t i = rank_count; i-- > 0;) {
        r->kept_ranks += keeps[i];
        r->first_kept = keeps[i] ? i : r->first_kept;
    }
}

bool perturbation_remove(fp_context *ctx, trace *t, const perturbation_options *o, const char *path,
                         trace_form form, perturbation_result *result)
{
    if (t->counts_flops)
        return trace_fail(ctx, t->path,
                          "this trace counts flops and has no times that recording could have "
                          "changed");
    /* The first pass learns, the last one writes. */
    static const flight_view order[] = {FLIGHT_PESSIMISTIC, FLIGHT_OPTIMISTIC, FLIGHT_LEARNT};
    learnt least, found;
    flight_begin(&least);
    flight_begin(&found);
    *result = (perturbation_result){0};
    bool *keeps = ARENA_ARRAY(ctx->arena, t->rank_count + 1, bool);
    bool **was_last = ARENA_ARRAY(ctx->arena, t->comm_count + 1, bool *);
    bool is_good = true;
    for (int i = 0; i < FLIGHT_VIEW_COUNT && is_good; i++) {
        const bool is_last = order[i] == FLIGHT_LEARNT;
        const pass p = {.ctx = ctx,
                        .t = t,
                        .o = o,
                        .view = order[i],
                        .blind = is_last ? o->blind : BLIND_AS_RECORDED,
                        .result = result,
                        .was_last = was_last,
                        .learnt = &least,
                        .found = &found};
        bool is_again;
        is_good = (p.blind == BLIND_AS_RECORDED || find_order(&p, keeps)) &&
                  view_as(&p, is_last ? path : NULL, form, keeps, &is_again);
    }
    count_kept(result, keeps, t->rank_count);
    result->sizes_learnt = flight_count(&least);
    return is_good;
}
