/* Each figure is worked out beside it. Messages: 2 µs to make, port 4, way 10, port 4 (they pass it
 * as they come), 1 to take; finding what is asked for 3. So a request that is made at 0 is with its
 * owner at 16, and one that is served from t on is answered at t + 6, the answer there at t + 20
 * and taken at t + 21. */

#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/extrapolation/lab.h"
#include "tests/said.h"

/* Thread 0 reads from thread 1, which computes for so long; then they meet. */
static void one_access(lab *l, long computing)
{
    lab_begin(l, 2);
    lab_event(l, 0, 0, "get from 1 comm 0 bytes 8");
    lab_meet(l, 0, 0);
    lab_event(l, 1, 0, "enter 0");
    lab_event(l, 1, computing, "leave 0");
    lab_meet(l, 1, computing);
    assert_true(lab_run(l));
}

static void an_owner_that_waits_serves_at_once(void **state)
{
    (void)state;
    const request_service all[] = {SERVICE_NO_INTERRUPT, SERVICE_INTERRUPT, SERVICE_POLL};
    for (int i = 0; i < 3; i++) {
        lab l;
        lab_open(&l);
        lab_requests(&l, all[i]);
        lab_set(&l.network.extrapolation.poll_every, 30);
        lab_set(&l.network.extrapolation.interrupt, 5);
        one_access(&l, 0);
        ASSERT_US(lab_time(&l, 0), 37);                        /* 16 + 21 */
        ASSERT_US(lab_time(&l, 1), 37);                        /* at the barrier from 0 on */
        ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_RUNTIME), 3);   /* 2 + 1 */
        ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_INTERFACE), 8); /* a port each way */
        ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_NETWORK), 20);
        ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_OWNER), 6); /* 1 + 3 + 2 */
        ASSERT_US(lab_part(&l, 1, EXTRAPOLATED_LAST), 37);
        ASSERT_US(l.result.ranks[1].serving * 1e6, 6);
        lab_close(&l);
    }
}

static void without_interrupt_it_waits_until_its_owner_does(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_requests(&l, SERVICE_NO_INTERRUPT);
    one_access(&l, 100);
    ASSERT_US(lab_time(&l, 0), 121);                        /* served from 100 on */
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_OWNER), 84 + 6); /* 16 to 100, and the service */
    ASSERT_US(lab_part(&l, 1, EXTRAPOLATED_SERVING), 0);    /* nothing held it up */
    lab_close(&l);
}

static void an_interrupt_suspends_computing(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_set(&l.network.extrapolation.interrupt, 5);
    one_access(&l, 100);
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_LAST), 111 - 42); /* 16 + 5 + 21 = 42 */
    ASSERT_US(lab_part(&l, 1, EXTRAPOLATED_SERVING), 11);    /* 5 + 6 */
    ASSERT_US(lab_part(&l, 1, EXTRAPOLATED_COMPUTING), 100);
    ASSERT_US(lab_time(&l, 1), 111);
    ASSERT_US(lab_time(&l, 0), 111);
    lab_close(&l);
}

/* Looks after 30, 60, 90 and 100 of computing, 2 each: the first from 30 to 32 finds it. */
static void who_polls_finds_it_at_the_end_of_a_chunk(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_requests(&l, SERVICE_POLL);
    lab_set(&l.network.extrapolation.poll_every, 30);
    lab_set(&l.network.extrapolation.poll, 2);
    one_access(&l, 100);
    ASSERT_US(lab_time(&l, 1), 114);                         /* 100, 4 looks, 6 */
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_LAST), 114 - 53); /* 32 + 21 = 53 */
    ASSERT_US(lab_part(&l, 1, EXTRAPOLATED_SERVING), 14);
    lab_close(&l);
}

/* What comes just when a chunk ends is found by it: a chunk of 16, at the end of which it is there;
 * one of 15 ends before. */
