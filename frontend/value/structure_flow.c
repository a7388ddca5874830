/* Sets of structures, which grow until no assignment adds to them: value/structure_flow.h. */

#include "frontend/value/structure_flow.h"

#include <string.h>

#include "frontend/syntax/library_function.h"
#include "frontend/value/memory_function.h"
#include "support/vec.h"

typedef struct target_set {
    VEC(structure_object) of;
    bool is_open;
} target_set;

/* A member that is a pointer. */
typedef struct pointer_member {
    structure_object of;
    const char *name;
    target_set set;
} pointer_member;

struct structure_flow {
    fp_context *ctx;
    const c_program *source;
    target_set *set;  /* by a declaration's id: a pointer's, or what a function returns */
    int *calls;       /* by a function's id: places that call it, */
    bool *is_again;   /* in a loop, */
    bool *is_pointed; /* or through its address */
    const decl **caller;
    const syntax **call; /* the last that is seen */
    int *allocations;    /* by a pointer's id: how often statements set it to new memory */
    int *sets; /* by a structure's id: how often it is set as a whole */
    bool *is_copy; /* by a structure's id: it has the members of the one that it is copied from */
    bool *is_lost;       /* by a structure's id: its address goes where it is not followed */
    VEC(pointer_member) members;
    bool has_grown;
};

typedef struct walk {
    structure_flow *flow;
    const decl *function;
    int loops;
} walk;

static bool is_record(const c_type *type)
{
    return type && type->kind == TYPE_RECORD;
}

static bool is_record_pointer(const c_type *type)
{
    return type && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY) &&
           is_record(type->target);
}

static const syntax *without_casts(const syntax *s)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s;
}

/* --- Sets ------------------------------------------------------------------------------------ */

static void open_set(structure_flow *flow, target_set *set)
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

static void set_add(structure_flow *flow, target_set *set, structure_object one)
{
    if (set_has(set, one))
        return;
    VEC_PUSH(flow->ctx->arena, &set->of, one);
    flow->has_grown = true;
}

static void set_add_all(structure_flow *flow, target_set *set, structure_set other)
{
    for (int i = 0; i < other.count; i++)
        set_add(flow, set, other.data[i]);
    if (other.is_open)
        open_set(flow, set);
}

static structure_set set_view(const target_set *set)
{
    return (structure_set){set->of.count, set->of.data, set->is_open};
}

static const structure_set nowhere = {0, NULL, false}, anywhere = {0, NULL, true};

static structure_set single(structure_flow *flow, structure_object one)
{
    return (structure_set){1, arena_copy(flow->ctx->arena, &one, sizeof one), false};
}

static target_set *member_set(structure_flow *flow, structure_object of, const char *name)
{
    for (int i = 0; i < flow->members.count; i++) {
        pointer_member *m = &flow->members.data[i];
        if (m->of.whole == of.whole && m->of.path == of.path && m->name == name)
            return &m->set;
    }
    VEC_PUSH(flow->ctx->arena, &flow->members, ((pointer_member){.of = of, .name = name}));
    return &flow->members.data[flow->members.count - 1].set;
}

static void open_members(structure_flow *flow, structure_set of)
{
    for (int i = 0; i < of.count; i++)
        for (int k = 0; k < flow->members.count; k++)
            if (flow->members.data[k].of.whole == of.data[i].whole)
                open_set(flow, &flow->members.data[k].set);
}

/* --- Expressions ----------------------------------------------------------------------------- */

/* The member `name` of each, which is a structure in it. */
static structure_set members_of(structure_flow *flow, structure_set of, const char *name)
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

structure_set structure_flow_place(structure_flow *flow, const syntax *s)
{
    bool is_first = s->kind == SYNTAX_SUBSCRIPT && s->child[1]->kind == SYNTAX_INT &&
                    s->child[1]->value == 0 && s->child[0]->type &&
                    s->child[0]->type->kind == TYPE_POINTER;
    bool is_variable = s->kind == SYNTAX_NAME && s->decl && is_record(s->decl->type) &&
                       (s->decl->kind == DECL_VARIABLE || s->decl->kind == DECL_FORMAL);
    if (is_variable && flow->is_copy[s->decl->id])
        return set_view(&flow->set[s->decl->id]);
    if (is_variable)
        return single(flow, (structure_object){s->decl, intern(flow->ctx->names, "")});
    if (s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl->body)
        return set_view(&flow->set[s->child[0]->decl->id]);
    if ((s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) || is_first)
        return structure_flow_pointer(flow, s->child[0]);
    if (s->kind == SYNTAX_MEMBER)
        return members_of(flow,
                          s->is_arrow ? structure_flow_pointer(flow, s->child[0])
                                      : structure_flow_place(flow, s->child[0]),
                          s->member);
    return anywhere;
}

