#ifndef FPREDICT_VALIDATE_MEASURE_H
#define FPREDICT_VALIDATE_MEASURE_H

/* What the files that measure cases share: measure.c has which step of which case comes next,
 * measure_result.c what comes of a run. */

#include "support/progress.h"
#include "support/vec.h"
#include "validate/result_cache.h"
#include "validate/validate.h"
#include "validate/workspace.h"

/* How far one case has come. */
typedef struct measure_product {
    bool is_told_apart, is_generated, is_built;
    bool is_busy;     /* one of its programs is running */
    bool is_compared; /* a run of it has printed what it should */
    uint64_t fingerprint;
    VEC(double) runs;
} measure_product;

/* One more run of one case. */
typedef struct measure_item {
    int index, repetition;
} measure_item;

typedef struct measure {
    fp_context *ctx;
    const validate_setup *setup;
    workspace workspace;
    result_cache *cache;
    validate_case *cases;
    int count;
    measure_product *products;
    VEC(workspace_sequential) sequentials;
    int slot_count; /* slots in use: the first ones */
    struct measure_slot *slots;
    process **running; /* of each slot */
    progress bar;
    int done, total; /* items */
    bool is_over;    /* nothing more is begun */
    validate_tally *tally;
} measure;

/* Notes why a case is left out: "the run" "ended with 1"; an interruption ends all, and so does,
 * after a report, a folder that is full. */
void measure_leave_out(measure *m, int i, const char *what, process_result r);

/* The same of a run that took more than `limit` seconds, now or, by the result cache, before. */
void measure_leave_out_late(measure *m, int i, int limit);

/* Takes what a run that has ended took and printed, and keeps it in the result cache. */
void measure_take_run(measure *m, measure_item it);

/* Takes the item's result from the result cache. Returns false where it has none that counts. */
bool measure_take_cached(measure *m, measure_item it);

/* Puts a result into the result cache. */
void measure_cache_result(measure *m, measure_item it, const validate_result *r);

#endif
