#ifndef FPREDICT_SYSMODELS_NETWORK_HOST_H
#define FPREDICT_SYSMODELS_NETWORK_HOST_H

/* The machine's host and its input and output: seconds and bytes. */

#include "sysmodels/model/sag.h"

/* Seconds that the host takes to start a program on so many nodes; 0 where the
 * machine has no host, or the host does not say. */
double sag_spawn_time(const sag *machine, int nodes);

/* Seconds until n bytes have passed between a node and the host: the message
 * function of the link; of the nodes' network where there is no link. */
double sag_host_message_time(const sag *machine, double bytes);

/* The component for input and output that is nearest to the program's node: its own,
 * or that of a unit above it, or the host's (*is_host); null where there is none. */
const sag_io *sag_nearest_io(const sag *machine, bool *is_host);

/* Seconds of one input or output call of n bytes by that component, and where it is
 * the host's the way there. False where there is none. */
bool sag_io_time(const sag *machine, double bytes, double *seconds);

#endif
