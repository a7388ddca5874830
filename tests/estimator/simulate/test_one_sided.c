#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/said.h"

/* Puts and gets, by hand. A message of n bytes occupies its sender for 10 + n µs and is 30 µs on
 * its way: 40 + n µs until it is there. An addition takes 1 µs. */

typedef struct few {
    model *m;
    const proc_grid *g;
    const variable *v; /* of elements of 4 bytes */
} few;

static few some(void)
{
    few x = {.m = model_new()};
    x.m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(x.m, 10e-6, 1e-6, 0, 30e-6);
    x.g = model_grid(x.m, 1);
    x.v = model_array(x.m, "x", 4, 1, (const expr *[]){number(x.m, 100)}, NULL, NULL);
    return x;
}

static node *only(const few *x, int rank, node *body)
{
    const expr *test = expr_logic(x->m->pool, EXPR_EQ, coord(x->m, x->g, 0), number(x->m, rank));
    return if_test(x->m, test, body, NULL);
}

static node *transfer(const few *x, comm_kind kind, int elements, const expr *image)
{
    return one_sided(x->m, kind, x->g, x->v, number(x->m, elements), image);
}

/* 8 elements are 32 bytes: 40 + 32. The other side goes on with its own. */
static void one_put(void **state)
{
    (void)state;
    few x = some();
    node *body = SEQUENCE(only(&x, 0, transfer(&x, COMM_PUT, 8, number(x.m, 1))),
                          only(&x, 1, work(x.m, 20)));
    estimate e = predict_on(x.m, body, 2);
    assert_int_equal(e.slowest, 0);
    is_time(e.time, 72e-6);
    is_time(e.parts.communication, 72e-6);
    is_time(e.parts.waiting, 0);
    assert_true(e.comms[0].messages == 1 && e.comms[0].bytes == 32);
    model_free(x.m);
}

/* Asked for by an empty message, 40, which is answered: 40 + 32. */
static void one_get(void **state)
{
    (void)state;
    few x = some();
    estimate e = predict_on(x.m, only(&x, 1, transfer(&x, COMM_GET, 8, number(x.m, 0))), 2);
    assert_int_equal(e.slowest, 1);
    is_time(e.time, 112e-6);
    assert_true(e.comms[0].messages == 2 && e.comms[0].bytes == 32);
    model_free(x.m);
}

/* From itself, and of nothing: neither takes a message. */
static void no_message(void **state)
{
    (void)state;
    few x = some();
    node *body = SEQUENCE(transfer(&x, COMM_PUT, 8, coord(x.m, x.g, 0)),
                          transfer(&x, COMM_GET, 0, number(x.m, 0)), work(x.m, 5));
    estimate e = predict_on(x.m, body, 3);
    is_time(e.time, 5e-6);
    assert_true(e.comms[0].messages == 0 && e.comms[0].bytes == 0);
    assert_true(e.comms[1].messages == 0 && e.comms[1].bytes == 0);
    model_free(x.m);
}

/* Each of 4 puts 1 element to image 0, in 44 µs, but for 0 itself: 3 messages, side by side; a
 * thousand times. */
static void all_to_one(void **state)
{
    (void)state;
    few x = some();
    const loop_var *i = var(x.m, "i");
    node *body = loop(x.m, i, number(x.m, 1), number(x.m, 1000), number(x.m, 1),
                      transfer(&x, COMM_PUT, 1, number(x.m, 0)));
    estimate e = predict_on(x.m, body, 4);
    is_time(e.time, 44e-3);
    assert_true(e.comms[0].messages == 3000 && e.comms[0].bytes == 12000);
    model_free(x.m);
}

/* Round a ring: each to the next one, by its own number. */
static void ring(void **state)
{
    (void)state;
    few x = some();
    expr_pool *pool = x.m->pool;
    const expr *next = expr_mod(pool, expr_add(pool, coord(x.m, x.g, 0), number(x.m, 1)),
                                expr_extent(pool, x.g, 0));
    estimate e = predict_on(x.m, transfer(&x, COMM_PUT, 2, next), 5);
    is_time(e.time, 48e-6);
    assert_true(e.comms[0].messages == 5 && e.comms[0].bytes == 40);
    model_free(x.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_put),    cmocka_unit_test(one_get), cmocka_unit_test(no_message),
        cmocka_unit_test(all_to_one), cmocka_unit_test(ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
