#include "trace/perturbation/perturbation.h"

#include <inttypes.h>
#include <math.h>

#include "trace/perturbation/gathering.h"
#include "trace/perturbation/messages.h"

/* Each rank is followed until it needs what another has not come to yet: the time at which a
 * message was sent, or at which others come to a collective. Times are in ticks of the trace's
 * clock. */

enum { SIZE_CLASSES = 65 }; /* of messages: a power of two each, and of none */

/* The least that messages of a class of sizes took in the trace, in ticks; below 0: not known. */
typedef struct learnt {
    double
        flight[SIZE_CLASSES]; /* from its sending until its receiver has it, if that waits for it */
    double copy[SIZE_CLASSES]; /* from when its receiver asks for one that may be there */
} learnt;

typedef struct follower {
    trace_cursor *cursor;
    trace_event at, after; /* the event that is worked out, and the next one */
    bool has_at, has_after;
    double measured, approximated; /* of the event before */
    double recording;              /* what recording that one took */
    double recording_all;
    bool is_ready;        /* on the stack of those that can go on */
    gathering *awaited;   /* that it has come to and not left; or null */
    message_queue *queue; /* that it waits for; or null */
} follower;

typedef struct pass {
    fp_context *ctx;
    arena *arena; /* of this pass */
    trace *t;
    const perturbation_options *o;
    flight_view view;
    trace_writer *out;
    perturbation_result *result;
    learnt *learnt;
    follower *ranks;
    uint32_t *ready, ready_count;
    message_table *messages;
    gathering **open;  /* [comm]: those that not all have left, in order */
    gathering **spare; /* [comm]: those that were left, to be used again */
    uint32_t **places; /* [comm]: a rank of the world's rank in it; or null */
} pass;

static const char *const class_names[RECORDED_CLASS_COUNT] = {[RECORDED_USER] = "user",
                                                              [RECORDED_RUNTIME] = "runtime",
                                                              [RECORDED_MESSAGE] = "message",
                                                              [RECORDED_COLLECTIVE] = "collective"};

const char *recorded_class_name(recorded_class c)
{
    return class_names[c];
}

static recorded_class class_of(const trace *t, const trace_event *e)
{
    switch (e->kind) {
    case TRACE_ENTER:
    case TRACE_LEAVE:
        return t->regions[e->region].role == TRACE_USER ? RECORDED_USER : RECORDED_RUNTIME;
    case TRACE_COLLECTIVE_BEGIN:
    case TRACE_COLLECTIVE_END:
        return RECORDED_COLLECTIVE;
    case TRACE_SEND:
    case TRACE_ISEND:
    case TRACE_ISEND_DONE:
    case TRACE_IRECV_POSTED:
    case TRACE_RECV:
    case TRACE_IRECV:
    case TRACE_REQUEST_TEST:
    case TRACE_REQUEST_CANCEL:
    case TRACE_KIND_COUNT:
        break;
    }
    return RECORDED_MESSAGE;
}

static double recording_of(const pass *p, const trace_event *e)
{
    return p->o->overhead[class_of(p->t, e)] * (double)p->t->ticks_per_s;
}

/* --- Ranks that can go on --- */

static void make_ready(pass *p, uint32_t rank)
{
    follower *f = &p->ranks[rank];
    if (!f->is_ready)
        p->ready[p->ready_count++] = rank;
    f->is_ready = true;
}

static uint32_t world_rank(const pass *p, uint32_t comm, uint32_t peer, uint32_t self)
{
    const trace_comm *c = &p->t->comms[comm];
    return c->ranks ? c->ranks[peer] : self;
}

/* The rank's own in a communicator; UINT32_MAX: it has no part in it. */
static uint32_t place_in(pass *p, uint32_t comm, uint32_t rank)
{
    const trace_comm *c = &p->t->comms[comm];
    if (!c->ranks)
        return 0;
    if (!p->places[comm]) {
        uint32_t *places = ARENA_ARRAY(p->arena, p->t->rank_count, uint32_t);
        for (uint32_t i = 0; i < p->t->rank_count; i++)
            places[i] = UINT32_MAX;
        for (uint32_t i = 0; i < c->size; i++)
            places[c->ranks[i]] = i;
        p->places[comm] = places;
    }
    return p->places[comm][rank];
}

/* --- What an event's time becomes --- */

/* As long after the event before as measured, but for its recording. */
static double local_time(pass *p, follower *f)
{
    const double between = (double)f->at.time - f->measured - f->recording;
    p->result->too_short += p->view == FLIGHT_LEARNT && between < -0.5; /* stamps are whole ticks */
    return f->approximated + fmax(between, 0);
}

