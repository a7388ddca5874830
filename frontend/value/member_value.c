/* What members of structures hold: the initialiser's value, or that of the only assignment. */

#include "frontend/value/member_value.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/value/array_constants.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer.h"
#include "frontend/value/member_uses.h"
#include "frontend/value/names.h"

/* From a variable to a part of it. */
typedef struct member_step {
    const char *member; /* null: an element of an array */
    const expr *index;
} member_step;

enum { STEPS_MOST = 8 };

typedef struct member_path {
    const decl *base;
    int count;
    member_step step[STEPS_MOST];
} member_path;

static bool push(member_path *p, const char *member, const expr *index)
{
    if (p->count == STEPS_MOST || (!member && !index))
        return false;
    p->step[p->count++] = (member_step){member, index};
    return true;
}

/* --- Which object --------------------------------------------------------------- */

/* So long may the way from a pointer to what it points to be, over formals. */
enum { POINTERS_MOST = 8 };

static bool find_pointed(lowering *lo, const syntax *s, int depth, member_path *out);
static bool find_object(lowering *lo, const syntax *s, int depth, member_path *out);

static bool is_same(const member_path *a, const member_path *b)
{
    bool same = a->base == b->base && a->count == b->count;
    for (int i = 0; i < a->count && same; i++)
        same = a->step[i].member == b->step[i].member && a->step[i].index == b->step[i].index;
    return same;
}

static bool is_fixed(const member_path *p)
{
    int64_t number;
    for (int i = 0; i < p->count; i++)
        if (!p->step[i].member && !expr_is_int(p->step[i].index, &number))
            return false;
    return true;
}

/* The only object that a pointer may lead to, or that a formal is passed. */
static bool follow_sources(lowering *lo, const decl *d, int depth, member_path *out)
{
    const record_uses *uses = value_record_uses(lo, d);
    bool is_found = false;
    if (depth >= POINTERS_MOST || uses->is_open || d->type->is_volatile || d->is_external ||
        (!value_is_record_pointer(d) && uses->changes.count))
        return false;
    for (int i = 0; i < uses->sources.count; i++) {
        const syntax *s = uses->sources.data[i];
        member_path one = {0};
        if (s->kind == SYNTAX_NAME && s->decl == d)
            continue; /* of a function that calls itself */
        bool is_one = value_is_record_pointer(d) ? find_pointed(lo, s, depth + 1, &one)
                                                 : find_object(lo, s, depth + 1, &one);
        if (!is_one || !is_fixed(&one) || (is_found && !is_same(&one, out)))
            return false;
        *out = one;
        is_found = true;
    }
    return is_found;
}

/* The object that the value of `s` is the address of; an element of an array ends in its index. */
static bool find_pointed(lowering *lo, const syntax *s, int depth, member_path *out)
{
    if (s->type && s->type->kind == TYPE_ARRAY)
        return find_object(lo, s, depth, out) && push(out, NULL, expr_int(lo->pool, 0));
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS)
        return find_object(lo, s->child[0], depth, out);
    return s->kind == SYNTAX_NAME && value_is_record_pointer(s->decl) &&
           follow_sources(lo, s->decl, depth, out);
}

static bool find_element(lowering *lo, const syntax *s, int depth, member_path *out)
{
    const syntax *array = s->child[0];
    const expr *index = value_integer(lo, s->child[1], false);
    int64_t number;
    if (!index)
        return false;
    if (array->type && array->type->kind == TYPE_ARRAY &&
        !(array->kind == SYNTAX_NAME && value_is_record_pointer(array->decl)))
        return find_object(lo, array, depth, out) && push(out, NULL, index);
    if (!find_pointed(lo, array, depth, out))
        return false;
    member_step *last = out->count ? &out->step[out->count - 1] : NULL;
    if (!last || last->member)
        return expr_is_int(index, &number) && number == 0;
    last->index = expr_add(lo->pool, last->index, index);
    return true;
}

