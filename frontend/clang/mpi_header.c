/* MPI's header, which programs that mix it with XcalableMP include. Its compilers know
 * where it is; clang does not. */

#include <glob.h>
#include <string.h>

#include "frontend/clang/import.h"

const char *clang_mpi_directory(fp_context *ctx)
{
    /* Debian's choice among those installed, each of them, and Red Hat's. */
    static const char *const places[] = {
        "/usr/include/*/mpi/mpi.h",         "/usr/include/*/mpich/mpi.h",
        "/usr/lib/*/openmpi/include/mpi.h", "/usr/include/mpich-*/mpi.h",
        "/usr/include/openmpi-*/mpi.h",     "/usr/lib*/openmpi/include/mpi.h",
        "/usr/local/*mpi*/include/mpi.h",
    };
    const char *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        glob_t matches;
        if (glob(places[i], 0, NULL, &matches) == 0 && matches.gl_pathc > 0) {
            char *path = arena_strdup(ctx->arena, matches.gl_pathv[0]);
            *strrchr(path, '/') = '\0';
            found = path;
        }
        globfree(&matches);
    }
    return found;
}
