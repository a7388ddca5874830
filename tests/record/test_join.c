/* What ranks have written becomes one trace: by hand, by a twin that knows which communicators are
 * one, and of damaged files. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "tests/random.h"
#include "tests/said.h"
#include "trace/record/join.h"

static void begin_folder(void)
{
    assert_int_equal(system("rm -rf join.raw join.d"), 0);
    assert_int_equal(mkdir("join.raw", 0777), 0);
}

/* --- Writing, as the library does --- */

typedef struct rank_files {
    FILE *events, *names;
    raw_header header;
} rank_files;

static rank_files begin_rank(uint32_t rank, uint32_t size)
{
    char path[64];
    rank_files f = {
        .header = {.magic = RAW_MAGIC, .rank = rank, .size = size, .is_complete = 1, .ended = 1}};
    snprintf(path, sizeof path, "join.raw/rank-%06u.events", rank);
    f.events = fopen(path, "wb");
    snprintf(path, sizeof path, "join.raw/rank-%06u.names", rank);
    f.names = fopen(path, "wb");
    assert_true(f.events && f.names);
    fseek(f.events, RAW_FIRST, SEEK_SET);
    return f;
}

static void end_rank(rank_files *f)
{
    f->header.used = (uint64_t)ftell(f->events);
    rewind(f->events);
    fwrite(&f->header, sizeof f->header, 1, f->events);
    assert_int_equal(fclose(f->events), 0);
    assert_int_equal(fclose(f->names), 0);
}

static void put_name(rank_files *f, raw_name name, const void *data, size_t bytes)
{
    static const char zeros[8];
    name.bytes = (uint32_t)((bytes + 7) / 8 * 8);
    fwrite(&name, sizeof name, 1, f->names);
    fwrite(data, 1, bytes, f->names);
    fwrite(zeros, 1, name.bytes - bytes, f->names);
}

static void put_region(rank_files *f, uint32_t number, uint32_t role, const char *text)
{
    put_name(f, (raw_name){.kind = RAW_REGION, .what = role, .number = number}, text, strlen(text));
}

static void put_comm(rank_files *f, uint32_t number, raw_made how, uint32_t parent, uint32_t order,
                     uint32_t size, const uint32_t *ranks)
{
    put_name(f,
             (raw_name){.kind = RAW_COMM,
                        .what = how,
                        .number = number,
                        .parent = parent,
                        .order = order,
                        .size = size},
             ranks, size * sizeof *ranks);
}

static void put_event(rank_files *f, int kind, uint32_t what, uint64_t time, const void *more,
                      size_t bytes)
{
    const raw_event e = {.kind = (uint8_t)(1 + kind), .what = what, .time = time};
    fwrite(&e, sizeof e, 1, f->events);
    if (bytes)
        fwrite(more, 1, bytes, f->events);
}

static void put_together(rank_files *f, uint32_t comm, uint64_t time, uint64_t bytes)
{
    const raw_together t = {.root = 0, .bytes = bytes};
    put_event(f, TRACE_COLLECTIVE_END, comm, time, &t, sizeof t);
}

/* --- By hand ---
 * Rank 1's clock is 1000 behind at 0 and 1100 at 1000. It has met "solve" first; both send to the
 * other, rank 1 in a communicator where it is rank 0. */
static void write_two(void)
{
    begin_folder();
    static const uint32_t both[] = {0, 1}, back[] = {1, 0};
    for (uint32_t r = 0; r < 2; r++) {
        rank_files f = begin_rank(r, 2);
        put_region(&f, 0, TRACE_USER, r == 0 ? "prog" : "solve\na.c\n7");
        put_region(&f, 1, TRACE_USER, r == 0 ? "solve\na.c\n7" : "prog");
        put_comm(&f, 2, RAW_BY_ALL, RAW_WORLD, 0, 2, both);
        put_comm(&f, 3, RAW_BY_ALL, RAW_WORLD, 1, 2, back);
        if (r == 1) {
            f.header.ended = 1000;
            f.header.offset_began = 1000;
            f.header.offset_ended = 1100;
            f.header.offset_error = 3;
        } else {
            f.header.began = 900;
        }
        const raw_message m = {.peer = r == 0 ? 1 : 1, .tag = 5, .bytes = 80 + r};
        put_event(&f, TRACE_ENTER, r, r == 0 ? 1000 : 100, NULL, 0);
        put_event(&f, TRACE_SEND, r == 0 ? 2 : 3, r == 0 ? 1500 : 500, &m, sizeof m);
        end_rank(&f);
    }
}

