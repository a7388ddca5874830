#include <string.h>

#include "report/formula_forms.h"
#include "report/formula_rows.h"
#include "report/subject.h"
#include "support/format.h"

/* A formula as a program: C or Python. Times are whole picoseconds, each price rounded once, to
 * the nearest even number where it is a half, as the estimator does. */

static const char *shortest(const notation *n, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    format_shortest(value, text);
    return arena_strdup(n->ctx->arena, text);
}

/* "0.8 * (a + b)" in the order in which the estimator adds. */
static const char *price_code(const notation *n, const formula_price *p)
{
    const char *sum = notation_price(n, p);
    if (p->left == 1)
        return sum;
    return arena_printf(n->ctx->arena, "%s * (%s)", shortest(n, p->left), sum);
}

static const char *ticks_text(const notation *n, int128 ticks)
{
    return arena_printf(n->ctx->arena, "%lld", (long long)ticks);
}

static const char *parameters(const notation *n, const char *type)
{
    const char *text = "";
    for (int i = 0; i < n->leaves.count; i++)
        text = arena_printf(n->ctx->arena, "%s%s%s%s", text, i ? ", " : "", type,
                            n->leaves.data[i].name);
    return n->leaves.count || !*type ? text : "void";
}

static void print_term(const notation *n, FILE *out, const formula_term *t, const char *end,
                       const char *comment)
{
    if (!t->times)
        fprintf(out, "    total_ps += %s%s %s line %d, at these sizes only: %s\n",
                ticks_text(n, t->ticks), end, comment, t->where.line, t->why);
    else
        fprintf(out, "    total_ps += %s * tick(%s)%s %s line %d\n",
                notation_expr(n, t->times, true), price_code(n, &t->price), end, comment,
                t->where.line);
}

static const char *title(const notation *n)
{
    const estimate *e = n->formula->estimate;
    return arena_printf(n->ctx->arena, "%s on %s, by fpredict: the slowest processor's time%s",
                        subject_source(n->ctx, e), e->machine->name,
                        estimate_bound_of(e) == BOUND_BOTH
                            ? ""
                            : "; INCOMPLETE, something that is executed is not known");
}

/* --- C -------------------------------------------------------------------------- */

static const char *const c_head =
    "#include <inttypes.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n"
    "/* Where a processor fuses additions and multiplications: -ffp-contract=off. */\n\n"
    "static inline int64_t floor_div(int64_t a, int64_t b)\n{\n"
    "    int64_t q = a / b;\n    return q - (a - q * b < 0);\n}\n\n"
    "static inline int64_t floor_mod(int64_t a, int64_t b)\n{\n"
    "    return a - floor_div(a, b) * b;\n}\n\n"
    "static inline int64_t int_log(int64_t b, int64_t x)\n{\n    int64_t e = -1;\n"
    "    for (; x > 0; x /= b)\n        e++;\n    return e;\n}\n\n"
    "static inline int64_t int_pow(int64_t b, int64_t e)\n{\n    int64_t p = 1;\n"
    "    for (; e > 0; e--)\n        p *= b;\n    return p;\n}\n\n"
    "static inline int64_t tick(double seconds)\n{\n"
    "    return (int64_t)nearbyint(seconds * 1e12);\n}\n";

static void print_c_names(const notation *n, FILE *out)
{
    for (int i = 0; i < n->formula->name_count; i++) {
        const formula_name *name = &n->formula->names[i];
        fprintf(out, "    const int64_t %s = %s;\n", name->name->name,
                notation_definition(n, name));
    }
    for (int i = 0; i < n->formula->name_count; i++)
        fprintf(out, "    (void)%s;\n", n->formula->names[i].name->name);
    for (int i = 0; i < n->leaves.count; i++)
        fprintf(out, "    (void)%s;\n", n->leaves.data[i].name);
}

/* "misses_26, open_50", each once; empty: nothing is open. */
static const char *open_parts(const notation *n)
{
    formula_rows rows = formula_rows_of(n->ctx, n->formula);
    VEC(const char *) names = {0};
    const char *text = "";
    for (int i = 0; i < rows.count; i++) {
        const char *name = rows.data[i].times ? NULL : formula_row_name(n, &rows.data[i]);
        bool is_new = name != NULL;
        for (int k = 0; k < names.count && is_new; k++)
            is_new = strcmp(names.data[k], name) != 0;
        if (!is_new)
            continue;
        text = arena_printf(n->ctx->arena, "%s%s%s", text, names.count ? ", " : "", name);
        VEC_PUSH(n->ctx->arena, &names, name);
    }
    return text;
}

