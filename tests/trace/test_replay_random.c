/* Random programs beside a simulator that is as plain as can be: no events, no clocks that run
 * ahead. It looks at everything that might happen next, takes what is first in time, and does it.
 * LogGP with ports as docs/model.md says ("The exchange", adapter). */

#include "tests/random.h"
#include "tests/trace/replayed.h"

enum { RANKS = 5, STEPS = 400, MESSAGES = 2000, PROGRAMS = 150, REQUESTS = 12 };

typedef enum step_kind { COMPUTE, SEND, RECV, ISEND, IRECV, WAIT_ALL, BOTH } step_kind;

typedef struct step {
    step_kind kind;
    int peer, from, tag; /* BOTH: to peer, from another */
    int64_t bytes, takes;
} step;

/* Times in nanoseconds. */
typedef struct program {
    int ranks, count[RANKS];
    step steps[RANKS][STEPS];
    int64_t startup, per_byte, latency, send, receive, handshake, waits_from, keeps_from;
} program;

/* --- The simulator ------------------------------------------------------------------ */

typedef struct message {
    int from, to, tag;
    int64_t bytes, handed, asked, ready, out, there;
    bool is_asked, has_left, is_there;
} message;

typedef struct process {
    int at;
    int64_t clock;
    bool is_posted; /* what its step begins */
    int64_t port_out, port_in;
    int wanted[2 * REQUESTS], wanted_count; /* messages that it waits for; receives: */
    bool is_receive[2 * REQUESTS];
    int asked_from[REQUESTS * 2], asked_tag[REQUESTS * 2];
    int64_t asked_at[REQUESTS * 2];
    bool is_matched[REQUESTS * 2];
    int asked_count; /* receives of these */
    int received[2 * REQUESTS];
} process;

typedef struct simulator {
    const program *p;
    process ranks[RANKS];
    message all[MESSAGES];
    int count;
} simulator;

static int64_t keeps(const simulator *s, const message *m)
{
    return s->p->startup + s->p->per_byte * m->bytes;
}

static bool waits(const simulator *s, const message *m)
{
    return m->bytes >= s->p->waits_from;
}

/* From `waits_from` on a message begins when its receiver is there, from `keeps_from` on its sender
 * waits for that, too. */
static bool keeps_sender(const simulator *s, const message *m)
{
    return m->bytes >= s->p->keeps_from;
}

/* Receives take messages in the order of both. */
static void match(simulator *s)
{
    for (int to = 0; to < s->p->ranks; to++) {
        process *q = &s->ranks[to];
        for (int k = 0; k < q->asked_count; k++) {
            for (int i = 0; i < s->count && !q->is_matched[k]; i++) {
                message *m = &s->all[i];
                if (m->is_asked || m->to != to || m->from != q->asked_from[k] ||
                    m->tag != q->asked_tag[k])
                    continue;
                m->is_asked = true;
                m->asked = q->asked_at[k];
                q->is_matched[k] = true;
                q->received[k] = i;
            }
        }
    }
}

static void begin_send(simulator *s, int rank, int to, int tag, int64_t bytes)
{
    process *q = &s->ranks[rank];
    assert_true(s->count < MESSAGES);
    q->clock += s->p->send;
    s->all[s->count] =
        (message){.from = rank, .to = to, .tag = tag, .bytes = bytes, .handed = q->clock};
    if (keeps_sender(s, &s->all[s->count])) {
        q->is_receive[q->wanted_count] = false;
        q->wanted[q->wanted_count++] = s->count;
    }
    s->count++;
}

static void begin_receive(simulator *s, int rank, int from, int tag)
{
    process *q = &s->ranks[rank];
    const int k = q->asked_count++;
    q->asked_from[k] = from;
    q->asked_tag[k] = tag;
    q->asked_at[k] = q->clock;
    q->is_matched[k] = false;
}

