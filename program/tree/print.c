/* Bodies of functions, before and after planning, as pseudo-C: the source line,
 * then the node. */

#include "program/tree/print.h"

static void print_body(tree_printer *p, const node *body);

static void print_block(tree_printer *p, const node *body)
{
    p->indent++;
    print_body(p, body);
    p->indent--;
}

static void end_block(tree_printer *p)
{
    tree_print_begin(p, 0);
    fputs("}\n", p->out);
}

static void print_tally(FILE *out, const op_tally *ops)
{
    const char *between = "  /* ";
    for (int kind = 0; kind < OP_KIND_COUNT; kind++)
        if (ops->n[kind]) {
            fprintf(out, "%s%u %s", between, (unsigned)ops->n[kind], op_kind_name((op_kind)kind));
            between = ", ";
        }
    if (op_tally_total(ops))
        fputs(" */", out);
}

static void print_for(FILE *out, const loop_range *range)
{
    const char *name = range->var->name;
    int64_t step;
    if (!expr_is_int(range->step, &step)) { /* of either sign */
        fputs("for (", out);
        tree_print_range(out, range);
        fputc(')', out);
        return;
    }
    fprintf(out, "for (%s = ", name);
    expr_print(out, range->lower);
    fprintf(out, "; %s %s ", name, step > 0 ? "<=" : ">=");
    expr_print(out, range->upper);
    if (step == 1 || step == -1)
        fprintf(out, "; %s%s)", name, step == 1 ? "++" : "--");
    else
        fprintf(out, "; %s %s %lld)", name,
                step > 0 ? "+=" : "-=", (long long)(step > 0 ? step : -step));
}

static void print_reach(FILE *out, const loop_reach *reach)
{
    switch (reach->kind) {
    case REACH_OWN:
        return;
    case REACH_EXPANDED:
        fputs(" expanded", out);
        break;
    case REACH_LOW_MARGIN:
        fputs(" low margin", out);
        break;
    case REACH_HIGH_MARGIN:
        fputs(" high margin", out);
        break;
    }
    fputs(" [", out);
    expr_print(out, reach->lower);
    fputc(':', out);
    expr_print(out, reach->upper);
    fputs(reach->is_unbound ? "], unbound" : "]", out);
}

static void print_loop_clauses(FILE *out, const loop_node *l)
{
    switch (l->parallel) {
    case LOOP_UNSAID:
        break;
    case LOOP_INDEPENDENT:
        fputs(" independent", out);
        break;
    case LOOP_ON:
        fputs(" parallel", out);
        break;
    case LOOP_FORALL:
        fputs(" forall", out);
        break;
    }
    if (l->on_explicit) {
        fputs(" on ", out);
        tree_print_clause(out, l->on_explicit);
    }
    print_reach(out, &l->reach);
    for (int i = 0; i < l->reduction_count; i++)
        fprintf(out, " reduction(%s:%s)", reduce_op_text(l->reductions[i].op),
                l->reductions[i].var->name);
    for (int i = 0; i < l->new_count; i++)
        fprintf(out, "%s%s%s", i ? ", " : " new(", l->news[i]->name,
                i + 1 < l->new_count ? "" : ")");
    if (!l->is_exact)
        fputs(" may-end-early", out);
}

static void print_loop(tree_printer *p, const loop_node *l)
{
    FILE *out = p->out;
    bool is_reach = l->reach.kind != REACH_OWN && l->whole; /* its bounds are nothing to read */
    print_for(out, is_reach ? l->whole : &l->range);
    print_loop_clauses(out, l);
    fputs(" {", out);
    if (l->trips && !is_reach) {
        fputs("  /* ", out);
        expr_print_trips(out, l->trips, l->range.var);
        fputs(" times */", out);
    }
    fputc('\n', out);
    print_block(p, l->body);
    end_block(p);
}

static void print_while(tree_printer *p, const while_node *w)
{
    fprintf(p->out, "%s {", w->tests_first ? "while (...)" : "do");
    fputs("  /* ", p->out);
    expr_print(p->out, w->trips);
    fputs(" times", p->out);
    if (w->begins) {
        fprintf(p->out, ", %s from ", w->stepped->name);
        expr_print(p->out, w->begins);
        fputs(" by ", p->out);
        expr_print(p->out, w->step);
    }
    fputs(" */", p->out);
    print_tally(p->out, &w->condition);
    fputc('\n', p->out);
    print_block(p, w->body);
    tree_print_begin(p, 0);
    fputs(w->tests_first ? "}\n" : "} while (...)\n", p->out);
}

static void print_if(tree_printer *p, const if_node *c)
{
    FILE *out = p->out;
    fputs("if (", out);
    if (c->condition)
        expr_print(out, c->condition);
    else
        fputs("...", out);
    for (int i = 0; i < c->read_count; i++) {
        fputs(i || c->condition ? ", " : " ", out);
        tree_print_reference(out, c->reads[i]);
    }
    fputs(") {", out);
    if (!c->condition)
        fprintf(out, "  /* taken with probability %g%s */", c->probability,
                c->is_hinted ? ", as the source says" : ", assumed");
    print_tally(out, &c->ops);
    fputc('\n', out);
    print_block(p, c->then_body);
    if (c->else_body) {
        tree_print_begin(p, 0);
        fputs("} else {\n", out);
        print_block(p, c->else_body);
    }
    end_block(p);
}

