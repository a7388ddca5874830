#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* What is started in one place and waited for in another, by hand. Unless it says
 * otherwise a message occupies both sides for 10 µs and is 30 µs on its way, and an
 * addition takes 1 µs. */

typedef struct pair {
    model *m;
    const proc_grid *g;
    const variable *u;
} pair;

/* Eight elements a processor. */
static pair some_pair(int procs, double latency)
{
    pair x = {.m = model_new()};
    x.m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(x.m, 10e-6, 0, 0, latency);
    x.g = model_grid(x.m, 1);
    const expr *n = number(x.m, 8 * procs);
    x.u = model_array(x.m, "u", 4, 1, &n, x.g, (dist_kind[]){DIST_BLOCK});
    return x;
}

/* Each processor gets one element of each neighbour, or of the left one only. */
static node *halo(const pair *x, int procs, bool is_one_way)
{
    offset_read reads[2] = {{{-1}}, {{1}}};
    return shift(x->m, x->u, number(x->m, 1), number(x->m, 8 * procs - 2), is_one_way ? 1 : 2,
                 reads);
}

static const expr *id_of(const pair *x, int id)
{
    return number(x->m, id);
}

/* Sending ends at 10 µs, and all is there at 10 + 30 = 40. */
static void latency_passes_meanwhile(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    node *body =
        SEQUENCE(async(halo(&x, 2, false), id_of(&x, 1)), work(m, 50), wait_async(m, id_of(&x, 1)));
    estimate e = predict_on(m, body, 2);
    is_time(e.time, 60e-6); /* 10 + 50, later than 40 */
    is_time(e.parts.communication, 10e-6);
    is_time(e.parts.waiting, 0);
    model_free(m);
}

static void what_is_left_is_waited_for(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    node *body =
        SEQUENCE(async(halo(&x, 2, false), id_of(&x, 1)), work(m, 20), wait_async(m, id_of(&x, 1)));
    estimate e = predict_on(m, body, 2);
    is_time(e.time, 40e-6); /* 10 + 20, and 10 until it is there */
    is_time(unit_of(&e, AAG_COMM, 0)->time.communication, 10e-6);
    is_time(unit_of(&e, AAG_COMM, 0)->time.waiting, 0);
    is_time(unit_of(&e, AAG_SYNC, 0)->time.waiting, 10e-6);
    model_free(m);
}

/* Two under one id. The first one's message is sent by 10 and 100 on its way. The second one's, of
 * 128 bytes, is copied (2 elements, 1 µs each), sent from 12 to 22 and there at 42. What was
 * started last is waited for first: its copies, until 44, are made while the other is under way,
 * until 110. */
static void the_last_one_first(void **state)
{
    (void)state;
    pair x = some_pair(2, 100e-6);
    model *m = x.m;
    m->processing.op[SAG_OP_load] = value(1e-6);
    m->pieces[1] = m->pieces[0];
    m->pieces[1].from = value(100);
    m->pieces[1].latency = value(20e-6);
    m->communication.piece_count = 2;
    const expr *n = number(m, 16);
    pair y = x;
    y.u = model_array(m, "w", 64, 1, &n, x.g, (dist_kind[]){DIST_BLOCK});
    offset_read reads[4] = {{{-2}}, {{-1}}, {{1}}, {{2}}};
    node *second = shift(m, y.u, number(m, 2), number(m, 13), 4, reads);
    node *body = SEQUENCE(async(halo(&x, 2, false), id_of(&x, 1)), async(second, id_of(&x, 1)),
                          wait_async(m, id_of(&x, 1)));
    is_time(predict_on(m, body, 2).time, 110e-6);
    model_free(m);
}

/* All is occupancy, as on an iPSC/860. Processor 0 comes 25 µs late, and 1 has 25 µs
 * more to do after it. Synchronously 1 sends by 10, has its message at 35, works 40 and
 * 25 more: 100. Started and waited for: 1 sends by 10, works until 50, finds what was
 * there at 35, and works until 75; 0 sends by 35 and works until 75. */
