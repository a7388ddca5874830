#ifndef FPREDICT_VALIDATE_FINGERPRINT_H
#define FPREDICT_VALIDATE_FINGERPRINT_H

/* What a result in a result cache belongs to, as a number (FNV-1a of the bytes). For validate/ and
 * driver/. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

#define FINGERPRINT_OF_NOTHING UINT64_C(0xcbf29ce484222325)

/* With a text, and its end; null counts as an empty one. */
uint64_t fingerprint_text(uint64_t before, const char *text);
/* With what is in a file. Returns false with errno set. */
bool fingerprint_file(uint64_t *fingerprint, const char *path);
/* With a command of the shell, and what is in the files that it names: a platform, a list of
 * hosts. */
uint64_t fingerprint_command(uint64_t before, arena *a, const char *command);
/* With the files of a folder whose names begin with `prefix`. Returns what is wrong, or null;
 * no such file is wrong. */
const char *fingerprint_folder(uint64_t *fingerprint, arena *a, const char *folder,
                               const char *prefix);

#endif
