#include "estimator/simulate/post.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/message/observe.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule.h"
#include "estimator/run/ledger.h"
#include "estimator/run/probability.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "estimator/simulate/interpret.h"
#include "sysmodels/network/message.h"

/* Posts, and waits for them (XMP post and wait). A post is an empty message from each
 * processor that executes it to one, which goes on when it has one that it waits for:
 * the first to come of those with the right sender and tag. It occupies the sender when
 * it is posted and the receiver when it is waited for, as a message does that is started
 * in one place and waited for in another (simulate/async.c). */

static int record_count(const run *r)
{
    return r->post_queue.records.count - r->post_queue.head;
}

static post_record *record_at(const run *r, int i)
{
    return &r->post_queue.records.data[r->post_queue.head + i];
}

static int128 *record_time(run *r, int i)
{
    int first = (1 + r->slot_count) * r->clock_count;
    return i < POST_SLOTS ? &r->clock[first + i] : &record_at(r, i)->at;
}

bool post_is_kept(const run *r, int slot)
{
    return slot < record_count(r);
}

/* The processor that the communication names, as the executing one sees it; -1: there
 * is no such. */
static int partner_of(run *r, const aag_unit *u)
{
    for (int rank = 0; rank < r->procs; rank++)
        if (run_at_home(r, &u->comm->group, rank, u->where))
            return rank;
    return -1;
}

/* The value of the tag; false: nothing tells it. */
static bool read_tag(run *r, const aag_unit *u, int64_t *value)
{
    *value = 0;
    if (!u->comm->tag || env_unknown_param(r->env, u->comm->tag))
        return false;
    *value = run_eval(r, u->comm->tag, u->where);
    return true;
}

/* --- Posting ------------------------------------------------------------------ */

static void report_nobody(run *r, const aag_unit *u)
{
    run_fail(r, u->where,
             "this post goes to a node that does not exist; its index is within the nodes' "
             "extents");
}

static incoming price_of(run *r, const aag_unit *u, int from, int to)
{
    message_kind kind = schedule_kind(r, u->comm);
    kind.is_async = true;
    return from == to ? (incoming){0}
                      : round_message(r, kind, 0, round_route(r, kind.grid, from, to));
}

/* Returns how long its message is on the way. */
static int128 post_one(run *r, const aag_unit *u, int from, int to)
{
    enum { NOTES_MOST = 1 << 16 };
    incoming m = price_of(r, u, from, to);
    int128 calls = from == to ? 0 : r->est->call_overhead.ticks;
    tally *t = ledger_each(r, from, u);
    post_record n = {.unit = u, .from = from, .to = to, .tag = u->comm->tag};
    n.is_tag_known = read_tag(r, u, &n.value);
    n.taken = m.receive;
    n.at = r->now + r->clock[from] + calls + network_message_time(&r->est->network, &m);
    t->time[PART_OVERHEAD] += calls;
    t->time[PART_COMMUNICATION] += m.send;
    t->error[COMPONENT_COMMUNICATION] += m.error;
    r->clock[from] += calls + m.send;
    if (from != to)
        observe_event(r, u, from,
                      (observed_event){.kind = OBSERVED_SENT, .peer = to, .tag = n.value});
    r->ledger.moves[u->comm->id].messages += from == to ? 0 : FIXED_ONE;
    if (record_count(r) == NOTES_MOST) {
        run_fail(r, u->where,
                 "too many posts that nobody has waited for yet: write the waits into the same "
                 "loop");
        return 0;
    }
    r->post_queue.serial += record_count(r) >= POST_SLOTS;
    VEC_PUSH(r->scratch, &r->post_queue.records, n);
    *record_time(r, record_count(r) - 1) = n.at;
    trace_event(&r->clock_trace, (uint64_t)to);
    return network_message_time(&r->est->network, &m);
}

/* One message, an empty one, from each processor that posts. */
static void note_peak(run *r, const aag_unit *u, int64_t sent, int128 longest)
{
    comm_peak *peak = &r->peak[u->comm->id];
    if (sent > peak->messages)
        *peak =
            (comm_peak){true, 0, sent, {.sent = 1, .time = seconds_of(longest), .is_alike = true}};
}

void post_send(run *r, const aag_unit *u)
{
    int64_t sent = 0;
    int128 longest = 0;
    for (int rank = 0; rank < r->procs && !r->has_failed; rank++) {
        if (!r->active[rank])
            continue;
        run_set_rank(r, rank);
        int to = partner_of(r, u);
        if (to < 0)
            report_nobody(r, u);
        if (r->has_failed)
            return;
        int128 takes = post_one(r, u, rank, to);
        longest = takes > longest ? takes : longest;
        sent += to != rank;
    }
    note_peak(r, u, sent, longest);
}

