/* What is read: the values of the iPSC/860, the tree, the shortcuts, the round
 * trip through the writer, and the search for machines. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "support/utf8.h"
#include "support/vec.h"
#include "sysmodels/model/sag.h"
#include "tests/cmocka_all.h"
#include "tests/sysmodels/opened.h"

static void expect(const quantity *q, double stated, const char *unit, double value,
                   provenance from)
{
    assert_true(q->is_set);
    assert_true(fabs(q->stated - stated) <= 0);
    assert_string_equal(q->unit, unit);
    assert_true(fabs(q->value - value) <= 1e-15 * fabs(value));
    assert_int_equal(q->from, from);
    assert_true(strlen(q->source) > 0);
}

/* 40 MHz: one clock is 25 ns. */
static void values_of_the_ipsc860(void **state)
{
    const sag *m = open_machine(*state, "ipsc860");
    const sag_processing *p = m->processing;
    const message_piece *pieces = m->communication->pieces;

    expect(&p->clock, 40, "MHz", 40e6, FROM_SEED);
    expect(&p->op[SAG_OP_float_add], 3, "clk", 75e-9, FROM_SEEN);
    expect(&p->op[SAG_OP_double_multiply], 4, "clk", 100e-9, FROM_RECOLLECTED);
    expect(&p->op[SAG_OP_int_divide], 60, "clk", 1500e-9, FROM_RECOLLECTED);
    expect(&m->memory->size, 8, "MiB", 8388608, FROM_SEED);
    /* 6.2 x 1,048,576 = 6,501,171.2, in whole bytes */
    expect(&m->memory->usable, 6.2, "MiB", 6501171, FROM_SEEN);
    assert_int_equal(m->memory->cache_count, 1);
    expect(&m->memory->caches[0].size, 8, "KiB", 8192, FROM_SEED);
    expect(&m->memory->caches[0].fetch_miss, 18, "clk", 450e-9, FROM_RECOLLECTED);
    assert_int_equal(m->memory->caches[0].replace, REPLACE_RANDOM);
    assert_false(m->memory->caches[0].write_allocate);
    expect(&pieces[0].startup, 76, "us", 76e-6, FROM_SEED);
    expect(&pieces[1].startup, 136, "us", 136e-6, FROM_SEED);
    expect(&pieces[1].per_byte, 0.4, "us", 0.4e-6, FROM_SEED);
    expect(&pieces[1].per_hop, 33, "us", 33e-6, FROM_SEED);
    assert_string_equal(pieces[1].startup.path, "cube.communication.pieces[1].startup_us");
    assert_string_equal(p->clock.path, "cube.node.processing.clock_MHz");
    assert_int_equal(m->communication->topology, TOPOLOGY_HYPERCUBE);
    assert_int_equal(m->communication->embedding, EMBED_GRAY);
    assert_int_equal(m->communication->exchange, EXCHANGE_POSTED);
    assert_int_equal(m->communication->nodes_max, 128);
    /* A value's own relative error, and its provenance's. */
    assert_true(fabs(p->op[SAG_OP_exp].relative_error - 0.5) <= 0);
    assert_true(fabs(p->op[SAG_OP_store].relative_error - 0.15) <= 0);
}

/* Parashar and Hariri 1996, figure 3: system = {cube = {node}, link, host}. */
static void tree_of_the_ipsc860(void **state)
{
    const sag *m = open_machine(*state, "ipsc860");
    const sag_unit *root = m->root;

    assert_string_equal(root->name, "system");
    assert_int_equal(root->child_count, 3);
    assert_null(root->processing);
    assert_string_equal(root->children[0]->name, "cube");
    assert_string_equal(root->children[1]->name, "link");
    assert_string_equal(root->children[2]->name, "host");
    assert_int_equal(root->children[0]->child_count, 1);
    assert_ptr_equal(m->node, root->children[0]->children[0]);
    assert_ptr_equal(m->processing, m->node->processing);
    assert_ptr_equal(m->memory, m->node->memory);
    assert_ptr_equal(m->communication, root->children[0]->communication);
    /* Void components: Parashar and Hariri 1996, section 2.1. */
    assert_null(root->children[1]->processing);
    assert_null(root->children[1]->memory);
    assert_null(root->children[1]->io);
    assert_non_null(root->children[2]->io);
}

