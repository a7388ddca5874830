/* The memory hierarchy: accesses that go round and round in `size` bytes, `stride`
 * bytes apart. One iteration is one access. Where the time of an access turns
 * upwards, a cache or the TLB is full; what it rises by is a miss. */

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "training/train_kernel.h"
#include "training/train_opaque.h"

enum { MEMORY_FROM = 1024, MEMORY_TO = 64 << 20, FRESH = 16 << 20, PAGE = 4096 };

/* Calls `at` for `iterations` places, round by round. */
#define ROUNDS(iterations, at)                                                                     \
    do {                                                                                           \
        int64_t left = (iterations);                                                               \
        const int64_t stride = point->value[TRAIN_stride];                                         \
        const int64_t in_round = point->value[TRAIN_size] / stride;                                \
        while (left > 0) {                                                                         \
            const int64_t n = left < in_round ? left : in_round;                                   \
            char *place = space->memory;                                                           \
            for (int64_t i = 0; i < n; i++, place += stride) {                                     \
                at                                                                                 \
            }                                                                                      \
            left -= n;                                                                             \
        }                                                                                          \
    } while (0)

static double read_round(const train_workspace *space, const train_point *point, int64_t iterations)
{
    ROUNDS(iterations, USE_FP(*(const double *)(const void *)place););
    return *(const double *)(const void *)space->memory;
}

static double write_round(const train_workspace *space, const train_point *point,
                          int64_t iterations)
{
    double x = 1.5;
    ROUNDS(iterations, OPAQUE_FP(x); *(double *)(void *)place = x; USE_MEMORY(););
    return *(const double *)(const void *)space->memory;
}

static double copy_round(const train_workspace *space, const train_point *point, int64_t iterations)
{
    const int64_t apart = space->other - space->memory;
    ROUNDS(iterations, double x = *(const double *)(const void *)place; OPAQUE_FP(x);
           *(double *)(void *)(place + apart) = x; USE_MEMORY(););
    return *(const double *)(const void *)space->other;
}

/* What fits in a cache is there when the clock starts. */
static void read_before(const train_workspace *space, const train_point *point)
{
    (void)read_round(space, point, point->value[TRAIN_size] / point->value[TRAIN_stride]);
}

static void write_before(const train_workspace *space, const train_point *point)
{
    (void)write_round(space, point, point->value[TRAIN_size] / point->value[TRAIN_stride]);
}

static void copy_before(const train_workspace *space, const train_point *point)
{
    (void)copy_round(space, point, point->value[TRAIN_size] / point->value[TRAIN_stride]);
}

/* Pointers, each to the next of a linear congruential sequence: modulo a power
 * of two, with an odd increment and a multiplier of 1 modulo 4, it has its full
 * period (Knuth, The Art of Computer Programming 2, theorem 3.2.1.2 A), and no
 * prefetcher follows it. */
static void chase_before(const train_workspace *space, const train_point *point)
{
    const uint64_t stride = (uint64_t)point->value[TRAIN_stride];
    const uint64_t nodes = (uint64_t)point->value[TRAIN_size] / stride;
    for (uint64_t i = 0; i < nodes; i++) {
        const uint64_t next = (i * 1664525u + 1013904223u) % nodes;
        *(void **)(void *)(space->memory + i * stride) = space->memory + next * stride;
    }
    const char *p = space->memory;
    for (uint64_t i = 0; i < nodes; i++) {
        p = *(const char *const *)(const void *)p;
        OPAQUE_INT(p);
    }
}

static double chase(const train_workspace *space, const train_point *point, int64_t iterations)
{
    (void)point;
    const char *p = space->memory;
    for (int64_t i = 0; i < iterations; i++) {
        p = *(const char *const *)(const void *)p;
        OPAQUE_INT(p);
    }
    return (double)(p - space->memory);
}

/* Gives the pages of the workspace back, and takes fresh ones, which the system has yet to
 * find and to clear when they are touched. */
static void fresh_before(const train_workspace *space, const train_point *point)
{
    const uintptr_t page = PAGE, from = ((uintptr_t)space->memory + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)space->memory + (uintptr_t)point->value[TRAIN_size]);
    const int zero = open("/dev/zero", O_RDWR);
    if (zero < 0)
        return;
    if (end / page * page > from)
        (void)mmap((void *)from, end / page * page - from, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_FIXED, zero, 0);
    close(zero);
}

/* Powers of two make the sequence's period; the others have a size between. */
train_kernels train_memory_kernels(void)
{
    static const train_kernel kernels[] = {
        {.name = "memory.chase",
         .family = TRAIN_MEMORY,
         .operations = "load:1 loop_iteration:1",
         .bytes = 8,
         .prepare = chase_before,
         .access = chase,
         .sweep = {.from = MEMORY_FROM, .to = MEMORY_TO, .stride_from = 64, .is_strided = true}},
        {.name = "memory.read",
         .family = TRAIN_MEMORY,
         .operations = "load:1 loop_iteration:1",
         .bytes = 8,
         .prepare = read_before,
         .access = read_round,
         .sweep = {.from = MEMORY_FROM, .to = MEMORY_TO, .per_octave = 2, .is_strided = true}},
        {.name = "memory.write",
         .family = TRAIN_MEMORY,
         .operations = "store:1 loop_iteration:1",
         .bytes = 8,
         .prepare = write_before,
         .access = write_round,
         .sweep = {.from = MEMORY_FROM, .to = MEMORY_TO, .per_octave = 2, .is_strided = true}},
        {.name = "memory.copy",
         .family = TRAIN_MEMORY,
         .operations = "load:1 store:1 loop_iteration:1",
         .bytes = 16,
         .prepare = copy_before,
         .access = copy_round,
         .sweep = {.from = MEMORY_FROM, .to = MEMORY_TO, .per_octave = 2, .is_strided = true}},
        {.name = "memory.first_touch",
         .family = TRAIN_MEMORY,
         .operations = "store:1 loop_iteration:1",
         .bytes = 8,
         .prepare = fresh_before,
         .access = write_round,
         .sweep = {.from = FRESH, .to = FRESH, .stride_from = PAGE, .is_strided = true}},
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
