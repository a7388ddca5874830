#ifndef FPREDICT_EXPERIMENT_FILE_CELLS_H
#define FPREDICT_EXPERIMENT_FILE_CELLS_H

/* Lines of comma-separated values (RFC 4180), as spreadsheets write them. */

#include "support/context.h"

enum { CELLS_MOST = 64 };

/* A cell of a line, without the quotes around it. */
typedef struct cell {
    const char *text;
    source_range where;
} cell;

typedef struct cell_reader {
    fp_context *ctx;
    const source_file *file;
    const char *rule; /* of what is reported */
    int count;
    cell cells[CELLS_MOST]; /* of the last line that was read */
} cell_reader;

cell_reader *cells_new(fp_context *ctx, const source_file *file, const char *rule);

/* Reads a line's cells; none of an empty one. False after reporting that there are too many. */
bool cells_read_line(cell_reader *r, int number);

#endif
