#include "tests/papers/measure/patterns.h"

#include "tests/papers/measure/measure.h"
#include "tests/papers/measure/sweep.h"

double pattern_time(const char *machine, const char *name, int floats, const char *options)
{
    json_t *all = predictions("tests/papers/programs/patterns.c",
                              "--machine %s --entry %s --procs 64 --set M=%d %s", machine, name,
                              floats, options);
    const double time = communication(json_array_get(all, 0), NULL, "time_s");
    json_decref(all);
    return time;
}
