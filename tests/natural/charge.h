#ifndef FPREDICT_TESTS_NATURAL_CHARGE_H
#define FPREDICT_TESTS_NATURAL_CHARGE_H

/* What the loops of an MPI program by hand take in simulated time (beside.sh). Communication is the
 * program's own. Its computation is charged: a loop says which operations of the source an
 * iteration has, and each takes what the machine's file says, as in programs that fpredict
 * generates. The operations are counted by hand in each program. Without NATURAL_CHARGED nothing
 * is. */

#ifdef NATURAL_CHARGED
/* So many times what stands there, "1 loop_iteration; 2 load, 1 double_add": it passes at once. */
void charge(const char *what, double times);
/* So many seconds pass. */
void charge_seconds(double seconds);
/* From now on the program is timed; all ranks begin together. Returns when, by MPI_Wtime. */
double charge_begin(void);
#else
static inline void charge(const char *what, double times)
{
    (void)what;
    (void)times;
}
static inline double charge_begin(void)
{
    return 0;
}
#endif

#endif
