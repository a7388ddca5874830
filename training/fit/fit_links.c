#include "training/fit/fit_links.h"

#include <math.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/network/links.h"
#include "training/fit/fit_link_axes.h"
#include "training/fit/fit_link_rates.h"
#include "training/fit/fit_link_tree.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_point_to_point.h"
#include "training/fit/fit_rule.h"

/* What links can carry is not seen in messages alone, but in shifts over 2, 4, 8 … ranks, in
 * permutations, and where many send to one or all to all. Each candidate, a number of links up from
 * a switch or a capacity of what all share, plays them; the nearest stays, if it is worth it. */

/* Nothing is looked for where messages are not further off in the mean. */
static const double LINKS_OFF = 0.02;
/* Values of four digits may make as much of a difference. */
static const double SAME_OFF = 1e-4;

/* Smaller messages say more of processors than of links. */
enum { BYTES_LEAST = 4096, POINTS_MOST = 160 };

static const char FROM_FAR[] = "shift.far, permutation, gather, alltoall";
static const char FROM_PARTNERS[] = "pingpong by partner";
static const char FROM_EXCHANGE[] = "exchange beside pingpong";

/* ---- how far a candidate is off ---- */

typedef struct probes {
    arena *a;
    const fit_network *network;
    const fit_series *point[POINTS_MOST];
    int count;
} probes;

/* Bytes of a message of the series; 0: it is none in which messages meet. */
static double message_bytes(const fit_series *s)
{
    double bytes = (double)fit_parameter(s, "bytes");
    const int64_t ranks = fit_parameter(s, "ranks");
    if (fit_is_kernel(s, "shift.far") || fit_is_kernel(s, "permutation") ||
        fit_is_kernel(s, "neighbours.posted"))
        return bytes;
    if (ranks > 2 && (fit_is_kernel(s, "gather") || fit_is_kernel(s, "alltoall")))
        return bytes / (double)ranks;
    return 0;
}

/* Powers of four, of most ranks that were measured: other sizes say the same. */
static bool is_probe(const fit_series *s, int ranks)
{
    const double bytes = message_bytes(s);
    const double octave = bytes > 0 ? log2(bytes) : 0;
    return s->median_s > 0 && bytes >= BYTES_LEAST && fabs(octave - rint(octave)) < 1e-9 &&
           (int)rint(octave) % 2 == 0 && fit_parameter(s, "ranks") * 2 >= ranks;
}

/* MPI does gathers and transposes in ways of its own: they count where some rule describes them. */
static bool is_witness(const fit_evidence *e, const fit_series *s)
{
    if (!fit_is_kernel(s, "gather") && !fit_is_kernel(s, "alltoall"))
        return true;
    for (int i = 0; i < FIT_PATTERNS; i++)
        if (e->witness[i].pattern != NULL && fit_is_kernel(s, e->witness[i].pattern))
            return e->witness[i].counts;
    return false;
}

static void find_probes(probes *p, const fit_data *data, const fit_evidence *e)
{
    for (int i = 0; i < data->count && p->count < POINTS_MOST; i++)
        if (is_probe(&data->series[i], p->network->ranks) && is_witness(e, &data->series[i]))
            p->point[p->count++] = &data->series[i];
}

/* In the mean, as a few that wait for a link are what is looked for; nothing counts for more than
 * twice as long or half. */
static double off_by(const probes *p, const sag_communication *c)
{
    fit_network with = *p->network;
    double sum = 0;
    int count = 0;
    with.communication = c;
    for (int i = 0; i < p->count; i++) {
        arena *scratch = arena_new_under(p->a);
        const double predicted = fit_simulate(scratch, &with, p->point[i]);
        arena_free(scratch);
        if (predicted <= 0)
            continue;
        sum += fmin(fabs(log(predicted / p->point[i]->median_s)), log(2));
        count++;
    }
    return count > 0 ? sum / count : 0;
}

/* ---- candidates ---- */

typedef struct links_choice {
    const probes *probes;
    sag_communication *best;
    double least, answered;
    bool is_shared; /* both ways along a link have it together */
} links_choice;

static quantity fraction_of(double value)
{
    const quantity rounded = fit_time(value * 1e-6, 0.01, FROM_EXCHANGE);
    return (quantity){.is_set = true,
                      .value = rounded.stated,
                      .stated = rounded.stated,
                      .unit = "fraction",
                      .from = FROM_TRAINED,
                      .source = rounded.source,
                      .relative_error = rounded.relative_error};
}

