/* What a run of statements does to pointers: value/exchange_run.h. */

#include "frontend/value/exchange_run.h"

enum { DEPTH_MOST = 4, ANOTHER = -1 };

static bool is_pointer(const c_type *type)
{
    return type && type->kind == TYPE_POINTER;
}

/* The pointer variable that the expression names; null: none. */
static const decl *cell_of(const exchange_run *r, const syntax *s)
{
    s = syntax_without_casts(s);
    if (!s)
        return NULL;
    bool is_target = s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF;
    const syntax *name = is_target ? syntax_without_casts(s->child[0]) : s;
    const decl *d = name->kind == SYNTAX_NAME ? name->decl : NULL;
    for (int i = 0; is_target && i < r->bound_count; i++)
        if (r->bound[i].formal == d)
            return r->bound[i].cell;
    /* A formal that is an address stands for what that is of. */
    bool is_own = d && (d->kind == DECL_VARIABLE || (d->kind == DECL_FORMAL && !r->depth));
    return is_own && is_pointer(d->type) && !is_target ? d : NULL;
}

static int number_of(exchange_run *r, const decl *d)
{
    for (int i = 0; i < r->count; i++)
        if (r->cell[i] == d)
            return i;
    if (r->count == EXCHANGED_MOST)
        return ANOTHER;
    r->cell[r->count] = d;
    r->holds[r->count] = r->count;
    return r->count++;
}

static bool set(exchange_run *r, const decl *to, const decl *from)
{
    int source = to && from ? number_of(r, from) : ANOTHER;
    int target = source == ANOTHER ? ANOTHER : number_of(r, to);
    if (target == ANOTHER)
        return false;
    r->holds[target] = r->holds[source];
    return true;
}

static bool step_all(exchange_run *r, const syntax *block)
{
    for (int i = 0; i < block->child_count; i++)
        if (!exchange_step(r, block->child[i]))
            return false;
    return true;
}

/* Is it a structure's address, by which the function has members that are named as variables
 * (value/structure_member.h)? */
static bool is_structure_address(const decl *formal, const syntax *s)
{
    bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
    return is_pointer(formal->type) && formal->type->target->kind == TYPE_RECORD &&
           (is_address ? s->child[0] : s)->kind == SYNTAX_NAME;
}

/* swap(&u, &v) */
static bool step_into(exchange_run *r, const syntax *call)
{
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    if (!f || !f->body || f->formal_count != call->child_count - 1 || r->depth == DEPTH_MOST)
        return false;
    exchange_run inner = *r;
    inner.bound_count = 0;
    inner.callee = f;
    inner.depth++;
    for (int i = 0; i < f->formal_count; i++) {
        const syntax *s = syntax_without_casts(call->child[i + 1]);
        bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
        const decl *cell = is_address ? cell_of(r, s->child[0]) : NULL;
        for (int k = 0; !is_address && s->kind == SYNTAX_NAME && k < r->bound_count; k++)
            cell = r->bound[k].formal == s->decl ? r->bound[k].cell : cell;
        if (!cell && is_structure_address(f->formals[i], s))
            continue;
        if (!cell || inner.bound_count == EXCHANGED_MOST)
            return false;
        inner.bound[inner.bound_count++] = (pointer_binding){f->formals[i], cell};
    }
    if (!step_all(&inner, f->body))
        return false;
    r->count = inner.count;
    for (int i = 0; i < r->count; i++) {
        r->cell[i] = inner.cell[i];
        r->holds[i] = inner.holds[i];
        r->is_inner[i] = inner.is_inner[i] || (r->cell[i]->function == f && !r->cell[i]->is_static);
    }
    return true;
}

bool exchange_step(exchange_run *r, const syntax *s)
{
    bool is_once =
        s->kind == SYNTAX_DO && s->child[1]->kind == SYNTAX_INT && s->child[1]->value == 0;
    if (s->kind == SYNTAX_EMPTY)
        return true;
    if (is_once)
        return exchange_step(r, s->child[0]);
    if (s->kind == SYNTAX_BLOCK)
        return step_all(r, s);
    if (s->kind == SYNTAX_CALL)
        return step_into(r, s);
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        return exchange_step(r, s->child[0]) && exchange_step(r, s->child[1]);
    if (s->kind == SYNTAX_ASSIGN)
        return s->op == OPERATOR_NONE && set(r, cell_of(r, s->child[0]), cell_of(r, s->child[1]));
    if (s->kind != SYNTAX_DECLARATION)
        return false;
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        if (!d || d->is_static || d->kind != DECL_VARIABLE || !is_pointer(d->type) ||
            (d->init && !set(r, d, cell_of(r, d->init))))
            return false;
    }
    return true;
}

static bool is_held(const exchange_run *r, int i)
{
    for (int k = 0; k < r->count; k++)
        if (r->holds[k] == i)
            return true;
    return false;
}

bool exchange_takes_part(const exchange_run *r, int i)
{
    return r->kind.is_of(r->kind.data, r->cell[i]) && (!r->kind.may_help || is_held(r, i));
}

