#ifndef FPREDICT_TRAINING_FIT_FIT_LINKS_H
#define FPREDICT_TRAINING_FIT_FIT_LINKS_H

/* Links and ports that messages share, of a network whose adapters carry messages. */

#include "training/fit/fit_network.h"

/* Gives the network the capacities by which what was measured of messages that meet comes out at
 * least half as far off as without; says what was found. */
void fit_links(arena *a, const fit_data *data, const fit_network *network, sag_communication *c,
               fit_evidence *evidence, fit_notes *notes);

#endif
