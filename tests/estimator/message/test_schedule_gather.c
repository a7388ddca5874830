#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* All-gathers by who has what: times by hand. */

#define US 1e-6

/* Elements 0 to extent - 1, one a processor of four. */
static double from_others(model *m, int extent, int count, const offset_read *reads, bool is_mixed)
{
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, extent);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    node *all = shift(m, u, number(m, 0), number(m, extent - 1), count, reads);
    communication *c = arena_copy(m->ctx->arena, all->u.comm, sizeof *c);
    c->kind = COMM_ALLGATHER;
    c->is_mixed = is_mixed;
    all->u.comm = c;
    return predict_on(m, all, 4).time;
}

/* 4 processors, 10 µs a message. An all-gather by doubling takes 2 rounds. With
 * other needs in it, it is one only where each still sends to all; each to the
 * next is 1 message out and 1 in, whatever it is called. */
static void gathers_with_other_needs(void **state)
{
    model *m = *state;
    const offset_read all[] = {{{-3}}, {{-2}}, {{-1}}, {{1}}, {{2}}, {{3}}};
    model_message(m, 10 * US, 0, 0, 0);
    m->communication.collective[COLLECTIVE_ALLGATHER].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    is_time(from_others(m, 4, 6, all, false), 20 * US);
    is_time(from_others(m, 4, 6, all, true), 20 * US);
    is_time(from_others(m, 4, 1, &all[2], false), 10 * US);
    is_time(from_others(m, 4, 1, &all[2], true), 10 * US);
}

/* Four processors, each with an element of 4 bytes, gather: 20 µs and 1 for each of
 * the 16 bytes that all then have. Where only the first two do, 20 and 8, unless the
 * function is one of all processors: then one step round a ring, a message of 10. */
static void gathers_of_a_part(void **state)
{
    model *m = *state;
    message_piece piece = {.from = value(0), .startup = value(20 * US), .per_byte = value(1 * US)};
    sag_collective *how = &m->communication.collective[COLLECTIVE_ALLGATHER];
    const offset_read all[] = {{{-3}}, {{-2}}, {{-1}}, {{1}}, {{2}}, {{3}}};
    model_message(m, 10 * US, 0, 0, 0);
    *how = (sag_collective){.is_set = true,
                            .algorithm = COLLECTIVE_PATTERN,
                            .piece_count = 1,
                            .pieces = &piece,
                            .measures_completion = true};
    is_time(from_others(m, 4, 6, all, false), 36 * US);
    is_time(from_others(m, 2, 6, all, false), 28 * US);
    how->subgroups = COLLECTIVE_RING;
    how->subgroups_origin.source = "here";
    is_time(from_others(m, 4, 6, all, false), 36 * US);
    is_time(from_others(m, 2, 6, all, false), 10 * US);
}

/* All of `procs` processors need elements lower to upper of an array in blocks of 4, of
 * 4 bytes each. */
static estimate needed(model *m, int procs, int lower, int upper)
{
    static const offset_read itself = {{0}};
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4 * procs);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    node *all = shift(m, u, number(m, lower), number(m, upper), 1, &itself);
    communication *c = arena_copy(m->ctx->arena, all->u.comm, sizeof *c);
    need *everywhere = arena_copy(m->ctx->arena, c->needs, sizeof *everywhere);
    everywhere->at = (home){0};
    c->kind = COMM_ALLGATHER;
    c->needs = everywhere;
    all->u.comm = c;
    return predict_on(m, all, procs);
}

/* The iPSC/860's doubling, 76 + 0.4 n + 11 µs a message. Of four parts of 16 bytes:
 * 93.4 and, of two parts, 99.8. One part: two rounds of a broadcast, 93.4 each. Those of
 * processors 0 and 1, which are partners: 93.4, and 99.8 to the others. Those of 1 and 2,
 * nodes 1 and 3 by Gray code: each to its partner, nodes 0 and 2, then across: 93.4 twice. */
static void parts_of_a_cube(void **state)
{
    model *m = *state;
    model_ipsc_messages(m);
    m->communication.collective[COLLECTIVE_ALLGATHER].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    is_time(needed(m, 4, 0, 15).time, 193.2 * US);
    estimate one = needed(m, 4, 4, 7);
    is_time(one.time, 186.8 * US);
    is_time(one.comms[one.comm_count - 1].messages, 3);
    is_time(one.comms[one.comm_count - 1].bytes, 48);
    is_time(one.comms[one.comm_count - 1].message_bytes, 16);
    is_time(needed(m, 4, 0, 7).time, 193.2 * US);
    is_time(needed(m, 4, 4, 11).time, 186.8 * US);
}

