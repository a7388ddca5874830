/* Run before programs are measured, as they are run: on which hosts ranks are, and under which
 * MPI; and where time is simulated, what a message takes. Not a part of fpredict; compiled by
 * the compiler that programs are compiled with.
 *
 *   where REPORT
 *
 * Writes into the file REPORT: "simulated" where time is; "library NAME"; "processors N", those
 * of rank 0's host that ranks may run on; of each rank "host NAME"; of simulated hosts that have
 * several ranks "cores N", those of rank 0's that its ranks compute on; and "message BYTES PARTNER
 * SECONDS", what one from rank 0 to PARTNER takes: half of the way there and back, the shortest of
 * several. */

#ifdef __linux__
#define _GNU_SOURCE /* cpu_set_t */
#include <sched.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

#ifdef SMPI_H
enum { IS_SIMULATED = 1 };
#else
enum { IS_SIMULATED = 0 };
#endif

enum { SIZES = 2, TRIES = 5 };
static const int sizes[SIZES] = {8, 65536};

static void send(char *from, int bytes, int to)
{
    MPI_Request request;
    MPI_Isend(from, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive(char *to, int bytes, int from)
{
    MPI_Recv(to, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* On ranks 0 and `partner`; what it takes on rank 0. */
static double there_and_back(int rank, int partner, int bytes, char *memory)
{
    double best = 0;
    for (int i = 0; i < TRIES; i++) {
        double begun = MPI_Wtime();
        if (rank == 0) {
            send(memory, bytes, partner);
            receive(memory, bytes, partner);
        } else {
            receive(memory, bytes, 0);
            send(memory, bytes, 0);
        }
        double took = MPI_Wtime() - begun;
        best = i == 0 || took < best ? took : best;
    }
    return best;
}

static void say_library(FILE *out)
{
#ifdef SMPI_H
    fprintf(out, "simulated\nlibrary SimGrid SMPI, MPI %d.%d\n", MPI_VERSION, MPI_SUBVERSION);
#else
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, "\r\n")] = '\0';
    for (char *tab = text; (tab = strchr(tab, '\t')) != NULL;)
        *tab = ' ';
    fprintf(out, "library %.200s\n", text);
#endif
}

/* Returns on rank 0 how many ranks its host has. Sets *is_beside on each rank that is there, in
 * messages, as some libraries' collectives end a run where nodes have different numbers. */
static int say_hosts(FILE *out, int rank, int ranks, int *is_beside)
{
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    char *all = rank == 0 ? malloc((size_t)ranks * sizeof name) : NULL;
    int length = 0;
    if (rank == 0 && !all)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Get_processor_name(name, &length);
    MPI_Gather(name, sizeof name, MPI_CHAR, all, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    int beside = 0;
    for (int r = 0; r < ranks && rank == 0; r++) {
        const char *host = all + (size_t)r * sizeof name;
        int is = strcmp(host, all) == 0;
        beside += is;
        fprintf(out, "host %s\n", host);
        if (r > 0)
            MPI_Send(&is, 1, MPI_INT, r, 0, MPI_COMM_WORLD);
    }
    *is_beside = 1;
    if (rank > 0)
        MPI_Recv(is_beside, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(all);
    return beside;
}

/* Simulated ranks of one host share its cores: they compute alone first, and then at once, each for
 * about a second, beside which the messages that start them take nothing. */
#ifdef SMPI_H
static double compute_s(double flops)
{
    double begun = MPI_Wtime();
    smpi_execute_flops(flops);
    return MPI_Wtime() - begun;
}

static void say_cores(FILE *out, int rank, int ranks, int beside, int is_beside)
{
    static const double few = 1e6;
    double flops = 0;
    if (rank > 0) {
        MPI_Recv(&flops, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (is_beside && flops > 0)
            compute_s(flops);
        return;
    }
    double takes = beside > 1 ? compute_s(few) : 0;
    flops = takes > 0 ? few / takes : 0;
    double alone = flops > 0 ? compute_s(flops) : 0;
    for (int r = 1; r < ranks; r++)
        MPI_Send(&flops, 1, MPI_DOUBLE, r, 1, MPI_COMM_WORLD);
    if (alone > 0)
        fprintf(out, "cores %.0f\n", beside * alone / compute_s(flops));
}
#else
static void say_cores(FILE *out, int rank, int ranks, int beside, int is_beside)
{
    (void)out, (void)rank, (void)ranks, (void)beside, (void)is_beside;
}
#endif

/* Those of one host that the ranks there may run on together, counted by its first rank: who starts
 * them may have left them fewer than there are. All ranks call it. */
static long count_processors(int rank)
{
    long there = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    MPI_Comm host;
    cpu_set_t own, all;
    CPU_ZERO(&own);
    int is_known = sched_getaffinity(0, sizeof own, &own) == 0, are_known;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host);
    MPI_Allreduce(&is_known, &are_known, 1, MPI_INT, MPI_MIN, host);
    MPI_Allreduce(&own, &all, (int)sizeof own, MPI_BYTE, MPI_BOR, host);
    MPI_Comm_free(&host);
    there = are_known ? CPU_COUNT(&all) : there;
#else
    (void)rank;
#endif
    return there;
}

static void say_messages(FILE *out, int rank, int ranks)
{
    const int partners[] = {1, ranks - 1};
    char *memory = calloc(1, (size_t)sizes[SIZES - 1]);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int p = 0; p < (ranks > 2 ? 2 : ranks - 1); p++)
        for (int s = 0; s < SIZES; s++) {
            MPI_Barrier(MPI_COMM_WORLD);
            if (rank != 0 && rank != partners[p])
                continue;
            double took = there_and_back(rank, partners[p], sizes[s], memory);
            if (rank == 0)
                fprintf(out, "message %d %d %.9g\n", sizes[s], partners[p], took / 2);
        }
    free(memory);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    FILE *out = rank == 0 && argc > 1 ? fopen(argv[1], "w") : NULL;
    if (rank == 0 && !out)
        MPI_Abort(MPI_COMM_WORLD, 1);
    long processors = IS_SIMULATED ? sysconf(_SC_NPROCESSORS_ONLN) : count_processors(rank);
    if (rank == 0) {
        say_library(out);
        fprintf(out, "processors %ld\n", processors);
    }
    int is_beside, beside = say_hosts(out, rank, ranks, &is_beside);
    say_cores(out, rank, ranks, beside, is_beside);
    /* On a real machine they differ each time, and tell nothing for sure. */
    if (IS_SIMULATED)
        say_messages(out, rank, ranks);
    int is_good = rank != 0 || fclose(out) == 0;
    MPI_Finalize();
    return is_good ? 0 : 1;
}
