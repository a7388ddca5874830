/* Statements: the source's, with what the plan puts between and around them.
 *
 * A list of the node program is written over the statements of one block. Each node says
 * where it comes from, and so which statement it is part of; statements without a node
 * are copied. Communications come from nowhere: they stand before the statement of the
 * node that follows, reductions behind that of the one before. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/body.h"
#include "codegen/work.h"

static void emit_nodes(emitter *e, const outline *const *items, int count, size_t begin, size_t end,
                       const node *list, const node *stop);

/* --- Bodies ------------------------------------------------------------------------------- */

/* A statement that a loop or a condition has for its body, in braces where lines were put
 * into it. */
static void emit_body(emitter *e, const outline *o, const node *list, const char *indent)
{
    if (o->kind == OUTLINE_BLOCK) {
        emit_block(e, o, list);
        return;
    }
    bool outer = e->has_inserted;
    FILE *out = e->out;
    char *text = NULL;
    size_t length = 0;
    e->has_inserted = false;
    e->out = open_memstream(&text, &length);
    emit_nodes(e, &o, 1, emit_begin(o->where), emit_end_of(o), list, NULL);
    fclose(e->out);
    e->out = out;
    if (e->has_inserted)
        fprintf(out, "{ %s\n%s}", text, indent);
    else
        fputs(text, out);
    free(text);
    e->has_inserted |= outer;
}

static const node *after_comms(const node *n)
{
    while (n && n->kind == NODE_COMM)
        n = n->next;
    return n;
}

/* --- Kinds of statements -------------------------------------------------------------------- */

/* A loop that the plan counts otherwise than the source does: its number of iterations
 * so far is kept beside, where something asks for it. */
static void emit_counted_body(emitter *e, const outline *o, const node *n, const char *indent)
{
    const char *name = emit_counter_name(e, n->u.loop.range.var);
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    VEC_PUSH(e->ctx->arena, &e->counters, ((counter){n->u.loop.range.var, name, false}));
    e->out = open_memstream(&text, &length);
    emit_body(e, o->child[0], n->u.loop.body, indent);
    fclose(e->out);
    e->out = out;
    if (!e->counters.data[--e->counters.count].is_used) {
        fputs(text, e->out);
    } else {
        emit_declare(e, "long", arena_printf(e->ctx->arena, "%s = -1", name));
        bool is_block = *text == '{';
        fprintf(e->out, "{\n%s    %s++;%s%s%s", indent, name, is_block ? "" : "\n    ",
                is_block ? "" : indent, text + is_block);
        if (!is_block)
            fprintf(e->out, "\n%s}", indent);
        fprintf(e->out, "\n%s%s = -1;", indent, name);
        e->has_inserted = true;
    }
    free(text);
}

static bool is_counted(const node *n)
{
    return n->kind == NODE_LOOP && strchr(n->u.loop.range.var->name, '(');
}

static void emit_loop(emitter *e, const outline *o, const node *n, const char *indent)
{
    emit_loop_head(e, n, o);
    e->inside = emit_work_inside(e, n);
    if (is_counted(n))
        emit_counted_body(e, o, n, indent);
    else
        emit_body(e, o->child[0], n->kind == NODE_LOOP ? n->u.loop.body : n->u.whil.body, indent);
    if (o->kind == OUTLINE_DO)
        emit_source(e, o->where.file, emit_end(o->child[0]->where), emit_end_of(o));
}

/* References to an array that has another name here than in the text. */
static void edit_references(emitter *e, int count, const reference *const *reads)
{
    for (int i = 0; i < count; i++) {
        const variable *v = reads[i]->var;
        source_range where = reads[i]->where;
        const char *name = emit_array(e, v) ? emit_pointer_name(e, v) : v->name;
        if (!where.file || !v->text.file)
            continue;
        size_t begin = emit_begin(where), length = strlen(v->name);
        if (strcmp(name, v->name) != 0 &&
            strncmp(source_text(where.file) + begin, v->name, length) == 0)
            emit_edit(e, where.file, begin, begin + length, name);
    }
}

