#include "tests/estimator/memory/random_nest.h"

#include <stdio.h>
#include <string.h>

static int64_t bound_value(const nest_bound *b, const int64_t *at)
{
    return b->plus + (b->of >= 0 ? at[b->of] : 0);
}

/* --- Walks --------------------------------------------------------------------------- */

typedef struct walk {
    const nest_program *program;
    cache_twin *cache;
    int64_t accesses, limit;
} walk;

static void touch(walk *w, const nest *n, const nest_ref *ref, const int64_t *at)
{
    const nest_array *a = &w->program->arrays[ref->array];
    int64_t place = 0;
    for (int d = 0; d < a->rank; d++) {
        int64_t index = ref->plus[d];
        for (int k = 0; k < n->loop_count; k++)
            index += ref->factor[d][k] * at[k];
        place = place * a->extent[d] + index;
    }
    cache_twin_access(w->cache, a->base + place * a->bytes, ref->is_write);
}

static void walk_nest(walk *w, const nest *n, int k, int64_t *at)
{
    if (k == n->loop_count) {
        w->accesses += n->ref_count;
        for (int i = 0; i < n->ref_count && w->cache; i++)
            touch(w, n, &n->refs[i], at);
        return;
    }
    const nest_loop *l = &n->loops[k];
    int64_t upper = bound_value(&l->upper, at);
    for (at[k] = bound_value(&l->lower, at); at[k] <= upper && w->accesses <= w->limit;
         at[k] += l->step)
        walk_nest(w, n, k + 1, at);
}

static int64_t walk_all(const nest_program *p, cache_twin *cache, int64_t limit)
{
    walk w = {p, cache, 0, limit};
    const nest_loop *around = &p->nests[0].loops[0];
    int64_t at[NEST_LOOPS];
    for (at[0] = around->lower.plus; at[0] <= around->upper.plus; at[0]++)
        for (int i = 0; i < p->nest_count; i++)
            walk_nest(&w, &p->nests[i], 1, at);
    return w.accesses;
}

int64_t nest_walk(const nest_program *p, cache_twin *cache)
{
    return walk_all(p, cache, INT64_MAX);
}

/* --- Random ones --------------------------------------------------------------------- */

static bool is_one_in(random_source *r, int n)
{
    return random_in(r, 1, n) == 1;
}

/* The highest value that the variable of loop k can have. */
static int64_t highest(const nest *n, int k)
{
    const nest_bound *b = &n->loops[k].upper;
    return b->plus + (b->of >= 0 ? highest(n, b->of) : 0);
}

static void make_loops(random_source *r, nest *n, int64_t times, int scale)
{
    n->loops[0] = (nest_loop){{-1, 0}, {-1, times - 1}, 1};
    n->loop_count = 1 + random_in(r, 1, 4);
    int size = n->loop_count == 2 ? 2000 : n->loop_count == 3 ? 150 : n->loop_count == 4 ? 40 : 14;
    size *= scale;
    for (int k = 1; k < n->loop_count; k++) {
        nest_loop *l = &n->loops[k];
        *l = (nest_loop){{-1, 0}, {-1, random_in(r, size / 4, size)}, 1};
        if (is_one_in(r, 8))
            l->step = random_in(r, 2, 4);
        /* Triangles: up to, or from, a loop further out. */
        if (k > 1 && is_one_in(r, 3))
            l->upper = (nest_bound){random_in(r, 1, k - 1), is_one_in(r, 2) ? 0 : -1};
        else if (k > 1 && is_one_in(r, 6)) {
            int of = random_in(r, 1, k - 1);
            l->lower = (nest_bound){of, 0};
            l->upper = (nest_bound){-1, highest(n, of) + random_in(r, 0, 3)};
        }
    }
}

