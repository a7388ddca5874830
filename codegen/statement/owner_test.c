/* Loop-invariant code motion of tests on who executes something.
 *
 * The text of a loop is kept until the loop has been written. A test in it that neither the loop's
 * variable nor anything that is assigned in the loop can change becomes a variable, which is set
 * before the loop: outside of as many loops as leave it alone. Only expressions are moved that can
 * be evaluated where the loop has no iteration, too: nothing is divided by what may be 0. */

#include <stdlib.h>
#include <string.h>

#include "codegen/statement/function.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/owner_test.h"
#include "codegen/text/mention.h"

typedef struct moved_test {
    const char *condition, *flag;
} moved_test;

struct open_loop {
    const node *loop;
    const outline *text;
    FILE *outer; /* where the loop goes */
    char *written;
    size_t length;
    VEC(moved_test) tests; /* before it */
};

/* --- What an expression depends on ----------------------------------------------------------- */

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

static bool sets_word(void *word, const outline_name *n)
{
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

/* Is the value that of a name in the text, and not of a member or an element, and does the loop not
 * set it? */
static bool keeps_name(const emitter *e, const open_loop *l, const char *name)
{
    return mention_some(e->at->function->outline, is_word, (void *)name) &&
           !declares(l->text, name) && !mention_some(l->text, sets_word, (void *)name);
}

/* May its value change by another name? */
static bool has_address(const emitter *e, const char *name)
{
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline && mention_some(f->outline, takes_address_of_word, (void *)name))
            return true;
    return false;
}

static bool keeps(const emitter *e, const open_loop *l, const expr *x);

static bool keeps_param(const emitter *e, const open_loop *l, const param *p)
{
    switch (p->origin) {
    case PARAM_MACRO:
    case PARAM_CONSTANT:
        return !p->value || keeps(e, l, p->value);
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

/* Is it the same in all iterations, and before the first? */
static bool keeps(const emitter *e, const open_loop *l, const expr *x)
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
        if (!keeps(e, l, x->u.op.operand[i]))
            return false;
    return true;
}

static bool keeps_home(const emitter *e, const open_loop *l, const home *at)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++) {
        const home_axis *h = &at->axis[k];
        if (h->is_restricted && (!keeps(e, l, h->index) || (h->last && !keeps(e, l, h->last)) ||
                                 !keeps(e, l, h->map.stride) || !keeps(e, l, h->map.offset)))
            return false;
    }
    return true;
}

/* --- Tests ----------------------------------------------------------------------------------- */

/* The variable that has the condition before the loop; there is one for each text. */
static const char *flag_before(emitter *e, open_loop *l, const char *condition)
{
    for (int i = 0; i < l->tests.count; i++)
        if (strcmp(l->tests.data[i].condition, condition) == 0)
            return l->tests.data[i].flag;
    const char *flag = arena_printf(e->ctx->arena, "fpr_mine_%d", ++e->flags);
    emit_declare(e, "bool", flag);
    VEC_PUSH(e->ctx->arena, &l->tests,
             ((moved_test){arena_strdup(e->ctx->arena, condition), flag}));
    return flag;
}

void emit_owner_test(emitter *e, const home *at)
{
    int outermost = e->loops.count;
    while (outermost > 0 && keeps_home(e, e->loops.data[outermost - 1], at))
        outermost--;
    if (outermost == e->loops.count) {
        emit_condition_of_home(e, at);
        return;
    }
    FILE *out = e->out;
    char *text = NULL;
    size_t length = 0;
    e->out = open_memstream(&text, &length);
    emit_condition_of_home(e, at);
    fclose(e->out);
    e->out = out;
    fputs(flag_before(e, e->loops.data[outermost], text), out);
    free(text);
}

void emit_loop_begin(emitter *e, const node *n, const outline *o)
{
    open_loop *l = arena_alloc(e->ctx->arena, sizeof *l);
    *l = (open_loop){.loop = n, .text = o, .outer = e->out};
    e->out = open_memstream(&l->written, &l->length);
    VEC_PUSH(e->ctx->arena, &e->loops, l);
}

void emit_loop_end(emitter *e, const char *indent)
{
    open_loop *l = e->loops.data[--e->loops.count];
    fclose(e->out);
    e->out = l->outer;
    for (int i = 0; i < l->tests.count; i++)
        fprintf(e->out, "%s = %s;\n%s", l->tests.data[i].flag, l->tests.data[i].condition, indent);
    e->has_inserted |= l->tests.count > 0;
    fputs(l->written, e->out);
    free(l->written);
}