static void a_chunk_ends_with_what_has_come_by_then(void **state)
{
    (void)state;
    const double chunk[] = {16, 15}, taken[] = {16 + 21, 30 + 21};
    for (int i = 0; i < 2; i++) {
        lab l;
        lab_open(&l);
        lab_requests(&l, SERVICE_POLL);
        lab_set(&l.network.extrapolation.poll_every, chunk[i]);
        one_access(&l, 100);
        ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_LAST), 106 - taken[i]);
        lab_close(&l);
    }
}

/* Threads 1 and 2 ask thread 0, which waits. Both requests are at its port at 12: they pass it by
 * 16 and by 20. Served 16 to 22 and 22 to 28. The second answer finds the port kept until 26, so it
 * leaves at once: 28 + 14 + 1. */
static void requests_queue_at_their_owner(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_begin(&l, 3);
    lab_meet(&l, 0, 0);
    for (int i = 1; i < 3; i++) {
        lab_event(&l, i, 0, "get from 0 comm 0 bytes 8");
        lab_meet(&l, i, 0);
    }
    assert_true(lab_run(&l));
    ASSERT_US(lab_time(&l, 0), 43);
    ASSERT_US(lab_part(&l, 1, EXTRAPOLATED_LAST), 6);       /* it has its answer at 37 */
    ASSERT_US(lab_part(&l, 2, EXTRAPOLATED_INTERFACE), 12); /* 4 of them behind the other */
    ASSERT_US(lab_part(&l, 2, EXTRAPOLATED_OWNER), 8);      /* 2 of them likewise */
    assert_int_equal(l.result.ranks[0].served, 2);
    lab_close(&l);
}

/* With a byte a µs, and 6 bytes for a request: a read of 20 bytes has 6 + 4 and 20 + 4 in ports, a
 * write of 20 bytes 26 + 4 and 6 + 4. Way 10, and 2, 6, 1 of processors. */
static void bytes_are_where_they_go(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    sag_extrapolation *e = &l.network.extrapolation;
    lab_set(&e->interface_per_byte, 1);
    e->request = (quantity){.is_set = true, .value = 6, .stated = 6, .unit = "bytes"};
    lab_begin(&l, 2);
    lab_event(&l, 0, 0, "get from 1 comm 0 bytes 20");
    lab_event(&l, 0, 0, "put to 1 comm 0 bytes 20");
    lab_event(&l, 0, 0, "get from 0 comm 0 bytes 20");
    lab_meet(&l, 0, 0);
    lab_meet(&l, 1, 0);
    assert_true(lab_run(&l));
    const double processors = 2 + 6 + 1, ways = 20;
    ASSERT_US(lab_time(&l, 0), 2 * (processors + ways) + (10 + 24) + (30 + 10));
    assert_int_equal(l.result.ranks[0].remote, 2);
    assert_int_equal(l.result.ranks[0].local, 1);
    assert_true(l.result.tells_local);
    lab_close(&l);
}

/* --- Barriers: table 1, in µs --- */

static void meet_at(lab *l, int count, const long *arrivals)
{
    lab_barrier_times(l, 5, 5, 2, 2, 10);
    lab_begin(l, count);
    for (int i = 0; i < count; i++) {
        lab_event(l, i, 0, "enter 0");
        lab_event(l, i, arrivals[i], "leave 0");
        lab_meet(l, i, arrivals[i]);
    }
    assert_true(lab_run(l));
}

static void a_linear_barrier_without_messages(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_barrier(&l, BARRIER_LINEAR, false);
    meet_at(&l, 2, (const long[]){0, 31});
    /* Entered at 5 and 36. The master looks at 5 + 2 k: at 37. Released at 47; it leaves at 52. */
    ASSERT_US(lab_time(&l, 0), 52);
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_LAST), 31);
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_BARRIER), 21);
    /* The other looks at 36 + 2 k: at 48. */
    ASSERT_US(lab_time(&l, 1), 53);
    lab_close(&l);

    lab_open(&l);
    lab_barrier(&l, BARRIER_LINEAR, false);
    meet_at(&l, 2, (const long[]){31, 0});
    ASSERT_US(lab_time(&l, 0), 36 + 2 + 10 + 5); /* it looks once */
    ASSERT_US(lab_time(&l, 1), 49 + 5);          /* 5 + 2 k from 48 on */
    lab_close(&l);
}

