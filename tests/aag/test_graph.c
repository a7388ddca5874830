#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aag/aag.h"
#include "tests/cmocka_all.h"

/* Graphs of small node programs: classes, numbering, clustering, verifier,
 * dumps. */

typedef struct fixture {
    fp_context *ctx;
    program program;
    layout layout;
    function entry;
    proc_grid grid;
    variable u;
    int comms;
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->ctx = fp_context_new();
    f->program.ctx = f->ctx;
    f->program.pool = expr_pool_new(f->ctx);
    f->program.file = source_add(f->ctx->sources, "graph.c", "\n", 1);
    f->entry.name = "main";
    f->grid.name = "P";
    f->grid.rank = 1;
    f->u.name = "u";
    f->u.rank = 1;
    f->u.elem_bytes = 4;
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    fp_context_free(f->ctx);
    free(f);
    return 0;
}

static node *make(fixture *f, node_kind kind, int line)
{
    return node_new(f->ctx, kind, (source_range){f->program.file, line, 1, line, 2});
}

static node *after(node *first, node *second)
{
    node *last = first;
    while (last->next)
        last = last->next;
    last->next = second;
    return first;
}

static node *work(fixture *f, int line)
{
    node *n = make(f, NODE_STATEMENT, line);
    n->u.stmt.ops.n[OP_FLOAT_ADD] = 2;
    return n;
}

static node *loop(fixture *f, int line, node *body)
{
    expr_pool *pool = f->program.pool;
    node *n = make(f, NODE_LOOP, line);
    n->u.loop.range = (loop_range){expr_new_loop_var(pool, "i", n->where), expr_int(pool, 0),
                                   expr_int(pool, 9), expr_int(pool, 1)};
    n->u.loop.is_exact = true;
    n->u.loop.body = body;
    return n;
}

static node *comm(fixture *f, int line, comm_kind kind)
{
    node *n = make(f, NODE_COMM, line);
    communication *c = ARENA_NEW(f->ctx->arena, communication);
    c->kind = kind;
    c->id = f->comms++;
    c->where = n->where;
    bool is_empty =
        kind == COMM_BARRIER || kind == COMM_WAIT || kind == COMM_POST || kind == COMM_WAIT_POST;
    c->var = is_empty ? NULL : &f->u;
    n->u.comm = c;
    return n;
}

/* A communication under an id, or a wait for it. */
static node *under(fixture *f, node *n, int id)
{
    ((communication *)(uintptr_t)n->u.comm)->async = expr_int(f->program.pool, id);
    return n;
}

static node *condition(fixture *f, int line, node *then_body, node *else_body)
{
    node *n = make(f, NODE_IF, line);
    n->u.cond.probability = 0.5;
    n->u.cond.then_body = then_body;
    n->u.cond.else_body = else_body;
    return n;
}

static node *while_loop(fixture *f, int line, node *body)
{
    node *n = make(f, NODE_WHILE, line);
    n->u.whil.trips = expr_int(f->program.pool, 5);
    n->u.whil.tests_first = true;
    n->u.whil.body = body;
    return n;
}

static node *call(fixture *f, int line, node *body)
{
    node *n = make(f, NODE_CALL, line);
    n->u.call.callee = &f->entry;
    n->u.call.instance = body;
    return n;
}

static const aag_graph *build(fixture *f, node *body, aag_granularity granularity)
{
    const aag_graph *g = aag_build(f->ctx, &f->program, &f->layout, &f->entry, body, granularity);
    assert_true(aag_verify(f->ctx, g));
    return g;
}

static char *dump(fixture *f, const aag_graph *g, bool with_edges, dump_format format)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    aag_dump(f->ctx, g, with_edges, format, out);
    fclose(out);
    return text;
}