static void two_ranks(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    record_summary s;
    trace_event e;
    write_two();
    assert_true(record_join(ctx, "join.raw", "join.d", &s));
    assert_true(s.is_whole);
    assert_int_equal(s.rank_count, 2);
    assert_int_equal(s.events, 4);
    assert_int_equal(s.clocks, 1);
    trace *t = trace_open_path(ctx, "join.d");
    assert_non_null(t);
    assert_int_equal(t->region_count, 2);
    assert_int_equal(t->comm_count, 4);
    /* The trace begins at 900, when rank 0 did; rank 1's 0 is 1000 of rank 0's clock, 100 is 1110,
     * and 500 is 1550. */
    static const uint64_t times[2][2] = {{100, 600}, {210, 650}};
    for (uint32_t r = 0; r < 2; r++) {
        trace_cursor *c = trace_rank_events(ctx, t, r);
        assert_true(trace_next(c, &e));
        assert_int_equal(e.time, times[r][0]);
        assert_string_equal(t->regions[e.region].name, "prog");
        assert_true(trace_next(c, &e));
        assert_int_equal(e.time, times[r][1]);
        assert_int_equal(e.bytes, 80 + r);
        assert_int_equal(t->comms[e.comm].ranks[e.peer], 1 - r);
        assert_false(trace_next(c, &e));
        assert_false(trace_is_broken(c));
    }
    for (uint32_t i = 0; i < 2; i++)
        if (strcmp(t->regions[i].name, "solve") == 0)
            assert_int_equal(t->regions[i].line, 7);
    trace_close(t);
    fp_context_free(ctx);
}

/* --- Communicators: who knows which are one ---
 * Ranks make communicators at random: all of one together, of several colours, or some of one as a
 * group. Each that is made has a number, and each rank that is in it says so in an event. */

enum { RANKS = 5, MADE_MOST = 60 };

typedef struct twin_comm {
    uint32_t size, ranks[RANKS];
    uint32_t own[RANKS]; /* its number for that rank of the world */
    uint32_t made;       /* of it, by all */
} twin_comm;

static uint32_t counts[RANKS]; /* communicators of each rank */

static void twin_make(rank_files *f, twin_comm *all, int *count, const twin_comm *parent,
                      raw_made how, uint32_t order, const twin_comm *members)
{
    if (members->size == 0)
        return;
    twin_comm c = {.size = members->size};
    for (uint32_t i = 0; i < c.size; i++) {
        const uint32_t r = c.ranks[i] = members->ranks[i];
        c.own[r] = counts[r]++;
        put_comm(&f[r], c.own[r], how, parent->own[r], order, c.size, members->ranks);
        put_together(&f[r], c.own[r], 10, (uint64_t)*count);
    }
    all[(*count)++] = c;
}

static void make_one(uint64_t *random, rank_files *f, twin_comm *all, int *count)
{
    twin_comm *parent = &all[random_below(random, *count)], groups[2] = {0};
    const bool is_group = random_below(random, 3) == 0, is_backward = random_below(random, 2);
    for (uint32_t i = 0; i < parent->size; i++) {
        const uint32_t r = parent->ranks[is_backward ? parent->size - 1 - i : i];
        twin_comm *g = &groups[random_below(random, 4) == 0];
        g->ranks[g->size++] = r;
    }
    const twin_comm before = *parent;
    if (is_group) {
        twin_make(f, all, count, &before, RAW_BY_GROUP, 0, &groups[0]);
        return;
    }
    parent->made++;
    for (int i = 0; i < 2; i++)
        twin_make(f, all, count, &before, RAW_BY_ALL, before.made, &groups[i]);
}

