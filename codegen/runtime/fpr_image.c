/* Coarrays: MPI's windows. Each process has all of them open for all others from the beginning to
 * the end, and what is put is there when the call returns. A process that is alone has no windows,
 * which Open MPI 4.1 does not make for one, and copies. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "codegen/runtime/fpr_internal.h"

enum { SYNC_TAG = 900 };

typedef struct coarray {
    char *at;
    size_t bytes;
    MPI_Win window; /* MPI_WIN_NULL: there is one process */
} coarray;

static coarray *coarrays;
static int coarray_count;

/* --- Windows ------------------------------------------------------------------- */

/* Windows begin where pages do: of others, MPICH 4.0 over UCX does not always find what is there.
 * Processes have one program, whose variables have pages of their own, so that they are as far from
 * the beginning of a page everywhere. */
static size_t page_size(void)
{
    long size = sysconf(_SC_PAGESIZE);
    return size > 0 ? (size_t)size : 4096;
}

void fpr_coarray(void *at, size_t bytes)
{
    size_t before = (size_t)((uintptr_t)at % page_size());
    coarray c = {.at = (char *)at - before, .bytes = bytes + before, .window = MPI_WIN_NULL};
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    coarrays = realloc(coarrays, (size_t)(coarray_count + 1) * sizeof *coarrays);
    if (!coarrays)
        fpr_fail("no memory for a coarray");
    if (size > 1) {
        MPI_Win_create(c.at, (MPI_Aint)c.bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &c.window);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, c.window);
    }
    coarrays[coarray_count++] = c;
}

void fpr_images_end(void)
{
    for (int i = 0; i < coarray_count; i++) {
        if (coarrays[i].window == MPI_WIN_NULL)
            continue;
        MPI_Win_unlock_all(coarrays[i].window);
        MPI_Win_free(&coarrays[i].window);
    }
    free(coarrays);
    coarrays = NULL;
    coarray_count = 0;
}

static void sync_window(MPI_Win window)
{
    if (window != MPI_WIN_NULL)
        MPI_Win_sync(window);
}

/* The window that an address is in, and where. */
static MPI_Win window_of(const void *at, int image, MPI_Aint *offset)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (image < 0 || image >= size)
        fpr_fail("there is no image %d: they are 0 to %d", image, size - 1);
    for (int i = 0; i < coarray_count; i++) {
        const coarray *c = &coarrays[i];
        if ((const char *)at < c->at || (const char *)at >= c->at + c->bytes)
            continue;
        *offset = (MPI_Aint)((const char *)at - c->at);
        sync_window(c->window);
        return c->window;
    }
    fpr_fail("what another image is asked for is no part of a coarray");
    return MPI_WIN_NULL;
}

/* --- Elements --------------------------------------------------------------------- */

void *fpr_image_get(const void *at, void *value, size_t bytes, int image)
{
    MPI_Aint offset;
    MPI_Win window = window_of(at, image, &offset);
    if (window == MPI_WIN_NULL)
        return memmove(value, at, bytes);
    MPI_Get(value, (int)bytes, MPI_BYTE, image, offset, (int)bytes, MPI_BYTE, window);
    MPI_Win_flush(image, window);
    return value;
}

void fpr_image_put(void *at, const void *value, size_t bytes, int image)
{
    MPI_Aint offset;
    MPI_Win window = window_of(at, image, &offset);
    if (window == MPI_WIN_NULL) {
        memmove(at, value, bytes);
        return;
    }
    MPI_Put(value, (int)bytes, MPI_BYTE, image, offset, (int)bytes, MPI_BYTE, window);
    MPI_Win_flush(image, window);
    MPI_Win_sync(window);
}

/* --- Sections ------------------------------------------------------------------------ */

static long elements_of(fpr_section s)
{
    long count = 1;
    for (int k = 0; k < s.rank; k++)
        count *= s.count[k] > 0 ? s.count[k] : 0;
    return count;
}