/* Every class of table 1 of Parashar and Hariri 1996. */
static node *everything(fixture *f)
{
    node *body = loop(f, 2, work(f, 3));
    after(body, loop(f, 4, after(comm(f, 5, COMM_SHIFT), work(f, 6))));
    after(body, while_loop(f, 7, work(f, 8)));
    after(body, condition(f, 9, work(f, 10), work(f, 11)));
    after(body, condition(f, 12, comm(f, 13, COMM_REDUCE), NULL));
    after(body, comm(f, 14, COMM_BARRIER));
    after(body, call(f, 15, work(f, 1)));
    return body;
}

static void all_classes(void **state)
{
    fixture *f = *state;
    const aag_graph *g = build(f, everything(f), AAG_BY_STATEMENT);
    bool seen[AAG_CALL + 1] = {false};
    for (int i = 0; i < g->unit_count; i++)
        seen[g->units[i]->cls] = true;
    for (int c = 0; c <= AAG_CALL; c++)
        assert_true(seen[c]);
    assert_int_equal(g->comm_count, 3);
    assert_int_equal(g->edge_count, 3);
}

static void rejects(fixture *f, const aag_graph *g)
{
    assert_false(aag_verify(f->ctx, g));
    assert_true(diag_count(f->ctx->diags, DIAG_ERROR) > 0);
}

/* What is started ends in the waits for its id, before it in the text too. */
static node *started_and_waited_for(fixture *f)
{
    node *body = under(f, comm(f, 2, COMM_WAIT), 1);
    after(body, under(f, comm(f, 3, COMM_SHIFT), 1));
    after(body, under(f, comm(f, 4, COMM_SHIFT), 2));
    after(body, work(f, 5));
    after(body, under(f, comm(f, 6, COMM_WAIT), 1));
    after(body, under(f, comm(f, 7, COMM_WAIT), 3));
    return body;
}

static void edges_to_waits(void **state)
{
    fixture *f = *state;
    const aag_graph *g = build(f, started_and_waited_for(f), AAG_BY_STATEMENT);
    char *text = dump(f, g, true, DUMP_TEXT);
    assert_string_equal(text, "saag of main(): 9 units\n"
                              "  0 Start\n"
                              "  1 Spawn the node program, on every processor\n"
                              "  2   Sync [line 2] wait_async (1)\n"
                              "  3   Comm [line 3] shift of 'u', async (1)\n"
                              "  4   Comm [line 4] shift of 'u', async (2)\n"
                              "  5   Seq [line 5] 2 float_add\n"
                              "  6   Sync [line 6] wait_async (1)\n"
                              "  7   Sync [line 7] wait_async (3)\n"
                              "  8 End\n"
                              "edges: 4\n"
                              "  3 -> 2  shift\n"
                              "  3 -> 6  shift\n"
                              "  4 -> 4  shift\n"
                              "  7 -> 7  wait_async\n");
    free(text);
}

/* A post to, or from, processor 0; a negative tag: any. */
static node *posted(fixture *f, int line, comm_kind kind, int tag)
{
    node *n = comm(f, line, kind);
    communication *c = (communication *)(uintptr_t)n->u.comm;
    proc_grid *grid = ARENA_NEW(f->ctx->arena, proc_grid);
    grid->name = "p";
    grid->rank = 1;
    c->group.grid = kind == COMM_POST ? grid : NULL;
    c->group.axis[0].is_restricted = true;
    c->group.axis[0].index = expr_int(f->program.pool, 0);
    c->tag = tag < 0 ? NULL : expr_int(f->program.pool, tag);
    return n;
}

