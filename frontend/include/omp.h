#ifndef FPREDICT_OMP_H
#define FPREDICT_OMP_H

/* The run-time functions of OpenMP's C binding, so that a program which includes <omp.h> can be
 * predicted where no compiler's own is installed.
 *
 * fpredict leaves OpenMP's directives out: a processor executes with one thread. So each function
 * does what the specification gives for a program of one thread (OpenMP API 3.1, appendix A.1), but for the clock,
 * which is a call. */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct omp_lock_t {
    int is_set;
} omp_lock_t;

typedef struct omp_nest_lock_t {
    int count;
} omp_nest_lock_t;

typedef enum omp_sched_t {
    omp_sched_static = 1,
    omp_sched_dynamic,
    omp_sched_guided,
    omp_sched_auto
} omp_sched_t;

/* --- Threads ---------------------------------------------------------------- */

static inline void omp_set_num_threads(int threads)
{
    (void)threads;
}
static inline int omp_get_num_threads(void)
{
    return 1;
}
static inline int omp_get_max_threads(void)
{
    return 1;
}
static inline int omp_get_thread_num(void)
{
    return 0;
}
static inline int omp_get_num_procs(void)
{
    return 1;
}
static inline int omp_in_parallel(void)
{
    return 0;
}
static inline void omp_set_dynamic(int is_dynamic)
{
    (void)is_dynamic;
}
static inline int omp_get_dynamic(void)
{
    return 0;
}
static inline void omp_set_nested(int is_nested)
{
    (void)is_nested;
}
static inline int omp_get_nested(void)
{
    return 0;
}
static inline void omp_set_schedule(omp_sched_t kind, int chunk)
{
    (void)kind;
    (void)chunk;
}
static inline void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    *kind = omp_sched_static;
    *chunk = 0;
}
static inline int omp_get_thread_limit(void)
{
    return 1;
}
static inline void omp_set_max_active_levels(int levels)
{
    (void)levels;
}
static inline int omp_get_max_active_levels(void)
{
    return 0;
}
static inline int omp_get_level(void)
{
    return 0;
}
static inline int omp_get_active_level(void)
{
    return 0;
}
static inline int omp_get_ancestor_thread_num(int level)
{
    return level == 0 ? 0 : -1;
}
static inline int omp_get_team_size(int level)
{
    return level == 0 ? 1 : -1;
}
static inline int omp_in_final(void)
{
    return 1;
}

/* What is asked in expressions is a number, so that what depends on it is known. */
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#define omp_get_thread_num() 0
#define omp_get_num_procs() 1
#define omp_in_parallel() 0
#define omp_get_thread_limit() 1

/* --- Locks ------------------------------------------------------------------ */

static inline void omp_init_lock(omp_lock_t *lock)
{
    lock->is_set = 0;
}
static inline void omp_destroy_lock(omp_lock_t *lock)
{
    (void)lock;
}
static inline void omp_set_lock(omp_lock_t *lock)
{
    lock->is_set = 1;
}
static inline void omp_unset_lock(omp_lock_t *lock)
{
    lock->is_set = 0;
}
static inline int omp_test_lock(omp_lock_t *lock)
{
    int was_free = !lock->is_set;
    lock->is_set = 1;
    return was_free;
}
static inline void omp_init_nest_lock(omp_nest_lock_t *lock)
{
    lock->count = 0;
}
static inline void omp_destroy_nest_lock(omp_nest_lock_t *lock)
{
    (void)lock;
}
static inline void omp_set_nest_lock(omp_nest_lock_t *lock)
{
    lock->count++;
}
static inline void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
    lock->count--;
}
static inline int omp_test_nest_lock(omp_nest_lock_t *lock)
{
    return ++lock->count;
}

/* --- Time ------------------------------------------------------------------- */

double omp_get_wtime(void);
double omp_get_wtick(void);

#ifdef __cplusplus
}
#endif

#endif
