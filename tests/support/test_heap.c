/* A heap beside a list in which the first is looked for each time. */

#include <stdlib.h>

#include "support/heap.h"
#include "tests/cmocka_all.h"

enum { STEPS = 20000, MOST = 700 };

typedef struct list {
    heap_item items[MOST + 1];
    int count;
} list;

static heap_item take_from_list(list *l)
{
    int first = 0;
    for (int i = 1; i < l->count; i++) {
        const heap_item a = l->items[i], b = l->items[first];
        if (a.at < b.at || (a.at == b.at && a.what < b.what))
            first = i;
    }
    const heap_item taken = l->items[first];
    l->items[first] = l->items[--l->count];
    return taken;
}

static void assert_same(heap_item a, heap_item b)
{
    assert_int_equal(a.at, b.at);
    assert_int_equal(a.what, b.what);
}

static void the_first_comes_first(void **state)
{
    (void)state;
    arena *a = arena_new();
    srand(3);
    for (int range = 2; range < 2000000; range *= 9) {
        heap h = {.memory = a};
        list l = {.count = 0};
        for (int step = 0; step < STEPS; step++) {
            const heap_item one = {rand() % range - range / 2, (uint64_t)(rand() % range)};
            if (l.count < MOST && (rand() % 8 < 5 || l.count == 0)) {
                heap_put(&h, one.at, one.what);
                l.items[l.count++] = one;
            } else {
                assert_same(heap_take(&h), take_from_list(&l));
            }
            assert_int_equal(h.count, l.count);
        }
        while (l.count > 0)
            assert_same(heap_take(&h), take_from_list(&l));
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
