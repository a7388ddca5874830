#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/unknown.h"
#include "tests/cmocka_all.h"
#include "tests/report/fixture.h"

/* What each form says of a prediction that is not complete: the one of fixture.h, with a cost of
 * line 5 that is not counted, or with flow on line 4 that is not known. Its 1,000 µs are then at
 * least that, or anything. The loops around a line have what it has. */

#define LAP "'lap' has no body here"
#define PUT "'put' has no body here and may write 'a'"

static fixture lower(void)
{
    fixture f = fixture_sweep();
    fixture_unknown(&f, UNKNOWN_COST, 5, LAP);
    return f;
}

static fixture neither(void)
{
    fixture f = lower();
    fixture_unknown(&f, UNKNOWN_FLOW, 4, PUT);
    return f;
}

static void says(fixture *f, printer print, const char *part)
{
    const char *text = fixture_print(f, print);
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void says_not(fixture *f, printer print, const char *part)
{
    const char *text = fixture_print(f, print);
    if (strstr(text, part))
        fail_msg("'%s' is in:\n%s", part, text);
}

/* --- A profile ------------------------------------------------------------- */

static void print_profile(fixture *f, FILE *out)
{
    report_profile(f->ctx, out, &f->estimate, plain_style);
}

static void a_profile_of_missing_costs_is_a_lower_bound(void **state)
{
    (void)state;
    fixture f = lower();
    says(&f, print_profile,
         "sweep.c: sweep() on toy, 4 processors, T(block), N = 100\n"
         "\n"
         "  at least 1.00 ms; not counted: sweep.c:5: " LAP "\n"
         "  ≥: at least; a cost is not counted. Shares are of what is known.\n"
         "\n"
         "  computing       700 µs  70.0 %");
    /* The line itself, not those around it; and the loops with their bodies. */
    says(&f, print_profile,
         "\n      time   share  so far  line            messages      bytes  misses\n"
         "  ≥ 950 µs  95.0 %  95.0 %     5  ██████▓▓        60  480 bytes     123  b[i] = a[i-1]");
    says(&f, print_profile, "\n   40.0 µs   4.0 %  99.0 %     4 ");
    says(&f, print_profile, "\n  ≥ 1.00 ms   100 %    3-5      1  for (it");
    says(&f, print_profile, "\n   ≥ 990 µs  99.0 %    4-5     10    for (i ");
    says_not(&f, print_profile, "between");
    fixture_free(&f);
}

static void a_profile_of_unknown_flow_has_no_bound(void **state)
{
    (void)state;
    fixture f = neither();
    says(&f, print_profile,
         "\n"
         "  1.00 ms, but for sweep.c:4: " PUT "; sweep.c:5: 'lap' has no body\n  here\n"
         "  ?: it may take more, or less, and send more messages, or fewer: no interval can be "
         "told. ≥: at\n"
         "  least; a cost is not counted. Shares are of what is known.\n");
    says(&f, print_profile, "\n   ≥ 950 µs  95.0 %");
    says(&f, print_profile, "\n  ? 40.0 µs   4.0 %");
    says(&f, print_profile, "\n   ? 990 µs  99.0 %    4-5 ");
    says_not(&f, print_profile, "between");
    fixture_free(&f);
}

static void of_many_reasons_the_first_are_named(void **state)
{
    (void)state;
    fixture f = lower();
    const char *const more[] = {"'b' is one", "'c' is one", "'d' is one", "'e' is one"};
    for (int i = 0; i < 4; i++)
        fixture_unknown(&f, UNKNOWN_COST, 3, more[i]);
    says(&f, print_profile,
         "  at least 1.00 ms; not counted: sweep.c:5: " LAP
         "; sweep.c:3: 'b' is one;\n  sweep.c:3: "
         "'c' is one; and 2 more, which --format json lists\n");
    fixture_free(&f);
}

/* --- Regions ---------------------------------------------------------------- */

static void set_regions(fixture *f, int count, region_cost *costs)
{
    f->estimate.region_count = count;
    f->estimate.regions = costs;
}

/* Two regions, the second with all that the estimate does not know. */
static void with_regions(fixture *f, printer print, char **text)
{
    const source_region outer = {.name = "sweep", .extent = {f->file, 3, 1, 5, 2}},
                        first = {.name = "start", .extent = {f->file, 1, 1, 2, 2}};
    region_cost costs[] = {
        {.region = &first,
         .time = {.computation = 100e-6},
         .low = 90e-6,
         .high = 110e-6,
         .longest = 100e-6},
        {.region = &outer,
         .time = {.computation = 300e-6},
         .low = 270e-6,
         .high = 330e-6,
         .longest = 310e-6,
         .unknown_count = f->estimate.unknown_count,
         .unknowns = f->estimate.unknowns},
    };
    set_regions(f, 2, costs);
    *text = strdup(fixture_print(f, print));
    set_regions(f, 0, NULL);
}

static void print_regions(fixture *f, FILE *out)
{
    report_breakdown(f->ctx, out, &f->estimate, REPORT_BY_REGION, plain_style);
}

static void regions_have_what_is_inside(void **state)
{
    (void)state;
    char *text;
    fixture f = lower();
    with_regions(&f, print_regions, &text);
    assert_non_null(strstr(text, "\n    100 µs  10.0 µs  10.0 %  start "));
    assert_non_null(strstr(text, "\n  ≥ 300 µs           30.0 %  sweep "));
    assert_non_null(strstr(text, " ≥ 310 µs\n"));
    free(text);
    fixture_free(&f);
    f = neither();
    with_regions(&f, print_regions, &text);
    assert_non_null(strstr(text, "\n    100 µs  10.0 µs  10.0 %  start "));
    assert_non_null(strstr(text, "\n  ? 300 µs           30.0 %  sweep "));
    free(text);
    fixture_free(&f);
}

/* --- Data ------------------------------------------------------------------- */

static void print_json(fixture *f, FILE *out)
{
    const estimate *e = &f->estimate;
    assert_true(report_json(f->ctx, out, 1, &e));
}

static void is_unknown(const json_t *one, const char *kind, int line, const char *reason)
{
    assert_string_equal(json_string_value(json_object_get(one, "file")), "sweep.c");
    assert_int_equal(json_integer_value(json_object_get(one, "line")), line);
    assert_string_equal(json_string_value(json_object_get(one, "kind")), kind);
    assert_string_equal(json_string_value(json_object_get(one, "reason")), reason);
}

static void json_has_no_upper_end_of_a_lower_bound(void **state)
{
    (void)state;
    fixture f = lower();
    json_t *o = json_loads(fixture_print(&f, print_json), JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_number_value(json_object_get(o, "time_s")) == 1e-3);
    assert_true(json_number_value(json_object_get(o, "low_s")) == 0.95e-3);
    assert_true(json_is_null(json_object_get(o, "high_s")));
    assert_true(json_is_false(json_object_get(o, "complete")));
    const json_t *unknown = json_object_get(o, "unknown");
    assert_int_equal(json_array_size(unknown), 1);
    is_unknown(json_array_get(unknown, 0), "cost", 5, LAP);
    json_decref(o);
    fixture_free(&f);
}

static void json_has_no_ends_of_unknown_flow(void **state)
{
    (void)state;
    fixture f = neither();
    char *text;
    with_regions(&f, print_json, &text);
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_null(json_object_get(o, "low_s")));
    assert_true(json_is_null(json_object_get(o, "high_s")));
    assert_true(json_is_false(json_object_get(o, "complete")));
    const json_t *unknown = json_object_get(o, "unknown");
    assert_int_equal(json_array_size(unknown), 2);
    is_unknown(json_array_get(unknown, 0), "cost", 5, LAP);
    is_unknown(json_array_get(unknown, 1), "flow", 4, PUT);

    const json_t *first = json_array_get(json_object_get(o, "regions"), 0);
    assert_true(json_number_value(json_object_get(first, "high_s")) == 110e-6);
    assert_true(json_is_true(json_object_get(first, "complete")));
    assert_null(json_object_get(first, "unknown"));
    const json_t *second = json_array_get(json_object_get(o, "regions"), 1);
    assert_true(json_is_null(json_object_get(second, "low_s")));
    assert_true(json_is_null(json_object_get(second, "high_s")));
    assert_true(json_is_false(json_object_get(second, "complete")));
    assert_int_equal(json_array_size(json_object_get(second, "unknown")), 2);
    json_decref(o);
    free(text);
    fixture_free(&f);
}

