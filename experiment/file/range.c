#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/file/schema.h"
#include "support/format.h"

enum { VALUES_MOST = 10000, COUNT_MOST = 999999999 };

/* What the values of one that varies are made with. */
typedef struct axis_builder {
    fp_context *ctx;
    yaml_tree *tree;
    const file_axis *from;
    const yaml_node_t *node;
    experiment_axis *out;
    VEC(const char *) values;
    VEC(source_range) places;
} axis_builder;

static bool fail(axis_builder *b, const char *key, const char *rule, const char *message)
{
    return experiment_fail(b->ctx, b->tree, b->node, key, rule, message);
}

static source_range place_of(axis_builder *b, const char *key)
{
    const yaml_node_t *value = yaml_tree_get(b->tree, b->node, key, NULL);
    return yaml_tree_place(b->tree, value ? value : b->node);
}

/* Sizes and processors are counted. */
static bool is_counted(axis_kind k)
{
    return k == AXIS_PROCESSORS || k == AXIS_SIZE;
}

static void add(axis_builder *b, const char *text, source_range where)
{
    for (int i = 0; i < b->values.count; i++)
        if (strcmp(b->values.data[i], text) == 0)
            return; /* whole numbers nearest to those of a range may be the same */
    VEC_PUSH(b->ctx->arena, &b->values, text);
    VEC_PUSH(b->ctx->arena, &b->places, where);
}

static void add_number(axis_builder *b, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    if (is_counted(b->out->kind))
        value = nearbyint(value);
    format_shortest(strtod(arena_printf(b->ctx->arena, "%.12g", value), NULL), text);
    add(b, arena_strdup(b->ctx->arena, text), place_of(b, "from"));
}

/* --- Ranges ---------------------------------------------------------------- */

static bool check_range(axis_builder *b)
{
    const file_axis *f = b->from;
    const int said = (f->step != NULL) + (f->factor != NULL) + (f->count != NULL);
    if (!f->from || !f->to)
        return fail(b,
                    f->from ? "from"
                    : f->to ? "to"
                            : NULL,
                    "experiment-range",
                    f->from || f->to ? "a range has both, 'from' and 'to'"
                                     : "which values? 'values: [1, 2, 4]', or a range: 'from', "
                                       "'to' and 'step', 'factor' or 'count'");
    if (said != 1)
        return fail(b, "from", "experiment-range",
                    said ? "'step', 'factor' and 'count' each say how the range goes on: keep one"
                         : "how does the range go on? 'step: 10' adds, 'factor: 2' multiplies, "
                           "'count: 10' is how many values");
    if (f->spacing && !f->count)
        return fail(b, "spacing", "experiment-range", "'spacing' goes with 'count'");
    if (!(isfinite(*f->from) && isfinite(*f->to)))
        return fail(b, "from", "experiment-range", "a range has two ends");
    if (!is_counted(b->out->kind))
        return true;
    const bool is_from_wrong =
        *f->from != nearbyint(*f->from) || *f->from < 1 || *f->from > COUNT_MOST;
    if (is_from_wrong || *f->to < 1 || *f->to > COUNT_MOST)
        return fail(b, is_from_wrong ? "from" : "to", "experiment-range",
                    "sizes and processors are whole numbers from 1 to 999,999,999");
    return true;
}

static bool add_linear(axis_builder *b, double from, double to, double step)
{
    if (!(fabs(step) > 0 && isfinite(step)) || (to - from) * step < 0)
        return fail(b, step == 0 ? "step" : "to", "experiment-range",
                    step == 0 ? "a step of 0 never gets there"
                              : "the range is empty: its steps lead away from 'to'");
    const double count = floor((to - from) / step * (1 + 1e-12) + 1e-9) + 1;
    if (count > VALUES_MOST)
        return fail(b, "step", "experiment-range", "the range has more than 10,000 values");
    for (int i = 0; i < (int)count; i++)
        add_number(b, from + i * step);
    return true;
}

static bool add_geometric(axis_builder *b, double from, double to, double factor)
{
    if (from == 0 || to == 0 || from * to < 0)
        return fail(b, from == 0 ? "from" : "to", "experiment-range",
                    "nothing times a factor gets to 0, away from it, or past it; use 'step'");
    if (!(factor > 0) || factor == 1 || !isfinite(factor))
        return fail(b, "factor", "experiment-range",
                    "a factor is a number above 0 that is not 1; 'factor: 2' doubles");
    const double steps = log(to / from) / log(factor);
    if (steps < -1e-9)
        return fail(b, "to", "experiment-range",
                    "the range is empty: its factor leads away from 'to'");
    if (steps > VALUES_MOST)
        return fail(b, "factor", "experiment-range", "the range has more than 10,000 values");
    for (int i = 0; i <= (int)floor(steps + 1e-9); i++)
        add_number(b, from * pow(factor, i));
    return true;
}

