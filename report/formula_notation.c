#include "report/formula_notation.h"

#include <ctype.h>
#include <string.h>

/* --- Names ---------------------------------------------------------------------- */

static bool is_name(const notation *n, const expr *x)
{
    for (int i = 0; i < n->formula->name_count; i++)
        if (x->kind == EXPR_PARAM && n->formula->names[i].name == x->u.param)
            return true;
    return false;
}

static const char *leaf_name(const notation *n, const expr *x)
{
    if (x->kind == EXPR_PARAM)
        return x->u.param->name;
    const proc_grid *grid = x->u.on.grid;
    if (grid->rank == 1)
        return grid->name;
    return arena_printf(n->ctx->arena, "%s%d", grid->name, x->u.on.axis + 1);
}

/* "vector.total" and "strip@12" are no names in C. */
static const char *as_identifier(const notation *n, const char *name)
{
    char *text = arena_strdup(n->ctx->arena, name);
    for (char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
    return text;
}

/* Has something else the name already? */
static bool is_given(const notation *n, const char *name)
{
    for (int i = 0; i < n->formula->name_count; i++)
        if (!strcmp(n->formula->names[i].name->name, name))
            return true;
    for (int i = 0; i < n->leaves.count; i++)
        if (!strcmp(n->leaves.data[i].name, name))
            return true;
    return false;
}

/* Does the program that is written have another meaning for the name? One list for all that are
 * code, so that a size has the same name in each. */
static bool is_reserved(const notation *n, const char *name)
{
    static const char words[] =
        " "
        "auto bool break case char const continue default do double else enum extern false "
        "float for goto if inline int long register restrict return short signed sizeof "
        "static struct switch true typedef union unsigned void volatile while asm typeof and "
        "as assert async await class def del elif except finally from global import in is "
        "lambda None nonlocal not or pass raise True False try with yield tick total_ps "
        "floor_div floor_mod int_log int_pow formula_ps formula_holds formula_beyond end "
        "formula_open "
        "nearbyint int64_t main argc argv v i sys round max len print atoll printf fputs "
        "stdin stdout stderr NULL NAN INFINITY HUGE_VAL EOF PRId64 FORMULA_NO_MAIN linux unix ";
    if (n->form == FORMULA_AS_TEXT || n->form == FORMULA_AS_LATEX)
        return false;
    return strstr(words, arena_printf(n->ctx->arena, " %s ", name)) != NULL;
}

static void add_leaves(notation *n, const expr *x)
{
    for (int i = 0; i < expr_operand_count(x); i++)
        add_leaves(n, x->u.op.operand[i]);
    if (!expr_is_leaf(x->kind) || x->kind == EXPR_INT || is_name(n, x))
        return;
    for (int i = 0; i < n->leaves.count; i++)
        if (n->leaves.data[i].leaf == x)
            return;
    const char *name = as_identifier(n, leaf_name(n, x));
    const bool is_code = n->form != FORMULA_AS_TEXT && n->form != FORMULA_AS_LATEX;
    if (is_code && (!strncmp(name, "t_", 2) || !strncmp(name, "__", 2)))
        name = arena_printf(n->ctx->arena, "x_%s", name);
    while (is_given(n, name) || is_reserved(n, name))
        name = arena_printf(n->ctx->arena, "%s_", name);
    const notation_leaf leaf = {x, name, notation_value(n, x)};
    VEC_PUSH(n->ctx->arena, &n->leaves, leaf);
}

/* The last `parts` of a path without the unit: "float_add" of "cube.node.processing.float_add_clk"
 * and 1. */
static const char *short_name(const notation *n, const char *path, int parts)
{
    static const char *const units[] = {"_us", "_ns", "_s", "_clk", "_ms"};
    const char *from = path + strlen(path);
    while (from > path && (from[-1] != '.' || --parts > 0))
        from--;
    char *text = (char *)(uintptr_t)as_identifier(n, from);
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t unit = strlen(units[i]);
        if (length > unit && !strcmp(text + length - unit, units[i])) {
            text[length - unit] = '\0';
            break;
        }
    }
    return text;
}

