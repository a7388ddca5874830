#ifndef FPREDICT_PROGRAM_ENV_RESIDUE_H
#define FPREDICT_PROGRAM_ENV_RESIDUE_H

/* Partial evaluation: what is left of an expression when some of its loop variables have
 * values, the closed ones, and others are still to vary, the open ones. Where two residues are
 * equal, the expressions are the same function of the open variables, and each comparison in them
 * goes the same way: i + j + k with i and j closed is known by i + j. */

#include "program/env/bindings.h"
#include "support/vec.h"

typedef struct residue {
    VEC(int64_t) values;
    bool is_unknown; /* something has no value: it equals no other */
} residue;

/* Appends what the loop variables outside `open` (bits as in expr.loop_vars) decide of `x`, which
 * may be null; what mentions no loop variable decides nothing. Coordinates are the executing
 * processor's. */
void residue_add(env *e, arena *a, const expr *x, uint64_t open, residue *out);
void residue_push(arena *a, residue *out, int64_t value);

/* What was found for each residue. All of one table have as many values in the same order. */
typedef struct residue_table {
    arena *memory;
    struct residue_entry **slot;
    int count, room;
} residue_table;

/* Null: none is kept. */
void *residue_find(const residue_table *t, const residue *key);
/* Keeps a copy of the key, and `found`, in t->memory. */
void residue_keep(residue_table *t, const residue *key, void *found);
/* Forgets all of them; the memory stays the arena's. */
void residue_forget(residue_table *t);

#endif
