#ifndef FPREDICT_TRAINING_TRAIN_KERNEL_H
#define FPREDICT_TRAINING_TRAIN_KERNEL_H

/* The kernels of the training set (Balasundaram and others 1991, section 5), in tables. A kernel
 * declares what one iteration of it does; how long that takes is measured. */

#include <stdbool.h>
#include <stdint.h>

typedef enum train_family {
    TRAIN_COMPUTATION,   /* operations, loops, branches, calls */
    TRAIN_MEMORY,        /* the hierarchy: size by stride */
    TRAIN_SIMULATION,    /* only on simulated machines: what a flop takes */
    TRAIN_COMMUNICATION, /* patterns, on a group of ranks */
    TRAIN_FAMILY_COUNT
} train_family;

/* X(name, what it is). 0 where a kernel does not have it. */
#define TRAIN_PARAMETERS(X)                                                                        \
    X(size)    /* bytes that a memory kernel goes round in */                                      \
    X(stride)  /* bytes from one element to the next; 8 is unit stride */                          \
    X(ranks)   /* that take part: 0 ... ranks - 1, or these times `apart` */                       \
    X(bytes)   /* of a message, or what the pattern's table says */                                \
    X(dims)    /* axes of the grid of ranks */                                                     \
    X(partner) /* the rank that rank 0 speaks with */                                              \
    X(far)     /* ranks that a message goes round; of permutations, which one */                   \
    X(late)    /* the number, from 1 on, of the rank that comes when all others wait */            \
    X(apart)   /* from one of those that take part to the next */

typedef enum train_parameter {
#define X(name) TRAIN_##name,
    TRAIN_PARAMETERS(X)
#undef X
        TRAIN_PARAMETER_COUNT
} train_parameter;

typedef struct train_kernel train_kernel;

/* A kernel with values for its parameters: what is measured. */
typedef struct train_point {
    const train_kernel *kernel;
    int64_t value[TRAIN_PARAMETER_COUNT];
} train_point;

/* Where a kernel works. */
typedef struct train_workspace {
    char *memory, *other; /* `size` bytes each, page aligned, written to before */
    int64_t size;
} train_workspace;

/* A group of ranks and how they talk; defined where MPI is (train_mpi.h). */
typedef struct train_group train_group;

/* Which points a kernel is measured at; train_plan.c lists them. Sizes are powers
 * of two times `unit`, and with `per_octave` > 1 that many, evenly, up to the next. */
typedef struct train_sweep {
    int64_t from, to;    /* bytes; 0, 0: without sizes */
    int64_t unit;        /* sizes are multiples of it; 0: 1 */
    int per_octave;      /* 0: 1 */
    bool is_sparse;      /* every second power of two only, and half as many ranks that are late */
    bool for_each_rank;  /* the unit is a piece for each rank of the group */
    bool is_strided;     /* at unit and other strides */
    bool is_pair;        /* two ranks, not each number of ranks from 2 on */
    bool is_even;        /* even numbers of ranks only */
    bool has_late;       /* one rank is late, some after the other: train_arrival.c */
    bool to_partners;    /* from rank 0 to ranks further and further off, too */
    bool is_far;         /* over 2, 4, 8 ... ranks, half of them at most, of all */
    bool is_apart;       /* one rank of each node, where nodes have several */
    int numbers;         /* 1 ... so many instead of these */
    int dims_max;        /* on grids of 1 ... dims_max axes; 0: no grid */
    int64_t stride_from; /* bytes; the smallest stride */
} train_sweep;

struct train_kernel {
    const char *name; /* the machine file's key, then what is done: "int_add.chain" */
    train_family family;
    /* What one iteration does, in the words of machine files: "int_add:16
     * loop_iteration:1"; of communication, in messages: docs/training.md. */
    const char *operations;
    double flops, bytes; /* of one iteration, loaded or stored; communication: for each byte */
    /* Computation: does `iterations`, returns something that depends on all. */
    double (*compute)(int64_t iterations);
    /* Memory: gets the workspace ready, untimed (may be null), then works. */
    void (*prepare)(const train_workspace *space, const train_point *point);
    double (*access)(const train_workspace *space, const train_point *point, int64_t iterations);
    /* Communication: one iteration on each rank of the group. */
    void (*communicate)(train_group *group, const train_workspace *space, const train_point *point,
                        int64_t iteration);
    train_sweep sweep;
    bool has_root;     /* ranks are synchronized before each iteration, not once */
    bool times_itself; /* what counts is what one rank has timed: train_group's own_s */
    bool times_all;    /* likewise, and every rank has: their mean is one */
    bool makes_first;  /* a library makes at first what this collective needs: where time is
                        * simulated these alone have an iteration that is not timed */
};

typedef struct train_kernels {
    int count;
    const train_kernel *kernel;
} train_kernels;

/* The tables, one a file. */
train_kernels train_arithmetic_kernels(void);
train_kernels train_conversion_kernels(void);
train_kernels train_library_kernels(void);
train_kernels train_control_kernels(void);
train_kernels train_memory_kernels(void);
train_kernels train_simulation_kernels(void);
train_kernels train_message_kernels(void);
train_kernels train_collective_kernels(void);
train_kernels train_overhead_kernels(void);
train_kernels train_arrival_kernels(void);

const char *train_parameter_name(train_parameter p);

/* Returns what one iteration of the point does. */
double train_point_flops(const train_point *point);
double train_point_bytes(const train_point *point);

enum { TRAIN_PARAMETERS_LENGTH = 128 };

/* Writes "ranks=2 bytes=64", or "-" if there are none. */
void train_point_parameters(const train_point *point, char text[TRAIN_PARAMETERS_LENGTH]);

#endif
