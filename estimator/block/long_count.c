#include "estimator/block/long_count.h"

/* Judged by the work and not by time: the same input has the same output. */

#define LONG (INT64_C(1) << 24) /* about two seconds */

enum { NEW_BODY = 32 }; /* what counting a body costs, where to find a known one costs 1 */

void long_count_check(run *r, const aag_unit *loop, bool is_known)
{
    const estimate_options *opt = &r->est->options;
    const int64_t before = r->counted;
    r->counted += is_known ? 1 : NEW_BODY;
    if (before >= LONG || r->counted < LONG || !opt->tell)
        return;
    opt->tell(opt->tell_with, loop->where,
              "this prediction takes long: iterations here are counted one by one, as they need "
              "not be alike; smaller sizes (--set) shorten it");
}
