#include "sysmodels/network/collective/collective.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"

/* By what a collective is priced: a function of the kind of communication, one that was measured
 * on so many processors, the collective's own, or rounds of messages. */

/* A function of all processors together is none of a part of them. */
collective_algorithm collective_algorithm_of(const sag_communication *c, collective_kind kind,
                                             int members, int procs)
{
    const sag_collective *how = &c->collective[kind];
    return members < procs && how->subgroups_origin.source ? how->subgroups : how->algorithm;
}

bool collective_function(arena *a, const sag_communication *c, collective_kind kind,
                         sag_pattern_kind pattern, int dims, int members, int procs,
                         message_function *f, bool *waits)
{
    const sag_collective *how = &c->collective[kind];
    const sag_pattern *p = sag_whole_pattern(c, pattern);
    if (!p && members == procs && sag_is_measured(how, members)) {
        *f = sag_measured_function(a, how, members);
        *waits = kind != COLLECTIVE_BROADCAST; /* which nobody has to wait for but the root */
        return true;
    }
    if (!p && collective_algorithm_of(c, kind, members, procs) != COLLECTIVE_PATTERN)
        return false;
    bool completes = p ? p->measures == MEASURES_COMPLETION : how->measures_completion;
    *f = p ? sag_pattern_function(p, dims) : (message_function){how->piece_count, how->pieces};
    *waits = completes || kind != COLLECTIVE_BROADCAST;
    return true;
}
