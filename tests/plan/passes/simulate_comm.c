#include <stdlib.h>
#include <string.h>

#include "tests/plan/passes/simulate_machine.h"

/* Communication, by a walk over the elements. */

typedef struct walked {
    int *sender;     /* by receiver * elements + element; -1: not needed */
    int64_t *target; /* likewise: where it is stored, in c->into's array; null: where it is from */
    int64_t elements;
} walked;

static void note(machine *m, walked *w, const communication *c, const int64_t *index, int receiver,
                 int sender)
{
    int64_t x = 0;
    for (int d = 0; d < c->var->rank; d++) {
        int64_t n = value_of(m, c->var->extent[d]);
        if (index[d] < 0 || index[d] >= n)
            return; /* what is outside does not move */
        x = x * n + index[d];
    }
    w->sender[receiver * w->elements + x] = sender;
    if (w->target)
        w->target[receiver * w->elements + x] = element_of(m, c->into);
}

/* The owner, but with q's coordinates on the axes that an earlier shift went along. */
static int sender_for(machine *m, const communication *c, const need *n, const int64_t *index,
                      int q)
{
    const proc_grid *grid = c->source.grid;
    int owner = owner_for(m, &c->source, index, q), coordinate[MAX_RANK];
    for (int k = 0; k < grid->rank; k++)
        coordinate[k] = env_coord(m->env, grid, k, n->carried[k] ? q : owner);
    return env_rank_at(m->env, grid, coordinate);
}

/* One element that the executing processors touch: `wanted` are their coordinates. */
static void walk_element(machine *m, const communication *c, const need *n, const int *wanted,
                         const int64_t *index, walked *w)
{
    const home *at = &n->at;
    bool is_write = comm_is_write_back(c);
    for (int q = 0; q < m->procs; q++) {
        int executor[MAX_RANK] = {0}; /* who shares q's coordinates where any will do */
        bool executes = true;
        for (int k = 0; at->grid && k < at->grid->rank; k++) {
            int coordinate = env_coord(m->env, at->grid, k, q);
            executes = executes && coordinate >= 0 && (wanted[k] < 0 || wanted[k] == coordinate);
            executor[k] = wanted[k] >= 0 ? wanted[k] : coordinate >= 0 ? coordinate : 0;
        }
        bool owns = !c->source.grid || owner_for(m, &c->source, index, q) == q;
        int sender = !is_write && executes && !owns ? sender_for(m, c, n, index, q) : q;
        if (sender != q)
            note(m, w, c, index, q, sender);
        if (is_write && owns && !executes)
            note(m, w, c, index, q, env_rank_at(m->env, at->grid, executor));
    }
}

/* All values of the subscripts from dimension d on. */
static void walk_subscripts(machine *m, const communication *c, const need *n, const int *wanted,
                            int64_t *index, int d, walked *w)
{
    if (d == c->var->rank) {
        walk_element(m, c, n, wanted, index, w);
        return;
    }
    if (n->ref->sub[d].kind == SUBSCRIPT_VALUE) {
        index[d] = value_of(m, n->ref->sub[d].value);
        walk_subscripts(m, c, n, wanted, index, d + 1, w);
        return;
    }
    int64_t extent = value_of(m, c->var->extent[d]);
    for (index[d] = 0; index[d] < extent; index[d]++)
        walk_subscripts(m, c, n, wanted, index, d + 1, w);
}

static void walk_need(machine *m, const communication *c, const need *n, int depth, walked *w)
{
    if (machine_stops(m))
        return;
    if (depth < n->range_count) {
        const loop_range *l = &n->range[depth];
        int64_t low = value_of(m, l->lower), high = value_of(m, l->upper);
        int64_t step = value_of(m, l->step);
        for (int64_t i = low; step > 0 ? i <= high : i >= high; i += step) {
            env_set_loop_var(m->env, l->var, i);
            walk_need(m, c, n, depth + 1, w);
        }
        return;
    }
    int wanted[MAX_RANK] = {0};
    int64_t index[MAX_RANK] = {0};
    home_coordinates(m, &n->at, wanted);
    walk_subscripts(m, c, n, wanted, index, 0, w);
}

