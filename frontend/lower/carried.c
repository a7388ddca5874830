#include "frontend/lower/carried.h"

#include "frontend/lower/branch.h"
#include "frontend/lower/loop_bounds.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer_slice.h"
#include "frontend/value/slice_cycle.h"

/* Does it have a loop in it, or a call that may have? */
static bool has_loop(const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO ||
        syntax_is_program_call(s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (has_loop(syntax_part(s, i)))
            return true;
    return false;
}

bool lower_is_outer(const syntax *loop)
{
    for (int i = 0; i < loop->child_count; i++)
        if (has_loop(loop->child[i]))
            return true;
    return false;
}

/* Variables of loops that count in there, from where their heads begin: for (; j < n; j++) goes on
 * from where it ended before. */
static void add_counting(lowering *lo, decl_ids *out, const syntax *s)
{
    if (!s)
        return;
    const decl *d = s->kind == SYNTAX_FOR ? lower_for_variable(lo, s) : NULL;
    const syntax *first = d ? s->child[0] : NULL;
    const int begins = first ? value_assignments_in(first, d) : 0;
    const bool is_begun = begins || (first && first->kind == SYNTAX_DECLARATION);
    /* A generated program has the text: an outer loop that is divided would lose the variable. */
    if (d && (is_begun || lo->keeps_loops) && value_assignments_in(s, d) - begins == 1)
        decl_ids_add(lo->ctx->arena, out, d->id);
    for (int i = 0; i < s->child_count; i++)
        add_counting(lo, out, syntax_part(s, i));
}

static const expr *value_of(lowering *lo, const syntax *loop, const decl *d, int element,
                            const expr *before, bool is_end)
{
    return value_slice_cycle(lo, is_end ? value_slice_left(lo, loop, d, element, before)
                                        : value_slice_carried(lo, loop, d, element, before));
}

/* The same of each element of an array; null: one of them is not known. */
static const expr *const *elements(lowering *lo, const syntax *loop, const decl *d,
                                   const expr *before, bool is_end)
{
    const int count = array_followed(lo, d);
    const expr **found = ARENA_ARRAY(lo->ctx->arena, count, const expr *);
    for (int i = 0; i < count; i++) {
        found[i] = value_of(lo, loop, d, i, before, is_end);
        if (!found[i])
            return NULL;
    }
    return found;
}

static void add_arrays(lowering *lo, decl_ids *out, const syntax *s)
{
    if (!s)
        return;
    const decl *d = array_set_by(s);
    if (d && decl_ids_has(&lo->fn.tracked, d->id) && array_now(lo, d))
        decl_ids_add(lo->ctx->arena, out, d->id);
    for (int i = 0; i < s->child_count; i++)
        add_arrays(lo, out, syntax_part(s, i));
}

static carried_vec values(lowering *lo, const syntax *loop, const expr *before, bool is_end)
{
    carried_vec found = {0};
    decl_ids changed, counting = {0};
    if (lo->fn.decl->intrinsic)
        return found;
    changed = value_assigned_in(lo, loop);
    add_arrays(lo, &changed, loop);
    decl_ids_sort(&changed);
    add_counting(lo, &counting, loop);
    decl_ids_sort(&counting);
    for (int i = 0; i < changed.count; i++) {
        const decl *d = lo->source->decls[changed.data[i]];
        if (!decl_is_integer(d)) {
            const expr *const *found_here = elements(lo, loop, d, before, is_end);
            if (found_here)
                VEC_PUSH(lo->ctx->arena, &found, ((carried_value){d, NULL, found_here}));
            continue;
        }
        if (decl_ids_has(&counting, d->id) || (!is_end && !value_is_carried(loop, d)))
            continue;
        const expr *value = value_of(lo, loop, d, 0, before, is_end);
        if (value)
            VEC_PUSH(lo->ctx->arena, &found, ((carried_value){d, value, NULL}));
    }
    return found;
}

carried_vec lower_carried(lowering *lo, const syntax *loop, const expr *before)
{
    return lower_is_outer(loop) ? values(lo, loop, before, false) : (carried_vec){0};
}

carried_vec lower_left(lowering *lo, const syntax *loop, const expr *trips)
{
    return values(lo, loop, trips, true);
}

static const syntax *list_of(lowering *lo, const syntax *first, const syntax *second)
{
    syntax *list = ARENA_NEW(lo->ctx->arena, syntax);
    *list = (syntax){.kind = SYNTAX_BLOCK,
                     .unit = first->unit,
                     .where = first->where,
                     .child = ARENA_ARRAY(lo->ctx->arena, 2, const syntax *)};
    list->child[list->child_count++] = first;
    if (second)
        list->child[list->child_count++] = second;
    return list;
}

/* As after so many iterations of for (…; ; …) { test; body }. */
carried_vec lower_tested(lowering *lo, const syntax *loop, const expr *trips)
{
    bool is_for = loop->kind == SYNTAX_FOR, is_do = loop->kind == SYNTAX_DO;
    const syntax *test = loop->child[is_for || is_do];
    if (is_do || !test || !syntax_assigns(test))
        return (carried_vec){0};
    const syntax **part = ARENA_ARRAY(lo->ctx->arena, 4, const syntax *);
    part[0] = is_for ? loop->child[0] : NULL;
    part[2] = is_for ? loop->child[2] : NULL;
    part[3] = list_of(lo, test, loop->child[is_for ? 3 : 1]);
    syntax *endless = ARENA_NEW(lo->ctx->arena, syntax);
    *endless = *loop;
    endless->kind = SYNTAX_FOR;
    endless->child_count = 4;
    endless->child = part;
    return values(lo, endless, trips, true);
}

void lower_set_carried(lowering *lo, const carried_vec *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->data[i].elements)
            array_set(lo, list->data[i].var, list->data[i].elements);
        else
            value_set(lo, list->data[i].var, list->data[i].value);
}

