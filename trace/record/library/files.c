#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "trace/record/library/recorder.h"

/* The events' file is in memory piece by piece, shared with the system, which has them when the
 * program is killed. Room is asked for before: a disk that is full would end the program where it
 * writes into memory that has none. */
static char *map(int64_t place, size_t bytes)
{
    /* A limit of the size of files is told by a signal, which would end the program. */
    sigset_t limit, before;
    const struct timespec at_once = {0, 0};
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    const int why = posix_fallocate(record_state.events, place, (off_t)bytes);
    if (why == EFBIG && !sigismember(&before, SIGXFSZ))
        sigtimedwait(&limit, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (why) {
        errno = why;
        return NULL;
    }
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                    record_state.events, place);
    return at == MAP_FAILED ? NULL : at;
}

static int create(const char *folder, uint32_t rank, const char *what, int access)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/rank-%06u.%s", folder, rank, what) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int got = open(path, access | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (got < 0)
        fprintf(stderr, "fpredict: rank %u is not recorded: '%s': %s\n", rank, path,
                strerror(errno));
    return got;
}

bool record_files_open(const char *folder, uint32_t rank, uint32_t size)
{
    recorder *r = &record_state;
    r->events = create(folder, rank, "events", O_RDWR);
    r->names = r->events < 0 ? -1 : create(folder, rank, "names", O_WRONLY | O_APPEND);
    if (r->names < 0)
        return false;
    r->header = (raw_header *)map(0, RAW_FIRST);
    if (!r->header) {
        fprintf(stderr, "fpredict: rank %u is not recorded: %s\n", rank, strerror(errno));
        return false;
    }
    memcpy(r->header->magic, RAW_MAGIC, sizeof RAW_MAGIC);
    r->header->rank = rank;
    r->header->size = size;
    r->place = RAW_FIRST - RAW_PIECE;
    r->header->used = RAW_FIRST;
    return true;
}

void record_stop(int why)
{
    recorder *r = &record_state;
    if (!r->is_on)
        return;
    r->is_on = false;
    r->header->stopped = why;
    fprintf(stderr, "fpredict: rank %u is not recorded any more: %s\n", r->header->rank,
            strerror(why));
}

/* The piece that is in memory goes back to the system; the header says how far it was written. */
static void end_piece(void)
{
    recorder *r = &record_state;
    if (!r->piece)
        return;
    r->header->used = (uint64_t)(r->place + (r->at - r->piece));
    munmap(r->piece, RAW_PIECE);
    r->piece = r->at = NULL;
}

/* What has been written stays; the rest of the file goes. */
void record_files_close(void)
{
    recorder *r = &record_state;
    end_piece();
    if (ftruncate(r->events, (off_t)r->header->used) != 0)
        r->header->stopped = errno;
    r->header->is_complete = 1; /* with where it ends: a rank may be killed here, too */
    munmap(r->header, RAW_FIRST);
    r->header = NULL;
    close(r->events);
    close(r->names);
}

static bool next_piece(void)
{
    recorder *r = &record_state;
    end_piece();
    r->place += RAW_PIECE;
    r->piece = r->at = map(r->place, RAW_PIECE);
    if (r->piece)
        return true;
    record_stop(errno);
    return false;
}

/* Takes time, which stands in the trace as a region. */
static bool turn_piece(void)
{
    recorder *r = &record_state;
    const uint64_t began = record_now();
    static uint32_t region; /* 1 + its number */
    const bool is_told = r->classes & CLASS_RUNTIME;
    if (!region && is_told)
        region = 1 + record_region(RECORD_RUNTIME, "recording", NULL, 0);
    const bool is_first = r->piece == NULL;
    if (!next_piece() || is_first || !is_told)
        return r->is_on;
    const raw_event e[] = {{.kind = 1 + TRACE_ENTER, .what = region - 1, .time = began},
                           {.kind = 1 + TRACE_LEAVE, .what = region - 1, .time = record_now()}};
    memcpy(r->at, e, sizeof e);
    r->at += sizeof e;
    return true;
}

void record_reserve(size_t bytes)
{
    recorder *r = &record_state;
    if (r->is_on && (!r->piece || (size_t)(RAW_PIECE - (r->at - r->piece)) < bytes))
        turn_piece();
}

char *record_room(size_t bytes)
{
    recorder *r = &record_state;
    record_reserve(bytes);
    if (!r->is_on)
        return NULL;
    char *room = r->at;
    r->at += bytes;
    return room;
}

void record_name(raw_name name, const void *first, uint32_t first_bytes, const void *second,
                 uint32_t second_bytes)
{
    static const char zeros[8];
    const uint32_t bytes = first_bytes + second_bytes, filled = (bytes + 7) / 8 * 8;
    name.bytes = filled;
    struct iovec parts[] = {{&name, sizeof name},
                            {(void *)(uintptr_t)first, first_bytes},
                            {(void *)(uintptr_t)second, second_bytes},
                            {(void *)(uintptr_t)zeros, filled - bytes}};
    if (!record_state.is_on)
        return;
    errno = ENOSPC; /* of a write that is short */
    if (writev(record_state.names, parts, 4) != (ssize_t)(sizeof name + filled))
        record_stop(errno);
}
