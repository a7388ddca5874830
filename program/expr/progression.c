/* Regular sections: progressions of integers. */

#include <assert.h>

#include "program/expr/mapping.h"

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
