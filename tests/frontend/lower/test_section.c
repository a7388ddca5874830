/* Random array assignments, against what base:length:step says, or in HPF's
 * spelling lower:upper:stride: element t of each section of the right side goes to
 * element t of the left side's. */

#include <string.h>

#include "frontend/frontend.h"
#include "program/env/bindings.h"
#include "tests/cmocka_all.h"
#include "tests/random.h"

enum { RANK_MOST = 3, EXTENT = 40, STATEMENTS = 150 };

static random_source numbers = {1};

/* One dimension of a reference: an index, or a section. */
typedef struct dimension {
    bool is_section;
    int base, length, step;
} dimension;

typedef struct side {
    int rank;
    dimension dim[RANK_MOST];
} side;

typedef struct assignment {
    side left, right;
    int rank; /* sections of each side */
    int length[RANK_MOST];
} assignment;

/* Lengths are those of both sides; `whole` ones may be left out. */
static side random_side(const assignment *a)
{
    side s = {.rank = random_in(&numbers, a->rank, RANK_MOST)};
    int sections = a->rank;
    for (int k = 0; k < s.rank; k++) {
        dimension *d = &s.dim[k];
        d->is_section = sections > 0 && (random_in(&numbers, 0, 1) || sections == s.rank - k);
        d->base = random_in(&numbers, 0, EXTENT - 1);
        if (!d->is_section)
            continue;
        d->length = a->length[a->rank - sections--];
        int most = d->length > 1 ? (EXTENT - 1) / (d->length - 1) : 5;
        most = most > 5 ? 5 : most;
        d->step = random_in(&numbers, 1, most);
        int reach = d->step * (d->length - 1);
        d->base = random_in(&numbers, 0, EXTENT - 1 - reach);
        if (random_in(&numbers, 0, 3) == 0) { /* from the other end */
            d->base += reach;
            d->step = -d->step;
        }
    }
    return s;
}

static size_t print_section(char *to, size_t size, const dimension *d)
{
    bool from_start = d->base == (d->step > 0 ? 0 : EXTENT - 1);
    int rest = d->step > 0 ? (EXTENT - d->base + d->step - 1) / d->step : d->base / -d->step + 1;
    bool to_end = d->length == rest;
    char base[16] = "", length[16] = "", step[16] = "";
    if (!from_start || random_in(&numbers, 0, 1))
        snprintf(base, sizeof base, "%d", d->base);
    if (!to_end || random_in(&numbers, 0, 1))
        snprintf(length, sizeof length, "%d", d->length);
    if (d->step != 1 || random_in(&numbers, 0, 3) == 0)
        snprintf(step, sizeof step, ":%d", d->step);
    return (size_t)snprintf(to, size, "[%s:%s%s]", base, length, step);
}

/* The upper bound may be anything from the last element to the next one that the
 * step would reach. */
static size_t print_triplet(char *to, size_t size, const dimension *d)
{
    int last = d->base + (d->length - 1) * d->step, towards = d->step > 0 ? 1 : -1;
    int upper = last + towards * random_in(&numbers, 0, d->step * towards - 1);
    char first[16] = "", to_last[16] = "", step[16] = "";
    if (d->base != 0 || random_in(&numbers, 0, 1))
        snprintf(first, sizeof first, "%d", d->base);
    if (d->step < 0 || last + d->step < EXTENT || random_in(&numbers, 0, 1))
        snprintf(to_last, sizeof to_last, "%d", upper);
    if (d->step != 1 || random_in(&numbers, 0, 3) == 0)
        snprintf(step, sizeof step, ":%d", d->step);
    return (size_t)snprintf(to, size, "%s:%s%s", first, to_last, step);
}

static size_t print_hpf(char *to, size_t size, char name, const side *s)
{
    size_t used = (size_t)snprintf(to, size, "%c%d", name, s->rank);
    for (int k = 0; k < s->rank; k++) {
        used += (size_t)snprintf(to + used, size - used, k ? ", " : "(");
        used += s->dim[k].is_section
                    ? print_triplet(to + used, size - used, &s->dim[k])
                    : (size_t)snprintf(to + used, size - used, "%d", s->dim[k].base);
    }
    return used + (size_t)snprintf(to + used, size - used, ")");
}

static size_t print_brackets(char *to, size_t size, char name, const side *s)
{
    size_t used = (size_t)snprintf(to, size, "%c%d", name, s->rank);
    for (int k = 0; k < s->rank; k++)
        used += s->dim[k].is_section
                    ? print_section(to + used, size - used, &s->dim[k])
                    : (size_t)snprintf(to + used, size - used, "[%d]", s->dim[k].base);
    return used;
}

