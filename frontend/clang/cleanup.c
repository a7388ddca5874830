/* __attribute__((cleanup(f))): f is called with the variable's address on every way out of its
 * scope, in the reverse order of the declarations. Nothing in the text says where. */

#include <string.h>

#include "frontend/clang/import.h"

/* --- The attribute ------------------------------------------------------------------------- */

typedef struct function_search {
    clang_import *in;
    const char *name;
    CXCursor found;
} function_search;

static enum CXChildVisitResult find_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_search *want = data;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl &&
        clang_import_string(want->in, clang_getCursorSpelling(cursor)) == want->name)
        want->found = cursor;
    return CXChildVisit_Continue;
}

/* What stands in the attribute's brackets, as clang writes the declaration: macros may have
 * written it in the text. Null: the variable has none. */
static const char *cleanup_name(clang_import *in, CXCursor cursor)
{
    static const char word[] = "__attribute__((cleanup(";
    const char *text = clang_import_string(in, clang_getCursorPrettyPrinted(cursor, NULL));
    const char *at = strstr(text, word);
    if (!at)
        return NULL;
    at += sizeof word - 1;
    return intern_n(in->ctx->names, at, strcspn(at, ")"));
}

void clang_import_cleanup(clang_import *in, CXCursor cursor, decl *d)
{
    function_search want = {in, cleanup_name(in, cursor), clang_getNullCursor()};
    if (!want.name)
        return;
    clang_visitChildren(clang_getTranslationUnitCursor(in->tu), find_function, &want);
    in->has_cleanups = true;
    d->has_cleanup = true;
    d->cleanup = clang_Cursor_isNull(want.found) ? NULL : clang_import_decl(in, want.found);
}

/* --- The calls ----------------------------------------------------------------------------- */

/* A block, or what a `break` or `continue` leaves, and the variables in it that are declared so
 * far and have such a function. */
typedef struct cleanup_scope {
    VEC(const decl *) variables;
    bool is_loop, is_switch;
    struct cleanup_scope *outer;
} cleanup_scope;

static syntax *new_node(clang_import *in, syntax_kind kind, source_range where, int child_count)
{
    syntax *s = ARENA_NEW(in->ctx->arena, syntax);
    *s = (syntax){.kind = kind,
                  .unit = in->index,
                  .where = where,
                  .is_implied = true,
                  .child_count = child_count,
                  .child = ARENA_ARRAY(in->ctx->arena, child_count, const syntax *)};
    return s;
}

/* f(&d). Where the function is not known, so is what is called. */
static const syntax *call_of(clang_import *in, const decl *d, source_range where)
{
    syntax *s = new_node(in, SYNTAX_CALL, where, 2);
    syntax *callee = new_node(in, d->cleanup ? SYNTAX_NAME : SYNTAX_OTHER, where, 0);
    syntax *address = new_node(in, SYNTAX_UNARY, where, 1);
    syntax *name = new_node(in, SYNTAX_NAME, where, 0);
    c_type *to = ARENA_NEW(in->ctx->arena, c_type), *nothing = ARENA_NEW(in->ctx->arena, c_type);
    *to = (c_type){.kind = TYPE_POINTER, .bytes = -1, .target = d->type};
    *nothing = (c_type){.kind = TYPE_VOID, .bytes = -1};
    callee->decl = d->cleanup;
    callee->type = d->cleanup ? d->cleanup->type : nothing;
    name->decl = (decl *)d;
    name->type = d->type;
    address->op = OPERATOR_ADDRESS;
    address->type = to;
    address->child[0] = name;
    s->type = nothing;
    s->child[0] = callee;
    s->child[1] = address;
    return s;
}

/* Appends the calls for the scopes from the innermost one to `last`; null: all. */
static void leave(clang_import *in, syntax_list *out, const cleanup_scope *from,
                  const cleanup_scope *last, source_range where)
{
    for (const cleanup_scope *scope = from; scope; scope = scope == last ? NULL : scope->outer)
        for (int i = scope->variables.count; i-- > 0;)
            VEC_PUSH(in->ctx->arena, out, call_of(in, scope->variables.data[i], where));
}

