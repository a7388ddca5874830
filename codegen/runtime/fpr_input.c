/* Standard input, which MPI leads to the first process only: it reads all of it before the program
 * begins, and each process has it in a file of its own. */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "codegen/runtime/fpr_internal.h"

#ifdef SMPI_HELPERS_H

void fpr_share_input(void)
{
} /* simulated processes are one, and have one input */

#else

static char *input;
static long length;

static void need_memory(void)
{
    if (!input)
        fpr_fail("not enough memory for standard input");
}

/* To its end. */
static void read_input(void)
{
    size_t room = 4096;
    ssize_t got = 1;
    for (input = malloc(room); input && got > 0;) {
        if ((size_t)length == room)
            input = realloc(input, room *= 2);
        got = input ? read(STDIN_FILENO, input + length, room - (size_t)length) : 0;
        if (got > 0)
            length += got;
        else if (got < 0 && errno == EINTR)
            got = 1;
    }
    need_memory();
}

/* The file is removed when the process ends. */
static void replace_input(void)
{
    FILE *file = tmpfile();
    if (!file || fwrite(input, 1, (size_t)length, file) != (size_t)length || fflush(file) != 0 ||
        lseek(fileno(file), 0, SEEK_SET) < 0 || dup2(fileno(file), STDIN_FILENO) < 0)
        fpr_fail("cannot keep standard input in a temporary file");
    fclose(file);
}

void fpr_share_input(void)
{
    if (fpr_me == 0)
        read_input();
    MPI_Bcast(&length, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    input = realloc(input, (size_t)length + 1);
    need_memory();
    for (long at = 0; at < length; at += INT_MAX) {
        int count = length - at < INT_MAX ? (int)(length - at) : INT_MAX;
        MPI_Bcast(input + at, count, MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    replace_input();
    free(input);
}

#endif
