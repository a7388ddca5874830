/* Trees built by hand: the list builder, the verifier's rules, the printed text. */

#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"

#include "program/print.h"
#include "program/tree/tree.h"
#include "tests/said.h"

/* A Jacobi sweep over u and v, both (block,*) on P, as the planner leaves it:
 *   for (i = 1; i <= N - 2; i++) v[i] = f(u[i - 1], u[i + 1]); s = s + f(v[i]) */
typedef struct fixture {
    fp_context *ctx;
    expr_pool *pool;
    const expr *n, *i, *zero, *one;
    const loop_var *i_var;
    proc_grid grid;
    axis_map axis;
    array_map map;
    variable u, v, s;
    reference read[2], write;
    const reference *reads[2];
    function main_function;
    loop_range range;
    communication shift;
    need needs[1];
    node *loop, *statement, *comm;
    const variable *variables[3];
    const proc_grid *grids[1];
    program program;
} fixture;

static source_range line(int number)
{
    return (source_range){NULL, number, 1, number, 2};
}

static reference reference_to(const variable *v, const expr *at)
{
    reference r = {.var = v, .where = line(4)};
    r.sub[0] = (subscript){SUBSCRIPT_VALUE, at};
    return r;
}

static void make_variables(fixture *f)
{
    f->grid = (proc_grid){.name = "P", .rank = 1, .extent = {expr_int(f->pool, 4)}};
    f->axis = (axis_map){.source = AXIS_BY_DIM,
                         .kind = DIST_BLOCK,
                         .stride = f->one,
                         .offset = f->zero,
                         .lower = f->zero,
                         .extent = f->n,
                         .grid = &f->grid};
    f->map = (array_map){.grid = &f->grid, .axis = {f->axis}};
    f->u = (variable){.name = "u",
                      .kind = ELEM_FLOAT,
                      .elem_bytes = 4,
                      .rank = 1,
                      .extent = {f->n},
                      .formal_index = -1,
                      .id = 0};
    f->v = f->u;
    f->v.name = "v";
    f->v.id = 1;
    f->s =
        (variable){.name = "s", .kind = ELEM_FLOAT, .elem_bytes = 8, .formal_index = -1, .id = 2};
    f->variables[0] = &f->u;
    f->variables[1] = &f->v;
    f->variables[2] = &f->s;
}

static void make_nodes(fixture *f)
{
    f->read[0] = reference_to(&f->u, expr_sub(f->pool, f->i, f->one));
    f->read[1] = reference_to(&f->u, expr_add(f->pool, f->i, f->one));
    f->reads[0] = &f->read[0];
    f->reads[1] = &f->read[1];
    f->write = reference_to(&f->v, f->i);
    f->range =
        (loop_range){f->i_var, f->one, expr_sub(f->pool, f->n, expr_int(f->pool, 2)), f->one};
    f->statement = node_new(f->ctx, NODE_STATEMENT, line(4));
    f->statement->u.stmt = (statement_node){.write = &f->write, .read_count = 2, .reads = f->reads};
    f->statement->u.stmt.ops.n[OP_FLOAT_ADD] = 1;
    f->statement->u.stmt.ops.n[OP_LOAD] = 2;
    f->loop = node_new(f->ctx, NODE_LOOP, line(3));
    f->loop->u.loop = (loop_node){.range = f->range, .body = f->statement, .is_exact = true};
    f->needs[0] = (need){.ref = &f->read[1], .range_count = 1, .range = &f->range};
    f->needs[0].at = (home){.grid = &f->grid, .axis = {{true, f->axis, f->i}}};
    f->shift = (communication){.kind = COMM_SHIFT,
                               .var = &f->u,
                               .source = f->map,
                               .elem_bytes = 4,
                               .need_count = 1,
                               .needs = f->needs,
                               .reason = "'u' needs its neighbours' cells"};
    f->comm = node_new(f->ctx, NODE_COMM, line(4));
    f->comm->u.comm = &f->shift;
}

static int setup(void **state)
{
    fp_context *ctx = fp_context_new();
    fixture *f = ARENA_NEW(ctx->arena, fixture);
    f->ctx = ctx;
    f->pool = expr_pool_new(ctx);
    param *n = expr_new_param(f->pool, PARAM_MACRO, "N", line(1));
    n->value = expr_int(f->pool, 20);
    f->n = expr_param(f->pool, n);
    f->i_var = expr_new_loop_var(f->pool, "i", line(3));
    f->i = expr_loop_var(f->pool, f->i_var);
    f->zero = expr_int(f->pool, 0);
    f->one = expr_int(f->pool, 1);
    make_variables(f);
    make_nodes(f);
    f->main_function =
        (function){.name = "main", .where = line(2), .has_body = true, .body = f->loop};
    f->grids[0] = &f->grid;
    f->program = (program){.ctx = ctx,
                           .pool = f->pool,
                           .grid_count = 1,
                           .grids = f->grids,
                           .variable_count = 3,
                           .variables = f->variables,
                           .functions = &f->main_function};
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fp_context_free(((fixture *)*state)->ctx);
    return 0;
}

