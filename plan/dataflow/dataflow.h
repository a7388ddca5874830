#ifndef FPREDICT_PLAN_DATAFLOW_DATAFLOW_H
#define FPREDICT_PLAN_DATAFLOW_DATAFLOW_H

/* The iterative data-flow walker (Kildall, "A unified approach to global program optimization",
 * POPL 1973) on the tree of a program. A problem is a table of functions on states that the
 * walker does not look into; the walker knows the order in which nodes are executed, forward or
 * backward, and joins the states of different ways to one place.
 *
 * What the states must be. States with `join` are a semilattice of finite height: join is
 * idempotent, commutative and associative in what `is_equal` compares (states may carry more, for
 * messages, which a fixed point does not wait for), and a chain of states that only join changes
 * has an end. Transfer functions should be monotone; the walk ends even where one is not.
 *
 * The nodes. A list is walked in its order, or from its end. Both branches of an `if` are joined;
 * a task's body is joined with what is there without it, unless `tasks_by_all`. A call is its
 * planned body, and its returns lead to its end; a break leads to the end of the loop around it.
 * Forward, what follows a break or return in its list is not reached: its state is null, no
 * function of the table sees it, and joining it changes nothing.
 *
 * Loops. Let f be the body's effect and s the state before the loop (backward: after it). The
 * first iteration is apart: x1 = f(s), joined with s by `join_skipped` where the loop may be
 * skipped. The loop's effect is the least x with x = x1 joined with f(x), found by iteration from
 * x1. Each round joins what the round before has found, so x only moves in the direction of join
 * and is fixed after at most as many rounds as the lattice is high (for sets of n, n of them);
 * mostly the second round changes nothing. A transfer function that collects facts is called once
 * for each node and round. Its calls are of states of some iterations each, and all of them
 * together are of every iteration: what holds in all calls holds in all iterations. */

#include "program/tree/node.h"
#include "support/arena.h"

typedef enum dataflow_direction { DATAFLOW_FORWARD, DATAFLOW_BACKWARD } dataflow_direction;

/* `data` is what dataflow_new got: what the functions need besides states. */
typedef struct dataflow_problem {
    dataflow_direction direction;
    bool tasks_by_all; /* all processors that the states are about execute the tasks */
    void *(*copy)(void *data, const void *state);
    /* Joins `other` into `state`. `around`: dataflow_iteration_start joins here what earlier
     * iterations of that loop leave; null: it is another join. */
    void (*join)(void *data, void *state, const void *other, const node *around);
    bool (*is_equal)(void *data, const void *a, const void *b);
    /* The node's own effect: of an `if` its condition's, of a gmove what it does after its body. */
    void (*transfer)(void *data, node *n, void *state);
    /* Joins into `state` what holds if the loop is passed by, where `before` holds on the other
     * side. Null: every loop is taken to be executed at least once. */
    void (*join_skipped)(void *data, const node *loop, void *state, const void *before);
    /* Applies the effect of a whole loop or gmove at once, and returns true; false: the walker
     * is to go through it. A return inside is the walker's in both cases. Null: none is known. */
    bool (*summarize)(void *data, node *n, void *state);
    /* Forward, of the list that begins with `first`: the next node that may have an effect or is a
     * jump, or has such a node in it, from number *at on, which becomes the number after it; null:
     * there is none. Null: each may. */
    node *(*seek)(void *data, const node *first, int *at);
} dataflow_problem;

typedef struct dataflow dataflow;

/* The walker and copies of states live in the arena; `problem` and `data` must outlive it. */
dataflow *dataflow_new(arena *memory, const dataflow_problem *problem, void *data);

/* Each of these takes over `state` and returns the state at the other end, which may be the same
 * object; null: nothing reaches that. */

/* Through a function's body: returns lead to its end. */
void *dataflow_body(dataflow *d, node *body, void *state);
/* Through the nodes from `first` to before `end`. */
void *dataflow_list(dataflow *d, node *first, const node *end, void *state);
/* Through one node. */
void *dataflow_node(dataflow *d, node *n, void *state);
/* Forward, from before a loop to where any of its iterations starts: `state` joined with what
 * earlier iterations leave. */
void *dataflow_iteration_start(dataflow *d, node *loop, void *state);

#endif
