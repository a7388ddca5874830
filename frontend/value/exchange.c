#include "frontend/value/exchange.h"

#include <string.h>

#include "frontend/value/access_path.h"
#include "frontend/value/exchange_formal.h"
#include "frontend/value/exchange_run.h"
#include "frontend/value/exchange_stand_in.h"
#include "frontend/value/flow_log.h"
#include "frontend/value/member.h"

typedef struct exchange_table exchange_table;
struct exchange_table {
    VEC(pointer_exchange) all;
    VEC(const decl *) pointers;  /* that they exchange */
    VEC(const decl *) helpers;   /* t of t = u; u = v; v = t */
    VEC(const decl *) refused;   /* of both, what is assigned or looked at elsewhere, too */
    bool *leads;                 /* by a function's id: it, or what it calls, exchanges */
    VEC(const decl *) stand_ins; /* pointers that stand for these arrays, which `pointers` has */
    VEC(const decl *) arrays;
    formal_calls *calls;
};

/* --- Which there are ------------------------------------------------------------------------ */

static bool is_among(const decl *const *list, int count, const decl *d)
{
    for (int i = 0; i < count; i++)
        if (list[i] == d)
            return true;
    return false;
}

#define ADD_DECL(lo, vec, d)                                                                       \
    do {                                                                                           \
        if (!is_among((vec)->data, (vec)->count, d))                                               \
            VEC_PUSH((lo)->ctx->arena, vec, d);                                                    \
    } while (0)

/* The array of a variable, or of a member, that is a mapped pointer, or of a formal that always
 * gets a mapped one; or null. */
static const variable *mapped(const lowering *lo, const decl *d)
{
    const variable *v = lo->info[d->id].var;
    bool is_pointer = d->type && d->type->kind == TYPE_POINTER && v && v->rank;
    if (is_pointer && d->kind == DECL_FORMAL)
        return exchange_formals_fit(lo->exchanges->calls, &d, 1) ? v : NULL;
    const decl *array = is_pointer && !v->align ? exchange_stands_for(lo, d) : NULL;
    if (array)
        return lo->info[array->id].var;
    return is_pointer && d->kind == DECL_VARIABLE && v->align ? v : NULL;
}

static bool is_mapped(const void *lo, const decl *d)
{
    return mapped(lo, d) != NULL;
}

static void keep(void *data, const exchange_run *r, exchange_statements found)
{
    lowering *lo = data;
    arena *a = lo->ctx->arena;
    exchange_table *t = lo->exchanges;
    pointer_exchange x = {.first = found.statement[found.is_apart],
                          .following = found.count - found.is_apart,
                          .count = found.count,
                          .statement = found.statement};
    const decl **pointers = ARENA_ARRAY(a, r->count, const decl *);
    int *from = ARENA_ARRAY(a, r->count, int), *at = ARENA_ARRAY(a, r->count, int);
    for (int i = 0; i < r->count; i++)
        if (exchange_takes_part(r, i) && r->holds[i] != i) {
            at[i] = x.pointer_count;
            pointers[x.pointer_count++] = r->cell[i];
        } else if (!exchange_takes_part(r, i) && !r->is_inner[i]) {
            ADD_DECL(lo, &t->helpers, r->cell[i]);
        }
    for (int i = 0, k = 0; i < r->count; i++)
        if (exchange_takes_part(r, i) && r->holds[i] != i)
            from[k++] = at[r->holds[i]];
    x.is_by_value = pointers[0]->kind == DECL_FORMAL;
    bool is_fit = !x.is_by_value || exchange_formals_fit(t->calls, pointers, x.pointer_count);
    for (int i = 0; i < x.pointer_count; i++) {
        ADD_DECL(lo, &t->pointers, pointers[i]);
        if (!is_fit || (pointers[i]->kind == DECL_FORMAL) != x.is_by_value ||
            !exchange_is_same_shape(mapped(lo, pointers[0]), mapped(lo, pointers[i])))
            for (int k = 0; k < x.pointer_count; k++)
                ADD_DECL(lo, &t->refused, pointers[k]);
    }
    x.pointer = pointers;
    x.from = from;
    VEC_PUSH(a, &t->all, x);
}

