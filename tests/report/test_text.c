#include <string.h>

#include "report/subject.h"
#include "tests/cmocka_all.h"
#include "tests/report/fixture.h"

/* The whole text of each form. Its figures are those of fixture.h, by hand:
 * 700 of 1,000 µs are 70.0 %, 28 of the bar's 40 cells; and so on. */

static void print_profile(fixture *f, FILE *out)
{
    report_profile(f->ctx, out, &f->estimate, plain_style);
}

static void a_profile_says_where_the_time_goes(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_string_equal(
        fixture_print(&f, print_profile),
        "sweep.c: sweep() on toy, 4 processors, T(block), N = 100\n"
        "\n"
        "  1.00 ms, between 950 µs and 1.05 ms\n"
        "\n"
        "  computing       700 µs  70.0 %  ████████████████████████████\n"
        "  communicating   200 µs  20.0 %  ▓▓▓▓▓▓▓▓\n"
        "  overhead       50.0 µs   5.0 %  ▒▒\n"
        "  waiting        50.0 µs   5.0 %  ░░\n"
        "\n"
        "  load balance 0.90 (mean over maximum); processor 1 is the slowest; 200 bytes of arrays a"
        " node\n"
        "\n"
        /* line 5: 700 + 250 of 1,000 µs; its bar of 7.6, rounded 8, cells: 5.9
         * computing, 7.6 with communicating */
        "     time   share  so far  line            messages      bytes  misses\n"
        "   950 µs  95.0 %  95.0 %     5  ██████▓▓        60  480 bytes     123  b[i] = a[i-1] + "
        "a[i+1];\n"
        "  40.0 µs   4.0 %  99.0 %     4                                         for (i = 1; i < "
        "99; i++)\n"
        "  10.0 µs   1.0 %   100 %     3                                         for (it = 0; it < "
        "10; it++)\n"
        "  █ computing  ▓ communicating  ▒ overhead  ░ waiting\n"
        "\n"
        "     time   share  lines  times  loops and calls, with their bodies\n"
        "  1.00 ms   100 %    3-5      1  for (it = 0; it < 10; it++)\n"
        "   990 µs  99.0 %    4-5     10    for (i = 1; i < 99; i++)\n"
        "\n"
        "    time  line  what   of  times  messages      bytes  out, in  largest    takes\n"
        "  200 µs     5  shift  a      10        60  480 bytes     2, 2  8 bytes  10.0 µs\n"
        "  Messages and bytes: of all processors. Time: of the busiest one; out, in and the "
        "largest "
        "message:\n"
        "  when most moves.\n"
        "\n"
        "  1 assumption: sweep.c:3 'it' runs 10 times\n");
    fixture_free(&f);
}

/* The exchange, unit 2, has the waiting: 50 µs as it is, no tenth of the 1,000. */
static const char *waiting_of(fixture *f, double seconds, double balance)
{
    unit_cost costs[6];
    for (int i = 0; i < 6; i++)
        costs[i] = f->estimate.units[i];
    costs[2].time.waiting = seconds;
    estimate e = f->estimate;
    e.units = costs;
    e.parts.waiting = seconds;
    e.balance = balance;
    return subject_waiting(f->ctx, &e);
}

static void waiting_says_for_whom(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_null(waiting_of(&f, 50e-6, 1));
    assert_string_equal(waiting_of(&f, 500e-6, 0.9),
                        "for processors with more work: load balance 0.90");
    assert_string_equal(waiting_of(&f, 500e-6, 1), "for others at the shift on line 5");
    /* Another one transmits for 600 µs, this one for 200. */
    comm_cost more = f.estimate.comms[0];
    more.time = 600e-6;
    f.estimate.comms = &more;
    assert_string_equal(waiting_of(&f, 500e-6, 1),
                        "for processors that exchange more: the shift on line 5 keeps one busy for "
                        "600 µs, and this one for 200 µs");
    fixture_free(&f);
}

static void print_annotated(fixture *f, FILE *out)
{
    report_annotate(f->ctx, out, &f->estimate, plain_style);
}

/* The exchange for the loop on line 4 stands before it: it is inside line 4's
 * 990 µs = 40 + 700 + 250, of which 200 are communication, 20.2 %. */