static bool always_jumps(const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_BLOCK)
        return s->child_count && always_jumps(s->child[s->child_count - 1]);
    if (s->kind == SYNTAX_IF)
        return always_jumps(s->child[1]) && always_jumps(s->child[2]);
    return s->kind == SYNTAX_RETURN || s->kind == SYNTAX_BREAK || s->kind == SYNTAX_CONTINUE ||
           s->kind == SYNTAX_GOTO;
}

/* The last character of a block. */
static source_range end_of(source_range where)
{
    where.line = where.end_line;
    where.column = where.end_column > 1 ? where.end_column - 1 : where.end_column;
    return where;
}

static void jump(clang_import *in, syntax *s, const cleanup_scope *scope)
{
    const cleanup_scope *last = scope;
    while (last && s->kind != SYNTAX_RETURN && !last->is_loop &&
           (s->kind != SYNTAX_BREAK || !last->is_switch))
        last = last->outer;
    syntax_list calls = {0};
    leave(in, &calls, scope, s->kind == SYNTAX_RETURN ? NULL : last, s->where);
    if (!calls.count)
        return;
    syntax *block = new_node(in, SYNTAX_BLOCK, s->where, 0);
    block->child_count = calls.count;
    block->child = calls.data;
    const syntax **child = ARENA_ARRAY(in->ctx->arena, s->child_count + 1, const syntax *);
    for (int i = 0; i < s->child_count; i++)
        child[i] = s->child[i];
    child[s->child_count++] = block;
    s->child = child;
}

static void complete(clang_import *in, syntax *s, cleanup_scope *outer);

/* Those of a declaration are in scope from here on. */
static void declare(clang_import *in, cleanup_scope *scope, const syntax *s)
{
    for (int i = 0; s && s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (s->child[i]->decl->has_cleanup && !s->child[i]->decl->is_static)
            VEC_PUSH(in->ctx->arena, &scope->variables, s->child[i]->decl);
}

/* Variables that the head of a `for` declares: a block with the loop in it has them. */
static void enclose_for(clang_import *in, syntax *s, cleanup_scope *outer)
{
    cleanup_scope head = {.outer = outer}, loop = {.is_loop = true, .outer = &head};
    declare(in, &head, s->child[0]);
    for (int i = 0; i < s->child_count; i++)
        complete(in, (syntax *)s->child[i], &loop);
    if (!head.variables.count)
        return;
    syntax *inner = ARENA_NEW(in->ctx->arena, syntax);
    syntax_list all = {0};
    *inner = *s;
    VEC_PUSH(in->ctx->arena, &all, inner);
    leave(in, &all, &head, &head, end_of(s->where));
    s->kind = SYNTAX_BLOCK;
    s->child = all.data;
    s->child_count = all.count;
}

static void complete_block(clang_import *in, syntax *s, cleanup_scope *outer)
{
    cleanup_scope scope = {.outer = outer};
    syntax_list all = {0};
    for (int i = 0; i < s->child_count; i++) {
        const syntax *one = s->child[i];
        VEC_PUSH(in->ctx->arena, &all, one);
        complete(in, (syntax *)one, &scope);
        declare(in, &scope, one);
    }
    if (!always_jumps(s))
        leave(in, &all, &scope, &scope, end_of(s->where));
    s->child = all.data;
    s->child_count = all.count;
}

static void complete(clang_import *in, syntax *s, cleanup_scope *outer)
{
    if (!s)
        return;
    cleanup_scope scope = {.is_loop = s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO,
                           .is_switch = s->kind == SYNTAX_SWITCH,
                           .outer = outer};
    if (s->kind == SYNTAX_BLOCK || s->kind == SYNTAX_FOR) {
        (s->kind == SYNTAX_BLOCK ? complete_block : enclose_for)(in, s, outer);
        return;
    }
    if (s->kind == SYNTAX_DECLARATION)
        for (int i = 0; i < s->child_count; i++)
            complete(in, (syntax *)s->child[i]->decl->init, outer);
    for (int i = 0; i < s->child_count; i++)
        complete(in, (syntax *)s->child[i], scope.is_loop || scope.is_switch ? &scope : outer);
    if (s->kind == SYNTAX_RETURN || s->kind == SYNTAX_BREAK || s->kind == SYNTAX_CONTINUE)
        jump(in, s, outer);
}

void clang_import_cleanups(clang_import *in, syntax *body)
{
    complete(in, body, NULL);
}
