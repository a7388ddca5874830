/* Calls of MPI of the program's own in shared access: codegen/runtime/shared/mpi.h stands for MPI
 * there, and has no more than these (tests/shared/wrong.sh compares the two). */

#include "codegen/check/shared_calls.h"

#include <string.h>

#include "codegen/text/mention.h"

static bool is_there(const char *name)
{
    static const char *const there[] = {"MPI_Init",
                                        "MPI_Init_thread",
                                        "MPI_Query_thread",
                                        "MPI_Initialized",
                                        "MPI_Finalize",
                                        "MPI_Abort",
                                        "MPI_Wtime",
                                        "MPI_Wtick",
                                        "MPI_Comm_size",
                                        "MPI_Comm_rank",
                                        "MPI_Comm_group",
                                        "MPI_Comm_create_group",
                                        "MPI_Comm_split",
                                        "MPI_Comm_free",
                                        "MPI_Group_incl",
                                        "MPI_Group_free",
                                        "MPI_Type_size",
                                        "MPI_Type_contiguous",
                                        "MPI_Type_create_hvector",
                                        "MPI_Type_commit",
                                        "MPI_Type_free",
                                        "MPI_Op_create",
                                        "MPI_Op_free",
                                        "MPI_Reduce_local",
                                        "MPI_Isend",
                                        "MPI_Irecv",
                                        "MPI_Wait",
                                        "MPI_Waitall",
                                        "MPI_Send",
                                        "MPI_Recv",
                                        "MPI_Sendrecv",
                                        "MPI_Barrier",
                                        "MPI_Bcast",
                                        "MPI_Reduce",
                                        "MPI_Allreduce",
                                        "MPI_Gather",
                                        "MPI_Allgather",
                                        "MPI_Allgatherv",
                                        "MPI_Alltoall",
                                        "MPI_Alltoallv",
                                        "MPI_Win_create",
                                        "MPI_Win_lock_all",
                                        "MPI_Win_unlock_all",
                                        "MPI_Win_free",
                                        "MPI_Win_sync",
                                        "MPI_Win_flush",
                                        "MPI_Get",
                                        "MPI_Put"};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        if (strcmp(name, there[i]) == 0)
            return true;
    return false;
}

static bool refuse_missing(void *data, const outline_name *n)
{
    emitter *e = data;
    if (n->is_function && !n->function && strncmp(n->word, "MPI_", 4) == 0 && !is_there(n->word))
        emit_refuse(e, n->where,
                    "what stands for MPI in shared access has no '%s': do without it, or without "
                    "--shared",
                    n->word);
    return false;
}

void emit_check_shared_calls(emitter *e)
{
    if (!e->options->is_shared)
        return;
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline)
            mention_some(f->outline, refuse_missing, e);
}