/* "startup_1" of "cube.communication.pieces[1].startup_us": the piece that it is of. */
static const char *indexed_name(const notation *n, const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || dot == path || dot[-1] != ']')
        return short_name(n, path, 2);
    const char *open = dot;
    while (open > path && *open != '[')
        open--;
    return arena_printf(n->ctx->arena, "%s_%.*s", short_name(n, path, 1), (int)(dot - open - 2),
                        open + 1);
}

static bool is_taken(const notation *n, const char *name)
{
    for (int i = 0; i < n->symbols.count; i++)
        if (!strcmp(n->symbols.data[i].name, name))
            return true;
    return is_given(n, name);
}

static void add_symbol(notation *n, const quantity *q)
{
    for (int i = 0; i < n->symbols.count; i++)
        if (n->symbols.data[i].value == q)
            return;
    const char *path = q->path ? q->path : "value", *name = short_name(n, path, 1);
    for (int parts = 2; is_taken(n, name) && parts < 8; parts++)
        name = parts == 2 ? indexed_name(n, path) : short_name(n, path, parts);
    if (is_taken(n, name))
        name = arena_printf(n->ctx->arena, "%s_%d", name, n->symbols.count);
    const notation_symbol symbol = {q, name};
    VEC_PUSH(n->ctx->arena, &n->symbols, symbol);
}

int64_t notation_value(const notation *n, const expr *x)
{
    bool ok = true;
    return expr_eval(n->env, x, &ok);
}

notation notation_new(fp_context *ctx, const formula *f, env *e, formula_form form)
{
    notation n = {.ctx = ctx, .formula = f, .env = e, .form = form};
    for (int i = 0; i < f->term_count; i++) {
        const formula_term *t = &f->terms[i];
        if (!t->times)
            continue;
        add_leaves(&n, t->times);
        for (int k = 0; k < t->price.count; k++)
            add_leaves(&n, t->price.factors[k].times);
    }
    for (int i = 0; i < f->name_count; i++) {
        add_leaves(&n, f->names[i].of);
        if (f->names[i].by)
            add_leaves(&n, f->names[i].by);
    }
    for (int i = 0; i < f->condition_count; i++)
        add_leaves(&n, f->conditions[i].base);
    for (int i = 0; i < f->term_count; i++)
        for (int k = 0; k < f->terms[i].price.count; k++)
            add_symbol(&n, f->terms[i].price.factors[k].value);
    return n;
}

/* LaTeX has indices: n_1 of n1, \mathit{float\_add} of float_add. */
const char *notation_name(const notation *n, const char *name)
{
    arena *a = n->ctx->arena;
    if (n->form != FORMULA_AS_LATEX)
        return name;
    size_t letters = strcspn(name, "0123456789");
    if (letters == 1 && name[1])
        return arena_printf(a, "%c_{%s}", name[0], name + 1);
    if (strlen(name) == 1)
        return name;
    const char *text = "";
    for (const char *at = name; *at; at++)
        text = arena_printf(a, "%s%s%c", text, *at == '_' ? "\\" : "", *at);
    return arena_printf(a, "\\mathit{%s}", text);
}

/* In code a prefix keeps `sin`, what a sine takes, from being one. */
const char *notation_symbol_of(const notation *n, const quantity *q)
{
    const bool is_code = n->form != FORMULA_AS_TEXT && n->form != FORMULA_AS_LATEX;
    for (int i = 0; i < n->symbols.count; i++)
        if (n->symbols.data[i].value == q)
            return is_code ? arena_printf(n->ctx->arena, "t_%s", n->symbols.data[i].name)
                           : notation_name(n, n->symbols.data[i].name);
    return "";
}

/* --- Expressions ---------------------------------------------------------------- */

enum { LOOSE, SUM, PRODUCT, TIGHT };

static const char *write_at(const notation *n, const expr *x, int bound);

static const char *bracket(const notation *n, const char *text, bool is_needed)
{
    return is_needed ? arena_printf(n->ctx->arena, "(%s)", text) : text;
}