static void print_csv(fixture *f, FILE *out)
{
    const estimate *e = &f->estimate;
    assert_true(report_csv(f->ctx, out, 1, &e));
}

#define CSV_HEAD                                                                                   \
    "source,entry,machine,compiler,distributions,processors,shape,N,time_s,low_s,high_s,"          \
    "computation_s,"                                                                               \
    "communication_s,overhead_s,waiting_s,balance,complete,unknown\n"

static void csv_has_empty_cells_and_the_reason(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_string_equal(fixture_print(&f, print_csv), CSV_HEAD
                        "sweep.c,sweep,toy,fpredict,T(block),4,4,100,0.001,0.00095,0.00105,0.0007,"
                        "0.0002,5e-05,5e-05,0.9,true,\n");
    fixture_free(&f);
    f = lower();
    assert_string_equal(fixture_print(&f, print_csv), CSV_HEAD
                        "sweep.c,sweep,toy,fpredict,T(block),4,4,100,0.001,0.00095,,0.0007,0.0002,"
                        "5e-05,5e-05,0.9,false,sweep.c:5: " LAP "\n");
    fixture_free(&f);
    f = neither();
    assert_string_equal(fixture_print(&f, print_csv), CSV_HEAD
                        "sweep.c,sweep,toy,fpredict,T(block),4,4,100,0.001,,,0.0007,0.0002,5e-05,"
                        "5e-05,0.9,false,sweep.c:4: " PUT "; sweep.c:5: " LAP "\n");
    fixture_free(&f);
}

