/* Statements. */

#include <string.h>

#include "frontend/clang/import.h"

/* --- for ----------------------------------------------------------------- */

/* libclang leaves out the parts of a `for` that are empty. Where the two `;` and
 * the `)` of its head are tells which parts the others are. */
typedef struct for_head {
    source_range first, second, end; /* `;`, `;`, `)` */
} for_head;

/* Returns the offset after a comment, string or character that begins at i. */
static size_t skip_opaque(const char *text, size_t i, size_t length)
{
    if (text[i] == '"' || text[i] == '\'') {
        char quote = text[i];
        for (i++; i < length && text[i] != quote; i++)
            if (text[i] == '\\')
                i++;
        return i + 1;
    }
    if (text[i] == '/' && i + 1 < length && text[i + 1] == '*') {
        for (i += 2; i + 1 < length && !(text[i] == '*' && text[i + 1] == '/');)
            i++;
        return i + 2;
    }
    if (text[i] == '/' && i + 1 < length && text[i + 1] == '/') {
        while (i < length && text[i] != '\n')
            i++;
    }
    return i;
}

static bool find_head(source_range where, for_head *out)
{
    const char *text = source_text(where.file);
    size_t length = source_length(where.file);
    int depth = 0, semicolons = 0;
    for (size_t i = source_offset(where.file, where.line, where.column); i < length;) {
        size_t after = skip_opaque(text, i, length);
        if (after != i) {
            i = after;
            continue;
        }
        if (text[i] == '(' || text[i] == '{' || text[i] == '[')
            depth++;
        if (text[i] == ')' || text[i] == '}' || text[i] == ']')
            depth--;
        if (text[i] == ';' && depth == 1) {
            *(semicolons ? &out->second : &out->first) = source_range_of(where.file, i, i + 1);
            semicolons++;
        }
        if (text[i] == ')' && depth == 0) {
            out->end = source_range_of(where.file, i, i + 1);
            return semicolons == 2;
        }
        i++;
    }
    return false;
}

/* Inside a macro there are no places to go by: the parts' forms must do. */
static int part_by_form(const syntax *part)
{
    if (part->kind == SYNTAX_DECLARATION ||
        (part->kind == SYNTAX_ASSIGN && part->op == OPERATOR_NONE))
        return 0;
    bool changes =
        part->kind == SYNTAX_ASSIGN || (part->kind == SYNTAX_UNARY && part->op >= OPERATOR_PRE_INC);
    return changes ? 2 : 1;
}

/* Counts the `for` among those of its macro. Uses of macros come in the order of
 * text, but for one in an argument of another. */
static int count_for(clang_import *in, source_range where)
{
    for (int i = in->for_counts.count - 1; i >= 0; i--) {
        for_count *c = &in->for_counts.data[i];
        if (c->where.file != where.file || source_is_before(c->where, where))
            break;
        if (!source_is_before(where, c->where))
            return ++c->count;
    }
    VEC_PUSH(in->ctx->arena, &in->for_counts, ((for_count){.where = where}));
    return 0;
}

static syntax *import_for(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *s = clang_import_node(in, SYNTAX_FOR, cursor, 4);
    if (s->in_macro)
        s->for_index = count_for(in, s->where);
    source_range outer = in->scope;
    in->scope = s->where;
    int last = children->count - 1;
    for_head head;
    bool has_head = s->where.file && !s->in_macro && find_head(s->where, &head);
    for (int i = 0; i < last; i++) {
        const syntax *part = clang_import_statement(in, children->data[i]);
        int place = i;
        if (children->count < 4 && has_head)
            place = source_is_before(part->where, head.first)    ? 0
                    : source_is_before(part->where, head.second) ? 1
                                                                 : 2;
        else if (children->count < 4)
            place = part_by_form(part);
        s->child[place] = part;
    }
    if (last >= 0)
        s->child[3] = clang_import_statement(in, children->data[last]);
    in->scope = outer;
    return s;
}

/* --- The others ---------------------------------------------------------- */

/* The variables of a declaration, and before them what the sizes of its types do: statements. */
static void import_declared(clang_import *in, CXCursor cursor, const cursor_list *children,
                            syntax_list *out)
{
    syntax *s = clang_import_node(in, SYNTAX_DECLARATION, cursor, children->count);
    s->child_count = 0;
    for (int i = 0; i < children->count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(children->data[i]);
        syntax_list sizes = {0};
        if (kind == CXCursor_EnumDecl)
            clang_import_enumerators(in, children->data[i]);
        if (kind == CXCursor_VarDecl || kind == CXCursor_TypedefDecl)
            clang_import_sizes(in, children->data[i], &sizes);
        if (sizes.count && s->child_count) {
            VEC_PUSH(in->ctx->arena, out, s);
            s = clang_import_node(in, SYNTAX_DECLARATION, cursor, children->count);
            s->child_count = 0;
        }
        for (int k = 0; k < sizes.count; k++)
            VEC_PUSH(in->ctx->arena, out, sizes.data[k]);
        if (kind != CXCursor_VarDecl)
            continue;
        syntax *name = clang_import_node(in, SYNTAX_NAME, children->data[i], 0);
        name->decl = clang_import_variable(in, children->data[i]);
        name->type = name->decl->type;
        s->child[s->child_count++] = name;
    }
    VEC_PUSH(in->ctx->arena, out, s);
}

