#ifndef FPREDICT_SYSMODELS_MODEL_COMMUNICATION_H
#define FPREDICT_SYSMODELS_MODEL_COMMUNICATION_H

/* The communication component of a unit: the network, what a message costs on
 * it, and how communications of more than two nodes are done. network/price.h
 * prices with it. */

#include "sysmodels/model/quantity.h"

typedef enum topology {
    TOPOLOGY_HYPERCUBE,
    TOPOLOGY_FULL,
    TOPOLOGY_MESH,
    TOPOLOGY_TORUS,
    TOPOLOGY_SWITCH,   /* one switch, or stages that all messages pass alike */
    TOPOLOGY_FAT_TREE, /* `arity` nodes below a lowest switch, and switches below each other */
    TOPOLOGY_DRAGONFLY /* switches of `switch_nodes`, joined in groups of `group_nodes` */
} topology;
typedef enum embedding { EMBED_GRAY, EMBED_ROW_MAJOR } embedding;

/* On which node a processor is (network/place.h). */
typedef enum placement {
    PLACE_IN_ORDER, /* node after node is filled, in the order of processors */
    PLACE_BY_GRID,  /* a node has a brick of the grid of processors, and bricks are in order */
    PLACE_LIST      /* as a list says */
} placement;

/* Which of the links up from a switch of a fat tree a message takes (network/links.h). */
typedef enum uplink_choice {
    UPLINKS_SHARED,         /* any: together they are one of as many times the capacity */
    UPLINKS_BY_DESTINATION, /* that which the receiver's node says: d mod k */
    UPLINKS_BY_SOURCE
} uplink_choice;

/* What messages have of a link that they share. */
typedef enum sharing {
    SHARING_EQUAL,          /* as much as each other */
    SHARING_INVERSE_LATENCY /* in inverse proportion to their latencies, as TCP does, and SimGrid */
} sharing;

/* What messages the two ways along a link have of it. */
typedef enum both_ways {
    BOTH_WAYS_APART, /* a capacity of each way's own */
    BOTH_WAYS_SHARED /* one for both */
} both_ways;

/* What stays in a node. */
typedef enum inside_by {
    INSIDE_BY_MEMORY, /* passes no port */
    INSIDE_BY_PORT    /* goes out by the node's port and in again, as what leaves it */
} inside_by;

/* Which way round an axis of a torus goes what is as far either way. */
typedef enum half_way {
    HALF_WAY_DIRECT, /* not over the end: from a lower coordinate up, from a higher one down */
    HALF_WAY_UP,
    HALF_WAY_UP_NOT_FROM_MIDDLE /* up, but from the middle to the first down, as SimGrid 3.32 does
                                 */
} half_way;

typedef enum exchange_rule {
    EXCHANGE_POSTED, /* posted together; a node pays the larger of what it sends and receives */
    EXCHANGE_PHASED, /* one synchronous shift a direction */
    EXCHANGE_PUSHED, /* posted, but it is the sender alone that a message occupies */
    EXCHANGE_ADAPTER /* posted; adapters are occupied, and processors pay an overhead */
} exchange_rule;

/* In how many rounds messages that are exchanged go; the exchange rule says how each takes its
 * time. */
typedef enum exchange_steps {
    STEPS_NONE,            /* one */
    STEPS_BY_DISPLACEMENT, /* one for each displacement from sender to receiver: `phased` */
    STEPS_BY_AXIS          /* likewise, axis after axis, as MPI_Sendrecv fills halos */
} exchange_steps;

/* Which messages are copied into a buffer where they are sent, and out of one where they come. */
typedef enum packing_rule {
    PACK_AS_NEEDED, /* those whose elements are apart in memory */
    PACK_ALWAYS     /* all */
} packing_rule;

