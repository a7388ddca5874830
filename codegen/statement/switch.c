/* A switch: the plan has its value, and a condition for each group of cases that control runs
 * through from a label on. Their statements are written where they stand, after the labels. */

#include "codegen/statement/switch.h"
#include "codegen/statement/node_list.h"
#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

typedef struct switching {
    emitter *e;
    const outline *whole;
    int count;
    const outline **items; /* the statements, after the labels of their cases */
    bool *is_labelled;     /* which have any */
    int done;              /* items before it have been written; */
    size_t at;             /* so has what stands before it in the text */
} switching;

static void take_items(switching *s)
{
    const outline *body = s->whole->child[s->whole->child_count - 1];
    bool is_block = body->kind == OUTLINE_BLOCK;
    s->count = is_block ? body->child_count : 1;
    s->items = ARENA_ARRAY(s->e->ctx->arena, s->count, const outline *);
    s->is_labelled = ARENA_ARRAY(s->e->ctx->arena, s->count, bool);
    for (int i = 0; i < s->count; i++) {
        const outline *o = is_block ? body->child[i] : body;
        for (; o->kind == OUTLINE_CASE && o->child_count; o = o->child[0])
            s->is_labelled[i] = true;
        s->items[i] = o;
    }
}

/* Text that no node comes from. */
static void copy_up_to(switching *s, int item, size_t end)
{
    emit_check_copied(s->e, s->items, s->done, item);
    emit_source(s->e, s->whole->where.file, s->at, end);
    s->done = item;
    s->at = end;
}

static item_span span_of(const switching *s, const node *list)
{
    item_span covered = {0, -1};
    for (const node *n = list; n; n = n->next)
        covered = emit_join(covered, emit_span_of(s->items, s->count, n));
    return covered;
}

/* The run of statements from a label to before the next one that the nodes come from; none. */
static item_span find_group(const switching *s, const node *list)
{
    item_span covered = span_of(s, list);
    int first = covered.first, end = covered.last + 1;
    while (first > 0 && !s->is_labelled[first])
        first--;
    for (int i = covered.first + 1; i < end; i++)
        if (s->is_labelled[i])
            return (item_span){0, -1};
    while (end < s->count && !s->is_labelled[end])
        end++;
    bool is_one = covered.last >= covered.first && s->is_labelled[first] && first >= s->done;
    return is_one ? (item_span){first, end - 1} : (item_span){0, -1};
}

/* What only some execute: whether they go on with the next group is for all to do, so that no
 * `break` after the statements is theirs alone. */
static void emit_guarded(switching *s, const node *choice, const home *guard)
{
    emitter *e = s->e;
    const node *list = choice->u.cond.then_body;
    item_span covered = span_of(s, list);
    const outline *const *items = s->items + covered.first;
    size_t begin = emit_begin(items[0]->where), end = emit_end_of(s->items[covered.last]);
    const char *indent = emit_indent(e, s->whole->where.file, begin);
    copy_up_to(s, covered.first, begin);
    fputs("if (", e->out);
    emit_owner_test(e, guard);
    fprintf(e->out, ") {\n%s    ", indent);
    e->inside = emit_work_inside(e, choice);
    emit_nodes(e, items, covered.last - covered.first + 1, begin, end, list, NULL);
    fprintf(e->out, "\n%s}", indent);
    e->has_inserted = true;
    s->done = covered.last + 1;
    s->at = end;
}

/* One group, and who executes it; false: it is no such run. */
static bool emit_group(switching *s, const node *n, const home *guard)
{
    emitter *e = s->e;
    item_span group = find_group(s, n->u.cond.then_body);
    if (n->kind != NODE_IF || is_generated_node(n) || n->u.cond.else_body ||
        group.last < group.first)
        return false;
    if (guard) {
        emit_guarded(s, n, guard);
        return true;
    }
    size_t begin = emit_begin(s->items[group.first]->where);
    size_t end = emit_end_of(s->items[group.last]);
    copy_up_to(s, group.first, begin);
    e->inside = emit_work_inside(e, n);
    emit_nodes(e, s->items + group.first, group.last - group.first + 1, begin, end,
               n->u.cond.then_body, NULL);
    s->done = group.last + 1;
    s->at = end;
    return true;
}

static bool is_guard(const node *n)
{
    return n->kind == NODE_TASK && is_generated_node(n) && n->u.task.body && !n->u.task.body->next;
}

/* What those execute before the switch who have a part in a group. */
static void emit_work_of_guards(emitter *e, const node *first, const node *stop, const char *indent)
{
    for (const node *n = first; n != stop; n = n->next) {
        if (!is_guard(n) || !emit_counts(e))
            continue;
        work w = emit_work_inside(e, n);
        emit_add_node(e, &w, n->u.task.body);
        fputs("if (", e->out);
        emit_owner_test(e, &n->u.task.on);
        fprintf(e->out, ") %s\n%s", emit_work_text(e, &w), indent);
        e->has_inserted = true;
    }
}

/* A part of the value, which stands before the groups. */
static bool take_value(switching *s, const node *n)
{
    emitter *e = s->e;
    if (n->kind == NODE_CALL) {
        emit_edit_callee(e, n);
        return true;
    }
    if (n->kind != NODE_STATEMENT || is_generated_node(n) || emit_is_restricted(&n->u.stmt.at) ||
        n->u.stmt.write)
        return false;
    emit_edit_references(e, n->u.stmt.read_count, n->u.stmt.reads);
    return true;
}

void emit_switch(emitter *e, const outline *o, const node *first, const node *stop,
                 const char *indent)
{
    switching s = {.e = e, .whole = o, .at = emit_begin(o->where)};
    int edits = e->edits.count;
    bool ok = first->kind != NODE_IF; /* the value goes before all groups */
    take_items(&s);
    emit_work_of_guards(e, first, stop, indent);
    for (const node *n = first; ok && n != stop; n = n->next)
        ok = is_guard(n)          ? emit_group(&s, n->u.task.body, &n->u.task.on)
             : n->kind == NODE_IF ? emit_group(&s, n, NULL)
                                  : take_value(&s, n);
    if (!ok)
        emit_refuse(e, o->where,
                    "groups of cases of this 'switch' share statements: end each group with its "
                    "'break', or write it with 'if'");
    else
        copy_up_to(&s, s.count, emit_end_of(o));
    e->edits.count = edits;
}
