#include "training/fit/fit_simulate.h"

#include <assert.h>
#include <string.h>

#include "sysmodels/network/collective/library.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "training/fit/fit_observed.h"
#include "training/fit/fit_rounds.h"
#include "training/train_permutation.h"

/* Everybody to everybody on more ranks than this has messages by the million. */
enum { ALL_TO_ALL_MOST = 256 };

static void pingpong(simulation *s, const fit_series *series)
{
    const int partner = (int)fit_parameter(series, "partner");
    const double bytes = (double)fit_parameter(series, "bytes");
    clocks_post(s, 0, partner, bytes);
    clocks_close(s, 0);
    clocks_post(s, partner, 0, bytes);
    clocks_close(s, 0);
}

static void stream(simulation *s, const fit_series *series)
{
    const int partner = (int)fit_parameter(series, "partner");
    const int count = (int)fit_tally(series->tally, "message");
    for (int i = 0; i < count; i++)
        clocks_post(s, 0, partner, (double)fit_parameter(series, "bytes"));
    clocks_close(s, 0);
    clocks_post(s, partner, 0, 0);
    clocks_close(s, 0);
}

static void exchange(simulation *s, double bytes)
{
    for (int r = 0; r < s->ranks; r++) {
        if ((r ^ 1) < s->ranks)
            clocks_post(s, r, r ^ 1, bytes);
    }
    clocks_close(s, 0);
}

static void shift(simulation *s, double bytes, int count)
{
    for (int r = 0; r < s->ranks; r++) {
        for (int i = 0; i < count; i++)
            clocks_post(s, r, (r + 1) % s->ranks, bytes);
    }
    clocks_close(s, 0);
}

static void shift_far(simulation *s, double bytes, int far)
{
    for (int r = 0; r < s->ranks; r++)
        clocks_post(s, r, (r + far) % s->ranks, bytes);
    clocks_close(s, 0);
}

static void permutation(simulation *s, double bytes, int number)
{
    int *to = ARENA_ARRAY(s->a, s->ranks, int);
    train_permutation(s->ranks, number, to);
    for (int r = 0; r < s->ranks; r++)
        clocks_post(s, r, to[r], bytes);
    clocks_close(s, 0);
}

/* In the order of the kernel: along each axis to the one side, and to the other. */
static void neighbours(simulation *s, double bytes, bool is_phased)
{
    s->keeps_order = true;
    for (int d = 0; d < s->dims; d++) {
        for (int way = 1; way >= -1; way -= 2) {
            for (int r = 0; r < s->ranks; r++) {
                int at[FIT_DIMS_MOST];
                clocks_place(s, r, at);
                at[d] = (at[d] + way + s->extents[d]) % s->extents[d];
                clocks_post(s, r, clocks_rank(s, at), bytes);
            }
            if (is_phased)
                clocks_close(s, 0);
        }
    }
    if (!is_phased)
        clocks_close(s, 0);
}

static void everybody_to_root(simulation *s, double bytes)
{
    for (int r = 1; r < s->ranks; r++)
        clocks_post(s, r, 0, bytes);
    clocks_close(s, 0);
}

static void everybody_to_everybody(simulation *s, double bytes)
{
    for (int r = 0; r < s->ranks; r++) {
        for (int to = 0; to < s->ranks; to++)
            clocks_post(s, r, to, bytes);
    }
    clocks_close(s, 0);
}

double fit_late_receiver(arena *parent, const fit_network *network, double bytes, double pause_s)
{
    const sag_communication *c = network->communication;
    arena *a = arena_new_under(parent);
    simulation s;
    clocks_begin(&s, a, network, network->ranks, 1, PATTERN_redistribute);
    s.function = (message_function){c->piece_count, c->pieces};
    s.clock[1] = pause_s;
    clocks_post(&s, 0, 1, bytes);
    clocks_close(&s, 0);
    const double has_it = s.clock[1];
    arena_free(a);
    return has_it;
}

/* Are the parameters those of a kernel of this run? Somebody may have written others. */
static bool is_possible(const fit_network *network, const fit_series *series)
{
    const int64_t ranks = fit_parameter(series, "ranks"), dims = fit_parameter(series, "dims");
    const int64_t partner = fit_parameter(series, "partner");
    return ranks >= 2 && ranks <= network->ranks && dims >= 0 && dims <= FIT_DIMS_MOST &&
           partner >= 0 && partner < network->ranks && fit_parameter(series, "far") >= 0 &&
           fit_parameter(series, "far") < network->ranks && fit_parameter(series, "bytes") >= 0;
}