/* 10 + n µs a message. Processor 1 has 16 bytes of what is needed, 2 has 8. By doubling,
 * from 1 on: 1 and 2 exchange, 26; then each sends 24 bytes, 34. By a tree that 1 is the
 * root of: up, 18; down all 24 bytes, 34 twice. Two broadcasts, 2 · 26 + 2 · 18 = 88, are
 * more than these, and less than to the root and from it to each: 18 + 3 · 34. */
static void unequal_parts(void **state)
{
    model *m = *state;
    sag_collective *how = &m->communication.collective[COLLECTIVE_ALLGATHER];
    model_message(m, 10 * US, 1 * US, 0, 0);
    m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    how->algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    is_time(needed(m, 4, 4, 9).time, 60 * US);
    how->algorithm = COLLECTIVE_BINOMIAL;
    is_time(needed(m, 4, 4, 9).time, 86 * US);
    how->algorithm = COLLECTIVE_LINEAR;
    is_time(needed(m, 4, 4, 9).time, 88 * US);
}

/* Five processors by Bruck's order, 10 + n µs, from the first with most, 1, on: 16 bytes
 * of 1, 16 of 2, 4 of 3. Distance 1: 2 sends to 1 and 3 to 2, 4 has nothing, 1 sends to 0: 26.
 * Distance 2: 3 sends its 4 bytes to 1; 1 sends 32 to 4, and 2 sends 20 to 0: 42. Distance 4, one
 * part each: 1 sends 16 to 2, 2 sends 16 to 3, 3 sends 4 to 4, 0 to 1 nothing: 26. */
static void unequal_parts_of_five(void **state)
{
    model *m = *state;
    model_message(m, 10 * US, 1 * US, 0, 0);
    m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    m->communication.collective[COLLECTIVE_ALLGATHER].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    is_time(needed(m, 5, 4, 12).time, 94 * US);
}

/* 8 processors, 10 µs a message. Round a ring each part takes 7 steps, 70, whoever has
 * one; a broadcast takes 3 rounds: two cost 60, seven 210. */
static void rings(void **state)
{
    model *m = *state;
    model_message(m, 10 * US, 0, 0, 0);
    m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    m->communication.collective[COLLECTIVE_ALLGATHER].algorithm = COLLECTIVE_RING;
    is_time(needed(m, 8, 0, 31).time, 70 * US);
    is_time(needed(m, 8, 0, 7).time, 60 * US);
    is_time(needed(m, 8, 4, 31).time, 70 * US);
    is_time(needed(m, 8, 9, 10).time, 30 * US);
}

/* Functions of the whole: 20 + n µs for an all-gather, of what all parts have together, and
 * 5 + n for a broadcast. 16 and 8 bytes: 44, but two broadcasts cost 21 and 13. Where
 * everybody has 16, it is the all-gather of 64; of 8 bytes of one processor, a broadcast. */
static void functions(void **state)
{
    model *m = *state;
    message_piece all = {.from = value(0), .startup = value(20 * US), .per_byte = value(1 * US)};
    message_piece one = {.from = value(0), .startup = value(5 * US), .per_byte = value(1 * US)};
    model_message(m, 10 * US, 0, 0, 0);
    m->communication.collective[COLLECTIVE_ALLGATHER] =
        (sag_collective){.is_set = true,
                         .algorithm = COLLECTIVE_PATTERN,
                         .piece_count = 1,
                         .pieces = &all,
                         .measures_completion = true};
    m->communication.collective[COLLECTIVE_BROADCAST] =
        (sag_collective){.is_set = true,
                         .algorithm = COLLECTIVE_PATTERN,
                         .piece_count = 1,
                         .pieces = &one,
                         .measures_completion = true};
    is_time(needed(m, 4, 4, 9).time, 34 * US);
    is_time(needed(m, 4, 0, 15).time, 84 * US);
    is_time(needed(m, 4, 5, 6).time, 13 * US);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, model_setup, model_teardown)
    const struct CMUnitTest tests[] = {
        TEST(gathers_with_other_needs),
        TEST(gathers_of_a_part),
        TEST(parts_of_a_cube),
        TEST(unequal_parts),
        TEST(unequal_parts_of_five),
        TEST(rings),
        TEST(functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
