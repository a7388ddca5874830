/* switch, as ifs one after another. Where the value is not known, each group of cases is equally
 * likely: what each costs on the average is right. */

#include "frontend/lower/switch.h"

#include "frontend/directive/constant.h"
#include "frontend/lower/assign.h"
#include "frontend/lower/branch.h"
#include "frontend/lower/unknown.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/flow_log.h"
#include "frontend/value/integer.h"

/* Statements that entries into a switch may run through, in all. */
#define MOST_STATEMENTS 2000

/* Which values lead where, where the value is known: as numbers, or by parameters and loops. */
typedef struct selection {
    bool is_known;
    const expr **own; /* by statement of the body: the condition of its cases; null: it has none */
    const expr *none; /* the condition of what no case takes */
} selection;

/* What is executed for so many of the alternatives, or where `condition` (null: not known) says so.
 */
static node *new_choice(lowering *lo, const syntax *s, const expr *condition, int of_them,
                        int alternatives, node *body)
{
    node *n = node_new(lo->ctx, NODE_IF, s->where);
    n->u.cond.condition = condition;
    n->u.cond.is_decided = lower_is_decided(lo, condition);
    n->u.cond.probability = (double)of_them / alternatives;
    n->u.cond.assumed = arena_printf(
        lo->ctx->arena, "each of the %d ways that this 'switch' may go is as likely as the others",
        alternatives);
    n->u.cond.then_body = body;
    return n;
}

/* Does the statement always go on after the switch, or further away? */
static bool leaves_switch(const syntax *s)
{
    if (s->kind == SYNTAX_BLOCK)
        return s->child_count && leaves_switch(s->child[s->child_count - 1]);
    return s->kind == SYNTAX_BREAK || s->kind == SYNTAX_RETURN || s->kind == SYNTAX_CONTINUE ||
           s->kind == SYNTAX_GOTO || syntax_never_returns(s);
}

/* The statement after labels of cases; null: there is none. */
static const syntax *after_cases(const syntax *s, bool *has_default)
{
    while (s && s->kind == SYNTAX_CASE) {
        *has_default |= s->is_default;
        s = s->child[0];
    }
    return s;
}

/* --- Values --------------------------------------------------------------- */

/* `selector`, of that type, is the label's value; null: not known. */
static const expr *is_label(lowering *lo, const expr *selector, const c_type *type,
                            const syntax *label)
{
    int64_t number;
    const expr *value = label ? value_integer(lo, label, false) : NULL;
    if (!value)
        return NULL;
    if (!c_type_holds(type, syntax_final_type(label))) { /* it is converted */
        c_wide kept = expr_known(value, &number) ? c_integer_kept(c_type_integer(type), number) : 0;
        if (!value_fix(lo, value, &number) || kept > INT64_MAX)
            return NULL;
        value = expr_int(lo->pool, (int64_t)kept);
    }
    return expr_logic(lo->pool, EXPR_EQ, selector, value);
}

static const expr *either(lowering *lo, const expr *a, const expr *b)
{
    return a && b ? expr_logic(lo->pool, EXPR_OR, a, b) : a ? a : b;
}

static selection find_selection(lowering *lo, const syntax *s, const syntax *body)
{
    selection found = {.own = ARENA_ARRAY(lo->ctx->arena, body->child_count, const expr *)};
    const expr *selector = value_integer(lo, s->child[0], false), *any = NULL;
    const c_type *type = selector ? c_type_promoted(syntax_final_type(s->child[0])) : NULL;
    int fallback = -1;
    for (int i = 0; selector && i < body->child_count; i++) {
        const syntax *inside = body->child[i];
        for (; inside && inside->kind == SYNTAX_CASE; inside = inside->child[0]) {
            if (inside->is_default) {
                fallback = i;
                continue;
            }
            const expr *is_this = is_label(lo, selector, type, inside->label);
            if (!is_this)
                return (selection){.own = found.own};
            found.own[i] = either(lo, found.own[i], is_this);
            any = either(lo, any, is_this);
        }
        if (syntax_has_inner_case(inside))
            return (selection){.own = found.own};
    }
    found.none = any ? expr_logic(lo->pool, EXPR_NOT, any, NULL) : expr_int(lo->pool, 1);
    found.is_known = selector != NULL;
    if (fallback >= 0) {
        found.own[fallback] = either(lo, found.own[fallback], found.none);
        found.none = NULL;
    }
    return found;
}