/* Is all there that a rank waits for? Then it goes on. */
static bool end_wait(simulator *s, int rank)
{
    process *q = &s->ranks[rank];
    bool used[2 * REQUESTS] = {false};
    for (int k = 0; k < q->asked_count; k++)
        if (!q->is_matched[k] || !s->all[q->received[k]].is_there)
            return false;
    for (int k = 0; k < q->wanted_count; k++)
        if (!s->all[q->wanted[k]].is_there)
            return false;
    for (int n = 0; n < q->asked_count; n++) { /* as they came */
        int first = -1;
        for (int k = 0; k < q->asked_count; k++)
            if (!used[k] &&
                (first < 0 || s->all[q->received[k]].there < s->all[q->received[first]].there))
                first = k;
        used[first] = true;
        const int64_t there = s->all[q->received[first]].there;
        q->clock = (there > q->clock ? there : q->clock) + s->p->receive;
    }
    for (int k = 0; k < q->wanted_count; k++)
        if (s->all[q->wanted[k]].there > q->clock)
            q->clock = s->all[q->wanted[k]].there;
    q->asked_count = q->wanted_count = 0;
    return true;
}

static void do_step(simulator *s, int rank)
{
    process *q = &s->ranks[rank];
    const step *t = &s->p->steps[rank][q->at];
    const bool begins = !q->is_posted;
    q->is_posted = true;
    if (t->kind == COMPUTE)
        q->clock += t->takes;
    if (begins && (t->kind == RECV || t->kind == IRECV || t->kind == BOTH))
        begin_receive(s, rank, t->kind == BOTH ? t->from : t->peer, t->tag);
    if (begins && (t->kind == SEND || t->kind == ISEND || t->kind == BOTH))
        begin_send(s, rank, t->peer, t->tag, t->bytes);
    const bool ends = t->kind == COMPUTE || t->kind == ISEND || t->kind == IRECV;
    match(s);
    if (!ends && !end_wait(s, rank))
        return;
    q->is_posted = false;
    q->at++;
}

/* What might happen next, and when: a rank's step, a message at its sender's port, at its
 * receiver's. At one time what is of a lower rank comes first. */
typedef struct next {
    int64_t at;
    int what, which, rank; /* 0 leaves, 1 comes, 2 a rank */
} next;

static void consider(next *best, int64_t at, int what, int which, int rank)
{
    const bool is_first = at != best->at       ? at < best->at
                          : what != best->what ? what < best->what
                                               : rank < best->rank;
    if (best->which < 0 || is_first)
        *best = (next){at, what, which, rank};
}

static bool step_once(simulator *s)
{
    next best = {.which = -1};
    for (int i = 0; i < s->count; i++) {
        message *m = &s->all[i];
        if (m->has_left && !m->is_there)
            consider(&best, m->ready + s->p->latency, 1, i, m->from);
        if (m->has_left || (waits(s, m) && !m->is_asked))
            continue;
        const int64_t asked = m->asked + s->p->handshake;
        m->ready = waits(s, m) && asked > m->handed ? asked : m->handed;
        consider(&best, m->ready, 0, i, m->from);
    }
    for (int rank = 0; rank < s->p->ranks; rank++)
        if (s->ranks[rank].at < s->p->count[rank] && !s->ranks[rank].is_posted)
            consider(&best, s->ranks[rank].clock, 2, rank, rank);
    if (best.which < 0)
        return false;
    if (best.what == 2) {
        do_step(s, best.which);
        return true;
    }
    message *m = &s->all[best.which];
    process *of = &s->ranks[best.what == 0 ? m->from : m->to];
    int64_t *port = best.what == 0 ? &of->port_out : &of->port_in;
    *port = (*port > best.at ? *port : best.at) + keeps(s, m);
    if (best.what == 0) {
        m->has_left = true;
        m->out = *port + s->p->latency;
        return true;
    }
    m->is_there = true;
    m->there = *port > m->out ? *port : m->out;
    for (int rank = 0; rank < s->p->ranks; rank++)
        if (s->ranks[rank].is_posted)
            do_step(s, rank); /* which may have waited for this */
    return true;
}