static syntax *node_of(clang_import *in, syntax_kind kind, CXCursor cursor, const syntax_list *list)
{
    syntax *s = clang_import_node(in, kind, cursor, list->count);
    for (int i = 0; i < list->count; i++)
        s->child[i] = list->data[i];
    return s;
}

static syntax *import_declaration(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax_list all = {0};
    import_declared(in, cursor, children, &all);
    return all.count == 1 ? (syntax *)all.data[0] : node_of(in, SYNTAX_OTHER, cursor, &all);
}

static syntax *import_block(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    source_range outer = in->scope;
    syntax_list all = {0};
    in->scope = clang_import_range(in, cursor);
    for (int i = 0; i < children->count; i++) {
        const CXCursor child = children->data[i];
        if (clang_getCursorKind(child) == CXCursor_DeclStmt) {
            cursor_list declared = clang_import_children(in, child);
            import_declared(in, child, &declared, &all);
        } else {
            VEC_PUSH(in->ctx->arena, &all, clang_import_statement(in, child));
        }
    }
    in->scope = outer;
    return node_of(in, SYNTAX_BLOCK, cursor, &all);
}

static syntax *import_if(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *s = clang_import_node(in, SYNTAX_IF, cursor, 3);
    for (int i = 0; i < children->count && i < 3; i++)
        s->child[i] = clang_import_statement(in, children->data[i]);
    return s;
}

static syntax *import_last(clang_import *in, syntax_kind kind, CXCursor cursor,
                           const cursor_list *children)
{
    syntax *s = clang_import_node(in, kind, cursor, 1);
    if (children->count)
        s->child[0] = clang_import_statement(in, children->data[children->count - 1]);
    return s;
}

static syntax *import_goto(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *s = clang_import_node(in, SYNTAX_GOTO, cursor, 0);
    for (int i = 0; i < children->count; i++)
        if (clang_getCursorKind(children->data[i]) == CXCursor_LabelRef)
            s->member = clang_import_string(in, clang_getCursorSpelling(children->data[i]));
    return s;
}

static syntax *import_statement(clang_import *in, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    cursor_list children = clang_import_children(in, cursor);
    int count = children.count;
    switch ((int)kind) {
    case CXCursor_AsmStmt:
    case CXCursor_MSAsmStmt:
        return clang_import_assembly(in, cursor, &children);
    case CXCursor_CompoundStmt:
        return import_block(in, cursor, &children);
    case CXCursor_DeclStmt:
        return import_declaration(in, cursor, &children);
    case CXCursor_NullStmt:
        return clang_import_node(in, SYNTAX_EMPTY, cursor, 0);
    case CXCursor_BreakStmt:
        return clang_import_node(in, SYNTAX_BREAK, cursor, 0);
    case CXCursor_ContinueStmt:
        return clang_import_node(in, SYNTAX_CONTINUE, cursor, 0);
    case CXCursor_GotoStmt:
        return import_goto(in, cursor, &children);
    case CXCursor_IndirectGotoStmt:
        return clang_import_node(in, SYNTAX_GOTO, cursor, 0);
    case CXCursor_ReturnStmt:
        return import_last(in, SYNTAX_RETURN, cursor, &children);
    case CXCursor_LabelStmt: {
        syntax *s = import_last(in, SYNTAX_LABEL, cursor, &children);
        s->member = clang_import_string(in, clang_getCursorSpelling(cursor));
        return s;
    }
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt: {
        syntax *s = import_last(in, SYNTAX_CASE, cursor, &children);
        s->is_default = kind == CXCursor_DefaultStmt;
        if (count == 2 && !s->is_default)
            s->label = clang_import_expression(in, children.data[0]);
        return s;
    }
    case CXCursor_ForStmt:
        return import_for(in, cursor, &children);
    case CXCursor_IfStmt:
        if (count >= 2)
            return import_if(in, cursor, &children);
        break;
    case CXCursor_WhileStmt:
        if (count == 2)
            return clang_import_parts(in, SYNTAX_WHILE, cursor, &children);
        break;
    case CXCursor_DoStmt:
        if (count == 2)
            return clang_import_parts(in, SYNTAX_DO, cursor, &children);
        break;
    case CXCursor_SwitchStmt:
        if (count == 2)
            return clang_import_parts(in, SYNTAX_SWITCH, cursor, &children);
        break;
    }
    return clang_import_parts(in, SYNTAX_OTHER, cursor, &children);
}

syntax *clang_import_statement(clang_import *in, CXCursor cursor)
{
    if (clang_isExpression(clang_getCursorKind(cursor)))
        return clang_import_expression(in, cursor);
    if (clang_import_is_too_deep(in, cursor, STATEMENT_DEPTH_MAX))
        return clang_import_node(in, SYNTAX_EMPTY, cursor, 0);
    in->depth++;
    syntax *s = import_statement(in, cursor);
    in->depth--;
    return s;
}
