/* Communications whose needs are no product of loops: each processor runs through their
 * iterations, and notes what concerns it. */

#include <assert.h>

#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/text/expression.h"

enum { RUNTIME_RANK = 7 }; /* FPR_RANK of the run-time library */

/* The innermost loops of a need, from `first` on, that do not depend on one another and move all
 * indices and places evenly: the library runs through them. */
typedef struct box {
    const need *need;
    int first;
    int whole; /* loops after those, of dimensions that are touched whole */
} box;

/* Writes x as rest + the sum of scale[l] * (loop l of the box). */
static bool take_apart(emitter *e, const box *b, const expr *x, const expr **rest,
                       const expr *scale[])
{
    expr_pool *pool = e->planned->program->pool;
    *rest = x;
    for (int l = b->first; l < b->need->range_count; l++) {
        const expr *part = *rest;
        scale[l - b->first] = expr_int(pool, 0);
        if (expr_mentions(part, b->need->range[l].var) &&
            !expr_affine(pool, part, b->need->range[l].var, &scale[l - b->first], rest))
            return false;
    }
    return true;
}

static bool is_box(emitter *e, const box *b)
{
    const need *n = b->need;
    const expr *rest, *scale[RUNTIME_RANK];
    for (int l = b->first + 1; l < n->range_count; l++) {
        const loop_var *first = n->range[b->first].var;
        if (expr_mentions(n->range[l].lower, first) || expr_mentions(n->range[l].upper, first) ||
            expr_mentions(n->range[l].step, first))
            return false;
    }
    for (int d = 0; d < n->ref->var->rank; d++)
        if (n->ref->sub[d].kind == SUBSCRIPT_VALUE &&
            !take_apart(e, b, n->ref->sub[d].value, &rest, scale))
            return false;
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
        if (n->at.axis[k].is_restricted &&
            !take_apart(e, b, emit_home_cell(e, &n->at.axis[k]), &rest, scale))
            return false;
    return true;
}

static box make_box(emitter *e, const need *n)
{
    box b = {n, n->range_count, emit_whole_count(n)};
    while (b.first > 0 && n->range_count - b.first + b.whole < RUNTIME_RANK) {
        box larger = {n, b.first - 1, b.whole};
        if (!is_box(e, &larger))
            break;
        b = larger;
    }
    return b;
}

static void emit_box_ranges(emitter *e, const box *b)
{
    const need *n = b->need;
    int count = n->range_count - b->first + b->whole;
    fprintf(e->out, "%d, ", count);
    fputs(count ? "(fpr_range[]){" : "NULL", e->out);
    emit_loops_from(e, n, b->first);
    fputs(count ? "}" : "", e->out);
}

/* x as the library's sum over the box's loops; without those that do not move it. */
static void emit_sum(emitter *e, const box *b, const expr *x)
{
    const expr *rest, *scale[RUNTIME_RANK];
    int count = 0;
    int64_t value;
    bool is = take_apart(e, b, x, &rest, scale);
    assert(is); /* make_box has asked */
    for (int l = 0; is && l < b->need->range_count - b->first; l++)
        if (!expr_is_int(scale[l], &value) || value != 0)
            count = l + 1;
    fputs("{", e->out);
    emit_expr(e, rest);
    for (int l = 0; l < count; l++) {
        fputs(l ? ", " : ", {", e->out);
        emit_expr(e, scale[l]);
    }
    fputs(count ? "}}" : "}", e->out);
}

/* The index of a dimension that is touched whole: the value of loop `at` of the box. */
static void emit_whole(emitter *e, int at)
{
    fputs("{0, {", e->out);
    for (int l = 0; l < at; l++)
        fputs("0, ", e->out);
    fputs("1}}", e->out);
}

static void emit_executors(emitter *e, const box *b)
{
    const home *at = &b->need->at;
    int count = 0;
    const char *between = "";
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        count += at->axis[k].is_restricted;
    fprintf(e->out, "%d, ", count);
    fputs(count ? "(fpr_executor[]){" : "NULL", e->out);
    for (int k = 0; at->grid && k < at->grid->rank; k++) {
        const home_axis *h = &at->axis[k];
        if (!h->is_restricted)
            continue;
        fprintf(e->out, "%s{&%s, ", between, emit_axis(e, &h->map));
        emit_sum(e, b, emit_home_cell(e, h));
        fputs("}", e->out);
        between = ", ";
    }
    fputs(count ? "});\n" : ");\n", e->out);
}

