#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_SCHEDULE_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_SCHEDULE_H

/* Who sends what to whom, at one place of the program. */

#include "codegen/runtime/fpr_internal.h"

/* What goes to, or comes from, one processor: addresses in elements from the beginning of
 * the window, and room to pack it. */
typedef struct fpr_parcel {
    int partner;
    long long count;
    long long *at;
    char *buffer;
} fpr_parcel;

typedef struct fpr_parcels {
    int count;
    fpr_parcel *list;
} fpr_parcels;

/* One sender, and all that get the same from it. */
typedef struct fpr_tree {
    int count, *member; /* the sender first */
    fpr_parcel parcel;
} fpr_tree;

typedef struct fpr_schedule {
    /* What it was made for. */
    const fpr_site *site;
    fpr_pattern pattern;
    int need_count, value_count;
    fpr_need *needs;
    long *values;
    const void *memory; /* of the array then */
    fpr_parcels send, receive;
    int tree_count;
    fpr_tree *trees; /* FPR_BROADCAST */
    MPI_Request *requests;
    /* While it is being made by fpr_touch: by partner. */
    fpr_elements *touched_send, *touched_receive;
} fpr_schedule;

fpr_schedule *fpr_schedule_for(fpr_site *site, const fpr_array *a, fpr_pattern pattern, int count,
                               const fpr_need *needs, bool is_given);
void fpr_schedule_free(fpr_schedule *s);
/* Ascending, each once; then where they are in the window. Takes the elements over. */
fpr_parcel fpr_parcel_of(const fpr_array *a, int partner, fpr_elements e);
void fpr_schedule_ready(fpr_schedule *s);

/* Sends and receives; what comes is stored, or, with `combine`, joined with what is there. */
typedef void fpr_join(void *there, const void *come);
void fpr_post(const fpr_array *from, fpr_array *to, fpr_schedule *s);
void fpr_complete(fpr_array *to, fpr_schedule *s, fpr_join *combine);
void fpr_send_posted(const fpr_array *from, fpr_array *to, fpr_schedule *s, fpr_join *combine);
/* With each element, whether it differs from that of `before`; only then it is stored. */
void fpr_send_marked(fpr_array *a, fpr_schedule *s, const char *memory, const char *before);
void fpr_send_phased(const fpr_array *from, fpr_array *to, fpr_schedule *s);
void fpr_send_trees(fpr_array *a, fpr_schedule *s);

#endif
