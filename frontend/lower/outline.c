/* Where the statements of a function are written. */

#include "frontend/lower/outline.h"

static outline_kind kind_of(const syntax *s)
{
    switch (s->kind) {
    case SYNTAX_BLOCK:
        return OUTLINE_BLOCK;
    case SYNTAX_DECLARATION:
        return OUTLINE_DECLARATION;
    case SYNTAX_IF:
        return OUTLINE_IF;
    case SYNTAX_FOR:
        return OUTLINE_FOR;
    case SYNTAX_WHILE:
        return OUTLINE_WHILE;
    case SYNTAX_DO:
        return OUTLINE_DO;
    case SYNTAX_RETURN:
        return OUTLINE_RETURN;
    case SYNTAX_SWITCH:
        return OUTLINE_SWITCH;
    case SYNTAX_CASE:
        return OUTLINE_CASE;
    case SYNTAX_LABEL:
        return OUTLINE_OTHER;
    case SYNTAX_BREAK:
    case SYNTAX_CONTINUE:
    case SYNTAX_GOTO:
    case SYNTAX_EMPTY:
    case SYNTAX_INT:
    case SYNTAX_SIZEOF:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
    case SYNTAX_NAME:
    case SYNTAX_SUBSCRIPT:
    case SYNTAX_SECTION:
    case SYNTAX_MEMBER:
    case SYNTAX_CALL:
    case SYNTAX_UNARY:
    case SYNTAX_BINARY:
    case SYNTAX_ASSIGN:
    case SYNTAX_CAST:
    case SYNTAX_CONDITIONAL:
    case SYNTAX_INIT_LIST:
    case SYNTAX_OTHER:
        break;
    }
    return OUTLINE_SIMPLE;
}

static void take_declared(lowering *lo, outline *o, const syntax *declaration)
{
    const variable **declared =
        ARENA_ARRAY(lo->ctx->arena, declaration->child_count, const variable *);
    for (int i = 0; i < declaration->child_count; i++) {
        const variable *v = lo->info[declaration->child[i]->decl->id].var;
        if (v)
            declared[o->declared_count++] = v;
    }
    o->declared = declared;
}

/* Children from..count-1 of s, those that are there: what a header of the system declares in the
 * middle of a function has no place. */
static void take_children(lowering *lo, outline *o, const syntax *s, int from, int count)
{
    const outline **child = ARENA_ARRAY(lo->ctx->arena, count - from, const outline *);
    for (int i = from; i < count; i++)
        if (s->child[i] && s->child[i]->where.file)
            child[o->child_count++] = lower_outline(lo, s->child[i]);
    o->child = child;
}

static void take_head(outline *o, int part, const syntax *s)
{
    if (s)
        o->head[part] = s->where;
}

const outline *lower_outline(lowering *lo, const syntax *s)
{
    outline *o = ARENA_NEW(lo->ctx->arena, outline);
    o->kind = kind_of(s);
    o->where = s->where;
    o->in_macro = s->in_macro;
    switch (o->kind) {
    case OUTLINE_SIMPLE:
        break;
    case OUTLINE_DECLARATION:
        take_declared(lo, o, s);
        break;
    case OUTLINE_RETURN:
        take_head(o, 1, s->child[0]);
        break;
    case OUTLINE_BLOCK:
    case OUTLINE_CASE:
    case OUTLINE_OTHER:
        take_children(lo, o, s, 0, s->child_count);
        break;
    case OUTLINE_FOR:
        for (int i = 0; i < 3; i++)
            take_head(o, i, s->child[i]);
        if (s->child[0] && s->child[0]->kind == SYNTAX_DECLARATION)
            take_declared(lo, o, s->child[0]);
        take_children(lo, o, s, 3, 4);
        break;
    case OUTLINE_WHILE:
    case OUTLINE_SWITCH:
        take_head(o, 1, s->child[0]);
        take_children(lo, o, s, 1, 2);
        break;
    case OUTLINE_DO:
        take_head(o, 1, s->child[1]);
        take_children(lo, o, s, 0, 1);
        break;
    case OUTLINE_IF:
        take_head(o, 1, s->child[0]);
        take_children(lo, o, s, 1, s->child_count);
        break;
    }
    return o;
}
