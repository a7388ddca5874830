/* Machine files that break one rule each, and the whole of what is said about
 * them: bad/RULE.yaml and bad/RULE.err. */

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/model/sag.h"
#include "tests/cmocka_all.h"
#include "tests/said.h"

#define BAD FP_TEST_DIR "/bad"

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

    const sag *machine = sag_read(ctx, source_add(ctx->sources, name, text, length));
    char *words = said(ctx->diags, DIAG_REMARK);
    if (machine)
        fail_msg("%s was read", name);
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
    assert_true(count >= 100);
}

/* ---- names that lead to no file ---- */

static void expect_not_found(const char *name, int dir_count, const char *const *dirs,
                             const char *expected)
{
    fp_context *ctx = fp_context_new();

    assert_null(sag_open(ctx, name, dir_count, dirs));
    char *words = said(ctx->diags, DIAG_REMARK);
    assert_string_equal(words, expected);
    free(words);
    fp_context_free(ctx);
}

static void unknown_machines(void **state)
{
    (void)state;
    static const char *const dirs[] = {FP_TEST_DIR "/no-such-folder", FP_TEST_DIR "/machines"};

    expect_not_found("clutser", 2, dirs,
                     "fpredict: error: no machine is named 'clutser'; did you mean 'cluster'? "
                     "[machine-not-found]\n"
                     "fpredict: note: the machines here are cluster\n");
    expect_not_found("enigma", 2, dirs,
                     "fpredict: error: no machine is named 'enigma', and there is no such file "
                     "[machine-not-found]\n"
                     "fpredict: note: the machines here are cluster\n");
    expect_not_found("ipsc860", 0, NULL,
                     "fpredict: error: no machine is named 'ipsc860', and there is no such file "
                     "[machine-not-found]\n"
                     "fpredict: note: no machines were found; name a machine file by its path, or "
                     "set FPREDICT_MACHINES to the folders that hold some\n");
    expect_not_found(
        "no/such.yaml", 2, dirs,
        "fpredict: error: the machine file 'no/such.yaml' cannot be read: No such file "
        "or directory [machine-not-found]\n");
    expect_not_found(FP_TEST_DIR, 2, dirs,
                     "fpredict: error: '" FP_TEST_DIR "' is a folder, no machine file: name a file "
                     "in it, or set FPREDICT_MACHINES to it and name a machine "
                     "[machine-not-found]\n");
    expect_not_found("", 0, NULL,
                     "fpredict: error: no machine is named '', and there is no such file "
                     "[machine-not-found]\n"
                     "fpredict: note: no machines were found; name a machine file by its path, or "
                     "set FPREDICT_MACHINES to the folders that hold some\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bad_file),
        cmocka_unit_test(unknown_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
