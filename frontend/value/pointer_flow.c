#include "frontend/value/pointer_flow.h"

#include "frontend/value/exchange.h"
#include "frontend/value/flow_log.h"

static const decl *pointer_named(const syntax *s)
{
    s = syntax_without_casts(s);
    bool is =
        s && s->kind == SYNTAX_NAME && s->decl && s->decl->type &&
        (s->decl->kind == DECL_VARIABLE || s->decl->kind == DECL_FORMAL) &&
        (s->decl->type->kind == TYPE_POINTER || (s->decl->kind == DECL_FORMAL && s->decl->rank));
    return is ? s->decl : NULL;
}

bool pointer_is_tracked(const lowering *lo, const decl *d)
{
    return d->function && !d->is_static && d->element && d->element->kind != TYPE_POINTER &&
           !lo->info[d->id].has_address_taken && !d->type->is_volatile && !exchange_is_of(lo, d);
}

const decl *pointer_assigned_by(const syntax *s)
{
    bool assigns =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    return assigns && s->child[0]->kind == SYNTAX_NAME ? pointer_named(s->child[0]) : NULL;
}

/* What the memory holds that malloc gave is not a matter of where the pointer leads. */
static flow_state *leads(lowering *lo, const decl *d, flow_kind flow)
{
    flow_state *now = flow_writable(lo, d);
    *now = (flow_state){.flow = flow, .elements = now->elements};
    return now;
}

void pointer_forget(lowering *lo, const decl *d)
{
    if (!exchange_is_of(lo, d) && !exchange_is_stand_in(lo, d))
        leads(lo, d, FLOW_VARYING);
}

/* Memory that nothing else names? */
static bool is_fresh(const syntax *value)
{
    while (value->kind == SYNTAX_CAST)
        value = value->child[0];
    return value->kind == SYNTAX_CALL || value->kind == SYNTAX_INT;
}

/* The first row, by whose address a whole array is gone through, too. */
static bool is_first_row(const lowering *lo, const place *p)
{
    int64_t number = 0;
    for (int i = 0; i < p->level; i++)
        if (!expr_is_int(p->index[i], &number) || number != 0)
            return false;
    return p->level && !lo->info[p->base->id].var->is_flat;
}

/* A place of an array that directives map, or of one that is passed, all of which is known. */
static bool is_known_place(const lowering *lo, const place *p)
{
    const variable *v = p->base ? lo->info[p->base->id].var : NULL;
    bool is_known = p->kind == PLACE_ADDRESS && v && v->rank &&
                    (v->align || p->base->kind == DECL_FORMAL) && !p->is_repointed &&
                    !p->is_reshaped && !p->is_of_member && !p->section_count && p->pending &&
                    (!p->shape_rank || p->linear);
    for (int i = 0; is_known && i < p->level; i++)
        is_known = p->index[i] != NULL;
    return is_known && !is_first_row(lo, p);
}

bool pointer_follow(lowering *lo, const decl *d, const syntax *value)
{
    if (!pointer_named(&(syntax){.kind = SYNTAX_NAME, .decl = (decl *)d}) ||
        !pointer_is_tracked(lo, d))
        return false;
    place p = access_path_of(lo, value);
    flow_state *now = leads(lo, d, is_fresh(value) ? FLOW_UNSET : FLOW_VARYING);
    if (!is_known_place(lo, &p))
        return false;
    const variable *v = lo->info[p.base->id].var;
    p.part_count = 0;
    p.is_by_pointer = true;
    *now = (flow_state){.flow = FLOW_VALUE, .path = arena_copy(lo->ctx->arena, &p, sizeof p)};
    VEC_PUSH(lo->ctx->arena, &lo->found.followed,
             ((followed_pointer){value->where, lo->info[d->id].var, v}));
    return true;
}

