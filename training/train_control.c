/* Loads and stores that hit the nearest cache, subscripts, loops, conditions
 * and calls. */

#include "training/train_kernel.h"
#include "training/train_opaque.h"

enum { UNROLL = 16 };

/* clang-format off */
#define TIMES_4(step) step step step step
#define TIMES_16(step) TIMES_4(step) TIMES_4(step) TIMES_4(step) TIMES_4(step)
#define EACH_OF_16(step)                                                                           \
    step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7)                                \
    step(8) step(9) step(10) step(11) step(12) step(13) step(14) step(15)
/* clang-format on */

/* A ring of pointers: the address of a load is what the one before loaded. */
static double load_chain(int64_t iterations)
{
    const char *ring[UNROLL];
    for (int i = 0; i < UNROLL; i++)
        ring[i] = (const char *)&ring[(i + 1) % UNROLL];
    const char *p = (const char *)ring;
    USE_MEMORY();
    for (int64_t i = 0; i < iterations; i++) {
        TIMES_16(OPAQUE_INT(p); p = *(const char *const *)(const void *)p;)
    }
    return (double)(p - (const char *)ring);
}

static double load_throughput(int64_t iterations)
{
    double a[UNROLL] = {0}, *from = a;
    OPAQUE_INT(from);
    for (int64_t i = 0; i < iterations; i++) {
        USE_MEMORY();
#define LOAD(k) USE_FP(from[k]);
        EACH_OF_16(LOAD)
    }
    return a[0];
}

static double store_throughput(int64_t iterations)
{
    double a[UNROLL] = {0}, *to = a, x = 1.5;
    OPAQUE_INT(to);
    for (int64_t i = 0; i < iterations; i++) {
#define STORE(k)                                                                                   \
    OPAQUE_FP(x);                                                                                  \
    to[k] = x;                                                                                     \
    USE_MEMORY();
        EACH_OF_16(STORE)
    }
    return a[1];
}

/* A store, and a load of what it stored. */
static double store_chain(int64_t iterations)
{
    double a[1] = {0}, *at = a, x = 1.5;
    OPAQUE_INT(at);
    for (int64_t i = 0; i < iterations; i++) {
        TIMES_16(OPAQUE_FP(x); at[0] = x; USE_MEMORY(); x = at[0];)
    }
    return x;
}

/* i * m + j: what a subscript needs whose loop is not the array's. */
static double index_chain(int64_t iterations)
{
    uint32_t i = 1, m = 3, j = 1;
    OPAQUE_INT(m);
    OPAQUE_INT(j);
    for (int64_t n = 0; n < iterations; n++) {
        TIMES_16(OPAQUE_INT(i); i = i * m + j;)
    }
    return (double)i;
}

static double index_throughput(int64_t iterations)
{
    double a[UNROLL] = {0}, *from = a;
    int i = 1, m = 3, j = 1;
    OPAQUE_INT(from);
    OPAQUE_INT(m);
    OPAQUE_INT(j);
    for (int64_t n = 0; n < iterations; n++) {
        USE_MEMORY();
        TIMES_16(OPAQUE_INT(i); USE_FP(from[i * m + j]);)
    }
    return a[0];
}

static double empty_loop(int64_t iterations)
{
    int64_t i = 0;
    for (; i < iterations; i++)
        OPAQUE_INT(i);
    return (double)i;
}

/* A loop of four iterations in another. */
static double short_loop(int64_t iterations)
{
    int64_t end = 4, total = 0;
    for (int64_t i = 0; i < iterations; i++) {
        OPAQUE_INT(end);
        int64_t j = 0;
        for (; j < end; j++)
            OPAQUE_INT(j);
        total += j;
    }
    return (double)total;
}

/* Compilers put what stands under a condition after it, and jump over that where it is
 * false: then the branch is taken. What stands there hides its result: no conditional move can
 * take its place. */
static double condition(int64_t iterations, int start)
{
    int x = start, a = 3;
    uint32_t n = 0;
    OPAQUE_INT(a);
    for (int64_t i = 0; i < iterations; i++) {
        /* clang-format off */
        TIMES_16(OPAQUE_INT(x); if (LIKELY(x < a)) { n = n + (uint32_t)x; OPAQUE_INT(n); })
        /* clang-format on */
    }
    return n;
}

static double condition_not_taken(int64_t iterations)
{
    return condition(iterations, 1);
}

static double condition_taken(int64_t iterations)
{
    return condition(iterations, 5);
}

NEVER_INLINE static int callee(int x)
{
    OPAQUE_INT(x);
    return x;
}

static double calls(int64_t iterations)
{
    int x = 1;
    for (int64_t i = 0; i < iterations; i++) {
        TIMES_16(x = callee(x);)
    }
    return x;
}

train_kernels train_control_kernels(void)
{
    static const train_kernel kernels[] = {
        {.name = "load.chain",
         .family = TRAIN_COMPUTATION,
         .operations = "load:16 loop_iteration:1",
         .bytes = UNROLL * sizeof(void *),
         .compute = load_chain},
        {.name = "load.throughput",
         .family = TRAIN_COMPUTATION,
         .operations = "load:16 loop_iteration:1",
         .bytes = UNROLL * sizeof(double),
         .compute = load_throughput},
        {.name = "store.chain",
         .family = TRAIN_COMPUTATION,
         .operations = "store:16 load:16 loop_iteration:1",
         .bytes = 2 * UNROLL * sizeof(double),
         .compute = store_chain},
        {.name = "store.throughput",
         .family = TRAIN_COMPUTATION,
         .operations = "store:16 loop_iteration:1",
         .bytes = UNROLL * sizeof(double),
         .compute = store_throughput},
        {.name = "index.chain",
         .family = TRAIN_COMPUTATION,
         .operations = "index:16 loop_iteration:1",
         .compute = index_chain},
        {.name = "index.throughput",
         .family = TRAIN_COMPUTATION,
         .operations = "index:16 load:16 loop_iteration:1",
         .bytes = UNROLL * sizeof(double),
         .compute = index_throughput},
        {.name = "loop_iteration.empty",
         .family = TRAIN_COMPUTATION,
         .operations = "loop_iteration:1",
         .compute = empty_loop},
        {.name = "loop_setup.short",
         .family = TRAIN_COMPUTATION,
         .operations = "loop_setup:1 loop_iteration:5 int_add:1",
         .compute = short_loop},
        {.name = "condition.not_taken",
         .family = TRAIN_COMPUTATION,
         .operations = "condition:16 int_compare:16 int_add:16 loop_iteration:1",
         .compute = condition_not_taken},
        {.name = "branch_taken.always",
         .family = TRAIN_COMPUTATION,
         .operations = "condition:16 int_compare:16 branch_taken:16 loop_iteration:1",
         .compute = condition_taken},
        {.name = "call.empty",
         .family = TRAIN_COMPUTATION,
         .operations = "call:16 loop_iteration:1",
         .compute = calls},
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
