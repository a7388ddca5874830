#include <limits.h>
#include <stdlib.h>

#include "trace/record/library/mpi_recorder.h"
#include "trace/record/library/table.h"

static record_table by_handle;
static record_request_state *requests;
static uint32_t used, capacity;
static uint32_t *unused; /* numbers of requests that are over */
static uint32_t unused_count;

void record_request_begin(record_request_state *r)
{
    if (r->kind != REQUEST_SEND && r->kind != REQUEST_RECV)
        return;
    r->is_active = true;
    r->id = record_state.request_count++;
    if (r->kind == REQUEST_SEND)
        record_message(TRACE_ISEND, r->comm, r->peer, r->tag, r->bytes, r->id, false);
    else
        record_request(TRACE_IRECV_POSTED, r->id);
}

static bool grow(void)
{
    const uint32_t more = capacity ? 2 * capacity : 64;
    record_request_state *grown = realloc(requests, more * sizeof *grown);
    if (!grown)
        return false;
    requests = grown;
    uint32_t *list = realloc(unused, more * sizeof *list);
    if (!list)
        return false;
    unused = list;
    capacity = more;
    return true;
}

void record_request_keep(MPI_Request handle, const record_request_state *r)
{
    if (handle == MPI_REQUEST_NULL || (!unused_count && used == capacity && !grow()))
        return;
    const uint32_t at = unused_count ? unused[--unused_count] : used++;
    requests[at] = *r;
    if (!record_table_add(&by_handle, HANDLE_KEY(handle), at))
        unused[unused_count++] = at;
}

static record_request_state *find(MPI_Request handle, uint32_t *at)
{
    return handle != MPI_REQUEST_NULL && record_table_find(&by_handle, HANDLE_KEY(handle), at)
               ? &requests[*at]
               : NULL;
}

static void forget(MPI_Request handle)
{
    uint32_t at;
    if (record_table_take(&by_handle, HANDLE_KEY(handle), &at))
        unused[unused_count++] = at;
}

/* --- What calls hand over --- */

static MPI_Request *handles_kept;
static MPI_Status *statuses_kept;
static int handle_capacity, status_capacity;

const MPI_Request *record_handles_before(int count, const MPI_Request *handles)
{
    if (count > handle_capacity) {
        MPI_Request *grown = realloc(handles_kept, (size_t)count * sizeof *grown);
        if (!grown)
            return NULL;
        handles_kept = grown;
        handle_capacity = count;
    }
    for (int i = 0; i < count; i++)
        handles_kept[i] = handles[i];
    return handles_kept;
}

MPI_Status *record_statuses(int count, MPI_Status *given)
{
    if (given != MPI_STATUSES_IGNORE)
        return given;
    if (count > status_capacity) {
        MPI_Status *grown = realloc(statuses_kept, (size_t)count * sizeof *grown);
        if (!grown)
            return given;
        statuses_kept = grown;
        status_capacity = count;
    }
    return statuses_kept;
}

/* --- How they end --- */

/* Bytes that came: libraries count them so whatever the message is of. */
static uint64_t bytes_of(const MPI_Status *status)
{
    int count = 0;
    PMPI_Get_count(status, MPI_BYTE, &count);
    if (count != MPI_UNDEFINED && count >= 0)
        return (uint64_t)count;
    MPI_Count many = 0;
    MPI_Status copy = *status; /* one library writes into it */
    PMPI_Get_elements_x(&copy, MPI_BYTE, &many);
    return many > 0 ? (uint64_t)many : 0;
}

void record_received(trace_kind kind, uint32_t comm, const MPI_Status *status, uint64_t request,
                     bool is_any)
{
    record_message(kind, comm, status->MPI_SOURCE, status->MPI_TAG, bytes_of(status), request,
                   is_any);
}

void record_request_done(MPI_Request before, const MPI_Status *status)
{
    uint32_t at;
    record_request_state *r = find(before, &at);
    if (!r)
        return;
    int is_cancelled = 0;
    if (r->is_cancelled)
        PMPI_Test_cancelled(status, &is_cancelled);
    if (r->kind == REQUEST_COMM)
        record_comm_made(*r->made, r->parent, RAW_BY_ALL, r->order);
    else if (r->is_active && is_cancelled)
        record_request(TRACE_REQUEST_CANCEL, r->id);
    else if (r->is_active && r->kind == REQUEST_SEND)
        record_request(TRACE_ISEND_DONE, r->id);
    else if (r->is_active && r->kind == REQUEST_RECV)
        record_received(TRACE_IRECV, r->comm, status, r->id, r->is_any);
    r->is_active = r->is_cancelled = false;
    if (!r->is_persistent)
        forget(before);
}

void record_request_looked(int count, const MPI_Request *handles)
{
    uint32_t at;
    for (int i = 0; i < count; i++) {
        const record_request_state *r = find(handles[i], &at);
        if (!r || !r->is_active)
            continue;
        record_request(TRACE_REQUEST_TEST, r->id);
        return;
    }
}

void record_request_started(MPI_Request handle)
{
    uint32_t at;
    record_request_state *r = find(handle, &at);
    if (r)
        record_request_begin(r);
}

void record_request_cancelled(MPI_Request handle)
{
    uint32_t at;
    record_request_state *r = find(handle, &at);
    if (r)
        r->is_cancelled = true;
}

void record_request_freed(MPI_Request handle)
{
    uint32_t at;
    const record_request_state *r = find(handle, &at);
    if (r && r->is_active)
        record_unseen(RAW_FREED_REQUESTS);
    if (r)
        forget(handle);
}