static void lists_grow_at_the_tail(void **state)
{
    fixture *f = *state;
    node *head = NULL, *tail = NULL;
    node *a = node_new(f->ctx, NODE_RETURN, line(1)), *b = node_new(f->ctx, NODE_RETURN, line(2));
    node *c = node_new(f->ctx, NODE_RETURN, line(3)), *d = node_new(f->ctx, NODE_RETURN, line(4));
    b->next = c; /* a list is appended whole */
    node_append(&head, &tail, a);
    node_append(&head, &tail, b);
    node_append(&head, &tail, d);
    assert_ptr_equal(head, a);
    assert_ptr_equal(a->next, b);
    assert_ptr_equal(c->next, d);
    assert_ptr_equal(tail, d);
    assert_null(d->next);
}

/* Makes the node program's tree of the same parts. */
static node *planned(fixture *f)
{
    f->loop->u.loop.trips = expr_count(f->pool, &f->axis, f->range.lower, f->range.upper, f->one,
                                       f->one, f->zero, expr_coord(f->pool, &f->grid, 0));
    f->loop->u.loop.split_on = &f->axis;
    f->loop->u.loop.split_c = f->one;
    f->loop->u.loop.split_d = f->zero;
    f->comm->next = f->loop;
    return f->comm;
}

static void legal_trees_pass(void **state)
{
    fixture *f = *state;
    assert_true(tree_verify(&f->program, &f->main_function, f->loop, false));
    assert_true(tree_verify(&f->program, &f->main_function, planned(f), true));
    assert_int_equal(diag_count(f->ctx->diags, DIAG_ERROR), 0);
}

/* Every breach is found, by its own words, and found only once. */
static void assert_breach(fixture *f, const node *body, bool is_node_program, const char *words)
{
    f->ctx->diags = diag_list_new(f->ctx->arena);
    assert_false(tree_verify(&f->program, &f->main_function, body, is_node_program));
    char *text = said(f->ctx->diags, DIAG_REMARK);
    const char *found = strstr(text, words);
    if (!found)
        print_message("%s", text);
    assert_non_null(found);
    assert_int_equal(diag_count(f->ctx->diags, DIAG_ERROR), 1);
    free(text);
}

static void breaches_are_reported(void **state)
{
    fixture *f = *state;
    const function *callee = &f->main_function;
    assert_breach(f, f->comm, false, "a communication before planning in the tree of 'main'");
    assert_breach(f, f->statement, false, "a loop variable used outside its loop");
    assert_breach(f, f->loop, true, "a loop without a trip count in the node program of 'main'");
    f->shift.elem_bytes = 0;
    assert_breach(f, f->comm, true, "a communication of elements without a size");
    f->shift.elem_bytes = 4;
    f->shift.var = &f->v;
    assert_breach(f, f->comm, true, "a need of another variable than its communication's");
    f->shift.var = &f->u;
    f->range.step = f->zero;
    assert_breach(f, f->comm, true, "a loop of step 0");
    f->range.step = f->one;
    variable stranger = f->u;
    f->read[0].var = &stranger;
    assert_breach(f, f->loop, false, "a variable that the program does not list");
    f->read[0].var = &f->u;
    f->write.sub[0].value = NULL;
    assert_breach(f, f->loop, false, "a subscript without a value");
    f->write.sub[0].value = f->i;
    node *call = node_new(f->ctx, NODE_CALL, line(5));
    argument arguments[1] = {{.array = &f->u}};
    call->u.call = (call_node){.callee = callee, .argument_count = 1, .arguments = arguments};
    assert_breach(f, call, false, "a call of wrong arguments");
    node *branch = node_new(f->ctx, NODE_IF, line(5));
    branch->u.cond.probability = 1.5;
    assert_breach(f, branch, false, "a branch of impossible probability");
    node *inner = node_new(f->ctx, NODE_LOOP, line(4));
    inner->u.loop = f->loop->u.loop;
    f->loop->u.loop.body = inner;
    assert_breach(f, f->loop, false, "a loop inside a loop of the same variable");
    f->loop->u.loop.body = f->statement;
    planned(f);
    assert_breach(f, f->loop, false, "a loop that is planned already");
    f->loop->next = f->comm;
    assert_breach(f, f->comm, true, "a list of nodes without an end");
    f->loop->next = NULL;
    f->axis.kind = DIST_COLLAPSED;
    assert_breach(f, f->loop, true, "a grid axis driven by a collapsed dimension");
}

