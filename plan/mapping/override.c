#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "support/suggest.h"
#include "support/vec.h"

/* "T(block,cyclic(4),*)", or with one pair of square brackets a dimension. The
 * sizes of gen_block are a list, or the elements of an array that stand in one
 * of the program's own directives. */

#define FORMATS "block, block(n), cyclic, cyclic(k), gen_block(m), *"

typedef struct reader {
    fp_context *ctx;
    expr_pool *pool;
    const char *text; /* whole, for messages */
    const char *at;
} reader;

static void skip_space(reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool take(reader *r, char c)
{
    skip_space(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static bool fail(reader *r, const char *what)
{
    diag *d = diag_report(r->ctx->diags, DIAG_ERROR, "bad-distribution", (source_range){0},
                          "'%s' is no distribution: %s", r->text, what);
    diag_note(d, (source_range){0},
              "write it as a template and a format for each dimension: 'T(block,cyclic(4),*)'");
    return false;
}

static size_t word_length(const char *at)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_')
        n++;
    return n;
}

static bool is_word(const char *at, size_t length, const char *word)
{
    if (strlen(word) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (tolower((unsigned char)at[i]) != word[i])
            return false;
    }
    return true;
}

/* A parameter of the program: NB. Null, after saying so: it has none of this name. */
static const expr *find_size(reader *r, size_t length)
{
    arena *a = r->ctx->arena;
    const char *name = intern_n(r->ctx->names, r->at, length), *near;
    const int count = expr_pool_param_count(r->pool);
    const char **names = ARENA_ARRAY(a, count, const char *);
    for (int id = 0; id < count; id++) {
        const param *p = expr_pool_param(r->pool, id);
        if (p->name == name)
            return expr_param(r->pool, p);
        names[id] = p->name;
    }
    near = suggest_closest(name, names, count);
    fail(r, near ? arena_printf(a, "the program has no size '%s'; did you mean '%s'?", name, near)
                 : arena_printf(a, "the program has no size '%s'; write a number", name));
    return NULL;
}

static bool read_block(reader *r, dist_format *out)
{
    char *end = NULL;
    errno = 0;
    skip_space(r);
    size_t word = word_length(r->at);
    if (word > 0 && !isdigit((unsigned char)*r->at)) {
        out->block = find_size(r, word);
        r->at += word;
        return out->block && (take(r, ')') || fail(r, "')' is missing after the block size"));
    }
    long long value = strtoll(r->at, &end, 10);
    if (end == r->at || errno || value < 1)
        return fail(r, "a block size must be a whole number of at least 1, or the name of a size");
    r->at = end;
    out->block = expr_int(r->pool, value);
    return take(r, ')') || fail(r, "')' is missing after the block size");
}

typedef VEC(const expr *) size_list;

static bool read_size(reader *r, size_list *sizes)
{
    char *end = NULL;
    errno = 0;
    skip_space(r);
    long long value = strtoll(r->at, &end, 10);
    if (end == r->at || errno || value < 0)
        return fail(r, "the size of a block must be a whole number of at least 0");
    r->at = end;
    VEC_PUSH(r->ctx->arena, sizes, expr_int(r->pool, value));
    return true;
}

/* The parameters NAME[0], NAME[1], … */
static bool find_elements(reader *r, const char *name, size_list *sizes)
{
    const char *next = arena_printf(r->ctx->arena, "%s[0]", name);
    for (int id = 0; id < expr_pool_param_count(r->pool); id++) {
        const param *p = expr_pool_param(r->pool, id);
        if (strcmp(p->name, next) != 0)
            continue;
        VEC_PUSH(r->ctx->arena, sizes, expr_param(r->pool, p));
        next = arena_printf(r->ctx->arena, "%s[%d]", name, sizes->count);
    }
    return sizes->count > 0 ||
           fail(r, arena_printf(r->ctx->arena,
                                "no directive of the program takes sizes from '%s'; list them: "
                                "gen_block(40,60)",
                                name));
}

static bool read_sizes(reader *r, dist_format *out)
{
    gen_sizes *given = ARENA_NEW(r->ctx->arena, gen_sizes);
    size_list sizes = {0};
    skip_space(r);
    size_t n = word_length(r->at);
    if (n > 0 && !isdigit((unsigned char)*r->at)) {
        given->name = intern_n(r->ctx->names, r->at, n);
        r->at += n;
        if (!find_elements(r, given->name, &sizes))
            return false;
    } else {
        do {
            if (!read_size(r, &sizes))
                return false;
        } while (take(r, ','));
    }
    given->count = sizes.count;
    given->size = sizes.data;
    out->sizes = given;
    return take(r, ')') || fail(r, "')' is missing after the sizes of the blocks");
}

static bool fail_format(reader *r, size_t length)
{
    static const char *const known[] = {"block", "cyclic", "gen_block"};
    arena *a = r->ctx->arena;
    const char *word = arena_strndup(a, r->at, length);
    const char *near = suggest_closest(word, known, 3);
    if (near)
        return fail(r, arena_printf(a, "'%s' is no format; did you mean '%s'?", word, near));
    return fail(r, length ? arena_printf(a, "'%s' is no format; there is %s", word, FORMATS)
                          : "a format is one of " FORMATS);
}

static bool read_format(reader *r, dist_format *out)
{
    *out = (dist_format){0};
    if (take(r, '*')) {
        out->kind = DIST_COLLAPSED;
        return true;
    }
    size_t n = word_length(r->at);
    if (is_word(r->at, n, "block"))
        out->kind = DIST_BLOCK;
    else if (is_word(r->at, n, "cyclic"))
        out->kind = DIST_CYCLIC;
    else if (is_word(r->at, n, "gen_block") || is_word(r->at, n, "gblock"))
        out->kind = DIST_GEN_BLOCK;
    else
        return fail_format(r, n);
    r->at += n;
    if (out->kind == DIST_GEN_BLOCK)
        return take(r, '(') ? read_sizes(r, out) : fail(r, "gen_block takes the sizes in '('");
    return !take(r, '(') || read_block(r, out);
}

bool plan_parse_override(fp_context *ctx, expr_pool *pool, const char *text,
                         distribute_override *out)
{
    reader r = {.ctx = ctx, .pool = pool, .text = text, .at = text};
    *out = (distribute_override){0};
    skip_space(&r);
    size_t n = word_length(r.at);
    if (n == 0 || isdigit((unsigned char)*r.at))
        return fail(&r, "it does not begin with the name of a template or array");
    out->name = intern_n(ctx->names, r.at, n);
    r.at += n;
    bool square = false;
    if (take(&r, '['))
        square = true;
    else if (!take(&r, '('))
        return fail(&r, "'(' is missing after the name");
    for (;;) {
        if (out->rank == MAX_RANK)
            return fail(&r, "it has too many dimensions");
        if (!read_format(&r, &out->format[out->rank++]))
            return false;
        if (square ? take(&r, ']') && take(&r, '[') : take(&r, ','))
            continue;
        break;
    }
    if (!square && !take(&r, ')'))
        return fail(&r, "')' is missing at its end");
    if (square && r.at[-1] != ']')
        return fail(&r, "']' is missing at its end");
    skip_space(&r);
    return *r.at == '\0' || fail(&r, "something follows its end");
}
