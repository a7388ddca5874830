#include "frontend/lower/unknown.h"

#include <string.h>

#include "frontend/lower/assign.h"
#include "frontend/syntax/library_function.h"
#include "frontend/value/alias.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/memory_function.h"

/* --- Effects --------------------------------------------------------------------- */

static unknown_effect *new_effect(lowering *lo, unknown_kind kind, source_range where,
                                  const char *reason, array_list touched)
{
    unknown_effect *u = ARENA_NEW(lo->ctx->arena, unknown_effect);
    *u = (unknown_effect){.kind = kind,
                          .where = where,
                          .reason = reason,
                          .array_count = touched.count,
                          .arrays = touched.arrays};
    return u;
}

static unknown_effect *add_effect(lowering *lo, gather *g, unknown_kind kind, source_range where,
                                  const char *reason, array_list touched)
{
    unknown_effect *u = new_effect(lo, kind, where, reason, touched);
    u->next = g->unknowns;
    g->unknowns = u;
    if (touched.count)
        lo->fn.has_distributed = true;
    return u;
}

static array_list join(lowering *lo, array_list a, array_list b)
{
    VEC(const variable *) all = {0};
    for (int i = 0; i < a.count + b.count; i++) {
        const variable *v = i < a.count ? a.arrays[i] : b.arrays[i - a.count];
        bool is_known = false;
        for (int k = 0; k < all.count; k++)
            is_known |= all.data[k] == v;
        if (!is_known)
            VEC_PUSH(lo->ctx->arena, &all, v);
    }
    return (array_list){all.count, all.data};
}

static const char *names_of(lowering *lo, array_list list)
{
    return variable_names(lo->ctx->arena, list.count, list.arrays);
}

static const char *plural(array_list list)
{
    return list.count == 1 ? "" : "s";
}

/* --- Functions elsewhere ------------------------------------------------------------ */

/* Does a condition, a loop's head or a subscript look at the variable? */
static bool decides(const syntax *s, const decl *d, bool is_asked)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME)
        return is_asked && s->decl == d;
    for (int i = 0; i < s->child_count; i++) {
        bool is_body = s->kind == SYNTAX_FOR ? i == 3 : s->kind == SYNTAX_WHILE ? i == 1 : i == 0;
        bool is_head = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
        bool is_test =
            (s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH || s->kind == SYNTAX_CONDITIONAL)
                ? i == 0
                : s->kind == SYNTAX_SUBSCRIPT && i == 1;
        if (decides(syntax_part(s, i), d, is_asked || is_test || (is_head && !is_body)))
            return true;
    }
    return false;
}

const unknown_effect *lower_unknown_body(lowering *lo, const syntax *call, const decl *f)
{
    if (!f->is_replaceable)
        return NULL;
    if (!lo->info[f->id].is_unknown_reported) {
        lo->info[f->id].is_unknown_reported = true;
        diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "unknown-call", call->where,
                              "another file's '%s' may be called instead of the one here, which is "
                              "predicted; take the attribute away to have it for certain",
                              f->name);
        diag_note(d, f->where, "'%s' is weak, or gnu_inline", f->name);
    }
    const char *reason = arena_printf(lo->ctx->arena, "another file's '%s' may be called", f->name);
    return new_effect(lo, UNKNOWN_FLOW, call->where, reason, (array_list){0});
}

/* A variable that other files may change, and that decides what is executed; null: none. */
static const decl *deciding_variable(lowering *lo)
{
    found_state *found = &lo->found;
    if (found->has_sought_deciding)
        return found->deciding;
    found->has_sought_deciding = true;
    for (int i = 0; i < lo->source->decl_count && !found->deciding; i++) {
        const decl *d = lo->source->decls[i];
        for (int k = 0; decl_is_changed_elsewhere(d) && k < lo->source->function_count; k++)
            if (decides(lo->source->functions[k]->body, d, false))
                found->deciding = d;
    }
    return found->deciding;
}

