#include "support/heap.h"

#include <assert.h>

/* Moves the gap at the top down to where `one` belongs. Four children each: half as deep as with
 * two, and they are one cache line. */
enum { CHILDREN = 4 };

static void sink(heap *h, heap_item one)
{
    heap_item *items = h->items;
    size_t at = 0;
    for (size_t child; (child = CHILDREN * at + 1) < h->count;) {
        const size_t end = child + CHILDREN < h->count ? child + CHILDREN : h->count;
        size_t least = child;
        for (size_t i = child + 1; i < end; i++)
            least = heap_item_is_before(items[i], items[least]) ? i : least;
        if (!heap_item_is_before(items[least], one))
            break;
        items[at] = items[least];
        at = least;
    }
    items[at] = one;
}

void heap_put(heap *h, int64_t at, uint64_t what)
{
    if (h->count == h->room) {
        const size_t room = h->room ? 2 * h->room : 64;
        h->items = arena_grow(h->memory, h->items, h->count, room, sizeof *h->items);
        h->room = room;
    }
    const heap_item one = {at, what};
    size_t i = h->count++;
    while (i > 0 && heap_item_is_before(one, h->items[(i - 1) / CHILDREN])) {
        h->items[i] = h->items[(i - 1) / CHILDREN];
        i = (i - 1) / CHILDREN;
    }
    h->items[i] = one;
}

heap_item heap_take(heap *h)
{
    assert(h->count > 0);
    const heap_item first = h->items[0], last = h->items[--h->count];
    if (h->count > 0)
        sink(h, last);
    return first;
}