static structure_set both(structure_flow *flow, structure_set a, structure_set b)
{
    target_set sum = {0};
    bool before = flow->has_grown;
    set_add_all(flow, &sum, a);
    set_add_all(flow, &sum, b);
    flow->has_grown = before;
    return set_view(&sum);
}

static structure_set loaded(structure_flow *flow, const syntax *s)
{
    structure_set of = s->is_arrow ? structure_flow_pointer(flow, s->child[0])
                                   : structure_flow_place(flow, s->child[0]);
    structure_set sum = {0, NULL, of.is_open};
    for (int i = 0; i < of.count; i++)
        sum = both(flow, sum, set_view(member_set(flow, of.data[i], s->member)));
    return sum;
}

structure_set structure_flow_pointer(structure_flow *flow, const syntax *s)
{
    s = without_casts(s);
    if (s->kind == SYNTAX_INT && s->value == 0)
        return nowhere;
    if (!is_record_pointer(s->type))
        return anywhere;
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind != DECL_FUNCTION &&
        (s->decl->type->kind == TYPE_POINTER || s->decl->kind == DECL_FORMAL))
        return set_view(&flow->set[s->decl->id]);
    if (s->kind == SYNTAX_MEMBER && s->type->kind == TYPE_POINTER)
        return loaded(flow, s);
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && is_record(s->child[0]->type))
        return structure_flow_place(flow, s->child[0]);
    if (s->kind == SYNTAX_CONDITIONAL)
        return both(flow, structure_flow_pointer(flow, s->child[1]),
                    structure_flow_pointer(flow, s->child[2]));
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE)
        return structure_flow_pointer(flow, s->child[1]);
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        return structure_flow_pointer(flow, s->child[1]);
    if (s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl->body)
        return set_view(&flow->set[s->child[0]->decl->id]);
    return anywhere;
}

/* --- New memory ------------------------------------------------------------------------------ */

/* Does `s` ask for the memory of one structure of so many bytes? */
static bool asks_for_one(const syntax *s, int64_t bytes)
{
    s = without_casts(s);
    memory_use use = s->kind == SYNTAX_CALL && syntax_callee_name(s)
                         ? memory_use_of(s->child[0]->decl)
                         : MEMORY_NONE;
    bool is_aligned = use && strcmp(s->child[0]->decl->name, "aligned_alloc") == 0;
    int64_t product = 1;
    if (use != MEMORY_UNSET && use != MEMORY_ZERO)
        return false;
    for (int i = is_aligned ? 2 : 1; i < s->child_count; i++) {
        if (s->child[i]->kind != SYNTAX_INT || s->child[i]->value <= 0 ||
            s->child[i]->value > bytes)
            return false;
        product *= s->child[i]->value;
    }
    return bytes > 0 && product == bytes;
}

/* --- How often things are executed -------------------------------------------------------------
 */

static bool is_loop(const syntax *s)
{
    return s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
}

/* `value` is what the pointer is set to. */
static void count_allocation(walk *w, const decl *to, const syntax *value)
{
    bool is_pointer = to && to->kind == DECL_VARIABLE && to->type->kind == TYPE_POINTER;
    if (is_pointer && asks_for_one(value, to->type->target->bytes))
        w->flow->allocations[to->id] += w->loops ? 2 : 1;
}

/* A structure is set as a whole. */
static void count_set(walk *w, const decl *d, const syntax *value)
{
    bool is_call = value->kind == SYNTAX_CALL && syntax_callee_name(value) &&
                   value->child[0]->decl->body && !w->loops;
    if (is_record(d->type))
        w->flow->sets[d->id] += is_call ? 1 : 2;
}

static void count(walk *w, const syntax *s)
{
    structure_flow *flow = w->flow;
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    const decl *callee = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (callee) {
        flow->calls[callee->id]++;
        flow->caller[callee->id] = w->function;
        flow->call[callee->id] = s;
        flow->is_again[callee->id] |= w->loops > 0;
    }
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION)
        flow->is_pointed[s->decl->id] = true;
    if (s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl) {
        count_allocation(w, s->child[0]->decl, s->child[1]);
        count_set(w, s->child[0]->decl, s->child[1]);
    }
    w->loops += is_loop(s);
    for (int i = callee ? 1 : 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (d && d->init) {
            count_allocation(w, d, d->init);
            count_set(w, d, d->init);
        }
        count(w, syntax_part(s, i));
    }
    w->loops -= is_loop(s);
}