static void annotation_counts_an_exchange_to_the_loop_it_serves(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_string_equal(fixture_print(&f, print_annotated),
                        "   time     comm  │ sweep.c: sweep() · T(block) on 4 of toy · 1.00 ms\n"
                        "                  │ N = 100\n"
                        "                  │    1   void sweep(void)\n"
                        "                  │    2   {\n"
                        " 1.00 ms  20.0 % █│    3       for (it = 0; it < 10; it++) // niter\n"
                        "  990 µs  20.2 % █│    4           for (i = 1; i < 99; i++)\n"
                        "  950 µs  21.1 % █│    5               b[i] = a[i-1] + a[i+1];\n"
                        "                  │    6   }\n");
    fixture_free(&f);
}

/* The estimate is made by hand: there is no graph whose uses of lines could be asked for. */
static void print_remarks(fixture *f, FILE *out)
{
    const estimate_options by_sizes = {.memory = MEMORY_PAPER, .overlap = -1};
    report_remarks(f->ctx, &f->estimate, &(bindings){0}, &by_sizes);
    diag_print(f->ctx->diags, out, false, DIAG_REMARK);
}

/* 99 % lies in the loop on line 4, so that it is the only one. */
static void remarks_name_the_loop_that_matters(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_string_equal(
        fixture_print(&f, print_remarks),
        "sweep.c:1:6: remark: 1.00 ms in all; on 4 processors of toy [-Rpredict]\n"
        "    1 | void sweep(void)\n"
        "      |      ^\n"
        "sweep.c:4:9: remark: 990 µs, 99.0 % of the program; on 4 processors of toy [-Rpredict]\n"
        "    4 |         for (i = 1; i < 99; i++)\n"
        "      |         ^\n"
        "sweep.c:4:9: note: 10 × (49 iterations on the busiest processor, 99.0 µs)\n"
        "sweep.c:5:20: note: 'a' needs the elements at both ends of its neighbours: 2 messages of "
        "8 bytes, 10.0 µs each, 10 times\n"
        "    5 |             b[i] = a[i-1] + a[i+1];\n"
        "      |                    ^\n"
        "sweep.c:3:5: remark: assumed: 'it' runs 10 times [-Rpredict]\n"
        "    3 |     for (it = 0; it < 10; it++) // niter\n"
        "      |     ^\n");
    fixture_free(&f);
}

/* As before, but one of the messages is half as large, and takes less. */
static void messages_that_differ_say_so(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    comm_cost unlike = f.estimate.comms[0];
    unlike.message_least = 4;
    unlike.is_alike = false;
    f.estimate.comms = &unlike;
    assert_non_null(strstr(fixture_print(&f, print_remarks),
                           ": 2 messages of 4 to 8 bytes, at most 10.0 µs each, 10 times\n"));
    /* Of thousands of kilobytes each has its unit. */
    unlike.message_bytes = 2e6;
    assert_non_null(strstr(fixture_print(&f, print_remarks),
                           ": 2 messages of 4 bytes to 2.00 MB, at most 10.0 µs each"));
    fixture_free(&f);
}

static void print_sweep(fixture *f, FILE *out)
{
    estimate twice = f->estimate;
    twice.procs = twice.shape[0] = 8;
    twice.time = 0.5e-3;
    twice.parts = (breakdown){.computation = 0.35e-3, .communication = 0.15e-3};
    twice.balance = 1;
    const estimate *both[] = {&f->estimate, &twice};
    report_sweep(f->ctx, out, 2, both, plain_style);
}

static void a_sweep_has_a_column_for_what_differs(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_string_equal(
        fixture_print(&f, print_sweep),
        "sweep.c: sweep() on toy, T(block), N = 100\n"
        "\n"
        "  processors     time  computing  communicating  waiting  overhead  balance\n"
        "           4  1.00 ms     70.0 %         20.0 %    5.0 %     5.0 %     0.90\n"
        "           8   500 µs     70.0 %         30.0 %    0.0 %     0.0 %     1.00\n");
    fixture_free(&f);
}

static alternative named(const fixture *f, const char *name, double time, double of_processing,
                         double of_communication)
{
    alternative alt = {.name = name, .is_predicted = true, .result = f->estimate};
    alt.result.time = time;
    alt.result.error[0] = of_processing;
    alt.result.error[2] = of_communication;
    alt.result.parts = (breakdown){.computation = 0.5 * time, .communication = 0.5 * time};
    return alt;
}

