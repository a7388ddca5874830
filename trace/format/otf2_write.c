#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/format/otf2_library.h"
#include "trace/format/source.h"

/* The archive's strings in the order in which they are defined, the first of them fixed. */
enum {
    NO_TEXT,
    CPU_NAME,
    CPU_MEANS,
    ANY_SOURCE_NAME,
    ANY_SOURCE_MEANS,
    SYSTEM_NAME,
    SYSTEM_CLASS,
    THREAD_NAME,
    FIRST_OWN_TEXT
};
enum { CPU, ANY_SOURCE }; /* attributes */
static const char *const fixed_texts[FIRST_OWN_TEXT] = {
    [NO_TEXT] = "",
    [CPU_NAME] = OTF2_CPU_ATTRIBUTE,
    [CPU_MEANS] = "time that the thread has computed, in nanoseconds",
    [ANY_SOURCE_NAME] = OTF2_ANY_SOURCE_ATTRIBUTE,
    [ANY_SOURCE_MEANS] = "1: the receive would have taken a message of any rank",
    [SYSTEM_NAME] = "machine",
    [SYSTEM_CLASS] = "machine",
    [THREAD_NAME] = "Master thread"};

/* What the library keeps of a rank before it writes: by default up to 128 MiB each. */
enum { CHUNK_BYTES = 256 * 1024, CHUNKS_KEPT = 2 };

typedef struct kept_chunks {
    int count;
    void *chunk[CHUNKS_KEPT];
    struct kept_chunks *next;
} kept_chunks;

typedef struct otf2_writer {
    trace_writer writer; /* first */
    OTF2_Archive *archive;
    OTF2_EvtWriter **ranks;
    OTF2_AttributeList *with;
    uint64_t last;
    uint32_t text_count;
    uint64_t accesses; /* gets and puts so far, which name them */
    otf2_errors errors;
    kept_chunks *kept;
    bool has_failed;
} otf2_writer;

/* Refuses a third chunk, on which the library writes what it has. */
static void *allocate(void *user, OTF2_FileType type, OTF2_LocationRef location, void **buffer,
                      uint64_t bytes)
{
    (void)type, (void)location;
    otf2_writer *w = user;
    kept_chunks *kept = *buffer;
    if (!kept) {
        kept = *buffer = ARENA_NEW(w->writer.ctx->arena, kept_chunks);
        kept->next = w->kept;
        w->kept = kept;
    }
    if (kept->count == CHUNKS_KEPT)
        return NULL;
    if (!kept->chunk[kept->count])
        kept->chunk[kept->count] = arena_alloc(w->writer.ctx->arena, bytes);
    return kept->chunk[kept->count++];
}

static void free_all(void *user, OTF2_FileType type, OTF2_LocationRef location, void **buffer,
                     bool final)
{
    (void)user, (void)type, (void)location, (void) final;
    kept_chunks *kept = *buffer;
    if (kept)
        kept->count = 0;
}

static OTF2_FlushType flush_before(void *user, OTF2_FileType type, OTF2_LocationRef location,
                                   void *caller, bool final)
{
    (void)user, (void)type, (void)location, (void)caller, (void) final;
    return OTF2_FLUSH;
}

static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = flush_before};
static const OTF2_MemoryCallbacks memory = {allocate, free_all};

/* What could not be written the library has freed, and would write, and free, once more (3.0.2): of
 * an archive that has failed nothing is closed. */
static bool fail(otf2_writer *w)
{
    w->has_failed = true;
    const char *why = w->errors.said ? w->errors.said
                      : errno        ? strerror(errno)
                                     : "it cannot be written";
    return trace_fail(w->writer.ctx, w->writer.path, "%s", why);
}

/* --- Events --- */

