#include "frontend/lower/whole_array.h"

#include <string.h>

#include "frontend/lower/macro_use.h"
#include "frontend/resolve/scope.h"
#include "frontend/value/names.h"

enum { ARRAYS_MOST = 2 + MAX_RANK };

/* The arguments, and what is made of them. */
typedef struct whole_call {
    lowering *lo;
    gather *g;
    const syntax *call;
    const char *name;
    int count;
    const variable *array[ARRAYS_MOST];
    const variable *all[ARRAYS_MOST]; /* of argument i: all its elements, of each process */
} whole_call;

/* --- Arguments -------------------------------------------------------------------------------- */

/* The array in xmp_desc_of(a); null: it is written otherwise, or not mapped. */
static const variable *described(lowering *lo, const syntax *s)
{
    const c_expansion *use = lower_macro_use(lo, s->where);
    if (!use || strcmp(use->name, "xmp_desc_of") != 0)
        return NULL;
    const char *text = source_text(use->where.file) + source_begin(use->where);
    const size_t length = source_end(use->where) - source_begin(use->where);
    size_t begin = strlen(use->name) + strspn(text + strlen(use->name), " \t(");
    size_t end = begin + strcspn(text + begin, " \t)");
    if (end >= length)
        return NULL;
    directive_name array = {
        .text = intern(lo->ctx->names, arena_strndup(lo->ctx->arena, text + begin, end - begin)),
        .where = s->where};
    const variable *v = scope_variable(lo->reading.names, array);
    for (int d = 0; v && d < v->rank; d++)
        if (!v->extent[d])
            return NULL;
    return v && v->rank && v->align && !v->is_no_number ? v : NULL;
}

static bool read_arguments(whole_call *c, int least)
{
    bool has_option = strcmp(c->name, "xmp_transpose") == 0;
    c->count = c->call->child_count - 1 - has_option;
    if (c->count < least || c->count > ARRAYS_MOST)
        return false;
    for (int i = 0; i < c->count; i++) {
        c->array[i] = described(c->lo, c->call->child[i + 1]);
        if (!c->array[i])
            return false;
    }
    return true;
}

/* --- What each process has -------------------------------------------------------------------- */

static const variable *all_of(whole_call *c, const variable *v)
{
    lowering *lo = c->lo;
    variable *all = ARENA_NEW(lo->ctx->arena, variable);
    all->name = arena_printf(lo->ctx->arena, "all of %s", v->name);
    all->where = c->call->where;
    all->kind = v->kind;
    all->elem_bytes = v->elem_bytes;
    all->type = v->type;
    all->rank = v->rank;
    memcpy(all->extent, v->extent, sizeof all->extent);
    all->formal_index = -1;
    all->is_temporary = true;
    all->owner = lo->info[lo->fn.decl->id].fn;
    all->id = lo->found.variables.count;
    VEC_PUSH(lo->ctx->arena, &lo->found.variables, all);
    return all;
}

static const expr *elements_of(lowering *lo, const variable *v)
{
    const expr *product = expr_int(lo->pool, 1);
    for (int d = 0; d < v->rank; d++)
        product = expr_mul(lo->pool, product, v->extent[d]);
    return product;
}

/* What one process has is combined with the zeros of the others. */
static void fetch(whole_call *c, int i)
{
    lowering *lo = c->lo;
    node *n = node_new(lo->ctx, NODE_COLLECTIVE, c->call->where);
    c->all[i] = all_of(c, c->array[i]);
    n->u.collective = (collective_node){.form = FORM_ALL_REDUCE,
                                        .name = c->name,
                                        .buffer = c->array[i],
                                        .kind = ELEM_INT,
                                        .elem_bytes = c->array[i]->elem_bytes,
                                        .elements = elements_of(lo, c->array[i]),
                                        .op = REDUCE_OR};
    node_append(&c->g->before->head, &c->g->before->tail, n);
}

/* --- Loops ------------------------------------------------------------------------------------ */

typedef struct whole_nest {
    int rank;
    const expr *index[MAX_RANK + 1];
    node *outermost, *innermost;
} whole_nest;

