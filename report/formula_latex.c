#include <ctype.h>
#include <string.h>

#include "report/formula_forms.h"
#include "report/formula_rows.h"
#include "support/format.h"

/* A formula as LaTeX: what stands between \begin{align*} and its end, for a document with amsmath.
 */

static void print_names(const notation *n, FILE *out)
{
    for (int i = 0; i < n->formula->name_count; i++)
        fprintf(out, "%s &= %s \\\\\n", notation_name(n, n->formula->names[i].name->name),
                notation_definition(n, &n->formula->names[i]));
}

/* What is open has a number, at these sizes. */
static void print_open(const notation *n, FILE *out, const formula_rows *rows)
{
    arena *a = n->ctx->arena;
    for (int i = 0; i < rows->count; i++) {
        const formula_row *row = &rows->data[i];
        if (row->times)
            continue;
        const char *time = format_time(a, seconds_of(row->ticks));
        const size_t number = strcspn(time, " ");
        const char *unit = time + number + (time[number] == ' ');
        const bool is_micro = strcmp(unit, "µs") == 0;
        fprintf(out, "%s &= %.*s\\,%s\\text{%s} && \\text{at these sizes only} \\\\\n",
                notation_name(n, formula_row_name(n, row)), (int)number, time,
                is_micro ? "\\mu" : "", is_micro ? "s" : unit);
    }
}

/* How many bytes of "\mathit", "\left\lceil" or another command begin here; 0: none. */
static size_t command_length(const char *text)
{
    size_t length = *text == '\\';
    if (length && !isalpha((unsigned char)text[1]))
        return 2;
    while (length && isalpha((unsigned char)text[length]))
        length++;
    return length;
}

/* Prints a row, broken before a sign where it would be wider than a page: braces and \left with its
 * \right must be on one line. */
static void print_broken(FILE *out, const char *text)
{
    enum { WIDE = 48 };
    int depth = 0, width = 0;
    while (*text) {
        const bool is_sign = strncmp(text, " + ", 3) == 0 || strncmp(text, " - ", 3) == 0;
        const size_t length = command_length(text);
        if (is_sign && depth == 0 && width > WIDE) {
            fprintf(out, " \\\\\n& \\qquad {}%c ", text[1]);
            width = 0;
            text += 3;
            continue;
        }
        depth += *text == '{' || (length == 5 && strncmp(text, "\\left", 5) == 0);
        depth -= *text == '}' || (length == 6 && strncmp(text, "\\right", 6) == 0);
        width += length == 0 && *text != '{' && *text != '}' && *text != ' ';
        for (size_t i = 0; i < (length ? length : 1); i++)
            fputc(*text++, out);
    }
}

void formula_print_latex(const notation *n, FILE *out)
{
    const formula *f = n->formula;
    formula_rows rows = formula_rows_of(n->ctx, f);
    fputs("\\begin{align*}\n", out);
    print_names(n, out);
    print_open(n, out, &rows);
    fputs("T ={}", out);
    for (int i = 0; i < rows.count; i++) {
        fprintf(out, "%s& %s", i ? "" : " ", i ? "{}+ " : "");
        print_broken(out, formula_row_text(n, &rows.data[i]));
        fprintf(out, " && \\text{line %d} \\\\\n", rows.data[i].line);
    }
    fputs("\\end{align*}\n", out);
    const char *text = "";
    for (int i = 0; i < f->condition_count; i++)
        text = arena_printf(n->ctx->arena, "%s%s$%s$", text, i ? ", " : "",
                            notation_condition(n, &f->conditions[i]));
    if (estimate_bound_of(f->estimate) != BOUND_BOTH)
        fputs("Incomplete: something that is executed is not known. ", out);
    if (f->condition_count)
        fprintf(out, "for %s.\n", text);
}
