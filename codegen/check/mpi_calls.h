#ifndef FPREDICT_CODEGEN_CHECK_MPI_CALLS_H
#define FPREDICT_CODEGEN_CHECK_MPI_CALLS_H

#include "codegen/text/emitter.h"

/* Refuses calls of MPI's collectives whose result would not be the one that one process gets. */
void emit_check_mpi(emitter *e);

#endif
