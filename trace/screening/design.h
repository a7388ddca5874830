#ifndef FPREDICT_TRACE_SCREENING_DESIGN_H
#define FPREDICT_TRACE_SCREENING_DESIGN_H

/* Designs of Plackett and Burman ("The design of optimum multifactorial experiments", Biometrika
 * 33(4), 1946): in so many runs one factor less is tried, each on in half of the runs, and any two
 * together in a quarter. */

#include <stdbool.h>

enum { DESIGN_RUNS_MOST = 24 };

/* The least number of runs that has more than `factors` columns left beside them; 0: there is
 * none. */
int design_runs(int factors);

/* Is the factor on in that run? */
bool design_is_on(int runs, int run, int factor);

#endif
