#ifndef FPREDICT_REPORT_DRAWING_H
#define FPREDICT_REPORT_DRAWING_H

/* A drawing of a timeline: what its rows and what is around them share. Ranks from above to below,
 * time to the right; lengths are pixels. */

#include <stdio.h>

#include "support/context.h"
#include "trace/timeline/timeline.h"

/* Around the rows. */
enum { DRAWING_LEFT = 76, DRAWING_RIGHT = 100, DRAWING_TOP = 112, DRAWING_BOTTOM = 66 };

/* From the right end of the rows to that of the figures beside them. */
enum { DRAWING_FIGURES = 84 };

typedef struct drawing {
    fp_context *ctx;
    FILE *out;
    const timeline *t;
    bool leaves_startup; /* what is shown is from MPI_Init to MPI_Finalize */
    double pitch, bar;   /* from row to row; of a row's bar */
} drawing;

/* More bands than that would cover what they stand over. */
enum { DRAWING_BANDS = 100 };

/* Where a row's bar begins; where the rows end. */
double drawing_top(const drawing *d, uint32_t row);
double drawing_bottom(const drawing *d);

/* The beginning of the file, with the title. */
void drawing_head(const drawing *d, double width, double height);
void drawing_keys(const drawing *d);
void drawing_axis(const drawing *d);
void drawing_notes(const drawing *d);

#endif
