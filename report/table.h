#ifndef FPREDICT_REPORT_TABLE_H
#define FPREDICT_REPORT_TABLE_H

/* Columns of text, as wide as they need to be. */

#include <stdbool.h>
#include <stdio.h>

#include "support/vec.h"

enum { TABLE_COLUMNS_MAX = 16 };

typedef enum table_align {
    TABLE_LEFT,
    TABLE_RIGHT,
    TABLE_UNIT, /* "1.53 s" over "14.6 ms": numbers and units under each other */
    TABLE_FILL, /* left, and cut to what is left of the width; the last column */
    TABLE_WRAP  /* left, and broken between words into further lines; the last column */
} table_align;

typedef enum table_ink { TABLE_PLAIN, TABLE_BOLD, TABLE_DIM } table_ink;

typedef struct table_row {
    const char *cell[TABLE_COLUMNS_MAX]; /* null: empty */
    table_ink ink;
} table_row;

typedef struct table {
    arena *arena;
    int columns;
    table_align align[TABLE_COLUMNS_MAX];
    /* Columns that stay where not all fit: the first one, these, and a last one that
     * is cut or broken. The others go from the right, but these before all others. */
    bool is_kept[TABLE_COLUMNS_MAX];
    bool goes_first[TABLE_COLUMNS_MAX];
    VEC(table_row) rows;
    const char *note_indent; /* of what is said of columns that had to go; null: the rows' */
} table;

/* Starts a table with `columns` columns aligned as `align` says. */
table table_new(arena *a, int columns, const table_align *align);

/* Adds a row of as many cells as there are columns, as text_plain has them; returns it for its
 * ink. */
table_row *table_add(table *t, const char *const *cells);

/* A cell of a time; null, which is empty, of none. */
const char *table_time(arena *a, double seconds);

/* Prints the rows with two spaces between columns, no wider than `width`; no trailing
 * space. A column with nothing below its heading is left out. Where there is no room, headings
 * are shorter, then there is one space between columns, and then columns go, which a last line
 * names by the first row. */
void table_print(const table *t, FILE *out, const char *indent, int width, bool color);

/* Prints it as Markdown has tables, with all its columns that are not empty; the first row is
 * the heading. */
void table_print_markdown(const table *t, FILE *out);

#endif