static bool find_object(lowering *lo, const syntax *s, int depth, member_path *out)
{
    if (s->kind == SYNTAX_NAME) {
        out->base = s->decl;
        if (!value_is_record(s->decl))
            return false;
        return s->decl->kind == DECL_VARIABLE || follow_sources(lo, s->decl, depth, out);
    }
    if (s->kind == SYNTAX_MEMBER) {
        if (s->is_of_union) /* which may have been written as another member */
            return false;
        bool is_found = s->is_arrow ? find_pointed(lo, s->child[0], depth, out)
                                    : find_object(lo, s->child[0], depth, out);
        return is_found && push(out, s->member, NULL);
    }
    if (s->kind == SYNTAX_SUBSCRIPT)
        return find_element(lo, s, depth, out);
    return s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF &&
           find_pointed(lo, s->child[0], depth, out);
}

/* --- Initialisers ----------------------------------------------------------------- */

static bool is_whole(const c_type *type)
{
    return type && (type->kind == TYPE_RECORD || type->kind == TYPE_ARRAY);
}

/* Braces may be left out around what is in a structure or an array: then its parts follow one by
 * one. Strings are no such parts. */
static bool has_braces(const syntax *list, const c_type *of, int i)
{
    const syntax *value = i < list->child_count ? list->child[i] : NULL;
    return !value || !is_whole(of) || value->kind == SYNTAX_INIT_LIST ||
           value->kind == SYNTAX_STRING || (value->type && value->type->kind == TYPE_RECORD);
}

/* The position in the list of what a step leads to, and its type; -1: not known. */
static int64_t position_of(const syntax *list, const member_step *step, const c_type **of)
{
    const c_type *type = list->type;
    int64_t at = -1;
    if (!type || (list->child_count && list->child[0]->kind == SYNTAX_OTHER))
        return -1;
    if (!step->member) {
        *of = type->kind == TYPE_ARRAY ? type->target : NULL;
        bool is_plain = *of && expr_is_int(step->index, &at) && at >= 0;
        for (int i = 0; is_plain && i < list->child_count; i++)
            is_plain = has_braces(list, *of, i);
        return is_plain ? at : -1;
    }
    for (int i = 0; i < type->member_count; i++) {
        *of = type->members[i].type;
        if (!has_braces(list, *of, i))
            return -1;
        if (type->members[i].name == step->member)
            return i;
    }
    return -1;
}

/* Has the expression one value all through the program, wherever it is looked at? */
static bool is_steady(lowering *lo, const syntax *s)
{
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind != DECL_ENUMERATOR &&
        s->decl->kind != DECL_FUNCTION) {
        const decl_info *info = &lo->info[s->decl->id];
        return decl_is_integer(s->decl) && s->decl->kind == DECL_VARIABLE &&
               info->assignments == 1 && !info->is_assigned_in_loop &&
               !decl_is_changed_elsewhere(s->decl);
    }
    if (s->kind == SYNTAX_MEMBER)
        return value_of_member(lo, s, false) != NULL;
    const expr *const *elements;
    const decl *array =
        s->kind == SYNTAX_SUBSCRIPT && s->child[0]->kind == SYNTAX_NAME ? s->child[0]->decl : NULL;
    if (array && array->kind == DECL_VARIABLE && array->element && array->rank == 1)
        return is_steady(lo, s->child[1]) && value_elements(lo, array, &elements) > 0;
    if (s->kind == SYNTAX_CALL || s->kind == SYNTAX_ASSIGN)
        return false;
    for (int i = 0; i < s->child_count; i++)
        if (!is_steady(lo, s->child[i]))
            return false;
    return true;
}

/* `s` with what is passed for the formals of functions that are called once. */
static const syntax *with_arguments(lowering *lo, const syntax *s, int depth)
{
    enum { DEPTH_MOST = 8 };
    const decl *d =
        s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FORMAL ? s->decl : NULL;
    const syntax *call = d && decl_is_integer(d) && d->function ? d->function->only_call : NULL;
    if (call && depth < DEPTH_MOST && !lo->info[d->id].assignments) {
        for (int i = 0; i < d->function->formal_count && i + 1 < call->child_count; i++)
            if (d->function->formals[i] == d && c_type_holds(d->type, call->child[i + 1]->type))
                return with_arguments(lo, call->child[i + 1], depth + 1);
        return s;
    }
    if (!s->child_count || s->kind == SYNTAX_CALL)
        return s;
    syntax *copy = arena_copy(lo->ctx->arena, s, sizeof *copy);
    copy->child = ARENA_ARRAY(lo->ctx->arena, s->child_count, const syntax *);
    for (int i = 0; i < s->child_count; i++)
        copy->child[i] = s->child[i] ? with_arguments(lo, s->child[i], depth) : NULL;
    return copy;
}