static void send(pass *p, uint32_t rank, double when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    const uint32_t to = world_rank(p, e->comm, e->peer, rank);
    message_queue *q = message_queue_of(p->messages, (message_key){e->comm, rank, to, e->tag});
    const double gone = (double)e->time + recording_of(p, e);
    message_put(p->messages, q,
                (sent_message){.measured = gone,
                               .approximated = when,
                               .measured_end = f->has_after ? (double)f->after.time : gone,
                               .bytes = e->bytes});
    if (q->is_awaited)
        make_ready(p, to);
    q->is_awaited = false;
}

static int size_class(uint64_t bytes)
{
    int c = 0;
    while (bytes >> c && c < SIZE_CLASSES - 1)
        c++;
    return c;
}

/* The figure of a class of sizes, or of the nearest smaller one, or else larger one, that is known;
 * `otherwise` where none is. */
static double learnt_of(const double *figures, uint64_t bytes, double otherwise)
{
    const int c = size_class(bytes);
    for (int i = c; i >= 0; i--)
        if (figures[i] >= 0)
            return figures[i];
    for (int i = c; i < SIZE_CLASSES; i++)
        if (figures[i] >= 0)
            return figures[i];
    return otherwise;
}

static void learn(double *figures, uint64_t bytes, double value)
{
    double *known = &figures[size_class(bytes)];
    if (*known < 0 || value < *known)
        *known = value;
}

/* Figures 3 and 4 of the paper. A receiver that asks before the call that sends has ended does
 * wait, and then C and what copying takes are in what was measured; in case B, where it would not
 * have waited, it copies still. Of one that asks later nothing tells whether the message was there.
 */
static double receive_time(pass *p, follower *f, const sent_message *m)
{
    const double begin = f->measured + f->recording, end = (double)f->at.time;
    const double since_sent = fmax(end - m->measured, 0), since_asked = fmax(end - begin, 0);
    const bool has_waited = begin <= m->measured_end;
    if (p->view == FLIGHT_PESSIMISTIC)
        learn(has_waited ? p->learnt->flight : p->learnt->copy, m->bytes,
              has_waited ? since_sent : since_asked);
    p->result->receives += p->view == FLIGHT_LEARNT;
    const double copy =
        fmin(learnt_of(p->learnt->copy, m->bytes, p->view == FLIGHT_PESSIMISTIC ? INFINITY : 0),
             since_sent);
    if (has_waited)
        return fmax(m->approximated + since_sent, f->approximated + copy);
    if (p->view == FLIGHT_PESSIMISTIC)
        return fmax(m->approximated + since_sent, f->approximated + since_asked);
    if (p->view == FLIGHT_OPTIMISTIC)
        return fmax(m->approximated, f->approximated) + copy;
    const double flight = learnt_of(p->learnt->flight, m->bytes, 0);
    if (begin < m->measured + flight - copy) /* it has waited after all */
        return fmax(m->approximated + since_sent, f->approximated + copy);
    p->result->was_there++;
    return fmax(m->approximated + fmax(flight - copy, 0), f->approximated) + since_asked;
}

static bool receive(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    const uint32_t from = world_rank(p, e->comm, e->peer, rank);
    message_queue *q = message_queue_of(p->messages, (message_key){e->comm, from, rank, e->tag});
    if (!q->first) {
        q->is_awaited = true;
        f->queue = q;
        return false;
    }
    f->queue = NULL;
    const sent_message m = message_take(p->messages, q);
    *when = receive_time(p, f, &m);
    return true;
}

/* --- Collectives --- */

/* The one that a rank of a communicator comes to next: of those that are open, in order, the first
 * that it has not come to. */
static gathering *gathering_of(pass *p, const trace_event *end, uint32_t place)
{
    const uint32_t comm = end->comm;
    gathering **g = &p->open[comm];
    while (*g && (*g)->parts[place].measured_exit >= 0)
        g = &(*g)->next;
    if (*g)
        return *g;
    const uint32_t size = p->t->comms[comm].size;
    gathering *made = p->spare[comm];
    if (made) {
        p->spare[comm] = made->next;
    } else {
        made = ARENA_NEW(p->arena, gathering);
        made->parts = ARENA_ARRAY(p->arena, size, taking_part);
    }
    *made = (gathering){.comm = comm,
                        .collective = end->collective,
                        .root = end->peer,
                        .size = size,
                        .parts = made->parts};
    for (uint32_t i = 0; i < size; i++)
        made->parts[i].measured_exit = -1;
    return *g = made;
}

