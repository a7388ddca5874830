#ifndef FPREDICT_DRIVER_FPREDICT_SCALE_H
#define FPREDICT_DRIVER_FPREDICT_SCALE_H

/* fpredict scale, for the files command_scale.c and scale_*.c. */

#include "driver/fpredict/session.h"
#include "report/scaling.h"

/* An entry in one of its distributions. */
typedef struct scale_code {
    const char *name;
    const aag_graph *graph;
} scale_code;

typedef VEC(scale_code) scale_codes;

/* Plans all of --entry and --alternatives; false after reporting, with those that could be. */
bool scale_find_codes(session *s, scale_codes *out);

/* --effects: of these on each machine over the values of `size`, or its doublings; false after
 * reporting. */
bool scale_print_effects(session *s, const scale_codes *codes, const set_values *size);

/* --crossings: which is the fastest on each number of processors, at the size; false after
 * reporting. */
bool scale_print_crossings(session *s, const scale_codes *codes, const set_values *size);

#endif