/* --- Groups that run to their ends ----------------------------------------- */

typedef struct case_group {
    node *body;
    const expr *condition; /* of its own cases */
    bool falls_through;    /* into the next group */
} case_group;

typedef VEC(case_group) case_vec;

/* What is known where a group begins: what was known before the switch, or, where the condition
 * `from_last` holds (null: not known), what the group has left that falls into it. */
static void begin_group(lowering *lo, const syntax *body, const expr *from_last,
                        bool is_fallen_into, const flow_mark *before)
{
    const flow_changes last = flow_take_back(lo, before);
    if (!is_fallen_into)
        return;
    const flow_mark here = flow_begin(lo);
    flow_do_again(lo, &last);
    const flow_changes fallen = flow_take_back(lo, &here);
    lower_join_flow(lo, body, from_last, &here, &fallen);
}

/* The statements of a switch's body, grouped by the cases that lead to them, or into them; what
 * stands before the first, or after what leaves the switch, is not executed. Returns whether one of
 * them is the default. */
static bool case_groups(lowering *lo, const syntax *body, const selection *by,
                        const flow_mark *before, case_vec *out)
{
    case_group group = {0};
    node_list list = {0};
    const expr *entered = NULL; /* the condition of the group, those that fall into it included */
    bool is_open = false, has_default = false;
    for (int i = 0; i < body->child_count; i++) {
        bool is_case = body->child[i]->kind == SYNTAX_CASE ||
                       (!is_open && syntax_has_inner_case(body->child[i]));
        if (is_case && is_open) {
            group.body = list.head;
            group.falls_through = true;
            VEC_PUSH(lo->ctx->arena, out, group);
        }
        if (is_case) {
            begin_group(lo, body, is_open ? entered : NULL, is_open, before);
            entered = either(lo, is_open ? entered : NULL, by->own[i]);
            list = (node_list){0};
            group = (case_group){.condition = by->own[i]};
        }
        is_open |= is_case;
        const syntax *s = after_cases(body->child[i], &has_default);
        if (s && (is_open || !by->is_known))
            lower_statement(lo, &list, s);
        else if (s)
            lower_skip_directives(lo, s);
        if (is_open && s && leaves_switch(s)) {
            group.body = list.head;
            VEC_PUSH(lo->ctx->arena, out, group);
            list = (node_list){0};
            is_open = false;
        }
    }
    group.body = list.head;
    if (is_open)
        VEC_PUSH(lo->ctx->arena, out, group);
    return has_default;
}

/* is_complete: whatever the value is, one of them is executed. */
static void append_cases(lowering *lo, node_list *out, const node_list *cases, bool is_complete)
{
    case_set *set = is_complete ? ARENA_NEW(lo->ctx->arena, case_set) : NULL;
    for (node *n = cases->head; n && set; n = n->next) {
        n->u.cond.cases = set;
        set->count++;
    }
    if (cases->head)
        node_append(&out->head, &out->tail, cases->head);
}

/* A group that another falls into runs for both. */
static void lower_whole_groups(lowering *lo, node_list *out, const syntax *s, const syntax *body,
                               const selection *by)
{
    loop_frame frame = {.is_switch = true, .outer = lo->around.frame};
    lo->around.frame = &frame;
    case_vec groups = {0};
    const flow_mark before = flow_begin(lo);
    bool has_default = case_groups(lo, body, by, &before, &groups);
    flow_end(lo, &before);
    value_forget(lo, body);
    lo->around.frame = frame.outer;
    int alternatives = groups.count + (has_default ? 0 : 1);
    int entries = 0;
    bool is_complete = has_default;
    node_list cases = {0};
    const expr *condition = NULL;
    for (int i = 0; i < groups.count; i++) {
        bool is_reached = i > 0 && groups.data[i - 1].falls_through;
        entries = is_reached ? entries + 1 : 1;
        condition = either(lo, is_reached ? condition : NULL, groups.data[i].condition);
        if (!groups.data[i].body) {
            is_complete &= groups.data[i].falls_through;
            continue;
        }
        node *n = new_choice(lo, s, by->is_known ? condition : NULL, entries, alternatives,
                             groups.data[i].body);
        n->u.cond.goes_on = groups.data[i].falls_through;
        node_append(&cases.head, &cases.tail, n);
    }
    append_cases(lo, out, &cases, is_complete);
}