static void check_twin(fp_context *ctx, const twin_comm *all, int count)
{
    record_summary s;
    trace_event e;
    uint32_t found[MADE_MOST + 2];
    memset(found, 0xff, sizeof found);
    assert_true(record_join(ctx, "join.raw", "join.d", &s));
    trace *t = trace_open_path(ctx, "join.d");
    assert_non_null(t);
    assert_int_equal(t->comm_count, count + 1); /* that of each rank alone */
    for (uint32_t r = 0; r < RANKS; r++) {
        trace_cursor *c = trace_rank_events(ctx, t, r);
        while (trace_next(c, &e)) {
            const twin_comm *twin = &all[e.bytes];
            assert_true(found[e.bytes] == UINT32_MAX || found[e.bytes] == e.comm);
            found[e.bytes] = e.comm;
            assert_int_equal(t->comms[e.comm].size, twin->size);
            assert_memory_equal(t->comms[e.comm].ranks, twin->ranks, twin->size * 4);
        }
        assert_false(trace_is_broken(c));
    }
    for (int i = 1; i < count; i++)
        for (int k = 1; k < i; k++)
            assert_int_not_equal(found[i], found[k]);
    trace_close(t);
}

static void communicators(void **state)
{
    (void)state;
    uint64_t random = 19;
    for (int round = 0; round < 20; round++) {
        fp_context *ctx = fp_context_new();
        rank_files f[RANKS];
        twin_comm all[MADE_MOST + 2] = {{.size = RANKS}};
        int count = 1;
        begin_folder();
        for (uint32_t r = 0; r < RANKS; r++) {
            f[r] = begin_rank(r, RANKS);
            all[0].ranks[r] = r;
            all[0].own[r] = RAW_WORLD;
            counts[r] = RAW_FIRST_MADE;
        }
        while (count < MADE_MOST)
            make_one(&random, f, all, &count);
        for (uint32_t r = 0; r < RANKS; r++)
            end_rank(&f[r]);
        check_twin(ctx, all, count);
        fp_context_free(ctx);
    }
}

/* --- Damaged --- */

static void damage(uint64_t *random, const char *path)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    for (int i = 1 + random_below(random, 4); i-- > 0;) {
        /* Not in what is zero after the header. */
        const long at = (long)random_below(random, (int)size);
        fseek(f, at < RAW_FIRST && at > 600 ? at % 600 : at, SEEK_SET);
        fputc(random_below(random, 256), f);
    }
    fclose(f);
}

/* Whatever is in the files, it is a trace that can be read, or an error is said. */
static void damaged(void **state)
{
    (void)state;
    static const char *const files[] = {"join.raw/rank-000000.events",
                                        "join.raw/rank-000001.events", "join.raw/rank-000000.names",
                                        "join.raw/rank-000001.names"};
    uint64_t random = 7;
    int refused = 0;
    for (int round = 0; round < 120; round++) {
        fp_context *ctx = fp_context_new();
        record_summary s;
        trace_event e;
        write_two();
        damage(&random, files[round % 4]);
        const bool ok = record_join(ctx, "join.raw", "join.d", &s);
        assert_true((ok && !s.is_damaged) == !diag_has_errors(ctx->diags));
        refused += !ok || s.is_damaged;
        trace *t = ok ? trace_open_path(ctx, "join.d") : NULL;
        assert_true(!ok || t);
        for (uint32_t r = 0; t && r < t->rank_count; r++)
            for (trace_cursor *c = trace_rank_events(ctx, t, r); trace_next(c, &e);)
                ;
        if (t)
            trace_close(t);
        fp_context_free(ctx);
    }
    assert_in_range(refused, 12, 119);
}

