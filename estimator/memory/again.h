#ifndef FPREDICT_ESTIMATOR_MEMORY_AGAIN_H
#define FPREDICT_ESTIMATOR_MEMORY_AGAIN_H

/* Walks that differ in nothing but chances (coming.h). Where lines lie, who touched them before and
 * what lies in between is the same in all of them; so one walk writes down what it asks, and what
 * it does with the answers, and those after it are sums over that. They come out as whole walks
 * would, to the last digit. */

#include "estimator/memory/walk.h"

typedef struct again_script again_script;

/* Has the walk that follows, which is to ask for no chances, written down in w->again, until
 * again_end: each window as it looks from so many places, where no walk asks for fewer. */
void again_begin(memory_walk *w, int places);
/* Returns what was written; null: that was too much. */
again_script *again_end(memory_walk *w);
/* Walks once more, with the chances that are known now. False: it would have had to look from more
 * places than were written down, and nothing is as if it had walked. */
bool again_walk(memory_walk *w, again_script *a);

/* --- What is written, by the files that walk --- */
/* A question (window_miss). */
void again_ask(memory_walk *w, const window *v, int first, int end, int t, int level, int outside);
/* So many lines of the touch inside with that number are in a piece of the window. */
void again_add_part(again_script *a, int piece, int inside, double lines);
/* The answer to the last question counts for a share of the lines of the touch that is looked at,
 * found a whole iteration ago, or otherwise. */
void again_add_use(again_script *a, double share, bool is_round);
/* Of what goes anywhere, its uses add up to no more than `most`; what no use has found, the share
 * `more`, misses with `lost`. */
void again_add_limit(again_script *a, double most, double more, double lost);
/* What these uses of a touch miss, is of so many lines, with so many loops outside: of a list; of
 * some iterations of a loop, which began with again_open_loop. */
void again_close_child(memory_walk *w, int t, int level, int outside, double lines);
void again_open_loop(memory_walk *w, int first, int end, int outside);
void again_carry(memory_walk *w, int t, int level, int outside, double lines);
/* And of all iterations, so many times: `found` lines, of which `refound` count. Where chance
 * brings lines, *by_chance of those missed are the loop's own. */
void again_close_loop(memory_walk *w, int t, int level, int outside, double times, double found,
                      double refound, const double *by_chance);

#endif
