/* Some of the processes: tasks that only they execute, and the members of their collectives. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_collective.h"

/* Who executes a task, by rank. */
typedef struct crew {
    bool *has;
    struct crew *outer;
    MPI_Comm between; /* of one that asks for it; or null */
} crew;

/* Communicators that there are, each of other processes. */
typedef struct known {
    bool *has;
    MPI_Comm between;
    struct known *next;
} known;

static crew *innermost; /* null: all */

bool fpr_has_task(void)
{
    return innermost != NULL;
}

bool fpr_is_in_task(int rank)
{
    return !innermost || innermost->has[rank];
}

static bool owns_any(const fpr_span *s, int coordinate)
{
    for (long cell = s->first; s->step > 0 ? cell <= s->last : cell >= s->last; cell += s->step)
        if (fpr_owner(s->axis, cell) == coordinate)
            return true;
    return false;
}

static bool is_one_of(const fpr_some *some, int rank)
{
    const fpr_grid *g = some->grid;
    for (int k = 0; k < g->rank; k++) {
        int at = fpr_coordinate(g, k, rank);
        if (at < 0 || (!(some->along >> k & 1) && at != g->me[k]))
            return false;
    }
    for (int i = 0; i < some->count; i++)
        if (!owns_any(&some->span[i], fpr_coordinate(g, some->span[i].axis->axis, rank)))
            return false;
    return true;
}

bool fpr_task_begin(fpr_some on)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!is_one_of(&on, fpr_me))
        return false;
    crew *c = fpr_allocate(1, sizeof *c);
    *c = (crew){fpr_allocate((size_t)size, sizeof *c->has), innermost, MPI_COMM_NULL};
    for (int p = 0; p < size; p++)
        c->has[p] = fpr_is_in_task(p) && p < on.grid->size && is_one_of(&on, p);
    innermost = c;
    return true;
}

bool fpr_task_end(void)
{
    crew *c = innermost;
    innermost = c->outer;
    free(c->has);
    free(c);
    return false;
}

/* --- What tasks are asked for ---------------------------------------------------------------- */

/* All of them call this at once. */
static MPI_Comm connect(const bool *has)
{
    static known *all;
    int size, count = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (const known *k = all; k; k = k->next)
        if (memcmp(k->has, has, (size_t)size * sizeof *has) == 0)
            return k->between;
    known *k = fpr_allocate(1, sizeof *k);
    *k = (known){fpr_allocate((size_t)size, sizeof *has), MPI_COMM_NULL, all};
    memcpy(k->has, has, (size_t)size * sizeof *has);
    int *ranks = fpr_allocate((size_t)size, sizeof *ranks);
    for (int p = 0; p < size; p++)
        if (has[p])
            ranks[count++] = p;
    MPI_Group everybody, some;
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    MPI_Group_incl(everybody, count, ranks, &some);
    MPI_Comm_create_group(MPI_COMM_WORLD, some, 0, &k->between);
    MPI_Group_free(&some);
    MPI_Group_free(&everybody);
    free(ranks);
    all = k;
    return k->between;
}

bool fpr_asking_task_begin(fpr_some on)
{
    bool is = fpr_task_begin(on);
    if (is)
        innermost->between = connect(innermost->has);
    return is;
}

MPI_Comm fpr_executing(void)
{
    const crew *c = innermost;
    while (c && c->between == MPI_COMM_NULL)
        c = c->outer;
    return c ? c->between : MPI_COMM_WORLD;
}

/* --- Members ---------------------------------------------------------------------------- */

fpr_members fpr_members_of(const fpr_some *some, fpr_choice choice, fpr_algorithm *how)
{
    const fpr_grid *g = some->grid;
    int count = 0, places = 1, *ranks = fpr_allocate((size_t)g->size, sizeof *ranks);
    for (int d = 0; d < g->rank; d++)
        places *= g->extent[d];
    for (int i = 0; i < places && fpr_is_in(g); i++) {
        int rank = g->rank_at ? g->rank_at[i] : i;
        if (fpr_is_in_task(rank) && is_one_of(some, rank))
            ranks[count++] = rank;
    }
    *how = fpr_algorithm_of(choice, count, ranks);
    return fpr_order(g, *how, count, ranks);
}

fpr_members fpr_members_along(const fpr_grid *g, unsigned along, fpr_choice choice,
                              fpr_algorithm *how)
{
    return fpr_members_of(&(fpr_some){.grid = g, .along = along}, choice, how);
}

bool fpr_is_first(fpr_some those)
{
    fpr_algorithm how;
    fpr_members m = fpr_members_of(&those, (fpr_choice){FPR_OF_MPI, FPR_OF_MPI}, &how);
    bool is = m.me <= 0; /* who takes no part keeps what it has */
    free(m.rank);
    return is;
}

bool fpr_is_root(const fpr_grid *g, unsigned along)
{
    if (fpr_has_task())
        return fpr_is_first((fpr_some){.grid = g, .along = along});
    for (int d = 0; d < g->rank; d++)
        if ((along >> d & 1) && g->me[d] > 0)
            return false;
    return true;
}
