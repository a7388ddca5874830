/* Loops whose text is kept until they have been written: what goes before them is known by then. */

#include <stdlib.h>
#include <string.h>

#include "codegen/statement/function.h"
#include "codegen/statement/open_loop.h"
#include "codegen/text/mention.h"

/* --- What it leaves alone --------------------------------------------------------------------- */

static bool has_loop(const node *n, const loop_var *v)
{
    const node *inner[2];
    if (n->kind == NODE_LOOP && n->u.loop.range.var == v)
        return true;
    for (int i = node_below(n, inner); i-- > 0;)
        for (const node *m = inner[i]; m; m = m->next)
            if (has_loop(m, v))
                return true;
    return false;
}

/* May what is executed there change variables that its text does not name? */
static bool has_calls(const node *n)
{
    const node *inner[2];
    if (n->kind == NODE_CALL || n->unknowns)
        return true;
    for (int i = node_below(n, inner); i-- > 0;)
        for (const node *m = inner[i]; m; m = m->next)
            if (has_calls(m))
                return true;
    return false;
}

static bool is_counter(const emitter *e, const loop_var *v)
{
    for (int i = 0; i < e->counters.count; i++)
        if (e->counters.data[i].var == v)
            return true;
    return false;
}

/* May the name have another value in another iteration? */
static bool sets_word(void *word, const outline_name *n)
{
    if (n->is_volatile && strcmp(n->word, word) == 0)
        return true;
    switch (n->use) {
    case NAME_WRITE:
    case NAME_UPDATE:
    case NAME_ADDRESS:
    case NAME_DECLARE:
        return strcmp(n->word, word) == 0;
    case NAME_READ:
    case NAME_SIZEOF:
    case NAME_CALL:
        break;
    }
    return false;
}

static bool takes_address_of_word(void *word, const outline_name *n)
{
    return n->use == NAME_ADDRESS && strcmp(n->word, word) == 0;
}

static bool declares(const outline *o, const char *word)
{
    for (int i = 0; i < o->declared_count; i++)
        if (strcmp(o->declared[i]->name, word) == 0)
            return true;
    for (int i = 0; i < o->child_count; i++)
        if (declares(o->child[i], word))
            return true;
    return false;
}

static bool is_word(void *word, const outline_name *n)
{
    return strcmp(n->word, word) == 0;
}

bool emit_loop_keeps_name(const open_loop *l, const char *name)
{
    return !declares(l->text, name) && !mention_some(l->text, sets_word, (void *)name);
}

/* Is the value that of a name in the text, and not of a member or an element, and does the loop not
 * set it? */
static bool keeps_name(const emitter *e, const open_loop *l, const char *name)
{
    return mention_some(e->at->function->outline, is_word, (void *)name) &&
           emit_loop_keeps_name(l, name);
}

/* May its value change by another name? */
static bool has_address(const emitter *e, const char *name)
{
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline && mention_some(f->outline, takes_address_of_word, (void *)name))
            return true;
    return false;
}

static bool keeps_param(const emitter *e, const open_loop *l, const param *p)
{
    switch (p->origin) {
    case PARAM_MACRO:
    case PARAM_CONSTANT:
        return !p->value || emit_loop_keeps(e, l, p->value);
    case PARAM_VARIABLE:
    case PARAM_FORMAL:
    case PARAM_INDEX:
        return keeps_name(e, l, p->name) && !has_calls(l->loop) && !has_address(e, p->name);
    case PARAM_TRIP:
    case PARAM_STRIP:
    case PARAM_SYNTHETIC:
        return false;
    }
    return false;
}

bool emit_loop_keeps(const emitter *e, const open_loop *l, const expr *x)
{
    switch (x->kind) {
    case EXPR_PARAM:
        return keeps_param(e, l, x->u.param);
    case EXPR_LOOP_VAR:
        return !has_loop(l->loop, x->u.var) &&
               (is_counter(e, x->u.var) || keeps_name(e, l, x->u.var->name));
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        if (x->u.op.operand[1]->at_least < 1)
            return false;
        break;
    case EXPR_SLICE:
    case EXPR_COUNT:
        return false;
    case EXPR_INT:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_SELECT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
        break;
    }
    for (int i = expr_operand_count(x); i-- > 0;)
        if (!emit_loop_keeps(e, l, x->u.op.operand[i]))
            return false;
    return true;
}

/* --- What goes before it ---------------------------------------------------------------------- */

const char *emit_moved_name(const open_loop *l, const char *text)
{
    for (int i = 0; i < l->moved.count; i++)
        if (strcmp(l->moved.data[i].text, text) == 0)
            return l->moved.data[i].name;
    return NULL;
}

void emit_move(emitter *e, open_loop *l, moved_value v)
{
    emit_declare(e, v.type, v.name);
    VEC_PUSH(e->ctx->arena, &l->moved, v);
}

void emit_loop_begin(emitter *e, const node *n, const outline *o)
{
    open_loop *l = arena_alloc(e->ctx->arena, sizeof *l);
    *l = (open_loop){.loop = n, .text = o, .outer = e->out};
    l->out = e->out = open_memstream(&l->written, &l->length);
    VEC_PUSH(e->ctx->arena, &e->loops, l);
}

void emit_run_begins(emitter *e, const loop_node *of)
{
    open_loop *l = e->loops.count ? e->loops.data[e->loops.count - 1] : NULL;
    if (!l || &l->loop->u.loop != of || l->out != e->out)
        return;
    fflush(e->out);
    l->run = l->length;
}

/* Writes those that stand in a run, or the others. */
static void write_moved(emitter *e, const open_loop *l, bool is_in_run, const char *indent)
{
    for (int i = 0; i < l->moved.count; i++) {
        const moved_value *v = &l->moved.data[i];
        if (v->is_in_run == is_in_run)
            fprintf(e->out, "%s%s = %s;%s\n%s", v->before ? v->before : "", v->name, v->text,
                    v->after ? v->after : "", indent);
    }
}

void emit_loop_end(emitter *e, const char *indent)
{
    open_loop *l = e->loops.data[--e->loops.count];
    bool is_any_in_run = false;
    fclose(e->out);
    e->out = l->outer;
    for (int i = 0; i < l->moved.count; i++) {
        is_any_in_run |= l->moved.data[i].is_in_run;
        e->has_inserted |= !l->moved.data[i].is_in_run;
    }
    write_moved(e, l, false, indent);
    fwrite(l->written, 1, is_any_in_run ? l->run : 0, e->out);
    if (is_any_in_run) {
        fprintf(e->out, "{\n%s", indent);
        write_moved(e, l, true, indent);
    }
    fputs(l->written + (is_any_in_run ? l->run : 0), e->out);
    if (is_any_in_run)
        fprintf(e->out, "\n%s}", indent);
    free(l->written);
}
