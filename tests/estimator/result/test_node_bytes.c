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

enum { PROCS_MOST_DRAWN = 12 };

/* How a dimension is aligned, element i with cell stride * i + offset, and its template cut. */
typedef struct drawn_dim {
    dist_kind kind;
    int extent, stride, offset, lower, cells, shadow[2];
    int block;                  /* cells; 0: as many as there must be */
    int size[PROCS_MOST_DRAWN]; /* of DIST_GEN_BLOCK */
} drawn_dim;

typedef struct drawn_array {
    int rank, bytes;
    drawn_dim dim[2];
    const variable *var;
} drawn_array;

/* Who owns an element, as HPF defines it. */
static int owner_of(const drawn_dim *d, int procs, int index)
{
    const int cell = d->stride * index + d->offset - d->lower;
    if (d->kind == DIST_CYCLIC)
        return cell / d->block % procs;
    if (d->kind == DIST_BLOCK)
        return cell / (d->block ? d->block : (d->cells + procs - 1) / procs);
    int owner = 0;
    for (int end = d->size[0]; cell >= end; end += d->size[owner])
        owner++;
    return owner;
}

/* Bytes of an array on one processor; who has elements has a shadow beside them. */
static int64_t bytes_on(const drawn_array *a, const int *shape, const int *coord)
{
    int64_t bytes = a->bytes;
    for (int d = 0; d < a->rank; d++) {
        const drawn_dim *dim = &a->dim[d];
        int count = 0;
        for (int i = 0; i < dim->extent; i++)
            count += owner_of(dim, shape[d], i) == coord[d];
        bytes *= count ? count + dim->shadow[0] + dim->shadow[1] : 0;
    }
    return bytes;
}

static drawn_dim some_dim(int procs)
{
    static const dist_kind kinds[] = {DIST_BLOCK, DIST_CYCLIC, DIST_GEN_BLOCK};
    static const int strides[] = {1, 1, 2, 3, -1, -2};
    drawn_dim d = {.kind = kinds[draw(3)], .extent = 1 + draw(90), .stride = strides[draw(6)]};
    const int span = (d.stride < 0 ? -d.stride : d.stride) * (d.extent - 1), before = draw(9);
    d.lower = draw(7) - 3;
    d.cells = before + span + 1 + draw(9);
    d.offset = d.lower + before + (d.stride < 0 ? span : 0);
    if (d.kind == DIST_CYCLIC)
        d.block = 1 + draw(5);
    else if (d.kind == DIST_BLOCK && draw(2))
        d.block = (d.cells + procs - 1) / procs + draw(4);
    for (int p = 0, left = d.cells; p < procs; p++) {
        d.size[p] = p == procs - 1 ? left : draw(left + 1);
        left -= d.size[p];
    }
    for (int side = 0; side < 2; side++)
        d.shadow[side] = draw(3) ? 0 : 1 + draw(2);
    return d;
}

static const gen_sizes *sizes_of(model *m, const drawn_dim *d, int procs)
{
    gen_sizes *sizes = ARENA_NEW(m->ctx->arena, gen_sizes);
    const expr **size = ARENA_ARRAY(m->ctx->arena, procs, const expr *);
    for (int p = 0; p < procs; p++)
        size[p] = number(m, d->size[p]);
    *sizes = (gen_sizes){.count = procs, .size = size};
    return sizes;
}

/* Gives the array that alignment, its template those blocks, and itself its shadow. */
static void align(model *m, drawn_array *a, const int *shape)
{
    variable *v = arena_copy(m->ctx->arena, a->var, sizeof *v);
    array_map *map = arena_copy(m->ctx->arena, m->maps.data[v->id], sizeof *map);
    for (int k = 0; k < a->rank; k++) {
        const drawn_dim *d = &a->dim[k];
        axis_map *axis = &map->axis[k];
        axis->stride = number(m, d->stride);
        axis->offset = number(m, d->offset);
        axis->block = d->block ? number(m, d->block) : NULL;
        axis->lower = number(m, d->lower);
        axis->extent = number(m, d->cells);
        axis->sizes = d->kind == DIST_GEN_BLOCK ? sizes_of(m, d, shape[k]) : NULL;
        v->shadow_lower[k] = number(m, d->shadow[0]);
        v->shadow_upper[k] = number(m, d->shadow[1]);
    }
    m->maps.data[v->id] = map;
    m->variables.data[v->id] = a->var = v;
}

static drawn_array some_array(model *m, const proc_grid *grid, const char *name, const int *shape)
{
    drawn_array a = {.rank = grid->rank, .bytes = 1 << draw(4)};
    const expr *extents[2];
    dist_kind kinds[2];
    for (int d = 0; d < a.rank; d++) {
        a.dim[d] = some_dim(shape[d]);
        kinds[d] = a.dim[d].kind;
        extents[d] = number(m, a.dim[d].extent);
    }
    a.var = model_array(m, name, a.bytes, a.rank, extents, grid, kinds);
    align(m, &a, shape);
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
    int shape[2] = {1 + draw(PROCS_MOST_DRAWN), rank == 1 ? 1 : 1 + draw(PROCS_MOST_DRAWN)};
    drawn_array arrays[3];
    node *list[3];
    for (int i = 0; i < count; i++) { /* at times on two grids */
        arrays[i] = some_array(m, grids[draw(8) == 0], names[i], shape);
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