static void add_loop(whole_call *c, whole_nest *nest, const expr *count)
{
    expr_pool *pool = c->lo->pool;
    node *n = node_new(c->lo->ctx, NODE_LOOP, c->call->where);
    const char *name = arena_printf(c->lo->ctx->arena, "w%d", nest->rank + 1);
    const loop_var *v = expr_new_loop_var(pool, name, c->call->where);
    nest->index[nest->rank++] = expr_loop_var(pool, v);
    n->u.loop.range = (loop_range){v, expr_int(pool, 0), expr_sub(pool, count, expr_int(pool, 1)),
                                   expr_int(pool, 1)};
    n->u.loop.is_exact = true;
    if (nest->innermost)
        nest->innermost->u.loop.body = n;
    nest->outermost = nest->outermost ? nest->outermost : n;
    nest->innermost = n;
}

static whole_nest nest_over(whole_call *c, const variable *v)
{
    whole_nest nest = {0};
    for (int d = 0; d < v->rank; d++)
        add_loop(c, &nest, v->extent[d]);
    return nest;
}

static void append(whole_call *c, const whole_nest *nest)
{
    node_append(&c->g->before->head, &c->g->before->tail, nest->outermost);
}

/* `index` null: somewhere in it. */
static const reference *element(whole_call *c, const variable *v, const expr *const *index)
{
    reference *r = ARENA_NEW(c->lo->ctx->arena, reference);
    r->var = v;
    r->where = c->call->where;
    for (int d = 0; d < v->rank; d++)
        r->sub[d] =
            (subscript){index ? SUBSCRIPT_VALUE : SUBSCRIPT_INDIRECT, index ? index[d] : NULL};
    return r;
}

static statement_node *statement_in(whole_call *c, node *loop)
{
    node *n = node_new(c->lo->ctx, NODE_STATEMENT, c->call->where);
    node **at = &loop->u.loop.body;
    while (*at)
        at = &(*at)->next;
    *at = n;
    return &n->u.stmt;
}

/* write = reads[0], as the other reads say where. */
static void move(whole_call *c, const whole_nest *nest, const reference *write, int count,
                 const reference *const *reads)
{
    statement_node *s = statement_in(c, nest->innermost);
    s->write = write;
    s->ops.n[OP_STORE] = 1;
    s->ops.n[OP_LOAD] = (uint32_t)count;
    s->read_count = count;
    s->reads = arena_copy(c->lo->ctx->arena, reads, (size_t)count * sizeof *reads);
}

/* What a process owns of the result stays. */
static void store(whole_call *c, int i)
{
    whole_nest nest = nest_over(c, c->array[i]);
    on_clause *on = ARENA_NEW(c->lo->ctx->arena, on_clause);
    const reference *write = element(c, c->array[i], nest.index);
    const reference *read = element(c, c->all[i], nest.index);
    *on = (on_clause){.ref = write, .where = c->call->where};
    for (node *n = nest.outermost; n; n = n->u.loop.body) {
        n->u.loop.parallel = LOOP_ON;
        n->u.loop.directive = c->call->where;
        n->u.loop.on_explicit = on;
    }
    move(c, &nest, write, 1, &read);
    append(c, &nest);
}

/* --- The functions ---------------------------------------------------------------------------- */

static bool has_ranks(const whole_call *c, int rank)
{
    for (int i = 0; i < c->count; i++)
        if (c->array[i]->rank != rank)
            return false;
    return true;
}

static bool transpose(whole_call *c)
{
    if (c->count != 2 || !has_ranks(c, 2))
        return false;
    fetch(c, 1);
    c->all[0] = all_of(c, c->array[0]);
    whole_nest nest = nest_over(c, c->all[0]);
    const expr *turned[] = {nest.index[1], nest.index[0]};
    const reference *read = element(c, c->all[1], turned);
    move(c, &nest, element(c, c->all[0], nest.index), 1, &read);
    append(c, &nest);
    store(c, 0);
    return true;
}

static void count_product(const variable *v, op_tally *ops)
{
    bool is_float = v->kind == ELEM_FLOAT, is_single = is_float && v->elem_bytes <= 4;
    ops->n[!is_float ? OP_INT_MUL : is_single ? OP_FLOAT_MUL : OP_DOUBLE_MUL] = 1;
    ops->n[!is_float ? OP_INT_ADD : is_single ? OP_FLOAT_ADD : OP_DOUBLE_ADD] = 1;
}