static void emit_if(emitter *e, const outline *o, const node *n, const char *indent)
{
    const source_file *file = o->where.file;
    int edits = e->edits.count;
    edit_references(e, n->u.cond.read_count, n->u.cond.reads);
    emit_source(e, file, emit_begin(o->where), emit_begin(o->child[0]->where));
    e->edits.count = edits;
    e->inside = emit_work_inside(e, n);
    emit_body(e, o->child[0], n->u.cond.then_body, indent);
    if (o->child_count < 2)
        return;
    emit_source(e, file, emit_end_of(o->child[0]), emit_begin(o->child[1]->where));
    emit_body(e, o->child[1], n->u.cond.else_body, indent);
}

static bool same_home(const home *a, const home *b)
{
    if (a->grid != b->grid)
        return false;
    for (int k = 0; a->grid && k < a->grid->rank; k++) {
        const home_axis *x = &a->axis[k], *y = &b->axis[k];
        if (x->is_restricted != y->is_restricted ||
            (x->is_restricted && (!axis_map_equal(&x->map, &y->map) || x->index != y->index ||
                                  x->map.offset != y->map.offset || x->last != y->last)))
            return false;
    }
    return true;
}

/* The word at the beginning of a call. */
void emit_edit_callee(emitter *e, source_range call, const char *name)
{
    const char *text = source_text(call.file);
    size_t begin = emit_begin(call), end = begin;
    while (isalnum((unsigned char)text[end]) || text[end] == '_')
        end++;
    emit_edit(e, call.file, begin, end, name);
}

/* A simple statement, of one or more nodes. */
static void emit_simple(emitter *e, const outline *o, const node *first, const node *stop)
{
    const home *at = NULL;
    int edits = e->edits.count;
    work own_work = {0};
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind == NODE_STATEMENT) {
            const home *own = &n->u.stmt.at;
            if (emit_is_restricted(own)) {
                emit_add_node(e, &own_work, n);
                emit_check_scalar(e, o, n);
            }
            if (at && !same_home(at, own))
                emit_refuse(e, n->where,
                            "parts of this statement run on different processors: write it as two");
            at = own;
            edit_references(e, n->u.stmt.read_count, n->u.stmt.reads);
            edit_references(e, n->u.stmt.write != NULL, &n->u.stmt.write);
        } else if (n->kind == NODE_CALL) {
            const char *name = emit_instance_name(e, &n->u.call);
            if (name)
                emit_edit_callee(e, n->text, name);
        } else if (n->kind != NODE_RETURN && n->kind != NODE_COMM) {
            emit_refuse(e, n->where, "this statement is several in the plan; write it as several");
        }
    if (at && at->grid) {
        if (o->kind == OUTLINE_DECLARATION)
            emit_refuse(e, o->where,
                        "a variable is declared with a value that only some "
                        "processors have: declare it before");
        fputs("if (", e->out);
        emit_condition_of_home(e, at);
        fputs(") ", e->out);
    }
    const char *count = emit_work_text(e, &own_work);
    bool is_noted = false;
    for (const node *n = first; n != stop; n = n->next)
        is_noted |= emit_is_noted(e, n);
    if (*count || is_noted)
        fprintf(e->out, "{ %s%s", count, *count ? " " : "");
    emit_source(e, o->where.file, emit_begin(o->where), emit_end_of(o));
    for (const node *n = first; n != stop; n = n->next)
        emit_note(e, n);
    if (*count || is_noted)
        fputs(" }", e->out);
    e->edits.count = edits;
}

