#ifndef FPREDICT_SCALING_RESULTS_H
#define FPREDICT_SCALING_RESULTS_H

/* What Sun and others 1999, section 3, prove of combinations that grow at their own speed, held
 * against predictions at the sizes themselves. Let combination 1 be slower at first, by alpha = t /
 * T, with scalability Phi, and grow to W' on p' processors; combination 2 has T, Psi and W*.
 *
 *   definition 1  p' is a crossing where Phi / Psi > alpha: then t_p'(W') < T_p'(W*)
 *   result 1      who is faster at first and scales no worse stays the faster
 *   result 2      p' is no crossing if and only if 1 is slower with every size between the two
 *
 * The first two follow from speeds that are equal; as sizes are whole, they are equal only nearly.
 * The third takes times that change steadily between the sizes, which steps of a machine's messages
 * and uneven blocks break. */

#include "scaling/isospeed.h"

enum { RESULTS_SIZES_MOST = 64, RESULTS_EXCEPTIONS_MOST = 8 };

typedef struct result_count {
    int cases, holds;
} result_count;

/* Where result 2 does not hold. */
typedef struct result_exception {
    int point, slower, faster; /* the latter two: combinations, as they are at first */
    bool is_crossing;
    int64_t from, to; /* sizes between the two */
    int64_t at;       /* no crossing: the first at which it is not slower; else 0 */
} result_exception;

typedef struct scaling_results {
    result_count crossing, superior, between; /* definition 1, result 1, result 2 */
    int thinned; /* of the last: only RESULTS_SIZES_MOST sizes between were predicted, evenly */
    int exception_count;
    const result_exception *exceptions; /* the first RESULTS_EXCEPTIONS_MOST */
} scaling_results;

/* Of each two of all[0..count), which scaling_solve has made, on each number of processors after
 * the first where both have sizes. False after reporting. */
bool scaling_results_hold(fp_context *ctx, int count, const scaling *all,
                          const explore_effort *effort, scaling_results *out);

#endif
