#ifndef FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_H
#define FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_H

/* Collectives, as rounds of messages. */

#include "estimator/message/round.h"

/* --- message/collective.c --- */

/* Appends the rounds of the groups' collectives, side by side, by the machine's
 * algorithm. Not for COLLECTIVE_DIRECT all-gathers and broadcasts, whose
 * messages the caller knows better. */
void collective_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const comm_group *groups, round_vec *rounds);
/* Appends the groups' communication as a whole, by a function of its own; with
 * `waits`, a group begins when the last of it is there, else with the root. */
void collective_whole(run *r, arena *a, message_kind kind, message_function f, bool waits,
                      int group_count, const comm_group *groups, round_vec *rounds);

/* The algorithm for groups, the smallest of which has `members`. */
collective_algorithm collective_algorithm_of(const run *r, collective_kind kind, int members);
int collective_smallest(int group_count, const comm_group *groups); /* members */
/* The function of its own that a collective has, and whether it is from when the
 * last is there; false: none. What was measured on so many processors is of all of them. */
bool collective_function(run *r, collective_kind kind, message_kind messages, int members,
                         message_function *f, bool *waits);

/* --- message/collective_algorithm.c --- */
/* Adds the rounds of a collective, and the order of its members, to a plan, which is in
 * `memory`. */
void collective_make(run *r, arena *memory, collective_plan *plan, collective_kind kind,
                     const proc_grid *grid, int group_count, const comm_group *groups);

/* --- message/collective_plan.c --- */
typedef struct plan_message {
    int sender, receiver, group;
    /* The parts of so many members, by their places, round the group: of an all-gather.
     * Else 1; and the message is one of `pieces` of the group's bytes. */
    int first_part, part_count, pieces;
    int turn; /* among what its sender sends in the round */
    sag_route route;
} plan_message;

typedef struct plan_round {
    int count;
    plan_message *messages; /* by receiver, then sender */
    double share;           /* of a combination that each message received takes */
} plan_round;

void plan_add_round(collective_plan *plan, int count, const plan_message *messages, double share);
/* Keeps the order of the groups' members, which must last as long as the plan. */
void plan_set_order(collective_plan *plan, const comm_group *groups);
/* The plan of the groups' collectives, made now or before. */
collective_plan *plan_find(run *r, collective_kind kind, const proc_grid *grid, int group_count,
                           const comm_group *groups);
/* Appends the rounds of a plan for messages of the groups' sizes. */
void plan_price(run *r, arena *a, collective_plan *plan, message_kind kind,
                const comm_group *groups, round_vec *rounds);

#endif
