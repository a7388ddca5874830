#include "report/formula.h"

#include "report/formula_forms.h"

bool report_formula(fp_context *ctx, FILE *out, const formula *f, env *e, formula_form form,
                    report_style style)
{
    const notation n = notation_new(ctx, f, e, form);
    switch (form) {
    case FORMULA_AS_TEXT:
        formula_print_text(&n, out, style);
        return true;
    case FORMULA_AS_LATEX:
        formula_print_latex(&n, out);
        return true;
    case FORMULA_AS_C:
    case FORMULA_AS_PYTHON:
        formula_print_code(&n, out);
        return true;
    case FORMULA_AS_JSON:
        return formula_print_json(&n, out);
    }
    return false;
}