/* A rank is done with each before it goes on. The window of a communicator has its number. */
static OTF2_ErrorCode write_access(otf2_writer *w, OTF2_EvtWriter *to, const trace_event *e)
{
    const uint64_t name = w->accesses++;
    const OTF2_ErrorCode code =
        e->kind == TRACE_GET
            ? OTF2_EvtWriter_RmaGet(to, w->with, e->time, e->comm, e->peer, e->bytes, name)
            : OTF2_EvtWriter_RmaPut(to, w->with, e->time, e->comm, e->peer, e->bytes, name);
    return code != OTF2_SUCCESS
               ? code
               : OTF2_EvtWriter_RmaOpCompleteBlocking(to, NULL, e->time, e->comm, name);
}

static bool write_event(trace_writer *of, uint32_t rank, const trace_event *e)
{
    otf2_writer *w = (otf2_writer *)of;
    OTF2_EvtWriter *to = w->ranks[rank];
    OTF2_ErrorCode code = OTF2_SUCCESS;
    if (w->has_failed)
        return false;
    otf2_errors_take(&w->errors);
    if (e->cpu != TRACE_NO_CPU)
        OTF2_AttributeList_AddUint64(w->with, CPU, e->cpu);
    if (e->any_source)
        OTF2_AttributeList_AddUint8(w->with, ANY_SOURCE, 1);
    switch (e->kind) {
    case TRACE_ENTER:
        code = OTF2_EvtWriter_Enter(to, w->with, e->time, e->region);
        break;
    case TRACE_LEAVE:
        code = OTF2_EvtWriter_Leave(to, w->with, e->time, e->region);
        break;
    case TRACE_SEND:
        code = OTF2_EvtWriter_MpiSend(to, w->with, e->time, e->peer, e->comm, e->tag, e->bytes);
        break;
    case TRACE_ISEND:
        code = OTF2_EvtWriter_MpiIsend(to, w->with, e->time, e->peer, e->comm, e->tag, e->bytes,
                                       e->request);
        break;
    case TRACE_ISEND_DONE:
        code = OTF2_EvtWriter_MpiIsendComplete(to, w->with, e->time, e->request);
        break;
    case TRACE_IRECV_POSTED:
        code = OTF2_EvtWriter_MpiIrecvRequest(to, w->with, e->time, e->request);
        break;
    case TRACE_RECV:
        code = OTF2_EvtWriter_MpiRecv(to, w->with, e->time, e->peer, e->comm, e->tag, e->bytes);
        break;
    case TRACE_IRECV:
        code = OTF2_EvtWriter_MpiIrecv(to, w->with, e->time, e->peer, e->comm, e->tag, e->bytes,
                                       e->request);
        break;
    case TRACE_REQUEST_TEST:
        code = OTF2_EvtWriter_MpiRequestTest(to, w->with, e->time, e->request);
        break;
    case TRACE_REQUEST_CANCEL:
        code = OTF2_EvtWriter_MpiRequestCancelled(to, w->with, e->time, e->request);
        break;
    case TRACE_COLLECTIVE_BEGIN:
        code = OTF2_EvtWriter_MpiCollectiveBegin(to, w->with, e->time);
        break;
    case TRACE_COLLECTIVE_END:
        code = OTF2_EvtWriter_MpiCollectiveEnd(to, w->with, e->time, otf2_op_of(e->collective),
                                               e->comm, e->peer, e->bytes, e->received);
        break;
    case TRACE_GET:
    case TRACE_PUT:
        code = write_access(w, to, e);
        break;
    case TRACE_KIND_COUNT:
        break;
    }
    w->last = e->time > w->last ? e->time : w->last;
    return (code == OTF2_SUCCESS && !w->errors.said) || fail(w);
}

/* --- Definitions --- */

static OTF2_StringRef define_text(otf2_writer *w, OTF2_GlobalDefWriter *d, const char *text)
{
    if (!text || !*text)
        return NO_TEXT;
    OTF2_GlobalDefWriter_WriteString(d, w->text_count, text);
    return w->text_count++;
}