static void emit_inspect(emitter *e, const array_info *a, const box *b, bool is_write_back,
                         const char *indent)
{
    const need *n = b->need;
    int whole = n->range_count - b->first;
    fprintf(e->out, "%s%s(&site, &%s, ", indent,
            is_write_back ? "fpr_inspect_written" : "fpr_inspect", a->name);
    emit_box_ranges(e, b);
    fprintf(e->out, ",\n%s    (fpr_sum[]){", indent);
    for (int d = 0; d < a->var->rank; d++) {
        fputs(d ? ", " : "", e->out);
        if (n->ref->sub[d].kind == SUBSCRIPT_VALUE)
            emit_sum(e, b, n->ref->sub[d].value);
        else
            emit_whole(e, whole++);
    }
    fputs("}, ", e->out);
    emit_executors(e, b);
}

static void emit_inspected(emitter *e, const array_info *a, const need *n, bool is_write_back,
                           const char *indent)
{
    int counters = e->counters.count;
    box inner = make_box(e, n);
    const char *deeper = arena_printf(e->ctx->arena, "%s        ", indent);
    for (int l = 0; l < inner.first; l++, deeper = arena_printf(e->ctx->arena, "%s    ", deeper)) {
        const loop_range *r = &n->range[l];
        const char *name = emit_counter_name(e, r->var);
        VEC_PUSH(e->ctx->arena, &e->counters, ((counter){r->var, name, true}));
        bool is_up = r->step->at_least > 0 || r->step->at_most >= 0;
        fprintf(e->out, "%sfor (long %s = ", deeper, name);
        emit_expr(e, r->lower);
        fprintf(e->out, "; %s %s ", name, is_up ? "<=" : ">=");
        emit_operand(e, r->upper);
        fprintf(e->out, "; %s += ", name);
        emit_expr(e, r->step);
        fputs(")\n", e->out);
    }
    emit_inspect(e, a, &inner, is_write_back, deeper);
    e->counters.count = counters;
}

/* Leaves on which what is needed depends: variables of loops around, and parameters whose values
 * may be others the next time. With them it is new. */
typedef VEC(const loop_var *) loop_list;
typedef VEC(const param *) param_list;

typedef struct origins {
    loop_list loops;
    param_list params;
} origins;

/* May it have another value the next time? What is set once may be set once in a function that is
 * called again, unless numbers say what it is set to. */
static bool may_change(const expr *x)
{
    const param *p = x->kind == EXPR_PARAM ? x->u.param : NULL;
    if (p && (p->origin == PARAM_MACRO || p->origin == PARAM_CONSTANT))
        return false;
    if (p)
        return p->origin == PARAM_INDEX || p->has_different || !p->value || may_change(p->value);
    for (int i = 0; i < expr_operand_count(x); i++)
        if (may_change(x->u.op.operand[i]))
            return true;
    return x->kind == EXPR_LOOP_VAR;
}

static void add_loops(emitter *e, const need *n, const expr *x, loop_list *out)
{
    const loop_var **vars;
    int count = expr_loop_vars(e->planned->program->pool, x, &vars);
    for (int i = 0; i < count; i++) {
        bool is_known = false;
        for (int l = 0; l < n->range_count; l++)
            is_known |= n->range[l].var == vars[i];
        for (int k = 0; k < out->count; k++)
            is_known |= out->data[k] == vars[i];
        if (!is_known)
            VEC_PUSH(e->ctx->arena, out, vars[i]);
    }
}

static void add_params(emitter *e, const expr *x, param_list *out)
{
    if (x->kind == EXPR_PARAM && may_change(x)) {
        for (int i = 0; i < out->count; i++)
            if (out->data[i] == x->u.param)
                return;
        VEC_PUSH(e->ctx->arena, out, x->u.param);
    }
    for (int i = 0; x->uses_param && i < expr_operand_count(x); i++)
        add_params(e, x->u.op.operand[i], out);
}

static void add_origins(emitter *e, const need *n, const expr *x, origins *out)
{
    add_loops(e, n, x, &out->loops);
    add_params(e, x, &out->params);
}

static origins origins_of(emitter *e, const communication *c)
{
    origins all = {0};
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        for (int l = 0; l < n->range_count; l++) {
            add_origins(e, n, n->range[l].lower, &all);
            add_origins(e, n, n->range[l].upper, &all);
            add_origins(e, n, n->range[l].step, &all);
        }
        for (int d = 0; d < n->ref->var->rank; d++)
            add_origins(e, n,
                        n->ref->sub[d].kind == SUBSCRIPT_VALUE ? n->ref->sub[d].value
                                                               : emit_last_index(e, n->ref->var, d),
                        &all);
        for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
            if (n->at.axis[k].is_restricted)
                add_origins(e, n, emit_home_cell(e, &n->at.axis[k]), &all);
    }
    return all;
}

/* --- Along dimensions that are not distributed ----------------------------------------------- */

