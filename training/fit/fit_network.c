#include "training/fit/fit_network.h"

#include <math.h>

#include "support/format.h"
#include "support/sort.h"
#include "training/fit/fit_overhead.h"
#include "training/fit/fit_point_to_point.h"
#include "training/fit/fit_shape.h"

/* The part of a message's time below which a difference is none. */
static const double NO_DIFFERENCE = 0.02;

/* Beyond this the data are too noisy to be fitted well. */
static const double NOISY = 0.10;

enum { SMALL = 1024 };

static const char FROM_PAIRS[] = "pingpong, stream", FROM_PARTNERS[] = "pingpong by partner";

void fit_note(arena *a, fit_notes *notes, const char *format, ...)
{
    va_list args;
    if (notes->count == (int)(sizeof notes->note / sizeof *notes->note))
        return;
    va_start(args, format);
    notes->note[notes->count++] = arena_vprintf(a, format, args);
    va_end(args);
}

/* ---- hops and calls ---- */

/* Takes the way to rank 1 off what a piece has without it. */
static void take_off(quantity *q, double seconds)
{
    *q = fit_time(fmax(0, q->value - seconds), q->relative_error, q->source);
}

static void fit_hops_of_piece(arena *a, const sag_communication *c, int ranks,
                              const fit_partners *all, double end, message_piece *p)
{
    double least = p->from.value, most = end;
    shape_slope total = shape_slope_of(a, c, ranks, all, false, least, most);
    const shape_slope occupied = shape_slope_of(a, c, ranks, all, true, least, most);
    /* A part of a hop that is smaller than what hops are known to is none. */
    double busy = fmin(occupied.per_hop, total.per_hop);
    if (busy < 0.1 * total.per_hop)
        busy = 0;
    const int near = shape_hops(c, ranks, all->pair[0].partner);
    p->per_hop = fit_time(busy, sqrt(occupied.unexplained), FROM_PARTNERS);
    take_off(&p->startup, busy * near);
    if (total.per_hop > busy) {
        p->latency_per_hop = fit_time(total.per_hop - busy, sqrt(total.unexplained), FROM_PARTNERS);
        /* What a stream showed as a startup may be on the way of one message: that takes no longer
         * for it. */
        const double way = (total.per_hop - busy) * near;
        take_off(&p->startup, fmax(0, way - p->latency.value));
        take_off(&p->latency, way);
    }
}

static bool has_hops(const sag_communication *c)
{
    return c->topology == TOPOLOGY_HYPERCUBE || c->topology == TOPOLOGY_FAT_TREE ||
           c->topology == TOPOLOGY_DRAGONFLY || c->topology == TOPOLOGY_TORUS ||
           c->topology == TOPOLOGY_MESH;
}

/* What an exchange takes longer than a message alone are the calls: a node calls
 * twice in it, and in a message once. */
static double call_overhead(arena *a, const fit_data *data, const fit_pair *near, fit_notes *notes)
{
    double *more = ARENA_ARRAY(a, data->count + 1, double);
    int count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        const double bytes = (double)fit_parameter(s, "bytes");
        if (!fit_is_kernel(s, "exchange") || fit_parameter(s, "ranks") != 2 ||
            fit_parameter(s, "stride") > 8 || bytes > SMALL)
            continue;
        for (int k = 0; k < near->data.count; k++) {
            if (!(near->data.total[k].x < bytes) && !(near->data.total[k].x > bytes))
                more[count++] = s->median_s - near->data.total[k].y;
        }
    }
    if (count == 0)
        return 0;
    const double typical = sort_median(more, count), alone = near->data.total[0].y;
    if (typical > alone)
        fit_note(a, notes,
                 "warning: an exchange takes %s times what a message takes alone: the ranks were "
                 "disturbed, and what calls take is not known",
                 format_number(a, 1 + typical / alone));
    return typical > NO_DIFFERENCE * alone && typical <= alone ? typical : 0;
}

/* A node is busy with a call as with the rest of the startup. */
static void take_calls_off(double call, message_piece *p)
{
    const double of_startup = fmin(call, p->startup.value);
    take_off(&p->startup, of_startup);
    take_off(&p->latency, call - of_startup);
}

