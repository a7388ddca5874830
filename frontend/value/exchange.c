#include "frontend/value/exchange.h"

#include "frontend/value/access_path.h"
#include "frontend/value/alias.h"
#include "frontend/value/exchange_run.h"
#include "frontend/value/flow_log.h"
#include "frontend/value/member.h"

typedef struct exchange_table exchange_table;
struct exchange_table {
    VEC(pointer_exchange) all;
    VEC(const decl *) pointers; /* that they exchange */
    VEC(const decl *) helpers;  /* t of t = u; u = v; v = t */
    VEC(const decl *) refused;  /* of both, what is assigned or looked at elsewhere, too */
    bool *leads;                /* by a function's id: it, or what it calls, exchanges */
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

static bool is_same_shape(const variable *a, const variable *b)
{
    bool is = a->rank == b->rank && a->kind == b->kind && a->elem_bytes == b->elem_bytes &&
              a->is_flat == b->is_flat && a->is_whole_pointer == b->is_whole_pointer &&
              !a->is_dynamic && !b->is_dynamic && value_is_same_alignment(a->align, b->align);
    for (int d = 0; is && d < a->rank; d++)
        is = a->extent[d] == b->extent[d];
    return is;
}

static void keep(lowering *lo, const exchange_run *r, const syntax *const *statement, int count)
{
    arena *a = lo->ctx->arena;
    exchange_table *t = lo->exchanges;
    pointer_exchange x = {.first = statement[0], .count = count, .statement = statement};
    const decl **pointers = ARENA_ARRAY(a, r->count, const decl *);
    int *from = ARENA_ARRAY(a, r->count, int), *at = ARENA_ARRAY(a, r->count, int);
    for (int i = 0; i < r->count; i++)
        if (exchange_mapped(lo, r->cell[i]) && r->holds[i] != i) {
            at[i] = x.pointer_count;
            pointers[x.pointer_count++] = r->cell[i];
        } else if (!exchange_mapped(lo, r->cell[i]) && !r->is_inner[i]) {
            ADD_DECL(lo, &t->helpers, r->cell[i]);
        }
    for (int i = 0, k = 0; i < r->count; i++)
        if (exchange_mapped(lo, r->cell[i]) && r->holds[i] != i)
            from[k++] = at[r->holds[i]];
    for (int i = 0; i < x.pointer_count; i++) {
        ADD_DECL(lo, &t->pointers, pointers[i]);
        if (!is_same_shape(exchange_mapped(lo, pointers[0]), exchange_mapped(lo, pointers[i])))
            for (int k = 0; k < x.pointer_count; k++)
                ADD_DECL(lo, &t->refused, pointers[k]);
    }
    x.pointer = pointers;
    x.from = from;
    VEC_PUSH(a, &t->all, x);
}

/* How many of the statements are an exchange; 0: they begin none. */
static int exchange_of(lowering *lo, const syntax *const *statement, int count, exchange_run *found)
{
    exchange_run r = {.lo = lo};
    for (int i = 0; i < count; i++) {
        if (!exchange_step(&r, statement[i]))
            return 0;
        if (exchange_is_complete(&r)) {
            *found = r;
            return i + 1;
        }
    }
    return 0;
}

static void find_in(lowering *lo, const syntax *s);

static void find_among(lowering *lo, const syntax *const *statement, int count)
{
    for (int i = 0; i < count; i++) {
        exchange_run r, shorter;
        bool may_begin = statement[i] && statement[i]->kind != SYNTAX_BLOCK;
        int length = may_begin ? exchange_of(lo, statement + i, count - i, &r) : 0;
        /* What stands before it is no part of it. */
        bool is_later =
            length > 1 && exchange_of(lo, statement + i + 1, length - 1, &shorter) == length - 1;
        if (length && !is_later) {
            keep(lo, &r, statement + i, length);
            i += length - 1;
        } else if (statement[i]) {
            find_in(lo, statement[i]);
        }
    }
}

static void find_in(lowering *lo, const syntax *s)
{
    switch (s->kind) {
    case SYNTAX_BLOCK:
    case SYNTAX_CASE:
    case SYNTAX_LABEL:
        find_among(lo, s->child, s->child_count);
        return;
    case SYNTAX_IF:
        find_among(lo, s->child + 1, 1);
        find_among(lo, s->child + 2, s->child_count > 2);
        return;
    case SYNTAX_FOR:
        find_among(lo, s->child + 3, 1);
        return;
    case SYNTAX_COPIES:
        for (int i = 3; i < s->child_count; i++)
            find_among(lo, s->child + i, 1);
        return;
    case SYNTAX_WHILE:
    case SYNTAX_SWITCH:
        find_among(lo, s->child + 1, 1);
        return;
    case SYNTAX_DO:
        find_among(lo, s->child, 1);
        return;
    case SYNTAX_INT:
    case SYNTAX_SIZEOF:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
    case SYNTAX_NAME:
    case SYNTAX_SUBSCRIPT:
    case SYNTAX_SECTION:
    case SYNTAX_MEMBER:
    case SYNTAX_IMAGE:
    case SYNTAX_CALL:
    case SYNTAX_UNARY:
    case SYNTAX_BINARY:
    case SYNTAX_ASSIGN:
    case SYNTAX_CAST:
    case SYNTAX_CONDITIONAL:
    case SYNTAX_INIT_LIST:
    case SYNTAX_OTHER:
    case SYNTAX_DECLARATION:
    case SYNTAX_BREAK:
    case SYNTAX_CONTINUE:
    case SYNTAX_RETURN:
    case SYNTAX_GOTO:
    case SYNTAX_EMPTY:
        return;
    }
}

/* --- What else is done with the pointers -------------------------------------------------------
 */

/* Memory that nothing else names? */
static bool is_fresh(const syntax *value)
{
    value = exchange_without_casts(value);
    bool is_call = value->kind == SYNTAX_CALL;
    while (value->kind == SYNTAX_ASSIGN && value->op == OPERATOR_NONE) /* u = v = NULL */
        value = exchange_without_casts(value->child[1]);
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
    s = exchange_without_casts(s);
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
    const syntax *s = exchange_without_casts(call->child[i]);
    return f && f->body && i > 0 && i <= f->formal_count && s->kind == SYNTAX_UNARY &&
           s->op == OPERATOR_ADDRESS && s->child[0]->kind == SYNTAX_NAME &&
           s->child[0]->type->kind == TYPE_RECORD &&
           f->formals[i - 1]->type->kind == TYPE_POINTER &&
           f->formals[i - 1]->type->target->kind == TYPE_RECORD;
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
    bool is_set = s->kind == SYNTAX_ASSIGN && (s->op != OPERATOR_NONE || !is_fresh(s->child[1]));
    bool is_moved = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS;
    bool is_member = s->kind == SYNTAX_MEMBER && !s->is_arrow && s->child[0]->kind == SYNTAX_NAME;
    if (is_set || is_moved)
        refuse(lo, named(s->child[0]));
    if (s->kind == SYNTAX_NAME && s->decl) {
        if (is_among(lo->exchanges->helpers.data, lo->exchanges->helpers.count, s->decl))
            refuse(lo, s->decl);
        refuse_members(lo, s->decl);
    }
    if (s->kind == SYNTAX_MEMBER)
        refuse_unnamed(lo, s->member);
    for (int i = 0; i < s->child_count && !is_member; i++) {
        if (s->kind == SYNTAX_CALL && is_followed_address(s, i))
            continue;
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (!d)
            check_others(lo, s->child[i]);
        else if (d->init && !is_fresh(d->init))
            refuse(lo, d);
        check_others(lo, d ? d->init : NULL);
    }
}

/* Drops the exchanges of what is refused; were there any? */
static bool drop_refused(lowering *lo)
{
    exchange_table *t = lo->exchanges;
    int kept = 0, before = t->all.count;
    for (int i = 0; i < before; i++) {
        const pointer_exchange *x = &t->all.data[i];
        exchange_run r = {.lo = lo};
        bool is_refused = false;
        for (int k = 0; k < x->count; k++)
            exchange_step(&r, x->statement[k]);
        for (int k = 0; k < r.count; k++)
            is_refused |= is_among(t->refused.data, t->refused.count, r.cell[k]);
        if (!is_refused)
            t->all.data[kept++] = *x;
    }
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

void exchanges_find(lowering *lo)
{
    exchange_table *t = lo->exchanges = ARENA_NEW(lo->ctx->arena, exchange_table);
    t->leads = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count + 1, bool);
    for (int i = 0; !lo->has_remaps && i < lo->source->function_count; i++)
        find_in(lo, lo->source->functions[i]->body);
    check_all(lo);
    t->pointers.count = 0;
    for (int i = 0; i < t->all.count; i++)
        for (int k = 0; k < t->all.data[i].pointer_count; k++) {
            const decl *d = t->all.data[i].pointer[k];
            ADD_DECL(lo, &t->pointers, d);
            lo->info[d->id].is_repointed = lo->info[d->id].has_address_taken = false;
        }
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

bool exchange_is_of(const lowering *lo, const decl *pointer)
{
    const exchange_table *t = lo->exchanges;
    return t && is_among(t->pointers.data, t->pointers.count, pointer);
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
        if (path && exchange_is_of(lo, path->base) && !exchange_is_of(lo, d))
            *flow_writable(lo, d) = (flow_state){.flow = FLOW_VARYING};
    }
}

/* --- Loops over periods ------------------------------------------------------------------------
 */

static bool is_own(const lowering *lo, const pointer_exchange *x)
{
    for (int i = 0; i < x->pointer_count; i++)
        if (x->pointer[i]->function != lo->fn.decl || x->pointer[i]->is_static ||
            x->pointer[i]->kind != DECL_VARIABLE)
            return false;
    return true;
}

void exchange_names(lowering *lo, const pointer_exchange *x)
{
    flow_state old[EXCHANGED_MOST];
    for (int i = 0; i < x->pointer_count; i++) {
        old[i] = lo->info[x->pointer[i]->id].now;
        if (old[i].path)
            continue;
        const place own = {.kind = PLACE_ADDRESS,
                           .base = x->pointer[i],
                           .is_whole_pointer = x->pointer[i]->is_whole_pointer,
                           .pending = expr_int(lo->pool, 0)};
        old[i] =
            (flow_state){.flow = FLOW_VALUE, .path = arena_copy(lo->ctx->arena, &own, sizeof own)};
    }
    for (int i = 0; i < x->pointer_count; i++) {
        const flow_state *now = &old[x->from[i]];
        bool is_itself = now->path->base == x->pointer[i];
        *flow_writable(lo, x->pointer[i]) = is_itself ? (flow_state){0} : *now;
    }
}

int exchange_period(const lowering *lo, const syntax *body, int most)
{
    const decl *pointer[EXCHANGED_MOST];
    int holds[EXCHANGED_MOST], count = 0;
    if (lo->keeps_loops || body->kind != SYNTAX_BLOCK || !exchange_is_in(lo, body))
        return 1;
    for (int i = 0; i < body->child_count; i++) {
        const pointer_exchange *x = exchange_beginning(lo, body->child[i]);
        int at[EXCHANGED_MOST], held[EXCHANGED_MOST];
        if (!x && leads(lo, body->child[i]) && !exchange_has(lo, body->child[i]))
            return 1;
        if (x && (!is_own(lo, x) || count + x->pointer_count > EXCHANGED_MOST))
            return 1;
        for (int k = 0; x && k < x->pointer_count; k++) {
            for (at[k] = 0; at[k] < count && pointer[at[k]] != x->pointer[k];)
                at[k]++;
            if (at[k] == count) {
                pointer[count] = x->pointer[k];
                holds[count] = count;
                count++;
            }
            held[k] = holds[at[k]];
        }
        for (int k = 0; x && k < x->pointer_count; k++)
            holds[at[k]] = held[x->from[k]];
    }
    for (int period = 1; count && period <= most; period++) {
        bool returns = true;
        for (int i = 0; i < count; i++) {
            int now = i;
            for (int k = 0; k < period; k++)
                now = holds[now];
            returns &= now == i;
        }
        if (returns)
            return period;
    }
    return 1;
}
