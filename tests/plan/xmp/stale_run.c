#include <stdlib.h>
#include <string.h>

#include "tests/plan/xmp/stale_program.h"

/* The run: one memory for each processor, and one for the truth, which a sequential run of the
 * same steps has. A value says which execution of which iteration has written it. */

enum { CELLS_MOST = EXTENT_MOST * EXTENT_MOST, PROCS_MOST = GRID_MOST * GRID_MOST };

typedef struct box {
    int low[RANK_MOST], high[RANK_MOST];
} box;

/* A reflect that has only been started: what was sent to each. */
typedef struct pending {
    const step *reflect; /* null: nothing */
    bool has[PROCS_MOST][CELLS_MOST];
    long value[PROCS_MOST][CELLS_MOST];
    long started; /* by the clock */
} pending;

typedef struct run {
    const stale_program *p;
    random_source ways;
    bool *is_wrong;
    int procs;
    box own[PROCS_MOST]; /* of elements */
    long truth[ARRAYS][CELLS_MOST], has[PROCS_MOST][ARRAYS][CELLS_MOST];
    long clock;
    pending pending[STEPS_MOST]; /* by step */
} run;

static int cell_of(const run *m, const int *at)
{
    return m->p->rank == 1 ? at[0] : at[0] * m->p->extent[1] + at[1];
}

/* Calls `visit` for every element of the box, in C's order. */
typedef void visitor(run *m, void *with, const int *at);

static void each(run *m, const box *b, visitor *visit, void *with)
{
    int at[RANK_MOST] = {0};
    for (at[0] = b->low[0]; at[0] <= b->high[0]; at[0]++) {
        if (m->p->rank == 1) {
            visit(m, with, at);
            continue;
        }
        for (at[1] = b->low[1]; at[1] <= b->high[1]; at[1]++)
            visit(m, with, at);
    }
}

static bool is_in(const run *m, const box *b, const int *at)
{
    for (int d = 0; d < m->p->rank; d++)
        if (at[d] < b->low[d] || at[d] > b->high[d])
            return false;
    return true;
}

static int owner_of(const run *m, const int *at)
{
    for (int q = 0; q < m->procs; q++)
        if (is_in(m, &m->own[q], at))
            return q;
    abort();
}

/* Block of a template of stride * extent + offset cells; coordinates in C's order. */
static void share_out(run *m)
{
    const stale_program *p = m->p;
    m->procs = p->procs[0] * (p->rank == 1 ? 1 : p->procs[1]);
    for (int q = 0; q < m->procs; q++)
        for (int d = 0; d < p->rank; d++) {
            int cells = p->stride * p->extent[d] + p->offset;
            int block = (cells + p->procs[d] - 1) / p->procs[d];
            int me = p->rank == 1 ? q : d == 0 ? q / p->procs[1] : q % p->procs[1];
            m->own[q].low[d] = p->extent[d];
            m->own[q].high[d] = -1;
            for (int i = 0; i < p->extent[d]; i++)
                if ((p->stride * i + p->offset) / block == me) {
                    if (i < m->own[q].low[d])
                        m->own[q].low[d] = i;
                    m->own[q].high[d] = i;
                }
        }
}

static bool is_empty(const run *m, const box *b)
{
    for (int d = 0; d < m->p->rank; d++)
        if (b->low[d] > b->high[d])
            return true;
    return false;
}

/* Wider, and still in the array. */
static void widen(const run *m, box *b, int d, int low, int high)
{
    b->low[d] = b->low[d] - low < 0 ? 0 : b->low[d] - low;
    b->high[d] = b->high[d] + high >= m->p->extent[d] ? m->p->extent[d] - 1 : b->high[d] + high;
}

/* --- Nests --------------------------------------------------------------------- */

typedef struct nest {
    const step *s;
    int proc;                            /* -1: the truth */
    long wanted[READS_MOST][CELLS_MOST]; /* by iteration, what a sequential run reads */
} nest;

static void iterate(run *m, void *with, const int *at)
{
    nest *n = with;
    const step *s = n->s;
    int here = cell_of(m, at), last = m->p->rank - 1;
    if ((s->parity >= 0 && (at[0] + at[1]) % 2 != s->parity) ||
        (s->parity == -2 && (at[last] - s->low[last]) % 2 != 0))
        return;
    for (int k = 0; k < s->read_count; k++) {
        int from[RANK_MOST] = {0};
        for (int d = 0; d < m->p->rank; d++)
            from[d] = at[d] + s->read[k].by[d];
        int there = cell_of(m, from), array = s->read[k].array;
        if (n->proc < 0)
            n->wanted[k][here] = m->truth[array][there];
        else if (m->has[n->proc][array][there] != n->wanted[k][here])
            m->is_wrong[s->read[k].line] = true;
    }
    long *memory = n->proc < 0 ? m->truth[s->array] : m->has[n->proc][s->array];
    memory[here] = m->clock * CELLS_MOST + here;
}

static void run_nest(run *m, const step *s)
{
    nest *n = calloc(1, sizeof *n);
    n->s = s;
    n->proc = -1;
    box all;
    memcpy(all.low, s->low, sizeof all.low);
    memcpy(all.high, s->high, sizeof all.high);
    m->clock++;
    each(m, &all, iterate, n);
    for (n->proc = 0; n->proc < m->procs; n->proc++) {
        box mine = m->own[n->proc];
        for (int d = 0; d < m->p->rank; d++) {
            mine.low[d] = mine.low[d] < s->low[d] ? s->low[d] : mine.low[d];
            mine.high[d] = mine.high[d] > s->high[d] ? s->high[d] : mine.high[d];
        }
        if (is_empty(m, &mine))
            continue;
        for (int d = 0; d < m->p->rank; d++) {
            mine.low[d] = mine.low[d] - s->expand < s->low[d] ? s->low[d] : mine.low[d] - s->expand;
            mine.high[d] =
                mine.high[d] + s->expand > s->high[d] ? s->high[d] : mine.high[d] + s->expand;
        }
        each(m, &mine, iterate, n);
    }
    free(n);
}

