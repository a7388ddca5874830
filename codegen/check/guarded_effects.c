/* What the owners of an element execute alone. The others go by, so that it may change nothing
 * of which they have a copy, wait for none of them, and take nothing from a sequence of which
 * each process has its own. */

#include <string.h>

#include "codegen/check/guarded_effects.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/mention.h"

/* C's and POSIX's functions whose next result depends on how often they were called. */
static const char *const drawing[] = {"rand",    "random",  "drand48", "lrand48",
                                      "mrand48", "getchar", "strtok"};

static bool is_drawing(void *data, const outline_name *n)
{
    const outline_name **found = data;
    for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++)
        if (n->use == NAME_CALL && n->is_function && !n->function &&
            strcmp(n->word, drawing[i]) == 0)
            *found = n;
    return *found != NULL;
}

static const char *drawn_by(const function *f)
{
    const outline_name *found = NULL;
    return f->outline && mention_some(f->outline, is_drawing, &found) ? found->word : NULL;
}

/* What a call does that others would have to do, too. */
typedef struct effect {
    const char *changed; /* a variable; or null */
    const char *drawn;   /* a function that goes on in a sequence; or null */
    bool communicates, prints;
} effect;

static bool outlives(const variable *v, const function *f)
{
    return v->owner != f || v->is_static;
}

static void add_statement(effect *out, const statement_node *s, const function *f)
{
    if (s->scalar && outlives(s->scalar, f))
        out->changed = s->scalar->name;
    if (s->write && outlives(s->write->var, f))
        out->changed = s->write->var->name;
    out->prints |= s->is_io;
}

static void find_effects(effect *out, const node *list, const function *f)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        out->communicates |= n->kind == NODE_COMM;
        if (n->kind == NODE_STATEMENT)
            add_statement(out, &n->u.stmt, f);
        if (n->kind == NODE_CALL && drawn_by(n->u.call.callee))
            out->drawn = drawn_by(n->u.call.callee);
        for (int i = node_below(n, inner); i-- > 0;)
            find_effects(out, inner[i], n->kind == NODE_CALL ? n->u.call.callee : f);
    }
}

bool check_only_computes(const node *call)
{
    const function *f = call->u.call.callee;
    effect found = {.drawn = drawn_by(f)};
    find_effects(&found, call->u.call.instance, f);
    return !found.changed && !found.drawn && !found.communicates && !found.prints;
}

static void refuse_drawn(emitter *e, const node *call, const char *drawn)
{
    emit_refuse(e, call->where,
                "only some processors call '%s' here, and the sequence of '%s' is private to each: "
                "let all fill an array that is not distributed, and copy it",
                call->u.call.callee->name, drawn);
}

static void check_call(emitter *e, const node *n)
{
    const function *f = n->u.call.callee;
    effect found = {.drawn = drawn_by(f)};
    find_effects(&found, n->u.call.instance, f);
    if (found.communicates)
        emit_refuse(e, n->where,
                    "only the owners of what this assigns call '%s', and all processors must take "
                    "part in it: assign what it returns to a variable before this",
                    f->name);
    else if (found.changed || found.prints)
        emit_refuse(e, n->where,
                    "only the owners of what this assigns call '%s', which %s%s: assign what it "
                    "returns to a variable before this",
                    f->name, found.changed ? "changes " : "prints",
                    found.changed ? found.changed : "");
    else if (found.drawn)
        refuse_drawn(e, n, found.drawn);
}

/* In a divided loop: what a function changes there, statement/live_out.c looks at. */
static void check_drawn(emitter *e, const node *n)
{
    const function *f = n->u.call.callee;
    effect found = {.drawn = drawn_by(f)};
    find_effects(&found, n->u.call.instance, f);
    if (found.drawn)
        refuse_drawn(e, n, found.drawn);
}

/* --- Calls through pointers ------------------------------------------------------------------- */

