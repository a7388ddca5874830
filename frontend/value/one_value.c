#include "frontend/value/one_value.h"

#include <string.h>

#include "frontend/value/array_flow.h"
#include "frontend/value/assigned.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/decl_index.h"
#include "frontend/value/integer.h"

/* --- Addresses ---------------------------------------------------------------------- */

/* Calls pass addresses on, so deep. */
enum { LENT_MOST = 4 };

static bool is_lent(const syntax *call, int at, int depth);

/* Is the pointer, a formal, used for more than what it leads to? */
static bool is_kept(const syntax *s, const decl *pointer, int depth)
{
    for (int i = 0; s && i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        bool is_it = part && part->kind == SYNTAX_NAME && part->decl == pointer;
        bool is_through = (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) ||
                          (s->kind == SYNTAX_SUBSCRIPT && i == 0);
        if (is_it ? !is_through && !is_lent(s, i, depth) : is_kept(part, pointer, depth))
            return true;
    }
    return false;
}

/* Does the function called get the address, its child `at`, for the time of the call only? Those
 * elsewhere are taken to do so. */
static bool is_lent(const syntax *call, int at, int depth)
{
    if (call->kind != SYNTAX_CALL || at == 0 || depth > LENT_MOST || !syntax_callee_name(call))
        return false;
    const decl *callee = call->child[0]->decl;
    return !callee->body || (at - 1 < callee->formal_count &&
                             !is_kept(callee->body, callee->formals[at - 1], depth + 1));
}

static bool is_address_of(const syntax *s, const decl *d)
{
    return s && s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && value_is_assigned_by(s, d);
}

static bool keeps_address(const syntax *s, const decl *d)
{
    for (int i = 0; s && i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        if (is_address_of(part, d) ? !s->is_assembly && !is_lent(s, i, 0) : keeps_address(part, d))
            return true;
    }
    return false;
}

bool value_is_changed_afar(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (!info->has_address_taken || info->is_afar_asked)
        return info->is_changed_afar;
    info->is_afar_asked = true;
    for (int i = 0; i < lo->source->function_count && !info->is_changed_afar; i++)
        if (!d->function || d->function == lo->source->functions[i])
            info->is_changed_afar = keeps_address(lo->source->functions[i]->body, d);
    for (int i = 0; i < lo->source->decl_count && !d->function && !info->is_changed_afar; i++)
        if (!lo->source->decls[i]->function && lo->source->decls[i]->init)
            info->is_changed_afar = keeps_address(lo->source->decls[i]->init, d) ||
                                    is_address_of(lo->source->decls[i]->init, d);
    return info->is_changed_afar;
}

/* --- Several values ------------------------------------------------------------ */

/* Does a function read the variable, or what it calls? */
typedef enum reader { READER_UNASKED, READER_NO, READER_YES } reader;

/* In the order of the text: how many assignments of the variable have a value that nothing tells,
 * and after how many of them it is first looked at, by a loop's head or by what sets another one.
 */
typedef struct value_epochs {
    const decl *variable;
    int unknown;
    int first; /* 0: none yet */
    bool is_changed_afar, has_several;
    reader *readers; /* by decl id; of a variable of the file */
} value_epochs;

/* Is the value of an assignment or declaration that of another integer? */
static bool sets_other(const syntax *s, int child, const decl *d)
{
    if (s->kind == SYNTAX_DECLARATION)
        return decl_is_integer(s->child[child]->decl) && s->child[child]->decl != d;
    const decl *to = s->kind == SYNTAX_ASSIGN && child == 1 && s->child[0]->kind == SYNTAX_NAME
                         ? s->child[0]->decl
                         : NULL;
    return to && decl_is_integer(to) && to != d;
}

/* Does a function of the program get it? What is changed afar shows nowhere else that it changes.
 */
static bool is_passed(const syntax *s, int child)
{
    return child > 0 && syntax_is_program_call(s);
}

/* A known value that is assigned here and there only leaves one that is not. */
static void note_epoch(lowering *lo, value_epochs *e, const syntax *value, bool is_conditional)
{
    e->unknown += is_conditional || !value || !value_integer(lo, value, false);
}

static void note_look(value_epochs *e)
{
    if (!e->unknown)
        return;
    e->has_several = e->first && (e->first != e->unknown || e->is_changed_afar);
    e->first = e->unknown;
}

static bool is_read_by_callee(value_epochs *e, const syntax *call);

/* Is the variable read in `s`, or by what that calls? */
static bool is_read_in(value_epochs *e, const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME)
        return s->decl == e->variable;
    if (s->kind == SYNTAX_CALL && is_read_by_callee(e, s))
        return true;
    bool is_set =
        s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE && s->child[0]->kind == SYNTAX_NAME;
    for (int i = is_set; i < s->child_count; i++)
        if (is_read_in(e, syntax_part(s, i)))
            return true;
    return false;
}