static void simulate(const program *p, int64_t *end)
{
    static simulator s;
    s = (simulator){.p = p};
    while (step_once(&s))
        ;
    for (int rank = 0; rank < p->ranks; rank++) {
        assert_int_equal(s.ranks[rank].at, p->count[rank]);
        end[rank] = s.ranks[rank].clock;
    }
}

/* --- Programs that end: who waits has posted before ------------------------------------ */

static void add(program *p, int rank, step s)
{
    assert_true(p->count[rank] < STEPS);
    p->steps[rank][p->count[rank]++] = s;
}

static void compute(program *p, uint64_t *r, int rank)
{
    if (random_between(r, 0, 2) > 0)
        add(p, rank, (step){.kind = COMPUTE, .takes = random_between(r, 0, 40000)});
}

static int64_t random_bytes(uint64_t *r)
{
    return random_between(r, 0, 2) ? random_between(r, 0, 900) : random_between(r, 1000, 9000);
}

/* Everybody posts receives and sends with some, computes and waits for all. */
static void add_posted(program *p, uint64_t *r)
{
    int to[REQUESTS], from[REQUESTS], tag[REQUESTS], count = (int)random_between(r, 1, REQUESTS);
    for (int i = 0; i < count; i++) {
        from[i] = (int)random_between(r, 0, p->ranks - 1);
        to[i] = (from[i] + (int)random_between(r, 1, p->ranks - 1)) % p->ranks;
        tag[i] = (int)random_between(r, 0, 1);
    }
    for (int rank = 0; rank < p->ranks; rank++) {
        const bool sends_first = random_between(r, 0, 1);
        for (int half = 0; half < 2; half++) {
            compute(p, r, rank);
            for (int i = 0; i < count; i++)
                if (half == sends_first && to[i] == rank)
                    add(p, rank, (step){.kind = IRECV, .peer = from[i], .tag = tag[i]});
                else if (half != sends_first && from[i] == rank)
                    add(p, rank,
                        (step){
                            .kind = ISEND, .peer = to[i], .tag = tag[i], .bytes = random_bytes(r)});
        }
        compute(p, r, rank);
        add(p, rank, (step){.kind = WAIT_ALL});
    }
}

static void add_blocking(program *p, uint64_t *r)
{
    const int from = (int)random_between(r, 0, p->ranks - 1);
    const int to = (from + (int)random_between(r, 1, p->ranks - 1)) % p->ranks;
    compute(p, r, from);
    add(p, from, (step){.kind = SEND, .peer = to, .tag = 2, .bytes = random_bytes(r)});
    compute(p, r, to);
    add(p, to, (step){.kind = RECV, .peer = from, .tag = 2});
}

static void add_shift(program *p, uint64_t *r)
{
    const int by = (int)random_between(r, 1, p->ranks - 1);
    for (int rank = 0; rank < p->ranks; rank++) {
        compute(p, r, rank);
        add(p, rank,
            (step){.kind = BOTH,
                   .peer = (rank + by) % p->ranks,
                   .from = (rank + p->ranks - by) % p->ranks,
                   .tag = 3,
                   .bytes = random_bytes(r)});
    }
}

static void make_program(program *p, uint64_t *r)
{
    *p = (program){.ranks = (int)random_between(r, 2, RANKS),
                   .startup = random_between(r, 0, 900),
                   .per_byte = random_between(r, 0, 4),
                   .latency = random_between(r, 0, 4000),
                   .send = random_between(r, 0, 700),
                   .receive = random_between(r, 0, 700),
                   .handshake = random_between(r, 0, 900),
                   .waits_from = 1000,
                   .keeps_from = 1000 + 4000 * random_between(r, 0, 3)};
    for (int i = 0; i < 12; i++) {
        const int which = (int)random_between(r, 0, 3);
        if (which < 2)
            add_posted(p, r);
        else if (which == 2)
            add_blocking(p, r);
        else
            add_shift(p, r);
    }
}

