#ifndef FPREDICT_TESTS_TRANSFER_TWIN_H
#define FPREDICT_TESTS_TRANSFER_TWIN_H

/* A twin of transfer_compute that walks every iteration and every element. */

#include "program/transfer/transfer.h"

enum { TWIN_PROCS = 64, TWIN_ELEMENTS = 1 << 11 };

typedef struct twin {
    /* moves[receiver][sender][element], elements in row-major order. */
    bool moves[TWIN_PROCS][TWIN_PROCS][TWIN_ELEMENTS];
    int procs, elements;
} twin;

/* The array has at most TWIN_ELEMENTS elements, env at most TWIN_PROCS. */
void twin_compute(twin *t, env *e, const communication *c);

int64_t twin_count(const twin *t, int sender, int receiver);

/* Every receiver's messages, read off a pattern, in the order of a transfer's. */
transfer twin_expand(arena *a, env *e, const transfer_pattern *p);

#endif
