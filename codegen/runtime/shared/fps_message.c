/* Messages: they are with their receiver when they are sent. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/shared/fps.h"

struct fps_message {
    int from, tag;
    MPI_Comm comm;
    size_t bytes;
    uint64_t sent_ns;
    fps_message *next;
    char data[];
};

struct fps_request {
    unsigned long number;
    bool is_send;
    void *buffer;
    size_t room;
    int peer, tag; /* as asked for */
    MPI_Comm comm;
};

static unsigned long requests; /* that this thread has made */

static size_t bytes_of(int count, MPI_Datatype type)
{
    int size;
    MPI_Type_size(type, &size);
    return (size_t)count * (size_t)size;
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    bool was_running = fps_pause();
    MPI_Request r = fpr_allocate(1, sizeof *r);
    *r = (struct fps_request){
        .number = requests++, .is_send = true, .peer = to, .tag = tag, .comm = comm};
    *request = r;
    if (to != MPI_PROC_NULL) {
        size_t bytes = bytes_of(count, type);
        int rank = fps_all->comm[comm]->rank[to];
        fps_thread *receiver = &fps_all->thread[rank];
        fps_message *m = fps_allocate(1, sizeof *m + bytes);
        m->from = fps_place_in(fps_all->comm[comm], fpr_me);
        m->tag = tag;
        m->comm = comm;
        m->bytes = bytes;
        m->sent_ns = fps_mine()->clock_ns;
        if (bytes)
            memcpy(m->data, buffer, bytes);
        if (receiver->last)
            receiver->last->next = m;
        else
            receiver->first = m;
        receiver->last = m;
        fps_record((fps_event){.kind = FPS_ISEND,
                               .comm = comm,
                               .peer = to,
                               .tag = tag,
                               .bytes = bytes,
                               .request = r->number});
        fps_wake(rank);
    }
    fps_resume(was_running);
    return MPI_SUCCESS;
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    bool was_running = fps_pause();
    MPI_Request r = fpr_allocate(1, sizeof *r);
    *r = (struct fps_request){.number = requests++,
                              .buffer = buffer,
                              .room = bytes_of(count, type),
                              .peer = from,
                              .tag = tag,
                              .comm = comm};
    *request = r;
    if (from != MPI_PROC_NULL)
        fps_record((fps_event){.kind = FPS_IRECV_POSTED, .request = r->number});
    fps_resume(was_running);
    return MPI_SUCCESS;
}

/* The first that has come and is asked for, taken out; null: none yet. */
static fps_message *take(const struct fps_request *r)
{
    fps_thread *me = fps_mine();
    fps_message *before = NULL;
    for (fps_message *m = me->first; m; before = m, m = m->next) {
        if (m->comm != r->comm || (r->tag != MPI_ANY_TAG && m->tag != r->tag) ||
            (r->peer != MPI_ANY_SOURCE && m->from != r->peer))
            continue;
        if (before)
            before->next = m->next;
        else
            me->first = m->next;
        if (me->last == m)
            me->last = before;
        return m;
    }
    return NULL;
}

static void receive(const struct fps_request *r, MPI_Status *status)
{
    fps_message *m;
    while (!(m = take(r)))
        fps_wait("a message");
    if (m->bytes > r->room)
        fpr_fail("a message of %zu bytes is received where there is room for %zu", m->bytes,
                 r->room);
    if (m->bytes)
        memcpy(r->buffer, m->data, m->bytes);
    if (m->sent_ns > fps_mine()->clock_ns)
        fps_mine()->clock_ns = m->sent_ns;
    fps_record((fps_event){.kind = FPS_IRECV,
                           .comm = m->comm,
                           .peer = m->from,
                           .tag = m->tag,
                           .bytes = m->bytes,
                           .request = r->number,
                           .any_source = r->peer == MPI_ANY_SOURCE});
    if (status)
        *status = (MPI_Status){m->from, m->tag, MPI_SUCCESS, (int)m->bytes};
    fps_free(m);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    bool was_running = fps_pause();
    MPI_Request r = *request;
    if (r && r->peer != MPI_PROC_NULL) {
        if (r->is_send)
            fps_record((fps_event){.kind = FPS_ISEND_DONE, .request = r->number});
        else
            receive(r, status);
    }
    free(r);
    *request = NULL;
    fps_resume(was_running);
    return MPI_SUCCESS;
}

int MPI_Waitall(int count, MPI_Request requests_of[], MPI_Status statuses[])
{
    bool was_running = fps_pause();
    fps_enter(FPS_IN_MESSAGES);
    for (int i = 0; i < count; i++)
        MPI_Wait(&requests_of[i], statuses ? &statuses[i] : NULL);
    fps_leave(FPS_IN_MESSAGES);
    fps_resume(was_running);
    return MPI_SUCCESS;
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPI_Request r;
    MPI_Isend(buffer, count, type, to, tag, comm, &r);
    return MPI_Wait(&r, NULL);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    MPI_Request r;
    MPI_Irecv(buffer, count, type, from, tag, comm, &r);
    return MPI_Wait(&r, status);
}

int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int out_tag,
                 void *in, int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                 MPI_Status *status)
{
    MPI_Request r[2];
    MPI_Irecv(in, in_count, in_type, from, in_tag, comm, &r[0]);
    MPI_Isend(out, out_count, out_type, to, out_tag, comm, &r[1]);
    MPI_Wait(&r[1], NULL);
    return MPI_Wait(&r[0], status);
}
