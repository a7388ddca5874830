/* Explicit communication of XcalableMP programs: broadcasts of replicated values, and single
 * messages; and extreme values with their locations. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_collective.h"

enum { POST_TAG = 1000 };

void fpr_clear(void *values, size_t bytes)
{
    memset(values, 0, bytes);
}

/* Who owns the cells; along other axes of the set the first, along the rest this process's own. */
static int rank_of(const fpr_grid *g, unsigned along, int count, const fpr_place *place)
{
    int at[FPR_RANK];
    bool is_other = count && place->axis->grid != g;
    g = count ? place->axis->grid : g;
    for (int k = 0; k < g->rank; k++) {
        at[k] = is_other || (along >> k & 1) || g->me[k] < 0 ? 0 : g->me[k];
        for (int i = 0; i < count; i++)
            if (place[i].axis->axis == k)
                at[k] = fpr_owner(place[i].axis, place[i].cell);
    }
    return fpr_rank_at(g, at);
}

void fpr_send_to_some(void *values, size_t bytes, fpr_some to, int count, const fpr_place *from)
{
    fpr_algorithm how;
    fpr_members m = fpr_members_of(&to, (fpr_choice){FPR_OF_MPI, FPR_OF_MPI}, &how);
    if (bytes > 2147483647)
        fpr_fail("a broadcast of %zu bytes, and MPI takes no more than 2147483647", bytes);
    int root = 0, rank = m.me >= 0 && from ? rank_of(to.grid, to.along, count, from) : -1;
    while (rank >= 0 && root < m.count && m.rank[root] != rank)
        root++;
    if (m.me >= 0 && root == m.count)
        fpr_fail("process %d broadcasts to others, and is none of those who take part", rank);
    if (m.me >= 0)
        MPI_Bcast(values, (int)bytes, MPI_BYTE, fpr_rank_among(&m, root), fpr_communicator_of(&m));
    free(m.rank);
}

void fpr_send_to_all(void *values, size_t bytes, const fpr_grid *g, int count,
                     const fpr_place *from)
{
    fpr_send_to_some(values, bytes, (fpr_some){.grid = g, .along = (1u << g->rank) - 1}, count,
                     from);
}

/* --- Posts ----------------------------------------------------------------------------------- */

/* A post that has come, and that nobody has waited for yet. */
typedef struct posted {
    int from;
    long number;
    struct posted *next;
} posted;

static posted *unclaimed; /* in the order in which they came */

void fpr_signal(const fpr_grid *g, int count, const fpr_place *to, long number)
{
    MPI_Send(&number, 1, MPI_LONG, rank_of(g, ~0u, count, to), POST_TAG, MPI_COMM_WORLD);
}

static bool is_awaited(int from, long number, int came_from, long came)
{
    return (from == MPI_ANY_SOURCE || from == came_from) && (number < 0 || number == came);
}

static bool take_unclaimed(int from, long number)
{
    for (posted **at = &unclaimed; *at; at = &(*at)->next) {
        posted *p = *at;
        if (!is_awaited(from, number, p->from, p->number))
            continue;
        *at = p->next;
        free(p);
        return true;
    }
    return false;
}

static void keep_unclaimed(int from, long number)
{
    posted **end = &unclaimed;
    while (*end)
        end = &(*end)->next;
    *end = fpr_allocate(1, sizeof **end);
    **end = (posted){from, number, NULL};
}

void fpr_await(const fpr_grid *g, int count, const fpr_place *from, long number)
{
    int rank = g ? rank_of(g, ~0u, count, from) : MPI_ANY_SOURCE;
    if (take_unclaimed(rank, number))
        return;
    for (;;) {
        long came;
        MPI_Status status;
        MPI_Recv(&came, 1, MPI_LONG, rank, POST_TAG, MPI_COMM_WORLD, &status);
        if (is_awaited(rank, number, status.MPI_SOURCE, came))
            return;
        keep_unclaimed(status.MPI_SOURCE, came);
    }
}

/* --- Extreme values with locations ----------------------------------------------------------- */

static long double number_of(const void *value, fpr_type type)
{
    switch (type) {
    case FPR_INT:
        return *(const int *)value;
    case FPR_UNSIGNED:
        return *(const unsigned *)value;
    case FPR_LONG:
        return (long double)*(const long *)value;
    case FPR_LONG_LONG:
        return (long double)*(const long long *)value;
    case FPR_FLOAT:
        return (long double)*(const float *)value;
    case FPR_DOUBLE:
        return (long double)*(const double *)value;
    case FPR_LONG_DOUBLE:
        return *(const long double *)value;
    case FPR_SHORT:
        return *(const short *)value;
    case FPR_UNSIGNED_SHORT:
        return *(const unsigned short *)value;
    case FPR_UNSIGNED_LONG:
        return (long double)*(const unsigned long *)value;
    case FPR_UNSIGNED_LONG_LONG:
        return (long double)*(const unsigned long long *)value;
    }
    return 0;
}

