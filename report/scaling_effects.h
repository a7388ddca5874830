#ifndef FPREDICT_REPORT_SCALING_EFFECTS_H
#define FPREDICT_REPORT_SCALING_EFFECTS_H

/* Effects of codes and machines over sizes (scaling/effects.h), for people and for programs. */

#include "report/report.h"
#include "scaling/effects.h"

typedef struct effects_report {
    const effects *of;
    const estimate *first; /* one of the predictions */
    const char *size;      /* the parameter */
    const char *work;      /* an expression; null: operations are counted */
    int code_count;
    const char *const *codes, *const *machines; /* names */
} effects_report;

void report_effects(fp_context *ctx, FILE *out, const effects_report *r, report_style style);
/* Schema fpredict/effects/1; more than one is an array. */
bool report_effects_json(fp_context *ctx, FILE *out, int count, const effects_report *all);
/* A line of headings and one for each code, machine and size, as RFC 4180 writes them. */
void report_effects_csv(FILE *out, int count, const effects_report *all);

/* "computing", as people call a part. */
const char *effects_part_name(cost_part part);

#endif
