#include "estimator/message/observe.h"

#include "estimator/run/run.h"

/* A message that was started, and has not ended at both ends. */
typedef struct started_message {
    int operation, from, to;
    int64_t number, bytes, tag;
    bool has_left, has_come;
} started_message;

struct observation {
    int silent;
    int64_t messages; /* so far */
    VEC(started_message) started;
    /* Scratch of groups, by place: one of its group; its members; has it sent, or received? */
    int *group, *members;
    observed_bytes *bytes; /* of the members */
    bool *has_sent, *has_received;
};

static estimate_observer *observer_of(const run *r)
{
    return r->observation && !r->observation->silent ? r->est->options.observer : NULL;
}

void observe_open(run *r)
{
    if (!r->est->options.observer)
        return;
    r->observation = ARENA_NEW(r->scratch, observation);
    r->observation->group = ARENA_ARRAY(r->scratch, r->places, int);
    r->observation->members = ARENA_ARRAY(r->scratch, r->places, int);
    r->observation->bytes = ARENA_ARRAY(r->scratch, r->places, observed_bytes);
    r->observation->has_sent = ARENA_ARRAY(r->scratch, r->places, bool);
    r->observation->has_received = ARENA_ARRAY(r->scratch, r->places, bool);
}

/* --- Units ------------------------------------------------------------------ */

static int64_t clock_of(const run *r, int place)
{
    return (int64_t)(r->now + r->clock[place]);
}

/* Picoseconds in 63 bits are 106 days. */
static bool has_time(run *r, const aag_unit *u)
{
    for (int p = 0; p < r->places; p++)
        if (r->now + r->clock[p] > INT64_MAX) {
            run_fail(r, u->where, "this takes longer than the 106 days that a trace can hold");
            return false;
        }
    return true;
}

bool observe_enter(run *r, const aag_unit *u)
{
    estimate_observer *o = observer_of(r);
    if (!o)
        return true;
    if (o->is_full(o) || !has_time(r, u)) {
        r->has_failed = true;
        return false;
    }
    for (int p = 0; p < r->places; p++)
        if (r->active[p])
            o->enter(o, u, p, clock_of(r, p));
    return true;
}

void observe_leave(run *r, const aag_unit *u)
{
    estimate_observer *o = observer_of(r);
    for (int p = 0; o && p < r->places && !r->has_failed; p++)
        if (r->active[p])
            o->leave(o, u, p, clock_of(r, p));
}

void observe_silence(run *r)
{
    if (r->observation)
        r->observation->silent++;
}

void observe_speak(run *r)
{
    if (r->observation)
        r->observation->silent--;
}

/* --- Messages ---------------------------------------------------------------- */

/* Is it one thing that a group does, whatever messages that takes? */
static bool is_together(const communication *c)
{
    return c->kind == COMM_REDUCE || c->kind == COMM_BARRIER || c->kind == COMM_BROADCAST ||
           c->kind == COMM_GATHER || c->kind == COMM_ALLGATHER;
}

static int first_message(const comm_round *round, int place)
{
    return round->first[round_role(round, place)];
}

static int end_of_messages(const comm_round *round, int place)
{
    return round->first[round_role(round, place) + 1];
}

typedef struct told {
    estimate_observer *o;
    const aag_unit *u; /* where it happens; a message has the tag of where it was started */
} told;

static void tell(const told *t, observed_kind kind, int rank, int peer, int64_t time,
                 const started_message *m)
{
    const observed_event e = {kind, rank, peer, time, m->bytes, m->number, m->tag};
    t->o->happens(t->o, t->u, &e);
}

/* Both ends of each message of a round: when they have posted it, or when they are through. */
static void tell_ends(run *r, const told *t, const comm_round *round, int64_t number, bool is_end,
                      int start)
{
    const int128 *at = is_end ? r->exchange.done : r->exchange.enter;
    for (int i = 0; i < round->member_count; i++) {
        const int to = round_place(round, i);
        for (int k = first_message(round, to); k < end_of_messages(round, to); k++) {
            const incoming *price = round_price_of(round, k);
            const started_message m = {.operation = start,
                                       .from = to + round->messages[k].from,
                                       .to = to,
                                       .number = number++,
                                       .tag = t->u->comm->id,
                                       .bytes = (int64_t)price->bytes * price->count};
            const int64_t received = (int64_t)(r->now + at[to]),
                          sent = (int64_t)(r->now + at[m.from]);
            tell(t, is_end ? OBSERVED_RECEIVE_ENDS : OBSERVED_RECEIVE_BEGINS, to, m.from, received,
                 &m);
            tell(t, is_end ? OBSERVED_SEND_ENDS : OBSERVED_SEND_BEGINS, m.from, to, sent, &m);
            if (!is_end && start >= 0)
                VEC_PUSH(r->scratch, &r->observation->started, m);
            r->observation->messages += !is_end;
        }
    }
}

void observe_round(run *r, const aag_unit *u, const comm_round *round, int start)
{
    const told t = {observer_of(r), u};
    if (!t.o || !round->messages || round->partner || is_together(u->comm))
        return;
    const int64_t number = r->observation->messages;
    tell_ends(r, &t, round, number, false, start);
    if (start < 0)
        tell_ends(r, &t, round, number, true, start);
}

