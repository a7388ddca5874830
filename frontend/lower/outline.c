/* Where the statements of a function are written. */

#include "frontend/lower/outline.h"

#include <string.h>

#include "frontend/lower/macro_use.h"
#include "frontend/lower/outline_names.h"
#include "frontend/lower/statement.h"
#include "frontend/syntax/lexer.h"

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
    case SYNTAX_COPIES:
        return OUTLINE_COPIES;
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
    case SYNTAX_IMAGE:
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

/* --- Directives in place of conditions ------------------------------------------------------- */

static bool is_in_directive(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return text[at + strspn(text + at, " \t")] == '#';
}

static size_t end_of_brackets(const char *text, size_t at)
{
    for (int depth = 0; text[at]; at++) {
        depth += (text[at] == '(') - (text[at] == ')');
        if (depth < 0)
            break;
    }
    return at;
}

/* The mask that a `where` before it has in brackets, whose complement is that of the `elsewhere`
 * after it. */
static void take_mask(outline *o)
{
    static const char word[] = "where", before[] = "else";
    const char *text = source_text(o->where.file);
    size_t length = sizeof word - 1, more = sizeof before - 1;
    o->is_of_directive = true;
    o->head[1] = (source_range){0};
    for (size_t at = source_begin(o->where); at-- > more;) {
        if (strncmp(text + at, word, length) != 0 || !is_in_directive(text, at))
            continue;
        if (strncmp(text + at - more, before, more) == 0) {
            o->is_negated = true;
            continue;
        }
        size_t open = at + length + strspn(text + at + length, " \t");
        if (text[open] == '(')
            o->head[1] = source_range_of(o->where.file, open + 1, end_of_brackets(text, open + 1));
        return;
    }
}

static bool is_written_if(const outline *o)
{
    c_text s = {source_text(o->where.file), source_begin(o->where), source_length(o->where.file)};
    return c_text_take_word(&s, "if");
}

/* --- Places ----------------------------------------------------------------------------------- */

static c_text text_at(const outline *o, size_t at)
{
    return (c_text){source_text(o->where.file), at, source_length(o->where.file)};
}

/* After the `)` that closes the head of a loop or condition. */
static void take_head_end(outline *o)
{
    c_text s = text_at(o, source_begin(o->where));
    int depth = 0;
    while (s.at < s.length) {
        char c = s.text[s.at];
        if (c == '"' || c == '\'') {
            c_text_skip_literal(&s);
            continue;
        }
        if (c_text_skip_splice(&s) || c_text_skip_comment(&s))
            continue;
        depth += (c == '(') - (c == ')');
        s.at++;
        if (c == ')' && depth == 0) {
            o->head_end = source_range_of(o->where.file, s.at, s.at);
            return;
        }
    }
}

/* After the `;`, where one ends it. */
static size_t after_semicolon(const outline *o, size_t end)
{
    c_text s = text_at(o, end);
    if (end > 0 && s.text[end - 1] == ';')
        return end;
    c_text_skip_space(&s);
    return s.at < s.length && s.text[s.at] == ';' ? s.at + 1 : end;
}

static void take_end(outline *o)
{
    size_t end = source_end(o->where);
    const outline *last = o->child_count ? o->child[o->child_count - 1] : NULL;
    switch (o->kind) {
    case OUTLINE_COPIES:
        end = last ? source_end(last->end) : after_semicolon(o, end);
        break;
    case OUTLINE_FOR:
    case OUTLINE_WHILE:
    case OUTLINE_IF:
    case OUTLINE_SWITCH:
    case OUTLINE_CASE:
        end = last && source_end(last->end) > end ? source_end(last->end) : end;
        break;
    case OUTLINE_BLOCK:
    case OUTLINE_DECLARATION:
        break;
    case OUTLINE_OTHER:
        end = last && source_end(last->end) > end ? source_end(last->end) : end;
        break;
    case OUTLINE_SIMPLE:
    case OUTLINE_RETURN:
    case OUTLINE_DO:
        end = after_semicolon(o, end);
        break;
    }
    o->end = source_range_of(o->where.file, end, end);
}

