#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_STATE_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_STATE_H

/* The inside of value/structure_flow.h: for the files structure_set.c, structure_calls.c,
 * structure_lost.c and structure_flow.c. */

#include "frontend/value/structure_flow.h"
#include "support/vec.h"

typedef struct target_set {
    VEC(structure_object) of;
    bool is_open;
} target_set;

/* A member that is a pointer. */
typedef struct pointer_member {
    structure_object of;
    const char *name;
    target_set set;
} pointer_member;

struct structure_flow {
    fp_context *ctx;
    const c_program *source;
    const struct structure_exchanges *exchanges;
    target_set *set;  /* by a declaration's id: a pointer's, or what a function returns */
    int *calls;       /* by a function's id: places that call it, */
    bool *is_again;   /* in a loop, */
    bool *is_pointed; /* or through its address */
    const decl **caller;
    const syntax **call; /* the last that is seen */
    int *allocations;    /* by a pointer's id: how often statements set it to new memory */
    int *sets;           /* by a structure's id: how often it is set as a whole */
    bool *is_copy; /* by a structure's id: it has the members of the one that it is copied from */
    bool *is_lost; /* by a structure's id: its address goes where it is not followed */
    VEC(pointer_member) members;
    bool has_grown;
};

/* structure_set.c */
bool flow_is_record(const c_type *type);
bool flow_is_record_pointer(const c_type *type);
/* Is what the pointer leads to of the type that `type` points to, as far as sizes tell? (Casts
 * between pointers are not in the tree.) */
bool flow_is_of_type(const syntax *pointer, const c_type *type);
extern const structure_set flow_nowhere, flow_anywhere;
structure_set flow_single(structure_flow *flow, structure_object one);
structure_set flow_view(const target_set *set);
/* These note whether the set has grown. */
void flow_open(structure_flow *flow, target_set *set);
void flow_add_all(structure_flow *flow, target_set *set, structure_set other);
/* What the pointer that is that member holds. */
target_set *flow_member(structure_flow *flow, structure_object of, const char *name);
void flow_open_members(structure_flow *flow, structure_set of);
/* The member `name` of each, which is a structure in it. */
structure_set flow_members_of(structure_flow *flow, structure_set of, const char *name);

/* structure_calls.c */
/* Does `s` ask for the memory of one structure of so many bytes? */
bool flow_asks_for_one(const syntax *s, int64_t bytes);
/* How often everything is executed, and which structures are copies. */
void flow_count_all(structure_flow *flow);

/* structure_lost.c */
void flow_find_lost(structure_flow *flow);

#endif
