#include <setjmp.h>
#include <stdalign.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/arena.h"
#include "support/vec.h"
#include "tests/cmocka_all.h"

static int setup(void **state)
{
    *state = arena_new();
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

static void allocations_are_zeroed_aligned_and_apart(void **state)
{
    enum { COUNT = 2000 };
    unsigned char *blocks[COUNT];
    size_t sizes[COUNT];
    /* Sizes from 0 to past a block of the arena, in no order. */
    for (size_t i = 0; i < COUNT; i++) {
        sizes[i] = i % 250 == 0 ? 40000 + 200 * i : (i * 37) % 300;
        blocks[i] = arena_alloc(*state, sizes[i]);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % alignof(max_align_t), 0);
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(blocks[i][j], 0);
        memset(blocks[i], (int)(i % 251) + 1, sizes[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(blocks[i][j], i % 251 + 1);
}

/* What was allocated last grows in its place, so that nothing of the arena is lost; and else
 * its elements are copied. */
static void arrays_grow(void **state)
{
    int *a = ARENA_ARRAY(*state, 3, int);
    for (int i = 0; i < 3; i++)
        a[i] = i + 1;
    int *longer = arena_grow(*state, a, 3, 100, sizeof *a);
    int *other = ARENA_ARRAY(*state, 4, int);
#ifndef FPREDICT_ARENA_SEPARATE
    assert_ptr_equal(longer, a);
#endif
    assert_true(other >= longer + 100 || other + 4 <= longer);
    other[0] = other[3] = 9;
    int *moved = arena_grow(*state, longer, 100, 50000, sizeof *a); /* past a block */
    assert_ptr_not_equal(moved, longer);
    for (int i = 0; i < 50000; i++)
        assert_int_equal(moved[i], i < 3 ? i + 1 : 0);
    assert_int_equal(other[0] + other[3], 18);
    int *first = arena_grow(*state, NULL, 0, 2, sizeof *a);
    assert_int_equal(first[0] + first[1], 0);
}

static void strings_are_copied(void **state)
{
    char text[] = "distribute";
    char *whole = arena_strdup(*state, text);
    char *part = arena_strndup(*state, text, 4);
    char *empty = arena_strndup(*state, text, 0);
    text[0] = 'X';
    assert_string_equal(whole, "distribute");
    assert_string_equal(part, "dist");
    assert_string_equal(empty, "");
    assert_string_equal(arena_printf(*state, "%d of %s", 2, whole), "2 of distribute");
}

static void long_text_is_formatted_whole(void **state)
{
    char *text = arena_printf(*state, "%0*d", 100000, 7);
    assert_int_equal(strlen(text), 100000);
    assert_int_equal(text[99999], '7');
}

static void copies_hold_the_same_bytes(void **state)
{
    const int numbers[] = {3, 1, 4};
    const int *copy = arena_copy(*state, numbers, sizeof numbers);
    assert_memory_equal(copy, numbers, sizeof numbers);
    assert_ptr_not_equal(copy, numbers);
}

static void vectors_grow_and_keep_their_order(void **state)
{
    VEC(int) v = {0};
    for (int i = 0; i < 1000; i++)
        VEC_PUSH(*state, &v, i * i);
    assert_int_equal(v.count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(v.data[i], i * i);
}

static void cleared_memory_is_zero_again(void **state)
{
    const size_t sizes[] = {1, 100, 5000, 40000, 300000};
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 200; i++) {
            size_t size = sizes[i % 5];
            unsigned char *p = arena_alloc(*state, size);
            for (size_t k = 0; k < size; k++)
                assert_int_equal(p[k], 0);
            memset(p, 0xff, size);
        }
        arena_clear(*state);
    }
}

/* The leak checker of the sanitizers sees what this would leave behind. */
static void children_are_freed_with_their_parent(void **state)
{
    arena *first = arena_new_under(*state), *second = arena_new_under(*state);
    arena *grandchild = arena_new_under(first);
    memset(arena_alloc(grandchild, 100), 1, 100);
    memset(arena_alloc(second, 100000), 1, 100000);
    arena_free(first);
    arena *third = arena_new_under(*state);
    memset(arena_alloc(third, 100), 1, 100);
}

static void note_full(void *with)
{
    siglongjmp(*(sigjmp_buf *)with, 1);
}

static void a_child_process_allocates_for_its_parent(void **state)
{
    arena *shared = arena_new_shared(*state, 1 << 20, note_full, NULL);
    const char **said = ARENA_NEW(shared, const char *);
    pid_t child = fork();
    if (child == 0) {
        *said = arena_printf(shared, "%s", "from the child");
        _exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_string_equal(*said, "from the child");
}

static void a_full_shared_arena_says_so(void **state)
{
    sigjmp_buf full;
    arena *shared = arena_new_shared(*state, 4096, note_full, &full);
    memset(arena_alloc(shared, 4000), 1, 4000);
    if (sigsetjmp(full, 0) == 0) {
        arena_alloc(shared, 100);
        fail();
    }
}

static void null_is_freed(void **state)
{
    (void)state;
    arena_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(allocations_are_zeroed_aligned_and_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(arrays_grow, setup, teardown),
        cmocka_unit_test_setup_teardown(strings_are_copied, setup, teardown),
        cmocka_unit_test_setup_teardown(long_text_is_formatted_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(copies_hold_the_same_bytes, setup, teardown),
        cmocka_unit_test_setup_teardown(vectors_grow_and_keep_their_order, setup, teardown),
        cmocka_unit_test_setup_teardown(cleared_memory_is_zero_again, setup, teardown),
        cmocka_unit_test_setup_teardown(children_are_freed_with_their_parent, setup, teardown),
        cmocka_unit_test_setup_teardown(a_child_process_allocates_for_its_parent, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_shared_arena_says_so, setup, teardown),
        cmocka_unit_test(null_is_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
