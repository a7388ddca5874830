/* What a replay says, by hand, on the machine of replayed_machine.h. */

#include "tests/trace/replayed_machine.h"

static const char ping[] = "0 50 send to 1 comm 0 tag 7 bytes 100\n"
                           "1 99 recv from 0 comm 0 tag 7 bytes 100\n";

/* Handed over at 51, past both ports at 54, there at 64 and taken up at 67. */
static void a_message(void **state)
{
    machine_test *t = *state;
    replay(t, 2, ping, (double[]){51, 67});
    assert_int_equal(ps(t->result.ranks[0].computing), ps(50e-6));
    assert_int_equal(ps(t->result.ranks[0].sending), ps(1e-6));
    assert_int_equal(ps(t->result.ranks[1].receiving), ps(3e-6));
    assert_int_equal(ps(t->result.ranks[1].waiting), ps(64e-6));
    t->o.speed = 10; /* 5 instead of 50 */
    replay(t, 2, ping, (double[]){6, 22});
}

/* It is there at 64, and the receiver computes until 200. */
static void a_message_that_nobody_expects(void **state)
{
    replay(*state, 2,
           "0 50 send to 1 comm 0 tag 7 bytes 100\n"
           "1 200 enter 1\n1 201 recv from 0 comm 0 tag 7 bytes 100\n1 202 leave 1\n",
           (double[]){51, 203});
}

/* Handed over at 51; its receiver is there at 200 and says so for 5: from 205 past the ports to
 * 217, there at 227, when the sender goes on; taken up at 230. */
static void a_message_that_waits(void **state)
{
    static const char lines[] =
        "0 50 send to 1 comm 0 tag 7 bytes 1000\n"
        "1 200 enter 1\n1 201 recv from 0 comm 0 tag 7 bytes 1000\n1 202 leave 1\n";
    replay(*state, 2, lines, (double[]){227, 230});
}

/* The same, but the sender computes for 100 meanwhile, from 51 to 151, and waits then. */
static void a_message_that_is_waited_for_later(void **state)
{
    replay(*state, 2,
           "0 50 isend to 1 comm 0 tag 7 bytes 1000 request 4\n"
           "0 150 enter 1\n0 300 isend_done request 4\n0 301 leave 1\n"
           "1 100 irecv_posted request 1\n1 120 enter 1\n"
           "1 201 irecv from 0 comm 0 tag 7 bytes 1000 request 1\n1 202 leave 1\n",
           /* the receiver asks at 100: 105, 117, 127 */
           (double[]){151, 130});
}

/* Two come to rank 2 at once: both are handed over at 1 and at the port from 11 on, one until 14,
 * the other until 17; taken up at 17 and at 20. */
static void a_port_for_two(void **state)
{
    replay(*state, 3,
           "0 0 send to 2 comm 0 tag 0 bytes 100\n1 0 send to 2 comm 0 tag 0 bytes 100\n"
           "2 0 irecv_posted request 0\n2 0 irecv_posted request 1\n"
           "2 9 irecv from 1 comm 0 tag 0 bytes 100 request 1\n"
           "2 9 irecv from 0 comm 0 tag 0 bytes 100 request 0\n",
           (double[]){1, 1, 20});
}

/* In one call both send 1000 bytes to each other: asked at 0, handed over at 1, from 5 past the
 * ports to 17, there at 27, taken up at 30. As two calls they would wait for each other. */
static void an_exchange_in_one_call(void **state)
{
    static const char lines[] = "0 0 enter 1\n0 1 send to 1 comm 0 tag 0 bytes 1000\n"
                                "0 2 recv from 1 comm 0 tag 0 bytes 1000\n0 2 leave 1\n"
                                "1 0 enter 1\n1 1 send to 0 comm 0 tag 0 bytes 1000\n"
                                "1 2 recv from 0 comm 0 tag 0 bytes 1000\n1 2 leave 1\n";
    replay(*state, 2, lines, (double[]){30, 30});
}