/* Five points of single-precision Jacobi on compiled code: 3 adds of 3, a
 * multiply of 3, 4 loads of 2, a store of 1, an iteration of 4 clocks: 25. In
 * memory order, one 18-clock line of 8 elements: 2.25 each; each store goes to
 * memory, 2. Then 29.25 clocks for 4 operations: 5.47 MFLOPS; compiled Fortran
 * is remembered at 3 to 10. */
static void jacobi_runs_at_the_speed_of_compiled_code(void **state)
{
    const sag *m = open_machine(*state, "ipsc860");
    const quantity *op = m->processing->op;
    const sag_cache *cache = &m->memory->caches[0];
    double cached = 3 * op[SAG_OP_float_add].value + op[SAG_OP_float_multiply].value +
                    4 * op[SAG_OP_load].value + op[SAG_OP_store].value +
                    m->processing->loop_iteration.value;
    double missing = cache->fetch_miss.value / 8 + cache->store_miss.value;

    assert_int_equal(llround(cached * 1e12), 25 * 25000);
    assert_int_equal(llround((cached + missing) * 1e12), 731250);
    assert_true(4 / cached / 1e6 < 10);
    assert_true(4 / (cached + missing) / 1e6 > 3);
}

static void the_cluster_uses_the_rest_of_the_schema(void **state)
{
    const sag *m = open_machine(*state, "cluster");
    const sag_collective *c = m->communication->collective;

    assert_string_equal(m->root->title, "“made up” — with a \"quoted\" title");
    assert_string_equal(m->trained.host, "b\"lade");
    assert_string_equal(m->trained.processor, "a µP");
    assert_string_equal(m->trained.mpi, "made-up MPI");
    assert_string_equal(m->trained.date, "2026-01-31");
    expect(&m->processing->clock, 2.5, "GHz", 2.5e9, FROM_TRAINED);
    expect(&m->processing->op[SAG_OP_library_call], 100, "ns", 100e-9, FROM_TRAINED);
    expect(&m->processing->throughput[SAG_OP_float_add], 0.5, "clk", 0.2e-9, FROM_TRAINED);
    assert_string_equal(m->processing->throughput[SAG_OP_float_add].path,
                        "blade.processing.reciprocal_throughput.float_add_clk");
    assert_false(m->processing->throughput[SAG_OP_exp].is_set);
    assert_int_equal(m->processing->compose, COMPOSE_OUT_OF_ORDER);
    assert_int_equal(m->communication->topology, TOPOLOGY_FULL);
    assert_int_equal(m->communication->exchange, EXCHANGE_PHASED);
    expect(&m->communication->call_overhead, 250, "ns", 250e-9, FROM_TRAINED);
    expect(&m->communication->overlap, 0.25, "fraction", 0.25, FROM_TRAINED);
    expect(&m->communication->pieces[1].from, 8, "KiB", 8192, FROM_TRAINED);
    assert_int_equal(c[COLLECTIVE_BROADCAST].algorithm, COLLECTIVE_PATTERN);
    assert_true(c[COLLECTIVE_BROADCAST].measures_completion);
    assert_false(c[COLLECTIVE_REDUCE].measures_completion);
    assert_int_equal(c[COLLECTIVE_REDUCE].piece_count, 1);
    assert_int_equal(c[COLLECTIVE_ALLGATHER].algorithm, COLLECTIVE_RING);
    assert_int_equal(c[COLLECTIVE_BARRIER].algorithm, COLLECTIVE_LINEAR);
    assert_int_equal(c[COLLECTIVE_BARRIER].measured_count, 3);
    const sag_measured *measured = c[COLLECTIVE_BARRIER].measured;
    assert_int_equal(measured[0].processors, 3);
    expect(&measured[0].function.pieces[0].startup, 7.5, "us", 7.5e-6, FROM_TRAINED);
    assert_true(fabs(measured[0].function.pieces[0].startup.relative_error - 0.02) <= 0);
    assert_int_equal(measured[1].function.piece_count, 0);
    expect(&measured[2].function.pieces[1].from, 64, "bytes", 64, FROM_TRAINED);
    expect(&measured[2].function.pieces[1].per_byte, 0.003, "us", 3e-9, FROM_TRAINED);
    assert_string_equal(measured[2].function.pieces[1].per_byte.path,
                        "communication.collectives.barrier.measured[2].pieces[1].per_byte_us");
    const sag_library *library = c[COLLECTIVE_BARRIER].library;
    assert_int_equal(c[COLLECTIVE_BARRIER].library_count, 3);
    assert_int_equal(library[0].how, LIBRARY_MEASURED);
    assert_true(library[0].stretch == 1 && library[0].segment_bytes == 0);
    assert_false(library[0].hands_over || library[0].sends_first);
    assert_true(library[2].hands_over_apart && !library[1].hands_over_apart);
    assert_int_equal(library[1].processors, 3);
    assert_int_equal(library[1].how, LIBRARY_UP_AND_DOWN);
    assert_true(library[1].from_bytes == 64 && library[1].segment_bytes == 1024);
    assert_true(library[1].stretch == 1.25 && library[1].hands_over && library[1].sends_first);
    assert_int_equal(library[2].how, LIBRARY_BRUCK);
    assert_int_equal(m->communication->send_piece_count, 2);
    assert_false(c[COLLECTIVE_BARRIER].uses_library); /* which is asked for */
    assert_int_equal(m->memory->cache_count, 2);
    expect(&m->node->io->per_byte, 1, "ns", 1e-9, FROM_TRAINED);
    expect(&m->host->io->spawn, 1000, "us", 1e-3, FROM_TRAINED);
    assert_ptr_equal(m->host, m->node);
    const sag_pattern *p = &m->communication->pattern[PATTERN_cshift];
    assert_true(p->is_set && p->measures == MEASURES_MESSAGE);
    expect(&p->any.pieces[0].latency_per_hop, 100, "ns", 100e-9, FROM_TRAINED);
    assert_int_equal(p->dims[0].piece_count, 0);
    expect(&p->dims[1].pieces[0].startup, 5, "us", 5e-6, FROM_TRAINED);
    assert_string_equal(p->dims[1].pieces[0].startup.path,
                        "communication.patterns.cshift.dims_2.pieces[0].startup_us");
    assert_int_equal(m->communication->pattern[PATTERN_maxloc].measures, MEASURES_PARTICIPATION);
    assert_false(m->communication->pattern[PATTERN_shift].is_set);
}

