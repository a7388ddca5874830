/* One directive a line, for `dump --stage directives`. */

#include <string.h>

#include "frontend/directive/directive.h"
#include "frontend/directive/token.h"

/* Would the two read as something else without a blank between them? */
static bool needs_blank(const directive_token *a, const directive_token *b)
{
    bool is_word_a = a->kind == TOKEN_NAME || a->kind == TOKEN_NUMBER;
    bool is_word_b = b->kind == TOKEN_NAME || b->kind == TOKEN_NUMBER;
    bool are_puncts = a->kind == TOKEN_PUNCT && b->kind == TOKEN_PUNCT;
    return (is_word_a && is_word_b) ||
           (are_puncts && strchr("/<>=!&|*-#:.", a->text[0]) && strchr("/<>=&|*#:.", b->text[0]));
}

static void print_expr(FILE *out, const directive_expr *e)
{
    for (int i = 0; i < e->count; i++)
        fprintf(out, "%s%s", i > 0 && needs_blank(&e->tokens[i - 1], &e->tokens[i]) ? " " : "",
                e->tokens[i].text);
}

static void print_subscript(FILE *out, const directive_subscript *s)
{
    if (s->is_periodic)
        fputs("/periodic/", out);
    if (s->is_unbound)
        fputs("/unbound/", out);
    switch (s->kind) {
    case DIRECTIVE_SUB_STAR:
        fputc('*', out);
        break;
    case DIRECTIVE_SUB_VALUE:
        print_expr(out, &s->value);
        break;
    case DIRECTIVE_SUB_RANGE:
        print_expr(out, &s->value);
        fputc(':', out);
        print_expr(out, &s->upper);
        if (s->step.count > 0) {
            fputc(':', out);
            print_expr(out, &s->step);
        }
        break;
    }
}

static void print_subscripts(FILE *out, const directive_ref *ref)
{
    for (int i = 0; i < ref->count; i++) {
        fputs(ref->is_square ? "[" : i == 0 ? "(" : ", ", out);
        print_subscript(out, &ref->sub[i]);
        fputs(ref->is_square ? "]" : i == ref->count - 1 ? ")" : "", out);
    }
}

static void print_ref(FILE *out, const directive_ref *ref)
{
    fputs(ref->name.text, out);
    print_subscripts(out, ref);
}

static void print_names(FILE *out, int count, const directive_name *names)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? ", " : "(", names[i].text);
    fputc(')', out);
}

static void print_format(FILE *out, const directive_format *f)
{
    switch (f->kind) {
    case DIRECTIVE_FORMAT_STAR:
        fputc('*', out);
        return;
    case DIRECTIVE_FORMAT_BLOCK:
        fputs("block", out);
        break;
    case DIRECTIVE_FORMAT_CYCLIC:
        fputs("cyclic", out);
        break;
    case DIRECTIVE_FORMAT_GEN_BLOCK:
        fputs(f->is_open ? "gblock(*)" : f->list_count ? "gblock((/" : "gblock", out);
        break;
    }
    for (int i = 0; i < f->list_count; i++) {
        fputs(i ? ", " : "", out);
        print_expr(out, &f->list[i]);
    }
    fputs(f->list_count ? "/))" : "", out);
    if (f->size.count > 0) {
        fputc('(', out);
        print_expr(out, &f->size);
        fputc(')', out);
    }
}

static void print_formats(FILE *out, const directive *d)
{
    bool is_square = d->u.distribute.is_square;
    int count = d->u.distribute.format_count;
    for (int i = 0; i < count; i++) {
        fputs(is_square ? "[" : i == 0 ? "(" : ", ", out);
        print_format(out, &d->u.distribute.formats[i]);
        fputs(is_square ? "]" : i == count - 1 ? ")" : "", out);
    }
}

static void print_fix(FILE *out, const directive *d)
{
    fputs(d->u.distribute.format_count ? " " : "", out);
    print_formats(out, d);
    fputc(' ', out);
    print_ref(out, &d->u.distribute.shape);
}

static void print_distribute(FILE *out, const directive *d)
{
    fprintf(out, " %s", d->u.distribute.target.text);
    print_formats(out, d);
    if (d->u.distribute.has_onto)
        fprintf(out, " onto %s", d->u.distribute.onto.text);
}

