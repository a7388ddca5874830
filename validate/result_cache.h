#ifndef FPREDICT_VALIDATE_RESULT_CACHE_H
#define FPREDICT_VALIDATE_RESULT_CACHE_H

/* What has been measured, in a text file to which each run adds a line before the next one
 * begins: whatever ends the command, the next one continues from there. A result belongs to a
 * fingerprint, of the program that was generated and of how it was built and run; with
 * another one it is measured anew. For validate/ only.
 *
 *   format  fpredict/validate/1
 *   FINGERPRINT  REPETITION  SECONDS  PROGRAM  DISTRIBUTION  SIZE  PROCESSORS  PRINTED  TOLERANCE
 *
 * Between columns are tabs. SECONDS is `>60` of a run that was ended after 60 s. PRINTED is
 * `same`, or where what the run printed differs from what the sequential program prints, or
 * `not compared:` and why; numbers may have differed by TOLERANCE. Lines without the last two
 * are of caches that are older than these columns. */

#include <stdint.h>

#include "support/context.h"

typedef struct result_cache result_cache;

typedef struct validate_result {
    double seconds;
    int late_s; /* it was ended after so many seconds, and `seconds` says nothing; 0: it was not */
    const char *printed; /* as in the file; null: nothing is known */
    double tolerance;
} validate_result;

#define PRINTED_SAME "same"
#define PRINTED_NOT_COMPARED "not compared: "

/* Opens it, or begins one; `path` null: nothing is kept. Returns null after reporting: it
 * cannot be read or written, or is none. A last line that is cut off is removed. */
result_cache *result_cache_open(fp_context *ctx, const char *path);
/* The latest such result; false where it has none. */
bool result_cache_find(const result_cache *cache, uint64_t fingerprint, int repetition,
                       validate_result *out);
/* Which case a result is of; for people. */
typedef struct result_cache_case {
    const char *program, *distribution, *size, *procs;
} result_cache_case;
/* Returns false after reporting. `result->printed` must live as long as ctx's arena. */
bool result_cache_add(fp_context *ctx, result_cache *cache, uint64_t fingerprint, int repetition,
                      const validate_result *result, const result_cache_case *about);
void result_cache_close(result_cache *cache);

#endif
