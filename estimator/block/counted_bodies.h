#ifndef FPREDICT_ESTIMATOR_BLOCK_COUNTED_BODIES_H
#define FPREDICT_ESTIMATOR_BLOCK_COUNTED_BODIES_H

/* The counters of loop bodies, kept while one block is counted on one processor. */

#include "estimator/run/run.h"
#include "program/env/residue.h"

typedef struct counted_bodies {
    run *r;
    const aag_unit *block;
    struct counted_loop **loop; /* by unit id, from the block's on; null: none yet; in r->bodies */
    struct row_sums **row;      /* likewise, of counted_rows.c */
    int64_t kept;               /* bytes */
} counted_bodies;

/* Ends with counted_bodies_close. */
counted_bodies counted_bodies_open(run *r, const aag_unit *block);
void counted_bodies_close(counted_bodies *b);

/* What the values of the loops around it and of the loop itself decide of its body: of the loops'
 * present values, until it is asked for again. Null: the body is not worth keeping. */
const residue *body_key_of(counted_bodies *b, const aag_unit *loop);

/* Counters of a body, the hash of the decisions in it, and run.beyond of them. */
typedef struct body_counts {
    uint64_t hash;
    int64_t beyond;
    const int128 *n;
} body_counts;

/* Null: none of that key has been counted. */
const body_counts *body_find(const counted_bodies *b, const aag_unit *loop, const residue *key);
void body_keep(counted_bodies *b, const aag_unit *loop, const residue *key, uint64_t hash,
               const int128 *n, int slots);

#endif