static bool changes_state(void *data, const outline_name *n)
{
    const outline_name **found = data;
    if ((n->use == NAME_WRITE || n->use == NAME_UPDATE) && n->is_static && !n->is_pointed &&
        !n->is_function)
        *found = n;
    return *found != NULL;
}

static bool is_unknown_call(void *data, const outline_name *n)
{
    const outline_name **found = data;
    if (n->use == NAME_CALL && !n->is_function)
        *found = n;
    return *found != NULL;
}

static bool refuse_changing(emitter *e, const outline_name *call, const function *f)
{
    const outline_name *changed = NULL;
    if (!f->outline || (!mention_some(f->outline, changes_state, &changed) && !drawn_by(f)))
        return false;
    emit_refuse(e, call->where,
                "only some processors call this function through a pointer, and it may be "
                "'%s', which changes %s: call it by its name, before the loop",
                f->name, changed ? changed->word : "what the next call returns");
    return true;
}

/* What functions are called, and by these. */
typedef struct called_functions {
    arena *arena;
    VEC(const function *) all;
    bool has_unknown; /* through a pointer, too */
} called_functions;

static bool note_called(void *data, const outline_name *n)
{
    called_functions *called = data;
    called->has_unknown |= n->use == NAME_CALL && !n->is_function;
    bool is_known = !n->function;
    for (int i = 0; i < called->all.count; i++)
        is_known |= called->all.data[i] == n->function;
    if (!is_known)
        VEC_PUSH(called->arena, &called->all, n->function);
    return false;
}

/* The effect of a call through a pointer there, whose functions are known; or null. */
static const unknown_effect *effect_of_call(const outline_name *call, const node *first,
                                            const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        for (const unknown_effect *u = n->unknowns; u; u = u->next)
            if (u->callee_count && u->where.file == call->where.file &&
                emit_begin(u->where) <= emit_begin(call->where) &&
                emit_end(call->where) <= emit_end(u->where))
                return u;
    return NULL;
}

/* May one of the functions that the pointer leads to change something? False: they are not all
 * known. */
static bool check_known_callees(emitter *e, const outline_name *call, const unknown_effect *u)
{
    called_functions called = {.arena = e->ctx->arena};
    for (int i = 0; u && i < u->callee_count; i++)
        VEC_PUSH(called.arena, &called.all, u->callees[i]);
    for (int i = 0; i < called.all.count; i++)
        if (called.all.data[i]->outline)
            mention_some(called.all.data[i]->outline, note_called, &called);
    if (!called.all.count || called.has_unknown)
        return false;
    for (int i = 0; i < called.all.count; i++)
        if (refuse_changing(e, call, called.all.data[i]))
            break;
    return true;
}

/* Who is called through a pointer may be any function of the program but the one at hand, where it
 * is not known which. */
static void check_unknown_call(emitter *e, const outline_name *call, const unknown_effect *u)
{
    if (check_known_callees(e, call, u))
        return;
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f != e->at->function && f != e->planned->entry && !f->intrinsic &&
            refuse_changing(e, call, f))
            return;
}

void check_guarded_effects(emitter *e, outline_names names, const node *first, const node *stop,
                           bool is_guarded)
{
    const outline_name *drawn = NULL, *unknown = NULL;
    if (e->planned->program->spelling != DIALECT_HPF || env_procs(e->env) == 1)
        return;
    for (const node *n = first; n != stop; n = n->next) {
        if (n->kind == NODE_CALL && is_guarded)
            check_call(e, n);
        else if (n->kind == NODE_CALL)
            check_drawn(e, n);
    }
    if (mention_some_of(names, is_unknown_call, &unknown))
        check_unknown_call(e, unknown, effect_of_call(unknown, first, stop));
    if (mention_some_of(names, is_drawing, &drawn))
        emit_refuse(e, drawn->where,
                    "only some processors execute this, and the sequence of '%s' is private to "
                    "each: let all fill an array that is not distributed, and copy it",
                    drawn->word);
}
