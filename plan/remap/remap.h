#ifndef FPREDICT_PLAN_REMAP_REMAP_H
#define FPREDICT_PLAN_REMAP_REMAP_H

/* Where arrays are while the mapping changes (HPF 2.0, sections 8.3 to 8.6). Each
 * mapping that an array gets is a version of it; a remapping is a copy from one to
 * the other. Private to plan/. */

#include "plan/planner/planner.h"

/* One array under one map. */
typedef struct placed {
    const variable *of;
    const array_map *map; /* null: everywhere */
    const variable *var;  /* the array itself, or its version; null: nothing has named it */
    struct placed *next;  /* others of the same array */
} placed;

/* The mappings at one place of the program. */
typedef struct mapping_state {
    const alignment **align;  /* by variable id; null: everywhere */
    const array_map **target; /* by template id; null: everywhere */
    placed **at;              /* by variable id; null: of scalars */
    source_range *by;         /* by variable id: what put it there; unset: its declaration */
    bool is_dead;             /* no path of execution reaches it */
} mapping_state;

typedef struct jump {
    mapping_state state;
    source_range where;
} jump;

/* A call that is being walked. */
typedef struct frame {
    const function *callee;
    expr_substitution values; /* of its integer formals */
    const struct frame *outer;
    const node *call; /* null: the entry */
} frame;

typedef struct remapper {
    planner *p;
    const layout *layout; /* as declared */
    placed **places;      /* by variable id */
    const frame *frame;
    const node *dividing; /* the loop or task around that divides its work; null: none */
    VEC(jump) leaves;     /* breaks of the loops around, innermost last */
    VEC(jump) returns;
    bool is_dry; /* only the mappings after it are wanted: nothing changes, nothing is said */
} remapper;

/* An array that a remapping moves. */
typedef struct move {
    placed *from, *to;
} move;
typedef VEC(move) move_list;

/* remap/remap.c */
/* Makes a version of an array for each mapping that it gets, and of each redistribute and realign
 * the copies between them: of values that are read again, and are not there yet, or of all. */
void remaps_lower(planner *p, const function *entry, bool moves_all);
void remap_walk_list(remapper *r, node **list, mapping_state *s);
/* Reports that two ways join with different mappings; returns whether they do not. */
bool remap_check_join(remapper *r, const mapping_state *a, const mapping_state *b,
                      source_range where, const char *join, const char *remedy);
/* Reports what moves arrays where each processor does something else; returns whether it
 * does not stand there. */
bool remap_check_undivided(remapper *r, source_range where, const char *what);

/* remap/bind.c: binds the node's own references to the versions that are there. */
void remap_bind(remapper *r, const mapping_state *s, node *n);

/* remap/call.c */
void remap_walk_call(remapper *r, node *n, mapping_state *s);

/* remap/state.c */
mapping_state state_declared(remapper *r);
mapping_state state_copy(remapper *r, const mapping_state *s);
/* The array's place under the state's alignments and templates. */
placed *state_place(remapper *r, const mapping_state *s, const variable *v);
/* Puts all that exist and are aligned with `target` (or only `v`) where the state now says, and
 * appends those that move. */
void state_solve(remapper *r, mapping_state *s, const dist_template *target, const variable *v,
                 source_range by, move_list *moves);
/* Returns the first array, or else template, by name, that is elsewhere in the other
 * state; null: there is none. */
const char *state_difference(remapper *r, const mapping_state *a, const mapping_state *b,
                             source_range *by);
const array_map *map_substitute(remapper *r, const array_map *map);
const alignment *align_substitute(remapper *r, const alignment *align);
const variable *placed_variable(remapper *r, placed *at);
/* The copies of all that move. */
node *remap_copies(remapper *r, const move_list *moves, source_range where);

#endif
