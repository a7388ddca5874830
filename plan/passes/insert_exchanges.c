#include "plan/passes/insert_exchanges.h"

#include <assert.h>

#include "plan/communication/provenance.h"
#include "support/sort.h"

/* A node of a list that gets communications, and what leads to it: the list, or the node before
 * it. */
typedef struct link {
    const node *child;
    node **at;
} link;

typedef struct links {
    link *data; /* by address of the child */
    int count;
    bool *is_after; /* by number of a communication: it belongs to the node before it */
} links;

static int by_address(const void *a, const void *b)
{
    return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b);
}

static int by_list(const void *a, const void *b)
{
    return by_address(*(node * *const *)a, *(node * *const *)b);
}

static int by_child(const void *a, const void *b)
{
    return by_address(((const link *)a)->child, ((const link *)b)->child);
}

/* Of each list once. */
static links find_links(planner *p, int count)
{
    VEC(link) found = {0};
    node ***lists = ARENA_ARRAY(p->arena, count + 1, node **);
    for (int i = 0; i < count; i++)
        lists[i] = p->exchanges.data[i]->list;
    sort_items(lists, (size_t)count, sizeof *lists, by_list);
    for (int i = 0; i < count; i++)
        for (node **at = lists[i]; (i == 0 || lists[i] != lists[i - 1]) && *at; at = &(*at)->next)
            VEC_PUSH(p->arena, &found, ((link){*at, at}));
    sort_items(found.data, (size_t)found.count, sizeof *found.data, by_child);
    return (links){found.data, found.count, ARENA_ARRAY(p->arena, p->comm_count + 1, bool)};
}

static link *link_of(const links *all, const node *child)
{
    int low = 0, high = all->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (all->data[middle].child == child)
            return &all->data[middle];
        if (by_address(all->data[middle].child, child) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static void insert(planner *p, const links *all, const exchange *x)
{
    communication *c = x->comm;
    link *place = link_of(all, x->child);
    assert(place);
    node *n = node_new_made(p->ctx, NODE_COMM, c->where);
    n->u.comm = c;
    node **at = place->at;
    if (x->is_after) {
        /* After those already put there, in the order they were found, and before what the next
         * node needs: that may go by the result. */
        at = &(*at)->next;
        while (*at && (*at)->kind == NODE_COMM && all->is_after[(*at)->u.comm->id] &&
               (*at)->u.comm->id < c->id)
            at = &(*at)->next;
        all->is_after[c->id] = true;
    }
    n->next = *at;
    *at = n;
    link *next = n->next ? link_of(all, n->next) : NULL;
    if (next)
        next->at = &n->next;
}

void exchanges_insert(planner *p, int count)
{
    const links all = find_links(p, count);
    for (int i = 0; i < count; i++) {
        exchange *x = p->exchanges.data[i];
        communication *c = x->comm;
        c->needs = x->needs.data;
        c->need_count = x->needs.count;
        c->reason = need_reason(p, c, x);
        parts_lower(p, x);
        insert(p, &all, x);
    }
}
