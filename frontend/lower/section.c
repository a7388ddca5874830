/* Array assignments. A statement with sections, a[1:4] = b[4:4] + 1, is a nest of
 * loops over the section of its left side; every section stands for the element
 * at the same position in it. That all right sides come before any left side is
 * what LOOP_FORALL says of the nest (HPF 2.0, section 4.2.3; XcalableMP 1.2,
 * section 4.5.1 of the specification calls it an array assignment statement). */

#include "frontend/lower/section.h"

#include "frontend/directive/constant.h"
#include "frontend/lower/assign.h"
#include "frontend/lower/branch.h"
#include "frontend/lower/uncounted_loop.h"
#include "frontend/resolve/array_on.h"
#include "frontend/value/section_index.h"
#include "frontend/value/sign.h"

/* --- The shape ----------------------------------------------------------- */

/* The sections of one reference, from the left: a[0:n][i][:]. Others, inside of
 * its subscripts, are other references. */
static int sections_of(lowering *lo, const syntax *s, section_bounds *out)
{
    int count = 0;
    if (s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER || s->kind == SYNTAX_CAST ||
        (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF))
        count = sections_of(lo, s->child[0], out);
    if (s->kind != SYNTAX_SUBSCRIPT || s->child[1]->kind != SYNTAX_SECTION || count == MAX_RANK)
        return count;
    place p = access_path_of(lo, s->child[0]);
    out[count] = section_bounds_of(lo, &p, s->child[0]->type, s->child[1]);
    return count + 1;
}

int lower_sections_of(lowering *lo, const syntax *s, section_bounds *out)
{
    const section_nest *outer = lo->around.nest;
    section_nest all = {.rank = MAX_RANK};
    for (int k = 0; k < MAX_RANK; k++)
        all.position[k] = expr_int(lo->pool, 0);
    lo->around.nest = &all;
    int count = sections_of(lo, s, out);
    lo->around.nest = outer;
    return count;
}

/* --- Conformance --------------------------------------------------------- */

static const char *dimensions(lowering *lo, int count)
{
    return arena_printf(lo->ctx->arena, "%d dimension%s", count, count == 1 ? "" : "s");
}

static void check_lengths(lowering *lo, const section_nest *nest, const section_bounds *of)
{
    for (int k = 0; k < nest->rank; k++) {
        int64_t length;
        if (nest->known[k] < 0 || !of[k].length || !expr_known(of[k].length, &length) ||
            length == nest->known[k])
            continue;
        diag *d = diag_report(lo->ctx->diags, DIAG_ERROR, "conformance", of[k].where,
                              "this section has %lld element%s, but the one that it is combined "
                              "with has %lld",
                              (long long)length, length == 1 ? "" : "s", (long long)nest->known[k]);
        diag_note(d, nest->of[k].where, "that one is here; their lengths must be equal");
    }
}

/* Every reference with sections must have the shape of the nest. */
static void check_conformance(lowering *lo, const section_nest *nest, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SECTION)
        return;
    section_bounds of[MAX_RANK];
    int rank = s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ? sections_of(lo, s, of) : 0;
    if (rank && rank != nest->rank) {
        diag *d = diag_report(lo->ctx->diags, DIAG_ERROR, "conformance", s->where,
                              "this section has %s, but the one that it is combined with has %d",
                              dimensions(lo, rank), nest->rank);
        diag_note(d, nest->where, "that one is here; they must have as many");
        return;
    }
    if (rank)
        check_lengths(lo, nest, of);
    for (; rank && s->kind != SYNTAX_NAME && s->child_count; s = s->child[0])
        if (s->kind == SYNTAX_SUBSCRIPT) /* one that is no section may hold others */
            check_conformance(lo, nest, s->child[1]);
    for (int i = 0; i < s->child_count; i++)
        check_conformance(lo, nest, s->child[i]);
}

/* --- The nest ------------------------------------------------------------ */