/* Returns whether the messages are exact, and not a bound. */
static bool compare_messages(machine *m, const communication *c, const walked *w)
{
    int64_t *pair = calloc((size_t)(m->procs * m->procs), sizeof *pair);
    for (int q = 0; q < m->procs; q++) {
        for (int64_t x = 0; x < w->elements; x++) {
            int s = w->sender[q * w->elements + x];
            if (s >= 0)
                pair[s * m->procs + q]++;
        }
    }
    transfer t;
    bool ok = true;
    arena *scratch = arena_new();
    if (!transfer_compute(scratch, m->env, c, &t, &ok) || !ok)
        machine_wrong(m, "transfer_compute failed");
    m->result.messages += t.count;
    m->result.bytes += t.elements * c->elem_bytes;
    for (int i = 0; i < t.count; i++) {
        int64_t *have = &pair[t.messages[i].sender * m->procs + t.messages[i].receiver];
        bool is_right =
            t.is_bound ? *have <= t.messages[i].elements : *have == t.messages[i].elements;
        if (!is_right)
            machine_wrong(m, "%s of %s: %lld elements from %d to %d, walk %lld",
                          comm_kind_name(c->kind), c->var->name, (long long)t.messages[i].elements,
                          t.messages[i].sender, t.messages[i].receiver, (long long)*have);
        *have = 0;
    }
    for (int i = 0; i < m->procs * m->procs; i++) {
        if (pair[i])
            machine_wrong(m, "%s of %s: the walk has a message that transfer_compute has not",
                          comm_kind_name(c->kind), c->var->name);
    }
    arena_free(scratch);
    free(pair);
    return !t.is_bound;
}

static void fetch(machine *m, const communication *c, const walked *w, bool is_exact)
{
    int id = c->var->id;
    uint64_t by = UINT64_C(1) << c->id % 64;
    for (int q = 0; q < m->procs; q++) {
        for (int64_t x = 0; x < w->elements; x++) {
            int s = w->sender[q * w->elements + x];
            if (s < 0)
                continue;
            if (c->into) {
                int64_t to = w->target[q * w->elements + x];
                m->rank[q].cell[c->into->var->id][to] =
                    value_of_copy(m, c->into, c->var, m->rank[s].cell[id][x]);
                continue;
            }
            m->rank[q].cell[id][x] = m->rank[s].cell[id][x];
            uint64_t *unread = &m->rank[q].unread[id][x];
            if (*unread & by && !m->has_chance)
                machine_wrong(m, "%s of %s: %d gets [%lld] twice, and did not read it",
                              comm_kind_name(c->kind), c->var->name, q, (long long)x);
            *unread |= is_exact && !c->is_explicit ? by : 0;
        }
    }
}

/* Is s the one of those who execute the same iterations that sends to q? */
static bool sends_to(machine *m, const communication *c, int s, int q)
{
    const home *at = &c->needs[0].at;
    for (int k = 0; at->grid && k < at->grid->rank; k++) {
        int mine = env_coord(m->env, at->grid, k, s), other = env_coord(m->env, at->grid, k, q);
        if (!at->axis[k].is_restricted && mine != (other < 0 ? 0 : other))
            return false;
    }
    return true;
}

/* What processors have computed of element x for owner q: the sum of what is to be
 * added, or else the latest value. */
static bool computed_for(machine *m, const communication *c, int64_t x, int q, uint64_t *value)
{
    int id = c->var->id;
    uint64_t latest = 0;
    *value = 0;
    for (int s = 0; s < m->procs; s++) {
        const memory *from = &m->rank[s];
        if (!from->stamp[id][x] || !sends_to(m, c, s, q))
            continue;
        if (c->op)
            *value += from->added[id][x];
        else if (from->stamp[id][x] > latest)
            *value = from->cell[id][x];
        latest = from->stamp[id][x] > latest ? from->stamp[id][x] : latest;
    }
    return latest > 0;
}

