/* Addresses of structures that go where they are not followed: value/structure_flow.h. */

#include "frontend/syntax/library_function.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/structure_exchange.h"
#include "frontend/value/structure_state.h"

/* --- Addresses that are not followed -----------------------------------------------------------
 */

static bool is_kept_argument(const syntax *call, int i)
{
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    const decl *formal = f && f->body && i <= f->formal_count ? f->formals[i - 1] : NULL;
    return formal ? flow_is_record_pointer(formal->type) &&
                        flow_is_of_type(call->child[i], formal->type)
                  : f && i > 0 && !f->body &&
                        (memory_use_of(f) == MEMORY_FREED || !library_may_write(f, i - 1));
}

/* Is it a pointer that store() knows? */
static bool is_known_place(structure_flow *flow, const syntax *s)
{
    if (s->kind == SYNTAX_MEMBER)
        return !(s->is_arrow ? structure_flow_pointer(flow, s->child[0])
                             : structure_flow_place(flow, s->child[0]))
                    .is_open;
    return s->kind == SYNTAX_NAME && s->decl && s->decl->type->kind == TYPE_POINTER;
}

/* Does the pointer that is child i of `s` go no further than what visit() follows, or `s` itself?
 */
static bool is_kept(structure_flow *flow, const syntax *s, int i)
{
    bool is_statement = s->kind == SYNTAX_BLOCK || s->kind == SYNTAX_FOR ||
                        s->kind == SYNTAX_COPIES || s->kind == SYNTAX_WHILE ||
                        s->kind == SYNTAX_DO || s->kind == SYNTAX_IF;
    bool is_condition = i == 0 && (s->kind == SYNTAX_IF || s->kind == SYNTAX_WHILE ||
                                   s->kind == SYNTAX_CONDITIONAL);
    bool is_first = s->kind == SYNTAX_SUBSCRIPT && i == 0 && s->child[1]->kind == SYNTAX_INT &&
                    s->child[1]->value == 0;
    bool is_passed_on = flow_is_record_pointer(s->type) &&
                        (s->kind == SYNTAX_CONDITIONAL || s->kind == SYNTAX_CAST ||
                         (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA));
    if (is_condition || is_first || is_passed_on || s->kind == SYNTAX_MEMBER ||
        s->kind == SYNTAX_RETURN || is_statement)
        return true;
    if (s->kind == SYNTAX_UNARY)
        return s->op == OPERATOR_DEREF || s->op == OPERATOR_NOT;
    if (s->kind == SYNTAX_BINARY)
        return s->op >= OPERATOR_LOGICAL_AND && s->op <= OPERATOR_NE;
    if (s->kind == SYNTAX_ASSIGN)
        return s->op == OPERATOR_NONE && flow_is_record_pointer(s->child[0]->type) &&
               flow_is_of_type(s->child[1], s->child[0]->type) &&
               (i == 0 || is_known_place(flow, s->child[0]));
    if (s->kind == SYNTAX_INIT_LIST)
        return s->type && i < s->type->member_count &&
               flow_is_record_pointer(s->type->members[i].type);
    return s->kind == SYNTAX_CALL && is_kept_argument(s, i);
}

static void lose_structures(structure_flow *flow, const syntax *pointer)
{
    structure_set to = structure_flow_pointer(flow, pointer);
    for (int i = 0; i < to.count; i++)
        flow->is_lost[to.data[i].whole->id] = true;
}

static void find_lost(structure_flow *flow, const syntax *s);

static void find_lost_value(structure_flow *flow, const decl *d)
{
    const c_program *source = flow->source;
    for (int i = 0; d->is_divided && i < source->decl_count; i++)
        if (source->decls[i]->array == d)
            find_lost_value(flow, source->decls[i]);
    if (d->is_divided)
        return; /* its elements are variables, and have the values */
    const syntax *value = syntax_without_casts(d->init);
    if (value && flow_is_record_pointer(value->type) &&
        (!flow_is_record_pointer(d->type) || !flow_is_of_type(value, d->type)))
        lose_structures(flow, value);
    find_lost(flow, d->init);
}

static void find_lost(structure_flow *flow, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF || structure_exchanges_has(flow->exchanges, s))
        return;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *child =
            s->kind == SYNTAX_CALL ? syntax_without_casts(s->child[i]) : s->child[i];
        if (s->kind == SYNTAX_DECLARATION) {
            find_lost_value(flow, s->child[i]->decl);
            continue;
        }
        if (child && flow_is_record_pointer(child->type) && !is_kept(flow, s, i))
            lose_structures(flow, child);
        find_lost(flow, child);
    }
}

bool structure_flow_is_lost(const structure_flow *flow, const decl *whole)
{
    return flow->is_lost[whole->id];
}

void flow_find_lost(structure_flow *flow)
{
    const c_program *source = flow->source;
    for (int i = 0; i < source->function_count; i++)
        find_lost(flow, source->functions[i]->body);
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function && source->decls[i]->kind == DECL_VARIABLE)
            find_lost_value(flow, source->decls[i]);
}