/* Between the braces of a block; where a macro writes one of them, nothing can be put there. */
static void take_inside(outline *o)
{
    const char *text = source_text(o->where.file);
    size_t begin = source_begin(o->where), end = source_end(o->where);
    size_t opening = text[begin] == '{' ? 1 : strncmp(text + begin, "<%", 2) == 0 ? 2 : 0;
    size_t closing = end > begin && text[end - 1] == '}'                        ? 1
                     : end > begin + 2 && strncmp(text + end - 2, "%>", 2) == 0 ? 2
                                                                                : 0;
    o->in_macro |= !opening || !closing;
    o->inside = source_range_of(o->where.file, begin + opening, end - closing);
}

/* --- Statements that one use of a macro makes --------------------------------------------------
 */

static bool is_simple(const outline *o)
{
    return o->kind == OUTLINE_SIMPLE || o->kind == OUTLINE_DECLARATION || o->kind == OUTLINE_RETURN;
}

static outline_names both_names(lowering *lo, outline_names a, outline_names b)
{
    outline_name *all = ARENA_ARRAY(lo->ctx->arena, a.count + b.count, outline_name);
    for (int i = 0; i < a.count; i++)
        all[i] = a.data[i];
    for (int i = 0; i < b.count; i++)
        all[a.count + i] = b.data[i];
    return (outline_names){a.count + b.count, all};
}

/* Is it the size of an array that the other declares? */
static bool is_size_in(const outline *size, const outline *declaration)
{
    return declaration->kind == OUTLINE_DECLARATION && size->kind == OUTLINE_SIMPLE &&
           source_contains(declaration->where, size->where) &&
           !source_contains(size->where, declaration->where);
}

static void declare_both(lowering *lo, outline *both, const outline *a, const outline *b)
{
    const variable **all =
        ARENA_ARRAY(lo->ctx->arena, a->declared_count + b->declared_count, const variable *);
    for (int i = 0; i < a->declared_count; i++)
        all[i] = a->declared[i];
    for (int i = 0; i < b->declared_count; i++)
        all[a->declared_count + i] = b->declared[i];
    both->declared = all;
    both->declared_count = a->declared_count + b->declared_count;
}

/* Two whose texts overlap are one piece of text. */
static const outline *joined(lowering *lo, const outline *a, const outline *b)
{
    outline *both = ARENA_NEW(lo->ctx->arena, outline);
    size_t begin = source_begin((is_size_in(a, b) ? b : a)->where);
    size_t end =
        source_end(b->where) > source_end(a->where) ? source_end(b->where) : source_end(a->where);
    size_t last = source_end(b->end) > source_end(a->end) ? source_end(b->end) : source_end(a->end);
    *both = *a;
    both->where = source_range_of(a->where.file, begin, end);
    both->end = source_range_of(a->where.file, last, last);
    both->in_macro = true;
    if (is_simple(a) && is_simple(b)) {
        bool is_declaration = is_size_in(a, b) || is_size_in(b, a);
        both->names = both_names(lo, both_names(lo, a->names, a->head_names[1]),
                                 both_names(lo, b->names, b->head_names[1]));
        both->head_names[1] = (outline_names){0};
        both->kind = is_declaration                                           ? OUTLINE_DECLARATION
                     : a->kind == OUTLINE_RETURN || b->kind == OUTLINE_RETURN ? OUTLINE_RETURN
                     : a->kind == b->kind                                     ? a->kind
                                                                              : OUTLINE_SIMPLE;
        declare_both(lo, both, a, b);
        return both;
    }
    const outline **child = ARENA_ARRAY(lo->ctx->arena, 2, const outline *);
    child[0] = a;
    child[1] = b;
    *both = (outline){.kind = OUTLINE_OTHER,
                      .where = both->where,
                      .end = both->end,
                      .in_macro = true,
                      .child_count = 2,
                      .child = child};
    return both;
}

/* The sizes of formals stand before the body. */
static bool is_before(const syntax *child, const syntax *block)
{
    return block->kind == SYNTAX_BLOCK && child->where.file == block->where.file &&
           source_is_before(child->where, block->where);
}

/* Children from..count-1 of s, those that are there: what a header of the system declares in the
 * middle of a function has no place. */
