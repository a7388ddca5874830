/* Local pointers that move: value/pointer_walk.h. The statements of a function are gone through in
 * their order, with the place of each pointer; first without changing anything, until no more
 * pointers are found of which something is not known. */

#include "frontend/value/pointer_walk.h"

#include <string.h>

#include "frontend/value/row_pass.h"
#include "frontend/value/row_table.h"
#include "frontend/value/walk_place.h"

/* --- Statements --- */

/* A list of which a part has been taken out. */
void walk_shorten(walks *w, syntax *s)
{
    for (int i = 0; i < 2 && !w->is_dry; i++)
        if (s->child[i]->kind == SYNTAX_EMPTY) {
            for (int k = 0; k < w->settings.count; k++)
                if (w->settings.data[k].text == ROW_TEXT_NONE &&
                    source_range_equal(w->settings.data[k].where, s->child[i]->where))
                    w->settings.data[k].text = ROW_TEXT_VOID;
            *s = *s->child[1 - i];
            return;
        }
}

static void list(walks *w, syntax *s)
{
    for (int i = 0; i < 2; i++)
        walk_statement(w, (syntax *)s->child[i]);
    walk_shorten(w, s);
}

void walk_declaration(walks *w, syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        decl *d = s->child[i]->decl;
        walk_place at = {0};
        if (!w->is_walker[d->id] || w->has_failed[d->id]) {
            if (d->init && !d->is_static)
                walk_expression(w, (syntax *)d->init);
            continue;
        }
        w->at[d->id] = at;
        if (!d->init)
            continue;
        if (!walk_place_of(w, d->init, &at)) {
            w->has_failed[d->id] = true;
            walk_fail(w, d->init);
            continue;
        }
        w->at[d->id] = at;
        walk_note(w, ROW_TEXT_ZERO, d->init, &at, d, true);
        if (!w->is_dry)
            d->init = walk_number(w, d->init, 0);
    }
}

/* Where two ways join again. */
static void join(walks *w, const walk_place *other)
{
    for (int i = 0; i < w->source->decl_count; i++)
        if (w->at[i].is_known && !walk_is_same(&w->at[i], &other[i]))
            w->at[i].is_known = false;
}

walk_place *walk_kept(walks *w)
{
    return arena_copy(w->ctx->arena, w->at, sizeof *w->at * (size_t)w->source->decl_count);
}

void walk_restore(walks *w, const walk_place *from)
{
    memcpy(w->at, from, sizeof *w->at * (size_t)w->source->decl_count);
}

static void branch(walks *w, syntax *s)
{
    walk_expression(w, (syntax *)s->child[0]);
    const walk_place *before = walk_kept(w);
    if (s->child[1])
        walk_statement(w, (syntax *)s->child[1]);
    const walk_place *then = walk_kept(w);
    walk_restore(w, before);
    if (s->child_count > 2 && s->child[2])
        walk_statement(w, (syntax *)s->child[2]);
    join(w, then);
}

/* --- All of them --- */

static void step(walks *w, syntax *s)
{
    const decl *d = walk_of(w, s->child[0]);
    walk_place at;
    if (!walk_step(w, s, &at)) {
        w->has_failed[d->id] = true;
        return;
    }
    walk_note(w, ROW_TEXT_NONE, s, &at, d, false);
    if (!w->is_dry) {
        s->kind = SYNTAX_EMPTY;
        s->op = OPERATOR_NONE;
        s->child_count = 0;
        s->is_allocation = true;
    }
}

void walk_statement(walks *w, syntax *s)
{
    bool is_step = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC && walk_of(w, s->child[0]);
    bool is_known_kind = s->kind <= SYNTAX_INIT_LIST || s->kind == SYNTAX_RETURN;
    if (s->kind == SYNTAX_BLOCK)
        for (int i = 0; i < s->child_count; i++)
            walk_statement(w, (syntax *)s->child[i]);
    else if (!walk_is_in(w, s))
        walk_forget(w, s);
    else if (s->kind == SYNTAX_FOR)
        walk_for(w, s);
    else if (s->kind == SYNTAX_WHILE)
        walk_while(w, s);
    else if (s->kind == SYNTAX_IF)
        branch(w, s);
    else if (s->kind == SYNTAX_DECLARATION)
        walk_declaration(w, s);
    else if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        list(w, s);
    else if (s->kind == SYNTAX_ASSIGN && walk_of(w, s->child[0]))
        walk_assign(w, s, true);
    else if (is_step)
        step(w, s);
    else if (is_known_kind) {
        const syntax before = *s;
        for (int i = 0; s->kind == SYNTAX_RETURN && i < s->child_count; i++)
            walk_expression(w, (syntax *)s->child[i]);
        if (s->kind != SYNTAX_RETURN)
            walk_expression(w, s);
        walk_forget(w, &before);
    } else {
        walk_fail(w, s);
        walk_forget(w, s);
    }
}

