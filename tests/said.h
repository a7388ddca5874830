#ifndef FPREDICT_TESTS_SAID_H
#define FPREDICT_TESTS_SAID_H

/* What was reported, as people see it. */

#include <stdio.h>

#include "support/diag.h"
#include "tests/cmocka_all.h"

/* Returns the diagnostics of at least that severity as they are printed, without colour; the
 * caller frees it. */
static inline char *said(diag_list *all, diag_severity least)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    diag_print(all, out, false, least);
    fclose(out);
    return text;
}

#endif