static void print_comparison(fixture *f, FILE *out)
{
    alternative ranked[] = {named(f, "T(block)", 1e-3, 10e-6, 0),
                            named(f, "T(cyclic(16))", 1.01e-3, 10e-6, 10e-6),
                            named(f, "T(cyclic)", 12.5e-3, 100e-6, 0),
                            {.name = "T(block(3))"}};
    const char *const sentences[] = {"T(cyclic) loses 5.75 ms to communication: a long sentence "
                                     "that goes on past the hundredth column of the terminal."};
    const comparison c = {
        .count = 4, .ranked = ranked, .sentence_count = 1, .sentences = sentences};
    report_compare(f->ctx, out, &c, plain_style);
}

/* 10 µs apart with a standard error of 10 µs: the processing's is shared. */
static void a_comparison_ranks_and_says_what_is_close(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_string_equal(
        fixture_print(&f, print_comparison),
        "sweep.c: sweep() on toy, 4 processors, N = 100\n"
        "\n"
        "  distribution   grid     time  vs best    computing  communicating  waiting  overhead\n"
        "▸ T(block)       4     1.00 ms     1.00       50.0 %         50.0 %    0.0 %     0.0 %\n"
        "  T(cyclic(16))  4     1.01 ms     1.01 ≈     50.0 %         50.0 %    0.0 %     0.0 %\n"
        "  T(cyclic)      4     12.5 ms     12.5       50.0 %         50.0 %    0.0 %     0.0 %\n"
        "  T(block(3))    -           -        -\n"
        "\n"
        "  T(cyclic) loses 5.75 ms to communication: a long sentence that goes on past the "
        "hundredth column\n"
        "  of the terminal.\n"
        "\n"
        "  1 assumption: sweep.c:3 'it' runs 10 times\n");
    fixture_free(&f);
}

/* The sweep is faster with T(cyclic), 400 instead of 600 µs, though its slowest
 * processor spends only 350 in it; the other region with T(block), and so is the
 * whole. The inner part of the sweep counts in it. */
static void print_regions(fixture *f, FILE *out)
{
    const source_file *file = f->file;
    const source_region sweep = {.name = "sweep", .extent = {file, 3, 1, 5, 2}};
    const source_region inner = {.name = "inner", .extent = {file, 4, 1, 5, 2}, .parent = &sweep};
    const source_region rest = {.name = "rest", .extent = {file, 6, 1, 6, 2}};
    const region_cost block[] = {
        {.region = &sweep, .time = {.computation = 600e-6}, .longest = 600e-6},
        {.region = &inner, .time = {.computation = 300e-6}, .longest = 300e-6},
        {.region = &rest, .time = {.computation = 300e-6, .waiting = 100e-6}, .longest = 350e-6}};
    const region_cost cyclic[] = {
        {.region = &sweep, .time = {.computation = 350e-6}, .longest = 400e-6},
        {.region = &inner, .time = {.computation = 120e-6}, .longest = 120e-6},
        {.region = &rest, .time = {.computation = 1000e-6}, .longest = 1000e-6}};
    alternative ranked[] = {named(f, "T(block)", 1e-3, 0, 0), named(f, "T(cyclic)", 1.4e-3, 0, 0)};
    ranked[0].result.regions = block;
    ranked[1].result.regions = cyclic;
    for (int i = 0; i < 2; i++)
        ranked[i].result.region_count = 3;
    const comparison c = {.count = 2, .ranked = ranked};
    report_compare_regions(f->ctx, out, &c, plain_style);
}

static void a_comparison_tells_what_is_faster_where(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    assert_string_equal(fixture_print(&f, print_regions),
                        "\n"
                        "  region   lines  fastest      time  T(block)  T(cyclic)\n"
                        "  sweep      3-5  T(cyclic)  400 µs      1.50       1.00\n"
                        "    inner    4-5  T(cyclic)  120 µs      2.50       1.00\n"
                        "  rest         6  T(block)   400 µs      1.00       2.50\n"
                        "  Each region with its fastest one would take 200 µs less than T(block) "
                        "throughout (20.0 % of "
                        "the\n"
                        "  time), but for redistributing in between.\n");
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_says_where_the_time_goes),
        cmocka_unit_test(annotation_counts_an_exchange_to_the_loop_it_serves),
        cmocka_unit_test(remarks_name_the_loop_that_matters),
        cmocka_unit_test(messages_that_differ_say_so),
        cmocka_unit_test(waiting_says_for_whom),
        cmocka_unit_test(a_sweep_has_a_column_for_what_differs),
        cmocka_unit_test(a_comparison_ranks_and_says_what_is_close),
        cmocka_unit_test(a_comparison_tells_what_is_faster_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
