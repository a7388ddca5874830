/* What `fpredict train overhead` runs with recording and without: calls of several kinds, whose ns
 * of processor time are printed. One rank is enough; of several the first prints. */

#include <fpredict_region.h>
#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { CALLS = 1000, TRIES = 20 };

static MPI_Win window;

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void region(void)
{
    fpredict_region_begin("region");
    fpredict_region_end();
}

static void probe(void)
{
    int is_there;
    MPI_Iprobe(0, 1, MPI_COMM_SELF, &is_there, MPI_STATUS_IGNORE);
}

/* Two messages, which begin and end: four events. */
static void message(void)
{
    char out = 0, in;
    MPI_Request r[2];
    MPI_Irecv(&in, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, &r[0]);
    MPI_Isend(&out, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

/* The same in one call. */
static void exchange(void)
{
    char out = 0, in;
    MPI_Sendrecv(&out, 1, MPI_CHAR, 0, 0, &in, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_SELF);
}

static void put(void)
{
    char out = 0;
    MPI_Put(&out, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, window);
}

/* Long after the last call, when the thread's clock is read again. */
static void late(void)
{
    static volatile double sum;
    for (int i = 0; i < 4000; i++)
        sum += i;
    probe();
}

/* Some MPIs have no window of a single rank. */
static int make_window(void)
{
    static char memory;
    void *at;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    return MPI_Win_create(&memory, 1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &window) == MPI_SUCCESS ||
           MPI_Win_allocate(1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &at, &window) == MPI_SUCCESS;
}

/* The least of several tries: others may use the processor, and its caches. */
static double measure(void (*call)(void))
{
    double best = 1e9;
    for (int k = 0; k < TRIES; k++) {
        const double begun = processor_time();
        for (int i = 0; i < CALLS; i++)
            call();
        const double taken = (processor_time() - begun) / CALLS;
        best = taken < best ? taken : best;
    }
    return best * 1e9;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } kinds[] = {
        {"region", region},   {"call", probe}, {"message", message}, {"exchange", exchange},
        {"barrier", barrier}, {"late", late},  {"put", put}};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int has_window = make_window();
    if (has_window)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].call == put && !has_window)
            continue;
        const double ns = measure(kinds[i].call);
        if (rank == 0)
            printf("overhead %s %.3f\n", kinds[i].name, ns);
    }
    if (has_window) {
        MPI_Win_unlock(0, window);
        MPI_Win_free(&window);
    }
    return MPI_Finalize();
}
