#include "sysmodels/network/share_class.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* By the refinement of colours: a colour is a number of 64 bits made of what is known of a message
 * or a link; in each step it is made anew of that and of the colours of what it meets, until a step
 * tells no more apart. Two that differ have the same colour with a probability of 2^-64. */

static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t mixed(uint64_t a, uint64_t b)
{
    return mix(a * 0x9e3779b97f4a7c15u + b);
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* ---- numbers for colours ---- */

/* Places of a table for so many. */
static int room_for(int count)
{
    int room = 16;
    while (room < 2 * count)
        room *= 2;
    return room;
}

/* Numbers different colours in the order in which they come; `slot`: the first with such a colour,
 * and one. Returns how many there are. */
static int number_colours(int *slot, int count, const uint64_t *colour, int *number)
{
    int room = room_for(count), different = 0;
    memset(slot, 0, (size_t)room * sizeof *slot);
    for (int i = 0; i < count; ++i) {
        int at = (int)(colour[i] & (uint64_t)(room - 1));
        while (slot[at] && colour[slot[at] - 1] != colour[i])
            at = (at + 1) & (room - 1);
        if (slot[at]) {
            number[i] = number[slot[at] - 1];
            continue;
        }
        slot[at] = i + 1;
        number[i] = different++;
    }
    return different;
}

/* ---- refinement ---- */

typedef struct refinement {
    const share_problem *p;
    uint64_t *flow, *link, *met; /* colours; what links meet */
    int *flow_number, *link_number;
    int flow_count, link_count; /* different ones */
} refinement;

static void begin(refinement *r, arena *scratch)
{
    const share_problem *p = r->p;
    r->flow = ARENA_ARRAY(scratch, p->flow_count, uint64_t);
    r->link = ARENA_ARRAY(scratch, p->link_count + 1, uint64_t);
    r->met = ARENA_ARRAY(scratch, p->link_count + 1, uint64_t);
    r->flow_number = ARENA_ARRAY(scratch, p->flow_count, int);
    r->link_number = ARENA_ARRAY(scratch, p->link_count + 1, int);
    for (int i = 0; i < p->flow_count; ++i) {
        const share_flow *f = &p->flows[i];
        r->flow[i] =
            mixed(mixed(bits_of(f->start), bits_of(f->bytes)),
                  mixed(mixed(bits_of(f->slowest), bits_of(f->weight)), (uint64_t)f->kind));
    }
}

/* Sums do not depend on the order of what is met. */
static void refine(refinement *r)
{
    const share_problem *p = r->p;
    memset(r->met, 0, (size_t)p->link_count * sizeof *r->met);
    for (int i = 0; i < p->flow_count; ++i)
        for (int u = p->first[i]; u < p->first[i + 1]; ++u)
            r->met[p->uses[u].link] += mixed(r->flow[i], bits_of(p->uses[u].per_byte));
    for (int l = 0; l < p->link_count; ++l)
        r->link[l] = mixed(r->link[l], r->met[l]);
    for (int i = 0; i < p->flow_count; ++i) {
        uint64_t met = 0;
        for (int u = p->first[i]; u < p->first[i + 1]; ++u)
            met += mixed(r->link[p->uses[u].link], bits_of(p->uses[u].per_byte));
        r->flow[i] = mixed(r->flow[i], met);
    }
}

/* False: they are too many already, and only become more. */
static bool refine_all(refinement *r, arena *scratch)
{
    const share_problem *p = r->p;
    int most = p->flow_count > p->link_count ? p->flow_count : p->link_count;
    int *slot = ARENA_ARRAY(scratch, room_for(most), int);
    for (;;) {
        refine(r);
        int flows = number_colours(slot, p->flow_count, r->flow, r->flow_number);
        int links = number_colours(slot, p->link_count, r->link, r->link_number);
        bool is_finer = flows > r->flow_count || links > r->link_count;
        r->flow_count = flows;
        r->link_count = links;
        if (!is_finer)
            return true;
        if ((double)flows * flows > SHARE_MOST)
            return false;
    }
}

/* ---- one of each class ---- */

/* A link of each class, with one more, as 0 is none; by link. */
static int *find_representatives(const share_quotient *q, const refinement *r, arena *scratch)
{
    int *stands_for = ARENA_ARRAY(scratch, r->p->link_count + 1, int);
    for (int l = 0, c = 0; l < r->p->link_count && c < q->link_count; ++l)
        if (r->link_number[l] == c)
            stands_for[l] = ++c;
    return stands_for;
}

/* What passes the links that stand for their classes: one entry for each class of messages. */
static void find_passing(share_quotient *q, const refinement *r, arena *scratch)
{
    const share_problem *p = r->p;
    const int *stands_for = find_representatives(q, r, scratch);
    int *first = q->passing_first = ARENA_ARRAY(scratch, q->link_count + 2, int);
    for (int u = 0; u < p->first[p->flow_count]; ++u)
        if (stands_for[p->uses[u].link])
            ++first[stands_for[p->uses[u].link]];
    for (int l = 0; l < q->link_count; ++l)
        first[l + 1] += first[l];
    int total = first[q->link_count];
    share_passing *all = ARENA_ARRAY(scratch, total + 1, share_passing);
    int *end = ARENA_ARRAY(scratch, q->link_count + 1, int);
    memcpy(end, first, (size_t)q->link_count * sizeof *end);
    for (int i = 0; i < p->flow_count; ++i)
        for (int u = p->first[i]; u < p->first[i + 1]; ++u) {
            int l = stands_for[p->uses[u].link] - 1;
            if (l >= 0)
                all[end[l]++] = (share_passing){r->flow_number[i], p->uses[u].per_byte};
        }
    q->passing = all;
}

/* Entries of one class after another become one. */
static void join_passing(share_quotient *q, arena *scratch)
{
    int *at = ARENA_ARRAY(scratch, q->class_count, int), count = 0; /* its entry, and one */
    for (int l = 0; l < q->link_count; ++l) {
        int begin = count;
        for (int i = q->passing_first[l]; i < q->passing_first[l + 1]; ++i) {
            share_passing one = q->passing[i];
            if (at[one.class] > begin) {
                q->passing[at[one.class] - 1].per_byte += one.per_byte;
            } else {
                q->passing[count] = one;
                at[one.class] = ++count;
            }
        }
        q->passing_first[l] = begin;
    }
    q->passing_first[q->link_count] = count;
}

/* The links of each class: what passes links, the other way round. */
static void find_links(share_quotient *q, arena *scratch)
{
    int total = q->passing_first[q->link_count];
    q->first = ARENA_ARRAY(scratch, q->class_count + 1, int);
    q->links = ARENA_ARRAY(scratch, total + 1, int);
    q->weights = ARENA_ARRAY(scratch, total + 1, double);
    for (int i = 0; i < total; ++i)
        ++q->first[q->passing[i].class + 1];
    for (int k = 0; k < q->class_count; ++k)
        q->first[k + 1] += q->first[k];
    int *end = arena_copy(scratch, q->first, (size_t)q->class_count * sizeof *end);
    for (int l = 0; l < q->link_count; ++l)
        for (int i = q->passing_first[l]; i < q->passing_first[l + 1]; ++i) {
            int at = end[q->passing[i].class]++;
            q->links[at] = l;
            q->weights[at] = q->passing[i].per_byte;
        }
}

share_quotient share_classes(arena *scratch, const share_problem *p)
{
    refinement r = {.p = p};
    begin(&r, scratch);
    if (!refine_all(&r, scratch))
        return (share_quotient){.are_many = true};
    share_quotient q = {.class_count = r.flow_count, .link_count = r.link_count};
    q.class_of = r.flow_number;
    q.flows = ARENA_ARRAY(scratch, q.class_count, share_flow);
    for (int i = p->flow_count - 1; i >= 0; --i)
        q.flows[q.class_of[i]] = p->flows[i];
    find_passing(&q, &r, scratch);
    join_passing(&q, scratch);
    find_links(&q, scratch);
    return q;
}

/* ---- the order in which they begin ---- */

typedef struct start_of {
    double start;
    int class;
} start_of;

static int by_start(const void *x, const void *y)
{
    const start_of *a = x, *b = y;
    if (a->start < b->start || a->start > b->start)
        return a->start < b->start ? -1 : 1;
    return (a->class > b->class) - (a->class < b->class);
}

int *share_by_start(arena *scratch, const share_quotient *q)
{
    start_of *all = ARENA_ARRAY(scratch, q->class_count, start_of);
    int *order = ARENA_ARRAY(scratch, q->class_count, int);
    for (int c = 0; c < q->class_count; ++c)
        all[c] = (start_of){q->flows[c].start, c};
    qsort(all, (size_t)q->class_count, sizeof *all, by_start);
    for (int c = 0; c < q->class_count; ++c)
        order[c] = all[c].class;
    return order;
}
