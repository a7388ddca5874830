#ifndef FPREDICT_TESTS_SYSMODELS_OPENED_H
#define FPREDICT_TESTS_SYSMODELS_OPENED_H

/* Machines by name, of the tests and of fpredict, in a context that is a test's state. */

#include "sysmodels/model/sag.h"
#include "tests/cmocka_all.h"

static const char *const folders[] = {FP_TEST_DIR "/machines", FP_SOURCE_DIR "/sysmodels/machines"};

static inline int setup(void **state)
{
    *state = fp_context_new();
    return 0;
}

static inline int teardown(void **state)
{
    fp_context_free(*state);
    return 0;
}

/* Opens a machine; the test fails, and shows why, where that cannot be read. */
static inline const sag *open_machine(fp_context *ctx, const char *name)
{
    const sag *machine = sag_open(ctx, name, 2, folders);
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(machine);
    return machine;
}

/* Returns a machine as it is written; the caller frees it. */
static inline char *written(fp_context *ctx, const sag *machine)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_true(sag_write(ctx, machine, out));
    fclose(out);
    return text;
}

#endif
