#ifndef FPREDICT_ESTIMATOR_BLOCK_HOST_H
#define FPREDICT_ESTIMATOR_BLOCK_HOST_H

/* The host, and input and output. */

#include "estimator/run/estimator.h"

/* What the host and the machine's input and output cost once; nothing unless asked for. */
typedef struct host_cost {
    double seconds, error; /* standard error */
} host_cost;
host_cost host_spawn(const run *r);    /* starting the program on all nodes, and its memory */
double host_fresh_pages(const run *r); /* of the fullest node; 0 where they cost nothing */
host_cost host_collect(const run *r);  /* sending the host the result */
host_cost host_io(run *r, const aag_step *s);
/* Reports a machine that does not say what is asked for. */
void host_check(run *r);

#endif
