#include <math.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/network/price.h"
#include "training/fit/fit_links.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_network.h"
#include "training/fit/fit_ports.h"
#include "training/fit/fit_rule.h"

/* Beyond this a function of a message does not describe what it takes among others: a
 * pattern gets one of its own. */
static const double OFF = 0.03;

/* ---- how far predictions are off ---- */

/* How far the middle of the kernel's points is off, of grids of `dims` axes if that
 * is not 0; negative: there are none. */
static double typical_error(arena *a, const fit_data *data, const fit_network *network,
                            const char *kernel, int64_t dims)
{
    double *off = ARENA_ARRAY(a, data->count + 1, double);
    int count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (!fit_is_kernel(s, kernel) || s->median_s <= 0 ||
            (dims > 0 && fit_parameter(s, "dims") != dims))
            continue;
        const double predicted = fit_simulate(a, network, s);
        if (predicted >= 0)
            off[count++] = fabs(predicted / s->median_s - 1);
    }
    return count > 0 ? sort_median(off, count) : -1;
}

/* ---- patterns of messages ---- */

/* The middle of the points of each size, of which there are so many. */
static int middles(arena *a, int count, fit_point *point)
{
    double *value = ARENA_ARRAY(a, count + 1, double);
    int kept = 0;
    fit_sort_points(point, count);
    for (int i = 0; i < count;) {
        int n = 0;
        const double x = point[i].x;
        for (; i < count && !(point[i].x > x); i++)
            value[n++] = point[i].y;
        point[kept++] = (fit_point){x, sort_median(value, n)};
    }
    return kept;
}

/* What the machine's function has for the way beside the first hop, and the rest
 * of its latency: which a pattern keeps. */
typedef struct beside {
    double occupied, latency;
} beside;

static beside beside_of(const sag_communication *c, double bytes, int hops)
{
    const message_function f = {c->piece_count, c->pieces};
    const sag_price none = sag_price_message(f, bytes, (sag_route){0, 0});
    const sag_price way = sag_price_message(f, bytes, (sag_route){hops, 0});
    return (beside){way.occupancy - none.occupancy, way.latency};
}

/* How many messages each rank of the series sends at the same time, and of how
 * many bytes; 0: it is none of the kernels that a pattern is fitted to. */
static int messages_at_once(const fit_series *s, double *bytes)
{
    const int64_t most = 1 << 20; /* of ranks, in any run */
    const int64_t ranks = fit_parameter(s, "ranks"), dims = fit_parameter(s, "dims");
    *bytes = (double)fit_parameter(s, "bytes");
    if (ranks < 2 || ranks > most || dims < 0 || dims > PATTERN_DIMS_MAX || *bytes < 0)
        return 0;
    if (fit_is_kernel(s, "neighbours.posted"))
        return 2 * (int)dims;
    if (fit_is_kernel(s, "neighbours.phased"))
        return 1;
    if (fit_is_kernel(s, "alltoall") || fit_is_kernel(s, "gather")) {
        *bytes /= (double)ranks;
        return (int)ranks - 1;
    }
    return 0;
}

/* One after another: of the sum as many parts. */
static int messages_in_turn(const fit_series *s)
{
    return fit_is_kernel(s, "neighbours.phased") ? 2 * (int)fit_parameter(s, "dims") : 1;
}

/* Fits what a message occupies among the others of its kernel, and adds the
 * latency that it has alone. */