static bool is_moved(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    bool is_step = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC;
    bool is_sum = s->kind == SYNTAX_ASSIGN && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB);
    if ((is_step || is_sum) && syntax_without_casts(s->child[0])->kind == SYNTAX_NAME &&
        syntax_without_casts(s->child[0])->decl == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_moved(syntax_part(s, i), d))
            return true;
    return false;
}

/* Is it compared with another, which may move? */
static bool is_compared(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (walk_compares(s))
        for (int i = 0; i < 2; i++)
            if (syntax_without_casts(s->child[i])->kind == SYNTAX_NAME &&
                syntax_without_casts(s->child[i])->decl == d)
                return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_compared(syntax_part(s, i), d))
            return true;
    return false;
}

static bool is_addressed(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && s->child[0]->kind == SYNTAX_NAME &&
        s->child[0]->decl == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_addressed(syntax_part(s, i), d))
            return true;
    return false;
}

static bool find_walkers(walks *w, const decl *f)
{
    bool is_any = false;
    if (syntax_has(f->body, SYNTAX_GOTO) || syntax_has(f->body, SYNTAX_LABEL))
        return false;
    for (int i = 0; i < w->source->decl_count; i++) {
        const decl *d = w->source->decls[i];
        bool is_own =
            d->function == f && !d->is_static && d->element && d->rank == 1 &&
            (d->kind == DECL_VARIABLE ? d->type->kind == TYPE_POINTER : d->kind == DECL_FORMAL);
        w->is_walker[i] = is_own && walk_is_element(d->element) && !d->type->is_volatile &&
                          !d->has_cleanup && !w->is_mapped[i] && !is_addressed(f->body, d);
        if (!w->is_walker[i])
            continue;
        const bool moves = is_moved(f->body, d);
        w->is_walker[i] = moves || is_compared(f->body, d);
        is_any |= moves;
    }
    return is_any;
}

static bool has_left(const walks *w)
{
    for (int i = 0; i < w->source->decl_count; i++)
        if (w->is_walker[i] && !w->has_failed[i])
            return true;
    return false;
}

static int failed(const walks *w)
{
    int count = 0;
    for (int i = 0; i < w->source->decl_count; i++)
        count += w->has_failed[i];
    return count;
}

/* Formals begin where the function gets them. */
static void begin(walks *w, const decl *f)
{
    memset(w->at, 0, sizeof *w->at * (size_t)w->source->decl_count);
    for (int i = 0; i < f->formal_count; i++) {
        decl *d = f->formals[i];
        if (!w->is_walker[d->id])
            continue;
        syntax *name = walk_node(w, SYNTAX_NAME, f->body, d->type);
        name->decl = d;
        w->at[d->id] = (walk_place){.is_known = true, .base = name};
    }
}

static void follow(walks *w, const decl *f)
{
    if (!find_walkers(w, f))
        return;
    w->function = f;
    w->is_dry = true;
    for (int before = -1; before != failed(w) && has_left(w);) {
        before = failed(w);
        begin(w, f);
        walk_statement(w, (syntax *)f->body);
    }
    if (!has_left(w))
        return;
    w->is_dry = false;
    begin(w, f);
    walk_statement(w, (syntax *)f->body);
}

static int loops_in(const syntax *s)
{
    int count = s && (s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE);
    for (int i = 0; s && i < s->child_count; i++)
        count += loops_in(syntax_part(s, i));
    return count;
}

/* The places that the text has, after those of tables of rows. */
static void keep(walks *w)
{
    c_program *source = w->source;
    int decls = source->decl_count + w->added.count, rows = source->row_count + w->settings.count;
    decl **all = ARENA_ARRAY(w->ctx->arena, decls + 1, decl *);
    row_setting *settings = ARENA_ARRAY(w->ctx->arena, rows + 1, row_setting);
    for (int i = 0; i < decls; i++)
        all[i] = i < source->decl_count ? source->decls[i] : w->added.data[i - source->decl_count];
    for (int i = 0; i < rows; i++)
        settings[i] =
            i < source->row_count ? source->rows[i] : w->settings.data[i - source->row_count];
    source->decls = all;
    source->decl_count = decls;
    source->rows = settings;
    source->row_count = rows;
}

void value_follow_walks(fp_context *ctx, c_program *source, const pragma_list *pragmas)
{
    walks w = {.ctx = ctx, .source = source};
    w.is_mapped = value_mapped_names(ctx, source, pragmas);
    int room = source->decl_count + 1;
    for (int i = 0; i < source->function_count; i++)
        room += loops_in(source->functions[i]->body);
    w.is_walker = ARENA_ARRAY(ctx->arena, room, bool);
    w.has_failed = ARENA_ARRAY(ctx->arena, room, bool);
    w.at = ARENA_ARRAY(ctx->arena, room, walk_place);
    for (int i = 0; i < source->function_count; i++)
        follow(&w, source->functions[i]);
    keep(&w);
}
