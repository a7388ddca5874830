/* Sets of structures, which grow until no assignment adds to them: value/structure_flow.h. */

#include "frontend/value/structure_flow.h"

#include "frontend/syntax/library_function.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/structure_exchange.h"
#include "frontend/value/structure_state.h"

typedef struct walk {
    structure_flow *flow;
    const decl *function;
} walk;

/* --- Assignments ------------------------------------------------------------------------------
 */

static void visit(walk *w, const syntax *s);

/* Opens all members of that name; null: all. */
static void open_named(structure_flow *flow, const char *name)
{
    for (int i = 0; i < flow->members.count; i++)
        if (!name || flow->members.data[i].name == name)
            flow_open(flow, &flow->members.data[i].set);
}

/* What is stored in the place `left`, a pointer to structures, may be any of them. */
static void store(walk *w, const syntax *left, structure_set value)
{
    structure_flow *flow = w->flow;
    if (left->kind == SYNTAX_NAME && left->decl && left->decl->kind != DECL_FUNCTION)
        flow_add_all(flow, &flow->set[left->decl->id], value);
    if (left->kind != SYNTAX_MEMBER)
        return; /* by the address of a pointer, which is open then */
    structure_set of = left->is_arrow ? structure_flow_pointer(flow, left->child[0])
                                      : structure_flow_place(flow, left->child[0]);
    for (int i = 0; i < of.count; i++)
        flow_add_all(flow, flow_member(flow, of.data[i], left->member), value);
    if (of.is_open)
        open_named(flow, left->member);
}

static structure_set value_of(walk *w, const decl *to, const syntax *value)
{
    structure_flow *flow = w->flow;
    if (to && !flow_is_of_type(value, to->type))
        return flow_anywhere;
    if (!to || to->kind != DECL_VARIABLE || to->type->kind != TYPE_POINTER ||
        !flow_asks_for_one(value, to->type->target->bytes))
        return structure_flow_pointer(flow, value);
    if (!to->member_count || flow->allocations[to->id] != 1 ||
        !structure_flow_is_once(flow, w->function))
        return flow_anywhere;
    return flow_single(flow, (structure_object){to->members[0], intern(flow->ctx->names, "")});
}

/* The structures that `value` has the members of: of a call, once that is executed once. */
static structure_set copied(walk *w, const syntax *value)
{
    if (value->kind == SYNTAX_CALL && !(syntax_callee_name(value) && value->child[0]->decl->body &&
                                        structure_flow_is_once(w->flow, value->child[0]->decl)))
        return flow_anywhere;
    return structure_flow_place(w->flow, value);
}

/* A structure is given new values as a whole. */
static void copy(walk *w, structure_set to)
{
    flow_open_members(w->flow, to);
    if (to.is_open)
        open_named(w->flow, NULL);
}

static void take_list(walk *w, structure_object of, const syntax *list)
{
    structure_flow *flow = w->flow;
    for (int i = 0; i < list->child_count; i++) {
        const c_member *m = i < list->type->member_count ? &list->type->members[i] : NULL;
        const structure_set one = flow_single(flow, of);
        if (!m || !m->name)
            copy(w, one);
        else if (flow_is_record_pointer(m->type) && m->type->kind == TYPE_POINTER)
            flow_add_all(flow, flow_member(flow, of, m->name),
                         structure_flow_pointer(flow, list->child[i]));
        else if (flow_is_record(m->type) && list->child[i]->kind == SYNTAX_INIT_LIST)
            take_list(w, flow_members_of(flow, one, m->name).data[0], list->child[i]);
        else if (flow_is_record(m->type))
            copy(w, flow_members_of(flow, one, m->name));
    }
}

