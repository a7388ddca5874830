#ifndef FPREDICT_REPORT_SCALING_H
#define FPREDICT_REPORT_SCALING_H

/* How a program scales (scaling/isospeed.h), for people and for programs. */

#include "report/report.h"
#include "scaling/grid.h"

void report_scaling(fp_context *ctx, FILE *out, const scaling *s, report_style style);
/* Of several, which is the best on how many processors, and where they cross. */
void report_scaling_ranges(fp_context *ctx, FILE *out, int count, const scaling *all,
                           report_style style);
/* Schema fpredict/scaling/1; more than one is an array. */
bool report_scaling_json(fp_context *ctx, FILE *out, int count, const scaling *all);
/* Curves with their crossings, the surface of the time over sizes and processors, a Kiviat graph
 * (report/figure.h), into a folder; grids[i] is that of all[i]. Returns what is wrong, in ctx's
 * arena, or null. */
const char *report_scaling_figures(fp_context *ctx, int count, const scaling *all,
                                   const scaling_grid *grids, const char *folder);
/* A line of headings and one for each number of processors, as RFC 4180 writes them. */
void report_scaling_csv(FILE *out, int count, const scaling *all);

#endif
