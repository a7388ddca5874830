#include <stdlib.h>

#include "explore/incomplete.h"
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
    explore_loss_reasons(ctx, 2, ranked, NULL, &said);
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

/* Unknowns of a source, and predictions with them. */
typedef struct unknowns {
    fp_context *ctx;
    unknown_effect cost, flow;
    const unknown_effect *costs[1], *flows[1], *both[2];
} unknowns;

static int set_up(void **state)
{
    unknowns *u = calloc(1, sizeof *u);
    u->ctx = fp_context_new();
    const source_file *file = source_add(u->ctx->sources, "of/it.c", "a\nb\nc\n", 6);
    u->cost = (unknown_effect){.kind = UNKNOWN_COST,
                               .where = source_range_of(file, 0, 1),
                               .reason = "'lap' has no body here"};
    u->flow = (unknown_effect){.kind = UNKNOWN_FLOW,
                               .where = source_range_of(file, 2, 3),
                               .reason = "'put' has no body here and may write 'a'"};
    u->costs[0] = u->both[0] = &u->cost;
    u->flows[0] = u->both[1] = &u->flow;
    *state = u;
    return 0;
}

static int tear_down(void **state)
{
    unknowns *u = *state;
    fp_context_free(u->ctx);
    free(u);
    return 0;
}

static alternative incomplete(const char *name, double time, int count,
                              const unknown_effect *const *list)
{
    return (alternative){
        .name = name,
        .is_predicted = true,
        .result = {.time = time,
                   .parts = {.computation = time},
                   .unknown_count = count,
                   .unknowns = list},
    };
}

/* What takes at least its time cannot become faster than a complete one that takes less. */
static void what_may_only_take_longer_decides(void **state)
{
    unknowns *u = *state;
    const alternative complete = incomplete("A", 1, 0, NULL),
                      lower = incomplete("B", 2, 1, u->costs),
                      neither = incomplete("C", 9, 1, u->flows);
    const alternative decided[] = {complete, lower, complete}, best_may_grow[] = {lower, complete},
                      last_may_shrink[] = {complete, lower, neither};
    assert_true(explore_is_decided(3, decided));
    assert_true(explore_is_decided(1, decided));
    assert_false(explore_is_decided(2, best_may_grow));
    assert_false(explore_is_decided(3, last_may_shrink));
}

/* Those of flow or data first: they decide what kind of bound there is. */
static void unknowns_are_listed_with_their_lines(void **state)
{
    unknowns *u = *state;
    const alternative a = incomplete("A", 1, 1, u->costs), b = incomplete("B", 1, 2, u->both);
    const estimate *all[] = {&a.result, &b.result};
    const unknown_effect *const *found;
    assert_int_equal(explore_unknowns(u->ctx->arena, 2, all, &found), 2);
    assert_string_equal(explore_unknown_text(u->ctx->arena, 2, found, 3),
                        "it.c:2: 'put' has no body here and may write 'a'; it.c:1: 'lap' has no "
                        "body here");
    assert_string_equal(explore_unknown_text(u->ctx->arena, 2, found, 1),
                        "it.c:2: 'put' has no body here and may write 'a'; and 1 more, which "
                        "--format json lists");
    assert_string_equal(explore_reasons(u->ctx->arena, all[0], 3),
                        "it.c:1: 'lap' has no body here");
}

static void no_winner_is_named_where_it_is_open(void **state)
{
    unknowns *u = *state;
    sentence_list said = {0};
    const alternative open[] = {incomplete("A", 1, 1, u->flows), incomplete("B", 2, 1, u->flows)};
    explore_unknown_effects(u->ctx, 2, open, &said);
    assert_int_equal(said.count, 1);
    assert_string_equal(said.data[0],
                        "No winner is named: it.c:2: 'put' has no body here and may write 'a'. "
                        "That could change which one is the fastest, even where all of them have "
                        "it.");
    const alternative complete[] = {incomplete("A", 1, 0, NULL), incomplete("B", 2, 0, NULL)};
    explore_unknown_effects(u->ctx, 2, complete, &said);
    assert_int_equal(said.count, 1);
}

/* 2 s of computing at least against 1; 0.4 % apart at least is not told apart. */
static void losers_lose_at_least_what_is_known(void **state)
{
    unknowns *u = *state;
    sentence_list said = {0};
    const alternative ranked[] = {incomplete("A", 1, 0, NULL), incomplete("B", 1.004, 1, u->costs),
                                  incomplete("C", 2, 1, u->costs), incomplete("D", 2, 0, NULL)};
    explore_unknown_effects(u->ctx, 4, ranked, &said);
    explore_loss_reasons(u->ctx, 4, ranked, NULL, &said);
    assert_int_equal(said.count, 4);
    assert_string_equal(said.data[0],
                        "A cost is missing of B and C, which may take longer: it.c:1: "
                        "'lap' has no body here.");
    assert_string_equal(said.data[1],
                        "A and B cannot be told apart, as far as their costs are known: they "
                        "differ by less than the machine's values are uncertain.");
    assert_string_equal(said.data[2], "C loses at least 1.00 s to computing.");
    assert_string_equal(said.data[3], "D loses 1.00 s to computing.");
}

static void none_of_equals_is_the_fastest(void **state)
{
    unknowns *u = *state;
    sentence_list said = {0};
    const alternative same[] = {incomplete("A", 1, 0, NULL), incomplete("B", 1, 0, NULL)};
    assert_true(explore_is_draw(2, same));
    assert_false(explore_is_draw(1, same));
    explore_loss_reasons(u->ctx, 2, same, NULL, &said);
    assert_int_equal(said.count, 1);
    assert_string_equal(said.data[0], "All of them take the same time.");
    const alternative not_all[] = {incomplete("A", 1, 0, NULL), incomplete("B", 1, 0, NULL),
                                   incomplete("C", 1.001, 0, NULL)};
    assert_false(explore_is_draw(3, not_all));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_one_kind_cancel),
        cmocka_unit_test(half_a_percent_is_no_difference),
        cmocka_unit_test(a_shape_that_fits_no_grid_is_a_number),
        cmocka_unit_test(the_larger_factor_is_the_reason),
        cmocka_unit_test(what_has_no_prediction_says_why),
        cmocka_unit_test_setup_teardown(none_of_equals_is_the_fastest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_may_only_take_longer_decides, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unknowns_are_listed_with_their_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_winner_is_named_where_it_is_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(losers_lose_at_least_what_is_known, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
