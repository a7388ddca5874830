#ifndef FPREDICT_REPORT_FORMULA_FORMS_H
#define FPREDICT_REPORT_FORMULA_FORMS_H

/* The forms of a formula, for report/formula.c. */

#include "report/formula_notation.h"
#include "scaling/growth.h"

void formula_print_text(const notation *n, FILE *out, report_style style);
void formula_print_latex(const notation *n, FILE *out);
void formula_print_code(const notation *n, FILE *out);
bool formula_print_json(const notation *n, FILE *out);
/* "niter·N² / (P1·P2)" */
const char *formula_growth_text(const notation *n, const growth *g);

#endif
