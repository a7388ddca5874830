#include "estimator/message/schedule_called.h"

#include <math.h>
#include <string.h>

#include "estimator/message/library_rounds.h"
#include "estimator/message/schedule_shift.h"
#include "estimator/run/run.h"
#include "program/tree/node.h"
#include "support/forest.h"
#include "sysmodels/network/collective/library.h"

/* Generated programs look at each pair of processors, to know whether all blocks are there; among
 * more than these they send messages of their own (codegen/runtime/fpr_all_to_all.c). */
enum { PROCESSORS_MOST = 128 };

/* What the source calls; generated programs gather and scatter by messages of their own. */
static collective_kind kind_of_call(const communication *c)
{
    switch (c->call->form) {
    case FORM_ALL_TO_ALL:
        return c->call->sizes ? COLLECTIVE_ALLTOALLV : COLLECTIVE_ALLTOALL;
    case FORM_GATHER:
        return COLLECTIVE_GATHER;
    case FORM_SCATTER:
        return COLLECTIVE_SCATTER;
    case FORM_BARRIER:
    case FORM_BROADCAST:
    case FORM_REDUCE:
    case FORM_ALL_REDUCE:
    case FORM_ALL_GATHER:
        break;
    }
    return COLLECTIVE_KIND_COUNT;
}

bool called_may_be(run *r, const communication *c, message_kind kind)
{
    if (round_sends_elements(r) || shift_is_pairwise(r, c, kind) || kind.is_async)
        return false;
    if (c->call) {
        collective_kind called = kind_of_call(c);
        return called != COLLECTIVE_KIND_COUNT && library_is_known(r, called);
    }
    return comm_is_all_to_all(c) && r->procs <= PROCESSORS_MOST &&
           library_is_known(r, COLLECTIVE_ALLTOALL) && library_is_known(r, COLLECTIVE_ALLTOALLV);
}

/* --- Blocks ---------------------------------------------------------------------------- */

/* Processors that messages join, and what each has for each. */
typedef struct blocks {
    int *parent; /* by rank: support/forest.h */
    int *place;  /* by rank: among its group, in the order of ranks */
    int *size;   /* by rank of a root */
    int group_count;
    collective_group *groups;
    bool are_equal;
} blocks;

static void join(run *r, arena *a, const transfer *t, blocks *b)
{
    b->parent = forest_new(a, r->procs);
    b->place = ARENA_ARRAY(a, r->procs, int);
    b->size = ARENA_ARRAY(a, r->procs, int);
    for (int i = 0; i < t->count; i++)
        forest_join(b->parent, t->messages[i].sender, t->messages[i].receiver);
    for (int p = 0; p < r->procs; p++)
        b->place[p] = b->size[forest_root(b->parent, p)]++;
}

/* Does everybody send to everybody else of its group? */
static bool are_complete(run *r, const transfer *t, const blocks *b)
{
    int64_t pairs = 0;
    for (int p = 0; p < r->procs; p++)
        if (b->parent[p] == p)
            pairs += (int64_t)b->size[p] * (b->size[p] - 1);
    return t->count > 0 && pairs == t->count;
}

static void make_groups(run *r, arena *a, blocks *b)
{
    b->groups = ARENA_ARRAY(a, r->procs, collective_group);
    for (int root = 0; root < r->procs; root++) {
        int count = b->size[root];
        if (b->parent[root] != root || count < 2)
            continue;
        int *ranks = ARENA_ARRAY(a, count, int);
        for (int p = root; p < r->procs; p++)
            if (forest_root(b->parent, p) == root)
                ranks[b->place[p]] = p;
        b->groups[b->group_count++] = (collective_group){.count = count, .ranks = ranks};
    }
}

