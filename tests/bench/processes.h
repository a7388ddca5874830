#ifndef FPREDICT_TESTS_BENCH_PROCESSES_H
#define FPREDICT_TESTS_BENCH_PROCESSES_H

/* Clocks, and times of whole processes. All times are seconds. */

enum { BENCH_RUNS = 20 };

/* What this thread had of a processor: what else the machine does is not in it. */
double bench_cpu_time(void);

/* Returns the median of `count` values, which it sorts. */
double bench_median(double *values, int count);

/* Runs each of two commands BENCH_RUNS times in turn, so that what disturbs the
 * machine disturbs both, after one run of each that is not counted. `second` may
 * be null. Returns 0 after a command that fails. */
int bench_processes(const char *const *first, const char *const *second, double *first_s,
                    double *second_s);

#endif
