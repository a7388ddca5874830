#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* Which unknowns make an estimate incomplete. */

static unknown_effect *unknown_at(model *m, node *n, unknown_kind kind)
{
    unknown_effect *u = ARENA_NEW(m->ctx->arena, unknown_effect);
    *u = (unknown_effect){
        .kind = kind, .where = n->where, .reason = "a reason", .next = n->unknowns};
    n->unknowns = u;
    return u;
}

static void nothing_unknown(void **state)
{
    model *m = *state;
    estimate e = predict_on(m, work(m, 1), 2);
    assert_int_equal(e.unknown_count, 0);
    assert_int_equal(estimate_bound_of(&e), BOUND_BOTH);
}

static void missing_cost_is_a_lower_bound(void **state)
{
    model *m = *state;
    node *n = work(m, 1);
    const unknown_effect *u = unknown_at(m, n, UNKNOWN_COST);
    estimate e = predict_on(m, n, 2);
    assert_int_equal(e.unknown_count, 1);
    assert_ptr_equal(e.unknowns[0], u);
    assert_int_equal(estimate_bound_of(&e), BOUND_LOWER);
}

static void unknown_flow_leaves_no_bound(void **state)
{
    model *m = *state;
    node *first = work(m, 1), *second = work(m, 1);
    const unknown_effect *flow = unknown_at(m, second, UNKNOWN_FLOW);
    const unknown_effect *cost = unknown_at(m, first, UNKNOWN_COST);
    estimate e = predict_on(m, SEQUENCE(first, second), 2);
    assert_int_equal(e.unknown_count, 2);
    assert_ptr_equal(e.unknowns[0], cost); /* in the order of the source */
    assert_ptr_equal(e.unknowns[1], flow);
    assert_int_equal(estimate_bound_of(&e), BOUND_NEITHER);
}

/* A loop of no iterations, and one of which only processor 1 has any. */
static void only_what_is_executed(void **state)
{
    model *m = *state;
    const proc_grid *g = model_grid(m, 1);
    node *never = work(m, 1), *once = work(m, 1);
    unknown_at(m, never, UNKNOWN_FLOW);
    const unknown_effect *u = unknown_at(m, once, UNKNOWN_COST);
    node *empty = loop(m, var(m, "i"), number(m, 1), number(m, 0), number(m, 1), never);
    node *one = loop(m, var(m, "k"), number(m, 1), coord(m, g, 0), number(m, 1), once);
    estimate e = predict_on(m, SEQUENCE(empty, one), 2);
    assert_int_equal(e.unknown_count, 1);
    assert_ptr_equal(e.unknowns[0], u);
}

static void loops_and_programs_have_theirs(void **state)
{
    model *m = *state;
    node *all = loop(m, var(m, "i"), number(m, 1), number(m, 3), number(m, 1), work(m, 1));
    const unknown_effect *of_loop = unknown_at(m, all, UNKNOWN_COST);
    unknown_effect of_program = {.kind = UNKNOWN_FLOW, .reason = "a constructor"};
    m->program.unknowns = &of_program;
    estimate e = predict_on(m, all, 2);
    assert_int_equal(e.unknown_count, 2);
    assert_ptr_equal(e.unknowns[0], &of_program); /* of no place: first */
    assert_ptr_equal(e.unknowns[1], of_loop);
    assert_int_equal(estimate_bound_of(&e), BOUND_NEITHER);
}

/* One statement, come to from two calls. */
static void each_is_named_once(void **state)
{
    model *m = *state;
    node *a = work(m, 1), *b = work(m, 1);
    unknown_at(m, a, UNKNOWN_COST);
    b->unknowns = a->unknowns;
    estimate e = predict_on(m, SEQUENCE(a, b), 2);
    assert_int_equal(e.unknown_count, 1);
}

/* A region has what is unknown inside it, and what holds whenever the program runs. */
static void regions_have_what_is_inside_them(void **state)
{
    model *m = *state;
    node *first = work(m, 1), *second = work(m, 1), *third = work(m, 1);
    const unknown_effect *cost = unknown_at(m, second, UNKNOWN_COST);
    const unknown_effect *flow = unknown_at(m, third, UNKNOWN_FLOW);
    source_region regions[2];
    const source_region *list[2] = {&regions[0], &regions[1]};
    const node *inside[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        source_range extent = {m->program.file, inside[i]->where.line, 1, inside[i]->where.line, 9};
        regions[i] = (source_region){"r", extent, extent, NULL, i};
    }
    m->program.region_count = 2;
    m->program.regions = list;
    estimate e = predict_on(m, SEQUENCE(first, second, third), 2);
    assert_int_equal(e.unknown_count, 2);
    assert_ptr_equal(e.unknowns[1], flow);
    assert_int_equal(e.regions[0].unknown_count, 0);
    assert_int_equal(e.regions[1].unknown_count, 1);
    assert_ptr_equal(e.regions[1].unknowns[0], cost);

    unknown_effect of_program = {.kind = UNKNOWN_FLOW, .reason = "a constructor"};
    m->program.unknowns = &of_program;
    e = predict_on(m, SEQUENCE(first, second, third), 2);
    assert_int_equal(e.regions[0].unknown_count, 1);
    assert_ptr_equal(e.regions[0].unknowns[0], &of_program);
}

/* A unit has its own unknowns, and those of its steps; what is inside a loop is not the loop's. */
static void units_have_their_own(void **state)
{
    model *m = *state;
    node *inside = work(m, 1);
    unknown_at(m, inside, UNKNOWN_COST);
    unknown_at(m, inside, UNKNOWN_FLOW);
    node *all = loop(m, var(m, "i"), number(m, 1), number(m, 3), number(m, 1), inside);
    unknown_at(m, all, UNKNOWN_COST);
    estimate e = predict_on(m, all, 2);
    int loops = 0, statements = 0;
    for (int i = 0; i < e.unit_count; i++) {
        const aag_unit *u = e.graph->units[i];
        estimate_bound bound = estimate_unit_bound(&e, u);
        bool is_loop = u->cls == AAG_ITER_D, is_statement = u->cls == AAG_SEQ && u->step_count > 0;
        loops += is_loop;
        statements += is_statement;
        assert_int_equal(bound, is_loop ? BOUND_LOWER : is_statement ? BOUND_NEITHER : BOUND_BOTH);
    }
    assert_int_equal(loops, 1);
    assert_int_equal(statements, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_unknown, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(missing_cost_is_a_lower_bound, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(unknown_flow_leaves_no_bound, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(only_what_is_executed, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(loops_and_programs_have_theirs, model_setup,
                                        model_teardown),
        cmocka_unit_test_setup_teardown(each_is_named_once, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(regions_have_what_is_inside_them, model_setup,
                                        model_teardown),
        cmocka_unit_test_setup_teardown(units_have_their_own, model_setup, model_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