/* A reference with at most one loop for most dimensions, and offsets as stencils have them. */
static void make_ref(random_source *r, const nest *n, const nest_array *a, nest_ref *ref)
{
    int used = 0;
    for (int d = 0; d < a->rank; d++) {
        if (n->loop_count > 1 && !is_one_in(r, 8)) {
            int k = random_in(r, 1, n->loop_count - 1);
            if (used >> k & 1)
                k = random_in(r, 1, n->loop_count - 1);
            used |= 1 << k;
            ref->factor[d][k] = is_one_in(r, 12) ? 2 : 1;
            if (is_one_in(r, 12))
                ref->factor[d][random_in(r, 1, n->loop_count - 1)] += 1;
        }
        ref->plus[d] = random_in(r, 0, is_one_in(r, 3) ? 2 : 0);
    }
}

static int64_t last_index(const nest *n, const nest_ref *ref, int d)
{
    int64_t last = ref->plus[d];
    for (int k = 1; k < n->loop_count; k++)
        if (ref->factor[d][k])
            last += ref->factor[d][k] * (highest(n, k) > 0 ? highest(n, k) : 0);
    return last;
}

static void make_nest(random_source *r, nest_program *p, nest *n, int64_t times, int scale)
{
    make_loops(r, n, times, scale);
    n->ref_count = random_in(r, 1, NEST_REFS);
    for (int i = 0; i < n->ref_count; i++) {
        nest_ref *ref = &n->refs[i];
        bool is_near = i > 0 && is_one_in(r, 2); /* like the one before, some elements apart */
        if (is_near)
            *ref = n->refs[i - 1];
        ref->is_write = i == n->ref_count - 1 && !is_one_in(r, 3);
        ref->array = is_near ? ref->array : random_in(r, 0, p->array_count - 1);
        nest_array *a = &p->arrays[ref->array];
        if (!is_near)
            make_ref(r, n, a, ref);
        else
            ref->plus[random_in(r, 0, a->rank - 1)] = random_in(r, 0, 2);
        for (int d = 0; d < a->rank; d++)
            if (a->extent[d] <= last_index(n, ref, d))
                a->extent[d] = last_index(n, ref, d) + 1;
    }
}

nest_program random_nest_of(random_source *r, int scale, int64_t most, int64_t page)
{
    for (;;) {
        nest_program p = {.array_count = random_in(r, 1, NEST_ARRAYS),
                          .nest_count = is_one_in(r, 2) ? 1 : random_in(r, 2, NEST_NESTS)};
        int64_t times = is_one_in(r, 3) ? random_in(r, 2, 5) : 1, base = 0;
        for (int i = 0; i < p.array_count; i++)
            p.arrays[i] = (nest_array){.rank = random_in(r, 1, NEST_RANK),
                                       .bytes = is_one_in(r, 3) ? 4 : 8,
                                       .extent = {1, 1, 1}};
        for (int i = 0; i < p.nest_count; i++)
            make_nest(r, &p, &p.nests[i], times, scale);
        for (int i = p.array_count - 1; i >= 0; i--) { /* as gcc lays them out */
            nest_array *a = &p.arrays[i];
            int64_t bytes = a->bytes;
            a->base = base;
            for (int d = 0; d < a->rank; d++)
                bytes *= a->extent[d];
            base = (base + bytes + page - 1) / page * page;
        }
        int64_t accesses = walk_all(&p, NULL, most);
        if (accesses > 500 && accesses <= most && base < INT64_C(1) << 28)
            return p;
    }
}

nest_program random_nest(random_source *r, int64_t most, int64_t page)
{
    return random_nest_of(r, 1, most, page);
}

/* --- As a tree ----------------------------------------------------------------------- */

static const expr *bound_expr(model *m, const nest_bound *b, const loop_var *const *vars)
{
    const expr *plus = number(m, b->plus);
    return b->of < 0 ? plus : expr_add(m->pool, expr_loop_var(m->pool, vars[b->of]), plus);
}

static const reference *ref_tree(model *m, const nest *n, const nest_ref *r,
                                 const variable *const *arrays, const loop_var *const *vars)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = arrays[r->array];
    for (int d = 0; d < ref->var->rank; d++) {
        const expr *index = number(m, r->plus[d]);
        for (int k = 0; k < n->loop_count; k++)
            index = expr_add(
                m->pool, index,
                expr_mul(m->pool, number(m, r->factor[d][k]), expr_loop_var(m->pool, vars[k])));
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, index};
    }
    return ref;
}

