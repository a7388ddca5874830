#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_NAMES_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_NAMES_H

/* Names of MPI and of C that mean something else in a generated program. Part of fpr.h. */

/* --- MPI -------------------------------------------------------------------------------- */

/* It has begun before the program and ends after it: what the program calls does nothing. */
int fpr_mpi_init(int *argc, char ***argv);
int fpr_mpi_init_thread(int *argc, char ***argv, int required, int *provided);
int fpr_mpi_finalize(void);
#ifndef FPR_INTERNAL
#define MPI_Init fpr_mpi_init
#define MPI_Init_thread fpr_mpi_init_thread
#define MPI_Finalize fpr_mpi_finalize
#endif

/* --- Standard output -------------------------------------------------------------- */

/* Processes that SimGrid's SMPI simulates are one, and share the C library's stream: each
 * has a private one instead. */
#ifdef SMPI_HELPERS_H
#include <stdio.h>
extern FILE *fpr_output;
#undef stdout
#define stdout fpr_output
#undef printf
#define printf(...) fprintf(fpr_output, __VA_ARGS__)
#undef vprintf
#define vprintf(format, arguments) vfprintf(fpr_output, format, arguments)
#undef puts
#define puts(text) fprintf(fpr_output, "%s\n", text)
#undef putchar
#define putchar(c) putc(c, fpr_output)
#endif

#endif