/* The others tell the master at 38; at its port 48, through at 52 and 56, taken at 53 and 57. It
 * looks at 5 + 2 k: at 57; 67. It makes one release until 69, there at 83, and taken at 84; the
 * second until 71, which leaves the port from 73 on: there at 87, taken at 88. Then it leaves
 * itself, 71 to 76. The others look at 36 + 2 k: 84 and 88. */
static void a_linear_barrier_by_messages(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_barrier(&l, BARRIER_LINEAR, true);
    meet_at(&l, 3, (const long[]){0, 31, 31});
    ASSERT_US(lab_time(&l, 0), 76);
    ASSERT_US(lab_time(&l, 1), 89);
    ASSERT_US(lab_time(&l, 2), 93);
    lab_close(&l);
}

/* Entered at 5, 5 and 36; each looks from when it begins to wait, once at least. Round 0: 0 hears
 * from 2 at 36, sees it at 37; 1 at 7; 2, which was told, at 38. Round 1: 0 hears from 1, at 7, and
 * looks at 39; 1 from 2, at 38, and looks at 39 (7 + 2 k); 2 from 0, at 37, and looks at 40. */
static void a_logarithmic_barrier_without_messages(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_barrier(&l, BARRIER_LOGARITHMIC, false);
    meet_at(&l, 3, (const long[]){0, 0, 31});
    ASSERT_US(lab_time(&l, 0), 39 + 15);
    ASSERT_US(lab_time(&l, 1), 39 + 15);
    ASSERT_US(lab_time(&l, 2), 40 + 15);
    lab_close(&l);
}

/* Thread 0 enters until 5 and makes its message until 7: there at 21. Thread 1, which would compute
 * until 31, is interrupted for 1: it comes at 32, enters until 37, and makes its own until 39. It
 * was told before, and looks once: 41. Its message is there at 53 and taken at 54; thread 0 looks
 * at 7 + 2 k: 55. */
static void a_logarithmic_barrier_by_messages(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_barrier(&l, BARRIER_LOGARITHMIC, true);
    meet_at(&l, 2, (const long[]){0, 31});
    ASSERT_US(lab_time(&l, 0), 55 + 15);
    ASSERT_US(lab_time(&l, 1), 41 + 15);
    lab_close(&l);
}

static void meet_of(lab *l, int thread, long at, int comm)
{
    lab_event(l, thread, at, "collective_begin");
    lab_event(l, thread, at, "collective_end MPI_Barrier comm %d bytes 0 received 0", comm);
}

/* Threads 1 and 3 meet by themselves (comm 2), the first of them is their master; then all meet.
 * With the times of table 1, without messages: 3 comes at 20, is in at 25; thread 1, in at 5, looks
 * at 25; 35, and leaves at 40. Thread 3 looks at 35 and leaves at 40. They are in again at 45;
 * thread 0, in at 5, looks at 45: 55, 60. Thread 2, in at 5, looks at 55. Threads 1 and 3 look at
 * 45 + 2 k: 55. */
static void some_meet_by_themselves(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_barrier(&l, BARRIER_LINEAR, false);
    lab_barrier_times(&l, 5, 5, 2, 2, 10);
    lab_begin(&l, 4);
    for (int i = 0; i < 4; i++) {
        const long comes = i == 3 ? 20 : 0;
        lab_event(&l, i, 0, "enter 0");
        lab_event(&l, i, comes, "leave 0");
        if (i % 2)
            meet_of(&l, i, comes, 2);
        meet_of(&l, i, comes, 0);
    }
    assert_true(lab_run(&l));
    for (int i = 0; i < 4; i++) {
        ASSERT_US(lab_time(&l, i), 60);
        assert_int_equal(l.result.ranks[i].barriers, 1 + i % 2);
    }
    lab_close(&l);
}

