#include "training/fit/fit_ports.h"

#include <string.h>

#include "support/format.h"
#include "sysmodels/network/links.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_witness.h"

/* All that come to a port are through at the same time, shared or not; but those that share it come
 * together at the end, and then processors take up one after another, which they do all the while
 * where messages take turns. So eager messages of many to one tell, where taking them up is no
 * small part of what they take, and so do streams. */

/* The candidates. What streams take longer than their bytes is what an adapter has beside these
 * (fit_overhead.c), or what taking up takes at their end. */
enum { IN_TURN, SHARED, SHARED_WITHOUT_STARTUP };

/* Ports that take turns are near enough; and what is no further off needs no startup. */
static const double IN_TURN_OFF = 0.02, AS_NEAR = 1.02;

/* Without many to one the others say too little: where several meet at both ends, all wait for
 * all. */
enum { MANY_TO_ONE = 0 };

static const fit_pattern patterns[FIT_PORT_PATTERNS] = {
    {"gather", "gather", FIT_NOT_LATE},
    {"stream", "stream", FIT_NOT_LATE},
    {"neighbours.posted", "neighbours.posted", FIT_NOT_LATE},
    {"alltoall", "alltoall", FIT_NOT_LATE}};

/* The same messages, but that what keeps ports beside the bytes is on the way. */
static message_piece *without_startup(arena *a, int count, const message_piece *from)
{
    message_piece *pieces = ARENA_ARRAY(a, count, message_piece);
    memcpy(pieces, from, (size_t)count * sizeof *pieces);
    for (int k = 0; k < count; k++) {
        message_piece *p = &pieces[k];
        p->latency = fit_time(p->latency.value + p->startup.value, p->latency.relative_error,
                              p->latency.source);
        p->startup = fit_time(0, 0, p->startup.source);
    }
    return pieces;
}

static fit_candidates candidates_of(arena *a, const sag_communication *c)
{
    fit_candidates all = {.of = {*c, *c, *c}, .is_known = {true, true, true}};
    sag_communication *bare = &all.of[SHARED_WITHOUT_STARTUP];
    const quantity *byte = &c->pieces[c->piece_count - 1].per_byte;
    for (int k = SHARED; k < FIT_RULES; k++)
        all.of[k].port_per_byte = fit_time(byte->value, byte->relative_error, byte->source);
    bare->pieces = without_startup(a, c->piece_count, c->pieces);
    if (c->send_piece_count > 0)
        bare->send_pieces = without_startup(a, c->send_piece_count, c->send_pieces);
    return all;
}

static double mean_off(const fit_evidence *e, int candidate)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < FIT_PORT_PATTERNS; i++) {
        if (e->shared[i].counts) {
            sum += e->shared[i].off[candidate];
            count++;
        }
    }
    return count > 0 ? sum / count : 0;
}

void fit_shared_ports(arena *a, const fit_data *data, const fit_network *network,
                      sag_communication *c, fit_evidence *evidence, fit_notes *notes)
{
    if (c->exchange != EXCHANGE_ADAPTER || sag_has_capacities(c) || c->ports.is_set ||
        c->ranks_per_node.is_set || !(c->pieces[c->piece_count - 1].per_byte.value > 0))
        return;
    const fit_candidates all = candidates_of(a, c);
    for (int i = 0; i < FIT_PORT_PATTERNS; i++)
        evidence->shared[i] = fit_hear(a, data, network, &all, &patterns[i]);
    const double in_turn = mean_off(evidence, IN_TURN);
    const int best =
        mean_off(evidence, SHARED_WITHOUT_STARTUP) <= AS_NEAR * mean_off(evidence, SHARED)
            ? SHARED_WITHOUT_STARTUP
            : SHARED;
    for (int i = 0; i < FIT_PORT_PATTERNS; i++) /* which is what is printed */
        evidence->shared[i].off[SHARED] = evidence->shared[i].off[best];
    const double shared = mean_off(evidence, SHARED);
    if (!evidence->shared[MANY_TO_ONE].counts || in_turn <= IN_TURN_OFF || 2 * shared >= in_turn)
        return;
    *c = all.of[best];
    fit_note(a, notes,
             "ports: messages that are under way together share them evenly, %s off; %s if they "
             "took turns",
             format_percent(a, shared), format_percent(a, in_turn));
}