/* --- The source -------------------------------------------------------------- */

static void print_annotated(fixture *f, FILE *out)
{
    report_annotate(f->ctx, out, &f->estimate, plain_style);
}

static void annotated_lines_are_marked(void **state)
{
    (void)state;
    fixture f = neither();
    assert_string_equal(fixture_print(&f, print_annotated),
                        "   time     comm  │ sweep.c: sweep() · T(block) on 4 of toy · 1.00 ms, "
                        "but for what is not "
                        "known\n"
                        "                  │ N = 100\n"
                        "                  │    1   void sweep(void)\n"
                        "                  │    2   {\n"
                        "?1.00 ms  20.0 % █│    3       for (it = 0; it < 10; it++) // niter\n"
                        " ?990 µs  20.2 % █│    4           for (i = 1; i < 99; i++)\n"
                        " ≥950 µs  21.1 % █│    5               b[i] = a[i-1] + a[i+1];\n"
                        "                  │    6   }\n"
                        "                  │    5   not counted: " LAP "\n"
                        "                  │    4   not known: " PUT "\n");
    fixture_free(&f);
}

/* A line that costs nothing is marked, too, and what is in another file has its name. */
static void lines_without_a_cost_are_marked(void **state)
{
    (void)state;
    fixture f = lower();
    const source_file *other = source_add(f.ctx->sources, "of/put.h", "x\n", 2);
    unknown_effect here = {.kind = UNKNOWN_FLOW, .where = {f.file, 6, 1, 6, 2}, .reason = PUT},
                   there = {.kind = UNKNOWN_FLOW, .where = {other, 1, 1, 1, 2}, .reason = PUT};
    const unknown_effect *const both[] = {&here, &there};
    f.estimate.unknown_count = 2;
    f.estimate.unknowns = both;
    says(&f, print_annotated, "\n       ?          │    6   }\n");
    says(&f, print_annotated, "\n                  │        not known: put.h:1: " PUT "\n");
    fixture_free(&f);
}

static void print_copy(fixture *f, FILE *out)
{
    report_annotate_copy(f->ctx, out, &f->estimate);
}

static void a_copy_says_it_at_line_ends(void **state)
{
    (void)state;
    fixture f = fixture_new("sweep.c", "\n\nfor (;;)\n  for (;;)\n    x();\n}\n");
    fixture_unknown(&f, UNKNOWN_COST, 5, LAP);
    assert_string_equal(
        fixture_print(&f, print_copy),
        "\n\nfor (;;)    /* at least 1.00 ms, 100 %, communication 20.0 % */\n"
        "  for (;;)  /* at least 990 µs, 99.0 %, communication 20.2 % */\n"
        "    x();    /* at least 950 µs, 95.0 %, communication 21.1 %; not known: " LAP " */\n"
        "}\n"
        "/* fpredict: at least 1.00 ms on toy, 4 processors, T(block), N = 100 */\n");
    /* No reason ends the comment. */
    unknown_effect here = {
        .kind = UNKNOWN_FLOW, .where = {f.file, 6, 1, 6, 2}, .reason = "a */ in it"};
    const unknown_effect *const one[] = {&here};
    f.estimate.unknown_count = 1;
    f.estimate.unknowns = one;
    says(&f, print_copy, "\n}           /* not known */\n");
    says(&f, print_copy, "/* fpredict: 1.00 ms, but for what is not known on toy, ");
    fixture_free(&f);
}

