#include <math.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "experiment/run/run.h"
#include "support/suggest.h"

static const source_range nowhere = {0};

/* Is it the same text, or the same number? */
static bool is_same(const char *a, const char *b)
{
    const double of_a = stored_number(a), of_b = stored_number(b);
    return strcmp(a, b) == 0 || (!strpbrk(a, "xX") && !strpbrk(b, "xX") && of_a == of_b);
}

static int find_axis(fp_context *ctx, const experiment *e, const char *name)
{
    const char *names[EXPERIMENT_AXES];
    for (int k = 0; k < e->axis_count; k++) {
        if (strcmp(e->axes[k].called, name) == 0)
            return k;
        names[k] = e->axes[k].called;
    }
    const char *near = suggest_closest(name, names, e->axis_count);
    diag *d = diag_report(ctx->diags, DIAG_ERROR, "experiment-only", nowhere,
                          near ? "--only: '%s' does not vary; did you mean '%s'?"
                               : "--only: '%s' does not vary",
                          name, near);
    diag_note(d, nowhere,
              e->axis_count == 2 ? "what varies is '%s' and '%s'" : "what varies is '%s'", names[0],
              names[e->axis_count - 1]);
    return -1;
}

/* Marks the values of an axis that a word of the list means. */
static bool mark(fp_context *ctx, const experiment_axis *x, const char *word, bool *is_meant)
{
    for (int i = 0; i < x->count; i++)
        if (is_same(x->values[i], word))
            return is_meant[i] = true;
    diag *d = diag_report(ctx->diags, DIAG_ERROR, "experiment-only", nowhere,
                          "--only: no point has '%s' = '%s'", x->called, word);
    diag_note(d, nowhere, x->count == 1 ? "its value is %s" : "its values are %s … %s",
              x->values[0], x->values[x->count - 1]);
    return false;
}

/* The length of the first of a list with commas; those in parentheses, T(block,*), do not count. */
static size_t item_length(const char *text)
{
    int depth = 0;
    size_t i = 0;
    for (; text[i] && (depth > 0 || text[i] != ','); i++)
        depth += text[i] == '(' ? 1 : text[i] == ')' && depth > 0 ? -1 : 0;
    return i;
}

bool experiment_choose(fp_context *ctx, const experiment *e, const char *text, bool *chosen)
{
    const char *equals = strchr(text, '=');
    if (!equals || !equals[1]) {
        diag_report(ctx->diags, DIAG_ERROR, "experiment-only", nowhere,
                    "--only: '%s' is not understood: write 'processors=1,2'", text);
        return false;
    }
    const int axis = find_axis(ctx, e, arena_strndup(ctx->arena, text, (size_t)(equals - text)));
    if (axis < 0)
        return false;
    bool *is_meant = ARENA_ARRAY(ctx->arena, e->axes[axis].count, bool);
    for (const char *at = equals + 1;;) {
        const size_t length = item_length(at);
        if (!mark(ctx, &e->axes[axis], arena_strndup(ctx->arena, at, length), is_meant))
            return false;
        if (!at[length])
            break;
        at += length + 1;
    }
    for (int i = 0; i < e->point_count; i++)
        chosen[i] = chosen[i] && is_meant[experiment_at(e, i, axis)];
    return true;
}
