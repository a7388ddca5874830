#include "tests/extrapolation/lab.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void lab_set(quantity *q, double value)
{
    *q = (quantity){.is_set = true, .value = value * 1e-6, .stated = value, .unit = "us"};
}

static void set_bytes(quantity *q, double value)
{
    *q = (quantity){.is_set = true, .value = value, .stated = value, .unit = "bytes"};
}

void lab_open(lab *l)
{
    *l = (lab){.ctx = fp_context_new()};
    sag_extrapolation *e = &l->network.extrapolation;
    l->machine = (sag){.name = "lab", .communication = &l->network};
    l->network.topology = TOPOLOGY_FULL;
    l->network.exchange = EXCHANGE_ADAPTER;
    l->network.pieces = &l->piece;
    l->network.piece_count = 1;
    set_bytes(&l->piece.from, 0);
    lab_set(&l->piece.startup, 1000); /* nobody is to see this */
    lab_set(&l->piece.per_byte, 0);
    lab_set(&l->network.call_overhead, 1000);
    lab_set(&e->send, 2);
    lab_set(&e->receive, 1);
    lab_set(&e->service, 3);
    lab_set(&e->interface, 4);
    lab_set(&e->latency, 10);
    lab_requests(l, SERVICE_INTERRUPT);
    lab_barrier(l, BARRIER_HARDWARE, false);
    lab_barrier_times(l, 0, 0, 0, 0, 0);
}

void lab_close(lab *l)
{
    fp_context_free(l->ctx);
}

void lab_requests(lab *l, request_service how)
{
    l->network.extrapolation.requests = how;
    l->network.extrapolation.requests_origin = (origin){FROM_USER, "the test"};
}

void lab_barrier(lab *l, barrier_model model, bool by_messages)
{
    sag_extrapolation *e = &l->network.extrapolation;
    e->barrier = model;
    e->barrier_by_messages = by_messages;
    e->barrier_origin = e->barrier_by_messages_origin = (origin){FROM_USER, "the test"};
}

void lab_barrier_times(lab *l, double entry, double exit, double check, double exit_check,
                       double model)
{
    sag_extrapolation *e = &l->network.extrapolation;
    lab_set(&e->barrier_entry, entry);
    lab_set(&e->barrier_exit, exit);
    lab_set(&e->barrier_check, check);
    lab_set(&e->barrier_exit_check, exit_check);
    lab_set(&e->barrier_model, model);
}

void lab_begin(lab *l, int threads)
{
    strcpy(l->path, "/tmp/fpredict-lab-XXXXXX");
    const int file = mkstemp(l->path);
    l->text = file >= 0 ? fdopen(file, "w") : NULL;
    if (!l->text)
        abort();
    l->threads = threads;
    fputs("fpredict-trace 1\nclock 1000000\n", l->text);
    for (int i = 0; i < threads; i++)
        fprintf(l->text, "rank %d \"%d\"\n", i, i);
    fputs("region 0 user \"outer\"\nregion 1 runtime \"inner\"\nregion 2 mpi \"MPI_Get\"\n"
          "comm 0 \"all\"",
          l->text);
    for (int i = 0; i < threads; i++)
        fprintf(l->text, " %d", i);
    fputs("\ncomm 1 \"some\" 0\n", l->text);
    if (threads > 3)
        fputs("comm 2 \"odd\" 1 3\n", l->text);
}

void lab_event(lab *l, int thread, long at, const char *format, ...)
{
    va_list args;
    fprintf(l->text, "%d %ld ", thread, at);
    va_start(args, format);
    vfprintf(l->text, format, args);
    va_end(args);
    fputc('\n', l->text);
}

void lab_meet(lab *l, int thread, long at)
{
    lab_event(l, thread, at, "collective_begin");
    lab_event(l, thread, at, "collective_end MPI_Barrier comm 0 bytes 0 received 0");
}

bool lab_run(lab *l)
{
    fclose(l->text);
    l->text = NULL;
    trace *t = trace_open_path(l->ctx, l->path);
    const bool ok = t && extrapolation_run(l->ctx, t, &l->machine, &l->options, NULL, TRACE_AS_TEXT,
                                           &l->result);
    if (t)
        trace_close(t);
    unlink(l->path);
    return ok;
}

double lab_time(const lab *l, int thread)
{
    return l->result.ranks[thread].time * 1e6;
}

double lab_part(const lab *l, int thread, extrapolation_part part)
{
    return l->result.ranks[thread].part[part] * 1e6;
}