/* What of an exchange is a message (Balasundaram and others 1991, section 5: SR and vSR). */
typedef enum message_form {
    MESSAGES_VECTORS,    /* all that one processor has for another */
    MESSAGES_ITERATIONS, /* what that is in an iteration of the loops around the innermost */
    MESSAGES_ELEMENTS    /* each element by itself */
} message_form;

/* How a communication is done of which each processor has something for others. */
typedef enum pattern_way {
    WAY_MESSAGES,  /* those of the communication, by the exchange rule */
    WAY_PAIRWISE,  /* in steps: with who is one rank further, then two, … round all of them */
    WAY_ALLGATHER, /* as an all-gather of the largest part that anybody needs of each */
    PATTERN_WAY_COUNT
} pattern_way;

/* In which order loops run whose order does not matter. */
typedef enum loop_order {
    LOOPS_SOURCE, /* the text's */
    LOOPS_MEMORY  /* along memory, in the innermost */
} loop_order;

/* One piece of a message function, for sizes from `from` up to the next piece:
 *   occupancy = startup + per_byte * n + per_hop * h + per_packet * ceil(n / packet),
 * then latency + latency_per_hop * h + latency_per_byte * n: what a node passes on
 * while it serves the next message already, such as the second copy of two. A network that is
 * slower between nodes which are further apart states its own time a byte for the levels of
 * sag_route; per_byte is then the node's, and the slower of the two counts. What its processors
 * pay apart, beside an adapter that is occupied: send + send_per_byte * n where it is sent, and
 * receive + receive_per_byte * n where it comes. A message with a handshake begins no earlier
 * than its receiver is there, and so much later, and its sender waits until it is there; one that
 * is fetched begins likewise, but its sender has gone on; others go at once. */
typedef struct message_piece {
    quantity from; /* bytes, inclusive */
    quantity startup, per_byte;
    quantity per_hop, latency;                                     /* unset: none */
    quantity packet, per_packet;                                   /* unset: no steps */
    quantity per_byte_level_1, per_byte_level_2, per_byte_level_3; /* unset: as one level below */
    quantity latency_per_hop, latency_per_byte;                    /* unset: none */
    quantity send, send_per_byte, receive, receive_per_byte;       /* likewise */
    quantity handshake, fetch; /* one at most; neither: it waits for nobody */
    bool sends_first; /* not in files: a receiver is there when it has handed over as much */
    /* Not in files: of the first piece of what a library takes, what it takes inside a node; null:
     * as any message there. */
    const struct message_function *inside;
} message_piece;

typedef struct message_function {
    int piece_count;
    const message_piece *pieces; /* ascending `from`; the first is from 0 */
} message_function;

/* X(name, what it is a kind of, whose function it has where it has none of its
 * own). The kinds of communication, and the intrinsic functions that are some. */
#define SAG_PATTERNS(X)                                                                            \
    X(shift, shift)                                                                                \
    X(cshift, shift)                                                                               \
    X(eoshift, shift)                                                                              \
    X(tshift, shift)                                                                               \
    X(broadcast, broadcast)                                                                        \
    X(spread, broadcast)                                                                           \
    X(gather, gather)                                                                              \
    X(allgather, allgather)                                                                        \
    X(matmul, allgather)                                                                           \
    X(write_back, write_back)                                                                      \
    X(transpose, transpose)                                                                        \
    X(redistribute, redistribute)                                                                  \
    X(reduce, reduce)                                                                              \
    X(sum, reduce)                                                                                 \
    X(product, reduce)                                                                             \
    X(maxval, reduce)                                                                              \
    X(minval, reduce)                                                                              \
    X(maxloc, reduce)                                                                              \
    X(minloc, reduce)                                                                              \
    X(dot_product, reduce)                                                                         \
    X(irregular, irregular)                                                                        \
    X(element, element)                                                                            \
    X(barrier, barrier)

typedef enum sag_pattern_kind {
#define X(name, of) PATTERN_##name,
    SAG_PATTERNS(X)
#undef X
        PATTERN_COUNT
} sag_pattern_kind;

