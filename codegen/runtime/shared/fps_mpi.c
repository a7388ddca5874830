/* Beginning and end of what stands for MPI; and what is not there. */

#include <stdlib.h>

#define FPR_INTERNAL
#include "codegen/runtime/shared/fpr_shared.h"
#include "codegen/runtime/shared/fps.h"

static int asked_for = 1; /* threads */

void fpr_threads(int procs)
{
    const char *given = getenv("FPREDICT_THREADS");
    long count = given ? strtol(given, NULL, 10) : procs;
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

/* --- Images ---------------------------------------------------------------------------------- */

static int no_images(void)
{
    fpr_fail("a program in shared access has no coarrays: generate it without --shared");
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old,
                            MPI_Datatype *made)
{
    (void)count, (void)length, (void)stride, (void)old, (void)made;
    return no_images();
}

int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *made)
{
    (void)base, (void)bytes, (void)unit, (void)info, (void)comm, (void)made;
    return no_images();
}

int MPI_Win_lock_all(int mode, MPI_Win window)
{
    (void)mode, (void)window;
    return no_images();
}

int MPI_Win_unlock_all(MPI_Win window)
{
    (void)window;
    return no_images();
}

int MPI_Win_free(MPI_Win *window)
{
    (void)window;
    return no_images();
}

int MPI_Win_sync(MPI_Win window)
{
    (void)window;
    return no_images();
}

int MPI_Win_flush(int rank, MPI_Win window)
{
    (void)rank, (void)window;
    return no_images();
}

int MPI_Get(void *to, int count, MPI_Datatype type, int rank, MPI_Aint at, int there,
            MPI_Datatype type_there, MPI_Win window)
{
    (void)to, (void)count, (void)type, (void)rank, (void)at, (void)there, (void)type_there,
        (void)window;
    return no_images();
}

int MPI_Put(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint at, int there,
            MPI_Datatype type_there, MPI_Win window)
{
    (void)from, (void)count, (void)type, (void)rank, (void)at, (void)there, (void)type_there,
        (void)window;
    return no_images();
}
