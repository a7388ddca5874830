#include "frontend/value/decl_index.h"

#include <stdlib.h>

/* A function's body in the text. */
typedef struct body_place {
    source_range where;
    int position; /* in source->functions */
} body_place;

struct decl_index {
    /* All by function (file scope first), name, id; variables by function, id. */
    const decl **by_name, **variables;
    /* By 0 for file scope, or 1 + the function's id: where its own begin in these. */
    int *first_name, *first_variable;
    /* Variables by file, then the place of the name. */
    int text_count;
    const decl **by_text;
    int body_count;
    const body_place *bodies;   /* by file and place */
    int *positions;             /* of `bodies`, beside them */
    VEC(const decl *) of_param; /* by the parameter's id */
};

/* --- Orders ------------------------------------------------------------------------ */

static int slot_of(const decl *around)
{
    return around ? around->id + 1 : 0;
}

static int compare_names(const void *a, const void *b)
{
    const decl *x = *(const decl *const *)a, *y = *(const decl *const *)b;
    if (x->function != y->function)
        return slot_of(x->function) < slot_of(y->function) ? -1 : 1;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static int compare_places(source_range x, source_range y)
{
    if (x.file != y.file)
        return x.file < y.file ? -1 : 1;
    return source_is_before(x, y) ? -1 : source_is_before(y, x);
}

static int compare_text(const void *a, const void *b)
{
    const decl *x = *(const decl *const *)a, *y = *(const decl *const *)b;
    int order = compare_places(x->where, y->where);
    return order ? order : (x->id > y->id) - (x->id < y->id);
}

static int compare_bodies(const void *a, const void *b)
{
    const body_place *x = a, *y = b;
    int order = compare_places(x->where, y->where);
    return order ? order : (x->position > y->position) - (x->position < y->position);
}

static int compare_ids(const void *a, const void *b)
{
    const decl *x = *(const decl *const *)a, *y = *(const decl *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

/* --- Making it --------------------------------------------------------------------- */

static bool is_variable(const decl *d)
{
    return d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL;
}

/* Where each function's declarations begin when all are in the order of functions. */
static int *find_first(lowering *lo, bool of_variables)
{
    const c_program *source = lo->source;
    int *first = ARENA_ARRAY(lo->ctx->arena, source->decl_count + 2, int);
    for (int i = 0; i < source->decl_count; i++)
        if (!of_variables || is_variable(source->decls[i]))
            first[slot_of(source->decls[i]->function) + 1]++;
    for (int i = 0; i <= source->decl_count; i++)
        first[i + 1] += first[i];
    return first;
}

static void index_decls(lowering *lo, struct decl_index *x)
{
    const c_program *source = lo->source;
    arena *a = lo->ctx->arena;
    int count = source->decl_count;
    x->first_name = find_first(lo, false);
    x->first_variable = find_first(lo, true);
    x->variables = ARENA_ARRAY(a, count + 1, const decl *);
    x->by_text = ARENA_ARRAY(a, count + 1, const decl *);
    int *next = arena_copy(a, x->first_variable, (size_t)(count + 2) * sizeof *next);
    for (int i = 0; i < count; i++) {
        const decl *d = source->decls[i];
        if (is_variable(d))
            x->variables[next[slot_of(d->function)]++] = d;
        if ((d->kind == DECL_VARIABLE || d->is_made) && d->where.file && d->text.file && d->element)
            x->by_text[x->text_count++] = d;
    }
    x->by_name = ARENA_ARRAY(a, count + 1, const decl *);
    for (int i = 0; i < count; i++)
        x->by_name[i] = source->decls[i];
    qsort(x->by_name, (size_t)count, sizeof(decl *), compare_names);
    qsort(x->by_text, (size_t)x->text_count, sizeof(decl *), compare_text);
}

static void index_bodies(lowering *lo, struct decl_index *x)
{
    int count = lo->source->function_count;
    body_place *bodies = ARENA_ARRAY(lo->ctx->arena, count + 1, body_place);
    x->positions = ARENA_ARRAY(lo->ctx->arena, count + 1, int);
    for (int i = 0; i < count; i++)
        bodies[i] = (body_place){lo->source->functions[i]->body->where, i};
    qsort(bodies, (size_t)count, sizeof *bodies, compare_bodies);
    for (int i = 0; i < count; i++)
        x->positions[i] = bodies[i].position;
    x->bodies = bodies;
    x->body_count = count;
}

void decl_index_make(lowering *lo)
{
    lo->index = ARENA_NEW(lo->ctx->arena, struct decl_index);
    index_decls(lo, lo->index);
    index_bodies(lo, lo->index);
}

/* --- Questions --------------------------------------------------------------------- */

decl_list variables_of(const lowering *lo, const decl *around)
{
    const struct decl_index *x = lo->index;
    int from = x->first_variable[slot_of(around)];
    return (decl_list){x->first_variable[slot_of(around) + 1] - from, x->variables + from};
}

decl_list decls_named(const lowering *lo, const decl *around, const char *name)
{
    const struct decl_index *x = lo->index;
    int low = x->first_name[slot_of(around)], end = x->first_name[slot_of(around) + 1];
    for (int high = end; low < high;) {
        int middle = low + (high - low) / 2;
        bool is_before = x->by_name[middle]->name < name;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    int count = 0;
    while (low + count < end && x->by_name[low + count]->name == name)
        count++;
    return (decl_list){count, x->by_name + low};
}

decl_list decls_in_text(const lowering *lo, const source_file *file, size_t begin, size_t end)
{
    const struct decl_index *x = lo->index;
    int low = 0;
    for (int high = x->text_count; low < high;) {
        int middle = low + (high - low) / 2;
        source_range at = x->by_text[middle]->where;
        bool is_before = at.file != file ? at.file < file : source_begin(at) < begin;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    int count = 0;
    while (low + count < x->text_count && x->by_text[low + count]->where.file == file &&
           source_begin(x->by_text[low + count]->where) < end)
        count++;
    const decl **found =
        arena_copy(lo->ctx->arena, x->by_text + low, (size_t)count * sizeof *found);
    qsort(found, (size_t)count, sizeof *found, compare_ids);
    return (decl_list){count, found};
}

int functions_around(const lowering *lo, source_range where, const int **positions)
{
    const struct decl_index *x = lo->index;
    int low = 0, count = 0; /* the first that begins after the place */
    for (int high = x->body_count; low < high;) {
        int middle = low + (high - low) / 2;
        bool is_before = compare_places(x->bodies[middle].where, where) <= 0;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    while (low > 0 && source_contains(x->bodies[low - 1].where, where)) {
        low--;
        count++;
    }
    *positions = x->positions + low;
    return count;
}

const decl *decl_of_param(const lowering *lo, const param *p)
{
    const struct decl_index *x = lo->index;
    return p->id < x->of_param.count ? x->of_param.data[p->id] : NULL;
}

const decl *formal_of_param(const lowering *lo, const param *p)
{
    const decl *d = decl_of_param(lo, p);
    return d && d->kind == DECL_FORMAL ? d : NULL;
}

void decl_index_add_param(lowering *lo, const param *p, const decl *d)
{
    while (lo->index->of_param.count <= p->id)
        VEC_PUSH(lo->ctx->arena, &lo->index->of_param, NULL);
    lo->index->of_param.data[p->id] = d;
}
