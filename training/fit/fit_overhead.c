#include "training/fit/fit_overhead.h"

#include <math.h>

#include "support/sort.h"

static const char FROM_CALLS[] = "send.returns, receive.arrived, receive.late";
static const char FROM_REST[] = "pingpong less both overheads, stream";

/* A part of a message that is smaller than this is none; where an adapter is what holds up a
 * stream, it takes that much longer than its processors do. */
static const double NONE = 0.01, SEEN = 1.02, NOT_ITS = 0.75;

/* A message has not come where taking it up takes half of what the whole takes. */
static const double NOT_COME = 0.5;

/* What is so near to what was waited is nothing else. */
static const double WAITED = 0.02;

enum { PIECE_POINTS = 3 };

double fit_pair_s(const fit_data *data, const char *kernel, double bytes)
{
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        const double apart = (double)fit_parameter(s, "bytes") - bytes;
        if (fit_is_kernel(s, kernel) && fit_parameter(s, "partner") == 1 && !(apart < 0) &&
            !(apart > 0))
            return s->median_s;
    }
    return -1;
}

/* How long rank 1 waited for a message that was to have come while it paused: it paused as long as
 * a round trip by MPI_Send takes, but first its word had to come to rank 0, which sent by
 * MPI_Isend. Negative: it had come. */
static double waited_for(const fit_data *data, double bytes, double whole)
{
    enum { WORD = 1 };
    const double trip = fit_pair_s(data, "pingpong.send", bytes);
    const double word = fit_pair_s(data, "pingpong", WORD);
    const double sent = fit_pair_s(data, "send.returns", WORD);
    return trip < 0 || word < 0 || sent < 0 ? -1 : word / 2 - sent + whole - trip;
}

/* Where rank 1 waited nothing tells what taking up takes, which is less: as much as that of the
 * next size of which it is known. */
static void without_waiting(const fit_data *data, const fit_message_data *message, fit_overheads *o)
{
    double known = -1;
    for (int i = message->count - 1; i >= 0; i--) {
        const double whole = message->total[i].y,
                     waited = waited_for(data, message->total[i].x, whole);
        o->waits[i] = waited > 0 && fabs(o->receive[i] - waited) < WAITED * whole;
        if (o->waits[i])
            o->receive[i] = known >= 0 ? fmin(known, o->receive[i]) : o->receive[i];
        else
            known = o->receive[i];
    }
}

bool fit_overheads_of(arena *a, const fit_data *data, fit_message_data *message,
                      fit_overheads *overheads)
{
    const fit_message_data all = *message;
    *message = (fit_message_data){.total = ARENA_ARRAY(a, all.count + 1, fit_point),
                                  .occupied = ARENA_ARRAY(a, all.count + 1, fit_point)};
    *overheads = (fit_overheads){.send = ARENA_ARRAY(a, all.count + 1, double),
                                 .receive = ARENA_ARRAY(a, all.count + 1, double),
                                 .late = ARENA_ARRAY(a, all.count + 1, double),
                                 .waits = ARENA_ARRAY(a, all.count + 1, bool)};
    for (int i = 0; i < all.count; i++) {
        const double bytes = all.total[i].x, whole = all.total[i].y;
        const double send = fit_pair_s(data, "send.returns", bytes);
        const double receive = fit_pair_s(data, "receive.arrived", bytes);
        const double late = fit_pair_s(data, "receive.late", bytes);
        if (send < 0 || receive < 0 || late < 0)
            continue;
        const int k = message->count++;
        message->total[k] = all.total[i];
        message->occupied[k] = all.occupied[i];
        overheads->send[k] = fmin(send, whole);
        overheads->receive[k] = receive;
        overheads->late[k] = late;
    }
    without_waiting(data, message, overheads);
    for (int i = 0; i < message->count; i++) {
        const double whole = message->total[i].y, send = overheads->send[i];
        const double receive = overheads->receive[i];
        overheads->waits[i] |= overheads->late[i] - receive > NOT_COME * (whole - receive);
        overheads->receive[i] = fmin(overheads->receive[i], whole - send);
    }
    return message->count >= FIT_PIECE_POINTS;
}

/* ---- where pieces begin ---- */

typedef struct starts {
    int count, first[FIT_PIECES_MOST + 2];
} starts;

/* The size from where on messages wait: that from which most are right. */
static int first_that_waits(int count, const bool *waits)
{
    int right = 0, most, best = 0;
    for (int i = 0; i < count; i++)
        right += waits[i];
    most = right; /* all wait */
    for (int i = 0; i < count; i++) {
        right += waits[i] ? -1 : 1;
        if (right > most) {
            most = right;
            best = i + 1;
        }
    }
    return best;
}

/* Those of the total's lines; one that begins near where messages begin to wait, begins there. */
static starts find_starts(const fit_function *total, int switches_at, int count)
{
    starts s = {0};
    bool is_in = switches_at <= 0 || switches_at > count - PIECE_POINTS;
    for (int k = 0; k < total->count; k++) {
        const int first = total->piece[k].first;
        if (!is_in && first > switches_at - PIECE_POINTS) {
            s.first[s.count++] = switches_at;
            is_in = true;
        }
        if (s.count == 0 || first >= s.first[s.count - 1] + PIECE_POINTS)
            s.first[s.count++] = first;
    }
    if (!is_in)
        s.first[s.count++] = switches_at;
    s.first[s.count] = count;
    return s;
}

/* ---- a piece ---- */

typedef struct range {
    int first, end;
} range;

