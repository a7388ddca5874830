#include "explore/explore.h"
#include "tests/cmocka_all.h"

/* A program that is nothing but one distributed template. */
typedef struct one_template {
    fp_context *ctx;
    dist_template t;
    const dist_template *list[1];
    program program;
} one_template;

static one_template *make(int rank, dist_kind first)
{
    fp_context *ctx = fp_context_new();
    one_template *p = ARENA_NEW(ctx->arena, one_template);
    p->ctx = ctx;
    p->t = (dist_template){.name = intern(ctx->names, "T"), .rank = rank, .is_distributed = true};
    for (int d = 0; d < rank; d++)
        p->t.format[d].kind = d == 0 ? first : DIST_BLOCK;
    p->list[0] = &p->t;
    p->program = (program){
        .ctx = ctx, .pool = expr_pool_new(ctx), .template_count = 1, .templates = p->list};
    return p;
}

static void names_are(const alternative *found, int count, int expected_count,
                      const char *const *expected)
{
    assert_int_equal(count, expected_count);
    for (int i = 0; i < count; i++)
        assert_string_equal(found[i].name, expected[i]);
}

#define NAMES_ARE(found, count, ...)                                                               \
    do {                                                                                           \
        static const char *const names_[] = {__VA_ARGS__};                                         \
        names_are((found), (count), (int)(sizeof names_ / sizeof *names_), names_);                \
    } while (0)

static void usual_ones_of_each_rank(void **state)
{
    (void)state;
    alternative *found;
    one_template *p = make(1, DIST_BLOCK);
    int count = explore_usual(p->ctx, &p->program, &found);
    NAMES_ARE(found, count, "T(block)", "T(cyclic)");
    fp_context_free(p->ctx);

    p = make(2, DIST_BLOCK);
    count = explore_usual(p->ctx, &p->program, &found);
    NAMES_ARE(found, count, "T(block,block)", "T(block,*)", "T(*,block)", "T(cyclic,*)",
              "T(*,cyclic)");
    fp_context_free(p->ctx);

    p = make(3, DIST_BLOCK);
    count = explore_usual(p->ctx, &p->program, &found);
    NAMES_ARE(found, count, "T(block,block,block)", "T(block,block,*)", "T(block,*,block)",
              "T(*,block,block)", "T(block,*,*)", "T(*,block,*)", "T(*,*,block)", "T(cyclic,*,*)",
              "T(*,cyclic,*)", "T(*,*,cyclic)");
    fp_context_free(p->ctx);
}

static void the_programs_own_is_among_them(void **state)
{
    (void)state;
    alternative *found;
    one_template *p = make(2, DIST_CYCLIC);
    p->t.format[0].block = expr_int(p->program.pool, 4);
    int count = explore_usual(p->ctx, &p->program, &found);
    NAMES_ARE(found, count, "T(cyclic(4),block)", "T(block,block)", "T(block,*)", "T(*,block)",
              "T(cyclic,*)", "T(*,cyclic)");
    assert_int_equal(found[0].overrides[0].format[0].kind, DIST_CYCLIC);
    assert_int_equal(found[1].overrides[0].format[0].kind, DIST_BLOCK);
    fp_context_free(p->ctx);
}

static void a_list_is_parsed(void **state)
{
    (void)state;
    alternative *found;
    one_template *p = make(2, DIST_BLOCK);
    int count = explore_parse(p->ctx, &p->program, "T: (block,*) (*, cyclic(4))", &found);
    NAMES_ARE(found, count, "T(block,*)", "T(*,cyclic(4))");
    assert_int_equal(found[1].overrides[0].format[0].kind, DIST_COLLAPSED);
    assert_int_equal(found[1].overrides[0].format[1].kind, DIST_CYCLIC);
    count = explore_parse(p->ctx, &p->program, " (block,*), (*,block), (block,*) ", &found);
    NAMES_ARE(found, count, "T(block,*)", "T(*,block)"); /* each once */
    assert_false(diag_has_errors(p->ctx->diags));
    fp_context_free(p->ctx);
}

/* Each alternative is one distribution all through the program. */
static void so_is_a_program_that_redistributes(void **state)
{
    (void)state;
    alternative *found;
    one_template *p = make(1, DIST_BLOCK);
    p->program.redistribution_count = 1;
    p->program.redistributions = p->list;
    int count = explore_usual(p->ctx, &p->program, &found);
    NAMES_ARE(found, count, "T as written", "T(block)", "T(cyclic)");
    assert_int_equal(found[0].override_count, 0);
    count = explore_parse(p->ctx, &p->program, "(cyclic(2))", &found);
    NAMES_ARE(found, count, "T as written", "T(cyclic(2))");
    assert_int_equal(explore_parse(p->ctx, &p->program, "T: ", &found), 0);
    assert_int_equal(diag_count(p->ctx->diags, DIAG_ERROR), 1);
    fp_context_free(p->ctx);
}

static void refuses(const char *list)
{
    alternative *found;
    one_template *p = make(2, DIST_BLOCK);
    assert_int_equal(explore_parse(p->ctx, &p->program, list, &found), 0);
    assert_int_equal(diag_count(p->ctx->diags, DIAG_ERROR), 1);
    fp_context_free(p->ctx);
}

static void what_is_no_list_is_refused_once(void **state)
{
    (void)state;
    refuses("");
    refuses("T:");
    refuses("T block");
    refuses("T: block,*");
    refuses("T: (block,*");
    refuses("T: (block,*) cyclic");
    refuses("T: (blick,*)");
    refuses(": (block,*)");
}

static void nothing_is_usual_without_a_template(void **state)
{
    (void)state;
    alternative *found;
    one_template *p = make(2, DIST_BLOCK);
    p->t.is_distributed = false;
    assert_int_equal(explore_usual(p->ctx, &p->program, &found), 0);
    assert_int_equal(explore_parse(p->ctx, &p->program, "(block,*)", &found), 0);
    assert_int_equal(diag_count(p->ctx->diags, DIAG_ERROR), 1);
    fp_context_free(p->ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_ones_of_each_rank),
        cmocka_unit_test(the_programs_own_is_among_them),
        cmocka_unit_test(so_is_a_program_that_redistributes),
        cmocka_unit_test(a_list_is_parsed),
        cmocka_unit_test(what_is_no_list_is_refused_once),
        cmocka_unit_test(nothing_is_usual_without_a_template),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
