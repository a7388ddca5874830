#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

#include "trace/record/library/mpi_recorder.h"

/* SMPI's header has simulated clocks in their place. */
#undef clock_gettime

static uint64_t read_clock(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

uint64_t record_now(void)
{
#ifdef SMPI_H
    return (uint64_t)(PMPI_Wtime() * 1e9);
#else
    return read_clock(CLOCK_MONOTONIC);
#endif
}

static uint64_t last_cpu; /* what record_cpu has last returned */

/* A program that counts its work says what that takes: then this is what it computes. */
static bool is_counted;
static uint64_t counted_from, counted;

void fpredict_record_counted(unsigned long long ns)
{
    if (!is_counted)
        counted_from = last_cpu; /* what it did since then is its preparing to count */
    is_counted = true;
    /* Processor time does not run backward, though a counter may be reset, or read as a difference
     * that is less than nothing: a trace of that is read by nobody. */
    if (ns > counted && ns <= INT64_MAX - counted_from)
        counted = ns;
}

uint64_t record_cpu(void)
{
    if (is_counted)
        return counted_from + counted;
#ifdef SMPI_H
    last_cpu = read_clock(CLOCK_THREAD_CPUTIME_ID); /* simulated time tells nothing of it */
    return last_cpu;
#else
    static uint64_t last_time;
    uint64_t time = record_now(), cpu = last_cpu + (time - last_time);
    if (last_time == 0 || time - last_time >= CPU_NEAR_NS) {
        cpu = read_clock(CLOCK_THREAD_CPUTIME_ID);
        time = record_now(); /* it takes as long as some calls */
    }
    last_time = time;
    last_cpu = cpu > last_cpu ? cpu : last_cpu;
    return last_cpu;
#endif
}

/* --- Clocks of several machines --- */

static MPI_Comm asking = MPI_COMM_NULL; /* not null: there are several clocks */

/* The name that the system has given itself at its start, and that of the clocks which a container
 * may have to itself (FNV-1a of both): those who have them in common have one clock. */
static uint64_t clock_domain(void)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
#ifndef SMPI_H
    char name[64];
    const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, name, sizeof name);
    if (file >= 0)
        close(file);
    if (length <= 0)
        length = gethostname(name, sizeof name) == 0 ? (ssize_t)sizeof name : 0;
    for (ssize_t i = 0; i < length && name[i]; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(0x100000001b3);
    length = readlink("/proc/self/ns/time", name, sizeof name);
    for (ssize_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(0x100000001b3);
#endif
    return hash >> 1;
}

enum { QUESTIONS = 32, TAG = 1 };

static void answer(int rank)
{
    for (int i = 0; i < QUESTIONS; i++) {
        char question;
        PMPI_Recv(&question, 1, MPI_CHAR, rank, TAG, asking, MPI_STATUS_IGNORE);
        long long now = (long long)record_now();
        PMPI_Send(&now, 1, MPI_LONG_LONG, rank, TAG, asking);
    }
}

/* What is to be added to this clock to be rank 0's: by the quickest answer, in whose middle rank
 * 0's clock was read, or at most half of it beside (Cristian, Distributed Computing 3, 1989). */
static int64_t ask(uint64_t *error)
{
    uint64_t quickest = UINT64_MAX;
    int64_t offset = 0;
    for (int i = 0; i < QUESTIONS; i++) {
        char question = 0;
        long long there = 0;
        const uint64_t begun = record_now();
        PMPI_Send(&question, 1, MPI_CHAR, 0, TAG, asking);
        PMPI_Recv(&there, 1, MPI_LONG_LONG, 0, TAG, asking, MPI_STATUS_IGNORE);
        const uint64_t taken = record_now() - begun;
        if (taken >= quickest)
            continue;
        quickest = taken;
        offset = (int64_t)there - (int64_t)(begun + taken / 2);
    }
    *error = quickest / 2 > *error ? quickest / 2 : *error;
    return offset;
}

static int64_t compare_clocks(void)
{
    raw_header *h = record_state.header;
    long long first = (long long)h->clock_domain;
    PMPI_Bcast(&first, 1, MPI_LONG_LONG, 0, asking);
    const int is_other = first != (long long)h->clock_domain;
    int64_t offset = 0;
    for (int r = 1; r < (int)h->size; r++) {
        int who = h->rank == (uint32_t)r && is_other;
        PMPI_Bcast(&who, 1, MPI_INT, r, asking);
        if (!who)
            continue;
        if (h->rank == 0)
            answer(r);
        else if (h->rank == (uint32_t)r)
            offset = ask(&h->offset_error);
    }
    return offset;
}

void record_clock_begin(void)
{
    raw_header *h = record_state.header;
    h->clock_domain = clock_domain();
    long long ends[2] = {(long long)h->clock_domain, -(long long)h->clock_domain}, all[2];
    PMPI_Allreduce(ends, all, 2, MPI_LONG_LONG, MPI_MIN, MPI_COMM_WORLD);
    if (all[0] == -all[1])
        return;
    PMPI_Comm_dup(MPI_COMM_WORLD, &asking);
    h->offset_began = h->offset_ended = compare_clocks();
}

void record_clock_end(void)
{
    if (asking == MPI_COMM_NULL)
        return;
    record_state.header->offset_ended = compare_clocks();
    PMPI_Comm_free(&asking);
}