static bool come(pass *p, uint32_t rank, double when)
{
    follower *f = &p->ranks[rank];
    const trace_event *end = &f->after;
    const uint32_t place = place_in(p, end->comm, rank);
    if (place == UINT32_MAX)
        return trace_fail(p->ctx, p->t->path,
                          "rank %" PRIu32 " calls %s on '%s', which it is not in", rank,
                          trace_collective_name(end->collective), p->t->comms[end->comm].name);
    if (!p->t->comms[end->comm].ranks)
        return true; /* alone: as any other event */
    gathering *g = gathering_of(p, end, place);
    if (g->collective != end->collective)
        return trace_fail(p->ctx, p->t->path,
                          "rank %" PRIu32 " calls %s where another rank of '%s' calls %s", rank,
                          trace_collective_name(end->collective), p->t->comms[end->comm].name,
                          trace_collective_name(g->collective));
    g->parts[place] =
        (taking_part){(double)f->at.time + recording_of(p, &f->at), when, (double)end->time};
    f->awaited = g;
    if (++g->come == g->size)
        for (uint32_t i = 0; i < g->size; i++)
            make_ready(p, p->t->comms[g->comm].ranks[i]);
    return true;
}

static void leave(pass *p, gathering *g)
{
    if (++g->gone < g->size)
        return;
    gathering **at = &p->open[g->comm];
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    g->next = p->spare[g->comm];
    p->spare[g->comm] = g;
}

/* --- One rank --- */

typedef enum progress { WENT_ON, WAITS, IS_WRONG } progress;

static progress time_of(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    *when = local_time(p, f);
    if (e->kind == TRACE_RECV || e->kind == TRACE_IRECV)
        return receive(p, rank, when) ? WENT_ON : WAITS;
    if (e->kind == TRACE_SEND || e->kind == TRACE_ISEND)
        send(p, rank, *when);
    if (e->kind == TRACE_COLLECTIVE_BEGIN) {
        if (f->has_after && f->after.kind == TRACE_COLLECTIVE_END)
            return come(p, rank, *when) ? WENT_ON : IS_WRONG;
        p->result->taken_apart += p->view == FLIGHT_LEARNT;
    }
    if (e->kind == TRACE_COLLECTIVE_END && f->awaited) {
        gathering *g = f->awaited;
        if (g->come < g->size)
            return WAITS;
        *when =
            fmax(gathering_exit(g, place_in(p, g->comm, rank), *when, p->o->exit), f->approximated);
        f->awaited = NULL;
        leave(p, g);
    }
    return WENT_ON;
}

static void advance(follower *f)
{
    f->at = f->after;
    f->has_at = f->has_after;
    f->has_after = f->has_after && trace_next(f->cursor, &f->after);
}

/* Follows a rank as far as it goes; false after reporting. */
static bool follow(pass *p, uint32_t rank)
{
    follower *f = &p->ranks[rank];
    while (f->has_at) {
        double when;
        const progress went = time_of(p, rank, &when);
        if (went != WENT_ON)
            return went == WAITS;
        f->measured = (double)f->at.time;
        f->approximated = when;
        f->recording = recording_of(p, &f->at);
        f->recording_all += f->recording;
        if (p->out) {
            trace_event e = f->at;
            e.time = (uint64_t)llround(when);
            if (!trace_write(p->out, rank, &e))
                return false;
        }
        p->result->events += p->view == FLIGHT_LEARNT;
        advance(f);
    }
    return !trace_is_broken(f->cursor);
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
                       i, f->queue->key.from, f->queue->key.tag,
                       p->t->comms[f->queue->key.comm].name);
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
        advance(f);
        make_ready(p, i);
    }
}

static bool run(pass *p)
{
    bool is_good = true;
    begin(p);
    while (is_good && p->ready_count) {
        const uint32_t rank = p->ready[--p->ready_count];
        p->ranks[rank].is_ready = false;
        is_good = follow(p, rank);
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

bool perturbation_remove(fp_context *ctx, trace *t, const perturbation_options *o,
                         trace_writer *out, perturbation_result *result)
{
    /* The first pass learns. */
    static const flight_view order[] = {FLIGHT_PESSIMISTIC, FLIGHT_OPTIMISTIC, FLIGHT_LEARNT};
    learnt least;
    for (int i = 0; i < SIZE_CLASSES; i++)
        least.flight[i] = least.copy[i] = -1;
    *result = (perturbation_result){0};
    bool is_good = true;
    for (int i = 0; i < FLIGHT_VIEW_COUNT && is_good; i++) {
        pass p = {.ctx = ctx,
                  .arena = arena_new_under(ctx->arena),
                  .t = t,
                  .o = o,
                  .view = order[i],
                  .out = order[i] == FLIGHT_LEARNT ? out : NULL,
                  .result = result,
                  .learnt = &least};
        is_good = run(&p);
        arena_clear(p.arena);
    }
    for (int i = 0; i < SIZE_CLASSES; i++)
        result->sizes_learnt += least.flight[i] >= 0;
    return is_good;
}
