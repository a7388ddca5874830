/* Loops with expand, margin and peel_and_wait, against a walk over all iterations that
 * decides of each whether a processor executes it, by the definition: its own in each
 * dimension are an interval, which the widths move the ends of; a margin is what lies
 * between the larger and the smaller box. Random sizes, blocks, bounds and widths, from
 * C source; every iteration is executed as often as the walk says, and not more. */

#include <stdlib.h>
#include <string.h>

#include "program/env/bindings.h"
#include "tests/cmocka_all.h"
#include "tests/plan/passes/planned_text.h"
#include "tests/random.h"

enum { PROCS_MOST = 4, N_MOST = 14, ROOM = 6, CELLS = N_MOST + 2 * ROOM };

typedef struct dimension {
    int extent, procs, size[PROCS_MOST]; /* of the template; cells of each coordinate */
    bool is_gen_block;
    int first, last, offset; /* of the loop; cell = variable + offset */
    int low, high;           /* the widths */
    bool is_unbound;
} dimension;

typedef enum clause { EXPAND, MARGIN, PEEL } clause;

typedef struct counts {
    int of[PROCS_MOST * PROCS_MOST][CELLS][CELLS]; /* iteration (i, j) at i + ROOM, j + ROOM */
} counts;

/* --- By the definition ------------------------------------------------------- */

typedef struct interval {
    int first, last;
} interval;

static bool holds(interval x, int i)
{
    return x.first <= i && i <= x.last;
}

/* The iterations of coordinate c with these widths; none where it has none itself. */
static interval reached(const dimension *d, int c, int low, int high)
{
    int begin = 0;
    for (int p = 0; p < c; p++)
        begin += d->size[p];
    interval own = {d->first, d->last};
    if (begin - d->offset > own.first)
        own.first = begin - d->offset;
    if (begin + d->size[c] - 1 - d->offset < own.last)
        own.last = begin + d->size[c] - 1 - d->offset;
    if (own.first > own.last)
        return own;
    own.first -= low;
    own.last += high;
    if (!d->is_unbound && own.first < d->first)
        own.first = d->first;
    if (!d->is_unbound && own.last > d->last)
        own.last = d->last;
    return own;
}

static int at_least_0(int x)
{
    return x > 0 ? x : 0;
}

static int at_most_0(int x)
{
    return x < 0 ? x : 0;
}

static void walk(const dimension d[2], clause what, counts *out)
{
    for (int c0 = 0; c0 < d[0].procs; c0++)
        for (int c1 = 0; c1 < d[1].procs; c1++) {
            int c[2] = {c0, c1};
            interval full[2], outer[2], inner[2];
            for (int k = 0; k < 2; k++) {
                full[k] = reached(&d[k], c[k], d[k].low, d[k].high);
                outer[k] = reached(&d[k], c[k], at_least_0(d[k].low), at_least_0(d[k].high));
                inner[k] = reached(&d[k], c[k], at_most_0(d[k].low), at_most_0(d[k].high));
            }
            for (int i = -ROOM; i < N_MOST + ROOM; i++)
                for (int j = -ROOM; j < N_MOST + ROOM; j++) {
                    bool is_within = holds(full[0], i) && holds(full[1], j);
                    bool is_margin = holds(outer[0], i) && holds(outer[1], j) &&
                                     !(holds(inner[0], i) && holds(inner[1], j));
                    out->of[c0 * d[1].procs + c1][i + ROOM][j + ROOM] =
                        (what != MARGIN && is_within) + (what != EXPAND && is_margin);
                }
        }
}

/* --- By the plan --------------------------------------------------------------- */

/* Of a loop whose width is 0: it is split. */
static bool is_own(env *e, const loop_node *l, int64_t i, int rank)
{
    dim_mapping dim;
    bool ok = true;
    if (!l->split_on)
        return true;
    assert_true(env_dim_mapping(e, l->split_on, &dim, &ok));
    int64_t index = expr_eval(e, l->split_c, &ok) * i + expr_eval(e, l->split_d, &ok);
    return mapping_owner(&dim, index) == env_coord(e, l->split_on->grid, l->split_on->axis, rank);
}

static void run(env *e, expr_pool *pool, const node *list, int rank, counts *out)
{
    bool ok = true;
    env_set_rank(e, rank);
    for (const node *n = list; n; n = n->next) {
        if (n->kind == NODE_LOOP) {
            const loop_range *r = &n->u.loop.range;
            int64_t low = expr_eval(e, r->lower, &ok), high = expr_eval(e, r->upper, &ok);
            int64_t trips = expr_eval(e, n->u.loop.trips, &ok);
            for (int64_t i = low; i <= high; i++) {
                if (!is_own(e, &n->u.loop, i, rank))
                    continue;
                trips--;
                env_set_loop_var(e, r->var, i);
                run(e, pool, n->u.loop.body, rank, out);
            }
            assert_true(trips == 0);
        } else if (n->kind == NODE_STATEMENT && n->u.stmt.write) {
            const reference *w = n->u.stmt.write;
            assert_null(n->u.stmt.at.grid);
            out->of[rank][expr_eval(e, w->sub[0].value, &ok) + ROOM]
                   [expr_eval(e, w->sub[1].value, &ok) + ROOM]++;
        } else {
            assert_true(n->kind == NODE_RETURN || n->kind == NODE_COMM);
        }
        assert_true(ok);
    }
}

