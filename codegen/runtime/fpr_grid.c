/* Processes, grids of them, and the communicators along their axes. */

#define _POSIX_C_SOURCE 200809L

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "codegen/runtime/fpr_internal.h"

#ifdef FPR_SHARED
#include "codegen/runtime/shared/fps.h"
#endif

int fpr_me;

void fpr_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    fflush(stderr);
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL); /* for mpirun to pass it on */
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

void *fpr_allocate(size_t count, size_t bytes)
{
    void *memory = calloc(count ? count : 1, bytes ? bytes : 1);
    if (!memory)
        fpr_fail("no memory for %zu elements of %zu bytes", count, bytes);
    return memory;
}

#ifdef FPR_SHARED
void *fpr_allocate_elements(size_t count, size_t bytes)
{
    return fps_allocate(count, bytes);
}

void fpr_free_elements(void *memory)
{
    fps_free(memory);
}
#else
void *fpr_allocate_elements(size_t count, size_t bytes)
{
    return fpr_allocate(count, bytes);
}

void fpr_free_elements(void *memory)
{
    free(memory);
}
#endif

void fpr_no_element(const char *name, long long value)
{
    if (name)
        fpr_fail(
            "%s is %lld, and this program is generated for the elements that an array has by it",
            name, value);
    fpr_fail("an element is named that its array has not, which was taken as never executed");
}

void fpr_expect(const char *name, long long value, long long made_for)
{
    if (value == made_for)
        return;
    /* All read the same, as a rule: the first says so, before another ends the program. */
    if (fpr_me != 0)
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    fpr_fail("this program is made for %s = %lld, and here it is %lld: generate it anew with "
             "--set %s=%lld",
             name, made_for, value, name, value);
}

void fpr_start(int *argc, char ***argv, int procs)
{
    int size, rank;
    MPI_Init(argc, argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fpr_me = rank;
    if (size != procs && rank == 0)
        fpr_fail("this program is made for %d processes, and was started with %d: run it with "
                 "'mpirun -n %d', or generate it anew with --procs %d",
                 procs, size, procs, size);
    fpr_keep_output(rank == 0);
    fpr_begin_time();
}

int fpr_finish(int status)
{
    int worst = status;
    fflush(stdout);
    fpr_report();
    fpr_images_end();
    MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return worst;
}

void fpr_exit(int status)
{
    exit(status == EXIT_SUCCESS ? fpr_finish(status) : status);
}

int fpr_coordinate(const fpr_grid *g, int axis, int rank)
{
    if (g->place_of)
        rank = g->place_of[rank];
    if (rank < 0)
        return -1;
    for (int d = g->rank - 1; d > axis; d--)
        rank /= g->extent[d];
    return rank % g->extent[axis];
}

int fpr_rank_at(const fpr_grid *g, const int *at)
{
    int place = 0;
    for (int d = 0; d < g->rank; d++)
        place = place * g->extent[d] + at[d];
    return g->rank_at ? g->rank_at[place] : place;
}

fpr_grid fpr_arrange(int rank, const int *extent)
{
    fpr_grid g = {.rank = rank, .size = 1};
    for (int d = 0; d < rank; d++) {
        g.extent[d] = extent[d];
        g.size *= extent[d];
    }
    for (int d = 0; d < rank; d++)
        g.me[d] = fpr_me < g.size ? fpr_coordinate(&g, d, fpr_me) : -1;
    fpr_note_grid(&g);
    return g;
}

fpr_grid fpr_arrange_part(int rank, const int *extent, const int *ranks)
{
    fpr_grid g = {.rank = rank};
    int places = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &g.size);
    for (int d = 0; d < rank; d++) {
        g.extent[d] = extent[d];
        places *= extent[d];
    }
    int *rank_at = fpr_allocate((size_t)places, sizeof *rank_at);
    int *place_of = fpr_allocate((size_t)g.size, sizeof *place_of);
    for (int p = 0; p < g.size; p++)
        place_of[p] = -1;
    for (int i = 0; i < places; i++) {
        rank_at[i] = ranks[i];
        place_of[ranks[i]] = i;
    }
    g.rank_at = rank_at;
    g.place_of = place_of;
    for (int d = 0; d < rank; d++)
        g.me[d] = fpr_coordinate(&g, d, fpr_me);
    fpr_note_grid(&g);
    return g;
}