bool structure_flow_is_once(const structure_flow *flow, const decl *f)
{
    for (int depth = 0; f && depth < flow->source->function_count; depth++) {
        if (strcmp(f->name, "main") == 0)
            return flow->calls[f->id] == 0;
        if (flow->calls[f->id] != 1 || flow->is_again[f->id] || flow->is_pointed[f->id])
            return false;
        f = flow->caller[f->id];
    }
    return false;
}

const syntax *structure_flow_only_call(const structure_flow *flow, const decl *f)
{
    return structure_flow_is_once(flow, f) ? flow->call[f->id] : NULL;
}

bool structure_flow_is_pointed(const structure_flow *flow, const decl *f)
{
    return flow->is_pointed[f->id];
}

bool structure_flow_is_made_again(const structure_flow *flow, const decl *pointer)
{
    return flow->allocations[pointer->id] == 1 && !structure_flow_is_once(flow, pointer->function);
}

const decl *structure_flow_called_again(const structure_flow *flow, const decl *f)
{
    for (int depth = 0; f && depth < flow->source->function_count; depth++) {
        if (flow->is_again[f->id] || flow->is_pointed[f->id] || strcmp(f->name, "main") == 0)
            return NULL;
        if (flow->calls[f->id] > 1)
            return f;
        f = flow->calls[f->id] ? flow->caller[f->id] : NULL;
    }
    return NULL;
}

/* --- Copies ------------------------------------------------------------------------------------
 */

/* The structure that `s` is, or a member in it. */
static decl *structure_named(const syntax *s)
{
    while (s->kind == SYNTAX_MEMBER && !s->is_arrow)
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl && is_record(s->decl->type) ? s->decl : NULL;
}

/* A formal is as good as what it is passed where the function leaves its members as they are: also
 * arrays, of which it has its own. */
static void find_changed(structure_flow *flow, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    bool changes = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    bool is_array = s->kind == SYNTAX_MEMBER && s->type && s->type->kind == TYPE_ARRAY;
    const decl *d = changes ? structure_named(s->child[0]) : is_array ? structure_named(s) : NULL;
    if (d && d->kind == DECL_FORMAL)
        flow->is_copy[d->id] = false;
    for (int i = 0; i < s->child_count; i++)
        find_changed(flow, syntax_part(s, i));
}

/* Formals, and variables that are set as a whole once, by a function that is executed once: by then
 * what that has returned is nowhere else. */
static void find_copies(structure_flow *flow)
{
    const c_program *source = flow->source;
    for (int i = 0; i < source->decl_count; i++) {
        const decl *d = source->decls[i];
        bool is = d->kind == DECL_FORMAL ? d->function && !flow->is_pointed[d->function->id]
                                         : d->kind == DECL_VARIABLE && flow->sets[i] == 1;
        flow->is_copy[i] = is && is_record(d->type);
    }
    for (int i = 0; i < source->function_count; i++)
        find_changed(flow, source->functions[i]->body);
}

bool structure_flow_is_returned(const structure_flow *flow, const decl *d)
{
    const target_set *set = &flow->set[d->function->id];
    for (int i = 0; i < set->of.count; i++)
        if (set->of.data[i].whole == d && is_record(d->type))
            return true;
    return false;
}

bool structure_flow_is_copy(const structure_flow *flow, const decl *d)
{
    return flow->is_copy[d->id];
}

/* --- Assignments ------------------------------------------------------------------------------
 */

static void visit(walk *w, const syntax *s);

/* Opens all members of that name; null: all. */
static void open_named(structure_flow *flow, const char *name)
{
    for (int i = 0; i < flow->members.count; i++)
        if (!name || flow->members.data[i].name == name)
            open_set(flow, &flow->members.data[i].set);
}

/* What is stored in the place `left`, a pointer to structures, may be any of them. */
static void store(walk *w, const syntax *left, structure_set value)
{
    structure_flow *flow = w->flow;
    if (left->kind == SYNTAX_NAME && left->decl && left->decl->kind != DECL_FUNCTION)
        set_add_all(flow, &flow->set[left->decl->id], value);
    if (left->kind != SYNTAX_MEMBER)
        return; /* by the address of a pointer, which is open then */
    structure_set of = left->is_arrow ? structure_flow_pointer(flow, left->child[0])
                                      : structure_flow_place(flow, left->child[0]);
    for (int i = 0; i < of.count; i++)
        set_add_all(flow, member_set(flow, of.data[i], left->member), value);
    if (of.is_open)
        open_named(flow, left->member);
}