static void edges_of_posts(void **state)
{
    fixture *f = *state;
    node *body = posted(f, 2, COMM_POST, 1);
    after(body, posted(f, 3, COMM_POST, 2));
    after(body, posted(f, 4, COMM_WAIT_POST, 2));
    after(body, posted(f, 5, COMM_WAIT_POST, -1));
    aag_graph *g = (aag_graph *)(uintptr_t)build(f, body, AAG_BY_STATEMENT);
    char *text = dump(f, g, true, DUMP_TEXT);
    assert_string_equal(text, "saag of main(): 7 units\n"
                              "  0 Start\n"
                              "  1 Spawn the node program, on every processor\n"
                              "  2   Comm [line 2] post to p(0), tag 1\n"
                              "  3   Comm [line 3] post to p(0), tag 2\n"
                              "  4   Sync [line 4] wait for anybody, tag 2\n"
                              "  5   Sync [line 5] wait for anybody\n"
                              "  6 End\n"
                              "edges: 3\n"
                              "  2 -> 5  post\n"
                              "  3 -> 4  post\n"
                              "  3 -> 5  post\n");
    free(text);
    communication *post = (communication *)(uintptr_t)g->units[2]->comm;
    const expr *tag = post->tag;
    post->tag = NULL;
    rejects(f, g);
    post->tag = tag;
    aag_edge *edge = (aag_edge *)(uintptr_t)&g->edges[0];
    edge->to = g->units[4]; /* waits for another tag */
    rejects(f, g);
}

static void text_dump(void **state)
{
    fixture *f = *state;
    const aag_graph *g = build(f, everything(f), AAG_BY_STATEMENT);
    char *text = dump(f, g, true, DUMP_TEXT);
    assert_string_equal(text, "saag of main(): 18 units\n"
                              "  0 Start\n"
                              "  1 Spawn the node program, on every processor\n"
                              "  2   IterD [line 2] i = 0 .. 9: 10 iterations\n"
                              "  3     Seq [line 3] 2 float_add\n"
                              "  4   IterSync [line 4] i = 0 .. 9: 10 iterations\n"
                              "  5     Comm [line 5] shift of 'u'\n"
                              "  6     Seq [line 6] 2 float_add\n"
                              "  7   IterND [line 7] while, iterations: 5\n"
                              "  8     Seq [line 8] 2 float_add\n"
                              "  9   CondtD [line 9] if, probability 0.5 by default\n"
                              " 10     Seq [line 10] 2 float_add\n"
                              "      else\n"
                              " 11     Seq [line 11] 2 float_add\n"
                              " 12   CondtSync [line 12] if, probability 0.5 by default\n"
                              " 13     SyncSeq [line 13] reduce of 'u'\n"
                              " 14   Sync [line 14] barrier\n"
                              " 15   Call [line 15] main()\n"
                              " 16     Seq [line 1] 2 float_add\n"
                              " 17 End\n"
                              "edges: 3\n"
                              "  5 -> 5  shift\n"
                              " 13 -> 13  reduce\n"
                              " 14 -> 14  barrier\n");
    free(text);
}

static int json_units(const json_t *list)
{
    int count = 0;
    size_t i;
    json_t *unit;
    json_array_foreach((json_t *)(uintptr_t)list, i, unit) count +=
        1 + json_units(json_object_get(unit, "units")) + json_units(json_object_get(unit, "else"));
    return count;
}

static void json_dump(void **state)
{
    fixture *f = *state;
    const aag_graph *g = build(f, everything(f), AAG_BY_STATEMENT);
    char *text = dump(f, g, true, DUMP_JSON);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "fpredict/saag/1");
    assert_int_equal(json_units(json_object_get(root, "units")), g->unit_count);
    assert_int_equal(json_array_size(json_object_get(root, "edges")), 3);
    json_decref(root);
    free(text);
}

static int count_of(const char *text, char c)
{
    int n = 0;
    for (; *text; text++)
        n += *text == c;
    return n;
}

static void dot_dump(void **state)
{
    fixture *f = *state;
    const aag_graph *g = build(f, everything(f), AAG_BY_STATEMENT);
    char *text = dump(f, g, true, DUMP_DOT);
    assert_int_equal(count_of(text, '{'), count_of(text, '}'));
    assert_non_null(strstr(text, "subgraph cluster_4 {"));
    assert_non_null(strstr(text, "u5 -> u5 [style=dashed"));
    free(text);
}

