/* Lists of nodes, over the statements of a block. Communications come from nowhere: they stand
 * before the statement of the node that follows, reductions behind that of the one before. */

#include "codegen/statement/statement.h"
#include "codegen/text/mention.h"
#include "codegen/text/work.h"

static const node *after_comms(const node *n)
{
    while (n && n->kind == NODE_COMM)
        n = n->next;
    return n;
}

/* Do the statements in it stand in the list themselves, and communications between them? So they
 * do of a block, and of a condition that is settled. */
static bool is_flattened(const outline *o, const node *leader)
{
    return o->kind == OUTLINE_BLOCK || o->kind == OUTLINE_SWITCH ||
           (o->kind == OUTLINE_IF && leader->kind != NODE_IF);
}

/* Behind the nodes that are part of the same statement as `leader`. */
static const node *end_of_group(const outline *const *items, int count, int item,
                                const node *leader, const node *stop)
{
    const outline *o = items[item];
    bool is_open = is_flattened(o, leader);
    const node *end = leader->next;
    if (o->kind == OUTLINE_FOR && leader->kind != NODE_STATEMENT)
        return end; /* the plan may have taken it apart into several */
    is_open |= o->kind == OUTLINE_FOR;
    for (const node *n = end; n && n != stop; n = n->next) {
        if (n->kind == NODE_COMM &&
            (is_open || (emit_is_simple(o) && comm_is_hoistable(leader, n))))
            continue;
        if (n->kind == NODE_COMM || emit_span_of(items, count, n).first != item ||
            emit_span_of(items, count, n).last != item || (is_generated_node(n) && !is_open))
            break;
        end = n->next;
    }
    return end;
}

void emit_check_copied(emitter *e, const outline *const *items, int first, int last)
{
    for (int i = first; i < last; i++) {
        const outline_name *n = mention_find_array(e, items[i]);
        if (n)
            emit_refuse(e, items[i]->where,
                        "the plan has nothing that corresponds to this statement, which names "
                        "'%s': write what it does as assignments in loops",
                        n->word);
    }
}

/* Does a processor execute only some of it? */
static bool is_part_of_all(const node *n)
{
    return n->kind == NODE_TASK ||
           (n->kind == NODE_LOOP &&
            (n->u.loop.split_on || n->u.loop.whole || n->u.loop.is_placement));
}

/* Nests of one forall, or of a `where` and what is `elsewhere`: one behind the other, in the
 * plan's order. Returns behind the last of them that the node, or the communications that it
 * begins with, belong to; *covered: the statements that they come from, none: it is no such. */
static const node *end_of_foralls(const outline *const *items, int count, const node *n,
                                  const node *stop, item_span *covered)
{
    *covered = (item_span){0, -1};
    for (const node *leader = after_comms(n); leader && leader != stop;
         leader = after_comms(n = leader->next)) {
        item_span one = emit_span_of(items, count, leader);
        bool is_part = one.last >= one.first && emit_is_of_forall(items[one.first], leader);
        bool is_apart = covered->last >= covered->first &&
                        (one.first > covered->last + 1 || one.last < covered->first - 1);
        if (!is_part || is_apart)
            break;
        *covered = emit_join(*covered, one);
    }
    return n;
}

static void emit_foralls(emitter *e, const outline *const *items, int count, const node *list,
                         const node *n, const node *stop, const char *indent)
{
    const char *between = "";
    for (; n != stop; n = n->next, between = arena_printf(e->ctx->arena, "\n%s", indent)) {
        fputs(between, e->out);
        if (n->kind == NODE_COMM) {
            emit_comm(e, n->u.comm, indent);
        } else {
            emit_comm_prologues(e, list, n, n->next, stop, indent);
            emit_forall(e, items[emit_span_of(items, count, n).first], n, indent);
        }
    }
}

/* --- Counting --------------------------------------------------------------------------------
 */

/* Of the nodes first … next - 1, those that have not been counted before. Returns how many there
 * are. */
static int count_rest(emitter *e, work *head, const node *first, const node *next, int counted)
{
    int count = 0;
    for (const node *n = first; n != next; n = n->next) {
        if (n->kind == NODE_COMM)
            continue;
        if (count++ >= counted && (n->kind != NODE_STATEMENT || !emit_is_restricted(&n->u.stmt.at)))
            emit_add_node(e, head, n);
    }
    return count;
}