static array_list arguments_reach(lowering *lo, const syntax *call)
{
    array_list reached = {0};
    for (int i = 1; i < call->child_count; i++)
        reached = join(lo, reached, points_to_of(lo, call->child[i]));
    return reached;
}

static array_list callbacks_touch(lowering *lo, const syntax *call)
{
    array_list touched = {0};
    for (int i = 1; i < call->child_count; i++)
        touched = join(lo, touched, points_to_of_callbacks(lo, call->child[i]));
    return touched;
}

/* Says once of a function that it is elsewhere: what it may touch, or else which variable it may
 * change (either may be none). */
static void report_elsewhere(lowering *lo, const syntax *call, const decl *f, array_list touched,
                             const decl *scalar, bool is_given)
{
    decl_info *info = &lo->info[f->id];
    if (value_check_escape(lo, call) || info->is_unknown_reported || (!touched.count && !scalar))
        return;
    info->is_unknown_reported = true;
    if (touched.count) {
        diag *d = diag_report(
            lo->ctx->diags, DIAG_WARNING, "unknown-call", call->where,
            "'%s' has no body here, and may %s the distributed array%s %s: what it sends, and "
            "what must be sent because of it, is not in the prediction; put its body into this "
            "source%s",
            f->name, f->is_pure ? "read" : "read or write", plural(touched), names_of(lo, touched),
            is_given ? "" : ", or declare the array 'static' if no other file uses it");
        diag_note(d, touched.arrays[0]->where, "'%s' is declared here", touched.arrays[0]->name);
        return;
    }
    diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "unknown-call", call->where,
                          "'%s' has no body here, and may change '%s', which decides what is "
                          "executed; put its body into this source, or declare '%s' 'static' "
                          "if no other file uses it",
                          f->name, scalar->name, scalar->name);
    diag_note(d, scalar->where, "'%s' is declared here", scalar->name);
}

/* What such a function may touch: what it is given, what functions that it is given touch, and
 * what other files can see; a function of the system sees none of these. */
static array_list elsewhere_touches(lowering *lo, const syntax *call, const decl *f, bool *is_given)
{
    array_list touched = {0};
    if (f->is_const_function)
        return touched;
    touched = arguments_reach(lo, call);
    touched = join(lo, touched, points_to_of_called_back(lo, call));
    *is_given = touched.count > 0;
    return source_range_is_set(f->where) ? join(lo, touched, points_to_of_others(lo)) : touched;
}

/* A function that is defined elsewhere. */
static void call_elsewhere(lowering *lo, gather *g, const syntax *call, const decl *f)
{
    arena *a = lo->ctx->arena;
    bool is_given = false;
    bool may_change = source_range_is_set(f->where) && !f->is_const_function && !f->is_pure;
    array_list touched = elsewhere_touches(lo, call, f, &is_given);
    const decl *scalar = may_change ? deciding_variable(lo) : NULL;
    if (points_to_calls_back(lo, call))
        value_forget_globals(lo, call);
    report_elsewhere(lo, call, f, touched, scalar, is_given);
    if (touched.count)
        add_effect(lo, g, UNKNOWN_FLOW, call->where,
                   arena_printf(a, "'%s' has no body here, and may %s %s", f->name,
                                f->is_pure ? "read" : "read or write", names_of(lo, touched)),
                   touched);
    else if (scalar)
        add_effect(
            lo, g, UNKNOWN_FLOW, call->where,
            arena_printf(a, "'%s' has no body here, and may change '%s'", f->name, scalar->name),
            touched);
    else
        add_effect(lo, g, UNKNOWN_COST, call->where,
                   arena_printf(a, "'%s' has no body here: what it costs is not known", f->name),
                   touched);
}

/* --- Functions that call others ----------------------------------------------------- */

static const function *const *functions_of(lowering *lo, called_list called)
{
    const function **all = ARENA_ARRAY(lo->ctx->arena, called.count, const function *);
    for (int i = 0; i < called.count; i++)
        all[i] = lo->info[called.functions[i]->id].fn;
    return all;
}

