#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* Exchanges on the clocks against a simulator of its own: waited for at once, or started
 * in one place and waited for in another. */

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

#define PROCS 5

/* What is started by all, each at its clock. */
typedef struct simulated {
    double there[PROCS];             /* when all would be there, had one waited at once */
    double sent[PROCS], left[PROCS]; /* what the processor has to do itself, now and later */
} simulated;

/* The rule as it is written: max over the messages m that reach p of
 * r_m + Σ occupancy of messages with r not before r_m, against r_p + max(S, R). */
static double when_there(const double *enter, int p, const int (*reads)[2], int count, double each,
                         double latency, simulated *s)
{
    double sent = 0, received = 0, arrivals[PROCS * 2];
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (reads[i][0] == p)
            sent += each;
        if (reads[i][1] != p)
            continue;
        received += each;
        arrivals[n++] = fmax(enter[p], enter[reads[i][0]]);
    }
    double done = enter[p] + fmax(sent, received);
    for (int a = 0; a < n; a++) {
        double queue = arrivals[a];
        for (int b = 0; b < n; b++)
            if (arrivals[b] >= arrivals[a])
                queue += each;
        done = fmax(done, queue);
    }
    s->sent[p] = sent;
    s->left[p] = fmax(0, received - sent);
    return done + (n ? latency : 0);
}

/* The rule of adapters as it is written, by looking for what is next at each server: the ports on
 * both sides, which share what is ready, and the processor that takes up what is in. `read` i
 * goes from reads[i][0] to reads[i][1]; to the processor of the next rank first. */
typedef struct wire {
    double each, late, send, receive, handshake;
    bool waits, keeps; /* for its receiver; and its sender */
} wire;

static double handed_over(const double *enter, const int (*reads)[2], int count, int i, int procs,
                          const wire *w)
{
    int from = reads[i][0], before = 0;
    for (int k = 0; k < count; k++)
        before += reads[k][0] == from &&
                  (reads[k][1] - from + procs) % procs < (reads[i][1] - from + procs) % procs;
    return enter[from] + (before + 1) * w->send;
}

/* Whole microseconds that are added up differ by less. */
static const double SAME = 1e-12;

/* One server takes jobs of one length in the order in which they are ready. Those of equal
 * times go in the order of `rank`. */
static void serve_in_order(int count, const double *ready, const int *rank, double each,
                           double *begins)
{
    bool is_done[2 * PROCS] = {false};
    double at = 0;
    for (int n = 0; n < count; n++) {
        int next = -1;
        for (int i = 0; i < count; i++)
            if (!is_done[i] && (next < 0 || ready[i] < ready[next] - SAME ||
                                (ready[i] < ready[next] + SAME && rank[i] < rank[next])))
                next = i;
        begins[next] = fmax(at, ready[next]);
        at = begins[next] + each;
        is_done[next] = true;
    }
}

/* When all are through that wait at once; *s as when_there says. */
static void by_adapters(const double *enter, int procs, const int (*reads)[2], int count,
                        const wire *w, simulated *s)
{
    double out[2 * PROCS], gone[2 * PROCS], ready[2 * PROCS], begins[2 * PROCS], in[2 * PROCS];
    int which[2 * PROCS], rank[2 * PROCS], n;
    for (int p = 0; p < procs; p++) {
        n = 0;
        for (int i = 0; i < count; i++) {
            if (reads[i][0] != p)
                continue;
            double at = handed_over(enter, reads, count, i, procs, w);
            ready[n] = w->waits ? fmax(at, enter[reads[i][1]] + w->handshake) : at;
            rank[n] = (reads[i][1] - p + procs) % procs;
            gone[i] = ready[n];
            which[n++] = i;
        }
        s->sent[p] = n * w->send;
        serve_in_order(n, ready, rank, w->each, begins);
        for (int k = 0; k < n; k++)
            out[which[k]] = begins[k] + w->each + w->late;
    }
    for (int p = 0; p < procs; p++) {
        double taken[2 * PROCS], own = enter[p] + s->sent[p];
        n = 0;
        for (int i = 0; i < count; i++)
            if (reads[i][1] == p) {
                ready[n] = gone[i] + w->late;
                rank[n] = reads[i][0];
                which[n++] = i;
            }
        s->left[p] = n * w->receive;
        serve_in_order(n, ready, rank, w->each, begins);
        for (int k = 0; k < n; k++) {
            in[which[k]] = fmax(begins[k] + w->each, out[which[k]]);
            ready[k] = fmax(own, in[which[k]]);
        }
        serve_in_order(n, ready, rank, w->receive, taken);
        s->there[p] = own;
        for (int k = 0; k < n; k++)
            s->there[p] = fmax(s->there[p], taken[k] + w->receive);
    }
    for (int i = 0; w->waits && w->keeps && i < count; i++)
        s->there[reads[i][0]] = fmax(s->there[reads[i][0]], in[i]);
}

/* A program: each iteration computes ((a p + b) mod c) additions, exchanges, and, where it
 * only starts that, computes `more` of them and waits, or waits in the next iteration. */
typedef enum split_kind { NOT_SPLIT, SPLIT_INSIDE, SPLIT_ACROSS } split_kind;

typedef struct ruled {
    int procs, a, b, c, more, iterations, count;
    double add, each, late, beside; /* seconds; of the occupancy, what is done beside */
    split_kind split;
    bool has_adapters;
    wire wire;
    int reads[2 * PROCS][2];
} ruled;