static structure_set value_of(walk *w, const decl *to, const syntax *value)
{
    structure_flow *flow = w->flow;
    if (!to || to->kind != DECL_VARIABLE || to->type->kind != TYPE_POINTER ||
        !asks_for_one(value, to->type->target->bytes))
        return structure_flow_pointer(flow, value);
    if (!to->member_count || flow->allocations[to->id] != 1 ||
        !structure_flow_is_once(flow, w->function))
        return anywhere;
    return single(flow, (structure_object){to->members[0], intern(flow->ctx->names, "")});
}

/* The structures that `value` has the members of: of a call, once that is executed once. */
static structure_set copied(walk *w, const syntax *value)
{
    if (value->kind == SYNTAX_CALL && !(syntax_callee_name(value) && value->child[0]->decl->body &&
                                        structure_flow_is_once(w->flow, value->child[0]->decl)))
        return anywhere;
    return structure_flow_place(w->flow, value);
}

/* A structure is given new values as a whole. */
static void copy(walk *w, structure_set to)
{
    open_members(w->flow, to);
    if (to.is_open)
        open_named(w->flow, NULL);
}

static void take_list(walk *w, structure_object of, const syntax *list)
{
    structure_flow *flow = w->flow;
    for (int i = 0; i < list->child_count; i++) {
        const c_member *m = i < list->type->member_count ? &list->type->members[i] : NULL;
        const structure_set one = single(flow, of);
        if (!m || !m->name)
            copy(w, one);
        else if (is_record_pointer(m->type) && m->type->kind == TYPE_POINTER)
            set_add_all(flow, member_set(flow, of, m->name),
                        structure_flow_pointer(flow, list->child[i]));
        else if (is_record(m->type) && list->child[i]->kind == SYNTAX_INIT_LIST)
            take_list(w, members_of(flow, one, m->name).data[0], list->child[i]);
        else if (is_record(m->type))
            copy(w, members_of(flow, one, m->name));
    }
}

static void visit_declared(walk *w, decl *d)
{
    if (!d->init)
        return;
    structure_object whole = {d, intern(w->flow->ctx->names, "")};
    if (is_record_pointer(d->type) && d->type->kind == TYPE_POINTER)
        set_add_all(w->flow, &w->flow->set[d->id], value_of(w, d, d->init));
    else if (is_record(d->type) && d->init->kind == SYNTAX_INIT_LIST)
        take_list(w, whole, d->init);
    else if (is_record(d->type) && w->flow->is_copy[d->id])
        set_add_all(w->flow, &w->flow->set[d->id], copied(w, d->init));
    else if (is_record(d->type))
        copy(w, single(w->flow, whole));
    visit(w, d->init);
}

static void visit_call(walk *w, const syntax *s)
{
    structure_flow *flow = w->flow;
    decl *f = syntax_callee_name(s) ? s->child[0]->decl : NULL;
    for (int i = 1; i < s->child_count; i++) {
        decl *formal = f && f->body && i <= f->formal_count ? f->formals[i - 1] : NULL;
        const syntax *given = without_casts(s->child[i]);
        if (formal && is_record_pointer(formal->type))
            set_add_all(flow, &flow->set[formal->id], structure_flow_pointer(flow, given));
        else if (formal && is_record(formal->type) && flow->is_copy[formal->id])
            set_add_all(flow, &flow->set[formal->id], copied(w, given));
        else if (formal && is_record(formal->type))
            copy(w, single(flow, (structure_object){formal, intern(flow->ctx->names, "")}));
        else if (!formal && f && is_record_pointer(given->type) && library_may_write(f, i - 1))
            open_members(flow, structure_flow_pointer(flow, given));
    }
}

/* The address of a pointer is taken, or it is moved: it may be set to anything. */
static void lose(walk *w, const syntax *s)
{
    if (is_record_pointer(s->type) && s->type->kind == TYPE_POINTER)
        store(w, s, anywhere);
}

static void visit_assignment(walk *w, const syntax *s)
{
    const syntax *left = s->child[0];
    if (is_record(left->type) && left->kind == SYNTAX_NAME && left->decl &&
        w->flow->is_copy[left->decl->id])
        set_add_all(w->flow, &w->flow->set[left->decl->id], copied(w, s->child[1]));
    else if (is_record(left->type))
        copy(w, structure_flow_place(w->flow, left));
    else if (is_record_pointer(left->type) && s->op == OPERATOR_NONE)
        store(w, left, value_of(w, left->kind == SYNTAX_NAME ? left->decl : NULL, s->child[1]));
    else
        lose(w, left);
}

static void open_formals(structure_flow *flow, const decl *f)
{
    for (int i = 0; i < f->formal_count; i++)
        open_set(flow, &flow->set[f->formals[i]->id]);
}

