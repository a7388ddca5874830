#include "training/fit/fit_message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece has at least so many sizes; breaks of the two functions that are nearer to
 * each other are the same. */
enum { POINTS_LEAST = 3 };

/* A standard error from 15 samples is itself known to 19 % (1 / sqrt(2 (n - 1))). */
enum { ERROR_DIGITS = 1 };

static double rounded(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return strtod(text, NULL);
}

/* The fewest digits that leave of the error a tenth at most. */
static double stated_of(double value, double error)
{
    const double most = fmax(error, FIT_ERROR_LEAST) / 10 * value;
    int digits = 1;
    while (digits < FIT_DIGITS && fabs(rounded(value, digits) - value) > most)
        digits++;
    return rounded(value, digits);
}

quantity fit_time(double seconds, double error, const char *source)
{
    const double stated = stated_of(seconds * 1e6, error);
    if (!(stated > 0))
        error = 0; /* none is nothing relative to it */
    return (quantity){.is_set = true,
                      .value = stated / 1e6,
                      .stated = stated,
                      .unit = "us",
                      .from = FROM_TRAINED,
                      .source = source,
                      .relative_error = rounded(fmax(error, FIT_ERROR_LEAST), ERROR_DIGITS)};
}

quantity fit_count(int count, const char *source)
{
    return (quantity){.is_set = true,
                      .value = count,
                      .stated = count,
                      .unit = "",
                      .from = FROM_TRAINED,
                      .source = source,
                      .relative_error = FIT_ERROR_LEAST};
}

origin fit_origin(const char *source)
{
    return (origin){FROM_TRAINED, source};
}

quantity fit_bytes(double bytes, const char *source)
{
    return (quantity){.is_set = true,
                      .value = bytes,
                      .stated = bytes,
                      .unit = "bytes",
                      .from = FROM_TRAINED,
                      .source = source,
                      .relative_error = FIT_ERROR_LEAST};
}

/* Slopes that are nearer to each other are one. */
static const double SAME_SLOPE = 1e-4;

typedef struct breaks {
    int count, first[FIT_PIECES_MOST + 1]; /* of its first points; ascending */
} breaks;

static bool has_near(const breaks *b, int at)
{
    for (int i = 0; i < b->count; i++) {
        if (abs(b->first[i] - at) < POINTS_LEAST)
            return true;
    }
    return false;
}

static void add_break(breaks *b, int at)
{
    int k = b->count++;
    for (; k > 0 && b->first[k - 1] > at; k--)
        b->first[k] = b->first[k - 1];
    b->first[k] = at;
}

/* Those of the total first: where a message takes longer is better known. */
static breaks join(const fit_function *total, const fit_function *occupied, int count)
{
    breaks b = {0};
    for (int k = 0; k < total->count; k++)
        add_break(&b, total->piece[k].first);
    for (int k = 1; k < occupied->count; k++) {
        const int at = occupied->piece[k].first;
        if (b.count < FIT_PIECES_MOST && !has_near(&b, at) && at + POINTS_LEAST <= count)
            add_break(&b, at);
    }
    b.first[b.count] = count;
    return b;
}

typedef struct weighted {
    double value, weight;
} weighted;

static int compare(const void *left, const void *right)
{
    const weighted *a = left, *b = right;
    return (a->value > b->value) - (a->value < b->value);
}

/* What is occupied beside `slope` seconds a byte, in the middle; points count in
 * proportion to what they are known to. */
static double constant_beside(arena *a, int count, const fit_point *point, double slope)
{
    weighted *rest = ARENA_ARRAY(a, count, weighted);
    double weights = 0, passed = 0;
    for (int i = 0; i < count; i++) {
        rest[i] = (weighted){point[i].y - slope * point[i].x, 1 / point[i].y};
        weights += rest[i].weight;
    }
    qsort(rest, (size_t)count, sizeof *rest, compare);
    int i = 0;
    for (; i + 1 < count && passed + rest[i].weight < weights / 2; i++)
        passed += rest[i].weight;
    return fmax(0, rest[i].value);
}

static double relative(double error, double value)
{
    return value > 0 ? fmin(error / value, 1) : 0;
}

static message_piece piece_of(arena *a, const fit_message_data *data, int first, int end,
                              const fit_function *whole, const fit_function *part,
                              const char *source)
{
    const int n = end - first;
    const fit_piece total = fit_one_line(a, n, data->total + first, whole->noise);
    fit_piece busy = fit_one_line(a, n, data->occupied + first, part->noise);
    if (busy.slope > (1 - SAME_SLOPE) * total.slope) {
        busy.slope = total.slope;
        busy.constant = constant_beside(a, n, data->occupied + first, total.slope);
    }
    busy.constant = fmin(busy.constant, total.constant);
    const double error = fmax(whole->typical, relative(total.constant_error, total.constant));
    const double slope_error = fmax(whole->typical, relative(total.slope_error, total.slope));
    message_piece p = {
        .from = fit_bytes(first > 0 ? data->total[first].x : 0, source),
        .startup = fit_time(busy.constant,
                            fmax(error, relative(busy.constant_error, busy.constant)), source),
        .per_byte = fit_time(busy.slope, slope_error, source),
        .per_hop = fit_time(0, 0, source),
        .latency = fit_time(total.constant - busy.constant, error, source)};
    if (total.slope > busy.slope)
        p.latency_per_byte = fit_time(total.slope - busy.slope, slope_error, source);
    return p;
}

/* Steps are the port's: they occupy it. What is left of the total is a line. */
static bool with_packets(arena *a, const fit_message_data *data, const fit_function *whole,
                         const fit_piece *steps, const char *source, message_piece *p)
{
    fit_message_data smooth = {.count = data->count,
                               .total = ARENA_ARRAY(a, data->count, fit_point),
                               .occupied = ARENA_ARRAY(a, data->count, fit_point)};
    for (int i = 0; i < data->count; i++) {
        const double x = data->total[i].x;
        const double packets = steps->per_packet * ceil(x / steps->packet);
        smooth.total[i] = (fit_point){x, data->total[i].y - packets};
        smooth.occupied[i] = (fit_point){x, data->occupied[i].y - packets};
        if (!(smooth.total[i].y > 0 && smooth.occupied[i].y > 0))
            return false;
    }
    *p = piece_of(a, &smooth, 0, data->count, whole, whole, source);
    p->packet = fit_bytes(steps->packet, source);
    p->per_packet = fit_time(steps->per_packet, whole->typical, source);
    return true;
}

bool fit_message(arena *a, const fit_message_data *data, const char *source, int *piece_count,
                 message_piece **pieces)
{
    fit_function total, occupied;
    if (!fit_pieces(a, data->count, data->total, &total) ||
        !fit_pieces(a, data->count, data->occupied, &occupied))
        return false;
    if (occupied.piece[0].packet > 0) {
        *piece_count = 1;
        *pieces = ARENA_ARRAY(a, 1, message_piece);
        if (with_packets(a, data, &total, &occupied.piece[0], source, *pieces))
            return true;
    }
    const breaks b = join(&total, &occupied, data->count);
    *piece_count = b.count;
    *pieces = ARENA_ARRAY(a, b.count, message_piece);
    for (int k = 0; k < b.count; k++)
        (*pieces)[k] = piece_of(a, data, b.first[k], b.first[k + 1], &total, &occupied, source);
    return true;
}
