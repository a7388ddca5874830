#ifndef FPREDICT_TRAINING_PROFILE_PROFILE_FIT_H
#define FPREDICT_TRAINING_PROFILE_PROFILE_FIT_H

/* What measured kernels say of their compiler: which exchange rule, packing, time of a call and
 * algorithms of collectives come nearest to what was measured, on a machine whose file is known
 * (Balasundaram and others 1991, sections 1 and 8). What they leave open stays out of the profile.
 */

#include "sysmodels/model/compiler.h"
#include "training/profile/profile_data.h"

/* Returns the seconds that the communication of a step takes on a machine as a compiler uses it;
 * negative: that cannot be predicted. */
typedef double (*profile_predict)(void *data, const sag *machine, const profile_point *point);

typedef struct profile_request {
    const sag *machine; /* as its file says, with no profile in it */
    const profile_data *measured;
    profile_predict predict;
    void *predict_data;
    const char *name, *title; /* of the profile */
    const char *source;       /* what its values are from: "measured …" */
} profile_request;

/* What became of one key. */
typedef struct profile_finding {
    const char *key;
    const char *value; /* null: it is left out */
    const char *why;
} profile_finding;

/* How far predictions with the profile are off a kernel's points, over what was measured. */
typedef struct profile_miss {
    const profile_kernel *kernel;
    int points;
    double middle, worst; /* of the absolute values */
} profile_miss;

typedef struct profile_result {
    const sag_compiler *profile;
    int finding_count;
    const profile_finding *findings;
    int miss_count;
    const profile_miss *misses;
    bool is_empty; /* nothing is decided */
} profile_result;

/* A choice is made where the others are at least twice as far off as the nearest, and by so much of
 * what was measured more. */
#define PROFILE_APART 0.02
/* A root mean square beyond this says that the model explains nothing. */
#define PROFILE_FAR 0.25
/* What a machine's file is off of a byte looks like a copy: of packing nothing is said beyond this.
 */
#define PROFILE_NEAR 0.05

/* Fits the profile, in ctx's arena. Returns false after reporting: nothing can be predicted. */
bool profile_fit(fp_context *ctx, const profile_request *request, profile_result *result);

/* Prints what was found. */
void profile_report(fp_context *ctx, const profile_result *result, FILE *out, int width);

#endif
