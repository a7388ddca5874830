/* Sets of structures, and those that an expression leads to: value/structure_flow.h. */

#include "frontend/value/structure_state.h"

bool flow_is_record(const c_type *type)
{
    return type && type->kind == TYPE_RECORD;
}

bool flow_is_record_pointer(const c_type *type)
{
    return type && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY) &&
           flow_is_record(type->target);
}

/* --- Sets ------------------------------------------------------------------------------------ */

void flow_open(structure_flow *flow, target_set *set)
{
    flow->has_grown |= !set->is_open;
    set->is_open = true;
}

static bool set_has(const target_set *set, structure_object one)
{
    for (int i = 0; i < set->of.count; i++)
        if (set->of.data[i].whole == one.whole && set->of.data[i].path == one.path)
            return true;
    return false;
}

static void flow_add(structure_flow *flow, target_set *set, structure_object one)
{
    if (set_has(set, one))
        return;
    VEC_PUSH(flow->ctx->arena, &set->of, one);
    flow->has_grown = true;
}

void flow_add_all(structure_flow *flow, target_set *set, structure_set other)
{
    for (int i = 0; i < other.count; i++)
        flow_add(flow, set, other.data[i]);
    if (other.is_open)
        flow_open(flow, set);
}

structure_set flow_view(const target_set *set)
{
    return (structure_set){set->of.count, set->of.data, set->is_open};
}

const structure_set flow_nowhere = {0, NULL, false}, flow_anywhere = {0, NULL, true};

structure_set flow_single(structure_flow *flow, structure_object one)
{
    return (structure_set){1, arena_copy(flow->ctx->arena, &one, sizeof one), false};
}

target_set *flow_member(structure_flow *flow, structure_object of, const char *name)
{
    for (int i = 0; i < flow->members.count; i++) {
        pointer_member *m = &flow->members.data[i];
        if (m->of.whole == of.whole && m->of.path == of.path && m->name == name)
            return &m->set;
    }
    VEC_PUSH(flow->ctx->arena, &flow->members, ((pointer_member){.of = of, .name = name}));
    return &flow->members.data[flow->members.count - 1].set;
}

void flow_open_members(structure_flow *flow, structure_set of)
{
    for (int i = 0; i < of.count; i++)
        for (int k = 0; k < flow->members.count; k++)
            if (flow->members.data[k].of.whole == of.data[i].whole)
                flow_open(flow, &flow->members.data[k].set);
}

/* --- Expressions ----------------------------------------------------------------------------- */

/* The member `name` of each, which is a structure in it. */
structure_set flow_members_of(structure_flow *flow, structure_set of, const char *name)
{
    VEC(structure_object) found = {0};
    for (int i = 0; i < of.count; i++) {
        const char *path = of.data[i].path;
        structure_object inner = {
            of.data[i].whole,
            intern(flow->ctx->names,
                   *path ? arena_printf(flow->ctx->arena, "%s.%s", path, name) : name)};
        VEC_PUSH(flow->ctx->arena, &found, inner);
    }
    return (structure_set){found.count, found.data, of.is_open};
}

/* m.lev[2]: the member "lev[2]". */
static structure_set element_of_member(structure_flow *flow, const syntax *s)
{
    const syntax *base = s->child[0];
    const char *name =
        arena_printf(flow->ctx->arena, "%s[%lld]", base->member, (long long)s->child[1]->value);
    return flow_members_of(flow,
                           base->is_arrow ? structure_flow_pointer(flow, base->child[0])
                                          : structure_flow_place(flow, base->child[0]),
                           intern(flow->ctx->names, name));
}

structure_set structure_flow_place(structure_flow *flow, const syntax *s)
{
    bool is_first = s->kind == SYNTAX_SUBSCRIPT && s->child[1]->kind == SYNTAX_INT &&
                    s->child[1]->value == 0 && s->child[0]->type &&
                    s->child[0]->type->kind == TYPE_POINTER;
    bool is_variable = s->kind == SYNTAX_NAME && s->decl && flow_is_record(s->decl->type) &&
                       (s->decl->kind == DECL_VARIABLE || s->decl->kind == DECL_FORMAL);
    if (is_variable && flow->is_copy[s->decl->id])
        return flow_view(&flow->set[s->decl->id]);
    if (is_variable)
        return flow_single(flow, (structure_object){s->decl, intern(flow->ctx->names, "")});
    if (s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl->body)
        return flow_view(&flow->set[s->child[0]->decl->id]);
    if ((s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) || is_first)
        return structure_flow_pointer(flow, s->child[0]);
    if (s->kind == SYNTAX_SUBSCRIPT && s->child[0]->kind == SYNTAX_MEMBER && !is_first &&
        s->child[1]->kind == SYNTAX_INT)
        return element_of_member(flow, s);
    if (s->kind == SYNTAX_MEMBER)
        return flow_members_of(flow,
                               s->is_arrow ? structure_flow_pointer(flow, s->child[0])
                                           : structure_flow_place(flow, s->child[0]),
                               s->member);
    return flow_anywhere;
}

static structure_set both(structure_flow *flow, structure_set a, structure_set b)
{
    target_set sum = {0};
    bool before = flow->has_grown;
    flow_add_all(flow, &sum, a);
    flow_add_all(flow, &sum, b);
    flow->has_grown = before;
    return flow_view(&sum);
}

static structure_set loaded(structure_flow *flow, const syntax *s)
{
    structure_set of = s->is_arrow ? structure_flow_pointer(flow, s->child[0])
                                   : structure_flow_place(flow, s->child[0]);
    structure_set sum = {0, NULL, of.is_open};
    for (int i = 0; i < of.count; i++)
        sum = both(flow, sum, flow_view(flow_member(flow, of.data[i], s->member)));
    return sum;
}

bool flow_is_of_type(const syntax *pointer, const c_type *type)
{
    const c_type *from = syntax_without_casts(pointer)->type;
    return !flow_is_record_pointer(from) || !flow_is_record_pointer(type) ||
           from->target->bytes == type->target->bytes;
}

structure_set structure_flow_pointer(structure_flow *flow, const syntax *s)
{
    s = syntax_without_casts(s);
    if (s->kind == SYNTAX_INT && s->value == 0)
        return flow_nowhere;
    if (!flow_is_record_pointer(s->type))
        return flow_anywhere;
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind != DECL_FUNCTION &&
        (s->decl->type->kind == TYPE_POINTER || s->decl->kind == DECL_FORMAL))
        return flow_view(&flow->set[s->decl->id]);
    if (s->kind == SYNTAX_MEMBER && s->type->kind == TYPE_POINTER)
        return loaded(flow, s);
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && flow_is_record(s->child[0]->type))
        return structure_flow_place(flow, s->child[0]);
    if (s->kind == SYNTAX_CONDITIONAL)
        return both(flow, structure_flow_pointer(flow, s->child[1]),
                    structure_flow_pointer(flow, s->child[2]));
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE)
        return structure_flow_pointer(flow, s->child[1]);
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        return structure_flow_pointer(flow, s->child[1]);
    if (s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl->body)
        return flow_view(&flow->set[s->child[0]->decl->id]);
    return flow_anywhere;
}
