/* References that read what no communication covers, or what is old, against a run of random
 * programs that has every processor's memory: a read that finds anything else than the
 * sequential run does is warned of, whatever the conditions are; and in programs with nothing
 * known only at run time, nothing else is warned of. */

#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/plan/passes/planned_text.h"
#include "tests/plan/xmp/stale_program.h"
#include "tests/said.h"

/* By line: is there a warning `rule` of a read in it? */
static void find_warned(const char *text, const char *rule, bool *is_warned)
{
    for (const char *at = text; (at = strstr(at, ": warning: ")); at++) {
        const char *line = at, *end = strchr(at, '\n');
        while (line > text && line[-1] != '\n')
            line--;
        int number = 0;
        const char *colon = strchr(line, ':');
        assert_true(colon && sscanf(colon, ":%d:", &number) == 1 && number < LINES_MOST);
        const char *named = strstr(at, rule);
        is_warned[number] |= named && named < end;
    }
}

static void plan(const char *text, bool *is_warned, bool *is_early)
{
    fp_context *ctx = fp_context_new();
    const planned_text made = plan_text(ctx, text);
    char *words = said(ctx->diags, DIAG_WARNING);
    if (!made.planned)
        fprintf(stderr, "%s%s", text, words);
    assert_non_null(made.planned);
    find_warned(words, "[not-fetched]", is_warned);
    find_warned(words, "[async]", is_early);
    free(words);
    fp_context_free(ctx);
}

typedef struct tally {
    int reads, wrong, warned, needless;
} tally;

static void check(uint64_t seed, tally *sum)
{
    random_source r = {seed * 2654435761u + 29};
    stale_program *p = malloc(sizeof *p);
    bool is_wrong[LINES_MOST] = {false}, is_warned[LINES_MOST] = {false};
    bool is_early[LINES_MOST] = {false};
    char *text = NULL;
    size_t size = 0;
    stale_make(p, &r);
    FILE *out = open_memstream(&text, &size);
    stale_print(out, p);
    fclose(out);
    for (uint64_t ways = 0; ways < (p->is_plain ? 1 : 12); ways++)
        stale_run(p, (random_source){ways * 7919 + seed}, is_wrong);
    plan(text, is_warned, is_early);
    for (int line = 0; line < LINES_MOST; line++) {
        bool is_missing = is_wrong[line] && !is_warned[line] && !is_early[line];
        bool is_needless = is_warned[line] && !is_wrong[line];
        sum->wrong += is_wrong[line];
        sum->warned += is_warned[line];
        sum->needless += is_needless;
        if (is_missing || (is_needless && p->is_plain)) {
            fputs(text, stderr); /* cmocka would cut it off */
            print_error("seed %d, line %d is %s\n", (int)seed, line,
                        is_missing ? "wrong, and nothing warns" : "right, and warned of");
            fail();
        }
    }
    free(text);
    free(p);
}

static void test_reads(void **state)
{
    (void)state;
    tally sum = {0};
    const char *count = getenv("STALE_PROGRAMS");
    for (int seed = 0; seed < (count ? atoi(count) : 200); seed++)
        check((uint64_t)seed, &sum);
    print_message("%d wrong, %d warned of, %d of them right\n", sum.wrong, sum.warned,
                  sum.needless);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