/* An exchange that takes twice as long says that both ways along a link share it, or, inside a
 * node, that both messages pass the node's port. */
static void read_exchange(const links_choice *x, sag_communication *c, bool is_by_port)
{
    if (x->answered > 0)
        c->answered = fraction_of(x->answered);
    if (is_by_port) {
        c->inside_by = INSIDE_BY_PORT;
        c->inside_by_origin = fit_origin(FROM_EXCHANGE);
    } else if (x->is_shared) {
        c->both_ways = BOTH_WAYS_SHARED;
        c->both_ways_origin = fit_origin(FROM_EXCHANGE);
    }
}

static void try_one(links_choice *x, const sag_communication *candidate)
{
    const bool may_be_port =
        x->is_shared && candidate->ranks_per_node.is_set && candidate->port_per_byte.is_set;
    for (int k = 0; k < (may_be_port ? 4 : 2); k++) {
        sag_communication both = *candidate;
        read_exchange(x, &both, k >= 2);
        both.sharing = k % 2 ? SHARING_INVERSE_LATENCY : SHARING_EQUAL;
        both.sharing_origin = fit_origin(FROM_FAR);
        const double off = off_by(x->probes, &both);
        if (off < x->least * 0.98 - SAME_OFF) { /* the first of those that are as near */
            x->least = off;
            *x->best = both;
        }
    }
}

static quantity per_byte(double seconds, const char *source)
{
    return fit_time(seconds, 0.01, source);
}

static void attempt(void *with, const sag_communication *candidate)
{
    try_one(with, candidate);
}

static void try_tree(links_choice *x, const sag_communication *c, link_rates r)
{
    const link_tree_search search = {
        .attempt = attempt,
        .with = x,
        .best = x->best,
        .ranks = x->probes->network->ranks,
        .ranks_per_node = c->ranks_per_node.is_set ? (int)c->ranks_per_node.value : 1,
        .near = r.near,
        .far = r.far,
        .source_alone = FROM_PARTNERS,
        .source_meeting = FROM_FAR};
    fit_link_tree(&search, c);
}

/* Ways half round a torus; numbers of links between two groups. */
static int ways_of(const sag_communication *c)
{
    if (c->topology == TOPOLOGY_DRAGONFLY)
        return 8;
    return c->topology == TOPOLOGY_TORUS ? 3 : 1;
}

/* Channels, of the rate that a message has alone. */
static void try_channels(links_choice *x, const sag_communication *c, link_rates r, int ports)
{
    for (int way = 0; way < ways_of(c); way++)
        for (int k = 0; k < (ports > 1 ? 2 : 1); k++) {
            sag_communication candidate = *c;
            candidate.link_per_byte = per_byte(r.near, "pingpong");
            if (c->topology == TOPOLOGY_DRAGONFLY)
                candidate.group_links = fit_count(way + 1, FROM_FAR);
            else
                candidate.half_way = (half_way)way;
            if (c->topology == TOPOLOGY_TORUS)
                candidate.half_way_origin = fit_origin(FROM_FAR);
            if (ports > 1)
                candidate.ports = k ? (quantity){0} : fit_count(ports, FROM_FAR);
            try_one(x, &candidate);
        }
}

/* What all pass need not carry a whole number of ports: between two such numbers the nearest is
 * found in steps either way, of a root of the one before where neither is nearer. */
static void refine_backbone(links_choice *x)
{
    const sag_communication *best = x->best;
    for (double step = 1.15; step > 1.005 && best->backbone_per_byte.is_set;) {
        const double at = best->backbone_per_byte.value, least = x->least;
        for (int way = 0; way < 2 && x->least >= least; way++) {
            sag_communication candidate = *best;
            candidate.backbone_per_byte = per_byte(way ? at / step : at * step, FROM_FAR);
            try_one(x, &candidate);
        }
        if (x->least >= least)
            step = sqrt(step);
    }
}

static double off_of(const void *with, const sag_communication *c)
{
    return off_by(with, c);
}