static void take_children(lowering *lo, outline *o, const syntax *s, int from, int count)
{
    const outline **child = ARENA_ARRAY(lo->ctx->arena, count - from, const outline *);
    for (int i = from; i < count; i++) {
        if (!s->child[i] || !s->child[i]->where.file || s->child[i]->is_implied ||
            is_before(s->child[i], s))
            continue;
        const outline *next = lower_outline(lo, s->child[i]);
        const outline *last = o->child_count ? child[o->child_count - 1] : NULL;
        bool is_apart = !last || last->where.file != next->where.file || o->kind == OUTLINE_IF ||
                        source_begin(next->where) >= source_end(last->where);
        if (is_apart)
            child[o->child_count++] = next;
        else
            child[o->child_count - 1] = joined(lo, last, next);
    }
    o->child = child;
}

static void take_head(lowering *lo, outline *o, int part, const syntax *s)
{
    if (!s)
        return;
    o->head[part] = lower_widen(lo, s->where);
    o->head_names[part] = lower_outline_names(lo, s);
}

static void take_loop_head(lowering *lo, outline *o, const syntax *s)
{
    for (int i = 0; i < 3; i++)
        take_head(lo, o, i, s->child[i]);
    if (s->child[0] && s->child[0]->kind == SYNTAX_DECLARATION)
        take_declared(lo, o, s->child[0]);
}

/* All with one text. */
static void take_copies(lowering *lo, outline *o, const syntax *s)
{
    const outline **child = ARENA_ARRAY(lo->ctx->arena, s->child_count, const outline *);
    int64_t *iteration = ARENA_ARRAY(lo->ctx->arena, s->child_count, int64_t);
    outline_copies *copies = ARENA_NEW(lo->ctx->arena, outline_copies);
    for (int i = 3; i < s->child_count; i++) {
        if (s->child[i]->is_implied)
            continue;
        iteration[o->child_count] = lower_copy_body(s->child[i])->value;
        child[o->child_count++] = lower_outline(lo, lower_copy_body(s->child[i]));
    }
    *copies = (outline_copies){s->decl->name, iteration, s->is_open};
    o->child = child;
    o->copies = copies;
}

static void take_parts(lowering *lo, outline *o, const syntax *s)
{
    switch (o->kind) {
    case OUTLINE_SIMPLE:
        o->names = lower_outline_names(lo, s);
        break;
    case OUTLINE_DECLARATION:
        o->names = lower_outline_names(lo, s);
        take_declared(lo, o, s);
        break;
    case OUTLINE_RETURN:
        take_head(lo, o, 1, s->child[0]);
        break;
    case OUTLINE_BLOCK:
        take_inside(o);
        take_children(lo, o, s, 0, s->child_count);
        break;
    case OUTLINE_CASE:
    case OUTLINE_OTHER:
        take_children(lo, o, s, 0, s->child_count);
        break;
    case OUTLINE_FOR:
        take_loop_head(lo, o, s);
        take_head_end(o);
        take_children(lo, o, s, 3, 4);
        break;
    case OUTLINE_COPIES:
        take_loop_head(lo, o, s);
        take_head_end(o);
        take_copies(lo, o, s);
        break;
    case OUTLINE_WHILE:
    case OUTLINE_SWITCH:
        take_head(lo, o, 1, s->child[0]);
        take_children(lo, o, s, 1, 2);
        break;
    case OUTLINE_DO:
        take_head(lo, o, 1, s->child[1]);
        take_children(lo, o, s, 0, 1);
        break;
    case OUTLINE_IF:
        take_head(lo, o, 1, s->child[0]);
        take_children(lo, o, s, 1, s->child_count);
        if (!o->in_macro && !is_written_if(o))
            take_mask(o);
        break;
    }
}

const outline *lower_outline(lowering *lo, const syntax *s)
{
    outline *o = ARENA_NEW(lo->ctx->arena, outline);
    o->kind = kind_of(s);
    o->where = lower_widen(lo, s->where);
    o->is_beyond = s->is_beyond;
    o->copy = s->copy;
    o->copies_element = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
                        s->child[0]->kind == SYNTAX_SUBSCRIPT &&
                        s->child[1]->kind == SYNTAX_SUBSCRIPT;
    o->jump = s->kind == SYNTAX_BREAK      ? JUMP_BREAK
              : s->kind == SYNTAX_CONTINUE ? JUMP_CONTINUE
              : s->kind == SYNTAX_GOTO     ? JUMP_GOTO
                                           : JUMP_NONE;
    o->in_macro = s->in_macro || source_begin(o->where) != source_begin(s->where);
    take_parts(lo, o, s);
    take_end(o);
    return o;
}
