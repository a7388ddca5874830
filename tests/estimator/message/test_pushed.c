#include <math.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* Pushed messages and the channels that they come by, against a simulator of its own. */

enum { PROCS = 40, OFFSETS = 5, REACH = 6 };

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

/* Each iteration computes ((a p + b) mod c) additions; then each processor from REACH to
 * procs - 1 - REACH, which has one element of 4 bytes, gets those at some offsets. */
typedef struct pushing {
    double add, each, late, passing; /* passing: a message's time in its channel */
    int procs, a, b, c, iterations, offset_count;
    int offset[OFFSETS];
    topology network;
} pushing;

static pushing some_pushing(void)
{
    static const topology networks[] = {TOPOLOGY_SWITCH, TOPOLOGY_HYPERCUBE, TOPOLOGY_MESH,
                                        TOPOLOGY_FULL};
    pushing x = {.add = (1 + draw(9)) * 1e-6,
                 .each = (1 + draw(9)) * 1e-6,
                 .late = draw(4) * 1e-6,
                 .passing = 4 * draw(9) * 1e-6,
                 .procs = 2 * REACH + 1 + draw(PROCS - 2 * REACH),
                 .a = draw(7),
                 .b = draw(11),
                 .c = 1 + draw(40),
                 .iterations = 1 + draw(12),
                 .offset_count = 1 + draw(OFFSETS),
                 .network = networks[draw(4)]};
    for (int i = 0; i < x.offset_count; i++) {
        bool is_new;
        do {
            x.offset[i] = (1 + draw(REACH)) * (draw(2) ? 1 : -1);
            is_new = true;
            for (int k = 0; k < i; k++)
                is_new &= x.offset[k] != x.offset[i];
        } while (!is_new);
    }
    return x;
}

/* ---- as it is written in docs/model.md ---- */

static bool receives(const pushing *x, int p)
{
    return p >= REACH && p < x->procs - REACH;
}

/* How many messages of `sender` go before the one to `to`, and it: round from its own rank. */
static int turn(const pushing *x, int sender, int to)
{
    int before = 0;
    for (int i = 0; i < x->offset_count; i++) {
        int other = sender - x->offset[i];
        before += receives(x, other) &&
                  (other - sender + x->procs) % x->procs <= (to - sender + x->procs) % x->procs;
    }
    return before;
}

static int sent_by(const pushing *x, int p)
{
    int count = 0;
    for (int i = 0; i < x->offset_count; i++)
        count += receives(x, p - x->offset[i]);
    return count;
}

/* Do messages from two senders come by one channel? */
static bool is_one_channel(const pushing *x, int p, int sender, int other)
{
    switch (x->network) {
    case TOPOLOGY_SWITCH:
        return true;
    case TOPOLOGY_MESH:
        return (sender < p) == (other < p);
    case TOPOLOGY_HYPERCUBE:
        return ilogb(sender ^ p) == ilogb(other ^ p);
    case TOPOLOGY_FULL:
    case TOPOLOGY_TORUS:
    case TOPOLOGY_FAT_TREE:
    case TOPOLOGY_DRAGONFLY:
        break;
    }
    return sender == other;
}

/* When the message from `sender` reaches p's channel. */
static double reaches(const pushing *x, const double *enter, int p, int sender)
{
    return enter[sender] + turn(x, sender, p) * x->each + x->late;
}

/* When all that came by its channel before it and it have passed: the latest of beginning with
 * any of those, and all that are from there on. */
static double passed(const pushing *x, const double *enter, int p, int sender)
{
    double end = 0, own = reaches(x, enter, p, sender);
    for (int i = 0; i < x->offset_count; i++) {
        int first = p + x->offset[i], since = 0;
        double begin = reaches(x, enter, p, first);
        if (begin > own || !is_one_channel(x, p, sender, first))
            continue;
        for (int k = 0; k < x->offset_count; k++) {
            double at = reaches(x, enter, p, p + x->offset[k]);
            since += at >= begin && at <= own && is_one_channel(x, p, sender, p + x->offset[k]);
        }
        end = fmax(end, begin + since * x->passing);
    }
    return end;
}

static double simulate(const pushing *x)
{
    double clock[PROCS] = {0}, enter[PROCS], last = 0;
    for (int n = 0; n < x->iterations; n++) {
        for (int p = 0; p < x->procs; p++)
            enter[p] = clock[p] + (x->a * p + x->b) % x->c * x->add;
        for (int p = 0; p < x->procs; p++) {
            clock[p] = enter[p] + sent_by(x, p) * x->each;
            for (int i = 0; i < x->offset_count && receives(x, p); i++)
                clock[p] = fmax(clock[p], passed(x, enter, p, p + x->offset[i]));
        }
    }
    for (int p = 0; p < x->procs; p++)
        last = fmax(last, clock[p]);
    return last;
}

/* ---- the same, as a program ---- */

static estimate predicted(model *m, const pushing *x, bool explicit_clocks)
{
    m->processing.op[SAG_OP_float_add] = value(x->add);
    model_message(m, x->each, 0, 0, x->late);
    m->pieces[0].latency_per_byte = value(x->passing / 4);
    m->communication.exchange = EXCHANGE_PUSHED;
    m->communication.topology = x->network;
    m->communication.embedding = EMBED_ROW_MAJOR;
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, x->procs);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *line =
        expr_add(m->pool, expr_mul(m->pool, coord(m, g, 0), number(m, x->a)), number(m, x->b));
    node *some = work_times(m, expr_mod(m->pool, line, number(m, x->c)), 1);
    offset_read reads[OFFSETS];
    memset(reads, 0, sizeof reads);
    for (int i = 0; i < x->offset_count; i++)
        reads[i].offset[0] = x->offset[i];
    node *body = SEQUENCE(some, shift(m, u, number(m, REACH), number(m, x->procs - 1 - REACH),
                                      x->offset_count, reads));
    const aag_graph *graph = model_graph(
        m, loop(m, var(m, "i"), number(m, 0), number(m, x->iterations - 1), number(m, 1), body));
    const estimate_options how = {.overlap = -1, .explicit_clocks = explicit_clocks};
    return predict(m, graph, &how, 1, &x->procs);
}

static void channels_follow_the_rule(void **state)
{
    int waited = 0;
    (void)state;
    for (int seed = 1; seed <= 600; seed++) {
        random_state = (uint64_t)seed * UINT64_C(0xbf58476d1ce4e5b9) + 1;
        model *m = model_new();
        pushing x = some_pushing(), alone = x;
        double expected = simulate(&x);
        double got = predicted(m, &x, draw(2)).time;
        if (fabs(got - expected) > 1e-11)
            fail_msg("got %.12g, simulated %.12g (program %d)", got, expected, seed);
        alone.network = TOPOLOGY_FULL;
        waited += expected > simulate(&alone) + 1e-9;
        model_free(m);
    }
    print_message("in %d programs messages waited for a channel to the end\n", waited);
    assert_true(waited > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(channels_follow_the_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
