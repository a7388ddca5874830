/* What the tree says a program touches, against the program itself, run: random
 * functions, executed by twin_program.c and by a walk over the lowered tree. */

#include <string.h>

#include "frontend/frontend.h"
#include "program/env/bindings.h"
#include "tests/cmocka_all.h"
#include "tests/frontend/lower/twin_program.h"

#define FUNCTIONS 1500

typedef struct walk {
    env *e;
    bool is_undecided; /* a branch or a bound that the tree leaves open */
    const touch *expected;
    int at, count;
    bool differs;
    int indirect, direct;
} walk;

static int64_t value(walk *w, const expr *x)
{
    bool ok = true;
    int64_t v = expr_eval(w->e, x, &ok);
    w->is_undecided |= !ok;
    return v;
}

static void compare_touch(walk *w, const reference *r, bool is_write)
{
    if (w->is_undecided || w->differs)
        return;
    if (w->at == w->count) {
        w->differs = true;
        return;
    }
    const touch *t = &w->expected[w->at++];
    w->differs |= r->var->name[0] != t->array || is_write != t->is_write;
    for (int i = 0; i < r->var->rank && !w->differs; i++) {
        if (r->sub[i].kind == SUBSCRIPT_INDIRECT) {
            w->indirect++;
            continue;
        }
        w->direct++;
        int64_t index = value(w, r->sub[i].value);
        w->differs |= !w->is_undecided && index != t->index[i];
    }
}

static void walk_nodes(walk *w, const node *n);

static void walk_loop(walk *w, const loop_node *l)
{
    int64_t lower = value(w, l->range.lower), upper = value(w, l->range.upper);
    int64_t step = value(w, l->range.step);
    assert_true(step != 0 && l->is_exact);
    for (int64_t i = lower; (step > 0 ? i <= upper : i >= upper) && !w->differs && !w->is_undecided;
         i += step) {
        env_set_loop_var(w->e, l->range.var, i);
        walk_nodes(w, l->body);
    }
}

static void walk_nodes(walk *w, const node *n)
{
    for (; n && !w->differs && !w->is_undecided; n = n->next) {
        if (n->kind == NODE_LOOP) {
            walk_loop(w, &n->u.loop);
        } else if (n->kind == NODE_IF) {
            if (!n->u.cond.condition)
                w->is_undecided = true;
            else
                walk_nodes(w, value(w, n->u.cond.condition) ? n->u.cond.then_body
                                                            : n->u.cond.else_body);
        } else if (n->kind == NODE_WHILE) {
            w->is_undecided = true;
        } else {
            assert_int_equal(n->kind, NODE_STATEMENT);
            for (int i = 0; i < n->u.stmt.read_count; i++)
                compare_touch(w, n->u.stmt.reads[i], false);
            if (n->u.stmt.write)
                compare_touch(w, n->u.stmt.write, true);
        }
    }
}

typedef struct totals {
    int decided, undecided;
    long direct, indirect;
} totals;

static void check(fp_context *ctx, const program *p, twin *t, int64_t n, int64_t m, totals *sum)
{
    const function *f = p->functions;
    bindings none = {0};
    walk w = {.e = env_new(ctx, p->pool, p->grids, p->grid_count, &none)};
    assert_non_null(w.e);
    for (int i = 0; i < 2; i++)
        if (f->formal_params[i])
            env_set_param(w.e, f->formal_params[i], i ? m : n);
    if (!twin_run(t, n, m, &w.expected, &w.count))
        return;
    walk_nodes(&w, f->body);
    w.differs |= !w.is_undecided && w.at != w.count;
    if (w.differs)
        fprintf(stderr, "%s\nf(%lld, %lld) differs at touch %d of %d\n", twin_text(t), (long long)n,
                (long long)m, w.at, w.count);
    assert_false(w.differs);
    sum->decided += !w.is_undecided;
    sum->undecided += w.is_undecided;
    sum->direct += w.direct;
    sum->indirect += w.indirect;
}

static void test_tree_touches_what_the_program_does(void **state)
{
    (void)state;
    totals sum = {0};
    for (uint32_t seed = 1; seed <= FUNCTIONS; seed++) {
        twin *t = twin_new(seed);
        fp_context *ctx = fp_context_new();
        frontend_options options = {
            .path = "twin.c", .text = twin_text(t), .text_length = strlen(twin_text(t))};
        const program *p = frontend_read(ctx, &options);
        if (!p) {
            fputs(twin_text(t), stderr);
            diag_print(ctx->diags, stderr, false, DIAG_REMARK);
        }
        assert_non_null(p);
        check(ctx, p, t, 5, 3, &sum);
        check(ctx, p, t, 0, 8, &sum);
        fp_context_free(ctx);
        twin_free(t);
    }
    print_message("%d runs compared, %d left open; %ld subscripts known, %ld indirect\n",
                  sum.decided, sum.undecided, sum.direct, sum.indirect);
    /* The front end may give up on a program, but not on most. */
    assert_true(sum.decided > 3 * sum.undecided);
    assert_true(sum.direct > 3 * sum.indirect);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree_touches_what_the_program_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
