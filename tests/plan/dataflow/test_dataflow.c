/* The data-flow walker on small trees, with sets of numbers as states. A statement of line k adds
 * k; one of line -k adds k + 1 where k is in the set. Expected sets are worked out by hand. */

#include "plan/dataflow/dataflow.h"

#include "support/context.h"
#include "tests/cmocka_all.h"

typedef struct sets {
    fp_context *ctx;
    bool is_must; /* joined sets keep what both have; false: what either has */
} sets;

static uint64_t bit(int number)
{
    return UINT64_C(1) << number;
}

static void *set_new(const sets *s, uint64_t members)
{
    return arena_copy(s->ctx->arena, &members, sizeof members);
}

static void *set_copy(void *data, const void *state)
{
    return set_new(data, *(const uint64_t *)state);
}

static void set_join(void *data, void *state, const void *other, const node *around)
{
    const sets *s = data;
    uint64_t *set = state;
    (void)around;
    *set = s->is_must ? *set & *(const uint64_t *)other : *set | *(const uint64_t *)other;
}

static bool set_is_equal(void *data, const void *a, const void *b)
{
    (void)data;
    return *(const uint64_t *)a == *(const uint64_t *)b;
}

static void transfer(void *data, node *n, void *state)
{
    uint64_t *set = state;
    int k = n->where.line;
    (void)data;
    if (n->kind != NODE_STATEMENT)
        return;
    if (k >= 0)
        *set |= bit(k);
    else if (*set & bit(-k))
        *set |= bit(1 - k);
}

static void join_skipped(void *data, const node *loop, void *state, const void *before)
{
    set_join(data, state, before, loop);
}

static const dataflow_problem forward = {.direction = DATAFLOW_FORWARD,
                                         .copy = set_copy,
                                         .join = set_join,
                                         .is_equal = set_is_equal,
                                         .transfer = transfer};

static node *make(const sets *s, node_kind kind, int line, node *body, node *next)
{
    node *n = node_new(s->ctx, kind, (source_range){.line = line});
    node **lists[2];
    if (node_lists(n, lists) > 0)
        *lists[0] = body;
    n->next = next;
    return n;
}

static uint64_t solve(sets *s, const dataflow_problem *problem, node *body, uint64_t begin)
{
    dataflow *d = dataflow_new(s->ctx->arena, problem, s);
    const uint64_t *end = dataflow_body(d, body, set_new(s, begin));
    return end ? *end : 0;
}

static int setup(void **state)
{
    sets *s = test_calloc(1, sizeof *s);
    s->ctx = fp_context_new();
    *state = s;
    return 0;
}

static int teardown(void **state)
{
    sets *s = *state;
    fp_context_free(s->ctx);
    test_free(s);
    return 0;
}

/* if (..) 1; else { 1; 2; } 3; */
static void branches_are_joined(void **state)
{
    sets *s = *state;
    node *condition = make(s, NODE_IF, 0, make(s, NODE_STATEMENT, 1, NULL, NULL),
                           make(s, NODE_STATEMENT, 3, NULL, NULL));
    condition->u.cond.else_body =
        make(s, NODE_STATEMENT, 1, NULL, make(s, NODE_STATEMENT, 2, NULL, NULL));
    assert_int_equal(solve(s, &forward, condition, 0), bit(1) | bit(2) | bit(3));
    s->is_must = true;
    assert_int_equal(solve(s, &forward, condition, 0), bit(1) | bit(3));
}

/* Each iteration adds one number more: from {1} the third finds 3 and adds 4. */
static void loops_reach_their_fixed_point(void **state)
{
    sets *s = *state;
    node *body = make(s, NODE_STATEMENT, -3, NULL,
                      make(s, NODE_STATEMENT, -2, NULL, make(s, NODE_STATEMENT, -1, NULL, NULL)));
    node *loop = make(s, NODE_LOOP, 0, body, NULL);
    assert_int_equal(solve(s, &forward, loop, bit(1)), bit(1) | bit(2) | bit(3) | bit(4));
    /* What every number of iterations adds is what the first does. */
    s->is_must = true;
    assert_int_equal(solve(s, &forward, loop, bit(1)), bit(1) | bit(2));
    dataflow *d = dataflow_new(s->ctx->arena, &forward, s);
    const uint64_t *start = dataflow_iteration_start(d, loop, set_new(s, bit(1)));
    assert_int_equal(*start, bit(1));
    s->is_must = false;
    start = dataflow_iteration_start(d, loop, set_new(s, bit(1)));
    assert_int_equal(*start, bit(1) | bit(2) | bit(3) | bit(4));
}