static void visit(walk *w, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION)
        open_formals(w->flow, s->decl); /* it is called by its address */
    else if (s->kind == SYNTAX_CALL)
        visit_call(w, s);
    else if (s->kind == SYNTAX_ASSIGN)
        visit_assignment(w, s);
    else if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS)
        lose(w, s->child[0]);
    else if (s->kind == SYNTAX_RETURN && s->child[0] && is_record_pointer(s->child[0]->type))
        set_add_all(w->flow, &w->flow->set[w->function->id],
                    structure_flow_pointer(w->flow, s->child[0]));
    else if (s->kind == SYNTAX_RETURN && s->child[0] && is_record(s->child[0]->type))
        set_add_all(w->flow, &w->flow->set[w->function->id],
                    structure_flow_place(w->flow, s->child[0]));
    if (s->kind == SYNTAX_DECLARATION) {
        for (int i = 0; i < s->child_count; i++)
            visit_declared(w, s->child[i]->decl);
        return;
    }
    bool is_named_call = s->kind == SYNTAX_CALL && syntax_callee_name(s);
    for (int i = is_named_call ? 1 : 0; i < s->child_count; i++)
        visit(w, s->child[i]);
}

/* --- Addresses that are not followed -----------------------------------------------------------
 */

static bool is_kept_argument(const syntax *call, int i)
{
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    const decl *formal = f && f->body && i <= f->formal_count ? f->formals[i - 1] : NULL;
    return formal ? is_record_pointer(formal->type)
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
    bool is_condition = i == 0 && (s->kind == SYNTAX_IF || s->kind == SYNTAX_WHILE ||
                                   s->kind == SYNTAX_CONDITIONAL);
    bool is_first = s->kind == SYNTAX_SUBSCRIPT && i == 0 && s->child[1]->kind == SYNTAX_INT &&
                    s->child[1]->value == 0;
    bool is_passed_on =
        is_record_pointer(s->type) && (s->kind == SYNTAX_CONDITIONAL || s->kind == SYNTAX_CAST ||
                                       (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA));
    if (is_condition || is_first || is_passed_on || s->kind == SYNTAX_MEMBER ||
        s->kind == SYNTAX_RETURN || s->kind == SYNTAX_BLOCK || s->kind == SYNTAX_FOR)
        return true;
    if (s->kind == SYNTAX_UNARY)
        return s->op == OPERATOR_DEREF || s->op == OPERATOR_NOT;
    if (s->kind == SYNTAX_BINARY)
        return s->op >= OPERATOR_LOGICAL_AND && s->op <= OPERATOR_NE;
    if (s->kind == SYNTAX_ASSIGN)
        return s->op == OPERATOR_NONE && is_record_pointer(s->child[0]->type) &&
               (i == 0 || is_known_place(flow, s->child[0]));
    if (s->kind == SYNTAX_INIT_LIST)
        return s->type && i < s->type->member_count && is_record_pointer(s->type->members[i].type);
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
    const syntax *value = without_casts(d->init);
    if (value && is_record_pointer(value->type) && !is_record_pointer(d->type))
        lose_structures(flow, value);
    find_lost(flow, d->init);
}

static void find_lost(structure_flow *flow, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *child = s->kind == SYNTAX_CALL ? without_casts(s->child[i]) : s->child[i];
        if (s->kind == SYNTAX_DECLARATION) {
            find_lost_value(flow, s->child[i]->decl);
            continue;
        }
        if (child && is_record_pointer(child->type) && !is_kept(flow, s, i))
            lose_structures(flow, child);
        find_lost(flow, child);
    }
}

bool structure_flow_is_lost(const structure_flow *flow, const decl *whole)
{
    return flow->is_lost[whole->id];
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

structure_flow *structure_flow_find(fp_context *ctx, const c_program *source)
{
    const int decls = source->decl_count;
    structure_flow *flow = ARENA_NEW(ctx->arena, structure_flow);
    flow->ctx = ctx;
    flow->source = source;
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
    walk w = {.flow = flow};
    for (int i = 0; i < source->function_count; i++) {
        w.function = source->functions[i];
        w.loops = syntax_has(w.function->body, SYNTAX_LABEL); /* all may run again */
        count(&w, w.function->body);
    }
    find_copies(flow);
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
    for (int i = 0; i < source->function_count; i++)
        find_lost(flow, source->functions[i]->body);
    for (int i = 0; i < decls; i++)
        if (!source->decls[i]->function && source->decls[i]->kind == DECL_VARIABLE)
            find_lost_value(flow, source->decls[i]);
    return flow;
}