collective_kind fit_collective_of(const fit_series *series)
{
    if (fit_is_kernel(series, "broadcast"))
        return COLLECTIVE_BROADCAST;
    if (fit_is_kernel(series, "allreduce"))
        return COLLECTIVE_REDUCE;
    if (fit_is_kernel(series, "allgather"))
        return COLLECTIVE_ALLGATHER;
    return fit_is_kernel(series, "barrier") ? COLLECTIVE_BARRIER : COLLECTIVE_KIND_COUNT;
}

double fit_simulate_with(arena *parent, const fit_network *network, const fit_series *series,
                         collective_algorithm how)
{
    const collective_kind kind = fit_collective_of(series);
    const double bytes = (double)fit_parameter(series, "bytes");
    assert(kind != COLLECTIVE_KIND_COUNT);
    if (how == COLLECTIVE_PATTERN)
        return -1;
    if (!is_possible(network, series) ||
        (how == COLLECTIVE_DIRECT && kind != COLLECTIVE_BROADCAST &&
         fit_parameter(series, "ranks") > ALL_TO_ALL_MOST))
        return -1;
    arena *a = arena_new_under(parent);
    simulation s;
    rounds_begin(&s, a, network, (int)fit_parameter(series, "ranks"), kind);
    s.keeps_order = network->gathers_in_order && how == COLLECTIVE_DIRECT;
    const collective_variant variant = {
        .far_first = network->broadcasts_far_first && kind == COLLECTIVE_BROADCAST,
        .folds = network->barriers_fold && kind == COLLECTIVE_BARRIER};
    rounds_play(&s, kind, how, variant, bytes);
    const double last = clocks_last(&s);
    arena_free(a);
    return last;
}

/* Plays a kernel that is no collective of machine files. Returns whether there is
 * such a one. */
static bool play(simulation *s, arena *a, const fit_network *network, const fit_series *series)
{
    const int ranks = (int)fit_parameter(series, "ranks");
    const int dims = (int)fit_parameter(series, "dims");
    const double bytes = (double)fit_parameter(series, "bytes");
    if (!is_possible(network, series))
        return false;
    if ((fit_is_kernel(series, "pingpong") || fit_is_kernel(series, "stream")) &&
        fit_parameter(series, "partner") > 0) {
        clocks_begin(s, a, network, network->ranks, 1, PATTERN_redistribute);
        s->function =
            (message_function){network->communication->piece_count, network->communication->pieces};
        fit_is_kernel(series, "stream") ? stream(s, series) : pingpong(s, series);
    } else if ((fit_is_kernel(series, "neighbours.posted") ||
                fit_is_kernel(series, "neighbours.phased")) &&
               dims > 0) {
        clocks_begin(s, a, network, ranks, dims, PATTERN_shift);
        neighbours(s, bytes, fit_is_kernel(series, "neighbours.phased"));
    } else if (fit_is_kernel(series, "shift.elements")) {
        clocks_begin(s, a, network, ranks, 1, PATTERN_element);
        shift(s, 8, (int)(bytes / 8));
    } else if (fit_is_kernel(series, "shift") || fit_is_kernel(series, "exchange")) {
        clocks_begin(s, a, network, ranks, 1, PATTERN_shift);
        fit_is_kernel(series, "shift") ? shift(s, bytes, 1) : exchange(s, bytes);
    } else if (fit_is_kernel(series, "shift.far") || fit_is_kernel(series, "permutation")) {
        const int far = (int)fit_parameter(series, "far");
        clocks_begin(s, a, network, ranks, 1, PATTERN_shift);
        fit_is_kernel(series, "shift.far") ? shift_far(s, bytes, far) : permutation(s, bytes, far);
    } else if (fit_is_kernel(series, "gather")) {
        clocks_begin(s, a, network, ranks, 1, PATTERN_gather);
        everybody_to_root(s, bytes / ranks);
    } else if ((fit_is_kernel(series, "alltoall") || fit_is_kernel(series, "transpose")) &&
               ranks <= ALL_TO_ALL_MOST) {
        clocks_begin(s, a, network, ranks, 1, PATTERN_transpose);
        everybody_to_everybody(s, bytes / ranks);
    } else {
        return false;
    }
    return true;
}

