#ifndef FPREDICT_REPORT_FORMULA_H
#define FPREDICT_REPORT_FORMULA_H

/* A formula (estimator/formula.h) as text, LaTeX, JSON, C or Python. */

#include "estimator/formula.h"
#include "report/report.h"

typedef enum formula_form {
    FORMULA_AS_TEXT,
    FORMULA_AS_LATEX,
    FORMULA_AS_JSON, /* schema fpredict/formula/1 */
    FORMULA_AS_C,
    FORMULA_AS_PYTHON
} formula_form;

/* `e` has the formula's own values. */
bool report_formula(fp_context *ctx, FILE *out, const formula *f, env *e, formula_form form,
                    report_style style);

#endif
