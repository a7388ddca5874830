#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

#include "program/tree/node.h"

/* Exchanges that are a call of the MPI library: times by hand, of messages of 10 µs and 1 a byte
 * that a processor sends and receives one after the other. */

#define US 1e-6

static void know(model *m, collective_kind kind, const sag_library *how)
{
    m->communication.collective[kind] =
        (sag_collective){.is_set = true, .uses_library = true, .library_count = 1, .library = how};
}

/* Elements of 4 bytes in blocks, on four processors: each fetches those that are so far off. */
static estimate fetched(model *m, int extent, int count, const offset_read *reads)
{
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, extent);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    node *all = shift(m, u, number(m, 0), number(m, extent - 1), count, reads);
    communication *c = arena_copy(m->ctx->arena, all->u.comm, sizeof *c);
    c->kind = COMM_TRANSPOSE;
    all->u.comm = c;
    return predict_on(m, all, 4);
}

static const offset_read others[] = {{{-3}}, {{-2}}, {{-1}}, {{1}}, {{2}}, {{3}}};

/* Three others, a message of 14 µs for each, whether at once or one after the other. By bits there
 * are two rounds, of two blocks each: 18 µs. Twelve messages, whatever the library makes of them.
 */
static void equal_blocks(void **state)
{
    model *m = *state;
    sag_library how = {.processors = 2, .how = LIBRARY_PAIRWISE, .stretch = 1};
    model_message(m, 10 * US, 1 * US, 0, 0);
    estimate e = fetched(m, 4, 6, others);
    is_time(e.time, 42 * US);
    know(m, COLLECTIVE_ALLTOALL, &how);
    know(m, COLLECTIVE_ALLTOALLV, &how);
    e = fetched(m, 4, 6, others);
    is_time(e.time, 42 * US);
    is_time(e.comms[1].messages, 12);
    is_time(e.comms[1].bytes, 48);
    how.how = LIBRARY_BRUCK;
    is_time(fetched(m, 4, 6, others).time, 36 * US);
    how.stretch = 2;
    is_time(fetched(m, 4, 6, others).time, 72 * US);
    m->communication.collective[COLLECTIVE_ALLTOALL].uses_library = false;
    is_time(fetched(m, 4, 6, others).time, 42 * US);
}

/* The next one's alone: no block for each, and so a message as it is. */
static void not_all_pairs(void **state)
{
    model *m = *state;
    const sag_library how = {.processors = 2, .how = LIBRARY_BRUCK, .stretch = 3};
    model_message(m, 10 * US, 1 * US, 0, 0);
    know(m, COLLECTIVE_ALLTOALL, &how);
    know(m, COLLECTIVE_ALLTOALLV, &how);
    is_time(fetched(m, 4, 1, &others[3]).time, 14 * US);
}

/* Two elements on each but the last, which has one: blocks among the first three have 8 bytes, 18
 * µs, those of the last and for it 4. At once: 0 sends 18 + 18 + 14. In steps: in the first only 3
 * is through before 18; in the second 0 and 2 are at 36, 1 and 3, who begin at 18, at 32; in the
 * third 0 receives 18 from 36 on, as do the others who wait for 0 or 2. */
static void unequal_blocks(void **state)
{
    model *m = *state;
    static const offset_read far[] = {{{-6}}, {{-4}}, {{-2}}, {{2}}, {{4}}, {{6}}};
    sag_library equal = {.processors = 2, .how = LIBRARY_BRUCK, .stretch = 1};
    sag_library any = {.processors = 2, .how = LIBRARY_LINEAR, .stretch = 1};
    model_message(m, 10 * US, 1 * US, 0, 0);
    know(m, COLLECTIVE_ALLTOALL, &equal);
    know(m, COLLECTIVE_ALLTOALLV, &any);
    is_time(fetched(m, 7, 6, far).time, 50 * US);
    any.how = LIBRARY_PAIRWISE;
    is_time(fetched(m, 7, 6, far).time, 54 * US);
}

