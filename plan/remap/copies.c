#include <string.h>

#include "plan/dataflow/dataflow.h"
#include "plan/remap/redundant.h"

/* Which versions of an array have the same values, a forward problem: those between which the
 * array was copied, until one is written. Where ways join, versions have the same values if they
 * have on all of them. A state puts each version into an equivalence class, by number. */

typedef struct copies {
    value_flow *f;
    int next; /* class that none has yet */
} copies;

static void *classes_copy(void *data, const void *state)
{
    const copies *c = data;
    return arena_copy(c->f->arena, state, ((size_t)c->f->count + 1) * sizeof(int));
}

static void classes_join(void *data, void *state, const void *other, const node *around)
{
    copies *c = data;
    int *of = state;
    const int *one = classes_copy(c, state), *two = other;
    (void)around;
    for (int i = 0; i < c->f->count; i++) {
        int k = 0;
        while (k < i && (one[k] != one[i] || two[k] != two[i]))
            k++;
        of[i] = k < i ? of[k] : c->next++;
    }
}

static bool classes_is_equal(void *data, const void *a, const void *b)
{
    const copies *c = data;
    const int *one = a, *two = b;
    for (int i = 0; i < c->f->count; i++)
        for (int k = 0; k < i; k++)
            if ((one[i] == one[k]) != (two[i] == two[k]))
                return false;
    return true;
}

static void join_skipped(void *data, const node *loop, void *state, const void *before)
{
    classes_join(data, state, before, loop);
}

static void write_values(copies *c, const node *n, int *of)
{
    const reference *write = n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
    int to = write ? flow_version(c->f, write) : -1;
    if (to >= 0)
        of[to] = c->next++;
}

static void write_all(copies *c, const node *list, int *of)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        write_values(c, n, of);
        for (int i = node_below(n, lists); i-- > 0;)
            write_all(c, lists[i], of);
    }
}

static void transfer(void *data, node *n, void *state)
{
    write_values(data, n, state);
}

/* A copy, and a loop without copies: then each version that is written in it has new values. */
static bool summarize(void *data, node *n, void *state)
{
    copies *c = data;
    int *of = state, to, from;
    const node *lists[2];
    if (n->kind == NODE_GMOVE && flow_copy(c->f, n, &to, &from)) {
        flow_visit(c->f, n, of[to] != of[from]);
        of[to] = of[from];
        return true;
    }
    if (n->kind == NODE_GMOVE || node_below(n, lists) == 0 || flow_has_copies(c->f, lists[0]))
        return false;
    write_all(c, lists[0], of);
    return true;
}

void copies_solve(value_flow *f, node *body)
{
    static const dataflow_problem problem = {.direction = DATAFLOW_FORWARD,
                                             .copy = classes_copy,
                                             .join = classes_join,
                                             .is_equal = classes_is_equal,
                                             .transfer = transfer,
                                             .join_skipped = join_skipped,
                                             .summarize = summarize};
    copies c = {.f = f, .next = f->count};
    int *of = ARENA_ARRAY(f->arena, f->count + 1, int);
    for (int i = 0; i < f->count; i++)
        of[i] = i;
    dataflow_body(dataflow_new(f->arena, &problem, &c), body, of);
    flow_drop_unneeded(f, IDLE_SAME);
}