static bool is_read_by_callee(value_epochs *e, const syntax *call)
{
    const decl *callee = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    if (!callee || !callee->body)
        return false;
    reader *of = &e->readers[callee->id];
    if (*of == READER_UNASKED) {
        *of = READER_NO; /* while it is asked: of one that calls itself */
        *of = is_read_in(e, callee->body) ? READER_YES : READER_NO;
    }
    return *of == READER_YES;
}

/* How what is in the text around is executed. */
typedef struct epoch_place {
    bool is_asked, is_conditional;
} epoch_place;

static void find_epochs(lowering *lo, value_epochs *e, const syntax *s, epoch_place at)
{
    if (!s || e->has_several)
        return;
    if (s->kind == SYNTAX_NAME && s->decl == e->variable && at.is_asked)
        note_look(e);
    bool is_loop = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    bool varies = is_loop && value_is_assigned_in(s, e->variable);
    bool selects =
        s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH || s->kind == SYNTAX_CONDITIONAL;
    for (int i = 0; i < s->child_count; i++) {
        const decl *local = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        int body = s->kind == SYNTAX_FOR ? 3 : s->kind == SYNTAX_WHILE ? 1 : 0;
        bool sets = sets_other(s, i, e->variable) || (e->is_changed_afar && is_passed(s, i));
        const epoch_place in = {.is_asked = is_loop ? i != body && !varies : at.is_asked || sets,
                                .is_conditional = at.is_conditional || (selects && i > 0)};
        find_epochs(lo, e, syntax_part(s, i), in);
        if (local && local == e->variable && local->init)
            note_epoch(lo, e, local->init, false);
    }
    const syntax *value;
    if (value_assigned_by(s, &value) == e->variable)
        note_epoch(lo, e, value, at.is_conditional);
    if (s->kind == SYNTAX_CALL && !e->variable->function) {
        e->unknown += value_callees_assign(lo, s, e->variable);
        if (is_read_by_callee(e, s))
            note_look(e);
    }
}

bool value_has_several(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (info->is_counted)
        return info->has_several;
    info->is_counted = true;
    reader *readers =
        d->function ? NULL : ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, reader);
    for (int i = 0; i < lo->source->function_count && !info->has_several; i++) {
        const decl *f = lo->source->functions[i];
        if (d->function && d->function != f)
            continue;
        /* Nothing tells what functions find in variables of the file when they begin. */
        const bool is_changed_afar = value_is_changed_afar(lo, d);
        const bool is_found = !d->function && strcmp(f->name, "main") != 0;
        value_epochs e = {.variable = d,
                          .unknown = is_found || is_changed_afar,
                          .is_changed_afar = is_changed_afar,
                          .readers = readers};
        find_epochs(lo, &e, f->body, (epoch_place){0});
        info->has_several = e.has_several;
    }
    return info->has_several;
}

/* --- The last value -------------------------------------------------------------- */

/* What a variable is assigned, in the order of the text. */
typedef struct value_history {
    const decl *variable;
    int unknown;
    bool is_settled; /* it is the last */
} value_history;

static void note_value(lowering *lo, value_history *h, const syntax *value)
{
    int64_t number;
    const expr *known = value ? value_integer(lo, value, false) : NULL;
    if (known)
        h->is_settled &= h->unknown == 0 && expr_is_int(known, &number);
    else
        h->is_settled &= h->unknown++ == 0;
}

static void find_history(lowering *lo, value_history *h, const syntax *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->child_count; i++) {
        const decl *local = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        find_history(lo, h, syntax_part(s, i));
        if (local && local == h->variable && local->init)
            note_value(lo, h, local->init);
    }
    const syntax *value;
    if (value_assigned_by(s, &value) != h->variable)
        return;
    /* n += 2 makes another value of it, which is known by the one before. */
    h->is_settled &= s->kind == SYNTAX_UNARY ? s->op == OPERATOR_ADDRESS : s->op == OPERATOR_NONE;
    note_value(lo, h, value);
}

/* Does the parameter stand for what the variable holds after its last assignment, of which alone
 * nothing tells the value? */
static bool is_settled(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (!info->is_settling_asked) {
        info->is_settling_asked = true;
        value_history h = {.variable = d, .is_settled = !value_is_changed_afar(lo, d)};
        for (int i = 0; i < lo->source->function_count; i++)
            if (!d->function || d->function == lo->source->functions[i])
                find_history(lo, &h, lo->source->functions[i]->body);
        info->is_settled = h.is_settled && h.unknown == 1;
    }
    return info->is_settled;
}

/* --- A place, and all that is executed after it ---------------------------------------- */

enum { CALLERS_MOST = 8 };

static bool changes_after(lowering *lo, const decl *d, const decl *f, source_range at, bool is_kept,
                          int depth);

static bool has_call_of(const syntax *s, const decl *f)
{
    if (!s || (s->kind == SYNTAX_NAME && s->decl == f))
        return s;
    for (int i = 0; i < s->child_count; i++)
        if (has_call_of(syntax_part(s, i), f))
            return true;
    return false;
}

