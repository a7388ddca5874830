#include "estimator/simulate/long_walk.h"

/* What is left is judged by the work so far, iterations on clocks, and not by time: the same input
 * has the same output. A loop that may still come to a steady state says nothing of what is left,
 * and is taken for one iteration. */

enum {
    LONG = 32,          /* times the work so far */
    PLACES_MANY = 4096, /* of which each iteration passes all */
};

int64_t long_walk_begin(run *r, const aag_unit *u, int64_t count)
{
    int64_t before = r->walked[u->id];
    r->walked[u->id] = count;
    return before;
}

static const char *advice(const run *r)
{
    return r->places >= PLACES_MANY
               ? "fewer processors (--procs) or smaller sizes (--set) shorten it"
               : "smaller sizes (--set) or fewer processors (--procs) shorten it";
}

void long_walk_check(run *r, const aag_unit *u)
{
    const estimate_options *opt = &r->est->options;
    const aag_unit *outermost = NULL;
    double done = 0, iterations = 1;
    if (r->stepped < r->next_check)
        return;
    r->next_check *= 2;
    for (; u; u = r->est->unit[u->id].loop) {
        if (!r->walked[u->id])
            continue;
        done = ((double)r->position[u->id] + done) / (double)r->walked[u->id];
        iterations *= (double)r->walked[u->id];
        outermost = u;
    }
    if (!opt->tell || !outermost || done * LONG >= 1)
        return;
    opt->tell(opt->tell_with, outermost->where,
              arena_printf(r->scratch,
                           "this prediction takes long: up to %.3g iterations from here on are "
                           "followed one by one on %d processor%s, as they need not be alike; %s",
                           iterations, r->places, r->places == 1 ? "" : "s", advice(r)));
}
