/* Profiles of compilers: what is wrong with one (bad_compilers/RULE.yaml and the whole of what is
 * said of it, RULE.err), and what becomes of a machine by one. */

#include "sysmodels/model/compiler.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/model/adjust.h"
#include "tests/said.h"
#include "tests/sysmodels/opened.h"

#define BAD FP_TEST_DIR "/bad_compilers"

static const char *const profiles[] = {FP_TEST_DIR "/compilers",
                                       FP_SOURCE_DIR "/sysmodels/compilers"};

static const sag_compiler *open_compiler(fp_context *ctx, const char *name)
{
    const sag_compiler *compiler = sag_compiler_open(ctx, name, 2, profiles);
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(compiler);
    return compiler;
}

static const sag *compiled(fp_context *ctx, const char *machine, const char *compiler)
{
    const sag *result = sag_compiled(ctx, open_machine(ctx, machine), open_compiler(ctx, compiler));
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(result);
    return result;
}

/* ---- what is wrong ---- */

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    char *text = malloc(1 << 16);
    if (!in)
        fail_msg("%s is missing", path);
    assert_non_null(text);
    *length = fread(text, 1, (1 << 16) - 1, in);
    text[*length] = '\0';
    fclose(in);
    return text;
}

static void check(const char *rule)
{
    char path[512], name[256];
    size_t length, expected_length;
    fp_context *ctx = fp_context_new();

    snprintf(name, sizeof name, "%s.yaml", rule);
    snprintf(path, sizeof path, BAD "/%s.yaml", rule);
    char *text = read_file(path, &length);
    snprintf(path, sizeof path, BAD "/%s.err", rule);
    char *expected = read_file(path, &expected_length);
    if (sag_compiler_read(ctx, source_add(ctx->sources, name, text, length)))
        fail_msg("%s was read", name);
    char *words = said(ctx->diags, DIAG_REMARK);
    if (strcmp(words, expected) != 0)
        fail_msg("%s says:\n%s\ninstead of:\n%s", name, words, expected);
    free(words);
    free(text);
    free(expected);
    fp_context_free(ctx);
}

static void each_bad_file(void **state)
{
    (void)state;
    DIR *dir = opendir(BAD);
    int count = 0;

    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".yaml") != 0)
            continue;
        *dot = '\0';
        check(entry->d_name);
        ++count;
    }
    closedir(dir);
    assert_true(count >= 24);
}

static void expect_not_found(const char *name, int dir_count, const char *expected)
{
    fp_context *ctx = fp_context_new();

    assert_null(sag_compiler_open(ctx, name, dir_count, profiles));
    char *words = said(ctx->diags, DIAG_REMARK);
    assert_string_equal(words, expected);
    free(words);
    fp_context_free(ctx);
}

static void unknown_compilers(void **state)
{
    (void)state;
    expect_not_found("tyo", 1,
                     "fpredict: error: no compiler is named 'tyo'; did you mean 'toy'? "
                     "[compiler-not-found]\n"
                     "fpredict: note: the compilers here are toy\n");
    expect_not_found("xlhpf", 0,
                     "fpredict: error: no compiler is named 'xlhpf', and there is no such file "
                     "[compiler-not-found]\n"
                     "fpredict: note: no compilers were found; name a compiler file by its path, "
                     "or set FPREDICT_COMPILERS to the folders that hold some\n");
    expect_not_found("no/such.yaml", 2,
                     "fpredict: error: the compiler file 'no/such.yaml' cannot be read: No such "
                     "file or directory [compiler-not-found]\n");
    expect_not_found(BAD, 0,
                     "fpredict: error: '" BAD "' is a folder, no compiler file: name a file in it, "
                     "or set FPREDICT_COMPILERS to it and name a compiler [compiler-not-found]\n");
}

/* ---- what becomes of a machine ---- */

