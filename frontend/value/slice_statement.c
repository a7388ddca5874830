/* Statements as steps of slices. */

#include "frontend/value/slice_code.h"

static bool sets_here(const slice_maker *m, const syntax *s)
{
    bool is_set =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    return is_set && slice_has(m, slice_target(s));
}

static bool sets_something(const slice_maker *m, const syntax *s)
{
    if (!s)
        return false;
    if (sets_here(m, s))
        return true;
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (slice_begins(s->child[i]->decl) && slice_has(m, s->child[i]->decl))
            return true;
    for (int i = 0; i < s->child_count; i++)
        if (sets_something(m, syntax_part(s, i)))
            return true;
    return false;
}

void slice_effects(slice_maker *m, const syntax *s)
{
    if (!s || !sets_something(m, s))
        return;
    bool is_choice = s->kind == SYNTAX_CONDITIONAL ||
                     (s->kind == SYNTAX_BINARY &&
                      (s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR));
    if (sets_here(m, s) || is_choice) {
        slice_value(m, s);
        slice_emit(m, SLICE_DROP, NULL, 0);
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        slice_effects(m, syntax_part(s, i));
}

/* --- Statements ------------------------------------------------------------- */

/* Does something leave a loop, or the function, from in there? */
static bool leaves(const slice_maker *m, const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_BREAK || s->kind == SYNTAX_CONTINUE || s->kind == SYNTAX_RETURN ||
        s->kind == SYNTAX_GOTO || syntax_never_returns(s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (leaves(m, syntax_part(s, i)))
            return true;
    return false;
}

/* A statement that the slice may do without. */
static bool is_skipped(const slice_maker *m, const syntax *s)
{
    if (sets_something(m, s))
        return false;
    /* What leaves the loop itself does not matter where the number of iterations is given. */
    bool is_outside = !m->is_tested && !m->function && m->loop && !m->loop->outer;
    if (is_outside)
        return !syntax_may_continue(s) && !syntax_has(s, SYNTAX_GOTO);
    bool is_loop = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    return is_loop ? !syntax_has(s, SYNTAX_RETURN) && !syntax_has(s, SYNTAX_GOTO) : !leaves(m, s);
}

static void branch(slice_maker *m, const syntax *s)
{
    jump_vec other = {0}, end = {0};
    slice_value(m, s->child[0]);
    slice_jump(m, SLICE_JUMP_FALSE, &other);
    slice_statement(m, s->child[1]);
    if (s->child[2])
        slice_jump(m, SLICE_JUMP, &end);
    slice_land(m, &other);
    slice_statement(m, s->child[2]);
    slice_land(m, &end);
}

/* --- switch ----------------------------------------------------------------- */

/* Of a case and those directly in it: a jump there for each value; `at` says which cell has what
 * is asked for. Returns whether one of them is the default. */
static bool ask_cases(slice_maker *m, const syntax *s, int at, const c_type *type, jump_vec *hits)
{
    bool is_default = false;
    for (; s && s->kind == SYNTAX_CASE; s = s->child[0]) {
        jump_vec next = {0};
        is_default |= s->is_default;
        if (s->is_default)
            continue;
        m->is_lost |= !s->label; /* a range */
        slice_emit(m, SLICE_LOAD, NULL, at);
        if (s->label)
            slice_value(m, s->label);
        slice_emit(m, SLICE_CONVERT, type, 0);
        slice_emit(m, SLICE_EQ, type, 0);
        slice_jump(m, SLICE_JUMP_FALSE, &next);
        slice_jump(m, SLICE_JUMP, hits);
        slice_land(m, &next);
    }
    return is_default;
}

static void choose(slice_maker *m, const syntax *s)
{
    const syntax *body = s->child[1];
    const int default_of = body ? body->child_count : 0;
    if (!body || body->kind != SYNTAX_BLOCK) {
        m->is_lost = true;
        return;
    }
    const int at = slice_add_cell(m, NULL, 0);
    const c_type *type = c_type_promoted(syntax_final_type(s->child[0]));
    slice_value(m, s->child[0]);
    slice_emit(m, SLICE_CONVERT, type, 0);
    slice_emit(m, SLICE_STORE, NULL, at);
    slice_emit(m, SLICE_DROP, NULL, 0);
    jump_vec *hits = ARENA_ARRAY(m->lo->ctx->arena, default_of + 1, jump_vec), other = {0};
    int fallback = -1;
    for (int i = 0; i < body->child_count; i++)
        if (ask_cases(m, body->child[i], at, type, &hits[i]))
            fallback = i;
    slice_jump(m, SLICE_JUMP, fallback < 0 ? &other : &hits[fallback]);
    slice_loop own = {.outer = m->loop, .is_switch = true};
    m->loop = &own;
    for (int i = 0; i < body->child_count; i++) {
        const syntax *inside = body->child[i];
        m->is_lost |= syntax_has_inner_case(inside);
        slice_land(m, &hits[i]);
        while (inside && inside->kind == SYNTAX_CASE)
            inside = inside->child[0];
        slice_statement(m, inside);
    }
    m->loop = own.outer;
    slice_land(m, &own.breaks);
    slice_land(m, &other);
}

static void test(slice_maker *m, const syntax *condition, bool is_asked, jump_vec *out)
{
    if (condition && is_asked) {
        slice_value(m, condition);
        slice_jump(m, SLICE_JUMP_FALSE, out);
    } else {
        slice_effects(m, condition);
    }
}

static void loop(slice_maker *m, const syntax *s)
{
    const syntax *condition = s->child[s->kind == SYNTAX_FOR || s->kind == SYNTAX_DO];
    const syntax *body = s->child[s->kind == SYNTAX_FOR ? 3 : s->kind == SYNTAX_WHILE];
    slice_loop own = {.outer = m->loop};
    bool is_region = s == m->region, is_asked = !is_region || m->is_tested;
    m->loop = &own;
    if (s->kind == SYNTAX_FOR)
        slice_statement(m, s->child[0]);
    int top = m->code.count;
    if (s->kind != SYNTAX_DO)
        test(m, condition, is_asked, &own.breaks);
    if (is_region)
        slice_emit(m, SLICE_HEAD, NULL, 0);
    slice_statement(m, body);
    slice_land(m, &own.continues);
    if (s->kind == SYNTAX_FOR)
        slice_effects(m, s->child[2]);
    if (s->kind == SYNTAX_DO)
        test(m, condition, is_asked, &own.breaks);
    slice_emit(m, SLICE_JUMP, NULL, top);
    slice_land(m, &own.breaks);
    m->loop = own.outer;
}

static void declaration(slice_maker *m, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        if (!slice_begins(d))
            continue;
        if (!slice_has(m, d)) {
            slice_effects(m, d->init);
        } else if (!decl_is_integer(d)) {
            m->is_lost |= d->init != NULL; /* an array: its list, each time anew */
        } else if (d->init) {
            slice_value(m, d->init);
            slice_store(m, d);
            slice_emit(m, SLICE_DROP, NULL, 0);
        }
    }
}

/* Out of a loop, or of the function. */
static void leave(slice_maker *m, const syntax *s)
{
    bool is_region = !m->function && m->loop && !m->loop->outer;
    if (s->kind == SYNTAX_RETURN && m->function) {
        slice_value(m, s->child_count ? s->child[0] : NULL);
        slice_emit(m, SLICE_RETURN, NULL, 0);
    } else if (s->kind == SYNTAX_RETURN && m->is_tested) {
        slice_emit(m, SLICE_END, NULL, 0);
    } else if (s->kind == SYNTAX_CONTINUE) {
        slice_loop *around = m->loop;
        while (around->is_switch)
            around = around->outer;
        slice_jump(m, SLICE_JUMP, &around->continues);
    } else if (s->kind == SYNTAX_BREAK && (!is_region || m->is_tested)) {
        slice_jump(m, SLICE_JUMP, &m->loop->breaks);
    }
}

void slice_statement(slice_maker *m, const syntax *s)
{
    if (!s || m->is_lost || is_skipped(m, s))
        return;
    switch (s->kind) {
    case SYNTAX_BLOCK:
        for (int i = 0; i < s->child_count; i++)
            slice_statement(m, s->child[i]);
        return;
    case SYNTAX_COPIES:
        for (int i = 3; i < s->child_count; i++)
            slice_statement(m, s->child[i]);
        return;
    case SYNTAX_DECLARATION:
        declaration(m, s);
        return;
    case SYNTAX_IF:
        branch(m, s);
        return;
    case SYNTAX_FOR:
    case SYNTAX_WHILE:
    case SYNTAX_DO:
        loop(m, s);
        return;
    case SYNTAX_BREAK:
    case SYNTAX_CONTINUE:
    case SYNTAX_RETURN:
        leave(m, s);
        return;
    case SYNTAX_INT:
    case SYNTAX_SIZEOF:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
    case SYNTAX_NAME:
    case SYNTAX_SUBSCRIPT:
    case SYNTAX_SECTION:
    case SYNTAX_MEMBER:
    case SYNTAX_IMAGE:
    case SYNTAX_CALL:
    case SYNTAX_UNARY:
    case SYNTAX_BINARY:
    case SYNTAX_ASSIGN:
    case SYNTAX_CAST:
    case SYNTAX_CONDITIONAL:
    case SYNTAX_INIT_LIST:
        m->is_lost |= syntax_never_returns(s);
        slice_effects(m, s);
        return;
    case SYNTAX_SWITCH:
        choose(m, s);
        return;
    case SYNTAX_OTHER:
    case SYNTAX_CASE:
    case SYNTAX_GOTO:
    case SYNTAX_LABEL:
        m->is_lost = true;
        return;
    case SYNTAX_EMPTY:
        return;
    }
}
