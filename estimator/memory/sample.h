#ifndef FPREDICT_ESTIMATOR_MEMORY_SAMPLE_H
#define FPREDICT_ESTIMATOR_MEMORY_SAMPLE_H

/* Misses of chosen executions of references, each decided exactly. */

#include "estimator/memory/stream.h"

typedef struct sampler sampler;

enum { PIECES_COST = 6 }; /* accesses in pieces of the program, of each look that may be taken */

/* Samples by level, from `budget` looks at references (back_walk.h) for each. The walk's numbers of
 * executions and first uses are needed, its misses are not. */
sampler *sample_look(stream *t, int64_t budget);
/* Do they leave so little open that the closed form would hardly change what comes out? */
bool sample_is_enough(const sampler *all, int levels);
/* Sets the walk's misses by samples, and by the closed form's that it has, if it has any; returns
 * whether there are others than these. */
bool sample_set(const sampler *all, int levels, bool has_closed);

/* Notes where the lines of the levels that can be sampled were used before, as some executions have
 * it, instead of what the closed form has noted of them. */
void sample_explain(stream *t);

#endif
