/* What the functions of <hpf.h> send, against a walk over the elements of their
 * results: each goes to its owner from the owner of the element that it is made
 * of. Random sizes, shifts and distributions, from C source. */

#include <stdlib.h>
#include <string.h>

#include "program/env/bindings.h"
#include "program/transfer/transfer.h"
#include "tests/cmocka_all.h"
#include "tests/plan/passes/planned_text.h"
#include "tests/random.h"

/* --- Distributions, by their definition (HPF 2.0, section 3.3) ----------------- */

enum { PROCS_MOST = 6, N_MOST = 14 };

typedef struct format {
    bool is_distributed;
    int block; /* 0: BLOCK's own */
    bool is_block;
} format;

typedef struct distribution {
    int rank, extent[2];
    format format[2];
    int axes, procs[2]; /* of the grid */
} distribution;

static int owner(const distribution *d, const int *index)
{
    int rank = 0, axis = 0;
    for (int k = 0; k < d->rank; k++) {
        const format *f = &d->format[k];
        if (!f->is_distributed)
            continue;
        int p = d->procs[axis++];
        int block = f->is_block ? (d->extent[k] + p - 1) / p : f->block;
        rank = rank * p + index[k] / block % p;
    }
    return rank;
}

static void print_format(char *to, size_t size, const format *f)
{
    if (!f->is_distributed)
        snprintf(to, size, "*");
    else if (f->is_block)
        snprintf(to, size, "block");
    else
        snprintf(to, size, "cyclic(%d)", f->block);
}

static void declare(char *text, size_t size, const distribution *d, const char *name)
{
    char formats[2][32] = {"", ""};
    for (int k = 0; k < d->rank; k++)
        print_format(formats[k], sizeof formats[k], &d->format[k]);
    size_t used = strlen(text);
    if (d->rank == 1)
        snprintf(text + used, size - used, "double %s[%d];\n#pragma hpf distribute %s(%s) onto P\n",
                 name, d->extent[0], name, formats[0]);
    else
        snprintf(text + used, size - used,
                 "double %s[%d][%d];\n#pragma hpf distribute %s(%s,%s) onto P\n", name,
                 d->extent[0], d->extent[1], name, formats[0], formats[1]);
}

static distribution random_distribution(random_source *r, int rank, int axes, const int *procs)
{
    distribution d = {.rank = rank, .axes = axes, .procs = {procs[0], procs[1]}};
    int collapsed = rank > axes ? random_in(r, 0, 1) : -1;
    for (int k = 0; k < rank; k++) {
        d.extent[k] = random_in(r, 4, N_MOST);
        d.format[k].is_distributed = k != collapsed;
        d.format[k].is_block = random_in(r, 0, 1);
        d.format[k].block = random_in(r, 1, 3);
    }
    return d;
}

/* --- The walk ------------------------------------------------------------------- */

typedef struct walk {
    const distribution *from;
    bool needed[PROCS_MOST][N_MOST][N_MOST]; /* elements of `from`, by receiver */
    int64_t pair[PROCS_MOST][PROCS_MOST];
} walk;

/* Receiver q uses the element. */
static void use(walk *w, int q, int i, int j)
{
    int index[2] = {i, j}, s = owner(w->from, index);
    if (s == q || w->needed[q][i][j])
        return;
    w->needed[q][i][j] = true;
    w->pair[s][q]++;
}

/* --- The plan -------------------------------------------------------------------- */

/* Adds up what the communications of that function and array move. */
static bool planned_messages(fp_context *ctx, const char *text, const char *intrinsic,
                             const char *array, int64_t pair[PROCS_MOST][PROCS_MOST])
{
    const planned_text made = plan_text(ctx, text);
    bindings none = {0};
    env *e = made.planned ? env_new(ctx, made.program->pool, made.where->grids,
                                    made.where->grid_count, &none)
                          : NULL;
    if (!e)
        return false;
    for (int i = 0; i < made.planned->comm_count; i++) {
        const communication *c = made.planned->comms[i];
        transfer t;
        bool ok = true;
        if (!c->intrinsic || strcmp(c->intrinsic, intrinsic) != 0)
            return false;
        if (strcmp(c->var->name, array) != 0)
            continue;
        if (!transfer_compute(ctx->arena, e, c, &t, &ok) || !ok || t.is_bound)
            return false;
        for (int k = 0; k < t.count; k++)
            pair[t.messages[k].sender][t.messages[k].receiver] += t.messages[k].elements;
    }
    return true;
}