static void print_reductions(FILE *out, const char *before, int count,
                             const directive_reduction *items)
{
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : before, out);
        if (items[i].op != REDUCE_NONE)
            fprintf(out, "%s:", reduce_op_text(items[i].op));
        if (items[i].part)
            print_ref(out, items[i].part);
        else
            fputs(items[i].var.text, out);
    }
    if (count > 0)
        fputc(')', out);
}

static void print_reach(FILE *out, const directive_reach *reach)
{
    static const char *const words[] = {"", " expand(", " margin(", " peel_and_wait("};
    fputs(words[reach->kind], out);
    if (reach->kind == DIRECTIVE_REACH_PEEL)
        print_expr(out, &reach->id);
    for (int i = 0; i < reach->width_count; i++) {
        fputs(i || reach->kind == DIRECTIVE_REACH_PEEL ? ", " : "", out);
        print_subscript(out, &reach->widths[i]);
    }
    fputs(reach->kind == DIRECTIVE_REACH_NONE ? "" : ")", out);
}

static void print_loop(FILE *out, const directive *d)
{
    const directive_loop *loop = &d->u.loop;
    bool is_xmp = d->kind == DIRECTIVE_LOOP;
    if (loop->var_count > 0) {
        fputc(' ', out);
        print_names(out, loop->var_count, loop->vars);
    }
    if (loop->has_on) {
        fputs(is_xmp ? " on " : d->kind == DIRECTIVE_ON_HOME ? " home(" : ", on home(", out);
        print_ref(out, &loop->on);
        fputs(is_xmp ? "" : ")", out);
    }
    if (loop->new_count > 0) {
        fputs(", new", out);
        print_names(out, loop->new_count, loop->news);
    }
    print_reductions(out, is_xmp ? " reduction(" : ", reduction(", loop->reduction_count,
                     loop->reductions);
    print_reach(out, &loop->reach);
}

static void print_reflect(FILE *out, const directive *d)
{
    directive_ref widths = {.count = d->u.reflect.width_count, .sub = d->u.reflect.widths};
    fputc(' ', out);
    print_names(out, d->u.reflect.count, d->u.reflect.vars);
    if (widths.count > 0) {
        fputs(" width", out);
        print_subscripts(out, &widths);
    }
    if (d->u.reflect.is_orthogonal)
        fputs(" orthogonal", out);
}

static void print_xmp_comm(FILE *out, const directive *d)
{
    print_reductions(out, " (", d->u.comm.reduction_count, d->u.comm.reductions);
    if (d->u.comm.has_from) {
        fputs(" from ", out);
        print_ref(out, &d->u.comm.from);
    }
    if (d->u.comm.has_on) {
        fputs(" on ", out);
        print_ref(out, &d->u.comm.on);
    }
}

static void print_nodes(FILE *out, const directive *d)
{
    fputc(' ', out);
    print_ref(out, &d->u.nodes.shape);
    if (!d->u.nodes.has_parent)
        return;
    fputs(" = ", out);
    if (d->u.nodes.parent.name.text)
        print_ref(out, &d->u.nodes.parent);
    else
        fputc('*', out);
}

static void print_post(FILE *out, const directive *d)
{
    if (!d->u.post.has_node)
        return;
    fputs(" (", out);
    print_ref(out, &d->u.post.node);
    if (d->u.post.tag.count) {
        fputs(", ", out);
        print_expr(out, &d->u.post.tag);
    }
    fputc(')', out);
}

static void print_wait(FILE *out, const directive *d)
{
    for (int i = 0; i < d->u.wait.ids.count; i++) {
        fputs(i ? ", " : " (", out);
        print_expr(out, &d->u.wait.ids.sub[i].value);
    }
    fputc(')', out);
    if (d->u.wait.has_on) {
        fputs(" on ", out);
        print_ref(out, &d->u.wait.on);
    }
}

static void print_template(FILE *out, const directive *d)
{
    fputc(' ', out);
    print_ref(out, &d->u.tmpl);
}

static void print_dimension(FILE *out, const directive *d)
{
    fputc(' ', out);
    print_ref(out, &d->u.shape);
}