/* A condition that the plan knows to be true, or false: the branch that is left. */
static void emit_branch(emitter *e, const outline *o, const node *first, const node *stop)
{
    for (int i = 0; i < o->child_count; i++) {
        const outline *branch = o->child[i];
        bool is_this = true;
        for (const node *n = first; n != stop; n = n->next)
            is_this &= n->kind == NODE_COMM || emit_is_made(n) || emit_holds(branch, n->text);
        if (is_this) {
            emit_nodes(e, &branch, 1, emit_begin(branch->where), emit_end_of(branch), first, stop);
            return;
        }
    }
    emit_refuse(e, o->where, "the plan has taken this condition apart");
}

/* Is the whole `if` one statement, as in `if (a[i] > s) s = a[i];`? */
static bool is_all_of(const outline *o, const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind != NODE_STATEMENT || emit_is_made(n) || n->u.stmt.write ||
            emit_begin(n->text) != emit_begin(o->where))
            return false;
    return true;
}

static void emit_item(emitter *e, const outline *o, const node *first, const node *stop,
                      const char *indent)
{
    bool is_compound =
        o->kind != OUTLINE_SIMPLE && o->kind != OUTLINE_DECLARATION && o->kind != OUTLINE_RETURN;
    if (o->in_macro && is_compound) {
        emit_refuse(e, o->where, "a macro writes this statement; write it out");
        return;
    }
    bool is_alone = first->next == stop;
    switch (o->kind) {
    case OUTLINE_BLOCK:
        emit_source(e, o->where.file, emit_begin(o->where), emit_begin(o->where) + 1);
        emit_nodes(e, o->child, o->child_count, emit_begin(o->where) + 1, emit_end(o->where) - 1,
                   first, stop);
        emit_source(e, o->where.file, emit_end(o->where) - 1, emit_end(o->where));
        return;
    case OUTLINE_FOR:
    case OUTLINE_WHILE:
    case OUTLINE_DO:
        if (is_alone && (first->kind == NODE_LOOP || first->kind == NODE_WHILE))
            emit_loop(e, o, first, indent);
        else
            emit_refuse(e, o->where, "the plan has taken this loop apart");
        return;
    case OUTLINE_IF:
        if (is_alone && first->kind == NODE_IF)
            emit_if(e, o, first, indent);
        else if (is_all_of(o, first, stop))
            emit_simple(e, o, first, stop);
        else
            emit_branch(e, o, first, stop);
        return;
    case OUTLINE_SIMPLE:
    case OUTLINE_DECLARATION:
    case OUTLINE_RETURN:
        emit_simple(e, o, first, stop);
        return;
    case OUTLINE_OTHER:
        emit_refuse(e, o->where,
                    "a switch or a label stands around what is distributed; write "
                    "it with 'if'");
        return;
    }
}

/* --- Lists -------------------------------------------------------------------------------------
 */

/* What stands in a node of the plan's own, over the statements that it comes from. */
static void emit_inside(emitter *e, const outline *const *items, int count, const node *list,
                        const char *indent)
{
    item_span covered = {0, -1};
    for (const node *m = list; m; m = m->next)
        covered = emit_join(covered, emit_span_of(items, count, m));
    const char *deeper = arena_printf(e->ctx->arena, "%s    ", indent);
    fprintf(e->out, " {\n%s", deeper);
    if (covered.last >= covered.first)
        emit_nodes(e, items + covered.first, covered.last - covered.first + 1,
                   emit_begin(items[covered.first]->where), emit_end_of(items[covered.last]), list,
                   NULL);
    else
        emit_nodes(e, items, 0, 0, 0, list, NULL);
    fprintf(e->out, "\n%s}", indent);
}

/* XcalableMP's library answers for the nodes of a task in it; ours for all. */
static void check_asking(emitter *e, const node *task)
{
    static const char *const asks[] = {"xmp_node_num", "xmp_num_nodes", "xmpc_node_num"};
    if (task->u.task.is_placement || e->planned->program->spelling != DIALECT_XMP)
        return;
    const program *p = e->planned->program;
    for (const function *f = p->functions; f; f = f->next)
        for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
            if (f->text.file && emit_names(f->text, asks[i])) {
                emit_refuse(e, task->where,
                            "the program has tasks and calls '%s', which tells the number among "
                            "the task's nodes",
                            asks[i]);
                return;
            }
}