/* The array of the structure that is called as `member` is in its own; null: there is none. */
static const decl *same_member(const lowering *lo, const decl *structure, const decl *member)
{
    for (int i = 0; i < structure->member_count; i++) {
        const decl *d = structure->members[i];
        const variable *v = lo->info[d->id].var;
        if (v && v->rank && v->align && d->kind == DECL_VARIABLE &&
            strcmp(strchr(d->name, '.'), strchr(member->name, '.')) == 0)
            return d;
    }
    return NULL;
}

static void report_structures(const lowering *lo, const structure_exchange *x, const decl *member)
{
    diag *one = diag_report(lo->ctx->diags, DIAG_ERROR, "not-analysed", x->statement[0]->where,
                            "pointers to structures are exchanged here, and '%s' cannot be: it "
                            "has another shape or mapping than that of the other structure, or is "
                            "set to memory that it does not have alone",
                            member->name);
    diag_note(one, member->where, "'%s' is declared here", member->name);
}

/* The arrays that are members of structures whose pointers are exchanged. */
static void keep_structures(lowering *lo, const structure_exchange *s)
{
    arena *a = lo->ctx->arena;
    exchange_table *t = lo->exchanges;
    const decl *first = s->structure[0];
    pointer_exchange x = {.first = s->statement[s->is_apart],
                          .following = s->count - s->is_apart,
                          .count = s->count,
                          .statement = s->statement,
                          .of = s};
    const decl **pointers = ARENA_ARRAY(a, first->member_count * s->structure_count, const decl *);
    int *from = ARENA_ARRAY(a, first->member_count * s->structure_count, int);
    for (int i = 0; i < first->member_count; i++) {
        const int begin = x.pointer_count;
        const decl *member = same_member(lo, first, first->members[i]);
        for (int k = 0; member && k < s->structure_count; k++) {
            const decl *d = same_member(lo, s->structure[k], member);
            if (lo->has_remaps || !d ||
                !exchange_is_same_shape(lo->info[member->id].var, lo->info[d->id].var)) {
                report_structures(lo, s, member);
                return;
            }
            pointers[x.pointer_count++] = d;
            from[begin + k] = begin + s->from[k];
            ADD_DECL(lo, &t->pointers, d);
        }
    }
    x.pointer = pointers;
    x.from = from;
    if (x.pointer_count)
        VEC_PUSH(a, &t->all, x);
}

/* --- What else is done with the pointers -------------------------------------------------------
 */

/* Memory that nothing else names? */
static bool is_fresh(const syntax *value)
{
    value = syntax_without_casts(value);
    bool is_call = value->kind == SYNTAX_CALL;
    while (value->kind == SYNTAX_ASSIGN && value->op == OPERATOR_NONE) /* u = v = NULL */
        value = syntax_without_casts(value->child[1]);
    return is_call || value->kind == SYNTAX_INT;
}

static void refuse(lowering *lo, const decl *d)
{
    exchange_table *t = lo->exchanges;
    if (d && (is_among(t->pointers.data, t->pointers.count, d) ||
              is_among(t->helpers.data, t->helpers.count, d)))
        ADD_DECL(lo, &t->refused, d);
}

static const decl *named(const syntax *s)
{
    s = syntax_without_casts(s);
    return s && s->kind == SYNTAX_NAME ? s->decl : NULL;
}

/* A structure that is named as a whole may be assigned with its members. */
static void refuse_members(lowering *lo, const decl *d)
{
    for (int i = 0; d && d->rank == 0 && i < d->member_count; i++)
        refuse(lo, d->members[i]);
}

/* Does argument i of the call go to a pointer to structures? The members by that have been given
 * their variables' names, but for those that refuse_unnamed() finds. */
static bool is_followed_address(const syntax *call, int i)
{
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    const syntax *s = syntax_without_casts(call->child[i]);
    return f && f->body && i > 0 && i <= f->formal_count && s->kind == SYNTAX_UNARY &&
           s->op == OPERATOR_ADDRESS && s->child[0]->kind == SYNTAX_NAME &&
           s->child[0]->type->kind == TYPE_RECORD &&
           f->formals[i - 1]->type->kind == TYPE_POINTER &&
           f->formals[i - 1]->type->target->kind == TYPE_RECORD;
}

/* A structure's address that a pointer to structures is set to: likewise. */
static bool is_followed_value(const c_type *to, const syntax *value)
{
    const syntax *s = syntax_without_casts(value);
    return s && s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS &&
           s->child[0]->kind == SYNTAX_NAME && s->child[0]->type->kind == TYPE_RECORD && to &&
           to->kind == TYPE_POINTER && to->target->kind == TYPE_RECORD;
}