static void simulate_wait(const ruled *x, simulated *s, double *clock)
{
    for (int p = 0; p < x->procs; p++)
        clock[p] = fmax(clock[p] + (1 - x->beside) * s->left[p], s->there[p]);
    *s = (simulated){{0}, {0}, {0}};
}

static double simulate(const ruled *x)
{
    double clock[PROCS] = {0}, last = 0;
    simulated s = {{0}, {0}, {0}};
    for (int i = 0; i < x->iterations; i++) {
        for (int p = 0; p < x->procs; p++)
            clock[p] += (x->a * p + x->b) % x->c * x->add;
        if (x->split == SPLIT_ACROSS)
            simulate_wait(x, &s, clock);
        if (x->has_adapters)
            by_adapters(clock, x->procs, (const int(*)[2])x->reads, x->count, &x->wire, &s);
        for (int p = 0; p < x->procs && !x->has_adapters; p++)
            s.there[p] =
                when_there(clock, p, (const int(*)[2])x->reads, x->count, x->each, x->late, &s);
        for (int p = 0; p < x->procs; p++)
            clock[p] = x->split ? clock[p] + (1 - x->beside) * s.sent[p] : s.there[p];
        for (int p = 0; p < x->procs && x->split == SPLIT_INSIDE; p++)
            clock[p] += x->more * x->add;
        if (x->split == SPLIT_INSIDE)
            simulate_wait(x, &s, clock);
    }
    if (x->split == SPLIT_ACROSS)
        simulate_wait(x, &s, clock);
    for (int p = 0; p < x->procs; p++)
        last = fmax(last, clock[p]);
    return last;
}

static ruled some_rules(bool from_left, bool from_right)
{
    ruled x = {.add = (1 + draw(9)) * 1e-6,
               .each = (1 + draw(9)) * 1e-6,
               .late = draw(4) * 1e-6,
               .procs = 2 + draw(PROCS - 1),
               .a = draw(7),
               .b = draw(11),
               .c = 1 + draw(12),
               .more = 1 + draw(6),
               .iterations = 1 + draw(30),
               .split = (split_kind)draw(3)};
    x.has_adapters = draw(2);
    if (x.split && !x.has_adapters)
        x.beside = draw(3) * 0.25;
    x.wire = (wire){.each = x.each,
                    .late = x.late,
                    .send = draw(9) * 1e-6,
                    .receive = draw(9) * 1e-6,
                    .handshake = draw(4) * 1e-6,
                    .waits = draw(2),
                    .keeps = draw(2)};
    for (int p = 0; p < x.procs; p++) {
        if (from_left && p > 0)
            memcpy(x.reads[x.count++], (int[2]){p - 1, p}, sizeof x.reads[0]);
        if (from_right && p + 1 < x.procs)
            memcpy(x.reads[x.count++], (int[2]){p + 1, p}, sizeof x.reads[0]);
    }
    return x;
}

/* The same, as a program. 1-D blocks of 8 elements; each processor reads one element of
 * each neighbour, or of one. */
static estimate predict_rules(model *m, const ruled *x, bool from_left, bool from_right)
{
    m->processing.op[SAG_OP_float_add] = value(x->add);
    model_message(m, x->each, 0, 0, x->late);
    m->communication.overlap = value(x->beside);
    if (x->has_adapters) {
        m->communication.exchange = EXCHANGE_ADAPTER;
        m->pieces[0].send = value(x->wire.send);
        m->pieces[0].receive = value(x->wire.receive);
        if (x->wire.waits)
            *(x->wire.keeps ? &m->pieces[0].handshake : &m->pieces[0].fetch) =
                value(x->wire.handshake);
    }
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 8 * x->procs);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *line =
        expr_add(m->pool, expr_mul(m->pool, coord(m, g, 0), number(m, x->a)), number(m, x->b));
    node *some = work_times(m, expr_mod(m->pool, line, number(m, x->c)), 1);
    offset_read reads[2] = {{{from_left ? -1 : 1}}, {{1}}};
    node *exchange = shift(m, u, number(m, 1), number(m, 8 * x->procs - 2),
                           from_left && from_right ? 2 : 1, reads);
    const expr *id = number(m, 1);
    if (x->split)
        async(exchange, id);
    node *body = x->split == NOT_SPLIT ? SEQUENCE(some, exchange)
                 : x->split == SPLIT_INSIDE
                     ? SEQUENCE(some, exchange, work(m, x->more), wait_async(m, id))
                     : SEQUENCE(some, wait_async(m, id), exchange);
    node *sweep =
        loop(m, var(m, "i"), number(m, 0), number(m, x->iterations - 1), number(m, 1), body);
    return predict_on(m, SEQUENCE(sweep, wait_async(m, id)), x->procs);
}

static void exchanges_follow_the_rule(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 400; seed++) {
        random_state = (uint64_t)seed * UINT64_C(0xbf58476d1ce4e5b9) + 1;
        model *m = model_new();
        bool from_left = draw(3), from_right = !from_left || draw(3);
        ruled x = some_rules(from_left, from_right);
        double got = predict_rules(m, &x, from_left, from_right).time, expected = simulate(&x);
        if (fabs(got - expected) > 1e-11 * fmax(expected, 1))
            fail_msg("got %.12g, simulated %.12g (program %d)", got, expected, seed);
        model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exchanges_follow_the_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
