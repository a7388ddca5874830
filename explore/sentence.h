#ifndef FPREDICT_EXPLORE_SENTENCE_H
#define FPREDICT_EXPLORE_SENTENCE_H

/* The sentences below a comparison; for explore/ only. Every figure in them
 * comes from an estimate that was made. */

#include "explore/explore.h"
#include "support/vec.h"

typedef VEC(const char *) sentence_list;

/* What is not known: that no winner is named for it, or which of them may take longer. Nothing
 * where all are complete. `ranked[0..count)` are predicted, by time. */
void explore_unknown_effects(fp_context *ctx, int count, const alternative *ranked,
                             sentence_list *out);

/* Which cannot be told from the best, and why each of the others loses to it.
 * `ranked[0..count)` are predicted, by time. */
void explore_loss_reasons(fp_context *ctx, int count, const alternative *ranked,
                          const estimate_options *options, sentence_list *out);

/* "6,880,000 cache misses, not 6,260,000", and what of the loser does not fit a cache that the
 * winner's part fits; null where misses are not what its computing takes longer for. */
const char *explore_cache_reason(fp_context *ctx, const alternative *loser,
                                 const alternative *winner, const estimate_options *options);

/* Why each of `failed[0..count)` has no prediction. */
void explore_failures(fp_context *ctx, int count, const alternative *failed, sentence_list *out);

#endif
