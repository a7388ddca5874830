/* Memory that other ranks may read and write. */

#include "trace/record/library/mpi_recorder.h"
#include "trace/record/library/table.h"

/* The communicator's number of each window that is recorded. */
static record_table windows;

static void window_made(MPI_Win window, const record_comm *c)
{
    if (c)
        record_table_add(&windows, HANDLE_KEY(window), c->number);
}

#define MADE(name, call)                                                                           \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    const record_comm *c = record_comm_of(comm);                                                   \
    if (c)                                                                                         \
        record_together_begin();                                                                   \
    const int code = call;                                                                         \
    if (c)                                                                                         \
        record_together_end(TRACE_OTHER_COLLECTIVE, c->number, TRACE_NO_ROOT, 0, 0);               \
    if (code == MPI_SUCCESS)                                                                       \
        window_made(*made, c);                                                                     \
    record_end(CALL_##name);                                                                       \
    return code

int MPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *made)
{
    MADE(Win_create, PMPI_Win_create(base, size, unit, info, comm, made));
}

int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base,
                     MPI_Win *made)
{
    MADE(Win_allocate, PMPI_Win_allocate(size, unit, info, comm, base, made));
}

int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base,
                            MPI_Win *made)
{
    MADE(Win_allocate_shared, PMPI_Win_allocate_shared(size, unit, info, comm, base, made));
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *made)
{
    MADE(Win_create_dynamic, PMPI_Win_create_dynamic(info, comm, made));
}

