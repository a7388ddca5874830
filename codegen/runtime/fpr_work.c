/* What a program that counts it has executed, as time: under SimGrid's SMPI processes compute
 * for that long; and the report of a run. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_internal.h"

#ifdef FPR_SIMULATED
#include <simgrid/host.h>
#endif
#ifdef FPR_SHARED
#include "codegen/runtime/shared/fps.h"
#endif

enum { LINE_LENGTH = 256, NAME_LENGTH = 64 };

/* Picoseconds, as fpredict's clocks: what is charged together is rounded once. */
typedef long long ticks;

typedef struct cost {
    char name[NAME_LENGTH];
    double seconds;
    struct cost *next;
} cost;

/* Of this process. */
static cost *costs; /* of the file that FPR_COSTS names; null: none */
static int tally_count;
static const long long *tallies;
static long long *paid; /* how much of each tally has passed */
static ticks *each;     /* what one of it takes */
static ticks owed;      /* charged, and not yet passed */
static ticks computed;  /* in all */
static double began;
static long long messages, bytes;

/* --- Costs ------------------------------------------------------------------------------ */

static void read_costs(const char *path)
{
    FILE *in = fopen(path, "r");
    char line[LINE_LENGTH];
    if (!in)
        fpr_fail("cannot open '%s', which FPR_COSTS names", path);
    for (int number = 1; fgets(line, sizeof line, in); number++) {
        cost *one = fpr_allocate(1, sizeof *one);
        char rest[2];
        int words =
            line[0] == '#' ? EOF : sscanf(line, "%63s %lf %1s", one->name, &one->seconds, rest);
        if (words != EOF && (words != 2 || !(one->seconds >= 0)))
            fpr_fail("%s, line %d: this is not the name of an operation and its seconds", path,
                     number);
        one->next = costs;
        costs = words == EOF ? costs : one;
        if (words == EOF)
            free(one);
    }
    fclose(in);
}

static double seconds_of(const char *name, size_t length)
{
    for (const cost *c = costs; c; c = c->next)
        if (strlen(c->name) == length && strncmp(c->name, name, length) == 0)
            return c->seconds;
    fpr_fail("the costs do not say what '%.*s' takes", (int)length, name);
}

/* "1 loop_iteration; 2 load, 1 double_add": what stands between `;` is rounded to a tick. */
static ticks price(const char *what)
{
    ticks all = 0;
    double together = 0;
    while (*what) {
        char *name;
        double count = (double)strtol(what, &name, 10);
        size_t length = strcspn(++name, ",;");
        together += count * seconds_of(name, length);
        what = name + length;
        if (*what != ',') {
            all += (ticks)(together * 1e12 + 0.5);
            together = 0;
        }
        what += *what ? 2 : 0;
    }
    return all;
}

void fpr_count(int count, const char *const *what, const long long *ran)
{
    const char *path = getenv("FPR_COSTS");
    if (!path)
        return;
    read_costs(path);
    each = fpr_allocate((size_t)count, sizeof *each);
    paid = fpr_allocate((size_t)count, sizeof *paid);
    for (int i = 0; i < count; i++)
        each[i] = price(what[i]);
#ifdef FPR_SHARED
    fps_count_only();
#elif !defined FPR_SIMULATED
    fpr_tell_counted(0);
#endif
    tallies = ran;
    tally_count = count;
}

/* --- Time ------------------------------------------------------------------------------- */

void fpr_charge(const char *what, double times)
{
    if (costs && times > 0)
        owed += (ticks)((double)price(what) * times + 0.5);
}

void fpr_elapse(void)
{
    for (int i = 0; i < tally_count; i++) {
        owed += (tallies[i] - paid[i]) * each[i];
        paid[i] = tallies[i];
    }
    computed += owed;
#ifdef FPR_SIMULATED
    if (owed > 0)
        smpi_execute_flops((double)owed * 1e-12 * sg_host_get_speed(sg_host_self()));
#elif defined FPR_SHARED
    fps_spend_counted(owed);
#else
    if (costs)
        fpr_tell_counted((unsigned long long)(computed / 1000));
#endif
    owed = 0;
}

void fpr_begin_time(void)
{
#ifndef FPR_SIMULATED /* where all begin at once, and a barrier would take time */
    MPI_Barrier(MPI_COMM_WORLD);
#endif
#ifdef FPR_SHARED
    fps_clock_begin();
    fps_record_begin();
#endif
    began = MPI_Wtime();
}

/* --- The report -------------------------------------------------------------------------- */

void fpr_count_messages(long long count, long long all_bytes)
{
    messages += count;
    bytes += all_bytes;
}

static void write_report(const char *path, int size, const double *all)
{
    FILE *out = strcmp(path, "-") == 0 ? stderr : fopen(path, "w");
    if (!out)
        fpr_fail("cannot write '%s', which FPR_REPORT names", path);
    fputs("# rank seconds computed_s messages bytes\n", out);
    for (int p = 0; p < size; p++, all += 4)
        fprintf(out, "%d %.12g %.12g %.0f %.0f\n", p, all[0], all[1], all[2], all[3]);
    if (out != stderr && fclose(out) != 0)
        fpr_fail("cannot write '%s', which FPR_REPORT names", path);
}

void fpr_report(void)
{
    const char *path = getenv("FPR_REPORT");
    int rank, size;
    fpr_elapse();
#ifdef FPR_SHARED
    fps_write_trace();
#endif
    double counts[4] = {MPI_Wtime() - began, (double)computed * 1e-12, (double)messages,
                        (double)bytes};
    if (!path)
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *all = rank == 0 ? fpr_allocate((size_t)size, sizeof counts) : NULL;
    MPI_Gather(counts, 4, MPI_DOUBLE, all, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        write_report(path, size, all);
    free(all);
}