static bool expr_mentions_name(const expr *e, const char *name)
{
    if (e->kind == EXPR_PARAM)
        return strcmp(e->u.param->name, name) == 0;
    for (int i = 0; i < expr_operand_count(e); i++)
        if (expr_mentions_name(e->u.op.operand[i], name))
            return true;
    return false;
}

/* Does it name a variable that each iteration of a loop over levels has one of? Elsewhere there is
 * nothing that would be called so. */
static bool names_copied(const syntax *s, const expr *value)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    int64_t number;
    if (d && d->origin && d->kind == DECL_VARIABLE && d->function && !expr_is_int(value, &number) &&
        expr_mentions_name(value, d->name))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (s->child[i] && names_copied(s->child[i], value))
            return true;
    return false;
}

/* The value of what is written for a member of that type. */
static const expr *written(lowering *lo, const syntax *s, const c_type *type)
{
    const directive_names *names = lo->reading.names;
    const expr *value = NULL;
    int64_t number;
    if (!type || type->kind != TYPE_INT || type->is_volatile)
        return NULL;
    s = with_arguments(lo, s, 0);
    if (!is_steady(lo, s))
        return NULL;
    lo->reading.names = value_names(lo, NULL, s->unit);
    value = value_integer(lo, s, true);
    lo->reading.names = names;
    if (!value || value->uses_loop_var || value->uses_coord || names_copied(s, value))
        return NULL;
    if (!expr_known(value, &number)) /* as `c.n = atoi(argv[1]);`: what that is, --set tells */
        return !s->converted && s->type && s->type->kind == TYPE_INT && c_type_holds(type, s->type)
                   ? value
                   : NULL;
    int bits = (int)type->bytes * 8 - !type->is_unsigned;
    bool is_small = bits >= 63 || (number < ((int64_t)1 << bits) &&
                                   number >= (type->is_unsigned ? 0 : -((int64_t)1 << bits)));
    return is_small && !type->is_bool ? value : NULL;
}

static const expr *known_param(lowering *lo, const member_path *p, const c_type *type,
                               bool allow_unknown);

/* The only value that the function returns; null: there are several, or none. */
static const syntax *returned(const syntax *s, int *count)
{
    const syntax *value = NULL;
    for (int i = 0; s && i < s->child_count; i++) {
        const syntax *one = returned(syntax_part(s, i), count);
        value = one ? one : value;
    }
    if (!s || s->kind != SYNTAX_RETURN)
        return value;
    ++*count;
    return s->child[0];
}

/* The list of `(struct size){.n = N}`; else `s`. */
static const syntax *literal_list(const syntax *s)
{
    const syntax *last =
        s && s->kind == SYNTAX_OTHER && s->child_count ? s->child[s->child_count - 1] : NULL;
    return last && is_whole(s->type) && last->kind == SYNTAX_INIT_LIST ? last : s;
}

/* The member that the steps from `from` on lead to, in a structure that is given as `s`: the list
 * of its members, another structure, or what a function returns. It has one value all through the
 * program, so that it does not matter when this is taken. */
static const expr *value_in(lowering *lo, const syntax *s, const member_path *p, int from,
                            const c_type *type)
{
    const c_type *of = type;
    s = literal_list(s);
    for (; from < p->count && s && s->kind == SYNTAX_INIT_LIST; from++) {
        int64_t at = position_of(s, &p->step[from], &of);
        if (at < 0)
            return NULL;
        if (at >= s->child_count) /* all that is in there is 0 */
            return expr_int(lo->pool, 0);
        s = literal_list(s->child[at]);
    }
    if (!s || from == p->count)
        return s ? written(lo, s, of) : NULL;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    int count = 0;
    const syntax *value = f && f->only_call == s ? returned(f->body, &count) : NULL;
    if (f)
        return value && count == 1 ? value_in(lo, value, p, from, type) : NULL;
    member_path other = {0};
    if (!find_object(lo, s, 0, &other) || !other.base->where.file)
        return NULL;
    for (int i = from; i < p->count; i++)
        if (!push(&other, p->step[i].member, p->step[i].index))
            return NULL;
    return is_fixed(&other) && !is_same(&other, p) ? known_param(lo, &other, type, true) : NULL;
}

