/* Broadcasts and all-gathers of distributed arrays: the participants, and what each sends. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

/* Adds what q is sent from `from`. */
static void add_sent(const fpr_array *a, const fpr_schedule *s, int q, int from, fpr_elements *out)
{
    const fpr_elements *inspected = s->inspected ? &s->inspected[from * a->grid->size + q] : NULL;
    if (!inspected)
        fpr_collect(a, s->need_count, s->needs, q, from, false, out);
    for (long long i = 0; inspected && i < inspected->count; i++)
        fpr_add_stretch(out, inspected->list[i]);
}

static fpr_elements sent(const fpr_array *a, const fpr_schedule *s, int q, int from)
{
    fpr_elements e = {0};
    add_sent(a, s, q, from, &e);
    return e;
}

static bool receives(const fpr_array *a, const fpr_schedule *s, int q, int from)
{
    if (s->inspected)
        return s->inspected[from * a->grid->size + q].count > 0;
    return q != from && fpr_inspections(a, s->need_count, s->needs, q, from);
}

/* May it send anything? */
static bool has_some(const fpr_array *a, const fpr_schedule *s, int from)
{
    return s->inspected || fpr_has_some(a, s->need_count, s->needs, from);
}

/* Does the need name the same elements for all who execute any of it? */
static bool is_same_for_all(const fpr_array *a, const fpr_need *n)
{
    for (int d = 0; d < a->rank; d++)
        for (int k = 0; n->index[d].loop >= 0 && k < FPR_RANK && n->home[k].axis; k++)
            if (n->home[k].cell.loop == n->index[d].loop)
                return false;
    return true;
}

/* Adds what a need has for those of the ranks but the sender, and of that what goes to me, who may
 * be the sender. What is the same for all is collected once. */
static void add_need(const fpr_array *a, const fpr_need *n, int from, int me, int count,
                     const int *ranks, fpr_elements *all, fpr_elements *mine)
{
    const bool is_same = is_same_for_all(a, n);
    bool is_in_all = false, is_in_mine = false;
    for (int v = 0; v < count; v++) {
        const int q = ranks[v];
        if (q == from)
            continue;
        if (!is_same || !is_in_all)
            is_in_all |= fpr_collect(a, 1, n, q, from, false, all);
        if ((me == from || me == q) && (!is_same || !is_in_mine))
            is_in_mine |= fpr_collect(a, 1, n, q, from, false, mine);
    }
}

/* What those of the ranks that get anything get from `from`, as it goes through me. One need
 * is the same for all of them. */
static fpr_packed packed_from(const fpr_array *a, const fpr_schedule *s, int from, int me,
                              int count, const int *ranks)
{
    int first = 0;
    while (!receives(a, s, ranks[first], from))
        first++;
    if (s->need_count == 1)
        return fpr_elements_of(a, from, sent(a, s, me == from ? ranks[first] : me, from));
    fpr_elements all = {0}, mine = {0};
    for (int i = 0; i < s->need_count; i++)
        add_need(a, &s->needs[i], from, me, count, ranks, &all, &mine);
    for (int v = 0; s->inspected && v < count; v++)
        if (ranks[v] != from) {
            add_sent(a, s, ranks[v], from, &all);
            if (me == from || me == ranks[v])
                add_sent(a, s, ranks[v], from, &mine);
        }
    return fpr_elements_of_some(a, from, all, mine);
}

/* Which needs q gets anything for, a bit each; 0: it may be of use to ask for the elements. */
static unsigned long long needs_of(const fpr_array *a, const fpr_schedule *s, int q, int from)
{
    unsigned long long needs = 0;
    for (int i = 0; i < s->need_count; i++) {
        if (s->need_count > 64 || !is_same_for_all(a, &s->needs[i]))
            return 0;
        if (fpr_inspections(a, 1, &s->needs[i], q, from))
            needs |= 1ULL << i;
    }
    return needs;
}

/* The messages from this process to those of the ranks that get any, one by one. Those who get
 * the same are counted once. */
static fpr_traffic traffic_of(const fpr_array *a, const fpr_schedule *s, int me, int count,
                              const int *ranks)
{
    fpr_traffic traffic = {0};
    unsigned long long counted = 0;
    long long elements = 0;
    for (int v = 0; v < count; v++) {
        if (ranks[v] == me)
            continue;
        const unsigned long long needs = needs_of(a, s, ranks[v], me);
        if (!needs || needs != counted) {
            fpr_elements one = sent(a, s, ranks[v], me);
            fpr_sort_elements(&one);
            elements = fpr_count_elements(&one);
            fpr_free_stretches(&one);
            counted = needs;
        }
        traffic.messages += elements > 0;
        traffic.elements += elements;
    }
    return traffic;
}

/* --- Trees -------------------------------------------------------------------------- */

/* The axes of the grid along which two ranks differ, a bit each. */
static int way_between(const fpr_grid *g, int from, int to)
{
    int axes = 0;
    for (int k = 0; k < g->rank; k++)
        axes |= (fpr_coordinate(g, k, from) != fpr_coordinate(g, k, to)) << k;
    return axes;
}

