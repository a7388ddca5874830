/* Uses of macros in the user's text, by place. */

#include "frontend/lower/macro_use.h"

#include <stdlib.h>

typedef struct macro_use {
    const source_file *file;
    size_t begin, end;
    const c_expansion *use;
} macro_use;

/* The outermost ones, by file and place. */
struct macro_uses {
    int count;
    macro_use *data;
};

static int compare(const void *a, const void *b)
{
    const macro_use *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return (x->end < y->end) - (x->end > y->end);
}

static macro_use use_of(const c_expansion *e)
{
    return (macro_use){e->where.file, source_offset(e->where.file, e->where.line, e->where.column),
                       source_offset(e->where.file, e->where.end_line, e->where.end_column), e};
}

static void find_uses(lowering *lo)
{
    struct macro_uses *all = ARENA_NEW(lo->ctx->arena, struct macro_uses);
    int count = 0, n = 0;
    lo->uses = all;
    for (int u = 0; u < lo->source->unit_count; u++)
        count += lo->source->units[u].expansion_count;
    all->data = ARENA_ARRAY(lo->ctx->arena, count, macro_use);
    for (int u = 0; u < lo->source->unit_count; u++) {
        const c_unit *unit = &lo->source->units[u];
        for (int i = 0; i < unit->expansion_count; i++)
            all->data[n++] = use_of(&unit->expansions[i]);
    }
    if (count)
        qsort(all->data, (size_t)count, sizeof *all->data, compare);
    for (int i = 0; i < count; i++) {
        const macro_use *last = all->count ? &all->data[all->count - 1] : NULL;
        bool is_inside = last && last->file == all->data[i].file && all->data[i].begin < last->end;
        if (!is_inside)
            all->data[all->count++] = all->data[i];
    }
}

static const macro_use *use_at(lowering *lo, const source_file *file, size_t at)
{
    if (!lo->uses)
        find_uses(lo);
    int low = 0, high = lo->uses->count; /* the last that does not begin after the place */
    while (low < high) {
        int middle = low + (high - low) / 2;
        const macro_use *u = &lo->uses->data[middle];
        bool is_before = u->file != file ? u->file < file : u->begin <= at;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    const macro_use *u = low ? &lo->uses->data[low - 1] : NULL;
    return u && u->file == file && at < u->end ? u : NULL;
}

const c_expansion *lower_macro_use(lowering *lo, source_range at)
{
    if (!at.file)
        return NULL;
    const macro_use *u = use_at(lo, at.file, source_offset(at.file, at.line, at.column));
    return u ? u->use : NULL;
}

source_range lower_widen(lowering *lo, source_range where)
{
    if (!where.file)
        return where;
    size_t begin = source_offset(where.file, where.line, where.column);
    size_t end = source_offset(where.file, where.end_line, where.end_column);
    const macro_use *first = use_at(lo, where.file, begin);
    const macro_use *last = end > begin ? use_at(lo, where.file, end - 1) : NULL;
    if (!first && !last)
        return where;
    return source_range_of(where.file, first ? first->begin : begin, last ? last->end : end);
}
