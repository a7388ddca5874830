#include "sysmodels/network/contend.h"

#include <math.h>

#include "sysmodels/network/fullest.h"
#include "sysmodels/network/link_table.h"

/* From messages to links and shares. */

/* ---- which links each message passes ---- */

typedef struct link_finder {
    arena *a;
    const contention *c;
    link_table links;
    link_use_vec way;
    VEC(share_use) uses;
    VEC(uint64_t) keys; /* of each use its link's */
    int extent;         /* of processors in no order */
} link_finder;

static void add_use(link_finder *s, int first, uint64_t key, double per_byte)
{
    share_use use = {link_number(s->a, &s->links, key), per_byte};
    if (!(per_byte > 0))
        return;
    for (int i = first; i < s->uses.count; ++i)
        if (s->uses.data[i].link == use.link) {
            s->uses.data[i].per_byte += per_byte;
            return;
        }
    VEC_PUSH(s->a, &s->uses, use);
    VEC_PUSH(s->a, &s->keys, key);
}

/* The least time a byte of a link along any axis. */
static double fastest_link(const sag_communication *c)
{
    double least = sag_link_per_byte(c, 0);
    for (int d = 1; d < 3; ++d)
        least = fmin(least, sag_link_per_byte(c, d));
    return least;
}

/* Is a port for each channel the link behind it, which is no faster? Then that says all. */
static bool ports_are_links(const contention *c, double per_byte)
{
    const sag_communication *m = c->communication;
    bool has_channels = m->topology == TOPOLOGY_MESH || m->topology == TOPOLOGY_TORUS ||
                        m->topology == TOPOLOGY_HYPERCUBE;
    return has_channels && m->ports.is_set && m->ports.value > 1 &&
           m->placement == PLACE_IN_ORDER && sag_ranks_per_node(m) == 1 &&
           m->link_per_byte.is_set && c->left * fastest_link(m) >= 0.99 * per_byte;
}

/* The links from one rank to another; and their ports, which a byte keeps so long. */
static void add_way(link_finder *s, int first, int from, int to, double per_byte, double part)
{
    const contention *c = s->c;
    const int axes = c->coords ? c->axes : 1, *extents = c->coords ? c->extents : &s->extent;
    const int *begin = c->coords ? c->coords + from * axes : &from;
    const int *end = c->coords ? c->coords + to * axes : &to;
    s->way.count = 0;
    sag_links(c->communication, s->a, axes, extents, begin, end, &s->way);
    for (int i = 0; i < s->way.count; ++i)
        add_use(s, first, s->way.data[i].link, part * c->left * s->way.data[i].per_byte);
    if (!c->has_ports || ports_are_links(c, per_byte) || !(per_byte > 0))
        return;
    const quantity *ports = &c->communication->ports;
    uint64_t out = 0, in = 0;
    if (c->has_channels || (ports->is_set && ports->value > 1)) {
        int leaves = sag_channel_out(c->communication, axes, extents, begin, end);
        int comes = sag_channel(c->communication, axes, extents, begin, end);
        out = leaves < 0 ? 0 : (uint64_t)leaves;
        in = comes < 0 ? 0 : (uint64_t)comes;
    }
    add_use(s, first, link_key(LINK_RANK_OUT, (uint64_t)from, out), part * per_byte);
    add_use(s, first, link_key(LINK_RANK_IN, (uint64_t)to, in), part * per_byte);
}

static bool is_inside(const contention *c, const int *extent, const contender *m)
{
    const int axes = c->coords ? c->axes : 1, *extents = c->coords ? c->extents : extent;
    const int *from = c->coords ? c->coords + m->from * axes : &m->from;
    const int *to = c->coords ? c->coords + m->to * axes : &m->to;
    return sag_node_number(c->communication, axes, extents, from) ==
           sag_node_number(c->communication, axes, extents, to);
}

/* For how long a byte keeps its processors' own ports: where several share the node's, which is
 * told apart, those are ways through memory, which only what stays in the node takes, if that does
 * not pass the node's port. */
static double port_time(const link_finder *s, const contender *m)
{
    const sag_communication *c = s->c->communication;
    if (!c->port_per_byte.is_set || !c->inside.piece_count || sag_ranks_per_node(c) < 2 ||
        (c->inside_by == INSIDE_BY_MEMORY && is_inside(s->c, &s->extent, m)))
        return m->per_byte;
    return 0;
}

/* ---- when each may go ---- */

/* A sender's port takes what is fixed of one message after another, in the order in which they are
 * ready. */
static void find_starts(int count, const contender *all, share_flow *flows, arena *scratch)
{
    int *order = ARENA_ARRAY(scratch, count, int);
    for (int begin = 0, end; begin < count; begin = end) {
        double at = 0;
        for (end = begin; end < count && all[end].from == all[begin].from; ++end) {
            int k = end;
            for (; k > begin && all[order[k - 1]].ready > all[end].ready; --k)
                order[k] = order[k - 1];
            order[k] = end;
        }
        for (int k = begin; k < end; ++k) {
            const contender *m = &all[order[k]];
            at = fmax(at, m->ready) + m->fixed;
            flows[order[k]].start = at + m->latency;
        }
    }
}

/* ---- equal messages on lines ---- */

