/* What multigrid sends, against a walk over its points: each is computed by its owner, which is
 * sent what its formulas read and others own. What several nests of one function read comes
 * together. */

#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/samples/predicted.h"

#define MULTIGRID SAMPLES "multigrid/multigrid.c"
enum { N_MAX = 128, PROCS_MAX = 16, CYCLES = 10 };

/* How one dimension is distributed: in blocks of `block`, dealt round to `procs`. */
typedef struct dimension {
    int procs, block;
} dimension;

/* What is exchanged: of each pair, and of each pair each element, once. */
typedef struct walk {
    int size; /* N */
    dimension rows, columns;
    bool is_sent[PROCS_MAX][N_MAX + 1][N_MAX + 1], has[PROCS_MAX][PROCS_MAX];
    double messages, elements;
} walk;

static int owner(const walk *w, int i, int j)
{
    return i / w->rows.block % w->rows.procs * w->columns.procs +
           j / w->columns.block % w->columns.procs;
}

static void begin_exchange(walk *w)
{
    memset(w->is_sent, 0, sizeof w->is_sent);
    memset(w->has, 0, sizeof w->has);
}

static void read_element(walk *w, int reader, int i, int j)
{
    const int from = owner(w, i, j);
    if (from == reader)
        return;
    w->messages += !w->has[from][reader];
    w->elements += !w->is_sent[reader][i][j];
    w->has[from][reader] = w->is_sent[reader][i][j] = true;
}

/* r = f - A u on the points s apart: the four neighbours. */
static void walk_residual(walk *w, int s)
{
    begin_exchange(w);
    for (int i = s; i < w->size; i += s)
        for (int j = s; j < w->size; j += s) {
            const int reader = owner(w, i, j);
            read_element(w, reader, i - s, j);
            read_element(w, reader, i + s, j);
            read_element(w, reader, i, j - s);
            read_element(w, reader, i, j + s);
        }
}

/* Points s apart, from all nine that are s / 2 away at most. */
static void walk_restriction(walk *w, int s)
{
    begin_exchange(w);
    for (int i = s; i < w->size; i += s)
        for (int j = s; j < w->size; j += s)
            for (int a = -s / 2; a <= s / 2; a += s / 2)
                for (int b = -s / 2; b <= s / 2; b += s / 2)
                    read_element(w, owner(w, i, j), i + a, j + b);
}

/* Points s / 2 apart, each from the nearest that are s apart: one, two or four. */
static void walk_prolongation(walk *w, int s)
{
    const int d = s / 2;
    begin_exchange(w);
    for (int i = d; i < w->size; i += d)
        for (int j = d; j < w->size; j += d) {
            const int a = i % s, b = j % s, reader = owner(w, i, j);
            read_element(w, reader, i - a, j - b);
            read_element(w, reader, i - a, j + b);
            read_element(w, reader, i + a, j - b);
            read_element(w, reader, i + a, j + b);
        }
}

static void walk_cycle(walk *w)
{
    for (int s = 1; s < w->size / 2; s *= 2) {
        for (int times = 0; times < 2 + 1 + 2; times++) /* smoothed, restricted, smoothed */
            walk_residual(w, s);
        walk_restriction(w, 2 * s);
        walk_prolongation(w, 2 * s);
    }
    for (int times = 0; times < 10; times++)
        walk_residual(w, w->size / 2);
}

static int blocks(int size, int procs)
{
    return (size + 1 + procs - 1) / procs;
}

static void check(int size, const char *distribution, dimension rows, dimension columns)
{
    walk *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->size = size;
    w->rows = rows;
    w->columns = columns;
    walk_cycle(w);
    json_t *o = predict_as(MULTIGRID, "ipsc860", distribution, rows.procs * columns.procs, size);
    if (region(o, "cycle", "messages") != CYCLES * w->messages ||
        region(o, "cycle", "bytes") != CYCLES * w->elements * 8)
        print_error("N = %d, %s: %g messages, %g bytes, not %g, %g\n", size, distribution,
                    region(o, "cycle", "messages"), region(o, "cycle", "bytes"),
                    CYCLES * w->messages, CYCLES * w->elements * 8);
    assert_true(region(o, "cycle", "messages") == CYCLES * w->messages);
    assert_true(region(o, "cycle", "bytes") == CYCLES * w->elements * 8);
    json_decref(o);
    free(w);
}

static void v_cycles_move_what_a_walk_does(void **state)
{
    (void)state;
    static const int sizes[] = {4, 16, 64, 128};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int n = sizes[k];
        const dimension all = {1, n + 1}, half = {2, blocks(n, 2)}, quarter = {4, blocks(n, 4)};
        check(n, "T(block,block)", half, half);
        check(n, "T(block,*)", quarter, all);
        check(n, "T(*,block)", all, quarter);
        check(n, "T(cyclic,*)", (dimension){4, 1}, all);
        check(n, "T(cyclic(3),block)", (dimension){2, 3}, half);
        check(n, "T(block,*)", (dimension){3, blocks(n, 3)}, all);
        check(n, "T(block,block)", quarter, quarter);
    }
}

/* The figures of samples/multigrid/README.md, of a cycle with N = 128 on 2x2: level l < 6 has five
 * exchanges of 8 messages and 4 (128 / 2^l - 1) elements; ten on the last one of 2 elements. */
static void residuals_are_counted_on_paper(void **state)
{
    (void)state;
    json_t *o = predict(MULTIGRID, 4, 128);
    double messages = 10 * 2, elements = 10 * 2;
    for (int s = 1; s < 64; s *= 2) {
        messages += 5 * 8;
        elements += 5 * 4 * (128 / s - 1);
    }
    const int first = line_of(MULTIGRID, "static void residual(int l)");
    const phase residual = {first, line_of(MULTIGRID, "static void smooth(")};
    assert_true(messages == 260 && elements == 4940);
    /* and one for the norm, on level 0 */
    assert_true(moved(o, residual, "messages") == CYCLES * (messages + 8));
    assert_true(moved(o, residual, "bytes") == CYCLES * (elements + 4 * 127) * 8);
    assert_true(region(o, "cycle", "messages") == CYCLES * 318);
    assert_true(region(o, "cycle", "bytes") == CYCLES * 5706 * 8);
    json_decref(o);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v_cycles_move_what_a_walk_does),
        cmocka_unit_test(residuals_are_counted_on_paper),
    };
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