static void call_by_pointer(lowering *lo, gather *g, const syntax *call)
{
    array_list touched;
    const called_list called = points_to_called(lo, call);
    bool is_any = !points_to_of_pointed(lo, called, &touched);
    touched = join(lo, arguments_reach(lo, call), touched);
    if (!value_check_escape(lo, call))
        diag_report(lo->ctx->diags, DIAG_WARNING, "unknown-call", call->where,
                    "which function is called here is not known: what it costs%s is not in the "
                    "prediction; call it by its name",
                    is_any || touched.count ? ", and what it does to distributed arrays," : "");
    unknown_effect *u = add_effect(lo, g, is_any || touched.count ? UNKNOWN_FLOW : UNKNOWN_COST,
                                   call->where, "which function is called is not known", touched);
    u->touches_all = is_any;
    u->callee_count = called.count;
    u->callees = functions_of(lo, called);
    value_forget_globals(lo, call);
}

/* qsort, bsearch: while it runs. */
static void call_back(lowering *lo, gather *g, const syntax *call, const char *name)
{
    arena *a = lo->ctx->arena;
    array_list touched = join(lo, arguments_reach(lo, call), callbacks_touch(lo, call));
    if (!value_check_escape(lo, call))
        diag_report(lo->ctx->diags, DIAG_WARNING, "callback", call->where,
                    "'%s' calls the function that it is given: how often%s is not in the "
                    "prediction; write it as a loop here",
                    name,
                    touched.count
                        ? arena_printf(a, ", and what that does to %s,", names_of(lo, touched))
                        : "");
    add_effect(
        lo, g, touched.count ? UNKNOWN_FLOW : UNKNOWN_COST, call->where,
        arena_printf(a, "how often '%s' calls the function that it is given is not known", name),
        touched);
}

/* atexit, pthread_create, signal: at another time. */
static void call_later(lowering *lo, gather *g, const syntax *call, const char *name)
{
    array_list touched = join(lo, arguments_reach(lo, call), callbacks_touch(lo, call));
    diag_report(lo->ctx->diags, DIAG_WARNING, "callback", call->where,
                "because of '%s' something runs at another time than its place in the source "
                "says: it is not in the prediction; call it where it is to run",
                name);
    add_effect(lo, g, UNKNOWN_FLOW, call->where,
               arena_printf(lo->ctx->arena, "because of '%s' something runs at another time", name),
               touched);
}

static void call_jump(lowering *lo, gather *g, const syntax *call, const char *name)
{
    name += strspn(name, "_"); /* setjmp may be a macro of _setjmp */
    diag_report(lo->ctx->diags, DIAG_WARNING, "jump", call->where,
                "the jump of '%s' is not followed: what it repeats or skips is predicted as if it "
                "ran once; write a loop or an 'if'",
                name);
    add_effect(lo, g, UNKNOWN_FLOW, call->where,
               arena_printf(lo->ctx->arena, "the jump of '%s' is not followed", name),
               (array_list){0})
        ->touches_all = true;
    value_forget(lo, lo->fn.decl->body);
}

/* --- The library -------------------------------------------------------------------- */

static void append_write(lowering *lo, gather *g, const reference *write)
{
    node *n = node_new(lo->ctx, NODE_STATEMENT, write->where);
    n->u.stmt.write = write;
    node_append(&g->before->head, &g->before->tail, n);
    lo->fn.has_distributed = true;
}

void lower_library_writes(lowering *lo, gather *g, const syntax *call)
{
    const decl *f = call->child[0]->decl;
    for (int i = 1; i < call->child_count; i++) {
        const syntax *s = call->child[i];
        array_list reached = points_to_of(lo, s);
        if (!reached.count || !library_may_write(f, i - 1))
            continue;
        while (s->kind == SYNTAX_CAST)
            s = s->child[0];
        place p = access_path_of(lo, s);
        const variable *v = p.base ? lo->info[p.base->id].var : NULL;
        bool is_whole = p.kind == PLACE_ADDRESS && s->kind != SYNTAX_UNARY && v && v->align;
        if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && v && v->align) {
            p = access_path_of(lo, s->child[0]);
            append_write(lo, g, access_path_reference(lo, &p, s->where));
        } else if (is_whole) {
            append_write(lo, g, lower_whole(lo, v, s->where));
        } else {
            add_effect(lo, g, UNKNOWN_FLOW, s->where,
                       arena_printf(lo->ctx->arena, "'%s' writes %s by an address", f->name,
                                    names_of(lo, reached)),
                       reached);
        }
    }
}