static const char *times_sign(const notation *n)
{
    return n->form == FORMULA_AS_TEXT ? "·" : n->form == FORMULA_AS_LATEX ? "\\," : " * ";
}

static const char *write_power(const notation *n, const expr *x, int power)
{
    arena *a = n->ctx->arena;
    const char *base = write_at(n, x, TIGHT);
    if (power == 1)
        return base;
    if (n->form == FORMULA_AS_TEXT)
        return arena_printf(a, "%s%s", base, power == 2 ? "²" : power == 3 ? "³" : "⁴");
    if (n->form == FORMULA_AS_LATEX)
        return arena_printf(a, "%s^{%d}", base, power);
    const char *text = base;
    for (int i = 1; i < power; i++)
        text = arena_printf(a, "%s * %s", text, base);
    return text;
}

/* A product, without its sign. */
static const char *write_product(const notation *n, const expr *x, bool *is_negative)
{
    const char *text = NULL;
    *is_negative = false;
    for (int i = 0; i < x->u.op.count;) {
        const expr *each = x->u.op.operand[i];
        int power = 1;
        while (i + power < x->u.op.count && x->u.op.operand[i + power] == each && power < 4)
            power++;
        i += power;
        int64_t value;
        if (expr_is_int(each, &value) && value < 0) {
            *is_negative = !*is_negative;
            if (value == -1)
                continue;
            const char *digits = arena_printf(n->ctx->arena, "%lld", -(long long)value);
            text =
                text ? arena_printf(n->ctx->arena, "%s%s%s", text, times_sign(n), digits) : digits;
            continue;
        }
        const char *next = write_power(n, each, power);
        text = text ? arena_printf(n->ctx->arena, "%s%s%s", text, times_sign(n), next) : next;
    }
    return text ? text : "1";
}

/* Something with its sign apart. */
static const char *write_signed(const notation *n, const expr *x, bool *is_negative)
{
    int64_t value;
    *is_negative = false;
    if (x->kind == EXPR_MUL)
        return write_product(n, x, is_negative);
    if (expr_is_int(x, &value) && value < 0) {
        *is_negative = true;
        return arena_printf(n->ctx->arena, "%lld", -(long long)value);
    }
    return write_at(n, x, PRODUCT);
}

static const char *write_sum(const notation *n, const expr *x)
{
    const char *text = NULL;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < x->u.op.count; i++) {
            bool is_negative;
            const char *each = write_signed(n, x->u.op.operand[i], &is_negative);
            if (is_negative != (pass == 1))
                continue;
            text =
                text ? arena_printf(n->ctx->arena, "%s %s %s", text, is_negative ? "-" : "+", each)
                : is_negative ? arena_printf(n->ctx->arena, "-%s", each)
                              : each;
        }
    return text;
}

static const char *write_division(const notation *n, const char *p, const char *q, bool is_up)
{
    const char *form = is_up ? "ceil(%s / %s)" : "floor(%s / %s)";
    if (n->form == FORMULA_AS_LATEX)
        form = is_up ? "\\left\\lceil \\frac{%s}{%s} \\right\\rceil"
                     : "\\left\\lfloor \\frac{%s}{%s} \\right\\rfloor";
    else if (n->form == FORMULA_AS_PYTHON)
        form = is_up ? "-(-(%s) // (%s))" : "((%s) // (%s))";
    else if (n->form != FORMULA_AS_TEXT)
        form = is_up ? "-floor_div(-(%s), %s)" : "floor_div(%s, %s)";
    return arena_printf(n->ctx->arena, form, p, q);
}