/* Processor time counts, where both events have it: 20 of the 50. */
static void processor_time(void **state)
{
    replay(*state, 2,
           "0 0 enter 0 cpu 1000\n0 50 send to 1 comm 0 tag 7 bytes 100 cpu 21000\n"
           "1 99 recv from 0 comm 0 tag 7 bytes 100\n",
           (double[]){21, 37});
}

/* Between two calls that have processor times a region of the program has none: 5 µs are computed
 * there, though the rank had to wait for the processor for 1,000. A call without one is by the
 * clock: 7. */
static void processor_time_around_regions(void **state)
{
    machine_test *t = *state;
    replay(t, 1,
           "0 0 enter 1 cpu 0\n0 10 leave 1 cpu 9000\n0 200 enter 0\n0 900 leave 0\n"
           "0 1010 enter 1 cpu 14000\n0 1020 leave 1\n0 1027 enter 1\n0 1028 leave 1\n",
           (double[]){12});
    assert_int_equal(ps(t->result.ranks[0].computing), ps(12e-6));
}

/* Of 100 us between two calls the thread had the processor for 60: regions of 25, 70 and 5 have 15,
 * 42 and 3 of these in the trace of the replay, whose clock is picoseconds. Between the next two
 * calls, where the first has no processor time, the clock counts: 10. */
static void processor_time_is_in_each_region(void **state)
{
    machine_test *m = *state;
    trace *t = trace_of(m->ctx, 1,
                        "0 0 enter 1 cpu 0\n0 0 leave 1 cpu 0\n0 0 enter 0\n0 25 leave 0\n"
                        "0 25 enter 0\n0 95 leave 0\n0 100 enter 1 cpu 60000\n0 100 leave 1\n"
                        "0 104 enter 0\n0 110 enter 1 cpu 61000\n0 110 leave 1 cpu 61000\n"
                        "0 110 leave 0 cpu 61000\n");
    static const double expected[] = {0, 0, 0, 15, 15, 57, 60, 60, 64, 70, 70, 70};
    assert_true(replay_run(m->ctx, t, &m->o, "shared.trace", TRACE_AS_TEXT, &m->result));
    assert_parts(&m->result);
    trace *of = trace_open_path(m->ctx, "shared.trace");
    assert_non_null(of);
    trace_cursor *c = trace_rank_events(m->ctx, of, 0);
    trace_event e;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(trace_next(c, &e));
        if (e.time != (uint64_t)ps(expected[i] * 1e-6))
            fail_msg("event %zu is at %.6f us, not at %.6f", i, 1e-6 * (double)e.time, expected[i]);
    }
    assert_false(trace_next(c, &e));
    trace_close(of);
    remove("shared.trace");
}

/* A rank that was started at 100 has not computed before. */
static void what_was_before_a_rank_began(void **state)
{
    replay(*state, 1, "0 100 enter 0\n0 105 leave 0\n", (double[]){5});
}

/* Rank 0 took the message of 1 first when it was recorded; that of 2 is there first now: at 24, 1's
 * at 84. */
static void any_source_takes_the_first(void **state)
{
    machine_test *t = *state;
    replay(t, 3,
           "0 200 recv from 1 comm 0 tag 0 bytes 100 any_source\n"
           "0 210 recv from 2 comm 0 tag 0 bytes 100 any_source\n"
           "1 70 send to 0 comm 0 tag 0 bytes 100\n2 10 send to 0 comm 0 tag 0 bytes 100\n",
           (double[]){87, 71, 11});
    assert_int_equal(t->result.any_source, 2);
    assert_int_equal(t->result.reordered, 2);
    assert_int_equal(t->result.first_reordered.event, 1);
    assert_int_equal(t->result.first_reordered.recorded, 1);
    assert_int_equal(t->result.first_reordered.replayed, 2);
}

/* A receive of a certain source that is posted later does not take what one of any source would
 * have: 1's message is the first's, 1's second the other's. */
