/* Linked with generated programs by -Wl,--wrap=fpr_array_layout: says on standard error for how many
 * elements in each dimension a process has allocated memory, and how many beside. */

#include <mpi.h>
#include <stdio.h>

#include "codegen/runtime/fpr.h"

void __real_fpr_array_layout(fpr_array *a, const char *name, size_t bytes, int rank,
                             const long *extent, const fpr_grid *grid,
                             const fpr_alignment *alignment, const fpr_halo *halo);

void __wrap_fpr_array_layout(fpr_array *a, const char *name, size_t bytes, int rank,
                             const long *extent, const fpr_grid *grid,
                             const fpr_alignment *alignment, const fpr_halo *halo)
{
    char line[200];
    int me, length;
    __real_fpr_array_layout(a, name, bytes, rank, extent, grid, alignment, halo);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    length = snprintf(line, sizeof line, "places %d %s", me, name);
    for (int d = 0; d < rank; d++)
        length += snprintf(line + length, sizeof line - (size_t)length, " %ld", a->count[d]);
    if (a->apart)
        snprintf(line + length, sizeof line - (size_t)length, " and %ld", a->apart);
    fprintf(stderr, "%s\n", line); /* in one piece */
}