static void loops_may_be_skipped(void **state)
{
    sets *s = *state;
    dataflow_problem skipping = forward;
    skipping.join_skipped = join_skipped;
    node *loop = make(s, NODE_WHILE, 0, make(s, NODE_STATEMENT, 2, NULL, NULL), NULL);
    s->is_must = true;
    assert_int_equal(solve(s, &forward, loop, bit(1)), bit(1) | bit(2));
    assert_int_equal(solve(s, &skipping, loop, bit(1)), bit(1));
}

/* loop { 1; if (..) { 2; break; 3; } 4; } */
static void breaks_lead_out_of_the_loop(void **state)
{
    sets *s = *state;
    node *leave = make(s, NODE_STATEMENT, 2, NULL,
                       make(s, NODE_BREAK, 0, NULL, make(s, NODE_STATEMENT, 3, NULL, NULL)));
    node *condition = make(s, NODE_IF, 0, leave, make(s, NODE_STATEMENT, 4, NULL, NULL));
    node *loop = make(s, NODE_LOOP, 0, make(s, NODE_STATEMENT, 1, NULL, condition), NULL);
    assert_int_equal(solve(s, &forward, loop, 0), bit(1) | bit(2) | bit(4));
    s->is_must = true;
    assert_int_equal(solve(s, &forward, loop, 0), bit(1));
}

/* f() { if (..) return; 1; }   f(); 2; return; 3; */
static void returns_lead_to_the_end_of_their_function(void **state)
{
    sets *s = *state;
    node *condition = make(s, NODE_IF, 0, make(s, NODE_RETURN, 0, NULL, NULL),
                           make(s, NODE_STATEMENT, 1, NULL, NULL));
    node *last = make(s, NODE_RETURN, 0, NULL, make(s, NODE_STATEMENT, 3, NULL, NULL));
    node *call = make(s, NODE_CALL, 0, condition, make(s, NODE_STATEMENT, 2, NULL, last));
    assert_int_equal(solve(s, &forward, call, 0), bit(1) | bit(2));
    s->is_must = true;
    assert_int_equal(solve(s, &forward, call, 0), bit(2));
}

/* 1; if (..) return; 2; -1;   From the end on, where {} holds, -1 finds no 1 yet. */
static void backward_walks_begin_at_the_end(void **state)
{
    sets *s = *state;
    dataflow_problem backward = forward;
    backward.direction = DATAFLOW_BACKWARD;
    node *rest = make(s, NODE_STATEMENT, 2, NULL, make(s, NODE_STATEMENT, -1, NULL, NULL));
    node *condition = make(s, NODE_IF, 0, make(s, NODE_RETURN, 0, NULL, NULL), rest);
    node *body = make(s, NODE_STATEMENT, 1, NULL, condition);
    assert_int_equal(solve(s, &backward, body, 0), bit(1) | bit(2));
    assert_int_equal(solve(s, &backward, body, bit(5)), bit(1) | bit(2) | bit(5));
    s->is_must = true; /* the way that returns has no 2 */
    assert_int_equal(solve(s, &backward, body, 0), bit(1));
}

static void tasks_are_executed_by_some_or_all(void **state)
{
    sets *s = *state;
    dataflow_problem by_all = forward;
    by_all.tasks_by_all = true;
    node *task = make(s, NODE_TASK, 0, make(s, NODE_STATEMENT, 1, NULL, NULL), NULL);
    s->is_must = true;
    assert_int_equal(solve(s, &forward, task, 0), 0);
    assert_int_equal(solve(s, &by_all, task, 0), bit(1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(branches_are_joined, setup, teardown),
        cmocka_unit_test_setup_teardown(loops_reach_their_fixed_point, setup, teardown),
        cmocka_unit_test_setup_teardown(loops_may_be_skipped, setup, teardown),
        cmocka_unit_test_setup_teardown(breaks_lead_out_of_the_loop, setup, teardown),
        cmocka_unit_test_setup_teardown(returns_lead_to_the_end_of_their_function, setup, teardown),
        cmocka_unit_test_setup_teardown(backward_walks_begin_at_the_end, setup, teardown),
        cmocka_unit_test_setup_teardown(tasks_are_executed_by_some_or_all, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