static void visit_declared(walk *w, decl *d)
{
    if (!d->init)
        return;
    structure_object whole = {d, intern(w->flow->ctx->names, "")};
    if (flow_is_record_pointer(d->type) && d->type->kind == TYPE_POINTER)
        flow_add_all(w->flow, &w->flow->set[d->id], value_of(w, d, d->init));
    else if (flow_is_record(d->type) && d->init->kind == SYNTAX_INIT_LIST)
        take_list(w, whole, d->init);
    else if (flow_is_record(d->type) && w->flow->is_copy[d->id])
        flow_add_all(w->flow, &w->flow->set[d->id], copied(w, d->init));
    else if (flow_is_record(d->type))
        copy(w, flow_single(w->flow, whole));
    visit(w, d->init);
}

static void visit_call(walk *w, const syntax *s)
{
    structure_flow *flow = w->flow;
    decl *f = syntax_callee_name(s) ? s->child[0]->decl : NULL;
    for (int i = 1; i < s->child_count; i++) {
        decl *formal = f && f->body && i <= f->formal_count ? f->formals[i - 1] : NULL;
        const syntax *given = syntax_without_casts(s->child[i]);
        if (formal && flow_is_record_pointer(formal->type))
            flow_add_all(flow, &flow->set[formal->id],
                         flow_is_of_type(given, formal->type) ? structure_flow_pointer(flow, given)
                                                              : flow_anywhere);
        else if (formal && flow_is_record(formal->type) && flow->is_copy[formal->id])
            flow_add_all(flow, &flow->set[formal->id], copied(w, given));
        else if (formal && flow_is_record(formal->type))
            copy(w, flow_single(flow, (structure_object){formal, intern(flow->ctx->names, "")}));
        else if (!formal && f && flow_is_record_pointer(given->type) &&
                 memory_use_of(f) != MEMORY_FREED && library_may_write(f, i - 1))
            flow_open_members(flow, structure_flow_pointer(flow, given));
    }
}

/* The address of a pointer is taken, or it is moved: it may be set to anything. */
static void lose(walk *w, const syntax *s)
{
    if (flow_is_record_pointer(s->type) && s->type->kind == TYPE_POINTER)
        store(w, s, flow_anywhere);
}

static void visit_assignment(walk *w, const syntax *s)
{
    const syntax *left = s->child[0];
    if (flow_is_record(left->type) && left->kind == SYNTAX_NAME && left->decl &&
        w->flow->is_copy[left->decl->id])
        flow_add_all(w->flow, &w->flow->set[left->decl->id], copied(w, s->child[1]));
    else if (flow_is_record(left->type))
        copy(w, structure_flow_place(w->flow, left));
    else if (flow_is_record_pointer(left->type) && s->op == OPERATOR_NONE)
        store(w, left,
              flow_is_of_type(s->child[1], left->type)
                  ? value_of(w, left->kind == SYNTAX_NAME ? left->decl : NULL, s->child[1])
                  : flow_anywhere);
    else
        lose(w, left);
}

static void open_formals(structure_flow *flow, const decl *f)
{
    for (int i = 0; i < f->formal_count; i++)
        flow_open(flow, &flow->set[f->formals[i]->id]);
}

/* Elements of an array of structures that are variables have no declarations of their own. */
static void visit_elements(walk *w, const decl *array)
{
    const c_program *source = w->flow->source;
    for (int i = 0; array->is_divided && i < source->decl_count; i++)
        if (source->decls[i]->array == array)
            visit_declared(w, source->decls[i]);
}

