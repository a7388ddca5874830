/* What a loop's variable is behind the loop. A processor that executes only some of the
 * iterations, or none, would find another value there than the source's. */

#include <ctype.h>
#include <string.h>

#include "codegen/statement/statement.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool names(const char *text, size_t begin, size_t end, const char *name)
{
    size_t length = strlen(name);
    for (size_t at = begin; at < end;) {
        size_t behind = emit_skip_opaque(text, at, end);
        if (behind == at && is_word(text[at])) {
            while (behind < end && is_word(text[behind]))
                behind++;
            if (behind - at == length && strncmp(text + at, name, length) == 0 &&
                !emit_is_member_name(text, at))
                return true;
        }
        at = behind > at ? behind : at + 1;
    }
    return false;
}

typedef enum use { UNUSED, READ, SET } use;

bool emit_names(source_range where, const char *name)
{
    return where.file && names(source_text(where.file), emit_begin(where), emit_end(where), name);
}

/* Of one expression: what it does with the variable first. */
static use use_of_text(source_range where, const char *name)
{
    if (!emit_names(where, name))
        return UNUSED;
    const char *text = source_text(where.file);
    size_t at = emit_begin(where), length = strlen(name);
    if (strncmp(text + at, name, length) != 0 || is_word(text[at + length]))
        return READ;
    at += length;
    at += strspn(text + at, " \t\n");
    bool is_assigned = text[at] == '=' && text[at + 1] != '=';
    return is_assigned && !names(text, at, emit_end(where), name) ? SET : READ;
}

static bool declares(const outline *o, const char *name)
{
    for (int i = 0; i < o->declared_count; i++)
        if (strcmp(o->declared[i]->name, name) == 0)
            return true;
    return false;
}

static use first_use(const outline *o, const char *name);

/* Behind a declaration of the name, it is another variable up to the block's end. */
static use use_in_list(const outline *block, int from, int to, const char *name)
{
    for (int i = from; i < to; i++) {
        if (block->child[i]->kind == OUTLINE_DECLARATION && declares(block->child[i], name))
            return UNUSED;
        use first = first_use(block->child[i], name);
        if (first != UNUSED)
            return first;
    }
    return UNUSED;
}

/* Loops may not run, and conditions not hold: what is set only in them need not be. */
static use first_use(const outline *o, const char *name)
{
    use first = UNUSED;
    switch (o->kind) {
    case OUTLINE_SIMPLE:
        return use_of_text(o->where, name);
    case OUTLINE_RETURN:
        return emit_names(o->where, name) ? READ : UNUSED;
    case OUTLINE_DECLARATION:
        return emit_names(o->where, name) ? READ : UNUSED;
    case OUTLINE_BLOCK:
        return use_in_list(o, 0, o->child_count, name);
    case OUTLINE_FOR:
        first = use_of_text(o->head[0], name);
        if (first != UNUSED || declares(o, name))
            return declares(o, name) ? UNUSED : first;
        break;
    case OUTLINE_DO:
        first = first_use(o->child[0], name);
        if (first != UNUSED)
            return first;
        break;
    case OUTLINE_IF:
        if (o->child_count == 2 && !emit_names(o->head[1], name) &&
            first_use(o->child[0], name) == SET && first_use(o->child[1], name) == SET)
            return SET;
        break;
    case OUTLINE_WHILE:
        break;
    case OUTLINE_SWITCH:
    case OUTLINE_CASE:
    case OUTLINE_OTHER:
        return emit_names(o->where, name) ? READ : UNUSED;
    }
    for (int i = 0; i < 3; i++)
        if (emit_names(o->head[i], name))
            return READ;
    for (int i = 0; i < o->child_count; i++)
        if (first_use(o->child[i], name) == READ)
            return READ;
    return UNUSED;
}

/* Around what stands at begin…end: READ: it may be looked at behind it, in `o`; SET: not
 * before it has another value. */
static use live_out_of(const outline *o, size_t begin, size_t end, const char *name)
{
    for (int i = 0; i < o->child_count; i++) {
        const outline *child = o->child[i];
        if (end <= emit_begin(child->where) || begin >= emit_end_of(child))
            continue;
        if (begin <= emit_begin(child->where))
            continue; /* it is this one, or a part of what is asked for */
        use inner = live_out_of(child, begin, end, name);
        if (inner != UNUSED)
            return inner;
    }
    bool is_loop = o->kind == OUTLINE_FOR || o->kind == OUTLINE_WHILE || o->kind == OUTLINE_DO;
    if (o->kind == OUTLINE_BLOCK) {
        int next = 0;
        while (next < o->child_count && emit_begin(o->child[next]->where) < end)
            next++;
        use first = use_in_list(o, next, o->child_count, name);
        for (int i = 0; i < next && first == UNUSED; i++)
            if (declares(o->child[i], name))
                return SET; /* none of it is left behind the block */
        return first;
    }
    if (!is_loop)
        return UNUSED;
    for (int i = 1; i < 3; i++)
        if (emit_names(o->head[i], name))
            return READ;
    return first_use(o->child[0], name) == READ ? READ : UNUSED;
}

static bool is_read_after(const emitter *e, size_t begin, size_t end, const char *name)
{
    return live_out_of(e->at->function->outline, begin, end, name) == READ;
}

/* The last value of a loop whose bounds no other loop moves; null: nobody knows it here. */
static const expr *last_value(emitter *e, const node *n)
{
    expr_pool *pool = e->planned->program->pool;
    const loop_node *l = &n->u.loop;
    const loop_range *r = l->whole ? l->whole : &l->range;
    if (!l->is_exact || l->piece == LOOP_REST || r->lower->uses_loop_var ||
        r->upper->uses_loop_var || r->step->uses_loop_var)
        return NULL;
    return expr_add(pool, r->lower,
                    expr_mul(pool, r->step, expr_trips(pool, r->lower, r->upper, r->step)));
}