/* --- Other statements ------------------------------------------------------------------------ */

/* How many nodes in it set something. */
static int effects_in(const syntax *s)
{
    int count =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC));
    for (int i = 0; s && i < s->child_count; i++)
        count += effects_in(syntax_part(s, i));
    return count;
}

/* May it leave an integer that no closed form tells? */
static bool sets_integers(const syntax *s)
{
    if (s->kind == SYNTAX_ASSIGN && syntax_scalar_name(s->child[0]))
        return true;
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (decl_is_integer(s->child[i]->decl) && s->child[i]->decl->init &&
            s->child[i]->decl->function)
            return true;
    bool is_other = s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH ||
                    s->kind == SYNTAX_DECLARATION || s->kind == SYNTAX_BINARY ||
                    s->kind == SYNTAX_CONDITIONAL || s->kind == SYNTAX_ASSIGN;
    return is_other && effects_in(s) > (s->kind == SYNTAX_ASSIGN);
}

bool lower_begin_parts(lowering *lo, const syntax *s, flow_mark *before)
{
    const bool is_of_some = lo->around.executing.count > 0; /* a task's */
    const bool is_one = !is_of_some && !lo->fn.decl->intrinsic && sets_integers(s);
    if (is_one)
        *before = flow_begin(lo);
    return is_one;
}

void lower_end_parts(lowering *lo, const syntax *s, const flow_mark *before)
{
    carried_vec found = {0};
    const flow_changes left = flow_take_back(lo, before);
    for (int i = 0; s && i < left.count; i++) {
        const decl *d = lo->source->decls[left.data[i].id];
        if (!decl_is_integer(d) || left.data[i].state.flow == FLOW_VALUE)
            continue;
        const expr *value = value_slice_after(lo, s, d);
        if (value && (value->kind == EXPR_INT || lower_is_decided(lo, value)))
            VEC_PUSH(lo->ctx->arena, &found, ((carried_value){d, value, NULL}));
    }
    flow_do_again(lo, &left);
    flow_end(lo, before);
    lower_set_carried(lo, &found);
}
