#ifndef FPREDICT_SYSMODELS_FILE_COPY_H
#define FPREDICT_SYSMODELS_FILE_COPY_H

/* A copy of a machine, changed on the way: each part is shown while it can still
 * be written, and what it holds is copied after that. */

#include "sysmodels/file/build.h"

typedef enum machine_part_kind {
    MACHINE_PROCESSING,
    MACHINE_THROUGHPUT, /* what: sag_processing; the reciprocal throughputs alone */
    MACHINE_MEMORY,
    MACHINE_CACHE,
    MACHINE_COMMUNICATION,
    MACHINE_PIECE,
    MACHINE_COLLECTIVE,
    MACHINE_MEASURED, /* what: message_piece; from, startup and per_byte alone */
    MACHINE_PATTERN,
    MACHINE_EXTRAPOLATION,
    MACHINE_IO
} machine_part_kind;

typedef struct machine_part {
    machine_part_kind kind;
    const char *path;      /* "cube.communication.pieces[0]" */
    void *what;            /* sag_processing, sag_memory, sag_cache, …: the copy */
    const quantity *clock; /* of the unit's processing component; null: it has none */
    bool is_executing;     /* of the node, or of the communication that joins nodes */
} machine_part;

typedef void machine_visit(void *data, const machine_part *part);

/* Returns the copy, not yet verified, as a draft without places. The paths of its
 * quantities are those of the copy; clocks are multiplied out anew. */
void machine_copy(fp_context *ctx, const sag *machine, machine_visit *visit, void *data,
                  machine_draft *draft);

/* The tables of a kind of part's quantities, at most MACHINE_TABLES_MAX, and of
 * its words. Return their number. */
enum { MACHINE_TABLES_MAX = 2 };
int machine_tables(machine_part_kind kind, const quantity_table **tables);
int machine_words(machine_part_kind kind, const word_field **words);

#endif
