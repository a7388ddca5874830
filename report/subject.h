#ifndef FPREDICT_REPORT_SUBJECT_H
#define FPREDICT_REPORT_SUBJECT_H

/* What a prediction is about, in words that every output form shares. */

#include "report/report.h"

/* "laplace.c", "laplace.c: sweep()" for an entry that is not main. */
const char *subject_source(fp_context *ctx, const estimate *e);
/* "2×2", "4", "1" */
const char *subject_shape(fp_context *ctx, const estimate *e);
/* "2×2 processors", "1 processor" */
const char *subject_procs(fp_context *ctx, const estimate *e);
/* The parameters that were read, as the source defines them; null for none. */
const parameter_value *subject_values(fp_context *ctx, const estimate *e);
/* "N = 256, niter = 100"; null without parameters. */
const char *subject_parameters(fp_context *ctx, const estimate *e);
/* "T(block,block), S(cyclic)"; null when nothing is distributed. */
const char *subject_distributions(fp_context *ctx, const estimate *e);

/* Prints the heading of a form: the source, and what `rest` says of it. */
void subject_print_head(fp_context *ctx, FILE *out, const char *source, const char *rest,
                        report_style style);

/* Why the slowest processor waits, where it waits a good deal (waiting.c): "for processors
 * that exchange more: …"; null where nothing tells. */
const char *subject_waiting(fp_context *ctx, const estimate *e);

/* Prints what the prediction takes for granted, each at its place. */
void subject_print_assumptions(fp_context *ctx, FILE *out, const estimate *e, report_style style);

/* Colours. */
void style_on(FILE *out, report_style style, const char *code);
void style_off(FILE *out, report_style style);
#define STYLE_BOLD "1"
#define STYLE_DIM "2"

/* "L1", "the TLB", "the secondary cache"; "the cache" where there is no other. */
const char *subject_level(arena *a, const estimate *e, int level);

#endif
