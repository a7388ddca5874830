#ifndef FPREDICT_REPORT_FORMULA_ROWS_H
#define FPREDICT_REPORT_FORMULA_ROWS_H

/* A formula line by line: what is executed equally often on a line stands together. */

#include "report/formula_notation.h"

typedef struct formula_row {
    const char *file;
    int line;
    const expr *times; /* null: open */
    VEC(const formula_term *) terms;
    int128 ticks;
} formula_row;

typedef VEC(formula_row) formula_rows;

/* In the order of the source. */
formula_rows formula_rows_of(fp_context *ctx, const formula *f);
/* "niter·n1·n2·(3 float_add + float_multiply)"; of an open one its name, "t_37". */
const char *formula_row_text(const notation *n, const formula_row *row);
/* The name of an open row. */
const char *formula_row_name(const notation *n, const formula_row *row);

#endif