/* What copying to another distribution costs: its loops, without what they copy. */
static void emit_counts_of_copies(emitter *e, const node *nest, const char *indent)
{
    if (!emit_counts(e))
        return;
    work w = {0};
    emit_add_node(e, &w, nest);
    fprintf(e->out, "\n%s", indent);
    emit_work(e, &w, indent);
    e->only_counts = true;
    emit_generated_node(e, NULL, 0, nest, indent);
    e->only_counts = false;
}

/* --- Lists ---------------------------------------------------------------------------------- */

/* A list, as far as it has been written. */
typedef struct writing {
    emitter *e;
    const outline *const *items; /* the statements that it is written over */
    int count;
    const node *list, *stop;
    const source_file *file; /* null: there are no statements */
    const char *indent;
    size_t end;    /* of the text */
    size_t at;     /* what the source has before it has been written; */
    int done;      /* so have the items before it */
    int counted;   /* nodes to come that have been counted */
    work head;     /* what is counted before all that is to come */
    bool is_first; /* nothing has been written yet */
} writing;

static bool is_empty(item_span s)
{
    return s.last < s.first;
}

/* Up to the statements; or, with none or behind them, on a new line. */
static void emit_up_to(writing *w, item_span covered)
{
    size_t from = is_empty(covered) ? w->at : emit_begin(w->items[covered.first]->where);
    if (!is_empty(covered) && from >= w->at) {
        emit_check_copied(w->e, w->items, w->done, covered.first);
        if (covered.first > w->done)
            emit_work_head(w->e, &w->head, w->indent);
        emit_source(w->e, w->file, w->at, from);
    } else if (!w->is_first) {
        fprintf(w->e->out, "\n%s", w->indent);
    }
    w->is_first = false;
}

static void emit_head(writing *w)
{
    emit_work(w->e, &w->head, w->indent);
    w->head = (work){0};
}

/* These have been written. */
static void pass(writing *w, item_span covered)
{
    if (is_empty(covered))
        return;
    size_t end = emit_end_of(w->items[covered.last]);
    w->at = end > w->at ? end : w->at;
    w->done = covered.last >= w->done ? covered.last + 1 : w->done;
}

static const node *pass_epilogues(const node *n, const node *stop)
{
    while (n && n != stop && comm_is_epilogue(n))
        n = n->next;
    return n;
}

/* The variable that a node of the plan's own is about. */
static const char *name_of_made(const node *n)
{
    const variable *v = n->kind == NODE_COMM                           ? n->u.comm->var
                        : n->kind == NODE_STATEMENT && n->u.stmt.write ? n->u.stmt.write->var
                        : n->kind == NODE_STATEMENT                    ? n->u.stmt.scalar
                                                                       : NULL;
    return v ? v->name : "a value";
}

/* `if (…) continue;`: what is behind it is what the plan executes else. Not where the text says
 * `else`. `next`: what the plan executes behind both. */
static void emit_rest(writing *w, const node *leader, const outline *o, const node *next)
{
    if (leader->kind != NODE_IF || o->kind != OUTLINE_IF || o->child_count > 1 ||
        !leader->u.cond.else_body)
        return;
    if (w->done == w->count) {
        emit_refuse(w->e, leader->where,
                    "what is executed where this does not hold stands further away; write 'else'");
        return;
    }
    if (next && next != w->stop)
        emit_refuse(w->e, leader->where,
                    "'%s' is kept or sent at the end of each iteration, which this would "
                    "skip: write 'else'",
                    name_of_made(next));
    emit_nodes(w->e, w->items + w->done, w->count - w->done, w->at, w->end,
               leader->u.cond.else_body, NULL);
    w->at = w->end;
    w->done = w->count;
}

/* Only a loop may be there several times: in pieces. Of another statement, what is communicated
 * stands between two parts. */
static void check_first(const writing *w, const node *leader, item_span covered)
{
    if (covered.first < w->done &&
        (leader->kind != NODE_LOOP || w->items[covered.first]->kind != OUTLINE_FOR))
        emit_refuse(w->e, leader->where,
                    "something is communicated between parts of this statement: write what it "
                    "does before, as in 'k++', as a statement of its own");
}

