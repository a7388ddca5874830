#include <ctype.h>
#include <string.h>

#include "explore/explore.h"
#include "support/vec.h"

typedef VEC(alternative) alternative_list;

static const dist_template *first_distributed(const program *p)
{
    for (int i = 0; i < p->template_count; i++)
        if (p->templates[i]->is_distributed)
            return p->templates[i];
    return NULL;
}

static const char *format_text(fp_context *ctx, const dist_format *format)
{
    switch (format->kind) {
    case DIST_COLLAPSED:
        return "*";
    case DIST_BLOCK:
        return format->block ? arena_printf(ctx->arena, "block(%s)", expr_text(ctx, format->block))
                             : "block";
    case DIST_CYCLIC:
        return format->block ? arena_printf(ctx->arena, "cyclic(%s)", expr_text(ctx, format->block))
                             : "cyclic";
    case DIST_GEN_BLOCK:
        return arena_printf(ctx->arena, "gen_block(%s)",
                            format->sizes->name ? format->sizes->name : "..");
    }
    return "";
}

static const char *override_text(fp_context *ctx, const distribute_override *o)
{
    const char *text = arena_printf(ctx->arena, "%s(", o->name);
    for (int d = 0; d < o->rank; d++)
        text =
            arena_printf(ctx->arena, "%s%s%s", text, d ? "," : "", format_text(ctx, &o->format[d]));
    return arena_printf(ctx->arena, "%s)", text);
}

static void add(fp_context *ctx, alternative_list *list, const distribute_override *o)
{
    alternative fresh = {.name = override_text(ctx, o), .override_count = 1};
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->data[i].name, fresh.name) == 0)
            return;
    fresh.overrides = arena_copy(ctx->arena, o, sizeof *o);
    VEC_PUSH(ctx->arena, list, fresh);
}

/* A distribution holds all through the program. Where the template is redistributed,
 * that is one more alternative. */
static void add_as_written(fp_context *ctx, alternative_list *list, const program *p,
                           const char *name)
{
    for (int i = 0; i < p->redistribution_count; i++) {
        if (p->redistributions[i]->name != name)
            continue;
        VEC_PUSH(ctx->arena, list,
                 ((alternative){.name = arena_printf(ctx->arena, "%s as written", name)}));
        return;
    }
}

/* Adds the distribution whose dimensions in the bit set `dims` have `kind`. */
static void add_kind(fp_context *ctx, alternative_list *list, const dist_template *t, unsigned dims,
                     dist_kind kind)
{
    distribute_override o = {.name = t->name, .rank = t->rank};
    for (int d = 0; d < t->rank; d++)
        o.format[d].kind = dims >> d & 1 ? kind : DIST_COLLAPSED;
    add(ctx, list, &o);
}

/* Adds block over every choice of `size` dimensions, earlier ones first. */
static void add_blocks(fp_context *ctx, alternative_list *list, const dist_template *t, int size)
{
    /* Bits in reverse, so that counting down names earlier dimensions first. */
    for (unsigned set = (1u << t->rank); set-- > 1;) {
        unsigned dims = 0;
        int bits = 0;
        for (int d = 0; d < t->rank; d++)
            if (set >> (t->rank - 1 - d) & 1) {
                dims |= 1u << d;
                bits++;
            }
        if (bits == size)
            add_kind(ctx, list, t, dims, DIST_BLOCK);
    }
}

int explore_usual(fp_context *ctx, const program *p, alternative **out)
{
    *out = NULL;
    const dist_template *t = first_distributed(p);
    if (!t)
        return 0;
    alternative_list usual = {0};
    add_as_written(ctx, &usual, p, t->name);
    for (int size = t->rank < 3 ? t->rank : 3; size >= 1; size--)
        add_blocks(ctx, &usual, t, size);
    for (int d = 0; d < t->rank; d++)
        add_kind(ctx, &usual, t, 1u << d, DIST_CYCLIC);

    distribute_override own = {.name = t->name, .rank = t->rank};
    memcpy(own.format, t->format, sizeof own.format);
    int count = usual.count;
    add(ctx, &usual, &own);
    if (usual.count > count) {
        alternative last = usual.data[count];
        memmove(usual.data + 1, usual.data, (size_t)count * sizeof *usual.data);
        usual.data[0] = last;
    }
    *out = usual.data;
    return usual.count;
}

static const char *skip_space(const char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

/* Returns the end of the parenthesised text at `s`, or null. */
static const char *closing(const char *s)
{
    int depth = 0;
    for (; *s; s++) {
        depth += *s == '(';
        depth -= *s == ')';
        if (depth == 0)
            return s + 1;
    }
    return NULL;
}

int explore_parse(fp_context *ctx, const program *p, const char *list, alternative **out)
{
    *out = NULL;
    const source_range nowhere = {0};
    const dist_template *first = first_distributed(p);
    const char *name = first ? first->name : NULL;
    const char *s = skip_space(list);
    if (*s != '(') {
        size_t length = strcspn(s, ":( \t");
        name = intern_n(ctx->names, s, length);
        s = skip_space(s + length);
        if (length == 0 || *s != ':') {
            diag_report(ctx->diags, DIAG_ERROR, "alternatives", nowhere,
                        "'%s' is no list of distributions: write TEMPLATE: (block,*) (*,block)",
                        list);
            return 0;
        }
        s = skip_space(s + 1);
    }
    if (!name) {
        diag_report(ctx->diags, DIAG_ERROR, "alternatives", nowhere,
                    "the program distributes nothing that '%s' could change", list);
        return 0;
    }
    alternative_list found = {0};
    add_as_written(ctx, &found, p, name);
    for (; *s; s = skip_space(s)) {
        const char *end = *s == '(' ? closing(s) : NULL;
        if (!end) {
            diag_report(ctx->diags, DIAG_ERROR, "alternatives", nowhere,
                        "expected '(' FORMAT,… ')' at '%s' in the list of distributions", s);
            return 0;
        }
        distribute_override o;
        const char *text = arena_printf(ctx->arena, "%s%.*s", name, (int)(end - s), s);
        if (!plan_parse_override(ctx, p->pool, text, &o))
            return 0;
        add(ctx, &found, &o);
        s = end;
        if (*skip_space(s) == ',')
            s = skip_space(s) + 1;
    }
    if (found.count == 0 || !found.data[found.count - 1].override_count) {
        diag_report(ctx->diags, DIAG_ERROR, "alternatives", nowhere,
                    "the list of distributions for '%s' is empty: write %s: (block,*) (*,block)",
                    name, name);
        return 0;
    }
    *out = found.data;
    return found.count;
}