const char *sag_pattern_name(sag_pattern_kind k);

/* Returns the kind of this name, or PATTERN_COUNT. */
sag_pattern_kind sag_pattern_by_name(const char *name);

enum { PATTERN_DIMS_MAX = 3 };

typedef enum pattern_measure {
    MEASURES_MESSAGE,       /* each message of such a communication */
    MEASURES_PARTICIPATION, /* the whole: what one processor spends in it */
    MEASURES_COMPLETION     /* the whole, until the last is done */
} pattern_measure;

/* A function of its own for one kind of communication (Sun and others 1999, table 1: what
 * a message costs among the others of its pattern; Parashar and Hariri 1996, table 2). */
typedef struct sag_pattern {
    bool is_set;
    pattern_measure measures;
    origin measures_origin;
    message_function any;                    /* on any grid; may have no pieces */
    message_function dims[PATTERN_DIMS_MAX]; /* [d - 1]: on grids of d dimensions; may be empty */
} sag_pattern;

typedef enum collective_algorithm {
    COLLECTIVE_DIRECT,   /* each message by itself, as an exchange */
    COLLECTIVE_BINOMIAL, /* a tree over the group */
    COLLECTIVE_RECURSIVE_DOUBLING,
    COLLECTIVE_RING,
    COLLECTIVE_LINEAR, /* master and slaves (Mohr and others 1995, section 3.3) */
    COLLECTIVE_PATTERN /* its own piecewise function of bytes; all before it are rounds */
} collective_algorithm;

typedef enum collective_kind {
    COLLECTIVE_BROADCAST,
    COLLECTIVE_REDUCE,
    COLLECTIVE_ALLGATHER,
    COLLECTIVE_BARRIER,
    /* Of these machine files say what a library does, and no algorithm: programs that do not call
     * it send the messages as they are. */
    COLLECTIVE_ALLTOALL,  /* blocks of one size */
    COLLECTIVE_ALLTOALLV, /* of any */
    COLLECTIVE_REDUCE_TO_ONE,
    COLLECTIVE_GATHER,
    COLLECTIVE_SCATTER,
    COLLECTIVE_KIND_COUNT
} collective_kind;

/* Do machine files name an algorithm of it? */
static inline bool collective_has_algorithm(collective_kind k)
{
    return k <= COLLECTIVE_BARRIER;
}

const char *exchange_rule_name(exchange_rule e);
const char *packing_rule_name(packing_rule p);
const char *message_form_name(message_form f);
const char *pattern_way_name(pattern_way w);
const char *loop_order_name(loop_order o);
const char *collective_kind_name(collective_kind k);
const char *collective_algorithm_name(collective_algorithm a);

/* What a collective of so many processors takes as a whole, as it was measured: from when the
 * last of them begins (a broadcast: from when the root does) until the last is through. Its pieces
 * have `from`, `startup` and `per_byte` alone. Without pieces: so many go by the algorithm. */
typedef struct sag_measured {
    int processors;
    origin from;
    message_function function;
} sag_measured;

/* How an MPI library does a collective: which messages its function sends, in which order
 * (docs/model.md, "Collectives of the library"). */