/* Is the variable one of the function, and not of the loop? */
static bool is_outer(const node *n)
{
    const char *text = source_text(n->text.file) + emit_begin(n->text), *name;
    if (strncmp(text, "for", 3) != 0)
        return false;
    text += 3;
    text += strspn(text, " \t\n(");
    name = n->u.loop.range.var->name;
    return strncmp(text, name, strlen(name)) == 0 && !is_word(text[strlen(name)]);
}

typedef struct settling {
    emitter *e;
    size_t begin, end;
    const char *indent;
    VEC(const char *) done;
} settling;

static bool is_done(const settling *s, const char *name)
{
    for (int i = 0; i < s->done.count; i++)
        if (strcmp(s->done.data[i], name) == 0)
            return true;
    return false;
}

/* Does it go with an extreme value, to everybody? */
static bool is_located(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        for (int k = 0; k < c->location_count; k++)
            if (c->locations[k] == v)
                return true;
    }
    return false;
}

/* Is it the plan's own, of one iteration? What it is after the last, everybody gets (plan/
 * carried.c); elsewhere the scalar may still be what only some processors set. */
static bool is_of_iteration(const variable *v)
{
    return !v->text.file;
}

/* Does the function take its address, and may look at it by that? */
static bool is_pointed_at(const emitter *e, const char *name)
{
    source_range where = e->at->function->text;
    const char *text = source_text(where.file);
    size_t end = emit_end(where), length = strlen(name);
    for (size_t at = emit_begin(where); at < end; at++) {
        at = emit_skip_opaque(text, at, end);
        size_t word = at + 1 + strspn(text + at + 1, " \t"), before = at;
        if (text[at] != '&' || strncmp(text + word, name, length) != 0 ||
            is_word(text[word + length]))
            continue;
        while (before > 0 && isspace((unsigned char)text[before - 1]))
            before--;
        if (before > 0 && !is_word(text[before - 1]) && !strchr(")]&", text[before - 1]))
            return true;
    }
    return false;
}

/* A scalar that belongs to the iterations: in the source, the last one leaves its value. */
static void check_scalar(settling *s, const node *n)
{
    emitter *e = s->e;
    const variable *v = n->u.stmt.scalar;
    bool is_global = v->owner != e->at->function && e->at->call;
    if (e->planned->program->spelling != DIALECT_HPF || is_done(s, v->name))
        return;
    bool is_seen = is_pointed_at(e, v->name);
    if (is_of_iteration(v) && !is_seen)
        return; /* the program's scalar of this name may be set here, too */
    VEC_PUSH(e->ctx->arena, &s->done, v->name);
    if (is_seen)
        emit_refuse(e, n->where,
                    "processors have values of '%s' of their own here, and its address is taken: "
                    "use a variable of its own here",
                    v->name);
    else if (!is_located(e, v) && (is_global || is_read_after(e, s->begin, s->end, v->name)))
        emit_refuse(e, n->where,
                    "'%s' is %s behind the loop, and only the processor of the last iteration "
                    "would have its value: use a variable of its own here",
                    v->name, is_global ? "there" : "used");
}

static void settle(settling *s, const node *n)
{
    emitter *e = s->e;
    const char *name = n->kind == NODE_LOOP ? n->u.loop.range.var->name : NULL;
    if (name && !is_generated_node(n) && is_outer(n) && !is_done(s, name)) {
        VEC_PUSH(e->ctx->arena, &s->done, name);
        if (is_read_after(e, s->begin, s->end, name)) {
            const expr *last = last_value(e, n);
            if (!last) {
                emit_refuse(e, n->where,
                            "'%s' is used behind this loop, and only some processors would have "
                            "its last value: use a variable of its own here",
                            name);
                return;
            }
            fprintf(e->out, "\n%s%s = ", s->indent, name);
            emit_expr(e, last);
            fputs(";", e->out);
            e->has_inserted = true;
        }
    }
    if (n->kind == NODE_STATEMENT && n->u.stmt.scalar && n->u.stmt.reduce == REDUCE_NONE)
        check_scalar(s, n);
    const node *inner[2];
    if (n->kind == NODE_CALL)
        return; /* has variables of its own */
    for (int i = 0, count = node_below(n, inner); i < count; i++)
        for (const node *m = inner[i]; m; m = m->next)
            settle(s, m);
}

void emit_last_values(emitter *e, const node *n, size_t begin, size_t end, const char *indent)
{
    settling s = {e, begin, end, indent, {0}};
    settle(&s, n);
}

/* The innermost loop around what stands at begin…end. */
static const outline *loop_around(const outline *o, size_t begin, size_t end)
{
    bool is_loop = o->kind == OUTLINE_FOR || o->kind == OUTLINE_WHILE || o->kind == OUTLINE_DO;
    const outline *found = is_loop ? o : NULL;
    for (int i = 0; i < o->child_count; i++)
        if (emit_begin(o->child[i]->where) <= begin && emit_end_of(o->child[i]) >= end) {
            const outline *inner = loop_around(o->child[i], begin, end);
            found = inner ? inner : found;
        }
    return found;
}

void emit_check_scalar(emitter *e, const outline *o, const node *n)
{
    settling s = {e, emit_begin(o->where), emit_end_of(o), "", {0}};
    if (!n->u.stmt.scalar || n->u.stmt.reduce != REDUCE_NONE)
        return;
    const outline *loop = loop_around(e->at->function->outline, s.begin, s.end);
    if (loop) {
        s.begin = emit_begin(loop->where);
        s.end = emit_end_of(loop);
    }
    check_scalar(&s, n);
}
