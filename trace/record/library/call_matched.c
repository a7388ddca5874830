/* Messages that are found first and received afterwards. */

#include "trace/record/library/mpi_recorder.h"

#include "trace/record/library/table.h"

/* The communicator's number and whether any rank would have done, 2 * number + any, of each message
 * that was found. */
static record_table found;

static void message_found(MPI_Message message, MPI_Comm comm, int from)
{
    const record_comm *c = record_comm_of(comm);
    if (c && message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC)
        record_table_add(&found, HANDLE_KEY(message), 2 * c->number + (from == MPI_ANY_SOURCE));
}

int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    if (!record_begin(CALL_Mprobe))
        return PMPI_Mprobe(from, tag, comm, message, status);
    const int code = PMPI_Mprobe(from, tag, comm, message, status);
    if (code == MPI_SUCCESS)
        message_found(*message, comm, from);
    record_end(CALL_Mprobe);
    return code;
}

int MPI_Improbe(int from, int tag, MPI_Comm comm, int *is_there, MPI_Message *message,
                MPI_Status *status)
{
    if (!record_begin(CALL_Improbe))
        return PMPI_Improbe(from, tag, comm, is_there, message, status);
    const int code = PMPI_Improbe(from, tag, comm, is_there, message, status);
    if (code == MPI_SUCCESS && *is_there)
        message_found(*message, comm, from);
    record_end(CALL_Improbe);
    return code;
}

int MPI_Mrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
    if (!record_begin(CALL_Mrecv))
        return PMPI_Mrecv(buffer, count, type, message, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    uint32_t which;
    const bool is_known = record_table_take(&found, HANDLE_KEY(*message), &which);
    const int code = PMPI_Mrecv(buffer, count, type, message, s);
    if (code == MPI_SUCCESS && is_known)
        record_received(TRACE_RECV, which / 2, s, 0, which % 2);
    record_end(CALL_Mrecv);
    return code;
}

int MPI_Imrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message,
               MPI_Request *request)
{
    if (!record_begin(CALL_Imrecv))
        return PMPI_Imrecv(buffer, count, type, message, request);
    record_request_state r = {.kind = REQUEST_SILENT};
    uint32_t which;
    if (record_table_take(&found, HANDLE_KEY(*message), &which)) {
        r.kind = REQUEST_RECV;
        r.comm = which / 2;
        r.is_any = which % 2;
    }
    record_request_begin(&r);
    const int code = PMPI_Imrecv(buffer, count, type, message, request);
    if (code == MPI_SUCCESS)
        record_request_keep(*request, &r);
    record_end(CALL_Imrecv);
    return code;
}
