#ifndef FPREDICT_TRAINING_PROFILE_PROFILE_CANDIDATE_H
#define FPREDICT_TRAINING_PROFILE_PROFILE_CANDIDATE_H

/* A profile that may be the right one, beside what was measured; for training/profile/ only. */

#include "training/profile/profile_fit.h"

typedef struct profile_candidate {
    sag_compiler profile;
    double rms;              /* of its misses; negative: it cannot be predicted with */
    double overhead_error_s; /* standard error of the time of a call */
} profile_candidate;

typedef struct profile_fitting {
    fp_context *ctx;
    const profile_request *request;
    double *miss, *nudged; /* of each point: room */
} profile_fitting;

/* How many points the subject has. */
int profile_points_of(const profile_data *measured, profile_subject subject);

/* What a miss is measured by: what the communication of a step took, but no less than a tenth of
 * the whole step, as what is less is lost in that. */
double profile_scale(const profile_point *point);

/* Predicts the subject's points with a profile, and writes how far off each is over its scale, in
 * the order of the points. Returns the root of the mean square; negative: it cannot be predicted.
 */
double profile_misses(const profile_fitting *f, const sag_compiler *profile,
                      profile_subject subject, double *miss);

/* Gives the profile the time of a call with which the exchanges come nearest, and judges it. */
void profile_fit_overhead(const profile_fitting *f, profile_candidate *c);

/* A word that training has found; its source is `request->source`. */
origin profile_trained(const profile_fitting *f);

#endif