typedef enum library_algorithm {
    LIBRARY_LINEAR,   /* the root and all others, one by one */
    LIBRARY_BINOMIAL, /* a tree; down it the farthest first */
    LIBRARY_KNOMIAL,  /* a tree of four branches a level instead of two */
    LIBRARY_CHAIN,    /* along the members, in segments */
    LIBRARY_BINARY,   /* down a binary tree, in segments; of a reduction, up it and as a broadcast
                         down */
    LIBRARY_SPLIT_BINARY, /* a half down each side of a binary tree, in segments; then swapped */
    LIBRARY_SCATTER_DOUBLING, /* parts down a tree, and an all-gather by doubling */
    LIBRARY_SCATTER_RING,     /* the same, round a ring */
    LIBRARY_DOUBLING,         /* with who differs in one bit; others than 2^k are folded in */
    LIBRARY_HALVING,          /* halves of halves combined, then gathered again (Rabenseifner) */
    LIBRARY_UP_AND_DOWN,      /* up a tree to the first, and down it */
    LIBRARY_RING,             /* each to the next what it got from the one before */
    LIBRARY_PAIRWISE,         /* in step i with who is i places on */
    LIBRARY_BRUCK,            /* in round k with who is 2^k places off */
    LIBRARY_NEIGHBOURS,       /* with the one beside it, by turns on either side */
    LIBRARY_DIRECT,           /* all messages at once */
    LIBRARY_SPREAD,           /* four messages at a time */
    LIBRARY_PARTNERS,         /* in step i with who differs in the bits of i */
    LIBRARY_MEASURED,         /* not recognised: what was measured of the whole */
    LIBRARY_ALGORITHM_COUNT
} library_algorithm;

const char *library_algorithm_name(library_algorithm a);

/* To whom a root sends first, which begins then. */
typedef enum root_hands {
    HANDS_NOTHING,         /* it begins itself */
    HANDS_TO_FIRST,        /* to the first of all, if it is another */
    HANDS_TO_FIRST_OF_NODE /* to the first on its node */
} root_hands;

/* What the library does with so many members, from so many bytes on. */
typedef struct sag_library {
    int processors;
    double from_bytes;
    library_algorithm how;
    double segment_bytes; /* of a chain and a split tree; 0: one segment */
    root_hands hands_over;
    bool
        hands_over_apart; /* to the first of all, where each has a node of its own and others not */
    bool sends_first;     /* who exchanges is there for the other's message when its own has gone */
    double stretch;       /* its messages take so many times as long as others; 1: as long */
    origin from;
} sag_library;

typedef struct sag_collective {
    bool is_set;
    collective_algorithm algorithm;
    origin algorithm_origin;
    collective_algorithm subgroups; /* pattern: of groups that are not all processors */
    origin subgroups_origin;        /* no source: the pattern is theirs too */
    int piece_count;                /* COLLECTIVE_PATTERN */
    const message_piece *pieces;
    bool measures_completion; /* pattern: completion, or one processor's participation */
    origin measures_origin;
    int measured_count;           /* not of a pattern; see network/measured.h */
    const sag_measured *measured; /* ascending processors */
    bool uses_library; /* programs call MPI's own function, where they have a communicator for it */
    int library_count; /* what that does; see network/collective/library.h */
    const sag_library *library; /* ascending processors, and bytes for each */
} sag_collective;

/* When the owner of what another thread asks for does something about it (Mohr and others 1995,
 * section 3.3). */
typedef enum request_service {
    SERVICE_NO_INTERRUPT, /* while it waits itself: for a reply, or at a barrier */
    SERVICE_INTERRUPT,    /* at once: what it computes goes on afterwards */
    SERVICE_POLL          /* when it looks, every so often while it computes; and while it waits */
} request_service;

typedef enum barrier_model {
    BARRIER_LINEAR,      /* a master, whom the others tell, and who then releases them */
    BARRIER_LOGARITHMIC, /* in round k each tells who is 2^k further */
    BARRIER_HARDWARE     /* a signal when the last has come */
} barrier_model;

/* What programs on the machine that read each other's elements and meet at barriers have of it
 * (the models of ExtraP: Mohr and others 1995, section 3.3 and table 1). What is unset follows
 * from what messages and barriers cost otherwise: trace/extrapolation/target.c. */
