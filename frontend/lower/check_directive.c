/* Directives and the statement that they stand before: is there one of each kind,
 * and is it what they are meant for? */

#include "frontend/lower/check_directive.h"

#include "frontend/lower/forall.h"
#include "frontend/lower/jump.h"
#include "frontend/resolve/bcast_from.h"
#include "frontend/value/callee_effects.h"

static void report(lowering *lo, const char *rule, source_range where, const char *text)
{
    diag_report(lo->ctx->diags, DIAG_ERROR, rule, where, "%s", text);
}

/* --- Twice ------------------------------------------------------------------------ */

static bool is_mask(directive_kind kind)
{
    return kind == DIRECTIVE_WHERE || kind == DIRECTIVE_ELSEWHERE;
}

/* The one before that says the same, or contradicts it; null: none. */
static const directive *conflicting(const attached *with, const directive *d)
{
    for (int i = 0; i < with->loop_count; i++) {
        const directive *other = with->loop[i];
        bool has_homes = d->spelling == DIALECT_HPF && d->u.loop.has_on && other->u.loop.has_on;
        if (other->kind == d->kind || (is_mask(d->kind) && is_mask(other->kind)))
            return other;
        if (!is_mask(d->kind) && !is_mask(other->kind) && has_homes)
            return other;
    }
    return NULL;
}

bool lower_take_loop_directive(lowering *lo, attached *with, const directive *d)
{
    const directive *other = conflicting(with, d);
    if (other) {
        bool is_same = other->kind == d->kind || is_mask(d->kind);
        diag *one = diag_report(lo->ctx->diags, DIAG_ERROR, "twice", d->where,
                                "this loop has '%s' already; keep one of the two",
                                is_same && d->kind != DIRECTIVE_ON_HOME ? other->word : "on home");
        diag_note(one, other->where, "it is here");
        return false;
    }
    if (with->loop_count < MAX_LOOP_DIRECTIVES)
        with->loop[with->loop_count++] = d;
    return true;
}

void lower_take_directive(lowering *lo, const directive **slot, const directive *d)
{
    if (*slot) {
        diag *one =
            diag_report(lo->ctx->diags, DIAG_ERROR, "twice", d->where,
                        d->kind == DIRECTIVE_TASK
                            ? "this statement has '%s' already; put braces around it and the second"
                            : "this statement has '%s' already; keep one of the two",
                        (*slot)->word);
        diag_note(one, (*slot)->where, "it is here");
        return;
    }
    *slot = d;
}

/* --- Statements between ------------------------------------------------------------- */

static const directive *pending(const attached *with)
{
    return with->loop_count    ? with->loop[0]
           : with->task        ? with->task
           : with->tasks       ? with->tasks
           : with->move        ? with->move
           : with->array       ? with->array
           : with->trip        ? with->trip
           : with->pipeline    ? with->pipeline
           : with->probability ? with->probability
                               : NULL;
}

bool lower_check_between(lowering *lo, const attached *with, const directive *d)
{
    const directive *other = pending(with);
    if (!other)
        return true;
    diag *one = diag_report(lo->ctx->diags, DIAG_ERROR, "no-statement", d->where,
                            "'%s' is executed by itself, and separates '%s' from the statement "
                            "that it applies to; move it before that, or put braces around both",
                            d->word, other->word);
    diag_note(one, other->where, "'%s' is here", other->word);
    return false;
}

/* --- Who executes ------------------------------------------------------------------------ */

void lower_check_collective(lowering *lo, const directive *d)
{
    for (const loop_frame *f = lo->around.frame; f; f = f->outer) {
        if (!f->is_divided)
            continue;
        diag *one =
            diag_report(lo->ctx->diags, DIAG_WARNING, "in-loop", d->where,
                        "'%s' in a loop that is divided among processors: it is predicted as if "
                        "all of them executed it in every iteration; move it out of the loop",
                        d->word);
        diag_note(one, f->loop->where, "each processor executes other iterations of this loop");
        return;
    }
}

