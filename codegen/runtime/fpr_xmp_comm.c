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

/* Values packed one after the other: the extreme one, then the locations. */
static bool is_better(const char *a, const char *b, fpr_type type, fpr_op op, bool takes_last,
                      int count, const fpr_at *at)
{
    long double x = number_of(a, type), y = number_of(b, type);
    if (x < y || x > y)
        return op == FPR_MAX ? x > y : x < y;
    enum { ROOM = sizeof(long double) };
    for (int i = 0; i < count; i++) {
        x = number_of(a + (i + 1) * ROOM, at[i].type);
        y = number_of(b + (i + 1) * ROOM, at[i].type);
        if (x < y || x > y)
            return takes_last ? x > y : x < y;
    }
    return false;
}

void fpr_combine_locations(void *value, fpr_type type, fpr_op op, bool takes_last, int count,
                           const fpr_at *at, const fpr_grid *g, unsigned along)
{
    enum { ROOM = sizeof(long double) };
    if (g->me[0] < 0 || along == 0)
        return;
    fpr_algorithm how;
    fpr_members m = fpr_members_along(g, along, (fpr_choice){FPR_OF_MPI, FPR_OF_MPI}, &how);
    MPI_Comm all = fpr_communicator_of(&m);
    int size = m.count, best = 0, bytes = (count + 1) * ROOM;
    int *place = fpr_allocate((size_t)size, sizeof *place); /* where the values of each come */
    for (int p = 0; p < size; p++)
        place[p] = fpr_rank_among(&m, p) * bytes;
    free(m.rank);
    char *mine = fpr_allocate((size_t)bytes, 1);
    char *received = fpr_allocate((size_t)bytes, (size_t)size);
    memcpy(mine, value, size_of(type));
    for (int i = 0; i < count; i++)
        memcpy(mine + (i + 1) * ROOM, at[i].value, size_of(at[i].type));
    MPI_Allgather(mine, bytes, MPI_BYTE, received, bytes, MPI_BYTE, all);
    for (int p = 1; p < size; p++)
        if (is_better(received + place[p], received + place[best], type, op, takes_last, count, at))
            best = p;
    const char *found = received + place[best];
    memcpy(value, found, size_of(type));
    for (int i = 0; i < count; i++)
        memcpy(at[i].value, found + (i + 1) * ROOM, size_of(at[i].type));
    free(place);
    free(mine);
    free(received);
}
