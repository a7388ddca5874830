#include <math.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* The arithmetic of a line: its terms are the machine's values, and their
 * products are right. */

#define US 1e-6

static const arithmetic *find(const arithmetic *steps, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (strstr(steps[i].text, text))
            return &steps[i];
    fail_msg("no step says '%s'", text);
    return NULL;
}

static int explain(model *m, const estimate *e, int line, const arithmetic **steps)
{
    bindings values = {.procs_rank = 1, .procs = {e->procs}};
    const source_lines lines = {m->program.file, line, line};
    return estimate_explain(m->ctx, e, &values, NULL, &lines, steps);
}

/* 3 adds of 2 µs, 100 times, in line 1; the loop in line 2: set up for 5 µs,
 * 100 iterations of 1 µs. */
static void a_statement_and_its_loop(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    m->processing.loop_setup = value(5 * US);
    m->processing.loop_iteration = value(1 * US);
    node *body = work(m, 3);
    node *n = loop(m, var(m, "i"), number(m, 0), number(m, 99), number(m, 1), body);
    estimate e = predict_on(m, n, 1);

    const arithmetic *steps;
    int count = explain(m, &e, body->where.line, &steps);
    is_time(steps[0].seconds, 600 * US);
    assert_int_equal(steps[0].depth, 0);
    const arithmetic *adds = find(steps, count, "3 float_add");
    is_time(adds->seconds, 6 * US);
    assert_ptr_equal(adds->value, &m->processing.op[SAG_OP_float_add]);
    is_time(find(steps, count, "100 × ")->seconds, 600 * US);

    count = explain(m, &e, n->where.line, &steps);
    is_time(steps[0].seconds, 105 * US);
    is_time(find(steps, count, "loop setup")->seconds, 5 * US);
    is_time(find(steps, count, "100 iterations")->seconds, 100 * US);
    assert_int_equal(explain(m, &e, 999, &steps), 0);
    model_free(m);
}

/* One float from the left: 76 + 4 * 0.4 + 11 µs. */
static void a_message(void **state)
{
    (void)state;
    model *m = model_new();
    model_ipsc_messages(m);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    static const offset_read left = {{-1}};
    node *exchange = shift(m, u, number(m, 1), number(m, 3), 1, &left);
    estimate e = predict_on(m, exchange, 2);
    is_time(e.time, 88.6 * US);
    const arithmetic *steps;
    int count = explain(m, &e, exchange->where.line, &steps);
    is_time(find(steps, count, "startup")->seconds, 76 * US);
    is_time(find(steps, count, "4 bytes × ")->seconds, 1.6 * US);
    is_time(find(steps, count, "1 hop × ")->seconds, 11 * US);
    is_time(find(steps, count, "1 message of 4 bytes")->seconds, 88.6 * US);
    assert_ptr_equal(find(steps, count, "startup")->value, &m->pieces[0].startup);
    model_free(m);
}

/* By adapters: the receiver is kept for 7 µs of the message, and waits for 5 + 4 * 2, which the
 * sender pays, 10 of its adapter, and 30 on the way. */
static void a_message_by_adapters(void **state)
{
    (void)state;
    model *m = model_new();
    model_message(m, 10 * US, 0, 0, 30 * US);
    m->communication.exchange = EXCHANGE_ADAPTER;
    m->pieces[0].send = value(5 * US);
    m->pieces[0].send_per_byte = value(2 * US);
    m->pieces[0].receive = value(7 * US);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    static const offset_read left = {{-1}};
    node *exchange = shift(m, u, number(m, 1), number(m, 3), 1, &left);
    estimate e = predict_on(m, exchange, 2);
    is_time(e.time, 60 * US);
    is_time(e.parts.waiting, 53 * US);
    const arithmetic *steps;
    int count = explain(m, &e, exchange->where.line, &steps);
    is_time(find(steps, count, "receives 1 message of 4 bytes")->seconds, 7 * US);
    is_time(find(steps, count, "the sender's processor")->seconds, 5 * US);
    is_time(find(steps, count, "its processor's part")->seconds, 7 * US);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_statement_and_its_loop),
        cmocka_unit_test(a_message),
        cmocka_unit_test(a_message_by_adapters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