typedef struct sag_extrapolation {
    request_service requests;
    barrier_model barrier;
    bool barrier_by_messages;
    origin requests_origin, barrier_origin, barrier_by_messages_origin;
    /* The run-time system: processor time for a message that is made, and that is taken, for
     * finding what is asked for, and for being interrupted. */
    quantity send, receive, service, interrupt;
    quantity poll_every, poll; /* SERVICE_POLL: computing between two looks; a look */
    quantity request; /* bytes of a request, and of a message that says something is done */
    quantity interface, interface_per_byte;              /* for how long a message keeps a port */
    quantity latency, latency_per_hop, latency_per_byte; /* on the way between two ports */
    quantity barrier_entry, barrier_exit;                /* of each thread */
    quantity barrier_check, barrier_exit_check;          /* of a look: the master's, the others' */
    quantity barrier_model;                              /* from the last until they are released */
    quantity barrier_message;                            /* bytes */
} sag_extrapolation;

typedef struct sag_communication {
    topology topology;
    embedding embedding;
    exchange_rule exchange;
    packing_rule packing;
    int nodes_max; /* 0: unlimited */
    placement placement;
    uplink_choice uplink_choice;
    half_way half_way;
    sharing sharing;
    both_ways both_ways;
    inside_by inside_by;
    origin topology_origin, embedding_origin, exchange_origin, packing_origin, nodes_max_origin;
    origin placement_origin, uplink_choice_origin, half_way_origin, sharing_origin,
        both_ways_origin, inside_by_origin;
    int placed_count; /* PLACE_LIST: the node of each processor; else 0 */
    const int *placed;
    int piece_count; /* between two nodes, where no pattern says otherwise */
    const message_piece *pieces;
    message_function inside; /* between processors of one node; no pieces: as between two nodes */
    int send_piece_count;    /* those that MPI_Send waits for; none: they are as others are */
    const message_piece *send_pieces;
    message_function inside_send; /* of these, inside a node; no pieces: as others there */
    quantity call_overhead;       /* software, each message, each side */
    quantity overlap;             /* fraction of a communication hidden by computation */
    /* Of what was measured of such communications two thirds are within this fraction; unset:
     * within what their functions' errors say. */
    quantity residual_shift, residual_gather, residual_transpose;
    quantity residual_broadcast, residual_reduce, residual_allgather, residual_barrier;
    /* Fat tree: nodes below a switch of the first level, switches below one of the second, and of
     * the third and all above; unset: as many as on the level below. */
    quantity arity, arity_2, arity_3;
    /* Mesh and torus of so many nodes along each axis, the last one numbered first; unset: they
     * have the shape of the grid of processors. */
    quantity side_1, side_2, side_3;
    /* `adapter`: a node sends, and receives, so many messages at once that go by different
     * channels; unset: all pass one port in each direction. */
    quantity ports;
    quantity switch_nodes, group_nodes; /* dragonfly: nodes at a switch, in a group */
    quantity ranks_per_node;            /* unset: 1 */
    /* Capacities that the messages of a round share (network/contend.h): for how long a byte keeps
     * a node's port, each link in its direction, the one backbone, a link between groups, a node's
     * memory. Unset: no bound there. If all are, messages share ports alone, as exchange rules say.
     */
    quantity port_per_byte, link_per_byte, backbone_per_byte, global_per_byte, inside_per_byte;
    /* Mesh or torus with sides: links along the axis of side_1, and so on; unset: link_per_byte. */
    quantity link_per_byte_1, link_per_byte_2, link_per_byte_3;
    /* Fat tree: links up from all that is below one switch of the level; unset: as many as nodes,
     * none of which is shared. Dragonfly: links between two groups; unset: 1. */
    quantity uplinks_1, uplinks_2, uplinks_3, group_links;
    quantity
        answered; /* fraction of a message's bytes that its links the other way carry; unset: 0 */
    /* Fraction of what another costs, of a message of a circular shift along an axis of two
     * processors: both neighbours are one. Unset: all of it. */
    quantity ring_of_two;
    sag_collective collective[COLLECTIVE_KIND_COUNT];
    sag_pattern pattern[PATTERN_COUNT];
    sag_extrapolation extrapolation;
} sag_communication;

#endif
