#ifndef FPREDICT_ESTIMATOR_RUN_REGIME_H
#define FPREDICT_ESTIMATOR_RUN_REGIME_H

/* Which way conditions, homes and clipped ranges go, so that equal decisions can be told. */

#include "estimator/run/estimator.h"

/* Mixes a value into a hash. */
uint64_t hash_mix(uint64_t hash, uint64_t value);
/* Adds to *hash which way the decisions inside `x` go now. */
void regime_hash(run *r, const expr *x, uint64_t varying, uint64_t *hash);
void regime_of_condition(run *r, const expr *x, uint64_t varying, uint64_t *hash);
void regime_of_home(run *r, const home *at, int rank, uint64_t varying, uint64_t *hash);
/* A shift of every varying variable after which `x` differs by a constant. */
int64_t expr_period(run *r, const expr *x, uint64_t varying);
int64_t regime_lcm(int64_t a, int64_t b);
bool expr_is_piecewise_affine(const expr *x, uint64_t varying);

#endif
