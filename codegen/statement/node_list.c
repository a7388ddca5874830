#include "codegen/statement/node_list.h"
#include "codegen/communication/communication.h"
#include "codegen/data/allocation.h"
#include "codegen/data/exchange.h"
#include "codegen/data/row_table.h"
#include "codegen/statement/comm_prologue.h"
#include "codegen/statement/forall.h"
#include "codegen/statement/head_sets.h"
#include "codegen/statement/hoist_comm.h"
#include "codegen/statement/live_out.h"
#include "codegen/statement/node_group.h"
#include "codegen/statement/region.h"
#include "codegen/statement/source_loop.h"
#include "codegen/statement/statement.h"
#include "codegen/statement/synthesized.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

/* A list of nodes, merged with the statements of a block. The list says what is executed, and in
 * which order; the block has the text to write it with. Three facts make one walk through both
 * enough.
 *
 * Origin. A node that the source has says where it stands there, and so which statement of the
 * block it is part of; one that the compiler generated is about the statements of the nodes in
 * it. A communication has no origin: it is written before the statement of the next node that has
 * one, or, if it ends a reduction or a write-back (an epilogue), after that of the node before.
 *
 * Order. The plan never exchanges two statements, so the origins of a list never move back in the
 * text, but for a loop in pieces, whose one statement is written once for each. A cursor that
 * only moves forward separates what has been written from what has not.
 *
 * Gaps. A statement that is the origin of no node does the same on every processor, and is copied,
 * provided that it names no distributed array; else nothing is generated.
 *
 * Each step takes the next nodes of the list: communications, and the group of nodes whose one
 * origin they stand before (or, at the end of the list, no group). It copies the text from the
 * cursor to that origin, writes the communications and the origin with what the plan changed in
 * it, and leaves the cursor after the origin. After the last step the rest of the text is
 * copied. */

/* --- The cursor ---------------------------------------------------------------------------- */

/* A list while it is written. */
typedef struct writing {
    emitter *e;
    const outline *const *items; /* the statements of the block */
    int count;
    const node *list, *stop;
    const source_file *file; /* null: there are no statements */
    const char *indent;
    size_t end;    /* of the text */
    size_t at;     /* the cursor: the text before it has been written, */
    int emitted;   /* and so have the items before this one */
    int ahead;     /* of the next nodes, so many have been counted; 0 or less: none */
    work head;     /* counted, and not yet written */
    bool is_first; /* nothing has been written */
} writing;

void emit_check_copied(emitter *e, const outline *const *items, int first, int last)
{
    for (int i = first; i < last; i++) {
        const outline_name *n = mention_find_array(e, items[i]);
        if (n && !emit_is_allocation(e, items[i]) && !emit_is_exchange(e, items[i]))
            emit_refuse(e, items[i]->where,
                        "the plan has nothing that corresponds to this statement, which names "
                        "'%s': write what it does as assignments in loops",
                        n->word);
    }
}

/* Moves the cursor to a place after which `item` is the next statement; never back. */
static void advance(writing *w, int item, size_t at)
{
    w->at = at > w->at ? at : w->at;
    w->emitted = item > w->emitted ? item : w->emitted;
}

/* The statements have been written. */
static void advance_over(writing *w, item_span covered)
{
    if (!group_is_empty(covered))
        advance(w, covered.last + 1, emit_end_of(w->items[covered.last]));
}

/* Copies the text from the cursor to `at`, with the statements before number `item`. */
static void copy_source(writing *w, int item, size_t at)
{
    emit_check_copied(w->e, w->items, w->emitted, item);
    emit_source(w->e, w->file, w->at, at);
    w->is_first = false;
    advance(w, item, at);
}

/* Copies the text up to the statements; where there are none, or the cursor is after them, what
 * is written next begins a line. */
static void copy_up_to(writing *w, item_span covered)
{
    size_t begin = group_is_empty(covered) ? 0 : emit_begin(w->items[covered.first]->where);
    if (!group_is_empty(covered) && begin >= w->at) {
        if (covered.first > w->emitted)
            emit_work_head(w->e, &w->head, w->indent);
        copy_source(w, covered.first, begin);
    } else if (!w->is_first) {
        fprintf(w->e->out, "\n%s", w->indent);
    }
    w->is_first = false;
}

