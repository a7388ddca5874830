#include "trace/format/ti_line.h"

#include <stddef.h>
#include <strings.h>

static const struct {
    const char *word;
    ti_action action;
} words[] = {
    {"init", TI_INIT},
    {"finalize", TI_FINALIZE},
    {"comm_size", TI_NOTHING},
    {"location", TI_NOTHING},
    {"compute", TI_COMPUTE},
    {"sleep", TI_SLEEP},
    {"send", TI_SEND},
    {"isend", TI_ISEND},
    {"recv", TI_RECV},
    {"irecv", TI_IRECV},
    {"sendrecv", TI_SENDRECV},
    {"wait", TI_WAIT},
    {"waitall", TI_WAITALL},
    {"test", TI_TEST},
    {"barrier", TI_BARRIER},
    {"bcast", TI_BCAST},
    {"reduce", TI_REDUCE},
    {"allreduce", TI_ALLREDUCE},
    {"alltoall", TI_ALLTOALL},
    {"alltoallv", TI_ALLTOALLV},
    {"gather", TI_GATHER},
    {"gatherv", TI_GATHERV},
    {"scatter", TI_SCATTER},
    {"scatterv", TI_SCATTERV},
    {"allgather", TI_ALLGATHER},
    {"allgatherv", TI_ALLGATHERV},
    {"reducescatter", TI_REDUCE_SCATTER},
    {"scan", TI_SCAN},
    {"exscan", TI_EXSCAN},
};

static const char *const names[TI_ACTION_COUNT] = {
    [TI_NOTHING] = "nothing",
    [TI_INIT] = "MPI_Init",
    [TI_COMPUTE] = "compute",
    [TI_SLEEP] = "sleep",
    [TI_SEND] = "MPI_Send",
    [TI_ISEND] = "MPI_Isend",
    [TI_RECV] = "MPI_Recv",
    [TI_IRECV] = "MPI_Irecv",
    [TI_SENDRECV] = "MPI_Sendrecv",
    [TI_WAIT] = "MPI_Wait",
    [TI_WAITALL] = "MPI_Waitall",
    [TI_TEST] = "MPI_Test",
    [TI_BARRIER] = "MPI_Barrier",
    [TI_BCAST] = "MPI_Bcast",
    [TI_REDUCE] = "MPI_Reduce",
    [TI_ALLREDUCE] = "MPI_Allreduce",
    [TI_ALLTOALL] = "MPI_Alltoall",
    [TI_ALLTOALLV] = "MPI_Alltoallv",
    [TI_GATHER] = "MPI_Gather",
    [TI_GATHERV] = "MPI_Gatherv",
    [TI_SCATTER] = "MPI_Scatter",
    [TI_SCATTERV] = "MPI_Scatterv",
    [TI_ALLGATHER] = "MPI_Allgather",
    [TI_ALLGATHERV] = "MPI_Allgatherv",
    [TI_REDUCE_SCATTER] = "MPI_Reduce_scatter",
    [TI_SCAN] = "MPI_Scan",
    [TI_EXSCAN] = "MPI_Exscan",
    [TI_FINALIZE] = "MPI_Finalize",
};

ti_action ti_action_by_name(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(word, words[i].word) == 0)
            return words[i].action;
    return TI_ACTION_COUNT;
}

const char *ti_action_name(ti_action a)
{
    return names[a];
}

/* CHECK_ACTION_PARAMS of each in smpi_replay.cpp; for each rank, and beside. */
double ti_action_numbers(ti_action a, uint32_t rank_count)
{
    static const struct {
        uint8_t each, beside;
    } needed[TI_ACTION_COUNT] = {
        [TI_COMPUTE] = {0, 1},        [TI_SLEEP] = {0, 1},      [TI_SEND] = {0, 3},
        [TI_ISEND] = {0, 3},          [TI_RECV] = {0, 3},       [TI_IRECV] = {0, 3},
        [TI_SENDRECV] = {0, 4},       [TI_WAIT] = {0, 3},       [TI_TEST] = {0, 3},
        [TI_BCAST] = {0, 1},          [TI_REDUCE] = {0, 2},     [TI_ALLREDUCE] = {0, 2},
        [TI_ALLTOALL] = {0, 2},       [TI_ALLTOALLV] = {2, 2},  [TI_GATHER] = {0, 2},
        [TI_GATHERV] = {1, 1},        [TI_SCATTER] = {0, 2},    [TI_SCATTERV] = {1, 1},
        [TI_ALLGATHER] = {0, 2},      [TI_ALLGATHERV] = {1, 1}, [TI_SCAN] = {0, 2},
        [TI_REDUCE_SCATTER] = {1, 1}, [TI_EXSCAN] = {0, 2},
    };
    return (double)needed[a].each * rank_count + needed[a].beside;
}

uint32_t ti_type_bytes(double number)
{
    /* double, int, char, short, long, float, byte: smpi_datatype.cpp of SimGrid */
    static const uint32_t bytes[] = {8, 4, 1, 2, 8, 4, 1};
    for (uint32_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        if (!(number < i) && !(number > i))
            return bytes[i];
    return 0;
}