/* What of the near pair was measured at the sizes of the far one; false: at one of them nothing. */
static bool take_near(arena *a, const fit_data *data, const fit_pair *near,
                      const fit_message_data *message, fit_overheads *overheads)
{
    fit_message_data by = near->data;
    fit_overheads of_near;
    if (!fit_overheads_of(a, data, &by, &of_near))
        return false;
    fit_point *whole = ARENA_ARRAY(a, message->count, fit_point);
    for (int i = 0, k = 0; i < message->count; i++) {
        while (k < by.count && by.total[k].x < message->total[i].x)
            k++;
        if (k == by.count || by.total[k].x > message->total[i].x)
            return false;
        whole[i] = by.total[k];
        overheads->waits[i] = of_near.waits[k];
        overheads->keeps[i] = of_near.keeps[k];
    }
    overheads->near = whole;
    return true;
}

/* Calls are timed on ranks 0 and 1, and what they take does not depend on how far messages go: of
 * a pair further apart the sizes at which it changes, and those that wait for receivers, are those
 * of the near one. */
static bool adapter_pieces(arena *a, const fit_data *data, const fit_pair *pair,
                           const fit_pair *near, int *count, message_piece **pieces)
{
    fit_message_data message = pair->data;
    fit_overheads overheads;
    if (!fit_overheads_of(a, data, &message, &overheads) ||
        (near != NULL && !take_near(a, data, near, &message, &overheads)))
        return false;
    return fit_adapter(a, &message, &overheads, count, pieces);
}

static bool adapter_inside(arena *a, const fit_data *data, const fit_pair *inside,
                           sag_communication *adapter)
{
    message_piece *pieces;
    int count;
    if (!adapter_pieces(a, data, inside, NULL, &count, &pieces))
        return false;
    adapter->inside = (message_function){count, pieces};
    return true;
}

/* The same network, but that adapters carry messages: what calls take is in them. */
static void adapter_base(arena *a, const fit_data *data, int ranks, const fit_partners *all,
                         const fit_pair *inside, const sag_communication *c,
                         sag_communication *adapter)
{
    message_piece *pieces;
    *adapter = *c;
    adapter->exchange = EXCHANGE_ADAPTER;
    adapter->call_overhead = fit_time(0, 0, "in what processors pay");
    if (!adapter_pieces(a, data, &all->pair[0], inside, &adapter->piece_count, &pieces) ||
        (inside != NULL && !adapter_inside(a, data, inside, adapter))) {
        *adapter = (sag_communication){0};
        return;
    }
    for (int k = 0; k < adapter->piece_count && has_hops(c); k++) {
        const double end = k + 1 < adapter->piece_count ? pieces[k + 1].from.value : INFINITY;
        fit_hops_of_piece(a, c, ranks, all, end, &pieces[k]);
    }
    adapter->pieces = pieces;
}

/* Several ranks on each node: those further off, by the number of their node; and of the first rank
 * of the next node, messages between nodes; of rank 1, those inside. */
static bool take_nodes(arena *a, int per_node, fit_partners *all, fit_pair *inside,
                       char error[TRAIN_TEXT])
{
    int kept = 0;
    *inside = all->pair[0];
    for (int i = 0; i < all->count; i++) {
        fit_pair one = all->pair[i];
        if (one.partner < per_node)
            continue;
        one.partner /= per_node;
        all->pair[kept++] = one;
    }
    all->count = kept;
    if (kept > 0 && all->pair[0].partner == 1) {
        fit_fill_in(a, inside, &all->pair[0]);
        return true;
    }
    snprintf(
        error, TRAIN_TEXT,
        "no messages to another node are in it: of %d ranks a node, rank %d would be the first "
        "of the next; start more ranks",
        per_node, per_node);
    return false;
}

/* What of these messages is known when MPI_Send sends them: what that takes longer, or shorter, is
 * the sender's, and was measured of `near`, where calls are timed (null: of the same). */
static bool send_pieces(arena *a, const fit_data *data, const fit_pair *pair, const fit_pair *near,
                        int *count, message_piece **pieces)
{
    enum { LEAST = 3 };
    fit_message_data message = pair->data;
    fit_overheads o;
    int kept = 0;
    if (!fit_overheads_of(a, data, &message, &o) ||
        (near != NULL && !take_near(a, data, near, &message, &o)))
        return false;
    fit_point *whole = ARENA_ARRAY(a, message.count, fit_point);
    for (int i = 0; i < message.count; i++) {
        const fit_point alone = near != NULL ? o.near[i] : message.total[i];
        const double total = fit_pair_s(data, "pingpong.send", alone.x) / 2;
        if (total <= 0)
            continue;
        o.send[kept] = fmax(0, o.send[i] + total - alone.y);
        o.receive[kept] = o.receive[i];
        o.late[kept] = o.late[i];
        o.waits[kept] = o.waits[i];
        o.keeps[kept] = o.keeps[i];
        whole[kept] = (fit_point){alone.x, total};
        message.total[kept] = (fit_point){alone.x, message.total[i].y + total - alone.y};
        message.occupied[kept++] = message.occupied[i];
    }
    message.count = kept;
    o.near = near != NULL ? whole : NULL;
    return kept >= LEAST && fit_adapter(a, &message, &o, count, pieces);
}