/* What was computed of the array goes to all who own it. */
static void hand_over(machine *m, const communication *c, const walked *w, bool is_exact)
{
    int id = c->var->id;
    for (int64_t x = 0; x < w->elements; x++) {
        uint64_t value;
        for (int q = 0; q < m->procs; q++) {
            uint64_t *cell = &m->rank[q].cell[id][x];
            if (!is_owner(m, c->var, x, q) || !computed_for(m, c, x, q, &value))
                continue;
            if (is_exact && w->sender[q * w->elements + x] < 0 && *cell != value)
                machine_wrong(m, "%s of %s: [%lld] does not go to %d, who owns it",
                              comm_kind_name(c->kind), c->var->name, (long long)x, q);
            *cell = c->op ? *cell + value : value;
        }
        for (int s = 0; s < m->procs; s++)
            m->rank[s].added[id][x] = m->rank[s].stamp[id][x] = 0;
    }
}

void run_transfer(machine *m, const communication *c)
{
    walked w = {.elements = element_count(m, c->var)};
    size_t cells = (size_t)(w.elements * m->procs);
    w.sender = malloc(cells * sizeof *w.sender);
    memset(w.sender, 0xff, cells * sizeof *w.sender);
    w.target = c->into ? malloc(cells * sizeof *w.target) : NULL;
    bool moves = c->source.grid || comm_is_write_back(c);
    for (int i = 0; i < c->need_count && moves; i++) {
        if (!comm_is_write_back(c) || c->needs[i].at.grid)
            walk_need(m, c, &c->needs[i], 0, &w);
    }
    bool is_exact = compare_messages(m, c, &w);
    if (comm_is_write_back(c))
        hand_over(m, c, &w, is_exact && c->kind == COMM_WRITE_BACK);
    else
        fetch(m, c, &w, is_exact);
    free(w.sender);
    free(w.target);
}

/* --- Scalars -------------------------------------------------------------------------- */

/* Do two processors belong to one group? */
static bool are_together(machine *m, const communication *c, int p, int q)
{
    for (int k = 0; c->group.grid && k < c->group.grid->rank; k++)
        if (!c->along[k] &&
            env_coord(m->env, c->group.grid, k, p) != env_coord(m->env, c->group.grid, k, q))
            return false;
    return true;
}

void run_reduce(machine *m, const communication *c, const uint64_t *before)
{
    int id = c->var->id, count = m->program->variable_count;
    if (c->var->rank > 0) {
        m->result.unsupported = "a reduction of an array";
        return;
    }
    /* A directive may follow later. */
    bool is_fresh = !c->is_explicit;
    for (int q = 0; q < m->procs; q++)
        is_fresh |= m->rank[q].scalar[id] != before[q * count + id];
    uint64_t *result = calloc((unsigned)m->procs, sizeof *result);
    /* Those outside of the group learn what one in it has. */
    const int origin[MAX_RANK] = {0};
    for (int q = 0; q < m->procs; q++) {
        bool is_told = c->goes_to_all && env_coord(m->env, c->group.grid, 0, q) < 0;
        int like = is_told ? env_rank_at(m->env, c->group.grid, origin) : q;
        result[q] = is_fresh ? before[q * count + id] : m->agreed[id];
        for (int s = 0; s < m->procs; s++) {
            uint64_t base = is_fresh ? before[s * count + id] : m->agreed[id];
            if (are_together(m, c, s, like))
                result[q] += m->rank[s].scalar[id] - base;
        }
    }
    for (int q = 0; q < m->procs; q++)
        m->rank[q].scalar[id] = result[q];
    free(result);
}

/* From the first of the group. */
void run_broadcast(machine *m, const communication *c)
{
    int id = c->var->id, root = 0;
    while (root < m->procs && !is_executing(m, &c->group, root))
        root++;
    for (int q = root + 1; q < m->procs; q++) {
        if (!is_executing(m, &c->group, q))
            continue;
        m->rank[q].scalar[id] = m->rank[root].scalar[id];
        if (c->var->rank > 0)
            memcpy(m->rank[q].cell[id], m->rank[root].cell[id],
                   (size_t)element_count(m, c->var) * sizeof(uint64_t));
    }
}
