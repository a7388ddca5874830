/* Grids that are part of others: which processors they have, and which refused. */

#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"

#include "program/env/bindings.h"
#include "tests/random.h"
#include "tests/said.h"

typedef struct fixture {
    fp_context *ctx;
    expr_pool *pool;
    const source_file *file;
    const proc_grid *grids[8];
    int count;
} fixture;

static int setup(void **state)
{
    fp_context *ctx = fp_context_new();
    fixture *f = ARENA_NEW(ctx->arena, fixture);
    static const char text[] = "#pragma xmp nodes p[2][4]\n#pragma xmp nodes q[2] = p[0][1:2]\n";
    f->ctx = ctx;
    f->pool = expr_pool_new(ctx);
    f->file = source_add(ctx->sources, "a.c", text, strlen(text));
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fp_context_free(((fixture *)*state)->ctx);
    return 0;
}

static const char *reported(fixture *f)
{
    char *text = said(f->ctx->diags, DIAG_REMARK);
    const char *copy = arena_strdup(f->ctx->arena, text);
    free(text);
    return copy;
}

#define INT(v) expr_int(f->pool, (v))

/* Adds a grid; extents of 0 are open. */
static proc_grid *add(fixture *f, const char *name, int rank, const int *extent)
{
    proc_grid *g = ARENA_NEW(f->ctx->arena, proc_grid);
    g->name = name;
    g->rank = rank;
    g->where = (source_range){f->file, f->count ? 2 : 1, 19, f->count ? 2 : 1, 20};
    for (int k = 0; k < rank; k++)
        g->extent[k] = extent[k] ? INT(extent[k]) : NULL;
    f->grids[f->count++] = g;
    return g;
}
#define ADD(name, ...)                                                                             \
    add(f, name, (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)), (int[]){__VA_ARGS__})

static grid_part range(fixture *f, int first, int count, int step)
{
    return (grid_part){PART_RANGE, INT(first), INT(count), INT(step)};
}

static const grid_part whole = {.kind = PART_RANGE};
static const grid_part own = {.kind = PART_OWN};

static grid_part at(fixture *f, int first)
{
    return (grid_part){.kind = PART_INDEX, .first = INT(first)};
}

static void make_part(fixture *f, proc_grid *g, const proc_grid *of, const grid_part *part)
{
    g->of = of;
    g->part = arena_copy(f->ctx->arena, part, (size_t)of->rank * sizeof *part);
    for (int k = 0; k < of->rank; k++)
        g->own_count += part[k].kind == PART_OWN;
    g->rank += g->own_count;
}
#define PART(g, of, ...) make_part(f, g, of, (grid_part[]){__VA_ARGS__})

static env *bind(fixture *f, bindings b)
{
    return env_new(f->ctx, f->pool, f->grids, f->count, &b);
}

/* "0,0 0,1 -": the coordinates of each rank. */
static const char *places(fixture *f, const env *e, const proc_grid *g)
{
    const char *text = "";
    for (int rank = 0; rank < env_procs(e); rank++) {
        text = arena_printf(f->ctx->arena, "%s%s", text, rank ? " " : "");
        if (env_coord(e, g, 0, rank) < 0)
            text = arena_printf(f->ctx->arena, "%s-", text);
        for (int k = 0; k < g->rank && env_coord(e, g, 0, rank) >= 0; k++)
            text =
                arena_printf(f->ctx->arena, "%s%s%d", text, k ? "," : "", env_coord(e, g, k, rank));
    }
    return text;
}

/* Of p[2][4], whose ranks are 0 to 3 in its row 0 and 4 to 7 in its row 1. */
static void parts_by_hand(void **state)
{
    fixture *f = *state;
    const proc_grid *p = ADD("p", 2, 4);
    proc_grid *q = ADD("q", 2), *row = ADD("row", 0), *col = ADD("col", 2);
    proc_grid *s = ADD("s", 2, 2), *t = ADD("t", 2), *back = ADD("back", 2, 2);
    PART(q, p, at(f, 0), range(f, 1, 2, 1)); /* p[0][1:2] */
    PART(row, p, at(f, 1), whole);           /* p[1][:] */
    PART(col, p, whole, own);                /* p[:][*] */
    PART(s, p, at(f, 0), whole);             /* a row of four as 2x2 */
    PART(t, s, whole, at(f, 1));             /* its second column */
    PART(back, p, range(f, 1, 2, -1), range(f, 0, 2, 3));
    env *e = bind(f, (bindings){0});
    assert_non_null(e);
    assert_int_equal(env_procs(e), 8);
    assert_string_equal(places(f, e, q), "- 0 1 - - - - -");
    assert_string_equal(places(f, e, row), "- - - - 0 1 2 3");
    assert_string_equal(places(f, e, col), "0,0 0,1 0,2 0,3 1,0 1,1 1,2 1,3");
    assert_string_equal(places(f, e, s), "0,0 0,1 1,0 1,1 - - - -");
    assert_string_equal(places(f, e, t), "- 0 - 1 - - - -");
    assert_string_equal(places(f, e, back), "1,0 - - 1,1 0,0 - - 0,1");
    assert_int_equal(env_rank_at(e, back, (const int[]){0, 1}), 7);
    assert_int_equal(env_rank_at(e, q, (const int[]){1}), 2);
    assert_int_equal(env_grid_size(e, q), 2);
    /* The coordinates of the executing processor, as expressions. */
    bool ok = true;
    env_set_rank(e, 2);
    assert_int_equal(expr_eval(e, expr_coord(f->pool, q, 0), &ok), 1);
    assert_int_equal(expr_eval(e, expr_coord(f->pool, t, 0), &ok), -1);
    assert_int_equal(expr_eval(e, expr_extent(f->pool, row, 0), &ok), 4);
    assert_true(ok);
}

