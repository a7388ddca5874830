#ifndef FPREDICT_TESTS_EXTRAPOLATION_TICKS_H
#define FPREDICT_TESTS_EXTRAPOLATION_TICKS_H

/* A second simulator of what docs/traces.md says of remote accesses and barriers: it knows no
 * events, but goes from one microsecond to the next and counts down what everybody is busy with.
 * A thread has a processor of its own. All costs are whole microseconds from 1 on. */

#include <stdbool.h>

#include "sysmodels/model/communication.h"

enum { TICK_THREADS = 8, TICK_STEPS = 64, TICK_MESSAGES = 4096 };

typedef enum tick_step_kind { TICK_COMPUTE, TICK_GET, TICK_PUT, TICK_MEET } tick_step_kind;

typedef struct tick_step {
    tick_step_kind kind;
    int amount; /* µs, or bytes */
    int owner;
} tick_step;

typedef struct tick_machine {
    request_service requests;
    barrier_model barrier;
    bool by_messages;
    int send, receive, service, interrupt, poll_every, poll;
    int request, port, port_per_byte, way;
    int entry, exit, check, exit_check, model, barrier_bytes;
} tick_machine;

typedef struct tick_program {
    int threads;
    int count[TICK_THREADS];
    tick_step steps[TICK_THREADS][TICK_STEPS];
} tick_program;

/* Returns false where it does not end. */
bool ticks_play(const tick_program *p, const tick_machine *m, int *end, int *served);

#endif
