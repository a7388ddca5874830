/* The database of results: what is put into it comes out, and files that are none are told. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/database/axis.h"
#include "experiment/database/internal.h"
#include "tests/cmocka_all.h"

typedef struct fixture {
    fp_context *ctx;
    char folder[32];
    const char *path;
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/fp-database-XXXXXX");
    *state = f;
    f->ctx = fp_context_new();
    if (!mkdtemp(f->folder))
        return -1;
    f->path = arena_printf(f->ctx->arena, "%s/results.db", f->folder);
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    unlink(f->path);
    rmdir(f->path);
    rmdir(f->folder);
    fp_context_free(f->ctx);
    free(f);
    return 0;
}

static stored_experiment new_experiment(fixture *f, const char *name)
{
    stored_experiment e = {
        .name = name, .title = "a title", .text = "name: e", .folder = "/", .point_count = 6};
    const named_text procs = {"processors", "processors"}, size = {"N", "size"};
    VEC_PUSH(f->ctx->arena, &e.axes, procs);
    VEC_PUSH(f->ctx->arena, &e.axes, size);
    return e;
}

static stored_result new_result(fixture *f, int point, const char *procs, const char *size,
                                double time)
{
    stored_result r = {.point = point,
                       .key = arena_printf(f->ctx->arena, "key of %s %s", procs, size),
                       .kind = "estimate",
                       .is_done = true,
                       .is_complete = true,
                       .time = time,
                       .low = NAN,
                       .high = NAN,
                       .command = "fpredict estimate a.c"};
    const named_text p = {"processors", procs}, n = {"N", size};
    VEC_PUSH(f->ctx->arena, &r.settings, p);
    VEC_PUSH(f->ctx->arena, &r.settings, n);
    return r;
}

static void what_is_put_comes_out(void **state)
{
    fixture *f = *state;
    bool is_found;
    result_list all = {0};
    experiment_list list = {0};
    database *d = database_open(f->ctx, f->path, true);
    stored_experiment e = new_experiment(f, "e"), other = new_experiment(f, "another");
    assert_true(database_begin(d, &e) && database_begin(d, &other));
    stored_result r = new_result(f, 3, "2x2", "8", 0.25), failed = new_result(f, 1, "1", "8", NAN);
    const named_time part = {"waiting", 0.0625};
    VEC_PUSH(f->ctx->arena, &r.parts, part);
    failed.is_done = false;
    failed.message = "no room";
    assert_true(database_add(d, e.id, &r) && database_add(d, e.id, &failed));
    database_close(d);

    d = database_open(f->ctx, f->path, false); /* it is in the file */
    assert_true(database_results(d, e.id, &all));
    assert_int_equal(all.count, 2);
    assert_int_equal(all.data[0].point, 1);
    assert_false(all.data[0].is_done);
    assert_string_equal(all.data[0].message, "no room");
    assert_true(isnan(all.data[0].time) && isnan(all.data[1].low));
    assert_true(all.data[1].time == 0.25 && all.data[1].parts.data[0].seconds == 0.0625);
    assert_string_equal(stored_value(&all.data[1], "processors"), "2x2");
    assert_null(stored_value(&all.data[1], "M"));
    assert_true(database_experiments(d, &list));
    assert_int_equal(list.count, 2);
    assert_string_equal(list.data[0].name, "another");
    assert_int_equal(list.data[1].done, 1);
    assert_int_equal(list.data[1].failed, 1);
    database_close(d);

    /* A result serves another experiment; one that has failed serves none, and is replaced. */
    d = database_open(f->ctx, f->path, true);
    assert_true(database_take(d, other.id, 5, r.key, &is_found) && is_found);
    assert_true(database_take(d, other.id, 5, failed.key, &is_found) && !is_found);
    failed.is_done = true;
    failed.time = 1;
    failed.message = NULL;
    assert_true(database_add(d, other.id, &failed));
    all = (result_list){0};
    assert_true(database_results(d, e.id, &all));
    assert_int_equal(all.count, 2);
    assert_true(all.data[0].is_done && all.data[0].time == 1 && !all.data[0].message);
    /* Begun anew it has no points, and the results stay. */
    assert_true(database_begin(d, &e));
    all = (result_list){0};
    assert_true(database_results(d, e.id, &all) && all.count == 0);
    assert_true(database_take(d, e.id, 3, r.key, &is_found) && is_found);
    database_close(d);
}

static void speed_up(void **state)
{
    fixture *f = *state;
    const stored_experiment e = new_experiment(f, "e");
    result_list all = {0};
    const struct {
        const char *procs, *size;
        double time;
    } runs[] = {{"2", "8", 6}, {"2x2", "8", 4}, {"1", "16", 10}, {"8", "16", 2}};
    /* From two processors on: 2 * 6 / 4; from one on: 10 / 2. */
    const double expected[] = {2, 3, 1, 5};
    for (int i = 0; i < 4; i++) {
        const stored_result r = new_result(f, i, runs[i].procs, runs[i].size, runs[i].time);
        VEC_PUSH(f->ctx->arena, &all, r);
    }
    const double *found = stored_speed_ups(f->ctx->arena, &e, &all);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(found[i] - expected[i]) < 1e-12);
}