/* --procs 3x5 is a shape of p; what is all of an axis of it follows. */
static void parts_follow_the_shape(void **state)
{
    fixture *f = *state;
    const proc_grid *p = ADD("p", 2, 4);
    proc_grid *col = ADD("col", 2), *all = ADD("all", 8), *square = ADD("square", 2, 4);
    proc_grid *like = ADD("like", 0, 0);
    PART(col, p, whole, own);
    PART(all, p, whole, whole);
    PART(square, all, whole);
    like->like = col;
    like->own_count = 1;
    like->rank = 3;
    env *e = bind(f, (bindings){.procs_rank = 2, .procs = {3, 5}});
    assert_non_null(e);
    assert_int_equal(env_extent(e, col, 0), 3);
    assert_int_equal(env_extent(e, col, 1), 5);
    assert_int_equal(env_extent(e, all, 0), 15);
    assert_int_equal(env_extent(e, square, 0), 3);
    assert_int_equal(env_extent(e, square, 1), 5);
    assert_int_equal(env_extent(e, like, 0), 1);
    assert_int_equal(env_extent(e, like, 1), 3);
    assert_int_equal(env_extent(e, like, 2), 5);
    /* A shape of a part's rank is none of the program's. */
    assert_null(bind(f, (bindings){.procs_rank = 3, .procs = {2, 2, 2}}));
    assert_true(env_rebind(e, &(bindings){0}));
    assert_int_equal(env_extent(e, all, 0), 8);
    assert_int_equal(env_rank_at(e, square, (const int[]){1, 2}), 6);
}

static void parts_that_are_not_there_are_refused(void **state)
{
    fixture *f = *state;
    const proc_grid *p = ADD("p", 2, 4);
    proc_grid *q = ADD("q", 2);
    PART(q, p, at(f, 0), range(f, 3, 2, 1));
    assert_null(bind(f, (bindings){0}));
    assert_string_equal(
        reported(f),
        "a.c:2:19: error: 'q' takes coordinates 3 to 4 of axis 1 of 'p', which has 4 processors "
        "along it; take a part of those, or more processors [out-of-range]\n"
        "    2 | #pragma xmp nodes q[2] = p[0][1:2]\n"
        "      |                   ^\n"
        "a.c:1:19: note: 'p' is declared here\n"
        "    1 | #pragma xmp nodes p[2][4]\n"
        "      |                   ^\n");
}

static void parts_of_another_size_are_refused(void **state)
{
    fixture *f = *state;
    const proc_grid *p = ADD("p", 2, 4);
    proc_grid *q = ADD("q", 3);
    PART(q, p, at(f, 0), range(f, 0, 2, 1));
    assert_null(bind(f, (bindings){0}));
    assert_non_null(strstr(reported(f), "a.c:2:19: error: 'q' arranges 3 nodes, but the part of "
                                        "'p' that it is has 2 [nodes-mismatch]\n"));
}

/* --- Random parts ------------------------------------------------------------------ */

static uint64_t random_state = 0x2545f4914f6cdd1du;

static int pick(int lower, int upper)
{
    return (int)random_between(&random_state, lower, upper);
}

/* The processors of a grid, in its order; of each the coordinates. */
typedef struct listed {
    int count;
    int rank[128];
    int coord[128][MAX_RANK];
} listed;

static void list_root(const int *extent, int rank, listed *out)
{
    out->count = 1;
    for (int k = 0; k < rank; k++)
        out->count *= extent[k];
    for (int i = 0; i < out->count; i++) {
        int rest = i;
        out->rank[i] = i;
        for (int k = rank - 1; k >= 0; k--) {
            out->coord[i][k] = rest % extent[k];
            rest /= extent[k];
        }
    }
}

/* Where the coordinate comes in a range; -1: nowhere. */
static int place_in(const int *range, int coordinate)
{
    for (int k = 0; k < range[1]; k++)
        if (range[0] + k * range[2] == coordinate)
            return k;
    return -1;
}