/* Of rank 1 as much as there is, and all of the others; there was another byte of it. */
static void check_cut(long length, uint64_t events_of_one, const char *expected)
{
    fp_context *ctx = fp_context_new();
    record_summary s;
    write_two();
    assert_int_equal(truncate("join.raw/rank-000001.events", length), 0);
    assert_true(record_join(ctx, "join.raw", "join.d", &s));
    assert_true(s.is_damaged);
    assert_false(s.is_whole);
    assert_int_equal(s.events, 2 + events_of_one);
    char *text = said(ctx->diags, DIAG_ERROR);
    if (!strstr(text, expected))
        fail_msg("it does not say '%s': %s", expected, text);
    free(text);
    fp_context_free(ctx);
}

/* Rank 1 has 4,096 bytes, an event of 16, and one of 32. */
static void cut_off(void **state)
{
    (void)state;
    check_cut(100, 0, "this is not what a rank has written");
    check_cut(600, 0, "it has been cut off, or its header is damaged: 600 bytes, of 4144");
    check_cut(4096, 0, "cut off");
    check_cut(4112, 1, "cut off");
    check_cut(4143, 1, "cut off");
}

/* Rank 0's second event is nonsense: its first is there, and both of rank 1. */
static void others_stay(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    record_summary s;
    write_two();
    FILE *f = fopen("join.raw/rank-000000.events", "r+b");
    fseek(f, RAW_FIRST + sizeof(raw_event), SEEK_SET);
    fputc(200, f);
    fclose(f);
    assert_true(record_join(ctx, "join.raw", "join.d", &s));
    assert_true(s.is_damaged);
    assert_int_equal(s.events, 3);
    fp_context_free(ctx);
}

/* Two files that say they are of 2^31 - 1 ranks; and names that say they are the 2^28th. */
static void numbers_beyond(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    record_summary s;
    begin_folder();
    for (uint32_t r = 0; r < 2; r++) {
        rank_files f = begin_rank(r, INT32_MAX);
        end_rank(&f);
    }
    assert_false(record_join(ctx, "join.raw", "join.d", &s));
    char *text = said(ctx->diags, DIAG_ERROR);
    assert_non_null(strstr(text, "of 2147483647 ranks, of which 2 have files here"));
    free(text);
    assert_int_not_equal(access("join.d", F_OK), 0);
    begin_folder();
    rank_files f = begin_rank(0, 1);
    put_region(&f, (1 << 28) - 1, TRACE_USER, "far");
    put_event(&f, TRACE_COLLECTIVE_BEGIN, RAW_WORLD, 5, NULL, 0);
    end_rank(&f);
    assert_true(record_join(ctx, "join.raw", "join.d", &s));
    assert_true(s.is_damaged);
    assert_int_equal(s.events, 1);
    text = said(ctx->diags, DIAG_ERROR);
    assert_non_null(strstr(text, ".names': this is not what a rank has written"));
    free(text);
    fp_context_free(ctx);
}

/* Files may have 64 bytes: there is no trace, nor its folder, and the next try makes it. */
static void no_room_for_the_trace(void **state)
{
    (void)state;
    struct rlimit before, small;
    record_summary s;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){64, before.rlim_max};
    write_two();
    fp_context *ctx = fp_context_new();
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const bool ok = record_join(ctx, "join.raw", "join.d", &s);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(ok);
    assert_true(diag_has_errors(ctx->diags));
    assert_int_not_equal(access("join.d", F_OK), 0);
    fp_context_free(ctx);
    ctx = fp_context_new();
    assert_true(record_join(ctx, "join.raw", "join.d", &s));
    assert_int_equal(s.events, 4);
    fp_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_ranks),
                                       cmocka_unit_test(communicators),
                                       cmocka_unit_test(damaged),
                                       cmocka_unit_test(cut_off),
                                       cmocka_unit_test(others_stay),
                                       cmocka_unit_test(numbers_beyond),
                                       cmocka_unit_test(no_room_for_the_trace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