static void any_source_comes_before_what_is_posted_later(void **state)
{
    machine_test *t = *state;
    replay(t, 2,
           "0 0 irecv_posted request 0\n0 0 irecv_posted request 1\n"
           "0 9 irecv from 1 comm 0 tag 0 bytes 100 request 0 any_source\n"
           "0 50 enter 0\n"
           "0 99 irecv from 1 comm 0 tag 0 bytes 100 request 1\n"
           "1 0 send to 0 comm 0 tag 0 bytes 100\n1 100 send to 0 comm 0 tag 0 bytes 100\n",
           /* the first is there at 14, taken up at 17, and 0 computes for 41 after; the other is
            * handed over at 102, there at 115 */
           (double[]){118, 102});
    assert_int_equal(t->result.reordered, 0);
}

/* By recursive doubling: both tell each other that they are there. */
static void a_barrier(void **state)
{
    machine_test *t = *state;
    t->c.collective[COLLECTIVE_BARRIER].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    /* 0 comes at 30 and 1 at 10. Handed over at 31 and 11, past the ports in 2, there at 43 and 23;
     * 0 takes up at 34, 1 at 46. */
    replay(t, 2,
           "0 30 collective_begin\n0 60 collective_end MPI_Barrier comm 0 bytes 0 received 0\n"
           "1 10 collective_begin\n1 60 collective_end MPI_Barrier comm 0 bytes 0 received 0\n",
           (double[]){34, 46});
    assert_int_equal(t->result.collectives, 1);
    assert_int_equal(ps(t->result.ranks[1].collectives), ps(36e-6));
}

/* A function of the whole, 100 µs and 1 µs a byte from when the last has come; and on one rank
 * alone nothing. */
static void a_collective_as_a_whole(void **state)
{
    machine_test *t = *state;
    static message_piece whole;
    whole = (message_piece){.startup = us(100), .per_byte = us(1)};
    sag_collective *reduce = &t->c.collective[COLLECTIVE_REDUCE];
    reduce->algorithm = COLLECTIVE_PATTERN;
    reduce->piece_count = 1;
    reduce->pieces = &whole;
    reduce->measures_completion = true;
    replay(t, 2,
           "0 30 collective_begin\n0 60 collective_end MPI_Allreduce comm 0 bytes 8 received 8\n"
           "1 10 collective_begin\n1 60 collective_end MPI_Allreduce comm 0 bytes 8 received 8\n"
           "1 61 collective_begin\n1 62 collective_end MPI_Allreduce comm 1 bytes 8 received 8\n",
           (double[]){138, 139});
}

/* The root 1 sends to 2 and to 0; parts of 100 bytes. */
static void a_scatter_that_machines_say_nothing_of(void **state)
{
    replay(*state, 3,
           "0 0 collective_begin\n"
           "0 1 collective_end MPI_Scatter root 1 comm 0 bytes 0 received 100\n"
           "1 0 collective_begin\n"
           "1 1 collective_end MPI_Scatter root 1 comm 0 bytes 300 received 100\n"
           "2 0 collective_begin\n"
           "2 1 collective_end MPI_Scatter root 1 comm 0 bytes 0 received 100\n",
           /* handed over at 1 and 2; out at 4 and 7, there at 14 and 17 */
           (double[]){20, 2, 17});
}

/* Up a tree to the root 1, whose members are 1, 2, 0: 0 and 2 send to it one after another; who has
 * sent goes on. */
static void a_reduction_to_one(void **state)
{
    machine_test *t = *state;
    t->c.collective[COLLECTIVE_REDUCE].algorithm = COLLECTIVE_BINOMIAL;
    replay(t, 3,
           "0 0 collective_begin\n"
           "0 1 collective_end MPI_Reduce root 1 comm 0 bytes 100 received 0\n"
           "1 0 collective_begin\n"
           "1 1 collective_end MPI_Reduce root 1 comm 0 bytes 100 received 100\n"
           "2 50 collective_begin\n"
           "2 51 collective_end MPI_Reduce root 1 comm 0 bytes 100 received 0\n",
           /* 0's is there at 14, taken up by 17; 2's is handed over at 51, there at 64 */
           (double[]){1, 67, 51});
}

