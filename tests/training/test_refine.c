/* Where a message's time jumps is found from measurements of it alone. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "training/train_refine.h"

enum { MOST = 512 };

typedef struct protocol {
    int64_t from;
    double constant, slope; /* seconds */
} protocol;

typedef struct world {
    int protocols;
    protocol protocol[3];
    double noise; /* +- this part, by a sequence that is the same each time */
    unsigned state;
    int measured; /* sizes beside the first ones */
    int count;
    train_size size[MOST];
} world;

static double take(world *w, int64_t bytes)
{
    int k = w->protocols - 1;
    while (k > 0 && bytes < w->protocol[k].from)
        k--;
    w->state = w->state * 1664525u + 1013904223u;
    const double random = (double)(w->state >> 8) / (double)(1 << 23) - 1;
    return (w->protocol[k].constant + w->protocol[k].slope * (double)bytes) *
           (1 + w->noise * random);
}

static void add(world *w, int64_t bytes)
{
    int k = w->count++;
    assert_true(w->count < MOST);
    for (; k > 0 && w->size[k - 1].bytes > bytes; k--)
        w->size[k] = w->size[k - 1];
    w->size[k] = (train_size){bytes, take(w, bytes)};
}

/* Four sizes an octave, as in the plan, and then what is asked for. */
static void search(world *w)
{
    w->count = w->measured = 0;
    w->state = 7;
    for (int64_t n = 1; n <= 4 << 20; n *= 2) {
        for (int i = 0; i < 4; i++) {
            if (i == 0 || n % 4 == 0)
                add(w, n + n / 4 * i);
        }
    }
    int64_t bytes;
    while ((bytes = train_refine_next(w->count, w->size)) > 0) {
        for (int i = 0; i < w->count; i++)
            assert_true(w->size[i].bytes != bytes); /* never the same again */
        add(w, bytes);
        w->measured++;
        assert_true(w->measured <= TRAIN_REFINED_MOST);
    }
}

/* The sizes on both sides of a switch are a percent apart, or neighbours. */
static void is_known(const world *w, int64_t from)
{
    int i = 0;
    while (w->size[i].bytes < from)
        i++;
    const int64_t gap = w->size[i].bytes - w->size[i - 1].bytes;
    if (gap > 1 && (double)gap > 0.01 * (double)from)
        fail_msg("%lld ... %lld round %lld", (long long)w->size[i - 1].bytes,
                 (long long)w->size[i].bytes, (long long)from);
}

static void switches_are_found(void **state)
{
    (void)state;
    /* The iPSC/860's at 100, and another at 40,000. Between 96 and 112 it takes 4
     * halves to a byte, between 32,768 and 40,960 at least 5 to a percent. */
    world w = {.protocols = 3,
               .protocol = {{0, 76e-6, 0.4e-6}, {100, 136e-6, 0.4e-6}, {40000, 5e-3, 0.4e-6}}};
    search(&w);
    is_known(&w, 100);
    is_known(&w, 40000);
    assert_true(w.measured >= 9 && w.measured <= 14);
}

static void noise_does_not_matter(void **state)
{
    (void)state;
    world w = {.protocols = 2, .protocol = {{0, 2e-6, 1e-9}, {5000, 9e-6, 1e-9}}, .noise = 0.01};
    search(&w);
    is_known(&w, 5000);
}

static void without_a_jump_nothing_is_asked_for(void **state)
{
    (void)state;
    world w = {.protocols = 1, .protocol = {{0, 76e-6, 0.4e-6}}};
    search(&w);
    assert_int_equal(w.measured, 0);

    world noisy = {.protocols = 1, .protocol = {{0, 76e-6, 0.4e-6}}, .noise = 0.2};
    search(&noisy);
    assert_true(noisy.measured < 10);

    /* One size that took much too long is no switch, whichever it is. */
    for (int k = 0; k < 60; k++) {
        w.measured = 0;
        search(&w);
        w.size[k].seconds *= 5;
        assert_int_equal(train_refine_next(w.count, w.size), 0);
    }

    /* A slope that changes without a jump is no switch: 1 us + 1 ns n meets 2 ns n. */
    world bent = {.protocols = 2, .protocol = {{0, 1e-6, 1e-9}, {1000, 0, 2e-9}}};
    search(&bent);
    assert_int_equal(bent.measured, 0);

    assert_int_equal(train_refine_next(0, NULL), 0);
}

static void points_beside_the_plan(void **state)
{
    (void)state;
    int64_t bytes = 0;
    assert_true(train_refine_is_of("pingpong", "ranks=2 bytes=98 partner=1", &bytes));
    assert_int_equal(bytes, 98);
    assert_true(train_refine_is_of("stream", "ranks=2 bytes=98 partner=1", &bytes));
    assert_true(train_refine_is_of("send.returns", "ranks=2 bytes=98 partner=1", &bytes));
    assert_true(train_refine_is_of("receive.arrived", "ranks=2 bytes=98 partner=1", &bytes));
    assert_true(train_refine_is_of("receive.late", "ranks=2 bytes=98 partner=1", &bytes));
    assert_false(train_refine_is_of("shift", "ranks=2 bytes=98 partner=1", &bytes));
    assert_false(train_refine_is_of("pingpong", "ranks=2 bytes=98 partner=12", &bytes));
    assert_false(train_refine_is_of("pingpong", "ranks=2 bytes=98 partner=1 more=1", &bytes));
    assert_false(train_refine_is_of("pingpong", "ranks=4 bytes=98", &bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switches_are_found),
        cmocka_unit_test(noise_does_not_matter),
        cmocka_unit_test(without_a_jump_nothing_is_asked_for),
        cmocka_unit_test(points_beside_the_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
