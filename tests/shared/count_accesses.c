/* Counts the accesses of a sample to what other threads own, by going through its iterations one by
 * one: a twin of what programs in shared access record. It knows the samples' loops and nothing of
 * fpredict.
 *
 *   count_accesses SAMPLE N ROWS COLUMNS FORMAT elements|references
 *
 * The array is distributed in FORMAT (block or cyclic) on ROWS x COLUMNS threads. A line of output
 * for each pair: who reads, who owns, how many times, bytes of each. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MOST = 64, ARRAYS = 3 };

static int n, rows, columns, width; /* width: of a row of the arrays */
static bool is_cyclic, is_each;
static long counts[THREADS_MOST][THREADS_MOST];
static char *seen; /* in this phase, by thread, array and element */

static int owner_along(int i, int procs)
{
    if (procs == 1) /* further columns, too */
        return 0;
    return is_cyclic ? i % procs : i / ((n + procs - 1) / procs);
}

static int owner(int i, int j)
{
    return owner_along(i, rows) * columns + owner_along(j, columns);
}

static void phase(void)
{
    memset(seen, 0, (size_t)THREADS_MOST * ARRAYS * (size_t)n * (size_t)width);
}

static void reads(int thread, int array, int i, int j)
{
    int from = owner(i, j);
    size_t at =
        (((size_t)thread * ARRAYS + (size_t)array) * (size_t)n + (size_t)i) * (size_t)width +
        (size_t)j;
    if (from == thread || (seen[at] && !is_each))
        return;
    seen[at] = 1;
    counts[thread][from]++;
}

static void reads_neighbours(int i, int j)
{
    int me = owner(i, j);
    reads(me, 0, i - 1, j);
    reads(me, 0, i + 1, j);
    reads(me, 0, i, j - 1);
    reads(me, 0, i, j + 1);
}

static void laplace(void)
{
    for (int sweep = 0; sweep < 100; sweep++) {
        phase();
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                reads_neighbours(i, j);
    }
}

static void redblack(void)
{
    for (int half = 0; half < 100; half++) {
        phase();
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                if ((i + j) % 2 == half % 2)
                    reads_neighbours(i, j);
    }
}

static void matmul(void)
{
    phase();
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++) {
                reads(owner(i, j), 0, i, k);
                reads(owner(i, j), 1, k, j);
            }
    for (int p = 0; p < rows * columns; p++) /* which all print */
        reads(p, 2, n - 1, n - 1);
}

static void lu(void)
{
    for (int k = 0; k < n - 1; k++) {
        phase();
        for (int i = k + 1; i < n; i++)
            reads(owner(i, 0), 0, k, k);
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= n; j++)
                reads(owner(i, 0), 0, k, j);
    }
    for (int k = n - 1; k >= 0; k--) {
        phase();
        for (int i = 0; i < k; i++)
            reads(owner(i, 0), 1, k, 0);
    }
}

static void nbody(void)
{
    for (int step = 1; step <= n; step++) {
        phase();
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 6; c++)
                reads(owner(i, 0), 0, (i + 1) % n, c);
    }
}

static void none(void)
{
}

int main(int argc, char **argv)
{
    static const struct sample {
        const char *name;
        void (*go)(void);
        int bytes, more; /* columns beside N */
    } samples[] = {{"laplace", laplace, 4, 0}, {"redblack", redblack, 4, 0},
                   {"matmul", matmul, 8, 0},   {"lu", lu, 8, 1},
                   {"nbody", nbody, 8, 6},     {"pi", none, 8, 0}};
    if (argc != 7)
        return 2;
    n = atoi(argv[2]);
    rows = atoi(argv[3]);
    columns = atoi(argv[4]);
    is_cyclic = strcmp(argv[5], "cyclic") == 0;
    is_each = strcmp(argv[6], "references") == 0;
    for (size_t s = 0; s < sizeof samples / sizeof *samples; s++) {
        if (strcmp(samples[s].name, argv[1]) != 0)
            continue;
        width = n + samples[s].more;
        seen = malloc((size_t)THREADS_MOST * ARRAYS * (size_t)n * (size_t)width);
        if (!seen)
            return 2;
        samples[s].go();
        for (int p = 0; p < rows * columns; p++)
            for (int q = 0; q < rows * columns; q++)
                if (counts[p][q])
                    printf("%d %d %ld %d\n", p, q, counts[p][q], samples[s].bytes);
        free(seen);
        return 0;
    }
    return 2;
}
