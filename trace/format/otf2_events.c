#include <inttypes.h>

#include "trace/format/otf2_source.h"

enum { EVENTS_AT_ONCE = 512 };

/* Each callback adds an event, whose numbers are the archive's, to the cursor. */
static trace_event *add(void *user, trace_kind kind, OTF2_TimeStamp time, OTF2_AttributeList *with)
{
    otf2_cursor *c = user;
    trace_event *e = &c->cursor.events[c->cursor.count++];
    c->is_early |= time < c->s->began;
    *e = (trace_event){
        .kind = kind, .time = time - c->s->began, .cpu = TRACE_NO_CPU, .peer = TRACE_NO_ROOT};
    if (c->s->cpu != OTF2_UNDEFINED_ATTRIBUTE &&
        OTF2_AttributeList_TestAttributeByID(with, c->s->cpu))
        OTF2_AttributeList_GetUint64(with, c->s->cpu, &e->cpu);
    uint8_t is_any = 0;
    if (c->s->any_source != OTF2_UNDEFINED_ATTRIBUTE &&
        OTF2_AttributeList_TestAttributeByID(with, c->s->any_source))
        OTF2_AttributeList_GetUint8(with, c->s->any_source, &is_any);
    e->any_source = is_any != 0;
    return e;
}

#define BEFORE                                                                                     \
    OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *user,                 \
        OTF2_AttributeList *with
#define UNUSED (void)location, (void)position