/* A member of a structure that is not known. */
static void refuse_unnamed(lowering *lo, const char *member)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        const char *dot = d->whole && d->kind == DECL_VARIABLE ? strrchr(d->name, '.') : NULL;
        if (dot && strcmp(dot + 1, member) == 0)
            refuse(lo, d);
    }
}

/* Refuses the pointers that `s` sets to something else, and helpers that it looks at. */
static void check_others(lowering *lo, const syntax *s)
{
    if (!s || exchange_has(lo, s))
        return;
    const decl *to = s->kind == SYNTAX_ASSIGN ? named(s->child[0]) : NULL;
    bool is_formal = to && to->kind == DECL_FORMAL; /* whose memory is the caller's */
    bool is_set = s->kind == SYNTAX_ASSIGN && !exchange_begins_stand_in(lo, s) &&
                  (s->op != OPERATOR_NONE || is_formal || !is_fresh(s->child[1]));
    bool is_moved = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS;
    bool is_member = s->kind == SYNTAX_MEMBER && !s->is_arrow && s->child[0]->kind == SYNTAX_NAME;
    if (is_set || is_moved)
        refuse(lo, named(s->child[0]));
    if (s->kind == SYNTAX_NAME && s->decl) {
        if (is_among(lo->exchanges->helpers.data, lo->exchanges->helpers.count, s->decl))
            refuse(lo, s->decl);
        refuse_members(lo, s->decl);
    }
    if (s->kind == SYNTAX_MEMBER && !s->is_reported)
        refuse_unnamed(lo, s->member);
    for (int i = 0; i < s->child_count && !is_member; i++) {
        if ((s->kind == SYNTAX_CALL && is_followed_address(s, i)) ||
            (s->kind == SYNTAX_ASSIGN && is_followed_value(s->child[0]->type, s->child[i])))
            continue;
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (!d)
            check_others(lo, s->child[i]);
        else if (d->init && !is_fresh(d->init) && !exchange_stands_for(lo, d))
            refuse(lo, d);
        if (d && !is_followed_value(d->type, d->init))
            check_others(lo, d->init);
    }
}

static bool is_refused(const lowering *lo, const pointer_exchange *x)
{
    const exchange_table *t = lo->exchanges;
    exchange_run r = {.kind = {.is_of = is_mapped, .data = lo}};
    for (int k = 0; k < x->pointer_count; k++)
        if (is_among(t->refused.data, t->refused.count, x->pointer[k])) {
            if (x->of)
                report_structures(lo, x->of, x->pointer[k]);
            return true;
        }
    for (int k = 0; k < x->count && !x->of; k++)
        exchange_step(&r, x->statement[k]);
    for (int k = 0; k < r.count; k++)
        if (is_among(t->refused.data, t->refused.count, r.cell[k]))
            return true;
    return false;
}

/* Drops the exchanges of what is refused; were there any? */
static bool drop_refused(lowering *lo)
{
    exchange_table *t = lo->exchanges;
    int kept = 0, before = t->all.count;
    for (int i = 0; i < before; i++)
        if (!is_refused(lo, &t->all.data[i]))
            t->all.data[kept++] = t->all.data[i];
    t->all.count = kept;
    return kept < before;
}

static void check_all(lowering *lo)
{
    do {
        for (int i = 0; i < lo->source->function_count; i++)
            check_others(lo, lo->source->functions[i]->body);
        for (int i = 0; i < lo->source->decl_count; i++) {
            const decl *d = lo->source->decls[i];
            bool is_set = !d->function && d->init && !is_fresh(d->init);
            if (is_set || d->is_replaceable)
                refuse(lo, d);
        }
    } while (drop_refused(lo));
}

/* --- Where they are executed ------------------------------------------------------------------ */

static bool leads(const lowering *lo, const syntax *s)
{
    if (!s)
        return false;
    if (exchange_has(lo, s))
        return true;
    const decl *f = syntax_is_program_call(s) && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (syntax_is_program_call(s) && (!f || lo->exchanges->leads[f->id]))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (leads(lo, syntax_part(s, i)))
            return true;
    return false;
}