/* What each has for each, and in the middle: by that libraries choose what they do. */
static void fill(run *r, arena *a, const communication *c, const transfer *t, blocks *b)
{
    double **block = ARENA_ARRAY(a, r->procs, double *);
    for (int i = 0; i < b->group_count; i++) {
        collective_group *g = &b->groups[i];
        g->block = block[g->ranks[0]] = ARENA_ARRAY(a, g->count * g->count, double);
    }
    b->are_equal = true;
    for (int i = 0; i < t->count; i++) {
        const message *m = &t->messages[i];
        int root = forest_root(b->parent, m->sender), count = b->size[root];
        block[root][b->place[m->sender] * count + b->place[m->receiver]] =
            (double)m->elements * c->elem_bytes;
        b->are_equal &= m->elements == t->messages[0].elements;
    }
    for (int i = 0; i < b->group_count; i++) {
        collective_group *g = &b->groups[i];
        double all = 0;
        for (int k = 0; k < g->count * g->count; k++)
            all += g->block[k];
        g->bytes = all / ((double)g->count * (g->count - 1));
        if (b->are_equal)
            g->block = NULL;
    }
}

/* --- Copies ---------------------------------------------------------------------------- */

/* What is copied before the first round, and after the last: as where messages go as they are. */
static void note_copies(run *r, arena *a, const communication *c, message_kind kind,
                        const transfer *t, library_copies *all)
{
    const proc_grid *grid = c->source.grid ? c->source.grid : kind.grid;
    int axes = grid ? grid->rank : 0;
    grid_coords at = {0};
    if (grid)
        at = run_coords(r, grid);
    all->sent = ARENA_ARRAY(a, r->procs, copies);
    all->received = ARENA_ARRAY(a, r->procs, copies);
    for (int i = 0; i < t->count; i++) {
        const message *m = &t->messages[i];
        int by[MAX_RANK] = {0};
        for (int k = 0; k < axes; k++)
            by[k] = at.coord[m->receiver * axes + k] - at.coord[m->sender * axes + k];
        const copies n = shift_copies(r, c, axes, by, m->elements);
        copies *both[] = {&all->sent[m->sender], &all->received[m->receiver]};
        for (int k = 0; k < 2 && n.count; k++) {
            both[k]->count += n.count;
            both[k]->is_left = n.is_left;
            both[k]->packing += n.packing;
            both[k]->unpacking += n.unpacking;
            both[k]->error += n.error;
        }
    }
}

/* --- Calls ----------------------------------------------------------------------------- */

static bool all_to_all(run *r, arena *a, const communication *c, message_kind kind,
                       const transfer *t, round_vec *rounds)
{
    blocks b = {0};
    library_copies copied = {0};
    join(r, a, t, &b);
    if (!are_complete(r, t, &b))
        return false;
    make_groups(r, a, &b);
    for (int i = 0; i < b.group_count; i++)
        if (!library_is_connected(r, kind.grid, &b.groups[i]))
            return false;
    fill(r, a, c, t, &b);
    note_copies(r, a, c, kind, t, &copied);
    collective_kind how = c->call       ? kind_of_call(c)
                          : b.are_equal ? COLLECTIVE_ALLTOALL
                                        : COLLECTIVE_ALLTOALLV;
    library_called(r, a, how, kind, &copied, b.group_count, b.groups, rounds);
    return true;
}

/* All parts to one, or from it. */
static bool to_one(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                   round_vec *rounds)
{
    collective_kind how = kind_of_call(c);
    bool is_gather = how == COLLECTIVE_GATHER;
    double *part = ARENA_ARRAY(a, r->procs, double), most = 0, least = INFINITY;
    int *ranks = ARENA_ARRAY(a, r->procs, int);
    if (t->count == 0)
        return false;
    int root = is_gather ? t->messages[0].receiver : t->messages[0].sender;
    for (int i = 0; i < t->count; i++) {
        const message *m = &t->messages[i];
        double bytes = (double)m->elements * c->elem_bytes;
        if ((is_gather ? m->receiver : m->sender) != root)
            return false;
        part[is_gather ? m->sender : m->receiver] = bytes;
        most = fmax(most, bytes);
        least = fmin(least, bytes);
    }
    for (int v = 0; v < r->procs; v++)
        ranks[v] = (root + v) % r->procs;
    collective_group g = {.count = r->procs, .ranks = ranks, .bytes = most};
    if (least < most || t->count < r->procs - 1)
        g.part = part;
    library_called(r, a, how, kind, &(library_copies){0}, 1, &g, rounds);
    return true;
}

bool called_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                   round_vec *rounds)
{
    bool is_to_one = c->call && c->call->form != FORM_ALL_TO_ALL;
    return is_to_one ? to_one(r, a, c, kind, t, rounds) : all_to_all(r, a, c, kind, t, rounds);
}
