/* Functions and the program. */

#include "frontend/lower/function.h"

#include "frontend/lower/assign.h"
#include "frontend/lower/macro_use.h"
#include "frontend/lower/outline.h"
#include "frontend/lower/statement.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/decl_ids.h"
#include "frontend/value/decl_index.h"
#include "frontend/value/formal_constants.h"
#include "frontend/value/integer.h"
#include "frontend/value/main_array.h"
#include "frontend/value/names.h"

/* After the bodies: a formal whose value is never asked for has no parameter. */
static void make_formals(lowering *lo, const decl *d)
{
    function *f = lo->info[d->id].fn;
    const variable **formals = ARENA_ARRAY(lo->ctx->arena, d->formal_count, const variable *);
    const param **params = ARENA_ARRAY(lo->ctx->arena, d->formal_count, const param *);
    for (int i = 0; i < d->formal_count; i++) {
        const decl *formal = d->formals[i];
        formals[i] = lo->info[formal->id].var;
        const expr *value = lo->info[formal->id].traced;
        params[i] = value && value->kind == EXPR_PARAM ? value->u.param : NULL;
    }
    f->formal_count = d->formal_count;
    f->formals = formals;
    f->formal_params = params;
}

void lower_make_functions(lowering *lo)
{
    for (int i = 0; i < lo->source->function_count; i++) {
        const decl *d = lo->source->functions[i];
        function *f = ARENA_NEW(lo->ctx->arena, function);
        f->name = d->name;
        f->id = i;
        f->where = d->where;
        f->declared = d->declared;
        f->intrinsic = d->intrinsic;
        f->has_body = true;
        lo->info[d->id].fn = f;
    }
    for (int i = 0; i < lo->source->function_count; i++) {
        const decl *d = lo->source->functions[i];
        if (d->twin_of)
            lo->info[d->id].fn->twin_of = lo->info[d->twin_of->id].fn;
    }
}

/* By position in source->functions: the first pragma in the body; how many there are: none. */
static int *first_pragmas(lowering *lo)
{
    int *first = ARENA_ARRAY(lo->ctx->arena, lo->source->function_count, int);
    for (int i = 0; i < lo->source->function_count; i++)
        first[i] = lo->pragmas.count;
    for (int i = lo->pragmas.count; i-- > 0;) {
        const int *positions;
        int count = functions_around(lo, lo->pragmas.data[i].text, &positions);
        for (int k = 0; k < count; k++)
            if (lo->source->functions[positions[k]]->unit == lo->pragmas.data[i].unit)
                first[positions[k]] = i;
    }
    return first;
}

/* A return at the very end of a function does nothing. */
static void drop_last_return(node **body)
{
    while (*body && (*body)->next)
        body = &(*body)->next;
    if (*body && (*body)->kind == NODE_RETURN)
        *body = NULL;
}

static void forget(lowering *lo, decl_list list)
{
    for (int i = 0; i < list.count; i++)
        lo->info[list.decls[i]->id].now = (flow_state){.flow = FLOW_UNSET};
}

/* In order of ids. */
static void track(lowering *lo, const decl *f)
{
    decl_list outer = variables_of(lo, NULL), own = variables_of(lo, f);
    for (int i = 0, k = 0; i < outer.count || k < own.count;) {
        bool is_own = i == outer.count || (k < own.count && own.decls[k]->id < outer.decls[i]->id);
        const decl *d = is_own ? own.decls[k++] : outer.decls[i++];
        if (decl_is_integer(d) || (d->rank && (d->function || array_followed(lo, d))))
            decl_ids_add(lo->ctx->arena, &lo->fn.tracked, d->id);
    }
}

/* What integers of file scope hold when the program begins: those that it changes later, and no
 * other file sees. */
static void begin_program(lowering *lo)
{
    decl_list all = variables_of(lo, NULL);
    for (int i = 0; i < all.count; i++) {
        const decl *d = all.decls[i];
        if (!decl_is_integer(d) || d->is_external || value_traced(lo, d))
            continue;
        const expr *first = d->init ? value_integer(lo, d->init, false) : expr_int(lo->pool, 0);
        value_set(lo, d, first);
    }
}

static void lower_function(lowering *lo, decl *d, int first_pragma)
{
    function *f = lo->info[d->id].fn;
    lo->fn = (function_state){.decl = d, .next_pragma = first_pragma};
    lo->around = (around_state){0};
    lo->at = (statement_state){0};
    lo->reading.names = value_names(lo, d, d->unit);
    track(lo, d);
    const decl_list outer = variables_of(lo, NULL);
    if (decl_is_main(d))
        begin_program(lo);
    for (int i = 0; i < outer.count; i++)
        array_enter(lo, outer.decls[i]);
    node_list body = {0};
    lower_statement(lo, &body, d->body);
    if (!syntax_has(d->body, SYNTAX_RETURN))
        lower_exchanged_formals(lo, &body, d->body->where);
    drop_last_return(&body.head);
    f->body = body.head;
    f->has_distributed = lo->fn.has_distributed || d->is_uncalled;
    f->text = lower_widen(lo, d->text);
    f->outline = lower_outline(lo, d->body);
    for (int i = 0; decl_is_main(d) && i < outer.count; i++)
        array_settle(lo, outer.decls[i]);
    /* Nothing else is known at the next function's beginning. */
    forget(lo, variables_of(lo, NULL));
    forget(lo, variables_of(lo, d));
}

static bool is_entry(const lowering *lo, const decl *d, bool has_main)
{
    if (has_main)
        return d->name == intern(lo->ctx->names, "main");
    return d->is_external && lo->info[d->id].fn->has_distributed;
}

static void find_entries(lowering *lo, program *p)
{
    VEC(const function *) entries = {0};
    bool has_main = false;
    for (int i = 0; i < lo->source->function_count; i++)
        has_main |= lo->source->functions[i]->name == intern(lo->ctx->names, "main");
    const bool begins = lo->spelling != DIALECT_NONE || (lo->keeps_loops && has_main);
    for (int i = 0; i < lo->source->function_count && begins; i++) {
        const decl *d = lo->source->functions[i];
        if (is_entry(lo, d, has_main))
            VEC_PUSH(lo->ctx->arena, &entries, lo->info[d->id].fn);
    }
    p->entry_count = entries.count;
    p->entries = entries.data;
}

/* Does main set arrays that other functions find so? */
static bool is_main_first(lowering *lo)
{
    const decl_list all = variables_of(lo, NULL);
    for (int i = 0; i < all.count; i++)
        if (array_is_of_main(lo, all.decls[i]))
            return true;
    return false;
}

void lower_functions(lowering *lo, program *p)
{
    const function **tail = &p->functions;
    const int *first_pragma = first_pragmas(lo);
    const bool main_first = is_main_first(lo);
    for (int i = 0; main_first && i < lo->source->function_count; i++)
        if (decl_is_main(lo->source->functions[i]))
            lower_function(lo, lo->source->functions[i], first_pragma[i]);
    for (int i = 0; i < lo->source->function_count; i++) {
        decl *d = lo->source->functions[i];
        if (!main_first || !decl_is_main(d))
            lower_function(lo, d, first_pragma[i]);
        make_formals(lo, d);
        *tail = lo->info[d->id].fn;
        tail = &lo->info[d->id].fn->next;
    }
    value_bind_formals(lo);
    find_entries(lo, p);
}
