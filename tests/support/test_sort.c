/* Orders are compared with those of counting: element x comes where as many are smaller. */

#include <stdlib.h>
#include <string.h>

#include "support/sort.h"
#include "tests/cmocka_all.h"

enum { MOST = 60 };

typedef struct item {
    int key;
    char rest[300]; /* larger than what is moved by insertion */
} item;

static int by_number(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int by_key(const void *a, const void *b)
{
    const item *x = a, *y = b;
    return by_number(&x->key, &y->key);
}

static int count_below(const int *all, int count, int limit)
{
    int below = 0;
    for (int i = 0; i < count; i++)
        below += all[i] < limit;
    return below;
}

/* Is the list the same numbers, none of them after a larger one? */
static void assert_ordered(const int *list, const int *all, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || list[i - 1] <= list[i]);
        assert_int_equal(count_below(list, count, all[i]), count_below(all, count, all[i]));
        assert_int_equal(count_below(list, count, all[i] + 1), count_below(all, count, all[i] + 1));
    }
}

static void numbers_are_ordered(void **state)
{
    (void)state;
    srand(7);
    for (int count = 0; count <= MOST; count++)
        for (int range = 1; range < 100; range += 14) {
            int all[MOST + 1] = {0}, list[MOST + 1];
            for (int i = 0; i < count; i++)
                all[i] = rand() % range - range / 2;
            memcpy(list, all, sizeof list);
            sort_items(list, (size_t)count, sizeof *list, by_number);
            assert_ordered(list, all, count);
        }
}

static void whole_items_move(void **state)
{
    (void)state;
    const int keys[] = {3, 1, 2, 1, 0};
    const int order[] = {0, 1, 1, 2, 3};
    item items[5] = {{0}};
    for (int i = 0; i < 5; i++) {
        items[i].key = keys[i];
        memset(items[i].rest, 'a' + keys[i], sizeof items[i].rest);
    }
    sort_items(items, 5, sizeof *items, by_key);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(items[i].key, order[i]);
        assert_int_equal(items[i].rest[0], 'a' + order[i]);
        assert_int_equal(items[i].rest[sizeof items[i].rest - 1], 'a' + order[i]);
    }
}

static void texts_are_ordered_by_their_bytes(void **state)
{
    (void)state;
    const char *texts[] = {"b", "a_one", "B", "", "a"};
    static const char *const ordered[] = {"", "B", "a", "a_one", "b"};
    sort_texts(texts, 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(texts[i], ordered[i]);
}

static void nothing_may_be_null(void **state)
{
    (void)state;
    sort_texts(NULL, 0);
    sort_items(NULL, 0, sizeof(int), by_number);
}

static void the_median_is_in_the_middle(void **state)
{
    (void)state;
    double odd[] = {5, 1, 4}, even[] = {8, 1, 2, 4}, one[] = {7};
    assert_true(sort_median(odd, 3) == 4);
    assert_true(odd[0] == 1 && odd[1] == 4 && odd[2] == 5);
    assert_true(sort_median(even, 4) == 3); /* half way from 2 to 4 */
    assert_true(sort_median(one, 1) == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_ordered),
        cmocka_unit_test(whole_items_move),
        cmocka_unit_test(texts_are_ordered_by_their_bytes),
        cmocka_unit_test(nothing_may_be_null),
        cmocka_unit_test(the_median_is_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