void lower_pointer_moved(lowering *lo, gather *g, const decl *pointer, const syntax *value)
{
    const variable *v = lo->info[pointer->id].var;
    if (v && v->align && v->rank && points_to_of(lo, value).count)
        append_write(lo, g, lower_whole(lo, v, value->where));
}

void lower_unknown_memory(lowering *lo, node_list *out, const syntax *value, const variable *v)
{
    gather g = {.before = out};
    const variable **one = ARENA_ARRAY(lo->ctx->arena, 1, const variable *);
    one[0] = v;
    add_effect(lo, &g, UNKNOWN_FLOW, value->where,
               arena_printf(lo->ctx->arena, "'%s' leads to memory that has another name", v->name),
               join(lo, (array_list){1, one}, points_to_of(lo, value)));
    lower_gathered(lo, out, &g, value->where);
}

static void call_library(lowering *lo, gather *g, const syntax *call, const char *name)
{
    array_list reached = arguments_reach(lo, call);
    if (!reached.count || library_is_beginning(name))
        return;
    if (!value_check_escape(lo, call))
        diag_report(lo->ctx->diags, DIAG_WARNING, "escape", call->where,
                    "'%s' is given an address in the distributed array%s %s: what it does there "
                    "is not in the prediction; write it as a loop here",
                    name, plural(reached), names_of(lo, reached));
    add_effect(
        lo, g, UNKNOWN_FLOW, call->where,
        arena_printf(lo->ctx->arena, "'%s' is given an address in %s", name, names_of(lo, reached)),
        reached);
}

void lower_unknown_cost(lowering *lo, gather *g, source_range where, const char *reason)
{
    add_effect(lo, g, UNKNOWN_COST, where, reason, (array_list){0});
}

void lower_unknown_call(lowering *lo, gather *g, const syntax *call, const char *name)
{
    if (!name) {
        call_by_pointer(lo, g, call);
        return;
    }
    if (memory_use_of(call->child[0]->decl) && library_kind_of(name) == LIBRARY_NONE)
        return;
    switch (library_kind_of(name)) {
    case LIBRARY_FREES:
        return;
    case LIBRARY_NONE:
        call_elsewhere(lo, g, call, call->child[0]->decl);
        return;
    case LIBRARY_PLAIN:
    case LIBRARY_FILES:
    case LIBRARY_COPIES: /* those that are no array assignments */
    case LIBRARY_FILLS:
    case LIBRARY_ZEROES:
        call_library(lo, g, call, name);
        return;
    case LIBRARY_WAITS:
        add_effect(lo, g, UNKNOWN_COST, call->where,
                   arena_printf(lo->ctx->arena, "how long '%s' takes is not known", name),
                   (array_list){0});
        call_library(lo, g, call, name);
        return;
    case LIBRARY_CALLS:
        call_back(lo, g, call, name);
        return;
    case LIBRARY_LATER:
        call_later(lo, g, call, name);
        return;
    case LIBRARY_JUMPS:
        call_jump(lo, g, call, name);
        return;
    }
}

/* --- Addresses, assembly and jumps ---------------------------------------------------- */

/* Says once of a pointer that it may lead into distributed arrays. */
static bool is_reported(const syntax *s)
{
    while (s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_CAST || s->kind == SYNTAX_UNARY)
        s = s->child[0];
    return s->kind == SYNTAX_MEMBER && s->is_reported;
}

