/* Coarrays: what a thread has of them lies in its own variables, whose pages are mapped a second
 * time where all threads have the same address. A get or a put is an access at once. */

#define _GNU_SOURCE

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "codegen/runtime/shared/fps.h"

enum { VECTORS_MOST = 256 };

struct fps_window {
    MPI_Comm comm;
    char **base; /* by member */
};

/* --- Variables that others can reach --------------------------------------------------------- */

/* The program's variables, those without values among them: of the linker. */
extern char __data_start[], _end[];

static char *reached_at; /* where the others have them; null: they do not yet */

static char *begin_of_page(char *at, size_t page)
{
    return at - (uintptr_t)at % page;
}

/* From here on this thread's variables are where all have a mapping. They have one page after the
 * other there, too, so each keeps its distance from the first. */
static void let_others_reach(void)
{
    long asked = sysconf(_SC_PAGESIZE);
    size_t page = asked > 0 ? (size_t)asked : 4096;
    char *from = begin_of_page(__data_start, page);
    size_t bytes = (size_t)(begin_of_page(_end + page - 1, page) - from);
    char *room = begin_of_page((char *)fps_allocate(1, bytes + page) + page - 1, page);
    memcpy(room, from, bytes); /* what is written from here on until they are the same is lost */
    /* The old size 0 has pages that are shared mapped once more: mremap(2). */
    if (mremap(room, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, from) == MAP_FAILED)
        fpr_fail("the program's variables cannot be shared: %s", strerror(errno));
    reached_at = room + (__data_start - from);
}

int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *made)
{
    (void)bytes, (void)unit, (void)info;
    if (!reached_at)
        let_others_reach();
    if ((char *)base + bytes > _end)
        fpr_fail("a coarray is no variable that is declared outside of functions");
    int size;
    char *mine = reached_at + ((char *)base - __data_start);
    MPI_Comm_size(comm, &size);
    MPI_Win w = fpr_allocate(1, sizeof *w);
    *w = (struct fps_window){comm, fpr_allocate((size_t)size, sizeof *w->base)};
    MPI_Allgather(&mine, (int)sizeof mine, MPI_BYTE, w->base, (int)sizeof mine, MPI_BYTE, comm);
    *made = w;
    return MPI_SUCCESS;
}

int MPI_Win_free(MPI_Win *window)
{
    free((*window)->base);
    free(*window);
    *window = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

/* What is put is there. */
int MPI_Win_lock_all(int mode, MPI_Win window)
{
    (void)mode, (void)window;
    return MPI_SUCCESS;
}

int MPI_Win_unlock_all(MPI_Win window)
{
    (void)window;
    return MPI_SUCCESS;
}

int MPI_Win_sync(MPI_Win window)
{
    (void)window;
    return MPI_SUCCESS;
}

int MPI_Win_flush(int rank, MPI_Win window)
{
    (void)rank, (void)window;
    return MPI_SUCCESS;
}

/* --- Sections -------------------------------------------------------------------------------- */

/* So many of a type, each so many bytes further. */
typedef struct vector {
    int count;
    MPI_Aint stride;
    MPI_Datatype of;
} vector;

static vector vectors[VECTORS_MOST]; /* of this thread */
static int vector_count;

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old,
                            MPI_Datatype *made)
{
    if (length != 1)
        fpr_fail("a type of MPI has blocks of %d", length);
    /* The program forgets types in the order in which it makes them. */
    vectors[vector_count % VECTORS_MOST] = (vector){count, stride, old};
    *made = FPS_VECTOR | (vector_count++ % VECTORS_MOST);
    return MPI_SUCCESS;
}

/* Copies what is there to or from `here`, where it is one after the other; returns what is behind
 * it. Counts the pieces and says how long each is. */
static char *copy(MPI_Datatype type, char *there, char *here, bool is_put, uint64_t *pieces,
                  size_t *bytes)
{
    if (type & FPS_VECTOR) {
        const vector *v = &vectors[type & ~FPS_VECTOR];
        for (int i = 0; i < v->count; i++)
            here = copy(v->of, there + i * v->stride, here, is_put, pieces, bytes);
        return here;
    }
    int size;
    MPI_Type_size(type, &size);
    *bytes = (size_t)size;
    (*pieces)++;
    memcpy(is_put ? there : here, is_put ? here : there, *bytes);
    return here + *bytes;
}

static int access_to(char *here, int rank, MPI_Aint at, int count, MPI_Datatype type,
                     MPI_Win window, bool is_put)
{
    bool was_running = fps_pause();
    char *there = window->base[rank] + at;
    uint64_t pieces = 0;
    size_t bytes = 0;
    fps_enter(FPS_IN_ACCESSES);
    if (type & FPS_VECTOR) {
        copy(type, there, here, is_put, &pieces, &bytes);
    } else { /* one piece */
        int size;
        MPI_Type_size(type, &size);
        bytes = (size_t)count * (size_t)size;
        pieces = 1;
        memcpy(is_put ? there : here, is_put ? here : there, bytes);
    }
    if (fps_all->comm[window->comm]->rank[rank] != fpr_me)
        fps_record_accesses(is_put, window->comm, rank, bytes, pieces);
    fps_leave(FPS_IN_ACCESSES);
    fps_resume(was_running);
    return MPI_SUCCESS;
}

int MPI_Get(void *to, int count, MPI_Datatype type, int rank, MPI_Aint at, int there,
            MPI_Datatype type_there, MPI_Win window)
{
    (void)count, (void)type;
    return access_to(to, rank, at, there, type_there, window, false);
}

int MPI_Put(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint at, int there,
            MPI_Datatype type_there, MPI_Win window)
{
    (void)count, (void)type;
    return access_to((char *)from, rank, at, there, type_there, window, true);
}
