#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_INQUIRY_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_INQUIRY_H

/* What is known of nodes, templates and arrays by their names (fpr_inquiry.c). */

#include "codegen/runtime/fpr_internal.h"

typedef void *xmp_desc_t;

enum { FPR_FAILURE = 1 };

typedef struct fpr_named {
    const char *name;
    const fpr_grid *nodes;
    const fpr_array *array;
    const char *of; /* of a template its nodes, of an array its template, of nodes those that they
                     * are part of; or null */
    int rank;       /* of a template, or of these nodes */
    int attribute;  /* of nodes */
    bool is_open;   /* a template without bounds so far */
    fpr_range part[FPR_RANK];
    fpr_template_dim dim[FPR_RANK];
    fpr_aligned aligned[FPR_RANK]; /* of an array, by dimension of the template */
    fpr_halo shadow[FPR_RANK];
    struct fpr_named *next;
} fpr_named;

/* What has the name; null: nothing. */
const fpr_named *fpr_find_named(const char *name);
/* Puts the value there, and returns what a function does that could tell. */
int fpr_tell(int value, int *out);
/* The axis that the number of a dimension means; -1: there is none. */
int fpr_axis_of(int rank, int dim);

#endif