/* "N == 64 && P1 == 2": the sizes where it was made. */
static const char *made_here(const notation *n)
{
    const char *text = "", *and = n->form == FORMULA_AS_C ? " && " : " and ";
    for (int i = 0; i < n->leaves.count; i++)
        text = arena_printf(n->ctx->arena, "%s%s%s == %lld", text, i ? and : "",
                            n->leaves.data[i].name, (long long)n->leaves.data[i].value);
    return *text ? text : n->form == FORMULA_AS_C ? "1" : "True";
}

static void print_c_open(const notation *n, FILE *out)
{
    const char *parts = open_parts(n);
    fprintf(out,
            "\n/* Parts that are as at the sizes of main, and so not known at these; or null. */\n"
            "const char *formula_open(%s)\n{\n",
            parameters(n, "int64_t "));
    for (int i = 0; i < n->leaves.count && !*parts; i++)
        fprintf(out, "    (void)%s;\n", n->leaves.data[i].name);
    if (*parts)
        fprintf(out, "    if (!(%s))\n        return \"%s\";\n", made_here(n), parts);
    fputs("    return NULL;\n}\n", out);
}

static void print_c_main(const notation *n, FILE *out)
{
    fprintf(out,
            "\n#ifndef FORMULA_NO_MAIN\n/* Sizes and processors, in this order: %s. */\n"
            "int main(int argc, char **argv)\n{\n    int64_t v[] = {",
            parameters(n, ""));
    for (int i = 0; i < n->leaves.count; i++)
        fprintf(out, "%s%lld", i ? ", " : "", (long long)n->leaves.data[i].value);
    fprintf(out,
            "%s};\n    for (int i = 1; i < argc && i <= %d; i++) {\n        char *end;\n"
            "        v[i - 1] = strtoll(argv[i], &end, 10);\n"
            "        if (end == argv[i] || *end) {\n"
            "            fprintf(stderr, \"'%%s' is no number\\n\", argv[i]);\n"
            "            return 2;\n        }\n    }\n",
            n->leaves.count ? "" : "0", n->leaves.count);
    for (int i = 0; i < n->leaves.count; i++)
        if (n->leaves.data[i].leaf->kind == EXPR_EXTENT)
            fprintf(out,
                    "    if (v[%d] < 1) {\n        fputs(\"%s is at least 1\\n\", stderr);\n"
                    "        return 2;\n    }\n",
                    i, n->leaves.data[i].name);
    const char *args = "";
    for (int i = 0; i < n->leaves.count; i++)
        args = arena_printf(n->ctx->arena, "%s%sv[%d]", args, i ? ", " : "", i);
    fprintf(
        out,
        "    if (formula_open(%s))\n        fprintf(stderr, \"as at the sizes above only: %%s\\n\","
        " formula_open(%s));\n",
        args, args);
    fprintf(out,
            "    const char *beyond = formula_beyond(%s);\n    if (beyond)\n"
            "        fprintf(stderr, \"beyond where the formula holds: not %%s\\n\", beyond);\n"
            "    printf(\"%%\" PRId64 \" ps\\n\", formula_ps(%s));\n"
            "    return beyond != NULL;\n}\n#endif\n",
            args, args);
}

static void print_c(const notation *n, FILE *out)
{
    const formula *f = n->formula;
    fprintf(out, "/* %s. */\n\n%s\n/* The machine's values, in seconds. */\n", title(n), c_head);
    for (int i = 0; i < n->symbols.count; i++)
        fprintf(out, "static const double %s = %s; /* %s */\n",
                notation_symbol_of(n, n->symbols.data[i].value),
                shortest(n, n->symbols.data[i].value->value), n->symbols.data[i].value->path);
    print_c_open(n, out);
    fprintf(
        out,
        "\n/* The condition that does not hold at these sizes, or null. Not asked are what caches "
        "hold,\n * which is as at those of main, and which processor is the slowest. */\n"
        "const char *formula_beyond(%s)\n{\n",
        parameters(n, "int64_t "));
    print_c_names(n, out);
    for (int i = 0; i < f->condition_count; i++) {
        const char *test = notation_condition(n, &f->conditions[i]);
        fprintf(out, "    if (!(%s))\n        return \"%s\";\n", test, test);
    }
    const char *names = n->leaves.count ? parameters(n, "") : "";
    fprintf(
        out,
        "    return NULL;\n}\n\n/* 0: it is not made for these sizes; 1: it is; 2: it is, but for "
        "what formula_open names. */\nint formula_holds(%s)\n{\n"
        "    return formula_beyond(%s) ? 0 : formula_open(%s) ? 2 : 1;\n}\n",
        parameters(n, "int64_t "), names, names);
    fprintf(out, "\n/* Picoseconds. */\nint64_t formula_ps(%s)\n{\n", parameters(n, "int64_t "));
    print_c_names(n, out);
    fputs("    int64_t total_ps = 0;\n", out);
    for (int i = 0; i < f->term_count; i++)
        print_term(n, out, &f->terms[i], ";", "//");
    fputs("    return total_ps;\n}\n", out);
    print_c_main(n, out);
}