/* ---- the round trip ---- */

typedef struct seen {
    fp_context *ctx;
    VEC(quantity) all;
} seen;

static void collect(void *data, const quantity *q)
{
    seen *s = data;
    VEC_PUSH(s->ctx->arena, &s->all, *q);
}

static void same_communication(const sag_communication *a, const sag_communication *b)
{
    assert_int_equal(a->topology, b->topology);
    assert_int_equal(a->embedding, b->embedding);
    assert_int_equal(a->exchange, b->exchange);
    assert_int_equal(a->nodes_max, b->nodes_max);
    assert_int_equal(a->piece_count, b->piece_count);
    assert_int_equal(a->send_piece_count, b->send_piece_count);
    assert_int_equal(a->inside.piece_count, b->inside.piece_count);
    assert_int_equal(a->inside_send.piece_count, b->inside_send.piece_count);
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        const sag_collective *x = &a->collective[k], *y = &b->collective[k];
        assert_int_equal(x->is_set, y->is_set);
        assert_int_equal(x->algorithm, y->algorithm);
        assert_int_equal(x->measures_completion, y->measures_completion);
        assert_int_equal(x->piece_count, y->piece_count);
        if (x->is_set)
            assert_string_equal(x->algorithm_origin.source, y->algorithm_origin.source);
        assert_int_equal(x->library_count, y->library_count);
        for (int i = 0; i < x->library_count; ++i) {
            const sag_library *l = &x->library[i], *n = &y->library[i];
            assert_true(l->processors == n->processors && l->how == n->how);
            assert_true(l->from_bytes == n->from_bytes && l->segment_bytes == n->segment_bytes);
            assert_true(l->stretch == n->stretch && l->hands_over == n->hands_over);
            assert_int_equal(l->hands_over_apart, n->hands_over_apart);
            assert_true(l->sends_first == n->sends_first);
            assert_string_equal(l->from.source, n->from.source);
        }
        assert_int_equal(x->measured_count, y->measured_count);
        for (int i = 0; i < x->measured_count; ++i) {
            assert_int_equal(x->measured[i].processors, y->measured[i].processors);
            assert_string_equal(x->measured[i].from.source, y->measured[i].from.source);
            assert_int_equal(x->measured[i].function.piece_count,
                             y->measured[i].function.piece_count);
        }
    }
}

