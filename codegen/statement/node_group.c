#include "codegen/statement/node_group.h"
#include "codegen/statement/comm_prologue.h"
#include "codegen/statement/forall.h"
#include "codegen/statement/guarded_call.h"
#include "codegen/statement/hoist_comm.h"
#include "codegen/statement/source_loop.h"
#include "codegen/statement/statement.h"

/* A leader's group ends where a node is not part of the same statement; see the origins and the
 * order of a list in node_list.c. */

const node *group_leader(const node *n, const node *stop)
{
    while (n && n != stop && n->kind == NODE_COMM)
        n = n->next;
    return n == stop ? NULL : n;
}

bool group_is_empty(item_span s)
{
    return s.last < s.first;
}

bool group_is_flattened(const outline *o, const node *leader)
{
    return o->kind == OUTLINE_BLOCK || o->kind == OUTLINE_SWITCH || o->kind == OUTLINE_COPIES ||
           emit_runs_once(o, leader) || (o->kind == OUTLINE_IF && leader->kind != NODE_IF);
}

/* After the calls of the loop's head, which the plan has before and after it. */
static const node *skip_calls(const outline *const *items, int count, int item, const node *n,
                              const node *stop)
{
    while (n && n != stop && (n->kind == NODE_CALL || emit_is_guard_of_calls(n)) &&
           emit_span_of(items, count, n).first == item)
        n = n->next;
    return n;
}

/* Of a `for`: the next node may be another piece of the loop. */
static const node *end_of_loop(const outline *const *items, int count, int item, const node *leader,
                               const node *stop)
{
    const node *loop = skip_calls(items, count, item, leader, stop);
    bool is_loop = loop && loop != stop && (loop->kind == NODE_LOOP || loop->kind == NODE_WHILE) &&
                   emit_span_of(items, count, loop).first == item;
    return is_loop ? skip_calls(items, count, item, loop->next, stop) : leader->next;
}

/* Of a `for`: does a statement set what it counts before the loop, perhaps to what calls return? */
static bool is_set_first(const outline *const *items, int count, int item, const node *leader,
                         const node *stop)
{
    const node *set = skip_calls(items, count, item, leader, stop);
    return set && set != stop && set->kind == NODE_STATEMENT &&
           emit_span_of(items, count, set).first == item;
}

/* Does a directive in the block say it? Then it names what is declared there. */
static bool is_directive_in(const outline *o, const node *comm)
{
    return o->kind == OUTLINE_BLOCK && comm->u.comm->is_explicit &&
           emit_holds(o, comm->u.comm->where);
}

const node *group_end(const outline *const *items, int count, int item, const node *leader,
                      const node *stop)
{
    const outline *o = items[item];
    bool is_loop = o->kind == OUTLINE_FOR;
    if (is_loop && !is_set_first(items, count, item, leader, stop))
        return end_of_loop(items, count, item, leader, stop);
    bool takes_all = is_loop || group_is_flattened(o, leader);
    const node *end = leader->next;
    for (const node *n = end; n && n != stop; n = n->next) {
        if (n->kind == NODE_COMM) {
            if (is_directive_in(o, n))
                end = n->next;
            bool is_in_text = n->u.comm->is_called; /* nothing is written for it */
            if (takes_all || is_in_text || o->kind == OUTLINE_SIMPLE ||
                (emit_is_simple(o) && comm_is_hoistable(leader, n)))
                continue; /* of a simple statement it may be of a chain (chain.c) */
            break;
        }
        item_span origin = emit_span_of(items, count, n);
        bool is_part = origin.first == item && origin.last == item;
        if (!is_part || (is_generated_node(n) && !takes_all))
            break;
        end = n->next;
    }
    /* What ends a reduction in a block is written there, next to what begins it. */
    return !is_loop && takes_all && o->kind != OUTLINE_SWITCH ? group_epilogues_end(end, stop)
                                                              : end;
}

const node *group_foralls_end(const outline *const *items, int count, const node *n,
                              const node *stop, item_span *covered)
{
    *covered = (item_span){0, -1};
    for (const node *leader = group_leader(n, stop); leader; leader = group_leader(n, stop)) {
        item_span one = emit_span_of(items, count, leader);
        bool is_part = !group_is_empty(one) && items[one.first]->kind != OUTLINE_COPIES &&
                       emit_is_of_forall(items[one.first], leader);
        bool is_apart = !group_is_empty(*covered) &&
                        (one.first > covered->last + 1 || one.last < covered->first - 1);
        if (!is_part || is_apart)
            break;
        *covered = emit_join(*covered, one);
        n = leader->next;
    }
    return n;
}

const node *group_epilogues_end(const node *n, const node *stop)
{
    while (n && n != stop && comm_is_epilogue(n))
        n = n->next;
    return n;
}

bool group_is_divided(const node *n)
{
    return n->kind == NODE_TASK ||
           (n->kind == NODE_LOOP &&
            (n->u.loop.split_on || n->u.loop.whole || n->u.loop.is_placement));
}
