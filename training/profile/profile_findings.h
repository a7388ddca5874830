#ifndef FPREDICT_TRAINING_PROFILE_PROFILE_FINDINGS_H
#define FPREDICT_TRAINING_PROFILE_PROFILE_FINDINGS_H

/* A fit while it is made; for training/profile/ only. */

#include "support/vec.h"
#include "training/profile/profile_candidate.h"

typedef struct findings {
    profile_fitting f;
    const sag_communication *own; /* as the machine's file says */
    sag_compiler *profile;        /* what is decided */
    sag_compiler assumed;         /* with what is nearest where nothing is decided */
    VEC(profile_finding) all;
} findings;

/* Notes what became of a key; `value` null: it is left out. */
void findings_add(findings *d, const char *key, const char *value, const char *why);
const char *findings_percent(const findings *d, double part);
/* "our own measurement …; WHY" */
origin findings_origin(const findings *d, const char *why);

/* Is the second so much further off than the first that the first is meant? */
bool profile_is_apart(double nearest, double other);

/* Decide by which algorithm a collective is done, and how transposes are: with what `assumed` says
 * of exchanges (profile_collective.c). */
void profile_decide_collective(findings *d, profile_subject subject);
void profile_decide_transpose(findings *d);

#endif