static void same_patterns(const sag_pattern *a, const sag_pattern *b)
{
    for (int k = 0; k < PATTERN_COUNT; ++k) {
        assert_int_equal(a[k].is_set, b[k].is_set);
        assert_int_equal(a[k].measures, b[k].measures);
        assert_int_equal(a[k].any.piece_count, b[k].any.piece_count);
        for (int d = 0; d < PATTERN_DIMS_MAX; ++d)
            assert_int_equal(a[k].dims[d].piece_count, b[k].dims[d].piece_count);
    }
}

static void same_unit(const sag_unit *a, const sag_unit *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->title, b->title);
    assert_int_equal(!a->processing, !b->processing);
    assert_int_equal(!a->memory, !b->memory);
    assert_int_equal(!a->communication, !b->communication);
    assert_int_equal(!a->io, !b->io);
    if (a->processing)
        assert_int_equal(a->processing->compose, b->processing->compose);
    if (a->memory) {
        assert_int_equal(a->memory->cache_count, b->memory->cache_count);
        for (int i = 0; i < a->memory->cache_count; ++i) {
            const sag_cache *x = &a->memory->caches[i], *y = &b->memory->caches[i];
            assert_string_equal(x->name, y->name);
            assert_int_equal(x->replace, y->replace);
            assert_int_equal(x->write, y->write);
            assert_int_equal(x->write_allocate, y->write_allocate);
        }
    }
    if (a->communication)
        same_patterns(a->communication->pattern, b->communication->pattern);
    if (a->communication)
        same_communication(a->communication, b->communication);
    assert_int_equal(a->child_count, b->child_count);
    for (int i = 0; i < a->child_count; ++i)
        same_unit(a->children[i], b->children[i]);
}

static void check_round_trip(fp_context *ctx, const char *name, int least_values)
{
    const sag *a = open_machine(ctx, name);
    char *text = written(ctx, a), *again;
    const sag *b = sag_read(ctx, source_add(ctx->sources, "written.yaml", text, strlen(text)));
    seen x = {.ctx = ctx}, y = {.ctx = ctx};

    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(b);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->title, b->title);
    assert_string_equal(a->node->name, b->node->name);
    same_unit(a->root, b->root);
    sag_each(a, collect, &x);
    sag_each(b, collect, &y);
    assert_int_equal(x.all.count, y.all.count);
    assert_true(x.all.count >= least_values);
    for (int i = 0; i < x.all.count; ++i) {
        const quantity *p = &x.all.data[i], *q = &y.all.data[i];
        assert_string_equal(p->path, q->path);
        assert_memory_equal(&p->value, &q->value, sizeof p->value);
        assert_memory_equal(&p->stated, &q->stated, sizeof p->stated);
        assert_memory_equal(&p->relative_error, &q->relative_error, sizeof p->relative_error);
        assert_string_equal(p->unit, q->unit);
        assert_int_equal(p->from, q->from);
        assert_string_equal(p->source, q->source);
    }
    again = written(ctx, b);
    assert_string_equal(text, again);
    free(text);
    free(again);
}

