#ifndef FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_PLAN_H
#define FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_PLAN_H

/* Who sends to whom in a collective, made once for a shape and priced for each size. */

#include "estimator/message/round.h"

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
