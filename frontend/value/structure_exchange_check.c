/* What else is done with structures whose pointers are exchanged: value/structure_exchange.h. */

#include <string.h>

#include "frontend/value/memory_function.h"
#include "frontend/value/structure_exchange_state.h"
#include "frontend/value/structure_state.h"

/* --- In the order in which it is executed ----------------------------------------------------- */

/* Goes through the program in the order in which it is executed, as far as that is one. */
typedef struct checking {
    structure_exchanges *x;
    structure_flow *flow;
    int group;
    bool *is_object;  /* by a declaration's id: one of the structures */
    bool *leads;      /* by a function's id: it, or what it calls, exchanges */
    bool *is_seen[2]; /* likewise: gone through before the first exchange, after it */
    const decl *function;
    bool is_after; /* something may have been exchanged */
    drop_reason refused;
} checking;

static void complain(checking *c, const char *why, source_range where)
{
    if (!c->refused.why)
        c->refused = (drop_reason){why, where};
}

/* Does it lead to one of them? */
static bool leads_to_object(const checking *c, structure_set of)
{
    for (int i = 0; i < of.count; i++)
        if (c->is_object[of.data[i].whole->id])
            return true;
    return false;
}

static bool leads(const checking *c, const syntax *s)
{
    if (!s)
        return false;
    if (structure_exchanges_has(c->x, s))
        return structure_exchange_group(c->x, s) == c->group;
    const decl *f = syntax_is_program_call(s) && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (syntax_is_program_call(s) && (!f || c->leads[f->id]))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (leads(c, syntax_part(s, i)))
            return true;
    return false;
}

static void find_leading(checking *c)
{
    const c_program *source = c->x->source;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int i = 0; i < source->function_count; i++) {
            const decl *f = source->functions[i];
            bool is = c->leads[f->id] || leads(c, f->body);
            has_changed |= is != c->leads[f->id];
            c->leads[f->id] = is;
        }
    }
}

static void go(checking *c, const syntax *s);

static void enter(checking *c, const decl *f)
{
    const decl *from = c->function;
    bool is_after = c->is_after;
    if (!f->body)
        return;
    if (!c->is_seen[is_after][f->id]) {
        c->is_seen[is_after][f->id] = true;
        c->function = f;
        c->is_after |= c->leads[f->id] && syntax_has(f->body, SYNTAX_LABEL);
        go(c, f->body);
        c->function = from;
    }
    c->is_after = is_after || c->leads[f->id];
}

static bool is_null(const syntax *s)
{
    s = syntax_without_casts(s);
    return s->kind == SYNTAX_INT && s->value == 0;
}

/* Is it all that the function does with the formal: frees what it leads to, and sets that to null?
 */
static bool only_frees(const decl *formal, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return true;
    bool is_freeing = s->kind == SYNTAX_CALL && syntax_callee_name(s) &&
                      memory_use_of(s->child[0]->decl) == MEMORY_FREED;
    bool is_dropped = s->kind == SYNTAX_ASSIGN && is_null(s->child[1]);
    if (is_freeing || is_dropped)
        return true;
    if (s->kind == SYNTAX_NAME && s->decl == formal)
        return false;
    for (int i = 0; i < s->child_count; i++)
        if (!only_frees(formal, syntax_part(s, i)))
            return false;
    return true;
}

static void go_into_call(checking *c, const syntax *s)
{
    const decl *f = syntax_callee_name(s) ? s->child[0]->decl : NULL;
    bool is_after = c->is_after;
    if (f && memory_use_of(f) == MEMORY_FREED)
        return;
    if (!f)
        go(c, s->child[0]);
    for (int i = 1; i < s->child_count; i++) {
        const decl *formal = f && f->body && i <= f->formal_count ? f->formals[i - 1] : NULL;
        if (!formal || !flow_is_record_pointer(formal->type) || !only_frees(formal, f->body))
            go(c, s->child[i]);
        if (formal && is_after && c->x->group[formal->id] == c->group)
            complain(c, "pointers that are exchanged are passed anew", s->where);
    }
    if (f)
        enter(c, f);
    if (is_after && flow_is_record_pointer(s->type) &&
        leads_to_object(c, structure_flow_pointer(c->flow, s)))
        complain(c, "this call returns one of the structures", s->where);
    c->is_after |= syntax_is_program_call(s) && !f;
}

static void go_into_name(checking *c, const syntax *s)
{
    const decl *d = s->decl;
    if (!d || d->kind == DECL_FUNCTION || d->kind == DECL_ENUMERATOR ||
        c->x->group[d->id] == c->group)
        return;
    bool is_other =
        c->is_object[d->id] || ((flow_is_record_pointer(d->type) || flow_is_record(d->type)) &&
                                leads_to_object(c, flow_view(&c->flow->set[d->id])));
    bool is_passed = d->kind == DECL_FORMAL && d->function && !c->leads[d->function->id];
    if (c->x->helped[d->id] == c->group)
        complain(c, "the pointer that helps to exchange others is used for more", s->where);
    else if (is_other && c->is_after && !is_passed)
        complain(c, "one of the structures is named in another way", s->where);
}

