#include "trace/replay/sharing.h"

#include <math.h>

#include "sysmodels/network/contend.h"
#include "sysmodels/network/link_table.h"
#include "sysmodels/network/share_fill.h"

/* What is on a link. */
typedef struct link_state {
    going **flows;
    int count, room;
    int number; /* in the problem that is being worked out, and one */
} link_state;

struct link_shares {
    arena *scratch;
    contention how;
    int *coords; /* processors of a row */
    link_table numbers;
    link_state *links;
    int link_room;
    uint64_t stamp;
    going *free;
    going **touched; /* all that what begins or ends may make faster or slower */
    int touched_count, touched_room;
    int *problem_links, problem_link_count, problem_link_room;
};

/* A message whose bytes are going. */
struct going {
    transit *of;
    double left, rate, slowest, weight; /* bytes, bytes a second, seconds a byte at least */
    int64_t since, end;                 /* `left` is of then; it is through then, at this rate */
    uint64_t stamp;
    share_use *uses; /* with the numbers of link_shares.numbers */
    int use_count, use_room;
    going *next;
};

struct link_shares *sharing_new(engine *e)
{
    arena *a = e->ctx->arena;
    struct link_shares *s = ARENA_NEW(a, struct link_shares);
    s->scratch = arena_new_under(a);
    s->coords = ARENA_ARRAY(a, e->procs, int);
    for (int p = 0; p < e->procs; p++)
        s->coords[p] = p;
    s->how = (contention){.communication = e->net.communication,
                          .procs = e->procs,
                          .has_ports = true,
                          .left = 1 - e->net.overlap,
                          .axes = 1,
                          .extents = &e->extent,
                          .coords = s->coords};
    return s;
}

/* --- Which links a message passes ---------------------------------------------------- */

static link_state *link_of(engine *e, int number)
{
    struct link_shares *s = e->shares;
    if (number >= s->link_room) {
        const int room = number + 1 > 2 * s->link_room ? number + 64 : 2 * s->link_room;
        s->links = arena_grow(e->ctx->arena, s->links, (size_t)s->link_room, (size_t)room,
                              sizeof *s->links);
        s->link_room = room;
    }
    return &s->links[number];
}

static void find_way(engine *e, going *f)
{
    struct link_shares *s = e->shares;
    const transit *m = f->of;
    const contender one = {.from = e->places[m->from],
                           .to = e->places[m->to],
                           .bytes = (double)m->bytes,
                           .fixed = seconds_of(m->price.keeps),
                           .latency = seconds_of(m->price.latency),
                           .per_byte = m->price.per_byte};
    arena_clear(s->scratch);
    const round_flows *r = contend_flows(s->scratch, &s->how, 1, &one, &(int){0});
    const flow_message *what = &r->message[0];
    f->left = what->bytes;
    f->slowest = what->slowest;
    f->weight = what->weight;
    if (what->count > f->use_room) {
        f->use_room = 2 * what->count;
        f->uses = ARENA_ARRAY(e->ctx->arena, f->use_room, share_use);
    }
    f->use_count = what->count;
    for (int i = 0; i < what->count; i++) {
        f->uses[i] = r->uses[what->first + i];
        f->uses[i].link = link_number(e->ctx->arena, &s->numbers, r->key[what->first + i]);
    }
}

static void put_on_links(engine *e, going *f)
{
    for (int i = 0; i < f->use_count; i++) {
        link_state *l = link_of(e, f->uses[i].link);
        if (l->count == l->room) {
            const int room = l->room ? 2 * l->room : 4;
            l->flows = arena_grow(e->ctx->arena, l->flows, (size_t)l->count, (size_t)room,
                                  sizeof(going *));
            l->room = room;
        }
        l->flows[l->count++] = f;
    }
}

static void take_off_links(engine *e, const going *f)
{
    for (int i = 0; i < f->use_count; i++) {
        link_state *l = link_of(e, f->uses[i].link);
        int k = 0;
        while (l->flows[k] != f)
            k++;
        l->flows[k] = l->flows[--l->count];
    }
}

/* --- Rates ------------------------------------------------------------------------------ */

static void touch(engine *e, going *f)
{
    struct link_shares *s = e->shares;
    if (f->stamp == s->stamp)
        return;
    f->stamp = s->stamp;
    if (s->touched_count == s->touched_room) {
        const int room = s->touched_room ? 2 * s->touched_room : 64;
        s->touched = arena_grow(e->ctx->arena, s->touched, (size_t)s->touched_count, (size_t)room,
                                sizeof(going *));
        s->touched_room = room;
    }
    s->touched[s->touched_count++] = f;
}