static void emit_made(emitter *e, const outline *const *items, int count, const node *n,
                      const char *indent)
{
    e->has_inserted = true;
    e->inside = emit_work_inside(e, n);
    if (n->kind == NODE_STATEMENT) {
        emit_made_statement(e, n);
    } else if (n->kind == NODE_TASK) {
        check_asking(e, n);
        fputs("if (", e->out);
        emit_condition_of_home(e, &n->u.task.on);
        fputs(")", e->out);
        emit_inside(e, items, count, n->u.task.body, indent);
    } else if (n->kind == NODE_LOOP) {
        emit_made_loop_head(e, n);
        emit_inside(e, items, count, n->u.loop.body, indent);
    } else if (n->u.cond.condition) {
        fputs("if (", e->out);
        emit_expr(e, n->u.cond.condition);
        fputs(")", e->out);
        emit_inside(e, items, count, n->u.cond.then_body, indent);
        if (n->u.cond.else_body) {
            fputs(" else", e->out);
            emit_inside(e, items, count, n->u.cond.else_body, indent);
        }
    } else {
        emit_refuse(e, n->where, "the plan has made a condition of this statement");
    }
}

/* Behind the nodes that are part of the same statement as `leader`. Of a block, and of a
 * condition that is settled, the statements in it stand in the list themselves, and
 * communications between them. */
static const node *end_of_group(const outline *const *items, int count, int item,
                                const node *leader, const node *stop)
{
    const outline *o = items[item];
    bool is_open = o->kind == OUTLINE_BLOCK || (o->kind == OUTLINE_IF && leader->kind != NODE_IF);
    const node *end = leader->next;
    if (o->kind == OUTLINE_FOR) /* which the plan may have taken apart into several */
        return end;
    for (const node *n = end; n && n != stop; n = n->next) {
        if (n->kind == NODE_COMM && is_open)
            continue;
        if (n->kind == NODE_COMM || emit_span_of(items, count, n).first != item ||
            emit_span_of(items, count, n).last != item || (emit_is_made(n) && !is_open))
            break;
        end = n->next;
    }
    return end;
}

/* Statements first … last - 1, which no node of the list comes from, are copied: none of
 * them may have to do with what is distributed. */
static void check_copied(emitter *e, const outline *const *items, int first, int last)
{
    for (int i = first; i < last; i++) {
        const char *name = emit_names_array(e, items[i]->where.file, emit_begin(items[i]->where),
                                            emit_end_of(items[i]));
        if (name)
            emit_refuse(e, items[i]->where,
                        "the plan has nothing that corresponds to this statement, which names '%s'",
                        name);
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
            emit_openings(e, list, n, n->next, stop, indent);
            emit_forall(e, items[emit_span_of(items, count, n).first], n, indent);
        }
    }
}

/* --- Counting --------------------------------------------------------------------------------
 */

static int nodes_between(const node *first, const node *next)
{
    int count = 0;
    for (const node *n = first; n != next; n = n->next)
        count++;
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
    emit_made(e, NULL, 0, nest, indent);
    e->only_counts = false;
}

/* --- Lists ---------------------------------------------------------------------------------- */

