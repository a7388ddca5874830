/* Files of experiments: values of ranges by hand, and what is wrong with others, at its place. */

#include <string.h>

#include "experiment/experiment.h"
#include "tests/cmocka_all.h"

#define HEAD                                                                                       \
    "schema: fpredict/experiment-file/1\nname: e\ncommand: estimate\nsources: [a.c]\nvary:\n"

static const experiment *read(fp_context *ctx, const char *text)
{
    return experiment_read(ctx, source_add(ctx->sources, "e.yaml", text, strlen(text)));
}

/* The values of the only parameter that varies, with a blank between. */
static void has_values(const char *axis, const char *expected)
{
    fp_context *ctx = fp_context_new();
    const experiment *e =
        read(ctx, arena_printf(ctx->arena, HEAD "  - {what: processors, %s}\n", axis));
    source_range where;
    if (!e)
        fail_msg("%s: %s", axis, diag_first_error(ctx->diags, &where));
    const char *all = "";
    for (int i = 0; i < e->axes[0].count; i++)
        all = arena_printf(ctx->arena, "%s%s%s", all, i ? " " : "", e->axes[0].values[i]);
    assert_string_equal(all, expected);
    assert_int_equal(e->point_count, e->axes[0].count);
    fp_context_free(ctx);
}

static void ranges(void **state)
{
    (void)state;
    has_values("values: [1, 2x2, 16]", "1 2x2 16");
    has_values("from: 1, to: 32, factor: 2", "1 2 4 8 16 32");
    has_values("from: 1, to: 33, factor: 2", "1 2 4 8 16 32");
    has_values("from: 32, to: 4, factor: 0.5", "32 16 8 4");
    has_values("from: 10, to: 50, step: 20", "10 30 50");
    has_values("from: 10, to: 49, step: 20", "10 30");
    has_values("from: 9, to: 1, step: -4", "9 5 1");
    has_values("from: 7, to: 7, step: 1", "7");
    has_values("from: 1, to: 9, count: 5", "1 3 5 7 9");
    has_values("from: 3, to: 1, step: -1", "3 2 1");
    has_values("from: 1, to: 999999999, count: 2", "1 999999999");
    has_values("from: 16, to: 256, count: 5, spacing: geometric", "16 32 64 128 256");
    has_values("from: 1, to: 2, count: 9", "1 2");           /* whole numbers, each once */
    has_values("from: 1, to: 10, factor: 1.5", "1 2 3 5 8"); /* 1.5, 2.25, 3.375, 5.06, 7.59 */
}

static void fractions(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    const experiment *e = read(ctx, HEAD "  - {what: parameter, name: p, from: 0, to: 0.3, step: "
                                         "0.1}\n  - {what: option, name: exchange, values: "
                                         "[posted, phased, pushed]}\n");
    assert_non_null(e);
    assert_int_equal(e->axes[0].count, 4);
    assert_string_equal(e->axes[0].values[3], "0.3"); /* and not 0.30000000000000004 */
    assert_true(e->axes[0].is_number && !e->axes[1].is_number);
    /* The last varies fastest: point 7 is the third value of 4, the second of 3. */
    assert_int_equal(e->point_count, 12);
    assert_int_equal(experiment_at(e, 7, 0), 2);
    assert_int_equal(experiment_at(e, 7, 1), 1);
    fp_context_free(ctx);
}

/* The first error, and the text at its place. */
static void refuses(const char *text, const char *expected, const char *at)
{
    fp_context *ctx = fp_context_new();
    source_range where = {0};
    assert_null(read(ctx, text));
    const char *said = diag_first_error(ctx->diags, &where);
    if (!said || !strstr(said, expected))
        fail_msg("%s: '%s' and not '%s'", text, said ? said : "nothing", expected);
    assert_true(source_range_is_set(where));
    const char *there = source_text(where.file) + source_begin(where);
    if (strncmp(there, at, strlen(at)) != 0)
        fail_msg("'%s' is said of '%.20s' and not of '%s'", said, there, at);
    fp_context_free(ctx);
}

static void axis_refused(const char *axis, const char *expected, const char *at)
{
    arena *a = arena_new();
    refuses(arena_printf(a, HEAD "  - {%s}\n", axis), expected, at);
    arena_free(a);
}