void lower_check_divided(lowering *lo, const on_clause *on)
{
    for (const loop_frame *f = lo->around.frame; f; f = f->outer) {
        const dist_template *t = on->target;
        for (int k = 0; f->on && t && t == f->on->target && k < t->rank; k++) {
            const expr *outer = f->on->index[k], *inner = on->index[k];
            bool is_distributed = t->is_distributed && t->format[k].kind != DIST_COLLAPSED;
            if (!is_distributed || !outer || !inner || outer == inner || !inner->uses_loop_var)
                continue;
            diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "in-loop", on->where,
                                  "an enclosing loop divides dimension %d of '%s' already: each of "
                                  "its iterations executes only those iterations of this loop that "
                                  "are on the same processor; divide only one of the two",
                                  k + 1, t->name);
            diag_note(d, f->on->where, "it is divided here");
            return;
        }
    }
}

/* Does the clause name the nodes as a whole? */
static bool is_whole(const on_clause *on)
{
    bool is_part = on->is_section || on->nodes->of;
    for (int k = 0; k < MAX_RANK; k++)
        is_part |= on->index[k] != NULL;
    return !is_part;
}

bool lower_check_executing(lowering *lo, const on_clause *on)
{
    for (int i = 0; on && i < lo->around.executing.count; i++) {
        const on_clause *outer = lo->around.executing.data[i];
        if (!directive_is_outside(outer, on))
            continue;
        diag *one = is_whole(on) ? diag_report(lo->ctx->diags, DIAG_WARNING, "task", on->where,
                                               "not all of these processors execute the enclosing "
                                               "task: the prediction takes those that do")
                                 : diag_report(lo->ctx->diags, DIAG_ERROR, "task", on->where,
                                               "these processors do not all execute the enclosing "
                                               "task: name only processors that do");
        diag_note(one, outer->where, "only these execute the task");
        return is_whole(on);
    }
    return true;
}

/* --- Hints -------------------------------------------------------------------------- */

static bool has_choice(const syntax *s)
{
    for (int i = 0; s && i < s->child_count; i++)
        if (has_choice(syntax_part(s, i)))
            return true;
    return s && (s->kind == SYNTAX_IF || s->kind == SYNTAX_CONDITIONAL);
}

/* Is it a statement whose `if` a hint may apply to? */
static bool takes_probability(const attached *with, const syntax *s)
{
    bool is_masked = false;
    for (int i = 0; i < with->loop_count; i++)
        is_masked |= is_mask(with->loop[i]->kind);
    return s->kind == SYNTAX_IF || (is_masked && has_choice(s));
}

static bool holds_statements(const syntax *s)
{
    return s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH || s->kind == SYNTAX_BLOCK;
}

/* Is the function called in it that it stands in, itself or through others? */
static bool comes_back(lowering *lo, const syntax *s)
{
    bool does = s && s->kind == SYNTAX_CALL && syntax_callee_name(s) &&
                value_calls(lo, s->child[0]->decl, lo->fn.decl);
    for (int i = 0; s && i < s->child_count && !does; i++)
        does = comes_back(lo, syntax_part(s, i));
    return does;
}

void lower_check_hints(lowering *lo, const attached *with, const syntax *s)
{
    if (with->trip && !syntax_is_loop(s) && (holds_statements(s) || !comes_back(lo, s)))
        report(lo, "hint", with->trip->where,
               "'trip' must stand before a loop, or before a statement in which a function calls "
               "itself");
    if (with->pipeline && s->kind != SYNTAX_FOR)
        report(lo, "loop-form", with->pipeline->where,
               "'pipeline' must stand before a 'for' that counts an integer variable");
    if (with->probability && !takes_probability(with, s))
        report(lo, "hint", with->probability->where,
               "'probability' must stand before an 'if', or before a where with its mask");
}

/* --- Loops that are divided ------------------------------------------------------------ */

/* The jump that leaves loop body `s`; `is_inside` another loop or a switch, which
 * `break` leaves. Where a `goto` leads is not known. */