/* So many values, the first and the last of them the ends. */
static bool add_counted(axis_builder *b, double from, double to, int count, bool is_geometric)
{
    if (count < 2 || count > VALUES_MOST)
        return fail(b, "count", "experiment-range", "a range has from 2 to 10,000 values");
    if (from == to)
        return fail(b, "to", "experiment-range", "the range is empty: both ends are the same");
    if (is_geometric && (from == 0 || to == 0 || from * to < 0))
        return fail(b, from == 0 ? "from" : "to", "experiment-range",
                    "nothing times a factor gets to 0, away from it, or past it; use 'spacing: "
                    "linear'");
    for (int i = 0; i < count; i++) {
        const double part = (double)i / (count - 1);
        add_number(b, is_geometric ? from * pow(to / from, part) : from + (to - from) * part);
    }
    return true;
}

static bool add_range(axis_builder *b)
{
    const file_axis *f = b->from;
    if (!check_range(b))
        return false;
    if (f->step)
        return add_linear(b, *f->from, *f->to, *f->step);
    if (f->factor)
        return add_geometric(b, *f->from, *f->to, *f->factor);
    return add_counted(b, *f->from, *f->to, *f->count,
                       f->spacing && *f->spacing == SPACING_GEOMETRIC);
}

/* --- Lists ------------------------------------------------------------------ */

static bool is_number(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    return end != text && !*end && isfinite(value);
}

/* A whole number from 1 to COUNT_MOST; of processors also a shape, 2x4. */
static bool is_count(const char *text, bool may_be_shape)
{
    for (;;) {
        const size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 9 || *text == '0')
            return false;
        text += digits;
        if (!*text)
            return true;
        if (!may_be_shape || (*text != 'x' && *text != 'X'))
            return false;
        text++;
    }
}

static bool add_list(axis_builder *b)
{
    const file_axis *f = b->from;
    const yaml_node_t *list = yaml_tree_get(b->tree, b->node, "values", NULL);
    if (f->from || f->to || f->step || f->factor || f->count || f->spacing)
        return fail(b, "values", "experiment-range",
                    "'values' lists all of them: leave out 'from', 'to', 'step', 'factor', 'count' "
                    "and 'spacing'");
    if (f->values_count > VALUES_MOST)
        return fail(b, "values", "experiment-range", "the list has more than 10,000 values");
    for (unsigned i = 0; i < f->values_count; i++) {
        const char *text = arena_strdup(b->ctx->arena, f->values[i]);
        const source_range where = yaml_tree_place(b->tree, yaml_tree_entry(b->tree, list, (int)i));
        const int before = b->values.count;
        if (is_counted(b->out->kind) && !is_count(text, b->out->kind == AXIS_PROCESSORS)) {
            diag_report(b->ctx->diags, DIAG_ERROR, "experiment-value", where,
                        b->out->kind == AXIS_SIZE
                            ? "'%s' is no size, which is a whole number from 1 on"
                            : "'%s' is no number of processors (4) and no shape (2x2)",
                        text);
            return false;
        }
        add(b, text, where);
        if (b->values.count == before) {
            diag_report(b->ctx->diags, DIAG_ERROR, "experiment-value", where, "'%s' is there twice",
                        text);
            return false;
        }
    }
    return true;
}

/* --- Of both ---------------------------------------------------------------- */

static bool check_name(axis_builder *b)
{
    const axis_kind k = b->out->kind;
    const bool needs_name = k == AXIS_SIZE || k == AXIS_PARAMETER || k == AXIS_OPTION;
    if (needs_name && !b->from->name)
        return fail(b, NULL, "experiment-missing",
                    k == AXIS_SIZE        ? "which size? 'name: N'"
                    : k == AXIS_PARAMETER ? "which value of the machine? 'name: ' and its path, "
                                            "as --param takes it"
                                          : "which option? 'name: exchange'");
    if (!needs_name && b->from->name)
        return fail(b, "name", "experiment-name",
                    "only sizes, parameters and options have names of their own: leave it out");
    b->out->name = needs_name ? arena_strdup(b->ctx->arena, b->from->name) : axis_kind_name(k);
    b->out->called = experiment_called(b->ctx->arena, k, b->out->name);
    return true;
}

bool axis_build(fp_context *ctx, yaml_tree *tree, const file_axis *from, const yaml_node_t *node,
                experiment_axis *out)
{
    axis_builder b = {.ctx = ctx, .tree = tree, .from = from, .node = node, .out = out};
    *out = (experiment_axis){.kind = (axis_kind)from->what, .where = place_of(&b, "what")};
    if (!check_name(&b) || !(from->values ? add_list(&b) : add_range(&b)))
        return false;
    out->count = b.values.count;
    out->values = b.values.data;
    out->places = b.places.data;
    out->is_number = true;
    for (int i = 0; i < out->count; i++)
        out->is_number = out->is_number && is_number(out->values[i]);
    return true;
}