/* `way`: to those along these axes; -1: to all. */
static bool make_tree(const fpr_array *a, const fpr_schedule *s, int from, int way, int me,
                      fpr_tree *out)
{
    int *ranks = fpr_allocate((size_t)a->grid->size, sizeof *ranks), count = 0;
    bool is_member = from == me;
    ranks[count++] = from;
    for (int q = 0; q < a->grid->size; q++)
        if ((way < 0 || way_between(a->grid, from, q) == way) && receives(a, s, q, from)) {
            ranks[count++] = q;
            is_member |= q == me;
        }
    if (count < 2 || !is_member) {
        free(ranks);
        return false;
    }
    *out = (fpr_tree){.how = fpr_algorithm_of(fpr_how.broadcast, count, ranks)};
    out->packed = packed_from(a, s, from, me, count, ranks);
    if (from == me)
        out->traffic = traffic_of(a, s, me, count, ranks);
    out->members = fpr_order(a->grid, out->how, count, ranks);
    return true;
}

/* Are there processors that differ along all of these axes? */
static bool is_way(const fpr_grid *g, int axes)
{
    bool is = axes != 0;
    for (int k = 0; k < g->rank; k++)
        is &= !(axes >> k & 1) || g->extent[k] > 1;
    return is;
}

static void make_trees(const fpr_array *a, fpr_schedule *s, int ways)
{
    s->trees = fpr_allocate((size_t)a->grid->size * (size_t)ways, sizeof *s->trees);
    for (int from = 0; from < a->grid->size; from++) {
        if (!has_some(a, s, from))
            continue;
        for (int way = 0; way < ways; way++)
            if ((ways == 1 || is_way(a->grid, way)) &&
                make_tree(a, s, from, ways > 1 ? way : -1, fpr_me, &s->trees[s->tree_count]))
                s->tree_count++;
    }
}

/* Where there are several needs, those along different axes need different things (a row of
 * a matrix and a column): each way is a separate tree. */
void fpr_make_trees(const fpr_array *a, fpr_schedule *s)
{
    make_trees(a, s, s->need_count > 1 ? 1 << a->grid->rank : 1);
}

/* Memory for what is sent together; used again, for each page of new memory is a fault. */
static char *buffers_of(size_t bytes)
{
    static char *memory;
    static size_t capacity;
    if (bytes > capacity) {
        free(memory);
        memory = fpr_realloc(NULL, bytes);
        capacity = bytes;
    }
    return memory;
}

/* Where the buffer after one of so many bytes begins, as malloc aligns. */
static size_t spaced(int bytes)
{
    return ((size_t)bytes + 15) & ~(size_t)15;
}

void fpr_send_trees(fpr_array *a, fpr_schedule *s)
{
    if (!s->tree_count)
        return;
    fpr_broadcasting *list = fpr_allocate((size_t)s->tree_count, sizeof *list);
    size_t all = 0;
    for (int i = 0; i < s->tree_count; i++)
        all += spaced(fpr_bytes_of(a, &s->trees[i].packed));
    char *next = buffers_of(all);
    for (int i = 0; i < s->tree_count; i++) {
        fpr_tree *t = &s->trees[i];
        t->packed.buffer = next;
        next += spaced(fpr_bytes_of(a, &t->packed));
        list[i] =
            (fpr_broadcasting){&t->members, t->how, t->packed.buffer, fpr_bytes_of(a, &t->packed)};
        fpr_count_messages(t->traffic.messages, t->traffic.elements * (long long)a->bytes);
        if (t->members.me == 0)
            fpr_pack(a, &t->packed);
    }
    fpr_broadcast_all(s->tree_count, list);
    for (int i = 0; i < s->tree_count; i++)
        if (s->trees[i].members.me > 0)
            fpr_unpack(a, &s->trees[i].packed, NULL);
    free(list);
}

/* --- All-gathers ---------------------------------------------------------------------- */

/* Processors that messages join, as the estimator's: docs/model.md, "Collectives". */
typedef struct gathering {
    int size, *parent; /* by rank: of a forest, whose trees are the groups */
    bool *is_there, *sends;
    long long messages;
} gathering;

int fpr_root_of(int *parent, int p)
{
    while (parent[p] != p)
        p = parent[p] = parent[parent[p]];
    return p;
}

void fpr_join_ranks(int *parent, int p, int q)
{
    int x = fpr_root_of(parent, p), y = fpr_root_of(parent, q);
    parent[x > y ? x : y] = x > y ? y : x;
}

static void join(gathering *g, int from, int q)
{
    fpr_join_ranks(g->parent, from, q);
    g->is_there[from] = g->is_there[q] = true;
    g->sends[from] = true;
    g->messages++;
}

static gathering gathering_of(const fpr_array *a, const fpr_schedule *s)
{
    gathering g = {.size = a->grid->size};
    g.parent = fpr_allocate((size_t)g.size, sizeof *g.parent);
    g.sends = fpr_allocate((size_t)g.size, sizeof *g.sends);
    g.is_there = fpr_allocate((size_t)g.size, sizeof *g.is_there);
    for (int p = 0; p < g.size; p++)
        g.parent[p] = p;
    for (int from = 0; from < g.size; from++)
        if (has_some(a, s, from))
            for (int q = 0; q < g.size; q++)
                if (receives(a, s, q, from))
                    join(&g, from, q);
    return g;
}

