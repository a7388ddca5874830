#include <stdlib.h>

#include "trace/record/library/mpi_recorder.h"
#include "trace/record/library/table.h"

static record_table by_handle;
static record_comm *comms;
static uint32_t comm_count, comm_capacity, numbered;

/* The one that was asked for last: most programs have one. */
static struct {
    uint64_t key;
    uint32_t index;
    bool is_there;
} last;

void record_unseen(raw_unseen what)
{
    if (record_state.header)
        record_state.header->unseen[what]++;
}

static record_comm *find(MPI_Comm comm)
{
    const uint64_t key = HANDLE_KEY(comm);
    if (last.is_there && last.key == key)
        return &comms[last.index];
    uint32_t index;
    if (!record_table_find(&by_handle, key, &index))
        return NULL;
    last.key = key;
    last.index = index;
    last.is_there = true;
    return &comms[index];
}

const record_comm *record_comm_of(MPI_Comm comm)
{
    const record_comm *c = comm == MPI_COMM_NULL ? NULL : find(comm);
    if (c && c->is_seen)
        return c;
    record_unseen(c && c->is_between ? RAW_BETWEEN_GROUPS : RAW_UNKNOWN_COMM);
    return NULL;
}

uint32_t record_comm_order(MPI_Comm parent)
{
    record_comm *c = find(parent);
    return c ? c->made++ : 0;
}

static record_comm *add(MPI_Comm comm)
{
    last.is_there = false;
    if (comm_count == comm_capacity) {
        const uint32_t more = comm_capacity ? 2 * comm_capacity : 16;
        record_comm *grown = realloc(comms, more * sizeof *grown);
        if (!grown)
            return NULL;
        comms = grown;
        comm_capacity = more;
    }
    if (!record_table_add(&by_handle, HANDLE_KEY(comm), comm_count))
        return NULL;
    record_comm *c = &comms[comm_count++];
    *c = (record_comm){.number = UINT32_MAX};
    PMPI_Comm_rank(comm, &c->rank);
    PMPI_Comm_size(comm, &c->size);
    return c;
}

void record_comms_begin(void)
{
    static const uint32_t numbers[] = {RAW_WORLD, RAW_SELF};
    const MPI_Comm handles[] = {MPI_COMM_WORLD, MPI_COMM_SELF};
    for (int i = 0; i < 2; i++) {
        record_comm *c = add(handles[i]);
        if (!c)
            continue;
        c->number = numbers[i];
        c->is_seen = true;
    }
    numbered = RAW_FIRST_MADE;
}

/* Its ranks as those of the world; null: some are not of it, or there is no memory. */
static int *ranks_of_world(MPI_Comm comm, int size)
{
    MPI_Group own, world;
    PMPI_Comm_group(comm, &own);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    int *from = malloc((size_t)size * sizeof *from), *to = malloc((size_t)size * sizeof *to);
    bool is_whole = from && to;
    for (int i = 0; is_whole && i < size; i++)
        from[i] = i;
    if (is_whole)
        PMPI_Group_translate_ranks(own, size, from, world, to);
    for (int i = 0; is_whole && i < size; i++)
        is_whole = to[i] != MPI_UNDEFINED;
    PMPI_Group_free(&own);
    PMPI_Group_free(&world);
    free(from);
    if (is_whole)
        return to;
    free(to);
    return NULL;
}

void record_comm_made(MPI_Comm comm, MPI_Comm parent, raw_made how, uint32_t order)
{
    if (comm == MPI_COMM_NULL || !record_state.is_on)
        return;
    const record_comm *of = parent == MPI_COMM_NULL ? NULL : find(parent);
    const uint32_t parent_number = of && of->is_seen ? of->number : RAW_NO_PARENT;
    record_comm *c = add(comm);
    if (!c)
        return;
    int is_between = 0;
    PMPI_Comm_test_inter(comm, &is_between);
    c->is_between = is_between;
    if (is_between)
        return;
    int *ranks = ranks_of_world(comm, c->size);
    if (!ranks) {
        record_unseen(RAW_OTHER_PROCESSES);
        return;
    }
    c->is_seen = true;
    c->number = numbered++;
    const bool is_by_all = how == RAW_BY_ALL && parent_number != RAW_NO_PARENT;
    record_name((raw_name){.kind = RAW_COMM,
                           .what = is_by_all ? RAW_BY_ALL : RAW_BY_GROUP,
                           .number = c->number,
                           .parent = parent_number,
                           .order = order,
                           .size = (uint32_t)c->size},
                ranks, (uint32_t)c->size * (uint32_t)sizeof *ranks, NULL, 0);
    free(ranks);
}

void record_comm_gone(MPI_Comm comm)
{
    uint32_t index;
    last.is_there = false;
    record_table_take(&by_handle, HANDLE_KEY(comm), &index);
}