static OTF2_CallbackCode take_enter(BEFORE, OTF2_RegionRef region)
{
    UNUSED;
    add(user, TRACE_ENTER, time, with)->region =
        otf2_reference_find(&((otf2_cursor *)user)->s->regions, region);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_leave(BEFORE, OTF2_RegionRef region)
{
    UNUSED;
    add(user, TRACE_LEAVE, time, with)->region =
        otf2_reference_find(&((otf2_cursor *)user)->s->regions, region);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode add_message(BEFORE, trace_kind kind, uint32_t peer, OTF2_CommRef comm,
                                     uint32_t tag, uint64_t bytes, uint64_t request)
{
    UNUSED;
    trace_event *e = add(user, kind, time, with);
    e->peer = peer;
    e->comm = otf2_reference_find(&((otf2_cursor *)user)->s->comms, comm);
    e->tag = tag;
    e->bytes = bytes;
    e->request = request;
    return OTF2_CALLBACK_SUCCESS;
}

#define GIVEN location, time, position, user, with

static OTF2_CallbackCode take_send(BEFORE, uint32_t to, OTF2_CommRef comm, uint32_t tag,
                                   uint64_t bytes)
{
    return add_message(GIVEN, TRACE_SEND, to, comm, tag, bytes, 0);
}

static OTF2_CallbackCode take_isend(BEFORE, uint32_t to, OTF2_CommRef comm, uint32_t tag,
                                    uint64_t bytes, uint64_t request)
{
    return add_message(GIVEN, TRACE_ISEND, to, comm, tag, bytes, request);
}

static OTF2_CallbackCode take_recv(BEFORE, uint32_t from, OTF2_CommRef comm, uint32_t tag,
                                   uint64_t bytes)
{
    return add_message(GIVEN, TRACE_RECV, from, comm, tag, bytes, 0);
}

static OTF2_CallbackCode take_irecv(BEFORE, uint32_t from, OTF2_CommRef comm, uint32_t tag,
                                    uint64_t bytes, uint64_t request)
{
    return add_message(GIVEN, TRACE_IRECV, from, comm, tag, bytes, request);
}

static OTF2_CallbackCode take_isend_done(BEFORE, uint64_t request)
{
    UNUSED;
    add(user, TRACE_ISEND_DONE, time, with)->request = request;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_posted(BEFORE, uint64_t request)
{
    UNUSED;
    add(user, TRACE_IRECV_POSTED, time, with)->request = request;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_test(BEFORE, uint64_t request)
{
    UNUSED;
    add(user, TRACE_REQUEST_TEST, time, with)->request = request;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_cancel(BEFORE, uint64_t request)
{
    UNUSED;
    add(user, TRACE_REQUEST_CANCEL, time, with)->request = request;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_collective_begin(BEFORE)
{
    UNUSED;
    add(user, TRACE_COLLECTIVE_BEGIN, time, with);
    return OTF2_CALLBACK_SUCCESS;
}

/* Roots beyond this are words: none, or a side of two groups. */
#define LAST_ROOT (OTF2_UNDEFINED_UINT32 - 3)

static OTF2_CallbackCode take_collective(BEFORE, OTF2_CollectiveOp op, OTF2_CommRef comm,
                                         uint32_t root, uint64_t sent, uint64_t received)
{
    add_message(GIVEN, TRACE_COLLECTIVE_END, root <= LAST_ROOT ? root : TRACE_NO_ROOT, comm, 0,
                sent, 0);
    otf2_cursor *c = user;
    trace_event *e = &c->cursor.events[c->cursor.count - 1];
    e->collective = otf2_collective_of(op);
    e->received = received;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode add_access(BEFORE, trace_kind kind, OTF2_RmaWinRef window, uint32_t peer,
                                    uint64_t bytes)
{
    UNUSED;
    trace_event *e = add(user, kind, time, with);
    e->peer = peer;
    e->comm = otf2_reference_find(&((otf2_cursor *)user)->s->windows, window);
    e->bytes = bytes;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_get(BEFORE, OTF2_RmaWinRef window, uint32_t from, uint64_t bytes,
                                  uint64_t matching)
{
    (void)matching;
    return add_access(GIVEN, TRACE_GET, window, from, bytes);
}

static OTF2_CallbackCode take_put(BEFORE, OTF2_RmaWinRef window, uint32_t to, uint64_t bytes,
                                  uint64_t matching)
{
    (void)matching;
    return add_access(GIVEN, TRACE_PUT, window, to, bytes);
}

static OTF2_EvtReaderCallbacks *make_callbacks(void)
{
    OTF2_EvtReaderCallbacks *calls = OTF2_EvtReaderCallbacks_New();
    OTF2_EvtReaderCallbacks_SetEnterCallback(calls, take_enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(calls, take_leave);
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(calls, take_send);
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback(calls, take_isend);
    OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(calls, take_isend_done);
    OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(calls, take_posted);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(calls, take_recv);
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(calls, take_irecv);
    OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback(calls, take_test);
    OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(calls, take_cancel);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(calls, take_collective_begin);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(calls, take_collective);
    OTF2_EvtReaderCallbacks_SetRmaGetCallback(calls, take_get);
    OTF2_EvtReaderCallbacks_SetRmaPutCallback(calls, take_put);
    return calls;
}

trace_cursor *otf2_begin(fp_context *ctx, trace *t, uint32_t rank)
{
    otf2_cursor *c = ARENA_NEW(ctx->arena, otf2_cursor);
    (void)rank;
    c->s = (otf2_source *)t->source;
    c->cursor.events = ARENA_ARRAY(ctx->arena, EVENTS_AT_ONCE, trace_event);
    return &c->cursor;
}

/* --- Readers that are open --- */

static void close_reader(otf2_cursor *c)
{
    otf2_source *s = c->s;
    if (!c->reader)
        return;
    OTF2_Reader_CloseEvtReader(s->reader, c->reader);
    c->reader = NULL;
    *(c->older ? &c->older->newer : &s->oldest) = c->newer;
    *(c->newer ? &c->newer->older : &s->newest) = c->older;
    c->older = c->newer = NULL;
    s->open_count--;
}

/* How many may be open, of pieces as large as the archive's. */
static uint32_t most_open(const otf2_source *s)
{
    uint64_t events = 0, definitions = 0;
    const bool is_known =
        OTF2_Reader_GetChunkSize(s->reader, &events, &definitions) == OTF2_SUCCESS && events;
    const uint64_t most = OTF2_KEPT_MOST / (2 * (is_known ? events : OTF2_CHUNK_SIZE_MIN));
    return most > 1 ? (uint32_t)most : 1;
}

/* The library has one reader for a rank: another cursor's of it is closed. */
static void make_room(otf2_cursor *c)
{
    otf2_source *s = c->s;
    otf2_cursor *same = s->oldest;
    while (same && same->cursor.rank != c->cursor.rank)
        same = same->newer;
    if (same)
        close_reader(same);
    if (!s->open_most)
        s->open_most = most_open(s);
    if (s->open_count >= s->open_most)
        close_reader(s->oldest);
}

/* Goes on where it was closed: the library counts events from 1 on. */
static bool open_reader(otf2_cursor *c)
{
    otf2_source *s = c->s;
    make_room(c);
    c->reader = OTF2_Reader_GetEvtReader(s->reader, s->locations[c->cursor.rank]);
    if (!c->reader)
        return false;
    c->older = s->newest;
    *(s->newest ? &s->newest->newer : &s->oldest) = c;
    s->newest = c;
    s->open_count++;
    OTF2_EvtReaderCallbacks *calls = make_callbacks();
    const OTF2_ErrorCode code = OTF2_Reader_RegisterEvtCallbacks(s->reader, c->reader, calls, c);
    OTF2_EvtReaderCallbacks_Delete(calls);
    return code == OTF2_SUCCESS &&
           (!c->read || OTF2_EvtReader_Seek(c->reader, c->read + 1) == OTF2_SUCCESS);
}

static bool fail(otf2_cursor *c, const char *what)
{
    trace_cursor *of = &c->cursor;
    return trace_fail(of->ctx, of->of->path,
                      "the events of rank %" PRIu32 " %s%s%s after %" PRIu64 " of %" PRIu64
                      ": was the program ended while it wrote, or the file cut off?",
                      of->rank, what, c->s->errors.said ? ": " : "",
                      c->s->errors.said ? c->s->errors.said : "", c->read,
                      of->of->ranks[of->rank].event_count);
}

void otf2_end(trace_cursor *c)
{
    close_reader((otf2_cursor *)c);
}

/* The library takes the end of a file for the end of the events: their number tells whether it
 * is. */
bool otf2_fill(trace_cursor *cursor)
{
    otf2_cursor *c = (otf2_cursor *)cursor;
    const uint64_t all = cursor->of->ranks[cursor->rank].event_count;
    otf2_errors_take(&c->s->errors);
    if (c->read < all && !c->has_failed && !c->reader && !open_reader(c))
        return fail(c, "cannot be read");
    while (cursor->count == 0 && c->read < all && !c->has_failed) {
        uint64_t read = 0;
        c->s->errors.said = NULL;
        const OTF2_ErrorCode code =
            OTF2_Reader_ReadLocalEvents(c->s->reader, c->reader, EVENTS_AT_ONCE, &read);
        c->read += read;
        c->has_failed = code != OTF2_SUCCESS || c->s->errors.said || read == 0;
    }
    if (c->is_early)
        return trace_fail(cursor->ctx, cursor->of->path,
                          "rank %" PRIu32 " has events from before the trace begins", cursor->rank);
    if (cursor->count > 0)
        return true; /* what was read before it failed is given out first */
    if (c->has_failed)
        return fail(c, "end");
    close_reader(c);
    return true;
}
