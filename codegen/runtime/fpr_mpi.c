/* What a program with calls of its own to MPI begins and ends: here MPI has begun before it and
 * ends after it, so that these do nothing (MPI 3.1, chapter 14: a library may put functions of its
 * own before MPI's). Under SimGrid's SMPI, whose processes share them, they stay MPI's. */

#include "codegen/runtime/fpr_internal.h"

#ifdef FPR_SIMULATED
void fpr_end_mpi(void)
{
    MPI_Finalize();
}
#else
void fpr_end_mpi(void)
{
    PMPI_Finalize();
}

int MPI_Init(int *argc, char ***argv)
{
    int has_begun;
    PMPI_Initialized(&has_begun);
    return has_begun ? MPI_SUCCESS : PMPI_Init(argc, argv);
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int has_begun;
    PMPI_Initialized(&has_begun);
    return has_begun ? PMPI_Query_thread(provided)
                     : PMPI_Init_thread(argc, argv, required, provided);
}

int MPI_Finalize(void)
{
    return MPI_SUCCESS; /* fpr_finish does it */
}
#endif