/* The estimate is made by hand: there is no graph whose uses of lines could be asked for. */
static void print_remarks(fixture *f, FILE *out)
{
    const estimate_options by_sizes = {.memory = MEMORY_PAPER, .overlap = -1};
    report_remarks(f->ctx, &f->estimate, &(bindings){0}, &by_sizes);
    diag_print(f->ctx->diags, out, false, DIAG_REMARK);
}

static void remarks_begin_with_what_is_not_known(void **state)
{
    (void)state;
    fixture f = lower();
    const char *text = fixture_print(&f, print_remarks);
    const char *head = "sweep.c:1:6: remark: at least 1.00 ms in all; on 4 processors of toy "
                       "[-Rpredict]\n";
    assert_memory_equal(text, head, strlen(head));
    assert_non_null(strstr(text, "sweep.c:5:9: note: not counted: " LAP "\n"));
    assert_non_null(strstr(text, "sweep.c:4:9: remark: at least 990 µs, 99.0 % of what is known; "
                                 "on 4 processors of toy"));
    fixture_free(&f);
    f = neither();
    says(&f, print_remarks, "remark: 1.00 ms, but for what is not known in all; on 4");
    says(&f, print_remarks, "note: not known: " PUT "\n");
    fixture_free(&f);
}

/* --- Several ------------------------------------------------------------------ */

static void print_sweep(fixture *f, FILE *out)
{
    estimate twice = f->estimate;
    twice.procs = twice.shape[0] = 8;
    twice.unknown_count = 0;
    const estimate *both[] = {&f->estimate, &twice};
    report_sweep(f->ctx, out, 2, both, plain_style);
}

static void a_sweep_marks_times_and_names_reasons(void **state)
{
    (void)state;
    fixture f = lower();
    assert_string_equal(
        fixture_print(&f, print_sweep),
        "sweep.c: sweep() on toy, T(block), N = 100\n"
        "\n"
        "  processors       time  computing  communicating  waiting  overhead  balance\n"
        "           4  ≥ 1.00 ms     70.0 %         20.0 %    5.0 %     5.0 %     0.90\n"
        "           8    1.00 ms     70.0 %         20.0 %    5.0 %     5.0 %     0.90\n"
        "\n"
        "  Not known: sweep.c:5: " LAP ".\n"
        "  ≥: at least; a cost is not counted. Shares are of what is known.\n");
    fixture_free(&f);
}

static alternative named(const fixture *f, const char *name, double time, int unknown_count)
{
    alternative alt = {.name = name, .is_predicted = true, .result = f->estimate};
    alt.result.time = time;
    alt.result.parts = (breakdown){.computation = 0.5 * time, .communication = 0.5 * time};
    alt.result.unknown_count = unknown_count;
    return alt;
}

static void compare(fixture *f, FILE *out, int best, int other)
{
    alternative ranked[] = {named(f, "T(block)", 1e-3, best), named(f, "T(cyclic)", 2e-3, other),
                            named(f, "T(block(3))", 4e-3, 0)};
    const comparison c = {.count = 3, .ranked = ranked};
    report_compare(f->ctx, out, &c, plain_style);
}

static void print_open(fixture *f, FILE *out)
{
    compare(f, out, 1, 1);
}

static void print_decided(fixture *f, FILE *out)
{
    compare(f, out, 0, 1);
}

static void a_comparison_marks_no_winner_that_may_lose(void **state)
{
    (void)state;
    fixture f = lower();
    says(
        &f, print_open,
        "  distribution  grid       time  vs first    computing  communicating  waiting  overhead\n"
        "  T(block)      4     ≥ 1.00 ms      1.00       50.0 %         50.0 %    0.0 %     0.0 %\n"
        "  T(cyclic)     4     ≥ 2.00 ms    ? 2.00       50.0 %         50.0 %    0.0 %     0.0 %\n"
        "  T(block(3))   4       4.00 ms    ? 4.00       50.0 %         50.0 %    0.0 %     0.0 %\n"
        "  ≥: at least; ");
    says_not(&f, print_open, "▸");
    says(&f, print_decided,
         "  distribution  grid       time  vs best    computing  communicating  waiting  overhead\n"
         "▸ T(block)      4       1.00 ms     1.00       50.0 %         50.0 %    0.0 %     0.0 %\n"
         "  T(cyclic)     4     ≥ 2.00 ms   ≥ 2.00       50.0 %         50.0 %    0.0 %     0.0 %\n"
         "  T(block(3))   4       4.00 ms     4.00       50.0 %         50.0 %    0.0 %     0.0 "
         "%\n");
    fixture_free(&f);
}

