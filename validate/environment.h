#ifndef FPREDICT_VALIDATE_ENVIRONMENT_H
#define FPREDICT_VALIDATE_ENVIRONMENT_H

/* Where programs run, and whether the machine file is of it. Programs are measured somewhere, and
 * predicted of a machine; nothing else would say that the two are not the same. */

#include "support/vec.h"
#include "sysmodels/model/sag.h"
#include "validate/validate.h"

/* What a message from rank 0 takes. */
typedef struct environment_message {
    int partner;
    double bytes, seconds;
} environment_message;

/* What training/probe/where.c has found. */
typedef struct environment {
    bool is_simulated;
    const char *library; /* of MPI */
    const char *host;    /* of rank 0 */
    int ranks, hosts;    /* that the ranks were on */
    int processors;      /* of rank 0's host; 0: not known */
    int beside,
        cores; /* ranks on it; where that is simulated, cores that they have; 0: not known */
    VEC(environment_message) messages; /* where time is simulated */
} environment;

/* Reads the probe's report; false where it is none. */
bool environment_read(arena *a, const char *path, environment *out);

/* Returns what is to be said of a machine file that is not of that environment, with a remedy, or
 * null. Without one, programs are sequential and run on this host. `mpirun` starts the
 * others. `is_counted`: computation takes no time but what is charged, so that a message takes
 * what the platform says. */
const char *environment_mismatch(arena *a, const environment *p, const sag *machine,
                                 const char *mpirun, bool is_counted);

/* The same of cases whose ranks share what each of them should have for itself: a host of a
 * platform, a processor of a real machine. */
const char *environment_shared_hosts(arena *a, const environment *p, const sag *machine, int count,
                                     const validate_case *cases);

/* The same of cases that have more ranks on a simulated host than it has cores, where the machine
 * file says that nodes have several ranks: each of them is said to compute as if it were alone. */
const char *environment_shared_cores(arena *a, const environment *p, const sag *machine, int count,
                                     const validate_case *cases);

#endif
