#ifndef FPREDICT_TESTS_EXTRAPOLATION_LAB_H
#define FPREDICT_TESTS_EXTRAPOLATION_LAB_H

/* A machine in memory of which all is stated, in microseconds, and programs of threads as text
 * traces whose clock ticks once a microsecond. */

#include <math.h>
#include <stdio.h>

#include "trace/extrapolation/extrapolation.h"

typedef struct lab {
    fp_context *ctx;
    sag machine;
    sag_communication network;
    message_piece piece;
    extrapolation_options options;
    extrapolation_result result;
    FILE *text; /* the trace that is being written; null: none */
    char path[64];
    int threads;
} lab;

/* Messages: 2 to make, 1 to take, 3 to find what is asked for, a port for 4, 10 on the way.
 * Barriers are signals and take nothing. */
void lab_open(lab *l);
void lab_close(lab *l);

/* Sets a quantity in microseconds (a size in bytes). */
void lab_set(quantity *q, double value);
void lab_requests(lab *l, request_service how);
void lab_barrier(lab *l, barrier_model model, bool by_messages);
/* EntryTime, ExitTime, CheckTime, ExitCheckTime, ModelTime. */
void lab_barrier_times(lab *l, double entry, double exit, double check, double exit_check,
                       double model);

/* Begins a trace of so many threads; each writes its events with lab_at, in order. */
void lab_begin(lab *l, int threads);
void lab_event(lab *l, int thread, long at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Both events of a barrier. */
void lab_meet(lab *l, int thread, long at);
/* Ends the trace and extrapolates it. */
bool lab_run(lab *l);

/* Of a thread, in microseconds. */
double lab_time(const lab *l, int thread);
double lab_part(const lab *l, int thread, extrapolation_part part);

/* In microseconds: to a picosecond. */
#define ASSERT_US(found, expected)                                                                 \
    do {                                                                                           \
        const double found_ = (found), expected_ = (expected);                                     \
        if (fabs(found_ - expected_) > 1e-6)                                                       \
            fail_msg("%s is %.9g, not %.9g", #found, found_, expected_);                           \
    } while (0)

#endif