/* Copies the statements before a directive that no node follows. */
static void copy_before_directive(writing *w, const communication *c)
{
    if (!c->is_explicit || c->where.file != w->file)
        return;
    int item = w->emitted;
    while (item < w->count && emit_end_of(w->items[item]) <= emit_begin(c->where))
        item++;
    if (item > w->emitted)
        copy_source(w, item, emit_end_of(w->items[item - 1]));
}

/* --- Counting ------------------------------------------------------------------------------ */

/* Counts the nodes first … next - 1 but for the first `ahead` of them, which have been counted.
 * Returns how many nodes there are. */
static int count_rest(emitter *e, work *head, const node *first, const node *next, int ahead)
{
    int count = 0;
    for (const node *n = first; n != next; n = n->next) {
        if (n->kind == NODE_COMM)
            continue;
        if (count++ >= ahead && (n->kind != NODE_STATEMENT || !emit_is_restricted(&n->u.stmt.at)))
            emit_add_node(e, head, n);
    }
    return count;
}

/* Counts a group; with it, ahead of them, the plain statements that follow. */
static void count_group(writing *w, const node *leader, const node *next)
{
    if (w->ahead > 0)
        w->ahead -= count_rest(w->e, &w->head, leader, next, w->ahead);
    else
        w->ahead = emit_count_group(w->e, w->items, w->count, leader, next, w->stop, &w->head);
}

static void write_head(writing *w)
{
    emit_work(w->e, &w->head, w->indent);
    w->head = (work){0};
}

/* What copying to another distribution costs: its loops, without what they copy. */
static void write_counts_of_copies(writing *w, const node *nest)
{
    emitter *e = w->e;
    if (!emit_counts(e))
        return;
    work own = {0};
    emit_add_node(e, &own, nest);
    fprintf(e->out, "\n%s", w->indent);
    emit_work(e, &own, w->indent);
    e->only_counts = true;
    emit_generated_node(e, NULL, 0, nest, w->indent);
    e->only_counts = false;
}

/* --- Steps --------------------------------------------------------------------------------- */

/* The communications among the nodes first … stop - 1, each on a line; what the text has next
 * follows on one, unless the list ends. Those between the parts of a simple statement that cannot
 * be before it are left to emit_item. */
static void write_comms(writing *w, const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next) {
        if (n->kind != NODE_COMM || n->u.comm->call) /* the text has the call */
            continue;
        if (first->kind != NODE_COMM && !comm_is_hoistable(first, n))
            continue;
        emit_comm(w->e, n->u.comm, w->indent);
        if (n->next)
            fprintf(w->e->out, "\n%s", w->indent);
    }
}

/* The epilogues that follow a group; returns what is after them. */
static const node *write_epilogues(writing *w, const node *next)
{
    const node *end = group_epilogues_end(next, w->stop);
    for (const node *n = next; n != end; n = n->next) {
        fprintf(w->e->out, "\n%s", w->indent);
        emit_comm(w->e, n->u.comm, w->indent);
    }
    return end;
}

/* The nests first … end - 1, with the communications between them and the epilogues after. */
static const node *write_foralls(writing *w, const node *first, const node *end, item_span covered)
{
    emitter *e = w->e;
    const node *next = group_epilogues_end(end, w->stop);
    copy_up_to(w, covered);
    write_head(w);
    for (const node *n = first; n != next; n = n->next) {
        if (n != first)
            fprintf(e->out, "\n%s", w->indent);
        if (n->kind == NODE_COMM) {
            emit_comm(e, n->u.comm, w->indent);
        } else {
            emit_comm_prologues(e, w->list, n, n->next, w->stop, w->indent);
            emit_forall(e, w->items[emit_span_of(w->items, w->count, n).first], n, w->indent);
        }
    }
    advance_over(w, covered);
    return next;
}

/* Before the text of a group: what counts it, and what its epilogues begin with. */
static void begin_group(writing *w, const node *leader, const node *next)
{
    count_group(w, leader, next);
    write_head(w);
    item_span at = emit_span_of(w->items, w->count, leader);
    bool is_in_copies = !group_is_empty(at) && w->items[at.first]->kind == OUTLINE_COPIES;
    if (!is_in_copies) /* they begin in the copy */
        emit_comm_prologues(w->e, w->list, leader, next, w->stop, w->indent);
}

/* After a group that is divided among processors, and in nothing that is: the last values of the
 * variables of its loops. */