static void only_waiting_is_won(void **state)
{
    (void)state;
    for (int is_async = 0; is_async < 2; is_async++) {
        pair x = some_pair(2, 0);
        model *m = x.m;
        const expr *p = coord(m, x.g, 0), *late = expr_mul(m->pool, number(m, 25), p);
        const expr *early = expr_sub(m->pool, number(m, 25), late);
        node *start = halo(&x, 2, false), *wait = wait_async(m, id_of(&x, 1));
        if (is_async)
            async(start, id_of(&x, 1));
        node *body = is_async ? SEQUENCE(work_times(m, early, 1), start, work(m, 40), wait,
                                         work_times(m, late, 1))
                              : SEQUENCE(work_times(m, early, 1), start, work(m, 40),
                                         work_times(m, late, 1));
        estimate e = predict_on(m, body, 2);
        is_time(e.time, is_async ? 75e-6 : 100e-6);
        is_time(e.parts.communication, 10e-6);
        is_time(e.parts.waiting, is_async ? 0 : 25e-6);
        model_free(m);
    }
}

/* The last of three receives and sends nothing: its 10 µs come in the wait, however
 * long it has worked. */
static void receiving_occupies_the_wait(void **state)
{
    (void)state;
    pair x = some_pair(3, 30e-6);
    model *m = x.m;
    node *body =
        SEQUENCE(async(halo(&x, 3, true), id_of(&x, 1)), work(m, 50), wait_async(m, id_of(&x, 1)));
    estimate e = predict_on(m, body, 3);
    is_time(e.time, 60e-6); /* as do the others, who send for 10 µs first */
    is_time(e.parts.waiting, 0);
    model_free(m);
}

/* The same with half of the occupancy beside the processor: 50 + 5. Nothing hides what
 * is waited for at once: there at 10 + 30, of which half of 10 occupied. */
static void overlap_is_done_beside(void **state)
{
    (void)state;
    for (int work_between = 0; work_between < 2; work_between++) {
        pair x = some_pair(3, 30e-6);
        model *m = x.m;
        m->communication.overlap = value(0.5);
        node *start = async(halo(&x, 3, true), id_of(&x, 1));
        node *wait = wait_async(m, id_of(&x, 1));
        estimate e = predict_on(
            m, work_between ? SEQUENCE(start, work(m, 50), wait) : SEQUENCE(start, wait), 3);
        is_time(e.time, work_between ? 55e-6 : 40e-6);
        is_time(e.parts.communication, 5e-6);
        model_free(m);
    }
}

/* Waited for in the next iteration: 20 µs of work, then the rest of 40 since the start,
 * 20 µs, and 10 to start again: 10 + 20 + 10 + 20 = 60 an iteration; the first, which
 * waits for nothing, 50, and 30 after the last. 10 of each 60 are waiting. */
static void iterations_reach_into_each_other(void **state)
{
    (void)state;
    static const int64_t sweeps[] = {10, 1000, 1000000000};
    for (int i = 0; i < 3; i++) {
        pair x = some_pair(2, 30e-6);
        model *m = x.m;
        const expr *id = id_of(&x, 7);
        node *inside =
            SEQUENCE(work(m, 20), wait_async(m, id), work(m, 20), async(halo(&x, 2, false), id));
        node *sweep =
            loop(m, var(m, "k"), number(m, 1), number(m, sweeps[i]), number(m, 1), inside);
        estimate e = predict_on(m, SEQUENCE(sweep, wait_async(m, id)), 2);
        double more = (double)(sweeps[i] - 1);
        is_time(e.time, 50e-6 + 60e-6 * more + 30e-6);
        is_time(e.parts.waiting, 10e-6 * more + 30e-6);
        model_free(m);
    }
}

/* Two at a time, k mod 2: what iteration k starts, iteration k + 1 waits for after
 * 10 + 20 + 10 + 20 = 60 µs, when it is there: nothing waits, 30 µs an iteration. The
 * last is there 10 µs after the loop. */
static void ids_alternate(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    const loop_var *k = var(m, "k");
    const expr *i = expr_loop_var(m->pool, k), *two = number(m, 2);
    const expr *id = expr_mod(m->pool, i, two);
    const expr *before = expr_mod(m->pool, expr_add(m->pool, i, number(m, 1)), two);
    node *inside = SEQUENCE(async(halo(&x, 2, false), id), work(m, 20), wait_async(m, before));
    node *sweep = loop(m, k, number(m, 0), number(m, 999999), number(m, 1), inside);
    estimate e = predict_on(m, SEQUENCE(sweep, wait_async(m, number(m, 1))), 2);
    is_time(e.time, 30e-6 * 1e6 + 10e-6);
    is_time(e.parts.waiting, 10e-6);
    model_free(m);
}

