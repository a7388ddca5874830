/* Takes out what only sets up rows of tables: value/row_table.h. */

#include "frontend/value/memory_function.h"
#include "frontend/value/row_pass.h"

static void note(row_pass *w, row_text text, const syntax *s, const decl *table)
{
    VEC_PUSH(w->ctx->arena, &w->settings,
             ((row_setting){text, s->where, s->in_macro, table, NULL, false}));
}

static void make_empty(syntax *s)
{
    s->kind = SYNTAX_EMPTY;
    s->op = OPERATOR_NONE;
    s->child_count = 0;
    s->is_allocation = true;
}

static void make_number(syntax *s, int64_t value)
{
    s->kind = SYNTAX_INT;
    s->op = OPERATOR_NONE;
    s->child_count = 0;
    s->value = value;
    s->macro = NULL;
}

/* --- What sets a row ------------------------------------------------------------------------- */

/* Is what the row is set to a row of the table's own array, whenever that is executed? */
static bool is_accepted(row_pass *w, const row_maker *k, const row_place *at)
{
    row_facts *f = &w->facts[k->table->id];
    if (f->is_unlike || !f->extent[k->level])
        return false;
    if (!k->memory && !k->is_fresh)
        return true;
    bool is_zero = k->memory ? w->memory[k->memory->id].is_zero : k->is_zero;
    int around = (k->index[0] != NULL) + (k->index[1] != NULL);
    int depth = at->depth - (k->is_fresh && at->loop ? around : 0);
    if (k->memory && !row_is_memory(w, k->memory))
        return false;
    if (k->is_fresh && is_zero && !row_begins_zero(f, at->function, depth))
        return false;
    f->is_zero |= is_zero;
    return true;
}

static bool take_maker(row_pass *w, const syntax *s, const row_place *at, const decl **table)
{
    row_maker k;
    if (!row_maker_of(w, s, &k) || !is_accepted(w, &k, at))
        return false;
    *table = k.table;
    return true;
}

/* p = malloc(…), p = (double *)(a + n), p += M of the memory that rows lie in. */
static bool takes_memory(row_pass *w, const syntax *s, const decl **table)
{
    bool is_plain = s->kind == SYNTAX_ASSIGN && (s->op == OPERATOR_NONE || s->op == OPERATOR_ADD);
    const decl *d = is_plain && s->child[0]->kind == SYNTAX_NAME ? s->child[0]->decl : NULL;
    if (!row_is_memory(w, d))
        return false;
    *table = w->memory[d->id].table;
    return true;
}

/* The table of a row, or of the memory that rows lie in; null: it is none. */
static const decl *row_or_memory(row_pass *w, const syntax *s)
{
    const syntax *index[2], *bare = syntax_without_casts(s);
    int level;
    const decl *d = row_named(w, bare, index, &level);
    if (d)
        return d;
    d = bare->kind == SYNTAX_NAME ? bare->decl : NULL;
    return row_is_memory(w, d) ? w->memory[d->id].table : NULL;
}

static bool takes_release(row_pass *w, const syntax *s, const decl **table)
{
    bool frees = s->kind == SYNTAX_CALL && s->child_count == 2 && syntax_callee_name(s) &&
                 memory_use_of(s->child[0]->decl) == MEMORY_FREED;
    const decl *d = frees ? row_or_memory(w, s->child[1]) : NULL;
    *table = d ? d : *table;
    return d != NULL;
}

/* --- Whether rows are null ---------------------------------------------------------------------
 */

/* Answers what the condition asks of rows; is there nothing else in it? */
static bool answer(row_pass *w, syntax *s, const row_place *at)
{
    bool is_only = s->kind == SYNTAX_UNARY || s->kind == SYNTAX_BINARY || s->kind == SYNTAX_IF;
    int last = s->kind == SYNTAX_IF ? 1 : s->child_count;
    for (int i = 0; is_only && i < last; i++) {
        syntax *operand = (syntax *)s->child[i];
        const decl *table = NULL;
        if (!row_is_null_asked(s, i)) {
            is_only &= row_is_zero(operand);
            continue;
        }
        const syntax *bare = syntax_without_casts(operand);
        bool is_maker = bare->kind == SYNTAX_ASSIGN && take_maker(w, bare, at, &table);
        table = is_maker ? table : row_or_memory(w, operand);
        if (table) {
            note(w, ROW_TEXT_MEMORY, bare, table);
            make_number(operand, 1);
        } else {
            is_only &= answer(w, operand, at);
        }
    }
    return is_only;
}

/* --- Statements ----------------------------------------------------------------------------------
 */

static bool is_nothing(const syntax *s)
{
    if (!s)
        return false;
    bool is_any = s->kind == SYNTAX_EMPTY ? s->is_allocation : s->child_count > 0;
    if (s->kind == SYNTAX_FOR)
        return s->is_allocation;
    for (int i = 0; i < s->child_count && is_any; i++)
        is_any = s->kind == SYNTAX_BLOCK && is_nothing(s->child[i]);
    return is_any;
}

static void take_statement(row_pass *w, syntax *s, const row_place *at);

