/* What the program executes, counted: each straight run of statements, entry and iteration
 * of a loop, test, branch that is taken, and call adds one to a counter, and a table says in
 * the operations of machine files what that stands for. They are those which the estimator
 * charges (docs/model.md, "Units" and "Operations"), apart where it rounds them apart. */

#include <stdlib.h>
#include <string.h>

#include "codegen/text/span.h"
#include "codegen/text/work.h"

bool emit_counts(const emitter *e)
{
    return e->options->counts_work;
}

/* One more of what is rounded apart. */
static void add_text(emitter *e, work *w, const char *what)
{
    if (*what)
        w->what = w->what ? arena_printf(e->ctx->arena, "%s; %s", w->what, what)
                          : arena_strdup(e->ctx->arena, what);
}

static void add_ops(emitter *e, work *w, const op_tally *ops)
{
    const char *all = "";
    for (int k = 0; k < OP_KIND_COUNT; k++)
        if (ops->n[k])
            all = arena_printf(e->ctx->arena, "%s%s%u %s", all, *all ? ", " : "",
                               (unsigned)ops->n[k], op_kind_name((op_kind)k));
    add_text(e, w, all);
}

/* The number of the counter for it. */
static int counter_of(emitter *e, const char *what)
{
    for (int i = 0; i < e->works.count; i++)
        if (strcmp(e->works.data[i], what) == 0)
            return i;
    VEC_PUSH(e->ctx->arena, &e->works, what);
    return e->works.count - 1;
}

const char *emit_work_text(emitter *e, const work *w)
{
    return w->what && emit_counts(e)
               ? arena_printf(e->ctx->arena, "fpr_ran[%d]++;", counter_of(e, w->what))
               : "";
}

void emit_work(emitter *e, const work *w, const char *indent)
{
    const char *text = emit_work_text(e, w);
    if (!*text)
        return;
    fprintf(e->out, "%s\n%s", text, indent);
    e->has_inserted = true;
}

bool emit_is_restricted(const home *at)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted)
            return true;
    return at->grid && at->grid->of;
}

void emit_add_node(emitter *e, work *w, const node *n)
{
    switch (n->kind) {
    case NODE_STATEMENT:
        add_ops(e, w, &n->u.stmt.ops);
        return;
    case NODE_CALL:
        if (!e->options->calls_are_free)
            add_text(e, w, "1 call");
        return;
    case NODE_LOOP:
        if (!n->u.loop.is_placement)
            add_text(e, w, "1 loop_setup");
        return;
    case NODE_WHILE:
        add_text(e, w, "1 loop_setup");
        if (n->u.whil.tests_first) {
            add_ops(e, w, &n->u.whil.condition);
            add_text(e, w, "1 condition");
        }
        return;
    case NODE_IF:
        if (!n->u.cond.is_placement) {
            add_ops(e, w, &n->u.cond.ops);
            add_text(e, w, "1 condition");
        }
        return;
    case NODE_TASK:
        if (!n->u.task.is_placement)
            add_text(e, w, "1 condition");
        return;
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return;
    }
}

work emit_work_inside(emitter *e, const node *n)
{
    work w = {0};
    switch (n->kind) {
    case NODE_LOOP:
        if (!n->u.loop.is_placement)
            add_text(e, &w, "1 loop_iteration");
        break;
    case NODE_WHILE:
        add_text(e, &w, "1 loop_iteration");
        add_ops(e, &w, &n->u.whil.condition);
        add_text(e, &w, "1 condition");
        break;
    case NODE_IF:
        if (!n->u.cond.is_placement)
            add_text(e, &w, "1 branch_taken");
        break;
    case NODE_TASK:
        if (!n->u.task.is_placement)
            add_text(e, &w, "1 branch_taken");
        break;
    case NODE_STATEMENT:
    case NODE_CALL:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        break;
    }
    return w;
}

void emit_work_head(emitter *e, work *head, const char *indent)
{
    const char *text = emit_work_text(e, head);
    if (*text) {
        fprintf(e->out, "\n%s%s", indent, text);
        e->has_inserted = true;
    }
    *head = (work){0};
}

/* Is it a statement that whoever gets here executes? */
static bool is_plain(const outline *const *items, int count, const node *n)
{
    if (n->kind != NODE_STATEMENT || emit_is_restricted(&n->u.stmt.at))
        return false;
    item_span at = emit_span_of(items, count, n);
    return is_generated_node(n) || (at.first == at.last && emit_is_simple(items[at.first]));
}

int emit_count_group(emitter *e, const outline *const *items, int count, const node *leader,
                     const node *next, const node *stop, work *w)
{
    bool is_generated = is_generated_node(leader), has_call = false;
    item_span at = emit_span_of(items, count, leader);
    bool is_statement =
        leader->kind == NODE_STATEMENT || (!is_generated && emit_is_simple(items[at.first]));
    bool is_open =
        !is_generated &&
        (items[at.first]->kind == OUTLINE_BLOCK || items[at.first]->kind == OUTLINE_COPIES ||
         (items[at.first]->kind == OUTLINE_IF && leader->kind != NODE_IF));
    bool is_switch = !is_generated && items[at.first]->kind == OUTLINE_SWITCH;
    int ahead = 0;
    if (is_open) /* its statements are counted in it */
        return 0;
    for (const node *n = leader; n != next; n = n->next) {
        has_call |= n->kind == NODE_CALL;
        if (n->kind != NODE_STATEMENT || !emit_is_restricted(&n->u.stmt.at))
            emit_add_node(e, w, n);
    }
    if (!is_statement || has_call || is_switch)
        return 0;
    for (const node *n = next; n && n != stop && is_plain(items, count, n); n = n->next, ahead++)
        emit_add_node(e, w, n);
    return ahead;
}

void emit_work_table(emitter *e)
{
    const program *p = e->planned->program;
    if (!e->options->counts_work)
        return;
    if (e->file != p->file) { /* which that of main defines */
        fputs("\nextern long long fpr_ran[];\n\n", e->out);
        return;
    }
    fprintf(e->out,
            "\n/* How often it has done what, in operations of the machine. */\n"
            "%slong long fpr_ran[%d];\nstatic const char *const fpr_what[] = {\n",
            p->file_count == 1 ? "static " : "", e->works.count + 1);
    for (int i = 0; i < e->works.count; i++)
        fprintf(e->out, "    \"%s\",\n", e->works.data[i]);
    fputs("    \"\",\n};\n\n", e->out);
}