/* Channels whose rate is not that of a message alone, or another one along each axis. */
static void try_axes(links_choice *x, const sag_communication *c, link_rates r)
{
    link_axes_search search = {.off = off_of,
                               .with = x->probes,
                               .near = r.near,
                               .source_alone = FROM_PARTNERS,
                               .source_meeting = FROM_FAR};
    const double before = x->least;
    for (int d = 0; d < 3; d++)
        search.alone[d] = r.along[d];
    for (int way = 0; way < ways_of(c); way++) {
        links_choice here = *x;
        sag_communication candidate = *c, best = *c;
        candidate.link_per_byte = per_byte(r.near, "pingpong");
        candidate.half_way = (half_way)way;
        if (c->topology == TOPOLOGY_TORUS)
            candidate.half_way_origin = fit_origin(FROM_FAR);
        here.best = &best;
        here.least = INFINITY;
        try_one(&here, &candidate);
        const double off = fit_link_axes(&search, &best, before);
        if (off < x->least) {
            x->least = off;
            *x->best = best;
        }
    }
}

/* Ports that are shared evenly; and what all pass, as much as so many ports. */
static void try_backbone(links_choice *x, const sag_communication *c, link_rates r)
{
    sag_communication candidate = *c;
    const double port = c->ranks_per_node.is_set ? r.far : r.near;
    candidate.port_per_byte = per_byte(port, FROM_PARTNERS);
    try_one(x, &candidate);
    for (int part = 1; part <= 64 && part < x->probes->network->ranks; part++) {
        candidate.backbone_per_byte = per_byte(port / part, FROM_FAR);
        try_one(x, &candidate);
    }
    refine_backbone(x);
}

/* Of what all else is found beside. */
static const char *inside_text(const sag_communication *c)
{
    return c->inside_by == INSIDE_BY_PORT ? "what stays in a node passes its port, and " : "";
}

static const char *found_text(arena *a, const sag_communication *c)
{
    if (c->both_ways == BOTH_WAYS_SHARED)
        return "both ways along a link share it";
    if (c->uplinks_1.is_set || c->uplinks_2.is_set)
        return arena_printf(
            a, "%s of which a message takes %s", fit_link_tree_text(a, c),
            c->uplink_choice == UPLINKS_SHARED ? "any" : "that chosen by the receiver's number");
    if (c->backbone_per_byte.is_set)
        return "what all messages pass has a capacity";
    return c->link_per_byte.is_set ? "channels between nodes are shared"
                                   : "ports are shared evenly";
}

void fit_links(arena *a, const fit_data *data, const fit_network *network, sag_communication *c,
               fit_evidence *evidence, fit_notes *notes)
{
    probes *p = ARENA_NEW(a, probes);
    *p = (probes){.a = a, .network = network};
    find_probes(p, data, evidence);
    if (c->exchange != EXCHANGE_ADAPTER || p->count == 0)
        return;
    const double without = off_by(p, c);
    evidence->links_without = evidence->links_with = without;
    evidence->link_points = p->count;
    const bool needs_links = c->link_per_byte.is_set; /* fit_network.c: ways are by its switches */
    if (without <= LINKS_OFF && !needs_links)
        return;
    sag_communication best = *c;
    links_choice x = {.probes = p, .best = &best, .least = needs_links ? INFINITY : without};
    const link_rates r = fit_link_rates_of(a, data, c, network->ranks);
    if (!(r.near > 0))
        return;
    x.answered = r.answered;
    x.is_shared = r.is_shared;
    if (!needs_links)
        try_backbone(&x, c, r);
    if (c->topology == TOPOLOGY_FAT_TREE) {
        const sag_communication by_ports = best;
        if (by_ports.port_per_byte.is_set && !by_ports.backbone_per_byte.is_set)
            try_tree(&x, &by_ports, r); /* first, as they are nearer alone */
        try_tree(&x, c, r);
    } else if (c->topology != TOPOLOGY_SWITCH)
        try_channels(&x, c, r, fit_ports_of(c));
    if (x.least > LINKS_OFF && sag_has_sides(c))
        try_axes(&x, c, r);
    evidence->links_with = x.least;
    if (x.least > without / 2 && !needs_links) {
        fit_note(a, notes,
                 "warning: messages that meet are %s off in the mean, and no links that they share "
                 "explain half of it",
                 format_percent(a, without));
        return;
    }
    *c = best;
    fit_note(a, notes, "links: %s%s; messages that meet are %s off in the mean, without %s",
             inside_text(c), found_text(a, c), format_percent(a, x.least),
             format_percent(a, without));
}