static const syntax *leaving_jump(const syntax *s, bool is_inside)
{
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_RETURN || s->kind == SYNTAX_GOTO ||
        (s->kind == SYNTAX_BREAK && !is_inside))
        return s;
    is_inside |= s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO ||
                 s->kind == SYNTAX_SWITCH;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *found = leaving_jump(syntax_part(s, i), is_inside);
        if (found)
            return found;
    }
    return NULL;
}

/* The jump that leaves the statement of a task; `breaks`: inside of what one leaves, and `loops`:
 * of a loop. */
static const syntax *task_jump(const syntax *s, bool breaks, bool loops)
{
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_RETURN || (s->kind == SYNTAX_BREAK && !breaks) ||
        (s->kind == SYNTAX_CONTINUE && !loops))
        return s;
    loops |= s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    breaks |= loops || s->kind == SYNTAX_SWITCH;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *found = task_jump(syntax_part(s, i), breaks, loops);
        if (found)
            return found;
    }
    return NULL;
}

void lower_check_task(lowering *lo, const directive *task, const syntax *s)
{
    const syntax *jump = task_jump(s, false, false);
    if (!jump)
        return;
    bool is_return = jump->kind == SYNTAX_RETURN;
    diag *d =
        diag_report(lo->ctx->diags, is_return ? DIAG_WARNING : DIAG_ERROR, "task", jump->where,
                    "this '%s' leaves the statement of a 'task', which only some processors "
                    "execute; write it so that it runs to its end",
                    is_return                    ? "return"
                    : jump->kind == SYNTAX_BREAK ? "break"
                                                 : "continue");
    diag_note(d, task->where, "'task' is here");
}

void lower_check_jumps(lowering *lo, const directive *d, const syntax *loop)
{
    const syntax *jump = leaving_jump(loop->child[3], false);
    if (!jump || (jump->kind == SYNTAX_GOTO && !lower_is_forall(d) && !lower_goto_leaves(lo, jump)))
        return;                               /* that goto has a warning elsewhere */
    bool is_hpf = d->spelling == DIALECT_HPF; /* which forbids it (2.0, section 5.1) */
    const char *word = jump->kind == SYNTAX_RETURN ? "return"
                       : jump->kind == SYNTAX_GOTO ? "goto"
                                                   : "break";
    diag *one =
        diag_report(lo->ctx->diags, is_hpf ? DIAG_ERROR : DIAG_WARNING, "loop-form", jump->where,
                    is_hpf ? "this '%s' leaves a loop whose iterations have no order: let "
                             "each run to its end, or leave out the directive"
                           : "this '%s' leaves a loop that is divided among processors: only the "
                             "processor that executes it leaves its part of the loop",
                    word);
    diag_note(one, d->where, "'%s' divides the loop", d->word);
}

/* --- tasks -------------------------------------------------------------------------------- */

/* Does a task directive stand after `last`, which is the block at first, and before `s`? */
static bool has_task_before(const lowering *lo, const syntax *s, const syntax *last, bool is_first)
{
    for (int i = 0; i < lo->pragmas.count; i++) {
        const pragma *p = &lo->pragmas.data[i];
        if (!pragma_is_before(p, s) || pragma_is_before(p, last) ||
            (!is_first && source_contains(last->where, p->text)))
            continue;
        for (const directive *d = p->directives; d; d = d->next)
            if (d->kind == DIRECTIVE_TASK)
                return true;
    }
    return false;
}

void lower_check_tasks(lowering *lo, const directive *tasks, const syntax *s)
{
    if (s->kind != SYNTAX_BLOCK) {
        report(lo, "task", tasks->where, "'tasks' must stand before a block, { .. }, of tasks");
        return;
    }
    for (int i = 0; i < s->child_count; i++) {
        const syntax *one = s->child[i];
        if (one->kind == SYNTAX_EMPTY || has_task_before(lo, one, i ? s->child[i - 1] : s, i == 0))
            continue;
        diag *d = diag_report(lo->ctx->diags, DIAG_ERROR, "task", one->where,
                              "a block of 'tasks' holds nothing but tasks; write 'task on' before "
                              "this, or move it out");
        diag_note(d, tasks->where, "'tasks' is here");
        return;
    }
}