static const char *infix(const notation *n, expr_kind kind)
{
    bool is_python = n->form == FORMULA_AS_PYTHON, is_latex = n->form == FORMULA_AS_LATEX;
    switch (kind) {
    case EXPR_LT:
        return " < ";
    case EXPR_LE:
        return is_latex ? " \\le " : n->form == FORMULA_AS_TEXT ? " ≤ " : " <= ";
    case EXPR_EQ:
        return is_latex || n->form == FORMULA_AS_TEXT ? " = " : " == ";
    case EXPR_NE:
        return is_latex ? " \\ne " : n->form == FORMULA_AS_TEXT ? " ≠ " : " != ";
    case EXPR_AND:
        return is_latex ? " \\wedge " : is_python || n->form == FORMULA_AS_TEXT ? " and " : " && ";
    case EXPR_OR:
        return is_latex ? " \\vee " : is_python || n->form == FORMULA_AS_TEXT ? " or " : " || ";
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_SELECT:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
    case EXPR_COUNT:
        break;
    }
    return NULL;
}

/* A function of two. */
static const char *write_call(const notation *n, const expr *x)
{
    const bool is_text = n->form == FORMULA_AS_TEXT, is_latex = n->form == FORMULA_AS_LATEX;
    const bool is_division = x->kind == EXPR_FLOOR_DIV;
    const char *p = write_at(n, x->u.op.operand[0], is_text && is_division ? PRODUCT : LOOSE);
    const char *q = write_at(n, x->u.op.operand[1], is_text && is_division ? TIGHT : LOOSE);
    arena *a = n->ctx->arena;
    if (is_division)
        return write_division(n, p, q, false);
    if (x->kind == EXPR_POWER)
        return is_latex  ? arena_printf(a, "%s^{%s}", p, q)
               : is_text ? arena_printf(a, "%s^%s", p, write_at(n, x->u.op.operand[1], TIGHT))
                         : arena_printf(a, "int_pow(%s, %s)", p, q);
    if (x->kind == EXPR_LOG)
        return is_latex ? arena_printf(a, "\\left\\lfloor\\log_{%s} (%s)\\right\\rfloor", p, q)
                        : arena_printf(a, "int_log(%s, %s)", p, q);
    if (is_latex)
        return arena_printf(a, "(%s) \\bmod (%s)", p, q);
    if (n->form == FORMULA_AS_PYTHON)
        return arena_printf(a, "((%s) %% (%s))", p, q);
    return arena_printf(a, is_text ? "mod(%s, %s)" : "floor_mod(%s, %s)", p, q);
}

static const char *write_logic(const notation *n, const expr *x)
{
    arena *a = n->ctx->arena;
    if (x->kind == EXPR_NOT)
        return arena_printf(a,
                            n->form == FORMULA_AS_PYTHON || n->form == FORMULA_AS_TEXT ? "not (%s)"
                            : n->form == FORMULA_AS_LATEX ? "\\neg (%s)"
                                                          : "!(%s)",
                            write_at(n, x->u.op.operand[0], LOOSE));
    const char *sign = infix(n, x->kind);
    bool joins = x->kind == EXPR_AND || x->kind == EXPR_OR;
    const char *text = write_at(n, x->u.op.operand[0], joins ? SUM : LOOSE);
    for (int i = 1; i < x->u.op.count; i++)
        text = arena_printf(a, "%s%s%s", text, sign,
                            write_at(n, x->u.op.operand[i], joins ? SUM : LOOSE));
    return text;
}

static const char *write_leaf(const notation *n, const expr *x)
{
    for (int i = 0; i < n->leaves.count; i++)
        if (n->leaves.data[i].leaf == x)
            return notation_name(n, n->leaves.data[i].name);
    return notation_name(n, leaf_name(n, x));
}

static const char *write_at(const notation *n, const expr *x, int bound)
{
    bool is_negative;
    const char *text;
    int64_t value;
    if (expr_is_int(x, &value))
        return bracket(n, arena_printf(n->ctx->arena, "%lld", (long long)value),
                       value < 0 && bound > LOOSE);
    if (expr_is_leaf(x->kind))
        return write_leaf(n, x);
    if (x->kind == EXPR_ADD)
        return bracket(n, write_sum(n, x), bound > SUM);
    if (x->kind == EXPR_MUL) {
        text = write_product(n, x, &is_negative);
        text = is_negative ? arena_printf(n->ctx->arena, "-%s", text) : text;
        return bracket(n, text, bound > PRODUCT || (is_negative && bound > LOOSE));
    }
    if (infix(n, x->kind) || x->kind == EXPR_NOT)
        return bracket(n, write_logic(n, x), bound > LOOSE);
    return write_call(n, x);
}