/* --- As a trace ------------------------------------------------------------------------- */

static void write_step(FILE *out, int rank, long long at, const step *s, int *posted, int *is_send)
{
    fprintf(out, "%d %lld enter 1\n", rank, at);
    if (s->kind == SEND || s->kind == BOTH)
        fprintf(out, "%d %lld send to %d comm 0 tag %d bytes %lld\n", rank, at, s->peer, s->tag,
                (long long)s->bytes);
    if (s->kind == RECV || s->kind == BOTH)
        fprintf(out, "%d %lld recv from %d comm 0 tag %d bytes 1\n", rank, at,
                s->kind == BOTH ? s->from : s->peer, s->tag);
    if (s->kind == ISEND)
        fprintf(out, "%d %lld isend to %d comm 0 tag %d bytes %lld request %d\n", rank, at, s->peer,
                s->tag, (long long)s->bytes, *posted);
    if (s->kind == IRECV)
        fprintf(out, "%d %lld irecv_posted request %d\n", rank, at, *posted);
    if (s->kind == ISEND || s->kind == IRECV)
        is_send[(*posted)++] = s->kind == ISEND ? -1 : s->peer * 10 + s->tag;
    for (int k = 0; s->kind == WAIT_ALL && k < *posted; k++)
        if (is_send[k] < 0)
            fprintf(out, "%d %lld isend_done request %d\n", rank, at, k);
        else
            fprintf(out, "%d %lld irecv from %d comm 0 tag %d bytes 1 request %d\n", rank, at,
                    is_send[k] / 10, is_send[k] % 10, k);
    *posted = s->kind == WAIT_ALL ? 0 : *posted;
    fprintf(out, "%d %lld leave 1\n", rank, at);
}

/* Collectives, a message that is under way meanwhile, and what another rank has. */
static void write_more(FILE *out, const program *p, int rank, long long at)
{
    const int after = (rank + 1) % p->ranks, before = (rank + p->ranks - 1) % p->ranks;
    fprintf(out,
            "%d %lld isend to %d comm 0 tag 9 bytes 5000 request 90\n"
            "%d %lld irecv_posted request 91\n",
            rank, at, after, rank, at);
    fprintf(out,
            "%d %lld collective_begin\n"
            "%d %lld collective_end MPI_Allreduce comm 0 bytes 800 received 800\n",
            rank, at, rank, at);
    fprintf(out,
            "%d %lld irecv from %d comm 0 tag 9 bytes 5000 request 91\n"
            "%d %lld isend to %d comm 0 tag 10 bytes 500 request 92\n"
            "%d %lld get from %d comm 0 bytes 700\n",
            rank, at, before, rank, at, after, rank, at, after);
    fprintf(out,
            "%d %lld collective_begin\n"
            "%d %lld collective_end MPI_Bcast root 1 comm 0 bytes 3000 received 3000\n"
            "%d %lld recv from %d comm 0 tag 10 bytes 500\n"
            "%d %lld isend to %d comm 0 tag 11 bytes 900 request 93\n",
            rank, at, rank, at, rank, at, before, rank, at, after);
}

static void write_program(const program *p, bool has_more)
{
    FILE *out = fopen("random.trace", "w");
    assert_non_null(out);
    write_head(out, (uint32_t)p->ranks, 1000000000);
    for (int rank = 0; rank < p->ranks; rank++) {
        long long at = 0;
        int posted = 0, is_send[STEPS];
        for (int i = 0; i < p->count[rank]; i++)
            if (p->steps[rank][i].kind == COMPUTE)
                at += (long long)p->steps[rank][i].takes;
            else
                write_step(out, rank, at, &p->steps[rank][i], &posted, is_send);
        fprintf(out, "%d %lld enter 0\n", rank, at);
        if (has_more)
            write_more(out, p, rank, at);
    }
    assert_int_equal(fclose(out), 0);
}