static OTF2_Paradigm paradigm_of(trace_role role)
{
    return role == TRACE_MPI    ? OTF2_PARADIGM_MPI
           : role == TRACE_USER ? OTF2_PARADIGM_USER
                                : OTF2_PARADIGM_MEASUREMENT_SYSTEM;
}

static void define_regions(otf2_writer *w, OTF2_GlobalDefWriter *d)
{
    const trace *t = w->writer.definitions;
    for (uint32_t i = 0; i < t->region_count; i++) {
        const trace_region *r = &t->regions[i];
        const OTF2_StringRef name = define_text(w, d, r->name), file = define_text(w, d, r->file);
        OTF2_GlobalDefWriter_WriteRegion(
            d, i, name, name, NO_TEXT,
            r->role == TRACE_MPI ? OTF2_REGION_ROLE_WRAPPER : OTF2_REGION_ROLE_FUNCTION,
            paradigm_of(r->role), OTF2_REGION_FLAG_NONE, file, r->line, 0);
    }
}

/* A process each, with a thread, named as Score-P names them; each thread is an MPI rank. */
static void define_ranks(otf2_writer *w, OTF2_GlobalDefWriter *d)
{
    const trace *t = w->writer.definitions;
    OTF2_GlobalDefWriter_WriteSystemTreeNode(d, 0, SYSTEM_NAME, SYSTEM_CLASS,
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    uint64_t *all = ARENA_ARRAY(w->writer.ctx->arena, t->rank_count, uint64_t);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        uint64_t events = 0;
        OTF2_EvtWriter_GetNumberOfEvents(w->ranks[i], &events);
        OTF2_GlobalDefWriter_WriteLocationGroup(d, i, define_text(w, d, t->ranks[i].name),
                                                OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                OTF2_UNDEFINED_LOCATION_GROUP);
        OTF2_GlobalDefWriter_WriteLocation(d, i, THREAD_NAME, OTF2_LOCATION_TYPE_CPU_THREAD, events,
                                           i);
        all[i] = i;
    }
    OTF2_GlobalDefWriter_WriteGroup(d, 0, NO_TEXT, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                    OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, t->rank_count, all);
}

static void define_comms(otf2_writer *w, OTF2_GlobalDefWriter *d)
{
    const trace *t = w->writer.definitions;
    for (uint32_t i = 0; i < t->comm_count; i++) {
        const trace_comm *c = &t->comms[i];
        const uint32_t size = c->ranks ? c->size : 0;
        uint64_t *members = ARENA_ARRAY(w->writer.ctx->arena, size + 1, uint64_t);
        for (uint32_t r = 0; r < size; r++)
            members[r] = c->ranks[r];
        OTF2_GlobalDefWriter_WriteGroup(
            d, i + 1, NO_TEXT, c->ranks ? OTF2_GROUP_TYPE_COMM_GROUP : OTF2_GROUP_TYPE_COMM_SELF,
            OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, size, members);
        OTF2_GlobalDefWriter_WriteComm(d, i, define_text(w, d, c->name), i + 1, OTF2_UNDEFINED_COMM,
                                       OTF2_COMM_FLAG_NONE);
        if (w->accesses > 0)
            OTF2_GlobalDefWriter_WriteRmaWin(d, i, NO_TEXT, i, OTF2_RMA_WIN_FLAG_NONE);
    }
}

static bool define(otf2_writer *w)
{
    OTF2_GlobalDefWriter *d = OTF2_Archive_GetGlobalDefWriter(w->archive);
    if (!d)
        return false;
    OTF2_GlobalDefWriter_WriteClockProperties(d, w->writer.definitions->ticks_per_s, 0, w->last,
                                              OTF2_UNDEFINED_TIMESTAMP);
    for (uint32_t i = 0; i < FIRST_OWN_TEXT; i++)
        OTF2_GlobalDefWriter_WriteString(d, i, fixed_texts[i]);
    w->text_count = FIRST_OWN_TEXT;
    OTF2_GlobalDefWriter_WriteAttribute(d, CPU, CPU_NAME, CPU_MEANS, OTF2_TYPE_UINT64);
    OTF2_GlobalDefWriter_WriteAttribute(d, ANY_SOURCE, ANY_SOURCE_NAME, ANY_SOURCE_MEANS,
                                        OTF2_TYPE_UINT8);
    define_regions(w, d);
    define_ranks(w, d);
    define_comms(w, d);
    return OTF2_Archive_CloseGlobalDefWriter(w->archive, d) == OTF2_SUCCESS;
}