/* --- Python --------------------------------------------------------------------- */

static void print_python_names(const notation *n, FILE *out)
{
    for (int i = 0; i < n->formula->name_count; i++)
        fprintf(out, "    %s = %s\n", n->formula->names[i].name->name,
                notation_definition(n, &n->formula->names[i]));
}

/* '"misses_26", "open_50"' */
static const char *quoted_parts(const notation *n)
{
    const char *parts = open_parts(n), *text = "";
    while (*parts) {
        const size_t length = strcspn(parts, ",");
        text = arena_printf(n->ctx->arena, "%s%s\"%.*s\"", text, *text ? ", " : "", (int)length,
                            parts);
        parts += length + strspn(parts + length, ", ");
    }
    return text;
}

static void print_python(const notation *n, FILE *out)
{
    const formula *f = n->formula;
    fprintf(
        out,
        "\"\"\"%s.\"\"\"\n\nimport sys\n\n\ndef int_log(b, x):\n    e = -1\n    while x > 0:\n"
        "        x //= b\n        e += 1\n    return e\n\n\ndef int_pow(b, e):\n"
        "    return b ** max(e, 0)\n\n\ndef tick(seconds):\n    return round(seconds * 1e12)\n\n\n"
        "# The machine's values, in seconds.\n",
        title(n));
    for (int i = 0; i < n->symbols.count; i++)
        fprintf(out, "%s = %s  # %s\n", notation_symbol_of(n, n->symbols.data[i].value),
                shortest(n, n->symbols.data[i].value->value), n->symbols.data[i].value->path);
    fprintf(
        out,
        "\n\ndef formula_open(%s):\n    \"\"\"Parts that are as at the sizes below, and so not "
        "known "
        "at these.\"\"\"\n    return [] if %s else [%s]\n"
        "\n\ndef formula_holds(%s):\n    \"\"\"Is it made for these sizes? True, False, or "
        "\"partly\": "
        "but for what is open. Not\n    asked are caches, which are as at those below, and which "
        "processor is the slowest.\"\"\"\n",
        parameters(n, ""), made_here(n), quoted_parts(n), parameters(n, ""));
    print_python_names(n, out);
    fputs("    if not (True", out);
    for (int i = 0; i < f->condition_count; i++)
        fprintf(out, "\n            and (%s)", notation_condition(n, &f->conditions[i]));
    fprintf(out, "):\n        return False\n    return \"partly\" if formula_open(%s) else True",
            parameters(n, ""));
    fprintf(out, "\n\n\ndef formula_ps(%s):\n    \"\"\"Picoseconds.\"\"\"\n", parameters(n, ""));
    print_python_names(n, out);
    fputs("    total_ps = 0\n", out);
    for (int i = 0; i < f->term_count; i++)
        print_term(n, out, &f->terms[i], "", " #");
    fputs("    return total_ps\n\n\nif __name__ == \"__main__\":\n    v = [", out);
    for (int i = 0; i < n->leaves.count; i++)
        fprintf(out, "%s%lld", i ? ", " : "", (long long)n->leaves.data[i].value);
    fprintf(out, "]\n    v[:len(sys.argv) - 1] = [int(a) for a in sys.argv[1:]]\n"
                 "    if formula_open(*v):\n"
                 "        print(\"as at the sizes above only:\", \", \".join(formula_open(*v)), "
                 "file=sys.stderr)\n"
                 "    if not formula_holds(*v):\n"
                 "        print(\"beyond where the formula holds\", file=sys.stderr)\n"
                 "    print(formula_ps(*v), \"ps\")\n"
                 "    sys.exit(not formula_holds(*v))\n");
}

void formula_print_code(const notation *n, FILE *out)
{
    if (n->form == FORMULA_AS_C)
        print_c(n, out);
    else
        print_python(n, out);
}