/* Thread 3 is in at 25, has told until 27; there at 41, taken at 42. Thread 1 looks at 43, 53, has
 * told thread 3 at 55, and leaves at 60; that one has it at 69, taken at 70, and looks at 71. */
static void some_meet_by_messages(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_barrier(&l, BARRIER_LINEAR, true);
    lab_barrier_times(&l, 5, 5, 2, 2, 10);
    lab_begin(&l, 4);
    lab_event(&l, 3, 0, "enter 0");
    lab_event(&l, 3, 20, "leave 0");
    meet_of(&l, 1, 0, 2);
    meet_of(&l, 3, 20, 2);
    assert_true(lab_run(&l));
    ASSERT_US(lab_time(&l, 0), 0);
    ASSERT_US(lab_time(&l, 1), 60);
    ASSERT_US(lab_time(&l, 3), 76);
    lab_close(&l);
}

static void a_hardware_barrier(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    meet_at(&l, 3, (const long[]){0, 31, 7});
    for (int i = 0; i < 3; i++)
        ASSERT_US(lab_time(&l, i), 36 + 10 + 5);
    lab_close(&l);
}

/* --- Processors of several threads --- */

/* Four threads on two processors: 0 and 1, 2 and 3; they compute for 10, 20, 30 and 40 µs, meet,
 * and do so again. Thread 1 comes after 10 µs, and thread 3 after 30; all are at the barrier at 70.
 */
static void threads_of_a_processor_take_turns(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    l.options.processors = 2;
    lab_begin(&l, 4);
    for (int i = 0; i < 4; i++) {
        const long computing = 10 * (i + 1);
        lab_event(&l, i, 0, "enter 0");
        lab_event(&l, i, computing, "get from %d comm 0 bytes 8", i ^ 1); /* on its processor */
        lab_meet(&l, i, computing);
        lab_event(&l, i, 2 * computing, "leave 0");
    }
    assert_true(lab_run(&l));
    ASSERT_US(lab_time(&l, 0), 70 + 10);
    ASSERT_US(lab_time(&l, 1), 70 + 10 + 20);
    ASSERT_US(lab_time(&l, 2), 70 + 30);
    ASSERT_US(lab_time(&l, 3), 70 + 30 + 40);
    ASSERT_US(lab_part(&l, 3, EXTRAPOLATED_TURN), 30); /* the second time it is in the barrier */
    assert_int_equal(l.result.ranks[3].processor, 1);
    assert_int_equal(l.result.ranks[3].remote, 0);
    lab_close(&l);
}

/* --- What a thread computes --- */

static void its_own_computing_counts(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    l.options.speed[TRACE_USER] = 2;
    l.options.speed[TRACE_RUNTIME] = 0.5;
    lab_begin(&l, 1);
    lab_event(&l, 0, 0, "enter 0");
    lab_event(&l, 0, 100, "enter 1");          /* 100 / 2 */
    lab_event(&l, 0, 110, "leave 1");          /* 10 / 0.5 */
    lab_event(&l, 0, 130, "enter 2");          /* 20 / 2 */
    lab_event(&l, 0, 190, "leave 2");          /* a call of the library */
    lab_event(&l, 0, 200, "collective_begin"); /* 10 / 2 */
    lab_event(&l, 0, 900, "collective_end MPI_Barrier comm 0 bytes 0 received 0");
    lab_event(&l, 0, 904, "leave 0"); /* 4 / 2 */
    assert_true(lab_run(&l));
    ASSERT_US(lab_time(&l, 0), 50 + 20 + 10 + 5 + 2);
    ASSERT_US(l.result.sum * 1e6, 87);
    ASSERT_US(l.result.regions[0].time * 1e6, 87);
    ASSERT_US(l.result.regions[0].own * 1e6, 67);
    ASSERT_US(l.result.regions[1].computing * 1e6, 20);
    assert_false(l.result.has_processor_times);
    lab_close(&l);
}

