#include "driver/fpredict/mpi_compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool is_named(const char *typed, const char *wanted)
{
    const char *name = typed + strcspn(typed, " ");
    while (name > typed && name[-1] != '/')
        name--;
    return strncmp(name, wanted, strlen(wanted)) == 0;
}

const char *mpi_compiler_of(const char *mpirun)
{
    static const struct {
        const char *mpirun, *mpicc;
    } pairs[] = {{"smpirun", "smpicc"},
                 {"mpirun.mpich", "mpicc.mpich"},
                 {"mpiexec.mpich", "mpicc.mpich"},
                 {"mpirun.openmpi", "mpicc.openmpi"},
                 {"mpiexec.openmpi", "mpicc.openmpi"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (is_named(mpirun, pairs[i].mpirun))
            return pairs[i].mpicc;
    return "mpicc";
}
