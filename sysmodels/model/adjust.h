#ifndef FPREDICT_SYSMODELS_MODEL_ADJUST_H
#define FPREDICT_SYSMODELS_MODEL_ADJUST_H

/* What if: a machine with some values changed (Parashar and Hariri 1996, section 2.3,
 * "Supporting User Experimentation"). A changed value is FROM_USER, and its
 * source says what it was; sag.suppositions says each change in a sentence. */

#include "sysmodels/model/sag.h"

typedef enum sag_change_kind {
    CHANGE_PARAMETER,       /* `path` is `value` */
    CHANGE_PROCESSOR_SPEED, /* times `amount`: all processing times are divided by it */
    CHANGE_MEMORY_SPEED,    /* times `amount`: misses, TLB misses and bus turns */
    CHANGE_BANDWIDTH,       /* times `amount`: times a byte and a packet are divided by it */
    CHANGE_NETWORK_LOAD,    /* others use the fraction `amount` of the bandwidth */
    CHANGE_PROCESSOR_LOAD,  /* others use the fraction `amount` of each processor's time */
    CHANGE_RANKS_PER_NODE,  /* a node has `amount` processors */
    CHANGE_PLACEMENT,       /* processors are where `value` says: in_order, by_grid, 0,0,1,1 */
    CHANGE_NODES            /* nodes for `amount` processors, where the largest machine has fewer */
} sag_change_kind;

typedef struct sag_change {
    sag_change_kind kind;
    const char *path, *value; /* CHANGE_PARAMETER; CHANGE_PLACEMENT: the value alone */
    double amount;            /* the others: a factor above 0, a fraction below 1, a number */
    /* CHANGE_PARAMETER: what it was fitted to, a clause for its source, and its standard error over
     * it; null: it is supposed. */
    const char *fitted_to;
    double fitted_error;
} sag_change;

/* Read what follows an option: "PATH=VALUE" or "PATH=VALUE UNIT" (the unit in the
 * key, after the value, or both alike); "processor=2", "memory=2", "bandwidth=2";
 * "network=0.3", "processor=0.2". False after reporting what is wrong. */
bool sag_change_param(fp_context *ctx, const char *text, sag_change *change);
bool sag_change_scale(fp_context *ctx, const char *text, sag_change *change);
bool sag_change_load(fp_context *ctx, const char *text, sag_change *change);
/* Read what follows --ranks-per-node and --placement, likewise. */
bool sag_change_ranks(fp_context *ctx, const char *text, sag_change *change);
bool sag_change_placement(fp_context *ctx, const char *text, sag_change *change);

/* Returns a copy of `machine`, sealed and verified as a file is, with the changes
 * made in order; null after reporting a path that leads nowhere (with the
 * nearest that leads somewhere), a unit of another kind, a value that no machine
 * can have, or a machine that is none any more.
 *
 * A path is that of quantity.path; or of a word: "cube.communication.exchange",
 * "cube.communication.nodes_max". It may leave out "patterns", "collectives" and
 * "dims_1", and "pieces[1]" too: then it means all that it leads to. A kind of
 * communication that has no function of its own gets one with the change, which
 * begins as that of any message: "cube.communication.shift.startup_us". */
const sag *sag_adjust(fp_context *ctx, const sag *machine, int change_count,
                      const sag_change *changes);

/* Who sends what a collective needs, in the programs that are predicted and generated. */
typedef enum collectives_choice {
    COLLECTIVES_BY_MACHINE, /* the library, where the machine's file says what that does or took */
    COLLECTIVES_LIBRARY,    /* the MPI library's own functions */
    COLLECTIVES_OWN         /* the program, in rounds of messages by the machine's algorithms */
} collectives_choice;

/* Returns the machine for programs that do collectives so: a copy with `uses_library`, or without
 * what was found and measured of a library; the machine itself, where that is the same. */
const sag *sag_with_collectives(fp_context *ctx, const sag *machine, collectives_choice choice);

#endif