/* One alternative alone has no sentences: its reasons stand below. */
static void print_alone(fixture *f, FILE *out)
{
    alternative one = named(f, "T(block)", 1e-3, 1);
    const comparison c = {.count = 1, .ranked = &one};
    report_compare(f->ctx, out, &c, plain_style);
}

static void one_alternative_has_its_reasons(void **state)
{
    (void)state;
    fixture f = lower();
    says(&f, print_alone, "  Not known: sweep.c:5: " LAP ".\n");
    fixture_free(&f);
}

/* Region "sweep" takes 600 and 400 µs, of which the latter is at least that; region "rest" 400
 * and 900, complete. */
typedef struct two {
    source_region sweep, rest;
    region_cost block[2], cyclic[2];
    alternative ranked[2];
    comparison c;
} two;

static void make_two(const fixture *f, two *t)
{
    t->sweep = (source_region){.name = "sweep", .extent = {f->file, 3, 1, 5, 2}};
    t->rest = (source_region){.name = "rest", .extent = {f->file, 6, 1, 6, 2}};
    const region_cost block[] = {
        {.region = &t->sweep, .time = {.computation = 600e-6}, .longest = 600e-6},
        {.region = &t->rest, .time = {.computation = 400e-6}, .longest = 400e-6}};
    const region_cost cyclic[] = {
        {.region = &t->sweep,
         .time = {.computation = 400e-6},
         .longest = 400e-6,
         .unknown_count = f->estimate.unknown_count,
         .unknowns = f->estimate.unknowns},
        {.region = &t->rest, .time = {.computation = 900e-6}, .longest = 900e-6}};
    memcpy(t->block, block, sizeof block);
    memcpy(t->cyclic, cyclic, sizeof cyclic);
    t->ranked[0] = named(f, "T(block)", 1e-3, 0);
    t->ranked[1] = named(f, "T(cyclic)", 1.3e-3, f->estimate.unknown_count);
    t->ranked[0].result.regions = t->block;
    t->ranked[1].result.regions = t->cyclic;
    for (int i = 0; i < 2; i++)
        t->ranked[i].result.region_count = 2;
    t->c = (comparison){.count = 2, .ranked = t->ranked};
}

static void print_by_region(fixture *f, FILE *out)
{
    two t;
    make_two(f, &t);
    report_compare_regions(f->ctx, out, &t.c, plain_style);
}

static void print_json_by_region(fixture *f, FILE *out)
{
    two t;
    make_two(f, &t);
    assert_true(report_json_compare(f->ctx, out, 1, &t.c));
}

static void regions_name_no_fastest_that_may_lose(void **state)
{
    (void)state;
    fixture f = lower();
    assert_string_equal(
        fixture_print(&f, print_by_region),
        "\n"
        "  region  lines  fastest        time  T(block)  T(cyclic)\n"
        "  sweep     3-5  not known  ≥ 400 µs    ? 1.50     ? 1.00\n"
        "  rest        6  T(block)     400 µs      1.00       2.25\n"
        "  Whether each region would be faster with its own one depends on what is not known.\n");
    json_t *all = json_loads(fixture_print(&f, print_json_by_region), 0, NULL);
    const char *const key = "vs_fastest";
    for (size_t i = 0; i < 2; i++) {
        const json_t *regions = json_object_get(json_array_get(all, i), "regions");
        assert_true(json_is_null(json_object_get(json_array_get(regions, 0), key)));
        assert_true(json_number_value(json_object_get(json_array_get(regions, 1), key)) ==
                    (i ? 2.25 : 1.0));
    }
    json_decref(all);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_of_missing_costs_is_a_lower_bound),
        cmocka_unit_test(a_profile_of_unknown_flow_has_no_bound),
        cmocka_unit_test(of_many_reasons_the_first_are_named),
        cmocka_unit_test(regions_have_what_is_inside),
        cmocka_unit_test(json_has_no_upper_end_of_a_lower_bound),
        cmocka_unit_test(json_has_no_ends_of_unknown_flow),
        cmocka_unit_test(csv_has_empty_cells_and_the_reason),
        cmocka_unit_test(annotated_lines_are_marked),
        cmocka_unit_test(lines_without_a_cost_are_marked),
        cmocka_unit_test(a_copy_says_it_at_line_ends),
        cmocka_unit_test(remarks_begin_with_what_is_not_known),
        cmocka_unit_test(a_sweep_marks_times_and_names_reasons),
        cmocka_unit_test(a_comparison_marks_no_winner_that_may_lose),
        cmocka_unit_test(one_alternative_has_its_reasons),
        cmocka_unit_test(regions_name_no_fastest_that_may_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
