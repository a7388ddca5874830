#include "training/fit/fit_overhead.h"

#include <math.h>

#include "support/sort.h"

static const char FROM_CALLS[] = "send.returns, receive.arrived, receive.late, send.late";
static const char FROM_OLDER[] = "send.returns, receive.arrived, receive.late";
static const char FROM_REST[] = "pingpong less both overheads, stream";

/* A part of a message that is smaller than this is none; where an adapter is what holds up a
 * stream, it takes that much longer than its processors do. */
static const double NONE = 0.01, SEEN = 1.02, NOT_ITS = 0.75;

/* A message has not come where taking it up takes half of what the whole takes. */
static const double NOT_COME = 0.5;

/* A sender waits for its receiver that stays for as long as two messages take: its receiver comes
 * three or four later (train_overhead.c). */
static const double KEPT = 2;

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
                                 .waits = ARENA_ARRAY(a, all.count + 1, bool),
                                 .keeps = ARENA_ARRAY(a, all.count + 1, bool)};
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
        /* Older raw data do not tell: senders wait, as they do beyond a library's buffers. */
        const double stays = fit_pair_s(data, "send.late", message->total[i].x);
        overheads->has_late_senders |= stays >= 0;
        overheads->keeps[i] = overheads->waits[i] && (stays < 0 || stays > KEPT * whole);
    }
    return message->count >= FIT_PIECE_POINTS;
}

/* ---- where pieces begin ---- */

typedef struct starts {
    int count, first[FIT_PIECES_MOST + 3];
} starts;

/* The size from where on messages wait, or senders do: that from which most are right. */
static int first_that_does(int count, const bool *does)
{
    int right = 0, most, best = 0;
    for (int i = 0; i < count; i++)
        right += does[i];
    most = right; /* all do */
    for (int i = 0; i < count; i++) {
        right += does[i] ? -1 : 1;
        if (right > most) {
            most = right;
            best = i + 1;
        }
    }
    return best;
}

static void add_start(starts *s, int first, int count)
{
    int k = s->count;
    if (first <= 0 || first >= count)
        return;
    while (k > 0 && s->first[k - 1] > first)
        k--;
    if (k > 0 && s->first[k - 1] == first)
        return;
    for (int i = s->count; i > k; i--)
        s->first[i] = s->first[i - 1];
    s->first[k] = first;
    s->count++;
}

/* Those of the total's lines, and where messages and senders begin to wait: a line that begins
 * beside that is another matter, such as a cost that changes at one byte more. */
static starts find_starts(const fit_function *total, int waits_at, int keeps_at, int count)
{
    starts s = {.count = 1};
    for (int k = 1; k < total->count; k++)
        add_start(&s, total->piece[k].first, count);
    add_start(&s, waits_at, count);
    add_start(&s, keeps_at, count);
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

/* Where a piece begins and ends, whether its messages wait, with their senders or without, and the
 * sizes that its lines go through. */
typedef struct piece_range {
    range own, lines;
    bool waits, keeps;
} piece_range;

static message_piece piece_of(arena *a, const fit_message_data *message, const fit_overheads *o,
                              const piece_range *r, const fit_function *whole)
{
    const range of = r->lines;
    const double noise = whole->noise, error = whole->typical;
    double *rest = ARENA_ARRAY(a, message->count, double);
    for (int i = of.first; i < of.end; i++)
        rest[i] = message->total[i].y - o->send[i] - o->receive[i];
    const fit_piece send = line_of(a, message, o->send, of, noise);
    const fit_piece receive = line_of(a, message, o->receive, of, noise);
    const fit_piece way = line_of(a, message, rest, of, noise);
    const double from = r->own.first > 0 ? message->total[r->own.first].x : 0;
    double per_byte = way.slope;
    const char *calls = o->has_late_senders ? FROM_CALLS : FROM_OLDER;
    const double startup = fmin(adapter_startup(a, message, o, of, noise, &per_byte), way.constant);
    message_piece p = {.from = fit_bytes(from, calls),
                       .startup = fit_time(startup, error, FROM_REST),
                       .per_byte = fit_time(per_byte, error, FROM_REST),
                       .per_hop = fit_time(0, 0, FROM_REST),
                       .latency = fit_time(way.constant - startup, error, FROM_REST),
                       .send = fit_time(send.constant, error, calls),
                       .send_per_byte = fit_time(send.slope, error, calls),
                       .receive = fit_time(receive.constant, error, calls),
                       .receive_per_byte = fit_time(receive.slope, error, calls)};
    if (way.slope > per_byte)
        p.latency_per_byte = fit_time(way.slope - per_byte, error, FROM_REST);
    if (r->waits)
        *(r->keeps ? &p.handshake : &p.fetch) =
            fit_time(handshake_of(a, message, o, r->own), error, calls);
    return p;
}

/* Few sizes make no line: they are on that of the whole, however it is shared out. */
static range lines_of(const fit_function *total, range own)
{
    if (own.end - own.first >= PIECE_POINTS)
        return own;
    int k = 0;
    while (k + 1 < total->count && total->piece[k + 1].first <= own.first)
        k++;
    return (range){total->piece[k].first, total->piece[k].end};
}

bool fit_adapter(arena *a, const fit_message_data *message, const fit_overheads *overheads,
                 int *piece_count, message_piece **pieces)
{
    fit_function total;
    const fit_point *near = overheads->near ? overheads->near : message->total;
    if (!fit_pieces(a, message->count, near, &total))
        return false;
    const int waits_at = first_that_does(message->count, overheads->waits);
    const int kept_at = first_that_does(message->count, overheads->keeps);
    const int keeps_at = kept_at > waits_at ? kept_at : waits_at;
    const starts s = find_starts(&total, waits_at, keeps_at, message->count);
    *piece_count = s.count;
    *pieces = ARENA_ARRAY(a, s.count, message_piece);
    for (int k = 0; k < s.count; k++) {
        const range own = {s.first[k], s.first[k + 1]};
        const piece_range r = {own, lines_of(&total, own), own.first >= waits_at,
                               own.first >= keeps_at};
        (*pieces)[k] = piece_of(a, message, overheads, &r, &total);
    }
    return true;
}
