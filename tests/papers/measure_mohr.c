#include "tests/papers/measure.h"

/* Poisson on the CM-5 with N = 128; neither paper nor figure says the size. */
static double phase(const char *name, int procs)
{
    json_t *o = estimate("poisson/poisson", "--machine cm5 --procs %d --set N=128", procs);
    const double time = region(o, name, "time_s");
    json_decref(o);
    return time;
}

static figure sine_speedup_32(void)
{
    const double ours = phase("sine", 1) / phase("sine", 32);
    return beside(ours, 28.69, "%.2f", ours);
}

const measure mohr_measures[] = {
    {"sine_speedup_32", sine_speedup_32},
    {0},
};