/* --- Waiting ------------------------------------------------------------------ */

typedef struct wanted {
    int from, to; /* from: -1: anybody */
    const expr *tag;
    bool is_tag_known;
    int64_t value;
} wanted;

static bool is_wanted(const wanted *w, const post_record *n)
{
    if (n->to != w->to || (w->from >= 0 && n->from != w->from))
        return false;
    if (!w->tag || (w->is_tag_known && n->is_tag_known))
        return !w->tag || w->value == n->value;
    return true; /* as far as is known */
}

/* The record that comes first; -1: none. Those of one sender come in the order of its
 * posts. */
static int find_record(run *r, const wanted *w)
{
    int best = -1, count = record_count(r);
    for (int i = 0; i < count && (best < 0 || w->from < 0); i++)
        if (is_wanted(w, record_at(r, i)) &&
            (best < 0 ||
             trace_compare(&r->clock_trace, *record_time(r, i), *record_time(r, best)) < 0))
            best = i;
    return best;
}

/* Moves those before it, which are few: what is posted first is mostly waited for first. */
static void drop_record(run *r, int i)
{
    int count = record_count(r), kept = count < POST_SLOTS ? count : POST_SLOTS;
    int128 next = kept < count ? record_at(r, kept)->at : 0;
    for (int k = i; k + 1 < kept; k++)
        *record_time(r, k) = *record_time(r, k + 1);
    if (i < kept && kept < count)
        *record_time(r, kept - 1) = next;
    for (; i > 0; i--)
        *record_at(r, i) = *record_at(r, i - 1);
    r->post_queue.head++;
    if (r->post_queue.head > 64 && r->post_queue.head > record_count(r)) {
        memmove(r->post_queue.records.data, record_at(r, 0),
                (size_t)record_count(r) * sizeof *r->post_queue.records.data);
        r->post_queue.records.count -= r->post_queue.head;
        r->post_queue.head = 0;
    }
}

static void report_unmatched(run *r, const aag_unit *u, const wanted *w)
{
    if (r->was_unmatched[u->id])
        return;
    r->was_unmatched[u->id] = true;
    arena *a = r->est->ctx->arena;
    const char *from = w->from < 0 ? "" : arena_printf(a, " from processor %d", w->from);
    diag *d =
        diag_report(r->est->ctx->diags, DIAG_WARNING, "post", u->where,
                    "processor %d waits here for a post%s%s, but no post before this, or in a "
                    "task right after this one, matches it; this wait is ignored",
                    w->to, from, w->tag ? " with this tag" : "");
    diag_note(d, u->where,
              "posts and waits are matched in the order of the text: write the post before the "
              "wait, or into a task next to it");
}

static void receive(run *r, const aag_unit *u, const wanted *w, int i)
{
    const post_record *n = record_at(r, i);
    bool is_sure = !w->tag || w->tag == n->tag || (w->is_tag_known && n->is_tag_known);
    r->was_guessed[u->id] |= !is_sure;
    int128 calls = n->from == n->to ? 0 : r->est->call_overhead.ticks;
    int128 left = n->taken, busy = r->clock[w->to] + calls + left;
    int128 there = *record_time(r, i) - r->now;
    int128 done = trace_compare(&r->clock_trace, there, busy) > 0 ? there : busy;
    tally *t = ledger_each(r, w->to, u);
    t->time[PART_OVERHEAD] += calls;
    t->time[PART_COMMUNICATION] += left;
    t->time[PART_WAITING] += done - busy;
    r->clock[w->to] = done;
    if (n->from != n->to)
        observe_event(
            r, u, w->to,
            (observed_event){.kind = OBSERVED_RECEIVED, .peer = n->from, .tag = n->value});
    drop_record(r, i);
}

static wanted wanted_by(run *r, const aag_unit *u, int rank)
{
    wanted w = {.from = -1, .to = rank, .tag = u->comm->tag};
    run_set_rank(r, rank);
    w.is_tag_known = read_tag(r, u, &w.value);
    if (!u->comm->group.grid)
        return w;
    w.from = partner_of(r, u);
    if (w.from < 0)
        report_nobody(r, u);
    return w;
}

/* --- Tasks side by side --------------------------------------------------------- */