/* Shapes alone, from two processors on: 2 * 7 / 7, 2 * 7 / 4, and of a shape with three dimensions
 * 2 * 7 / 3.5. */
static void speed_up_of_shapes(void **state)
{
    fixture *f = *state;
    const stored_experiment e = new_experiment(f, "e");
    result_list all = {0};
    const char *const shapes[] = {"1x2", "2x2", "2x2x2"};
    const double times[] = {7, 4, 3.5}, expected[] = {2, 3.5, 4};
    for (int i = 0; i < 3; i++) {
        const stored_result r = new_result(f, i, shapes[i], "8", times[i]);
        VEC_PUSH(f->ctx->arena, &all, r);
    }
    const double *found = stored_speed_ups(f->ctx->arena, &e, &all);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(found[i] - expected[i]) < 1e-12);
}

static void numbers(void **state)
{
    (void)state;
    assert_true(stored_number("1x1") == 1 && stored_number("2x4") == 8);
    assert_true(stored_number("2x3X4") == 24 && stored_number("2.5") == 2.5);
    assert_true(isnan(stored_number("2x")) && isnan(stored_number("x2")));
    assert_true(isnan(stored_number("2x4y")) && isnan(stored_number("block")));
    assert_true(isnan(stored_number("")) && isnan(stored_number(NULL)));
}

static void refuses(fixture *f, bool is_to_write, const char *expected)
{
    source_range where;
    f->ctx->diags = diag_list_new(f->ctx->arena);
    assert_null(database_open(f->ctx, f->path, is_to_write));
    const char *said = diag_first_error(f->ctx->diags, &where);
    if (!said || !strstr(said, expected))
        fail_msg("'%s' and not '%s'", said ? said : "nothing", expected);
}

static void write_file(fixture *f, const char *text, long at)
{
    FILE *out = fopen(f->path, at ? "r+" : "w");
    assert_non_null(out);
    fseek(out, at, SEEK_SET);
    fputs(text, out);
    fclose(out);
}

static void execute(fixture *f, const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(f->path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

static void what_is_no_database(void **state)
{
    fixture *f = *state;
    refuses(f, false, "No such file");
    write_file(f,
               "N,time_s\n16,0.5\n and so on, so that it is longer than the header of a file of "
               "SQLite, which has 100 bytes\n",
               0);
    refuses(f, true, "is no file of SQLite");
    unlink(f->path);
    execute(f, "CREATE TABLE recipes (name)");
    refuses(f, true, "is one of another program");
    unlink(f->path);
    database_close(database_open(f->ctx, f->path, true));
    execute(f, "PRAGMA user_version = 7");
    refuses(f, true, "is of version 7, and this fpredict reads version 1");
    refuses(f, false, "is of version 7");
    execute(f, "PRAGMA user_version = 1");
    write_file(f, "this was the root of all tables", 100);
    refuses(f, true, "is damaged");
    unlink(f->path);
    mkdir(f->path, 0777);
    refuses(f, true, "is a folder");
    rmdir(f->path);
    const char *there = f->path;
    f->path = arena_printf(f->ctx->arena, "%s/not/there.db", f->folder);
    refuses(f, true, "cannot be opened: No such file");
    f->path = there;
}

static void what_is_locked(void **state)
{
    fixture *f = *state;
    sqlite3 *handle;
    database_close(database_open(f->ctx, f->path, true));
    assert_int_equal(sqlite3_open(f->path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    refuses(f, true, "is locked");
    sqlite3_close(handle);
}

/* What is in it stays. */
static void what_is_full(void **state)
{
    fixture *f = *state;
    source_range where;
    result_list all = {0};
    int kept = 0;
    database *d = database_open(f->ctx, f->path, true);
    stored_experiment e = new_experiment(f, "e");
    assert_true(database_begin(d, &e));
    assert_true(database_execute(d, "PRAGMA max_page_count = 16"));
    for (; kept < 10000; kept++) {
        stored_result r = new_result(f, kept, arena_printf(f->ctx->arena, "%d", kept + 1), "8", 1);
        if (!database_add(d, e.id, &r))
            break;
    }
    assert_true(kept > 0 && kept < 10000);
    assert_non_null(strstr(diag_first_error(f->ctx->diags, &where), "there is no room left"));
    assert_true(database_results(d, e.id, &all));
    assert_int_equal(all.count, kept);
    database_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_put_comes_out, begin, end),
        cmocka_unit_test_setup_teardown(speed_up, begin, end),
        cmocka_unit_test_setup_teardown(speed_up_of_shapes, begin, end),
        cmocka_unit_test(numbers),
        cmocka_unit_test_setup_teardown(what_is_no_database, begin, end),
        cmocka_unit_test_setup_teardown(what_is_locked, begin, end),
        cmocka_unit_test_setup_teardown(what_is_full, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
