/* Messages that are waited for. */

#include "trace/record/library/mpi_recorder.h"

/* Messages to and from MPI_PROC_NULL are none. */
static void sent(const record_comm *c, int to, int tag, int count, MPI_Datatype type)
{
    if (c && to != MPI_PROC_NULL)
        record_message(TRACE_SEND, c->number, to, tag, record_bytes(count, type), 0, false);
}

#define SENDS(name)                                                                                \
    int MPI_##name(const void *buffer, int count, MPI_Datatype type, int to, int tag,              \
                   MPI_Comm comm)                                                                  \
    {                                                                                              \
        if (!record_begin(CALL_##name))                                                            \
            return PMPI_##name(buffer, count, type, to, tag, comm);                                \
        sent(record_comm_of(comm), to, tag, count, type);                                          \
        const int code = PMPI_##name(buffer, count, type, to, tag, comm);                          \
        record_end(CALL_##name);                                                                   \
        return code;                                                                               \
    }

SENDS(Send)
SENDS(Bsend)
SENDS(Ssend)
SENDS(Rsend)

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    if (!record_begin(CALL_Recv))
        return PMPI_Recv(buffer, count, type, from, tag, comm, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    const record_comm *c = record_comm_of(comm);
    const int code = PMPI_Recv(buffer, count, type, from, tag, comm, s);
    if (code == MPI_SUCCESS && c && from != MPI_PROC_NULL)
        record_received(TRACE_RECV, c->number, s, 0, from == MPI_ANY_SOURCE);
    record_end(CALL_Recv);
    return code;
}

/* Both directions are under way at once: as if each had been begun and was then waited for. */
typedef struct exchange {
    record_request_state out, in;
    bool has_out, has_in;
} exchange;

static exchange exchange_begin(MPI_Comm comm, int to, int send_tag, uint64_t bytes, int from)
{
    const record_comm *c = record_comm_of(comm);
    exchange e = {.has_out = c && to != MPI_PROC_NULL, .has_in = c && from != MPI_PROC_NULL};
    if (e.has_in) {
        e.in = (record_request_state){
            .kind = REQUEST_RECV, .comm = c->number, .is_any = from == MPI_ANY_SOURCE};
        record_request_begin(&e.in);
    }
    if (e.has_out) {
        e.out = (record_request_state){
            .kind = REQUEST_SEND, .comm = c->number, .peer = to, .tag = send_tag, .bytes = bytes};
        record_request_begin(&e.out);
    }
    return e;
}

static void exchange_end(const exchange *e, int code, const MPI_Status *status)
{
    if (code != MPI_SUCCESS)
        return;
    if (e->has_out)
        record_request(TRACE_ISEND_DONE, e->out.id);
    if (e->has_in)
        record_received(TRACE_IRECV, e->in.comm, status, e->in.id, e->in.is_any);
}

int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int out_tag,
                 void *in, int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                 MPI_Status *status)
{
    if (!record_begin(CALL_Sendrecv))
        return PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from,
                             in_tag, comm, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    const exchange e = exchange_begin(comm, to, out_tag, record_bytes(out_count, out_type), from);
    const int code = PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type,
                                   from, in_tag, comm, s);
    exchange_end(&e, code, s);
    record_end(CALL_Sendrecv);
    return code;
}

int MPI_Sendrecv_replace(void *buffer, int count, MPI_Datatype type, int to, int out_tag, int from,
                         int in_tag, MPI_Comm comm, MPI_Status *status)
{
    if (!record_begin(CALL_Sendrecv_replace))
        return PMPI_Sendrecv_replace(buffer, count, type, to, out_tag, from, in_tag, comm, status);
    MPI_Status own, *s = status == MPI_STATUS_IGNORE ? &own : status;
    const exchange e = exchange_begin(comm, to, out_tag, record_bytes(count, type), from);
    const int code = PMPI_Sendrecv_replace(buffer, count, type, to, out_tag, from, in_tag, comm, s);
    exchange_end(&e, code, s);
    record_end(CALL_Sendrecv_replace);
    return code;
}

/* --- Looking whether one is there --- */

int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    const bool is_recorded = record_begin(CALL_Probe);
    const int code = PMPI_Probe(from, tag, comm, status);
    if (is_recorded)
        record_end(CALL_Probe);
    return code;
}

int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *is_there, MPI_Status *status)
{
    const bool is_recorded = record_begin(CALL_Iprobe);
    const int code = PMPI_Iprobe(from, tag, comm, is_there, status);
    if (is_recorded)
        record_end(CALL_Iprobe);
    return code;
}