static bool multiply(whole_call *c)
{
    if (c->count != 3 || !has_ranks(c, 2))
        return false;
    fetch(c, 1);
    fetch(c, 2);
    c->all[0] = all_of(c, c->array[0]);
    whole_nest nest = nest_over(c, c->all[0]);
    node *around = nest.innermost;
    add_loop(c, &nest, c->array[1]->extent[1]);
    const expr *left[] = {nest.index[0], nest.index[2]}, *right[] = {nest.index[2], nest.index[1]};
    const reference *reads[] = {element(c, c->all[1], left), element(c, c->all[2], right)};
    statement_node *sum = statement_in(c, nest.innermost);
    sum->read_count = 2;
    sum->reads = arena_copy(c->lo->ctx->arena, reads, sizeof reads);
    sum->ops.n[OP_LOAD] = 2;
    count_product(c->array[0], &sum->ops);
    statement_node *kept = statement_in(c, around);
    kept->write = element(c, c->all[0], nest.index);
    kept->ops.n[OP_STORE] = 1;
    append(c, &nest);
    store(c, 0);
    return true;
}

/* x(i) = a(idx1(i), …), or x(idx1(i), …) = a(i): the index arrays have the shape of the one that is
 * gone through. */
static bool move_by_indices(whole_call *c, bool is_gather)
{
    const int through = is_gather ? 0 : 1, others = c->count - 2;
    if (c->count < 3 || others != c->array[1 - through]->rank)
        return false;
    for (int i = 2; i < c->count; i++)
        if (c->array[i]->rank != c->array[through]->rank)
            return false;
    for (int i = 0; i < c->count; i++)
        fetch(c, i);
    whole_nest nest = nest_over(c, c->array[through]);
    const reference *reads[ARRAYS_MOST];
    reads[0] = element(c, c->all[1], is_gather ? NULL : nest.index);
    for (int i = 2; i < c->count; i++)
        reads[i - 1] = element(c, c->all[i], nest.index);
    move(c, &nest, element(c, c->all[0], is_gather ? nest.index : NULL), c->count - 1, reads);
    append(c, &nest);
    store(c, 0);
    return true;
}

/* xmp_pack(v, a, mask), xmp_unpack(a, v, mask): as if all were chosen, which is the most. */
static bool pack(whole_call *c, bool is_unpack)
{
    const int array = is_unpack ? 0 : 1;
    if (c->count < 2 || c->count > 3 || c->array[1 - array]->rank != 1 ||
        (c->count == 3 && c->array[2]->rank != c->array[array]->rank))
        return false;
    for (int i = 0; i < c->count; i++)
        fetch(c, i);
    whole_nest nest = nest_over(c, c->array[array]);
    const reference *reads[2];
    reads[0] = element(c, c->all[1], is_unpack ? NULL : nest.index);
    reads[1] = c->count == 3 ? element(c, c->all[2], nest.index) : NULL;
    move(c, &nest, element(c, c->all[0], is_unpack ? nest.index : NULL), c->count - 1, reads);
    append(c, &nest);
    store(c, 0);
    return true;
}

static bool lower(whole_call *c)
{
    if (strcmp(c->name, "xmp_transpose") == 0)
        return transpose(c);
    if (strcmp(c->name, "xmp_matmul") == 0)
        return multiply(c);
    if (strcmp(c->name, "xmp_pack") == 0 || strcmp(c->name, "xmp_unpack") == 0)
        return pack(c, c->name[4] == 'u');
    return move_by_indices(c, strcmp(c->name, "xmp_gather") == 0);
}

bool lower_whole_array(lowering *lo, gather *g, const syntax *call, const char *name)
{
    static const char *const functions[] = {"xmp_transpose", "xmp_matmul", "xmp_gather",
                                            "xmp_scatter",   "xmp_unpack", "xmp_pack"};
    bool is = false;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        is |= strcmp(functions[i], name) == 0;
    whole_call c = {.lo = lo, .g = g, .call = call, .name = name};
    if (!is || lo->spelling != DIALECT_XMP || !read_arguments(&c, 2))
        return false;
    /* A generated program calls the function. */
    return lo->keeps_loops || lower(&c);
}