/* Processor times are taken where there are any, whatever the clock says. */
static void processor_times_go_before_the_clock(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_begin(&l, 1);
    lab_event(&l, 0, 0, "enter 0 cpu 1000");
    lab_event(&l, 0, 500, "enter 1");
    lab_event(&l, 0, 900, "leave 1 cpu 41000");
    lab_event(&l, 0, 990, "leave 0 cpu 43000");
    assert_true(lab_run(&l));
    ASSERT_US(lab_time(&l, 0), 42);
    assert_true(l.result.has_processor_times);
    lab_close(&l);
}

/* --- What cannot be extrapolated --- */

static void refuses(lab *l, const char *what)
{
    assert_false(lab_run(l));
    char *text = said(l->ctx->diags, DIAG_ERROR);
    if (!strstr(text, what))
        fail_msg("not said: '%s', but: %s", what, text);
    free(text);
    lab_close(l);
}

static void what_is_not_of_threads_is_refused(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_begin(&l, 2);
    lab_event(&l, 0, 5, "send to 1 comm 0 tag 7 bytes 8");
    refuses(&l, "rank 0 has 'send' in it: extrapolated are threads that read and write what others "
                "have, and meet at barriers; 'fpredict replay' plays messages and collectives");
    lab_open(&l);
    lab_begin(&l, 2);
    lab_event(&l, 1, 5, "collective_begin");
    lab_event(&l, 1, 5, "collective_end MPI_Allreduce comm 0 bytes 8 received 8");
    refuses(&l, "rank 1 has 'MPI_Allreduce' in it");
    lab_open(&l);
    lab_begin(&l, 2);
    lab_event(&l, 1, 5, "collective_begin");
    lab_event(&l, 1, 5, "collective_end MPI_Barrier comm 1 bytes 0 received 0");
    refuses(&l, "rank 1 is at a barrier of 'some', which it is not in");
    lab_open(&l);
    lab_begin(&l, 2);
    lab_event(&l, 0, 5, "enter 0");
    refuses(&l, "no rank reads or writes what another has, or comes to a barrier");
}

static void threads_that_cannot_go_on_are_named(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_begin(&l, 2);
    lab_meet(&l, 0, 5);
    lab_meet(&l, 0, 6);
    lab_meet(&l, 1, 5);
    refuses(
        &l,
        "rank 1 comes to 1 barriers of 'all', and rank 0 to 2: one of them would wait for ever");
    lab_open(&l);
    lab_begin(&l, 2);
    lab_event(&l, 0, 5, "collective_begin");
    lab_event(&l, 0, 6, "enter 0");
    refuses(&l, "rank 0 does something else inside a barrier");
    lab_open(&l);
    lab_begin(&l, 1);
    lab_event(&l, 0, 5, "collective_begin");
    refuses(&l, "rank 0 ends inside a barrier");
    lab_open(&l);
    lab_begin(&l, 1);
    lab_event(&l, 0, 6, "leave 0");
    refuses(&l, "rank 0 leaves 'outer', which it has not entered");
    lab_open(&l);
    lab_begin(&l, 1);
    lab_event(&l, 0, 6, "enter 0");
    lab_event(&l, 0, 5, "leave 0");
    refuses(&l, "the clock ran backward");
    lab_open(&l);
    l.options.processors = 3;
    lab_begin(&l, 2);
    lab_meet(&l, 0, 5);
    lab_meet(&l, 1, 5);
    refuses(&l, "it has 2 threads, and 3 processors are asked for");
}

/* Thread 1 comes to the barrier of two first, thread 3 to that of all. */
static void those_that_wait_for_each_other_are_named(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    lab_begin(&l, 4);
    for (int i = 0; i < 4; i++) {
        if (i == 1)
            meet_of(&l, i, 5, 2);
        meet_of(&l, i, 5, 0);
        if (i == 3)
            meet_of(&l, i, 5, 2);
    }
    refuses(&l, "rank 0 waits at a barrier of 'all' for ranks that wait at others");
}