static bool fit_among_others(arena *a, const fit_data *data, const fit_network *network,
                             const char *kernel, int64_t dims, int *count, message_piece **pieces)
{
    const sag_communication *c = network->communication;
    fit_message_data d = {.total = ARENA_ARRAY(a, data->count + 1, fit_point),
                          .occupied = ARENA_ARRAY(a, data->count + 1, fit_point)};
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        double bytes;
        if (!fit_is_kernel(s, kernel) || s->median_s <= 0 ||
            (dims > 0 && fit_parameter(s, "dims") != dims))
            continue;
        const int at_once = messages_at_once(s, &bytes);
        const beside b = beside_of(c, bytes, fit_hops(a, network, s));
        const double calls = 2 * c->call_overhead.value;
        const double rest = s->median_s / messages_in_turn(s) - b.latency;
        const double occupied = rest / at_once - calls - b.occupied;
        if (at_once == 0 || occupied <= 0)
            continue;
        const double latency = beside_of(c, bytes, 0).latency;
        d.occupied[d.count] = (fit_point){bytes, occupied};
        d.total[d.count++] = (fit_point){bytes, occupied + latency};
    }
    const int each = middles(a, d.count, d.occupied);
    d.count = middles(a, d.count, d.total);
    if (each != d.count || d.count > FIT_POINTS_MOST || !fit_message(a, &d, kernel, count, pieces))
        return false;
    for (int k = 0; k < *count; k++) {
        const message_function f = {c->piece_count, c->pieces};
        const message_piece *base =
            sag_price_message(f, (*pieces)[k].from.value, (sag_route){0, 0}).piece;
        (*pieces)[k].per_hop = base->per_hop;
        (*pieces)[k].latency_per_hop = base->latency_per_hop;
    }
    return true;
}

/* Is it further off than a message alone, which has as much noise? */
static bool is_off(double off, double alone)
{
    return off > OFF && off > 2 * alone;
}

/* How far shifts on grids of `d` axes are off. On one axis a processor has one message in each
 * direction, or, at the ends of an array, one alone, as in the kernel `shift`: both count. On more
 * a program may shift along one of them alone, which a mean of all directions does not describe:
 * one direction after another counts as much. */
static double error_of_shifts(arena *a, const fit_data *data, const fit_network *network,
                              const char *kernel, int d)
{
    const double off = typical_error(a, data, network, kernel, d);
    const double alone = d == 1 ? typical_error(a, data, network, "shift", 0)
                                : typical_error(a, data, network, "neighbours.phased", d);
    return off >= 0 && alone >= 0 ? (off + alone) / 2 : off;
}

/* Gives shifts on grids of `d` axes a function of their own, where that is half as far
 * off as the one that they have. Returns false if they keep that. */
static bool fit_shift_on(arena *a, const fit_data *data, const fit_network *network,
                         const char *kernel, int d, sag_pattern *pattern, sag_communication *c,
                         fit_notes *notes)
{
    const double off = error_of_shifts(a, data, network, kernel, d);
    message_piece *pieces;
    int count;
    if (off < 0)
        return true; /* there are none */
    if (!is_off(off, typical_error(a, data, network, "pingpong", 0)) ||
        !fit_among_others(a, data, network, kernel, d, &count, &pieces))
        return false;
    pattern->dims[d - 1] = (message_function){count, pieces};
    pattern->is_set = true;
    c->pattern[PATTERN_shift] = *pattern;
    const double now = error_of_shifts(a, data, network, kernel, d);
    if (now > off / 2) {
        pattern->dims[d - 1] = (message_function){0};
        return false;
    }
    fit_note(a, notes,
             "shifts on grids of %d axes get separate functions: %s off, by a message's %s", d,
             format_percent(a, now), format_percent(a, off));
    return true;
}

static void fit_shift(arena *a, const fit_data *data, const fit_network *network,
                      sag_communication *c, fit_notes *notes)
{
    const char *kernel = c->exchange == EXCHANGE_PHASED ? "neighbours.phased" : "neighbours.posted";
    sag_pattern pattern = {.measures = MEASURES_MESSAGE,
                           .measures_origin = fit_origin(kernel),
                           .any = {c->piece_count, c->pieces}};
    bool all_have_own = true, is_set = false;
    /* One direction after another is a shift along one axis, whatever the grid. */
    const int most = c->exchange == EXCHANGE_PHASED ? 1 : PATTERN_DIMS_MAX;
    for (int d = 1; d <= most; d++) {
        all_have_own &= fit_shift_on(a, data, network, kernel, d, &pattern, c, notes);
        is_set |= pattern.dims[d - 1].piece_count > 0;
    }
    if (all_have_own)
        pattern.any = (message_function){0};
    pattern.is_set = is_set;
    c->pattern[PATTERN_shift] = is_set ? pattern : (sag_pattern){0};
}