/* Where a port is a link of 10 ns a byte, two of 400 bytes share the port of 2: both are handed
 * over at 1, past what is fixed of their senders' ports at 3 and there to go at 13; both are there
 * after 8 µs, at 21, and taken up by 24 and 27. */
static void a_port_that_is_shared(void **state)
{
    machine_test *t = *state;
    t->c.port_per_byte = us(0.01);
    replay(t, 3,
           "0 0 send to 2 comm 0 tag 0 bytes 400\n1 0 send to 2 comm 0 tag 0 bytes 400\n"
           "2 9 recv from 0 comm 0 tag 0 bytes 400\n2 9 recv from 1 comm 0 tag 0 bytes 400\n",
           (double[]){1, 1, 27});
    assert_true(t->result.has_links && t->result.shares_links);
    replay(t, 3,
           "0 0 send to 2 comm 0 tag 0 bytes 400\n1 2 send to 2 comm 0 tag 0 bytes 400\n"
           "2 9 recv from 0 comm 0 tag 0 bytes 400\n2 9 recv from 1 comm 0 tag 0 bytes 400\n",
           /* 1's from 15: 0 has 2 of its 4 µs behind it; both take until 19 for its rest; 1's has 2
            * left then: 21. 0's taken up by 22, 1's by 25 */
           (double[]){1, 3, 25});
}

/* Two ranks of one processor: 0 computes until 50 and sends to 2, on the other processor; then 1
 * has it, which was ready at 0: until 90, and sends to 0, which costs nothing and waits for nobody:
 * 0 has it from 90 on. */
static void ranks_that_share_a_processor(void **state)
{
    machine_test *t = *state;
    t->o.procs = 2;
    replay(t, 4,
           "0 50 send to 2 comm 0 tag 0 bytes 100\n"
           "0 51 enter 1\n0 60 recv from 1 comm 0 tag 0 bytes 5000\n0 60 leave 1\n"
           "0 70 enter 0\n"
           "1 39 send to 0 comm 0 tag 0 bytes 5000\n"
           "2 60 recv from 0 comm 0 tag 0 bytes 100\n"
           "3 0 enter 0\n3 5 leave 0\n",
           /* 0: 51 + 1 = 52 when it waits; 1: 52 + 39 = 91; then 0: 91 + 10. 2: there at 64, 67;
            * 3 has the processor of 2 from 0 to 5 */
           (double[]){101, 91, 67, 5});
    assert_int_equal(t->result.procs, 2);
    assert_int_equal(ps(t->result.ranks[1].turn), ps(52e-6));
    assert_int_equal(ps(t->result.ranks[0].waiting), ps(39e-6));
    assert_int_equal(ps(t->result.ranks[3].turn), 0);
}

/* `posted`: both serve both, 3 each; then the latency. `pushed`: who sends is kept. */
static void other_rules(void **state)
{
    machine_test *t = *state;
    t->o.has_exchange = true;
    for (int i = 0; i < 2; i++) /* processors do the adapter's work */
        t->pieces[i].send = t->pieces[i].receive = t->pieces[i].handshake = us(0);
    t->o.exchange = EXCHANGE_POSTED; /* sent for until 53; served from 50 to 53, and 10 */
    replay(t, 2, ping, (double[]){53, 63});
    t->o.exchange = EXCHANGE_PUSHED; /* gone at 53, there at 63 */
    replay(t, 2, ping, (double[]){53, 63});
}

static void ranks_that_wait_for_each_other(void **state)
{
    refuse(*state, 3,
           "0 10 send to 1 comm 0 tag 3 bytes 1000\n0 20 recv from 1 comm 0 tag 4 bytes 1000\n"
           "1 10 send to 0 comm 0 tag 4 bytes 1000\n1 20 recv from 0 comm 0 tag 3 bytes 1000\n"
           "2 0 enter 0\n2 5 leave 0\n",
           (const char *[]){"2 of 3 ranks wait for each other",
                            "event 1 of rank 0 sends 1000 bytes to rank 1, with tag 3 on 'world', "
                            "and waits for that one to receive them",
                            "event 1 of rank 1 sends 1000 bytes to rank 0, with tag 4 on 'world'",
                            NULL});
}