/* The same of messages that MPI_Send waits for. */
static void send_base(arena *a, const fit_data *data, int ranks, const fit_partners *all,
                      const fit_pair *inside, sag_communication *adapter)
{
    message_piece *pieces, *within;
    int count, within_count;
    if (adapter->piece_count == 0 || !send_pieces(a, data, &all->pair[0], inside, &count, &pieces))
        return;
    for (int k = 0; k < count && has_hops(adapter); k++) {
        const double end = k + 1 < count ? pieces[k + 1].from.value : INFINITY;
        fit_hops_of_piece(a, adapter, ranks, all, end, &pieces[k]);
    }
    if (inside != NULL) {
        if (!send_pieces(a, data, inside, NULL, &within_count, &within))
            return;
        adapter->inside_send = (message_function){within_count, within};
    }
    adapter->send_piece_count = count;
    adapter->send_pieces = pieces;
}

bool fit_base(arena *a, const fit_data *data, int ranks, int per_node,
              const sag_communication *like, sag_communication *c, sag_communication *adapter,
              fit_notes *notes, char error[TRAIN_TEXT])
{
    fit_partners *all = ARENA_NEW(a, fit_partners);
    fit_pair *inside = NULL;
    fit_collect_partners(a, data, ranks, all);
    if (all->count == 0 || all->pair[0].partner != 1) {
        snprintf(error, TRAIN_TEXT,
                 "no messages between ranks 0 and 1 are in it ('pingpong' and 'stream', at the "
                 "same sizes); a machine needs them");
        return false;
    }
    const fit_pair near = all->pair[0];
    message_piece *pieces, *within;
    int within_count;
    if (per_node > 1) {
        inside = ARENA_NEW(a, fit_pair);
        if (!take_nodes(a, per_node, all, inside, error))
            return false;
        ranks = (ranks + per_node - 1) / per_node;
    }
    if (inside != NULL && fit_message(a, &inside->data, FROM_PAIRS, &within_count, &within))
        c->inside = (message_function){within_count, within};
    if (!fit_message(a, &all->pair[0].data, FROM_PAIRS, &c->piece_count, &pieces)) {
        snprintf(error, TRAIN_TEXT,
                 "messages between ranks 0 and 1 were measured at too few sizes for a line (%d); "
                 "run the training set again to complete the file",
                 all->pair[0].data.count);
        return false;
    }
    const double noise = fit_noise(a, all->pair[0].data.count, all->pair[0].data.total);
    if (noise > NOISY)
        fit_note(a, notes,
                 "warning: messages of neighbouring sizes differ by %s at random: measure when the "
                 "machine does nothing else",
                 format_percent(a, noise));
    if (like != NULL)
        shape_copy(like, c);
    else
        shape_find(a, ranks, all, c, notes);
    const double call = call_overhead(a, data, &near, notes);
    for (int k = 0; k < c->piece_count; k++) {
        const double end = k + 1 < c->piece_count ? pieces[k + 1].from.value : INFINITY;
        if (has_hops(c))
            fit_hops_of_piece(a, c, ranks, all, end, &pieces[k]);
        take_calls_off(call, &pieces[k]);
    }
    c->pieces = pieces;
    c->call_overhead = fit_time(call, NO_DIFFERENCE, "exchange beside pingpong");
    c->overlap = (quantity){.is_set = true,
                            .unit = "fraction",
                            .from = FROM_DERIVED,
                            .source = "not measured",
                            .relative_error = FIT_ERROR_LEAST};
    adapter_base(a, data, ranks, all, inside, c, adapter);
    send_base(a, data, ranks, all, inside, adapter);
    /* Not before: `all` has nodes, and routes would put several of these on one. */
    if (per_node > 1)
        c->ranks_per_node = adapter->ranks_per_node = fit_count(per_node, "--ranks-per-node");
    return true;
}