/* The statement that the leader, no communication, is the first node of. */
static const node *emit_statement(writing *w, const node *leader, item_span covered)
{
    emitter *e = w->e;
    bool made = is_generated_node(leader);
    bool is_part =
        is_part_of_all(leader) && (made || !is_flattened(w->items[covered.first], leader));
    if (!made)
        check_first(w, leader, covered);
    const node *next =
        made ? leader->next : end_of_group(w->items, w->count, covered.first, leader, w->stop);
    if (w->counted > 0)
        w->counted -= count_rest(e, &w->head, leader, next, w->counted);
    else
        w->counted = emit_count_group(e, w->items, w->count, leader, next, w->stop, &w->head);
    emit_head(w);
    emit_comm_prologues(e, w->list, leader, next, w->stop, w->indent);
    for (const node *n = leader; !made && emit_is_simple(w->items[covered.first]) && n != next;
         n = n->next)
        if (n->kind == NODE_COMM) {
            emit_comm(e, n->u.comm, w->indent);
            fprintf(e->out, "\n%s", w->indent);
        }
    e->parts += is_part;
    if (made)
        emit_generated_node(e, w->items, w->count, leader, w->indent);
    else
        emit_item(e, w->items[covered.first], leader, next, w->indent);
    e->parts -= is_part;
    if (is_part && e->parts == 0 && !is_empty(covered))
        emit_last_values(e, leader, emit_begin(w->items[covered.first]->where),
                         emit_end_of(w->items[covered.last]), w->indent);
    pass(w, covered);
    if (!made)
        emit_rest(w, leader, w->items[covered.first], next);
    for (; next && next != w->stop && comm_is_epilogue(next); next = next->next) {
        fprintf(e->out, "\n%s", w->indent);
        emit_comm(e, next->u.comm, w->indent);
    }
    return next;
}

/* The statements without a node that stand before a directive behind which nothing is. */
static void pass_before(writing *w, const communication *c)
{
    item_span before = {w->done, w->done - 1};
    if (!c->is_explicit || c->where.file != w->file)
        return;
    while (before.last + 1 < w->count &&
           emit_end_of(w->items[before.last + 1]) <= emit_begin(c->where))
        before.last++;
    if (is_empty(before))
        return;
    emit_check_copied(w->e, w->items, before.first, before.last + 1);
    emit_source(w->e, w->file, w->at, emit_end_of(w->items[before.last]));
    w->is_first = false;
    pass(w, before);
}

/* The node, or communications and the node behind them, and all that is one statement with
 * it. Returns what is next. */
static const node *emit_next(writing *w, const node *n)
{
    emitter *e = w->e;
    const node *leader = after_comms(n);
    bool has_leader = leader && leader != w->stop;
    item_span covered = {0, -1}, foralls;
    if (!has_leader && n != leader)
        pass_before(w, n->u.comm);
    if (has_leader)
        covered = emit_span_of(w->items, w->count, leader);
    const node *behind = end_of_foralls(w->items, w->count, n, w->stop, &foralls);
    if (has_leader && !is_generated_node(leader) && is_empty(covered) && is_empty(foralls)) {
        emit_refuse(e, leader->where,
                    "this is executed at a place where the text does not have it: a 'continue' or "
                    "'break' further inside makes it so, write 'else'; or it is a call in the "
                    "condition of a loop, assign what it returns");
        return w->stop;
    }
    emit_up_to(w, is_empty(foralls) ? covered : foralls);
    if (n != leader || !is_empty(foralls))
        emit_head(w);
    if (!is_empty(foralls)) {
        behind = pass_epilogues(behind, w->stop);
        emit_foralls(e, w->items, w->count, w->list, n, behind, w->indent);
        pass(w, foralls);
        return behind;
    }
    if (has_leader && n != leader && emit_redistribution(e, n, leader, w->indent)) {
        emit_counts_of_copies(e, leader, w->indent);
        return leader->next;
    }
    for (; n != leader && n != w->stop; n = n->next) {
        emit_comm(e, n->u.comm, w->indent);
        if (has_leader || n->next)
            fprintf(e->out, "\n%s", w->indent);
    }
    return has_leader ? emit_statement(w, leader, covered) : w->stop;
}

void emit_nodes(emitter *e, const outline *const *items, int count, size_t begin, size_t end,
                const node *list, const node *stop)
{
    const source_file *file = count ? items[0]->where.file : NULL;
    writing w = {
        .e = e,
        .items = items,
        .count = count,
        .list = list,
        .stop = stop,
        .file = file,
        .indent = count ? emit_indent(e, file, emit_begin(items[0]->where)) : "        ",
        .end = end,
        .at = begin,
        .head = e->inside,
        .is_first = true,
    };
    e->inside = (work){0};
    for (const node *n = list; n && n != stop;)
        n = emit_next(&w, n);
    emit_check_copied(e, items, w.done, count);
    if (count && begin == emit_begin(items[0]->where))
        emit_work(e, &w.head, w.indent);
    else
        emit_work_head(e, &w.head, w.indent);
    if (w.at < end && count)
        emit_source(e, file, w.at, end);
}
