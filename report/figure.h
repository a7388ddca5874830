#ifndef FPREDICT_REPORT_FIGURE_H
#define FPREDICT_REPORT_FIGURE_H

/* Figures: what is drawn, as SVG by gnuplot, and the same numbers as JSON (schema
 * fpredict/figure/1) and CSV, so that whoever draws it another way need not predict again. */

#include <stdbool.h>

#include "support/arena.h"

enum { FIGURE_AXES_MOST = 3 };

typedef enum figure_kind {
    FIGURE_CURVES,  /* two axes */
    FIGURE_SURFACE, /* three; the third one upwards */
    FIGURE_KIVIAT   /* three, from one centre: a line has one point */
} figure_kind;

typedef struct figure_axis {
    const char *name;
    const char *unit;   /* "s"; or "" */
    bool has_doublings; /* goes by factors, as numbers of processors do; each value stands at it */
    const char *better; /* of a Kiviat graph: "less" or "more"; or null */
} figure_axis;

typedef struct figure_point {
    double at[FIGURE_AXES_MOST]; /* by axis */
} figure_point;

typedef struct figure_line {
    const char *name;
    int count;
    const figure_point *points; /* ascending along the first axis */
} figure_line;

/* A place of curves that is pointed out. */
typedef struct figure_mark {
    double at; /* along the first axis */
    const char *text;
} figure_mark;

typedef struct figure {
    figure_kind kind;
    const char *name; /* of its files */
    const char *title;
    int axis_count;
    figure_axis axes[FIGURE_AXES_MOST];
    int line_count;
    const figure_line *lines;
    int mark_count;
    const figure_mark *marks;
} figure;

/* Writes NAME.svg, NAME.json and NAME.csv of each into a folder, which is made where it is not
 * there. Returns what is wrong, in `a`, or null. */
const char *figures_write(arena *a, int count, const figure *all, const char *folder);

#endif
