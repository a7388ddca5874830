/* A block of each processor of a group for each other one, by one call of MPI's: where all are
 * there, and the group has a communicator. All members find out the same, by what all need. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

/* Each looks at all pairs; docs/model.md, "Collectives of the library". */
enum { PROCESSORS_MOST = 128 };

/* --- Whether it can be ------------------------------------------------------------------ */

typedef struct pairs {
    const fpr_array *from;
    int size, need_count;
    const fpr_need *needs;
    int *parent,
        *members;    /* by rank: of a forest whose trees are the groups; of a root: how many */
    long long count; /* of pairs that send */
} pairs;

static bool is_pair(const pairs *x, int from, int to)
{
    return from != to && fpr_inspections(x->from, x->need_count, x->needs, to, from);
}

static void find_groups(pairs *x)
{
    x->parent = fpr_allocate((size_t)x->size, sizeof *x->parent);
    x->members = fpr_allocate((size_t)x->size, sizeof *x->members);
    for (int p = 0; p < x->size; p++)
        x->parent[p] = p;
    for (int from = 0; from < x->from->grid->size; from++)
        for (int to = 0; to < x->size; to++)
            if (is_pair(x, from, to)) {
                fpr_join_ranks(x->parent, from, to);
                x->count++;
            }
    for (int p = 0; p < x->size; p++)
        x->members[fpr_root_of(x->parent, p)]++;
}

static int *ranks_of(const pairs *x, int root)
{
    int *ranks = fpr_allocate((size_t)x->size, sizeof *ranks), count = 0;
    for (int p = root; p < x->size; p++)
        if (fpr_root_of(x->parent, p) == root)
            ranks[count++] = p;
    return ranks;
}

/* Does everybody send to everybody else of its group? */
static bool is_complete(const pairs *x)
{
    long long all = 0;
    for (int p = 0; p < x->size; p++)
        if (x->parent[p] == p)
            all += (long long)x->members[p] * (x->members[p] - 1);
    return x->count > 0 && x->count == all;
}

/* A process knows the communicators that it is in. Groups of a communication are lines along the
 * same axes, and so it knows of all others' too; a group of one has nothing to send. */
static bool is_connected(const pairs *x, int root)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (x->members[root] == size)
        return true;
    int *ranks = ranks_of(x, root);
    bool is = fpr_is_connected(x->members[root], ranks);
    free(ranks);
    return is;
}

static long long block(const pairs *x, int from, int to)
{
    fpr_elements e = {0};
    fpr_collect(x->from, x->need_count, x->needs, to, from, false, &e);
    if (x->need_count > 1)
        fpr_sort_elements(&e);
    long long count = fpr_count_elements(&e);
    fpr_free_stretches(&e);
    return count;
}

static bool are_equal(const pairs *x)
{
    long long first = -1;
    for (int from = 0; from < x->size; from++)
        for (int to = 0; to < x->size; to++) {
            if (from == to || fpr_root_of(x->parent, from) != fpr_root_of(x->parent, to))
                continue;
            long long count = block(x, from, to);
            if (first >= 0 && count != first)
                return false;
            first = count;
        }
    return true;
}

void fpr_find_together(const fpr_array *from, int need_count, const fpr_need *needs,
                       fpr_schedule *s)
{
    pairs x = {.from = from, .need_count = need_count, .needs = needs};
    MPI_Comm_size(MPI_COMM_WORLD, &x.size);
    if (x.size > PROCESSORS_MOST)
        return;
    find_groups(&x);
    int root = fpr_root_of(x.parent, fpr_me);
    if (x.members[root] > 1 && is_complete(&x) && is_connected(&x, root)) {
        s->together = (fpr_members){.count = x.members[root], .rank = ranks_of(&x, root)};
        for (int v = 0; v < s->together.count; v++)
            s->together.me = s->together.rank[v] == fpr_me ? v : s->together.me;
        s->is_even = are_equal(&x);
    }
    free(x.parent);
    free(x.members);
}

/* --- The call --------------------------------------------------------------------------- */

typedef struct side {
    int *bytes, *at; /* by place in the group */
    int all;
    char *buffer;
} side;

/* Memory for what is sent together; used again, for each page of new memory is a fault. */
static char *buffer_of(int which, int bytes)
{
    static char *memory[2];
    static int capacity[2];
    if (bytes > capacity[which]) {
        free(memory[which]);
        memory[which] = fpr_realloc(NULL, (size_t)bytes);
        memset(memory[which], 0, (size_t)bytes);
        capacity[which] = bytes;
    }
    return memory[which];
}

static int place_of(const fpr_members *m, int rank)
{
    int v = 0;
    while (m->rank[v] != rank)
        v++;
    return v;
}

static side side_of(const fpr_array *a, const fpr_schedule *s, const fpr_packed_all *packed,
                    int which)
{
    const fpr_members *m = &s->together;
    side x = {.bytes = fpr_allocate((size_t)m->count, sizeof *x.bytes),
              .at = fpr_allocate((size_t)m->count, sizeof *x.at)};
    for (int i = 0; i < packed->count; i++)
        x.bytes[place_of(m, packed->list[i].partner)] = fpr_bytes_of(a, &packed->list[i]);
    if (s->is_even) /* the block that it would send to itself is one, too */
        x.bytes[m->me] = fpr_bytes_of(a, &packed->list[0]);
    long long all = 0;
    for (int v = 0; v < m->count; all += x.bytes[v++])
        x.at[v] = (int)all;
    if (all > 2147483647)
        fpr_fail("'%s' sends %lld bytes at once, and MPI takes no more than 2147483647", a->name,
                 all);
    x.all = (int)all;
    x.buffer = buffer_of(which, x.all);
    return x;
}

static void free_side(side *x)
{
    free(x->bytes);
    free(x->at);
}

static fpr_packed in_buffer(const fpr_schedule *s, const side *x, const fpr_packed *p)
{
    fpr_packed here = *p;
    here.buffer = x->buffer + x->at[place_of(&s->together, p->partner)];
    return here;
}

void fpr_send_together(const fpr_array *from, fpr_array *to, fpr_schedule *s)
{
    side out = side_of(from, s, &s->send, 0), in = side_of(to, s, &s->receive, 1);
    MPI_Comm comm = fpr_communicator_of(&s->together);
    for (int i = 0; i < s->send.count; i++) {
        const fpr_packed here = in_buffer(s, &out, &s->send.list[i]);
        fpr_charge_packing(from, s, &here);
        fpr_pack(from, &here);
        fpr_count_messages(1, fpr_bytes_of(from, &here));
    }
    fpr_elapse();
    if (s->is_even)
        MPI_Alltoall(out.buffer, out.bytes[0], MPI_BYTE, in.buffer, in.bytes[0], MPI_BYTE, comm);
    else
        MPI_Alltoallv(out.buffer, out.bytes, out.at, MPI_BYTE, in.buffer, in.bytes, in.at, MPI_BYTE,
                      comm);
    for (int i = 0; i < s->receive.count; i++) {
        const fpr_packed here = in_buffer(s, &in, &s->receive.list[i]);
        fpr_unpack(to, &here, NULL);
        fpr_charge_unpacking(to, s, &here);
    }
    free_side(&out);
    free_side(&in);
}
