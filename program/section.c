/* Regular sections: progressions of integers, normalised to run upwards. */

#include <assert.h>

#include "program/mapping.h"

static const section empty_section = {0, -1, 1};

int64_t section_count(section s)
{
    assert(s.stride != 0);
    if (s.stride > 0) {
        if (s.upper < s.lower)
            return 0;
        return (int64_t)(((uint64_t)s.upper - (uint64_t)s.lower) / (uint64_t)s.stride) + 1;
    }
    if (s.upper > s.lower)
        return 0;
    return (int64_t)(((uint64_t)s.lower - (uint64_t)s.upper) / (0 - (uint64_t)s.stride)) + 1;
}

section section_normalize(section s)
{
    int64_t n = section_count(s);
    if (n == 0)
        return empty_section;
    if (n == 1)
        return (section){s.lower, s.lower, 1};
    int64_t last = s.lower + s.stride * (n - 1);
    if (s.stride > 0)
        return (section){s.lower, last, s.stride};
    return (section){last, s.lower, -s.stride};
}