static void check(const char *text, const char *intrinsic, const char *array, const walk *w)
{
    fp_context *ctx = fp_context_new();
    int64_t pair[PROCS_MOST][PROCS_MOST] = {{0}};
    bool is_planned = planned_messages(ctx, text, intrinsic, array, pair);
    if (!is_planned || memcmp(pair, w->pair, sizeof pair) != 0) {
        print_error("%s", text);
        diag_print(ctx->diags, stderr, false, DIAG_WARNING);
    }
    assert_true(is_planned);
    assert_memory_equal(pair, w->pair, sizeof pair);
    fp_context_free(ctx);
}

/* --- The functions ----------------------------------------------------------------- */

typedef struct scene {
    random_source r;
    int axes, procs[2];
    char text[2000];
} scene;

static scene new_scene(uint64_t seed)
{
    scene s = {.r = {seed * 2654435761u + 99}};
    s.axes = random_in(&s.r, 1, 2);
    s.procs[0] = random_in(&s.r, 1, 3);
    s.procs[1] = s.axes == 2 ? random_in(&s.r, 1, 2) : 1;
    if (s.axes == 1)
        snprintf(s.text, sizeof s.text, "#include <hpf.h>\n#pragma hpf processors P(%d)\n",
                 s.procs[0]);
    else
        snprintf(s.text, sizeof s.text, "#include <hpf.h>\n#pragma hpf processors P(%d,%d)\n",
                 s.procs[0], s.procs[1]);
    return s;
}

static void call(scene *s, const char *form, ...) __attribute__((format(printf, 2, 3)));

static void call(scene *s, const char *form, ...)
{
    va_list args;
    size_t used = strlen(s->text);
    used += (size_t)snprintf(s->text + used, sizeof s->text - used, "int main(void)\n{\n    ");
    va_start(args, form);
    used += (size_t)vsnprintf(s->text + used, sizeof s->text - used, form, args);
    va_end(args);
    snprintf(s->text + used, sizeof s->text - used, "\n    return 0;\n}\n");
}

static void test_shifts(void **state)
{
    (void)state;
    static const char *const names[] = {"cshift", "eoshift", "tshift"};
    for (uint64_t seed = 0; seed < 100; seed++) {
        scene s = new_scene(seed);
        int rank = s.axes == 1 ? random_in(&s.r, 1, 2) : 2;
        distribution src = random_distribution(&s.r, rank, s.axes, s.procs);
        distribution dst = random_distribution(&s.r, rank, s.axes, s.procs);
        if (random_in(&s.r, 0, 2))
            dst = src;
        memcpy(dst.extent, src.extent, sizeof dst.extent);
        int which = random_in(&s.r, 0, 2), dim = random_in(&s.r, 0, rank - 1);
        int shift = random_in(&s.r, -N_MOST - 2, N_MOST + 2), n = src.extent[dim];
        declare(s.text, sizeof s.text, &src, "src");
        declare(s.text, sizeof s.text, &dst, "dst");
        const char *fill = which == 1 ? ", 0.5" : "";
        if (rank == 1)
            call(&s, "%s(dst, src, %d, %d%s);", names[which], n, shift, fill);
        else
            call(&s, "%s(dst, src, %d, %d, %d%s, %d);", names[which], src.extent[0], src.extent[1],
                 shift, fill, dim);
        walk w = {.from = &src};
        for (int i = 0; i < src.extent[0]; i++)
            for (int j = 0; j < (rank == 2 ? src.extent[1] : 1); j++) {
                int at[2] = {i, j}, from[2] = {i, j};
                from[dim] += shift;
                if (which == 0)
                    from[dim] = (from[dim] % n + n) % n;
                if (from[dim] >= 0 && from[dim] < n)
                    use(&w, owner(&dst, at), from[0], from[1]);
            }
        check(s.text, names[which], "src", &w);
    }
}

static void test_transpose(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        scene s = new_scene(seed);
        distribution src = random_distribution(&s.r, 2, s.axes, s.procs);
        distribution dst = random_distribution(&s.r, 2, s.axes, s.procs);
        dst.extent[0] = src.extent[1];
        dst.extent[1] = src.extent[0];
        declare(s.text, sizeof s.text, &src, "src");
        declare(s.text, sizeof s.text, &dst, "dst");
        call(&s, "transpose(dst, src, %d, %d);", src.extent[0], src.extent[1]);
        walk w = {.from = &src};
        for (int i = 0; i < src.extent[0]; i++)
            for (int j = 0; j < src.extent[1]; j++)
                use(&w, owner(&dst, (int[]){j, i}), i, j);
        check(s.text, "transpose", "src", &w);
    }
}