static void find_leading(lowering *lo)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < lo->source->function_count; i++) {
            const decl *f = lo->source->functions[i];
            bool *known = &lo->exchanges->leads[f->id];
            bool is = *known || leads(lo, f->body);
            has_changed |= is != *known;
            *known = is;
        }
    }
}

/* It stays the name of one array. */
static void take(lowering *lo, const decl *d)
{
    exchange_table *t = lo->exchanges;
    if (is_among(t->stand_ins.data, t->stand_ins.count, d))
        return;
    const decl *array = exchange_stands_for(lo, d);
    if (array) {
        VEC_PUSH(lo->ctx->arena, &t->stand_ins, d);
        VEC_PUSH(lo->ctx->arena, &t->arrays, array);
    }
    ADD_DECL(lo, &t->pointers, array ? array : d);
    lo->info[d->id].is_repointed = lo->info[d->id].has_address_taken = false;
}

void exchanges_find(lowering *lo)
{
    exchange_table *t = lo->exchanges = ARENA_NEW(lo->ctx->arena, exchange_table);
    t->leads = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count + 1, bool);
    t->calls = formal_calls_find(lo);
    for (int i = 0; !lo->has_remaps && i < lo->source->function_count; i++)
        exchange_search((exchanged_kind){.is_of = is_mapped, .data = lo}, lo->ctx->arena,
                        lo->source->functions[i]->body, keep, lo);
    for (int i = 0; i < lo->source->structure_exchange_count; i++)
        keep_structures(lo, &lo->source->structure_exchanges[i]);
    check_all(lo);
    t->pointers.count = 0;
    for (int i = 0; i < t->all.count; i++)
        for (int k = 0; k < t->all.data[i].pointer_count; k++)
            take(lo, t->all.data[i].pointer[k]);
    if (t->all.count)
        find_leading(lo);
}

/* --- Answers ---------------------------------------------------------------------------------- */

const pointer_exchange *exchange_beginning(const lowering *lo, const syntax *s)
{
    for (int i = 0; i < lo->exchanges->all.count; i++)
        if (lo->exchanges->all.data[i].first == s)
            return &lo->exchanges->all.data[i];
    return NULL;
}

bool exchange_has(const lowering *lo, const syntax *s)
{
    for (int i = 0; lo->exchanges && i < lo->exchanges->all.count; i++) {
        const pointer_exchange *x = &lo->exchanges->all.data[i];
        for (int k = 0; k < x->count; k++)
            if (x->statement[k] == s)
                return true;
    }
    return false;
}

int exchange_formals_of(const lowering *lo, const decl *f, const decl *const **formals)
{
    VEC(const decl *) found = {0};
    const exchange_table *t = lo->exchanges;
    for (int i = 0; t && i < t->pointers.count; i++)
        if (t->pointers.data[i]->kind == DECL_FORMAL && t->pointers.data[i]->function == f)
            VEC_PUSH(lo->ctx->arena, &found, t->pointers.data[i]);
    *formals = found.data;
    return found.count;
}

bool exchange_is_of(const lowering *lo, const decl *pointer)
{
    const exchange_table *t = lo->exchanges;
    return t && is_among(t->pointers.data, t->pointers.count, pointer);
}

bool exchange_is_stand_in(const lowering *lo, const decl *pointer)
{
    const exchange_table *t = lo->exchanges;
    return t && is_among(t->stand_ins.data, t->stand_ins.count, pointer);
}

const variable *exchange_array(const lowering *lo, const decl *pointer)
{
    const exchange_table *t = lo->exchanges;
    for (int i = 0; i < t->stand_ins.count; i++)
        if (t->stand_ins.data[i] == pointer)
            return lo->info[t->arrays.data[i]->id].var;
    return lo->info[pointer->id].var;
}

bool exchange_is_in(const lowering *lo, const syntax *s)
{
    return lo->exchanges && lo->exchanges->all.count && leads(lo, s);
}

void exchange_forget(lowering *lo, const syntax *s)
{
    if (!exchange_is_in(lo, s))
        return;
    for (int i = 0; i < lo->fn.tracked.count; i++) {
        const decl *d = lo->source->decls[lo->fn.tracked.data[i]];
        const place *path = lo->info[d->id].now.path;
        if (path && exchange_is_of(lo, path->base) && !exchange_is_of(lo, d) &&
            !exchange_is_stand_in(lo, d))
            *flow_writable(lo, d) = (flow_state){.flow = FLOW_VARYING};
    }
}