/* --- Groups that may be left in their midst -------------------------------- */

/* Everything that runs when a group of cases is entered, into the next ones if it
 * falls through. */
typedef struct entry {
    const syntax *block;
    const syntax *before;  /* the statement before it in the switch; or null */
    const expr *condition; /* null: not known */
} entry;

typedef VEC(entry) entry_vec;

static const syntax *entry_block(lowering *lo, const syntax *body, int from)
{
    syntax *block = ARENA_NEW(lo->ctx->arena, syntax);
    *block = *body;
    block->child_count = 0;
    block->child = ARENA_ARRAY(lo->ctx->arena, body->child_count, const syntax *);
    bool ignored = false;
    for (int i = from; i < body->child_count; i++) {
        const syntax *s = after_cases(body->child[i], &ignored);
        if (!s)
            continue;
        block->child[block->child_count++] = s;
        if (!leaves_switch(s))
            continue;
        block->where.end_line = s->where.end_line;
        block->where.end_column = s->where.end_column;
        break;
    }
    return block;
}

/* Labels without a statement between them are one entry. */
static bool find_entries(lowering *lo, const syntax *body, const selection *by, entry_vec *out)
{
    bool has_default = false;
    for (int i = 0; i < body->child_count; i++) {
        if (body->child[i]->kind != SYNTAX_CASE)
            continue;
        after_cases(body->child[i], &has_default);
        entry e = {entry_block(lo, body, i), i ? body->child[i - 1] : NULL,
                   by->is_known ? by->own[i] : NULL};
        VEC_PUSH(lo->ctx->arena, out, e);
    }
    return has_default;
}

/* One entry. Returns whether what follows the switch is still to run for it: not
 * where it always continues, nor where it has a copy of that. */
static bool lower_entry(lowering *lo, node_list *out, const syntax *s, const entry *e,
                        int alternatives, const continuation *after)
{
    const syntax *last = e->block->child_count ? e->block->child[e->block->child_count - 1] : NULL;
    bool always = last && last->kind != SYNTAX_BREAK && lower_always_continues(lo, last) &&
                  !syntax_may_break(e->block);
    bool has_copy =
        !always && after && syntax_may_continue(e->block) && lower_may_copy(lo, e->block->where);
    loop_frame frame = {
        .is_switch = true, .outer = lo->around.frame, .rest = has_copy ? after : NULL};
    node_list list = {0};
    if (e->before)
        lower_skip_directives(lo, e->before);
    value_forget(lo, s->child[1]);
    lo->around.frame = &frame;
    lower_sequence(lo, &list, e->block, 0, frame.rest);
    lo->around.frame = frame.outer;
    if (list.head)
        node_append(&out->head, &out->tail,
                    new_choice(lo, s, e->condition, 1, alternatives, list.head));
    return !always && !has_copy;
}

static void lower_entries(lowering *lo, node_list *out, const syntax *s, const syntax *body,
                          const selection *by, const continuation *after)
{
    entry_vec entries = {0};
    bool has_default = find_entries(lo, body, by, &entries);
    const expr *goes_on = by->none;
    int alternatives = entries.count + (has_default ? 0 : 1);
    int left = has_default ? 0 : 1, pragma_before = lo->fn.next_pragma;
    bool is_complete = has_default;
    node_list cases = {0};
    for (int i = 0; i < entries.count; i++) {
        lo->fn.next_pragma = pragma_before;
        const node *last = cases.tail;
        bool is_left = lower_entry(lo, &cases, s, &entries.data[i], alternatives, after);
        is_complete &= cases.tail != last;
        left += is_left;
        goes_on = either(lo, goes_on, is_left ? entries.data[i].condition : NULL);
    }
    append_cases(lo, out, &cases, is_complete);
    value_forget(lo, s->child[1]);
    lower_skip_directives(lo, s);
    if (!after || !left)
        return;
    node_list rest = {0};
    lower_after(lo, &rest, after);
    bool is_certain = left == alternatives;
    node *n = is_certain
                  ? rest.head
                  : new_choice(lo, s, by->is_known ? goes_on : NULL, left, alternatives, rest.head);
    if (rest.head)
        node_append(&out->head, &out->tail, n);
    if (is_certain && rest.head)
        out->tail = rest.tail;
}