static void emit_nodes(emitter *e, const outline *const *items, int count, size_t begin, size_t end,
                       const node *list, const node *stop)
{
    int done = 0;    /* items before it have been written */
    int counted = 0; /* nodes to come that have been counted */
    work head = e->inside;
    e->inside = (work){0};
    const source_file *file = count ? items[0]->where.file : NULL;
    const char *indent = count ? emit_indent(e, file, emit_begin(items[0]->where)) : "        ";
    size_t at = begin;
    bool is_first = true; /* nothing has been written yet */
    for (const node *n = list; n != stop;) {
        const node *leader = after_comms(n);
        bool has_leader = leader && leader != stop;
        bool made = has_leader && emit_is_made(leader);
        item_span covered = has_leader ? emit_span_of(items, count, leader) : (item_span){0, -1};
        item_span foralls;
        const node *behind = end_of_foralls(items, count, n, stop, &foralls);
        if (foralls.last >= foralls.first)
            covered = foralls;
        size_t from = covered.last < covered.first ? at : emit_begin(items[covered.first]->where);
        if (has_leader && !made && covered.last < covered.first) {
            emit_refuse(e, leader->where,
                        "the plan has put something here that is not in the text");
            return;
        }
        if (covered.last >= covered.first && from >= at && count) {
            check_copied(e, items, done, covered.first);
            if (covered.first > done)
                emit_work_head(e, &head, indent);
            emit_source(e, file, at, from);
        } else if (!is_first)
            fprintf(e->out, "\n%s", indent);
        is_first = false;
        if (n != leader || foralls.last >= foralls.first) {
            emit_work(e, &head, indent);
            head = (work){0};
        }
        if (foralls.last >= foralls.first) {
            while (behind && behind != stop && emit_is_closing(behind))
                behind = behind->next;
            emit_foralls(e, items, count, list, n, behind, indent);
            at = emit_end_of(items[covered.last]);
            done = covered.last + 1;
            n = behind;
            continue;
        }
        if (has_leader && n != leader && emit_redistribution(e, n, leader, indent)) {
            emit_counts_of_copies(e, leader, indent);
            n = leader->next;
            continue;
        }
        for (; n != leader && n != stop; n = n->next) {
            emit_comm(e, n->u.comm, indent);
            if (has_leader || n->next)
                fprintf(e->out, "\n%s", indent);
        }
        if (!has_leader)
            break;
        const node *next =
            made ? leader->next : end_of_group(items, count, covered.first, leader, stop);
        if (counted > 0)
            counted -= nodes_between(leader, next);
        else
            counted = emit_count_group(e, items, count, leader, next, stop, &head);
        emit_work(e, &head, indent);
        head = (work){0};
        emit_openings(e, list, leader, next, stop, indent);
        bool is_part = is_part_of_all(leader);
        e->parts += is_part;
        if (made) {
            emit_made(e, items, count, leader, indent);
        } else {
            emit_item(e, items[covered.first], leader, next, indent);
        }
        e->parts -= is_part;
        if (is_part && e->parts == 0 && covered.last >= covered.first)
            emit_settle_variables(e, leader, emit_begin(items[covered.first]->where),
                                  emit_end_of(items[covered.last]), indent);
        if (covered.last >= covered.first && emit_end_of(items[covered.last]) > at)
            at = emit_end_of(items[covered.last]);
        if (covered.last >= covered.first && covered.last >= done)
            done = covered.last + 1;
        for (; next && next != stop && emit_is_closing(next); next = next->next) {
            fprintf(e->out, "\n%s", indent);
            emit_comm(e, next->u.comm, indent);
        }
        n = next;
    }
    check_copied(e, items, done, count);
    if (count && begin == emit_begin(items[0]->where))
        emit_work(e, &head, indent);
    else
        emit_work_head(e, &head, indent);
    if (at < end && count)
        emit_source(e, file, at, end);
}

void emit_block(emitter *e, const outline *o, const node *list)
{
    fputc('{', e->out);
    emit_nodes(e, o->child, o->child_count, emit_begin(o->where) + 1, emit_end(o->where) - 1, list,
               NULL);
    if (o->child_count == 0)
        emit_source(e, o->where.file, emit_begin(o->where) + 1, emit_end(o->where) - 1);
    fputc('}', e->out);
}
