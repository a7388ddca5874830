#include "explore/sentence.h"
#include "tests/cmocka_all.h"

static estimate made(double time, double processing_error, double communication_error)
{
    return (estimate){.time = time, .error = {processing_error, 0, communication_error}};
}

/* 95 % of a normal variable lies within 1.96 standard errors. */
static void errors_of_one_kind_cancel(void **state)
{
    (void)state;
    estimate a = made(1.00, 0.10, 0), b = made(1.05, 0.105, 0);
    assert_false(explore_is_close(&a, &b)); /* 0.05 apart, errs by 0.005 */
    estimate c = made(1.05, 0.10, 0.03);
    assert_true(explore_is_close(&a, &c)); /* errs by 0.03: 0.0588 */
    estimate d = made(1.06, 0.10, 0.03);
    assert_false(explore_is_close(&a, &d));
    estimate e = made(1.05, 0.07, 0);
    assert_true(explore_is_close(&a, &e)); /* errs by 0.03 the other way */
}

static void half_a_percent_is_no_difference(void **state)
{
    (void)state;
    estimate a = made(1.000, 0, 0), b = made(1.004, 0, 0), c = made(1.006, 0, 0);
    assert_true(explore_is_close(&a, &b));
    assert_true(explore_is_close(&b, &a));
    assert_false(explore_is_close(&a, &c));
}

/* A shape of two dimensions fits a grid of two; for one of one it is a number. */
static void a_shape_that_fits_no_grid_is_a_number(void **state)
{
    (void)state;
    const proc_grid flat = {.rank = 1}, square = {.rank = 2};
    const proc_grid *grids[1];
    const layout where = {.text_count = 1, .text_grid = grids};
    const aag_graph graph = {.layout = &where};
    const bindings asked = {.procs_rank = 2, .procs = {2, 4}};

    grids[0] = &square;
    bindings fitted = explore_fit_procs(&graph, &asked);
    assert_int_equal(fitted.procs_rank, 2);
    assert_int_equal(fitted.procs[0], 2);

    grids[0] = &flat;
    fitted = explore_fit_procs(&graph, &asked);
    assert_int_equal(fitted.procs_rank, 1);
    assert_int_equal(fitted.procs[0], 8);

    const bindings total = {.procs_rank = 1, .procs = {8}}, none = {0};
    assert_int_equal(explore_fit_procs(&graph, &total).procs[0], 8);
    assert_int_equal(explore_fit_procs(&graph, &none).procs_rank, 0);
}

static const char *reason(double messages, double bytes)
{
    fp_context *ctx = fp_context_new();
    comm_cost best = {.messages = 10, .bytes = 1000}, mine = {.messages = messages, .bytes = bytes};
    const alternative ranked[2] = {
        {.name = "A", .result = {.time = 1, .comm_count = 1, .comms = &best}},
        {.name = "B",
         .result = {.time = 2, .parts = {.communication = 1}, .comm_count = 1, .comms = &mine}}};
    sentence_list said = {0};
    explore_loss_reasons(ctx, 2, ranked, &said);
    assert_int_equal(said.count, 1);
    static char text[200];
    snprintf(text, sizeof text, "%s", said.data[0]);
    fp_context_free(ctx);
    return text;
}

/* 30 times the messages and 1.3 times the bytes: the messages. */
static void the_larger_factor_is_the_reason(void **state)
{
    (void)state;
    assert_string_equal(reason(300, 1300),
                        "B loses 1.00 s to communication: 300 messages in all, A 10.");
    assert_string_equal(reason(12, 3000),
                        "B loses 1.00 s to communication: 3,000 bytes in all, A 1,000 bytes.");
}

/* Alternatives that fail alike are named together. */
static void what_has_no_prediction_says_why(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    const source_file *file = source_add(ctx->sources, "of/it.c", "a\nb\n", 4);
    source_range second = source_range_of(file, 2, 3);
    const aag_graph graph = {0};
    const alternative failed[4] = {{.name = "A", .why = "too wide", .why_at = second},
                                   {.name = "B", .why = "too wide", .why_at = second},
                                   {.name = "C", .graph = &graph, .why = "No. Say more."},
                                   {.name = "D", .graph = &graph, .why = "too wide"}};
    sentence_list said = {0};
    explore_failures(ctx, 4, failed, &said);
    assert_int_equal(said.count, 3);
    assert_string_equal(said.data[0], "A and B cannot be planned: it.c:2: too wide.");
    assert_string_equal(said.data[1], "C cannot be predicted: No. Say more.");
    assert_string_equal(said.data[2], "D cannot be predicted: too wide.");
    fp_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_one_kind_cancel),
        cmocka_unit_test(half_a_percent_is_no_difference),
        cmocka_unit_test(a_shape_that_fits_no_grid_is_a_number),
        cmocka_unit_test(the_larger_factor_is_the_reason),
        cmocka_unit_test(what_has_no_prediction_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
