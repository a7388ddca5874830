#ifndef FPREDICT_TRAINING_TRAIN_OPAQUE_H
#define FPREDICT_TRAINING_TRAIN_OPAQUE_H

/* What keeps a compiler from removing, merging, vectorising or moving out of a
 * loop what is to be measured. OPAQUE_FP(x) and OPAQUE_INT(x) make it forget
 * where the value of x came from; USE_FP and USE_INT need the value and give
 * nothing. None is an instruction: x stays in its register. Compilers without
 * the extension get a volatile access, which costs a store and a load;
 * TRAIN_OPAQUE_IS_FREE says which, and raw data tell it. */

#if defined(__GNUC__) && defined(__x86_64__)
#define TRAIN_FP_REGISTER "x"
#elif defined(__GNUC__) && defined(__aarch64__)
#define TRAIN_FP_REGISTER "w"
#elif defined(__GNUC__) && defined(__powerpc64__)
#define TRAIN_FP_REGISTER "d"
#elif defined(__GNUC__) && defined(__riscv) && defined(__riscv_flen)
#define TRAIN_FP_REGISTER "f"
#endif

#ifdef __GNUC__
#define LIKELY(x) __builtin_expect((x), 1)
#else
#define LIKELY(x) (x)
#endif

#ifdef TRAIN_FP_REGISTER
#define TRAIN_OPAQUE_IS_FREE 1
#define OPAQUE_FP(x) __asm__ volatile("" : "+" TRAIN_FP_REGISTER(x))
#define OPAQUE_INT(x) __asm__ volatile("" : "+r"(x))
#define USE_FP(x) __asm__ volatile("" : : TRAIN_FP_REGISTER(x))
#define USE_INT(x) __asm__ volatile("" : : "r"(x))
#define USE_MEMORY() __asm__ volatile("" : : : "memory")
#define NEVER_INLINE __attribute__((noinline))
#else
#define TRAIN_OPAQUE_IS_FREE 0
#define OPAQUE_FP(x)                                                                               \
    do {                                                                                           \
        volatile double opaque = (double)(x);                                                      \
        (x) += 0 * opaque;                                                                         \
    } while (0)
#define OPAQUE_INT(x)                                                                              \
    do {                                                                                           \
        volatile long long opaque = (long long)(x);                                                \
        (x) += 0 * opaque;                                                                         \
    } while (0)
#define USE_FP(x)                                                                                  \
    do {                                                                                           \
        volatile double opaque = (double)(x);                                                      \
        (void)opaque;                                                                              \
    } while (0)
#define USE_INT(x)                                                                                 \
    do {                                                                                           \
        volatile long long opaque = (long long)(x);                                                \
        (void)opaque;                                                                              \
    } while (0)
#define USE_MEMORY() ((void)0)
#define NEVER_INLINE
#endif

#endif
