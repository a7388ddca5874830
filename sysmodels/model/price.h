#ifndef FPREDICT_SYSMODELS_MODEL_PRICE_H
#define FPREDICT_SYSMODELS_MODEL_PRICE_H

/* What a message costs: its way through the network, the function that prices
 * its kind of communication, and the terms of that function (docs/model.md,
 * "Messages"). Seconds and bytes. */

#include "sysmodels/model/sag.h"

/* A message's way. Hops are channels between nodes on a hypercube, a mesh and a
 * torus, and switches passed elsewhere. The level says how far up a network of
 * switches it goes: 1 for one switch, and in a fat tree one more for each level
 * of switches up to the lowest that both nodes are below; in a dragonfly 2
 * inside a group and 3 between groups; 0 where levels do not matter. */
typedef struct sag_route {
    int hops, level;
} sag_route;

/* Returns the way between two processors of a grid that lies on the network as
 * the machine says; no hops for a processor and itself. */
sag_route sag_route_between(const sag_communication *c, int rank, const int *extents,
                            const int *from, const int *to);

/* Is the way between two processors that are `by` apart, on each axis, the same
 * wherever on the grid they are? */
bool sag_route_is_alike(const sag_communication *c, int rank, const int *by);

/* Returns the way to a neighbour: one hop, one switch. */
sag_route sag_route_next(const sag_communication *c);

/* Returns the channel of the receiver's node that a message comes in by, where several
 * may come by the same: 0 from a switch; on a hypercube that of the highest dimension in which
 * the nodes differ (e-cube routes end there), on a mesh and a torus that of the last such axis.
 * -1: nothing else comes by it. At most SAG_CHANNELS - 1. */
enum { SAG_CHANNELS = 64 };
int sag_channel(const sag_communication *c, int rank, const int *extents, const int *from,
                const int *to);

/* The number of the node that a processor of a grid is on: in a hypercube by
 * Gray code, nodes are as many hops apart as their numbers differ in bits. */
unsigned long long sag_node_number(const sag_communication *c, int rank, const int *extents,
                                   const int *at);

/* Returns the number of axes along which a grid has more than one processor. */
int sag_grid_dims(int rank, const int *extents);

/* Returns the function that prices messages of communications of kind `kind` on
 * grids of `dims` dimensions: the pattern's own for so many, for the nearest
 * number below (else above) that has one, or for any grid; without a pattern,
 * that of the kind which `kind` is a special case of; without that too, the
 * function of any message. */
message_function sag_message_function(const sag_communication *c, sag_pattern_kind kind, int dims);

/* Returns the kind whose function serves where `kind` has none: itself for the most
 * general ones. */
sag_pattern_kind sag_more_general(sag_pattern_kind kind);

/* Return the pattern that prices a communication of this kind as a whole, or its
 * messages: its own or that of the more general kind; null where there is none. */
const sag_pattern *sag_whole_pattern(const sag_communication *c, sag_pattern_kind kind);
const sag_pattern *sag_message_pattern(const sag_communication *c, sag_pattern_kind kind);
message_function sag_pattern_function(const sag_pattern *p, int dims);

/* Was a collective measured on so many processors, or on two neighbouring numbers about it, so
 * that it has a function of its own? */
bool sag_is_measured(const sag_collective *c, int processors);
/* Returns that function, from when the last processor begins until the last is through; between
 * two numbers, times are linear in the logarithm of the number. The arena keeps what is
 * neither's. */
message_function sag_measured_function(arena *a, const sag_collective *c, int processors);

/* One value of a piece, and how many times it counts. */
typedef struct sag_term {
    const quantity *value;
    double times;
} sag_term;

enum { SAG_TERMS_MAX = 12 };

typedef struct sag_price {
    const message_piece *piece;
    /* The terms of the occupancy come first, then those of the latency up to way_count, then
     * what the sender's processor pays, the receiver's, and the handshake. */
    int busy_count, way_count, send_count, receive_count, term_count;
    sag_term terms[SAG_TERMS_MAX];
    double occupancy, latency;       /* seconds */
    double send, receive, handshake; /* likewise; apart from these */
    bool waits_for_receiver;
    double error; /* seconds: standard error of all, all terms erring together */
} sag_price;

/* Prices a message of n bytes, or a communication of n bytes as a whole. The
 * function has at least one piece. */
sag_price sag_price_message(message_function f, double bytes, sag_route route);

/* Seconds from when a message is sent to one who waits for it until that one has it. */
double sag_price_total(const sag_price *price);

/* What an operation adds to the others: its latency where each waits for the one
 * before, else its reciprocal throughput, or the latency where that is unset. */
const quantity *sag_op_cost(const sag_processing *p, sag_op op);

/* ---- the host ---- */

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