/* Element number `i` of the section, in C's order. */
static char *element_at(fpr_section s, long i)
{
    char *at = s.at;
    for (int k = s.rank; k-- > 0; i /= s.count[k])
        at += i % s.count[k] * s.stride[k];
    return at;
}

static MPI_Datatype type_of(fpr_section s, size_t size)
{
    MPI_Datatype type, inner;
    MPI_Type_contiguous((int)size, MPI_BYTE, &type);
    for (int k = s.rank; k-- > 0;) {
        inner = type;
        MPI_Type_create_hvector((int)s.count[k], 1, (MPI_Aint)s.stride[k], inner, &type);
        MPI_Type_free(&inner);
    }
    MPI_Type_commit(&type);
    return type;
}

static char *buffer_of(long count, size_t size)
{
    char *buffer = malloc(count > 0 ? (size_t)count * size : 1);
    if (!buffer)
        fpr_fail("no memory for %ld elements of another image", count);
    return buffer;
}

static void check_counts(fpr_section to, fpr_section from)
{
    if (from.rank && elements_of(to) != elements_of(from))
        fpr_fail("a section of %ld elements is assigned to one of %ld", elements_of(from),
                 elements_of(to));
}

void fpr_image_put_section(int image, size_t size, fpr_section to, fpr_section from)
{
    MPI_Aint offset;
    MPI_Win window = window_of(to.at, image, &offset);
    check_counts(to, from);
    long count = elements_of(to);
    if (count == 0)
        return;
    char *buffer = buffer_of(count, size);
    for (long i = 0; i < count; i++)
        memcpy(buffer + (size_t)i * size, element_at(from, from.rank ? i : 0), size);
    if (window == MPI_WIN_NULL) {
        for (long i = 0; i < count; i++)
            memcpy(element_at(to, i), buffer + (size_t)i * size, size);
    } else {
        MPI_Datatype type = type_of(to, size);
        MPI_Put(buffer, (int)((size_t)count * size), MPI_BYTE, image, offset, 1, type, window);
        MPI_Win_flush(image, window);
        MPI_Win_sync(window);
        MPI_Type_free(&type);
    }
    free(buffer);
}

void fpr_image_get_section(int image, size_t size, fpr_section to, fpr_section from)
{
    MPI_Aint offset;
    MPI_Win window = window_of(from.at, image, &offset);
    check_counts(to, from);
    long count = elements_of(to), there = elements_of(from);
    if (count == 0)
        return;
    char *buffer = buffer_of(there, size);
    if (window == MPI_WIN_NULL) {
        for (long i = 0; i < there; i++)
            memcpy(buffer + (size_t)i * size, element_at(from, i), size);
    } else {
        MPI_Datatype type = type_of(from, size);
        MPI_Get(buffer, (int)((size_t)there * size), MPI_BYTE, image, offset, 1, type, window);
        MPI_Win_flush(image, window);
        MPI_Type_free(&type);
    }
    for (long i = 0; i < count; i++)
        memcpy(element_at(to, i), buffer + (size_t)(from.rank ? i : 0) * size, size);
    free(buffer);
}

/* --- Synchronisation --------------------------------------------------------------------- */

void fpr_images_sync(void)
{
    for (int i = 0; i < coarray_count; i++)
        sync_window(coarrays[i].window);
}

void fpr_images_meet(int count, const int *images)
{
    MPI_Request *request = malloc(2 * (size_t)(count > 0 ? count : 1) * sizeof *request);
    if (!request)
        fpr_fail("no memory to wait for %d images", count);
    fpr_images_sync();
    for (int i = 0; i < count; i++) {
        MPI_Irecv(NULL, 0, MPI_BYTE, images[i], SYNC_TAG, MPI_COMM_WORLD, &request[2 * i]);
        MPI_Isend(NULL, 0, MPI_BYTE, images[i], SYNC_TAG, MPI_COMM_WORLD, &request[2 * i + 1]);
    }
    for (int i = 0; i < 2 * count; i++)
        MPI_Wait(&request[i], MPI_STATUS_IGNORE);
    fpr_images_sync();
    free(request);
}
