#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* Bytes of the fullest node against counting element by element. */

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

typedef struct drawn_array {
    int rank, bytes, extent[2];
    dist_kind kind[2];
    const variable *var;
} drawn_array;

static bool is_at(dist_kind kind, int extent, int procs, int coord, int index)
{
    int block = (extent + procs - 1) / procs;
    return (kind == DIST_BLOCK ? index / block : index % procs) == coord;
}

/* Bytes of an array on one processor. */
static int64_t bytes_on(const drawn_array *a, const int *shape, const int *coord)
{
    int64_t bytes = a->bytes;
    for (int d = 0; d < a->rank; d++) {
        int count = 0;
        for (int i = 0; i < a->extent[d]; i++)
            count += is_at(a->kind[d], a->extent[d], shape[d], coord[d], i);
        bytes *= count;
    }
    return bytes;
}

static drawn_array some_array(model *m, const proc_grid *grid, const char *name)
{
    drawn_array a = {.rank = grid->rank, .bytes = 1 << draw(4)};
    const expr *extents[2];
    for (int d = 0; d < a.rank; d++) {
        a.extent[d] = 1 + draw(90);
        a.kind[d] = draw(2) ? DIST_BLOCK : DIST_CYCLIC;
        extents[d] = number(m, a.extent[d]);
    }
    a.var = model_array(m, name, a.bytes, a.rank, extents, grid, a.kind);
    return a;
}

/* A statement that reads the first element. */
static node *touch(model *m, const variable *v)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    const reference **reads = ARENA_ARRAY(m->ctx->arena, 1, const reference *);
    node *n = work(m, 1);
    ref->var = v;
    for (int d = 0; d < v->rank; d++)
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, number(m, 0)};
    reads[0] = ref;
    n->u.stmt.reads = reads;
    n->u.stmt.read_count = 1;
    return n;
}

static void one_program(int seed)
{
    static const char *const names[] = {"a", "b", "c"};
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    model *m = model_new();
    const int rank = 1 + draw(2), count = 1 + draw(3);
    const proc_grid *grids[2] = {model_grid(m, rank), model_grid(m, rank)};
    int shape[2] = {1 + draw(12), rank == 1 ? 1 : 1 + draw(12)};
    drawn_array arrays[3];
    node *list[3];
    for (int i = 0; i < count; i++) { /* at times on two grids */
        arrays[i] = some_array(m, grids[draw(8) == 0], names[i]);
        list[i] = touch(m, arrays[i].var);
    }
    estimate e = predict(m, model_graph(m, sequence(count, list)), NULL, rank, shape);
    int64_t most = 0;
    for (int p = 0; p < shape[0] * shape[1]; p++) {
        const int coord[2] = {p / shape[1], p % shape[1]};
        int64_t bytes = 0;
        for (int i = 0; i < count; i++)
            bytes += bytes_on(&arrays[i], shape, coord);
        most = bytes > most ? bytes : most;
    }
    if (e.node_bytes != most)
        fail_msg("%lld bytes, and %lld element by element (program %d)", (long long)e.node_bytes,
                 (long long)most, seed);
    model_free(m);
}

static void as_element_by_element(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 400; seed++)
        one_program(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_element_by_element)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
