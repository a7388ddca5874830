#ifndef FPREDICT_TESTS_TRACE_REPLAYED_MACHINE_H
#define FPREDICT_TESTS_TRACE_REPLAYED_MACHINE_H

/* A machine to reckon on by hand. A message of n bytes keeps a port for 2 µs and 10 ns a byte, and
 * is 10 µs on its way; handing it over takes 1 µs, taking it up 3, and from 1000 bytes on it waits
 * for its receiver, and 5 µs longer. So one of 100 bytes keeps a port for 3 µs, one of 1000 for 12.
 */

#include "tests/trace/replayed.h"

typedef struct machine_test {
    fp_context *ctx;
    message_piece pieces[2];
    sag_communication c;
    sag machine;
    replay_options o;
    replay_result result;
} machine_test;

static inline int open(void **state)
{
    static machine_test t;
    t = (machine_test){.ctx = fp_context_new()};
    t.pieces[0] = (message_piece){
        .startup = us(2), .per_byte = us(0.01), .latency = us(10), .send = us(1), .receive = us(3)};
    t.pieces[1] = t.pieces[0];
    t.pieces[1].from = (quantity){.is_set = true, .value = 1000};
    t.pieces[1].handshake = us(5);
    t.c = (sag_communication){.topology = TOPOLOGY_SWITCH,
                              .exchange = EXCHANGE_ADAPTER,
                              .piece_count = 2,
                              .pieces = t.pieces};
    t.machine = (sag){.name = "test", .communication = &t.c};
    t.o = (replay_options){.machine = &t.machine, .speed = 1};
    *state = &t;
    return 0;
}

static inline int close(void **state)
{
    fp_context_free(((machine_test *)*state)->ctx);
    return 0;
}

static inline void replay(machine_test *t, uint32_t ranks, const char *lines, const double *end_us)
{
    trace *of = trace_of(t->ctx, ranks, lines);
    if (!replay_run(t->ctx, of, &t->o, NULL, TRACE_AS_TEXT, &t->result)) {
        diag_print(t->ctx->diags, stderr, false, DIAG_REMARK);
        fail();
    }
    for (uint32_t i = 0; i < ranks; i++)
        if (ps(t->result.ranks[i].end) != ps(end_us[i] * 1e-6))
            fail_msg("rank %u ends at %.6f us, not at %.6f", i, t->result.ranks[i].end * 1e6,
                     end_us[i]);
    assert_parts(&t->result);
}

static inline void refuse(machine_test *t, uint32_t ranks, const char *lines,
                          const char *const *expected)
{
    trace *of = trace_of(t->ctx, ranks, lines);
    assert_false(replay_run(t->ctx, of, &t->o, NULL, TRACE_AS_TEXT, &t->result));
    char *text = said(t->ctx->diags, DIAG_ERROR);
    for (; *expected; expected++)
        if (!strstr(text, *expected))
            fail_msg("it does not say '%s': %s", *expected, text);
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open, close)

#endif
