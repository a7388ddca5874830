#include "report/formula_forms.h"
#include "report/formula_rows.h"

/* A formula as LaTeX: what stands between \begin{align*} and its end, for a document with amsmath.
 */

static void print_names(const notation *n, FILE *out)
{
    for (int i = 0; i < n->formula->name_count; i++)
        fprintf(out, "%s &= %s \\\\\n", notation_name(n, n->formula->names[i].name->name),
                notation_definition(n, &n->formula->names[i]));
}

void formula_print_latex(const notation *n, FILE *out)
{
    const formula *f = n->formula;
    formula_rows rows = formula_rows_of(n->ctx, f);
    fputs("\\begin{align*}\n", out);
    print_names(n, out);
    fputs("T ={}", out);
    for (int i = 0; i < rows.count; i++)
        fprintf(out, "%s& %s%s && \\text{line %d} \\\\\n", i ? "" : " ", i ? "{}+ " : "",
                formula_row_text(n, &rows.data[i]), rows.data[i].line);
    fputs("\\end{align*}\n", out);
    const char *text = "";
    for (int i = 0; i < f->condition_count; i++)
        text = arena_printf(n->ctx->arena, "%s%s%s", text, i ? ",\\; " : "",
                            notation_condition(n, &f->conditions[i]));
    if (estimate_bound_of(f->estimate) != BOUND_BOTH)
        fputs("Incomplete: something that is executed is not known. ", out);
    if (f->condition_count)
        fprintf(out, "for $%s$.\n", text);
}