/* Messages inside a node, and those of them that MPI_Send waits for. */
static void what_stays_inside_nodes_reads_back_the_same(void **state)
{
    static const char before[] = "      send_pieces:",
                      piece[] = "        - from_bytes: {value: 0, from: trained, source: s}\n"
                                "          startup_us: {value: %s, from: trained, source: s}\n"
                                "          per_byte_us: {value: 0, from: trained, source: s}\n"
                                "          per_hop_us: {value: 0, from: trained, source: s}\n"
                                "          latency_us: {value: 0, from: trained, source: s}\n";
    fp_context *ctx = *state;
    char *plain = written(ctx, open_machine(ctx, "cluster"));
    const char *text = arena_printf(ctx->arena, "%s", plain), *rest = strstr(text, before);
    free(plain);
    assert_non_null(rest);
    const char *more =
        arena_printf(ctx->arena,
                     "%.*s      ranks_per_node: {value: 2, from: trained, source: s}\n"
                     "      inside:\n        pieces:\n%s      inside_send_pieces:\n%s%s",
                     (int)(rest - text), text, arena_printf(ctx->arena, piece, "0.1"),
                     arena_printf(ctx->arena, piece, "0.2"), rest);
    const sag *a = sag_read(ctx, source_add(ctx->sources, "nodes.yaml", more, strlen(more)));
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(a);
    char *first = written(ctx, a);
    const sag *b = sag_read(ctx, source_add(ctx->sources, "again.yaml", first, strlen(first)));
    assert_non_null(b);
    expect(&b->communication->inside.pieces[0].startup, 0.1, "us", 0.1e-6, FROM_TRAINED);
    assert_int_equal(b->communication->inside_send.piece_count, 1);
    expect(&b->communication->inside_send.pieces[0].startup, 0.2, "us", 0.2e-6, FROM_TRAINED);
    assert_string_equal(b->communication->inside_send.pieces[0].startup.path,
                        "communication.inside_send.pieces[0].startup_us");
    same_unit(a->root, b->root);
    free(first);
}

/* 32 costs of a processor, and more; counted in the files: at least so many. */
static void what_is_written_reads_back_the_same(void **state)
{
    check_round_trip(*state, "ipsc860", 60);
    check_round_trip(*state, "cluster", 80);
}

/* ---- printing and looking for ---- */

static void the_tree_is_printed_within_100_columns(void **state)
{
    for (int i = 0; i < 2; ++i) {
        char *text = NULL;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        sag_print(*state, open_machine(*state, i ? "cluster" : "ipsc860"), out, 100);
        fclose(out);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            if (line[0] != '/') /* the file's path is as long as it is */
                assert_true(utf8_columns(line) <= 100);
        free(text);
    }
}

static void print_shows_value_provenance_and_source(void **state)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    sag_print(*state, open_machine(*state, "ipsc860"), out, 100);
    fclose(out);
    assert_non_null(strstr(text, "from 100 bytes: 136 µs + 0.4 µs × n + 33 µs × h\n"));
    assert_non_null(strstr(text, "\n└─ host · System Resource Manager"));
    assert_non_null(strstr(text, "│          float_divide              22 clk  recollected ±20 %"
                                 "  Intel 1989: frcp and Newton"));
    free(text);
}

/* Values from the file: 136 us, 3 clocks of 25 ns, a void component. */
static void json_holds_the_file_and_seconds(void **state)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    json_error_t error;

    sag_print_json(*state, open_machine(*state, "ipsc860"), out);
    fclose(out);
    json_t *m = json_loads(text, 0, &error);
    assert_non_null(m);
    json_t *system = json_object_get(m, "root");
    json_t *cube = json_array_get(json_object_get(system, "parts"), 0);
    json_t *node = json_array_get(json_object_get(cube, "parts"), 0);
    json_t *pieces = json_object_get(json_object_get(cube, "communication"), "pieces");
    json_t *startup = json_object_get(json_array_get(pieces, 1), "startup_us");
    json_t *add = json_object_get(json_object_get(node, "processing"), "float_add_clk");
    assert_true(json_is_null(json_object_get(system, "processing")));
    assert_int_equal(llround(json_number_value(json_object_get(startup, "value"))), 136);
    assert_int_equal(llround(1e12 * json_number_value(json_object_get(startup, "seconds"))),
                     136000000);
    assert_int_equal(llround(1e12 * json_number_value(json_object_get(add, "seconds"))), 75000);
    assert_string_equal(json_string_value(json_object_get(add, "from")), "seen");
    assert_int_equal(json_array_size(json_object_get(system, "parts")), 3);
    json_decref(m);
    free(text);
}

