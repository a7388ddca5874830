/* What a loop's variable is behind the loop. A processor that executes only some of the
 * iterations, or none, would find another value there than the source's. */

#include <ctype.h>
#include <string.h>

#include "codegen/body.h"

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
            bool is_member = at > begin && (text[at - 1] == '.' || text[at - 1] == '>');
            if (behind - at == length && strncmp(text + at, name, length) == 0 && !is_member)
                return true;
        }
        at = behind > at ? behind : at + 1;
    }
    return false;
}

/* Does the loop begin with giving it a value? */
static bool sets(const outline *loop, const char *name)
{
    if (loop->kind != OUTLINE_FOR || !loop->head[0].file)
        return false;
    for (int i = 0; i < loop->declared_count; i++)
        if (strcmp(loop->declared[i]->name, name) == 0)
            return true;
    const char *text = source_text(loop->where.file);
    size_t at = emit_begin(loop->head[0]), length = strlen(name);
    return strncmp(text + at, name, length) == 0 && !is_word(text[at + length]);
}

typedef struct asking {
    const char *name;
    size_t begin, end; /* of the statement that the loop is, or is in */
    bool is_repeated;  /* by a loop around: what stands before it comes behind it, too */
} asking;

/* Is the variable looked at in `o`, other than in loops that begin with setting it? */
static bool is_read_in(const asking *q, const outline *o)
{
    const char *text = source_text(o->where.file);
    size_t begin = emit_begin(o->where), end = emit_end_of(o);
    if (sets(o, q->name) || (begin >= q->begin && end <= q->end) ||
        (end <= q->begin && !q->is_repeated))
        return false;
    for (int i = 0; o->kind == OUTLINE_DECLARATION && i < o->declared_count; i++)
        if (strcmp(o->declared[i]->name, q->name) == 0)
            return false;
    for (int i = 0; i < o->child_count; i++) {
        asking inner = *q;
        bool is_around = q->begin >= begin && q->end <= end;
        inner.is_repeated |= is_around && (o->kind == OUTLINE_FOR || o->kind == OUTLINE_WHILE ||
                                           o->kind == OUTLINE_DO);
        if (is_read_in(&inner, o->child[i]))
            return true;
        if (o->kind == OUTLINE_BLOCK && emit_begin(o->child[i]->where) >= q->end &&
            sets(o->child[i], q->name))
            return false; /* from there on it has another value */
    }
    for (int i = 0; i < 3; i++)
        if (o->head[i].file && names(text, emit_begin(o->head[i]), emit_end(o->head[i]), q->name))
            return true;
    return o->child_count == 0 && o->kind != OUTLINE_RETURN && names(text, begin, end, q->name);
}

/* A declaration of plain numbers only names what it declares. */
static bool is_read_behind(const emitter *e, size_t begin, size_t end, const char *name)
{
    asking q = {name, begin, end, false};
    return is_read_in(&q, e->at->function->outline);
}

/* The last value of a loop whose bounds no other loop moves; null: nobody knows it here. */
static const expr *last_value(emitter *e, const node *n)
{
    expr_pool *pool = e->planned->program->pool;
    const loop_node *l = &n->u.loop;
    const loop_range *r = l->whole ? l->whole : &l->range;
    if (!l->is_exact || r->lower->uses_loop_var || r->upper->uses_loop_var ||
        r->step->uses_loop_var)
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

static void settle(settling *s, const node *n)
{
    emitter *e = s->e;
    const char *name = n->kind == NODE_LOOP ? n->u.loop.range.var->name : NULL;
    if (name && !emit_is_made(n) && is_outer(n) && !is_done(s, name)) {
        VEC_PUSH(e->ctx->arena, &s->done, name);
        if (is_read_behind(e, s->begin, s->end, name)) {
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
    node **inner[2], copy = *n;
    if (n->kind == NODE_CALL)
        return; /* has variables of its own */
    for (int i = 0, count = node_lists(&copy, inner); i < count; i++)
        for (const node *m = *inner[i]; m; m = m->next)
            settle(s, m);
}

void emit_settle_variables(emitter *e, const node *n, size_t begin, size_t end, const char *indent)
{
    settling s = {e, begin, end, indent, {0}};
    settle(&s, n);
}