/* Do links of a mesh or torus bound messages, and nothing else that they share? */
static bool has_lines_alone(const contention *c, const contender *m)
{
    const sag_communication *s = c->communication;
    return (s->topology == TOPOLOGY_MESH || s->topology == TOPOLOGY_TORUS) && c->coords &&
           s->link_per_byte.is_set && sag_has_equal_links(s) && !s->port_per_byte.is_set &&
           !s->backbone_per_byte.is_set && !s->inside_per_byte.is_set && !s->answered.is_set &&
           s->both_ways == BOTH_WAYS_APART && (!c->has_ports || ports_are_links(c, m->per_byte));
}

static bool are_equal(int count, const contender *all, const share_flow *flows)
{
    for (int i = 1; i < count; ++i)
        if (all[i].kind != all[0].kind || all[i].bytes < all[0].bytes ||
            all[i].bytes > all[0].bytes || flows[i].start < flows[0].start ||
            flows[i].start > flows[0].start)
            return false;
    return all[0].bytes > 0;
}

/* In closed form, where each passes a link that carries as many as any (fullest.h); `is_slower`:
 * than if links bound nothing. */
static bool contend_on_lines(arena *scratch, const contention *c, int count, contender *all,
                             const share_flow *flows, bool *is_slower)
{
    if (!count || !has_lines_alone(c, all) || !are_equal(count, all, flows))
        return false;
    int *from = ARENA_ARRAY(scratch, count, int), *to = ARENA_ARRAY(scratch, count, int);
    for (int i = 0; i < count; ++i) {
        from[i] = all[i].from;
        to[i] = all[i].to;
    }
    line_messages m = {c->communication, c->axes, count, c->extents, c->coords, from, to};
    int most = fullest_on_lines(scratch, &m);
    if (!most)
        return false;
    double link = c->left * c->communication->link_per_byte.value, own = all[0].per_byte;
    for (int i = 0; i < count; ++i) {
        all[i].class = 0;
        all[i].alone = all[i].bytes * fmax(own, link);
        all[i].flight = all[i].bytes * fmax(own, most * link);
    }
    *is_slower = most > 1 || link > own;
    return true;
}

/* ---- the whole ---- */

/* All that a message passes; what comes back beside it has `answered` of its bytes. */
static void find_ways(link_finder *s, const contender *m)
{
    const sag_communication *c = s->c->communication;
    const double answered = c->answered.is_set ? c->answered.value : 0;
    const int first = s->uses.count;
    if (!(m->bytes > 0))
        return;
    const double own = port_time(s, m);
    add_way(s, first, m->from, m->to, own, 1);
    if (answered > 0)
        add_way(s, first, m->to, m->from, own, answered);
}

bool contend(arena *scratch, const contention *c, int count, contender *all)
{
    bool is_slower = false;
    link_finder s = {.a = scratch, .c = c, .extent = c->procs};
    share_flow *flows = ARENA_ARRAY(scratch, count, share_flow);
    bool is_weighed = c->communication->sharing == SHARING_INVERSE_LATENCY;
    int *first = ARENA_ARRAY(scratch, count + 1, int);
    find_starts(count, all, flows, scratch);
    if (contend_on_lines(scratch, c, count, all, flows, &is_slower))
        return is_slower;
    for (int i = 0; i < count; ++i)
        is_weighed &= all[i].latency > 0;
    for (int i = 0; i < count; ++i) {
        const contender *m = &all[i];
        flows[i].kind = m->kind;
        flows[i].bytes = m->bytes;
        flows[i].slowest = m->per_byte;
        flows[i].weight = is_weighed ? 1 / m->latency : 1;
        first[i] = s.uses.count;
        find_ways(&s, m);
        first[i + 1] = s.uses.count;
        if (first[i] == s.uses.count && !(m->per_byte > 0))
            flows[i].bytes = 0; /* takes no time at all */
    }
    share_problem problem = {count, s.links.count, flows, first, s.uses.data};
    share_times times = share_links(scratch, &problem);
    for (int i = 0; i < count; ++i) {
        all[i].class = times.class_of[i];
        all[i].flight = times.flight[times.class_of[i]];
        all[i].alone = flows[i].bytes * flows[i].slowest;
        for (int u = first[i]; u < first[i + 1]; ++u)
            all[i].alone = fmax(all[i].alone, flows[i].bytes * s.uses.data[u].per_byte);
        is_slower |= all[i].alone > flows[i].bytes * flows[i].slowest;
    }
    return is_slower || !times.shares_nothing;
}

round_flows *contend_flows(arena *a, const contention *c, int count, const contender *all,
                           const int *number)
{
    round_flows *f = ARENA_NEW(a, round_flows);
    link_finder s = {.a = a, .c = c, .extent = c->procs};
    f->message = ARENA_ARRAY(a, count, flow_message);
    for (int i = 0; i < count; ++i) {
        const contender *m = &all[i];
        flow_message *one = &f->message[number[i]];
        *one = (flow_message){.bytes = m->bytes,
                              .slowest = m->per_byte,
                              .weight = 1,
                              .alone = m->per_byte,
                              .first = s.uses.count};
        if (c->communication->sharing == SHARING_INVERSE_LATENCY)
            one->weight = 1 / fmax(m->fixed + m->latency, 1e-12);
        find_ways(&s, m);
        one->count = s.uses.count - one->first;
        if (!one->count && !(one->slowest > 0))
            one->bytes = 0; /* takes no time at all */
        for (int u = one->first; u < s.uses.count; ++u)
            one->alone = fmax(one->alone, s.uses.data[u].per_byte);
        f->most_links = one->count > f->most_links ? one->count : f->most_links;
    }
    f->uses = s.uses.data;
    f->key = s.keys.data;
    return f;
}
