#include <math.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* What the phases that the source marks cost. */

#define US 1e-6

/* A region of the model's lines first … last. */
static void set_region(model *m, source_region *r, int id, int first, int last,
                       const source_region *parent)
{
    source_range extent = {m->program.file, first, 1, last, 9};
    *r = (source_region){"r", extent, extent, parent, id};
}

static void set_regions(model *m, int count, const source_region *const *regions)
{
    m->program.region_count = count;
    m->program.regions = regions;
}

/* Five times: 10 adds of 2 µs on processor 0 and 20 on processor 1, then one float
 * from 0 to 1, 10 µs. Processor 1 is the last: 5 * (40 + 10) = 250 µs, and never
 * waits: 0 is ready to send at 20, 50, … µs, and 1 to receive at 40, 90, …. */
static void work_and_messages(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    model_message(m, 10 * US, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *times =
        expr_mul(m->pool, number(m, 10), expr_add(m->pool, coord(m, g, 0), number(m, 1)));
    static const offset_read left = {{-1}};
    node *uneven = work_times(m, times, 1);
    node *move = shift(m, u, number(m, 1), number(m, 3), 1, &left);
    node *all =
        loop(m, var(m, "t"), number(m, 0), number(m, 4), number(m, 1), SEQUENCE(uneven, move));
    source_region outer, work_in, move_in;
    set_region(m, &outer, 0, 1, all->where.line, NULL);
    set_region(m, &work_in, 1, 1, uneven->where.line, &outer);
    set_region(m, &move_in, 2, move->where.line, move->where.line, &outer);
    const source_region *const regions[] = {&outer, &work_in, &move_in};
    set_regions(m, 3, regions);
    estimate e = predict_on(m, all, 2);
    is_time(e.time, 250 * US);
    assert_int_equal(e.slowest, 1);
    assert_int_equal(e.region_count, 3);

    const region_cost *whole = &e.regions[0], *compute = &e.regions[1], *moves = &e.regions[2];
    is_time(compute->time.computation, 200 * US);
    is_time(breakdown_total(&compute->time), 200 * US);
    assert_true(compute->count == 5);
    assert_true(compute->balance == 0.75); /* 100 and 200 µs */
    is_time(compute->longest, 200 * US);
    assert_true(compute->messages == 0);
    is_time(moves->time.communication, 50 * US);
    is_time(breakdown_total(&moves->time), 50 * US);
    assert_true(moves->count == 5);
    assert_true(moves->messages == 5 && moves->bytes == 20);
    assert_true(moves->balance == 1); /* nobody is busy in it */
    is_time(moves->longest, 50 * US);
    is_time(moves->contention, 0); /* one message at a time */
    is_time(breakdown_total(&whole->time), 250 * US);
    assert_true(whole->count == 1);
    assert_true(whole->messages == 5 && whole->bytes == 20);
    assert_true(whole->balance == 0.75);
    model_free(m);
}

/* Four processors with two elements each send both neighbours one, 10 µs: an inner
 * one is 20 µs about it, 10 of which its second message waits for its first. Then
 * processor p computes for 20 (4 - p) µs. Nobody waits, and 0 ends last, at 10 + 80;
 * in the exchange an inner one is the longest, and in the whole 1: 20 + 60 as 0 has
 * 10 + 80 = 90. */
static void messages_that_queue(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    model_message(m, 10 * US, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 8);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *times =
        expr_mul(m->pool, number(m, 10), expr_sub(m->pool, number(m, 4), coord(m, g, 0)));
    static const offset_read both[] = {{{-1}}, {{1}}};
    node *move = shift(m, u, number(m, 1), number(m, 6), 2, both);
    node *uneven = work_times(m, times, 1);
    source_region move_in, work_in;
    set_region(m, &move_in, 0, move->where.line, move->where.line, NULL);
    set_region(m, &work_in, 1, uneven->where.line, uneven->where.line, NULL);
    const source_region *const regions[] = {&move_in, &work_in};
    set_regions(m, 2, regions);
    estimate e = predict_on(m, SEQUENCE(move, uneven), 4);
    is_time(e.time, 90 * US);
    assert_int_equal(e.slowest, 0);
    is_time(breakdown_total(&e.regions[0].time), 10 * US);
    is_time(e.regions[0].contention, 0); /* 0 has one message out and one in */
    is_time(e.regions[0].longest, 20 * US);
    assert_true(e.regions[0].messages == 6 && e.regions[0].bytes == 24);
    is_time(breakdown_total(&e.regions[1].time), 80 * US);
    is_time(e.regions[1].longest, 80 * US);
    assert_true(e.regions[1].balance == 0.625); /* 20, 40, 60 and 80 µs */
    model_free(m);
}

/* The same with most work on 3, then 2, and least on 0: work of 20 (p + 1) µs but
 * for 3, which has none: the last is 2, and its second message queues for 10 µs. */
static void messages_of_the_slowest_queue(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    model_message(m, 10 * US, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 8);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *p = coord(m, g, 0);
    const expr *times =
        expr_mul(m->pool, number(m, 10),
                 expr_mod(m->pool, expr_add(m->pool, p, number(m, 1)), number(m, 4)));
    static const offset_read both[] = {{{-1}}, {{1}}};
    node *move = shift(m, u, number(m, 1), number(m, 6), 2, both);
    node *uneven = work_times(m, times, 1);
    source_region move_in;
    set_region(m, &move_in, 0, move->where.line, move->where.line, NULL);
    const source_region *const regions[] = {&move_in};
    set_regions(m, 1, regions);
    estimate e = predict_on(m, SEQUENCE(move, uneven), 4);
    assert_int_equal(e.slowest, 2);
    is_time(e.time, 80 * US);
    is_time(e.regions[0].time.communication, 20 * US);
    is_time(e.regions[0].contention, 10 * US);
    model_free(m);
}

/* What a region calls is in it, and in the callee's own region too. The call costs
 * 3 µs, what is called 4 adds of 2 µs; after it, outside, one more add. */
static void what_is_called(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    m->processing.call = value(3 * US);
    node *inside = work(m, 4), *from = call(m, inside), *after = work(m, 1);
    source_region callee, caller;
    set_region(m, &callee, 0, inside->where.line, inside->where.line, NULL);
    set_region(m, &caller, 1, from->where.line, from->where.line, NULL);
    const source_region *const regions[] = {&callee, &caller};
    set_regions(m, 2, regions);
    estimate e = predict_on(m, SEQUENCE(from, after), 1);
    is_time(e.time, 13 * US);
    is_time(breakdown_total(&e.regions[0].time), 8 * US);
    is_time(e.regions[1].time.computation, 8 * US);
    is_time(e.regions[1].time.overhead, 3 * US);
    assert_true(e.regions[0].count == 1 && e.regions[1].count == 1);
    model_free(m);
}

/* Processor 0 adds for 100 µs, 1 for 20 µs, waits 80 µs more for a message of 10 µs,
 * and adds for 200 µs: it is the last, at 310 µs. An add errs by 10 %: so 22 of the 230 µs
 * in which 1 is busy, and as much of its waiting, 80 * 22 / 230 µs, which is all that the
 * second region errs: the message does not. The three add up to the error of the whole. */
static void intervals(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    m->processing.op[SAG_OP_float_add].relative_error = 0.1;
    model_message(m, 10 * US, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4), *p = coord(m, g, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    static const offset_read left = {{-1}};
    node *first =
        work_times(m, expr_sub(m->pool, number(m, 50), expr_mul(m->pool, number(m, 40), p)), 1);
    node *move = shift(m, u, number(m, 1), number(m, 3), 1, &left);
    node *second = work_times(m, expr_mul(m->pool, number(m, 100), p), 1);
    node *const parts[] = {first, move, second};
    source_region in[3];
    for (int i = 0; i < 3; i++)
        set_region(m, &in[i], i, parts[i]->where.line, parts[i]->where.line, NULL);
    const source_region *const regions[] = {&in[0], &in[1], &in[2]};
    set_regions(m, 3, regions);
    estimate e = predict_on(m, SEQUENCE(first, move, second), 2);
    is_time(e.time, 310 * US);
    is_time(e.regions[1].time.waiting, 80 * US);
    const double error[] = {2 * US, 80 * 22 * US / 230, 20 * US}, time[] = {20, 90, 200};
    for (int i = 0; i < 3; i++) {
        is_time(breakdown_total(&e.regions[i].time), time[i] * US);
        assert_true(fabs(e.regions[i].high - time[i] * US - 1.96 * error[i]) < 1e-12);
        assert_true(fabs(e.regions[i].low - time[i] * US + 1.96 * error[i]) < 1e-12);
    }
    assert_true(fabs(e.high - e.time - 1.96 * (error[0] + error[1] + error[2])) < 1e-12);
    model_free(m);
}

/* Two messages of 10 us, each one way, known exactly but that shifts are said to be off by 10 %: so
 * 1 us of 10. Another kind's residual is none of theirs. */
static void poor_fits_widen_intervals(void **state)
{
    (void)state;
    for (int is_poor = 0; is_poor < 2; is_poor++) {
        model *m = model_new();
        model_message(m, 10 * US, 0, 0, 0);
        quantity tenth = value(0.1);
        *(is_poor ? &m->communication.residual_shift : &m->communication.residual_gather) = tenth;
        const proc_grid *g = model_grid(m, 1);
        const expr *n = number(m, 4);
        const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
        static const offset_read left = {{-1}};
        estimate e = predict_on(m, shift(m, u, number(m, 1), number(m, 3), 1, &left), 2);
        is_time(e.time, 10 * US);
        assert_true(fabs(e.high - e.time - (is_poor ? 1.96 * US : 0)) < 1e-12);
        model_free(m);
    }
}

/* Half of the time 1000 ns are spent in one of two regions, else 200 in the other: what
 * is taken for likely errs in each by its own, 0.25 * 1000 / sqrt(3) and 0.25 * 200 /
 * sqrt(3) ns, and in the whole by the difference. */
static void intervals_of_branches(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(100e-9);
    node *then = work(m, 10), *otherwise = work(m, 2);
    node *either = if_chance(m, 0.5, false, then, otherwise);
    source_region a, b;
    set_region(m, &a, 0, then->where.line, then->where.line, NULL);
    set_region(m, &b, 1, otherwise->where.line, otherwise->where.line, NULL);
    const source_region *const regions[] = {&a, &b};
    set_regions(m, 2, regions);
    estimate e = predict_on(m, either, 1);
    is_time(breakdown_total(&e.regions[0].time), 500e-9);
    is_time(breakdown_total(&e.regions[1].time), 100e-9);
    const double each = 1.96 * 0.25 / sqrt(3);
    assert_true(fabs(e.regions[0].high - 500e-9 - each * 1000e-9) < 1e-15);
    assert_true(fabs(e.regions[1].high - 100e-9 - each * 200e-9) < 1e-15);
    assert_true(fabs(e.high - e.time - each * 800e-9) < 1e-15);
    model_free(m);
}

/* An element whose index only the run knows goes to three others, 14 us each, one after another:
 * whether there is something to send is as likely as a branch, σ = 0.25 * 42 / sqrt(3). What the
 * program says, or the user, is known. */
static void intervals_of_indices(void **state)
{
    (void)state;
    for (int is_known = 0; is_known < 2; is_known++) {
        model *m = model_new();
        model_message(m, 10 * US, 1 * US, 0, 0);
        const proc_grid *g = model_grid(m, 1);
        const expr *n = number(m, 4);
        const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
        param *p = expr_new_param(m->pool, is_known ? PARAM_CONSTANT : PARAM_INDEX, "pivot",
                                  (source_range){0});
        p->value = number(m, 2);
        const expr *index = expr_param(m->pool, p);
        estimate e = predict_on(m, broadcast(m, u, &index), 4);
        const double half = is_known ? 0 : 1.96 * 0.25 * 42 * US / sqrt(3);
        is_time(e.time, 42 * US);
        assert_true(fabs(e.high - e.time - half) < 1e-12);
        assert_true(fabs(e.time - e.low - half) < 1e-12);
        model_free(m);
    }
}

/* Statements of two regions in one line are two units, however far units reach. */
static void regions_part_units(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    node *one = work(m, 1), *two = work(m, 2);
    two->where.line = one->where.line;
    two->where.column = 20;
    source_region first;
    set_region(m, &first, 0, one->where.line, one->where.line, NULL);
    const source_region *const regions[] = {&first};
    set_regions(m, 1, regions);
    estimate e = predict_on(m, SEQUENCE(one, two), 1);
    is_time(e.time, 6 * US);
    is_time(breakdown_total(&e.regions[0].time), 2 * US);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_and_messages),
        cmocka_unit_test(messages_that_queue),
        cmocka_unit_test(messages_of_the_slowest_queue),
        cmocka_unit_test(what_is_called),
        cmocka_unit_test(intervals),
        cmocka_unit_test(poor_fits_widen_intervals),
        cmocka_unit_test(intervals_of_branches),
        cmocka_unit_test(intervals_of_indices),
        cmocka_unit_test(regions_part_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