static bool is_distributed(const array_info *a, int d)
{
    for (int k = 0; k < a->map->grid->rank; k++)
        if (a->map->axis[k].source == AXIS_BY_DIM && a->map->axis[k].dim == d)
            return true;
    return false;
}

static bool is_in_ranges_or_homes(const need *n, const loop_var *v)
{
    for (int l = 0; l < n->range_count; l++)
        if (expr_mentions(n->range[l].lower, v) || expr_mentions(n->range[l].upper, v) ||
            expr_mentions(n->range[l].step, v))
            return true;
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
        if (n->at.axis[k].is_restricted && expr_mentions(n->at.axis[k].index, v))
            return true;
    return false;
}

/* By how much one step of the loop moves all that is needed along dimension d; null: it does more
 * than that. */
static const expr *step_along(emitter *e, const communication *c, const array_info *a,
                              const loop_var *v, int d)
{
    const expr *by = NULL;
    for (int i = 0; i < c->need_count; i++) {
        const subscript *s = &c->needs[i].ref->sub[d];
        const expr *one = expr_int(e->planned->program->pool, 0), *rest;
        bool mentions = s->kind == SUBSCRIPT_VALUE && expr_mentions(s->value, v);
        if (mentions && (is_distributed(a, d) ||
                         !expr_affine(e->planned->program->pool, s->value, v, &one, &rest)))
            return NULL;
        if (by && by != one)
            return NULL;
        by = one;
    }
    return by;
}

/* Does the loop only move what is needed? Then `by` gets by how much along each dimension. */
static bool only_moves(emitter *e, const communication *c, const array_info *a, const loop_var *v,
                       const expr *by[])
{
    for (int i = 0; i < c->need_count; i++)
        if (is_in_ranges_or_homes(&c->needs[i], v))
            return false;
    for (int d = 0; d < a->var->rank; d++)
        if (!(by[d] = step_along(e, c, a, v, d)))
            return false;
    return true;
}

/* What tells whether there is a schedule: values of loops around and of parameters, and how far
 * those loops that only move it have moved it. */
static void emit_what_it_is_for(emitter *e, const communication *c, const array_info *a)
{
    expr_pool *pool = e->planned->program->pool;
    const origins all = origins_of(e, c);
    const loop_list around = all.loops;
    const expr *moved[RUNTIME_RANK], *by[RUNTIME_RANK];
    loop_list others = {0};
    bool moves = false;
    for (int d = 0; d < a->var->rank; d++)
        moved[d] = expr_int(pool, 0);
    for (int i = 0; i < around.count; i++) {
        if (!only_moves(e, c, a, around.data[i], by)) {
            VEC_PUSH(e->ctx->arena, &others, around.data[i]);
            continue;
        }
        moves = true;
        for (int d = 0; d < a->var->rank; d++)
            moved[d] = expr_add(pool, moved[d],
                                expr_mul(pool, by[d], expr_loop_var(pool, around.data[i])));
    }
    int count = others.count + all.params.count;
    fprintf(e->out, "%d, %s", count, count ? "(long[]){" : "NULL");
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : "", e->out);
        emit_expr(e, i < others.count ? expr_loop_var(pool, others.data[i])
                                      : expr_param(pool, all.params.data[i - others.count]));
    }
    fputs(count ? "}, " : ", ", e->out);
    fputs(moves ? "(long[]){" : "NULL", e->out);
    for (int d = 0; d < a->var->rank && moves; d++) {
        fputs(d ? ", " : "", e->out);
        emit_expr(e, moved[d]);
    }
    fputs(moves ? "}" : "", e->out);
}

void emit_element_wise(emitter *e, const communication *c, const array_info *a, const char *indent)
{
    fprintf(e->out, "%s    if (fpr_inspect_begin(&site, &%s, ", indent, a->name);
    emit_what_it_is_for(e, c, a);
    fputs(")) {\n", e->out);
    for (int i = 0; i < c->need_count; i++)
        emit_inspected(e, a, &c->needs[i], c->is_write_back, indent);
    fprintf(e->out, "%s    }\n", indent);
    if (!c->is_write_back)
        fprintf(e->out, "%s    fpr_fetch_inspected(&site, &%s, %s);\n", indent, a->name,
                emit_pattern(e, c, false));
    else if (c->op != REDUCE_NONE)
        fprintf(e->out, "%s    fpr_accumulate_end_inspected(&site, &%s, %s, %s);\n", indent,
                a->name, emit_type_name(c->var), emit_op_name(c->op));
    else
        fprintf(e->out, "%s    %s(&site, &%s);\n", indent,
                comm_is_partial(c) ? "fpr_write_back_inspected_marked" : "fpr_write_back_inspected",
                a->name);
}