static node *one_tree(model *m, const nest *n, const variable *const *arrays,
                      const loop_var *around)
{
    static const char *const name[NEST_LOOPS] = {"t", "i", "j", "k", "l"};
    const loop_var *vars[NEST_LOOPS] = {around};
    const reference **reads = ARENA_ARRAY(m->ctx->arena, NEST_REFS, const reference *);
    node *body = work(m, 0);
    for (int k = 1; k < n->loop_count; k++)
        vars[k] = var(m, name[k]);
    for (int i = 0; i < n->ref_count; i++) {
        const reference *ref = ref_tree(m, n, &n->refs[i], arrays, vars);
        if (n->refs[i].is_write)
            body->u.stmt.write = ref;
        else
            reads[body->u.stmt.read_count++] = ref;
    }
    body->u.stmt.reads = reads;
    for (int k = n->loop_count - 1; k > 0; k--)
        body = loop(m, vars[k], bound_expr(m, &n->loops[k].lower, vars),
                    bound_expr(m, &n->loops[k].upper, vars), number(m, n->loops[k].step), body);
    return body;
}

node *nest_tree(model *m, const nest_program *p)
{
    static const char *const name[NEST_ARRAYS] = {"a", "b", "c", "d"};
    const variable *arrays[NEST_ARRAYS];
    const loop_var *t = var(m, "t");
    node *list[NEST_NESTS];
    for (int i = 0; i < p->array_count; i++) {
        const nest_array *a = &p->arrays[i];
        const expr *extent[NEST_RANK];
        for (int d = 0; d < a->rank; d++)
            extent[d] = number(m, a->extent[d]);
        arrays[i] = model_array(m, name[i], a->bytes, a->rank, extent, NULL, NULL);
    }
    for (int i = 0; i < p->nest_count; i++)
        list[i] = one_tree(m, &p->nests[i], arrays, t);
    return loop(m, t, number(m, 0), number(m, p->nests[0].loops[0].upper.plus), number(m, 1),
                sequence(p->nest_count, list));
}

/* --- As text -------------------------------------------------------------------------- */

static void print_bound(const nest_bound *b)
{
    if (b->of >= 0)
        printf("%c%+lld", "tijkl"[b->of], (long long)b -> plus);
    else
        printf("%lld", (long long)b->plus);
}

static void print_ref(const nest_program *p, const nest *n, const nest_ref *ref)
{
    printf(" %c", "abcd"[ref->array]);
    for (int d = 0; d < p->arrays[ref->array].rank; d++) {
        printf("[");
        for (int k = 0; k < n->loop_count; k++)
            if (ref->factor[d][k])
                printf("%lld%c+", (long long)ref->factor[d][k], "tijkl"[k]);
        printf("%lld]", (long long)ref->plus[d]);
    }
    printf(ref->is_write ? " written" : "");
}

void nest_print(const nest_program *p)
{
    for (int i = 0; i < p->array_count; i++) {
        const nest_array *a = &p->arrays[i];
        printf("%c: %d bytes, [%lld][%lld][%lld] at %lld\n", "abcd"[i], a -> bytes,
               (long long)a -> extent[0], (long long)a -> extent[1], (long long)a -> extent[2],
               (long long)a -> base);
    }
    for (int i = 0; i < p->nest_count; i++) {
        const nest *n = &p->nests[i];
        for (int k = 0; k < n->loop_count; k++) {
            printf("%s%c=", k ? ", " : "  ", "tijkl"[k]);
            print_bound(&n->loops[k].lower);
            printf("..");
            print_bound(&n->loops[k].upper);
            printf(n->loops[k].step > 1 ? " by %lld" : "", (long long)n->loops[k].step);
        }
        printf(":");
        for (int k = 0; k < n->ref_count; k++)
            print_ref(p, n, &n->refs[k]);
        printf("\n");
    }
}