static void assert_prints(FILE *out, char **text, const char *expected)
{
    fclose(out);
    assert_string_equal(*text, expected);
    free(*text);
}

static void source_trees_print_as_c(void **state)
{
    fixture *f = *state;
    char *text = NULL;
    size_t length = 0;
    node *sum = node_new(f->ctx, NODE_STATEMENT, line(5));
    const reference v = reference_to(&f->v, f->i);
    const reference *reads[1] = {&v};
    sum->u.stmt =
        (statement_node){.scalar = &f->s, .reduce = REDUCE_SUM, .read_count = 1, .reads = reads};
    f->statement->next = sum;
    FILE *out = open_memstream(&text, &length);
    program_print(&f->program, out);
    assert_prints(out, &text,
                  "parameter N = 20  /* #define */\n"
                  "processors P(4)\n"
                  "float u[N]\n"
                  "float v[N]\n"
                  "double s\n"
                  "\n"
                  "    2  main()\n"
                  "    3    for (i = 1; i <= N - 2; i++) {\n"
                  "    4      v[i] = f(u[i - 1], u[i + 1])  /* 1 float_add, 2 load */\n"
                  "    5      s = s + f(v[i])\n"
                  "         }\n");
}

/* Directives: a template from 1, an alignment that shifts, stretches, fixes and
 * replicates, a shadow, an open extent. */
static void declarations_print_their_directives(void **state)
{
    fixture *f = *state;
    char *text = NULL;
    size_t length = 0;
    const proc_grid open = {
        .name = "Q", .rank = 2, .extent = {expr_int(f->pool, 2)}, .like = &f->grid};
    const proc_grid row = {.name = "processors", .rank = 1, .like = &f->grid, .is_implied = true};
    const proc_grid named = {.name = "processors", .rank = 1, .extent = {expr_int(f->pool, 3)}};
    const proc_grid *grids[4] = {&f->grid, &open, &row, &named};
    const dist_template t = {.name = "T",
                             .rank = 4,
                             .is_distributed = true,
                             .lower = {f->one, f->zero, f->zero, f->zero},
                             .extent = {f->n, f->n, f->n, f->n},
                             .format = {{.kind = DIST_BLOCK},
                                        {.kind = DIST_CYCLIC, .block = expr_int(f->pool, 2)},
                                        {.kind = DIST_COLLAPSED},
                                        {.kind = DIST_CYCLIC}},
                             .grid = &f->grid};
    const dist_template *templates[1] = {&t};
    const alignment align = {.target = &t,
                             .axis = {{ALIGN_BY_DIM, 0, f->one, expr_int(f->pool, -1)},
                                      {ALIGN_BY_DIM, 1, expr_int(f->pool, 2), f->zero},
                                      {.source = ALIGN_FIXED, .offset = expr_int(f->pool, 3)},
                                      {.source = ALIGN_REPLICATED}}};
    variable a = {.name = "a",
                  .kind = ELEM_OTHER,
                  .elem_bytes = 12,
                  .rank = 2,
                  .id = 0,
                  .extent = {NULL, f->n},
                  .align = &align,
                  .owner = &f->main_function};
    a.shadow_lower[0] = a.shadow_upper[1] = f->one;
    const variable *variables[1] = {&a};
    const variable *formals[2] = {&a, &f->s};
    f->s.kind = ELEM_INT;
    f->s.elem_bytes = 2;
    param *trip = expr_new_param(f->pool, PARAM_TRIP, "trip@9", line(9));
    param *limit = expr_new_param(f->pool, PARAM_CONSTANT, "limit", line(9));
    limit->value = expr_int(f->pool, 7);
    limit->provenance = "enum";
    (void)trip;
    const function g = {.name = "g", .where = line(12), .formal_count = 2, .formals = formals};
    f->program = (program){.ctx = f->ctx,
                           .pool = f->pool,
                           .grid_count = 4,
                           .grids = grids,
                           .template_count = 1,
                           .templates = templates,
                           .variable_count = 1,
                           .variables = variables,
                           .functions = &g};
    FILE *out = open_memstream(&text, &length);
    program_print(&f->program, out);
    assert_prints(out, &text,
                  "parameter N = 20  /* #define */\n"
                  "parameter trip@9 = ?  /* trip count */\n"
                  "parameter limit = 7  /* enum */\n"
                  "processors P(4)\n"
                  "processors Q(2, *): those of P in another shape\n"
                  "processors(*): those of P in another shape\n"
                  "processors processors(3)\n"
                  "template T(from 1: N, N, N, N) distribute (block, cyclic(2), *, cyclic) onto P\n"
                  "12 bytes a[][N] align with T(i - 1, 2*j, 3, *) shadow [1:][:1]  /* in main */\n"
                  "\n"
                  "   12  g(12 bytes a[][N], short s) without a body\n");
}

