#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/said.h"

/* Posts and waits for them, by hand. A message occupies both sides for 10 µs and is
 * 30 µs on its way, and an addition takes 1 µs: what is posted at t is there at t + 40. */

typedef struct few {
    model *m;
    const proc_grid *g;
} few;

static few some(void)
{
    few x = {.m = model_new()};
    x.m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(x.m, 10e-6, 0, 0, 30e-6);
    x.g = model_grid(x.m, 1);
    return x;
}

/* What one processor executes alone. */
static node *only(const few *x, int rank, node *body)
{
    const expr *test = expr_logic(x->m->pool, EXPR_EQ, coord(x->m, x->g, 0), number(x->m, rank));
    return if_test(x->m, test, body, NULL);
}

static node *post_to(const few *x, int to, int tag)
{
    return post(x->m, x->g, number(x->m, to), number(x->m, tag));
}

static node *wait_for(const few *x, int from, int tag)
{
    return wait_post(x->m, x->g, number(x->m, from), number(x->m, tag));
}

static char *warnings(const model *m)
{
    return said(m->ctx->diags, DIAG_WARNING);
}

/* Posted at 20, there at 60; until then 10 µs of receiving and 50 of waiting. */
static void one_post(void **state)
{
    (void)state;
    few x = some();
    node *body = SEQUENCE(only(&x, 0, SEQUENCE(work(x.m, 20), post_to(&x, 1, 7))),
                          only(&x, 1, wait_for(&x, 0, 7)));
    estimate e = predict_on(x.m, body, 2);
    assert_int_equal(e.slowest, 1);
    is_time(e.time, 60e-6);
    is_time(e.parts.communication, 10e-6);
    is_time(e.parts.waiting, 50e-6);
    assert_true(e.comms[0].messages == 1 && e.comms[0].bytes == 0);
    assert_true(e.comms[0].sent == 1 && e.comms[0].received == 0);
    is_time(e.comms[0].message_time, 40e-6);
    char *text = warnings(x.m);
    assert_string_equal(text, "");
    free(text);
    model_free(x.m);
}

/* What has come long ago costs its receiving only: 100 + 10. */
static void a_post_that_is_there(void **state)
{
    (void)state;
    few x = some();
    node *body = SEQUENCE(only(&x, 0, post_to(&x, 1, 7)),
                          only(&x, 1, SEQUENCE(work(x.m, 100), wait_for(&x, 0, 7))));
    estimate e = predict_on(x.m, body, 2);
    is_time(e.time, 110e-6);
    is_time(e.parts.waiting, 0);
    model_free(x.m);
}

/* The producer posts at 20, 50, 80, …, which is there at 60, 90, 120, …; the consumer
 * has the first at 60, works 50, receives the next in 10, and never waits again:
 * 60 + 50 + 4 · 60 for five, 60 a piece in all. Both run side by side. */
static void producer_and_consumer(void **state)
{
    (void)state;
    static const int pieces[] = {5, 1000};
    for (int i = 0; i < 2; i++) {
        few x = some();
        model *m = x.m;
        node *make = loop(m, var(m, "k"), number(m, 1), number(m, pieces[i]), number(m, 1),
                          SEQUENCE(work(m, 20), post_to(&x, 1, 0)));
        node *use = loop(m, var(m, "k"), number(m, 1), number(m, pieces[i]), number(m, 1),
                         SEQUENCE(wait_for(&x, 0, 0), work(m, 50)));
        estimate e = predict_on(m, SEQUENCE(only(&x, 0, make), only(&x, 1, use)), 2);
        assert_int_equal(e.slowest, 1);
        is_time(e.time, 60e-6 * pieces[i] + 50e-6);
        is_time(e.parts.waiting, 50e-6);
        model_free(m);
    }
}

/* Each posts to the other, who waits in the next iteration: posted at T, free at T + 10;
 * 20 µs of work, receiving until T + 40, when it is there; 20 of work: 60 an iteration,
 * without waiting. The last one is there 40 after its post: 60 K + 40. With 50 µs on the
 * way it is there at T + 60: 80 an iteration, 20 of them waiting; 80 K + 60 in all, and
 * 40 of waiting at the end. */
static void from_iteration_to_iteration(void **state)
{
    (void)state;
    static const int64_t sweeps[] = {10, 1000, 1000000000};
    for (int i = 0; i < 6; i++) {
        few x = some();
        model *m = x.m;
        bool is_slow = i >= 3;
        double count = (double)sweeps[i % 3];
        if (is_slow)
            model_message(m, 10e-6, 0, 0, 50e-6);
        const expr *other = expr_sub(m->pool, number(m, 1), coord(m, x.g, 0));
        const expr *tag = number(m, 0);
        node *body = SEQUENCE(work(m, 20), wait_post(m, x.g, other, tag), work(m, 20),
                              post(m, x.g, other, tag));
        node *sweep =
            loop(m, var(m, "k"), number(m, 1), number(m, sweeps[i % 3]), number(m, 1), body);
        estimate e = predict_on(
            m, SEQUENCE(post(m, x.g, other, tag), sweep, wait_post(m, x.g, other, tag)), 2);
        is_time(e.time, is_slow ? 80e-6 * count + 60e-6 : 60e-6 * count + 40e-6);
        is_time(e.parts.waiting, is_slow ? 20e-6 * count + 40e-6 : 20e-6);
        model_free(m);
    }
}

/* Posted with tag 1 at 0, there at 40, and with tag 2 at 10 + 50, there at 100: who
 * waits for 2 first has it at 100 and the other at 110; for 1 first, at 40 and 100. */
