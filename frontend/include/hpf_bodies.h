/* The bodies of <hpf.h>, for one type of element. Included by it, once a type. */

#include "hpf_reductions.h"
#include "hpf_shifts.h"

/* --- Whole matrices --- */

static inline void HPF_JOIN(matmul, 2, HPF_SUFFIX)(int n, int m, int k, HPF_T c[n][k],
                                                   HPF_T a[n][m], HPF_T b[m][k])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            c[i][j] = 0;
    for (int i = 0; i < n; i++)
        for (int l = 0; l < m; l++)
            for (int j = 0; j < k; j++)
                c[i][j] += a[i][l] * b[l][j];
}

static inline void HPF_JOIN(transpose, 2, HPF_SUFFIX)(int n, int m, HPF_T dst[m][n],
                                                      HPF_T src[n][m])
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            dst[j][i] = src[i][j];
}

static inline void HPF_JOIN(spread, 2, HPF_SUFFIX)(int n, int m, HPF_T dst[n][m], const HPF_T src[],
                                                   int dim)
{
    if (dim == 0) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[j];
    } else {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[i];
    }
}

#undef HPF_T
#undef HPF_SUFFIX
#undef HPF_LEAST
#undef HPF_MOST