static void print_align(FILE *out, const directive *d)
{
    fputc(' ', out);
    print_ref(out, &d->u.align.source);
    fputs(" with ", out);
    print_ref(out, &d->u.align.target);
}

static void print_shadow(FILE *out, const directive *d)
{
    fputc(' ', out);
    print_ref(out, &d->u.shadow);
}

static void print_named(FILE *out, const directive *d)
{
    fprintf(out, " %s", d->u.named.text);
}

static void print_task(FILE *out, const directive *d)
{
    fputs(" on ", out);
    print_ref(out, &d->u.task);
}

static void print_array(FILE *out, const directive *d)
{
    fputs(" on ", out);
    print_ref(out, &d->u.array);
}

static void print_gmove(FILE *out, const directive *d)
{
    fputs(d->u.gmove == GMOVE_IN ? " in" : d->u.gmove == GMOVE_OUT ? " out" : "", out);
}

static void print_where(FILE *out, const directive *d)
{
    fputs(d->u.has_mask ? "(..)" : "", out);
}

static void print_trip(FILE *out, const directive *d)
{
    fputc('(', out);
    print_expr(out, &d->u.trip);
    fputc(')', out);
}

static void print_probability(FILE *out, const directive *d)
{
    fprintf(out, "(%g)", d->u.probability);
}

static void print_region(FILE *out, const directive *d)
{
    fprintf(out, " %s", d->u.region.text);
}

/* What follows the directive's word; null: nothing does. */
typedef void print_payload(FILE *out, const directive *d);
static print_payload *const payloads[] = {
    [DIRECTIVE_NODES] = print_nodes,
    [DIRECTIVE_TEMPLATE] = print_template,
    [DIRECTIVE_TEMPLATE_FIX] = print_fix,
    [DIRECTIVE_DIMENSION] = print_dimension,
    [DIRECTIVE_DISTRIBUTE] = print_distribute,
    [DIRECTIVE_ALIGN] = print_align,
    [DIRECTIVE_SHADOW] = print_shadow,
    [DIRECTIVE_COARRAY] = print_named,
    [DIRECTIVE_DYNAMIC] = print_named,
    [DIRECTIVE_INHERIT] = print_named,
    [DIRECTIVE_INDEPENDENT] = print_loop,
    [DIRECTIVE_ON_HOME] = print_loop,
    [DIRECTIVE_LOOP] = print_loop,
    [DIRECTIVE_FORALL] = print_loop,
    [DIRECTIVE_WHERE] = print_where,
    [DIRECTIVE_REFLECT] = print_reflect,
    [DIRECTIVE_REFLECT_INIT] = print_reflect,
    [DIRECTIVE_REFLECT_DO] = print_reflect,
    [DIRECTIVE_REDUCTION] = print_xmp_comm,
    [DIRECTIVE_BCAST] = print_xmp_comm,
    [DIRECTIVE_BARRIER] = print_xmp_comm,
    [DIRECTIVE_REDISTRIBUTE] = print_distribute,
    [DIRECTIVE_REALIGN] = print_align,
    [DIRECTIVE_WAIT_ASYNC] = print_wait,
    [DIRECTIVE_POST] = print_post,
    [DIRECTIVE_WAIT] = print_post,
    [DIRECTIVE_TASK] = print_task,
    [DIRECTIVE_GMOVE] = print_gmove,
    [DIRECTIVE_ARRAY] = print_array,
    [DIRECTIVE_TRIP] = print_trip,
    [DIRECTIVE_PIPELINE] = print_trip,
    [DIRECTIVE_PROBABILITY] = print_probability,
    [DIRECTIVE_REGION] = print_region,
    [DIRECTIVE_UNANALYSED] = NULL,
};

void directive_print(const directive *d, FILE *out)
{
    const char *pragma = d->spelling == DIALECT_HPF   ? "hpf"
                         : d->spelling == DIALECT_XMP ? "xmp"
                                                      : "fpredict";
    fprintf(out, "%d: %s %s", d->where.line, pragma, d->word);
    if (d->is_broken)
        fputs(" (malformed)", out);
    else if (payloads[d->kind])
        payloads[d->kind](out, d);
    if (d->async.count) {
        fputs(" async(", out);
        print_expr(out, &d->async);
        fputc(')', out);
    }
    fputc('\n', out);
}
