#ifndef FPREDICT_SYSMODELS_NETWORK_PRICE_H
#define FPREDICT_SYSMODELS_NETWORK_PRICE_H

/* What a message costs: the function that prices its kind of communication, and the terms of
 * that function (docs/model.md, "Messages"; startup, a time a byte and a time a hop: Sarukkai and
 * Malony 1993, section 4.2; overheads beside an adapter: LogGP, Alexandrov, Ionescu, Schauser,
 * Scheiman, SPAA 1995). Seconds and bytes. */

#include "sysmodels/network/route.h"

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

/* One value of a piece, and how many times it counts. */
typedef struct sag_term {
    const quantity *value;
    double times;
} sag_term;

enum { SAG_TERMS_MAX = 14 };

typedef struct sag_price {
    const message_piece *piece;
    /* The terms of the occupancy come first, then those of the latency up to way_count, then
     * what the sender's processor pays, the receiver's, and the handshake (or fetch), with what
     * the receiver hands over before. */
    int busy_count, way_count, send_count, receive_count, term_count;
    sag_term terms[SAG_TERMS_MAX];
    double occupancy, latency;       /* seconds */
    double send, receive, handshake; /* likewise; apart from these */
    double per_byte;                 /* of the occupancy */
    bool waits_for_receiver;         /* has a handshake, or is fetched */
    bool keeps_sender;               /* until it is there: has a handshake */
    double error;                    /* seconds: standard error of all, all terms erring together */
} sag_price;

/* The function of a message on this way: `f`, or that of what stays inside a node, which `MPI_Send`
 * waits for if it waits for those of `f`. */
message_function sag_function_on(const sag_communication *c, message_function f, sag_route route);

/* Prices a message of n bytes, or a communication of n bytes as a whole. The
 * function has at least one piece. */
sag_price sag_price_message(message_function f, double bytes, sag_route route);

/* Makes it the price of a message that costs this fraction of another. */
void sag_price_share(sag_price *price, const quantity *share);

/* Seconds from when a message is sent to one who waits for it until that one has it. */
double sag_price_total(const sag_price *price);

#endif