/* The whole, by the bytes of its largest message, for any number of ranks. */
static bool fit_completion(arena *a, const fit_data *data, const char *kernel, int *count,
                           message_piece **pieces)
{
    fit_message_data d = {.total = ARENA_ARRAY(a, data->count + 1, fit_point)};
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        double bytes;
        if (fit_is_kernel(s, kernel) && s->median_s > 0 && messages_at_once(s, &bytes) > 0)
            d.total[d.count++] = (fit_point){bytes, s->median_s};
    }
    d.count = middles(a, d.count, d.total);
    d.occupied = d.total;
    return d.count <= FIT_POINTS_MOST && fit_message(a, &d, kernel, count, pieces);
}

typedef struct kind_of_messages {
    const char *kernel, *name;
    sag_pattern_kind kind;
    collective_kind called;
} kind_of_messages;

/* Tries a function of a message and one of the whole, where that of any message is
 * off; and keeps the better one, if it is half as far off. */
static void fit_own(arena *a, const fit_data *data, const fit_network *network,
                    const kind_of_messages *k, sag_communication *c, fit_notes *notes)
{
    const double off = typical_error(a, data, network, k->kernel, 0);
    if (!is_off(off, typical_error(a, data, network, "pingpong", 0)))
        return;
    sag_pattern best = {0};
    double least = off / 2;
    for (int whole = 0; whole < 2; whole++) {
        message_piece *pieces;
        int count;
        c->pattern[k->kind] = (sag_pattern){0};
        if (!(whole ? fit_completion(a, data, k->kernel, &count, &pieces)
                    : fit_among_others(a, data, network, k->kernel, 0, &count, &pieces)))
            continue;
        c->pattern[k->kind] =
            (sag_pattern){.is_set = true,
                          .measures = whole ? MEASURES_COMPLETION : MEASURES_MESSAGE,
                          .measures_origin = fit_origin(k->kernel),
                          .any = {count, pieces}};
        const double now = typical_error(a, data, network, k->kernel, 0);
        if (now < least) {
            least = now;
            best = c->pattern[k->kind];
        }
    }
    c->pattern[k->kind] = best;
    if (best.is_set)
        fit_note(a, notes, "%s get separate functions, of %s: %s off, by a message's %s", k->name,
                 best.measures == MEASURES_MESSAGE ? "each message" : "the whole",
                 format_percent(a, least), format_percent(a, off));
    else
        fit_note(
            a, notes,
            "warning: %s are %s off what the machine predicts, and no separate function is nearer",
            k->name, format_percent(a, off));
}

/* Does the library send the messages as they are, so that what it takes says what those take that
 * programs send themselves? */
static bool sends_as_it_is(const sag_collective *called)
{
    bool is_so = true;
    for (int i = 0; i < called->library_count; i++)
        is_so &=
            called->library[i].how == LIBRARY_LINEAR || called->library[i].how == LIBRARY_DIRECT;
    return is_so;
}

static void fit_kind(arena *a, const fit_data *data, const fit_network *network,
                     const kind_of_messages *k, sag_communication *c, fit_notes *notes)
{
    sag_collective *called = &c->collective[k->called];
    const int count = called->library_count;
    if (!sends_as_it_is(called))
        return;
    called->library_count = 0; /* what messages take, not the call */
    fit_own(a, data, network, k, c, notes);
    called->library_count = count;
}

void fit_patterns(arena *a, const fit_data *data, fit_network *network, sag_communication *c,
                  const sag_communication *adapter, fit_evidence *evidence, fit_notes *notes)
{
    static const kind_of_messages kinds[] = {
        {"alltoall", "transposes", PATTERN_transpose, COLLECTIVE_ALLTOALL},
        {"gather", "gathers", PATTERN_gather, COLLECTIVE_GATHER}};
    network->communication = c;
    fit_choose_rule(a, data, network, c, adapter, evidence, notes);
    fit_links(a, data, network, c, evidence, notes);
    fit_shared_ports(a, data, network, c, evidence, notes);
    fit_collectives(a, data, network, c, notes);
    fit_shift(a, data, network, c, notes);
    fit_library(a, data, network, true, c, notes);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        fit_kind(a, data, network, &kinds[k], c, notes);
}
