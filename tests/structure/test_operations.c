/* A machine file prices the operations that a program counts: the two lists,
 * which no include ties together, agree name by name. */

#include "program/tree/ops.h"
#include "sysmodels/model/sag.h"
#include "tests/cmocka_all.h"

static void the_lists_have_one_length(void **state)
{
    (void)state;
    assert_int_equal((int)OP_KIND_COUNT, (int)SAG_OP_COUNT);
}

static void each_name_is_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < (int)OP_KIND_COUNT; i++)
        assert_string_equal(op_kind_name((op_kind)i), sag_op_name((sag_op)i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lists_have_one_length),
        cmocka_unit_test(each_name_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