static void check(const char *text, const counts *wanted)
{
    fp_context *ctx = fp_context_new();
    const planned_text made = plan_text(ctx, text);
    bindings none = {0};
    env *e = made.planned ? env_new(ctx, made.program->pool, made.where->grids,
                                    made.where->grid_count, &none)
                          : NULL;
    if (!e)
        diag_print(ctx->diags, stderr, false, DIAG_WARNING);
    assert_non_null(e);
    counts *got = calloc(1, sizeof *got);
    for (int rank = 0; rank < env_procs(e); rank++)
        run(e, made.program->pool, made.planned->body, rank, got);
    if (memcmp(got, wanted, sizeof *got) != 0)
        print_error("%s", text);
    assert_memory_equal(got, wanted, sizeof *got);
    free(got);
    fp_context_free(ctx);
}

/* --- Programs --------------------------------------------------------------------- */

static dimension random_dimension(random_source *r)
{
    dimension d = {.extent = random_in(r, 4, N_MOST), .procs = random_in(r, 1, PROCS_MOST)};
    d.is_gen_block = random_in(r, 0, 1);
    int left = d.extent, block = (d.extent + d.procs - 1) / d.procs;
    for (int p = 0; p < d.procs; p++) {
        int size = d.is_gen_block ? random_in(r, 0, left) : left < block ? left : block;
        d.size[p] = p + 1 == d.procs ? left : size;
        left -= d.size[p];
    }
    d.offset = random_in(r, -1, 1);
    d.first = random_in(r, 0, 2) - at_most_0(d.offset);
    d.last = d.extent - 1 - random_in(r, 0, 2) - at_least_0(d.offset);
    d.low = random_in(r, -2, 2);
    d.high = random_in(r, -2, 2);
    d.is_unbound = random_in(r, 0, 1);
    return d;
}

static void print_sizes(FILE *out, const dimension *d, const char *name)
{
    fprintf(out, "int %s[%d] = {", name, d->procs);
    for (int p = 0; p < d->procs; p++)
        fprintf(out, "%s%d", p ? ", " : "", d->size[p]);
    fputs("};\n", out);
}

static char *source(const dimension d[2], clause what)
{
    static const char *const words[] = {"expand(", "margin(", "peel_and_wait(7, "};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    print_sizes(out, &d[0], "m0");
    print_sizes(out, &d[1], "m1");
    fprintf(out,
            "#pragma xmp nodes p[%d][%d]\n#pragma xmp template t[%d][%d]\n"
            "#pragma xmp distribute t[%s][%s] onto p\ndouble a[%d][%d];\n"
            "#pragma xmp align a[i][j] with t[i][j]\n#pragma xmp shadow a[3][3]\n"
            "int main(void)\n{\n#pragma xmp loop (i,j) on t[i+%d][j+%d] %s",
            d[0].procs, d[1].procs, d[0].extent, d[1].extent,
            d[0].is_gen_block ? "gblock(m0)" : "block", d[1].is_gen_block ? "gblock(m1)" : "block",
            d[0].extent, d[1].extent, d[0].offset, d[1].offset, words[what]);
    for (int k = 0; k < 2; k++)
        fprintf(out, "%s%s%d:%d", k ? ", " : "", d[k].is_unbound ? "/unbound/" : "", d[k].low,
                d[k].high);
    fprintf(out,
            ")\n    for (int i = %d; i <= %d; i++)\n        for (int j = %d; j <= %d; j++)\n"
            "            a[i][j] = 1;\n    return 0;\n}\n",
            d[0].first, d[0].last, d[1].first, d[1].last);
    fclose(out);
    return text;
}

static void test_reaches(void **state)
{
    (void)state;
    counts *wanted = malloc(sizeof *wanted);
    for (uint64_t seed = 0; seed < 150; seed++) {
        random_source r = {seed * 2654435761u + 17};
        dimension d[2] = {random_dimension(&r), random_dimension(&r)};
        clause what = (clause)random_in(&r, EXPAND, PEEL);
        char *text = source(d, what);
        memset(wanted, 0, sizeof *wanted);
        walk(d, what, wanted);
        check(text, wanted);
        free(text);
    }
    free(wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reaches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
