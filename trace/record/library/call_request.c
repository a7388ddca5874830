/* Messages that are begun, and how they are waited for. */

#include "trace/record/library/mpi_recorder.h"

/* --- Beginning --- */

static record_request_state send_state(MPI_Comm comm, int to, int tag, int count, MPI_Datatype type)
{
    const record_comm *c = record_comm_of(comm);
    record_request_state r = {.kind = REQUEST_SILENT};
    if (!c || to == MPI_PROC_NULL)
        return r;
    r.kind = REQUEST_SEND;
    r.comm = c->number;
    r.peer = to;
    r.tag = tag;
    r.bytes = record_bytes(count, type);
    return r;
}

static record_request_state receive_state(MPI_Comm comm, int from)
{
    const record_comm *c = record_comm_of(comm);
    record_request_state r = {.kind = REQUEST_SILENT};
    if (!c || from == MPI_PROC_NULL)
        return r;
    r.kind = REQUEST_RECV;
    r.comm = c->number;
    r.is_any = from == MPI_ANY_SOURCE;
    return r;
}

#define ISENDS(name)                                                                               \
    int MPI_##name(const void *buffer, int count, MPI_Datatype type, int to, int tag,              \
                   MPI_Comm comm, MPI_Request *request)                                            \
    {                                                                                              \
        if (!record_begin(CALL_##name))                                                            \
            return PMPI_##name(buffer, count, type, to, tag, comm, request);                       \
        record_request_state r = send_state(comm, to, tag, count, type);                           \
        record_request_begin(&r);                                                                  \
        const int code = PMPI_##name(buffer, count, type, to, tag, comm, request);                 \
        if (code == MPI_SUCCESS)                                                                   \
            record_request_keep(*request, &r);                                                     \
        record_end(CALL_##name);                                                                   \
        return code;                                                                               \
    }

ISENDS(Isend)
ISENDS(Issend)
ISENDS(Ibsend)
ISENDS(Irsend)

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    if (!record_begin(CALL_Irecv))
        return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
    record_request_state r = receive_state(comm, from);
    record_request_begin(&r);
    const int code = PMPI_Irecv(buffer, count, type, from, tag, comm, request);
    if (code == MPI_SUCCESS)
        record_request_keep(*request, &r);
    record_end(CALL_Irecv);
    return code;
}

/* --- Those that are begun again and again --- */

#define SEND_INITS(name)                                                                           \
    int MPI_##name(const void *buffer, int count, MPI_Datatype type, int to, int tag,              \
                   MPI_Comm comm, MPI_Request *request)                                            \
    {                                                                                              \
        if (!record_begin(CALL_##name))                                                            \
            return PMPI_##name(buffer, count, type, to, tag, comm, request);                       \
        record_request_state r = send_state(comm, to, tag, count, type);                           \
        r.is_persistent = true;                                                                    \
        const int code = PMPI_##name(buffer, count, type, to, tag, comm, request);                 \
        if (code == MPI_SUCCESS)                                                                   \
            record_request_keep(*request, &r);                                                     \
        record_end(CALL_##name);                                                                   \
        return code;                                                                               \
    }

SEND_INITS(Send_init)
SEND_INITS(Ssend_init)
SEND_INITS(Bsend_init)
SEND_INITS(Rsend_init)

int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request *request)
{
    if (!record_begin(CALL_Recv_init))
        return PMPI_Recv_init(buffer, count, type, from, tag, comm, request);
    record_request_state r = receive_state(comm, from);
    r.is_persistent = true;
    const int code = PMPI_Recv_init(buffer, count, type, from, tag, comm, request);
    if (code == MPI_SUCCESS)
        record_request_keep(*request, &r);
    record_end(CALL_Recv_init);
    return code;
}

int MPI_Start(MPI_Request *request)
{
    if (!record_begin(CALL_Start))
        return PMPI_Start(request);
    record_request_started(*request);
    const int code = PMPI_Start(request);
    record_end(CALL_Start);
    return code;
}

int MPI_Startall(int count, MPI_Request *requests)
{
    if (!record_begin(CALL_Startall))
        return PMPI_Startall(count, requests);
    for (int i = 0; i < count; i++)
        record_request_started(requests[i]);
    const int code = PMPI_Startall(count, requests);
    record_end(CALL_Startall);
    return code;
}

/* --- Waiting --- */

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    if (!record_begin(CALL_Wait))
        return PMPI_Wait(request, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    const MPI_Request before = *request;
    const int code = PMPI_Wait(request, s);
    if (code == MPI_SUCCESS)
        record_request_done(before, s);
    record_end(CALL_Wait);
    return code;
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    if (!record_begin(CALL_Waitall))
        return PMPI_Waitall(count, requests, statuses);
    const MPI_Request *before = record_handles_before(count, requests);
    MPI_Status *s = record_statuses(count, statuses);
    const int code = PMPI_Waitall(count, requests, s);
    for (int i = 0; before && s != MPI_STATUSES_IGNORE && code == MPI_SUCCESS && i < count; i++)
        record_request_done(before[i], &s[i]);
    record_end(CALL_Waitall);
    return code;
}

int MPI_Waitany(int count, MPI_Request *requests, int *which, MPI_Status *status)
{
    if (!record_begin(CALL_Waitany))
        return PMPI_Waitany(count, requests, which, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    const MPI_Request *before = record_handles_before(count, requests);
    const int code = PMPI_Waitany(count, requests, which, s);
    if (before && code == MPI_SUCCESS && *which != MPI_UNDEFINED)
        record_request_done(before[*which], s);
    record_end(CALL_Waitany);
    return code;
}

int MPI_Waitsome(int count, MPI_Request *requests, int *done, int *which, MPI_Status *statuses)
{
    if (!record_begin(CALL_Waitsome))
        return PMPI_Waitsome(count, requests, done, which, statuses);
    const MPI_Request *before = record_handles_before(count, requests);
    MPI_Status *s = record_statuses(count, statuses);
    const int code = PMPI_Waitsome(count, requests, done, which, s);
    const int n = before && s != MPI_STATUSES_IGNORE && code == MPI_SUCCESS ? *done : 0;
    for (int i = 0; i < n; i++) /* MPI_UNDEFINED, none was under way, is below 0 */
        record_request_done(before[which[i]], &s[i]);
    record_end(CALL_Waitsome);
    return code;
}

/* --- Looking --- */

int MPI_Test(MPI_Request *request, int *is_done, MPI_Status *status)
{
    if (!record_begin(CALL_Test))
        return PMPI_Test(request, is_done, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    const MPI_Request before = *request;
    const int code = PMPI_Test(request, is_done, s);
    if (code == MPI_SUCCESS && *is_done)
        record_request_done(before, s);
    else if (code == MPI_SUCCESS)
        record_request_looked(1, &before);
    record_end(CALL_Test);
    return code;
}

int MPI_Testall(int count, MPI_Request *requests, int *is_done, MPI_Status *statuses)
{
    if (!record_begin(CALL_Testall))
        return PMPI_Testall(count, requests, is_done, statuses);
    const MPI_Request *before = record_handles_before(count, requests);
    MPI_Status *s = record_statuses(count, statuses);
    const int code = PMPI_Testall(count, requests, is_done, s);
    const bool is_good = before && s != MPI_STATUSES_IGNORE && code == MPI_SUCCESS;
    /* SMPI ends some of them, though not all are done. */
    for (int i = 0; is_good && i < count; i++)
        if (*is_done || requests[i] != before[i])
            record_request_done(before[i], &s[i]);
    if (is_good && !*is_done)
        record_request_looked(count, requests);
    record_end(CALL_Testall);
    return code;
}

int MPI_Testany(int count, MPI_Request *requests, int *which, int *is_done, MPI_Status *status)
{
    if (!record_begin(CALL_Testany))
        return PMPI_Testany(count, requests, which, is_done, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    const MPI_Request *before = record_handles_before(count, requests);
    const int code = PMPI_Testany(count, requests, which, is_done, s);
    if (before && code == MPI_SUCCESS && *is_done && *which != MPI_UNDEFINED)
        record_request_done(before[*which], s);
    else if (before && code == MPI_SUCCESS && !*is_done)
        record_request_looked(count, before);
    record_end(CALL_Testany);
    return code;
}

int MPI_Testsome(int count, MPI_Request *requests, int *done, int *which, MPI_Status *statuses)
{
    if (!record_begin(CALL_Testsome))
        return PMPI_Testsome(count, requests, done, which, statuses);
    const MPI_Request *before = record_handles_before(count, requests);
    MPI_Status *s = record_statuses(count, statuses);
    const int code = PMPI_Testsome(count, requests, done, which, s);
    const bool is_good = before && s != MPI_STATUSES_IGNORE && code == MPI_SUCCESS;
    for (int i = 0; is_good && i < *done; i++)
        record_request_done(before[which[i]], &s[i]);
    if (is_good && *done == 0)
        record_request_looked(count, before);
    record_end(CALL_Testsome);
    return code;
}

int MPI_Request_get_status(MPI_Request request, int *is_done, MPI_Status *status)
{
    if (!record_begin(CALL_Request_get_status))
        return PMPI_Request_get_status(request, is_done, status);
    const int code = PMPI_Request_get_status(request, is_done, status);
    if (code == MPI_SUCCESS && !*is_done)
        record_request_looked(1, &request);
    record_end(CALL_Request_get_status);
    return code;
}

int MPI_Cancel(MPI_Request *request)
{
    if (!record_begin(CALL_Cancel))
        return PMPI_Cancel(request);
    record_request_cancelled(*request);
    const int code = PMPI_Cancel(request);
    record_end(CALL_Cancel);
    return code;
}

int MPI_Request_free(MPI_Request *request)
{
    if (!record_begin(CALL_Request_free))
        return PMPI_Request_free(request);
    record_request_freed(*request);
    const int code = PMPI_Request_free(request);
    record_end(CALL_Request_free);
    return code;
}