static void report_alias(lowering *lo, const syntax *s, const decl *pointer, array_list reached,
                         bool is_passed)
{
    if (is_reported(s))
        return;
    const variable *v = pointer ? lo->info[pointer->id].var : NULL;
    bool is_of_pointers = v && v->align && reached.count == 1 && reached.arrays[0] == v;
    if (pointer && lo->info[pointer->id].is_alias_reported)
        return;
    if (pointer)
        lo->info[pointer->id].is_alias_reported = true;
    diag *d =
        is_of_pointers
            ? diag_report(lo->ctx->diags, DIAG_WARNING, "alias", s->where,
                          "'%s' is distributed, but its elements are pointers, and what they point "
                          "to is not: loops over it are not divided; declare it with its rows, "
                          "as in double (*%s)[N]",
                          v->name, v->name)
            : diag_report(
                  lo->ctx->diags, DIAG_WARNING, "alias", s->where,
                  "this address may lead into the distributed array%s %s: %s, and the loops "
                  "around it are not divided because of it; %s %s itself",
                  plural(reached), names_of(lo, reached),
                  is_passed ? "what the function reads by it counts as read of each, what "
                              "it writes is taken to be local"
                            : "the access is taken to be local",
                  is_passed ? "pass" : "index",
                  reached.count == 1 ? names_of(lo, reached) : "each");
    diag_note(d, reached.arrays[0]->where, "'%s' is declared here", reached.arrays[0]->name);
}

static void unknown_access(lowering *lo, gather *g, const syntax *s, bool is_passed)
{
    array_list reached = points_to_through(lo, s);
    if (!reached.count)
        return;
    const syntax *base = s;
    while (base->kind != SYNTAX_NAME && base->child_count)
        base = base->child[0];
    report_alias(lo, s, base->kind == SYNTAX_NAME ? base->decl : NULL, reached, is_passed);
    add_effect(lo, g, UNKNOWN_FLOW, s->where,
               arena_printf(lo->ctx->arena, "an address may lead into %s", names_of(lo, reached)),
               reached);
}

void lower_unknown_access(lowering *lo, gather *g, const syntax *s)
{
    unknown_access(lo, g, s, false);
}

void lower_unknown_passed(lowering *lo, gather *g, const syntax *s)
{
    unknown_access(lo, g, s, true);
}

void lower_read_alternatives(lowering *lo, gather *g, const syntax *s, array_list of, bool is_known)
{
    const syntax *base = s;
    while (base->kind != SYNTAX_NAME && base->child_count)
        base = base->child[0];
    decl_info *info = base->kind == SYNTAX_NAME && base->decl ? &lo->info[base->decl->id] : NULL;
    if (!is_reported(s) && !(info && info->is_alias_reported)) {
        diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "alias", s->where,
                              "this address may lead into the distributed array%s %s: what is read "
                              "by it is taken to be %s of each, so that no message is missing; "
                              "index %s itself",
                              plural(of), names_of(lo, of), is_known ? "read" : "some element",
                              of.count == 1 ? names_of(lo, of) : "each");
        diag_note(d, of.arrays[0]->where, "'%s' is declared here", of.arrays[0]->name);
    }
    if (info)
        info->is_alias_reported = true;
    add_effect(lo, g, UNKNOWN_FLOW, s->where,
               arena_printf(lo->ctx->arena, "an address may lead into %s", names_of(lo, of)),
               (array_list){0}); /* it writes none, and what it reads is known */
}

/* u[l] = malloc((n >> l) * sizeof **u): as long as its number says? */
static bool has_own_length(const syntax *s)
{
    const syntax *row = s->child[0],
                 *call = s->child_count > 1 ? syntax_without_casts(s->child[1]) : NULL;
    const syntax *index = row->kind == SYNTAX_SUBSCRIPT ? row->child[1] : NULL;
    bool is_allocated = call && call->kind == SYNTAX_CALL && syntax_callee_name(call) &&
                        memory_use_of(call->child[0]->decl) != MEMORY_NONE;
    return is_allocated && index && index->kind == SYNTAX_NAME && syntax_names(call, index->decl);
}