/* All ranks of the window take part. */
#define BY_ALL(name, window, call)                                                                 \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    uint32_t comm;                                                                                 \
    const bool is_seen = record_table_find(&windows, HANDLE_KEY(window), &comm);                   \
    if (is_seen)                                                                                   \
        record_together_begin();                                                                   \
    const int code = call;                                                                         \
    if (is_seen)                                                                                   \
        record_together_end(TRACE_OTHER_COLLECTIVE, comm, TRACE_NO_ROOT, 0, 0);                    \
    record_end(CALL_##name);                                                                       \
    return code

int MPI_Win_fence(int assert, MPI_Win window)
{
    BY_ALL(Win_fence, window, PMPI_Win_fence(assert, window));
}

int MPI_Win_free(MPI_Win *window)
{
    if (!record_begin(CALL_Win_free))
        return PMPI_Win_free(window);
    uint32_t comm;
    const bool is_seen = record_table_take(&windows, HANDLE_KEY(*window), &comm);
    if (is_seen)
        record_together_begin();
    const int code = PMPI_Win_free(window);
    if (is_seen)
        record_together_end(TRACE_OTHER_COLLECTIVE, comm, TRACE_NO_ROOT, 0, 0);
    record_end(CALL_Win_free);
    return code;
}

/* What a rank does by itself, or waits for with some: the call alone. */
#define ALONE(name, call)                                                                          \
    const bool is_recorded = record_begin(CALL_##name);                                            \
    const int code = call;                                                                         \
    if (is_recorded)                                                                               \
        record_end(CALL_##name);                                                                   \
    return code

int MPI_Win_start(MPI_Group group, int assert, MPI_Win window)
{
    ALONE(Win_start, PMPI_Win_start(group, assert, window));
}

int MPI_Win_complete(MPI_Win window)
{
    ALONE(Win_complete, PMPI_Win_complete(window));
}

int MPI_Win_post(MPI_Group group, int assert, MPI_Win window)
{
    ALONE(Win_post, PMPI_Win_post(group, assert, window));
}

int MPI_Win_wait(MPI_Win window)
{
    ALONE(Win_wait, PMPI_Win_wait(window));
}

int MPI_Win_test(MPI_Win window, int *is_done)
{
    ALONE(Win_test, PMPI_Win_test(window, is_done));
}

int MPI_Win_lock(int type, int rank, int assert, MPI_Win window)
{
    ALONE(Win_lock, PMPI_Win_lock(type, rank, assert, window));
}

int MPI_Win_unlock(int rank, MPI_Win window)
{
    ALONE(Win_unlock, PMPI_Win_unlock(rank, window));
}

int MPI_Win_lock_all(int assert, MPI_Win window)
{
    ALONE(Win_lock_all, PMPI_Win_lock_all(assert, window));
}

int MPI_Win_unlock_all(MPI_Win window)
{
    ALONE(Win_unlock_all, PMPI_Win_unlock_all(window));
}

int MPI_Win_flush(int rank, MPI_Win window)
{
    ALONE(Win_flush, PMPI_Win_flush(rank, window));
}

int MPI_Win_flush_all(MPI_Win window)
{
    ALONE(Win_flush_all, PMPI_Win_flush_all(window));
}

int MPI_Win_flush_local(int rank, MPI_Win window)
{
    ALONE(Win_flush_local, PMPI_Win_flush_local(rank, window));
}

int MPI_Win_flush_local_all(MPI_Win window)
{
    ALONE(Win_flush_local_all, PMPI_Win_flush_local_all(window));
}

/* --- Accesses ---------------------------------------------------------------
 * In the trace when they are called: when they are over MPI does not tell. */

static void accessed(trace_kind kind, MPI_Win window, int rank, uint64_t bytes)
{
    uint32_t comm;
    if (rank != MPI_PROC_NULL && record_table_find(&windows, HANDLE_KEY(window), &comm))
        record_message(kind, comm, rank, 0, bytes, 0, false);
    else if (rank != MPI_PROC_NULL)
        record_unseen(RAW_UNKNOWN_COMM);
}

#define ACCESS(name, puts, gets, bytes, call)                                                      \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    if (puts)                                                                                      \
        accessed(TRACE_PUT, window, rank, bytes);                                                  \
    const int code = call;                                                                         \
    if (gets)                                                                                      \
        accessed(TRACE_GET, window, rank, bytes);                                                  \
    ASKED(code)                                                                                    \
    record_end(CALL_##name);                                                                       \
    return code

#define ASKED(code)
int MPI_Put(const void *out, int count, MPI_Datatype type, int rank, MPI_Aint place,
            int there_count, MPI_Datatype there_type, MPI_Win window)
{
    ACCESS(Put, true, false, record_bytes(count, type),
           PMPI_Put(out, count, type, rank, place, there_count, there_type, window));
}

int MPI_Get(void *in, int count, MPI_Datatype type, int rank, MPI_Aint place, int there_count,
            MPI_Datatype there_type, MPI_Win window)
{
    ACCESS(Get, false, true, record_bytes(count, type),
           PMPI_Get(in, count, type, rank, place, there_count, there_type, window));
}

int MPI_Accumulate(const void *out, int count, MPI_Datatype type, int rank, MPI_Aint place,
                   int there_count, MPI_Datatype there_type, MPI_Op op, MPI_Win window)
{
    ACCESS(Accumulate, true, false, record_bytes(count, type),
           PMPI_Accumulate(out, count, type, rank, place, there_count, there_type, op, window));
}

int MPI_Get_accumulate(const void *out, int count, MPI_Datatype type, void *in, int in_count,
                       MPI_Datatype in_type, int rank, MPI_Aint place, int there_count,
                       MPI_Datatype there_type, MPI_Op op, MPI_Win window)
{
    ACCESS(Get_accumulate, op != MPI_NO_OP, true, record_bytes(in_count, in_type),
           PMPI_Get_accumulate(out, count, type, in, in_count, in_type, rank, place, there_count,
                               there_type, op, window));
}

int MPI_Fetch_and_op(const void *out, void *in, MPI_Datatype type, int rank, MPI_Aint place,
                     MPI_Op op, MPI_Win window)
{
    ACCESS(Fetch_and_op, op != MPI_NO_OP, true, record_bytes(1, type),
           PMPI_Fetch_and_op(out, in, type, rank, place, op, window));
}

#ifdef SMPI_H
#define EXPECTED void
#else
#define EXPECTED const void
#endif

int MPI_Compare_and_swap(const void *out, EXPECTED *expected, void *in, MPI_Datatype type, int rank,
                         MPI_Aint place, MPI_Win window)
{
    ACCESS(Compare_and_swap, true, true, record_bytes(1, type),
           PMPI_Compare_and_swap(out, expected, in, type, rank, place, window));
}

#undef ASKED
#define ASKED(code)                                                                                \
    if (code == MPI_SUCCESS)                                                                       \
        record_request_keep(*request, &(record_request_state){.kind = REQUEST_SILENT});

int MPI_Rput(const void *out, int count, MPI_Datatype type, int rank, MPI_Aint place,
             int there_count, MPI_Datatype there_type, MPI_Win window, MPI_Request *request)
{
    ACCESS(Rput, true, false, record_bytes(count, type),
           PMPI_Rput(out, count, type, rank, place, there_count, there_type, window, request));
}

int MPI_Rget(void *in, int count, MPI_Datatype type, int rank, MPI_Aint place, int there_count,
             MPI_Datatype there_type, MPI_Win window, MPI_Request *request)
{
    ACCESS(Rget, false, true, record_bytes(count, type),
           PMPI_Rget(in, count, type, rank, place, there_count, there_type, window, request));
}

int MPI_Raccumulate(const void *out, int count, MPI_Datatype type, int rank, MPI_Aint place,
                    int there_count, MPI_Datatype there_type, MPI_Op op, MPI_Win window,
                    MPI_Request *request)
{
    ACCESS(Raccumulate, true, false, record_bytes(count, type),
           PMPI_Raccumulate(out, count, type, rank, place, there_count, there_type, op, window,
                            request));
}

int MPI_Rget_accumulate(const void *out, int count, MPI_Datatype type, void *in, int in_count,
                        MPI_Datatype in_type, int rank, MPI_Aint place, int there_count,
                        MPI_Datatype there_type, MPI_Op op, MPI_Win window, MPI_Request *request)
{
    ACCESS(Rget_accumulate, op != MPI_NO_OP, true, record_bytes(in_count, in_type),
           PMPI_Rget_accumulate(out, count, type, in, in_count, in_type, rank, place, there_count,
                                there_type, op, window, request));
}