static node *append_new(fixture *f, node **head, node **tail, node_kind kind, int at)
{
    node *n = node_new(f->ctx, kind, line(at));
    node_append(head, tail, n);
    return n;
}

static void every_node_prints(void **state)
{
    fixture *f = *state;
    char *text = NULL;
    size_t length = 0;
    node *head = NULL, *tail = NULL;
    const reference indirect = {.var = &f->u, .sub = {{SUBSCRIPT_INDIRECT, NULL}}};
    const reference whole = {.var = &f->v, .sub = {{SUBSCRIPT_WHOLE, NULL}}};
    const reference *reads[1] = {&indirect};
    const variable *scalars[1] = {&f->s};
    const reduction sums[1] = {{.op = REDUCE_SUM, .var = &f->s}};
    const reduction nothing[1] = {{.op = REDUCE_NONE, .var = &f->s}};
    const on_clause on_home = {.ref = &f->write};
    const on_clause on_nodes = {.nodes = &f->grid, .index = {f->zero}, .last = {f->one}};
    const argument arguments[3] = {{.array = &f->u}, {.value = f->n}, {0}};

    node *w = append_new(f, &head, &tail, NODE_WHILE, 3);
    w->u.whil = (while_node){.trips = f->n, .condition.n[OP_FLOAT_COMPARE] = 1};
    w->u.whil.body = node_new(f->ctx, NODE_RETURN, line(4));
    node *c = append_new(f, &head, &tail, NODE_IF, 6);
    c->u.cond = (if_node){.read_count = 1, .reads = reads, .probability = 0.25, .is_hinted = true};
    c->u.cond.then_body = node_new(f->ctx, NODE_STATEMENT, line(7));
    c->u.cond.then_body->u.stmt =
        (statement_node){.is_io = true, .scalar_read_count = 1, .scalar_reads = scalars};
    c->u.cond.else_body = node_new(f->ctx, NODE_STATEMENT, line(9));
    c->u.cond.else_body->u.stmt = (statement_node){.write = &whole};
    node *down = append_new(f, &head, &tail, NODE_LOOP, 11);
    down->u.loop = (loop_node){.range = {f->i_var, f->n, f->zero, expr_int(f->pool, -2)},
                               .parallel = LOOP_INDEPENDENT,
                               .on_explicit = &on_home,
                               .reduction_count = 1,
                               .reductions = sums,
                               .new_count = 1,
                               .news = scalars};
    node *any = append_new(f, &head, &tail, NODE_LOOP, 12);
    any->u.loop = (loop_node){
        .range = {f->i_var, f->zero, f->n, f->n}, .parallel = LOOP_ON, .is_exact = true};
    node *call = append_new(f, &head, &tail, NODE_CALL, 13);
    call->u.call =
        (call_node){.callee = &f->main_function, .argument_count = 3, .arguments = arguments};
    call->u.call.instance = node_new(f->ctx, NODE_RETURN, line(14));
    node *reflect = append_new(f, &head, &tail, NODE_REFLECT, 15);
    reflect->u.reflect =
        (reflect_node){.var = &f->u, .width_lower = {f->one}, .is_orthogonal = true};
    node *reduce = append_new(f, &head, &tail, NODE_REDUCE, 16);
    reduce->u.xmp_comm = (xmp_comm_node){.count = 1, .items = sums, .on_explicit = &on_nodes};
    node *bcast = append_new(f, &head, &tail, NODE_BCAST, 17);
    bcast->u.xmp_comm = (xmp_comm_node){.count = 1, .items = nothing, .from_explicit = &on_nodes};
    append_new(f, &head, &tail, NODE_BARRIER, 18);
    node *explicit_task = append_new(f, &head, &tail, NODE_TASK, 19);
    explicit_task->u.task.on_explicit = &on_nodes;
    node *task = append_new(f, &head, &tail, NODE_TASK, 20);
    task->u.task.on = f->needs[0].at;
    const communication combine = {.kind = COMM_REDUCE,
                                   .var = &f->s,
                                   .op = REDUCE_MAX,
                                   .elements = f->one,
                                   .elem_bytes = 8,
                                   .along = {true},
                                   .group = {.grid = &f->grid},
                                   .is_explicit = true};
    append_new(f, &head, &tail, NODE_COMM, 21)->u.comm = &combine;

    FILE *out = open_memstream(&text, &length);
    tree_print(f->ctx, out, head, 0);
    assert_prints(
        out, &text,
        "    3  do {  /* N times */  /* 1 float_compare */\n"
        "    4    return\n"
        "       } while (...)\n"
        "    6  if (... u[?]) {  /* taken with probability 0.25, as the source says */\n"
        "    7    io(s)\n"
        "       } else {\n"
        "    9    v[:] = f()\n"
        "       }\n"
        "   11  for (i = N; i >= 0; i -= 2) independent on home(v[i]) reduction(+:s) new(s) "
        "may-end-early {\n"
        "       }\n"
        "   12  for (i in 0:N:N) parallel {\n"
        "       }\n"
        "   13  main(u, N, ...) {\n"
        "   14    return\n"
        "       }\n"
        "   15  reflect u[1:] without corners\n"
        "   16  reduce +:s on P[0:1]\n"
        "   17  broadcast s from P[0:1]\n"
        "   18  barrier\n"
        "   19  task on P[0:1] {\n"
        "       }\n"
        "   20  task on P(i by block) {\n"
        "       }\n"
        "   21  reduce s (max) of 1 x 8 bytes along axes 0 among P(*), explicit\n");
}