/* --- Parameters ------------------------------------------------------------------------ */

static const char *key_of(lowering *lo, const member_path *p)
{
    const char *key = "";
    for (int i = 0; i < p->count; i++)
        if (p->step[i].member)
            key = arena_printf(lo->ctx->arena, "%s.%s", key, p->step[i].member);
    return key;
}

static const char *name_of(lowering *lo, const member_path *p)
{
    const char *name = p->base->name;
    int64_t at = 0;
    for (int i = 0; i < p->count; i++)
        if (p->step[i].member)
            name = arena_printf(lo->ctx->arena, "%s.%s", name, p->step[i].member);
        else if (expr_is_int(p->step[i].index, &at))
            name = arena_printf(lo->ctx->arena, "%s[%lld]", name, (long long)at);
    return intern(lo->ctx->names, name);
}

static bool is_const(const decl *d)
{
    return d->type->is_const || d->element->is_const;
}

/* What is known of the member over the whole program. */
typedef struct member_state {
    int changes;
    const member_change *only; /* null: none, or several */
    bool in_loop;
} member_state;

static member_state state_of(lowering *lo, const member_path *p)
{
    const record_uses *uses = value_record_uses(lo, p->base);
    const char *key = key_of(lo, p);
    member_state state = {.in_loop = uses->is_in_loop};
    for (int i = 0; i < uses->changes.count && !is_const(p->base); i++) {
        const member_change *change = &uses->changes.data[i];
        if (!value_changes_member(change, key))
            continue;
        state.only = state.changes++ ? NULL : change;
        state.in_loop |= change->in_loop;
    }
    return state;
}

/* The value of the only assignment, of a structure that nothing has looked at before. */
static const expr *assigned_value(lowering *lo, const member_path *p, const c_type *type,
                                  const member_change *change)
{
    const decl *f = change->function;
    /* In a loop it is the same each time, as what is written has one value. */
    bool is_repeated = change->in_loop && !change->is_conditional && p->base->function &&
                       !p->base->is_static && !p->base->init;
    bool is_plain = (change->is_certain || is_repeated) && change->value && f &&
                    (f == p->base->function || strcmp(f->name, "main") == 0 || f->only_call);
    int from = 0; /* a structure around it may be set as a whole */
    for (const char *key = change->key; *key; key++)
        from += *key == '.';
    for (int i = 0; i < p->count; i++)
        is_plain = is_plain && p->step[i].member; /* of an array's elements, which one? */
    return is_plain && from <= p->count && !value_is_record_read_before(p->base, change)
               ? value_in(lo, change->value, p, from, type)
               : NULL;
}

/* May one number stand for the member wherever it is asked for? It has one initialiser and no
 * assignment, or an assignment that nothing looks before. */
static bool is_single(const member_path *p, const member_state *state)
{
    const decl *f = p->base->function;
    bool is_once =
        state->changes == 0 || (state->only && state->only->value && state->only->is_certain &&
                                !value_is_record_read_before(p->base, state->only));
    return is_once && !state->in_loop && (!f || p->base->is_static || strcmp(f->name, "main") == 0);
}

static bool has_no_index(const member_path *p)
{
    for (int i = 0; i < p->count; i++)
        if (!p->step[i].member)
            return false;
    return true;
}

