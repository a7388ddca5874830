/* Loops with pragmas, comments, `#if`s and macros before them (fpredict record --compile --loops):
 * which are recorded, and how often each is begun, in comments. */
#include <mpi.h>
#include <stdio.h>

#define DO_PRAGMA(x) _Pragma(#x)
#define UNROLL _Pragma("GCC unroll 2")

static int sum;

static void comments(int n)
{
#pragma omp parallel for
    /* a comment */
    for (int i = 0; i < n; i++) /* 15: 1 */
        sum += i;
#pragma GCC ivdep // no digraph: "/*"
                  // another

    /* of two
#pragma omp parallel for
     * lines */
    for (int i = 0; i < n; i++)     /* 23: 1 */
        for (int k = 0; k < n; k++) /* 24: 4 */
            sum += k;
}

static void conditions(int n)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)     /* 33: 1 */
        for (int k = 0; k < n; k++) /* 34: none, where there is OpenMP, it might take both */
            sum += k;
#if defined NEVER
    sum++;
#elif 1
#pragma GCC ivdep
#define EMPTY
#else
    sum--;
#endif
    for (int i = 0; i < n; i++) /* 44: none, beside other text */
        sum += i;
#pragma GCC ivdep
#if defined NEVER
    for (int i = 1; i < n; i++)
#else
    for (int i = 0; i < n; i++) /* 50: none, of both loops */
#endif
        sum += i;
#if !defined NEVER
    sum++;
    for (int i = 0; i < n; i++) /* 55: 1 */
        sum += i;
#endif
#ifdef NEVER
    sum++;
#endif
    for (int i = 0; i < n; i++) /* 61: 1 */
        sum += i;
}

static void operators(int n)
{
    _Pragma("GCC ivdep") for (int i = 0; i < n; i++) /* 67: 1 */
        sum += i;
    _Pragma("GCC ivdep")
        /* a comment */
        while (n-- > 2) /* 71: 1 */
        sum++;
    _Pragma("omp parallel for") for (int i = 0; i < 3; i++) /* 73: 1 */
        for (int k = 0; k < 2; k++)                         /* 74: none, it might take both */
        sum += k;
    UNROLL
    for (int i = 0; i < 3; i++) /* 77: none */
        sum += i;
    DO_PRAGMA(GCC ivdep)
    for (int i = 0; i < 3; i++) /* 80: none */
        sum += i;
    if (sum)
        for (int i = 0; i < 3; i++) /* 83: 1 */
            sum += i;
    else
        for (int i = 0; i < 3; i++) /* 86: 0 */
            sum -= i;
    goto last;
last:
    for (int i = 0; i < 3; i++) /* 90: 1 */
        sum += i;
    DO_PRAGMA(GCC diagnostic pop) sum++;
    for (int i = 0; i < 3; i++) /* 93: 1 */
        sum += i;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    comments(4);
    conditions(4);
    operators(4);
    printf("%d, line %d\n", sum, __LINE__);
    MPI_Finalize();
    return 0;
}