static void tags_tell_apart(void **state)
{
    (void)state;
    for (int first = 1; first <= 2; first++) {
        few x = some();
        model *m = x.m;
        node *posts = SEQUENCE(post_to(&x, 1, 1), work(m, 50), post_to(&x, 1, 2));
        node *waits = SEQUENCE(wait_for(&x, 0, first), wait_for(&x, 0, 3 - first));
        estimate e = predict_on(m, SEQUENCE(only(&x, 0, posts), only(&x, 1, waits)), 2);
        is_time(e.time, first == 1 ? 100e-6 : 110e-6);
        model_free(m);
    }
}

/* For anybody's: 2 posts at 0 and 0 at 100. The one that comes first is taken first,
 * although it stands later in the text. */
static void anybody(void **state)
{
    (void)state;
    few x = some();
    model *m = x.m;
    node *body = SEQUENCE(
        only(&x, 0, SEQUENCE(work(m, 100), post_to(&x, 1, 1))), only(&x, 2, post_to(&x, 1, 2)),
        only(&x, 1,
             SEQUENCE(wait_post(m, x.g, NULL, NULL), work(m, 30), wait_post(m, x.g, NULL, NULL))));
    estimate e = predict_on(m, body, 3);
    assert_int_equal(e.slowest, 1);
    is_time(e.time, 140e-6);
    is_time(e.parts.waiting, 30e-6 + 60e-6); /* until 40 and, from 80 on, 140 */
    model_free(m);
}

/* To itself: it is there at once, and costs nothing. */
static void to_itself(void **state)
{
    (void)state;
    few x = some();
    node *body = only(&x, 0, SEQUENCE(work(x.m, 5), post_to(&x, 0, 1), wait_for(&x, 0, 1)));
    estimate e = predict_on(x.m, body, 2);
    is_time(e.time, 5e-6);
    model_free(x.m);
}

/* A handshake of two tasks, in each iteration: 0 posts at 20, which is there at 60; 1
 * works 50 and posts at 110, which is there at 150, and 0 works 10. It takes 160, and
 * then 0 begins again, for whom 1 waits. */
static void tasks_wait_for_each_other(void **state)
{
    (void)state;
    static const int64_t times[] = {1, 3, 1000000000};
    for (int i = 0; i < 3; i++) {
        few x = some();
        model *m = x.m;
        node *asks = SEQUENCE(work(m, 20), post_to(&x, 1, 1), wait_for(&x, 1, 2), work(m, 10));
        node *answers = SEQUENCE(wait_for(&x, 0, 1), work(m, 50), post_to(&x, 0, 2));
        node *body = SEQUENCE(only(&x, 0, asks), only(&x, 1, answers));
        estimate e = predict_on(
            m, loop(m, var(m, "k"), number(m, 1), number(m, times[i]), number(m, 1), body), 2);
        assert_int_equal(e.slowest, 0);
        is_time(e.time, 160e-6 * (double)times[i]);
        is_time(e.parts.waiting, 110e-6 * (double)times[i]);
        char *text = warnings(m);
        assert_string_equal(text, "");
        free(text);
        model_free(m);
    }
}

/* 0 waits for 2, which waits for 1, which posts after 5: there at 45; then 2 posts, which
 * is there at 85, before all meet in a barrier of no cost. */
static void tasks_in_a_chain(void **state)
{
    (void)state;
    few x = some();
    model *m = x.m;
    node *body = SEQUENCE(only(&x, 0, SEQUENCE(wait_for(&x, 2, 1), work(m, 1))),
                          only(&x, 2, SEQUENCE(wait_for(&x, 1, 1), post_to(&x, 0, 1))),
                          only(&x, 1, SEQUENCE(work(m, 5), post_to(&x, 2, 1))), work(m, 3));
    estimate e = predict_on(m, body, 3);
    assert_int_equal(e.slowest, 0);
    is_time(e.time, 89e-6); /* 85, one of its own and three of all */
    model_free(m);
}

static void unmatched(void **state)
{
    (void)state;
    few x = some();
    node *body = SEQUENCE(only(&x, 0, SEQUENCE(post_to(&x, 1, 1), wait_for(&x, 1, 2))),
                          only(&x, 1, post_to(&x, 0, 3)));
    predict_on(x.m, body, 2);
    char *text = warnings(x.m);
    assert_string_equal(
        text,
        "model.c:2:1: warning: processor 0 waits here for a post from processor 1 with this tag, "
        "but no post before this, or in a task right after this one, matches it; this wait is "
        "ignored [post]\n"
        "model.c:2:1: note: posts and waits are matched in the order of the text: write the post "
        "before the wait, or into a task next to it\n"
        "model.c:1:1: warning: when the program ends, not all that is posted here has been waited "
        "for; write a 'wait' for each on the node that it goes to [post]\n"
        "    1 | \n"
        "      | ^\n"
        "model.c:4:1: warning: when the program ends, not all that is posted here has been waited "
        "for; write a 'wait' for each on the node that it goes to [post]\n");
    free(text);
    model_free(x.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_post),
        cmocka_unit_test(a_post_that_is_there),
        cmocka_unit_test(producer_and_consumer),
        cmocka_unit_test(from_iteration_to_iteration),
        cmocka_unit_test(tags_tell_apart),
        cmocka_unit_test(anybody),
        cmocka_unit_test(to_itself),
        cmocka_unit_test(tasks_wait_for_each_other),
        cmocka_unit_test(tasks_in_a_chain),
        cmocka_unit_test(unmatched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
