/* Linked into an MPI program that runs under SimGrid's SMPI: lets the time pass that is charged, by
 * the costs that FPR_COSTS names (`fpredict machines --costs`), and writes a line with the seconds
 * of each rank, from charge_begin (or MPI_Init) to MPI_Finalize, to the file that NATURAL_TIMES
 * names. The program is compiled with -DMPI_Finalize=charge_finalize. */

#include <fcntl.h>
#include <mpi.h>
#include <simgrid/host.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NATURAL_CHARGED
#include "charge.h"

int charge_finalize(void);

enum { COSTS = 128, NAME = 64 };

static struct {
    char name[NAME];
    double seconds;
} costs[COSTS];
static int cost_count;
static double begins; /* 0: as MPI begins, where all do together */

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "charge: %s '%s'\n", what, name);
    exit(2);
}

static void read_costs(void)
{
    const char *path = getenv("FPR_COSTS");
    FILE *in = path ? fopen(path, "r") : NULL;
    char line[256];

    if (!in)
        fail("cannot read", path ? path : "FPR_COSTS");
    while (cost_count < COSTS && fgets(line, sizeof line, in))
        if (line[0] != '#' &&
            sscanf(line, "%63s %lf", costs[cost_count].name, &costs[cost_count].seconds) == 2)
            cost_count++;
    fclose(in);
}

static double seconds_of(const char *name, size_t length)
{
    for (int i = 0; i < cost_count; i++)
        if (strlen(costs[i].name) == length && !strncmp(costs[i].name, name, length))
            return costs[i].seconds;
    fail("no cost of", name);
    return 0;
}

void charge_seconds(double seconds)
{
    if (seconds > 0)
        smpi_execute_flops(seconds * sg_host_get_speed(sg_host_self()));
}

void charge(const char *what, double times)
{
    double seconds = 0;

    if (!cost_count)
        read_costs();
    while (*what) {
        char *name;
        const double count = strtod(what, &name);
        const size_t length = strcspn(++name, ",;");
        seconds += count * seconds_of(name, length);
        what = name + length;
        what += *what ? 2 : 0;
    }
    charge_seconds(times * seconds);
}

double charge_begin(void)
{
    double now = MPI_Wtime();

    MPI_Allreduce(&now, &begins, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    begins += 1; /* when all have heard of it */
    const double left = begins - MPI_Wtime();
    const struct timespec t = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9 + 0.5)};
    nanosleep(&t, NULL);
    return begins;
}

int charge_finalize(void)
{
    const char *path = getenv("NATURAL_TIMES");
    const int out = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
    char line[64];

    if (out >= 0) { /* a line in one write, so that those of several ranks do not mix */
        int length = snprintf(line, sizeof line, "%.12g\n", MPI_Wtime() - begins);
        if (write(out, line, (size_t)length) != length)
            fail("cannot write to", path);
        close(out);
    }
    return MPI_Finalize();
}
