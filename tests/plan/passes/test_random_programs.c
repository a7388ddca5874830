/* Random programs, planned, then run: the node program must compute what the
 * source computes with nothing but the elements that its communications fetch,
 * and each communication must move what a walk over the elements moves. */

#include <stdlib.h>
#include <string.h>

#include "program/print.h"
#include "tests/cmocka_all.h"
#include "tests/plan/passes/random_program.h"
#include "tests/plan/passes/simulate.h"

/* The machine combines no arrays: *combines tells that the program wants that. */
static const char *run(fp_context *ctx, const random_program *made, const node_program *planned,
                       env *e, bool moves_all, bool *combines)
{
    simulation s = simulate(ctx, made->program, made->entry, planned, e, moves_all);
    *combines = !s.wrong && s.unsupported && strcmp(s.unsupported, "a reduction of an array") == 0;
    return s.wrong ? s.wrong : *combines ? NULL : s.unsupported;
}

/* Planned as it is, or with the loops in another order where that is as good; moving what
 * is read again, or all; with messages taken out of loops, or of the innermost alone. */
static const char *try_one(uint64_t seed, bool orders_loops, bool moves_all, bool keeps_messages,
                           int *not_run)
{
    random_source r = {seed * 2654435761u + 12345};
    fp_context *ctx = fp_context_new();
    random_program made = random_program_make(ctx, &r);
    const plan_options how = {.orders_loops = orders_loops && !made.has_unknown,
                              .moves_all = moves_all,
                              .keeps_messages = keeps_messages};
    const layout *where = plan_layout(ctx, made.program, 0, NULL);
    const node_program *planned =
        where ? plan_entry(ctx, made.program, where, made.entry, &how) : NULL;
    const char *wrong = "it is not planned";
    if (planned) {
        env *e = env_new(ctx, made.program->pool, where->grids, where->grid_count, &made.values);
        bool combines = false;
        wrong = e ? run(ctx, &made, planned, e, moves_all, &combines) : "no environment";
        *not_run += combines;
    }
    if (wrong) {
        print_error("seed %llu%s%s%s: %s\n", (unsigned long long)seed,
                    orders_loops ? ", loops ordered" : "", moves_all ? ", all moved" : "",
                    keeps_messages ? ", messages in loops" : "", wrong);
        program_print(made.program, stderr);
        if (planned)
            tree_print(ctx, stderr, planned->body, 0);
        diag_print(ctx->diags, stderr, false, DIAG_WARNING);
    }
    fp_context_free(ctx);
    return wrong ? "wrong" : NULL;
}

static void test_random_programs(void **state)
{
    (void)state;
    const char *only = getenv("FPREDICT_TEST_SEED");
    int count = getenv("FPREDICT_TEST_COUNT") ? atoi(getenv("FPREDICT_TEST_COUNT")) : 3000;
    int not_run = 0;
    if (only) {
        for (int how = 0; how < 8; how++)
            assert_null(try_one(strtoull(only, NULL, 10), how % 2, how / 2 % 2, how / 4, &not_run));
        return;
    }
    for (int i = 0; i < count; i++)
        assert_null(try_one((uint64_t)i, i % 2, i / 2 % 3 == 0, i / 6 % 3 == 0, &not_run));
    print_message("%d of %d programs combine arrays, and were not run\n", not_run, count);
    assert_true(not_run < count / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
