/* What the owners of an element execute alone. The others go by, so that it may change nothing
 * of which they have a copy, wait for none of them, and take nothing from a sequence of which
 * each process has its own. */

#include "codegen/statement/statement.h"

/* C's and POSIX's functions whose next result depends on how often they were called. */
static const char *const drawing[] = {"rand",    "random",  "drand48", "lrand48",
                                      "mrand48", "getchar", "strtok"};

static const char *drawn_in(source_range where)
{
    for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++)
        if (emit_names(where, drawing[i]))
            return drawing[i];
    return NULL;
}

/* What a call does that others would have to do, too. */
typedef struct effect {
    const char *changed; /* a variable; or null */
    const char *drawn;   /* a function that goes on in a sequence; or null */
    bool is_met, prints;
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
        out->is_met |= n->kind == NODE_COMM;
        if (n->kind == NODE_STATEMENT)
            add_statement(out, &n->u.stmt, f);
        if (n->kind == NODE_CALL && drawn_in(n->u.call.callee->text))
            out->drawn = drawn_in(n->u.call.callee->text);
        for (int i = node_below(n, inner); i-- > 0;)
            find_effects(out, inner[i], n->kind == NODE_CALL ? n->u.call.callee : f);
    }
}

static void check_call(emitter *e, const node *n)
{
    const function *f = n->u.call.callee;
    effect found = {.drawn = drawn_in(f->text)};
    find_effects(&found, n->u.call.instance, f);
    if (found.is_met)
        emit_refuse(e, n->where,
                    "only the owners of what this assigns call '%s', in which all take part: "
                    "assign what it returns to a variable before",
                    f->name);
    else if (found.changed || found.prints)
        emit_refuse(e, n->where,
                    "only the owners of what this assigns call '%s', which %s%s: assign what it "
                    "returns to a variable before",
                    f->name, found.changed ? "changes " : "prints",
                    found.changed ? found.changed : "");
    else if (found.drawn)
        emit_refuse(e, n->where,
                    "only some processors call '%s' here, and each has a sequence of '%s' of its "
                    "own: let all fill an array that is not distributed, and copy it",
                    f->name, found.drawn);
}

void check_guarded_effects(emitter *e, const node *first, const node *stop, bool is_guarded)
{
    if (e->planned->program->spelling != DIALECT_HPF || env_procs(e->env) == 1)
        return;
    for (const node *n = first; n != stop; n = n->next) {
        const char *drawn = n->kind == NODE_STATEMENT ? drawn_in(n->where) : NULL;
        if (n->kind == NODE_CALL && is_guarded)
            check_call(e, n);
        if (!drawn)
            continue;
        emit_refuse(e, n->where,
                    "only some processors execute this, and each has a sequence of '%s' of its "
                    "own: let all fill an array that is not distributed, and copy it",
                    drawn);
        return;
    }
}