/* Does the variable change after a call of the function in `s`, which is in `caller`? */
static bool changes_after_calls(lowering *lo, const decl *d, const decl *f, const syntax *s,
                                const decl *caller, int depth)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME && s->decl == f)
        return true; /* its address goes elsewhere */
    bool is_call = s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl == f;
    const source_range end = {
        .file = s->where.file, .line = s->where.end_line, .column = s->where.end_column};
    if (is_call && changes_after(lo, d, caller, end, true, depth + 1))
        return true;
    bool is_loop = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    if (is_loop && has_call_of(s, f) && value_callees_assign(lo, s, d))
        return true;
    for (int i = is_call; i < s->child_count; i++)
        if (changes_after_calls(lo, d, f, syntax_part(s, i), caller, depth))
            return true;
    return false;
}

/* May it change in the function after the place, in the order of the text? */
static bool changes_here_after(lowering *lo, const decl *d, const decl *f, source_range at)
{
    decl_info *info = &lo->info[d->id];
    if (info->change_asked != f) {
        info->change_asked = f;
        info->last_change = (source_range){0};
        value_find_last_change(lo, f->body, d, &info->last_change);
    }
    return source_range_is_set(info->last_change) && !source_is_before(info->last_change, at);
}

/* May it change after the function has returned to where it is called? */
static bool changes_after_return(lowering *lo, const decl *d, const decl *f, int depth)
{
    decl_info *info = &lo->info[d->id];
    if (info->return_asked == f)
        return info->changes_after_return;
    bool changes = depth > CALLERS_MOST;
    for (int i = 0; i < lo->source->function_count && !changes; i++) {
        const decl *caller = lo->source->functions[i];
        changes = changes_after_calls(lo, d, f, caller->body, caller, depth);
    }
    info->return_asked = f;
    info->changes_after_return = changes;
    return changes;
}

/* May the variable change after the place in the function, or where the value is kept after the
 * function returns? */
static bool changes_after(lowering *lo, const decl *d, const decl *f, source_range at, bool is_kept,
                          int depth)
{
    return changes_here_after(lo, d, f, at) || (is_kept && changes_after_return(lo, d, f, depth));
}

static const decl *function_of(const lowering *lo, const syntax *s)
{
    const int *positions;
    return functions_around(lo, s->where, &positions) == 1 ? lo->source->functions[positions[0]]
                                                           : NULL;
}

bool value_is_fleeting(lowering *lo, const expr *e)
{
    if (e->kind == EXPR_PARAM) {
        const param *p = e->u.param;
        const decl *d = p->origin == PARAM_VARIABLE && !p->value ? decl_of_param(lo, p) : NULL;
        return d && value_is_changed_afar(lo, d);
    }
    for (int i = 0; e->uses_param && i < expr_operand_count(e); i++)
        if (value_is_fleeting(lo, e->u.op.operand[i]))
            return true;
    return false;
}

static bool stays(lowering *lo, const decl *d, const param *p)
{
    const decl *of = p->origin == PARAM_VARIABLE && !p->value ? decl_of_param(lo, p) : NULL;
    if (!of || of->kind != DECL_VARIABLE || lo->info[of->id].assignments < 2)
        return true;
    const syntax *value = lo->info[d->id].assigned;
    const decl *f = d->function ? d->function : function_of(lo, value);
    return f && is_settled(lo, of) &&
           !changes_after(lo, of, f, value->where, !d->function || d->is_static, 0);
}

bool value_stays(lowering *lo, const decl *d, const expr *e)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param->value ? value_stays(lo, d, e->u.param->value) : stays(lo, d, e->u.param);
    for (int i = 0; e->uses_param && i < expr_operand_count(e); i++)
        if (!value_stays(lo, d, e->u.op.operand[i]))
            return false;
    return true;
}

/* --- Another value ------------------------------------------------------------------- */

bool value_leads_to(const expr *e, const param *p)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param == p || (e->u.param->value && value_leads_to(e->u.param->value, p));
    for (int i = 0; e->uses_param && i < expr_operand_count(e); i++)
        if (value_leads_to(e->u.op.operand[i], p))
            return true;
    return false;
}

static bool elements_lead_to(lowering *lo, const decl *d, const param *p)
{
    const expr *const *now = array_now(lo, d);
    for (int i = 0; now && i < array_followed(lo, d); i++)
        if (now[i] && value_leads_to(now[i], p))
            return true;
    return false;
}

bool value_is_outdating(const lowering *lo, const decl *d)
{
    return lo->info[d->id].unknown && lo->info[d->id].assignments > 1;
}

void value_outdate(lowering *lo, const decl *d)
{
    const param *p = value_is_outdating(lo, d) ? lo->info[d->id].unknown : NULL;
    for (int i = 0; p && i < lo->fn.tracked.count; i++) {
        const decl *other = lo->source->decls[lo->fn.tracked.data[i]];
        const flow_state *now = &lo->info[other->id].now;
        if (other != d && now->flow == FLOW_VALUE && now->value && value_leads_to(now->value, p))
            value_set(lo, other, NULL);
        if (elements_lead_to(lo, other, p))
            array_set(lo, other, NULL);
    }
}