/* A pointer that is exchanged is set otherwise. */
static void go_into_set(checking *c, const decl *d, const syntax *value, source_range where)
{
    if (c->x->helped[d->id] == c->group)
        complain(c, "the pointer that helps to exchange others is used for more", where);
    go(c, value);
    if (c->is_after)
        complain(c, "a pointer that is exchanged is set otherwise", where);
}

static void go_into_parts(checking *c, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (d && d->init && (c->x->group[d->id] == c->group || c->x->helped[d->id] == c->group))
            go_into_set(c, d, d->init, s->child[i]->where);
        else
            go(c, syntax_part(s, i));
    }
}

/* A number in a structure that is named, or that the pointer leads to, is what it is. */
static bool is_number_in(const syntax *s)
{
    bool is_number = s->type && (s->type->kind == TYPE_INT || s->type->kind == TYPE_FLOAT ||
                                 s->type->kind == TYPE_DOUBLE);
    while (is_number && s->kind == SYNTAX_MEMBER && !s->is_arrow)
        s = s->child[0];
    return is_number && (s->kind == SYNTAX_NAME ||
                         (s->kind == SYNTAX_MEMBER && s->child[0]->kind == SYNTAX_NAME));
}

static void go(checking *c, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    const syntax *target = s->child_count ? s->child[0] : NULL;
    const decl *d = target && target->kind == SYNTAX_NAME ? target->decl : NULL;
    bool is_moved = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS;
    c->is_after |= syntax_is_loop(s) && leads(c, s);
    if (structure_exchanges_has(c->x, s)) {
        c->is_after |= leads(c, s);
    } else if (s->kind == SYNTAX_CALL) {
        go_into_call(c, s);
    } else if (s->kind == SYNTAX_NAME) {
        go_into_name(c, s);
    } else if (s->kind == SYNTAX_ASSIGN && d && c->x->group[d->id] == c->group) {
        go_into_set(c, d, s->child[1], s->where);
    } else if (is_moved && d && c->x->group[d->id] == c->group) {
        complain(c, "a pointer that is exchanged may be set otherwise", s->where);
    } else if (s->kind == SYNTAX_MEMBER && is_number_in(s)) {
        return;
    } else {
        if (s->kind == SYNTAX_MEMBER && c->is_after && flow_is_record_pointer(s->type) &&
            leads_to_object(c, structure_flow_pointer(c->flow, s)))
            complain(c, "one of the structures is named in another way", s->where);
        go_into_parts(c, s);
    }
}

/* --- Whether they are what is known ------------------------------------------------------------
 */

/* Does each pointer lead to a structure of its own? */
static bool are_single(checking *c, const one_exchange *one)
{
    for (int i = 0; i < one->pointer_count; i++) {
        const target_set *set = &c->flow->set[one->pointer[i]->id];
        if (set->of.count != 1 || set->is_open || *set->of.data[0].path ||
            !set->of.data[0].whole->member_count)
            return false;
        c->is_object[set->of.data[0].whole->id] = true;
        for (int k = 0; k < i; k++)
            if (c->flow->set[one->pointer[k]->id].of.data[0].whole == set->of.data[0].whole)
                return false;
    }
    return true;
}

static void check(checking *c)
{
    const c_program *source = c->x->source;
    for (int i = 0; i < c->x->all.count; i++)
        if (c->x->all.data[i].group == c->group && !are_single(c, &c->x->all.data[i])) {
            complain(c, "not each of the pointers is set to one structure of its own before",
                     c->x->all.data[i].statement[0]->where);
            return;
        }
    find_leading(c);
    bool has_main = false;
    for (int i = 0; i < source->function_count; i++) {
        const decl *f = source->functions[i];
        if (c->leads[f->id] && structure_flow_is_pointed(c->flow, f))
            complain(c, "a function that exchanges them is called by its address", f->where);
        if (strcmp(f->name, "main") != 0)
            continue;
        has_main = true;
        enter(c, f);
    }
    for (int i = 0; i < source->function_count; i++) {
        const decl *f = source->functions[i];
        c->is_after = has_main; /* main may call it in a way that is not seen */
        if (!c->is_seen[0][f->id] && !c->is_seen[1][f->id])
            enter(c, f);
    }
}

static void drop(const checking *c)
{
    structure_exchanges *x = c->x;
    int kept = 0;
    for (int i = 0; i < x->all.count; i++)
        if (x->all.data[i].group != c->group)
            x->all.data[kept++] = x->all.data[i];
    x->all.count = kept;
    for (int i = 0; i < x->source->decl_count; i++)
        if (c->is_object[i])
            x->reason[i] = c->refused;
}

bool structure_exchanges_check(structure_exchanges *x, structure_flow *flow)
{
    const int count = x->source->decl_count + 1, before = x->all.count;
    arena *a = x->ctx->arena;
    for (int group = 1; group <= x->groups && x->all.count == before; group++) {
        checking c = {.x = x, .flow = flow, .group = group};
        c.is_object = ARENA_ARRAY(a, count, bool);
        c.leads = ARENA_ARRAY(a, count, bool);
        c.is_seen[0] = ARENA_ARRAY(a, count, bool);
        c.is_seen[1] = ARENA_ARRAY(a, count, bool);
        check(&c);
        if (c.refused.why)
            drop(&c);
    }
    return x->all.count == before;
}
