/* Communications whose needs are no product of loops: each processor runs through all of
 * their iterations, and notes what concerns it. */

#include "codegen/communication.h"

static void emit_touch(emitter *e, const array_info *a, const need *n, bool is_given,
                       const char *indent)
{
    const variable *v = a->var;
    int places = 0;
    const char *between = "";
    fprintf(e->out, "%s%s(&site, &%s, (long[]){", indent,
            is_given ? "fpr_touch_given" : "fpr_touch", a->name);
    for (int d = 0; d < v->rank; d++) {
        fputs(d ? ", " : "", e->out);
        if (n->ref->sub[d].kind == SUBSCRIPT_VALUE)
            emit_expr(e, n->ref->sub[d].value);
        else
            fprintf(e->out, "all%d", d);
    }
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
        places += n->at.axis[k].is_restricted;
    fprintf(e->out, "}, %d, ", places);
    fputs(places ? "(fpr_place[]){" : "NULL", e->out);
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++) {
        const home_axis *h = &n->at.axis[k];
        if (!h->is_restricted)
            continue;
        fprintf(e->out, "%s{&%s, ", between, emit_axis(e, &h->map));
        emit_expr(e, emit_home_cell(e, h));
        fputs("}", e->out);
        between = ", ";
    }
    fputs(places ? "});\n" : ");\n", e->out);
}

static void emit_touched(emitter *e, const array_info *a, const need *n, bool is_given,
                         const char *indent)
{
    int counters = e->counters.count;
    const char *deeper = arena_printf(e->ctx->arena, "%s        ", indent);
    for (int l = 0; l < n->range_count;
         l++, deeper = arena_printf(e->ctx->arena, "%s    ", deeper)) {
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
    for (int d = 0; d < a->var->rank; d++)
        if (n->ref->sub[d].kind != SUBSCRIPT_VALUE) {
            fprintf(e->out, "%sfor (long all%d = 0; all%d <= ", deeper, d, d);
            emit_operand(e, emit_last_index(e, a->var, d));
            fprintf(e->out, "; all%d++)\n", d);
        }
    emit_touch(e, a, n, is_given, deeper);
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
    fprintf(e->out, "%s    if (fpr_is_new(&site, &%s, %d, ", indent, a->name, around.count);
    fputs(around.count ? "(long[]){" : "NULL", e->out);
    for (int i = 0; i < around.count; i++) {
        fputs(i ? ", " : "", e->out);
        emit_expr(e, expr_loop_var(e->planned->program->pool, around.data[i]));
    }
    fprintf(e->out, "%s)) {\n", around.count ? "}" : "");
    for (int i = 0; i < c->need_count; i++)
        emit_touched(e, a, &c->needs[i], c->goes_home, indent);
    fprintf(e->out, "%s    }\n", indent);
    if (!c->goes_home)
        fprintf(e->out, "%s    fpr_bring_touched(&site, &%s, %s);\n", indent, a->name,
                emit_pattern(e, c, false));
    else if (c->op != REDUCE_NONE)
        fprintf(e->out, "%s    fpr_give_touched_sums(&site, &%s, %s);\n", indent, a->name,
                emit_type_name(c->var));
    else
        fprintf(e->out, "%s    %s(&site, &%s);\n", indent,
                comm_is_partial(c) ? "fpr_give_touched_written" : "fpr_give_touched", a->name);
}
