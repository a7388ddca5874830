#ifndef FPREDICT_TRACE_PERTURBATION_FLIGHT_H
#define FPREDICT_TRACE_PERTURBATION_FLIGHT_H

/* How long messages are under way, and when their receivers have them. Ticks. */

#include "trace/perturbation/messages.h"
#include "trace/perturbation/perturbation.h"

enum { SIZE_CLASSES = 65 }; /* of messages: a power of two each, and of none */

/* The least that messages of a class of sizes took in the trace, in ticks; below 0: not known. */
typedef struct learnt {
    double
        flight[SIZE_CLASSES]; /* from its sending until its receiver has it, if that waits for it */
    double copy[SIZE_CLASSES];   /* from when its receiver asks for one that may be there */
    double answer[SIZE_CLASSES]; /* from when both are there until a sender that waits goes on */
    /* Of messages whose receives, and sends, have begun and are waited for later: until that has
     * ended, and what a call takes that finds all ended, by the bytes that it receives. */
    double posted_flight[SIZE_CLASSES], posted_send[SIZE_CLASSES], posted_end[SIZE_CLASSES];
} learnt;

void flight_begin(learnt *l);
/* How many classes of sizes have a time under way. */
uint64_t flight_count(const learnt *l);

/* The figure of a class of sizes, or of the nearest smaller one, or else larger one, that is known;
 * `otherwise` where none is. */
double flight_learnt(const double *figures, uint64_t bytes, double otherwise);
/* It took so long: as little as that is possible. */
void flight_learn_least(double *figures, uint64_t bytes, double value);

/* A receive in the trace: since when it was asked for, and when it was over; and since when it is
 * asked for now. */
typedef struct asked {
    double measured, measured_end, approximated;
} asked;

/* Learns from it; of the first pass. */
void flight_learn(learnt *l, const asked *a, const sent_message *m);
void flight_learn_answer(learnt *l, uint64_t bytes, double answer);
/* When the receiver has it. */
double flight_received(const learnt *l, flight_view view, const asked *a, const sent_message *m);

/* When a message is there, as FLIGHT_LEARNT has it: a receive may take it from then on. */
double flight_arrival(const learnt *l, const sent_message *m);
/* When the receiver has it, of one that it did not take at this receive in the trace. */
double flight_received_instead(const learnt *l, const asked *a, const sent_message *m);
/* How long after both are there its sender goes on, if it waits for the receiver. */
double flight_answer(const learnt *l, uint64_t bytes);

#endif
