#ifndef FPREDICT_TESTS_JSON_OF_H
#define FPREDICT_TESTS_JSON_OF_H

/* What a program prints, as JSON. */

#include <jansson.h>
#include <stdio.h>

#include "tests/cmocka_all.h"

/* Runs a command of the shell and returns what it prints, which the caller owns. The test fails,
 * and shows the command, where that is no JSON, or the command ends with anything but 0. */
static inline json_t *json_of(const char *command)
{
    json_error_t error = {.line = 0, .text = ""};
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_t *o = json_loadf(pipe, JSON_REJECT_DUPLICATES, &error);
    const int status = pclose(pipe);
    if (!o || status != 0)
        print_error("%s\nexit status %d; line %d: %s\n", command, status, error.line, error.text);
    assert_non_null(o);
    assert_int_equal(status, 0);
    return o;
}

#endif