/* The left side, and what a reduction combines: "s = s + ". */
static void print_target(FILE *out, const statement_node *s)
{
    if (s->write) {
        tree_print_reference(out, s->write);
        fputs(" = ", out);
    }
    if (s->scalar)
        fprintf(out, "%s = ", s->scalar->name);
    if (s->reduce != REDUCE_NONE && s->scalar)
        fprintf(out, "%s %s ", s->scalar->name, reduce_op_text(s->reduce));
}

static void print_unknowns(FILE *out, const unknown_effect *u)
{
    for (; u; u = u->next)
        fprintf(out, "  /* %s: %s */",
                u->is_own                 ? "its own part"
                : u->kind == UNKNOWN_COST ? "cost not known"
                                          : "not known",
                u->reason);
}

static void print_statement(tree_printer *p, const node *n)
{
    const statement_node *s = &n->u.stmt;
    FILE *out = p->out;
    const char *between = "";
    print_target(out, s);
    fputs(s->is_io ? "io(" : "f(", out);
    for (int i = 0; i < s->read_count; i++, between = ", ") {
        fputs(between, out);
        tree_print_reference(out, s->reads[i]);
    }
    for (int i = 0; i < s->scalar_read_count; i++, between = ", ")
        fprintf(out, "%s%s", between, s->scalar_reads[i]->name);
    fputc(')', out);
    if (s->at.grid) {
        fputs(" on ", out);
        tree_print_home(out, &s->at);
    }
    print_tally(out, &s->ops);
    print_unknowns(out, n->unknowns);
    fputc('\n', out);
}

static void print_call(tree_printer *p, const call_node *c)
{
    FILE *out = p->out;
    fprintf(out, "%s(", c->callee->intrinsic ? c->callee->intrinsic : c->callee->name);
    for (int i = 0; i < c->argument_count; i++) {
        fputs(i ? ", " : "", out);
        if (c->arguments[i].own)
            fprintf(out, "own part of %s", c->arguments[i].own->name);
        else if (c->arguments[i].array)
            fputs(c->arguments[i].array->name, out);
        else if (c->arguments[i].value)
            expr_print(out, c->arguments[i].value);
        else
            fputs("...", out);
    }
    fputs(")", out);
    if (!c->instance) {
        fputc('\n', out);
        return;
    }
    fputs(" {\n", out);
    print_block(p, c->instance);
    end_block(p);
}

static void print_task(tree_printer *p, const task_node *t)
{
    fputs("task on ", p->out);
    if (t->on_explicit)
        tree_print_clause(p->out, t->on_explicit);
    else
        tree_print_home(p->out, &t->on);
    fputs(" {\n", p->out);
    print_block(p, t->body);
    end_block(p);
}

static void print_move(tree_printer *p, const move_node *m)
{
    fputs(m->mode == GMOVE_IN ? "gmove in" : m->mode == GMOVE_OUT ? "gmove out" : "gmove", p->out);
    tree_print_async(p->out, m->async);
    fputs(" {\n", p->out);
    print_block(p, m->body);
    end_block(p);
}

static void print_node(tree_printer *p, const node *n)
{
    tree_print_begin(p, n->where.line);
    switch (n->kind) {
    case NODE_LOOP:
        print_loop(p, &n->u.loop);
        return;
    case NODE_WHILE:
        print_while(p, &n->u.whil);
        return;
    case NODE_IF:
        print_if(p, &n->u.cond);
        return;
    case NODE_STATEMENT:
        print_statement(p, n);
        return;
    case NODE_CALL:
        print_call(p, &n->u.call);
        return;
    case NODE_COMM:
        tree_print_comm(p, n->u.comm);
        return;
    case NODE_REFLECT:
        tree_print_reflect(p->out, &n->u.reflect);
        return;
    case NODE_REDUCE:
        tree_print_xmp_comm(p->out, "reduce", &n->u.xmp_comm);
        return;
    case NODE_BARRIER:
        tree_print_xmp_comm(p->out, "barrier", &n->u.xmp_comm);
        return;
    case NODE_BCAST:
        tree_print_xmp_comm(p->out, "broadcast", &n->u.xmp_comm);
        return;
    case NODE_COLLECTIVE:
        tree_print_collective(p->out, &n->u.collective);
        return;
    case NODE_WAIT:
        tree_print_xmp_comm(p->out, "wait", &n->u.xmp_comm);
        return;
    case NODE_POST:
        tree_print_post(p->out, "post to", &n->u.xmp_comm);
        return;
    case NODE_WAIT_POST:
        tree_print_post(p->out, "wait for", &n->u.xmp_comm);
        return;
    case NODE_PUT:
        tree_print_one_sided(p->out, "put to", &n->u.xmp_comm);
        return;
    case NODE_GET:
        tree_print_one_sided(p->out, "get from", &n->u.xmp_comm);
        return;
    case NODE_TASK:
        print_task(p, &n->u.task);
        return;
    case NODE_GMOVE:
        print_move(p, &n->u.move);
        return;
    case NODE_REMAP:
        tree_print_remap(p->out, &n->u.remap);
        return;
    case NODE_BREAK:
        fputs("break\n", p->out);
        return;
    case NODE_RETURN:
        fputs("return\n", p->out);
        return;
    }
}

static void print_body(tree_printer *p, const node *body)
{
    for (; body; body = body->next)
        print_node(p, body);
}

void tree_print(fp_context *ctx, FILE *out, const node *body, int indent)
{
    (void)ctx;
    tree_printer p = {.out = out, .indent = indent};
    print_body(&p, body);
}
