/* Communicators that are made and freed. */

#include "trace/record/library/mpi_recorder.h"

/* All ranks of `comm` take part; a collective like others, in which nothing is said of bytes. */
static bool all_begin(MPI_Comm comm, uint32_t *number)
{
    const record_comm *c = record_comm_of(comm);
    *number = c ? c->number : 0;
    if (c)
        record_together_begin();
    return c != NULL;
}

static void all_end(bool is_seen, uint32_t number)
{
    if (is_seen)
        record_together_end(TRACE_OTHER_COLLECTIVE, number, TRACE_NO_ROOT, 0, 0);
}

#define MADE_BY_ALL(name, call)                                                                    \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    uint32_t number;                                                                               \
    const uint32_t order = record_comm_order(comm);                                                \
    const bool is_seen = all_begin(comm, &number);                                                 \
    const int code = call;                                                                         \
    all_end(is_seen, number);                                                                      \
    if (code == MPI_SUCCESS)                                                                       \
        record_comm_made(*made, comm, RAW_BY_ALL, order);                                          \
    record_end(CALL_##name);                                                                       \
    return code

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    MADE_BY_ALL(Comm_dup, PMPI_Comm_dup(comm, made));
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made)
{
    MADE_BY_ALL(Comm_dup_with_info, PMPI_Comm_dup_with_info(comm, info, made));
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    MADE_BY_ALL(Comm_split, PMPI_Comm_split(comm, color, key, made));
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made)
{
    MADE_BY_ALL(Comm_split_type, PMPI_Comm_split_type(comm, type, key, info, made));
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made)
{
    MADE_BY_ALL(Comm_create, PMPI_Comm_create(comm, group, made));
}

int MPI_Cart_create(MPI_Comm comm, int axes, const int *sizes, const int *periods, int reorder,
                    MPI_Comm *made)
{
    MADE_BY_ALL(Cart_create, PMPI_Cart_create(comm, axes, sizes, periods, reorder, made));
}

int MPI_Cart_sub(MPI_Comm comm, const int *kept, MPI_Comm *made)
{
    MADE_BY_ALL(Cart_sub, PMPI_Cart_sub(comm, kept, made));
}

#ifndef SMPI_H /* it has none of these */

int MPI_Graph_create(MPI_Comm comm, int nodes, const int *index, const int *edges, int reorder,
                     MPI_Comm *made)
{
    MADE_BY_ALL(Graph_create, PMPI_Graph_create(comm, nodes, index, edges, reorder, made));
}

int MPI_Dist_graph_create(MPI_Comm comm, int count, const int *sources, const int *degrees,
                          const int *targets, const int *weights, MPI_Info info, int reorder,
                          MPI_Comm *made)
{
    MADE_BY_ALL(Dist_graph_create, PMPI_Dist_graph_create(comm, count, sources, degrees, targets,
                                                          weights, info, reorder, made));
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int in_degree, const int *sources,
                                   const int *source_weights, int out_degree, const int *targets,
                                   const int *target_weights, MPI_Info info, int reorder,
                                   MPI_Comm *made)
{
    MADE_BY_ALL(Dist_graph_create_adjacent,
                PMPI_Dist_graph_create_adjacent(comm, in_degree, sources, source_weights,
                                                out_degree, targets, target_weights, info, reorder,
                                                made));
}

#endif

/* It is there when the request is done. */
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    if (!record_begin(CALL_Comm_idup))
        return PMPI_Comm_idup(comm, made, request);
    const record_request_state r = {
        .kind = REQUEST_COMM, .made = made, .parent = comm, .order = record_comm_order(comm)};
    const int code = PMPI_Comm_idup(comm, made, request);
    if (code == MPI_SUCCESS)
        record_request_keep(*request, &r);
    record_end(CALL_Comm_idup);
    return code;
}

/* Only the group takes part. */
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made)
{
    if (!record_begin(CALL_Comm_create_group))
        return PMPI_Comm_create_group(comm, group, tag, made);
    const int code = PMPI_Comm_create_group(comm, group, tag, made);
    if (code == MPI_SUCCESS)
        record_comm_made(*made, comm, RAW_BY_GROUP, 0);
    record_end(CALL_Comm_create_group);
    return code;
}

int MPI_Intercomm_create(MPI_Comm own, int own_leader, MPI_Comm bridge, int leader, int tag,
                         MPI_Comm *made)
{
    if (!record_begin(CALL_Intercomm_create))
        return PMPI_Intercomm_create(own, own_leader, bridge, leader, tag, made);
    const int code = PMPI_Intercomm_create(own, own_leader, bridge, leader, tag, made);
    if (code == MPI_SUCCESS)
        record_comm_made(*made, MPI_COMM_NULL, RAW_BY_GROUP, 0);
    record_end(CALL_Intercomm_create);
    return code;
}

int MPI_Intercomm_merge(MPI_Comm between, int high, MPI_Comm *made)
{
    if (!record_begin(CALL_Intercomm_merge))
        return PMPI_Intercomm_merge(between, high, made);
    const int code = PMPI_Intercomm_merge(between, high, made);
    if (code == MPI_SUCCESS)
        record_comm_made(*made, MPI_COMM_NULL, RAW_BY_GROUP, 0);
    record_end(CALL_Intercomm_merge);
    return code;
}

/* Libraries do not wait for others in these two, though MPI has them called by all. */
int MPI_Comm_free(MPI_Comm *comm)
{
    if (!record_begin(CALL_Comm_free))
        return PMPI_Comm_free(comm);
    record_comm_gone(*comm);
    const int code = PMPI_Comm_free(comm);
    record_end(CALL_Comm_free);
    return code;
}

int MPI_Comm_disconnect(MPI_Comm *comm)
{
    if (!record_begin(CALL_Comm_disconnect))
        return PMPI_Comm_disconnect(comm);
    record_comm_gone(*comm);
    const int code = PMPI_Comm_disconnect(comm);
    record_end(CALL_Comm_disconnect);
    return code;
}
