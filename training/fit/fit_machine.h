#ifndef FPREDICT_TRAINING_FIT_FIT_MACHINE_H
#define FPREDICT_TRAINING_FIT_FIT_MACHINE_H

/* A machine file from raw data. */

#include "sysmodels/model/sag.h"
#include "training/fit/fit_network.h"

typedef struct fit_request {
    const train_raw *raw;
    const fit_data *data;
    const sag *node_of;    /* whose node the machine has; null: the one that was measured */
    const sag *network_of; /* whose network's shape it has; null: found from the data */
    const char *name;      /* of the machine; null: what the data say */
    int per_node;          /* ranks on each node, in their order; 0: one */
} fit_request;

typedef struct fit_result {
    const sag *machine;
    sag_communication *communication; /* its */
    fit_network network;              /* for fit_simulate */
    fit_evidence evidence;            /* for its rule of exchanges */
    fit_notes notes;
} fit_result;

/* What a machine file may have, in bytes, whatever the data. */
enum { FIT_FILE_MOST = 65536 };

/* Fits a machine. Returns false with a sentence in `error` if the data do not
 * suffice. */
bool fit_machine(fp_context *ctx, const fit_request *request, fit_result *result,
                 char error[TRAIN_TEXT]);

/* Makes the machine's file shorter, not its values others: fit_simplify.c. */
void fit_simplify(arena *a, sag *m, sag_communication *c);

/* Leaves out the number of processors of a collective that the numbers beside it say best.
 * Returns how far they are off at worst, in proportion, or -1: there is none between two. */
double fit_leave_out_number(arena *a, sag_communication *c);

/* --- fit_library_size.c --- */
/* Joins the two entries of the library that differ least, by their stretch alone. Returns whether
 * there are any. */
bool fit_join_library(arena *a, sag_communication *c);
/* Leaves out what the library does on one number of processors, which those below it say. */
bool fit_leave_out_of_library(arena *a, sag_communication *c);
/* Gives entries that name a function which is not there any more an algorithm. */
void fit_mend_library(arena *a, sag_communication *c);

/* Writes the machine's file as text, which lives in the arena, and reads it again:
 * what fpredict would refuse is reported to ctx->diags, and null returned. Functions
 * without which the machine can do are left out, and noted, until the file is no
 * larger than it may be. */
const char *fit_machine_text(fp_context *ctx, fit_result *result, size_t *length);

#endif
