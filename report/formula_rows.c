#include "report/formula_rows.h"

#include <stdlib.h>
#include <string.h>

static bool is_of(const formula_row *row, const formula_term *t)
{
    if (row->line != t->where.line || row->times != t->times ||
        strcmp(row->file, t->where.file ? source_path(t->where.file) : "") != 0)
        return false;
    return row->times || !strcmp(row->terms.data[0]->why, t->why);
}

static int by_place(const void *p, const void *q)
{
    const formula_row *a = p, *b = q;
    int file = strcmp(a->file, b->file);
    if (file || a->line != b->line)
        return file ? file : a->line - b->line;
    return (a->ticks < b->ticks) - (a->ticks > b->ticks);
}

formula_rows formula_rows_of(fp_context *ctx, const formula *f)
{
    formula_rows all = {0};
    for (int i = 0; i < f->term_count; i++) {
        const formula_term *t = &f->terms[i];
        int k = 0;
        while (k < all.count && !is_of(&all.data[k], t))
            k++;
        if (k == all.count) {
            const formula_row row = {.file = t->where.file ? source_path(t->where.file) : "",
                                     .line = t->where.line,
                                     .times = t->times};
            VEC_PUSH(ctx->arena, &all, row);
        }
        VEC_PUSH(ctx->arena, &all.data[k].terms, t);
        all.data[k].ticks += t->ticks;
    }
    if (all.count)
        qsort(all.data, (size_t)all.count, sizeof *all.data, by_place);
    return all;
}

const char *formula_row_name(const notation *n, const formula_row *row)
{
    const char *why = row->terms.data[0]->why;
    return arena_printf(n->ctx->arena, "%s_%d", strstr(why, "misses") ? "misses" : "open",
                        row->line);
}

/* The factors of prices of which as much is left, those of one value together. */
static formula_price joined(const notation *n, const formula_row *row, double left)
{
    expr_pool *pool = n->formula->estimate->graph->program->pool;
    VEC(formula_factor) all = {0};
    for (int i = 0; i < row->terms.count; i++) {
        const formula_price *p = &row->terms.data[i]->price;
        for (int k = 0; k < p->count && p->left == left; k++) {
            int at = 0;
            while (at < all.count && all.data[at].value != p->factors[k].value)
                at++;
            if (at == all.count)
                VEC_PUSH(n->ctx->arena, &all, p->factors[k]);
            else
                all.data[at].times = expr_add(pool, all.data[at].times, p->factors[k].times);
        }
    }
    return (formula_price){all.count, all.data, left};
}

const char *formula_row_text(const notation *n, const formula_row *row)
{
    arena *a = n->ctx->arena;
    if (!row->times)
        return notation_name(n, formula_row_name(n, row));
    const char *sum = NULL;
    int parts = 0;
    for (int i = 0; i < row->terms.count; i++) {
        double left = row->terms.data[i]->price.left;
        bool is_known = false;
        for (int k = 0; k < i; k++)
            is_known |= row->terms.data[k]->price.left == left;
        if (is_known)
            continue;
        const formula_price p = joined(n, row, left);
        const char *price = notation_price(n, &p);
        if (left != 1)
            price = arena_printf(a, "%g (%s)", left, price);
        parts += left != 1 ? 1 : p.count;
        sum = sum ? arena_printf(a, "%s + %s", sum, price) : price;
    }
    int64_t once;
    if (expr_is_int(row->times, &once) && once == 1)
        return sum;
    const char *sign = n->form == FORMULA_AS_LATEX ? "\\," : "·";
    const char *open = parts > 1 ? "(" : "", *close = parts > 1 ? ")" : "";
    return arena_printf(a, "%s%s%s%s%s", notation_expr(n, row->times, true), sign, open, sum,
                        close);
}