static const expr *new_param(lowering *lo, const member_path *p, const c_type *type,
                             const char *name)
{
    const decl *d = p->base;
    const member_state state = state_of(lo, p);
    bool is_fixed_here =
        !d->type->is_volatile && !d->element->is_volatile && !d->is_replaceable && !d->is_coarray;
    const expr *value = NULL;
    if (is_fixed_here && !state.changes && (d->is_static || !d->function || !state.in_loop))
        value = value_in(lo, p->base->init, p, 0, type);
    else if (is_fixed_here && state.only)
        value = assigned_value(lo, p, type, state.only);
    int64_t number;
    if (!value && !is_single(p, &state))
        return NULL;
    if (value && !expr_is_int(value, &number))
        return value; /* as `int last = N - 1;` is N - 1 */
    param *made =
        expr_new_param(lo->pool, is_const(d) ? PARAM_CONSTANT : PARAM_VARIABLE, name, d->where);
    made->value = value;
    made->is_unsigned = type->is_unsigned;
    made->is_pointed = d->whole && d->whole->rank > 0;
    made->is_assumption = !is_const(d) && value;
    if (state.only && strcmp(state.only->key, key_of(lo, p)) == 0 && has_no_index(p))
        made->assigned = state.only->where;
    made->provenance = !value          ? "not known before the program runs"
                       : is_const(d)   ? "const"
                       : state.changes ? "from its only assignment"
                                       : "from its initialiser";
    return expr_param(lo->pool, made);
}

/* Of a path whose indices are numbers. */
static const expr *param_of_path(lowering *lo, const member_path *p, const c_type *type)
{
    const char *name = name_of(lo, p);
    for (int i = 0; i < lo->found.members.count; i++)
        if (lo->found.members.data[i].base == p->base && lo->found.members.data[i].name == name)
            return lo->found.members.data[i].value;
    const int at = lo->found.members.count;
    VEC_PUSH(lo->ctx->arena, &lo->found.members, ((member_param){.base = p->base, .name = name}));
    const expr *value = new_param(lo, p, type, name);
    lo->found.members.data[at].value = value;
    return value;
}

static const expr *known_param(lowering *lo, const member_path *p, const c_type *type,
                               bool allow_unknown)
{
    const expr *e = param_of_path(lo, p, type);
    bool is_unknown = e && e->kind == EXPR_PARAM && !e->u.param->value &&
                      e->u.param->name == name_of(lo, p); /* and not a variable that it is set to */
    return is_unknown && !allow_unknown ? NULL : e;
}

/* One of the elements of the variable, by an index that moves. */
static const expr *chosen(lowering *lo, const member_path *p, const c_type *type)
{
    enum { MOST = 256 };
    const int64_t count = p->base->rank == 1 ? p->base->count[0] : -1;
    if (count <= 0 || count > MOST || p->step[0].member)
        return NULL;
    const expr **element = ARENA_ARRAY(lo->ctx->arena, count, const expr *);
    member_path one = *p;
    for (int i = 0; i < count; i++) {
        one.step[0].index = expr_int(lo->pool, i);
        element[i] = is_fixed(&one) ? known_param(lo, &one, type, false) : NULL;
        if (!element[i])
            return NULL;
    }
    return value_choice(lo, element, (int)count, p->step[0].index);
}

/* The pointer to the structure may lead to another one, that it has been exchanged with, whose
 * member must be the same. */
static bool is_same_in_others(lowering *lo, const member_path *p, const c_type *type,
                              const expr *value)
{
    const c_program *source = lo->source;
    int64_t here, there;
    for (int i = 0; i < source->structure_exchange_count; i++) {
        const structure_exchange *x = &source->structure_exchanges[i];
        bool is_in = false;
        for (int k = 0; k < x->structure_count; k++)
            is_in |= x->structure[k] == p->base;
        for (int k = 0; is_in && k < x->structure_count; k++) {
            member_path other = *p;
            other.base = x->structure[k];
            const expr *e = is_fixed(p) ? known_param(lo, &other, type, false) : NULL;
            if (!value || !e ||
                (e != value &&
                 !(expr_known(e, &there) && expr_known(value, &here) && here == there)))
                return false;
        }
    }
    return true;
}

const expr *value_of_member(lowering *lo, const syntax *s, bool allow_unknown)
{
    member_path p = {0};
    if (!s->type || s->type->kind != TYPE_INT || s->is_bit_field || !find_object(lo, s, 0, &p) ||
        !p.count || !p.step[p.count - 1].member || !p.base->where.file)
        return NULL;
    const expr *value =
        is_fixed(&p) ? known_param(lo, &p, s->type, allow_unknown) : chosen(lo, &p, s->type);
    return is_same_in_others(lo, &p, s->type, value) ? value : NULL;
}