/* Of another id it is not waited for: 10 + 5. Of the same, until 40. */
static void ids_tell_apart(void **state)
{
    (void)state;
    for (int id = 1; id <= 2; id++) {
        pair x = some_pair(2, 30e-6);
        model *m = x.m;
        node *body = SEQUENCE(async(halo(&x, 2, false), id_of(&x, 1)), work(m, 5),
                              wait_async(m, id_of(&x, id)));
        estimate e = predict_on(m, body, 2);
        is_time(e.time, id == 1 ? 40e-6 : 15e-6);
        model_free(m);
    }
}

/* A parameter that nothing tells is the same id as itself; whether it is another's is
 * not known, and then it is waited for and said so. */
static void ids_that_nothing_tells(void **state)
{
    (void)state;
    for (int is_same = 0; is_same < 2; is_same++) {
        pair x = some_pair(2, 30e-6);
        model *m = x.m;
        const expr *a = expr_param(m->pool, parameter(m, "a", NULL));
        const expr *b = expr_param(m->pool, parameter(m, "b", NULL));
        node *body =
            SEQUENCE(async(halo(&x, 2, false), a), work(m, 5), wait_async(m, is_same ? a : b));
        estimate e = predict_on(m, body, 2);
        is_time(e.time, 40e-6);
        assert_int_equal(e.assumption_count, !is_same);
        model_free(m);
    }
}

/* Two under one id: the first is there at 10 + 30, the second is sent from 10 to 20 and
 * there at 50. One wait is for both. */
static void one_id_for_two(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    node *body =
        SEQUENCE(async(halo(&x, 2, false), id_of(&x, 1)), async(halo(&x, 2, false), id_of(&x, 1)),
                 work(m, 5), wait_async(m, id_of(&x, 1)));
    estimate e = predict_on(m, body, 2);
    is_time(e.time, 50e-6);
    is_time(e.parts.waiting, 25e-6);
    model_free(m);
}

/* Started again without a wait: the first start is waited for there, until 40; the
 * second is there at 80. */
static void a_second_start_waits(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    node *start = async(halo(&x, 2, false), id_of(&x, 1));
    node *twice = loop(m, var(m, "k"), number(m, 1), number(m, 2), number(m, 1), start);
    estimate e = predict_on(m, SEQUENCE(twice, wait_async(m, id_of(&x, 1))), 2);
    is_time(e.time, 80e-6);
    model_free(m);
}

/* Four processors reduce in two rounds of doubling. Synchronously 2 · (10 + 30 + 1).
 * Started, the first message is there at 40; the work ends at 60; then one addition,
 * and the second round: 60 + 1 + 10 + 30 + 1. */
static void later_rounds_come_in_the_wait(void **state)
{
    (void)state;
    for (int is_async = 0; is_async < 2; is_async++) {
        pair x = some_pair(4, 30e-6);
        model *m = x.m;
        m->communication.collective[COLLECTIVE_REDUCE].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
        node *reduce = reduction_of(m, x.g, x.u, number(m, 1));
        node *body = is_async ? SEQUENCE(async(reduce, id_of(&x, 1)), work(m, 50),
                                         wait_async(m, id_of(&x, 1)))
                              : SEQUENCE(reduce, work(m, 50));
        estimate e = predict_on(m, body, 4);
        is_time(e.time, is_async ? 102e-6 : 132e-6);
        model_free(m);
    }
}

/* Half of the time it is started, and is then there at 40, the clock at 10; else the
 * clock is 0 and nothing is awaited: on average 5 and 20. 5 µs of work, and 10 more. */
static void started_by_chance(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    node *start = async(halo(&x, 2, false), id_of(&x, 1));
    node *body =
        SEQUENCE(if_chance(m, 0.5, true, start, NULL), work(m, 5), wait_async(m, id_of(&x, 1)));
    estimate e = predict_on(m, body, 2);
    is_time(e.time, 20e-6);
    is_time(e.parts.waiting, 10e-6);
    model_free(m);
}

/* Started by the one who sends and the one who receives, waited for by the latter. */
static void waited_for_by_some(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    const expr *at[1] = {number(m, 8)}; /* processor 1's */
    node *wait = task(m, home_at(m, x.u, at), wait_async(m, id_of(&x, 1)));
    estimate e = predict_on(m, SEQUENCE(async(halo(&x, 2, true), id_of(&x, 1)), wait), 2);
    /* Processor 0 has sent at 10 and ends; 1 has all at 40. */
    assert_int_equal(e.slowest, 1);
    is_time(e.time, 40e-6);
    is_time(unit_of(&e, AAG_SYNC, 0)->time.communication, 10e-6);
    is_time(unit_of(&e, AAG_SYNC, 0)->time.waiting, 30e-6);
    model_free(m);
}

