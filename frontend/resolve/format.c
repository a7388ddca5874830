/* The formats of a DISTRIBUTE, a REDISTRIBUTE or a template_fix. */

#include "frontend/resolve/format.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/template_fix.h"

/* Do `procs` blocks of block(n) hold the dimension? HPF 2.0, section 3.3. */
static bool check_block_holds(directive_table *t, const directive_format *f, const expr *block,
                              const expr *extent, const expr *procs)
{
    int64_t size, cells, count;
    if (!procs || !expr_known(block, &size) || !expr_known(extent, &cells) ||
        !expr_is_int(procs, &count) || size >= cells || size * count >= cells)
        return true;
    return scope_fail(t, "block-too-small", f->where,
                      "block(%lld) on %lld processors holds %lld of %lld elements; use "
                      "block(%lld) or more, or cyclic(%lld)",
                      (long long)size, (long long)count, (long long)(size * count),
                      (long long)cells, (long long)((cells + count - 1) / count), (long long)size);
}

/* --- gen_block ------------------------------------------------------------------ */

/* (/10, 20/) */
static bool read_list(directive_table *t, const declared *one, const directive_format *f,
                      gen_sizes *out)
{
    const expr **size = ARENA_ARRAY(t->ctx->arena, f->list_count, const expr *);
    bool is_right = true;
    for (int i = 0; i < f->list_count; i++) {
        size[i] = expr_read(t->reader, one->names, f->list[i]);
        is_right &= size[i] != NULL;
    }
    t->has_failed |= !is_right;
    *out = (gen_sizes){.count = f->list_count, .size = size};
    return is_right;
}

/* The array's elements, as far as they are known: parameters m[0], m[1], .. */
static bool read_array(directive_table *t, const declared *one, const directive_format *f,
                       gen_sizes *out)
{
    const directive_names *names = one->names;
    directive_name name = {directive_expr_name(f->size), f->size.where};
    if (!name.text)
        return scope_fail(t, "gen-block", f->size.where,
                          "expected the name of an array with the size of each block");
    const variable *var = scope_variable(names, name);
    if (!var)
        return scope_unknown(t, names, name, "an array with the size of each block");
    const expr *const *element = NULL;
    int count =
        names->elements ? names->elements(names->data, name.text, name.where, &element) : -1;
    const char *declared_here = scope_text(t, "'%s' is declared here", name.text);
    if (count < 0)
        return scope_fail_noting(t, "gen-block", name.where,
                                 scope_text(t,
                                            "'%s' is no integer array of one dimension, as the "
                                            "sizes of blocks stand in",
                                            name.text),
                                 var->where, declared_here);
    if (count == 0)
        return scope_fail_noting(
            t, "gen-block", name.where,
            scope_text(t,
                       "how many sizes '%s' holds is not known; declare it with a constant extent",
                       name.text),
            var->where, declared_here);
    int64_t extent;
    bool is_declared = var->extent[0] && expr_known(var->extent[0], &extent) && extent == count;
    *out = (gen_sizes){.name = name.text, .count = count, .size = element, .is_open = !is_declared};
    return true;
}

/* What is certain already: negative sizes, too few, or too few cells. */
static bool check_sizes(directive_table *t, const declared *one, const directive_format *f,
                        const gen_sizes *sizes, const expr *extent, const expr *procs)
{
    bool is_xmp = one->d->spelling == DIALECT_XMP; /* whose sizes add up to the extent */
    int64_t size, cells, count, sum = 0;
    bool is_known = true;
    for (int i = 0; i < sizes->count && !sizes->is_open; i++) {
        bool is_number = expr_known(sizes->size[i], &size);
        is_known &= is_number && !__builtin_add_overflow(sum, size, &sum);
        if (is_number && size < 0)
            return scope_fail(t, "gen-block", f->where,
                              "block %d has size %lld; a size is 0 or more", i, (long long)size);
    }
    if (procs && expr_is_int(procs, &count) && count > sizes->count)
        return scope_fail(t, "gen-block", f->where,
                          "%d size%s for %lld processors; give each a size, 0 if it gets nothing",
                          sizes->count, sizes->count == 1 ? "" : "s", (long long)count);
    if (is_known && !sizes->is_open && expr_known(extent, &cells) &&
        (sum < cells || (is_xmp && sum != cells)))
        return scope_fail(t, "gen-block", f->where,
                          "the sizes add up to %lld, but the dimension has %lld elements",
                          (long long)sum, (long long)cells);
    return true;
}

