#include "estimator/result/busy.h"

#include <string.h>

#include "estimator/run/run.h"
#include "support/sort.h"
#include "support/vec.h"

/* Equal ones are found by a table, as there are few of them and they are in no order. */

static uint64_t hash_of(double busy)
{
    uint64_t bits;
    memcpy(&bits, &busy, sizeof bits);
    return (bits ^ bits >> 32) * UINT64_C(0x9e3779b97f4a7c15);
}

typedef VEC(busy_class) class_vec;

/* Where the class of the time is in the table, or a free place. */
static int slot_of(const class_vec *all, const int *table, int size, double busy)
{
    int at = (int)(hash_of(busy) >> 40) & (size - 1);
    while (table[at] && all->data[table[at] - 1].busy != busy)
        at = (at + 1) & (size - 1);
    return at;
}

static int table_size(int places)
{
    int size = 1;
    while (size < 2 * places)
        size *= 2;
    return size;
}

static int by_first(const void *x, const void *y)
{
    const busy_class *a = x, *b = y;
    return (a->first > b->first) - (a->first < b->first);
}

static void find_classes(const run *r, arena *a, const double *of_place, estimate *out)
{
    const int size = table_size(r->places);
    int *table = ARENA_ARRAY(r->scratch, size, int);
    class_vec all = {0};
    for (int p = 0; p < r->places; p++) {
        int *number = &table[slot_of(&all, table, size, of_place[p])];
        if (!*number) {
            VEC_PUSH(a, &all, ((busy_class){of_place[p], run_rank(r, p), 0}));
            *number = all.count;
        }
        busy_class *c = &all.data[*number - 1];
        c->count += (int)run_place_size(r, p);
        c->first = run_rank(r, p) < c->first ? run_rank(r, p) : c->first;
    }
    sort_items(all.data, (size_t)all.count, sizeof *all.data, by_first);
    out->busy_class_count = all.count;
    out->busy_classes = all.data;
}

void busy_set(const run *r, arena *a, const double *of_place, estimate *out)
{
    find_classes(r, a, of_place, out);
    if (r->procs > BUSY_EACH_MOST)
        return;
    const int *place_of = run_places(r);
    double *busy = ARENA_ARRAY(a, r->procs, double);
    for (int rank = 0; rank < r->procs; rank++)
        busy[rank] = of_place[place_of ? place_of[rank] : rank];
    out->busy = busy;
}
