/* Linked into a sequential program beside its own source: says how long `main` took. Not a
 * part of fpredict; compiled by the compiler that the program is compiled with.
 *
 * What the system does before `main` and what happens after it (output that is still to be
 * written) is not in the time. The report, in the file that FPR_REPORT names, is a line as
 * of a rank of a generated program: "0 SECONDS". */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct timespec begun;

static void report(void)
{
    struct timespec ended;
    clock_gettime(CLOCK_MONOTONIC, &ended);
    const char *path = getenv("FPR_REPORT");
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out)
        return;
    double seconds = (double)(ended.tv_sec - begun.tv_sec);
    seconds += 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec);
    fprintf(out, "# rank seconds\n0 %.9f\n", seconds);
    fclose(out);
}

/* What is registered first is called last: after what the program itself has registered. */
__attribute__((constructor)) static void begin(void)
{
    atexit(report);
    clock_gettime(CLOCK_MONOTONIC, &begun);
}