/* A link of those that count, and all that passes it. */
static void touch_link(engine *e, int number)
{
    struct link_shares *s = e->shares;
    link_state *l = link_of(e, number);
    if (l->number)
        return;
    if (s->problem_link_count == s->problem_link_room) {
        const int room = s->problem_link_room ? 2 * s->problem_link_room : 64;
        s->problem_links = arena_grow(e->ctx->arena, s->problem_links,
                                      (size_t)s->problem_link_count, (size_t)room, sizeof(int));
        s->problem_link_room = room;
    }
    s->problem_links[s->problem_link_count++] = number;
    l->number = s->problem_link_count;
    for (int i = 0; i < l->count; i++)
        touch(e, l->flows[i]);
}

/* Each message as a class of its own. */
static share_quotient problem_of(engine *e)
{
    struct link_shares *s = e->shares;
    const int flows = s->touched_count, links = s->problem_link_count;
    int uses = 0;
    for (int i = 0; i < flows; i++)
        uses += s->touched[i]->use_count;
    share_quotient q = {.class_count = flows,
                        .link_count = links,
                        .flows = ARENA_ARRAY(s->scratch, flows + 1, share_flow),
                        .first = ARENA_ARRAY(s->scratch, flows + 1, int),
                        .links = ARENA_ARRAY(s->scratch, uses + 1, int),
                        .weights = ARENA_ARRAY(s->scratch, uses + 1, double),
                        .passing_first = ARENA_ARRAY(s->scratch, links + 2, int),
                        .passing = ARENA_ARRAY(s->scratch, uses + 1, share_passing)};
    for (int i = 0, u = 0; i < flows; i++) {
        const going *f = s->touched[i];
        q.flows[i] = (share_flow){.bytes = f->left, .slowest = f->slowest, .weight = f->weight};
        for (int k = 0; k < f->use_count; k++, u++) {
            q.links[u] = s->links[f->uses[k].link].number - 1;
            q.weights[u] = f->uses[k].per_byte;
            q.passing_first[q.links[u] + 2]++;
        }
        q.first[i + 1] = u;
    }
    for (int l = 0; l < links; l++)
        q.passing_first[l + 2] += q.passing_first[l + 1];
    for (int i = 0; i < flows; i++)
        for (int u = q.first[i]; u < q.first[i + 1]; u++)
            q.passing[q.passing_first[q.links[u] + 1]++] = (share_passing){i, q.weights[u]};
    return q;
}

/* What is left of it goes at this rate from now on. */
static void set_rate(engine *e, going *f, double rate)
{
    const double close = 1e-13;
    if (f->rate > 0 && fabs(rate - f->rate) <= close * rate)
        return; /* as before, but for rounding */
    f->left = fmax(0, f->left - f->rate * seconds_of(e->now - f->since));
    f->since = e->now;
    f->rate = rate;
    f->end = e->now + replay_ticks(ticks_of(fmin(f->left / rate, 1e20)));
    engine_put_message(e, EVENT_THROUGH, f->end, f->of);
}

/* Finds the rates of all that share links with those of the message, over others' links too. */
static void find_rates(engine *e, const going *from)
{
    struct link_shares *s = e->shares;
    s->stamp++;
    s->touched_count = s->problem_link_count = 0;
    for (int i = 0; i < from->use_count; i++)
        touch_link(e, from->uses[i].link);
    for (int i = 0; i < s->touched_count; i++)
        for (int k = 0; k < s->touched[i]->use_count; k++)
            touch_link(e, s->touched[i]->uses[k].link);
    if (s->touched_count) {
        arena_clear(s->scratch);
        const share_quotient q = problem_of(e);
        double *rate = ARENA_ARRAY(s->scratch, q.class_count, double);
        int *active = ARENA_ARRAY(s->scratch, q.class_count, int);
        for (int i = 0; i < q.class_count; i++)
            active[i] = i;
        share_fill(share_filling_new(s->scratch, &q), q.class_count, active, rate);
        for (int i = 0; i < q.class_count; i++)
            set_rate(e, s->touched[i], rate[i]);
    }
    for (int i = 0; i < s->problem_link_count; i++)
        s->links[s->problem_links[i]].number = 0;
}

void sharing_begin(engine *e, transit *m)
{
    struct link_shares *s = e->shares;
    going *f = s->free;
    if (f)
        s->free = f->next;
    else
        f = ARENA_NEW(e->ctx->arena, going);
    *f = (going){.of = m, .uses = f->uses, .use_room = f->use_room, .since = e->now, .end = -1};
    m->flow = f;
    find_way(e, f);
    put_on_links(e, f);
    if (!(f->left > 0)) {
        f->end = e->now;
        engine_put_message(e, EVENT_THROUGH, f->end, m);
    } else if (f->use_count) {
        find_rates(e, f);
    } else {
        set_rate(e, f, 1 / f->slowest);
    }
}

bool sharing_end(engine *e, transit *m)
{
    going *f = m->flow;
    if (!f || f->end != e->now)
        return false;
    m->flow = NULL;
    take_off_links(e, f);
    find_rates(e, f);
    f->next = e->shares->free;
    e->shares->free = f;
    return true;
}
