#ifndef FPREDICT_EXPERIMENT_RUN_WORDS_H
#define FPREDICT_EXPERIMENT_RUN_WORDS_H

/* What a point is: the words of its command, and what it depends on. For experiment/run/ alone. */

#include "experiment/run/run.h"

typedef VEC(const char *) word_list;

/* The words after "fpredict" of a point's command. */
word_list point_words(arena *a, const experiment *e, int point);

/* Sets the settings of a point: what varies first, then what all have. */
void point_settings(arena *a, const experiment *e, int point, stored_result *out);

/* Sets the hashes of what a point reads, and its key; settings are there. Returns false after
 * reporting what cannot be read. (fingerprint.c) */
typedef struct fingerprints fingerprints;
fingerprints *fingerprints_new(fp_context *ctx, const experiment *e, const experiment_place *place);
bool point_fingerprint(fingerprints *f, const word_list *words, stored_result *out);

/* Returns the hash of the program: its sources, the headers that are followed, its flags; null
 * after reporting what cannot be read. Warns of headers that cannot be told. (headers.c) */
const char *program_hash(fp_context *ctx, const experiment *e, const experiment_place *place);
/* Reports, of a file of the experiment, that `path` cannot; returns false. */
bool cannot_read_file(fp_context *ctx, const experiment *e, int file, const char *path);

/* Reads what a point's command has printed into the result: its time and the parts, or that it
 * has failed. (printed.c) */
void point_read_printed(arena *a, const char *path, stored_result *out);

#endif
