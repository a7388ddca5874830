/* Scalar replacement: an element that an innermost loop reads in each iteration, and that nothing
 * in it writes (plan/loop/invariant.c), is read once, into a variable.
 *
 * The source's arrays are pointers in the program, so that the C compiler cannot tell that
 * a[i][j] -= a[i][k] * a[k][j] leaves a[i][k] alone, or that an assignment to one array is none to
 * another. The variable is set only where the loop has an iteration: else the element need not be
 * there. What the text alone says is asked here: which of the names in the subscripts the loop
 * sets, and whether something else than the plan's assignments may write. */

#include <stdlib.h>
#include <string.h>

#include "codegen/data/descriptors.h"
#include "codegen/statement/function.h"
#include "codegen/statement/invariant.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/open_loop.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "codegen/text/work.h"

/* --- The loop --------------------------------------------------------------------------------- */

static bool has_write_at(const node *list, source_range where)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const reference *w = n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
        if (w && w->where.file == where.file && emit_begin(w->where) == emit_begin(where))
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (has_write_at(inner[i], where))
                return true;
    }
    return false;
}

/* May there be more to the name than the plan has: a call, an address, an assignment through a
 * pointer? */
static bool is_beyond_plan(void *data, const outline_name *n)
{
    const node *loop = data;
    switch (n->use) {
    case NAME_CALL:
    case NAME_ADDRESS:
        return true;
    case NAME_WRITE:
    case NAME_UPDATE:
        return (n->is_pointed || n->subscript_count) && !has_write_at(loop->u.loop.body, n->whole);
    case NAME_READ:
    case NAME_SIZEOF:
    case NAME_DECLARE:
        break;
    }
    return false;
}

/* Is it made of assignments, declarations, and conditions, all of which go on? */
static bool goes_on(const outline *o)
{
    switch (o->kind) {
    case OUTLINE_SIMPLE:
        return !o->jump && !o->is_beyond;
    case OUTLINE_DECLARATION:
        return true;
    case OUTLINE_BLOCK:
    case OUTLINE_IF:
        break;
    case OUTLINE_RETURN:
    case OUTLINE_FOR:
    case OUTLINE_COPIES:
    case OUTLINE_WHILE:
    case OUTLINE_DO:
    case OUTLINE_SWITCH:
    case OUTLINE_CASE:
    case OUTLINE_OTHER:
        return false;
    }
    for (int i = 0; i < o->child_count; i++)
        if (!goes_on(o->child[i]))
            return false;
    return true;
}

/* Is it a scalar of the file, to be looked at once more? */
static bool is_looked_at(const outline_name *n)
{
    return n->use == NAME_READ && n->origin == NAME_OF_FILE && !n->is_pointed &&
           !n->subscript_count;
}

/* May the first two parts of its head be executed once more, before it? The first sets its variable
 * by others; macros write none of it. */
static bool may_repeat_head(const outline *o)
{
    const outline_name *set = NULL;
    bool ok = o->head[0].file && o->head[1].file && o->head_end.file &&
              emit_end(o->head[0]) <= emit_begin(o->head[1]) &&
              emit_end(o->head[1]) <= emit_begin(o->head_end);
    for (int i = 0; i < o->head_names[0].count && ok; i++) {
        const outline_name *n = &o->head_names[0].data[i];
        bool is_set = n->use == NAME_WRITE && n->origin == NAME_OF_FILE && !n->is_pointed;
        ok = (is_set && !set) || is_looked_at(n);
        set = is_set ? n : set;
    }
    for (int i = 0; i < o->head_names[0].count && ok; i++)
        ok = !set || &o->head_names[0].data[i] == set || o->head_names[0].data[i].word != set->word;
    for (int i = 0; i < o->head_names[1].count && ok; i++)
        ok = is_looked_at(&o->head_names[1].data[i]);
    return ok;
}

/* Of a loop whose bounds the plan has made, a tile's, it would take longer to say than to read. */
static bool may_keep(const emitter *e, const open_loop *l)
{
    const loop_node *loop = &l->loop->u.loop;
    bool is_named = !strchr(loop->range.var->name, '(') && !loop->is_of_rows && !loop->whole;
    if (!is_named || l->text->kind != OUTLINE_FOR || l->text->in_macro ||
        !goes_on(l->text->child[0]) || mention_some(l->text, is_beyond_plan, (void *)l->loop))
        return false;
    if (loop->split_on)
        return !emit_is_by_runs(e, loop) || l->run > 0;
    return loop->has_iteration || may_repeat_head(l->text);
}

/* --- The element ------------------------------------------------------------------------------ */

static const char *without_const(const char *type)
{
    return strncmp(type, "const ", 6) == 0 ? type + 6 : type;
}

