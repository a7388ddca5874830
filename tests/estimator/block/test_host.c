#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* What the host costs: starting the nodes, collecting the result, and input and
 * output. Only where it is asked for. */

#define US 1e-6

typedef struct with_host {
    sag_io io;
    sag_unit host;
} with_host;

/* Starting takes 100 + 10 a node, a call of n bytes 50 + n, µs; a message between a
 * node and the host 20. */
static model *host_model(with_host *h)
{
    model *m = model_new();
    memset(h, 0, sizeof *h);
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    m->processing.call = value(3 * US);
    model_message(m, 20 * US, 0, 0, 0);
    h->io.spawn = value(100 * US);
    h->io.spawn_per_node = value(10 * US);
    h->io.startup = value(50 * US);
    h->io.per_byte = value(1 * US);
    h->host.name = "host";
    h->host.io = &h->io;
    m->machine.host = &h->host;
    static sag_unit one_node = {.name = "node"};
    m->machine.root = m->machine.node = &one_node;
    return m;
}

static node *io_call(model *m, const expr *bytes)
{
    node *n = work(m, 0);
    n->u.stmt.is_io = true;
    n->u.stmt.io_bytes = bytes;
    return n;
}

static estimate predict_host(model *m, const aag_graph *g, bool with, int procs)
{
    estimate_options options = {.overlap = -1, .host = with};
    return predict(m, g, &options, m->grids.count ? 1 : 0, &procs);
}

/* 5 adds of 2 µs on one node, and three calls of 100 bytes: 10 µs without the host;
 * with it (100 + 10) + 10 + 3 * (50 + 100 + 20) + 20 = 650 µs. */
static void without_communication(void **state)
{
    (void)state;
    with_host h;
    model *m = host_model(&h);
    node *calls =
        loop(m, var(m, "i"), number(m, 1), number(m, 3), number(m, 1), io_call(m, number(m, 100)));
    const aag_graph *g = model_graph(m, SEQUENCE(work(m, 5), calls));
    is_time(predict_host(m, g, false, 1).time, 10 * US);
    estimate e = predict_host(m, g, true, 1);
    is_time(e.time, 650 * US);
    is_time(e.parts.overhead, 640 * US);
    is_time(unit_of(&e, AAG_SPAWN, 0)->time.overhead, 110 * US);
    is_time(unit_of(&e, AAG_END, 0)->time.overhead, 20 * US);
    model_free(m);
}

/* Two nodes and a message of 20 µs between them: 20 without; (100 + 20) + 20 + 20. */
static void with_communication(void **state)
{
    (void)state;
    with_host h;
    model *m = host_model(&h);
    const proc_grid *grid = model_grid(m, 1);
    const expr *n = number(m, 4);
    const variable *u = model_array(m, "u", 4, 1, &n, grid, (dist_kind[]){DIST_BLOCK});
    static const offset_read left = {{-1}};
    const aag_graph *g = model_graph(m, shift(m, u, number(m, 1), number(m, 3), 1, &left));
    is_time(predict_host(m, g, false, 2).time, 20 * US);
    is_time(predict_host(m, g, true, 2).time, 160 * US);
    model_free(m);
}

/* A node with an input and output component of its own needs no way to the host. */
static void a_disk_at_each_node(void **state)
{
    (void)state;
    with_host h;
    model *m = host_model(&h);
    sag_io disk = {.startup = value(7 * US), .per_byte = value(0)};
    sag_unit own = {.name = "node", .io = &disk};
    m->machine.root = m->machine.node = &own;
    const aag_graph *g = model_graph(m, io_call(m, number(m, 100)));
    is_time(predict_host(m, g, true, 1).time, (110 + 7 + 20) * US);
    model_free(m);
}

/* A machine that does not say what is asked for is told so. */
static void a_machine_without_a_host(void **state)
{
    (void)state;
    with_host h;
    model *m = host_model(&h);
    m->machine.host = NULL;
    const aag_graph *g = model_graph(m, work(m, 1));
    estimate_options options = {.overlap = -1, .host = true};
    bindings values = {0};
    estimate e;
    assert_false(estimate_run(m->ctx, g, &m->machine, &values, &options, &e));
    assert_int_equal(diag_count(m->ctx->diags, DIAG_ERROR), 1);
    m->machine.host = &h.host;
    h.io.startup = (quantity){0};
    g = model_graph(m, io_call(m, NULL));
    assert_false(estimate_run(m->ctx, g, &m->machine, &values, &options, &e));
    assert_int_equal(diag_count(m->ctx->diags, DIAG_ERROR), 2);
    model_free(m);
}

/* Expanded calls cost nothing, and that is said: 4 adds of 2 µs, and 3 for the call. */
static void calls_in_place(void **state)
{
    (void)state;
    with_host h;
    model *m = host_model(&h);
    const aag_graph *g = model_graph(m, call(m, work(m, 4)));
    int procs = 1;
    is_time(predict(m, g, NULL, 0, &procs).time, 11 * US);
    estimate_options options = {.overlap = -1, .inline_calls = true};
    estimate e = predict(m, g, &options, 0, &procs);
    is_time(e.time, 8 * US);
    assert_int_equal(e.assumption_count, 1);
    assert_string_equal(e.assumptions[0].text,
                        "calls cost nothing: the compiler expands them in place");
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_communication), cmocka_unit_test(with_communication),
        cmocka_unit_test(a_disk_at_each_node),   cmocka_unit_test(a_machine_without_a_host),
        cmocka_unit_test(calls_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