/* Copies between messages are no matter of the network. Where time is simulated, transposes
 * copy nothing. */
static bool has_copies(const fit_network *network, const fit_series *series)
{
    return fit_parameter(series, "stride") > 8 ||
           (fit_is_kernel(series, "transpose") && network->combine_s > 0);
}

/* What the machine states for such a communication as a whole; negative: nothing. */
static double as_a_whole(const fit_network *network, const fit_series *series)
{
    const bool is_gather = fit_is_kernel(series, "gather");
    if (!is_gather && !fit_is_kernel(series, "alltoall") && !fit_is_kernel(series, "transpose"))
        return -1;
    const sag_communication *c = network->communication;
    const sag_pattern *p = sag_whole_pattern(c, is_gather ? PATTERN_gather : PATTERN_transpose);
    if (p == NULL || !is_possible(network, series))
        return -1;
    const double each =
        (double)fit_parameter(series, "bytes") / (double)fit_parameter(series, "ranks");
    const sag_price price = sag_price_message(sag_pattern_function(p, 1), each, (sag_route){0, 0});
    return c->call_overhead.value + price.occupancy + price.latency;
}

/* As the MPI library does it, all ranks coming together. */
static double by_library(arena *a, const fit_network *network, const fit_series *series,
                         collective_kind kind, const sag_library *how)
{
    simulation s;
    rounds_begin(&s, a, network, (int)fit_parameter(series, "ranks"), kind);
    rounds_play_library(&s, kind, how, 0, fit_message_bytes(series, kind));
    return clocks_last(&s);
}

/* What is not done but by the library; negative: it is something else, or not known. */
static double by_call(arena *a, const fit_network *network, const fit_series *series)
{
    const collective_kind kind = fit_called_by(series);
    if (kind == COLLECTIVE_KIND_COUNT || !is_possible(network, series) ||
        has_copies(network, series))
        return -1;
    const sag_library *how =
        library_of(&network->communication->collective[kind], kind,
                   (int)fit_parameter(series, "ranks"), fit_message_bytes(series, kind));
    return how ? by_library(a, network, series, kind, how) : -1;
}

/* By a function of its own, where so many ranks have one; else by the algorithm. */
static double collective(arena *a, const fit_network *network, const fit_series *series,
                         collective_kind kind)
{
    const sag_communication *c = network->communication;
    const sag_collective *how = &c->collective[kind];
    const int ranks = (int)fit_parameter(series, "ranks");
    const double bytes = (double)fit_parameter(series, "bytes");
    if (!is_possible(network, series))
        return -1;
    const sag_library *library = library_of(how, kind, ranks, bytes);
    if (library && library->how != LIBRARY_MEASURED && !fit_is_kernel(series, "allgather"))
        return by_library(a, network, series, kind, library);
    if (!sag_is_measured(how, ranks))
        return fit_simulate_with(a, network, series, how->algorithm);
    const message_function f = sag_measured_function(a, how, ranks);
    return c->call_overhead.value + sag_price_message(f, bytes, (sag_route){0, 0}).occupancy;
}

/* Of the library's all-gathers those count that generated programs call. */
static collective_kind measured_collective(const fit_series *series)
{
    return fit_is_kernel(series, "allgatherv") ? COLLECTIVE_ALLGATHER : fit_collective_of(series);
}

static double simulate(arena *a, const fit_network *network, const fit_series *series)
{
    const collective_kind kind = measured_collective(series);
    const double called = by_call(a, network, series);
    if (called >= 0)
        return called;
    const double whole = as_a_whole(network, series);
    if (whole >= 0)
        return whole;
    if (kind != COLLECTIVE_KIND_COUNT)
        return collective(a, network, series, kind);
    simulation s;
    return !has_copies(network, series) && play(&s, a, network, series) ? clocks_last(&s) : -1;
}

double fit_simulate(arena *parent, const fit_network *network, const fit_series *series)
{
    arena *a = arena_new_under(parent);
    const double seconds = simulate(a, network, series);
    arena_free(a);
    return seconds;
}

int fit_hops(arena *a, const fit_network *network, const fit_series *series)
{
    simulation s;
    return fit_collective_of(series) == COLLECTIVE_KIND_COUNT && play(&s, a, network, series)
               ? s.hops
               : 0;
}