static void a_message_that_nobody_sends(void **state)
{
    refuse(*state, 2,
           "0 10 recv from 1 comm 0 tag 3 bytes 8\n1 10 send to 0 comm 0 tag 4 bytes 8\n",
           (const char *[]){"1 of 2 ranks wait for what does not come",
                            "event 1 of rank 0 receives from rank 1, with tag 3 on 'world', what "
                            "has not been sent",
                            "event 1 of rank 1 has sent to rank 0, with tag 4 on 'world', what has "
                            "not been received",
                            NULL});
}

static void a_message_that_nobody_receives(void **state)
{
    machine_test *t = *state;
    replay(t, 2, "0 10 send to 1 comm 0 tag 3 bytes 8\n1 0 enter 0\n1 4 leave 0\n",
           (double[]){11, 4});
    assert_int_equal(t->result.never_received, 1);
    char *text = said(t->ctx->diags, DIAG_WARNING);
    assert_non_null(strstr(text, "what event 1 of rank 0 sends to rank 1, with tag 3 on 'world', "
                                 "is never received"));
    free(text);
}

static void collectives_that_differ(void **state)
{
    refuse(*state, 2,
           "0 0 enter 0\n0 0 collective_begin\n"
           "0 6 collective_end MPI_Barrier comm 0 bytes 0 received 0\n"
           "1 0 collective_begin\n"
           "1 6 collective_end MPI_Allreduce comm 0 bytes 8 received 8\n",
           (const char *[]){"MPI_Allreduce", "MPI_Barrier", "event 2", NULL});
}

static void a_collective_that_not_all_come_to(void **state)
{
    machine_test *t = *state;
    static message_piece whole;
    whole = (message_piece){.startup = us(100)};
    t->c.collective[COLLECTIVE_BARRIER] =
        (sag_collective){.algorithm = COLLECTIVE_PATTERN, .piece_count = 1, .pieces = &whole};
    refuse(t, 2,
           "0 0 collective_begin\n0 6 collective_end MPI_Barrier comm 0 bytes 0 received 0\n"
           "1 0 enter 0\n1 1 leave 0\n",
           (const char *[]){"event 1 of rank 0 is MPI_Barrier on 'world', to which 1 of 2 ranks "
                            "have come",
                            NULL});
}

/* Of a message, of a collective by its function (1 µs a byte), of an access, and of 120 messages
 * of 25 hours each (9 * 10^12 bytes): through the ports of both, or handed over by a processor that
 * does not wait for them. */
static void what_takes_for_ever(void **state)
{
    enum { MANY = 120 };
    machine_test *t = *state;
    static const char *const said_of_it[] = {"it would last longer than 46 days", NULL};
    static const char *const many[] = {"send to 1", "recv from 0"};
    static message_piece whole;
    refuse(t, 2,
           "0 10 send to 1 comm 0 tag 3 bytes 18000000000000000000\n"
           "1 10 recv from 0 comm 0 tag 3 bytes 8\n",
           said_of_it);
    refuse(t, 2, "0 10 get from 1 comm 0 bytes 18446744073709551615\n", said_of_it);
    whole = (message_piece){.startup = us(100), .per_byte = us(1)};
    t->c.collective[COLLECTIVE_BROADCAST] =
        (sag_collective){.algorithm = COLLECTIVE_PATTERN, .piece_count = 1, .pieces = &whole};
    refuse(t, 2,
           "0 0 collective_begin\n0 1 collective_end MPI_Bcast root 0 comm 0 bytes "
           "9223372036854775807 received 9223372036854775807\n1 0 collective_begin\n"
           "1 1 collective_end MPI_Bcast root 0 comm 0 bytes 0 received 9223372036854775807\n",
           said_of_it);
    VEC(char) lines = {0};
    for (int i = 0; i < 2 * MANY; i++)
        for (const char *at = arena_printf(t->ctx->arena, "%d 0 %s comm 0 tag 0 bytes %lld\n",
                                           i / MANY, many[i / MANY], 9000000000000LL);
             *at; at++)
            VEC_PUSH(t->ctx->arena, &lines, *at);
    VEC_PUSH(t->ctx->arena, &lines, '\0');
    t->c.piece_count = 1; /* nobody waits */
    refuse(t, 2, lines.data, said_of_it);
    t->pieces[0].send = t->pieces[0].receive = us(0);
    t->o.has_exchange = true;
    t->o.exchange = EXCHANGE_POSTED;
    refuse(t, 2, lines.data, said_of_it);
}

