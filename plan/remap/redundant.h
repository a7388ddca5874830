#ifndef FPREDICT_PLAN_REMAP_REDUNDANT_H
#define FPREDICT_PLAN_REMAP_REDUNDANT_H

/* Which values are where: what a remapping need not move. Private to plan/. */

#include "plan/remap/remap.h"

/* Why a copy is dropped. */
typedef enum idle_reason {
    IDLE_NO,
    IDLE_SAME, /* the values that it would move are there already */
    IDLE_DEAD  /* nothing reads it before it is overwritten */
} idle_reason;

typedef struct idle_copy {
    const node *copy;
    idle_reason reason;
    bool is_reached, is_needed; /* by any visit of the walk under way */
    bool is_partly;             /* what stands at the same place moves the array at other times */
} idle_copy;

/* The versions of the arrays that copies move, but for those of arrays whose reads and
 * writes are not all known. */
typedef struct value_flow {
    planner *p;
    arena *arena;
    int count;
    VEC(const variable *) version; /* by number */
    int *number;                   /* by variable id; -1: not followed */
    int id_count;
    VEC(idle_copy) copies; /* all there are, in the order in which they were met */
} value_flow;

/* Takes out the copies of values that nothing reads, or that are there already, and the breaks.
 * `end`: the mappings after the program. */
void remap_leave_out(remapper *r, const mapping_state *end);
void remap_leave_breaks(planner *p); /* the breaks only */

/* The copy that a node is, from one version to another; false: it is none, or is of an
 * array that is not followed. */
bool flow_copy(const value_flow *f, const node *n, int *to, int *from);
/* The number of the version that a reference is to; -1: none is followed. */
int flow_version(const value_flow *f, const reference *ref);
bool flow_has_copies(const value_flow *f, const node *list);
/* Notes that a walk has reached a copy, and whether it is needed there. */
void flow_visit(value_flow *f, const node *copy, bool is_needed);
/* Drops, for that reason, the copies that were visited and needed at no visit, and forgets the
 * visits. */
void flow_drop_unneeded(value_flow *f, idle_reason reason);

/* remap/copies.c: drops the copies to where the values already are. */
void copies_solve(value_flow *f, node *body);
/* remap/liveness.c: drops those of values that nothing reads. *at_end: by version, whether
 * somebody else may read it after the program. */
void liveness_solve(value_flow *f, node *body, const bool *at_end);

#endif