static size_t size_of(fpr_type type)
{
    static const size_t sizes[] = {
        [FPR_INT] = sizeof(int),
        [FPR_UNSIGNED] = sizeof(unsigned),
        [FPR_LONG] = sizeof(long),
        [FPR_LONG_LONG] = sizeof(long long),
        [FPR_FLOAT] = sizeof(float),
        [FPR_DOUBLE] = sizeof(double),
        [FPR_LONG_DOUBLE] = sizeof(long double),
        [FPR_SHORT] = sizeof(short),
        [FPR_UNSIGNED_SHORT] = sizeof(unsigned short),
        [FPR_UNSIGNED_LONG] = sizeof(unsigned long),
        [FPR_UNSIGNED_LONG_LONG] = sizeof(unsigned long long),
    };
    return sizes[type];
}

/* What values are packed of, one after the other: the extreme one, then the locations; and, where
 * some of these are not compared, the rank, so that all processes keep the same. */
typedef struct packing {
    fpr_type type;
    fpr_op op;
    bool takes_last, has_rank;
    int count;
    const fpr_at *at;
    int bytes;
} packing;

/* MPI calls back without saying for whom: those of the combination that goes on. */
static const packing *packed_now;

static size_t bytes_of(const fpr_at *at)
{
    return at->bytes ? at->bytes : size_of(at->type);
}

static long double packed_number(const char *value, fpr_type type)
{
    _Alignas(long double) char aligned[sizeof(long double)];
    memcpy(aligned, value, size_of(type));
    return number_of(aligned, type);
}

static bool is_better(const packing *p, const char *a, const char *b)
{
    long double x = packed_number(a, p->type), y = packed_number(b, p->type);
    if (x < y || x > y)
        return p->op == FPR_MAX ? x > y : x < y;
    size_t next = size_of(p->type);
    for (int i = 0; i < p->count; next += bytes_of(&p->at[i++])) {
        if (p->at[i].bytes)
            continue;
        x = packed_number(a + next, p->at[i].type);
        y = packed_number(b + next, p->at[i].type);
        if (x < y || x > y)
            return p->takes_last ? x > y : x < y;
    }
    if (!p->has_rank)
        return false;
    x = packed_number(a + next, FPR_INT);
    y = packed_number(b + next, FPR_INT);
    return p->takes_last ? x > y : x < y;
}

/* An operation of MPI. */
static void keep_better(void *in, void *kept, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++) {
        size_t at = (size_t)i * (size_t)packed_now->bytes;
        if (is_better(packed_now, (char *)in + at, (char *)kept + at))
            memcpy((char *)kept + at, (char *)in + at, (size_t)packed_now->bytes);
    }
}

void fpr_combine_locations(void *value, fpr_type type, fpr_op op, bool takes_last, int count,
                           const fpr_at *at, const fpr_grid *g, unsigned along)
{
    if (g->me[0] < 0 || along == 0)
        return;
    packing p = {type, op, takes_last, false, count, at, (int)size_of(type)};
    for (int i = 0; i < count; i++) {
        p.bytes += (int)bytes_of(&at[i]);
        p.has_rank |= at[i].bytes != 0;
    }
    p.bytes += p.has_rank ? (int)sizeof(int) : 0;
    char *mine = fpr_allocate((size_t)p.bytes, 1), *next = mine + size_of(type);
    memcpy(mine, value, size_of(type));
    for (int i = 0; i < count; next += bytes_of(&at[i++]))
        memcpy(next, at[i].value, bytes_of(&at[i]));
    if (p.has_rank)
        memcpy(next, &fpr_me, sizeof(int));

    fpr_algorithm how;
    fpr_members m = fpr_members_along(g, along, fpr_how.reduce, &how);
    MPI_Datatype packed;
    MPI_Op better;
    MPI_Type_contiguous(p.bytes, MPI_BYTE, &packed);
    MPI_Type_commit(&packed);
    MPI_Op_create(keep_better, 1, &better);
    packed_now = &p;
    if (m.me > 0)
        fpr_count_messages(2, 2 * (long long)p.bytes);
    fpr_reduce(&m, how, mine, 1, packed, better, "1 float_compare");
    MPI_Op_free(&better);
    MPI_Type_free(&packed);
    free(m.rank);

    next = mine + size_of(type);
    memcpy(value, mine, size_of(type));
    for (int i = 0; i < count; next += bytes_of(&at[i++]))
        memcpy(at[i].value, next, bytes_of(&at[i]));
    free(mine);
}
