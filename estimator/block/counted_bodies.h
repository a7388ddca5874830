#ifndef FPREDICT_ESTIMATOR_BLOCK_COUNTED_BODIES_H
#define FPREDICT_ESTIMATOR_BLOCK_COUNTED_BODIES_H

/* The counters of loop bodies, kept while one block is counted on one processor. */

#include "estimator/run/run.h"
#include "program/env/residue.h"

typedef struct counted_bodies {
    run *r;
    const aag_unit *block;
    arena *memory;
    struct counted_loop **loop; /* by unit id, from the block's on; null: none yet */
    int64_t kept;               /* bytes */
} counted_bodies;

/* Ends with counted_bodies_close. */
counted_bodies counted_bodies_open(run *r, const aag_unit *block);
void counted_bodies_close(counted_bodies *b);

/* What the values of the loops around it and of the loop itself decide of its body. */
typedef struct body_key {
    arena *memory; /* null: the body is not worth keeping */
    residue values;
} body_key;

/* Of the loop's body at the loops' present values; ends with body_key_drop. */
body_key body_key_of(counted_bodies *b, const aag_unit *loop);
void body_key_drop(body_key *key);

/* Counters of a body, the hash of the decisions in it, and run.beyond of them. */
typedef struct body_counts {
    uint64_t hash;
    int64_t beyond;
    const int128 *n;
} body_counts;

/* Null: none of that key has been counted. */
const body_counts *body_find(const counted_bodies *b, const aag_unit *loop, const body_key *key);
void body_keep(counted_bodies *b, const aag_unit *loop, const body_key *key, uint64_t hash,
               const int128 *n, int slots);

#endif
