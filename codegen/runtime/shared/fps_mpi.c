/* Beginning and end of what stands for MPI. */

#include <limits.h>
#include <stdlib.h>

#define FPR_INTERNAL
#include "codegen/runtime/shared/fpr_shared.h"
#include "codegen/runtime/shared/fps.h"

static int asked_for = 1; /* threads */

/* 4, or 2x2, as --procs has it; 0: it is no number of threads. */
static long number_of(const char *text)
{
    long product = 1;
    for (;;) {
        char *end = NULL;
        long count = *text >= '1' && *text <= '9' ? strtol(text, &end, 10) : 0;
        if (count < 1 || count > INT_MAX / product || (*end && *end != 'x'))
            return 0;
        product *= count;
        if (!*end)
            return product;
        text = end + 1;
    }
}

void fpr_threads(int procs)
{
    const char *given = getenv("FPREDICT_THREADS");
    long count = given && *given ? number_of(given) : procs;
    if (count == 0)
        fpr_fail("FPREDICT_THREADS is '%s', and no number of threads, such as 4 or 2x2", given);
    if (count != procs)
        fpr_fail("this program is made for %d threads, and FPREDICT_THREADS is %s: generate it "
                 "anew with --procs %s",
                 procs, given, given);
    asked_for = procs;
}

int MPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fps_start(asked_for);
    return MPI_SUCCESS;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    (void)required;
    *provided = MPI_THREAD_SINGLE;
    return MPI_Init(argc, argv);
}

int MPI_Query_thread(int *provided)
{
    *provided = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
}

int MPI_Initialized(int *flag)
{
    *flag = fps_all != NULL;
    return MPI_SUCCESS;
}

int MPI_Finalize(void)
{
    fps_end();
    return MPI_SUCCESS;
}