/* What lies apart is copied as where messages go as they are: before the call and after it. */
static void copies_around_the_call(void **state)
{
    model *m = *state;
    const sag_library how = {.processors = 2, .how = LIBRARY_PAIRWISE, .stretch = 1};
    model_message(m, 10 * US, 1 * US, 0, 0);
    m->communication.packing = PACK_ALWAYS;
    m->processing.op[SAG_OP_load] = value(1 * US);
    m->processing.op[SAG_OP_store] = value(1 * US);
    static const offset_read far[] = {{{-6}}, {{-4}}, {{-2}}, {{2}}, {{4}}, {{6}}};
    const double own = fetched(m, 8, 6, far).time;
    know(m, COLLECTIVE_ALLTOALL, &how);
    know(m, COLLECTIVE_ALLTOALLV, &how);
    is_time(fetched(m, 8, 6, far).time, own);
    assert_true(own > 3 * 18 * US);
}

/* MPI_Gather of 4 bytes each: up a tree 14 µs, and 18 for the two parts that 2 has; to the root at
 * once three messages. Programs that do it without a call send the messages as they are. */
static void gathers(void **state)
{
    model *m = *state;
    static const offset_read all[] = {{{1}}, {{2}}, {{3}}};
    static const collective_node call = {.form = FORM_GATHER, .name = "MPI_Gather"};
    sag_library how = {.processors = 2, .how = LIBRARY_BINOMIAL, .stretch = 1};
    model_message(m, 10 * US, 1 * US, 0, 0);
    know(m, COLLECTIVE_GATHER, &how);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4), *zero = number(m, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    node *to_one = move_element(m, u, &zero, &zero, 3, all);
    communication *c = arena_copy(m->ctx->arena, to_one->u.comm, sizeof *c);
    c->kind = COMM_GATHER;
    c->call = &call;
    to_one->u.comm = c;
    estimate e = predict_on(m, to_one, 4);
    is_time(e.time, 32 * US);
    how.how = LIBRARY_LINEAR;
    is_time(predict(m, e.graph, NULL, 1, (int[]){4}).time, 42 * US);
    how.how = LIBRARY_BINOMIAL;
    c->call = NULL;
    is_time(predict(m, e.graph, NULL, 1, (int[]){4}).time, 42 * US);
}

/* A row for all four by the library, along a chain, and one from 1 for 0 alone, as a program that
 * swaps rows needs them. Two of a line of four have no communicator: that message, 14 µs, is sent
 * before the library is called, and the chain begins when 0 has it: 14 + 3 · 14. The other way
 * round 0 would have it at 42. The last of the chain is 3 either way, 42 after it has begun. */
static void own_rounds_before_the_call(void **state)
{
    model *m = *state;
    const sag_library how = {.processors = 2, .how = LIBRARY_CHAIN, .stretch = 1};
    model_message(m, 10 * US, 1 * US, 0, 0);
    know(m, COLLECTIVE_BROADCAST, &how);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4), *zero = number(m, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    node *all = broadcast(m, u, &zero);
    const node *one = move_element(m, u, &zero, &zero, 1, (offset_read[]){{{1}}});
    is_time(predict_on(m, all, 4).time, 42 * US);
    communication *c = arena_copy(m->ctx->arena, all->u.comm, sizeof *c);
    need *both = ARENA_ARRAY(m->ctx->arena, 2, need);
    both[0] = all->u.comm->needs[0];
    both[1] = one->u.comm->needs[0];
    c->needs = both;
    c->need_count = 2;
    all->u.comm = c;
    is_time(predict_on(m, all, 4).time, 56 * US);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, model_setup, model_teardown)
    const struct CMUnitTest tests[] = {
        TEST(equal_blocks),           TEST(not_all_pairs), TEST(unequal_blocks),
        TEST(copies_around_the_call), TEST(gathers),       TEST(own_rounds_before_the_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