/* A random part of `of`, with the list of its processors filtered out of its. */
static proc_grid *random_part(fixture *f, const proc_grid *of, const listed *parent, listed *out)
{
    int values[MAX_RANK][3], extent[MAX_RANK] = {0}, natural[MAX_RANK], ranges = 0, total = 1;
    grid_part part[MAX_RANK];
    int rank = of->rank, size[MAX_RANK] = {0};
    for (int i = 0; i < parent->count; i++)
        for (int k = 0; k < rank; k++)
            size[k] = parent->coord[i][k] >= size[k] ? parent->coord[i][k] + 1 : size[k];
    for (int k = 0; k < rank; k++) {
        bool is_hidden = k >= rank - of->own_count;
        int kind = is_hidden ? 9 : pick(0, 9), step = pick(0, 3) ? 1 : pick(1, 2) == 1 ? 2 : -1;
        int first = pick(0, size[k] - 1);
        int most = step == 1 ? size[k] - first : step == 2 ? (size[k] - first + 1) / 2 : first + 1;
        int count = pick(1, most);
        memcpy(values[k], (int[]){first, count, step}, sizeof values[k]);
        part[k] = range(f, first, count, step);
        if (kind >= 8) {
            part[k] = own;
        } else if (kind == 7) {
            part[k] = at(f, first);
        } else if (kind == 6) {
            part[k] = whole;
            memcpy(values[k], (int[]){0, size[k], 1}, sizeof values[k]);
        }
        if (part[k].kind == PART_RANGE) {
            natural[ranges++] = values[k][1];
            total *= values[k][1];
        }
    }
    int visible = ranges;
    bool is_row = ranges == 0 || pick(0, 3) == 0;
    for (int k = 0; k < ranges; k++)
        extent[k] = pick(0, 3) ? natural[k] : 0;
    if (is_row) {
        visible = 1;
        extent[0] = total;
    }
    proc_grid *g = add(f, "g", visible, extent);
    make_part(f, g, of, part);
    out->count = 0;
    /* In order of the ranges' coordinates; own coordinates come last, and are few
     * enough to look at in any order. */
    for (int i = 0; i < parent->count; i++) {
        int at_visible = 0, own_count = 0, at_own[MAX_RANK], inside = 1, unshaped[MAX_RANK], n = 0;
        for (int k = 0; k < rank; k++) {
            int c = parent->coord[i][k];
            if (part[k].kind == PART_OWN) {
                at_own[own_count++] = c;
                continue;
            }
            int where =
                part[k].kind == PART_INDEX ? (c == values[k][0] ? 0 : -1) : place_in(values[k], c);
            inside &= where >= 0;
            if (part[k].kind == PART_RANGE) {
                at_visible = at_visible * values[k][1] + where;
                unshaped[n++] = where;
            }
        }
        if (!inside)
            continue;
        int to = out->count++;
        out->rank[to] = parent->rank[i];
        if (is_row)
            out->coord[to][0] = at_visible;
        for (int k = 0; !is_row && k < n; k++)
            out->coord[to][k] = unshaped[k];
        for (int k = 0; k < own_count; k++)
            out->coord[to][visible + k] = at_own[k];
    }
    return g;
}

static void check_listed(const env *e, const proc_grid *g, const listed *l)
{
    assert_int_equal(env_grid_size(e, g), l->count);
    int inside = 0;
    for (int rank = 0; rank < env_procs(e); rank++)
        inside += env_coord(e, g, 0, rank) >= 0;
    assert_int_equal(inside, l->count);
    for (int i = 0; i < l->count; i++) {
        for (int k = 0; k < g->rank; k++)
            assert_int_equal(env_coord(e, g, k, l->rank[i]), l->coord[i][k]);
        assert_int_equal(env_rank_at(e, g, l->coord[i]), l->rank[i]);
    }
}

static void random_parts_equal_a_walk(void **state)
{
    (void)state;
    static listed root, first, second;
    for (int round = 0; round < 100000; round++) {
        void *fresh = NULL;
        setup(&fresh);
        fixture *f = fresh;
        int extent[3] = {pick(1, 4), pick(1, 5), pick(1, 4)}, rank = pick(1, 3);
        const proc_grid *p = add(f, "p", rank, extent);
        list_root(extent, rank, &root);
        const proc_grid *g = random_part(f, p, &root, &first);
        const proc_grid *h = g->rank < 5 && pick(0, 1) ? random_part(f, g, &first, &second) : NULL;
        const env *e = bind(f, (bindings){0});
        assert_non_null(e);
        check_listed(e, g, &first);
        if (h)
            check_listed(e, h, &second);
        teardown(&fresh);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(parts_by_hand),
        TEST(parts_follow_the_shape),
        TEST(parts_that_are_not_there_are_refused),
        TEST(parts_of_another_size_are_refused),
        cmocka_unit_test(random_parts_equal_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
