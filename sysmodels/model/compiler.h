#ifndef FPREDICT_SYSMODELS_MODEL_COMPILER_H
#define FPREDICT_SYSMODELS_MODEL_COMPILER_H

/* A compiler's profile: what its run-time system does with messages, of which a machine file can
 * only say what is usual there. Read from YAML, schema fpredict/compiler/1 (docs/compilers.md), and
 * put into a machine before that is used; what the profile does not tell stays the machine's. */

#include <stdio.h>

#include "support/context.h"
#include "sysmodels/model/sag.h"

/* The profile of the programs that fpredict generates, and of whoever names no other. */
#define DEFAULT_COMPILER "fpredict"

/* The kinds of communication that a profile says the way of. */
typedef enum told_pattern {
    TOLD_TRANSPOSE,
    TOLD_REDISTRIBUTE,
    TOLD_IRREGULAR,
    TOLD_PATTERN_COUNT
} told_pattern;

typedef struct sag_compiler {
    const char *name, *title;
    const char *path; /* file it was read from */
    /* An origin without a source: not told. */
    exchange_rule exchange;
    origin exchange_origin;
    packing_rule packing;
    origin packing_origin;
    message_form messages;
    origin messages_origin;
    loop_order loops;
    origin loops_origin;
    pattern_way way[TOLD_PATTERN_COUNT];
    origin way_origin[TOLD_PATTERN_COUNT];
    quantity call_overhead; /* relative_error below 0: the machine's, of its provenance */
    collective_algorithm algorithm[COLLECTIVE_KIND_COUNT]; /* not COLLECTIVE_PATTERN */
    origin algorithm_origin[COLLECTIVE_KIND_COUNT];
} sag_compiler;

/* Reads a profile by name (looked for as NAME.yaml in `dirs`) or by path, as sag_open does a
 * machine; null after reporting. sag_search_dirs and sag_list serve for them, too. */
const sag_compiler *sag_compiler_open(fp_context *ctx, const char *name_or_path, int dir_count,
                                      const char *const *dirs);
const sag_compiler *sag_compiler_read(fp_context *ctx, const source_file *file);

/* Writes it as a file that sag_compiler_read reads as the same profile. Returns false where that
 * cannot be. */
bool sag_compiler_write(fp_context *ctx, const sag_compiler *compiler, FILE *out);

/* Returns the machine with what the profile tells, in the component that joins its nodes. A value
 * that the profile changes has the profile's origin; a collective that it names the algorithm of is
 * done by that, whatever was measured of another. Suppositions say what was changed. */
const sag *sag_compiled(fp_context *ctx, const sag *machine, const sag_compiler *compiler);

/* Returns what is a message, how a kind of communication is done, and in which order loops run, of
 * programs on a machine; the first word of each where nobody tells. */
message_form sag_message_form(const sag *machine);
pattern_way sag_pattern_way(const sag *machine, sag_pattern_kind kind);
loop_order sag_loop_order(const sag *machine);
/* Returns the kind that a profile tells the way of. */
sag_pattern_kind sag_told_pattern(told_pattern pattern);
/* Returns what of a profile programs that are generated do not do ("messages elements"); null: all
 * of it is done. */
const char *sag_compiler_not_generated(arena *a, const sag_compiler *compiler);

/* Returns the compiler's name, that of DEFAULT_COMPILER where the machine has none. */
const char *sag_compiler_name(const sag *machine);
/* Return how a heading calls the machine, or several that a program of this compiler runs on: with
 * "compiled by" unless the compiler is the default. And that alone, or nothing. */
const char *sag_heading(arena *a, const sag *machine);
const char *sag_several(arena *a, const sag *one);
const char *sag_compiled_by(arena *a, const sag *machine);

/* Prints a table, a line each profile; and one, with provenance. */
void sag_compiler_print_table(fp_context *ctx, int count, const sag_compiler *const *compilers,
                              FILE *out, int width);
void sag_compiler_print(fp_context *ctx, const sag_compiler *compiler, FILE *out, int width);

#endif
