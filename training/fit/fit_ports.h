#ifndef FPREDICT_TRAINING_FIT_FIT_PORTS_H
#define FPREDICT_TRAINING_FIT_FIT_PORTS_H

/* Whether the messages under way at a node's port share it, or pass it one after another. */

#include "training/fit/fit_network.h"

/* Gives a network of adapters that states no capacities that of a port, where what was measured is
 * twice as near to ports that are shared evenly; to `evidence` it writes what was for and against
 * that. */
void fit_shared_ports(arena *a, const fit_data *data, const fit_network *network,
                      sag_communication *c, fit_evidence *evidence, fit_notes *notes);

#endif
