/* Command lines of fpredict, a word a line: what is taken is read further where an option has a
 * language of its own (--distribute, --param, --scale, --load), and changes a machine. */

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/options.h"
#include "plan/plan.h"
#include "sysmodels/model/adjust.h"
#include "tests/fuzz/fuzz.h"

typedef VEC(char *) word_list;

static word_list split(arena *a, const char *text, size_t length)
{
    word_list words = {0};
    VEC_PUSH(a, &words, arena_strdup(a, "fpredict"));
    for (char *line = arena_strndup(a, text, length), *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = '\0';
        else if (*line == '\0')
            break;
        VEC_PUSH(a, &words, line);
    }
    VEC_PUSH(a, &words, NULL);
    words.count--;
    return words;
}

/* getopt keeps its place in a word such as -hx from one command line to the next. */
static void reset_getopt(void)
{
    char name[] = "fpredict", *argv[] = {name, NULL};
    const struct option none = {0};
    optind = 0;
    getopt_long(1, argv, "", &none, NULL);
}

static void change_machine(fp_context *ctx, const options *o)
{
    const char *const folder = FP_SOURCE_DIR "/sysmodels/machines";
    sag_change *changes = ARENA_ARRAY(ctx->arena, o->changes.count, sag_change);
    for (int i = 0; i < o->changes.count; i++)
        if (!o->changes.data[i].read(ctx, o->changes.data[i].text, &changes[i])) {
            assert(diag_has_errors(ctx->diags));
            return;
        }
    const sag *machine = sag_open(ctx, "ncube1", 1, &folder);
    assert(machine);
    assert(sag_adjust(ctx, machine, o->changes.count, changes) || diag_has_errors(ctx->diags));
}

static void read_distributions(fp_context *ctx, const options *o)
{
    expr_pool *pool = expr_pool_new(ctx);
    for (int i = 0; i < o->distributes.count; i++) {
        distribute_override read;
        assert(plan_parse_override(ctx, pool, o->distributes.data[i], &read) ||
               diag_has_errors(ctx->diags));
    }
}

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    word_list words = split(ctx->arena, text, length);
    options o;
    reset_getopt();
    if (options_parse(ctx, words.count, words.data, &o)) {
        read_distributions(ctx, &o);
        if (o.changes.count > 0)
            change_machine(ctx, &o);
    }
    fp_context_free(ctx);
}