static void test_spread(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        scene s = new_scene(seed);
        if (s.axes == 2)
            continue; /* src has one dimension, and needs a grid of one */
        distribution dst = random_distribution(&s.r, 2, s.axes, s.procs);
        distribution src = random_distribution(&s.r, 1, s.axes, s.procs);
        int dim = random_in(&s.r, 0, 1);
        src.extent[0] = dst.extent[1 - dim];
        declare(s.text, sizeof s.text, &src, "src");
        declare(s.text, sizeof s.text, &dst, "dst");
        call(&s, "spread(dst, src, %d, %d, %d);", dst.extent[0], dst.extent[1], dim);
        walk w = {.from = &src};
        for (int i = 0; i < dst.extent[0]; i++)
            for (int j = 0; j < dst.extent[1]; j++)
                use(&w, owner(&dst, (int[]){i, j}), dim == 0 ? j : i, 0);
        check(s.text, "spread", "src", &w);
    }
}

static void test_matmul(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        scene s = new_scene(seed);
        distribution c = random_distribution(&s.r, 2, s.axes, s.procs);
        distribution a = random_distribution(&s.r, 2, s.axes, s.procs);
        distribution b = random_distribution(&s.r, 2, s.axes, s.procs);
        int n = c.extent[0], m = a.extent[1], k = c.extent[1];
        a.extent[0] = n;
        b.extent[0] = m;
        b.extent[1] = k;
        declare(s.text, sizeof s.text, &c, "c");
        declare(s.text, sizeof s.text, &a, "a");
        declare(s.text, sizeof s.text, &b, "b");
        call(&s, "matmul(c, a, b, %d, %d, %d);", n, m, k);
        walk left = {.from = &a}, right = {.from = &b};
        for (int i = 0; i < n; i++)
            for (int j = 0; j < k; j++)
                for (int l = 0; l < m; l++) {
                    int q = owner(&c, (int[]){i, j});
                    use(&left, q, i, l);
                    use(&right, q, l, j);
                }
        check(s.text, "matmul", "a", &left);
        check(s.text, "matmul", "b", &right);
    }
}

/* A reduction combines one value of each processor that has a part; a place goes
 * with its value. */
static void test_reductions(void **state)
{
    (void)state;
    static const struct {
        const char *call, *intrinsic;
        int bytes;
        reduce_op op;
    } cases[] = {
        {"s = sum(a, 9);", "sum", 8, REDUCE_SUM},
        {"s = product(m, 9, 9);", "product", 8, REDUCE_PRODUCT},
        {"s = maxval(a, 9);", "maxval", 8, REDUCE_MAX},
        {"s = minval(f, 9);", "minval", 4, REDUCE_MIN},
        {"at = maxloc(a, 9);", "maxloc", 12, REDUCE_MAX},
        {"at = minloc(f, 9);", "minloc", 8, REDUCE_MIN},
        {"at = maxloc(m, 9, 9);", "maxloc", 12, REDUCE_MAX},
        {"s = dot_product(a, a, 9);", "dot_product", 8, REDUCE_SUM},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fp_context *ctx = fp_context_new();
        char text[1000];
        snprintf(
            text, sizeof text,
            "#include <hpf.h>\n#pragma hpf processors P(3)\ndouble a[9], m[9][9], s; int at;\n"
            "float f[9];\n#pragma hpf distribute a(cyclic) onto P\n"
            "#pragma hpf distribute m(*,block) onto P\n#pragma hpf distribute f(block) onto P\n"
            "int main(void)\n{\n    %s\n    return 0;\n}\n",
            cases[i].call);
        frontend_options options = {.path = "-",
                                    .text = text,
                                    .text_length = strlen(text),
                                    .header_dir = FP_SOURCE_DIR "/frontend/include"};
        const program *p = frontend_read(ctx, &options);
        assert_non_null(p);
        const layout *where = plan_layout(ctx, p, 0, NULL);
        const node_program *planned = plan_entry(ctx, p, where, p->entries[0], NULL);
        assert_non_null(planned);
        assert_int_equal(planned->comm_count, 1);
        const communication *c = planned->comms[0];
        assert_int_equal(c->kind, COMM_REDUCE);
        assert_int_equal(c->op, cases[i].op);
        assert_int_equal(c->elem_bytes, cases[i].bytes);
        assert_string_equal(c->intrinsic, cases[i].intrinsic);
        assert_true(c->along[0]);
        fp_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shifts),     cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_spread),     cmocka_unit_test(test_matmul),
        cmocka_unit_test(test_reductions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