static void visit(walk *w, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF || structure_exchanges_has(w->flow->exchanges, s))
        return;
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION)
        open_formals(w->flow, s->decl); /* it is called by its address */
    else if (s->kind == SYNTAX_CALL)
        visit_call(w, s);
    else if (s->kind == SYNTAX_ASSIGN)
        visit_assignment(w, s);
    else if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS)
        lose(w, s->child[0]);
    else if (s->kind == SYNTAX_RETURN && s->child[0] && flow_is_record_pointer(s->child[0]->type))
        flow_add_all(w->flow, &w->flow->set[w->function->id],
                     structure_flow_pointer(w->flow, s->child[0]));
    else if (s->kind == SYNTAX_RETURN && s->child[0] && flow_is_record(s->child[0]->type))
        flow_add_all(w->flow, &w->flow->set[w->function->id],
                     structure_flow_place(w->flow, s->child[0]));
    if (s->kind == SYNTAX_DECLARATION) {
        for (int i = 0; i < s->child_count; i++) {
            visit_declared(w, s->child[i]->decl);
            visit_elements(w, s->child[i]->decl);
        }
        return;
    }
    bool is_named_call = s->kind == SYNTAX_CALL && syntax_callee_name(s);
    for (int i = is_named_call ? 1 : 0; i < s->child_count; i++)
        visit(w, s->child[i]);
}

/* --- All ---------------------------------------------------------------------------------------
 */

bool structure_flow_has_memory(const structure_flow *flow, const decl *pointer)
{
    const target_set *set = &flow->set[pointer->id];
    for (int i = 0; i < set->of.count; i++)
        if (set->of.data[i].whole->whole == pointer)
            return !flow->is_lost[set->of.data[i].whole->id];
    return false;
}

static void visit_all(walk *w)
{
    const c_program *source = w->flow->source;
    for (int i = 0; i < source->decl_count; i++) {
        w->function = NULL;
        if (!source->decls[i]->function && source->decls[i]->kind == DECL_VARIABLE)
            visit_declared(w, source->decls[i]);
    }
    for (int i = 0; i < source->function_count; i++) {
        w->function = source->functions[i];
        visit(w, w->function->body);
    }
}

static structure_flow *find_once(fp_context *ctx, const c_program *source,
                                 const structure_exchanges *exchanges)
{
    const int decls = source->decl_count;
    structure_flow *flow = ARENA_NEW(ctx->arena, structure_flow);
    flow->ctx = ctx;
    flow->source = source;
    flow->exchanges = exchanges;
    flow->set = ARENA_ARRAY(ctx->arena, decls + 1, target_set);
    flow->calls = ARENA_ARRAY(ctx->arena, decls + 1, int);
    flow->is_again = ARENA_ARRAY(ctx->arena, decls + 1, bool);
    flow->is_pointed = ARENA_ARRAY(ctx->arena, decls + 1, bool);
    flow->call = ARENA_ARRAY(ctx->arena, decls + 1, const syntax *);
    flow->caller = ARENA_ARRAY(ctx->arena, decls + 1, const decl *);
    flow->allocations = ARENA_ARRAY(ctx->arena, decls + 1, int);
    flow->sets = ARENA_ARRAY(ctx->arena, decls + 1, int);
    flow->is_copy = ARENA_ARRAY(ctx->arena, decls + 1, bool);
    flow->is_lost = ARENA_ARRAY(ctx->arena, decls + 1, bool);
    flow_count_all(flow);
    walk w = {.flow = flow};
    for (int i = 0; i < decls; i++) {
        const decl *d = source->decls[i];
        flow->set[i].is_open =
            d->is_replaceable || (d->is_external && !d->is_defined && d->kind == DECL_VARIABLE);
        if (d->kind == DECL_FUNCTION && d->is_replaceable)
            open_formals(flow, d);
    }
    do {
        flow->has_grown = false;
        visit_all(&w);
    } while (flow->has_grown);
    flow_find_lost(flow);
    return flow;
}

const structure_exchanges *structure_flow_exchanges(const structure_flow *flow)
{
    return flow->exchanges;
}

structure_flow *structure_flow_find(fp_context *ctx, const c_program *source,
                                    structure_is_mapped is_mapped, void *data)
{
    structure_exchanges *exchanges = structure_exchanges_find(ctx, source, is_mapped, data);
    structure_flow *flow;
    do
        flow = find_once(ctx, source, exchanges);
    while (!structure_exchanges_check(exchanges, flow));
    return flow;
}
