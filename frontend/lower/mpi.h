#ifndef FPREDICT_FRONTEND_LOWER_MPI_H
#define FPREDICT_FRONTEND_LOWER_MPI_H

/* Calls of MPI in a program with directives: every process executes them. The collectives are
 * what directives would state; of the other functions that send, nothing is known. */

#include "frontend/lower/expression.h"

/* A call of a function whose name begins with MPI_ and which has no body here. True: it is a
 * collective, which has been put into g->before. False: it is a call of a library; of one that
 * sends, a warning has said that what it sends is not known, and why. */
bool lower_mpi(lowering *lo, gather *g, const syntax *call, const char *name);

/* The bytes that MPI_File_read, MPI_File_write_at and their like move: null where their count or
 * type is not known, or they move none. */
const expr *lower_mpi_file_bytes(lowering *lo, const syntax *call, const char *name);

#endif