static void write_last_values(writing *w, const node *leader, item_span covered)
{
    if (w->e->parts == 0 && !group_is_empty(covered))
        emit_last_values(w->e, leader, emit_begin(w->items[covered.first]->where),
                         emit_end_of(w->items[covered.last]), w->indent);
}

/* A node that the compiler generated, around the statements or between two of them. */
static const node *write_generated(writing *w, const node *n, item_span covered)
{
    emitter *e = w->e;
    begin_group(w, n, n->next);
    for (int i = covered.first; i <= covered.last && group_is_divided(n); i++)
        emit_check_moves(e, w->items[i]);
    e->parts += group_is_divided(n);
    emit_generated_node(e, w->items, w->count, n, w->indent);
    e->parts -= group_is_divided(n);
    if (group_is_divided(n))
        write_last_values(w, n, covered);
    advance_over(w, covered);
    return write_epilogues(w, n->next);
}

/* What a node that the compiler generated is about. */
static const char *name_of_generated(const node *n)
{
    const variable *v = n->kind == NODE_COMM                           ? n->u.comm->var
                        : n->kind == NODE_STATEMENT && n->u.stmt.write ? n->u.stmt.write->var
                        : n->kind == NODE_STATEMENT                    ? n->u.stmt.scalar
                                                                       : NULL;
    return v ? v->name : "a value";
}

/* After `if (…) continue;`, which the text has without `else`: the rest of the block is what the
 * plan executes else. `next`: what it executes after both. */
static void write_after_continue(writing *w, const node *leader, const outline *o, const node *next)
{
    if (leader->kind != NODE_IF || o->kind != OUTLINE_IF || o->child_count > 1 ||
        !leader->u.cond.else_body)
        return;
    if (w->emitted == w->count) {
        emit_refuse(w->e, leader->where,
                    "what is executed where this condition does not hold does not follow it "
                    "directly: write it in an 'else'");
        return;
    }
    if (next && next != w->stop)
        emit_refuse(w->e, leader->where,
                    "'%s' is stored or sent at the end of each iteration, which this 'continue' "
                    "would skip: write the rest of the iteration in an 'else'",
                    name_of_generated(next));
    emit_nodes(w->e, w->items + w->emitted, w->count - w->emitted, w->at, w->end,
               leader->u.cond.else_body, NULL);
    advance(w, w->count, w->end);
}

/* Only a loop may be written several times: in pieces. Of another statement, what is communicated
 * stands between two parts. */
static void check_not_emitted(const writing *w, const node *leader, int item)
{
    if (item < w->emitted && (leader->kind != NODE_LOOP || w->items[item]->kind != OUTLINE_FOR))
        emit_refuse(w->e, leader->where,
                    "this statement needs communication between two of its parts: write what it "
                    "does first, such as 'k++', or what it passes to a function, as a separate "
                    "statement before it");
}

/* The arithmetic of a size, say: of a statement that is written as loops before it. */
static bool only_costs(const node *n)
{
    return n->kind == NODE_STATEMENT && !n->u.stmt.read_count && !n->u.stmt.write &&
           !n->u.stmt.scalar;
}

/* The statement number `item` of the source, with all nodes that are part of it. */
static const node *write_statement(writing *w, const node *leader, int item)
{
    emitter *e = w->e;
    const outline *o = w->items[item];
    item_span covered = {item, item};
    if (item < w->emitted && only_costs(leader))
        return leader->next;
    check_not_emitted(w, leader, item);
    const node *next = group_end(w->items, w->count, item, leader, w->stop);
    leader = emit_sets_of_head(e, o, leader, next, w->indent);
    bool is_part = group_is_divided(leader) && !group_is_flattened(o, leader);
    begin_group(w, leader, next);
    if (emit_is_simple(o))
        write_comms(w, leader, next);
    if (is_part && !emit_is_simple(o))
        emit_check_moves(e, o);
    e->parts += is_part;
    emit_item(e, o, leader, next, w->indent);
    e->parts -= is_part;
    if (is_part)
        write_last_values(w, leader, covered);
    advance_over(w, covered);
    write_after_continue(w, leader, o, next);
    return write_epilogues(w, next);
}

/* Communications that no node follows. */
static const node *write_last_comms(writing *w, const node *first)
{
    copy_before_directive(w, first->u.comm);
    copy_up_to(w, (item_span){0, -1});
    write_head(w);
    write_comms(w, first, w->stop);
    return w->stop;
}

