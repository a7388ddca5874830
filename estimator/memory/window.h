#ifndef FPREDICT_ESTIMATOR_MEMORY_WINDOW_H
#define FPREDICT_ESTIMATOR_MEMORY_WINDOW_H

/* The steps of window_miss, which again.c takes apart: what depends on where lines lie alone, and
 * what on chances. */

#include "estimator/memory/walk.h"

enum {
    WINDOW_PLACES = 16, /* from which a window is looked at, at most, */
    WINDOW_FIRST = 4,   /* and where these agree */
    WINDOW_DRIFTS = 8   /* of what keeps no distance to the line, at each */
};

/* A line's place, and what lies in the window seen from there. */
typedef struct view {
    double along, across;
    int count; /* of w->pieces */
    bool is_tied, is_full, is_over, is_sure;
    bool is_kept; /* nothing can drive it out */
} view;

/* Sets w->inside: the touches that the window of touch `t` may have, and the lines that all of the
 * list or loop bring, in the window or not. False: one of them fills the cache by itself, as in
 * most windows of outer loops, and nothing else need be known; the one that did it the last time is
 * asked first. With reasons all are listed. */
bool window_list(memory_walk *w, const window *v, int first, int end, int t, int level, int outside,
                 double *lines);
/* And what is the same of each from wherever in it the line of touch `own` is. */
void window_know(memory_walk *w, const window *v, int own, int level, int outside);
/* Does the loop inside move any touch? Asked once a node. */
bool window_is_moved(memory_walk *w, int first, int end, int outside);
/* Puts what is touched in the window, seen from there, into w->pieces. */
view window_look(memory_walk *w, const window *v, int t, int level, int outside, int number);
/* How many bytes before a multiple of its size a line begins, at so many places, as places go. */
void window_phases(const memory_walk *w, int t, int outside, double address, int place, int level,
                   int count, double *out);
/* Moves those of w->pieces that keep no distance to the line, otherwise at each call. */
void window_drift(memory_walk *w, int count, int level);
/* Do so many places say enough, with chances from `least` to `most`? */
bool window_is_enough(const cache_shape *c, int places, double least, double most);

#endif
