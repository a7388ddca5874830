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

/* The loops around on which what is needed depends: with them it is new. */
typedef VEC(const loop_var *) loop_list;

static void add_loops(emitter *e, const need *n, const expr *x, loop_list *out)
{
    const loop_var **vars;
    int count = x ? expr_loop_vars(e->planned->program->pool, x, &vars) : 0;
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

static loop_list loops_around(emitter *e, const communication *c)
{
    loop_list list = {0};
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        for (int l = 0; l < n->range_count; l++) {
            add_loops(e, n, n->range[l].lower, &list);
            add_loops(e, n, n->range[l].upper, &list);
            add_loops(e, n, n->range[l].step, &list);
        }
        for (int d = 0; d < n->ref->var->rank; d++)
            add_loops(e, n, n->ref->sub[d].value, &list);
        for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
            if (n->at.axis[k].is_restricted)
                add_loops(e, n, n->at.axis[k].index, &list);
    }
    return list;
}

void emit_element_wise(emitter *e, const communication *c, const array_info *a, const char *indent)
{
    loop_list around = loops_around(e, c);
    fprintf(e->out, "%s    if (fpr_inspect_begin(&site, &%s, %d, ", indent, a->name, around.count);
    fputs(around.count ? "(long[]){" : "NULL", e->out);
    for (int i = 0; i < around.count; i++) {
        fputs(i ? ", " : "", e->out);
        emit_expr(e, expr_loop_var(e->planned->program->pool, around.data[i]));
    }
    fprintf(e->out, "%s)) {\n", around.count ? "}" : "");
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
