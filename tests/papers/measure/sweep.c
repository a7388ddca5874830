#include "tests/papers/measure/sweep.h"

#include <stdarg.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/papers/measure/measure.h"

const looping jacobi = {"samples/laplace/laplace.c", "niter"},
              redblack = {"samples/redblack/redblack.c", "ncycles"};
const char torus[] = "tests/papers/programs/torus.c",
           torus_cshift[] = "tests/papers/programs/torus_cshift.c";

#define LINE "torus.communication.patterns.shift.dims_2.pieces[0]."
const char only_long[] = "--param '" LINE "startup_us=77.5' --param '" LINE "per_byte_us=0.0141'",
           two_whole[] = "--param torus.communication.ring_of_two_fraction=1";

/* A startup of 186 times a byte: 2 messages of half an edge against 4 take as long at
 * N = 2 * 186 / (4 * (1 - 2 / sqrt P)), which is 186 on 16 and 124 on 64. */
#define STARTUP "--param 'cube.communication.pieces[0].startup_us="
const char nCUBE_1[] = "--machine ncube1", nCUBE_2[] = "--machine ncube2",
           implied_1[] = "--machine ncube1 " STARTUP "483.6'",
           implied_2[] = "--machine ncube2 " STARTUP "106.02'";

json_t *predictions(const char *source, const char *format, ...)
{
    char options[4096];
    size_t i;
    json_t *one;
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    json_t *all = json_of("estimate '" FP_SOURCE_DIR "/%s' %s --format json --no-warnings "
                          "-- -I '" FP_SOURCE_DIR "/frontend/include'",
                          source, options);
    if (!json_is_array(all)) { /* a single one is printed by itself */
        json_t *array = json_array();
        json_array_append_new(array, all);
        all = array;
    }
    json_array_foreach(all, i, one)
    {
        if (!json_is_true(json_object_get(one, "complete")))
            exit((fprintf(stderr, "%s %s: not complete\n", source, options), 1));
    }
    return all;
}

static double parameter(const json_t *o, const char *name)
{
    return number(json_object_get(o, "parameters"), name);
}

static double communicating(const json_t *o)
{
    return number(json_object_get(o, "breakdown_s"), "communication");
}

unsigned iterations(const looping *program, const char *sizes, iteration *out, unsigned room,
                    const char *format, ...)
{
    char options[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    json_t *all = predictions(program->source, "%s --set N=%s --set %s=100,200", options, sizes,
                              program->counter);
    const size_t count = json_array_size(all) / 2;
    for (size_t i = 0; i < count; i++) {
        const json_t *some = json_array_get(all, 2 * i), *more = json_array_get(all, 2 * i + 1);
        const double size = parameter(some, "N");
        if (i >= room || size != parameter(more, "N") || parameter(some, program->counter) != 100 ||
            parameter(more, program->counter) != 200)
            exit((fprintf(stderr, "%s %s: not in order\n", program->source, options), 1));
        out[i] = (iteration){(int)size, (number(more, "time_s") - number(some, "time_s")) / 100,
                             (communicating(more) - communicating(some)) / 100};
    }
    json_decref(all);
    return (unsigned)count;
}

double scalability(int p, int n, int p2, int n2)
{
    return (double)p2 * n * n / ((double)p * n2 * n2);
}

void sizes_of_equal_speed(const char *source, const char *options, int sizes[static GRIDS])
{
    json_t *o = json_of("scale %s --machine t3e --procs 2x2,4x2,4x4,8x4,8x8 --set N=1024 "
                        "--work 'N^2' --scale processor=1e6 --scale memory=1e6 --no-warnings "
                        "--format json %s",
                        source, options);
    const json_t *points = json_object_get(o, "points");
    for (size_t i = 0; i < GRIDS; i++)
        sizes[i] = (int)number(json_array_get(points, i), "size");
    json_decref(o);
}

enum { SIZES = 128 };

/* An iteration by blocks and by another distribution. */
typedef struct contest {
    iteration blocks[SIZES], strips[SIZES];
    unsigned count;
} contest;

static void hold_contest(contest *c, const char *other, int procs, int step, const char *options)
{
    char sizes[64];
    snprintf(sizes, sizeof sizes, "%d:512:%d", step, step);
    c->count = iterations(&redblack, sizes, c->blocks, SIZES,
                          "%s --procs %d --distribute 'T(block,block)'", options, procs);
    iterations(&redblack, sizes, c->strips, SIZES, "%s --procs %d --distribute '%s'", options,
               procs, other);
}

/* How much longer blocks take; below 0 they are the faster ones. */
static double lag(const contest *c, unsigned i)
{
    return c->blocks[i].time - c->strips[i].time;
}

/* The first size from which on blocks are faster, by its place; the count where that is never or
 * changes back. */
static unsigned first_faster(const contest *c)
{
    unsigned first = c->count;
    for (unsigned i = 0; i < c->count; i++) {
        if (first < c->count && lag(c, i) >= 0)
            return c->count;
        if (first == c->count && lag(c, i) < 0)
            first = i;
    }
    return first;
}

int crossing(const char *other, int procs, int step, const char *options)
{
    contest c;
    hold_contest(&c, other, procs, step, options);
    const unsigned first = first_faster(&c);
    return first < c.count ? c.blocks[first].size : 0;
}

lines_cross lines_crossing(const char *other, int procs, const char *options)
{
    contest c;
    hold_contest(&c, other, procs, procs, options);
    const unsigned i = first_faster(&c);
    if (i == 0 || i == c.count)
        return (lines_cross){0};
    const int from = c.blocks[i - 1].size, to = c.blocks[i].size;
    const double before = lag(&c, i - 1), after = lag(&c, i);
    return (lines_cross){from, to, from + (to - from) * before / (before - after)};
}

/* Laplace's borders are of N - 2 floats on 2 processors, and each of two messages of half of them
 * on 2 x 2. It makes 100 sweeps. */
double shift_us(const char *machine, int dims, int bytes)
{
    json_t *o = dims == 1
                    ? estimate("laplace/laplace",
                               "--machine %s --procs 2 --distribute 'T(block,*)' --set N=%d",
                               machine, bytes / 4 + 2)
                    : estimate("laplace/laplace",
                               "--machine %s --procs 2x2 --distribute 'T(block,block)' --set N=%d",
                               machine, bytes / 2 + 2);
    const double time = communication(o, "shift", "time_s");
    json_decref(o);
    return 1e6 * time / 100 / dims;
}
