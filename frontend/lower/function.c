/* Functions and the program. */

#include "frontend/lower/function.h"

#include "frontend/lower/macro_use.h"
#include "frontend/lower/outline.h"
#include "frontend/lower/statement.h"
#include "frontend/value/formal_constants.h"
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
    for (int i = 0; i < lo->unit->function_count; i++) {
        const decl *d = lo->unit->functions[i];
        function *f = ARENA_NEW(lo->ctx->arena, function);
        f->name = d->name;
        f->where = d->where;
        f->intrinsic = d->intrinsic;
        f->has_body = true;
        lo->info[d->id].fn = f;
    }
}

static int first_pragma_in(const lowering *lo, source_range body)
{
    for (int i = 0; i < lo->pragmas.count; i++)
        if (source_contains(body, lo->pragmas.data[i].text))
            return i;
    return lo->pragmas.count;
}

/* A return at the very end of a function does nothing. */
static void drop_last_return(node **body)
{
    while (*body && (*body)->next)
        body = &(*body)->next;
    if (*body && (*body)->kind == NODE_RETURN)
        *body = NULL;
}

/* Nothing is known at a function's beginning. */
static void track(lowering *lo, const decl *f)
{
    for (int i = 0; i < lo->unit->decl_count; i++) {
        const decl *d = lo->unit->decls[i];
        lo->info[i].now = (flow_state){FLOW_UNSET, NULL};
        if (decl_is_integer(d) && (!d->function || d->function == f))
            VEC_PUSH(lo->ctx->arena, &lo->fn.tracked, d->id);
    }
}

static void lower_function(lowering *lo, decl *d)
{
    function *f = lo->info[d->id].fn;
    lo->fn = (function_state){.decl = d, .next_pragma = first_pragma_in(lo, d->body->where)};
    lo->around = (around_state){0};
    lo->at = (statement_state){0};
    lo->reading.names = value_names(lo, d);
    track(lo, d);
    node_list body = {0};
    lower_statement(lo, &body, d->body);
    drop_last_return(&body.head);
    f->body = body.head;
    f->has_distributed = lo->fn.has_distributed;
    f->text = lower_widen(lo, d->text);
    f->outline = lower_outline(lo, d->body);
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
    for (int i = 0; i < lo->unit->function_count; i++)
        has_main |= lo->unit->functions[i]->name == intern(lo->ctx->names, "main");
    for (int i = 0; i < lo->unit->function_count && lo->spelling != DIALECT_NONE; i++) {
        const decl *d = lo->unit->functions[i];
        if (is_entry(lo, d, has_main))
            VEC_PUSH(lo->ctx->arena, &entries, lo->info[d->id].fn);
    }
    p->entry_count = entries.count;
    p->entries = entries.data;
}

void lower_functions(lowering *lo, program *p)
{
    const function **tail = &p->functions;
    for (int i = 0; i < lo->unit->function_count; i++) {
        decl *d = lo->unit->functions[i];
        lower_function(lo, d);
        make_formals(lo, d);
        *tail = lo->info[d->id].fn;
        tail = &lo->info[d->id].fn->next;
    }
    value_bind_formals(lo);
    find_entries(lo, p);
}
