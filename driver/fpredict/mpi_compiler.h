#ifndef FPREDICT_DRIVER_FPREDICT_MPI_COMPILER_H
#define FPREDICT_DRIVER_FPREDICT_MPI_COMPILER_H

/* Returns the compiler of the MPI that a command starts programs of: "smpicc" of
 * "smpirun -np 4 -platform star.xml"; "mpicc" where the name does not tell. */
const char *mpi_compiler_of(const char *mpirun);

#endif
