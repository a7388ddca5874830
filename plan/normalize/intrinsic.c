#include "plan/normalize/intrinsic.h"

#include <string.h>

/* Arguments of <hpf.h>'s functions. C does not check them: arrays of one shape or
 * type pass for those of another. */

static bool writes(const node *list, const variable *v)
{
    for (const node *n = list; n; n = n->next) {
        if (n->kind == NODE_STATEMENT && n->u.stmt.write && n->u.stmt.write->var == v)
            return true;
        if ((n->kind == NODE_LOOP && writes(n->u.loop.body, v)) ||
            (n->kind == NODE_IF &&
             (writes(n->u.cond.then_body, v) || writes(n->u.cond.else_body, v))))
            return true;
    }
    return false;
}

/* The bodies of intrinsic functions write their result while they read. */
static void check_results(planner *p, const node *call, const call_node *c)
{
    const function *f = c->callee;
    for (int i = 0; i < c->argument_count; i++)
        for (int k = 0; k < c->argument_count; k++)
            if (k != i && c->arguments[i].array && c->arguments[i].array == c->arguments[k].array &&
                writes(f->body, f->formals[i]))
                diag_report(p->ctx->diags, DIAG_ERROR, "intrinsic", call->where,
                            "'%s' is the result of %s and one of its arguments; let the result "
                            "be another array",
                            c->arguments[i].array->name, f->intrinsic);
}

static const char *extent_text(planner *p, int64_t count)
{
    return arena_printf(p->arena, "%lld element%s", (long long)count, count == 1 ? "" : "s");
}

/* What only the values of a run tell: whether the function leaves the array, and whether
 * rows are longer than it says. */
static void leave_to_run(planner *p, const node *call, const function *f, const variable *formal,
                         const variable *actual, int k, const expr *said)
{
    const expr *zero = expr_int(p->pool, 0);
    VEC_PUSH(p->arena, &p->bounds,
             ((bound_check){.where = call->where,
                            .declared_at = actual->where,
                            .name = actual->name,
                            .dim = k,
                            .lower = zero,
                            .upper = expr_sub(p->pool, said, expr_int(p->pool, 1)),
                            .first = zero,
                            .end = actual->extent[k],
                            .intrinsic = k > 0 ? f->intrinsic : NULL,
                            .is_write = writes(f->body, formal)}));
}

/* Is an array what the function takes it for? Rows must be as long as they are said to
 * be, and there may be more of them. */
static bool check_array(planner *p, const node *call, const function *f, const variable *formal,
                        const variable *actual, const expr_substitution *values)
{
    if (formal->kind != actual->kind || formal->elem_bytes != actual->elem_bytes) {
        diag *d = diag_report(p->ctx->diags, DIAG_ERROR, "intrinsic", call->where,
                              "the elements of '%s' are of another type than those of the first "
                              "array of this %s; use arrays of one type",
                              actual->name, f->intrinsic);
        diag_note(d, actual->where, "'%s' is declared here", actual->name);
        return false;
    }
    for (int k = 0; k < formal->rank; k++) {
        const expr *said =
            formal->extent[k] ? expr_substitute(p->pool, formal->extent[k], values) : NULL;
        int64_t wanted, there;
        if (!said || !actual->extent[k])
            continue;
        if (k > 0 && expr_is_int(said, &wanted) && expr_is_int(actual->extent[k], &there) &&
            wanted < there) {
            diag *d = diag_report(
                p->ctx->diags, DIAG_ERROR, "intrinsic", call->where,
                "dimension %d of '%s' has %s, but this %s says %lld; give it the extents of its "
                "arrays",
                k + 1, actual->name, extent_text(p, there), f->intrinsic, (long long)wanted);
            diag_note(d, actual->where, "'%s' is declared here", actual->name);
            return false;
        }
        if (said != actual->extent[k])
            leave_to_run(p, call, f, formal, actual, k, said);
    }
    return true;
}

static bool check_number(planner *p, const node *call, const function *f, const char *name,
                         const expr *value, int rank)
{
    int64_t number;
    bool is_dim = strcmp(name, "dim") == 0, is_shift = strcmp(name, "shift") == 0;
    if (!value || is_shift || !expr_is_int(value, &number))
        return true;
    if (is_dim && (number < 0 || number >= rank))
        diag_report(p->ctx->diags, DIAG_ERROR, "intrinsic", call->where,
                    "%s along dimension %lld: the arrays have the dimensions 0 to %d", f->intrinsic,
                    (long long)number, rank - 1);
    else if (!is_dim && number < 1)
        diag_report(p->ctx->diags, DIAG_ERROR, "intrinsic", call->where,
                    "this %s says an extent of %lld; an extent is at least 1", f->intrinsic,
                    (long long)number);
    else
        return true;
    return false;
}

void intrinsic_check(planner *p, const node *call, const call_node *c,
                     const expr_substitution *values)
{
    const function *f = c->callee;
    int rank = 0;
    bool is_right = true;
    for (int i = 0; i < f->formal_count; i++)
        rank = f->formals[i] && f->formals[i]->rank > rank ? f->formals[i]->rank : rank;
    for (int i = 0; i < f->formal_count && i < c->argument_count && is_right; i++) {
        const argument *a = &c->arguments[i];
        const variable *formal = f->formals[i];
        if (formal && formal->rank == 0 && formal->kind == ELEM_INT)
            is_right = check_number(p, call, f, formal->name, a->value, rank);
    }
    for (int i = 0; i < f->formal_count && i < c->argument_count && is_right; i++) {
        const argument *a = &c->arguments[i];
        const variable *formal = f->formals[i];
        if (formal && a->array && !a->is_part && formal->rank == a->array->rank)
            is_right = check_array(p, call, f, formal, a->array, values);
    }
    if (is_right)
        check_results(p, call, c);
}
