#ifndef FPREDICT_TESTS_PAPERS_SARUKKAI_TRACES_H
#define FPREDICT_TESTS_PAPERS_SARUKKAI_TRACES_H

/* Section 4 of Sarukkai and Malony 1993, by the tables of docs/traces.md. */

#include "tests/papers/measure/measure.h"

figure barriers_grow_with_alpha(void);
figure barriers_larger_on_few(void);
figure barriers_left(void);
figure ocean_rises(void);
figure ocean_falls(void);
figure ocean_deviation_grows(void);
figure ocean_least(void);
figure ocean_most(void);
figure ocean_model(void);
figure ocean_between(void);
figure lifo_gains_nothing(void);
figure fifo_gains(void);
figure becomes_severe(void);
figure reduces(void);

#endif