void lower_row_moved(lowering *lo, gather *g, const syntax *s)
{
    array_list reached = points_to_of(lo, s->child[0]);
    if (!reached.count)
        return;
    if (has_own_length(s))
        diag_report(lo->ctx->diags, DIAG_WARNING, "alias", s->where,
                    "the rows of %s, which is distributed, have different lengths: their elements "
                    "are taken to be the array's; put arrays of different sizes, as those of "
                    "levels, into structures, 'struct { double *u; } level[LEVELS];', and map the "
                    "member",
                    names_of(lo, reached));
    else
        diag_report(
            lo->ctx->diags, DIAG_WARNING, "alias", s->where,
            "this row of %s, which is distributed, may be other memory from here on: its "
            "elements are taken to be the array's; set each row once, to memory of its own or "
            "to its place in one piece, base + i * M",
            names_of(lo, reached));
    add_effect(
        lo, g, UNKNOWN_FLOW, s->where,
        arena_printf(lo->ctx->arena, "a row of %s is set to an address", names_of(lo, reached)),
        reached);
}

void lower_assembly(lowering *lo, node_list *out, const syntax *s)
{
    gather g = {.before = out};
    array_list reached = {0};
    bool writes = s->clobbers_memory;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *operand = s->child[i];
        lower_value(lo, &g, operand);
        reached = join(lo, reached, points_to_of(lo, operand));
        writes |= operand->kind == SYNTAX_UNARY && operand->op == OPERATOR_ADDRESS;
    }
    if (writes)
        diag_report(lo->ctx->diags, DIAG_WARNING, "assembly", s->where,
                    "what this assembly writes%s is not known: values that it changes, and "
                    "messages that it makes necessary, are not in the prediction; write it in C",
                    s->clobbers_memory ? " in memory" : "");
    unknown_effect *u = add_effect(
        lo, &g, writes ? UNKNOWN_FLOW : UNKNOWN_COST, s->where,
        writes ? "what assembly writes is not known" : "what assembly costs is not known", reached);
    u->touches_all = s->clobbers_memory;
    value_forget(lo, s);
    if (s->clobbers_memory)
        value_forget_globals(lo, NULL);
    lower_gathered(lo, out, &g, s->where);
}

void lower_unknown_jump(lowering *lo, node_list *out, source_range where, const char *reason)
{
    gather g = {.before = out};
    unknown_effect *u = add_effect(lo, &g, UNKNOWN_FLOW, where, reason, (array_list){0});
    u->touches_all = true;
    u->is_jump = true;
    lower_gathered(lo, out, &g, where);
}

const unknown_effect *lower_unknown_end(lowering *lo, source_range where, const char *what)
{
    bool is_inside = lo->around.is_conditional || lo->around.frame;
    if (!is_inside || lo->around.is_guessed)
        return NULL;
    if (lo->around.is_by_iteration)
        diag_report(lo->ctx->diags, DIAG_WARNING, "early-end", where,
                    "%s here, in an iteration that the condition names, but the prediction goes on "
                    "as if it did not; let the loops around it end there by their own conditions",
                    what);
    unknown_effect *u =
        new_effect(lo, UNKNOWN_FLOW, where,
                   arena_printf(lo->ctx->arena,
                                "%s, and what follows is predicted as if it were executed", what),
                   (array_list){0});
    u->is_end = true;
    return u;
}

const unknown_effect *lower_unknown_functions(lowering *lo)
{
    const unknown_effect *all = NULL;
    for (int i = lo->source->function_count; i-- > 0;) {
        const decl *f = lo->source->functions[i];
        if (!f->is_constructor)
            continue;
        diag_report(lo->ctx->diags, DIAG_WARNING, "callback", f->where,
                    "'%s' is a constructor or destructor, and runs before or after 'main': it is "
                    "not in the prediction; call it in 'main'",
                    f->name);
        unknown_effect *u =
            new_effect(lo, UNKNOWN_FLOW, f->where,
                       arena_printf(lo->ctx->arena, "'%s' runs before or after 'main'", f->name),
                       points_to_of_callbacks(lo, f->body));
        u->next = all;
        all = u;
    }
    return all;
}