static void run_task(run *m, const step *s)
{
    int here = cell_of(m, s->low);
    long value = ++m->clock * CELLS_MOST + here;
    m->truth[s->array][here] = m->has[owner_of(m, s->low)][s->array][here] = value;
}

/* --- Reflects ------------------------------------------------------------------ */

typedef struct move {
    const step *s;
    int proc, axis;
    pending *into; /* null: at once, from the neighbour along the axis */
} move;

/* From whoever has the element's index along the axis, and stands where this one does along the
 * other: that one's own element, or what its shadow holds. */
static void pass_on(run *m, void *with, const int *at)
{
    const move *v = with;
    int near[RANK_MOST];
    if (is_in(m, &m->own[v->proc], at) || (at[v->axis] >= m->own[v->proc].low[v->axis] &&
                                           at[v->axis] <= m->own[v->proc].high[v->axis]))
        return;
    memcpy(near, m->own[v->proc].low, sizeof near);
    near[v->axis] = at[v->axis];
    int here = cell_of(m, at);
    m->has[v->proc][v->s->array][here] = m->has[owner_of(m, near)][v->s->array][here];
}

static void send(run *m, void *with, const int *at)
{
    const move *v = with;
    int outside = 0, here = cell_of(m, at), owner = owner_of(m, at);
    for (int d = 0; d < m->p->rank; d++)
        outside += at[d] < m->own[v->proc].low[d] || at[d] > m->own[v->proc].high[d];
    if (outside == 0 || (outside > 1 && v->s->is_orthogonal))
        return;
    v->into->has[v->proc][here] = true;
    v->into->value[v->proc][here] = m->has[owner][v->s->array][here];
}

static void deliver(run *m, pending *one)
{
    for (int q = 0; one->reflect && q < m->procs; q++)
        for (int x = 0; x < CELLS_MOST; x++)
            if (one->has[q][x])
                m->has[q][one->reflect->array][x] = one->value[q][x];
    one->reflect = NULL;
}

static void start(run *m, const step *s)
{
    pending *one = &m->pending[s - m->p->steps];
    deliver(m, one);
    memset(one, 0, sizeof *one);
    one->reflect = s;
    one->started = ++m->clock;
    for (int q = 0; q < m->procs; q++) {
        box b = m->own[q];
        move v = {s, q, 0, one};
        for (int d = 0; d < m->p->rank; d++)
            widen(m, &b, d, s->low[d], s->high[d]);
        if (!is_empty(m, &m->own[q]))
            each(m, &b, send, &v);
    }
}

static void run_reflect(run *m, const step *s)
{
    if (s->id) {
        start(m, s);
        return;
    }
    for (int k = 0; k < m->p->rank; k++)
        for (int q = 0; q < m->procs; q++) {
            box b = m->own[q];
            move v = {s, q, k, NULL};
            for (int d = 0; d < m->p->rank; d++)
                if (d == k)
                    widen(m, &b, d, s->low[d], s->high[d]);
                else if (!s->is_orthogonal)
                    widen(m, &b, d, m->p->shadow[d], m->p->shadow[d]);
            if (!is_empty(m, &m->own[q]))
                each(m, &b, pass_on, &v);
        }
}

/* In the order in which they were started. */
static void run_wait(run *m, const step *s)
{
    for (;;) {
        pending *first = NULL;
        for (int i = 0; i < STEPS_MOST; i++) {
            pending *one = &m->pending[i];
            if (one->reflect && one->reflect->id == s->id &&
                (!first || one->started < first->started))
                first = one;
        }
        if (!first)
            return;
        deliver(m, first);
    }
}

/* --- All of it ----------------------------------------------------------------- */

static void run_list(run *m, const step *list)
{
    for (const step *s = list; s; s = s->next)
        switch (s->kind) {
        case STEP_NEST:
            run_nest(m, s);
            break;
        case STEP_TASK:
            run_task(m, s);
            break;
        case STEP_REFLECT:
            run_reflect(m, s);
            break;
        case STEP_WAIT:
            run_wait(m, s);
            break;
        case STEP_TIME:
            for (int t = 0; t < s->trips; t++)
                run_list(m, s->body);
            break;
        case STEP_BRANCH:
            run_list(m, random_in(&m->ways, 0, 1) ? s->body : s->otherwise);
            break;
        case STEP_CALL:
            run_list(m, m->p->called);
            break;
        }
}

void stale_run(const stale_program *p, random_source ways, bool *is_wrong)
{
    run *m = calloc(1, sizeof *m);
    m->p = p;
    m->ways = ways;
    m->is_wrong = is_wrong;
    share_out(m);
    for (int a = 0; a < ARRAYS; a++)
        for (int x = 0; x < CELLS_MOST; x++) {
            m->truth[a][x] = x;
            for (int q = 0; q < m->procs; q++) {
                int at[RANK_MOST] = {x, 0};
                if (p->rank == 2) {
                    at[0] = x / p->extent[1];
                    at[1] = x % p->extent[1];
                }
                m->has[q][a][x] = is_in(m, &m->own[q], at) ? x : -1;
            }
        }
    run_list(m, p->main);
    free(m);
}
