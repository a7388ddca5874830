#ifndef FPREDICT_EXPLORE_SEARCH_H
#define FPREDICT_EXPLORE_SEARCH_H

/* Where along a line of whole numbers (sizes, numbers of processors) which
 * alternative is the fastest, found by trying; for explore/ only. What is tried
 * depends on the inputs alone: work is counted, not timed. */

#include <stdbool.h>
#include <stdint.h>

#include "estimator/estimate.h"
#include "support/arena.h"
#include "support/vec.h"

/* One alternative at one number. */
typedef struct trial {
    bool is_tried;
    double time;     /* seconds */
    double error[3]; /* standard errors (struct estimate) */
    estimate_bound bound;
    int64_t work; /* that trying took, in evaluations (estimate.walked) */
} trial;

/* Predicts an alternative; false where it cannot be predicted or does not fit. */
typedef bool (*search_try)(void *with, int which, int64_t at, trial *out);

/* Told before a look there which alternatives are to be tried: may try them all at once. */
typedef void (*search_prepare)(void *with, int64_t at, const bool *is_wanted);

/* A number that was looked at. */
typedef struct look {
    int64_t at;
    int winner;          /* the fastest; of equals, the first */
    bool is_close;       /* another one cannot be told from it (explore_is_close) */
    bool is_draw;        /* all of them take the same time */
    const trial *trials; /* one for each alternative */
} look;

/* Numbers without a gap, all of which were looked at. */
typedef struct span {
    int64_t first, last;
} span;

typedef struct search {
    arena *a;
    int count; /* of alternatives */
    search_try try_one;
    search_prepare prepare; /* null: none; what it does changes no result */
    void *with;
    int64_t left;     /* of the work that may be done */
    int64_t reserved; /* of that, for later */
    const look *start;
    VEC(const look *) looks; /* ascending */
    VEC(span) spans;         /* ascending; found by search_crossovers */
    VEC(int64_t) halved;     /* from there on up halving has been tried */
    bool is_cut;             /* numbers further up were left out: too much work */
    bool is_open; /* numbers were left out at which what is not known could change the fastest */
} search;

/* Starts from what is known: each alternative's trial at `now`. */
search search_new(arena *a, int count, int64_t now, const trial *known, int64_t work_max,
                  search_try try_one, void *with);

/* Looks at `ats`, one after the other, away from where the search started, until
 * one cannot be predicted or would take more than a quarter of the work left. An
 * alternative that takes FAR times as long as the fastest is not tried again. */
void search_along(search *s, int count, const int64_t *ats);

/* Finds where the fastest changes, next to where the search started first: halves
 * between looks that differ until they are neighbours, then looks at every number
 * around, as far as `period` numbers in a row show no further change. Leaves out
 * what would take more than the work left. */
void search_crossovers(search *s, int64_t period);

/* Looks in a row with one winner, by index. */
typedef struct look_run {
    int first, last, winner;
} look_run;

/* The run that starts with the look `first`; false after the last. */
bool search_run(const search *s, int first, look_run *out);

/* Is there a result worth a sentence? A fastest that can nowhere be told from others is
 * none. */
bool search_is_news(const search *s);

/* The parts of the above, for explore/. */

/* Looks there, at those for which is_wanted; null, and nothing kept, when one of
 * them cannot be predicted, what is not known leaves the fastest open, or it is more work than is
 * left. `near`, a look made
 * before, says how much work it is. */
const look *search_at(search *s, int64_t at, const bool *is_wanted, const look *near);

/* Sets is_wanted for the alternatives that take at most `factor` times as long
 * as the fastest in that look. Others stay as they are. */
void search_want(const search *s, const look *l, double factor, bool *is_wanted);
/* The work that the wanted ones took in that look. */
int64_t search_work(const search *s, const bool *is_wanted, const look *l);

#endif
