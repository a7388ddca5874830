/* The trace, as fpredict's text (docs/traces.md): FPREDICT_TRACE names it. */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/shared/fps.h"

static void write_quoted(FILE *out, const char *text)
{
    fputs(" \"", out);
    for (; *text; text++)
        fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', out);
}

static void write_region(FILE *out, int number, const fps_named *r)
{
    fprintf(out, "region %d user", number);
    write_quoted(out, r->name);
    write_quoted(out, r->file);
    fprintf(out, " %d\n", r->line);
}

static void write_definitions(FILE *out)
{
    const fps_world *w = fps_all;
    fputs("fpredict-trace 2\n# a run in shared access: accesses take no time, and a barrier is "
          "left when the last has come\nclock 1000000000\n",
          out);
    for (int p = 0; p < w->count; p++)
        fprintf(out, "rank %d \"thread %d\"\n", p, p);
    fputs("region 0 user \"main\"\n"
          "region 1 mpi \"MPI_Barrier\"\n"
          "region 2 runtime \"accesses\"\n"
          "region 3 runtime \"reduction\"\n"
          "region 4 runtime \"broadcast\"\n"
          "region 5 runtime \"collective\"\n"
          "region 6 mpi \"messages\"\n",
          out);
    for (int i = 0; i < w->region_count; i++)
        write_region(out, FPS_IN_SOURCE + i, &w->region[i]);
    for (int i = 0; i < w->comm_count; i++) {
        fprintf(out, "comm %d \"%s\"", i, i ? "" : "MPI_COMM_WORLD");
        for (int k = 0; k < w->comm[i]->count; k++)
            fprintf(out, " %d", w->comm[i]->rank[k]);
        fputc('\n', out);
    }
}

static void write_event(FILE *out, const fps_event *e)
{
    fprintf(out, "%d %" PRIu64 " ", fpr_me, e->time_ns);
    switch (e->kind) {
    case FPS_ENTER:
        fprintf(out, "enter %d", (int)e->region);
        break;
    case FPS_LEAVE:
        fprintf(out, "leave %d", (int)e->region);
        break;
    case FPS_GET:
        fprintf(out, "get from %d comm %d bytes %" PRIu64, e->peer, e->comm, e->bytes);
        break;
    case FPS_PUT:
        fprintf(out, "put to %d comm %d bytes %" PRIu64, e->peer, e->comm, e->bytes);
        break;
    case FPS_BARRIER:
        fputs("collective_begin", out);
        break;
    case FPS_BARRIER_END:
        fprintf(out, "collective_end MPI_Barrier comm %d bytes 0 received 0", e->comm);
        break;
    case FPS_ISEND:
        fprintf(out, "isend to %d comm %d tag %d bytes %" PRIu64 " request %lu", e->peer, e->comm,
                e->tag, e->bytes, e->request);
        break;
    case FPS_ISEND_DONE:
        fprintf(out, "isend_done request %lu", e->request);
        break;
    case FPS_IRECV_POSTED:
        fprintf(out, "irecv_posted request %lu", e->request);
        break;
    case FPS_IRECV:
        fprintf(out, "irecv from %d comm %d tag %d bytes %" PRIu64 " request %lu%s", e->peer,
                e->comm, e->tag, e->bytes, e->request, e->any_source ? " any_source" : "");
        break;
    }
    fprintf(out, " cpu %" PRIu64 "\n", e->own_ns);
}

static void write_part(const char *path)
{
    FILE *out = fopen(path, fpr_me == 0 ? "w" : "a");
    if (!out)
        fpr_fail("cannot write '%s', which FPREDICT_TRACE names: %s", path, strerror(errno));
    if (fpr_me == 0)
        write_definitions(out);
    for (int i = 0; i < fps_event_count(); i++)
        for (uint64_t k = 0; k < fps_event_at(i)->times; k++)
            write_event(out, fps_event_at(i));
    if (fpr_me == fps_all->count - 1)
        fputs("end\n", out);
    bool is_whole = !ferror(out);
    if (fclose(out) != 0 || !is_whole)
        fpr_fail("cannot write all of '%s', which FPREDICT_TRACE names: %s", path, strerror(errno));
}

void fps_write_trace(void)
{
    static const char place;
    const char *path = getenv("FPREDICT_TRACE");
    fps_pause();
    fps_record_end();
    for (int p = 0; path && p < fps_all->count; p++) {
        if (p == fpr_me)
            write_part(path);
        fps_meet(MPI_COMM_WORLD, &place, "the end, where each writes its part of the trace");
    }
}
