#ifndef FPREDICT_VALIDATE_JOURNAL_H
#define FPREDICT_VALIDATE_JOURNAL_H

/* What has been measured, in a text file to which each run adds a line before the next one
 * begins: whatever ends the command, it goes on from there. A result belongs to a
 * fingerprint, of the program that was generated and of how it was built and run; with
 * another one it is measured anew. For validate/ only.
 *
 *   format  fpredict/validate/1
 *   FINGERPRINT  REPETITION  SECONDS  PROGRAM  DISTRIBUTION  SIZE  PROCESSORS      (tabs) */

#include <stdint.h>

#include "support/context.h"

typedef struct validate_journal validate_journal;

/* Opens it, or begins one; `path` null: nothing is kept. Returns null after reporting: it
 * cannot be read or written, or is none. A last line that is cut off is removed. */
validate_journal *validate_journal_open(fp_context *ctx, const char *path);
/* Returns false where it has no such result. */
bool validate_journal_find(const validate_journal *j, uint64_t fingerprint, int repetition,
                           double *seconds);
/* `what` is for people: columns with tabs between them. Returns false after reporting. */
bool validate_journal_add(fp_context *ctx, validate_journal *j, uint64_t fingerprint,
                          int repetition, double seconds, const char *what);
void validate_journal_close(validate_journal *j);

#endif