static void expect_origin(const origin *o, provenance from, const char *source)
{
    assert_int_equal(o->from, from);
    assert_string_equal(o->source, source);
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

/* The cluster of the tests has phased exchanges, calls of 250 ns and a broadcast that is a
 * pattern; its barrier was measured. The toy tells another of each, and nothing of reductions. */
static void what_is_told_is_the_profiles(void **state)
{
    fp_context *ctx = *state;
    const sag *before = open_machine(ctx, FP_TEST_DIR "/machines/cluster.yaml");
    const sag *after = sag_compiled(ctx, before, open_compiler(ctx, "toy"));
    assert_non_null(after);
    const sag_communication *c = after->communication;

    assert_int_equal(c->exchange, EXCHANGE_PUSHED);
    expect_origin(&c->exchange_origin, FROM_SEEN, "compiler toy: a page");
    assert_int_equal(c->packing, PACK_ALWAYS);
    expect_origin(&c->packing_origin, FROM_SEEN, "compiler toy: another page");
    assert_true(is_near(c->call_overhead.value, 1.5e-6));
    assert_int_equal(c->call_overhead.from, FROM_TRAINED);
    assert_string_equal(c->call_overhead.source, "compiler toy: measured");
    assert_non_null(strstr(c->call_overhead.path, "communication.call_overhead_ns"));
    /* it states no error: the machine's of what was trained */
    assert_true(is_near(c->call_overhead.relative_error, before->relative_error[FROM_TRAINED]));
    const sag_collective *g = c->collective;
    assert_int_equal(g[COLLECTIVE_BROADCAST].algorithm, COLLECTIVE_RING);
    assert_int_equal(g[COLLECTIVE_BROADCAST].piece_count, 0);
    expect_origin(&g[COLLECTIVE_BROADCAST].algorithm_origin, FROM_DERIVED, "compiler toy: said so");
    assert_true(before->communication->collective[COLLECTIVE_BARRIER].measured_count > 0);
    assert_int_equal(g[COLLECTIVE_BARRIER].algorithm, COLLECTIVE_DIRECT);
    assert_int_equal(g[COLLECTIVE_BARRIER].measured_count, 0);
    assert_string_equal(sag_heading(ctx->arena, after), "cluster, compiled by toy");
    assert_int_equal(after->supposition_count, 1);
    assert_string_equal(
        after->suppositions[0],
        "the program is compiled by toy: exchange pushed instead of phased, packing always instead "
        "of as_needed, call overhead 1500 ns instead of 250 ns, broadcast ring instead of pattern, "
        "barrier direct instead of what was measured, "
        "transpose pairwise instead of messages, irregular allgather instead of "
        "messages, messages elements instead of vectors, loop order memory instead of "
        "source");
    /* and the machine that it was made of is as it was */
    assert_int_equal(before->communication->exchange, EXCHANGE_PHASED);
    assert_int_equal(before->supposition_count, 0);
}

/* Returns how many lines of the first text are not in the second. */
static int lines_not_in(char *text, const char *other)
{
    int count = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        count += strstr(other, line) == NULL;
    return count;
}

/* A profile that tells the exchange alone leaves every other line of the machine's file. */
static void what_is_not_told_is_the_machines(void **state)
{
    fp_context *ctx = *state;
    char *before = written(ctx, open_machine(ctx, "ipsc860"));
    char *after = written(ctx, compiled(ctx, "ipsc860", "f90d"));
    char *again = strdup(after);
    assert_non_null(again);
    assert_int_equal(lines_not_in(again, before), 1);
    assert_non_null(
        strstr(after, "exchange: {value: phased, from: derived, source: \"compiler f90d: "));
    free(before);
    free(after);
    free(again);
}

/* What the profile tells as the machine's file does keeps the file's origin. */
static void what_is_the_same_keeps_its_origin(void **state)
{
    fp_context *ctx = *state;
    char *before = written(ctx, open_machine(ctx, "ipsc860"));
    const sag *machine = compiled(ctx, "ipsc860", "vfcs");
    char *after = written(ctx, machine);
    assert_string_equal(after, before);
    assert_string_equal(machine->suppositions[0],
                        "the program is compiled by vfcs: exchange posted");
    assert_string_equal(sag_compiler_name(machine), "vfcs");
    free(before);
    free(after);
}

/* On no machine does the default change anything, or suppose it. */
static void the_default_changes_nothing(void **state)
{
    fp_context *ctx = *state;
    int count;
    const char *const *names = sag_list(ctx, 1, &folders[1], &count);
    assert_true(count > 10);
    for (int i = 0; i < count; i++) {
        char *before = written(ctx, open_machine(ctx, names[i]));
        const sag *machine = compiled(ctx, names[i], DEFAULT_COMPILER);
        char *after = written(ctx, machine);
        assert_string_equal(after, before);
        assert_int_equal(machine->supposition_count, 0);
        assert_string_equal(sag_heading(ctx->arena, machine), names[i]);
        free(before);
        free(after);
    }
}

/* What somebody supposes wins over the profile, which its source then names. */
static void a_parameter_wins(void **state)
{
    fp_context *ctx = *state;
    sag_change change;
    assert_true(sag_change_param(ctx, "cube.communication.exchange=adapter", &change));
    const sag *machine = sag_adjust(ctx, compiled(ctx, "ipsc860", "f90d"), 1, &change);
    assert_non_null(machine);
    assert_int_equal(machine->communication->exchange, EXCHANGE_ADAPTER);
    assert_int_equal(machine->communication->exchange_origin.from, FROM_USER);
    assert_non_null(strstr(machine->communication->exchange_origin.source, "compiler f90d: "));
    assert_string_equal(sag_compiler_name(machine), "f90d");
}

/* A machine's own file may say how messages are packed; it is written as it was read. */
static void a_machine_may_pack(void **state)
{
    fp_context *ctx = *state;
    char *text = written(ctx, compiled(ctx, "ipsc860", "toy"));
    const sag *machine = sag_read(ctx, source_add(ctx->sources, "packs.yaml", text, strlen(text)));
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(machine);
    assert_int_equal(machine->communication->packing, PACK_ALWAYS);
    expect_origin(&machine->communication->packing_origin, FROM_SEEN, "compiler toy: another page");
    machine = sag_compiled(ctx, machine, open_compiler(ctx, DEFAULT_COMPILER));
    assert_int_equal(machine->communication->packing, PACK_ALWAYS);
    free(text);
}

/* ---- what is printed ---- */

static void profiles_are_printed(void **state)
{
    fp_context *ctx = *state;
    const sag_compiler *all[] = {open_compiler(ctx, "toy"), open_compiler(ctx, "vfcs")};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    sag_compiler_print_table(ctx, 2, all, out, 200);
    sag_compiler_print_table(ctx, 2, all, out, 60);
    fclose(out);
    assert_string_equal(
        text,
        "compiler  exchange  packing    a call     collectives\n"
        "toy       pushed    always     1500 ns    broadcast ring, barrier direct  A toy compiler\n"
        "vfcs      posted    machine's  machine's  machine's                       Vienna Fortran "
        "Compilation System, with the estimator P3T\n"
        "compiler  exchange  packing    a call\n"
        "toy       pushed    always     1500 ns\n"
        "vfcs      posted    machine's  machine's\n");
    free(text);
}

/* What the file of toy says, in the writer's order, and nothing that it does not say. */
static void a_profile_is_written(void **state)
{
    fp_context *ctx = *state;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_true(sag_compiler_write(ctx, open_compiler(ctx, "toy"), out));
    fclose(out);
    assert_string_equal(text,
                        "# docs/compilers.md describes the keys.\n\n"
                        "schema: fpredict/compiler/1\nname: \"toy\"\ntitle: \"A toy compiler\"\n\n"
                        "exchange: {value: pushed, from: seen, source: \"a page\"}\n"
                        "packing: {value: always, from: seen, source: \"another page\"}\n"
                        "messages: {value: elements, from: seen, source: \"a third page\"}\n"
                        "loop_order: {value: memory, from: seen, source: \"a fourth page\"}\n"
                        "call_overhead_ns: {value: 1500, from: trained, source: \"measured\"}\n"
                        "collectives:\n"
                        "  broadcast: {value: ring, from: derived, source: \"said so\"}\n"
                        "  barrier: {value: direct, from: derived, source: \"said so, too\"}\n"
                        "patterns:\n"
                        "  transpose: {value: pairwise, from: seen, source: \"a fifth page\"}\n"
                        "  irregular: {value: allgather, from: seen, source: \"a sixth page\"}\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bad_file),
        cmocka_unit_test(unknown_compilers),
        cmocka_unit_test_setup_teardown(what_is_told_is_the_profiles, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_told_is_the_machines, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_the_same_keeps_its_origin, setup, teardown),
        cmocka_unit_test_setup_teardown(the_default_changes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_parameter_wins, setup, teardown),
        cmocka_unit_test_setup_teardown(a_machine_may_pack, setup, teardown),
        cmocka_unit_test_setup_teardown(profiles_are_printed, setup, teardown),
        cmocka_unit_test_setup_teardown(a_profile_is_written, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
