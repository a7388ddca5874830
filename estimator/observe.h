#ifndef FPREDICT_ESTIMATOR_OBSERVE_H
#define FPREDICT_ESTIMATOR_OBSERVE_H

/* Whoever wants to see an interpretation as it goes on gives estimate_options an observer. Each
 * processor and each iteration is then followed by itself. What one processor does is told in the
 * order of its clock; processors come in the order of the interpretation. Times are picoseconds. */

#include "aag/aag.h"

typedef enum observed_kind {
    OBSERVED_SEND_BEGINS,
    OBSERVED_SEND_ENDS,
    OBSERVED_RECEIVE_BEGINS,
    OBSERVED_RECEIVE_ENDS,
    OBSERVED_SENT,     /* a message that its sender did not wait for: a post */
    OBSERVED_RECEIVED, /* of a post that was waited for */
    OBSERVED_PUT,      /* a coarray's elements are on the other image */
    OBSERVED_GET       /* they have come from there */
} observed_kind;

typedef struct observed_event {
    observed_kind kind;
    int rank, peer;
    int64_t time, bytes;
    int64_t number; /* the message's, from 0 on: the same at both of its ends */
    int64_t tag;    /* the communication's id; of a post its tag */
} observed_event;

/* What a processor gives to a communication and gets of it, as MPI's calls name it, whatever
 * messages carry it: in an allgather its own part, and the parts of all, also its own; in a
 * broadcast the root gives the message, and the others get it. */
typedef struct observed_bytes {
    int64_t given, got;
} observed_bytes;

typedef struct estimate_observer estimate_observer;
struct estimate_observer {
    /* Is that enough? Asked before each unit; the evaluation then ends, and fails in silence. */
    bool (*is_full)(estimate_observer *o);
    /* A processor comes to a unit, and has done it. Units inside it are in between; but where a
     * task waits for a post, the rest of it comes later. */
    void (*enter)(estimate_observer *o, const aag_unit *u, int rank, int64_t time);
    void (*leave)(estimate_observer *o, const aag_unit *u, int rank, int64_t time);
    void (*happens)(estimate_observer *o, const aag_unit *u, const observed_event *e);
    /* In the unit, a communication that these do together, ascending; there may be several groups.
     * It begins and ends for each when the unit does. `root`: a rank; -1: none. `bytes` are of each
     * of them. */
    void (*together)(estimate_observer *o, const aag_unit *u, int count, const int *ranks, int root,
                     const observed_bytes *bytes);
};

#endif