bool pointer_is_followed(const lowering *lo, const syntax *s)
{
    while (s->kind != SYNTAX_NAME) {
        bool is_place = s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ||
                        s->kind == SYNTAX_CAST || s->kind == SYNTAX_UNARY;
        if (s->kind != SYNTAX_BINARY && !is_place)
            return false;
        bool is_right =
            s->kind == SYNTAX_BINARY && s->child[0]->type && s->child[0]->type->kind == TYPE_INT;
        s = s->child[is_right];
    }
    return s->decl && lo->info[s->decl->id].now.path;
}

/* --- Loops --------------------------------------------------------------------------------- */

enum { EXCHANGED_MOST = 16, ANOTHER = -1 };

/* What each pointer holds, as the number of that which held it at the body's beginning. */
typedef struct exchange {
    lowering *lo;
    const decl *pointer[EXCHANGED_MOST];
    int holds[EXCHANGED_MOST];
    int count;
    bool is_unclear;
} exchange;

static int number_of(exchange *x, const decl *d)
{
    for (int i = 0; i < x->count; i++)
        if (x->pointer[i] == d)
            return i;
    if (x->count == EXCHANGED_MOST) {
        x->is_unclear = true;
        return 0;
    }
    x->pointer[x->count] = d;
    x->holds[x->count] = x->count;
    return x->count++;
}

static void set(exchange *x, const decl *d, const syntax *value)
{
    const decl *from = value ? pointer_named(value) : NULL;
    int held = from ? x->holds[number_of(x, from)] : ANOTHER;
    x->holds[number_of(x, d)] = held;
}

static bool runs_once(const syntax *s)
{
    return s->kind == SYNTAX_DO && s->child[1]->kind == SYNTAX_INT && s->child[1]->value == 0;
}

/* `is_certain`: each iteration executes it. What is set elsewhere and declared outside is unclear;
 * what is declared there is of no interest. */
static void follow(exchange *x, const syntax *body, const syntax *s, bool is_certain)
{
    if (!s || exchange_has(x->lo, s))
        return; /* what is exchanged stays the name of one array, or structure */
    const decl *d = pointer_assigned_by(s);
    bool is_plain = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE;
    bool is_inner = d && source_contains(body->where, d->scope) && !is_certain;
    bool goes_on = is_certain && (s->kind == SYNTAX_BLOCK || s->kind == SYNTAX_DECLARATION ||
                                  runs_once(s) || s->kind == SYNTAX_LABEL ||
                                  (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA));
    if (d && is_plain && is_certain && pointer_is_tracked(x->lo, d))
        set(x, d, s->child[1]);
    else if (d && !is_inner && pointer_is_tracked(x->lo, d))
        x->is_unclear = true;
    for (int i = 0; i < s->child_count; i++) {
        const decl *local = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        bool is_pointer = local && local->init && is_certain && pointer_named(s->child[i]);
        if (is_pointer && pointer_is_tracked(x->lo, local))
            set(x, local, local->init);
        follow(x, body, syntax_part(s, i), goes_on);
    }
}

/* Is it known where the pointer points before the loop? */
static bool is_known_before(const lowering *lo, const decl *d)
{
    const decl_info *info = &lo->info[d->id];
    return info->now.path || (info->now.flow == FLOW_UNSET && info->var &&
                              (info->var->align || (d->kind == DECL_FORMAL && info->var->rank)));
}

/* What pointer i holds after `times` iterations. */
static int after(const exchange *x, int i, int times)
{
    for (; times > 0 && i != ANOTHER; times--)
        i = x->holds[i];
    return i;
}

int pointer_period(lowering *lo, const syntax *body)
{
    exchange x = {.lo = lo};
    follow(&x, body, body, true);
    bool is_any = false;
    for (int i = 0; i < x.count; i++)
        is_any |= is_known_before(lo, x.pointer[i]) && x.holds[i] != i;
    for (int period = 2; is_any && !x.is_unclear && period <= POINTER_PERIOD_MAX; period++) {
        bool returns = true;
        for (int i = 0; i < x.count; i++)
            returns &= !is_known_before(lo, x.pointer[i]) || after(&x, i, period) == i;
        if (returns)
            return period;
    }
    return 1;
}
