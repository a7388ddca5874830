#ifndef FPREDICT_CODEGEN_CODEGEN_H
#define FPREDICT_CODEGEN_CODEGEN_H

/* The node program as C with MPI: the source, with the arrays in local memory, the loops
 * over what a processor owns, and the communication of the plan in its places. What the
 * plan leaves alone is written as the source has it.
 *
 * The program links with codegen/runtime, whose header says how arrays are kept. */

#include "plan/plan.h"
#include "program/env/bindings.h"

/* How collectives are done: docs/model.md, "Collectives". */
typedef enum codegen_algorithm {
    CODEGEN_DIRECT, /* no collective: the messages as they are */
    CODEGEN_BINOMIAL,
    CODEGEN_DOUBLING,
    CODEGEN_RING,
    CODEGEN_LINEAR,
    CODEGEN_OF_MPI /* by MPI's own function */
} codegen_algorithm;

/* So many processors, from the one number to the other. */
typedef struct codegen_range {
    int first, last;
} codegen_range;

typedef struct codegen_choice {
    codegen_algorithm all, part; /* of all processors; of fewer */
    /* MPI's own function, among all and where there is a communicator; other parts do as `part`. */
    bool is_library;
    /* All of so many processors use MPI's own function. */
    int of_mpi_count;
    const codegen_range *of_mpi;
} codegen_choice;

/* Whether trees and doublings follow the dimensions of a hypercube, and how processors are
 * numbered on it. */
typedef enum codegen_cube { CODEGEN_NO_CUBE, CODEGEN_GRAY, CODEGEN_BY_RANK } codegen_cube;

typedef struct codegen_options {
    int processes;    /* of a program that arranges no processors; 0: as many as are arranged */
    bool is_phased;   /* exchanges as `phased`, one displacement after the other */
    bool is_sendrecv; /* axis after axis, each direction by MPI_Sendrecv */
    bool packs_all;   /* a program that counts is charged a copy of each message, on both sides */
    codegen_choice broadcast, reduce, gather, barrier;
    bool calls_all_to_all; /* MPI's function, where each processor has a block for each */
    codegen_cube cube;
    /* The program counts the operations that it executes: runtime/fpr_work.c. */
    bool counts_work;
    bool calls_are_free; /* of these, calls cost nothing */
    /* Shared access: the processors are threads, of which one runs at a time; what others own is
     * read and written between barriers (runtime/shared). */
    bool is_shared;
} codegen_options;

/* Statements, declarations and names that cannot be generated since macros write them. */
typedef struct codegen_macros {
    int count;
    const source_range *places; /* each begins or ends in the use of a macro */
} codegen_macros;

/* One file of the generated program, which takes the place of one of the source's. */
typedef struct codegen_file {
    const source_file *source;
    const char *text; /* in the context's arena */
    size_t length;
    bool is_changed; /* false: the same bytes */
} codegen_file;

/* As many as the program has, in its order. */
typedef struct codegen_files {
    int count;
    const codegen_file *data;
} codegen_files;

/* Writes the program of one entry, which must be main, for the processors that `procs`
 * says. Reports what cannot be generated, at its place, and returns false; what is in *out
 * then is no program. What is refused for a macro is also in *macros: with these
 * uses expanded (frontend_expand_macros), it may be generated. */
bool codegen_emit(fp_context *ctx, const node_program *planned, const bindings *procs,
                  const codegen_options *options, codegen_files *out, codegen_macros *macros);

#endif