/* --- The archive --- */

/* Readers look for each rank's own definitions, of which there are none. */
static bool define_locally(otf2_writer *w)
{
    bool is_good = OTF2_Archive_OpenDefFiles(w->archive) == OTF2_SUCCESS;
    for (uint32_t i = 0; is_good && i < w->writer.definitions->rank_count; i++) {
        OTF2_DefWriter *d = OTF2_Archive_GetDefWriter(w->archive, i);
        is_good = d && OTF2_Archive_CloseDefWriter(w->archive, d) == OTF2_SUCCESS;
    }
    return is_good && OTF2_Archive_CloseDefFiles(w->archive) == OTF2_SUCCESS;
}

static bool close_archive(otf2_writer *w)
{
    bool is_good = define(w);
    for (uint32_t i = 0; is_good && i < w->writer.definitions->rank_count; i++)
        is_good = OTF2_Archive_CloseEvtWriter(w->archive, w->ranks[i]) == OTF2_SUCCESS;
    return is_good && OTF2_Archive_CloseEvtFiles(w->archive) == OTF2_SUCCESS && define_locally(w) &&
           OTF2_Archive_Close(w->archive) == OTF2_SUCCESS && !w->errors.said;
}

static bool finish(trace_writer *of)
{
    otf2_writer *w = (otf2_writer *)of;
    otf2_errors_take(&w->errors);
    bool is_good = !w->has_failed;
    if (is_good)
        is_good = close_archive(w) || fail(w);
    OTF2_AttributeList_Delete(w->with);
    otf2_errors_leave();
    return is_good;
}

static bool open_archive(otf2_writer *w)
{
    const trace *t = w->writer.definitions;
    w->archive = OTF2_Archive_Open(w->writer.path, "traces", OTF2_FILEMODE_WRITE, CHUNK_BYTES,
                                   OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX,
                                   OTF2_COMPRESSION_NONE);
    if (!w->archive || OTF2_Archive_SetFlushCallbacks(w->archive, &flushing, w) != OTF2_SUCCESS ||
        OTF2_Archive_SetSerialCollectiveCallbacks(w->archive) != OTF2_SUCCESS ||
        OTF2_Archive_SetMemoryCallbacks(w->archive, &memory, w) != OTF2_SUCCESS ||
        OTF2_Archive_OpenEvtFiles(w->archive) != OTF2_SUCCESS)
        return false;
    w->ranks = ARENA_ARRAY(w->writer.ctx->arena, t->rank_count, OTF2_EvtWriter *);
    for (uint32_t i = 0; i < t->rank_count; i++)
        if (!(w->ranks[i] = OTF2_Archive_GetEvtWriter(w->archive, i)))
            return false;
    w->with = OTF2_AttributeList_New();
    return true;
}

trace_writer *trace_create_otf2(fp_context *ctx, const char *path, const trace *definitions)
{
    struct stat there;
    if (stat(path, &there) == 0)
        return trace_fail(ctx, path,
                          "there is something of this name; a trace is written into a new folder"),
               NULL;
    otf2_writer *w = ARENA_NEW(ctx->arena, otf2_writer);
    w->writer = (trace_writer){ctx, path, definitions, write_event, finish};
    trace_raise_file_limit();
    w->errors.ctx = ctx;
    otf2_errors_take(&w->errors);
    errno = 0;
    if (open_archive(w))
        return &w->writer;
    fail(w);
    otf2_errors_leave();
    return NULL;
}