/* A part of `i++, p += M` that moves the memory that rows lie in. */
static void take_moves(row_pass *w, syntax *loop)
{
    const syntax *s = loop->child[2], *other = NULL;
    const decl *table = NULL;
    bool is_list = s && s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA;
    for (int i = 0; is_list && i < 2; i++)
        if (takes_memory(w, s->child[i], &table)) {
            note(w, ROW_TEXT_ZERO, s->child[i], table);
            other = s->child[1 - i];
        }
    if (other)
        loop->child[2] = other;
}

static void take_loop(row_pass *w, syntax *s)
{
    take_moves(w, s);
    if (!is_nothing(s->child[3]))
        return;
    if (s->child[0] && s->child[0]->kind == SYNTAX_DECLARATION)
        make_empty(s);
    else
        s->is_allocation = true;
}

/* Of `u[i] = …, v[i] = …` what is not taken out is left. */
static void take_list(row_pass *w, syntax *s, const row_place *at)
{
    bool is_empty[2];
    for (int i = 0; i < 2; i++) {
        int before = w->settings.count;
        take_statement(w, (syntax *)s->child[i], at);
        is_empty[i] = is_nothing(s->child[i]);
        for (int k = before; k < w->settings.count; k++)
            if (w->settings.data[k].text == ROW_TEXT_NONE)
                w->settings.data[k].text = ROW_TEXT_VOID;
    }
    if (is_empty[0] && is_empty[1])
        make_empty(s);
    else if (is_empty[0] || is_empty[1])
        *s = *s->child[is_empty[0]];
}

static void take_statement(row_pass *w, syntax *s, const row_place *at)
{
    const decl *table = NULL;
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        take_list(w, s, at);
        return;
    }
    if ((s->kind == SYNTAX_ASSIGN && take_maker(w, s, at, &table)) || takes_memory(w, s, &table) ||
        takes_release(w, s, &table)) {
        note(w, ROW_TEXT_NONE, s, table);
        make_empty(s);
        return;
    }
    bool is_if = s->kind == SYNTAX_IF;
    if (is_if && answer(w, s, at) && (s->child_count < 3 || !s->child[2]))
        make_empty(s);
    else if (s->kind == SYNTAX_FOR)
        take_loop(w, s);
}

static void take_values(row_pass *w, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        decl *d = s->child[i]->decl;
        if (!d->init || !row_is_memory(w, d))
            continue;
        syntax *zero = arena_copy(w->ctx->arena, d->init, sizeof *zero);
        note(w, ROW_TEXT_ZERO, d->init, w->memory[d->id].table);
        make_number(zero, 0);
        d->init = zero;
    }
}

static void rewrite(row_pass *w, syntax *s, row_place at)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_DECLARATION)
        take_values(w, s);
    row_place inner = at;
    if (s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO) {
        inner.loop = s->kind == SYNTAX_FOR ? s : NULL;
        inner.depth++;
    }
    for (int i = 0; i < s->child_count; i++) {
        syntax *child = (syntax *)s->child[i];
        if (!child || !syntax_is_statement(s, i))
            continue;
        rewrite(w, child, inner);
        take_statement(w, child, &inner);
    }
}

/* --- Extents ---------------------------------------------------------------------------------- */

/* The table that the function returns; null: none, or several. */
static const decl *returned(const row_pass *w, const syntax *s, const decl *found)
{
    if (!s)
        return found;
    if (s->kind == SYNTAX_RETURN && s->child[0] && !row_is_zero(s->child[0])) {
        const syntax *value = syntax_without_casts(s->child[0]);
        const decl *d = value->kind == SYNTAX_NAME ? value->decl : NULL;
        return d && w->is_table[d->id] && (!found || found == d) ? d : NULL;
    }
    for (int i = 0; i < s->child_count; i++)
        found = returned(w, syntax_part(s, i), found);
    return found;
}

/* What a function that returns a table says of it. */
static void take_from_callee(row_pass *w, row_facts *f)
{
    const decl *callee = f->made_by->child[0]->decl;
    const decl *table = returned(w, callee->body, NULL);
    const row_facts *inner = table ? &w->facts[table->id] : NULL;
    if (!inner || inner->is_unlike)
        return;
    for (int i = 0; i < ROW_RANK; i++)
        if (!f->extent[i] && inner->extent[i])
            f->extent[i] = row_substitute(w, inner->extent[i], f->made_by);
}

void row_rewrite(row_pass *w)
{
    enum { CALLS_MOST = 4 };
    for (int i = 0; i < w->source->function_count; i++) {
        const decl *f = w->source->functions[i];
        rewrite(w, (syntax *)f->body, (row_place){.function = f});
    }
    for (int i = 0; i < w->source->decl_count; i++) {
        decl *d = w->source->decls[i];
        if (w->is_table[i] && d->kind == DECL_VARIABLE && w->facts[i].is_zero) {
            d->makes_zero_rows = true;
            if (d->function && w->is_table[d->function->id])
                d->function->makes_zero_rows = true;
        }
    }
    for (int n = 0; n < CALLS_MOST; n++)
        for (int i = 0; i < w->source->decl_count; i++)
            if (w->facts[i].made_by)
                take_from_callee(w, &w->facts[i]);
}