static void free_gathering(gathering *g)
{
    free(g->parent);
    free(g->sends);
    free(g->is_there);
}

/* Does everybody who sends, send to all others of its group? */
static bool is_complete(gathering *g)
{
    long long all = 0;
    for (int p = 0; p < g->size; p++)
        for (int q = 0; q < g->size && g->sends[p]; q++)
            all +=
                q != p && g->is_there[q] && fpr_root_of(g->parent, q) == fpr_root_of(g->parent, p);
    return all == g->messages;
}

/* The largest number of senders in a group. */
static int most_senders(gathering *g)
{
    int most = 0;
    for (int root = 0; root < g->size; root++) {
        int count = 0;
        for (int p = 0; p < g->size; p++)
            count += g->sends[p] && fpr_root_of(g->parent, p) == root;
        most = count > most ? count : most;
    }
    return most;
}

/* The members of this process's group in the order of their ranks, going round from the first
 * of those with the largest part: the root of what goes up and down a tree. */
static int *members_of(gathering *g, int me, const fpr_packed *messages, int *count)
{
    int *in_order = fpr_allocate((size_t)g->size, sizeof *in_order), begin = 0;
    int *ranks = fpr_allocate((size_t)g->size, sizeof *ranks);
    *count = 0;
    for (int p = 0; p < g->size; p++)
        if (g->is_there[p] && fpr_root_of(g->parent, p) == fpr_root_of(g->parent, me))
            in_order[(*count)++] = p;
    for (int v = 1; v < *count; v++)
        if (messages[in_order[v]].count > messages[in_order[begin]].count)
            begin = v;
    for (int v = 0; v < *count; v++)
        ranks[v] = in_order[(begin + v) % *count];
    free(in_order);
    return ranks;
}

static void make_group(const fpr_array *a, fpr_schedule *s, gathering *g, int me)
{
    fpr_parts *parts = &s->parts;
    fpr_packed *messages = fpr_allocate((size_t)g->size, sizeof *messages);
    int count, *ranks = members_of(g, me, messages, &count);
    for (int v = 0; v < count; v++)
        if (g->sends[ranks[v]])
            messages[ranks[v]] = packed_from(a, s, ranks[v], me, count, ranks);
    parts->traffic = traffic_of(a, s, me, count, ranks);
    free(ranks);
    ranks = members_of(g, me, messages, &count);
    parts->how = fpr_algorithm_of(fpr_how.gather, count, ranks);
    parts->members = fpr_order(a->grid, parts->how, count, ranks);
    parts->packed = fpr_allocate((size_t)count, sizeof *parts->packed);
    parts->buffer = fpr_allocate((size_t)count, sizeof *parts->buffer);
    parts->bytes = fpr_allocate((size_t)count, sizeof *parts->bytes);
    for (int v = 0; v < count; v++) {
        parts->packed[v] = messages[parts->members.rank[v]];
        parts->bytes[v] = fpr_bytes_of(a, &parts->packed[v]);
    }
    free(messages);
}

bool fpr_make_parts(const fpr_array *a, fpr_schedule *s)
{
    int me = fpr_me;
    gathering g = gathering_of(a, s);
    bool is = is_complete(&g), is_one = most_senders(&g) <= 1;
    if (is && is_one)
        make_trees(a, s, 1);
    else if (is && me < g.size && g.is_there[me])
        make_group(a, s, &g, me);
    free_gathering(&g);
    return is;
}

void fpr_send_parts(fpr_array *a, fpr_schedule *s)
{
    const fpr_parts *p = &s->parts;
    int me = p->members.me;
    size_t all = 0;
    for (int v = 0; v < p->members.count; v++)
        all += (size_t)p->bytes[v];
    char *next = buffers_of(all); /* one after the other, as MPI_Allgatherv takes them */
    for (int v = 0; v < p->members.count; v++) {
        p->packed[v].buffer = p->buffer[v] = next;
        next += p->bytes[v];
    }
    fpr_count_messages(p->traffic.messages, p->traffic.elements * (long long)a->bytes);
    fpr_pack(a, &p->packed[me]);
    fpr_gather(&p->members, p->how, p->buffer, p->bytes);
    for (int v = 0; v < p->members.count; v++)
        if (v != me)
            fpr_unpack(a, &p->packed[v], NULL);
}

/* --- Both ------------------------------------------------------------------------------ */

void fpr_group_free(fpr_schedule *s)
{
    for (int i = 0; i < s->tree_count; i++) {
        free(s->trees[i].members.rank);
        fpr_free_stretches(&s->trees[i].packed.offsets);
    }
    for (int v = 0; v < s->parts.members.count; v++)
        fpr_free_stretches(&s->parts.packed[v].offsets);
    free(s->parts.members.rank);
    free(s->parts.packed);
    free(s->parts.buffer);
    free(s->parts.bytes);
    free(s->trees);
}
