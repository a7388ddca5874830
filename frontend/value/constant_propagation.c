/* Definition tracing: which integer variables have one value all through the
 * program, and which value that is; and, while a body is lowered, what the
 * others hold at the current statement. */

#include "frontend/value/constant_propagation.h"

#include "frontend/value/array_flow.h"
#include "frontend/value/assigned.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/decl_index.h"
#include "frontend/value/exchange.h"
#include "frontend/value/flow_log.h"
#include "frontend/value/integer.h"
#include "frontend/value/names.h"
#include "frontend/value/one_value.h"
#include "frontend/value/pointer_flow.h"
#include "frontend/value/points_to.h"
#include "frontend/value/record_member.h"

/* --- Counting assignments ------------------------------------------------ */

static void note(lowering *lo, const decl *d, const syntax *value, bool in_loop, bool is_address)
{
    decl_info *info = &lo->info[d->id];
    info->assignments++;
    info->assigned = info->assignments == 1 ? value : NULL;
    info->is_assigned_in_loop |= in_loop;
    info->has_address_taken |= is_address;
}

/* Whether a pointer may be set where no assignment of it shows, or to what has another name. */
static void note_pointer(lowering *lo, const syntax *s)
{
    const decl *d = pointer_assigned_by(s);
    bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
    const syntax *value = s->kind == SYNTAX_ASSIGN ? s->child[1] : NULL;
    while (value && value->kind == SYNTAX_CAST)
        value = value->child[0];
    if (d)
        lo->info[d->id].is_repointed |=
            !value || (value->kind != SYNTAX_CALL && value->kind != SYNTAX_INT);
    if (is_address && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl &&
        s->child[0]->decl->type->kind == TYPE_POINTER)
        lo->info[s->child[0]->decl->id].has_address_taken = true;
}

static void count(lowering *lo, const syntax *s, bool in_loop)
{
    if (!s)
        return;
    note_pointer(lo, s);
    const syntax *value;
    const decl *d = value_assigned_by(s, &value);
    if (d)
        note(lo, d, value, in_loop, s->op == OPERATOR_ADDRESS && s->kind == SYNTAX_UNARY);
    if (s->kind == SYNTAX_DECLARATION)
        for (int i = 0; i < s->child_count; i++) {
            const decl *local = s->child[i]->decl;
            if (!local->function)
                continue; /* a block's `extern` */
            if (local->is_static && !local->init && decl_is_integer(local))
                note(lo, local, NULL, false, false); /* it is 0 at first */
            if (local->init && decl_is_integer(local))
                note(lo, local, local->init, in_loop && !local->is_static, false);
            count(lo, local->init, in_loop);
        }
    bool is_loop = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    for (int i = 0; i < s->child_count; i++)
        count(lo, s->child[i], in_loop || (is_loop && !(s->kind == SYNTAX_FOR && i == 0)));
}

/* The variable that the name in a directive is of; null: none. */
static const decl *combined_variable(const lowering *lo, directive_name name)
{
    const int *at;
    const decl *found = NULL;
    const decl *f = functions_around(lo, name.where, &at) ? lo->source->functions[*at] : NULL;
    const decl_list locals = decls_named(lo, f, name.text),
                    others = decls_named(lo, NULL, name.text);
    for (int i = 0; f && i < locals.count; i++)
        if (source_contains(locals.decls[i]->scope, name.where))
            found = locals.decls[i]; /* the innermost is the last */
    return found || !others.count ? found : others.decls[0];
}

/* Sums and products of what the processors have are assignments; extreme values of what all have
 * alike, as broadcasts of it, change nothing (lower/standalone_directive.c). */
static void count_combined(lowering *lo)
{
    for (int i = 0; i < lo->pragmas.count; i++)
        for (const directive *d = lo->pragmas.data[i].directives; d; d = d->next)
            for (int k = 0; d->kind == DIRECTIVE_REDUCTION && k < d->u.comm.reduction_count; k++) {
                const directive_reduction *r = &d->u.comm.reductions[k];
                bool is_new = r->op == REDUCE_SUM || r->op == REDUCE_PRODUCT || r->op == REDUCE_XOR;
                const decl *v = is_new ? combined_variable(lo, r->var) : NULL;
                if (v)
                    note(lo, v, NULL, false, false);
            }
}

static void count_all(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if (!d->function && d->init && decl_is_integer(d))
            note(lo, d, d->init, false, false);
        if (!d->function)
            count(lo, d->init, false); /* which may take addresses */
    }
    /* With a label, everything may run again. */
    for (int i = 0; i < lo->source->function_count; i++)
        count(lo, lo->source->functions[i]->body,
              syntax_has(lo->source->functions[i]->body, SYNTAX_LABEL));
    count_combined(lo);
}

bool value_has_known_flow(const lowering *lo, const decl *d)
{
    return d->kind == DECL_VARIABLE && !lo->info[d->id].is_assigned_in_loop;
}

/* --- Values all through the program -------------------------------------- */

