#ifndef FPREDICT_SCALING_PIECES_H
#define FPREDICT_SCALING_PIECES_H

/* Times at many sizes by formulas (estimator/formula.h), for scaling/ only. A formula is one piece
 * of the whole expression. A piece serves sizes up to the one that it was made at, if all of its
 * conditions hold and nothing of it is open: what fits caches and memory there does so below. */

#include "scaling/isospeed.h"

typedef struct scaling_pieces scaling_pieces;

scaling_pieces *pieces_new(fp_context *ctx, const scaling_question *q);

/* Sets what a time says of question.values[point], or on one processor, at that size: is_made,
 * fits, procs, time. False: no piece holds there, and none could be made. */
bool pieces_time(scaling_pieces *p, int point, bool is_alone, int64_t size, scaling_trial *out);

/* No more by formula at that point: it is not what is predicted at that size. */
void pieces_give_up(scaling_pieces *p, int point, int64_t size);

/* How many pieces were made, and why a formula was not used somewhere: a clause for people, or
 * null. */
int pieces_count(const scaling_pieces *p);
const char *pieces_why_not(const scaling_pieces *p);

#endif
