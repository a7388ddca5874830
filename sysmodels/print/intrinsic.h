#ifndef FPREDICT_SYSMODELS_PRINT_INTRINSIC_H
#define FPREDICT_SYSMODELS_PRINT_INTRINSIC_H

/* What the intrinsic functions of <hpf.h> are made of on a machine: the default of the
 * schema, where the machine has no function of its own for one as a whole (Parashar and Hariri
 * 1996, section 4.4: "benchmarking runs were also used to parameterize the HPF parallel intrinsic
 * library"). The classes are those of Fortran 90D's library (Bozkus and others): structured shifts,
 * a reduction tree over local results, broadcast trees, unstructured communication, algorithms for
 * matrices. docs/machines.md, "Intrinsic functions". */

#include "sysmodels/model/sag.h"

typedef struct sag_intrinsic {
    sag_pattern_kind kind; /* its key in `patterns` */
    const char *moves;     /* what is communicated, for people */
    const char *locally;   /* what each processor does itself */
} sag_intrinsic;

/* Returns the intrinsic functions, as many as *count. */
const sag_intrinsic *sag_intrinsics(int *count);

/* How a machine does the communication of one. */
typedef struct sag_composition {
    sag_pattern_kind base;        /* the kind of communication that it is */
    const char *by;               /* "recursive_doubling", "posted"; "completion": as a whole */
    const origin *from;           /* of `by` */
    bool has_own_function;        /* `by` is a collective that has one: of its bytes */
    const sag_pattern *function;  /* else: of its messages, or the whole; null: as any message */
    sag_pattern_kind function_of; /* where that is set, whose function it is */
} sag_composition;

sag_composition sag_composition_of(const sag_communication *c, sag_pattern_kind intrinsic);

#endif