/* What is a small part of the whole everywhere is nothing; else a line. */
static fit_piece line_of(arena *a, const fit_message_data *message, const double *part, range of,
                         double noise)
{
    const int n = of.end - of.first;
    fit_point *point = ARENA_ARRAY(a, n, fit_point);
    double share = 0, most = 0;
    for (int i = of.first; i < of.end; i++) {
        share = fmax(share, part[i] / message->total[i].y);
        most = fmax(most, part[i]);
    }
    for (int i = 0; i < n; i++)
        point[i] =
            (fit_point){message->total[of.first + i].x, fmax(part[of.first + i], NONE / 10 * most)};
    return share < NONE ? (fit_piece){0} : fit_one_line(a, n, point, noise);
}

/* A byte occupies an adapter no longer than a stream goes on in: the rest is on the way, where the
 * next message goes beside it. */
static double most_per_byte(const fit_message_data *message, range of)
{
    double most = INFINITY;
    for (int i = of.first; i < of.end; i++)
        most = fmin(most, message->occupied[i].y / message->total[i].x);
    return most;
}

/* What an adapter occupies beside its bytes, where a stream shows it: else none, and the rest
 * is latency. *per_byte is what the bytes take on the way, and then the adapter's part of it. */
static double adapter_startup(arena *a, const fit_message_data *message, const fit_overheads *o,
                              range of, double noise, double *per_byte)
{
    double *rest = ARENA_ARRAY(a, of.end - of.first, double);
    fit_point *point = ARENA_ARRAY(a, of.end - of.first, fit_point);
    const double most = most_per_byte(message, of);
    int n = 0;
    if (most < (1 - NOT_ITS) * *per_byte)
        *per_byte = most;
    for (int i = of.first; i < of.end; i++)
        if (message->occupied[i].y > SEEN * fmax(o->send[i], o->receive[i]))
            point[n++] = message->occupied[i];
    if (n < PIECE_POINTS || n < (of.end - of.first) / 2)
        return 0;
    const fit_piece line = fit_one_line(a, n, point, noise);
    if (line.slope < (1 - NONE) * *per_byte)
        *per_byte = line.slope;
    for (int i = 0; i < n; i++)
        rest[i] = point[i].y - *per_byte * point[i].x;
    return fmax(0, sort_median(rest, n));
}

/* How long after its receiver is there a message begins: what one takes that is asked for late,
 * beyond its way. */
static double handshake_of(arena *a, const fit_message_data *message, const fit_overheads *o,
                           range of)
{
    double *more = ARENA_ARRAY(a, of.end - of.first, double),
           *whole = ARENA_ARRAY(a, of.end, double);
    for (int i = of.first; i < of.end; i++) {
        whole[i - of.first] = message->total[i].y;
        const double near = o->near ? o->near[i].y : message->total[i].y;
        more[i - of.first] = o->late[i] - (near - o->send[i]);
    }
    const double typical = sort_median(more, of.end - of.first);
    return typical > NONE * sort_median(whole, of.end - of.first) ? typical : 0;
}

static message_piece piece_of(arena *a, const fit_message_data *message, const fit_overheads *o,
                              range of, const fit_function *whole, bool waits)
{
    const double noise = whole->noise, error = whole->typical;
    double *rest = ARENA_ARRAY(a, message->count, double);
    for (int i = of.first; i < of.end; i++)
        rest[i] = message->total[i].y - o->send[i] - o->receive[i];
    const fit_piece send = line_of(a, message, o->send, of, noise);
    const fit_piece receive = line_of(a, message, o->receive, of, noise);
    const fit_piece way = line_of(a, message, rest, of, noise);
    double per_byte = way.slope;
    const double startup = fmin(adapter_startup(a, message, o, of, noise, &per_byte), way.constant);
    message_piece p = {.from = fit_bytes(of.first > 0 ? message->total[of.first].x : 0, FROM_CALLS),
                       .startup = fit_time(startup, error, FROM_REST),
                       .per_byte = fit_time(per_byte, error, FROM_REST),
                       .per_hop = fit_time(0, 0, FROM_REST),
                       .latency = fit_time(way.constant - startup, error, FROM_REST),
                       .send = fit_time(send.constant, error, FROM_CALLS),
                       .send_per_byte = fit_time(send.slope, error, FROM_CALLS),
                       .receive = fit_time(receive.constant, error, FROM_CALLS),
                       .receive_per_byte = fit_time(receive.slope, error, FROM_CALLS)};
    if (way.slope > per_byte)
        p.latency_per_byte = fit_time(way.slope - per_byte, error, FROM_REST);
    if (waits)
        p.handshake = fit_time(handshake_of(a, message, o, of), error, FROM_CALLS);
    return p;
}

bool fit_adapter(arena *a, const fit_message_data *message, const fit_overheads *overheads,
                 int *piece_count, message_piece **pieces)
{
    fit_function total;
    const fit_point *near = overheads->near ? overheads->near : message->total;
    if (!fit_pieces(a, message->count, near, &total))
        return false;
    const int switches_at = first_that_waits(message->count, overheads->waits);
    const starts s = find_starts(&total, switches_at, message->count);
    *piece_count = s.count;
    *pieces = ARENA_ARRAY(a, s.count, message_piece);
    for (int k = 0; k < s.count; k++)
        (*pieces)[k] = piece_of(a, message, overheads, (range){s.first[k], s.first[k + 1]}, &total,
                                s.first[k] >= switches_at);
    return true;
}
