#include "sysmodels/network/price.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

/* ---- which function ---- */

static const sag_pattern_kind more_general[] = {
#define X(name, of) PATTERN_##of,
    SAG_PATTERNS(X)
#undef X
};

sag_pattern_kind sag_more_general(sag_pattern_kind kind)
{
    assert((int)kind >= 0 && kind < PATTERN_COUNT);
    return more_general[kind];
}

/* The nearest pattern that is set, from the kind itself upwards; null: none. */
static const sag_pattern *nearest_pattern(const sag_communication *c, sag_pattern_kind kind,
                                          bool is_whole)
{
    for (;;) {
        const sag_pattern *p = &c->pattern[kind];
        if (p->is_set && is_whole == (p->measures != MEASURES_MESSAGE))
            return p;
        if (more_general[kind] == kind)
            return NULL;
        kind = more_general[kind];
    }
}

message_function sag_pattern_function(const sag_pattern *p, int dims)
{
    int most = dims < PATTERN_DIMS_MAX ? dims : PATTERN_DIMS_MAX;

    if (most >= 1 && p->dims[most - 1].piece_count)
        return p->dims[most - 1];
    if (p->any.piece_count)
        return p->any;
    for (int d = most - 1; d >= 1; --d)
        if (p->dims[d - 1].piece_count)
            return p->dims[d - 1];
    for (int d = most < 1 ? 1 : most; d <= PATTERN_DIMS_MAX; ++d)
        if (p->dims[d - 1].piece_count)
            return p->dims[d - 1];
    assert(false && "a pattern without a function");
    return p->any;
}

const sag_pattern *sag_message_pattern(const sag_communication *c, sag_pattern_kind kind)
{
    return nearest_pattern(c, kind, false);
}

message_function sag_message_function(const sag_communication *c, sag_pattern_kind kind, int dims)
{
    const sag_pattern *p = sag_message_pattern(c, kind);
    return p ? sag_pattern_function(p, dims) : (message_function){c->piece_count, c->pieces};
}

const sag_pattern *sag_whole_pattern(const sag_communication *c, sag_pattern_kind kind)
{
    return nearest_pattern(c, kind, true);
}

/* ---- its price ---- */

static const message_piece *piece_for(message_function f, double bytes)
{
    const message_piece *piece = &f.pieces[0];

    assert(f.piece_count > 0);
    for (int i = 1; i < f.piece_count && bytes >= f.pieces[i].from.value; ++i)
        piece = &f.pieces[i];
    return piece;
}

/* The network's own time a byte at a level; null where it states none. */
static const quantity *level_rate(const message_piece *p, int level)
{
    if (level >= 3 && p->per_byte_level_3.is_set)
        return &p->per_byte_level_3;
    if (level >= 2 && p->per_byte_level_2.is_set)
        return &p->per_byte_level_2;
    return level >= 1 && p->per_byte_level_1.is_set ? &p->per_byte_level_1 : NULL;
}

/* A message passes at the rate of the slowest part on its way. */
static const quantity *slowest_rate(const message_piece *p, int level)
{
    const quantity *network = level_rate(p, level);
    return network && network->value > p->per_byte.value ? network : &p->per_byte;
}

static void add_term(sag_price *price, const quantity *value, double times)
{
    if (!value->is_set)
        return;
    assert(price->term_count < SAG_TERMS_MAX);
    price->terms[price->term_count++] = (sag_term){value, times};
    price->error += fabs(value->value * times) * value->relative_error;
}

static double sum(const sag_price *price, int first, int end)
{
    double seconds = 0;
    for (int i = first; i < end; ++i)
        seconds += price->terms[i].value->value * price->terms[i].times;
    return seconds;
}

/* What processors pay beside an adapter: LogGP's o (Alexandrov, Ionescu, Schauser, Scheiman,
 * SPAA 1995), here with a part a byte; and LogGPS's S, from where on a message waits for its
 * receiver (Ino, Fujimoto, Hagihara, PPoPP 2001), by itself (fetched) or with its sender. */
static void add_overheads(sag_price *price, const message_piece *p, double bytes)
{
    add_term(price, &p->send, 1);
    add_term(price, &p->send_per_byte, bytes);
    price->send_count = price->term_count;
    add_term(price, &p->receive, 1);
    add_term(price, &p->receive_per_byte, bytes);
    price->receive_count = price->term_count;
    add_term(price, &p->handshake, 1);
    add_term(price, &p->fetch, 1);
    price->keeps_sender = p->handshake.is_set;
    price->waits_for_receiver = p->handshake.is_set || p->fetch.is_set;
    if (p->sends_first && price->waits_for_receiver) {
        add_term(price, &p->send, 1);
        add_term(price, &p->send_per_byte, bytes);
    }
    price->send = sum(price, price->way_count, price->send_count);
    price->receive = sum(price, price->send_count, price->receive_count);
    price->handshake = sum(price, price->receive_count, price->term_count);
}

message_function sag_function_on(const sag_communication *c, message_function f, sag_route route)
{
    if (route.level != SAG_LEVEL_INSIDE || !c->inside.piece_count)
        return f;
    if (f.piece_count && f.pieces[0].inside)
        return *f.pieces[0].inside;
    return f.piece_count && f.pieces == c->send_pieces && c->inside_send.piece_count
               ? c->inside_send
               : c->inside;
}

/* startup + per_byte n + per_hop h (Sarukkai and Malony 1993, section 4.2), and where messages
 * travel in packets a step each (Balasundaram and others 1991, section 5: "packet size"). */
sag_price sag_price_message(message_function f, double bytes, sag_route route)
{
    const message_piece *p = piece_for(f, bytes);
    sag_price price = {.piece = p};

    add_term(&price, &p->startup, 1);
    price.per_byte = slowest_rate(p, route.level)->value;
    add_term(&price, slowest_rate(p, route.level), bytes);
    add_term(&price, &p->per_hop, route.hops);
    if (p->packet.is_set)
        add_term(&price, &p->per_packet, ceil(bytes / p->packet.value));
    price.busy_count = price.term_count;
    add_term(&price, &p->latency, 1);
    add_term(&price, &p->latency_per_hop, route.hops);
    add_term(&price, &p->latency_per_byte, bytes);
    price.way_count = price.term_count;
    price.occupancy = sum(&price, 0, price.busy_count);
    price.latency = sum(&price, price.busy_count, price.way_count);
    add_overheads(&price, p, bytes);
    return price;
}

void sag_price_share(sag_price *price, const quantity *share)
{
    const double whole = sag_price_total(price), part = share->value;

    for (int i = 0; i < price->term_count; ++i)
        price->terms[i].times *= part;
    price->occupancy *= part;
    price->latency *= part;
    price->send *= part;
    price->receive *= part;
    price->handshake *= part;
    price->per_byte *= part;
    price->error = price->error * part + whole * part * share->relative_error;
}

double sag_price_total(const sag_price *price)
{
    return price->occupancy + price->latency + price->send + price->receive + price->handshake;
}
