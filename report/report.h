#ifndef FPREDICT_REPORT_REPORT_H
#define FPREDICT_REPORT_REPORT_H

/* One function an output form; each reads an estimate and writes text. Numbers
 * have three significant digits and a unit; colour only when asked for. */

#include "explore/explore.h"

typedef struct report_style {
    bool color;
    int width; /* columns, at most 100 */
} report_style;

void report_profile(fp_context *ctx, FILE *out, const estimate *e, report_style style);
/* The head of a profile and one table, whole: of the graph's units with the branches
 * of conditions, of lines, or of the regions that the source marks. */
typedef enum report_table { REPORT_BY_UNIT, REPORT_BY_LINE, REPORT_BY_REGION } report_table;
void report_breakdown(fp_context *ctx, FILE *out, const estimate *e, report_table by,
                      report_style style);
/* With --at: of which other sizes is told what caches hold. */
enum { REPORT_FURTHEST = 16 };
void report_derivation(fp_context *ctx, FILE *out, const estimate *e, const bindings *values,
                       const estimate_options *options, const source_lines *lines,
                       report_style style);
/* Several predictions as a table of what differs between them. */
void report_sweep(fp_context *ctx, FILE *out, int count, const estimate *const *estimates,
                  report_style style);
/* As diagnostics in ctx; `values` and `options` are those that it was made with. */
void report_remarks(fp_context *ctx, const estimate *e, const bindings *values,
                    const estimate_options *options);
/* Schema fpredict/estimate/1; more than one is an array. */
bool report_json(fp_context *ctx, FILE *out, int count, const estimate *const *estimates);
/* The same with the graph's units, and the branches of conditions. */
bool report_json_units(fp_context *ctx, FILE *out, int count, const estimate *const *estimates);
/* The same with the arithmetic of lines, as report_derivation has it. */
bool report_json_at(fp_context *ctx, FILE *out, int count, const estimate *const *estimates,
                    const bindings *const *values, const estimate_options *options,
                    const source_lines *lines);
/* As report_json for all that was predicted, as ranked; each region also says how many times
 * as long it takes as with the alternative that is fastest in it. */
bool report_json_compare(fp_context *ctx, FILE *out, int count, const comparison *comparisons);
/* A line of headings and a line for each prediction, as RFC 4180 writes them. */
bool report_csv(fp_context *ctx, FILE *out, int count, const estimate *const *estimates);
void report_annotate(fp_context *ctx, FILE *out, const estimate *e, report_style style);
/* A copy of the source that still compiles, costs as comments at line ends. */
bool report_annotate_copy(fp_context *ctx, FILE *out, const estimate *e);
void report_compare(fp_context *ctx, FILE *out, const comparison *c, report_style style);
/* Where a comparison is in the map of several: "16", or "cm5, 16"; "N = 64". */
typedef struct comparison_label {
    const char *row, *column;
} comparison_label;
/* Of several comparisons, which alternative is the fastest in each, in one table; nothing of
 * one. */
void report_compare_map(fp_context *ctx, FILE *out, int count, const comparison *comparisons,
                        const comparison_label *labels, report_style style);
/* Which alternative is fastest in each region that the source marks; nothing
 * without regions, or with one alternative. */
void report_compare_regions(fp_context *ctx, FILE *out, const comparison *c, report_style style);

#endif
