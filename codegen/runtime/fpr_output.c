/* Standard output: only the first process writes to it, and each where the program says so. */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <unistd.h>

#include "codegen/runtime/fpr_internal.h"

#ifdef SMPI_HELPERS_H

FILE *fpr_output;
static FILE *kept, *printed;

static FILE *open_stream(const char *path)
{
    FILE *stream = fopen(path, "a");
    if (!stream)
        fpr_fail("cannot open a stream for standard output");
    return stream;
}

void fpr_keep_output(bool is_printed)
{
    kept = fpr_output = open_stream(is_printed ? "/dev/stdout" : "/dev/null");
    printed = is_printed ? kept : NULL;
}

void fpr_print_begin(void)
{
    if (!printed)
        printed = open_stream("/dev/stdout");
    fpr_output = printed;
}

void fpr_print_end(void)
{
    if (fpr_output != kept)
        fflush(fpr_output);
    fpr_output = kept;
}

#else

/* Descriptors: where standard output leads to in truth, and nowhere. Below 0: this process writes
 * all of it. */
static int in_truth = -1, nowhere = -1;

void fpr_keep_output(bool is_printed)
{
    if (is_printed)
        return;
    in_truth = dup(STDOUT_FILENO);
    if (!freopen("/dev/null", "w", stdout) || in_truth < 0 || (nowhere = dup(fileno(stdout))) < 0)
        fpr_fail("cannot open /dev/null");
}

static void lead_to(int descriptor)
{
    if (descriptor < 0)
        return;
    fflush(stdout);
    if (dup2(descriptor, fileno(stdout)) < 0)
        fpr_fail("cannot write to standard output");
}

void fpr_print_begin(void)
{
    lead_to(in_truth);
}

void fpr_print_end(void)
{
    lead_to(nowhere);
}

#endif
