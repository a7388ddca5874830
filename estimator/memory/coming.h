#ifndef FPREDICT_ESTIMATOR_MEMORY_COMING_H
#define FPREDICT_ESTIMATOR_MEMORY_COMING_H

/* Which lines come into a cache while others wait in it to be used again. Where the line to go is
 * drawn, each that comes in may be the end of them, so it has to be known what other loops and
 * lists leave of what a loop has not had before; and these ask the same. So the program is walked
 * several times, until no chance changes by much. */

#include "estimator/memory/walk.h"

enum { COMING_WALKS = 9 }; /* no more than that, the first without chances */
#define SETTLED 0.02       /* chances that change by less are known */

typedef enum coming_place {
    IN_LOOP, /* what the iterations of the loop find of one another */
    AMONG    /* what a child of a list finds of those before it */
} coming_place;

/* Of the lines that a touch comes to in a loop, or a list. */
typedef struct coming {
    double lines, found, missed;      /* summed up in this walk; found there, and of these gone, */
    double round_found, round_missed; /* and the same of whole iterations (window_kind) */
    double again, gone, round, round_gone; /* shares of the lines, from the walk before */
    double elsewhere; /* the chance that one which is not found there has to come in */
} coming;

/* Does a level need it? */
bool coming_is_asked(const memory_walk *w);
/* Makes room for it in a walk; none is known of yet. */
void coming_open(memory_walk *w);
/* Adds what a touch found in a list or loop with so many loops outside, so many times. */
void coming_add(memory_walk *w, coming_place place, int outside, int t, int level, double times,
                const coming *more);
/* Nothing has been summed up in this walk. */
void coming_forget(memory_walk *w);
/* What was summed up is what is known from now on; returns how far a chance has changed. */
double coming_learn(memory_walk *w);
/* The number of entries of w->coming. */
int coming_count(const memory_walk *w);

/* What a part of a touch's lines in a window is, whatever the chances are. */
typedef struct coming_source {
    const coming *list, *loop; /* null: not asked for; the window is in a list */
    bool is_round, is_other;   /* than the node of the line that is asked about, of a round */
    double own, fresh;         /* lines of the touch */
} coming_source;

coming_source coming_find(const memory_walk *w, const window *v, int t, int level, int outside);
/* The part that comes in for certain; sets *stays to that which is there from elsewhere. The rest
 * is as likely there as the line that is asked about. */
double coming_part(const coming_source *s, double *stays);

#endif
