/* --distribute's notation. */

#include "plan/plan.h"
#include "tests/cmocka_all.h"

static bool parse(fp_context *ctx, expr_pool *pool, const char *text, distribute_override *out)
{
    return plan_parse_override(ctx, pool, text, out);
}

static void test_accepts(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    expr_pool *pool = expr_pool_new(ctx);
    distribute_override o;
    assert_true(parse(ctx, pool, " T ( BLOCK, cyclic( 4 ) ,*) ", &o));
    assert_ptr_equal(o.name, intern(ctx->names, "T"));
    assert_int_equal(o.rank, 3);
    assert_int_equal(o.format[0].kind, DIST_BLOCK);
    assert_null(o.format[0].block);
    assert_int_equal(o.format[1].kind, DIST_CYCLIC);
    assert_ptr_equal(o.format[1].block, expr_int(pool, 4));
    assert_int_equal(o.format[2].kind, DIST_COLLAPSED);
    assert_true(parse(ctx, pool, "t[block(8)][*]", &o));
    assert_int_equal(o.rank, 2);
    assert_ptr_equal(o.format[0].block, expr_int(pool, 8));
    assert_true(parse(ctx, pool, "T(gen_block(40, 0,60),block)", &o));
    assert_int_equal(o.rank, 2);
    assert_int_equal(o.format[0].kind, DIST_GEN_BLOCK);
    assert_int_equal(o.format[0].sizes->count, 3);
    assert_ptr_equal(o.format[0].sizes->size[2], expr_int(pool, 60));
    assert_int_equal(o.format[1].kind, DIST_BLOCK);
    /* Elements that a directive made parameters of, in whatever order. */
    param *other = expr_new_param(pool, PARAM_MACRO, "m", (source_range){0});
    param *first = expr_new_param(pool, PARAM_VARIABLE, "m[0]", (source_range){0});
    param *second = expr_new_param(pool, PARAM_VARIABLE, "m[1]", (source_range){0});
    assert_non_null(other);
    assert_true(parse(ctx, pool, "T[gblock(m)]", &o));
    assert_int_equal(o.format[0].sizes->count, 2);
    assert_ptr_equal(o.format[0].sizes->size[0], expr_param(pool, first));
    assert_ptr_equal(o.format[0].sizes->size[1], expr_param(pool, second));
    assert_false(diag_has_errors(ctx->diags));
    fp_context_free(ctx);
}

static void test_rejects(void **state)
{
    (void)state;
    const char *bad[] = {"",
                         "(block)",
                         "T",
                         "T(",
                         "T()",
                         "T(block",
                         "T(block,)",
                         "T(blok)",
                         "T(cyclic(0))",
                         "T(cyclic(x))",
                         "T(cyclic(2)",
                         "T(block) x",
                         "T[block",
                         "T[block][",
                         "3(block)",
                         "T(block(99999999999999999999))",
                         "T(gen_block)",
                         "T(gen_block(",
                         "T(gen_block())",
                         "T(gen_block(10,-1))",
                         "T(gen_block(10,))",
                         "T(gen_block(10,20)",
                         "T(gen_block(m))",
                         "T(*,*,*,*,*,*,*,*)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fp_context *ctx = fp_context_new();
        distribute_override o;
        assert_false(parse(ctx, expr_pool_new(ctx), bad[i], &o));
        assert_int_equal(diag_count(ctx->diags, DIAG_ERROR), 1);
        fp_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_accepts),
                                       cmocka_unit_test(test_rejects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