bool exchange_is_complete(const exchange_run *r)
{
    uint32_t held = 0, all = 0;
    bool is_other = false;
    for (int i = 0; i < r->count; i++) {
        if (!exchange_takes_part(r, i))
            continue;
        all |= (uint32_t)1 << i;
        held |= (uint32_t)1 << r->holds[i];
        is_other |= r->holds[i] != i;
    }
    return is_other && held == all;
}

/* --- Where they are ----------------------------------------------------------------------------
 */

typedef struct searching {
    exchanged_kind kind;
    arena *memory;
    exchange_keep keep;
    void *data;
} searching;

/* How many of the statements are an exchange; 0: they begin none. */
static int exchange_of(const searching *w, const syntax *const *statement, int count,
                       exchange_run *found)
{
    exchange_run r = {.kind = w->kind};
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

/* Is the pointer set there, or by what that calls? Or, of a variable of the function, named? */
static bool is_touched(const syntax *s, const decl *d, bool is_helper, int depth)
{
    enum { CALLS_MOST = 8 };
    if (!s)
        return false;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    bool is_unknown = s->kind == SYNTAX_CALL && !syntax_callee_name(s);
    if ((is_helper ? syntax_names(s, d) : syntax_sets(s, d)) || (is_unknown && !d->function))
        return true;
    if (f && f->body && !d->function &&
        (depth == CALLS_MOST || is_touched(f->body, d, is_helper, depth + 1)))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_touched(syntax_part(s, i), d, is_helper, depth))
            return true;
    return false;
}

/* t = u, where only the second is one that is exchanged. */
static bool keeps_one(const searching *w, const syntax *s, exchange_run *r)
{
    *r = (exchange_run){.kind = w->kind};
    bool is_set = s && (s->kind == SYNTAX_ASSIGN || s->kind == SYNTAX_DECLARATION);
    return is_set && exchange_step(r, s) && r->count == 2 && !exchange_is_complete(r);
}

/* The same, with the first statement apart; the number of the statement behind the last of it, or
 * 0. */
static int exchange_apart(const searching *w, const syntax *const *statement, int count,
                          exchange_run *found, exchange_statements *out)
{
    exchange_run r;
    if (!statement[0] || !keeps_one(w, statement[0], &r))
        return 0;
    const decl *kept = r.cell[0], *helper = r.cell[1];
    for (int i = 1; i + 1 < count; i++) {
        if (i > 1) {
            exchange_run both = r;
            for (int k = i; k < count && exchange_step(&both, statement[k]); k++) {
                if (!exchange_is_complete(&both))
                    continue;
                const syntax **list = ARENA_ARRAY(w->memory, k - i + 2, const syntax *);
                list[0] = statement[0];
                for (int m = i; m <= k; m++)
                    list[m - i + 1] = statement[m];
                *out = (exchange_statements){k - i + 2, list, true};
                *found = both;
                return k + 1;
            }
        }
        if (!statement[i] || syntax_has(statement[i], SYNTAX_LABEL) ||
            syntax_has(statement[i], SYNTAX_GOTO) || is_touched(statement[i], kept, false, 0) ||
            is_touched(statement[i], helper, true, 0))
            return 0;
    }
    return 0;
}

static void find_in(const searching *w, const syntax *s);

static void find_among(const searching *w, const syntax *const *statement, int count)
{
    for (int i = 0; i < count; i++) {
        exchange_run r, shorter;
        bool may_begin = statement[i] && statement[i]->kind != SYNTAX_BLOCK;
        int length = may_begin ? exchange_of(w, statement + i, count - i, &r) : 0;
        /* What stands before it is no part of it. */
        bool is_later =
            length > 1 && exchange_of(w, statement + i + 1, length - 1, &shorter) == length - 1;
        exchange_statements found = {length, statement + i, false};
        int end =
            may_begin && !length ? exchange_apart(w, statement + i, count - i, &r, &found) : length;
        if (end && !is_later) {
            w->keep(w->data, &r, found);
            for (int k = 1; found.is_apart && k < end - found.count + 1; k++)
                find_in(w, statement[i + k]);
            i += end - 1;
        } else if (statement[i]) {
            find_in(w, statement[i]);
        }
    }
}

static void find_in(const searching *w, const syntax *s)
{
    switch (s->kind) {
    case SYNTAX_BLOCK:
    case SYNTAX_CASE:
    case SYNTAX_LABEL:
        find_among(w, s->child, s->child_count);
        return;
    case SYNTAX_IF:
        find_among(w, s->child + 1, 1);
        find_among(w, s->child + 2, s->child_count > 2);
        return;
    case SYNTAX_FOR:
        find_among(w, s->child + 3, 1);
        return;
    case SYNTAX_COPIES:
        for (int i = 3; i < s->child_count; i++)
            find_among(w, s->child + i, 1);
        return;
    case SYNTAX_WHILE:
    case SYNTAX_SWITCH:
        find_among(w, s->child + 1, 1);
        return;
    case SYNTAX_DO:
        find_among(w, s->child, 1);
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

void exchange_search(exchanged_kind kind, arena *memory, const syntax *s, exchange_keep keep,
                     void *data)
{
    const searching w = {kind, memory, keep, data};
    find_in(&w, s);
}
