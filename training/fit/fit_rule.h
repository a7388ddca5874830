#ifndef FPREDICT_TRAINING_FIT_FIT_RULE_H
#define FPREDICT_TRAINING_FIT_FIT_RULE_H

/* The rule of exchanges (docs/model.md, "The exchange"), and what was measured for and against
 * each. */

#include <stdio.h>

#include "training/fit/fit_network.h"

/* Chooses among the rules, and writes the network of the chosen one to `c`, which has that of
 * rules without adapters before; `adapter` is fit_base's. To `evidence` it writes what it knows. */
void fit_choose_rule(arena *a, const fit_data *data, const fit_network *network,
                     sag_communication *c, const sag_communication *adapter, fit_evidence *evidence,
                     fit_notes *notes);

/* Prints the evidence, a line a pattern; nothing where nothing was measured. */
void fit_print_evidence(arena *a, const fit_evidence *evidence, FILE *out);

/* The channels of a node; 1: all that it sends goes to one switch. */
int fit_ports_of(const sag_communication *c);

#endif