static const expr *variable_param(lowering *lo, const decl *d, const expr *value)
{
    bool is_const = d->type->is_const;
    param *p =
        expr_new_param(lo->pool, is_const ? PARAM_CONSTANT : PARAM_VARIABLE, d->name, d->where);
    p->value = value;
    p->is_unsigned = d->type->is_unsigned;
    p->is_assumption = !is_const;
    p->provenance = is_const             ? "const"
                    : d->is_told_by_word ? "from --arguments"
                    : d->init            ? "from its initialiser"
                                         : "from its only assignment";
    return expr_param(lo->pool, p);
}

static bool mentions_formal(const expr *e)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param->origin == PARAM_FORMAL;
    for (int i = 0; i < expr_operand_count(e); i++)
        if (mentions_formal(e->u.op.operand[i]))
            return true;
    return false;
}

static const expr *formal_param(lowering *lo, const decl *d)
{
    param *p = expr_new_param(lo->pool, PARAM_FORMAL, d->name, d->where);
    p->is_word = d->is_word;
    p->is_unsigned = d->type->is_unsigned;
    p->provenance = "argument";
    p->may_be_negative = lo->beyond[d->id] && !d->type->is_unsigned;
    lo->info[d->id].formal = p;
    decl_index_add_param(lo, p, d);
    return expr_param(lo->pool, p);
}

/* May something change the variable that no assignment of the program shows? */
static bool is_changed_elsewhere(const decl *d)
{
    return d->type->is_volatile || d->is_replaceable || d->is_coarray || d->is_on_images;
}

static bool is_read_before(const syntax *s, const decl *d, source_range at)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME)
        return s->decl == d && source_is_before(s->where, at);
    bool is_target = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE;
    for (int i = is_target && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == d;
         i < s->child_count; i++)
        if (is_read_before(syntax_part(s, i), d, at))
            return true;
    return false;
}

/* Is the variable of file scope read before its only assignment, in the function that has it? It
 * is 0 there the first time. */
static bool is_zero_first(const lowering *lo, const decl *d)
{
    if (d->function || d->init)
        return false;
    for (int i = 0; i < lo->source->function_count; i++) {
        const syntax *body = lo->source->functions[i]->body;
        source_range at = lo->info[d->id].assigned->where;
        if (source_contains(body->where, at))
            return is_read_before(body, d, at);
    }
    return false;
}

/* A variable that is assigned a number becomes a parameter, so that --set can
 * change it; one that is assigned an expression of others is that expression. */
static const expr *trace(lowering *lo, const decl *d)
{
    const decl_info *info = &lo->info[d->id];
    if (d->kind == DECL_FORMAL)
        return formal_param(lo, d);
    if (info->assignments != 1 || info->is_assigned_in_loop || !info->assigned ||
        is_changed_elsewhere(d) || is_zero_first(lo, d))
        return NULL;
    const expr *value = value_integer(lo, info->assigned, false);
    int64_t number;
    if (!value || (!d->function && mentions_formal(value)))
        return NULL; /* a global has what the last call assigned */
    if (value_names_changed_formal(lo, info->assigned) || !value_stays(lo, d, value))
        return NULL;
    return expr_is_int(value, &number) ? variable_param(lo, d, value) : value;
}

const expr *value_traced(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (info->is_traced || info->is_tracing)
        return info->traced;
    info->is_tracing = true;
    info->traced = trace(lo, d);
    info->is_tracing = false;
    info->is_traced = true;
    return info->traced;
}

/* What its only assignment says of it, where nothing but members of structures is missing. */
static const expr *value_by_members(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (info->assignments != 1 || info->is_assigned_in_loop || !info->assigned ||
        is_changed_elsewhere(d) || lo->reading.asks_members)
        return NULL;
    const bool was_bound = lo->reading.is_bound;
    lo->reading.asks_members = true;
    lo->reading.is_bound = true;
    const expr *value = value_integer(lo, info->assigned, false);
    lo->reading.asks_members = false;
    lo->reading.is_bound = was_bound;
    const bool is_plain = value && !value->uses_loop_var && !value->uses_coord &&
                          !mentions_formal(value) && value_asks_members(lo, value) &&
                          !value_leads_to(value, info->unknown);
    return is_plain ? value : NULL;
}

const expr *value_unknown(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (!info->unknown) {
        param *p = expr_new_param(lo->pool, PARAM_VARIABLE, d->name, d->where);
        p->provenance = "not known before the program runs";
        p->is_word = d->is_word;
        p->is_unsigned = d->type->is_unsigned;
        info->unknown = p;
        decl_index_add_param(lo, p, d);
        p->value = value_by_members(lo, d);
        if (p->value)
            p->provenance = "from its only assignment";
    }
    return expr_param(lo->pool, info->unknown);
}

static void trace_all(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if (!decl_is_integer(d) || !d->where.file || d->kind == DECL_FORMAL)
            continue;
        lo->reading.names = value_names(lo, d->function, d->unit);
        value_traced(lo, d);
    }
}

void constants_propagate(lowering *lo)
{
    count_all(lo);
    trace_all(lo);
}

/* Does it mention a variable whose value nothing has told so far? */
static bool mentions_open(const expr *e)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param->origin == PARAM_VARIABLE && !e->u.param->value;
    for (int i = 0; i < expr_operand_count(e); i++)
        if (mentions_open(e->u.op.operand[i]))
            return true;
    return false;
}

