#ifndef FPREDICT_VALIDATE_PAGE_H
#define FPREDICT_VALIDATE_PAGE_H

/* What people read of a validation, on a terminal or as Markdown. For validate/ only; texts
 * live in ctx's arena. */

#include "report/table.h"
#include "validate/validate.h"

typedef struct page {
    fp_context *ctx;
    FILE *out;
    int count;
    const validate_case *cases;
    int programs;
    bool is_serial, is_markdown;
    bool is_steady; /* runs are the same each time: there is no spread */
    report_style style;
} page;

void page_heading(const page *p, const char *text);
/* In Markdown `item` is one of a list. */
void page_paragraph(const page *p, const char *text, bool is_item);
void page_table(const page *p, const table *t);

/* Of fractions that may be nothing at all: "0.00 %", "0.31 %", "12.5 %". */
const char *page_percent(const page *p, double fraction);
/* "T(block,block), N = 64, on 2x2" */
const char *page_case(const page *p, const validate_case *c);

#endif