/* Does the loop assign an element of that type? If not, C says that none is this one. */
static bool assigns_type(const node *list, const char *type)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const reference *w = n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
        if (w && w->var->type && strcmp(without_const(w->var->type), type) == 0)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (assigns_type(inner[i], type))
                return true;
    }
    return false;
}

static bool is_in(source_range part, source_range whole)
{
    return part.file == whole.file && emit_begin(part) >= emit_begin(whole) &&
           emit_end(part) <= emit_end(whole);
}

typedef struct subscript_check {
    const open_loop *loop;
    const outline_name *element;
    bool ok;
} subscript_check;

/* Of the names in the subscripts: a scalar that the loop does not set. */
static bool changes(void *data, const outline_name *n)
{
    subscript_check *c = data;
    if (n != c->element && is_in(n->where, c->element->whole))
        c->ok &= n->use == NAME_READ && !n->is_pointed && !n->subscript_count &&
                 emit_loop_keeps_name(c->loop, n->word);
    return !c->ok;
}

/* Is it an element that the statement reads in any case, by what stays the same? */
static bool is_kept(const emitter *e, const outline *o, const open_loop *l, const outline_name *n)
{
    subscript_check c = {l, n, true};
    if (!n || n->use != NAME_READ || n->is_conditional || n->origin != NAME_OF_FILE ||
        !n->subscript_count || n->has_section || n->is_quoted || !is_in(n->whole, o->where) ||
        mention_is_left_out(e, n))
        return false;
    mention_some(o, changes, &c);
    return c.ok;
}

/* What the variable is set to: the element, if the loop has an iteration. */
static moved_value value_of(emitter *e, const open_loop *l, const char *element)
{
    const loop_node *loop = &l->loop->u.loop;
    const outline *o = l->text;
    moved_value v = {.text = element, .is_in_run = emit_is_by_runs(e, loop)};
    if (v.is_in_run || (!loop->split_on && loop->has_iteration))
        return v;
    if (!loop->split_on) {
        bool is_declared = o->declared_count > 0;
        v.before = arena_printf(e->ctx->arena, is_declared ? "{ %s " : "%s; ",
                                emit_text_of(e, o->head[0]));
        v.after = is_declared ? " }" : NULL;
        v.text = arena_printf(e->ctx->arena, "(%s) ? %s : 0", emit_text_of(e, o->head[1]), element);
        return v;
    }
    FILE *out = e->out;
    char *test = NULL;
    size_t length = 0;
    e->out = open_memstream(&test, &length);
    emit_has_iteration(e, loop);
    fclose(e->out);
    e->out = out;
    v.text = arena_printf(e->ctx->arena, "(%s) ? %s : 0", test, element);
    free(test);
    return v;
}

static void keep(emitter *e, const outline *o, open_loop *l, const reference *r)
{
    const array_info *a = emit_array(e, r->var);
    const outline_name *n = a ? mention_of(e, r->where, r->var) : NULL;
    const char *type = r->var->type ? without_const(r->var->type) : NULL;
    if (!is_kept(e, o, l, n) || !type || !assigns_type(l->loop->u.loop.body, type))
        return;
    moved_value v = value_of(e, l, emit_text_of(e, n->whole));
    v.name = emit_moved_name(l, v.text);
    v.type = type;
    if (!v.name) {
        v.name = arena_printf(e->ctx->arena, "fpr_%s%d", a->name, ++e->operands);
        emit_move(e, l, v);
    }
    emit_edit(e, n->whole.file, emit_begin(n->whole), emit_end(n->whole), v.name);
}

/* --- Statements ------------------------------------------------------------------------------- */

static bool is_invariant(const loop_node *l, const reference *r)
{
    for (int i = 0; i < l->invariant_count; i++)
        if (l->invariants[i] == r)
            return true;
    return false;
}

void emit_keep_operands(emitter *e, const outline *o, const node *first, const node *stop)
{
    open_loop *l = e->loops.count ? e->loops.data[e->loops.count - 1] : NULL;
    bool is_plain = o->kind == OUTLINE_SIMPLE || o->kind == OUTLINE_DECLARATION;
    if (!l || l->loop->kind != NODE_LOOP || !l->loop->u.loop.invariant_count || !is_plain ||
        o->in_macro)
        return;
    if (l->operands == OPERANDS_UNKNOWN)
        l->operands = may_keep(e, l) ? OPERANDS_STAY : OPERANDS_MAY_CHANGE;
    for (const node *n = first; n != stop && l->operands == OPERANDS_STAY; n = n->next)
        for (int i = 0; n->kind == NODE_STATEMENT && !emit_is_restricted(&n->u.stmt.at) &&
                        i < n->u.stmt.read_count;
             i++)
            if (is_invariant(&l->loop->u.loop, n->u.stmt.reads[i]))
                keep(e, o, l, n->u.stmt.reads[i]);
}