/* --- Waited for at once: as if it were not asynchronous ------------------------- */

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

static estimate one_program(model *m, int seed, bool is_async)
{
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    m->processing.op[SAG_OP_float_add] = value((1 + draw(50)) * 1e-9);
    model_message(m, draw(2000) * 1e-9, draw(20) * 1e-9, draw(200) * 1e-9, draw(2) * 700e-9);
    m->communication.call_overhead = value(draw(3) * 100e-9);
    for (int i = 0; i < COLLECTIVE_KIND_COUNT; i++)
        m->communication.collective[i].algorithm = (collective_algorithm)draw(COLLECTIVE_PATTERN);
    int procs = 2 + draw(6), count = 2 + draw(6);
    pair x = {.m = m, .g = model_grid(m, 1)};
    const expr *n = number(m, 8 * procs);
    x.u = model_array(m, "u", 4, 1, &n, x.g, (dist_kind[]){DIST_BLOCK});
    node *list[24];
    int used = 0;
    for (int i = 0; i < count; i++) {
        const expr *at = expr_mul(m->pool, coord(m, x.g, 0), number(m, draw(9)));
        list[used++] = work_times(m, expr_add(m->pool, at, number(m, draw(40))), 1);
        node *comm = draw(3)   ? halo(&x, procs, draw(2))
                     : draw(2) ? barrier(m, x.g)
                               : reduction_of(m, x.g, x.u, number(m, draw(9)));
        list[used++] = is_async ? async(comm, number(m, i)) : comm;
        if (is_async)
            list[used++] = wait_async(m, number(m, i));
    }
    return predict_on(m, sequence(used, list), procs);
}

/* A thousand starts and waits, of 40 µs each, inside each of 40 iterations of which no two are
 * alike. When the last one of a thousand was there is of no account in the next iteration: had it a
 * part in the jumps over the thousands, it would be a thousand times as late after each. */
static void times_end_with_their_wait(void **state)
{
    (void)state;
    pair x = some_pair(2, 30e-6);
    model *m = x.m;
    const loop_var *i = var(m, "i");
    const expr *times = expr_mul(m->pool, expr_loop_var(m->pool, i), expr_loop_var(m->pool, i));
    node *body = SEQUENCE(async(halo(&x, 2, false), id_of(&x, 1)), wait_async(m, id_of(&x, 1)));
    node *thousand = loop(m, var(m, "k"), number(m, 0), number(m, 999), number(m, 1), body);
    node *all = loop(m, i, number(m, 0), number(m, 39), number(m, 1),
                     SEQUENCE(work_times(m, times, 1), thousand));
    /* 40 * 1000 * 40 µs, and 1 µs for each of 0² + … + 39² = 39 * 40 * 79 / 6 = 20,540. */
    is_time(predict_on(m, all, 2).time, 1.6 + 20540e-6);
    model_free(m);
}

static void waited_for_at_once(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 300; seed++) {
        model *m = model_new(), *twin = model_new();
        estimate plain = one_program(m, seed, false), split = one_program(twin, seed, true);
        if (plain.time != split.time)
            fail_msg("program %d: %.17g, and %.17g waited for at once", seed, plain.time,
                     split.time);
        model_free(m);
        model_free(twin);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency_passes_meanwhile),
        cmocka_unit_test(what_is_left_is_waited_for),
        cmocka_unit_test(the_last_one_first),
        cmocka_unit_test(only_waiting_is_won),
        cmocka_unit_test(receiving_occupies_the_wait),
        cmocka_unit_test(overlap_is_done_beside),
        cmocka_unit_test(iterations_reach_into_each_other),
        cmocka_unit_test(ids_alternate),
        cmocka_unit_test(ids_tell_apart),
        cmocka_unit_test(ids_that_nothing_tells),
        cmocka_unit_test(one_id_for_two),
        cmocka_unit_test(a_second_start_waits),
        cmocka_unit_test(later_rounds_come_in_the_wait),
        cmocka_unit_test(started_by_chance),
        cmocka_unit_test(waited_for_by_some),
        cmocka_unit_test(times_end_with_their_wait),
        cmocka_unit_test(waited_for_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