static bool read_sizes(directive_table *t, const declared *one, const directive_format *f,
                       const expr *extent, const expr *procs, const gen_sizes **out)
{
    gen_sizes *sizes = ARENA_NEW(t->ctx->arena, gen_sizes);
    *out = sizes;
    if (f->is_open)
        return scope_fail(
            t, "not-fixed", f->where,
            "no 'template_fix' gives the sizes of these blocks; write one with 'gblock(m)'");
    return (f->list_count ? read_list(t, one, f, sizes) : read_array(t, one, f, sizes)) &&
           check_sizes(t, one, f, sizes, extent, procs);
}

/* --- Any format ------------------------------------------------------------------- */

static bool read_format(directive_table *t, const declared *one, const directive_format *f,
                        const expr *extent, const expr *procs, dist_format *out)
{
    out->where = f->where;
    switch (f->kind) {
    case DIRECTIVE_FORMAT_STAR:
        out->kind = DIST_COLLAPSED;
        return true;
    case DIRECTIVE_FORMAT_BLOCK:
        out->kind = DIST_BLOCK;
        break;
    case DIRECTIVE_FORMAT_CYCLIC:
        out->kind = DIST_CYCLIC;
        break;
    case DIRECTIVE_FORMAT_GEN_BLOCK:
        out->kind = DIST_GEN_BLOCK;
        return read_sizes(t, one, f, extent, procs, &out->sizes);
    }
    if (f->size.count == 0)
        return true;
    const char *word = f->kind == DIRECTIVE_FORMAT_BLOCK ? "block" : "cyclic";
    int64_t size;
    out->block = expr_read(t->reader, one->names, f->size);
    if (!out->block) {
        t->has_failed = true;
        return false;
    }
    if (expr_known(out->block, &size) && size < 1)
        return scope_fail(t, "extent", f->size.where, "%s(%lld): a block has at least 1 element",
                          word, (long long)size);
    return f->kind == DIRECTIVE_FORMAT_CYCLIC || check_block_holds(t, f, out->block, extent, procs);
}

static const directive_format *format_of(const directive *d, int rank, int dim)
{
    bool is_fortran = scope_is_fortran(d->spelling, d->u.distribute.is_square);
    return &d->u.distribute.formats[scope_dim(is_fortran, rank, dim)];
}

/* A template_fix says again what distribute said, but for gblock(*). */
static bool check_fix(directive_table *t, const declared *fix, const directive_format *now,
                      const directive_format *before)
{
    bool is_completed = before->is_open && now->kind == before->kind;
    return is_completed || scope_same_format(now, before) ||
           scope_fail_noting(t, "fixed-otherwise", now->where,
                             scope_text(t,
                                        "'template_fix' gives '%s' another distribution than its "
                                        "declaration; write the same one",
                                        fix->d->u.distribute.target.text),
                             before->where, "distributed here");
}

bool scope_read_formats(directive_table *t, const declared *one, const declared *fix,
                        const dist_template *tmpl, const proc_grid *grid, dist_format *out)
{
    bool is_right = true, is_fixed = fix && fix->d && fix->d->u.distribute.format_count > 0;
    for (int dim = 0, axis = 0; dim < tmpl->rank; dim++) {
        const directive_format *f = format_of(one->d, tmpl->rank, dim);
        const declared *by = one;
        if (is_fixed) {
            const directive_format *now = format_of(fix->d, tmpl->rank, dim);
            is_right &= check_fix(t, fix, now, f);
            by = fix;
            f = now;
        }
        const expr *procs = f->kind == DIRECTIVE_FORMAT_STAR ? NULL : grid->extent[axis++];
        is_right = is_right && read_format(t, by, f, tmpl->extent[dim], procs, &out[dim]);
    }
    return is_right;
}
