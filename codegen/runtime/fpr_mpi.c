/* What a program with calls of its own to MPI begins and ends: MPI has begun before it and ends
 * after it, so that these do nothing. They are functions of their own, which fpr.h puts in the
 * place of MPI's: a tool that comes between a program and MPI sees both beginning and end. */

#include "codegen/runtime/fpr_internal.h"

int fpr_mpi_init(int *argc, char ***argv)
{
    int has_begun;
    MPI_Initialized(&has_begun);
    return has_begun ? MPI_SUCCESS : MPI_Init(argc, argv);
}

int fpr_mpi_init_thread(int *argc, char ***argv, int required, int *provided)
{
    int has_begun;
    MPI_Initialized(&has_begun);
    return has_begun ? MPI_Query_thread(provided) : MPI_Init_thread(argc, argv, required, provided);
}

int fpr_mpi_finalize(void)
{
    return MPI_SUCCESS; /* fpr_finish does it */
}
