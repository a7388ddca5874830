#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/report/fixture.h"

/* The forms that need a whole graph, of a model made by hand: three iterations of a statement of 1
 * addition, 2 µs, whose cost is not whole; and one whose flow is not known. */

typedef struct predicted {
    model *m;
    estimate e;
    bindings values;
} predicted;

static void set_unknown(model *m, node *n, unknown_kind kind, const char *reason)
{
    unknown_effect *u = ARENA_NEW(m->ctx->arena, unknown_effect);
    *u = (unknown_effect){.kind = kind, .where = n->where, .reason = reason};
    n->unknowns = u;
}

static int set_up(void **state)
{
    predicted *p = calloc(1, sizeof *p);
    p->m = model_new();
    p->m->processing.op[SAG_OP_float_add] = value(2e-6);
    node *inside = work(p->m, 1), *last = work(p->m, 1);
    set_unknown(p->m, inside, UNKNOWN_COST, "'lap' has no body here");
    set_unknown(p->m, last, UNKNOWN_FLOW, "'put' has no body here");
    node *all =
        loop(p->m, var(p->m, "i"), number(p->m, 1), number(p->m, 3), number(p->m, 1), inside);
    p->e = predict_on(p->m, SEQUENCE(all, last), 1);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    predicted *p = *state;
    model_free(p->m);
    free(p);
    return 0;
}

/* What a form prints, in memory of the model. */
static const char *printed(predicted *p, void (*print)(predicted *p, FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    print(p, out);
    fclose(out);
    const char *copy = arena_strndup(p->m->ctx->arena, text, size);
    free(text);
    return copy;
}

static void says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void print_units(predicted *p, FILE *out)
{
    report_breakdown(p->m->ctx, out, &p->e, REPORT_BY_UNIT, plain_style);
}

static void units_are_marked(void **state)
{
    const char *text = printed(*state, print_units);
    says(text, "  8.00 µs, but for ");
    says(text, "\n  ≥ 6.00 µs    6.00 µs      3 ");
    says(text, "\n  ? 2.00 µs    2.00 µs      1 ");
}

static void print_first(predicted *p, FILE *out)
{
    const source_range where = p->e.unknowns[0]->where;
    const source_lines lines = {where.file, where.line, where.line};
    report_derivation(p->m->ctx, out, &p->e, &p->values, &(estimate_options){0}, &lines,
                      plain_style);
}

static void print_none(predicted *p, FILE *out)
{
    const source_lines lines = {p->e.unknowns[0]->where.file, 1000, 1000};
    report_derivation(p->m->ctx, out, &p->e, &p->values, &(estimate_options){0}, &lines,
                      plain_style);
}

static void a_derivation_says_what_it_lacks(void **state)
{
    const char *text = printed(*state, print_first);
    says(text, "\n\n  Not known, and not counted here: ");
    says(text, "'lap' has no body here.\n");
    assert_null(strstr(text, "'put'"));
    says(text,
         "  The prediction is not complete: 1 thing is not known on other lines. Without --at "
         "they are named.\n\n");
    says(printed(*state, print_none), "2 things are not known on other lines.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(units_are_marked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_derivation_says_what_it_lacks, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
