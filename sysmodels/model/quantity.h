#ifndef FPREDICT_SYSMODELS_MODEL_QUANTITY_H
#define FPREDICT_SYSMODELS_MODEL_QUANTITY_H

/* A value of a machine, with its unit, and where it comes from. */

#include <stdbool.h>

typedef enum provenance {
    FROM_SEED,        /* printed in one of the five papers */
    FROM_SEEN,        /* read in another stored document */
    FROM_DERIVED,     /* worked out from values of the above */
    FROM_RECOLLECTED, /* from memory of a publication; unverified */
    FROM_TRAINED,     /* fitted to the training set's measurements */
    FROM_USER         /* supposed by who asks: --param, --scale, --load */
} provenance;

#define PROVENANCE_COUNT (FROM_USER + 1)

const char *provenance_name(provenance p);

/* Where a word or a count that a machine file states comes from. */
typedef struct origin {
    provenance from;
    const char *source;
} origin;

typedef struct quantity {
    bool is_set;
    double value;     /* seconds, bytes, or a plain number */
    double stated;    /* as in the file, in the unit of its key */
    const char *unit; /* "us", "clk", "bytes", "MHz", "" */
    const char *path; /* "cube.node.processing.float_add_clk" */
    provenance from;
    const char *source;    /* where the value stands: "dunigan1991, table 3"; model/reference.h */
    double relative_error; /* standard error over value: the file's, or its provenance's default */
} quantity;

#endif