static void wrong_ranges(void **state)
{
    (void)state;
    axis_refused("what: size, name: N, from: 8, to: 4, step: 1", "the range is empty", "4");
    axis_refused("what: size, name: N, from: 4, to: 8, step: -1", "the range is empty", "8");
    axis_refused("what: size, name: N, from: 8, to: 4, factor: 2", "the range is empty", "4");
    axis_refused("what: size, name: N, from: 4, to: 8, step: 0", "a step of 0", "0");
    axis_refused("what: size, name: N, from: 4, to: 8, factor: 1", "a factor is", "1");
    axis_refused("what: parameter, name: p, from: 0, to: 8, factor: 2", "nothing times", "0");
    axis_refused("what: parameter, name: p, from: -1, to: 8, count: 3, spacing: geometric",
                 "nothing times", "8");
    axis_refused("what: size, name: N, from: 0, to: 8, step: 1", "whole numbers from 1", "0");
    axis_refused("what: size, name: N, from: 3, to: -2, step: -1", "whole numbers from 1", "-2");
    axis_refused("what: processors, from: 4, to: 0.4, factor: 0.5", "whole numbers from 1", "0.4");
    axis_refused("what: size, name: N, from: 1e17, to: 2e17, count: 2", "to 999,999,999", "1e17");
    axis_refused("what: size, name: N, from: 1, to: 1e9, count: 2", "to 999,999,999", "1e9");
    axis_refused("what: size, name: N, from: 1, to: 8", "how does the range go on", "1");
    axis_refused("what: size, name: N, from: 1, to: 8, step: 1, factor: 2", "keep one", "1");
    axis_refused("what: size, name: N, from: 1, to: 99999, step: 1", "more than 10,000", "1");
    axis_refused("what: size, name: N, from: 1", "a range has both", "1");
    axis_refused("what: size, name: N", "which values", "{what");
    axis_refused("what: size, values: [1]", "which size", "{what");
    axis_refused("what: size, name: N, values: [1, 2, 1]", "is there twice", "1]");
    axis_refused("what: size, name: N, values: [1, many]", "is no size", "many");
    axis_refused("what: processors, values: [2x]", "is no number of processors", "2x");
    axis_refused("what: processors, name: P, values: [2]", "leave it out", "P");
}

static void wrong_files(void **state)
{
    (void)state;
    axis_refused("what: sise, name: N, values: [1]", "did you mean 'size'", "sise");
    axis_refused("what: size, nmae: N, values: [1]", "did you mean 'name'", "nmae");
    axis_refused("what: option, name: exchnage, values: [posted]", "did you mean 'exchange'",
                 "exchnage");
    refuses(HEAD "  - {what: processors, values: [1]}\n  - {what: processors, values: [2]}\n",
            "are the same", "- {what");
    refuses("schema: fpredict/experiment-file/2\nname: e\n", "only 'fpredict/experiment-file/1'",
            "fpredict/experiment-file/2");
    refuses("schema: fpredict/experiment-file/1\nname: a/b\ncommand: estimate\nsources: [a.c]\n"
            "vary: [{what: processors, values: [1]}]\n",
            "drawings are called by the name", "a/b");
    refuses("schema: fpredict/experiment-file/1\nname: e\ncommand: replay\nsources: [a.c]\n"
            "vary: [{what: processors, values: [1]}]\n",
            "this is for 'command: estimate'", "[a.c]");
    refuses("schema: fpredict/experiment-file/1\nname: e\ncommand: replay\ntrace: t\n"
            "vary: [{what: size, name: N, values: [1]}]\n",
            "a trace has the sizes", "size");
    refuses("schema: fpredict/experiment-file/1\nname: e\ncommand: estimate\nsources: [a.c]\n"
            "set: [N=4]\nvary: [{what: size, name: N, values: [1]}]\n",
            "varies, and has a value", "size");
    refuses("schema: fpredict/experiment-file/1\nname: [e\n", "not YAML", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges),
        cmocka_unit_test(fractions),
        cmocka_unit_test(wrong_ranges),
        cmocka_unit_test(wrong_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