/* May the processors wait for a task after that of the unit? What they do after it in
 * theirs concerns no others, but for posts. */
static bool may_defer(const run *r, const aag_unit *u)
{
    const aag_graph *g = r->est->graph;
    const aag_unit *task = u->parent;
    if (!task || !aag_is_condition(task->cls) || is_probabilistic(r, task) ||
        r->est->unit[task->id].row_kind != ROW_EACH)
        return false;
    for (int id = u->id + 1; id <= task->last; id++) {
        const communication *c = g->units[id]->comm;
        if (c && c->kind != COMM_POST && c->kind != COMM_WAIT_POST)
            return false;
    }
    return true;
}

/* Goes on after the wait of blocked_wait number `i`, whether it has been matched or not. */
static void resume(run *r, int i)
{
    const blocked_wait d = r->blocked_wait.data[i];
    for (; i + 1 < r->blocked_wait.count; i++)
        r->blocked_wait.data[i] = r->blocked_wait.data[i + 1];
    r->blocked_wait.count--;
    bool *mask = calloc((size_t)r->places, sizeof *mask), *outer = r->active;
    assert(mask);
    mask[d.place] = true;
    r->active = mask;
    wanted w = wanted_by(r, d.wait, d.place);
    int note = find_record(r, &w);
    if (note >= 0)
        receive(r, d.wait, &w, note);
    else
        report_unmatched(r, d.wait, &w);
    interpret_list(r, d.wait->next);
    r->active = outer;
    free(mask);
}

void post_resume(run *r, int depth)
{
    for (int i = 0; i < r->blocked_wait.count && !r->has_failed; i++) {
        const blocked_wait *d = &r->blocked_wait.data[i];
        wanted w = wanted_by(r, d->wait, d->place);
        bool is_matched = d->task->depth == depth && find_record(r, &w) >= 0;
        trace_event(&r->clock_trace, is_matched);
        if (!is_matched)
            continue;
        resume(r, i);
        i = -1; /* what it posts may be what another waits for */
    }
}

static bool takes_part(run *r, const aag_unit *u, int place)
{
    if (!u || !aag_is_condition(u->cls) || u->other || is_probabilistic(r, u) ||
        r->est->unit[u->id].row_kind != ROW_EACH)
        return true;
    return interpret_takes(r, u, place);
}

void post_release(run *r, const aag_unit *u, int depth)
{
    for (int i = 0; i < r->blocked_wait.count && !r->has_failed; i++) {
        const blocked_wait *d = &r->blocked_wait.data[i];
        if (d->task->depth != depth || !takes_part(r, u, d->place))
            continue;
        resume(r, i);
        i = -1;
    }
}

void post_wait(run *r, const aag_unit *u)
{
    bool defers = may_defer(r, u);
    for (int rank = 0; rank < r->procs && !r->has_failed; rank++) {
        if (!r->active[rank])
            continue;
        wanted w = wanted_by(r, u, rank);
        int i = r->has_failed ? -1 : find_record(r, &w);
        trace_event(&r->clock_trace, i >= 0);
        if (i >= 0) {
            receive(r, u, &w, i);
        } else if (defers) {
            blocked_wait d = {u->parent, u, rank};
            VEC_PUSH(r->scratch, &r->blocked_wait, d);
            r->active[rank] = false; /* in the task; the mask is its own */
        } else if (!r->has_failed) {
            report_unmatched(r, u, &w);
        }
    }
}

/* --- What is left ------------------------------------------------------------- */

void post_check(const run *r)
{
    for (int i = 0; i < record_count(r); i++) {
        const post_record *n = record_at(r, i);
        diag_report(r->est->ctx->diags, DIAG_WARNING, "post", n->unit->where,
                    "when the program ends, not all that is posted here has been waited for; "
                    "write a 'wait' for each on the node that it goes to");
    }
}

/* A queue that has more records than have a place in the state never repeats one. */
uint64_t post_hash(const run *r, uint64_t hash)
{
    for (int i = 0; i < record_count(r) && i < POST_SLOTS; i++) {
        const post_record *n = record_at(r, i);
        hash = hash_mix(hash, (uint64_t)n->unit->id);
        hash = hash_mix(hash, (uint64_t)n->from * 65536 + (uint64_t)n->to);
        hash = hash_mix(hash, (uint64_t)n->value * 2 + n->is_tag_known);
    }
    if (record_count(r) > POST_SLOTS)
        hash = hash_mix(hash, r->post_queue.serial * 65536 + (uint64_t)record_count(r));
    return hash;
}
