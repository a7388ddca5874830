/* Communication, inferred and explicit, and the directives that change mappings. */

#include "program/tree/print.h"

void tree_print_begin(tree_printer *p, int line)
{
    if (line > 0)
        fprintf(p->out, "%5d  ", line);
    else
        fputs("       ", p->out);
    fprintf(p->out, "%*s", 2 * p->indent, "");
}

void tree_print_range(FILE *out, const loop_range *range)
{
    fprintf(out, "%s in ", range->var->name);
    expr_print(out, range->lower);
    fputc(':', out);
    expr_print(out, range->upper);
    int64_t step;
    if (expr_is_int(range->step, &step) && step == 1)
        return;
    fputc(':', out);
    expr_print(out, range->step);
}

static void print_need(tree_printer *p, const need *n, int axes)
{
    FILE *out = p->out;
    tree_print_begin(p, n->ref->where.line);
    fputs("| ", out);
    tree_print_reference(out, n->ref);
    for (int i = 0; i < n->range_count; i++) {
        fputs(i ? ", " : " for ", out);
        tree_print_range(out, &n->range[i]);
    }
    fputs(" on ", out);
    tree_print_home(out, &n->at);
    for (int axis = 0; axis < axes; axis++)
        if (n->carried[axis])
            fprintf(out, ", within coordinate %d", axis);
    if (n->is_bound)
        fputs(", at most", out);
    fputc('\n', out);
}

static void print_reduce(FILE *out, const communication *c)
{
    fprintf(out, " (%s)", reduce_op_text(c->op));
    if (c->elements) {
        fputs(" of ", out);
        expr_print(out, c->elements);
        fprintf(out, " x %d bytes", c->elem_bytes);
    }
    const char *between = " along axes ";
    for (int axis = 0; c->group.grid && axis < c->group.grid->rank; axis++)
        if (c->along[axis]) {
            fprintf(out, "%s%d", between, axis);
            between = ", ";
        }
}

void tree_print_async(FILE *out, const expr *id)
{
    if (!id)
        return;
    fputs(" async ", out);
    expr_print(out, id);
}

static void print_tag(FILE *out, const expr *tag)
{
    if (!tag)
        return;
    fputs(" tag ", out);
    expr_print(out, tag);
}

static void print_image(FILE *out, const expr *image)
{
    fputs("image ", out);
    if (image)
        expr_print(out, image);
    else
        fputc('?', out);
}

void tree_print_comm(tree_printer *p, const communication *c)
{
    FILE *out = p->out;
    fprintf(out, "%s", comm_kind_name(c->kind));
    if (c->intrinsic)
        fprintf(out, " (%s)", c->intrinsic);
    if (c->var)
        fprintf(out, " %s", c->var->name);
    if (c->kind == COMM_REDUCE)
        print_reduce(out, c);
    else if (c->source.grid) {
        fprintf(out, ", %d bytes an element, %s ", c->elem_bytes,
                comm_is_write_back(c) ? "to" : "from");
        tree_print_map(out, &c->source);
    }
    if (c->group.grid) {
        fputs(c->kind == COMM_POST        ? " to "
              : c->kind == COMM_WAIT_POST ? " from "
                                          : " among ",
              out);
        tree_print_home(out, &c->group);
    }
    if (c->kind == COMM_PUT || c->kind == COMM_GET) {
        fprintf(out, " {");
        expr_print(out, c->elements);
        fputs(c->kind == COMM_PUT ? "} to " : "} from ", out);
        print_image(out, c->image);
    }
    print_tag(out, c->tag);
    if (c->goes_to_all)
        fputs(", for all", out);
    if (c->is_explicit)
        fputs(", explicit", out);
    if (c->async)
        fputc(',', out);
    tree_print_async(out, c->async);
    if (c->into) {
        fputs(", received in ", out);
        tree_print_reference(out, c->into);
    }
    if (c->reason)
        fprintf(out, "  /* %s */", c->reason);
    fputc('\n', out);
    p->indent++;
    for (int i = 0; i < c->need_count; i++)
        print_need(p, &c->needs[i], c->source.grid ? c->source.grid->rank : 0);
    p->indent--;
}

void tree_print_reflect(FILE *out, const reflect_node *r)
{
    fprintf(out, "reflect %s", r->var->name);
    for (int d = 0; d < r->var->rank; d++) {
        if (!r->width_lower[d] && !r->width_upper[d])
            continue;
        fputc('[', out);
        if (r->width_lower[d])
            expr_print(out, r->width_lower[d]);
        fputc(':', out);
        if (r->width_upper[d])
            expr_print(out, r->width_upper[d]);
        fputc(']', out);
    }
    fputs(r->is_orthogonal ? " without corners" : "", out);
    tree_print_async(out, r->async);
    fputc('\n', out);
}

void tree_print_xmp_comm(FILE *out, const char *word, const xmp_comm_node *s)
{
    fputs(word, out);
    for (int i = 0; i < s->count; i++) {
        const reduction *item = &s->items[i];
        fprintf(out, "%s %s%s%s", i ? "," : "", reduce_op_text(item->op),
                item->op == REDUCE_NONE ? "" : ":", item->var->name);
        if (item->elements) {
            fputs("{", out);
            expr_print(out, item->elements);
            fputs("}", out);
        }
    }
    if (s->from_explicit) {
        fputs(" from ", out);
        tree_print_clause(out, s->from_explicit);
    }
    if (s->on_explicit) {
        fputs(" on ", out);
        tree_print_clause(out, s->on_explicit);
    }
    tree_print_async(out, s->async);
    fputc('\n', out);
}

void tree_print_collective(FILE *out, const collective_node *c)
{
    fprintf(out, "%s", c->name);
    if (c->buffer)
        fprintf(out, " %s", c->buffer->name);
    for (int i = 0; c->sizes && i < c->sizes->count; i++) {
        fputs(i ? ", " : " of ", out);
        expr_print(out, c->sizes->size[i]);
    }
    if (c->elements) {
        fputs(" of ", out);
        expr_print(out, c->elements);
    }
    if (c->form != FORM_BARRIER)
        fprintf(out, " elements of %d bytes", c->elem_bytes);
    if (c->op)
        fprintf(out, ", %s", reduce_op_text(c->op));
    if (c->root) {
        fputs(", root ", out);
        expr_print(out, c->root);
    }
    fputc('\n', out);
}

void tree_print_post(FILE *out, const char *word, const xmp_comm_node *s)
{
    fprintf(out, "%s ", word);
    if (s->on_explicit)
        tree_print_clause(out, s->on_explicit);
    else
        fputs("anybody", out);
    print_tag(out, s->tag);
    fputc('\n', out);
}

void tree_print_one_sided(FILE *out, const char *word, const xmp_comm_node *s)
{
    fprintf(out, "%s ", word);
    print_image(out, s->image);
    fprintf(out, " %s {", s->items->var->name);
    expr_print(out, s->items->elements);
    fprintf(out, "}%s\n", s->is_packed ? ", apart in memory" : "");
}

void tree_print_remap(FILE *out, const remap_node *r)
{
    fprintf(out, "%s %s", r->target ? "redistribute" : "realign",
            r->var ? r->var->name : r->target->name);
    fputs(r->target ? " " : " with ", out);
    if (r->target)
        tree_print_distribution(out, r->to);
    else
        tree_print_alignment(out, r->align);
    fputc('\n', out);
}
