#ifndef FPREDICT_SYSMODELS_COMPILER_SCHEMA_H
#define FPREDICT_SYSMODELS_COMPILER_SCHEMA_H

/* The schema fpredict/compiler/1 (docs/compilers.md): what a file holds, as libcyaml loads it. */

#include "sysmodels/file/file.h"
#include "sysmodels/file/schema_check.h"
#include "sysmodels/model/compiler.h"

enum { TIME_UNITS = 2 }; /* us, ns: in the order of dimension_units */

typedef struct file_algorithms {
    file_word *kind[COLLECTIVE_KIND_COUNT];
} file_algorithms;

typedef struct file_ways {
    file_word *way[TOLD_PATTERN_COUNT];
} file_ways;

typedef struct file_compiler {
    char *schema, *name, *title;
    file_word *exchange, *packing, *messages, *loop_order;
    file_quantity *call_overhead[TIME_UNITS];
    file_algorithms *collectives;
    file_ways *patterns;
} file_compiler;

extern const schema_form compiler_form;

#endif