static void programs(void **state)
{
    (void)state;
    static program p;
    uint64_t r = 5;
    for (int i = 0; i < PROGRAMS; i++) {
        fp_context *ctx = fp_context_new();
        make_program(&p, &r);
        int64_t end[RANKS];
        simulate(&p, end);
        write_program(&p, false);
        message_piece pieces[3] = {{.startup = us(1e-3 * (double)p.startup),
                                    .per_byte = us(1e-3 * (double)p.per_byte),
                                    .latency = us(1e-3 * (double)p.latency),
                                    .send = us(1e-3 * (double)p.send),
                                    .receive = us(1e-3 * (double)p.receive)}};
        pieces[1] = pieces[0];
        pieces[1].from = (quantity){.is_set = true, .value = (double)p.waits_from};
        pieces[2] = pieces[1];
        pieces[2].from = (quantity){.is_set = true, .value = (double)p.keeps_from};
        pieces[1].fetch = pieces[2].handshake = us(1e-3 * (double)p.handshake);
        const sag_communication c = {.topology = TOPOLOGY_SWITCH,
                                     .exchange = EXCHANGE_ADAPTER,
                                     .piece_count = 3,
                                     .pieces = pieces};
        const sag machine = {.name = "test", .communication = &c};
        const replay_options o = {.machine = &machine, .speed = 1};
        replay_result result;
        trace *t = trace_open_path(ctx, "random.trace");
        assert_non_null(t);
        assert_true(replay_run(ctx, t, &o, NULL, TRACE_AS_TEXT, &result));
        for (int rank = 0; rank < p.ranks; rank++)
            if (ps(result.ranks[rank].end) != end[rank] * 1000)
                fail_msg("program %d, rank %d of %d: %.3f ns, not %lld", i, rank, p.ranks,
                         result.ranks[rank].end * 1e9, (long long)end[rank]);
        assert_parts(&result);
        fp_context_free(ctx);
    }
}

/* By all rules, on as many processors and on fewer. */
static void parts_add_up(void **state)
{
    (void)state;
    static program p;
    uint64_t r = 6;
    message_piece pieces[2] = {{.startup = us(0.7), .per_byte = us(0.003), .latency = us(2)}};
    pieces[1] = pieces[0];
    pieces[1].from = (quantity){.is_set = true, .value = 1000};
    sag_communication c = {
        .topology = TOPOLOGY_SWITCH, .call_overhead = us(0.2), .piece_count = 2, .pieces = pieces};
    c.collective[COLLECTIVE_REDUCE].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    c.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    const sag machine = {.name = "test", .communication = &c};
    static const exchange_rule rules[] = {EXCHANGE_ADAPTER, EXCHANGE_PUSHED, EXCHANGE_POSTED};
    for (int i = 0; i < PROGRAMS; i++) {
        make_program(&p, &r);
        write_program(&p, true);
        for (int k = 0; k < 3; k++)
            for (uint32_t procs = 1; procs <= (uint32_t)p.ranks; procs++) {
                fp_context *ctx = fp_context_new();
                const bool is_adapter = rules[k] == EXCHANGE_ADAPTER;
                pieces[0].send = pieces[1].send = us(is_adapter ? 0.4 : 0);
                pieces[0].receive = pieces[1].receive = us(is_adapter ? 0.3 : 0);
                pieces[1].handshake = us(is_adapter ? 0.9 : 0);
                const replay_options o = {.machine = &machine,
                                          .speed = 1,
                                          .procs = procs,
                                          .has_exchange = true,
                                          .exchange = rules[k]};
                replay_result result;
                trace *t = trace_open_path(ctx, "random.trace");
                assert_non_null(t);
                assert_true(replay_run(ctx, t, &o, NULL, TRACE_AS_TEXT, &result));
                assert_parts(&result);
                fp_context_free(ctx);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(programs), cmocka_unit_test(parts_add_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
