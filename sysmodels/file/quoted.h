#ifndef FPREDICT_SYSMODELS_FILE_QUOTED_H
#define FPREDICT_SYSMODELS_FILE_QUOTED_H

/* Texts in YAML that is written, for the writers of machines and of compilers' profiles. */

#include <stdbool.h>
#include <stdio.h>

#include "support/arena.h"

/* Writes a text in double quotes, on one line, as a document that is nothing else. Returns false
 * where there was no memory for it. */
bool yaml_write_text(arena *a, FILE *out, const char *text);

#endif