void observe_ended(run *r, const aag_unit *u, int start, int place)
{
    const told t = {observer_of(r), u};
    int kept = 0;
    for (int i = 0; t.o && i < r->observation->started.count; i++) {
        started_message *m = &r->observation->started.data[i];
        const bool comes = m->operation == start && m->to == place && !m->has_come,
                   leaves = m->operation == start && m->from == place && !m->has_left;
        if (comes)
            tell(&t, OBSERVED_RECEIVE_ENDS, place, m->from, clock_of(r, place), m);
        if (leaves)
            tell(&t, OBSERVED_SEND_ENDS, place, m->to, clock_of(r, place), m);
        m->has_come |= comes;
        m->has_left |= leaves;
        if (!m->has_come || !m->has_left)
            r->observation->started.data[kept++] = *m;
    }
    if (t.o)
        r->observation->started.count = kept;
}

void observe_event(run *r, const aag_unit *u, int rank, observed_event e)
{
    estimate_observer *o = observer_of(r);
    if (!o)
        return;
    e.rank = rank;
    e.time = clock_of(r, rank);
    o->happens(o, u, &e);
}

/* --- Groups ------------------------------------------------------------------ */

static int group_of(const run *r, int place)
{
    int *group = r->observation->group;
    while (group[place] != place)
        place = group[place] = group[group[place]];
    return place;
}

static void join(const run *r, int a, int b)
{
    const int first = group_of(r, a), second = group_of(r, b);
    r->observation->group[first > second ? first : second] = first < second ? first : second;
}

static void join_message(const run *r, int from, int to)
{
    join(r, from, to);
    r->observation->has_sent[from] = r->observation->has_received[to] = true;
}

/* Who sends to whom is in one group, in whatever round. */
static void join_round(const run *r, const comm_round *round)
{
    for (int i = 0; i < round->member_count; i++) {
        const int to = round_place(round, i);
        if (round->is_whole)
            join(r, to, round_place(round, 0));
        else if (round->partner)
            join_message(r, round->partner[to], to);
        else if (round->messages)
            for (int k = first_message(round, to); k < end_of_messages(round, to); k++)
                join_message(r, to + round->messages[k].from, to);
    }
}

/* Of a round that is priced as one, whom it waits for. Else what comes from one is not sent to it,
 * and what goes to one it does not send on. */
static int root_of(const run *r, const communication *c, const schedule *s, int count,
                   const int *members)
{
    const bool *does = c->kind == COMM_BROADCAST ? r->observation->has_received
                       : c->kind == COMM_GATHER || (c->kind == COMM_REDUCE && c->is_to_one)
                           ? r->observation->has_sent
                           : NULL;
    for (int i = 0; i < s->round_count; i++)
        if (s->rounds[i].is_whole && round_cost_of(&s->rounds[i], members[0]))
            return s->rounds[i].root;
    for (int i = 0; does && i < count; i++)
        if (!does[members[i]])
            return members[i];
    return -1;
}

static bool is_group(const communication *c, const schedule *s)
{
    bool is = is_together(c);
    for (int i = 0; i < s->round_count; i++)
        is |= s->rounds[i].is_whole || s->rounds[i].partner || !s->rounds[i].messages;
    return is;
}

/* What each gives or gets, where that is not known of each: what is combined or sent to all; else
 * the largest message. */
static int64_t bytes_of(run *r, const communication *c, const schedule *s)
{
    int64_t elements = 1;
    double most = 0;
    if (c->kind == COMM_BARRIER)
        return 0;
    if (c->kind == COMM_REDUCE || (c->kind == COMM_BROADCAST && c->elements))
        return !c->elements || run_value(r, c->elements, &elements) ? elements * c->elem_bytes : 0;
    for (int i = 0; i < s->round_count; i++)
        for (int k = 0; k < s->rounds[i].costs.count; k++)
            if (s->rounds[i].costs.data[k].bytes > most)
                most = s->rounds[i].costs.data[k].bytes;
    return (int64_t)most;
}

static observed_bytes share_of(const communication *c, const schedule *s, int place, int root,
                               int64_t bytes)
{
    const bool is_root = place == root;
    const moved_bytes m = s->moved ? s->moved[place] : (moved_bytes){bytes, bytes, bytes};
    if (c->kind == COMM_BROADCAST)
        return (observed_bytes){is_root || root < 0 ? m.most : 0, is_root ? 0 : m.received};
    if (c->kind == COMM_ALLGATHER)
        return (observed_bytes){m.most, m.received + (s->moved ? m.most : 0)};
    const bool is_to_one = c->kind == COMM_GATHER || (c->kind == COMM_REDUCE && c->is_to_one);
    return (observed_bytes){m.sent, !is_to_one || is_root || s->moved ? m.received : 0};
}

void observe_together(run *r, const aag_unit *u, const schedule *s)
{
    estimate_observer *o = observer_of(r);
    observation *seen = r->observation;
    if (!o || !is_group(u->comm, s))
        return;
    for (int p = 0; p < r->places; p++) {
        seen->group[p] = p;
        seen->has_sent[p] = seen->has_received[p] = false;
    }
    for (int i = 0; i < s->round_count; i++)
        join_round(r, &s->rounds[i]);
    const int64_t bytes = bytes_of(r, u->comm, s);
    for (int first = 0; first < r->places; first++) {
        int count = 0;
        for (int p = first; p < r->places && group_of(r, first) == first; p++)
            if (group_of(r, p) == first)
                seen->members[count++] = p;
        const int root = count > 1 ? root_of(r, u->comm, s, count, seen->members) : -1;
        for (int i = 0; i < count; i++)
            seen->bytes[i] = share_of(u->comm, s, seen->members[i], root, bytes);
        if (count > 1)
            o->together(o, u, count, seen->members, root, seen->bytes);
    }
}
