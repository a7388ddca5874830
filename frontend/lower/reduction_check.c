/* Does a loop combine what its reduction clauses name, and as they say? */

#include "frontend/lower/reduction_check.h"

/* What a loop does with a variable that it reduces. */
typedef struct reduced_use {
    bool is_written; /* or may be, in a function that is called */
    const node *set; /* always assigns what has nothing to do with its value */
    const node *combined_otherwise;
    const node *read; /* by what does not combine it */
} reduced_use;

static bool reads_variable(const statement_node *s, const variable *v)
{
    bool found = false;
    for (int i = 0; i < s->scalar_read_count; i++)
        found |= s->scalar_reads[i] == v;
    for (int i = 0; i < s->read_count; i++)
        found |= s->reads[i]->var == v;
    return found;
}

static void find_use(const reduction *r, const node *list, bool is_always, reduced_use *use)
{
    for (const node *n = list; n; n = n->next) {
        const node *inside[2];
        const statement_node *s = n->kind == NODE_STATEMENT ? &n->u.stmt : NULL;
        bool is_here = s && (s->scalar == r->var || (s->write && s->write->var == r->var));
        use->is_written |= is_here || n->kind == NODE_CALL;
        if (is_here && s->reduce && s->reduce != r->op)
            use->combined_otherwise = n;
        else if (s && !is_here && reads_variable(s, r->var))
            use->read = n;
        else if (is_here && is_always && !s->reduce && !reads_variable(s, r->var))
            use->set = n;
        for (int i = node_below(n, inside); i-- > 0;)
            find_use(r, inside[i], is_always && n->kind != NODE_IF, use);
    }
}

/* Is the same value, combined twice, the same as once? Then it does not matter what is set. */
static bool is_idempotent(reduce_op op)
{
    return op != REDUCE_SUM && op != REDUCE_PRODUCT && op != REDUCE_XOR;
}

static bool names_variable(const lowering *lo, const syntax *s, const variable *v)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME && s->decl && lo->info[s->decl->id].var == v)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (names_variable(lo, syntax_part(s, i), v))
            return true;
    return false;
}

/* Is the variable an argument of a call, which may assign it? */
static bool is_passed(const lowering *lo, const syntax *s, const variable *v)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_CALL && names_variable(lo, s, v))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_passed(lo, syntax_part(s, i), v))
            return true;
    return false;
}

static void check_reduction(lowering *lo, const loop_node *l, const reduction *r,
                            const syntax *source)
{
    reduced_use use = {.is_written = is_passed(lo, source, r->var)};
    const char *name = r->var->name;
    find_use(r, l->body, true, &use);
    if (!use.is_written) {
        bool is_hpf = lo->spelling == DIALECT_HPF; /* which knows no other use of it (2.0, 5.1.2) */
        diag_report(lo->ctx->diags, is_hpf ? DIAG_ERROR : DIAG_WARNING, "reduction", r->where,
                    "this loop does not assign '%s', so that there is nothing to reduce; leave it "
                    "out of the clause, or name the variable that the loop accumulates",
                    name);
    } else if (use.combined_otherwise) {
        diag *d = diag_report(
            lo->ctx->diags, DIAG_WARNING, "reduction", use.combined_otherwise->where,
            "'%s' is accumulated here by another operation than the reduction clause names, so "
            "that the result would not be that of the sequential loop; name this operation",
            name);
        diag_note(d, r->where, "the clause is here");
    } else if (use.set && !is_idempotent(r->op)) {
        diag *d = diag_report(
            lo->ctx->diags, DIAG_WARNING, "reduction", use.set->where,
            "'%s' is assigned here without its old value: each processor would contribute what its "
            "last iteration has left; accumulate it by %s, or assign it before the loop",
            name, reduce_op_text(r->op));
        diag_note(d, r->where, "the clause is here");
    } else if (use.read && lo->spelling == DIALECT_HPF) { /* 2.0, section 5.1.2, forbids it */
        diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "reduction", use.read->where,
                              "'%s' is read here while it is being reduced: each processor has "
                              "only a part of the result; read it after the loop",
                              name);
        diag_note(d, r->where, "the clause is here");
    }
}

void lower_check_operations(lowering *lo, const loop_node *l, const syntax *source)
{
    for (int i = 0; i < l->reduction_count; i++)
        check_reduction(lo, l, &l->reductions[i], source);
}