/* Is it part of one statement: the task of a directive that stands within it, or one that the plan
 * has put around what a block in braces has among others? */
static bool is_within(const writing *w, const node *n, item_span covered)
{
    if (n->kind != NODE_TASK || covered.first != covered.last)
        return false;
    const outline *o = w->items[covered.first];
    if (!n->u.task.on_explicit)
        return o->kind == OUTLINE_BLOCK && !o->in_macro;
    return !n->u.task.is_placement && emit_holds(o, n->u.task.on_explicit->where);
}

/* Is it about some statements of a block, of which other nodes are, too? Then it is written in it.
 */
static bool is_first_in_block(const writing *w, const node *n, item_span covered)
{
    bool is_block = covered.first == covered.last && !group_is_empty(covered) &&
                    w->items[covered.first]->kind == OUTLINE_BLOCK;
    if (!is_block)
        return false;
    const node *next = group_leader(n->next, w->stop);
    item_span after = next ? emit_span_of(w->items, w->count, next) : (item_span){0, -1};
    return after.first == covered.first && after.last == covered.last;
}

/* What begins with the communications before a group: it, or the nests of a statement, to their
 * end (null: that of the list). */
typedef struct step_of_list {
    const node *first, *leader, *nests_end;
    bool is_of_nests;
    item_span covered;
} step_of_list;

/* Are there messages of which the source says nothing? */
static bool inserts(const node *first, const node *leader)
{
    for (const node *n = first; n != leader; n = n->next)
        if (n->kind == NODE_COMM && !n->u.comm->is_explicit && !n->u.comm->call)
            return true;
    return false;
}

static const node *write_group(writing *w, const step_of_list *s)
{
    const node *first = s->first, *leader = s->leader;
    const item_span covered = s->covered;
    if (s->is_of_nests)
        return write_foralls(w, first, s->nests_end, covered);
    if (!is_generated_node(leader) && group_is_empty(covered)) {
        emit_refuse(w->e, leader->where,
                    "this is executed at another place than where it is written: if a 'continue' "
                    "or 'break' in a nested statement makes it so, write 'else'; if it is a call "
                    "in the condition of a loop, assign what it returns to a variable");
        return w->stop;
    }
    copy_up_to(w, covered);
    if (inserts(first, leader) && !group_is_empty(covered) &&
        w->items[covered.first]->kind == OUTLINE_OTHER)
        emit_refuse(w->e, leader->where,
                    "what is communicated before this would be passed by where a jump leads to its "
                    "label: write an 'if' instead of the jump");
    if (first != leader) {
        write_head(w);
        if (emit_redistribution(w->e, first, leader, w->indent)) {
            write_counts_of_copies(w, leader);
            return leader->next;
        }
        write_comms(w, first, leader);
    }
    return is_generated_node(leader) && !is_within(w, leader, covered) &&
                   !is_first_in_block(w, leader, covered)
               ? write_generated(w, leader, covered)
               : write_statement(w, leader, covered.first);
}

/* One step: takes communications from `first` on and the group after them, writes them, and
 * returns the node that the next step begins with. */
static const node *write_next(writing *w, const node *first)
{
    const node *leader = group_leader(first, w->stop);
    if (!leader)
        return write_last_comms(w, first);
    step_of_list s = {.first = first, .leader = leader};
    s.nests_end = group_foralls_end(w->items, w->count, first, w->stop, &s.covered);
    s.is_of_nests = !group_is_empty(s.covered);
    if (!s.is_of_nests)
        s.covered = emit_span_of(w->items, w->count, leader);
    const outline *o = s.covered.first == s.covered.last && !group_is_empty(s.covered)
                           ? w->items[s.covered.first]
                           : NULL;
    if (!o || !emit_is_region(w->e, o))
        return write_group(w, &s);
    copy_up_to(w, s.covered);
    const int regions = emit_regions_begin(w->e, o, w->indent);
    const node *next = write_group(w, &s);
    emit_regions_end(w->e, regions, w->indent);
    return next;
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
        n = write_next(&w, n);
    emit_check_copied(e, items, w.emitted, count);
    if (count && begin == emit_begin(items[0]->where))
        emit_work(e, &w.head, w.indent);
    else
        emit_work_head(e, &w.head, w.indent);
    if (w.at < end && count)
        emit_source(e, file, w.at, end);
}
