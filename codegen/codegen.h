#ifndef FPREDICT_CODEGEN_CODEGEN_H
#define FPREDICT_CODEGEN_CODEGEN_H

/* The node program as C with MPI: the source, with the arrays in local memory, the loops
 * over what a processor owns, and the communication of the plan in its places. What the
 * plan leaves alone is written as the source has it.
 *
 * The program links with codegen/runtime, whose header says how arrays are kept. */

#include "plan/plan.h"
#include "program/bindings.h"

typedef struct codegen_options {
    bool is_phased; /* exchanges as `phased`, one displacement after the other */
    /* The program counts the operations that it executes: runtime/fpr_work.c. */
    bool counts_work;
    bool calls_are_free; /* of these, calls cost nothing */
} codegen_options;

/* Writes the program of one entry, which must be main, for the processors that `procs`
 * says. Reports what cannot be generated, at its place, and returns false; what was
 * written then is no program. */
bool codegen_emit(fp_context *ctx, const node_program *planned, const bindings *procs,
                  const codegen_options *options, FILE *out);

#endif