const char *notation_expr(const notation *n, const expr *x, bool is_factor)
{
    return write_at(n, x, is_factor ? PRODUCT : LOOSE);
}

/* A sum's terms that are added, or those that are taken away. */
static const expr *half_of(const notation *n, const expr *x, bool is_taken_away)
{
    expr_pool *pool = n->formula->estimate->graph->program->pool;
    const expr *half = expr_int(pool, 0);
    const int count = x->kind == EXPR_ADD ? x->u.op.count : 1;
    for (int i = 0; i < count; i++) {
        const expr *each = x->kind == EXPR_ADD ? x->u.op.operand[i] : x;
        int64_t factor = 1;
        if (each->kind == EXPR_MUL)
            expr_is_int(each->u.op.operand[0], &factor);
        if ((factor < 0) == is_taken_away)
            half = is_taken_away ? expr_sub(pool, half, each) : expr_add(pool, half, each);
    }
    return half;
}

const char *notation_condition(const notation *n, const formula_condition *c)
{
    arena *a = n->ctx->arena;
    expr_pool *pool = n->formula->estimate->graph->program->pool;
    if (infix(n, c->base->kind) || c->base->kind == EXPR_NOT)
        return notation_expr(n, c->base, false);
    const bool is_code = n->form != FORMULA_AS_TEXT && n->form != FORMULA_AS_LATEX;
    int64_t no_more;
    if (is_code && expr_is_int(half_of(n, c->base, false), &no_more) && !no_more)
        return arena_printf(a, "%s <= %lld", notation_expr(n, half_of(n, c->base, true), false),
                            -(long long)c->least);
    if (is_code)
        return arena_printf(a, "%s >= %lld", notation_expr(n, c->base, false), (long long)c->least);
    const expr *more = half_of(n, c->base, false), *less = half_of(n, c->base, true);
    const bool is_text = n->form == FORMULA_AS_TEXT;
    const char *sign = is_text ? "≥" : "\\ge";
    int64_t none;
    if (expr_is_int(more, &none)) /* "n1 ≤ 512", as people write it */
        return arena_printf(a, "%s %s %lld", notation_expr(n, less, false), is_text ? "≤" : "\\le",
                            (long long)(none - c->least));
    less = expr_add(pool, less, expr_int(pool, c->least));
    return arena_printf(a, "%s %s %s", notation_expr(n, more, false), sign,
                        notation_expr(n, less, false));
}

const char *notation_definition(const notation *n, const formula_name *name)
{
    arena *a = n->ctx->arena;
    if (!name->is_doubling)
        return write_division(
            n, write_at(n, name->of, n->form == FORMULA_AS_TEXT ? PRODUCT : LOOSE),
            write_at(n, name->by, n->form == FORMULA_AS_TEXT ? TIGHT : LOOSE), true);
    const char *of = write_at(n, name->of, LOOSE);
    if (n->form == FORMULA_AS_TEXT)
        return arena_printf(a, "ceil(log2(%s))", of);
    if (n->form == FORMULA_AS_LATEX)
        return arena_printf(a, "\\left\\lceil \\log_2 %s \\right\\rceil",
                            write_at(n, name->of, PRODUCT));
    return arena_printf(a, "int_log(2, %s - 1) + 1", of);
}

const char *notation_price(const notation *n, const formula_price *p)
{
    arena *a = n->ctx->arena;
    const char *text = NULL;
    for (int i = 0; i < p->count; i++) {
        const formula_factor *f = &p->factors[i];
        const char *symbol = notation_symbol_of(n, f->value), *each = symbol;
        int64_t one;
        if (!expr_is_int(f->times, &one) || one != 1)
            each = arena_printf(a, "%s%s%s", notation_expr(n, f->times, true),
                                n->form == FORMULA_AS_TEXT ? " " : times_sign(n), symbol);
        text = text ? arena_printf(a, "%s + %s", text, each) : each;
    }
    return text ? text : "0";
}
