/* What a simulated machine computes: its platform states how many flops a
 * second a host does, and only what is injected takes time. */

#include <stddef.h>

#include "training/train_mpi.h"

#if TRAIN_IS_SIMULATED

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

train_kernels train_simulation_kernels(void)
{
    return (train_kernels){0, NULL};
}

#endif
