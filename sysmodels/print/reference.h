#ifndef FPREDICT_SYSMODELS_PRINT_REFERENCE_H
#define FPREDICT_SYSMODELS_PRINT_REFERENCE_H

/* The publications that the sources of a machine cite. */

#include <jansson.h>

#include "sysmodels/model/sag.h"

/* Prints each in full, below what sources call it; nothing where there are none. */
void print_references(arena *a, const sag *machine, FILE *out, int width);

/* Returns a list of them, each with the file's keys, and `cited_as`, what sources call it. */
json_t *json_references(const sag *machine);

/* Puts into each `source` of a tree what people call a reference, for its key. */
void json_make_readable(arena *a, const sag *machine, json_t *tree);

#endif
