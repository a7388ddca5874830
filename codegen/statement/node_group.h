#ifndef FPREDICT_CODEGEN_STATEMENT_NODE_GROUP_H
#define FPREDICT_CODEGEN_STATEMENT_NODE_GROUP_H

/* Groups of nodes: the successive nodes of a list, up to `stop` (null: all), that come from one
 * statement of a block, and are written with its text. The first that is no communication is
 * the group's leader. All functions only look, and none fails. */

#include "codegen/text/emitter.h"
#include "codegen/text/span.h"

bool group_is_empty(item_span s);
/* The first node that is no communication; null: there is none before `stop`. */
const node *group_leader(const node *n, const node *stop);
/* Do the nodes of the statements inside it stand in the list itself, and communications between
 * them? So they do of a block, of a `do` that runs once, and of a condition that the plan has
 * decided. */
bool group_is_flattened(const outline *o, const node *leader);
/* Does a processor execute only some of it? */
bool group_is_divided(const node *n);
/* After the nodes that are part of the same statement, number `item`, as `leader`. */
const node *group_end(const outline *const *items, int count, int item, const node *leader,
                      const node *stop);
/* The nests of one forall, or of a `where` and its `elsewhere`, are one group, written in the
 * plan's order. Returns where those end that begin with the node, or with the communications that
 * it is the first of. *covered: the statements that they come from; empty: it begins none. */
const node *group_foralls_end(const outline *const *items, int count, const node *n,
                              const node *stop, item_span *covered);
/* After the epilogues (comm_prologue.h) that the node is the first of. */
const node *group_epilogues_end(const node *n, const node *stop);

#endif