/* HPF's spelling has parentheses where there is a section, as there is here. */
static size_t print_side(char *to, size_t size, char name, const side *s, bool is_hpf)
{
    return is_hpf ? print_hpf(to, size, name, s) : print_brackets(to, size, name, s);
}

static assignment random_assignment(void)
{
    assignment a = {.rank = random_in(&numbers, 1, RANK_MOST)};
    for (int k = 0; k < a.rank; k++)
        a.length[k] = random_in(&numbers, 1, 9);
    a.left = random_side(&a);
    a.right = random_side(&a);
    return a;
}

/* --- What the tree says ---------------------------------------------------------- */

static int64_t value_of(env *e, const expr *x)
{
    bool ok = true;
    int64_t value = expr_eval(e, x, &ok);
    assert_true(ok);
    return value;
}

static void check_reference(env *e, const reference *ref, const side *s, const int *at)
{
    int next = 0;
    assert_int_equal(ref->var->rank, s->rank);
    for (int k = 0; k < s->rank; k++) {
        const dimension *d = &s->dim[k];
        int expected = d->is_section ? d->base + d->step * at[next++] : d->base;
        assert_int_equal(ref->sub[k].kind, SUBSCRIPT_VALUE);
        assert_int_equal(value_of(e, ref->sub[k].value), expected);
    }
}

/* Runs the nest; at[k] counts the iterations of its k-th loop. */
static void check_nest(env *e, const node *n, const assignment *a, int depth, int *at)
{
    if (depth == a->rank) {
        assert_int_equal(n->kind, NODE_STATEMENT);
        assert_int_equal(n->u.stmt.read_count, 1);
        check_reference(e, n->u.stmt.write, &a->left, at);
        check_reference(e, n->u.stmt.reads[0], &a->right, at);
        return;
    }
    assert_int_equal(n->kind, NODE_LOOP);
    assert_int_equal(n->u.loop.parallel, LOOP_FORALL);
    const loop_range *r = &n->u.loop.range;
    int64_t low = value_of(e, r->lower), high = value_of(e, r->upper), step = value_of(e, r->step);
    assert_int_equal((high - low) / step + 1, a->length[depth]);
    at[depth] = 0;
    for (int64_t i = low; i <= high; i += step, at[depth]++) {
        env_set_loop_var(e, r->var, i);
        check_nest(e, n->u.loop.body, a, depth + 1, at);
    }
}

static void check_assignments(bool is_hpf)
{
    static char text[100000];
    static assignment all[STATEMENTS];
    size_t used =
        (size_t)snprintf(text, sizeof text,
                         "#define E %d\nint a1[E], a2[E][E], a3[E][E][E], b1[E], b2[E][E], "
                         "b3[E][E][E];\n#pragma hpf distribute a1(block)\n"
                         "int main(void)\n{\n",
                         EXTENT);
    for (int i = 0; i < STATEMENTS; i++) {
        all[i] = random_assignment();
        used += (size_t)snprintf(text + used, sizeof text - used, "    ");
        used += print_side(text + used, sizeof text - used, 'a', &all[i].left, is_hpf);
        used += (size_t)snprintf(text + used, sizeof text - used, " = ");
        used += print_side(text + used, sizeof text - used, 'b', &all[i].right, is_hpf);
        used += (size_t)snprintf(text + used, sizeof text - used, ";\n");
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "}\n");
    fp_context *ctx = fp_context_new();
    frontend_options options = {.path = "-", .text = text, .text_length = used};
    const program *p = frontend_read(ctx, &options);
    if (!p)
        diag_print(ctx->diags, stderr, false, DIAG_ERROR);
    assert_non_null(p);
    bindings values = {.procs_rank = 1, .procs = {4}};
    env *e = env_new(ctx, p->pool, p->grids, p->grid_count, &values);
    const node *n = p->entries[0]->body;
    for (int i = 0; i < STATEMENTS; i++, n = n->next) {
        int at[RANK_MOST] = {0};
        assert_non_null(n);
        check_nest(e, n, &all[i], 0, at);
    }
    assert_null(n);
    fp_context_free(ctx);
}

static void test_random_assignments(void **state)
{
    (void)state;
    check_assignments(false);
}

static void test_random_triplets(void **state)
{
    (void)state;
    check_assignments(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_assignments),
                                       cmocka_unit_test(test_random_triplets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
