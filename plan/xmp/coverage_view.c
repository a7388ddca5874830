#include "plan/xmp/coverage_view.h"

#include "plan/planner/sites.h"
#include "support/sort.h"

/* A list is known by its first node. Entries of one array and list stand together, by number. */
typedef struct entry {
    const variable *array; /* null: it concerns all */
    const node *head;
    viewed_node seen;
} entry;

typedef struct start {
    const variable *array;
    const node *node;
    int order;
} start;

struct coverage_view {
    VEC(entry) entries;
    VEC(viewed_write) writes; /* by address */
    VEC(start) starts;
    const node **started; /* nodes of those, as they are ordered */
};

typedef struct step {
    const node *head;
    node *child;
    int index;
} step;

typedef struct walk {
    planner *p;
    coverage_view *v;
    VEC(step) path;
} walk;

/* The node at the end of the path concerns the array; so do those that it is in. */
static void note(walk *w, const variable *array, bool jumps)
{
    for (int i = w->path.count; i-- > 0;) {
        const step *s = &w->path.data[i];
        entry e = {array, s->head, {s->child, s->index, jumps}};
        VEC_PUSH(w->p->arena, &w->v->entries, e);
    }
}

static void note_reflect(walk *w, const node *n)
{
    const reflect_node *r = &n->u.reflect;
    note(w, r->var, false);
    if (r->async && !r->is_reverse)
        VEC_PUSH(w->p->arena, &w->v->starts, ((start){r->var, n, w->v->starts.count}));
}

static void note_node(walk *w, const node *n)
{
    if (n->kind == NODE_STATEMENT && n->u.stmt.write)
        note(w, n->u.stmt.write->var, false);
    if (n->kind == NODE_REFLECT)
        note_reflect(w, n);
    if (n->kind == NODE_REDUCE || n->kind == NODE_BCAST)
        for (int i = 0; i < n->u.xmp_comm.count; i++)
            note(w, n->u.xmp_comm.items[i].var, false);
    if (n->kind == NODE_WAIT || n->unknowns)
        note(w, NULL, false);
    if (n->kind == NODE_BREAK || n->kind == NODE_RETURN)
        note(w, NULL, true);
}

static void walk_list(walk *w, node *head)
{
    int index = 0;
    for (node *n = head; n; n = n->next, index++) {
        node **lists[2];
        VEC_PUSH(w->p->arena, &w->path, ((step){head, n, index}));
        note_node(w, n);
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            walk_list(w, *lists[i]);
        w->path.count--;
    }
}

/* --- Order ----------------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
    return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b);
}

static int by_list(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    int order = by_address(a->array, b->array);
    order = order ? order : by_address(a->head, b->head);
    return order ? order : (a->seen.index > b->seen.index) - (a->seen.index < b->seen.index);
}

static int by_node(const void *left, const void *right)
{
    return by_address(((const viewed_write *)left)->node, ((const viewed_write *)right)->node);
}

static int by_array(const void *left, const void *right)
{
    const start *a = left, *b = right;
    int order = by_address(a->array, b->array);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

/* A node that has several things in it has one entry. */
static void join_entries(coverage_view *v)
{
    int kept = 0;
    for (int i = 0; i < v->entries.count; i++) {
        const entry *e = &v->entries.data[i];
        if (kept && by_list(&v->entries.data[kept - 1], e) == 0)
            v->entries.data[kept - 1].seen.jumps |= e->seen.jumps;
        else
            v->entries.data[kept++] = *e;
    }
    v->entries.count = kept;
}

static void order_all(planner *p, coverage_view *v)
{
    sort_items(v->entries.data, (size_t)v->entries.count, sizeof *v->entries.data, by_list);
    sort_items(v->writes.data, (size_t)v->writes.count, sizeof *v->writes.data, by_node);
    sort_items(v->starts.data, (size_t)v->starts.count, sizeof *v->starts.data, by_array);
    join_entries(v);
    v->started = ARENA_ARRAY(p->arena, v->starts.count + 1, const node *);
    for (int i = 0; i < v->starts.count; i++)
        v->started[i] = v->starts.data[i].node;
}

coverage_view *coverage_view_new(planner *p)
{
    coverage_view *v = ARENA_NEW(p->arena, coverage_view);
    walk w = {.p = p, .v = v};
    walk_list(&w, p->body);
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        if (a->is_write)
            VEC_PUSH(p->arena, &v->writes, ((viewed_write){p->sites.data[a->site].node, a}));
    }
    order_all(p, v);
    return v;
}

/* --- Questions ------------------------------------------------------------------- */

const access *coverage_view_write(const coverage_view *v, const node *statement)
{
    int low = 0, high = v->writes.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const viewed_write *w = &v->writes.data[middle];
        if (w->node == statement)
            return w->access;
        if (by_address(w->node, statement) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const node *const *coverage_view_starts(const coverage_view *v, const variable *array, int *count)
{
    int low = 0, high = v->starts.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (by_address(v->starts.data[middle].array, array) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < v->starts.count && v->starts.data[low + *count].array == array;)
        ++*count;
    return v->started + low;
}

/* The number of the first entry that does not stand before that place. */
static int entry_from(const coverage_view *v, const variable *array, const node *head, int index)
{
    const entry wanted = {array, head, {.index = index}};
    int low = 0, high = v->entries.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (by_list(&v->entries.data[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Of entry i, where it is of that list, and what is known already, the one that wins; of equal
 * ones both. */
static bool take(const coverage_view *v, int i, const variable *array, const node *head,
                 bool is_last, bool is_known, viewed_node *out)
{
    if (i < 0 || i >= v->entries.count)
        return is_known;
    const entry *e = &v->entries.data[i];
    if (e->array != array || e->head != head)
        return is_known;
    if (is_known && e->seen.index == out->index)
        out->jumps |= e->seen.jumps;
    else if (!is_known || (e->seen.index > out->index) == is_last)
        *out = e->seen;
    return true;
}

bool coverage_view_next(const coverage_view *v, const variable *array, const node *head, int from,
                        viewed_node *out)
{
    bool is_known = take(v, entry_from(v, array, head, from), array, head, false, false, out);
    return take(v, entry_from(v, NULL, head, from), NULL, head, false, is_known, out);
}

bool coverage_view_last(const coverage_view *v, const variable *array, const node *head, int before,
                        viewed_node *out)
{
    int own = entry_from(v, array, head, before) - 1, any = entry_from(v, NULL, head, before) - 1;
    bool is_known = take(v, own, array, head, true, false, out);
    return take(v, any, NULL, head, true, is_known, out);
}