void constants_refine(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        decl_info *info = &lo->info[lo->source->decls[i]->id];
        info->is_traced = info->is_traced && info->traced;
    }
    trace_all(lo);
    /* What was read from sizes meanwhile has its value too. */
    for (int i = 0; i < lo->source->decl_count; i++) {
        decl_info *info = &lo->info[lo->source->decls[i]->id];
        if (!info->unknown || !info->traced || info->traced->uses_coord ||
            value_leads_to(info->traced, info->unknown))
            continue; /* a parameter is the same on all processors */
        info->unknown->value = info->traced;
        info->unknown->provenance = "from its only assignment";
    }
    /* What was read from others that each processor has a value of is such a value, too. */
    for (int i = 0; i < lo->source->decl_count; i++) {
        decl_info *info = &lo->info[lo->source->decls[i]->id];
        info->is_traced = info->is_traced && !(info->traced && mentions_open(info->traced));
    }
    trace_all(lo);
}

/* --- Values at the current statement ------------------------------------- */

/* Is the value that is known here better than the one all through the program, which is of a
 * variable that has several? */
static bool tells_more(const expr *here, const expr *traced)
{
    return here && mentions_open(traced) && !mentions_open(here);
}

/* A variable with one assignment in all keeps its traced value. */
void value_set(lowering *lo, const decl *d, const expr *value)
{
    decl_info *info = &lo->info[d->id];
    bool is_traced = d->kind == DECL_VARIABLE && info->assignments == 1 &&
                     !info->is_assigned_in_loop && !is_changed_elsewhere(d) && value_traced(lo, d);
    if (!decl_is_integer(d) || (is_traced && !tells_more(value, info->traced)))
        return;
    bool is_known = value && !info->has_address_taken && !is_changed_elsewhere(d) &&
                    !value_is_fleeting(lo, value);
    if (!is_known)
        value_outdate(lo, d);
    flow_state *now = flow_writable(lo, d);
    now->flow = is_known ? FLOW_VALUE : FLOW_VARYING;
    now->value = is_known ? value : NULL;
}

/* Does it execute something of this source, directly or not? */
static bool is_program_call(lowering *lo, const syntax *s)
{
    return syntax_is_program_call(s) || (s->kind == SYNTAX_CALL && points_to_calls_back(lo, s));
}

bool value_may_set_globals(lowering *lo, const syntax *s)
{
    if (!s)
        return false;
    if (is_program_call(lo, s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (value_may_set_globals(lo, syntax_part(s, i)))
            return true;
    return false;
}

static void forget_scalars(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    const syntax *value;
    const decl *d = value_assigned_by(s, &value);
    if (d)
        value_set(lo, d, NULL);
    if (is_program_call(lo, s))
        value_forget_globals(lo, s);
    for (int i = 0; i < s->child_count; i++)
        forget_scalars(lo, syntax_part(s, i));
}

void value_forget_integers(lowering *lo, const syntax *s)
{
    forget_scalars(lo, s);
    array_forget(lo, s);
}

static void forget_pointers(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    if (pointer_assigned_by(s))
        pointer_forget(lo, pointer_assigned_by(s));
    for (int i = 0; i < s->child_count; i++)
        forget_pointers(lo, syntax_part(s, i));
}

void value_forget(lowering *lo, const syntax *s)
{
    value_forget_integers(lo, s);
    forget_pointers(lo, s);
    exchange_forget(lo, s);
}

void value_forget_globals(lowering *lo, const syntax *s)
{
    for (int i = 0; i < lo->fn.tracked.count; i++) {
        const decl *d = lo->source->decls[lo->fn.tracked.data[i]];
        bool is_known = lo->info[d->id].now.flow == FLOW_VALUE;
        if (d->function || !(is_known || value_is_outdating(lo, d)) ||
            (s && !value_callees_assign(lo, s, d)))
            continue;
        if (is_known)
            value_set(lo, d, NULL);
        else
            value_outdate(lo, d);
    }
}

/* The outermost loop has the others in it. */
bool value_is_called_to_change(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    const syntax *loop = NULL;
    for (const loop_frame *f = lo->around.frame; f; f = f->outer)
        loop = f->loop ? f->loop : loop;
    if (loop && info->called_in != loop) {
        info->called_in = loop;
        info->is_called_to_change =
            value_callees_assign(lo, loop, d) || value_is_stored_in(lo, loop, d);
    }
    return loop && info->is_called_to_change;
}

bool value_is_stored_around(lowering *lo, const decl *d)
{
    bool is_stored = false;
    for (const loop_frame *f = lo->around.frame; f && !is_stored; f = f->outer)
        is_stored = f->loop && value_is_stored_in(lo, f->loop, d);
    return is_stored;
}

bool value_varies_around(lowering *lo, const decl *d)
{
    for (const loop_frame *f = lo->around.frame; f; f = f->outer)
        if (f->loop && (value_is_assigned_in(f->loop, d) ||
                        (!d->function && value_may_set_globals(lo, f->loop))))
            return true;
    return false;
}