/* --- Either ---------------------------------------------------------------- */

/* Is there a `break` of the switch that does not end its group? */
static bool breaks_within(const syntax *s)
{
    if (s->kind != SYNTAX_BLOCK)
        return s->kind != SYNTAX_BREAK && syntax_may_break(s);
    for (int i = 0; i < s->child_count; i++)
        if (i + 1 < s->child_count ? syntax_may_break(s->child[i]) : breaks_within(s->child[i]))
            return true;
    return false;
}

static bool is_left_within(const syntax *body)
{
    bool ignored = false;
    for (int i = 0; i < body->child_count; i++) {
        const syntax *s = after_cases(body->child[i], &ignored);
        if (s && (breaks_within(s) || syntax_may_continue(s)))
            return true;
    }
    return false;
}

/* Groups that fall through to others have copies of these: too many? */
static bool is_too_long(lowering *lo, const syntax *s, const syntax *body)
{
    int statements = 0, open = 0;
    bool ignored = false;
    for (int i = 0; i < body->child_count; i++) {
        open += body->child[i]->kind == SYNTAX_CASE;
        statements += open;
        const syntax *inner = after_cases(body->child[i], &ignored);
        open = inner && leaves_switch(inner) ? 0 : open;
        if (statements > MOST_STATEMENTS)
            break;
    }
    if (statements <= MOST_STATEMENTS)
        return false;
    diag_report(lo->ctx->diags, DIAG_WARNING, "continue", s->where,
                "the cases of this 'switch' fall into each other too often: what a 'break' or a "
                "'continue' within them skips is predicted as if it ran; end each with 'break'");
    return true;
}

/* A case inside a loop or another statement of the body: which iteration it begins, and what of the
 * statement it skips, is not followed. */
static void check_inner_cases(lowering *lo, node_list *out, const syntax *s, const syntax *body)
{
    int i = 0;
    while (i < body->child_count && !syntax_has_inner_case(body->child[i]))
        i++;
    if (i == body->child_count)
        return;
    diag_report(lo->ctx->diags, DIAG_WARNING, "jump", s->where,
                "a case of this 'switch' stands inside another of its statements, and the jump "
                "there is not followed; write the cases directly into the 'switch'");
    lower_unknown_jump(lo, out, s->where,
                       "the jump of this 'switch' into a statement is not followed");
}

void lower_switch(lowering *lo, node_list *out, const syntax *s, const continuation *after)
{
    gather g = {.before = out};
    lower_value(lo, &g, s->child[0]);
    lower_count(&g, OP_INT_COMPARE, 1);
    lower_gathered(lo, out, &g, s->child[0]->where);
    const syntax *body = s->child[1];
    const syntax alone = {.kind = SYNTAX_BLOCK,
                          .unit = body->unit,
                          .where = body->where,
                          .child_count = 1,
                          .child = &s->child[1]};
    body = body->kind == SYNTAX_BLOCK ? body : &alone;
    const selection by = find_selection(lo, s, body);
    check_inner_cases(lo, out, s, body);
    const around_state around = lo->around;
    lower_enter_condition(lo, value_integer(lo, s->child[0], false));
    bool is_entered = is_left_within(body) && !is_too_long(lo, s, body);
    if (is_entered)
        lower_entries(lo, out, s, body, &by, after);
    else
        lower_whole_groups(lo, out, s, body, &by);
    lower_leave_condition(lo, &around);
    if (after && !is_entered)
        lower_after(lo, out, after);
}
