/* Every rule that rejects a directive: directive/RULE.c in, the whole output,
 * carets too, in directive/RULE.err. */

#include "tests/cmocka_all.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/frontend/resolve/fake_program.h"

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s cannot be read", path);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (int c = getc(in); c != EOF; c = getc(in))
        putc(c, out);
    fclose(out);
    fclose(in);
    *length = size;
    return text;
}

static void check_case(const char *rule)
{
    char path[1024], name[264];
    size_t length, expected_length;
    snprintf(name, sizeof name, "%s.c", rule);
    snprintf(path, sizeof path, FP_TEST_DIR "/directive/rejected/%s.c", rule);
    char *text = read_file(path, &length);
    snprintf(path, sizeof path, FP_TEST_DIR "/directive/rejected/%s.err", rule);
    char *expected = read_file(path, &expected_length);
    fake_program *p = fake_program_read(name, text, length);
    char *got = fake_program_diags(p);
    assert_true(expected_length > 0);
    assert_string_equal(got, expected);
    free(got);
    free(expected);
    free(text);
    fake_program_free(p);
}

static void test_every_rule(void **state)
{
    (void)state;
    int count = 0;
    DIR *folder = opendir(FP_TEST_DIR "/directive/rejected");
    assert_non_null(folder);
    for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        size_t length = strlen(e->d_name);
        if (length < 3 || strcmp(e->d_name + length - 2, ".c") != 0)
            continue;
        char rule[256];
        snprintf(rule, sizeof rule, "%.*s", (int)(length - 2), e->d_name);
        check_case(rule);
        count++;
    }
    closedir(folder);
    assert_true(count >= 38);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