static const syntax *first_reference(lowering *lo, const syntax *s, section_nest *nest)
{
    nest->rank = sections_of(lo, s, nest->of);
    if (nest->rank)
        return s;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *found = s->child[i] && syntax_has(s->child[i], SYNTAX_SECTION)
                                  ? first_reference(lo, s->child[i], nest)
                                  : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* The left side of the first assignment in a statement; null: there is none. */
static const syntax *first_left_side(const syntax *s)
{
    if (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC))
        return s->child[0];
    int first = s->kind == SYNTAX_IF ? 1 : 0;
    bool holds = s->kind == SYNTAX_IF || s->kind == SYNTAX_BLOCK;
    for (int i = first; holds && i < s->child_count; i++) {
        const syntax *found = s->child[i] ? first_left_side(s->child[i]) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* Finds the shape. While it does, all sections stand for their first element. */
static bool open_nest(lowering *lo, const syntax *s, section_nest *nest)
{
    const syntax *left = first_left_side(s);
    *nest = (section_nest){.rank = MAX_RANK};
    for (int k = 0; k < MAX_RANK; k++)
        nest->position[k] = expr_int(lo->pool, 0);
    lo->around.nest = nest;
    const syntax *of =
        left && syntax_has(left, SYNTAX_SECTION) ? first_reference(lo, left, nest) : NULL;
    if (!of) {
        nest->rank = 0;
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", (left ? left : s)->where,
                    left ? "one element is assigned, but the right side has a section, which "
                           "stands for many; give the left side a section too"
                         : "sections stand in assignments only: write a loop");
        return false;
    }
    nest->where = of->where;
    for (int k = 0; k < nest->rank; k++)
        if (!nest->of[k].length || !expr_known(nest->of[k].length, &nest->known[k]))
            nest->known[k] = -1;
    check_conformance(lo, nest, s);
    return true;
}

/* The loop over one dimension; its variable is the left side's index where
 * that counts by one, and the position elsewhere. */
static loop_range nest_range(lowering *lo, section_nest *nest, int k, const syntax *s)
{
    expr_pool *pool = lo->pool;
    const section_bounds *b = &nest->of[k];
    int64_t step;
    const expr *length = b->length ? b->length : lower_trip_param(lo, b->where);
    bool is_own = b->base && b->step && expr_is_int(b->step, &step) && step == 1;
    const expr *first = is_own ? b->base : expr_int(pool, 0);
    const expr *last = expr_sub(pool, expr_add(pool, first, length), expr_int(pool, 1));
    const loop_var *var =
        expr_new_loop_var(pool, arena_printf(lo->ctx->arena, "s%d", k + 1), s->where);
    nest->position[k] = expr_sub(pool, expr_loop_var(pool, var), first);
    value_set_floor(lo, var, first);
    return (loop_range){var, first, last, expr_int(pool, 1)};
}

/* array on t(..): an element whose array is aligned with the template is assigned where it
 * is; others where the template's elements are, in the same order. */
static const on_clause *array_home(lowering *lo, const section_nest *nest, const directive *d,
                                   const node *body)
{
    on_clause *on = ARENA_NEW(lo->ctx->arena, on_clause);
    if (!directive_array_on(lo->table, &d->u.array, lo->reading.names, nest->rank, nest->position,
                            nest->known, on))
        return NULL;
    while (body && body->next)
        body = body->next;
    const reference *write = body && body->kind == NODE_STATEMENT ? body->u.stmt.write : NULL;
    if (write && write->var->align && write->var->align->target == on->target)
        *on = (on_clause){.ref = write, .where = d->u.array.where};
    return on;
}

/* The loops of the nest, from `outermost` on, get the clause. */
static void set_home(const section_nest *nest, node *outermost, const on_clause *on)
{
    for (int k = 0; k < nest->rank; k++, outermost = outermost->u.loop.body)
        outermost->u.loop.on_explicit = on;
}

void lower_array_statement(lowering *lo, node_list *out, const syntax *s, const attached *with)
{
    section_nest nest;
    node_list *inner = out, body = {0};
    node *innermost = NULL, *outermost = NULL;
    if (open_nest(lo, s, &nest)) {
        for (int k = 0; k < nest.rank; k++) {
            node *n = node_new(lo->ctx, NODE_LOOP, s->where);
            n->u.loop.range = nest_range(lo, &nest, k, s);
            n->u.loop.parallel = LOOP_FORALL;
            n->u.loop.directive = s->where;
            n->u.loop.is_exact = true;
            if (innermost)
                innermost->u.loop.body = n;
            outermost = outermost ? outermost : n;
            innermost = n;
        }
        inner = &body;
    }
    if (s->kind == SYNTAX_IF)
        lower_if(lo, inner, s, with, NULL);
    else
        lower_expression(lo, inner, s);
    if (outermost) {
        innermost->u.loop.body = body.head;
        if (with->array)
            set_home(&nest, outermost, array_home(lo, &nest, with->array, body.head));
        for (int i = 0; i < with->loop_count; i++)
            outermost->u.loop.is_elsewhere |= with->loop[i]->kind == DIRECTIVE_ELSEWHERE;
        node_append(&out->head, &out->tail, outermost);
    }
    lo->around.nest = NULL;
}

void lower_array_on(lowering *lo, node_list *out, const syntax *s, const attached *with)
{
    if (s->kind == SYNTAX_ASSIGN && syntax_has(s, SYNTAX_SECTION))
        lower_array_statement(lo, out, s, with);
    else
        diag_report(lo->ctx->diags, DIAG_ERROR, "array", with->array->where,
                    "'array' must stand before an assignment of a section, as in a[:] = 0; before "
                    "a loop, 'loop on' says the same");
}
