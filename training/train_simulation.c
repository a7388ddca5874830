/* What a simulated machine computes: its platform states how many flops a
 * second a host does, and only what is injected takes time. */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "training/train_mpi.h"

enum { PAGE = 4096 };

static int64_t whole_pages(int64_t size)
{
    return (size / PAGE + 1) * PAGE;
}

#if TRAIN_IS_SIMULATED

#ifdef __GLIBC__
/* SMPI makes macros of these, which their declarations do not survive. */
#undef malloc
#undef calloc
#undef realloc
#undef free
#include <malloc.h>
#endif

/* Nobody reads what is sent, and copying it is most of what a simulation does: the memories of all
 * ranks are the same pages, whose contents are not copied, and what the simulation copies
 * nevertheless lies in memory that it keeps, instead of asking the system for each message's. */
bool train_workspace_make(train_workspace *space, int64_t size)
{
#ifdef __GLIBC__
    enum { KEPT_BELOW = 32 << 20, KEPT_MOST = 1 << 30 };
    mallopt(M_MMAP_THRESHOLD, KEPT_BELOW);
    mallopt(M_TRIM_THRESHOLD, KEPT_MOST);
#endif
    space->size = whole_pages(size);
    space->memory = SMPI_SHARED_MALLOC((size_t)space->size);
    space->other = SMPI_SHARED_MALLOC((size_t)space->size);
    return space->memory != NULL && space->other != NULL;
}

void train_workspace_free(train_workspace *space)
{
    SMPI_SHARED_FREE(space->memory);
    SMPI_SHARED_FREE(space->other);
}

enum { FLOPS = 1000000 };

static double inject(int64_t iterations)
{
    smpi_execute_flops((double)FLOPS * (double)iterations);
    return (double)iterations;
}

train_kernels train_simulation_kernels(void)
{
    static const train_kernel kernels[] = {
        {.name = "flop.injected",
         .family = TRAIN_SIMULATION,
         .operations = "flop:1000000",
         .flops = FLOPS,
         .compute = inject},
    };
    return (train_kernels){1, kernels};
}

#else

/* Page by page. */
bool train_workspace_make(train_workspace *space, int64_t size)
{
    space->size = whole_pages(size);
    void *memory = NULL, *other = NULL;
    const bool is_good = posix_memalign(&memory, PAGE, (size_t)space->size) == 0 &&
                         posix_memalign(&other, PAGE, (size_t)space->size) == 0;
    space->memory = memory;
    space->other = other;
    if (is_good) {
        memset(memory, 0, (size_t)space->size);
        memset(other, 0, (size_t)space->size);
    }
    return is_good;
}

void train_workspace_free(train_workspace *space)
{
    free(space->memory);
    free(space->other);
}

train_kernels train_simulation_kernels(void)
{
    return (train_kernels){0, NULL};
}

#endif