static void what_was_not_begun(void **state)
{
    refuse(*state, 1, "0 1 irecv from 0 comm 0 tag 0 bytes 8 request 3\n",
           (const char *[]){"ends a receive that has not begun", NULL});
}

/* What ended as recorded is counted: one call that found a request, one test in vain, a receive
 * that was cancelled and one that never ends. */
static void outcomes(void **state)
{
    machine_test *t = *state;
    replay(t, 2,
           "0 0 irecv_posted request 1\n0 0 irecv_posted request 2\n0 0 irecv_posted request 3\n"
           "0 0 request_test request 1\n0 1 enter 2\n"
           "0 9 irecv from 1 comm 0 tag 0 bytes 100 request 1\n0 9 leave 2\n"
           "0 9 request_cancel request 2\n1 0 send to 0 comm 0 tag 0 bytes 100\n",
           (double[]){17, 1});
    assert_int_equal(t->result.by_outcome, 1);
    assert_int_equal(t->result.outcomes[2], 1);
    assert_int_equal(t->result.tests, 1);
    assert_int_equal(t->result.cancelled, 1);
    assert_int_equal(t->result.never_waited_for, 1);
}

/* What is written: the same events, at the times above. */
static void the_trace_that_is_written(void **state)
{
    machine_test *t = *state;
    trace *of = trace_of(t->ctx, 2, ping), *written;
    remove("written.trace");
    assert_true(replay_run(t->ctx, of, &t->o, "written.trace", TRACE_AS_TEXT, &t->result));
    written = trace_open_path(t->ctx, "written.trace");
    assert_non_null(written);
    trace_event e;
    assert_true(trace_next(trace_rank_events(t->ctx, written, 0), &e));
    assert_int_equal(e.kind, TRACE_SEND);
    assert_int_equal(e.time, INT64_C(51000000));
    assert_true(trace_next(trace_rank_events(t->ctx, written, 1), &e));
    assert_int_equal(e.kind, TRACE_RECV);
    assert_int_equal(e.time, INT64_C(67000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_message),
        TEST(a_message_that_nobody_expects),
        TEST(a_message_that_waits),
        TEST(a_message_that_is_waited_for_later),
        TEST(a_port_for_two),
        TEST(an_exchange_in_one_call),
        TEST(processor_time),
        TEST(processor_time_around_regions),
        TEST(processor_time_is_in_each_region),
        TEST(what_was_before_a_rank_began),
        TEST(any_source_takes_the_first),
        TEST(any_source_comes_before_what_is_posted_later),
        TEST(a_barrier),
        TEST(a_collective_as_a_whole),
        TEST(a_scatter_that_machines_say_nothing_of),
        TEST(a_reduction_to_one),
        TEST(a_port_that_is_shared),
        TEST(ranks_that_share_a_processor),
        TEST(other_rules),
        TEST(ranks_that_wait_for_each_other),
        TEST(a_message_that_nobody_sends),
        TEST(a_message_that_nobody_receives),
        TEST(collectives_that_differ),
        TEST(a_collective_that_not_all_come_to),
        TEST(what_takes_for_ever),
        TEST(what_was_not_begun),
        TEST(outcomes),
        TEST(the_trace_that_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