static void what_takes_too_long_is_refused(void **state)
{
    (void)state;
    lab l;
    lab_open(&l);
    l.options.speed[TRACE_USER] = 1e-9;
    lab_begin(&l, 1);
    lab_event(&l, 0, 0, "enter 0");
    lab_event(&l, 0, 4000000000, "leave 0");
    refuses(&l, "rank 0 computes for more than a million seconds");
    lab_open(&l);
    lab_set(&l.network.extrapolation.interface_per_byte, 1);
    lab_begin(&l, 2);
    for (int i = 0; i < 9; i++)
        lab_event(&l, 0, 0, "get from 1 comm 0 bytes 18446744073709551615");
    lab_meet(&l, 1, 0);
    lab_meet(&l, 0, 0);
    refuses(&l, "it takes more than a million seconds there");
}

/* --- A machine that says nothing of it --- */

/* 7 µs and 2 a byte of a node's time, then 5 on the way; 1 µs for each message on either side. */
static void bare(lab *l, exchange_rule rule)
{
    lab_open(l);
    l->network.extrapolation = (sag_extrapolation){0};
    l->network.exchange = rule;
    lab_set(&l->piece.startup, 7);
    lab_set(&l->piece.per_byte, 2);
    lab_set(&l->piece.latency, 5);
    lab_set(&l->network.call_overhead, 1);
    l->network.collective[COLLECTIVE_BARRIER] = (sag_collective){.is_set = true,
                                                                 .algorithm = COLLECTIVE_PATTERN,
                                                                 .piece_count = 1,
                                                                 .pieces = &l->piece,
                                                                 .measures_completion = true};
}

/* The request is of 0 bytes, the answer of 8. By `posted` what keeps a node is its processor's:
 * made in 1 + 7, there at 13, taken in 1, answered in 1 + 7 + 16, there 5 later, taken in 1. The
 * barrier is a message's: 12. By `adapter` ports are kept, and processors pay 1 on each side: 1, 7,
 * 5, 1, 1, 23, 5, 1. */
static void what_is_not_said_is_what_messages_cost(void **state)
{
    (void)state;
    lab l;
    bare(&l, EXCHANGE_POSTED);
    one_access(&l, 0);
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_RUNTIME), 8 + 1);
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_OWNER), 1 + 24);
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_INTERFACE), 0);
    ASSERT_US(lab_time(&l, 0), 8 + 5 + 25 + 5 + 1 + 12);
    lab_close(&l);
    bare(&l, EXCHANGE_ADAPTER);
    one_access(&l, 0);
    ASSERT_US(lab_part(&l, 0, EXTRAPOLATED_INTERFACE), 7 + 23);
    ASSERT_US(lab_time(&l, 0), 1 + 7 + 5 + 1 + 1 + 23 + 5 + 1 + 12);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_owner_that_waits_serves_at_once),
        cmocka_unit_test(without_interrupt_it_waits_until_its_owner_does),
        cmocka_unit_test(an_interrupt_suspends_computing),
        cmocka_unit_test(who_polls_finds_it_at_the_end_of_a_chunk),
        cmocka_unit_test(a_chunk_ends_with_what_has_come_by_then),
        cmocka_unit_test(requests_queue_at_their_owner),
        cmocka_unit_test(bytes_are_where_they_go),
        cmocka_unit_test(a_linear_barrier_without_messages),
        cmocka_unit_test(a_linear_barrier_by_messages),
        cmocka_unit_test(a_logarithmic_barrier_without_messages),
        cmocka_unit_test(a_logarithmic_barrier_by_messages),
        cmocka_unit_test(a_hardware_barrier),
        cmocka_unit_test(some_meet_by_themselves),
        cmocka_unit_test(some_meet_by_messages),
        cmocka_unit_test(those_that_wait_for_each_other_are_named),
        cmocka_unit_test(threads_of_a_processor_take_turns),
        cmocka_unit_test(its_own_computing_counts),
        cmocka_unit_test(processor_times_go_before_the_clock),
        cmocka_unit_test(what_is_not_of_threads_is_refused),
        cmocka_unit_test(threads_that_cannot_go_on_are_named),
        cmocka_unit_test(what_takes_too_long_is_refused),
        cmocka_unit_test(what_is_not_said_is_what_messages_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