static void node_programs_print_their_communication(void **state)
{
    fixture *f = *state;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    tree_print(f->ctx, out, planned(f), 0);
    assert_prints(out, &text,
                  "    4  shift u, 4 bytes an element, from P(i by block)  "
                  "/* 'u' needs its neighbours' cells */\n"
                  "    4    | u[i + 1] for i in 1:N - 2 on P(i by block)\n"
                  "    3  for (i = 1; i <= N - 2; i++) {  "
                  "/* count(i in 1:N - 2, owner(P, 0, i) == me(P, 0)) times */\n"
                  "    4    v[i] = f(u[i - 1], u[i + 1])  /* 1 float_add, 2 load */\n"
                  "       }\n");
}

static void layouts_print_where_arrays_are(void **state)
{
    fixture *f = *state;
    char *text = NULL;
    size_t length = 0;
    static const char *const templates[1] = {"T(block)"};
    const proc_grid *text_grid[1] = {&f->grid};
    array_map shifted = f->map;
    shifted.axis[0].stride = expr_int(f->pool, 2);
    shifted.axis[0].offset = expr_int(f->pool, -1);
    shifted.axis[0].kind = DIST_CYCLIC;
    shifted.axis[0].block = expr_int(f->pool, 3);
    const array_map *maps[3] = {&shifted, NULL, NULL};
    const layout where = {.grid_count = 1,
                          .grids = f->grids,
                          .map = maps,
                          .text_count = 1,
                          .text = templates,
                          .text_grid = text_grid};
    FILE *out = open_memstream(&text, &length);
    layout_print(&where, &f->program, out);
    assert_prints(out, &text,
                  "processors P(4)\n"
                  "T(block) onto P\n"
                  "float u[N] on P(2*i - 1 by cyclic(3))\n"
                  "float v[N] on every processor\n");
}

static void operations_are_named_and_added(void **state)
{
    (void)state;
    op_tally a = {0}, b = {0};
    a.n[OP_LOAD] = 2;
    b.n[OP_LOAD] = 3;
    b.n[OP_POW] = 1;
    op_tally_add(&a, &b);
    assert_int_equal(a.n[OP_LOAD], 5);
    assert_int_equal(op_tally_total(&a), 6);
    assert_string_equal(op_kind_name(OP_FLOAT_ADD), "float_add");
    assert_string_equal(op_kind_name(OP_LIBRARY), "library_call");
    assert_string_equal(comm_kind_name(COMM_WRITE_BACK), "write_back");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(lists_grow_at_the_tail),
        TEST(legal_trees_pass),
        TEST(breaches_are_reported),
        TEST(source_trees_print_as_c),
        TEST(declarations_print_their_directives),
        TEST(every_node_prints),
        TEST(node_programs_print_their_communication),
        TEST(layouts_print_where_arrays_are),
        TEST(operations_are_named_and_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