static void dot_draws_the_tree(void **state)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    sag_print_dot(open_machine(*state, "ipsc860"), out);
    fclose(out);
    assert_non_null(strstr(text, "digraph \"ipsc860\" {\n"));
    assert_non_null(strstr(text, "  \"system\" -> \"cube\";\n"));
    assert_non_null(strstr(text, "  \"cube\" -> \"node\";\n"));
    assert_non_null(
        strstr(text, "\\nP: 40 MHz\\nM: 8 MiB, 1 cache\\nC/S: –\\nI/O: –\", style=bold];\n"));
    free(text);
}

static void machines_are_looked_for_in_order(void **state)
{
    fp_context *ctx = *state;
    int count, clusters = 0, cubes = 0;
    const char *const *dirs =
        sag_search_dirs(ctx, ":" FP_TEST_DIR "/machines::/nowhere", folders[1], &count);
    const char *const *names;

    assert_int_equal(count, 3);
    assert_string_equal(dirs[0], FP_TEST_DIR "/machines");
    assert_string_equal(dirs[1], "/nowhere");
    assert_string_equal(dirs[2], folders[1]);
    names = sag_list(ctx, count, dirs, &count);
    for (int i = 0; i < count; ++i) {
        clusters += strcmp(names[i], "cluster") == 0;
        cubes += strcmp(names[i], "ipsc860") == 0;
        assert_true(i == 0 || strcmp(names[i - 1], names[i]) < 0);
    }
    assert_int_equal(clusters, 1);
    assert_int_equal(cubes, 1);
    sag_search_dirs(ctx, NULL, NULL, &count);
    assert_int_equal(count, 0);
}

static void a_path_is_a_machine_too(void **state)
{
    fp_context *ctx = *state;
    const sag *m = sag_open(ctx, FP_TEST_DIR "/machines/cluster.yaml", 0, NULL);
    assert_non_null(m);
    assert_string_equal(m->path, FP_TEST_DIR "/machines/cluster.yaml");
    assert_false(diag_has_errors(ctx->diags));
}

/* Whatever a title has in it is read back: controls, breaks that only YAML knows, what lies beyond
 * 16 bits. A byte that is no UTF-8, which no file can hold, is replaced. */
static void odd_characters_are_quoted(void **state)
{
    fp_context *ctx = *state;
    sag machine = *open_machine(ctx, "cluster");
    static const char title[] = "a\tb\nc \"d\" \\e\x7F \xC2\x85\xE2\x80\xA8\xEF\xBB\xBF"
                                "\xF0\x9F\x98\x80 #: {g}, -";

    machine.title = title;
    char *text = written(ctx, &machine);
    const sag *again = sag_read(ctx, source_add(ctx->sources, "odd.yaml", text, strlen(text)));
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(again);
    assert_string_equal(again->title, title);
    free(text);
    machine.title = "caf\xE9";
    text = written(ctx, &machine);
    assert_non_null(strstr(text, "\ntitle: \"caf\xEF\xBF\xBD\"\n"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_of_the_ipsc860, setup, teardown),
        cmocka_unit_test_setup_teardown(tree_of_the_ipsc860, setup, teardown),
        cmocka_unit_test_setup_teardown(jacobi_runs_at_the_speed_of_compiled_code, setup, teardown),
        cmocka_unit_test_setup_teardown(the_cluster_uses_the_rest_of_the_schema, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_written_reads_back_the_same, setup, teardown),
        cmocka_unit_test_setup_teardown(what_stays_inside_nodes_reads_back_the_same, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(the_tree_is_printed_within_100_columns, setup, teardown),
        cmocka_unit_test_setup_teardown(print_shows_value_provenance_and_source, setup, teardown),
        cmocka_unit_test_setup_teardown(json_holds_the_file_and_seconds, setup, teardown),
        cmocka_unit_test_setup_teardown(dot_draws_the_tree, setup, teardown),
        cmocka_unit_test_setup_teardown(machines_are_looked_for_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(a_path_is_a_machine_too, setup, teardown),
        cmocka_unit_test_setup_teardown(odd_characters_are_quoted, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