/* Lines 1, 1, 2, then a loop, then 3, 3. */
static void clustering(void **state)
{
    fixture *f = *state;
    const aag_granularity sizes[] = {AAG_BY_STATEMENT, AAG_BY_LINE, AAG_BY_BLOCK};
    const int units[] = {5, 3, 2};
    for (int k = 0; k < 3; k++) {
        node *body = after(after(work(f, 1), work(f, 1)), work(f, 2));
        after(body, after(loop(f, 9, NULL), after(work(f, 3), work(f, 3))));
        const aag_graph *g = build(f, body, sizes[k]);
        int seq = 0, steps = 0;
        for (int i = 0; i < g->unit_count; i++) {
            seq += g->units[i]->cls == AAG_SEQ;
            steps += g->units[i]->step_count;
        }
        assert_int_equal(seq, units[k]);
        assert_int_equal(steps, 5);
    }
}

static void empty_program(void **state)
{
    fixture *f = *state;
    const aag_graph *g = build(f, NULL, AAG_BY_LINE);
    assert_int_equal(g->unit_count, 3);
}

static void a_return_ends_its_flow(void **state)
{
    fixture *f = *state;
    const aag_graph *g = build(f, condition(f, 1, make(f, NODE_RETURN, 2), NULL), AAG_BY_LINE);
    assert_int_equal(g->units[3]->cls, AAG_END);
}

/* Each breach is made in a sound graph and undone again. */
static void verifier_finds_breaches(void **state)
{
    fixture *f = *state;
    aag_graph *g = (aag_graph *)(uintptr_t)build(f, everything(f), AAG_BY_STATEMENT);
#define BREACH(id, field, wrong)                                                                   \
    do {                                                                                           \
        aag_unit *u = (aag_unit *)(uintptr_t)g->units[id];                                         \
        aag_unit good = *u;                                                                        \
        u->field = wrong;                                                                          \
        rejects(f, g);                                                                             \
        *u = good;                                                                                 \
    } while (0)
    BREACH(2, cls, AAG_ITER_SYNC);
    BREACH(4, cls, AAG_ITER_D);
    BREACH(3, step_count, 0);
    BREACH(5, comm, NULL);
    BREACH(5, has_comm, false);
    BREACH(4, has_comm, false);
    BREACH(6, id, 7);
    BREACH(6, parent, NULL);
    BREACH(4, last, 9);
    BREACH(9, probability, 1.5);
    BREACH(15, callee, NULL);
    BREACH(7, trips, NULL);
    BREACH(16, next, g->units[3]);
    g->edge_count = 2;
    rejects(f, g);
    g->edge_count = 3;
    assert_true(aag_verify(f->ctx, g));
}

static void verifier_finds_wrong_waits(void **state)
{
    fixture *f = *state;
    aag_graph *g = (aag_graph *)(uintptr_t)build(f, started_and_waited_for(f), AAG_BY_STATEMENT);
    aag_edge *edge = (aag_edge *)(uintptr_t)&g->edges[1];
    const aag_unit *right = edge->to;
    edge->to = g->units[7]; /* of another id */
    rejects(f, g);
    edge->to = g->units[4]; /* no wait */
    rejects(f, g);
    edge->to = right;
    communication *wait = (communication *)(uintptr_t)g->units[7]->comm;
    const expr *id = wait->async;
    wait->async = NULL;
    rejects(f, g);
    wait->async = id;
    assert_true(aag_verify(f->ctx, g));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(all_classes),
        TEST(edges_to_waits),
        TEST(edges_of_posts),
        TEST(text_dump),
        TEST(json_dump),
        TEST(dot_dump),
        TEST(clustering),
        TEST(empty_program),
        TEST(a_return_ends_its_flow),
        TEST(verifier_finds_breaches),
        TEST(verifier_finds_wrong_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
